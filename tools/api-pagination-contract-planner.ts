import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf, whole } from "./_core/fields.ts";
import { defineTool } from "./_core/tool.ts";
import { DOCUMENT_WARNINGS } from "./_lib/fields/document-field.ts";
import { SHAPED_FAILURES } from "./_lib/fields/shaped-field.ts";
import {
  countsSchema,
  failOnField,
  findingSchema,
  VERDICTS,
} from "./_lib/results/review/shapes.ts";
import { planPagination, STYLES } from "./api-pagination-contract-planner/audit.ts";

const FAILURES = {
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

const WARNINGS = {
  SHORT_PAGE: "A page before the last one has fewer items than the page size",
  OVERSIZED_PAGE: "A page has more items than the page size",
  EMPTY_PAGE_WITH_NEXT: "A page without items leads to another",
  NEXT_WITHOUT_HAS_MORE: "A page says that there is no more, and where more is",
  TOTAL_CHANGED: "The total is another than on the page before",
  ORDER_UNSTABLE: "No sort order is asked for, so that items may move between pages",
  DEEP_OFFSET: "The last pages skip more than 10,000 items",
  PLAN_TRUNCATED: "There are more pages than maxRequests",
  TERMINATION_UNKNOWN: "Neither a total nor a flag says where the end is",
  ...DOCUMENT_WARNINGS,
} as const;

const MOST = 1_000_000_000;

const INPUT = Type.Object({
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

const VALUE = Type.Object({
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

export type Style = Value["style"];

export type Failure = keyof typeof FAILURES;

export type Warning = keyof typeof WARNINGS;

export default defineTool({
  id: "api-pagination-contract-planner",
  name: "API Pagination Contract Planner",
  category: "Network",
  description:
    "Finds the pagination style of captured API pages, what is wrong with it, and how many calls and how long a full read takes.",
  keywords: [
    "api",
    "async generator",
    "cursor",
    "has_more",
    "jsonapi",
    "keyset",
    "limit",
    "link header",
    "nextlink",
    "odata",
    "offset",
    "page",
    "pagetoken",
    "pagination",
    "per_page",
    "rate limit",
    "relay",
  ],
  aliases: ["pagination-planner", "pagination-contract-check"],
  version: "2026-11-23",

  input: INPUT,
  primary: "pages",
  value: VALUE,
  verb: "plan",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "detect the pagination style of an api response",
    "write a fetch all pages loop",
    "how many requests to read all pages",
    "how long does it take to fetch all records from an api",
    "find duplicate items between pages",
    "check cursor pagination for loops",
    "parse link header rel next",
    "offset pagination plan with rate limit",
    "relay connection pagination generator",
    "odata nextlink paging",
    "stripe has_more starting_after pagination",
    "generate a typescript async generator for pagination",
    "the api only gives me a hundred records at a time, I want everything",
    "get all results, not just the first page",
    "next page token, has more results, how to continue",
    "records are skipped or appear twice while reading page after page",
    "how many calls for thousands of customers under a request quota",
    "crawl a listing endpoint completely without an endless loop",
    "infer cursor, offset or keyset traversal from sampled responses",
    "api seitennummerierung prüfen und alle seiten laden",
    "detectar la paginación de una api y leer todas las páginas",
    "planifier la lecture de toutes les pages d'une api",
    "接口 分页 方式 检测 获取 全部 数据",
    "APIのページネーションを検出して全件取得する",
    "obtener todos los resultados de una api página por página",
    "alle ergebnisse einer api seite für seite abrufen",
    "récupérer tous les résultats d'une api page par page",
    "分页 获取 所有 记录 下一页",
    "次のページを全部取得する ページング",
    "shopify gives 250 orders per call and i need all 40000, how do i loop and how long",
    "export of all customers stops at page 10, what is wrong with the paging",
    "same order shows up on page two and page three",
    "i have two sample responses, tell me how to get the rest",
    "RFC 8288 Link header, nextPageToken, starting_after, @odata.nextLink, endCursor, per_page",
    "recognise the paging scheme from sampled bodies and estimate call count and duration under limits",
    "paginação de api, buscar todas as páginas",
    "cuántas llamadas hacen falta para leer todo con límite por minuto",
    "wie viele aufrufe und wie lange, alle seiten mit rate limit",
    "游标 偏移 翻页 多少 次 请求 读完",
    "カーソル オフセット 何回呼べば全件読めるか",
  ],
  effort: 3,

  laws: [
    {
      name: "calls at the same time never make a read longer",
      holds(run, input) {
        const { concurrency = 1 } = input;
        const [one, two] = [concurrency, concurrency * 2].map(
          (calls) => run({ ...input, concurrency: calls }).value?.plan.durationMs ?? 0,
        );
        return concurrency > 1000 || (two ?? 0) <= (one ?? 0);
      },
    },
    {
      name: "the calls of a plan that is not cut reach the total",
      holds(run, input) {
        const { value } = run(input);
        if (!value) return true;
        const { total, pageSize, plan } = value;
        if (total === null || pageSize === null || plan.requests === null) return true;
        return plan.requests !== plan.pages || plan.requests * pageSize >= total;
      },
    },
    {
      name: "another page never lowers the number of captured items",
      holds(run, input) {
        const { pages } = input;
        if (!Array.isArray(pages) || pages.length < 2) return true;
        const style = run(input).value?.style;
        if (style === undefined || input.itemsPath === undefined) return true;
        const fewer = run({ ...input, pages: pages.slice(0, -1) as unknown[] }).value;
        const all = run(input).value;
        return (
          !fewer || fewer.style !== style || fewer.captured.items <= (all?.captured.items ?? 0)
        );
      },
    },
  ],
  examples: [
    {
      title: "An offset with a total",
      input: {
        pages: [
          {
            url: "https://api.example.com/v1/orders?limit=50&offset=0&sort=id",
            body: { items: [{ id: 0 }, { id: 1 }], total: 1234 },
          },
        ],
        concurrency: 4,
        latencyMs: 300,
        requestsPerMinute: 120,
      },
      expect: {
        valid: true,
        value: {
          style: "offset",
          itemsPath: "/items",
          pageSize: 50,
          plan: { requests: 25, lastPageItems: 34, durationMs: 12_300, parallel: true },
        },
      },
    },
    {
      title: "A cursor that leads in a circle",
      input: {
        pages: [
          { body: { data: [{ id: 0 }, { id: 1 }], next_cursor: "abc", has_more: true } },
          { body: { data: [{ id: 2 }, { id: 2 }], next_cursor: "abc", has_more: true } },
        ],
      },
      expect: {
        valid: false,
        value: {
          style: "cursor",
          findings: [{ code: "CURSOR_REPEATED", path: "/pages/1" }, { code: "DUPLICATE_ITEM" }],
          duplicates: [2],
          captured: { items: 4, uniqueItems: 3, complete: false },
        },
      },
    },
    {
      title: "The Link header",
      input: {
        pages: [
          {
            url: "https://api.example.com/repos?per_page=2",
            headers: {
              Link: '<https://api.example.com/repos?per_page=2&page=2>; rel="next", <https://api.example.com/repos?per_page=2&page=5>; rel="last"',
            },
            body: [{ id: 1 }, { id: 2 }],
          },
        ],
      },
      expect: { value: { style: "link", itemsPath: "", plan: { pages: 5, lastPageItems: null } } },
    },
    {
      title: "A bare body of a keyset",
      input: { pages: { object: "list", data: [{ id: "a" }], has_more: false } },
      expect: { value: { style: "keyset", captured: { complete: true }, verdict: "pass" } },
    },
    {
      title: "No items",
      input: { pages: { error: "nope" } },
      expect: { ok: false, error: { code: "ITEMS_NOT_FOUND" } },
    },
  ],

  run: planPagination,
});
