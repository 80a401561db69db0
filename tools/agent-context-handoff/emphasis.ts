/** Markdown's emphasis, which says how a word is shown and nothing about what it means. */

/** A pair of marks around words; stars and underscores in names, products and globs are none. */
const PAIR =
  /(?<![\p{L}\p{N}_*/\\])(\*\*\*|\*\*|\*|__|_)(?=[\p{L}\p{N}"'“‘«([¿¡`_*])([^*_]*[^*_\s/])\1(?![\p{L}\p{N}_*/])/gu;
const CODE = /(`[^`]*`)/;
/** Emphasis within emphasis is taken off from the inside out. */
const DEEPEST = 3;

/** The text without the marks of emphasis; code stays as it is. */
export function withoutEmphasis(text: string): string {
  if (!/[*_]/.test(text)) return text;
  const parts = text.split(CODE).map((part, at) => (at % 2 === 1 ? part : plain(part)));
  return parts.join("");
}

function plain(text: string): string {
  let shown = text;
  for (let round = 0; round < DEEPEST; round++) shown = shown.replace(PAIR, "$2");
  return shown;
}
