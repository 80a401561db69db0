import { describe, expect, test } from "bun:test";
import type { Static } from "@sinclair/typebox";
import MarkdownIt from "markdown-it";
import Papa from "papaparse";
import kit from "../../kits/contract-release-gate-kit.ts";
import { propertyAt } from "../../kits/contract-release-gate-kit/contracts.ts";
import { FIXED_CLOCK, runUnit } from "../support/run-unit.ts";

type Value = Static<typeof kit.value>;

const run = (input: object) => runUnit(kit as never, input);
const valueOf = (input: object) => run({ failOn: "none", ...input }).value as Value;
const codesOf = (input: object) => valueOf(input).counts.byCode;
const fileOf = (input: object, name: string) =>
  valueOf(input).deliverables.find((file) => file.name === name)?.content;
const refusal = (input: object) => {
  const { ok, error, errors = [] } = run(input);
  return [ok, error?.code ?? errors[0]?.code, ...errors.map(({ code, path }) => `${code} ${path}`)];
};

const get = (more: object = {}) => ({
  get: { responses: { "200": { description: "ok" } }, ...more },
});
const api = (paths: object) => ({ openapi: "3.1.0", info: { title: "t", version: "1" }, paths });
const query = (name: string, type: string) => ({
  parameters: [{ name, in: "query", schema: { type } }],
});

const GONE = {
  id: "orders",
  before: api({ "/a": get(), "/old/{id}": get() }),
  after: api({ "/a": get() }),
};
const ADDED = {
  id: "orders",
  before: api({ "/a": get() }),
  after: api({ "/a": get(), "/b": get() }),
};
const SAME = { id: "same", before: api({ "/a": get() }), after: api({ "/a": get() }) };
const event = (required: string[], more: object = {}) => ({
  type: "object",
  properties: { a: { type: "string" }, b: { type: "integer" } },
  required,
  ...more,
});
const NARROWER = { id: "evt", before: event(["a"]), after: event(["a", "b"]) };
const waiver = (more: object = {}) => ({
  contract: "orders",
  code: "api-path-removed-without-deprecation",
  until: "2099-01-01",
  reason: "nobody calls it",
  ...more,
});
const GONE_RULE = "api-path-removed-without-deprecation";

describe("the version that changes need", () => {
  test.each([
    [GONE, "1.4.0", "1.5.0", "major", "minor", { VERSION_BUMP_TOO_SMALL: 1, BREAKING_CHANGE: 1 }],
    [GONE, "1.4.0", "2.0.0", "major", "major", { BREAKING_CHANGE: 1 }],
    [GONE, "0.4.0", "0.5.0", "minor", "minor", { BREAKING_CHANGE: 1 }],
    [GONE, "0.4.0", "0.4.1", "minor", "patch", { VERSION_BUMP_TOO_SMALL: 1, BREAKING_CHANGE: 1 }],
    [ADDED, "0.4.0", "0.4.1", "patch", "patch", {}],
    [ADDED, "1.4.0", "1.4.1", "minor", "patch", { VERSION_BUMP_TOO_SMALL: 1 }],
    [ADDED, "1.4.0", "1.4.0+build.2", "minor", "none", { VERSION_NOT_INCREASED: 1 }],
    [ADDED, "v1.4.0", "1.3.9", "minor", "downgrade", { VERSION_NOT_INCREASED: 1 }],
    [SAME, "1.4.0", "1.3.9", "none", "downgrade", {}],
    [ADDED, "1.0.0-rc.1", "1.0.0", "minor", "patch", {}],
    [GONE, "2.0.0-rc.1", "2.0.0", "major", "patch", { BREAKING_CHANGE: 1 }],
    [ADDED, "1.0.0", "1.0.0-rc.1", "minor", "none", { VERSION_NOT_INCREASED: 1 }],
    [GONE, "1.4.0", "2.0.0-beta.1", "major", "major", { BREAKING_CHANGE: 1 }],
  ])("%#", (contract, versionBefore, versionAfter, required, actual, codes) => {
    const value = valueOf({ contracts: [contract], versionBefore, versionAfter });
    expect([value.requiredBump, value.actualBump]).toEqual([required, actual] as never);
    expect(value.counts.byCode).toEqual(codes as never);
    const { BREAKING_CHANGE: breaking } = codes as { BREAKING_CHANGE?: number };
    const isError = value.findings.some(
      ({ code, severity }) => code === "BREAKING_CHANGE" && severity === "error",
    );
    expect(isError).toBe(breaking === 1 && "VERSION_BUMP_TOO_SMALL" in codes);
  });

  test("policies: in 0.y.z, forbidden, allowed, and without versions", () => {
    const contracts = [GONE];
    const zero = { versionBefore: "0.1.0", versionAfter: "0.2.0" };
    expect(valueOf({ contracts, ...zero, policy: { zeroMajor: "major" } }).verdict).toBe("fail");
    const major = { versionBefore: "1.0.0", versionAfter: "2.0.0" };
    expect(valueOf({ contracts, ...major, policy: { breaking: "forbid" } }).verdict).toBe("fail");
    expect(valueOf({ contracts, ...major }).verdict).toBe("review");
    expect(codesOf({ contracts })).toEqual({ BREAKING_CHANGE: 1, VERSION_MISSING: 1 });
    expect(valueOf({ contracts }).verdict).toBe("fail");
    expect(valueOf({ contracts, policy: { breaking: "allow" } }).verdict).toBe("review");
    const missing = valueOf({ contracts, versionBefore: "1.0.0" });
    expect(missing.findings.find(({ code }) => code === "VERSION_MISSING")?.path).toBe(
      "/versionAfter",
    );
    expect(missing.actualBump).toBeNull();
  });
});

describe("contracts", () => {
  test("kinds, modes and new contracts", () => {
    const yaml = "openapi: 3.1.0\ninfo: { title: t, version: '1' }\npaths: {}\n";
    const value = valueOf({
      contracts: [
        { id: "n", before: null, after: yaml },
        { ...NARROWER, mode: "forward" },
        { id: "b", before: event(["a", "b"]), after: event(["a"]), mode: "full" },
      ],
      versionBefore: "1.0.0",
      versionAfter: "2.0.0",
    });
    expect(value.changes.map(({ contract, rule, severity }) => [contract, rule, severity])).toEqual(
      [
        ["n", "contract-added", "info"],
        ["evt", "REQUIRED_ATTRIBUTE_ADDED", "info"],
        ["b", "REQUIRED_ATTRIBUTE_REMOVED", "error"],
      ],
    );
    expect(value.counts).toMatchObject({ breaking: 1, risky: 0, compatible: 2, waived: 0 });
    expect(value.counts.byCode).toEqual({ CONTRACT_NEW: 1, BREAKING_CHANGE: 1 });
    expect(value.stages.map(({ status }) => status)).toEqual([
      "done",
      "done",
      "skipped",
      "skipped",
      "done",
      "skipped",
      "done",
    ] as never);
  });

  test("a breaking change in a text is found on its line", () => {
    const before = "type: object\nproperties:\n  a: { type: string }\n";
    const after = "type: object\nproperties:\n  a:\n    type: string\n    maxLength: 3\n";
    const [finding] = valueOf({ contracts: [{ id: "e", before, after }] }).findings;
    expect(finding).toMatchObject({
      code: "BREAKING_CHANGE",
      path: "/contracts/0/after/properties/a/maxLength",
      line: 5,
      subject: "e",
      rule: "MAX_LENGTH_ADDED",
    });
    const removed = valueOf({ contracts: [GONE] }).findings.find(
      ({ code }) => code === "BREAKING_CHANGE",
    );
    expect(removed?.path).toBe("/contracts/0/before/paths/~1old~1{id}/get");
  });

  test("a risky change is looked at", () => {
    const contract = {
      id: "orders",
      before: api({ "/a": get(query("n", "integer")) }),
      after: api({ "/a": get() }),
    };
    const value = valueOf({ contracts: [contract], versionBefore: "1.0.0", versionAfter: "1.1.0" });
    expect(value.counts.byCode).toEqual({ RISKY_CHANGE: 1 });
    expect(value.verdict).toBe("review");
    expect(run({ contracts: [contract], failOn: "warning" }).ok).toBe(false);
  });

  test("of twenty contracts the broken one is named, and so is every other", () => {
    const contracts = Array.from({ length: 20 }, (_, at) => ({ ...SAME, id: `c${at}` }));
    contracts[7] = { ...SAME, id: "c7", after: { openapi: "2.0" } as never };
    contracts[9] = { id: "c9", before: { openapi: "4.0.0" } as never, after: SAME.after };
    expect(refusal({ contracts })).toEqual([
      false,
      "OPENAPI_VERSION_UNSUPPORTED",
      "OPENAPI_VERSION_UNSUPPORTED /contracts/7/after",
      "OPENAPI_VERSION_UNSUPPORTED /contracts/9/before",
    ]);
    const { value } = run({ contracts });
    expect((value as Value).stages[0]).toMatchObject({ status: "failed", ok: false });
  });

  test.each([
    [{ ...SAME, after: '{"openapi": ' }, "JSON_SYNTAX", "/contracts/0/after"],
    [{ ...SAME, after: "a: b: c" }, "YAML_SYNTAX", "/contracts/0/after"],
    [{ ...SAME, after: "[1]" }, "DOCUMENT_TYPE", "/contracts/0/after"],
    [
      { id: "s", before: null, after: { type: "objekt" } },
      "SCHEMA_INVALID",
      "/contracts/0/after/type",
    ],
    [
      { id: "s", before: { $ref: "#/no" }, after: {} },
      "REF_UNRESOLVED",
      "/contracts/0/before/$ref",
    ],
    [
      { id: "s", before: null, after: { swagger: "2.0" } },
      "OPENAPI_VERSION_UNSUPPORTED",
      "/contracts/0/after",
    ],
    [
      { id: "s", before: null, after: api({ "/a/{x}": get(), "/a/{y}": get() }) },
      "DUPLICATE_ENDPOINT",
      "/contracts/0/after/paths/~1a~1{y}",
    ],
  ])("what cannot be read: %#", (contract, code, path) => {
    expect(refusal({ contracts: [contract] })).toEqual([false, code, `${code} ${path}`]);
  });

  test("what names nothing, or twice the same", () => {
    expect(refusal({ contracts: [SAME, SAME] })).toEqual([
      false,
      "DUPLICATE_CONTRACT_ID",
      "DUPLICATE_CONTRACT_ID /contracts/1/id",
    ]);
    const consumers = [{ name: "x", uses: [{ contract: "same" }, { contract: "no" }] }];
    const fixtures = { other: {}, same: {} };
    expect(refusal({ contracts: [SAME], consumers, fixtures, versionBefore: "1.0" })).toEqual([
      false,
      "VERSION_INVALID",
      "VERSION_INVALID /versionBefore",
      "CONTRACT_UNKNOWN /consumers/0/uses/1/contract",
      "CONTRACT_UNKNOWN /fixtures/other",
      "CONTRACT_UNKNOWN /fixtures/same",
    ]);
    expect(refusal({ contracts: [{ ...SAME, extra: 1 }] })).toEqual([
      false,
      "TOOL_INPUT_INVALID",
      "UNKNOWN_FIELD /contracts/0/extra",
    ]);
    const bad = { contracts: [GONE], policy: { waivers: [waiver({ until: "2026-02-30" })] } };
    expect(refusal(bad)).toEqual([false, "TOOL_INPUT_INVALID", "FORM /policy/waivers/0/until"]);
  });

  test("fixtures tell whether a schema is tested", () => {
    const contract = {
      id: "evt",
      before: null,
      after: { type: "string", maxLength: 3, minLength: 1, enum: ["a", "ab"] },
    };
    const fixtures = { evt: { examples: ["abcd"], counterexamples: ["ab"], minScore: 90 } };
    const value = valueOf({ contracts: [contract], fixtures });
    const told = value.findings
      .filter(({ stage }) => stage === "reliability")
      .map(({ code, path }) => `${code} ${path}`);
    expect(told).toContain("EXAMPLE_REJECTED /fixtures/evt/examples/0");
    expect(told).toContain("COUNTEREXAMPLE_ACCEPTED /fixtures/evt/counterexamples/0");
    expect(told).toContain("SCORE_BELOW_MINIMUM /fixtures/evt");
    expect(told.some((one) => one.startsWith("UNPROTECTED_RULE /contracts/0/after"))).toBe(true);
    const properties = Object.fromEntries(
      Array.from({ length: 1100 }, (_, at) => [`p${at}`, { type: "string", maxLength: 3 }]),
    );
    const large = { id: "evt", before: null, after: { properties } };
    expect(codesOf({ contracts: [large], fixtures: { evt: { examples: [] } } })).toMatchObject({
      STAGE_FAILED: 1,
    });
  });
});

describe("waivers", () => {
  const release = { contracts: [GONE], versionBefore: "1.0.0", versionAfter: "1.0.1" };

  test("an accepted change needs no version, whatever its parameters are called", () => {
    const value = valueOf({
      ...release,
      policy: { waivers: [waiver({ path: "/old/{other}" }), waiver()] },
    });
    expect([value.verdict, value.requiredBump, value.counts.waived]).toEqual(["pass", "none", 1]);
    expect(value.counts.byCode).toEqual({});
    expect(value.deliverables.map(({ name }) => name)).toEqual(["gate.json", "CHANGELOG.md"]);
  });

  test("one that ran out, one that fits nothing, one for another path", () => {
    const waivers = [
      waiver({ until: "2026-11-19" }),
      waiver({ code: "no-such-rule" }),
      waiver({ path: "/older" }),
    ];
    const value = valueOf({ ...release, policy: { waivers } });
    expect(value.findings.map(({ code, subject, path }) => [code, subject, path])).toEqual([
      ["VERSION_BUMP_TOO_SMALL", undefined, "/versionAfter"],
      ["BREAKING_CHANGE", "orders", "/contracts/0/before/paths/~1old~1{id}/get"],
      ["WAIVER_EXPIRED", GONE_RULE, "/policy/waivers/0"],
      ["WAIVER_UNUSED", "no-such-rule", "/policy/waivers/1"],
      ["WAIVER_UNUSED", GONE_RULE, "/policy/waivers/2"],
    ] as never);
  });

  test("one counts on its last day", () => {
    const { ok } = runUnit(
      kit as never,
      { ...release, policy: { waivers: [waiver({ until: "2026-11-20" })] } },
      { ...FIXED_CLOCK, now: Date.parse("2026-11-20T23:59:59Z") as never },
    );
    expect(ok).toBe(true);
  });

  test("those that are handed over let the release pass when they are filled in", () => {
    const contracts = [GONE, NARROWER];
    const given = JSON.parse(fileOf({ contracts }, "waivers.json") ?? "[]") as object[];
    expect(given[0]).toEqual({
      contract: "orders",
      code: GONE_RULE,
      path: "/old/{id}",
      until: "",
      reason: "",
    });
    const waivers = given.map((one) => ({ ...one, until: "2099-01-01", reason: "agreed" }));
    expect(valueOf({ contracts, policy: { waivers } }).verdict).toBe("pass");
    expect(refusal({ contracts, policy: { waivers: given } })[1]).toBe("TOOL_INPUT_INVALID");
  });
});

describe("consumers", () => {
  const consumersOf = (contracts: object[], ...uses: object[]) =>
    valueOf({ contracts, consumers: [{ name: "c", uses }] }).consumers[0];

  test("are hit by what they use", () => {
    expect(consumersOf([GONE], { contract: "orders" })?.breaking).toBe(1);
    expect(consumersOf([GONE], { contract: "orders", operation: "get /old/{x}" })?.breaking).toBe(
      1,
    );
    expect(consumersOf([GONE], { contract: "orders", operation: "GET /a" })?.breaking).toBe(0);
    expect(consumersOf([GONE], { contract: "orders", operation: "POST /old/{id}" })?.breaking).toBe(
      0,
    );
    expect(consumersOf([GONE, SAME], { contract: "same" })?.breaking).toBe(0);
    const twice = [{ contract: "orders" }, { contract: "orders", operation: "GET /old/{id}" }];
    expect(consumersOf([GONE], ...twice)?.breaking).toBe(1);
  });

  test("by properties and what is in them", () => {
    const deep = (type: string) => ({
      type: "object",
      properties: { a: { type: "object", properties: { x: { type } } }, ab: { type: "string" } },
    });
    const contract = { id: "evt", before: deep("string"), after: deep("integer") };
    const breaking = (property: string) =>
      consumersOf([contract], { contract: "evt", property })?.breaking;
    expect([breaking("a"), breaking("a/x"), breaking("/a/x"), breaking("ab")]).toEqual([
      1, 1, 1, 0,
    ]);
    expect(propertyAt("/properties/a/items/properties/properties/type")).toBe("a/items/properties");
    expect(propertyAt("/allOf/0/properties/a")).toBe("a");
    expect(propertyAt("/additionalProperties")).toBeUndefined();
  });

  test("accepted changes hit nobody", () => {
    const consumers = [{ name: "c", uses: [{ contract: "orders" }] }];
    const value = valueOf({ contracts: [GONE], consumers, policy: { waivers: [waiver()] } });
    expect(value.consumers).toEqual([{ name: "c", breaking: 0, risky: 0 }]);
  });
});

describe("files", () => {
  const input = {
    contracts: [GONE, { ...ADDED, id: "more" }, NARROWER],
    versionBefore: "1.0.0",
    versionAfter: "2.0.0",
    consumers: [{ name: '=shop, "a"', uses: [{ contract: "orders" }] }],
    policy: { waivers: [waiver({ reason: "no\nreaders" })] },
  };

  test("the change log has sections, and its items are a list", () => {
    expect(fileOf(input, "CHANGELOG.md")).toBe(
      `## 2.0.0

### Breaking

- orders: GET /old/{id} API path removed without deprecation (\`${GONE_RULE}\`) – accepted until 2099-01-01: no readers
- evt: /properties/b Required attribute added (\`REQUIRED_ATTRIBUTE_ADDED\`)

### Added and changed

- more: GET /b Endpoint added (\`endpoint-added\`)
`,
    );
    const html = new MarkdownIt().render(fileOf(input, "CHANGELOG.md") ?? "");
    expect([html.match(/<h3>/g)?.length, html.match(/<li>/g)?.length]).toEqual([2, 3]);
    expect(fileOf({ contracts: [SAME] }, "CHANGELOG.md")).toBe("## Unreleased\n\nNo changes.\n");
  });

  test("consumers in a table, the decision as data, the page as tables", () => {
    const { policy: _policy, ...open } = input;
    const { data } = Papa.parse<Record<string, string>>(fileOf(open, "consumers.csv") ?? "", {
      header: true,
      skipEmptyLines: true,
    });
    expect(data).toEqual([
      {
        name: '\'=shop, "a"',
        contract: "orders",
        rule: GONE_RULE,
        method: "GET",
        path: "/old/{id}",
        severity: "error",
      },
    ]);
    const gate = JSON.parse(fileOf(open, "gate.json") ?? "") as object;
    const { verdict, requiredBump, actualBump, changes, consumers } = valueOf(open);
    expect(gate).toEqual({ verdict, requiredBump, actualBump, changes, consumers });
    const { output = "" } = run(open);
    const html = new MarkdownIt().enable("table").render(output);
    expect(html.match(/<table>/g)?.length).toBe(3);
    expect(output).not.toContain("undefined");
  });

  test("the gate closes with everything in place", () => {
    const { ok, error, value } = run({ contracts: [GONE] });
    expect([ok, error?.code]).toEqual([false, "CONTRACT_RELEASE_GATE_KIT_FAILED"]);
    expect((value as Value).deliverables.length).toBe(3);
  });
});

test("names that objects have of themselves are names like others", () => {
  const contracts = [
    { ...GONE, id: "__proto__" },
    { ...NARROWER, id: "constructor" },
  ];
  const consumers = [{ name: "toString", uses: [{ contract: "__proto__" }] }];
  const value = valueOf({ contracts, consumers, versionBefore: "1.0.0", versionAfter: "2.0.0" });
  expect(value.consumers).toEqual([{ name: "toString", breaking: 1, risky: 0 }]);
  expect(value.stages.find(({ id }) => id === "reliability")?.status).toBe("skipped");
});
