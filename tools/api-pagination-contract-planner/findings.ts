/** What is wrong with the pages, and with reading on in their way. */
import { counted } from "../_lib/text/plural.ts";
import type { Finding } from "../_lib/results/review/findings.ts";
import { shortened } from "../_lib/text/shown.ts";
import type { Failure, Style, Value, Warning } from "../api-pagination-contract-planner.ts";
import { type Page, parameterIn } from "./pages.ts";
import { hasTokens } from "./style.ts";

type PageFinding = Finding<Failure, "error"> | Finding<Warning, "warning">;

/** A page with what was read of it. */
export interface ReadPage {
  readonly page: Page;
  readonly path: string;
  /** Empty for a page that failed. */
  readonly items: readonly unknown[];
  readonly ids: readonly (string | number | undefined)[];
  readonly next: string | undefined;
  readonly more: boolean | undefined;
  readonly total: number | undefined;
}

export interface Reading {
  readonly style: Style;
  readonly pages: readonly ReadPage[];
  readonly pageSize: number | null;
  readonly total: number | null;
  readonly uniqueItems: number;
  readonly complete: boolean;
  readonly plan: Value["plan"];
  readonly maxRequests: number;
}

function error(code: Failure, message: string, path?: string, subject?: string): PageFinding {
  return { code, severity: "error", message, ...placeOf(path, subject) };
}

function warning(code: Warning, message: string, path?: string): PageFinding {
  return { code, severity: "warning", message, ...placeOf(path) };
}

function placeOf(path?: string, subject?: string) {
  return { ...(path !== undefined && { path }), ...(subject !== undefined && { subject }) };
}

/** All that is found in what was read. */
export function findingsOf(reading: Reading): PageFinding[] {
  const answered = reading.pages.filter(({ page }) => page.status < 400);
  return [
    ...reading.pages
      .filter(({ page }) => page.status >= 400)
      .map(({ page, path }) =>
        error("PAGE_FAILED", `The page was answered with status ${page.status}`, path),
      ),
    ...repeatedItems(answered),
    ...repeatedCursors(answered),
    ...answered.flatMap((page) => flagFindings(reading.style, page)),
    ...sizeFindings(answered, reading.pageSize),
    ...totalFindings(answered, reading),
    ...wayFindings(reading),
  ];
}

/** 1 and "1" are different ids. */
export function keyOf(id: string | number): string {
  return JSON.stringify(id);
}

function repeatedItems(pages: readonly ReadPage[]): PageFinding[] {
  const known = new Set<string>();
  return pages.flatMap(({ path, ids }) =>
    ids.flatMap((id) => {
      if (id === undefined) return [];
      const key = keyOf(id);
      if (!known.has(key)) {
        known.add(key);
        return [];
      }
      const message = `The item ${shortened(key)} was seen before`;
      return [error("DUPLICATE_ITEM", message, path, String(id))];
    }),
  );
}

function repeatedCursors(pages: readonly ReadPage[]): PageFinding[] {
  const known = new Set<string>();
  return pages.flatMap(({ path, next }) => {
    if (next === undefined) return [];
    const isKnown = known.has(next);
    known.add(next);
    const message = `The next page ${shortened(JSON.stringify(next))} is one that an earlier page led to`;
    return isKnown ? [error("CURSOR_REPEATED", message, path)] : [];
  });
}

function flagFindings(style: Style, { path, items, next, more }: ReadPage): PageFinding[] {
  const found: PageFinding[] = [];
  const leadsOn = hasTokens(style) ? next !== undefined : more === true;
  if (hasTokens(style) && more === true && next === undefined)
    found.push(
      error("HAS_MORE_WITHOUT_NEXT", "The page says that there is more, and not where", path),
    );
  if (hasTokens(style) && more === false && next !== undefined)
    found.push(
      warning(
        "NEXT_WITHOUT_HAS_MORE",
        "The page says that there is no more, and where more is",
        path,
      ),
    );
  if (items.length === 0 && leadsOn)
    found.push(warning("EMPTY_PAGE_WITH_NEXT", "The page has no items and leads to another", path));
  return found;
}

function sizeFindings(pages: readonly ReadPage[], pageSize: number | null): PageFinding[] {
  if (pageSize === null) return [];
  return pages.flatMap(({ path, items: { length } }, index) => {
    const found = `The page has ${counted(length, "item")}, a full one ${pageSize}`;
    if (length > pageSize) return [warning("OVERSIZED_PAGE", found, path)];
    const isShort = length < pageSize && index < pages.length - 1;
    return isShort ? [warning("SHORT_PAGE", found, path)] : [];
  });
}

function totalFindings(pages: readonly ReadPage[], reading: Reading): PageFinding[] {
  const { total, uniqueItems, complete } = reading;
  const changes = pages.flatMap(({ path, total: now }, index) => {
    const before = pages[index - 1]?.total;
    if (before === undefined || now === undefined || before === now) return [];
    return [
      warning("TOTAL_CHANGED", `The total is ${now}, on the page before it was ${before}`, path),
    ];
  });
  const isWrong = complete && pages.length > 1 && total !== null && uniqueItems !== total;
  if (!isWrong) return changes;
  const message = `All pages hold ${counted(uniqueItems, "item")}, the total says ${total}`;
  return [...changes, error("TOTAL_MISMATCH", message, pages.at(-1)?.path)];
}

const SORT_PARAMETERS = [
  "sort",
  "order",
  "order_by",
  "orderBy",
  "sort_by",
  "sortBy",
  "$orderby",
  "ordering",
] as const;
const DEEP_OFFSET = 10_000;

function wayFindings(reading: Reading): PageFinding[] {
  const { style, pages, pageSize, total, plan, maxRequests } = reading;
  const found: PageFinding[] = [];
  if (
    plan.parallel &&
    pages.every(({ page }) => parameterIn(page.url, SORT_PARAMETERS) === undefined)
  )
    found.push(
      warning("ORDER_UNSTABLE", "No sort order is asked for, so that items may move between pages"),
    );
  const deepest = ((plan.pages ?? 1) - 1) * (pageSize ?? 0);
  if (plan.parallel && deepest > DEEP_OFFSET)
    found.push(warning("DEEP_OFFSET", `The last page skips ${counted(deepest, "item")}`));
  if (plan.pages !== null && plan.pages > maxRequests)
    found.push(
      warning(
        "PLAN_TRUNCATED",
        `There are ${counted(plan.pages, "page")}, and at most ${counted(maxRequests, "request")}`,
      ),
    );
  const isOpen =
    (plan.parallel || style === "none") &&
    total === null &&
    pages.every(({ more }) => more === undefined);
  if (isOpen)
    found.push(warning("TERMINATION_UNKNOWN", "Neither a total nor a flag says where the end is"));
  return found;
}
