import { describe, expect, test } from "bun:test";
import type { Static } from "@sinclair/typebox";
import fc from "fast-check";
import MarkdownIt from "markdown-it";
import Papa from "papaparse";
import kit from "../../kits/product-contract-review-kit.ts";
import { runUnit } from "../support/run-unit.ts";
import { growth, LINEAR } from "../support/growth.ts";

type Value = Static<typeof kit.value>;

const run = (input: object) => runUnit(kit as never, { failOn: "none", ...input });
const valueOf = (input: object) => run(input).value as Value;
const codes = (input: object) => Object.keys(valueOf(input).counts.byCode).toSorted();
const found = (input: object, code: string) =>
  valueOf(input).findings.filter((finding) => finding.code === code);
const fileOf = (value: Value, name: string) =>
  value.deliverables.find((file) => file.name === name)?.content ?? "";
const surface = (kind: string, content: unknown, name: string = kind) => ({ name, kind, content });
const docs = (content: string) => surface("docs", content);
const only = (content: string, more: object = {}) => ({
  surfaces: [docs(content)],
  require: [],
  vague: false,
  ...more,
});
const statusOf = (sentence: string, fact: object) =>
  valueOf(only(sentence, { facts: [{ id: "f", aliases: ["the limit"], on: ["docs"], ...fact }] }))
    .promises[0]?.surfaces[0]?.status;

const API = {
  openapi: "3.1.0",
  info: { title: "Shop", version: "2.0.0" },
  servers: [{ url: "https://api.shop.test/v1" }],
  paths: {
    "/orders": {
      get: { responses: { "200": { description: "ok" } } },
      post: {
        requestBody: {
          required: true,
          content: {
            "application/json": { schema: { $ref: "#/components/schemas/Order" } },
          },
        },
        responses: { "201": { description: "Error OUT_OF_STOCK" } },
      },
    },
    "/orders/{id}": { get: { responses: { "200": { description: "ok" } } } },
  },
  components: {
    schemas: {
      Order: {
        type: "object",
        required: ["sku"],
        properties: { sku: { type: "string" }, count: { type: "integer", default: 1 } },
      },
    },
  },
};
const api = (more: object = {}) => surface("openapi", { ...API, ...more });

describe("numbers are facts with units", () => {
  const same: readonly (readonly [string, object])[] = [
    ["The limit is 60 requests per minute.", { value: 1, unit: "requests/s" }],
    ["The limit is 1 request per second.", { value: 60, unit: "requests/min" }],
    ["The limit is 600 rpm.", { value: 10, unit: "rps" }],
    ["The limit is 3,600 requests an hour.", { value: 1, unit: "requests per second" }],
    ["The limit is 100 requests per 10 seconds.", { value: 10, unit: "requests/s" }],
    ["The limit is 60 successful API requests/min.", { value: 60, unit: "requests/min" }],
    ["The limit is 10 000 characters.", { value: 10_000, unit: "chars" }],
    ["The limit is 10,000 characters.", { value: 10_000, unit: "chars" }],
    ["The limit is 10_000 chars.", { value: 10_000, unit: "characters" }],
    ["The limit is 10k characters.", { value: 10_000, unit: "characters" }],
    ["The limit is 2M tokens.", { value: 2_000_000, unit: "tokens" }],
    ["The limit is 5 s.", { value: 5000, unit: "ms" }],
    ["The limit is 5000ms.", { value: 5, unit: "seconds" }],
    ["The limit is 60 per minute.", { value: 1, unit: "requests/s" }],
    ["The limit is 60/min.", { value: 1, unit: "requests/s" }],
    ["The limit is 60 requests a minute.", { value: 1, unit: "per second" }],
    ["The limit is 60 per minute.", { value: 1, unit: "/s" }],
    ["The limit is 2 weeks.", { value: 14, unit: "days" }],
    ["The limit is a 30-day window.", { value: 30, unit: "day" }],
    ["The limit is 1.5 MB.", { value: 1500, unit: "kB" }],
    ["The limit is 1 MiB.", { value: 1024, unit: "KiB" }],
    ["The limit is 99.9 %.", { value: 99.9, unit: "percent" }],
    ["The limit costs $9 a month.", { value: 9, unit: "USD" }],
    ["The limit costs $9 a month.", { value: 9, unit: "USD/month" }],
    ["The limit costs 9 €.", { value: 9, unit: "EUR" }],
    ["The limit is 1 to 50 items.", { value: 50, unit: "items" }],
    ["The limit is 1 to 50 items.", { value: 1, unit: "item" }],
    ["The limit is 1–50 items.", { value: 1, unit: "items" }],
    ["The limit is **50** concurrent connections.", { value: 50, unit: "connections" }],
    ["The limit is 3.", { value: 3 }],
    ["The limit is tried 5 times.", { value: 5 }],
    ["The limit is tried 5 times.", { value: 5, unit: "times" }],
    ["| The limit | 60 requests per minute |\n| --- | --- |\n", { value: 1, unit: "requests/s" }],
    ["- The limit is\n  5 s.", { value: 5, unit: "s" }],
    ["The limit is 60\nrequests per minute.", { value: 1, unit: "requests/s" }],
    ["The limit is 60 requests\r\nper minute.", { value: 1, unit: "requests/s" }],
    ["- The limit is 60 \n  API\n  requests per\n  minute.", { value: 1, unit: "requests/s" }],
    ["The limit is 5\nMB.", { value: 5000, unit: "kB" }],
    ["The limit: 3\nSeconds to wait: 5", { value: 3 }],
    ["The limit: 3\nseconds", { value: 3 }],
    ["The limits are 5 s.", { value: "5", unit: "s", aliases: ["limit"] }],
    ["The rate-limit is 5 s.", { value: 5, unit: "s", aliases: ["rate limit"] }],
    ["The limit is -40 degrees.", { value: -40, unit: "degrees" }],
  ];
  test.each(same)("%j confirms %j", (sentence, fact) => {
    expect(statusOf(sentence, fact)).toBe("confirmed");
  });

  const other: readonly (readonly [string, object, string])[] = [
    ["The limit is 100 requests per minute.", { value: 60, unit: "requests/min" }, "contradicted"],
    ["The limit is 60 calls per minute.", { value: 60, unit: "requests/min" }, "missing"],
    ["The limit is 60 requests.", { value: 60, unit: "requests/min" }, "missing"],
    ["The limit is 12 months.", { value: 1, unit: "year" }, "missing"],
    ["The limit is 9 €.", { value: 9, unit: "USD" }, "missing"],
    ["The limit is 9\n$5 more", { value: 9, unit: "USD" }, "contradicted"],
    ["The limit: 3\nSeconds to wait: 5", { value: 3, unit: "s" }, "missing"],
    ["The limit is $9 a month.", { value: 9, unit: "per month" }, "missing"],
    ["The limit is open 24/7.", { value: 24, unit: "hours" }, "missing"],
    ["The limit is 5 s.", { value: 5, unit: "MB" }, "missing"],
    ["# The limit\n\nIt is 5 s.", { value: 5, unit: "s" }, "missing"],
    ["The limit was changed on 2026-11-27 in 1.2.0.", { value: 27 }, "missing"],
    ["Nothing of it here: 5 s.", { value: 5, unit: "s" }, "missing"],
    ["The limit is 1 MB.", { value: 1, unit: "MiB" }, "contradicted"],
    ["The limit is a plain word.", { value: "plain" }, "confirmed"],
    ["The limit is explained.", { value: "plain" }, "missing"],
    ["The limit is “Plain\u00a0Word”.", { value: "plain word" }, "confirmed"],
  ];
  test.each(other)("%j and %j: %s", (sentence, fact, status) => {
    expect(statusOf(sentence, fact)).toBe(status as never);
  });

  test("places are those of the quantities", () => {
    const { promises } = valueOf(
      only("# A\r\n\r\nWithin the limit\r\nof 5 s.\r\n", {
        facts: [{ id: "f", value: 5, unit: "s", aliases: ["limit"] }],
      }),
    );
    expect(promises[0]?.surfaces).toEqual([
      { name: "docs", status: "confirmed", line: 4, found: "5 s" },
    ]);
    const marked = only("The limit is\n**60**\nrequests per minute.", {
      facts: [{ id: "f", value: 60, unit: "requests/min", aliases: ["limit"] }],
    });
    expect(valueOf(marked).promises[0]?.surfaces).toMatchObject([
      { line: 2, found: "60 requests per minute" },
    ]);
  });

  test("without `on` only surfaces with the label are asked", () => {
    const facts = [{ id: "f", value: 5, unit: "s", aliases: ["timeout"] }];
    const surfaces = [docs("The timeout is 5 s."), surface("terms", "Be nice."), api()];
    expect(valueOf({ surfaces, facts }).promises[0]?.surfaces.map(({ name }) => name)).toEqual([
      "docs",
    ]);
    const unsaid = valueOf(only("Nothing.", { facts }));
    expect(unsaid.coverage).toBe(100);
    expect(unsaid.counts.byCode["FACT_UNMENTIONED"]).toBe(1);
  });

  test("two values in two sentences are ambiguous", () => {
    const facts = [{ id: "f", value: 5, unit: "s", aliases: ["timeout"], on: ["docs"] }];
    const [finding] = found(
      only("The timeout is 5 s.\n\nA timeout of 7 s.", { facts }),
      "FACT_AMBIGUOUS",
    );
    expect(finding).toMatchObject({ severity: "warning", subject: "f", line: 3, received: "7 s" });
  });

  test("pointers lead to values of data", () => {
    const data = surface(
      "json",
      { limits: { size: 10, rate: "60 requests/min", on: true } },
      "data",
    );
    const statuses = (pointer: string, fact: object) =>
      valueOf({
        surfaces: [data],
        facts: [{ id: "f", aliases: ["x"], pointers: { data: pointer }, ...fact }],
      }).promises[0]?.surfaces[0];
    expect(statuses("/limits/size", { value: 10, unit: "MB" })?.status).toBe("confirmed");
    expect(statuses("/limits/size", { value: 11 })).toMatchObject({
      status: "contradicted",
      found: "10",
    });
    expect(statuses("/limits/none", { value: 10 })?.status).toBe("missing");
    expect(statuses("/limits/rate", { value: 1, unit: "requests/s" })?.status).toBe("confirmed");
    expect(statuses("/limits/on", { value: "true" })?.status).toBe("confirmed");
    expect(statuses("/limits", { value: "true" })?.status).toBe("contradicted");
  });
});

describe("a comma in a number", () => {
  const percent = (sentence: string) =>
    valueOf(
      only(sentence, {
        facts: [{ id: "f", aliases: ["uptime"], value: 1, unit: "%", on: ["docs"] }],
      }),
    ).promises[0]?.surfaces[0]?.found;
  const of = (sentence: string, value: number | string, unit: string) =>
    statusOf(`The limit is ${sentence}.`, { value, unit });

  test("is the decimal sign where it cannot set thousands apart", () => {
    expect(of("99,9 %", 9, "%")).toBe("contradicted");
    expect(of("99,9 %", 99.9, "%")).toBe("confirmed");
    expect(of("99,9 %", "99,9", "%")).toBe("confirmed");
    expect(of("0,125 s", 125, "ms")).toBe("confirmed");
    expect(of("1.234,56 kg", 1234.56, "kg")).toBe("confirmed");
    expect(of("1.234.567,8 kg", 1_234_567.8, "kg")).toBe("confirmed");
    expect(of("1 234,5 kg", 1234.5, "kg")).toBe("confirmed");
    expect(of("1,5 MB", 1500, "kB")).toBe("confirmed");
    expect(percent("The uptime is 99,95 %")).toBe("99,95 %");
  });

  test("sets thousands apart, and the items of a list", () => {
    expect(of("10,000 tokens", 10_000, "tokens")).toBe("confirmed");
    expect(of("1,234.5 kg", 1234.5, "kg")).toBe("confirmed");
    expect(of("1,00,000 tokens", 100_000, "tokens")).toBe("confirmed");
    expect(of("one of 1,2,3 kg", 3, "kg")).toBe("confirmed");
    expect(of("1,2,3 kg", 2.3, "kg")).toBe("contradicted");
  });
});

describe("tables", () => {
  const PRICES =
    "# Prices\n\n| Plan | Rate limit | Request timeout (ms) | Idle timeout | Requests per day |\n| --- | --- | --- | --- | --- |\n| Free | 60 requests/min | 500 | 30 s | 1,000 |\n| Pro | 600 requests/min | 800 | 60 s | 50k |\n";
  const said = (alias: string, value: number, unit: string) => {
    const facts = [{ id: "f", aliases: [alias], value, unit, on: ["docs"] }];
    const [first] = valueOf(only(PRICES, { facts })).promises[0]?.surfaces ?? [];
    return [first?.status, first?.line, first?.found];
  };

  test("a cell is called by its row and by the header of its column", () => {
    expect(said("rate limit", 600, "requests/min")).toEqual(["confirmed", 6, "600 requests/min"]);
    expect(said("pro rate limit", 10, "requests/s")).toEqual(["confirmed", 6, "600 requests/min"]);
    expect(said("free rate limit", 600, "requests/min")[0]).toBe("contradicted");
    expect(said("free rate limit", 600, "requests/min").slice(1)).toEqual([5, "60 requests/min"]);
    expect(said("pro idle timeout", 60, "s")).toEqual(["confirmed", 6, "60 s"]);
    expect(said("idle timeout", 500, "ms")[0]).toBe("contradicted");
  });

  test("a number may have its unit in the header", () => {
    expect(said("free request timeout", 0.5, "s")).toEqual(["confirmed", 5, "500"]);
    expect(said("pro requests per day", 50_000, "requests/day")).toEqual(["confirmed", 6, "50k"]);
  });

  test("another row with another value is told of, with its line", () => {
    const facts = [{ id: "f", aliases: ["rate limit"], value: 600, unit: "requests/min" }];
    expect(found(only(PRICES, { facts }), "FACT_AMBIGUOUS")).toMatchObject([{ line: 5 }]);
  });

  test("a header promises nothing", () => {
    const input = only("| Plan | Rate limit |\n| --- | --- |\n| Pro | 60 requests/min |\n", {
      vague: true,
    });
    expect(found(input, "UNTESTABLE_LIMIT")).toEqual([]);
  });

  test("long headers over many rows cost no time", () => {
    const facts = [{ id: "f", aliases: ["header b"], value: 1 }];
    const review = (size: number) => {
      const head = `| ${"long words of header ".repeat(size)} | b |\n| --- | --- |\n`;
      return valueOf(only(head + "| a | 1 |\n".repeat(3 * size), { facts }));
    };
    expect(growth(review, 250)).toBeLessThan(LINEAR);
  });
});

test("what is missing has the line where its label is", () => {
  const facts = [{ id: "f", aliases: ["uptime"], value: 5, unit: "MB", on: ["docs"] }];
  expect(found(only("# A\n\nThe uptime is good.\n", { facts }), "FACT_MISSING")).toMatchObject([
    { line: 3 },
  ]);
  expect(
    found(only("# A\n\nNothing.\n", { facts }), "FACT_MISSING").map(({ line }) => line),
  ).toEqual([undefined]);
});

test("messages say what stands where", () => {
  const schema = { type: "integer", maximum: 100, default: 500 };
  const paths = { "/a": { get: { parameters: [{ name: "l", in: "query", schema }] } } };
  const input = {
    surfaces: [api({ paths }), docs("Version 2.1.0.")],
    require: ["security"],
  };
  expect(found(input, "EXAMPLE_INVALID")[0]?.message).toBe(
    'The example "/paths/~1a/get/parameters/0/schema/default" on openapi does not work: the number is 500, expected at most 100',
  );
  expect(found(input, "VERSION_MISMATCH")[0]?.message).toBe(
    'docs says version "2.1.0", and openapi says "2.0.0"',
  );
});

describe("references that lead nowhere", () => {
  test("leave only what needs them unchecked", () => {
    const schemas: Record<string, object> = {};
    for (let at = 0; at < 800; at++) {
      const a = at % 10 === 3 ? { $ref: `#/components/schemas/Gone${at}` } : { type: "string" };
      schemas[`S${at}`] = { type: "object", properties: { a }, example: { a: at === 7 ? 5 : "x" } };
    }
    schemas["Through"] = { allOf: [{ $ref: "#/components/schemas/S3" }], default: {} };
    schemas["Round"] = { properties: { r: { $ref: "#/components/schemas/Round" } }, default: {} };
    const { counts, findings, examples } = valueOf({
      surfaces: [api({ components: { schemas }, paths: {} })],
      require: [],
    });
    expect(counts.byCode).toMatchObject({ EXAMPLE_UNCHECKED: 81, EXAMPLE_INVALID: 1 });
    // 802 stand there.
    expect(examples).toEqual({ checked: 721, valid: 720 });
    expect(findings.find(({ code }) => code === "EXAMPLE_UNCHECKED")?.message).toContain(
      'refers to "#/components/schemas/Gone',
    );
  });

  test("of a tool begin at its schema", () => {
    const inputSchema = {
      type: "object",
      properties: {
        x: { $ref: "#/$defs/X", default: 5 },
        y: { $ref: "#/$defs/Y", default: 5 },
        z: { default: { $ref: "#/nowhere" } },
      },
      $defs: { X: { type: "string" } },
    };
    const tool = { name: "a", description: "Does a", inputSchema };
    for (const content of [[tool], { tools: [tool] }]) {
      const { findings } = valueOf({ surfaces: [surface("mcp-tools", content)], require: [] });
      const at = (wanted: string) => findings.filter(({ code }) => code === wanted);
      expect(at("EXAMPLE_INVALID").map(({ subject }) => subject?.slice(-9))).toEqual(["x/default"]);
      expect(at("EXAMPLE_UNCHECKED").map(({ subject }) => subject?.slice(-9))).toEqual([
        "y/default",
      ]);
    }
  });
});

describe("endpoints", () => {
  const named = (content: string, more: object = {}) =>
    valueOf({ surfaces: [api(more), docs(content)], require: [] }).endpoints;

  test("parameters, servers, slashes and queries are evened out", () => {
    for (const path of [
      "/orders/{id}",
      "/orders/:order",
      "/orders/<id>",
      "/orders/$ID",
      "/v1/orders/{x}/",
      "/orders/42",
      "/orders/{id}?full=1",
    ]) {
      expect(named(`See \`GET ${path}\`.`)).toMatchObject({ unknown: [], documented: 1 });
    }
    expect(named("GET /orders/search.").unknown).toEqual(["GET /orders/search"]);
    expect(named("DELETE /orders,").unknown).toEqual(["DELETE /orders"]);
    expect(named("`GET /orders`").undocumented).toEqual(["GET /orders/{id}", "POST /orders"]);
  });

  test("YAML is read, and variables of servers", () => {
    const yaml =
      'openapi: 3.1.0\ninfo: {title: A, version: "1"}\nservers:\n  - url: https://a.test/{base}\n    variables: {base: {default: v9}}\npaths:\n  /a:\n    get: {responses: {}}\n';
    const { endpoints, versions } = valueOf({
      surfaces: [surface("openapi", yaml), docs("GET /v9/a")],
    });
    expect(endpoints).toMatchObject({ declared: 1, unknown: [], undocumented: [] });
    expect(versions).toEqual([{ surface: "openapi", version: "1" }]);
  });

  test("without OpenAPI nothing is unknown", () => {
    expect(valueOf(only("GET /nowhere")).endpoints).toEqual({
      declared: 0,
      documented: 1,
      undocumented: [],
      unknown: [],
    });
  });

  test("a change log may name what it removed, and what was once", () => {
    const log =
      "# Changes\n\n## 2.0.0\n\n- Removed `GET /gone`.\n- Added `GET /new`.\n\n## 1.0.0\n\n- Added `GET /old`.\n";
    const { endpoints } = valueOf({ surfaces: [api(), surface("changelog", log)] });
    expect(endpoints.unknown).toEqual(["GET /new"]);
  });
});

test("codes are those in code, fences and tables", () => {
  const text =
    '`OUT_OF_STOCK` and `NOT_THERE`.\n\n| Code | |\n| --- | --- |\n| IN_TABLE | x |\n\n```sh\nexport API_KEY=1\ncurl $BASE_URL -H "$MY_TOKEN"\n# IN_FENCE\n```\n\nIN_PROSE\n';
  const more = surface("json", { ALSO_DECLARED: "NEVER_NAMED" });
  const { codes: list } = valueOf({ surfaces: [api(), more, docs(text)] });
  expect(list).toEqual({
    declared: ["ALSO_DECLARED", "NEVER_NAMED", "OUT_OF_STOCK"],
    undocumented: ["ALSO_DECLARED", "NEVER_NAMED"],
    unknown: ["IN_FENCE", "IN_TABLE", "NOT_THERE"],
  });
  expect(valueOf(only("`NOT_THERE`")).codes.unknown).toEqual([]);
});

describe("versions", () => {
  const versions = (...surfaces: object[]) => valueOf({ surfaces, require: [] });
  test("all are those of the OpenAPI document", () => {
    const log = surface(
      "changelog",
      "# Changes\n\n## [Unreleased]\n\n## [2.0.0] - 2026-01-01\n\n## 1.0.0\n",
    );
    expect(
      versions(api(), log, docs("Version: **v2.0.0**")).counts.byCode["VERSION_MISMATCH"],
    ).toBeUndefined();
    const value = versions(docs("This is version 2.1.0."), log, api());
    expect(value.findings.filter(({ code }) => code === "VERSION_MISMATCH")).toMatchObject([
      { subject: "docs", expected: "2.0.0", received: "2.1.0", path: "/surfaces/0", line: 1 },
    ]);
    expect(JSON.parse(fileOf(value, "contract.json")).version).toBe("2.0.0");
  });
  test("a date is a version, and 2.0 is 2.0.0", () => {
    expect(versions(surface("changelog", "## 2026-11-27\n")).versions).toEqual([
      { surface: "changelog", version: "2026-11-27" },
    ]);
    const old = api({ info: { version: "2.0" } });
    expect(versions(old, docs("version 2.0.0")).counts.byCode["VERSION_MISMATCH"]).toBeUndefined();
  });
});

describe("examples", () => {
  const curl = (command: string) => docs(`\`\`\`sh\n$ ${command}\n{"ok": true}\n\`\`\`\n`);
  const check = (...surfaces: object[]) => valueOf({ surfaces, require: [] });

  test("a command calls what is declared, with a body that fits", () => {
    const good = check(
      api(),
      curl(
        `curl https://api.shop.test/v1/orders \\\n  -d '{"sku":\n "a"}' -H 'content-type: application/json'`,
      ),
    );
    expect(good.examples).toEqual({ checked: 2, valid: 2 });
    const wrong = check(
      api(),
      curl(`curl https://api.shop.test/v1/orders --json '{"count": "2"}'`),
    );
    expect(wrong.findings.filter(({ code }) => code === "EXAMPLE_INVALID")).toMatchObject([
      { subject: "POST /orders", path: "/surfaces/1", line: 2 },
    ]);
    expect(wrong.examples).toEqual({ checked: 2, valid: 1 });
    expect(check(api(), curl("curl -X POST $BASE/orders")).counts.byCode["EXAMPLE_INVALID"]).toBe(
      1,
    );
    expect(check(api(), curl("curl -d '{]' $BASE/orders")).counts.byCode["EXAMPLE_INVALID"]).toBe(
      1,
    );
    expect(check(api(), curl('curl -d "{$BODY}" $BASE/orders')).examples.valid).toBe(2);
    expect(check(api(), curl("curl -d @order.json $BASE/orders")).examples.valid).toBe(2);
    expect(check(api(), curl("curl 'https://x.test")).counts.byCode["EXAMPLE_INVALID"]).toBe(1);
    const stray = check(api(), curl("curl https://api.shop.test/v1/nothing"));
    expect(stray.counts.byCode).toMatchObject({ EXAMPLE_ENDPOINT_UNKNOWN: 1, ENDPOINT_UNKNOWN: 1 });
    expect(check(curl("curl https://api.shop.test/v1/nothing")).examples).toEqual({
      checked: 1,
      valid: 1,
    });
  });

  test("what a reader fills in is none of the shell's business", () => {
    const line =
      "curl https://api.shop.test/v1/orders/<order id> -H \"X: <a>\" -H 'Y: <b>' > <file>";
    const { counts, endpoints } = check(api(), curl(line));
    expect(endpoints).toMatchObject({ unknown: [], documented: 1 });
    expect(counts.error).toBe(0);
    expect(check(api(), curl("curl <base-url>/orders/1")).endpoints.unknown).toEqual([]);
  });

  test("each of two examples is named to its end", () => {
    const content = {
      schema: { type: "integer" },
      examples: { a: { value: "x" }, b: { value: "y" } },
    };
    const responses = { "200": { description: "", content: { "application/json": content } } };
    const paths = { "/a-path-that-is-not-short/{id}/of-things": { get: { responses } } };
    const messages = found({ surfaces: [api({ paths })] }, "EXAMPLE_INVALID").map(
      ({ message }) => message,
    );
    expect(new Set(messages.filter((text) => /examples\/[ab]"/.test(text))).size).toBe(2);
  });

  test("examples and defaults fit their schemas", () => {
    const schema = { type: "integer", default: "one", examples: [1, "two"] };
    const media = {
      schema: { $ref: "#/components/schemas/N" },
      example: "three",
      examples: { a: { value: 4 }, b: { $ref: "#/components/examples/B" } },
    };
    const document = api({
      paths: {
        "/n": {
          get: {
            parameters: [{ name: "q", in: "query", schema: { type: "string" }, example: 5 }],
            responses: {
              "200": {
                description: "x",
                content: { "application/json": media, "text/plain": { ...media } },
              },
            },
          },
        },
      },
      components: { schemas: { N: schema }, examples: { B: { value: "six" } } },
    });
    const value = check(document);
    expect(
      value.findings.flatMap(({ code, subject }) => (code === "EXAMPLE_INVALID" ? [subject] : [])),
    ).toEqual([
      "/components/schemas/N/default",
      "/components/schemas/N/examples/1",
      "/paths/~1n/get/parameters/0/example",
      "/paths/~1n/get/responses/200/content/application~1json/example",
      "/paths/~1n/get/responses/200/content/application~1json/examples/b",
    ]);
    expect(value.examples).toEqual({ checked: 7, valid: 2 });
  });

  test("OpenAPI 3.0 says null in its own way", () => {
    const schema = {
      type: "integer",
      nullable: true,
      minimum: 0,
      exclusiveMinimum: true,
      default: null,
    };
    const document = (more: object) =>
      check(
        surface("openapi", {
          openapi: "3.0.3",
          info: { version: "1" },
          paths: {},
          components: { schemas: { A: { ...schema, ...more } } },
        }),
      );
    expect(document({}).examples).toEqual({ checked: 1, valid: 1 });
    expect(document({ required: [] }).examples).toEqual({ checked: 1, valid: 1 });
    expect(document({ default: 0 }).examples).toEqual({ checked: 1, valid: 0 });
  });

  test("what only answers have is not required of requests", () => {
    const schema = {
      type: "object",
      required: ["id", "name", "secret"],
      properties: {
        id: { type: "integer", readOnly: true },
        name: { type: "string" },
        secret: { type: "string", writeOnly: true },
      },
    };
    const content = (example: object) => ({ "application/json": { schema, example } });
    const both = (request: object, answer: object) =>
      check(
        api({
          paths: {
            "/n": {
              post: {
                requestBody: { content: content(request) },
                responses: { "200": { description: "x", content: content(answer) } },
              },
            },
          },
        }),
      ).examples;
    const right = [
      { name: "a", secret: "b" },
      { id: 1, name: "a" },
    ] as const;
    expect(both(...right)).toEqual({ checked: 3, valid: 3 });
    expect(both(right[1], right[0])).toEqual({ checked: 3, valid: 1 });
  });

  test("one schema that cannot be used takes no other with it", () => {
    const value = check(
      api({
        components: {
          schemas: { A: { $ref: "other.yaml#/A", default: 1 }, B: { type: "string", default: 2 } },
        },
      }),
    );
    expect(value.counts.byCode).toMatchObject({ EXAMPLE_UNCHECKED: 1, EXAMPLE_INVALID: 1 });
    expect(value.examples).toEqual({ checked: 1, valid: 0 });
  });

  test("a command whose body could not be checked is none that works", () => {
    const content = { "application/json": { schema: { $ref: "other.yaml#/A" } } };
    const paths = { "/items": { post: { requestBody: { content } } } };
    const said = (body: string) => `\`\`\`sh\ncurl -X POST https://x.test/items${body}\n\`\`\`\n`;
    const counted = (body: string) =>
      valueOf({ surfaces: [api({ paths }), docs(said(body))], require: [] }).examples;
    // The document has an example of its own.
    expect(counted("")).toEqual({ checked: 2, valid: 2 });
    expect(counted(" -d '{}'")).toEqual({ checked: 1, valid: 1 });
  });

  test("where the faults of a document are too many, what none names is not known", () => {
    const required = Array.from({ length: 600 }, (_, at) => `m${at}`);
    // Any two of them have more faults than are listed, and there are more of them than questions.
    const schemas: Record<string, object> = { All: { type: "object", required } };
    for (let at = 0; at < 130; at++) {
      schemas[`S${at}`] = { allOf: [{ $ref: "#/components/schemas/All" }], default: {} };
    }
    const { examples, counts } = valueOf({
      surfaces: [api({ components: { schemas }, paths: {} })],
      require: [],
      failOn: "none",
    });
    const { EXAMPLE_INVALID: wrong = 0, EXAMPLE_UNCHECKED: left = 0 } = counts.byCode;
    expect(wrong + left).toBe(130);
    expect(left).toBeGreaterThan(0);
    expect(examples).toEqual({ checked: wrong, valid: 0 });
  });

  test("defaults of tools count", () => {
    const tool = {
      name: "a",
      description: "A.",
      inputSchema: { type: "object", properties: { n: { type: "integer", default: "x" } } },
    };
    expect(check(surface("mcp-tools", { tools: [tool] })).examples).toEqual({
      checked: 1,
      valid: 0,
    });
    expect(check(surface("mcp-tools", [tool])).examples).toEqual({ checked: 1, valid: 0 });
  });
});

test("tools that not all providers take are warned of", () => {
  const list = [{ name: "a b", inputSchema: { type: "object" } }, { nothing: 1 }];
  const input = { surfaces: [surface("mcp-tools", list)], require: [] };
  expect(codes(input)).toEqual(expect.arrayContaining(["TOOL_SHAPE_UNKNOWN"]));
  const one = { surfaces: [surface("mcp-tools", list.slice(0, 1))], require: [] };
  expect(codes(one)).toEqual(["DESCRIPTION_MISSING", "NAME_CHANGED", "NAME_INVALID"]);
  expect(valueOf(one).verdict).toBe("review");
});

describe("the last release", () => {
  const previous = [
    surface("openapi", {
      ...API,
      paths: { ...API.paths, "/old/{id}": { get: { responses: {} } } },
    }),
  ];
  const broken = (...surfaces: object[]) =>
    found({ surfaces: [api(), ...surfaces], previous, require: [] }, "BREAKING_NOT_IN_CHANGELOG");
  test("what breaks has to stand in the change log", () => {
    expect(broken()).toMatchObject([{ subject: "GET /old/{id}", path: "/surfaces/0" }]);
    expect(broken(surface("changelog", "## 2.0.0\n\n- Removed `GET /old/:any`\n"))).toEqual([]);
    expect(broken(surface("changelog", "## 2.0.0\n\nGone: /old/{id}\n")).length).toBe(1);
    expect(
      broken(surface("changelog", "## 2.0.0\n\n## 1.0.0\n\nGone: GET /old/{id}\n")).length,
    ).toBe(1);
    expect(
      broken(surface("changelog", "## Unreleased\n\n- GET /old/{id} is gone\n\n## 2.0.0\n")).length,
    ).toBe(0);
  });
  test("documents that cannot be compared fail the stage", () => {
    const value = valueOf({
      surfaces: [api()],
      previous: [surface("openapi", { swagger: "2.0" })],
    });
    expect(value.stages.find(({ id }) => id === "delta")?.status).toBe("failed");
    expect(value.counts.byCode["STAGE_FAILED"]).toBe(1);
  });
});

describe("wording", () => {
  const said = (text: string, kind = "terms") =>
    valueOf({ surfaces: [surface(kind, text)], require: [] }).wording.map(({ code }) => code);
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ["Support usually answers in 2 days.", ["VAGUE_PROMISE"]],
    ["We may refund 5 %.", ["VAGUE_PROMISE"]],
    ["In May 2026 the price is 5 $.", []],
    ["Responses take about 2 s.", ["VAGUE_PROMISE"]],
    ["Read about prices in 2 pages.", []],
    ["It usually rains.", []],
    ["We never sleep.", ["ABSOLUTE_PROMISE"]],
    ["100 % of it.", ["ABSOLUTE_PROMISE"]],
    ["Storage is unlimited.", ["ABSOLUTE_PROMISE"]],
    ["There is a limit.", ["UNTESTABLE_LIMIT"]],
    ["There is a limit of ten.", []],
    ["The code is `RATE_LIMIT`.", []],
    ["The limit is `5`.", []],
    ["The retention is thirty days.", []],
    ["What is the limit?", []],
    ["# The limit", []],
    ["We keep you up to date.", []],
    ["Send up to many files.", ["UNTESTABLE_LIMIT"]],
    ["```\nThere is a limit.\n```", []],
  ];
  test.each(cases)("%j: %j", (text, expected) => {
    expect(said(text)).toEqual([...expected] as never);
  });
  test("change logs and data are not judged, nor anything where it is not asked", () => {
    expect(said("There is a limit.", "changelog")).toEqual([]);
    expect(valueOf(only("There is a limit.")).wording).toEqual([]);
  });
});

test("each topic is found by its words", () => {
  const words = {
    authentication: "Send your API keys.",
    errors: "Problems have a code.",
    limits: "Rate-limits apply.",
    versioning: "Compatibility is kept.",
    deprecation: "What is deprecated goes.",
    support: "See the status page.",
    privacy: "Personal data is kept.",
    pricing: "Plans for all.",
    security: "TLS only.",
    data: "Exports are there.",
  };
  for (const [topic, sentence] of Object.entries(words)) {
    const { topics, counts } = valueOf({ surfaces: [docs(sentence)], require: [topic] });
    expect(topics).toEqual([{ topic, found: true, surface: "docs", line: 1 }] as never);
    expect(counts.byCode["TOPIC_MISSING"]).toBeUndefined();
  }
  expect(
    found({ surfaces: [docs("x")], require: ["data", "data"] }, "TOPIC_MISSING"),
  ).toMatchObject([{ subject: "data" }]);
});

test("what should not be published", () => {
  const text =
    "TODO: write. Coming soon! Ask <your admin>. A todo list.\n\n```\ncurl -H 'Key: <your key>' http://localhost/x http://api.example.com\n```\n\nhttp://shop.test and http://shop.de/a, http://shop.de/b.\n";
  const value = valueOf(only(text));
  expect(value.findings.map(({ code, subject }) => [code, subject])).toEqual([
    ["PLACEHOLDER_TEXT", "<your admin>"],
    ["PLACEHOLDER_TEXT", "Coming soon"],
    ["PLACEHOLDER_TEXT", "TODO"],
    ["INSECURE_URL", "shop.de"],
  ]);
  const data = api({
    servers: [{ url: "http://api.shop.de" }],
    $schema: "http://json-schema.org/x",
  });
  expect(found({ surfaces: [data] }, "INSECURE_URL")).toMatchObject([{ subject: "api.shop.de" }]);
});

test("a credential is an error, and shown nowhere", () => {
  const secret = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";
  const surfaces = [
    docs(`# Docs\n\nNever use \`${secret}\` as a limit.\n\nThere is a limit.\n`),
    surface("json", { example: secret, description: `The limit ${secret}` }),
  ];
  const facts = [
    { id: "f", value: 1, unit: "s", aliases: ["limit"], pointers: { json: "/example" } },
  ];
  const outcome = run({ surfaces, facts });
  expect(JSON.stringify(outcome)).not.toContain(secret);
  expect(
    (outcome.value as Value).findings.filter(({ code }) => code === "SECRET_IN_SURFACE"),
  ).toMatchObject([
    { path: "/surfaces/0", line: 3, subject: "github-token" },
    { path: "/surfaces/1", subject: "github-token" },
  ]);
  expect((outcome.value as Value).wording.map(({ line }) => line)).toContain(5);
});

test("statements are checked against all texts", () => {
  const facts = [
    {
      id: "ok",
      statement: "Deleted items are kept for 30 days.",
      value: 30,
      unit: "days",
      aliases: ["deleted items"],
    },
    {
      id: "other",
      statement: "Backups run every 6 hours.",
      value: 6,
      unit: "hours",
      aliases: ["backups run"],
    },
    { id: "none", statement: "Zebras graze on the moon.", value: 1, aliases: ["zebras"] },
  ];
  const value = valueOf(
    only("Deleted items are kept for 30 days.\n\nBackups run every 4 hours.\n", { facts }),
  );
  expect(value.findings.filter(({ stage }) => stage === "statements")).toMatchObject([
    { code: "CLAIM_CONFLICT", subject: "other", path: "/surfaces/0", line: 3 },
    { code: "CLAIM_UNSUPPORTED", subject: "none", path: "/facts/2/statement" },
  ]);
});

describe("input that cannot be used", () => {
  const errors = (input: object) => run(input).errors?.map(({ code, path }) => [code, path]);
  const fact = { id: "f", value: 1, aliases: ["x"] };
  test("names what and where", () => {
    expect(errors({ surfaces: [docs("a"), docs("b")] })).toEqual([
      ["SURFACE_NAME_DUPLICATE", "/surfaces/1/name"],
    ]);
    expect(errors({ surfaces: [surface("json", "{]")] })).toEqual([
      ["SURFACE_SYNTAX", "/surfaces/0/content"],
    ]);
    expect(errors({ surfaces: [surface("openapi", "only words")] })).toEqual([
      ["SURFACE_SYNTAX", "/surfaces/0/content"],
    ]);
    expect(errors({ surfaces: [surface("docs", { a: 1 })] })).toEqual([
      ["SURFACE_SYNTAX", "/surfaces/0/content"],
    ]);
    expect(
      errors(
        only("a", {
          facts: [
            { ...fact, aliases: [] },
            { id: "g", value: 1, aliases: ["the"] },
          ],
        }),
      ),
    ).toEqual([
      ["FACT_INVALID", "/facts/0/aliases"],
      ["FACT_INVALID", "/facts/1/aliases/0"],
    ]);
    expect(
      errors(
        only("a", {
          facts: [{ ...fact, unit: "foo//bar" }, { ...fact, id: "g", value: "x", unit: "s" }, fact],
        }),
      ),
    ).toEqual([
      ["FACT_INVALID", "/facts/0/unit"],
      ["FACT_INVALID", "/facts/1/unit"],
      ["FACT_INVALID", "/facts/2/id"],
    ]);
    expect(
      errors(only("a", { facts: [{ ...fact, on: ["doc"], pointers: { no: "/a", docs: "/a" } }] })),
    ).toEqual([
      ["FACT_INVALID", "/facts/0/pointers/docs"],
      ["SURFACE_UNKNOWN", "/facts/0/on/0"],
      ["SURFACE_UNKNOWN", "/facts/0/pointers/no"],
    ]);
    const { ok, error } = run({ surfaces: [surface("json", "{]")] });
    expect([ok, error?.code]).toEqual([false, "SURFACE_SYNTAX"]);
  });
  test("unknown members are refused", () => {
    const { error, errors: list } = run({
      surfaces: [{ ...docs("a"), colour: 1 }],
      facts: [{ ...fact, vlue: 1 }],
    });
    expect(error?.code).toBe("TOOL_INPUT_INVALID");
    expect(list?.map(({ code, path }) => [code, path])).toEqual([
      ["UNKNOWN_FIELD", "/surfaces/0/colour"],
      ["UNKNOWN_FIELD", "/facts/0/vlue"],
    ]);
  });
});

test("the gate closes on errors, and with ignore it does not", () => {
  const input = { surfaces: [docs("Nothing.")], require: ["data"], failOn: "error" };
  expect(run(input).error?.code).toBe("PRODUCT_CONTRACT_REVIEW_KIT_FAILED");
  expect(run({ ...input, ignore: ["TOPIC_MISSING:data"] })).toMatchObject({
    ok: true,
    valid: true,
  });
  expect(run({ ...input, ignore: ["TOPIC_MISSING"] }).ok).toBe(true);
  expect(run({ ...input, ignore: ["TOPIC_MISSING:privacy"] }).ok).toBe(false);
});

test("surfaces in another order change only orders", () => {
  const surfaces = [
    api(),
    docs("version 2.1.0. The timeout is 5 s. `GET /orders`, `GET /no`"),
    surface("pricing", "The timeout is 7 s."),
  ];
  const facts = [{ id: "f", value: 5, unit: "s", aliases: ["timeout"] }];
  const order = fc.shuffledSubarray(surfaces, { minLength: 3 });
  const [first] = [valueOf({ surfaces, facts })];
  fc.assert(
    fc.property(order, (shuffled) => {
      const value = valueOf({ surfaces: shuffled, facts });
      const plain = ({ counts, coverage, endpoints, versions, promises }: Value) => ({
        counts: Object.entries(counts.byCode).toSorted(),
        coverage,
        endpoints,
        versions: versions.map((entry) => JSON.stringify(entry)).toSorted(),
        said: promises[0]?.surfaces.map((entry) => JSON.stringify(entry)).toSorted(),
      });
      expect(plain(value)).toEqual(plain(first));
    }),
    { numRuns: 10 },
  );
});

test("another unit changes no status", () => {
  const units = fc.constantFrom(
    ["ms", 1000n],
    ["s", 1n],
    ["min", 1 / 60],
    ["h", 1 / 3600],
  ) as fc.Arbitrary<[string, bigint | number]>;
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 1, max: 50 }),
      units,
      (stated, hours, [unit, factor]) => {
        const fact = (value: number, name: string) =>
          statusOf(`The limit is ${stated} h.`, { value, unit: name });
        expect(fact(hours * 3600 * Number(factor), unit)).toBe(fact(hours, "hours") as never);
      },
    ),
    { numRuns: 30 },
  );
});

describe("files", () => {
  const value = valueOf({
    surfaces: [
      api(),
      docs(
        "# Shop | version 2.1.0\n\nThe *timeout* is 5 s. <b>GET /orders</b> usually has a limit. =1+1 limits",
      ),
      surface("pricing", "The timeout is 7 s. `GET /x`", "price | page"),
    ],
    facts: [
      {
        id: "=timeout",
        statement: 'The | timeout, "5 s"',
        value: 5,
        unit: "s",
        aliases: ["timeout"],
      },
    ],
  });
  test("tables are read as they were written", () => {
    const { data, errors } = Papa.parse<Record<string, string>>(
      fileOf(value, "promises.csv").trim(),
      { header: true },
    );
    expect(errors).toEqual([]);
    expect(data).toMatchObject([
      {
        id: "'=timeout",
        statement: 'The | timeout, "5 s"',
        value: "5",
        unit: "s",
        surface: "docs",
        status: "confirmed",
        line: "3",
        found: "5 s",
      },
      { surface: "price | page", status: "contradicted", found: "7 s" },
    ]);
    const endpoints = Papa.parse<Record<string, string>>(fileOf(value, "endpoints.csv").trim(), {
      header: true,
    }).data;
    expect(endpoints).toEqual([
      { endpoint: "GET /orders", declared: "true", documented: "true" },
      { endpoint: "GET /orders/{id}", declared: "true", documented: "false" },
      { endpoint: "POST /orders", declared: "true", documented: "false" },
      { endpoint: "GET /x", declared: "false", documented: "true" },
    ]);
  });
  test("pages are Markdown with whole tables and nothing of the surfaces as markup", () => {
    const html = new MarkdownIt({ html: true }).render(fileOf(value, "review.md"));
    expect(html.match(/<table>/g)?.length).toBe(6);
    expect(html).not.toContain("<b>");
    for (const table of html.match(/<table>[^]*?<\/table>/g) ?? []) {
      const rows = table.match(/<tr>[^]*?<\/tr>/g) ?? [];
      expect(new Set(rows.map((row) => row.match(/<t[hd]>/g)?.length)).size).toBe(1);
    }
    const list = fileOf(value, "checklist.md");
    const boxes = list.match(/^- \[ \] /gm)?.length;
    expect(boxes).toBe(value.counts.error + value.counts.warning);
    expect(new MarkdownIt().render(list)).toContain("<h2>price | page</h2>");
  });
  test("the record can be fed back", () => {
    const record = JSON.parse(fileOf(value, "contract.json"));
    expect(Object.keys(record)).toEqual(["facts", "endpoints", "codes", "version"]);
    expect(record).toMatchObject({
      endpoints: ["GET /orders", "GET /orders/{id}", "POST /orders"],
      codes: ["OUT_OF_STOCK"],
      version: "2.0.0",
    });
  });
});

test("a document that readers take for different ones is warned of", () => {
  const twice = '{"openapi": "3.1.0", "paths": {"/a": {}, "/a": {}}}';
  expect(codes({ surfaces: [surface("openapi", twice)], require: [] })).toEqual(["DUPLICATE_KEY"]);
  const relaxed = '{"a": 1, /* why */}';
  expect(codes({ surfaces: [surface("json", relaxed)], require: [] })).toEqual(["JSON_RELAXED"]);
});

test("strange texts are read", () => {
  for (const text of [
    "",
    "\ufeff# A",
    "\ud800",
    "|\n|-|\n",
    "```",
    "🙂 limit 🙂",
    "__proto__",
    "`".repeat(999),
  ]) {
    expect(run(only(text, { vague: true })).value).toMatchObject({ counts: { surfaces: 1 } });
  }
  const deep = "[".repeat(999) + "]".repeat(999);
  expect(run({ surfaces: [surface("json", deep)] }).value).toMatchObject({
    counts: { surfaces: 1 },
  });
  const keys = '{"__proto__": {"description": "A limit of 5 s"}, "constructor": 1}';
  const facts = [
    {
      id: "__proto__",
      value: 5,
      unit: "s",
      aliases: ["limit"],
      pointers: { json: "/constructor" },
    },
  ];
  expect(
    valueOf({ surfaces: [surface("json", keys)], facts }).promises[0]?.surfaces[0]?.status,
  ).toBe("contradicted");
});
