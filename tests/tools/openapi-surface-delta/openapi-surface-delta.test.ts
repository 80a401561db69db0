/** Endpoints, parameters, bodies, responses and what belongs to the document. */
import { describe, expect, test } from "bun:test";
import { changes, document, endpoint, ok, run, s, valueOf } from "../../support/openapi-pairs.ts";

/** The clock of the tests: 2026-11-20. */
const [PAST, TODAY, FUTURE] = ["2026-11-01", "2026-11-20", "2026-12-01"];

describe("endpoints that go", () => {
  const removed = (operation: object) =>
    changes(document({ "/a": { get: { responses: ok }, put: operation } }), endpoint({}));

  test("by deprecation and sunset", () => {
    expect(removed({})).toEqual(["error api-removed-without-deprecation"]);
    expect(removed({ deprecated: true })).toEqual(["info api-removed-with-deprecation"]);
    const at = (sunset: unknown) => removed({ deprecated: true, "x-sunset": sunset });
    expect(at(FUTURE)).toEqual(["error api-removed-before-sunset"]);
    expect(at(`${FUTURE}T00:00:00Z`)).toEqual(["error api-removed-before-sunset"]);
    expect(at(TODAY)).toEqual([]);
    expect(at(PAST)).toEqual([]);
    expect(at("soon")).toEqual(["error api-path-sunset-parse"]);
    expect(at(20_261_201)).toEqual(["error api-path-sunset-parse"]);
  });

  test("a whole path, one change for each of its methods", () => {
    const before = document({ "/a": { get: {}, post: { deprecated: true } } });
    expect(changes(before, document({}))).toEqual([
      "error api-path-removed-without-deprecation",
      "info api-path-removed-with-deprecation",
    ]);
    expect(valueOf(before, document({})).endpoints).toEqual({
      before: 2,
      after: 0,
      added: 0,
      removed: 2,
      changed: 0,
    });
  });

  test("drafts and alphas may go, betas may not", () => {
    expect(removed({ "x-stability-level": "draft" })).toEqual([]);
    expect(removed({ "x-stability-level": "alpha" })).toEqual([]);
    expect(removed({ "x-stability-level": "beta" })).toEqual([
      "error api-removed-without-deprecation",
    ]);
  });
});

describe("endpoints that stay", () => {
  test("deprecation comes, goes, and loses its sunset", () => {
    const old = { deprecated: true };
    expect(changes(endpoint({}), endpoint(old))).toEqual(["info endpoint-deprecated"]);
    expect(changes(endpoint({}), endpoint({ ...old, "x-sunset": FUTURE }))).toEqual([
      "info endpoint-deprecated-with-sunset",
    ]);
    expect(changes(endpoint(old), endpoint({}))).toEqual(["info endpoint-reactivated"]);
    expect(changes(endpoint({ ...old, "x-sunset": FUTURE }), endpoint(old))).toEqual([
      "error sunset-deleted",
    ]);
    expect(
      changes(endpoint({ ...old, "x-sunset": FUTURE }), endpoint({ ...old, "x-sunset": "?" })),
    ).toEqual(["error api-path-sunset-parse"]);
  });

  test("stability: draft, alpha, beta, stable", () => {
    const at = (level: string) => endpoint({ "x-stability-level": level });
    expect(changes(at("draft"), at("beta"))).toEqual(["info api-stability-increased"]);
    expect(changes(at("stable"), at("alpha"))).toEqual(["error api-stability-decreased"]);
    expect(changes(at("stable"), endpoint({}))).toEqual([]);
  });

  test("operation ids and tags", () => {
    expect(
      changes(
        endpoint({ operationId: "a", tags: ["x"] }),
        endpoint({ operationId: "b", tags: ["y"] }),
      ),
    ).toEqual([
      "info api-operation-id-added b",
      "info api-operation-id-removed a",
      "info api-tag-added y",
      "info api-tag-removed x",
    ]);
  });

  test("security of its own and of the root", () => {
    const [key, oauth] = [{ key: [] }, { oauth: ["read"] }];
    expect(changes(endpoint({ security: [key] }), endpoint({ security: [oauth] }))).toEqual([
      "info api-security-added oauth",
      "info api-security-removed key",
    ]);
    const more = { security: [{ oauth: ["write"] }] };
    expect(changes(endpoint({ security: [oauth] }), endpoint(more))).toEqual([
      "info api-security-scope-added oauth",
      "info api-security-scope-removed oauth",
    ]);
    const root = { security: [key] };
    expect(changes(endpoint({}, root), endpoint({ security: [key] }, root))).toEqual([]);
    expect(changes(endpoint({}, root), endpoint({}))).toEqual([
      "info api-global-security-removed key",
    ]);
    expect(changes(endpoint({}, root), endpoint({ security: [] }, root))).toEqual([
      "info api-security-removed key",
    ]);
  });
});

describe("parameters", () => {
  const at = (...parameters: object[]) => endpoint({ parameters });
  const q = { name: "q", in: "query" };

  test("new, gone, required", () => {
    expect(changes(at(), at(q))).toEqual(["info new-optional-request-parameter q"]);
    expect(changes(at(), at({ ...q, required: true }))).toEqual([
      "error new-required-request-parameter q",
    ]);
    expect(changes(at(q), at())).toEqual(["warning request-parameter-removed q"]);
    expect(changes(at({ ...q, deprecated: true }), at())).toEqual([
      "info request-parameter-removed-with-deprecation q",
    ]);
    expect(changes(at(q), at({ ...q, required: true }))).toEqual([
      "error request-parameter-became-required q",
    ]);
    expect(changes(at({ ...q, required: true }), at(q))).toEqual([
      "info request-parameter-became-optional q",
    ]);
  });

  test("a path parameter is known by its place, a header in any case", () => {
    const item = (name: string, type: string) =>
      document({
        [`/a/{${name}}`]: {
          parameters: [{ name, in: "path", required: true, schema: { type } }],
          get: {},
        },
      });
    expect(changes(item("id", "string"), item("key", "string"))).toEqual([]);
    expect(changes(item("id", "string"), item("key", "integer"))).toEqual([
      "error request-parameter-type-changed key",
    ]);
    expect(changes(at({ name: "X-A", in: "header" }), at({ name: "x-a", in: "header" }))).toEqual(
      [],
    );
    const undeclared = document({ "/a/{id}": { get: {} } });
    expect(changes(undeclared, item("id", "string"))).toEqual([
      "error new-request-path-parameter id",
    ]);
  });

  test("of a path hold for its operations, unless these have their own", () => {
    const inherited = document({ "/a": { parameters: [q], get: {} } });
    expect(changes(inherited, document({ "/a": { get: { parameters: [q] } } }))).toEqual([]);
    const own = document({
      "/a": { parameters: [q], get: { parameters: [{ ...q, required: true }] } },
    });
    expect(changes(inherited, own)).toEqual(["error request-parameter-became-required q"]);
  });

  test("may hold a media type instead of a schema", () => {
    const json = (schema: object) => ({ content: { "application/json": { schema } } });
    const [before, after] = [json({ type: "number" }), json(s)].map((more) =>
      at({ ...q, ...more }),
    ) as [object, object];
    expect(changes(before, after)).toEqual(["error request-parameter-type-changed q"]);
  });
});

describe("bodies and responses", () => {
  const body = (requestBody?: object) => endpoint(requestBody === undefined ? {} : { requestBody });
  const empty = { content: {} };

  test("a request body comes, goes, and is needed", () => {
    expect(changes(body(), body(empty))).toEqual(["info request-body-added-optional"]);
    expect(changes(body(), body({ ...empty, required: true }))).toEqual([
      "error request-body-added-required",
    ]);
    expect(changes(body(empty), body())).toEqual(["error request-body-removed"]);
    expect(changes(body(empty), body({ required: true }))).toEqual([
      "error request-body-became-required",
    ]);
    expect(changes(body({ required: true }), body(empty))).toEqual([
      "info request-body-became-optional",
    ]);
  });

  test("media types are matched by name alone", () => {
    const of = (...types: string[]) =>
      endpoint({
        requestBody: { content: Object.fromEntries(types.map((type) => [type, {}])) },
        responses: { "200": { content: Object.fromEntries(types.map((type) => [type, {}])) } },
      });
    expect(changes(of("application/json"), of("Application/JSON; charset=utf-8"))).toEqual([]);
    expect(changes(of("text/a"), of("text/b"))).toEqual([
      "error request-body-media-type-removed text/a",
      "error response-media-type-removed text/a 200",
      "info request-body-media-type-added text/b",
      "info response-media-type-added text/b 200",
    ]);
  });

  test("statuses of three digits count, default and ranges do not", () => {
    const of = (...statuses: string[]) =>
      endpoint({ responses: Object.fromEntries(statuses.map((status) => [status, {}])) });
    expect(changes(of("200", "404", "default"), of("201", "500", "2XX"))).toEqual([
      "error response-success-status-removed 200",
      "info response-non-success-status-added 500",
      "info response-non-success-status-removed 404",
      "info response-success-status-added 201",
    ]);
  });

  test("what stands under default and a range is compared", () => {
    const of = (status: string, type: string) =>
      endpoint({ responses: { [status]: { content: { "a/json": { schema: { type } } } } } });
    expect(changes(of("default", "string"), of("default", "number"))).toEqual([
      "error response-body-type-changed default",
    ]);
    expect(changes(of("2xx", "string"), of("2XX", "number"))).toEqual([
      "error response-body-type-changed 2XX",
    ]);
  });

  test("headers in any case", () => {
    const of = (headers: object) => endpoint({ responses: { "200": { headers } } });
    const needed = { required: true };
    expect(changes(of({ "X-A": {} }), of({ "x-a": {} }))).toEqual([]);
    expect(changes(of({ a: needed, b: {} }), of({ c: {} }))).toEqual([
      "error required-response-header-removed a 200",
      "warning optional-response-header-removed b 200",
      "info response-header-added c 200",
    ]);
    expect(changes(of({ a: needed }), of({ a: {} }))).toEqual([
      "error response-header-became-optional a 200",
    ]);
  });
});

describe("the document", () => {
  test("webhooks and named schemas", () => {
    const before = document({}, { webhooks: { a: {} }, components: { schemas: { S: {}, T: {} } } });
    const after = document({}, { webhooks: { b: {} }, components: { schemas: { T: {}, U: {} } } });
    expect(changes(before, after)).toEqual([
      "error webhook-removed a",
      "info api-schema-removed S",
      "info webhook-added b",
    ]);
  });

  test("security schemes", () => {
    const of = (scheme: object) => document({}, { components: { securitySchemes: { o: scheme } } });
    const flow = (more: object) => of({ type: "oauth2", flows: { implicit: more } });
    expect(changes(document({}), of({}))).toEqual(["info api-security-component-added o"]);
    expect(changes(of({}), document({}))).toEqual(["info api-security-component-removed o"]);
    expect(changes(of({ type: "http" }), of({ type: "apiKey" }))).toEqual([
      "error api-security-component-type-changed o",
    ]);
    expect(
      changes(
        flow({ authorizationUrl: "a", tokenUrl: "b", scopes: { r: "1", w: "2" } }),
        flow({ authorizationUrl: "c", tokenUrl: "d", scopes: { r: "3", x: "4" } }),
      ),
    ).toEqual([
      "info api-security-component-oauth-scope-added o",
      "info api-security-component-oauth-scope-changed o r",
      "info api-security-component-oauth-scope-removed o",
      "info api-security-component-oauth-token-url-changed o",
      "info api-security-component-oauth-url-changed o",
    ]);
  });

  test("descriptions and examples are never changes", () => {
    const of = (text: string) =>
      endpoint({
        summary: text,
        description: text,
        parameters: [
          {
            name: "q",
            in: "query",
            description: text,
            example: text,
            schema: { title: text, example: text },
          },
        ],
        responses: { "200": { description: text } },
      });
    expect(run(of("a"), of("b"))).toMatchObject({ valid: true, value: { suggestedBump: "none" } });
  });
});

describe("judging", () => {
  const before = document({ "/u/{id}": { get: {}, put: { tags: ["x"] } }, "/b": { get: {} } });
  const after = document({ "/u/{key}": { get: { tags: ["y"] }, put: {} } });

  test("levels may be replaced, rules taken away, and lists cut; counts are of all", () => {
    const severity = { "api-tag-added": "error", "api-tag-removed": "none" };
    const value = valueOf(before, after, { severity, level: "error" });
    expect(value.changes.map(({ id, level }) => `${level} ${id}`)).toEqual([
      "error api-path-removed-without-deprecation",
      "error api-tag-added",
    ]);
    expect(valueOf(before, after, { level: "warning" })).toMatchObject({
      counts: { error: 1, warning: 0, info: 2 },
      changes: [{ id: "api-path-removed-without-deprecation" }],
    });
  });

  test("accepted changes need all that is named", () => {
    const left = (...ignore: object[]) => changes(before, after, { ignore });
    expect(left({ path: "/b" })).toHaveLength(2);
    expect(left({ path: "/b", method: "POST" })).toHaveLength(3);
    expect(left({ path: "/u/{id}", method: "GET" }, { id: "api-tag-removed" })).toEqual([
      "error api-path-removed-without-deprecation",
    ]);
    expect(run(before, after, { ignore: [{}] }).ok).toBe(false);
    const misspelt = run(before, after, { ignore: [{ rule: "api-tag-removed" }] });
    expect((misspelt.value as { changes: object[] }).changes).toHaveLength(3);
    expect(misspelt.warnings).toContainEqual(
      expect.objectContaining({ code: "UNKNOWN_FIELD", path: "/ignore/0/rule" }),
    );
  });

  test("a rule that there is none of is told, with the nearest one", () => {
    const severity = { "endpoint-add": "none", "endpoint-added": "info" };
    const ignore = [{ path: "/b" }, { id: "no such/rule" }];
    const { warnings } = run(before, after, { severity, ignore });
    expect(warnings).toEqual([
      {
        code: "RULE_UNKNOWN",
        message:
          'Cannot apply what is said of a rule: found "endpoint-add", expected the id of a rule such as endpoint-added',
        path: "/severity/endpoint-add",
      },
      {
        code: "RULE_UNKNOWN",
        message:
          'Cannot apply what is said of a rule: found "no such/rule", expected the id of a rule',
        path: "/ignore/1/id",
      },
    ]);
    expect(run(before, before, { severity, failOn: "warning" })).toMatchObject({ ok: true });
  });

  test("bump, verdict, errors and warnings follow the levels", () => {
    expect(run(before, after)).toMatchObject({
      ok: true,
      valid: false,
      value: { verdict: "fail", suggestedBump: "major", endpoints: { changed: 2 } },
      errors: [
        {
          code: "BREAKING_CHANGE",
          rule: "api-path-removed-without-deprecation",
          path: "/before/paths/~1b/get",
        },
      ],
    });
    const q = endpoint({ parameters: [{ name: "q", in: "query" }] });
    expect(run(q, endpoint({}))).toMatchObject({
      valid: true,
      value: { verdict: "review", suggestedBump: "minor" },
      warnings: [{ code: "RISKY_CHANGE", path: "/before/paths/~1a/get/parameters/0" }],
    });
  });

  test("changes are in order of level, path, method, id", () => {
    const tagged = (...tags: string[]) => ({ tags, responses: ok });
    const item = (tags: string[]) => ({
      post: tagged(...tags),
      get: tagged(...tags),
      trace: tagged(...tags),
    });
    const value = valueOf(
      document({ "/b": item([]), "/a": item([]) }),
      document({ "/b": item(["y", "x"]), "/a": item(["x"]) }),
    );
    expect(value.changes.map(({ path, method, name }) => [path, method, name].join(" "))).toEqual([
      "/a get x",
      "/a post x",
      "/a trace x",
      "/b get x",
      "/b get y",
      "/b post x",
      "/b post y",
      "/b trace x",
      "/b trace y",
    ]);
  });

  test("the gate", () => {
    const risky = endpoint({ parameters: [{ name: "q", in: "query" }] });
    expect(run(risky, endpoint({}), { failOn: "error" }).ok).toBe(true);
    expect(run(risky, endpoint({}), { failOn: "warning" })).toMatchObject({
      ok: false,
      error: { code: "OPENAPI_SURFACE_DELTA_FAILED" },
      value: { verdict: "review" },
    });
    expect(run(before, after, { failOn: "error" }).ok).toBe(false);
  });
});
