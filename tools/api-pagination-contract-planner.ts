import { defineTool } from "./_core/tool.ts";
import { planPagination } from "./api-pagination-contract-planner/audit.ts";
import { FAILURES, INPUT, VALUE, WARNINGS } from "./api-pagination-contract-planner/contract.ts";
import { PAGINATION_LAWS } from "./api-pagination-contract-planner/laws.ts";

export default defineTool({
  id: "api-pagination-contract-planner",
  name: "API Pagination Contract Planner",
  category: "Network",
  description:
    "Finds the pagination style of captured API pages, what is wrong with it, and how many calls and how long a full read takes.",
  keywords: [
    "api",
    "cursor",
    "jsonapi",
    "keyset",
    "limit",
    "link header",
    "odata",
    "offset",
    "page",
    "pagination",
    "rate limit",
    "relay",
  ],
  aliases: ["pagination-planner", "pagination-contract-check"],
  version: "2026-11-22",

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
  ],
  effort: 3,

  laws: PAGINATION_LAWS,
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
