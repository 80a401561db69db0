/** How pages lead to one another. */
import { isObject } from "../_lib/json/tree/members.ts";
import type { Style } from "../api-pagination-contract-planner.ts";
import { type Member, memberIn, type Page, parameterIn } from "./pages.ts";

const CURSOR_KEYS = [
  "next_cursor",
  "nextCursor",
  "next_page_token",
  "nextPageToken",
  "continuation_token",
  "continuationToken",
  "next_token",
  "nextToken",
  "NextToken",
  "end_cursor",
  "endCursor",
  "cursor",
  "after",
] as const;
const HAS_MORE_KEYS = ["has_more", "hasMore"] as const;
const PAGE_PARAMETERS = ["page", "page[number]", "pageNumber", "page_number", "p"] as const;
const PAGE_KEYS = [
  "page",
  "current_page",
  "currentPage",
  "total_pages",
  "totalPages",
  "last_page",
  "pageNumber",
] as const;
const OFFSET_PARAMETERS = ["offset", "skip", "start", "$skip", "page[offset]"] as const;
const OFFSET_KEYS = ["offset", "skip", "start"] as const;

export interface Connection {
  /** Pointer tokens of the edges or nodes. */
  readonly tokens: readonly string[];
  readonly hasEdges: boolean;
  readonly hasNextPage: boolean;
  readonly endCursor: unknown;
}

const DEEPEST = 5;

/** The first connection of Relay, from the outside in. */
export function connectionIn(body: unknown): Connection | undefined {
  let level: (readonly [data: unknown, tokens: readonly string[]])[] = [[body, []]];
  for (let depth = 0; depth <= DEEPEST; depth++) {
    const next: typeof level = [];
    for (const [data, tokens] of level) {
      if (!isObject(data)) continue;
      const { pageInfo, edges, nodes } = data;
      const hasList = Array.isArray(edges) || Array.isArray(nodes);
      if (hasList && isObject(pageInfo) && typeof pageInfo["hasNextPage"] === "boolean") {
        const hasEdges = Array.isArray(edges);
        const { hasNextPage, endCursor } = pageInfo;
        return {
          tokens: [...tokens, hasEdges ? "edges" : "nodes"],
          hasEdges,
          hasNextPage,
          endCursor,
        };
      }
      for (const [key, value] of Object.entries(data)) next.push([value, [...tokens, key]]);
    }
    level = next;
  }
  return undefined;
}

const isBoolean = (value: unknown) => typeof value === "boolean";

/** In the body itself it may be null, which is the end; elsewhere it has to look like an address. */
export function nextUrlIn(body: unknown): Member | undefined {
  if (!isObject(body)) return undefined;
  const { next } = body;
  if (Object.hasOwn(body, "next") && (next === null || typeof next === "string"))
    return { name: "next", value: next, tokens: ["next"] };
  return memberIn(body, ["next"], (value) => typeof value === "string" && /[/?]/.test(value));
}

const FITS: Readonly<Record<Style, (page: Page) => boolean>> = {
  link: ({ links }) => links.some(({ rels }) => rels.includes("next")),
  odata: ({ body }) =>
    isObject(body) &&
    (Object.hasOwn(body, "@odata.nextLink") || Object.hasOwn(body, "@odata.count")),
  relay: ({ body }) => connectionIn(body) !== undefined,
  jsonapi: ({ body }) =>
    isObject(body) &&
    isObject(body["links"]) &&
    Object.hasOwn(body["links"], "next") &&
    Array.isArray(body["data"]),
  cursor: ({ body }) => cursorIn(body) !== undefined,
  "next-url": ({ body }) => nextUrlIn(body) !== undefined,
  keyset: ({ body }) => memberIn(body, HAS_MORE_KEYS, isBoolean) !== undefined,
  page: ({ url, body }) =>
    parameterIn(url, PAGE_PARAMETERS) !== undefined ||
    memberIn(body, PAGE_KEYS, Number.isInteger) !== undefined,
  offset: ({ url, body }) =>
    parameterIn(url, OFFSET_PARAMETERS) !== undefined ||
    memberIn(body, OFFSET_KEYS, Number.isInteger) !== undefined,
  none: () => true,
};

export function fits(style: Style, pages: readonly Page[]): boolean {
  return pages.some(FITS[style]);
}

const memberOf = (data: unknown, name: string) => (isObject(data) ? data[name] : undefined);

/** What leads to the page behind, as far as the style has such a thing. */
const NEXT: Partial<Readonly<Record<Style, (page: Page) => unknown>>> = {
  link: ({ links }) => links.find(({ rels }) => rels.includes("next"))?.target,
  odata: ({ body }) => memberOf(body, "@odata.nextLink"),
  relay: ({ body }) => {
    const connection = connectionIn(body);
    return connection?.hasNextPage ? connection.endCursor : undefined;
  },
  jsonapi: ({ body }) => {
    const next = memberOf(memberOf(body, "links"), "next");
    return memberOf(next, "href") ?? next;
  },
  cursor: ({ body }) => cursorIn(body)?.value,
  "next-url": ({ body }) => nextUrlIn(body)?.value,
};

/** The cursor or address of the page behind; undefined where there is none. */
export function nextOf(style: Style, page: Page): string | undefined {
  return tokenOf(NEXT[style]?.(page));
}

function tokenOf(value: unknown): string | undefined {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Whether the page says that there is more; undefined where it does not say. */
export function hasMore(style: Style, { body }: Page): boolean | undefined {
  if (style === "relay") return connectionIn(body)?.hasNextPage;
  return memberIn(body, HAS_MORE_KEYS, isBoolean)?.value as boolean | undefined;
}

/** Whether each page says where the next one is. */
export function hasTokens(style: Style): boolean {
  return NEXT[style] !== undefined;
}

/** The parameter that counts pages or items in the URL. */
export function counterOf(style: Style, url: string) {
  if (style !== "page" && style !== "offset") return undefined;
  return parameterIn(url, style === "page" ? PAGE_PARAMETERS : OFFSET_PARAMETERS);
}

/** The number of the page that a URL asks for. */
export function pageNumberOf(url: string): number | undefined {
  const value = parameterIn(url, PAGE_PARAMETERS)?.value ?? "";
  return /^\d{1,9}$/.test(value) ? Number(value) : undefined;
}

export function cursorIn(body: unknown): Member | undefined {
  return memberIn(body, CURSOR_KEYS);
}
