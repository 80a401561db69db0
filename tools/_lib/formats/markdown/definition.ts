/** What a link says in its brackets or a definition behind its label, by CommonMark 0.31.2, section 6.3. */
const DEEPEST_PARENTHESES = 32;
const LONGEST_LABEL = 999;
const PUNCTUATION = /[!-/:-@[-`{-~]/;

export interface Definition {
  /** As it is compared: case folded, white space collapsed. */
  readonly label: string;
  /** Where the title begins; the end where there is none. */
  readonly titleFrom: number;
  readonly to: number;
}

/** Labels that match are equal after this. */
export function normaliseLabel(label: string): string {
  const folded = label.trim().toLowerCase().toUpperCase();
  return /[ \t\n]/.test(folded) ? folded.split(/[ \t\n]+/).join(" ") : folded;
}

export function isFootnoteLabel(label: string): boolean {
  return /^\^[^\s[\]]+$/.test(label);
}

/** Where the label that `[` at `from` begins ends, behind its `]`; -1 where it is none. */
export function labelEnd(text: string, from: number): number {
  const last = Math.min(text.length, from + LONGEST_LABEL + 2);
  for (let index = from + 1; index < last; index++) {
    const char = text[index];
    if (char === "\\") index++;
    else if (char === "[") return -1;
    else if (char === "]") return index + 1;
  }
  return -1;
}

/** The definition at `from`, which may be indented; undefined where none is there. */
export function readDefinition(text: string, from: number): Definition | undefined {
  const start = skipBlanks(text, from);
  if (text[start] !== "[") return undefined;
  const end = labelEnd(text, start);
  if (end === -1 || text[end] !== ":") return undefined;
  const raw = text.slice(start + 1, end - 1);
  if (raw.trim() === "" || isFootnoteLabel(raw)) return undefined;
  const destinationFrom = skipSpace(text, end + 1);
  const destinationTo = destinationEnd(text, destinationFrom);
  if (destinationTo === -1 || destinationTo === destinationFrom) return undefined;
  const label = normaliseLabel(raw);
  const titleFrom = skipSpace(text, destinationTo);
  const titleTo = titleFrom > destinationTo ? titleEnd(text, titleFrom) : -1;
  if (titleTo !== -1) {
    const to = lineEnd(text, titleTo);
    if (to !== -1) return { label, titleFrom, to };
  }
  const to = lineEnd(text, destinationTo);
  return to === -1 ? undefined : { label, titleFrom: to, to };
}

/** The end of `(destination "title")` behind a link text, whose `(` is at `from`; -1 where it is none. */
export function resourceEnd(text: string, from: number): number {
  const destinationFrom = skipSpace(text, from + 1);
  const destinationTo = destinationEnd(text, destinationFrom);
  if (destinationTo === -1) return -1;
  const titleFrom = skipSpace(text, destinationTo);
  const titleTo = titleFrom > destinationTo ? titleEnd(text, titleFrom) : -1;
  const end = skipSpace(text, titleTo === -1 ? destinationTo : titleTo);
  return text[end] === ")" ? end + 1 : -1;
}

/** Spaces, tabs and at most one line end. */
function skipSpace(text: string, from: number): number {
  const index = skipBlanks(text, from);
  return text[index] === "\n" ? skipBlanks(text, index + 1) : index;
}

function skipBlanks(text: string, from: number): number {
  let index = from;
  while (text[index] === " " || text[index] === "\t") index++;
  return index;
}

/** The end of the line if only blanks are left on it, else -1. */
function lineEnd(text: string, from: number): number {
  const index = skipBlanks(text, from);
  return index >= text.length || text[index] === "\n" ? index : -1;
}

function destinationEnd(text: string, from: number): number {
  if (text[from] === "<") return pointedEnd(text, from);
  let depth = 0;
  let index = from;
  for (; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit <= 32 || unit === 127) break;
    if (unit === 92 && PUNCTUATION.test(text[index + 1] ?? "")) index++;
    else if (unit === 40 && ++depth > DEEPEST_PARENTHESES) return -1;
    else if (unit === 41 && --depth < 0) return index;
  }
  return depth === 0 ? index : -1;
}

/** The end of `<destination>`, which is on one line. */
function pointedEnd(text: string, from: number): number {
  for (let index = from + 1; index < text.length; index++) {
    const char = text[index];
    if (char === ">") return index + 1;
    if (char === "<" || char === "\n") return -1;
    if (char === "\\" && PUNCTUATION.test(text[index + 1] ?? "")) index++;
  }
  return -1;
}

function titleEnd(text: string, from: number): number {
  const quote = text[from];
  if (quote !== '"' && quote !== "'" && quote !== "(") return -1;
  const closer = quote === "(" ? ")" : quote;
  for (let index = from + 1; index < text.length; index++) {
    const char = text[index];
    if (char === "\\") index++;
    else if (char === closer) return index + 1;
    else if (char === "(" && quote === "(") return -1;
  }
  return -1;
}
