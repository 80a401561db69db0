/**
 * Which pages of a document a text names, and in which order: `1-3,5`, `z-1`, `r2`, `odd`. What qpdf reads means the
 * same here; `-b`, `a-`, `all`, `odd` and `even` are read as well.
 */

/** Pages that follow each other, `step` apart; downwards where the first is the larger one. */
export interface PageSpan {
  readonly first: number;
  readonly last: number;
  readonly step: 1 | 2;
}

export interface PageRangeProblem {
  readonly code: "PAGE_RANGE_SYNTAX" | "PAGE_OUT_OF_RANGE";
  /** As it is written, without the blanks around it. */
  readonly item: string;
}

export type PageRange = readonly PageSpan[] | PageRangeProblem;

export function isProblem(range: PageRange): range is PageRangeProblem {
  return "code" in range;
}

/** The spans that the text names of a document with so many pages; or its first item that names none. */
export function readPageRange(text: string, pages: number): PageRange {
  const spans: PageSpan[] = [];
  for (const written of text.split(",")) {
    const item = written.trim();
    const read = readItem(item, pages);
    if (typeof read === "string") return { code: read, item };
    spans.push(read);
  }
  return spans;
}

function readItem(item: string, pages: number): PageSpan | PageRangeProblem["code"] {
  if (item === "all") return { first: 1, last: pages, step: 1 };
  if (item === "odd") return { first: 1, last: pages, step: 2 };
  if (item === "even") return pages < 2 ? "PAGE_OUT_OF_RANGE" : { first: 2, last: pages, step: 2 };
  const [from = "", to = from, ...others] = item.split("-").map((side) => side.trim());
  if (others.length > 0 || (from === "" && to === "")) return "PAGE_RANGE_SYNTAX";
  const first = from === "" ? 1 : readPage(from, pages);
  const last = to === "" ? pages : readPage(to, pages);
  if (first === undefined || last === undefined) return "PAGE_RANGE_SYNTAX";
  const isThere = (page: number) => page >= 1 && page <= pages;
  return isThere(first) && isThere(last) ? { first, last, step: 1 } : "PAGE_OUT_OF_RANGE";
}

/** Undefined for what names no page; a page that the document lacks is named all the same. */
function readPage(text: string, pages: number): number | undefined {
  if (text === "z") return pages;
  const [, fromEnd, digits] = /^(r?)(\d+)$/.exec(text) ?? [];
  if (digits === undefined) return undefined;
  return fromEnd === "r" ? pages + 1 - Number(digits) : Number(digits);
}

export function countPages(spans: readonly PageSpan[]): number {
  let count = 0;
  for (const { first, last, step } of spans) count += Math.floor(Math.abs(last - first) / step) + 1;
  return count;
}

export function* pagesOf(spans: Iterable<PageSpan>): Generator<number> {
  for (const { first, last, step } of spans) {
    const direction = first > last ? -step : step;
    const count = countPages([{ first, last, step }]);
    for (let index = 0; index < count; index++) yield first + direction * index;
  }
}

/** The shortest text for pages in their order; neighbours that rise or fall by one are joined. */
export function writePageRange(pages: readonly number[]): string {
  const items: string[] = [];
  for (let start = 0; start < pages.length;) {
    const end = endOfRun(pages, start);
    items.push(end === start ? `${pages[start]}` : `${pages[start]}-${pages[end]}`);
    start = end + 1;
  }
  return items.join(",");
}

/** The last place of the numbers from `start` on that all rise, or all fall, by one as the first two of them do. */
export function endOfRun(numbers: readonly number[], start: number): number {
  const stepAt = (place: number) => (numbers[place + 1] ?? Number.NaN) - (numbers[place] ?? 0);
  const step = stepAt(start);
  if (Math.abs(step) !== 1) return start;
  let end = start;
  while (stepAt(end) === step) end++;
  return end;
}
