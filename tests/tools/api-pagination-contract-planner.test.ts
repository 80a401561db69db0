import { describe, expect, test } from "bun:test";
import type { Static } from "@sinclair/typebox";
import { readLinks } from "../../tools/api-pagination-contract-planner/link-header.ts";
import tool from "../../tools/api-pagination-contract-planner.ts";
import { runUnit } from "../support/run-unit.ts";

type Input = Partial<Static<typeof tool.input>>;
type Value = Static<typeof tool.value>;

const run = (input: Input) => runUnit(tool as never, input);
const valueOf = (pages: unknown, input: Input = {}) => {
  const outcome = run({ ...input, pages });
  if (!outcome.value) throw new Error(JSON.stringify(outcome));
  return outcome.value as Value;
};
const found = (pages: unknown, input: Input = {}) =>
  valueOf(pages, input).findings.map(({ code, path = "" }) => `${code} ${path}`.trim());
const failure = (input: Input) => {
  const { ok, errors = [], error } = run(input);
  return ok ? "" : `${error?.code ?? errors[0]?.code} ${errors[0]?.path}`;
};
const rows = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: from + index }));
const URL = "https://a.test/x";

describe("style and items", () => {
  test.each<[string, unknown, string]>([
    ["link", { headers: { link: "<u>; rel=next" }, body: [1] }, ""],
    ["odata", { value: [], "@odata.count": 0 }, "/value"],
    ["relay", { data: { a: { pageInfo: { hasNextPage: false }, edges: [] } } }, "/data/a/edges"],
    ["jsonapi", { data: [], links: { next: null } }, "/data"],
    ["cursor", { data: [], meta: { nextCursor: null } }, "/data"],
    ["cursor", { list: [], response_metadata: { next_cursor: "" } }, "/list"],
    ["next-url", { results: [], next: null }, "/results"],
    ["next-url", { data: [], paging: { cursors: {}, next: `${URL}?o=1` } }, "/data"],
    ["page", { data: [], pagination: { page: 1, next: null } }, "/data"],
    ["keyset", { data: [], has_more: true }, "/data"],
    ["page", { url: `${URL}?page%5Bnumber%5D=2`, body: { rows: [] } }, "/rows"],
    ["page", { only: [], total_pages: 3 }, "/only"],
    ["offset", { url: `${URL}?$skip=2`, body: { value: [] } }, "/value"],
    ["offset", { items: [], start: 0 }, "/items"],
    ["none", { other: [], more: 1 }, "/other"],
    ["none", [{ id: 1, body: "text" }], ""],
  ])("%s of %o", (style, pages, itemsPath) => {
    expect(valueOf(pages)).toMatchObject({ style, itemsPath });
  });

  test("a page with members of other kinds is one where its body is data", () => {
    const page = { url: URL, durationMs: 3, body: { items: [1], total: 1 } };
    expect(valueOf([page, page])).toMatchObject({ itemsPath: "/items", captured: { pages: 2 } });
  });

  test("a style that is forced, and items that are named or missing", () => {
    const body = { a: [1], b: [2, 3], has_more: false };
    expect(failure({ pages: body })).toBe("ITEMS_NOT_FOUND /pages");
    expect(valueOf(body, { itemsPath: "/b" }).captured.items).toBe(2);
    expect(failure({ pages: body, itemsPath: "/c" })).toBe("ITEMS_NOT_FOUND /itemsPath");
    expect(failure({ pages: body, itemsPath: "b" })).toBe("ITEMS_NOT_FOUND /itemsPath");
    expect(failure({ pages: [], style: "link" })).toBe("STYLE_MISMATCH /style");
    expect(valueOf({ data: [], has_more: true }, { style: "none" }).style).toBe("none");
    expect(failure({ pages: "5" })).toBe("DOCUMENT_TYPE /pages");
    expect(failure({ pages: "[{]" })).toBe("JSON_SYNTAX /pages");
    const many = Array.from({ length: 201 }, () => ({ body: [] }));
    expect(failure({ pages: many })).toBe("TOOL_INPUT_INVALID /pages");
  });
});

describe("figures and plan", () => {
  test("size and total, from where they are said", () => {
    const figures = (pages: unknown, input: Input = {}) => {
      const { pageSize, total } = valueOf(pages, input);
      return [pageSize, total];
    };
    expect(figures({ url: `${URL}?per_page=7`, body: { data: [1], limit: 9, total: 3 } })).toEqual([
      7, 3,
    ]);
    expect(figures({ data: [1], meta: { per_page: 9, total_count: 4 } })).toEqual([9, 4]);
    expect(figures({ headers: { "X-Total-Count": "12" }, body: [1, 2] })).toEqual([2, 12]);
    expect(figures({ headers: "Content-Range: items 0-1/40", body: [1, 2] })).toEqual([2, 40]);
    expect(figures([1, 2], { total: 5, pageSize: 3 })).toEqual([3, 5]);
    expect(figures([])).toEqual([null, null]);
  });

  test("pages, the last one, time and addresses", () => {
    const page = {
      url: `${URL}?page=0&size=10&sort=id#f`,
      body: { content: rows(0, 10), totalElements: 95 },
    };
    const { plan } = valueOf(page, { concurrency: 3, latencyMs: 100, maxRequests: 9 });
    expect(plan).toMatchObject({
      pages: 10,
      requests: 9,
      lastPageItems: 5,
      parallel: true,
      durationMs: 300,
    });
    expect(plan.urls[8]).toBe(`${URL}?page=8&size=10&sort=id#f`);
    expect(plan.urls).toHaveLength(9);
    expect(found(page, { maxRequests: 9 })).toEqual(["PLAN_TRUNCATED"]);
    const offset = valueOf({ url: `${URL}?offset=5&limit=10`, body: { data: rows(0, 10) } });
    expect(offset.plan).toMatchObject({
      pages: null,
      requests: null,
      durationMs: null,
      lastPageItems: null,
    });
    expect(offset.plan.urls.slice(0, 2)).toEqual([
      `${URL}?offset=5&limit=10`,
      `${URL}?offset=15&limit=10`,
    ]);
    expect(offset.plan.urls).toHaveLength(20);
    expect(valueOf({ data: [], total: 0, next_cursor: null }).plan).toMatchObject({
      pages: 1,
      lastPageItems: 0,
    });
    const limited = valueOf(page, { requestsPerMinute: 60, concurrency: 100 }).plan.durationMs;
    expect(limited).toBe(9000 + 200);
  });
});

test("the total of the last page that says one", () => {
  const pages = [
    { body: { data: rows(0, 2), next_cursor: "a", total: 3 } },
    { body: { data: rows(2, 1), next_cursor: null } },
  ];
  expect(valueOf(pages)).toMatchObject({ total: 3, plan: { pages: 2, lastPageItems: 1 } });
});

describe("findings", () => {
  const cursor = (items: readonly unknown[], next: unknown, more?: boolean) => ({
    body: { data: items, next_cursor: next, ...(more !== undefined && { has_more: more }) },
  });

  test("items, cursors, flags, sizes and totals", () => {
    expect(found([cursor(rows(0, 2), "a"), cursor(rows(1, 2), "")])).toEqual([
      "DUPLICATE_ITEM /pages/1",
    ]);
    expect(found([cursor([{ id: 1 }, { id: "1" }, {}, {}], "a")])).toEqual([]);
    const twice = ["b", "a", 10, 9].map((id) => ({ id }));
    expect(valueOf([cursor([...twice, ...twice], "a")]).duplicates).toEqual([10, 9, "a", "b"]);
    expect(found([cursor(rows(0, 2), "a", true), cursor(rows(2, 2), null, true)])).toEqual([
      "HAS_MORE_WITHOUT_NEXT /pages/1",
    ]);
    expect(found([cursor(rows(0, 2), "a", false)])).toEqual(["NEXT_WITHOUT_HAS_MORE /pages/0"]);
    expect(found([cursor(rows(0, 2), "a"), cursor([], "b"), cursor(rows(4, 3), null)])).toEqual([
      "EMPTY_PAGE_WITH_NEXT /pages/1",
      "OVERSIZED_PAGE /pages/2",
      "SHORT_PAGE /pages/1",
    ]);
    const totals = [
      { body: { data: rows(0, 2), total: 4, next: "u" } },
      { body: { data: rows(2, 1), total: 5, next: null } },
    ];
    expect(found(totals)).toEqual(["TOTAL_MISMATCH /pages/1", "TOTAL_CHANGED /pages/1"]);
    expect(found([cursor(rows(0, 2), "a"), { status: 500, body: "x" }])).toEqual([
      "PAGE_FAILED /pages/1",
    ]);
  });

  test("ways of reading on", () => {
    const page = (url: string, body: object) =>
      found({ url, body: { data: rows(0, 10), ...body } });
    expect(page(`${URL}?page=1`, {})).toEqual(["ORDER_UNSTABLE", "TERMINATION_UNKNOWN"]);
    expect(page(`${URL}?page=1&order_by=id`, { total: 10_021 })).toEqual([
      "DEEP_OFFSET",
      "PLAN_TRUNCATED",
    ]);
    expect(page(`${URL}?page=1&sort=id`, { total: 10_010, has_more: true })).toEqual([
      "PLAN_TRUNCATED",
    ]);
  });

  test("the end", () => {
    const complete = (pages: unknown) => valueOf(pages).captured.complete;
    expect(complete({ data: [1], next_cursor: null })).toBe(true);
    expect(complete({ data: [1], next_cursor: null, has_more: true })).toBe(true);
    expect(complete({ data: [1], has_more: true })).toBe(false);
    expect(complete({ url: `${URL}?page=1&limit=2`, body: [1] })).toBe(true);
    expect(complete({ url: `${URL}?page=1&limit=1`, body: [1] })).toBe(false);
  });

  test("the gate", () => {
    const pages = [cursor(rows(0, 1), "a", false)];
    expect(run({ pages, failOn: "error" }).ok).toBe(true);
    expect(run({ pages, failOn: "warning" })).toMatchObject({
      ok: false,
      error: { code: "API_PAGINATION_CONTRACT_PLANNER_FAILED" },
    });
  });
});

test("links", () => {
  expect(readLinks('<a,b>; title="x, <y>"; rel="prev NEXT", <c>;rel=last;rel=next,<d>')).toEqual([
    { target: "a,b", rels: ["prev", "next"] },
    { target: "c", rels: ["last"] },
    { target: "d", rels: [] },
  ]);
});

/** Reads 25 rows from a server of the style by the generator that the tool writes. */
async function readByGenerator(
  reply: (url: globalThis.URL) => { body: unknown; link?: string },
  firstUrl: string,
) {
  const page = (href: string) => {
    const { body, link = "" } = reply(new globalThis.URL(href));
    return { url: href, headers: { link }, body };
  };
  const { output = "" } = run({ pages: [page(firstUrl)] });
  const code = new Bun.Transpiler({ loader: "ts" })
    .transformSync(output)
    .replace("export async", "async");
  const readAll = new Function(`${code}\nreturn readAll;`)();
  const ids: number[] = [];
  let calls = 0;
  const fetch = (href: string) => {
    calls++;
    const { headers, body } = page(href);
    return { headers: { get: () => headers.link }, json: () => body };
  };
  for await (const item of readAll(fetch, firstUrl)) ids.push(item.id);
  return { ids, calls };
}

describe("the generator reads all", () => {
  const part = (from: number) => rows(0, 25).slice(from, from + 10);
  const at = (url: globalThis.URL, name: string) => Number(url.searchParams.get(name) ?? 0);
  const after = (from: number) => (from + 10 < 25 ? String(from + 10) : null);
  const servers: Record<string, (url: globalThis.URL) => { body: unknown; link?: string }> = {
    link: (url) => {
      const next = after(at(url, "o"));
      return {
        body: part(at(url, "o")),
        link: `<${URL}?o=0>; rel="first"${next ? `, <?o=${next}>; rel="next"` : ""}`,
      };
    },
    odata: (url) => ({
      body: {
        value: part(at(url, "o")),
        "@odata.count": 25,
        "@odata.nextLink": after(at(url, "o")) && `${URL}?o=${after(at(url, "o"))}`,
      },
    }),
    jsonapi: (url) => ({
      body: {
        data: part(at(url, "o")),
        links: { next: after(at(url, "o")) && { href: `?o=${after(at(url, "o"))}` } },
      },
    }),
    cursor: (url) => ({
      body: {
        data: part(at(url, "page_token")),
        meta: { next_page_token: after(at(url, "page_token")) },
      },
    }),
    "next-url": (url) => ({
      body: {
        results: part(at(url, "o")),
        next: after(at(url, "o")) && `${URL}?o=${after(at(url, "o"))}`,
      },
    }),
    "next-url in a container": (url) => ({
      body: {
        items: part(at(url, "o")),
        links: { next: after(at(url, "o")) && `?o=${after(at(url, "o"))}` },
      },
    }),
    relay: (url) => ({
      body: {
        data: {
          x: {
            edges: part(at(url, "after")).map((node) => ({ node })),
            pageInfo: {
              hasNextPage: after(at(url, "after")) !== null,
              endCursor: after(at(url, "after")),
            },
          },
        },
      },
    }),
    keyset: (url) => {
      const last = url.searchParams.get("starting_after");
      const from = last === null ? 0 : Number(last) + 1;
      return { body: { data: part(from), has_more: after(from) !== null } };
    },
  };

  test.each(Object.entries(servers))("%s", async (_style, server) => {
    const { ids, calls } = await readByGenerator(server, URL);
    expect(ids).toEqual(rows(0, 25).map(({ id }) => id));
    expect(calls).toBe(3);
  });

  test("page and offset", async () => {
    const offset = await readByGenerator(
      (url) => ({ body: { items: part(at(url, "offset")) } }),
      `${URL}?offset=0&limit=10`,
    );
    const page = await readByGenerator(
      (url) => ({ body: { items: part((at(url, "page") - 1) * 10) } }),
      `${URL}?page=1&limit=10`,
    );
    for (const { ids, calls } of [offset, page]) expect([ids.length, calls]).toEqual([25, 3]);
  });

  test("a relative address is no default", () => {
    const of = (url: string) => run({ pages: [{ url, body: { items: rows(0, 1) } }] }).output;
    expect(of(`${URL}?page=1`)).toContain(`firstUrl: string = "${URL}?page=1"`);
    expect(of("/x?page=1")).toContain("firstUrl: string,");
  });

  test("a circle ends", async () => {
    const { calls } = await readByGenerator(
      () => ({ body: { data: [{ id: 1 }], next_cursor: "a" } }),
      URL,
    );
    expect(calls).toBe(2);
  });
});
