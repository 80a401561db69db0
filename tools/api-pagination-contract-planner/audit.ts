/** Reads captured pages, judges them and plans the reading of all. */
import { type Entry, fail } from "../_core/tool.ts";
import { readDocumentField, type DocumentWarning } from "../_lib/fields/document-field.ts";
import { valueOf } from "../_lib/json/tree/value.ts";
import { inputInvalid, outOfBounds } from "../_lib/results/input-invalid.ts";
import { byCodeUnit, parsePointer } from "../_lib/results/pointer.ts";
import { reviewOf } from "../_lib/results/review/findings.ts";
import { countedFindings, gated } from "../_lib/results/review/gate.ts";
import type { Input, Style, Value } from "../api-pagination-contract-planner.ts";
import { findItemsPath, idOf, itemsAt, pageSizeOf, totalOf } from "./figures.ts";
import { findingsOf, keyOf, type ReadPage } from "./findings.ts";
import { writeGenerator } from "./generator.ts";
import { type Page, pagesOf } from "./pages.ts";
import { planOf } from "./plan.ts";
import { fits, hasMore, hasTokens, nextOf } from "./style.ts";

export const STYLES = [
  "link",
  "odata",
  "relay",
  "jsonapi",
  "cursor",
  "next-url",
  "keyset",
  "page",
  "offset",
  "none",
] as const;

const MOST_PAGES = 200;

/** Judges the pages of the input, and plans how all are read. */
export function planPagination(input: Input) {
  const read = readDocumentField(input.pages, "/pages", ["array", "object"]);
  if (!read.ok) return fail(read.error);
  const pages = pagesOf(valueOf(read.root).value);
  if (pages.length > MOST_PAGES)
    return inputInvalid([outOfBounds("/pages", `${pages.length} pages`, `at most ${MOST_PAGES}`)]);
  const answered = pages.filter(({ status }) => status < 400);
  const style = styleOf(input.style, answered);
  if (style === undefined) return fail(styleMismatch(input.style));
  const itemsPath = input.itemsPath ?? findItemsPath(style, answered);
  const isFound =
    itemsPath !== undefined &&
    parsePointer(itemsPath) !== undefined &&
    answered.some(({ body }) => itemsAt(style, body, itemsPath) !== undefined);
  if (!isFound || itemsPath === undefined) return fail(itemsNotFound(input.itemsPath));
  const warnings = read.warnings.map((entry) => ({ ...entry, path: `/pages${entry.path ?? ""}` }));
  return report(input, { style, itemsPath, pages }, warnings);
}

function styleOf(asked: Input["style"], pages: readonly Page[]): Style | undefined {
  if (asked === "auto") return STYLES.find((style) => fits(style, pages)) ?? "none";
  return asked === "none" || fits(asked, pages) ? asked : undefined;
}

function styleMismatch(style: string): Entry<"STYLE_MISMATCH"> {
  const message = `Cannot read the pages as ${style}: found none of its fields, expected at least one`;
  return { code: "STYLE_MISMATCH", message, path: "/style" };
}

function itemsNotFound(asked: string | undefined): Entry<"ITEMS_NOT_FOUND"> {
  const where = asked === undefined ? "in the pages" : `at ${JSON.stringify(asked)}`;
  const message = `Cannot find the items: found no array of them ${where}, expected one`;
  return { code: "ITEMS_NOT_FOUND", message, path: asked === undefined ? "/pages" : "/itemsPath" };
}

interface Subject {
  readonly style: Style;
  readonly itemsPath: string;
  readonly pages: readonly Page[];
}

function readPage(
  page: Page,
  index: number,
  { style, itemsPath }: Subject,
  idField?: string,
): ReadPage {
  const path = `/pages/${index}`;
  if (page.status >= 400)
    return { page, path, items: [], ids: [], next: undefined, more: undefined, total: undefined };
  const items = itemsAt(style, page.body, itemsPath) ?? [];
  return {
    page,
    path,
    items,
    ids: items.map((item) => idOf(item, idField)),
    next: nextOf(style, page),
    more: hasMore(style, page),
    total: totalOf(page),
  };
}

function report(input: Input, subject: Subject, found: readonly Entry<DocumentWarning>[]) {
  const { style, itemsPath } = subject;
  const pages = subject.pages.map((page, index) => readPage(page, index, subject, input.idField));
  const answered = pages.filter(({ page }) => page.status < 400);
  const first = answered[0] as ReadPage;
  const pageSize = input.pageSize ?? pageSizeOf(first.page, first.items);
  // Some servers count only once, on the first page.
  const counting = answered.findLast((page) => page.total !== undefined);
  const total = input.total ?? counting?.total ?? null;
  const { uniqueItems, items, duplicates } = countItems(pages);
  const complete = isComplete(style, pages.at(-1), pageSize);
  const plan = planOf(input, { style, pageSize, total, first: first.page });
  const { maxRequests } = input;
  const review = reviewOf(
    findingsOf({ style, pages, pageSize, total, uniqueItems, complete, plan, maxRequests }),
  );
  const { findings, verdict, counts, valid } = review;
  const value: Value = {
    style,
    itemsPath,
    pageSize,
    total,
    findings,
    verdict,
    counts,
    duplicates,
    captured: { pages: pages.length, items, uniqueItems, complete },
    plan,
  };
  return gated(
    {
      output: writeGenerator({ style, itemsPath, pageSize, maxRequests, first: first.page }),
      value,
      valid,
      errors: review.errors,
      warnings: [...review.warnings, ...found],
      stats: { pages: pages.length, items, uniqueItems, requests: plan.requests },
    },
    {
      failOn: input.failOn,
      code: "API_PAGINATION_CONTRACT_PLANNER_FAILED",
      message: `Cannot rely on the pages: found ${countedFindings(counts)}, expected none`,
    },
    counts.warning,
  );
}

/** Items without an id are all different. */
function countItems(pages: readonly ReadPage[]) {
  const known = new Set<string>();
  const repeated = new Map<string, string | number>();
  let [items, nameless] = [0, 0];
  for (const id of pages.flatMap(({ ids }) => ids)) {
    items++;
    if (id === undefined) nameless++;
    else if (known.has(keyOf(id))) repeated.set(keyOf(id), id);
    else known.add(keyOf(id));
  }
  const duplicates = [...repeated.values()].toSorted((left, right) =>
    byCodeUnit(String(left), String(right)),
  );
  return { items, uniqueItems: known.size + nameless, duplicates };
}

/** Whether nothing comes behind the last page. */
function isComplete(style: Style, last: ReadPage | undefined, pageSize: number | null): boolean {
  if (last === undefined || last.page.status >= 400 || last.next !== undefined) return false;
  if (!hasTokens(style) && last.more === true) return false;
  if (last.more === false) return true;
  if (style === "relay" || style === "keyset") return false;
  return hasTokens(style) || last.items.length < (pageSize ?? 0);
}
