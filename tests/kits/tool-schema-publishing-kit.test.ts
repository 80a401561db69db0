import { describe, expect, test } from "bun:test";
import type { Static } from "@sinclair/typebox";
import Ajv2020 from "ajv/dist/2020";
import MarkdownIt from "markdown-it";
import kit from "../../kits/tool-schema-publishing-kit.ts";
import { complaintsOf, moduleFile } from "../support/converted-schemas.ts";
import { runUnit } from "../support/run-unit.ts";

type Value = Static<typeof kit.value>;

const run = (input: object) => runUnit(kit as never, input);
const valueOf = (input: object) => run({ failOn: "none", ...input }).value as Value;
const codes = (input: object) => valueOf(input).findings.map(({ code }) => code);
const fileOf = (value: Value, name: string) =>
  value.deliverables.find((file) => file.name === name)?.content ?? "";
const errorOf = (input: object) => run(input).errors?.[0];

const CITY = { city: { type: "string", description: "City name" } };
const weather = (schema: object, more: object = {}) => ({
  name: "get_weather",
  description: "Returns the current weather of one city.",
  inputSchema: { type: "object", properties: CITY, required: ["city"], ...schema },
  ...more,
});
const PLACE = { type: "object", properties: { x: { type: "number" } }, required: ["x"] };
const TREE = {
  name: "save_tree",
  description: "Saves a tree of nodes under a name.",
  inputSchema: {
    type: "object",
    properties: { root: { $ref: "#/$defs/node" } },
    required: ["root"],
    $defs: {
      node: {
        type: "object",
        properties: {
          label: { type: "string" },
          children: { type: "array", items: { $ref: "#/$defs/node" } },
        },
        required: ["label"],
      },
    },
  },
};
const MANY = [
  weather({}),
  weather({}, { name: "files.list", title: "List files", annotations: { readOnlyHint: true } }),
  {
    ...weather({
      properties: { at: { $ref: "#/$defs/place" } },
      required: [],
      $defs: { place: PLACE },
    }),
    name: "go",
  },
  TREE,
  weather(
    {
      properties: { tags: { type: "object", additionalProperties: { type: "string" } } },
      required: [],
    },
    { name: "tag" },
  ),
];

/** The member that a path of keys leads to. */
const at = (value: unknown, ...keys: string[]): unknown =>
  keys.reduce<unknown>((inside, key) => (inside as Record<string, unknown>)?.[key], value);

describe("files", () => {
  const value = valueOf({
    tools: MANY,
    previous: [weather({}, { description: "Weather." })],
    examples: { get_weather: [{ arguments: { city: "Rome" } }, { arguments: {}, valid: false }] },
    package: { name: "weather", version: "1.1.0", homepage: "https://example.com" },
    previousVersion: "1.0.0",
  });
  const names = value.deliverables.map(({ name }) => name);

  test("are there in their order", () => {
    expect(names).toEqual([
      "tools.openai-chat.json",
      "tools.openai-responses.json",
      "tools.anthropic.json",
      "tools.gemini.json",
      "tools.mcp.json",
      "types.ts",
      "openapi.json",
      "TOOLS.md",
      "CHANGELOG.md",
      "manifest.json",
    ]);
  });

  test("types compile under strict, each name once", async () => {
    const text = fileOf(value, "types.ts");
    expect(await complaintsOf(await moduleFile(text))).toBe("");
    const declared = [...text.matchAll(/^export (?:interface|type) (\w+)/gm)].map(
      ([, name]) => name,
    );
    expect(new Set(declared).size).toBe(declared.length);
    expect(declared).toContain("GetWeatherArguments");
    expect(declared).toContain("GoPlace");
  });

  test("schemas of JSON Schema compile", () => {
    const ajv = new Ajv2020({ strict: false });
    for (const [target, keys] of [
      ["openai-chat", ["function", "parameters"]],
      ["openai-responses", ["parameters"]],
      ["anthropic", ["input_schema"]],
      ["mcp", ["inputSchema"]],
    ] as const) {
      const file = JSON.parse(fileOf(value, `tools.${target}.json`));
      const tools: unknown[] = target === "mcp" ? file.tools : file;
      expect(tools).toHaveLength(5);
      for (const tool of tools)
        expect(() => ajv.compile(at(tool, ...keys) as object)).not.toThrow();
    }
  });

  test("strict definitions are closed, and for OpenAI all is required", () => {
    const tools: {
      function: {
        strict: boolean;
        parameters: { properties: object; required: string[]; additionalProperties: unknown };
      };
    }[] = JSON.parse(fileOf(value, "tools.openai-chat.json"));
    for (const { function: made } of tools) {
      if (!made.strict) continue;
      expect(made.parameters.additionalProperties).toBe(false);
      expect(made.parameters.required).toEqual(Object.keys(made.parameters.properties));
    }
    expect(value.tools[0]?.strict["openai-chat"]).toBe(true);
    expect(value.tools[4]?.strict["openai-chat"]).toBe(false);
  });

  test("references of the API description lead somewhere", () => {
    const document = JSON.parse(fileOf(value, "openapi.json"));
    const references = [...fileOf(value, "openapi.json").matchAll(/"\$ref": "#([^"]+)"/g)];
    expect(references.length).toBeGreaterThan(1);
    for (const [, pointer = ""] of references) {
      const tokens = decodeURIComponent(pointer).split("/").slice(1);
      const keys = tokens.map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
      expect(at(document, ...keys)).toBeDefined();
    }
    expect(document.paths["/tools/files.list"].post.operationId).toBe("files.list");
  });

  test("pages are tables and headings", () => {
    const html = new MarkdownIt().render(fileOf(value, "TOOLS.md"));
    expect(html.match(/<table>/g)).toHaveLength(5);
    expect(html.match(/<h2>/g)).toHaveLength(5);
    const log = fileOf(value, "CHANGELOG.md");
    expect([...log.matchAll(/^### (\w+)/gm)].map(([, title]) => title)).toEqual([
      "Breaking",
      "Added",
      "Changed",
      "Documentation",
    ]);
  });

  test("the manifest has the sums of the others", () => {
    const { files } = JSON.parse(fileOf(value, "manifest.json"));
    expect(files).toEqual(
      value.deliverables.slice(0, -1).map(({ name, sha256 }) => ({ name, sha256 })),
    );
  });

  test("MCP keeps title and annotations", () => {
    const { tools } = JSON.parse(fileOf(value, "tools.mcp.json"));
    expect(Object.keys(tools[1])).toEqual([
      "name",
      "title",
      "description",
      "inputSchema",
      "annotations",
    ]);
  });
});

describe("versions", () => {
  const broken = weather({
    properties: { ...CITY, land: { type: "string" } },
    required: ["city", "land"],
  });
  const wider = weather({ properties: { ...CITY, land: { type: "string", description: "Land" } } });
  test.each([
    ["major", "0.4.0", "0.5.0", broken, true],
    ["major", "1.2.0", "1.3.0", broken, false],
    ["major", "1.2.0", "2.0.0-beta.1", broken, false],
    ["minor", "1.2.0", "1.3.0", wider, true],
    ["minor", "1.2.0", "1.2.1", wider, false],
    ["minor", "0.4.0", "0.4.1", wider, true],
    ["patch", "1.2.0", "1.2.1", weather({}, { description: "Tells the weather of a city." }), true],
    [
      "patch",
      "1.2.0",
      "1.2.0",
      weather({}, { description: "Tells the weather of a city." }),
      false,
    ],
    ["none", "1.2.0", "1.2.0", weather({}), true],
  ])("%s: %s to %s", (bump, previousVersion, version, tool, ok) => {
    const value = valueOf({
      tools: [tool],
      previous: [weather({})],
      previousVersion,
      package: { version },
    });
    expect([value.suggestedBump, value.versionOk]).toEqual([bump as never, ok]);
    expect(value.findings.some(({ code }) => code === "BUMP_TOO_SMALL")).toBe(!ok);
  });

  test("a removed tool is major, and told where no version is given", () => {
    const value = valueOf({ tools: [weather({})], previous: [weather({}), TREE] });
    expect([value.suggestedBump, value.removed]).toEqual(["major", ["save_tree"]]);
    const found = value.findings.map(({ code }) => code);
    expect(found).toContain("BREAKING_WITHOUT_VERSION");
    expect(found).toContain("TOOL_REMOVED");
  });

  test("a property called title is no remark", () => {
    const one = weather({ properties: { title: { type: "string" } }, required: [] });
    const two = weather({ properties: { title: { type: "number" } }, required: [] });
    expect(valueOf({ tools: [one], previous: [two] }).suggestedBump).not.toBe("patch");
  });

  test("another provider's shape is no drift", () => {
    const { inputSchema, ...head } = weather({});
    const value = valueOf({
      tools: [weather({})],
      previous: [{ ...head, input_schema: inputSchema }],
    });
    expect([value.drift.length, value.tools[0]?.status]).toEqual([0, "unchanged"]);
  });
});

describe("findings", () => {
  test.each([
    ["DUPLICATE_TOOL", { tools: [weather({}), weather({})] }],
    ["NAME_CHANGED", { tools: [weather({}, { name: "files.list" })] }],
    ["TARGET_REFUSED", { tools: [TREE] }],
    ["STRICT_NOT_POSSIBLE", { tools: [MANY[4]] }],
    ["EXAMPLE_MISSING", { tools: [weather({})] }],
    ["EXAMPLE_UNKNOWN_TOOL", { tools: [weather({})], examples: { nobody: [] } }],
    ["EXAMPLE_INVALID", { tools: [weather({})], examples: { get_weather: [{ arguments: {} }] } }],
    [
      "COUNTEREXAMPLE_VALID",
      {
        tools: [weather({})],
        examples: { get_weather: [{ arguments: { city: "R" }, valid: false }] },
      },
    ],
    ["OVER_BUDGET", { tools: [weather({})], budgetTokens: 1 }],
    ["TOOL_ADDED", { tools: MANY, previous: [weather({})] }],
    ["CHANGES", { tools: MANY }],
    ["DESCRIPTION_MISSING", { tools: [weather({}, { description: "" })] }],
  ])("%s", (code, input) => {
    expect(codes(input)).toContain(code);
  });

  test("names that are equal after renaming get numbers", () => {
    const value = valueOf({ tools: [weather({}, { name: "a.b" }), weather({}, { name: "a_b" })] });
    const names = value.tools.map((tool) => tool.names["openai-chat"]);
    expect(new Set(names).size).toBe(2);
  });
});

test("bad input is told", () => {
  expect(errorOf({})?.code).toBe("TOOLS_MISSING");
  expect(errorOf({ tools: [], source: "a: string" })?.code).toBe("CONFLICTING_FIELDS");
  expect(errorOf({ tools: [{ x: 1 }] })).toMatchObject({
    code: "TOOL_SHAPE_UNKNOWN",
    path: "/tools/0",
  });
  expect(errorOf({ tools: [weather({})], previousVersion: "1.2" })).toMatchObject({
    code: "VERSION_INVALID",
    path: "/previousVersion",
  });
  expect(errorOf({ tools: [weather({ properties: { a: { type: "strng" } } })] })?.code).toBe(
    "SCHEMA_INVALID",
  );
  expect(errorOf({ tools: [weather({})], package: { versoin: "1.0.0" } })?.code).toBe(
    "UNKNOWN_FIELD",
  );
  expect(errorOf({ source: "a: strng - x" })?.path).toBe("/source");
});

test("no tools are a field out of bounds", () => {
  for (const input of [{ tools: [] }, { tools: { tools: [] } }]) {
    const { error, errors } = run(input);
    expect(error?.code).toBe("TOOL_INPUT_INVALID");
    expect(errors?.[0]).toMatchObject({ code: "RANGE", path: "/tools" });
  }
  const { error, errors } = run({ tools: [weather({})], previous: [] });
  expect([error?.code, errors?.[0]?.path]).toEqual(["TOOL_INPUT_INVALID", "/previous"]);
});

describe("types of several tools in one file", () => {
  const parts = {
    type: "object",
    $ref: "#/$defs/two%20words",
    properties: {
      a: { type: "array", description: "Some", items: { type: "string" } },
      b: { $ref: "#/properties/a" },
      c: { $ref: "#/$defs/two%20words" },
      d: { $ref: "#/$defs/x~1y/properties/in" },
      e: { $ref: "#/$defs/item" },
      f: { $ref: "#" },
      g: { $ref: "#/$defs" },
      h: true,
      i: { $ref: "#/properties/h" },
    },
    $defs: {
      "two words": { type: "object", properties: { z: { type: "string" } } },
      "x/y": { type: "object", properties: { in: { $ref: "#/$defs/x~1y" } } },
      item: { type: "object", properties: { line: { type: "integer" } } },
      // With the names of the tools before them these are one name.
      itemLine: { type: "integer" },
      line: { type: "string" },
    },
  };
  const tools = ["order", "order_item", "Order"].map((name) => weather(parts, { name }));
  const value = valueOf({ tools });
  const text = fileOf(value, "types.ts");

  test("no reference is lost, wherever it leads", () => {
    expect(value.findings.filter(({ stage }) => stage === "types")).toEqual([]);
    expect(value.stages.find(({ id }) => id === "types")?.summary).toBe("3 tools");
  });

  test("each name is declared once, and begins with that of its tool", async () => {
    const declared = [...text.matchAll(/^export (?:interface|type) (\w+)/gm)].map(
      ([, name = ""]) => name,
    );
    expect(new Set(declared).size).toBe(declared.length);
    for (const name of declared) expect(name).toStartWith("Order");
    expect(await complaintsOf(await moduleFile(text))).toBe("");
  });
});

test("pages have line feeds alone", () => {
  const text = "Returns the weather.\r\nOf one city.\rNow.";
  const value = valueOf({ tools: [weather({ description: text }, { description: text })] });
  for (const { name, content } of value.deliverables)
    expect([name, content.includes("\r")]).toEqual([name, false]);
  expect(fileOf(value, "TOOLS.md")).toContain("weather.\nOf one city.\nNow.");
});

describe("the change log", () => {
  const before = weather({
    properties: {
      a: { type: "string", enum: ["x", "y", "z"] },
      b: { type: "string" },
      c: { type: ["integer", "string"], maximum: 9 },
      o: { type: "object", properties: { q: { type: "string" } } },
    },
    required: ["a"],
  });
  const after = weather({
    properties: {
      a: { type: "string", enum: ["x", "y"] },
      c: { type: "integer", maximum: 5 },
      n: { type: "string" },
      o: { type: "object", properties: { r: { type: "number" }, s: {} }, required: ["r"] },
    },
    required: ["n", "a"],
  });
  const value = valueOf({ tools: [after], previous: [before] });
  const log = fileOf(value, "CHANGELOG.md");
  const section = (title: string) => log.split(`### ${title}\n`)[1]?.split("\n### ")[0] ?? "";

  test("names members and values", () => {
    const breaking = section("Breaking");
    expect(breaking).toContain("`n` is new, and required; send it with every call");
    expect(breaking).toContain("`o.r` is new, and required");
    expect(breaking).toContain('the value "z" of `a` is no longer accepted');
    expect(breaking).toContain("`maximum` of `c` is now 5 (it was 9)");
    expect(section("Changed")).toContain('`b` is gone (it was {"type":"string"})');
    expect(section("Added")).toContain("`o.s` is new; it may be sent");
  });

  test("says each change once", () => {
    for (const name of ["`n`", "`o.r`", "`b`", "`o.q`"]) expect(log.split(name)).toHaveLength(2);
    expect(log.match(/^- /gm)).toHaveLength(8);
  });

  test.each<[string, object, object, string]>([
    ["results get a schema", {}, { outputSchema: PLACE }, "Added"],
    ["results lose theirs", { outputSchema: PLACE }, {}, "Breaking"],
    ["a promise is made", {}, { annotations: { readOnlyHint: true } }, "Added"],
    [
      "a promise is added",
      { annotations: { openWorldHint: false } },
      { annotations: { openWorldHint: false, readOnlyHint: true } },
      "Changed",
    ],
    [
      "arguments get examples",
      {},
      { inputSchema: { ...weather({}).inputSchema, examples: [{ city: "Rome" }] } },
      "Documentation",
    ],
    ["a description gets another space", {}, { description: "Now  this." }, "Documentation"],
  ])("tells why a version rises: %s", (_what, was, is, title) => {
    const [old, now] = [weather({}, was), weather({}, is)];
    if ("description" in is) Object.assign(old, { description: "Now this." });
    const { deliverables, suggestedBump } = valueOf({ tools: [now], previous: [old] });
    const text = deliverables.find(({ name }) => name === "CHANGELOG.md")?.content ?? "";
    expect(suggestedBump).not.toBe("none");
    expect(text.match(/^- /gm)).toHaveLength(1);
    expect(text.split(`### ${title}\n`)[1]?.split("\n### ")[0]).toMatch(/^- `get_weather` `\//m);
  });

  test("and findings say the same", () => {
    const messages = value.findings.map(({ message }) => message);
    expect(messages).toContain('"get_weather": the value "z" of `a` is no longer accepted');
    expect(messages).toContain('"get_weather": `n` is now required');
  });
});

test("another order of required members is no change", () => {
  const both = { properties: { ...CITY, land: { type: "string" } } };
  const value = valueOf({
    tools: [weather({ ...both, required: ["land", "city"] })],
    previous: [weather({ ...both, required: ["city", "land"] })],
  });
  expect([value.suggestedBump, value.tools[0]?.status]).toEqual(["none", "unchanged"]);
});

test("types say which tool they are of", async () => {
  const text = fileOf(
    valueOf({ tools: [weather({}, { name: "天气" }), weather({}, { name: "天氣" })] }),
    "types.ts",
  );
  expect(text).toMatch(/^\/\/ 天气\nexport interface \w+ /);
  expect(text).toContain("\n\n// 天氣\nexport interface ");
  expect(await complaintsOf(await moduleFile(text))).toBe("");
});

test.each([
  ["SCHEMA_INVALID", { tools: [weather({ properties: { a: { type: "strng" } } })] }],
  [undefined, { source: "a: strng - x" }],
])("a run that a stage ends has its page (%s)", (code, input) => {
  const { ok, output, error } = run(input);
  expect(ok).toBe(false);
  if (code !== undefined) expect(error?.code).toBe(code);
  expect(output).toStartWith("# Tool Schema Publishing Kit: FAIL\n");
});
