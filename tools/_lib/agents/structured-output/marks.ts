/** A span of a text, the end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What is taken away around a value, and nothing of the value itself. */
export const EXTRACTIONS = [
  "PROSE_REMOVED",
  "FENCE_REMOVED",
  "TAG_REMOVED",
  "REASONING_REMOVED",
] as const;

export type Extraction = (typeof EXTRACTIONS)[number];

/** A span that goes when a value is taken out, and as what. */
export interface Mark extends Span {
  readonly code: Extraction;
}

const CLOSING_TAG = /<\/([a-z_]{1,10})\s{0,20}>/gi;
const FENCE_LINE = /^[ \t]*(`{3,}|~{3,})[ \t]*$/gm;

/** A line that holds nothing but a fence. */
interface FenceLine extends Span {
  readonly fence: string;
}

/** What closes tags and fences, read once, so that thousands that never close cost no more than a few. */
export class Closings {
  readonly #text: string;
  #tags: ReadonlyMap<string, readonly Span[]> | undefined;
  #fences: readonly FenceLine[] | undefined;
  /** For a fence's character, the shortest length for which a search went to the end in vain, and from where. */
  readonly #inVain = new Map<string, { readonly length: number; readonly from: number }>();

  constructor(text: string) {
    this.#text = text;
  }

  /** The first closing tag of the name, in any letter case, from the offset on. */
  tag(name: string, from: number): Span | undefined {
    this.#tags ??= closingTags(this.#text);
    const spans = this.#tags.get(name.toLowerCase()) ?? [];
    return spans[firstFrom(spans, from)];
  }

  /** The first line from the offset on that closes a fence: the same character, and at least as many of them. */
  fence(opening: string, from: number): Span | undefined {
    const character = opening.charAt(0);
    const vain = this.#inVain.get(character);
    if (vain !== undefined && vain.length <= opening.length && vain.from <= from) return undefined;
    this.#fences ??= fenceLines(this.#text);
    for (let index = firstFrom(this.#fences, from); index < this.#fences.length; index++) {
      const line = this.#fences[index] as FenceLine;
      if (line.fence.startsWith(opening)) return line;
    }
    this.#inVain.set(character, { length: opening.length, from });
    return undefined;
  }
}

function closingTags(text: string): ReadonlyMap<string, readonly Span[]> {
  const tags = new Map<string, Span[]>();
  for (const match of text.matchAll(CLOSING_TAG)) {
    const name = (match[1] ?? "").toLowerCase();
    const span = { start: match.index, end: match.index + match[0].length };
    const spans = tags.get(name);
    if (spans === undefined) tags.set(name, [span]);
    else spans.push(span);
  }
  return tags;
}

function fenceLines(text: string): readonly FenceLine[] {
  return Array.from(text.matchAll(FENCE_LINE), (match) => {
    const fence = match[1] ?? "";
    const start = match.index + match[0].indexOf(fence);
    return { start, end: start + fence.length, fence };
  });
}

/** The index of the first span that begins at the offset or behind it. */
function firstFrom(spans: readonly Span[], from: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle] as Span).start < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The span without JSON's white space at its ends. */
export function trimmed(text: string, { start, end }: Span): Span {
  let from = start;
  while (from < end && isSpace(text.charCodeAt(from))) from++;
  let to = end;
  while (to > from && isSpace(text.charCodeAt(to - 1))) to--;
  return { start: from, end: to };
}

function isSpace(unit: number): boolean {
  return unit === 32 || unit === 10 || unit === 13 || unit === 9;
}
