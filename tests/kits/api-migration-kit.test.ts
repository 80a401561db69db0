import { describe, expect, test } from "bun:test";
import type { Static } from "@sinclair/typebox";
import Ajv from "ajv/dist/2020.js";
import MarkdownIt from "markdown-it";
import Papa from "papaparse";
import kit from "../../kits/api-migration-kit.ts";
import { pathTokens } from "../../kits/api-migration-kit/operations.ts";
import { runUnit } from "../support/run-unit.ts";

type Value = Static<typeof kit.value>;

const run = (input: object) => runUnit(kit as never, input);
const valueOf = (input: object) => run(input).value as Value;
const fileOf = (input: object, name: string) =>
  valueOf(input).deliverables.find((file) => file.name === name)?.content ?? "";
const codesOf = (input: object) => valueOf(input).counts.byCode;
const rows = (input: object) =>
  valueOf(input).operations.map(({ from, to, status }) => `${from} > ${to} ${status}`);
const refusal = (input: object) => {
  const { ok, error, errors = [] } = run(input);
  return [ok, error?.code ?? errors[0]?.code, ...errors.map(({ code, path }) => `${code} ${path}`)];
};

const ok = { "200": { description: "ok" } };
const get = (more: object = {}) => ({ get: { responses: ok, ...more } });
const api = (paths: object, more: object = {}) => ({
  openapi: "3.1.0",
  info: { title: "t", version: "1" },
  paths,
  ...more,
});
const servers = (...urls: string[]) => ({ servers: urls.map((url) => ({ url })) });
const parameter = (name: string, place: string, required = place === "path") => ({
  name,
  in: place,
  required,
  schema: { type: "string" },
});
const json = (schema: object) => ({ content: { "application/json": { schema } } });
const post = (schema: object, more: object = {}) => ({
  post: { requestBody: { ...json(schema), ...more }, responses: ok },
});
const person = (...required: string[]) => ({
  type: "object",
  properties: { name: { type: "string" }, age: { type: "integer", readOnly: true } },
  required,
});

describe("matching", () => {
  test("words of a path", () => {
    expect([...pathTokens("/v1/OrderItems/{id}/HTTPServers2-news_x")]).toEqual([
      "order",
      "item",
      "{1}",
      "http",
      "server",
      "2",
      "new",
      "x",
    ]);
    expect([...pathTokens("/v2beta1/bus/{a}.{b}")]).toEqual(["bus", "{1}", "{2}"]);
    expect([...pathTokens("/")]).toEqual([]);
  });

  test("place, then mapping, then operationId, then likeness", () => {
    const before = api({
      "/same/{a}": get({ parameters: [parameter("a", "path")] }),
      "/mapped": get({ operationId: "taken" }),
      "/named": get({ operationId: "list" }),
      "/v1/users": get(),
      "/gone": { trace: { responses: ok } },
    });
    const after = api({
      "/same/{b}": get({ parameters: [parameter("b", "path")] }),
      "/x": get(),
      "/y": get({ operationId: "list" }),
      "/v2/users": get(),
      "/fresh/thing": { put: { responses: ok } },
    });
    const mapping = [{ from: "get /mapped", to: "GET /x" }];
    expect(rows({ before, after, mapping })).toEqual([
      "GET /same/{a} > GET /same/{b} unchanged",
      "GET /mapped > GET /x moved",
      "GET /named > GET /y moved",
      "GET /v1/users > GET /v2/users moved",
      "TRACE /gone > null removed",
    ]);
    expect(valueOf({ before, after, mapping }).added).toEqual(["PUT /fresh/thing"]);
    expect(JSON.parse(fileOf({ before, after, mapping }, "mapping.json"))).toEqual([
      { from: "GET /mapped", to: "GET /x" },
      { from: "GET /named", to: "GET /y" },
      { from: "GET /v1/users", to: "GET /v2/users" },
    ]);
  });

  test("the best pairs win, and ties go by order", () => {
    const before = api({ "/a/items": get(), "/b/items": get() });
    const after = api({ "/c/items": get(), "/b/v2/items": get() });
    expect(rows({ before, after })).toEqual([
      "GET /a/items > GET /c/items moved",
      "GET /b/items > GET /b/v2/items moved",
    ]);
    const [first, second] = valueOf({ before, after }).operations;
    expect([first?.score, second?.score]).toEqual([0.67, 1]);
    expect(codesOf({ before, after })).toEqual({ OPERATION_MOVED: 2, LOW_CONFIDENCE_MATCH: 1 });
  });

  test("without a word in common only a low threshold pairs them", () => {
    const [before, after] = [api({ "/a": get() }), api({ "/b": get() })];
    expect(rows({ before, after })).toEqual(["GET /a > null removed"]);
    expect(rows({ before, after, threshold: 0.5 })).toEqual(["GET /a > GET /b moved"]);
    expect(rows({ before: api({ "/": get() }), after: api({ "/v1": get() }) })).toEqual([
      "GET / > GET /v1 moved",
    ]);
  });

  test("bodies and answers count through references and compositions", () => {
    const schema = { allOf: [{ $ref: "#/components/schemas/P" }, { properties: { x: {} } }] };
    const components = { components: { schemas: { P: person("name") } } };
    const before = api({ "/v1/people": post(schema) }, components);
    const after = api({ "/v2/people": post({ properties: { name: {}, x: {}, y: {} } }) });
    expect(valueOf({ before, after }).operations[0]?.score).toBe(0.9);
  });

  test("mappings that name nothing, or one thing twice, or what is there already", () => {
    const [before, after] = [api({ "/a": get(), "/b": get() }), api({ "/b": get(), "/c": get() })];
    const wrong = [{ from: "GET /x", to: "nonsense" }];
    expect(refusal({ before, after, mapping: wrong })).toEqual([
      false,
      "MAPPING_UNKNOWN",
      "MAPPING_UNKNOWN /mapping/0/from",
      "MAPPING_UNKNOWN /mapping/0/to",
    ]);
    const twice = [
      { from: "GET /a", to: "GET /c" },
      { from: "GET /b", to: "GET /c" },
    ];
    expect(refusal({ before, after, mapping: twice })).toEqual([
      false,
      "MAPPING_CONFLICT",
      "MAPPING_CONFLICT /mapping/1/to",
    ]);
    const idle = [{ from: "GET /a", to: "GET /b" }];
    expect(codesOf({ before, after, mapping: idle })).toMatchObject({ MAPPING_UNUSED: 1 });
    expect(rows({ before, after, mapping: idle })[1]).toBe("GET /b > GET /b unchanged");
  });

  test("path items behind references, webhooks aside", () => {
    const item = { components: { pathItems: { I: get() } } };
    const before = api(
      { "/i": { $ref: "#/components/pathItems/I" } },
      { ...item, webhooks: { w: get() } },
    );
    expect(rows({ before, after: before })).toEqual(["GET /i > GET /i unchanged"]);
  });

  test("three hundred operations in a new place", () => {
    const many = (version: string) =>
      api(
        Object.fromEntries(
          Array.from({ length: 300 }, (_, at) => [`/api/${version}/thing${at}/list`, get()]),
        ),
      );
    const value = valueOf({ before: many("v1"), after: many("v2"), fixtures: false });
    expect(value.counts.moved).toBe(300);
    expect(value.operations.every(({ from, to }) => to === from.replace("v1", "v2"))).toBe(true);
  });
});

describe("calls", () => {
  const before = api(
    {
      "/users/{id}": get({
        parameters: [
          parameter("id", "path"),
          parameter("old", "query"),
          parameter("keep", "query"),
        ],
      }),
      "/users/me": get(),
      "/files/{name}.json": get({ parameters: [parameter("name", "path")] }),
      "/people": post(person("name")),
      "/gone": get(),
    },
    servers("https://a.example/v1"),
  );
  const after = api(
    {
      "/accounts/{account}/profile": get({
        operationId: "x",
        parameters: [
          parameter("account", "path"),
          parameter("keep", "query"),
          parameter("need", "query", true),
        ],
      }),
      "/me": get(),
      "/docs/{name}": get({ parameters: [parameter("name", "path")] }),
      "/people": post(
        { ...person("name", "age"), additionalProperties: false },
        { required: true },
      ),
    },
    servers("https://b.example/v2"),
  );
  const mapping = [
    { from: "GET /users/{id}", to: "GET /accounts/{account}/profile" },
    { from: "GET /users/me", to: "GET /me" },
    { from: "GET /files/{name}.json", to: "GET /docs/{name}" },
  ];
  const call = (given: object | string) =>
    valueOf({ before, after, mapping, calls: typeof given === "string" ? given : [given] })
      .calls[0];

  test.each([
    [
      "https://a.example/v1/users/a%2Fb?old=1&keep=x%20y&other=%2B&need=1",
      "https://b.example/v2/accounts/a%2Fb/profile?keep=x+y&other=%2B&need=1",
      "rewritten",
      ["PARAMETER_REMOVED"],
    ],
    [
      "https://a.example/v1/users/7",
      "https://b.example/v2/accounts/7/profile",
      "needs-work",
      ["PARAMETER_MISSING"],
    ],
    ["https://a.example/v1/users/me/", "https://b.example/v2/me", "rewritten", []],
    ["/users/me", "https://b.example/v2/me", "rewritten", []],
    ["https://a.example/v1/files/x.y.json", "https://b.example/v2/docs/x.y", "rewritten", []],
    [
      "https://a.example/v1/files/.json",
      "https://a.example/v1/files/.json",
      "unmatched",
      ["OPERATION_UNKNOWN"],
    ],
    [
      "https://a.example/v1/gone?x=1",
      "https://a.example/v1/gone?x=1",
      "needs-work",
      ["OPERATION_REMOVED"],
    ],
  ])("%s", (given, url, status, problems) => {
    expect(call({ url: given })).toMatchObject({ url, status, problems } as never);
  });

  test.each([
    [{ body: { name: "a" } }, "rewritten", []],
    [{ body: '{"name":"a"}' }, "rewritten", []],
    [{ body: { name: 1, more: true } }, "needs-work", ["BODY_INVALID"]],
    [{ body: "{name" }, "needs-work", ["BODY_INVALID"]],
    [{}, "needs-work", ["BODY_MISSING"]],
  ])("the body %j", (given, status, problems) => {
    const found = call({ url: "https://a.example/v1/people", method: "post", ...given });
    expect(found).toMatchObject({ status, problems } as never);
  });

  test("bodies that nobody takes any more, and those of other types", () => {
    const old = api({ "/p": post(person()) });
    const none = api({ "/p": { post: { responses: ok } } });
    const calls = [{ url: "/p", method: "POST", body: {} }];
    expect(valueOf({ before: old, after: none, calls }).calls[0]?.problems).toEqual([
      "BODY_REMOVED",
    ]);
    const form = {
      content: {
        "application/x-www-form-urlencoded": { schema: {} },
        ...json(person("name")).content,
      },
    };
    const both = api({ "/p": { post: { requestBody: form, responses: ok } } });
    expect(
      valueOf({ before: old, after: both, calls: "curl -d a=b /p" }).calls[0]?.problems,
    ).toEqual([]);
    expect(
      valueOf({ before: old, after: both, calls: "curl --json '{}' http://h/p" }).calls[0]
        ?.problems,
    ).toEqual(["BODY_INVALID"]);
  });

  test("a body of OpenAPI 3.0 may be null, and what only answers have is not asked for", () => {
    const schema = { $ref: "#/components/schemas/N" };
    const node = {
      type: "object",
      nullable: true,
      required: ["id"],
      properties: {
        id: { type: "string", readOnly: true },
        next: schema,
        n: { type: "integer", minimum: 0, exclusiveMinimum: true },
      },
    };
    const old = {
      ...api({ "/n": post(schema) }, { components: { schemas: { N: node } } }),
      openapi: "3.0.3",
    };
    const problems = (body: unknown) =>
      valueOf({ before: old, after: old, calls: [{ url: "/n", method: "POST", body }] }).calls[0]
        ?.problems;
    expect(problems({ next: null })).toEqual([]);
    expect(problems({ next: { n: 1 } })).toEqual([]);
    expect(problems({ next: { n: 0 } })).toEqual(["BODY_INVALID"]);
  });

  test("paths whose parameters are others", () => {
    const old = api({ "/a/{x}/{y}": get() });
    const pair = (path: string) => {
      const input = {
        before: old,
        after: api({ [path]: get() }),
        mapping: [{ from: "GET /a/{x}/{y}", to: `GET ${path}` }],
      };
      return valueOf({ ...input, calls: [{ url: "/a/1/2" }] }).calls[0];
    };
    expect(pair("/b/{y}/{x}")?.url).toBe("/b/2/1");
    expect(pair("/b/{y}/{z}")?.url).toBe("/b/2/1");
    expect(pair("/b/{q}")).toMatchObject({ url: "/b/{q}", problems: ["PATH_PARAMETER_MISSING"] });
    expect(pair("/b/{x}")?.url).toBe("/b/1");
  });

  test("servers with variables, relative ones and none", () => {
    const one = (more: object) => api({ "/x": get({ operationId: "x" }) }, more);
    const two = (more: object) => api({ "/y": get({ operationId: "x" }) }, more);
    const variable = {
      servers: [
        { url: "https://{r}.e/{v}/", variables: { r: { default: "eu" }, v: { default: "v1" } } },
      ],
    };
    const url = (from: object, to: object, given: string) =>
      valueOf({ before: one(from), after: two(to), calls: [{ url: given }] }).calls[0]?.url;
    expect(url(variable, servers("/v2"), "https://eu.e/v1/x")).toBe("https://eu.e/v2/y");
    expect(url({}, servers("https://n.e"), "http://h/x?a=1")).toBe("https://n.e/y?a=1");
    expect(url(servers("v1"), {}, "http://h/v1/x")).toBe("http://h/y");
    expect(codesOf({ before: one({}), after: one(servers("/v2")) })["DEFAULT_SERVER_CHANGED"]).toBe(
      1,
    );
  });

  test("with equal documents a call stays as it is, wherever it goes", () => {
    const urls = [
      "http://staging:1/v1/users/a%2fb/?keep=x%20y",
      "/users/me",
      "https://a.example/v1/users/me#top",
    ];
    const calls = urls.map((url) => ({ url }));
    expect(
      valueOf({ before, after: before, calls }).calls.map(({ url, status }) => [url, status]),
    ).toEqual(urls.map((url) => [url, "unchanged"]));
  });

  test("a command that curl would refuse is named by its number", () => {
    const calls = "curl https://a.example/x\ncurl -G -F a=b https://a.example/y";
    const { ok: isDone, errors } = run({ before, after, calls });
    expect(isDone).toBe(false);
    expect(errors?.[0]).toMatchObject({ code: "CURL_OPTION_CONFLICT", path: "/calls", line: 2 });
    expect(errors?.[0]?.message).toEndWith("(command 2)");
    expect(
      refusal({
        before,
        after,
        calls: Array.from({ length: 201 }, () => "curl a/b").join("\n"),
      })[1],
    ).toBe("TOOL_INPUT_INVALID");
    expect(refusal({ before, after, calls: '[{"method": "GET"}]' })).toEqual([
      false,
      "TOOL_INPUT_INVALID",
      "REQUIRED /calls/0/url",
    ]);
  });
});

describe("what else is said", () => {
  test("headers of the end", () => {
    const before = api({ "/b/{x}": get({ operationId: "b" }) });
    const after = api({ "/c d/{x}": get({ operationId: "b" }) }, servers("https://h/v2"));
    const { headers } = valueOf({ before, after, deprecation: "2026-12-01T01:00:00+01:00" });
    expect(headers).toEqual([
      {
        operation: "GET /b/{x}",
        headers: [
          { name: "Deprecation", value: "@1796083200" },
          { name: "Link", value: '</v2/c%20d/{x}>; rel="successor-version"' },
        ],
      },
    ]);
    expect(refusal({ before, after, sunset: "tomorrow" })).toEqual([
      false,
      "TOOL_INPUT_INVALID",
      "FORM /sunset",
    ]);
    const turned = { deprecation: "2026-12-01T00:00:00Z", sunset: "2026-11-01T00:00:00Z" };
    expect(refusal({ before, after, ...turned })[2]).toBe("RANGE /sunset");
  });

  test("pages that are turned in another way", () => {
    const pages = {
      pagesBefore: [
        { url: "http://h/x?page=1", body: { items: [{ id: 1 }], page: 1, total_pages: 2 } },
      ],
      pagesAfter: [{ body: { items: [{ id: 1 }], next_cursor: "a" } }],
    };
    const document = api({ "/a": get() });
    const value = valueOf({ before: document, after: document, ...pages });
    expect(value.pagination).toEqual({ before: "page", after: "cursor", changed: true });
    expect(value.counts.byCode).toEqual({ PAGINATION_CHANGED: 1 });
    const broken = valueOf({ before: document, after: document, pagesAfter: "no pages" });
    expect(broken.counts.byCode).toEqual({ STAGE_FAILED: 1 });
  });

  test("changes in place, breaking and not", () => {
    const before = api({
      "/a": get({ parameters: [parameter("q", "query")] }),
      "/p": post(person()),
    });
    const after = api({ "/a": get(), "/p": post(person("name")) });
    const value = valueOf({ before, after });
    expect(value.operations.map(({ status, breaking }) => [status, breaking])).toEqual([
      ["changed", 0],
      ["changed", 1],
    ]);
    expect(value.findings.map(({ code, severity, path }) => [code, severity, path])).toEqual([
      ["OPERATION_CHANGED", "error", "/before/paths/~1p/post"],
      ["OPERATION_CHANGED", "warning", "/before/paths/~1a/get"],
    ]);
    expect(run({ before, after, failOn: "error" }).error?.code).toBe("API_MIGRATION_KIT_FAILED");
  });

  test.each([
    [{ before: { swagger: "2.0" }, after: api({}) }, "OPENAPI_VERSION_UNSUPPORTED", "/before"],
    [{ before: api({}), after: "openapi: 2.0" }, "OPENAPI_VERSION_UNSUPPORTED", "/after"],
    [
      { before: api({}), after: api({ "/a": { $ref: "#/no" } }) },
      "REF_UNRESOLVED",
      "/after/paths/~1a/$ref",
    ],
    [
      { before: api({ "/a/{x}": get(), "/a/{y}": get() }), after: api({}) },
      "DUPLICATE_ENDPOINT",
      "/before/paths/~1a~1{y}",
    ],
  ])("what cannot be read: %#", (input, code, path) => {
    expect(refusal(input)).toEqual([false, code, `${code} ${path}`]);
  });
});

describe("files", () => {
  const input = {
    before: api(
      { "/v1/people": post(person("name")), "/v1/x|y": get() },
      servers("https://a.example"),
    ),
    after: api(
      { "/v2/people": post(person("name", "age")), "/other": { put: { responses: ok } } },
      servers("https://a.example"),
    ),
    calls:
      'curl -s https://a.example/v1/people --json \'{"name":"a b"}\' -H "X-Key: Bearer $TOKEN" -u "me:it\'s"\ncurl \'https://a.example/v1/x|y\'',
    sunset: "2027-01-01T00:00:00Z",
  };

  test("have their names and their order", () => {
    expect(valueOf(input).deliverables.map(({ name }) => name)).toEqual([
      "MIGRATION.md",
      "operations.csv",
      "calls.json",
      "migrated-calls.sh",
      "fixtures.json",
      "deprecation-headers.json",
      "mapping.json",
    ]);
    const same = { before: input.before, after: input.before };
    expect(valueOf(same).deliverables.map(({ name }) => name)).toEqual([
      "MIGRATION.md",
      "operations.csv",
      "mapping.json",
    ]);
    expect(fileOf(same, "mapping.json")).toBe("[]\n");
  });

  test("the script is a script, and only what can be called is called", async () => {
    const script = fileOf(input, "migrated-calls.sh");
    const shell = Bun.spawn(
      ["bash", "-c", `curl() { printf '<%s>' "$@"; echo; }; TOKEN=secret; ${script}`],
      { stdout: "pipe" },
    );
    expect(await new Response(shell.stdout).text()).toBe(
      '<--request><POST><https://a.example/v2/people><--header><X-Key: Bearer secret><--header><Content-Type: application/json><--header><Accept: application/json><--user><me:it\'s><--data-raw><{"name":"a b"}>\n',
    );
    expect(script).toContain("# OPERATION_REMOVED: ");
    expect(script).toContain("\n# curl 'https://a.example/v1/x|y'");
  });

  test("tables are tables", () => {
    const html = new MarkdownIt().enable("table").render(fileOf(input, "MIGRATION.md"));
    expect(html.match(/<tr>/g)?.length).toBe(5);
    expect(html).toContain("<td>GET /v1/x|y</td>");
    expect(html).toContain("language-http");
    const { data } = Papa.parse(fileOf(input, "operations.csv"), {
      header: true,
      skipEmptyLines: true,
    });
    expect(data).toEqual([
      { from: "POST /v1/people", to: "POST /v2/people", status: "moved", score: "1", breaking: "" },
      { from: "GET /v1/x|y", to: "", status: "removed", score: "", breaking: "" },
    ]);
  });

  test("fixtures are what the new schema takes and refuses", () => {
    const [made] = JSON.parse(fileOf(input, "fixtures.json")) as {
      operation: string;
      valid: unknown[];
      invalid: { input: unknown }[];
    }[];
    expect(made?.operation).toBe("POST /v2/people");
    const accepts = new Ajv({ strict: false }).compile(person("name"));
    expect(made?.valid.length).toBeGreaterThan(0);
    expect(made?.valid.every((body) => accepts(body))).toBe(true);
    expect(made?.invalid.some(({ input: body }) => accepts(body))).toBe(false);
  });

  test("what moved operations change is said as if they had stayed", () => {
    const guide = fileOf(
      { ...input, after: api({ "/v2/people": post(person("name", "age")), "/v3/x": get() }) },
      "MIGRATION.md",
    );
    expect(guide).toContain("Becomes `POST /v2/people`");
    const narrower = {
      ...input,
      after: api({
        "/v2/people": post({
          ...person("name"),
          properties: { name: { type: "string", maxLength: 3 } },
        }),
      }),
    };
    expect(fileOf(narrower, "MIGRATION.md")).toContain(
      "may break clients: Request property max length set",
    );
  });
});
