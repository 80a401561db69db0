/** Two texts line by line, aligned: what is in both, what only in one, and the words that changed within lines. */
import { commonSubsequence } from "../../../tools/_lib/algorithms/longest-common-subsequence.ts";

/** A part of a line, from its first character to behind its last. */
export type Span = readonly [from: number, to: number];

export interface Side {
  /** From 1. */
  readonly line: number;
  readonly text: string;
  /** What differs from the line that it stands for; none where the two have little in common. */
  readonly marks: readonly Span[];
}

/** One side is missing where the line stands for none of the other text. */
export interface DiffRow {
  readonly isSame: boolean;
  readonly before: Side | undefined;
  readonly after: Side | undefined;
}

/** Texts with more lines are not compared: it costs the product of the two. */
export const MOST_LINES = 4000;

export function diffOf(before: string, after: string): readonly DiffRow[] {
  const [left, right] = [linesOf(before), linesOf(after)];
  const matches = common(left, right);
  const rows: DiffRow[] = [];
  let [index, at] = [0, 0];
  while (index < left.length || at < right.length) {
    let end = index;
    while (end < left.length && matches[end] === -1) end++;
    const next = end < left.length ? (matches[end] ?? right.length) : right.length;
    rows.push(...changed(left, right, [index, end], [at, next]));
    [index, at] = [end, next];
    if (index < left.length) {
      const text = left[index] ?? "";
      rows.push({
        isSame: true,
        before: { line: ++index, text, marks: [] },
        after: { line: ++at, text, marks: [] },
      });
    }
  }
  return rows;
}

function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

function common(left: readonly string[], right: readonly string[]): Int32Array {
  const ids = new Map<string, number>();
  const idOf = (text: string): number => {
    const id = ids.get(text) ?? ids.size;
    ids.set(text, id);
    return id;
  };
  return commonSubsequence(left.map(idOf), right.map(idOf), () => {});
}

/** Lines between two that are the same: those that stand for one another are a row, and show which words differ. */
function changed(
  left: readonly string[],
  right: readonly string[],
  [from, to]: Span,
  [start, end]: Span,
): DiffRow[] {
  const rows: DiffRow[] = [];
  let [index, at] = [from, start];
  const single = (texts: readonly string[], line: number): Side => ({
    line: line + 1,
    text: texts[line] ?? "",
    marks: [],
  });
  /** Lines that stand for none share a row where they stand side by side. */
  const loose = (until: number, next: number): void => {
    while (index < until || at < next) {
      const before = index < until ? single(left, index++) : undefined;
      const after = at < next ? single(right, at++) : undefined;
      rows.push({ isSame: false, before, after });
    }
  };
  for (const [one, other] of pairsOf(left.slice(from, to), right.slice(start, end))) {
    loose(from + one, start + other);
    const [text, opposite] = [left[index] ?? "", right[at] ?? ""];
    const [marks, others] = differing(text, opposite);
    rows.push({
      isSame: false,
      before: { line: ++index, text, marks },
      after: { line: ++at, text: opposite, marks: others },
    });
  }
  loose(to, end);
  return rows;
}

/** More pairs are not weighed. */
const MOST_PAIRS = 2500;

/** Which lines stand for one another, in order: as many as there are in both, else those that are most alike. */
function pairsOf(left: readonly string[], right: readonly string[]): readonly Span[] {
  if (left.length === right.length) return left.map((_, index) => [index, index]);
  const width = right.length + 1;
  if (left.length * right.length > MOST_PAIRS) return [];
  const words = [left, right].map((lines) =>
    lines.map((line) => countsOf(wordsOf(line.slice(0, LONGEST_LINE)))),
  );
  const alike = (index: number, at: number): number =>
    likeness(words[0]?.[index] ?? new Map(), words[1]?.[at] ?? new Map());
  // The best sum for all pairs of suffixes.
  const best = new Float64Array((left.length + 1) * width);
  const sumAt = (index: number, at: number): number => best[index * width + at] ?? 0;
  for (let index = left.length - 1; index >= 0; index--) {
    for (let at = right.length - 1; at >= 0; at--) {
      const sum = alike(index, at) + sumAt(index + 1, at + 1);
      best[index * width + at] = Math.max(sum, sumAt(index + 1, at), sumAt(index, at + 1));
    }
  }
  const pairs: Span[] = [];
  for (let [index, at] = [0, 0]; index < left.length && at < right.length;) {
    const sum = sumAt(index, at);
    if (sum === sumAt(index + 1, at)) index++;
    else if (sum === sumAt(index, at + 1)) at++;
    else pairs.push([index++, at++]);
  }
  return pairs;
}

function countsOf(words: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) {
    if (word.trim() !== "") counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

const LEAST_ALIKE = 0.5;

/** The share of words that two lines have in common; 0 where it is small. */
function likeness(left: ReadonlyMap<string, number>, right: ReadonlyMap<string, number>): number {
  let [shared, all] = [0, 0];
  for (const [word, count] of left) {
    shared += Math.min(count, right.get(word) ?? 0);
    all += count;
  }
  for (const count of right.values()) all += count;
  const share = all === 0 ? 0 : (2 * shared) / all;
  return share < LEAST_ALIKE ? 0 : share;
}

function wordsOf(line: string): readonly string[] {
  return line.match(/[\p{L}\p{N}\p{M}_]+|\s+|[^]/gu) ?? [];
}

/** Longer lines show only from where to where they differ. */
const LONGEST_LINE = 4000;

function differing(
  left: string,
  right: string,
): readonly [left: readonly Span[], right: readonly Span[]] {
  if (Math.max(left.length, right.length) > LONGEST_LINE) return between(left, right);
  const [words, others] = [wordsOf(left), wordsOf(right)];
  const matches = common(words, others);
  const isKept = new Uint8Array(words.length);
  const isFound = new Uint8Array(others.length);
  let shared = 0;
  for (const [index, at] of matches.entries()) {
    if (at === -1) continue;
    isKept[index] = isFound[at] = 1;
    shared += words[index]?.trim().length ?? 0;
  }
  const most = Math.min(left.replace(/\s/g, "").length, right.replace(/\s/g, "").length);
  return shared * 3 < most ? [[], []] : [marksOf(words, isKept), marksOf(others, isFound)];
}

/** Words that are not kept, those together that only white space parts. */
function marksOf(words: readonly string[], isKept: Uint8Array): readonly Span[] {
  const marks: Span[] = [];
  let start = 0;
  let gap = "x";
  for (const [index, word] of words.entries()) {
    const end = start + word.length;
    if (isKept[index] === 1) gap += word;
    else {
      const last = marks.at(-1);
      if (last && gap.trim() === "") marks[marks.length - 1] = [last[0], end];
      else marks.push([start, end]);
      gap = "";
    }
    start = end;
  }
  return marks;
}

/** Between the beginning and the end that both have. */
function between(
  left: string,
  right: string,
): readonly [left: readonly Span[], right: readonly Span[]] {
  const most = Math.min(left.length, right.length);
  let start = 0;
  while (start < most && left[start] === right[start]) start++;
  let end = 0;
  while (end < most - start && left.at(-1 - end) === right.at(-1 - end)) end++;
  if ((start + end) * 3 < most) return [[], []];
  const spanOf = ({ length }: string): readonly Span[] =>
    start < length - end ? [[start, length - end]] : [];
  return [spanOf(left), spanOf(right)];
}

export interface DiffPart {
  /** The place of its first row among all. */
  readonly start: number;
  readonly rows: readonly DiffRow[];
  /** They are the same, and far from any that differ. */
  readonly isFolded: boolean;
}

/** Equal lines around a difference that stay in sight. */
const AROUND = 3;
const LEAST_FOLDED = 4;

export function partsOf(rows: readonly DiffRow[]): readonly DiffPart[] {
  const isNear = new Uint8Array(rows.length);
  for (const [index, { isSame }] of rows.entries()) {
    if (!isSame) isNear.fill(1, Math.max(0, index - AROUND), index + AROUND + 1);
  }
  const parts: DiffPart[] = [];
  for (let start = 0, end = 0; start < rows.length; start = end) {
    while (end < rows.length && isNear[end] === isNear[start]) end++;
    const isFolded = isNear[start] === 0 && end - start >= LEAST_FOLDED;
    parts.push({ start, rows: rows.slice(start, end), isFolded });
  }
  return parts;
}

export interface Line extends Side {
  readonly kind: "same" | "removed" | "added";
  /** Of a line that is the same, its number in the later text. */
  readonly after?: number | undefined;
}

/** The rows as one column: of lines that differ, first all of the earlier text. */
export function columnOf(rows: readonly DiffRow[]): readonly Line[] {
  const lines: Line[] = [];
  const added: Line[] = [];
  for (const { isSame, before, after } of rows) {
    if (isSame) lines.push(...added.splice(0));
    if (before) {
      const kind = isSame ? "same" : "removed";
      lines.push({ ...before, kind, after: isSame ? after?.line : undefined });
    }
    if (after && !isSame) added.push({ ...after, kind: "added" });
  }
  return [...lines, ...added];
}

const SIGNS = { same: " ", removed: "-", added: "+" } as const;

/** The difference in the unified format of diff(1). */
export function unifiedOf(rows: readonly DiffRow[]): string {
  const hunks: string[] = [];
  let [before, after] = [1, 1];
  for (const hunk of hunksOf(rows)) {
    const lines = columnOf(hunk.rows);
    const olds = lines.filter(({ kind }) => kind !== "added").length;
    const news = lines.filter(({ kind }) => kind !== "removed").length;
    if (hunk.isShown) {
      const range = (line: number, count: number): string =>
        `${count === 0 ? line - 1 : line},${count}`;
      hunks.push(
        `@@ -${range(before, olds)} +${range(after, news)} @@`,
        ...lines.map(({ kind, text }) => SIGNS[kind] + text),
      );
    }
    before += olds;
    after += news;
  }
  return hunks.length === 0 ? "" : `${["--- before", "+++ after", ...hunks].join("\n")}\n`;
}

/** Parts in sight that follow one another are one hunk; equal lines far from a difference are none. */
function hunksOf(
  rows: readonly DiffRow[],
): readonly { readonly rows: readonly DiffRow[]; readonly isShown: boolean }[] {
  const hunks: { rows: DiffRow[]; isShown: boolean }[] = [];
  for (const { rows: own, isFolded, start } of partsOf(rows)) {
    const isEdge = start === 0 || start + own.length === rows.length;
    const isShown = !isFolded && !(isEdge && own.every(({ isSame }) => isSame));
    const last = hunks.at(-1);
    if (last?.isShown === isShown) last.rows.push(...own);
    else hunks.push({ rows: [...own], isShown });
  }
  return hunks;
}
