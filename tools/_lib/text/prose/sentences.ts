/** Where sentences end: after their marks, where something begins behind them that can begin one. */

export interface Range {
  /** UTF-16 offsets, the end exclusive. */
  readonly start: number;
  readonly end: number;
}

const ABBREVIATIONS: ReadonlySet<string> = new Set(
  (
    "e.g i.e etc vs mr mrs ms dr prof sr jr st no fig eq sec ch vol pp approx inc ltd co corp al " +
    "jan feb mar apr jun jul aug sep sept oct nov dec col capt lt sgt ave blvd dept univ eds est ca cf bzw usw " +
    "z.b d.h u.a nr bd hrsg tel ggf evtl inkl str vgl mme mlle sra srta"
  ).split(" "),
);

const CLOSING = `["'”’»)\\]}」』]*`;
// A run of marks is looked at from its beginning only: from each of its marks it would be seen to its end again.
const END = new RegExp(
  `(?<![.!?…])[.!?…]+${CLOSING}(?=\\s)|(?<![。！？])[。！？]+${CLOSING}`,
  "gu",
);
const BEGINNING = /\s*[\p{Lu}\p{Lt}\p{Lo}\p{N}"'“‘«([{「『]/uy;
const LONGEST_WORD = 40;

/** The sentences of a stretch of a text, without the white space around them. A line end alone ends none. */
export function sentencesIn(text: string, { start, end }: Range): Range[] {
  const sentences: Range[] = [];
  let from = start;
  END.lastIndex = start;
  for (let match = END.exec(text); match && match.index < end; match = END.exec(text)) {
    const behind = match.index + match[0].length;
    if (behind >= end || !isEnd(text, match.index, match[0], behind)) continue;
    addTrimmed(sentences, text, from, behind);
    from = behind;
  }
  addTrimmed(sentences, text, from, end);
  return sentences;
}

function isEnd(text: string, at: number, mark: string, behind: number): boolean {
  if (/^[。！？]/.test(mark)) return true;
  BEGINNING.lastIndex = behind;
  if (!BEGINNING.test(text)) return false;
  return !/^\.(?![.!?…])/.test(mark) || !isAbbreviated(text, at);
}

/** Words, too, unless a number follows: `no. 5`. */
const NUMBERED: ReadonlySet<string> = new Set(["no", "nr", "sec", "ch"]);

/** Whether the word before a full stop at `at` is one that has it anyway. */
export function isAbbreviated(text: string, at: number): boolean {
  const found =
    /(?<![^\s("'“‘[{])[^\s("'“‘[{]*$/.exec(text.slice(Math.max(0, at - LONGEST_WORD), at))?.[0] ??
    "";
  const word = found.toLowerCase();
  if (NUMBERED.has(word)) return /^\.\s{0,3}\d/.test(text.slice(at, at + 5));
  return /^\p{Lu}$/u.test(found) || found.includes(".") || ABBREVIATIONS.has(word);
}

function addTrimmed(ranges: Range[], text: string, start: number, end: number): void {
  const slice = text.slice(start, end);
  const trimmed = slice.trim();
  if (trimmed === "") return;
  const first = start + slice.indexOf(trimmed.charAt(0));
  ranges.push({ start: first, end: first + trimmed.length });
}
