/** What stands between quotation marks in a text; of quotations in one another, the outer one. */
import type { Range } from "../_lib/text/prose/sentences.ts";

/** Each closing mark with the marks that open what it closes, the first choice first. */
const OPENERS: Readonly<Record<string, readonly string[]>> = {
  "”": ["“", "„"],
  "“": ["„"],
  "»": ["«"],
  "」": ["「"],
};

const TOKEN = /`+|["“”„«»「」]|(?:\r\n|\n|\r(?!\n))[ \t]*(?:\r\n|\n|\r)/g;

const DIGIT = /\d/;

/** The stretches between a mark and its counterpart, without the marks; none goes across a blank line or out of code. */
export function quotedIn(text: string, { start, end }: Range): Range[] {
  const ranges: Range[] = [];
  let paragraph: Mark[] = [];
  const finish = () => {
    for (const pair of outerPairs(paragraph)) ranges.push(pair);
    paragraph = [];
  };
  for (const mark of marksIn(text, start, end)) {
    if (/^\s/.test(mark.text)) finish();
    else paragraph.push(mark);
  }
  finish();
  return ranges;
}

interface Mark {
  readonly text: string;
  readonly at: number;
  /** Not behind a digit, as the mark of inches is. */
  readonly mayOpen: boolean;
}

/** Marks and blank lines outside of code. */
function marksIn(text: string, start: number, end: number): Mark[] {
  const tokens: Mark[] = [];
  TOKEN.lastIndex = start;
  for (let match = TOKEN.exec(text); match && match.index < end; match = TOKEN.exec(text)) {
    const mayOpen = match[0] !== '"' || !DIGIT.test(text.charAt(match.index - 1));
    tokens.push({ text: match[0], at: match.index, mayOpen });
  }
  const closing = closingTicks(tokens);
  const marks: Mark[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Mark;
    if (!token.text.startsWith("`")) marks.push(token);
    else at = closing.get(at) ?? at;
  }
  return marks;
}

/** For each run of backticks the next one of its length in the paragraph, which ends the code that it begins. */
function closingTicks(tokens: readonly Mark[]): ReadonlyMap<number, number> {
  const closing = new Map<number, number>();
  const next = new Map<number, number>();
  for (let at = tokens.length - 1; at >= 0; at--) {
    const { text } = tokens[at] as Mark;
    if (/^\s/.test(text)) next.clear();
    if (!text.startsWith("`")) continue;
    const end = next.get(text.length);
    if (end !== undefined) closing.set(at, end);
    next.set(text.length, at);
  }
  return closing;
}

/** Goes from mark to mark and, where one has a counterpart, on behind that. */
function outerPairs(marks: readonly Mark[]): Range[] {
  const closing = counterparts(marks);
  const pairs: Range[] = [];
  for (let at = 0; at < marks.length; at++) {
    const end = closing[at] ?? 0;
    if (end === 0) continue;
    pairs.push({ start: placeOf(marks[at]) + 1, end: placeOf(marks[end]) });
    at = end;
  }
  return pairs;
}

function placeOf(mark: Mark | undefined): number {
  return mark?.at ?? 0;
}

/** For each mark that opens a quotation the one that closes it; 0 for all others. */
function counterparts(marks: readonly Mark[]): Int32Array {
  const closing = new Int32Array(marks.length);
  const open = new Map<string, number[]>();
  let straight: number | undefined;
  for (let at = 0; at < marks.length; at++) {
    const { text, mayOpen } = marks[at] as Mark;
    if (text === '"') {
      if (straight !== undefined) closing[straight] = at;
      straight = mayOpen ? at : undefined;
      continue;
    }
    const starts = OPENERS[text]?.map((opener) => open.get(opener)).find((list) => list?.length);
    const start = starts?.pop();
    if (start === undefined) open.set(text, pushed(open.get(text), at));
    else closing[start] = at;
  }
  return closing;
}

function pushed(list: number[] | undefined, item: number): number[] {
  list?.push(item);
  return list ?? [item];
}
