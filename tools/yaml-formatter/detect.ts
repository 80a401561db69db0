const MARKER = /^(?:---|\.\.\.)(?:[ \t]|$)|^%YAML /;
const PAIR = /^(?:- +)*(?!- )(?:"[^"]*"|'[^']*'|[A-Za-z0-9_./$<-][^:#{}()[\],"'=]*):(?: |$)/;
const ITEM = /^-(?: |$)/;

/** How surely the text is YAML: by its markers, `key: value` lines and `- item` lines. */
export function detectYaml(sample: string): number {
  const lines = sample.split(/\r?\n/).filter((line) => !/^[ \t]*(?:#|$)/.test(line));
  const first = (lines[0] ?? "").trimStart();
  // What begins as a text, as markup or as JSON has no pairs further on.
  if (first.startsWith("<") || ![MARKER, PAIR, ITEM].some((form) => form.test(first))) return 0;
  let pairs = 0;
  let items = 0;
  let marked = false;
  for (const line of lines) {
    const text = line.trimStart();
    if (MARKER.test(line)) marked = true;
    else if (PAIR.test(text) && !isSentence(text)) pairs++;
    else if (ITEM.test(text)) items++;
    // What is not indented has a name, or stands in brackets or quotes.
    else if (/^[^\s}\]"'?&!*]/.test(line) && !/:(?:\s|$)/.test(line)) return 0;
  }
  if (marked && pairs + items > 0) return 0.95;
  // A single line with a colon is a sentence or a header as well.
  if (pairs === 0) return marked ? 0.3 : 0;
  const share = (pairs + items) / lines.length;
  return Math.round(share * (lines.length > 1 ? 85 : 25)) / 100;
}

/** Whether the name of a pair has the end of a sentence in it, or its value ends as one. */
function isSentence(pair: string): boolean {
  const colon = pair.indexOf(":");
  const value = pair.slice(colon + 1).trim();
  const isPlain = !/^["'|>]/.test(value) && value.includes(" ");
  return /[.!?] /.test(pair.slice(0, colon)) || (isPlain && /[\p{L}\d][.!?]$/u.test(value));
}
