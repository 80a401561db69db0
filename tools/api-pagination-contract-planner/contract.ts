/** What goes in, what comes out, and what may be wrong. */
import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf, whole } from "../_core/fields.ts";
import type { Outcome } from "../_core/tool.ts";
import { SHAPED_FAILURES } from "../_lib/fields/shaped-field.ts";
import { JSON_WARNINGS } from "../_lib/json/tree/json-field.ts";
import {
  countsSchema,
  failOnField,
  findingSchema,
  VERDICTS,
} from "../_lib/results/review/shapes.ts";

export const FAILURES = {
  ...SHAPED_FAILURES,
  ITEMS_NOT_FOUND: "No page holds an array of items",
  STYLE_MISMATCH: "The pages have none of the fields of the style that was asked for",
  DUPLICATE_ITEM: "An item has an id that an earlier one has",
  CURSOR_REPEATED: "A page leads to where an earlier one led",
  HAS_MORE_WITHOUT_NEXT: "A page says that there is more, and not where",
  TOTAL_MISMATCH: "All pages together hold another number of items than they say",
  PAGE_FAILED: "A page was answered with an error status",
  API_PAGINATION_CONTRACT_PLANNER_FAILED: "The gate was set, and the pages break their contract",
} as const;

export const WARNINGS = {
  SHORT_PAGE: "A page before the last one has fewer items than the page size",
  OVERSIZED_PAGE: "A page has more items than the page size",
  EMPTY_PAGE_WITH_NEXT: "A page without items leads to another",
  NEXT_WITHOUT_HAS_MORE: "A page says that there is no more, and where more is",
  TOTAL_CHANGED: "The total is another than on the page before",
  ORDER_UNSTABLE: "No sort order is asked for, so that items may move between pages",
  DEEP_OFFSET: "The last pages skip more than 10,000 items",
  PLAN_TRUNCATED: "There are more pages than maxRequests",
  TERMINATION_UNKNOWN: "Neither a total nor a flag says where the end is",
  ...JSON_WARNINGS,
} as const;

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
export type Style = (typeof STYLES)[number];

const MOST = 1_000_000_000;

export const INPUT = Type.Object({
  pages: jsonField({
    description:
      "1 to 200 captured pages in order: [{ url?, status?, headers?, body }], or one page, or one body; a value, or JSON or YAML text",
  }),
  style: oneOf(["auto", ...STYLES], { description: "Style of pagination", default: "auto" }),
  itemsPath: Type.Optional(Type.String({ description: "JSON pointer of the items in a body" })),
  idField: Type.Optional(
    Type.String({
      description: "Member that tells items apart; id, _id, uuid or key if not given",
    }),
  ),
  total: Type.Optional(whole({ description: "Number of all items", minimum: 0, maximum: MOST })),
  pageSize: Type.Optional(
    whole({ description: "Items of a full page", minimum: 1, maximum: 1_000_000 }),
  ),
  latencyMs: whole({ description: "Of one call", minimum: 1, maximum: MOST, default: 200 }),
  concurrency: whole({ description: "Calls at a time", minimum: 1, maximum: MOST, default: 1 }),
  requestsPerMinute: Type.Optional(
    whole({ description: "Most that the server allows", minimum: 1, maximum: MOST }),
  ),
  maxRequests: whole({
    description: "Most calls to make",
    minimum: 1,
    maximum: MOST,
    default: 1000,
  }),
  failOn: failOnField("none"),
});

export type Input = Static<typeof INPUT>;

const COUNT = Type.Integer({ minimum: 0 });
const COUNT_OR_NULL = Type.Union([COUNT, Type.Null()]);

export const VALUE = Type.Object({
  style: oneOf(STYLES),
  itemsPath: Type.String(),
  pageSize: COUNT_OR_NULL,
  total: COUNT_OR_NULL,
  findings: Type.Array(findingSchema({})),
  verdict: oneOf(VERDICTS),
  counts: countsSchema({}),
  duplicates: Type.Array(Type.Union([Type.String(), Type.Number()]), {
    description: "Ids that occur more than once",
  }),
  captured: Type.Object({
    pages: COUNT,
    items: COUNT,
    uniqueItems: COUNT,
    complete: Type.Boolean(),
  }),
  plan: Type.Object({
    pages: COUNT_OR_NULL,
    requests: COUNT_OR_NULL,
    lastPageItems: COUNT_OR_NULL,
    parallel: Type.Boolean(),
    durationMs: COUNT_OR_NULL,
    urls: Type.Array(Type.String()),
  }),
});

export type Value = Static<typeof VALUE>;
export type Failure = keyof typeof FAILURES;
export type Warning = keyof typeof WARNINGS;
export type Result = Outcome<Value, Failure, Warning>;
