/** Words as the Penn Treebank cuts them, by the rules of its tokenizer script as js-rouge has them. */

const CONTRACTIONS: readonly RegExp[] = [
  /\b(can)(not)\b/gi,
  /\b(d)('ye)\b/gi,
  /\b(gim)(me)\b/gi,
  /\b(gon)(na)\b/gi,
  /\b(got)(ta)\b/gi,
  /\b(lem)(me)\b/gi,
  /\b(more)('n)\b/gi,
  /\b(wan)(na)(?= )/gi,
  /(?<= )('t)(is)\b/gi,
  /(?<= )('t)(was)\b/gi,
];

/** The tokens of a text, which is taken for one sentence: only a full stop at its end is one. */
export function treebankTokens(text: string): string[] {
  const cut = withLastStop(
    withQuotes(text.replace(/[\s\u0085]+/g, " ").trim())
      .replace(/\.{3}/g, " ... ")
      .replace(/[:,](?!\p{Nd})/gu, " $& ")
      .replace(/[;@#$%&]/g, " $& "),
  )
    .replace(/[?!\][(){}<>]/g, " $& ")
    .replace(/--/g, " -- ");
  let parts = ` ${cut} `
    .replace(/([^'])' /g, "$1 ' ")
    .replace(/'([sSmMdD]) /g, " '$1 ")
    .replace(/('ll|'LL|'re|'RE|'ve|'VE|n't|N'T) /g, " $1 ");
  for (const contraction of CONTRACTIONS) parts = parts.replace(contraction, " $1 $2 ");
  return parts.split(" ").filter((token) => token !== "");
}

/** Double quotes as the Treebank writes them: an opening one stands before a word and behind a blank or a bracket. */
function withQuotes(text: string): string {
  let isInside = false;
  return text.replace(/``|''|"/g, (quote, index: number) => {
    const opens =
      quote === '"' &&
      !isInside &&
      /^[\s([{<]?$/.test(text.charAt(index - 1)) &&
      /\S/.test(text.charAt(index + 1));
    isInside = quote === "``" || opens;
    return isInside ? " `` " : " '' ";
  });
}

/** Parts the full stop that ends the text, also before closing brackets and quotes; not that of `U.S.` or of an ellipsis. */
function withLastStop(text: string): string {
  let at = text.length - 1;
  while (at > 0 && "])}>' ".includes(text.charAt(at))) at--;
  if (at < 1 || text.charAt(at) !== "." || text.charAt(at - 1) === ".") return text;
  if (/(?:^|\W)[A-Za-z]\.[A-Za-z]$/.test(text.slice(Math.max(0, at - 4), at))) return text;
  return `${text.slice(0, at)} . ${text.slice(at + 1)}`;
}
