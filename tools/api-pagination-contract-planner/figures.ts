/** Items, page size and total, as pages and their addresses say them. */
import { isObject } from "../_lib/json/tree/members.ts";
import { appendPointer, parsePointer } from "../_lib/results/pointer.ts";
import type { Style } from "../api-pagination-contract-planner.ts";
import { isCount, memberIn, type Page, parameterIn } from "./pages.ts";
import { connectionIn } from "./style.ts";

const ITEM_KEYS = [
  "data",
  "items",
  "results",
  "records",
  "entries",
  "values",
  "value",
  "edges",
  "nodes",
  "list",
  "rows",
  "content",
  "hits",
] as const;

/** Pointer of the items; undefined where no body holds an array. */
export function findItemsPath(style: Style, pages: readonly Page[]): string | undefined {
  for (const { body } of pages) {
    const path = style === "relay" ? connectionPath(body) : undefined;
    const found = path ?? itemsPathIn(body);
    if (found !== undefined) return found;
  }
  return undefined;
}

function connectionPath(body: unknown): string | undefined {
  const connection = connectionIn(body);
  return connection?.tokens.reduce((pointer, token) => appendPointer(pointer, token), "");
}

function itemsPathIn(body: unknown): string | undefined {
  if (Array.isArray(body)) return "";
  if (!isObject(body)) return undefined;
  const named = ITEM_KEYS.find((name) => Object.hasOwn(body, name) && Array.isArray(body[name]));
  if (named !== undefined) return `/${named}`;
  const [only, ...others] = Object.keys(body).filter((key) => Array.isArray(body[key]));
  return only === undefined || others.length > 0 ? undefined : appendPointer("", only);
}

/** The items at the pointer, those of edges without what surrounds them; undefined where no array is there. */
export function itemsAt(
  style: Style,
  body: unknown,
  itemsPath: string,
): readonly unknown[] | undefined {
  let found: unknown = body;
  for (const token of parsePointer(itemsPath) ?? [])
    found =
      (isObject(found) || Array.isArray(found)) && Object.hasOwn(found, token)
        ? (found as Record<string, unknown>)[token]
        : undefined;
  if (!Array.isArray(found)) return undefined;
  const isEdges = style === "relay" && itemsPath.endsWith("/edges");
  return isEdges ? found.map((edge: unknown) => (isObject(edge) ? edge["node"] : edge)) : found;
}

const SIZE_PARAMETERS = [
  "limit",
  "per_page",
  "perPage",
  "page_size",
  "pageSize",
  "size",
  "$top",
  "first",
  "max_results",
  "maxResults",
  "take",
  "page[size]",
  "page[limit]",
] as const;
const SIZE_KEYS = ["per_page", "perPage", "page_size", "pageSize", "limit", "size"] as const;

/** Null where the first page has neither a size nor items. */
export function pageSizeOf(page: Page, items: readonly unknown[]): number | null {
  const asked = parameterIn(page.url, SIZE_PARAMETERS)?.value ?? "";
  if (/^[1-9]\d{0,8}$/.test(asked)) return Number(asked);
  const said = memberIn(page.body, SIZE_KEYS, (value) => isCount(value) && value > 0)?.value;
  return (said as number | undefined) ?? (items.length || null);
}

const TOTAL_KEYS = [
  "total",
  "total_count",
  "totalCount",
  "total_results",
  "totalResults",
  "totalElements",
  "total_items",
  "totalItems",
  "@odata.count",
  "count",
] as const;

export function totalOf({ body, headers }: Page): number | undefined {
  const said = memberIn(body, TOTAL_KEYS, isCount)?.value;
  if (said !== undefined) return said as number;
  const counted = /^\s*(\d{1,15})\s*$/.exec(headers.get("x-total-count") ?? "")?.[1];
  const range = /\/\s*(\d{1,15})\s*$/.exec(headers.get("content-range") ?? "")?.[1];
  const text = counted ?? range;
  return text === undefined ? undefined : Number(text);
}

const ID_KEYS = ["id", "_id", "uuid", "key"] as const;

/** Of an object; undefined where it has none. */
export function idOf(item: unknown, idField: string | undefined): string | number | undefined {
  if (!isObject(item)) return undefined;
  const name = idField ?? ID_KEYS.find((key) => Object.hasOwn(item, key));
  const id = name !== undefined && Object.hasOwn(item, name) ? item[name] : undefined;
  return typeof id === "string" || typeof id === "number" ? id : undefined;
}
