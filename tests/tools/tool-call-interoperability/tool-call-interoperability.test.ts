import { createHash } from "node:crypto";
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  NAME_RULES,
  NAME_TARGETS,
  type NameTarget,
} from "../../../tools/_lib/agents/tool-call/names.ts";
import tool, { type Value } from "../../../tools/tool-call-interoperability.ts";
import { runUnit } from "../../support/run-unit.ts";

const run = (input: object) => runUnit(tool, input);
const valueOf = (input: object) => run(input).value as Value;
const codes = (entries: readonly { code: string; path?: string | undefined }[] = []) =>
  entries.map(({ code, path }) => `${code} ${path}`);
const failure = (input: object) => {
  const { ok, error, errors = [] } = run(input);
  return ok ? "" : `${error?.code ?? errors[0]?.code} ${errors[0]?.path}`;
};
const problems = (definition: object, more: object = {}) =>
  Object.fromEntries(
    valueOf({ tools: [definition], ...more }).matrix.map((row) => [row.provider, row.problems]),
  );
const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });
const TARGETS = NAME_TARGETS.filter((target) => target !== "portable");

describe("definitions", () => {
  const schema = object({ q: { type: "string" } }, { required: ["q"] });
  const shapes = {
    "openai-chat": {
      type: "function",
      function: { name: "f", description: "d", parameters: schema },
    },
    "openai-responses": {
      type: "function",
      name: "f",
      description: "d",
      parameters: schema,
      strict: false,
    },
    anthropic: { name: "f", description: "d", input_schema: schema },
    gemini: {
      functionDeclarations: [{ name: "f", description: "d", parametersJsonSchema: schema }],
    },
    mcp: { name: "f", description: "d", inputSchema: schema },
  };

  test.each(TARGETS.flatMap((from) => TARGETS.map((to) => [from, to] as const)))(
    "%s → %s",
    (from, to) => {
      const { tools, nameMap, changes } = valueOf({ tools: [shapes[from]], to });
      expect(tools).toEqual([shapes[to]]);
      expect({ nameMap, changes }).toEqual({ nameMap: [], changes: [] });
    },
  );

  test("mixed shapes, lists in lists, whole answers of a server; all declarations of Gemini in one object", () => {
    const named = (name: string) => ({ name, description: "d" });
    const tools = [
      [{ type: "function", function: named("a") }],
      { jsonrpc: "2.0", id: 1, result: { tools: [{ ...named("b"), inputSchema: {} }] } },
      {
        function_declarations: [
          named("c"),
          {
            ...named("d"),
            parameters: {
              type: "OBJECT",
              properties: { n: { type: "INTEGER", nullable: true, minimum: 1 } },
            },
          },
        ],
      },
      named("e"),
    ];
    const [only] = valueOf({ tools, to: "gemini" }).tools as [
      { functionDeclarations: { name: string; parametersJsonSchema: unknown }[] },
    ];
    expect(only.functionDeclarations.map(({ name }) => name)).toEqual(["a", "b", "c", "d", "e"]);
    expect(only.functionDeclarations[3]?.parametersJsonSchema).toEqual(
      object({ n: { type: ["integer", "null"], minimum: 1 } }),
    );
    expect(only.functionDeclarations[4]?.parametersJsonSchema).toEqual(object({}));
  });

  test("what only MCP has is told when it goes; a missing description is left out", () => {
    const annotated = {
      name: "f",
      title: "F",
      inputSchema: object({}),
      outputSchema: { type: "object" },
      annotations: { readOnlyHint: true },
    };
    expect(valueOf({ tools: [annotated], to: "mcp" }).tools).toEqual([annotated]);
    const { tools, changes } = valueOf({ tools: [annotated], to: "anthropic" });
    expect(tools).toEqual([{ name: "f", input_schema: object({}) }]);
    expect(codes(changes)).toEqual([
      "FIELD_DROPPED /tools/0/title",
      "FIELD_DROPPED /tools/0/outputSchema",
      "FIELD_DROPPED /tools/0/annotations",
    ]);
  });

  test("Gemini's own schemas come back as they were", () => {
    const parameters = {
      type: "OBJECT",
      properties: {
        s: { type: "STRING", enum: ["a", "b"], nullable: true, description: "x" },
        n: { type: "ARRAY", items: { type: "NUMBER", minimum: 1, format: "float" }, minItems: 1 },
        u: { anyOf: [{ type: "STRING" }, { type: "INTEGER" }], nullable: true },
        o: {
          type: "OBJECT",
          properties: { k: { type: "BOOLEAN", default: true, example: false } },
          propertyOrdering: ["k"],
        },
      },
      required: ["s"],
    };
    const tools = [{ functionDeclarations: [{ name: "f", description: "d", parameters }] }];
    expect(valueOf({ tools, to: "gemini", geminiSchema: "openapi" }).tools).toEqual(tools);
    const mcp = valueOf({ tools, to: "mcp" }).tools;
    expect(valueOf({ tools: mcp, to: "gemini", geminiSchema: "openapi" }).tools).toEqual(tools);
  });

  test("numbers that no double holds, and keys of the prototype", () => {
    const text =
      '[{"name":"f","description":"d","inputSchema":{"type":"object","properties":{"__proto__":{"type":"integer","maximum":12345678901234567890}}}}]';
    const { output, warnings } = run({ tools: text, to: "anthropic" });
    expect(output).toContain('"__proto__"');
    expect(output).toContain('"maximum": 12345678901234567890');
    expect(codes(warnings)).toEqual([
      "NUMBER_KEPT_AS_TEXT /tools/0/input_schema/properties/__proto__/maximum",
    ]);
  });
});

describe("names", () => {
  /** The rule once more, character by character. */
  const fitted = (name: string, target: NameTarget): string => {
    const { pattern, longest } = NAME_RULES[target];
    const takes = (text: string) => pattern.test(text);
    let fit = Array.from(name, (character) => (takes(`a${character}`) ? character : "_")).join("");
    if (fit === "" || !takes(fit.charAt(0))) fit = `_${fit}`;
    if (fit.length <= longest) return fit;
    return `${fit.slice(0, longest - 9)}_${createHash("sha256").update(name).digest("hex").slice(0, 8)}`;
  };

  test("are renamed by the rule, and none twice the same", () => {
    const name = fc.oneof(
      fc.string({ maxLength: 8 }),
      fc.string({ unit: "grapheme", maxLength: 6 }),
      fc.string({ minLength: 120, maxLength: 140, unit: fc.constantFrom("a", ".", "-") }),
      fc.constantFrom("a.b", "a_b", "a/b", "9a", "-a", ""),
    );
    fc.assert(
      fc.property(
        fc.uniqueArray(name, { minLength: 1, maxLength: 6 }),
        fc.constantFrom(...NAME_TARGETS),
        (names, to) => {
          fc.pre(names.every((text) => text.isWellFormed()));
          const tools = names.map((text) => ({ name: text, description: "d" }));
          const { nameMap } = valueOf({ tools, to });
          const given = new Map(nameMap.map((pair) => [pair.from, pair.to]));
          const all = names.map((text) => given.get(text) ?? text);
          expect(new Set(all).size).toBe(names.length);
          for (const [index, text] of names.entries()) {
            expect(all[index]).toMatch(NAME_RULES[to].pattern);
            if (!/_\d+$/.test(all[index] ?? "")) expect(all[index]).toBe(fitted(text, to));
          }
        },
      ),
    );
  });

  test("a name that is taken is numbered, and cut where it would be too long", () => {
    const long = "x".repeat(63);
    const tools = [`${long}.`, `${long}/`, `${long}_`].map((name) => ({ name, description: "d" }));
    const names = valueOf({ tools, to: "portable" }).nameMap.map(({ to }) => to);
    expect(names).toEqual([`${long}_`, `${"x".repeat(62)}_2`, `${"x".repeat(62)}_3`]);
  });

  test("kept names are reported", () => {
    const input = {
      tools: [{ name: "a.b", description: "d" }],
      calls: [{ name: "a.b" }],
      namePolicy: "keep",
    };
    expect(run(input)).toMatchObject({
      valid: false,
      errors: [{ code: "NAME_INVALID", path: "/tools/0/name" }],
    });
    const chat = { type: "function", function: { name: "a.b", parameters: {} } };
    expect(run({ tools: [chat], namePolicy: "keep" }).errors).toMatchObject([
      { code: "NAME_INVALID", path: "/tools/0/function/name" },
    ]);
    expect(valueOf(input).calls).toMatchObject([{ function: { name: "a.b" } }]);
    expect(run({ ...input, to: "mcp" }).valid).toBe(true);
  });

  test("two tools of one name, and calls of tools that are not there", () => {
    const one = { name: "f", description: "d" };
    const input = {
      tools: [one, { ...one, input_schema: {} }],
      calls: [{ name: "g" }, { name: "g.h" }],
    };
    const { errors, warnings, valid } = run(input);
    expect(valid).toBe(false);
    expect(codes(errors)).toEqual(["DUPLICATE_TOOL /tools/1"]);
    expect(codes(warnings)).toEqual(["TOOL_UNDECLARED /calls/0", "TOOL_UNDECLARED /calls/1"]);
    expect(valueOf(input).nameMap).toEqual([{ from: "g.h", to: "g_h" }]);
  });
});

describe("what a provider would refuse", () => {
  test("names, roots, strict subsets", () => {
    const plain = {
      name: "f",
      description: "d",
      inputSchema: object(
        { a: { type: "string" } },
        { required: ["a"], additionalProperties: false },
      ),
    };
    expect(Object.values(problems(plain)).flat()).toEqual([]);
    expect(problems({ name: "a.b", inputSchema: object({}) })).toEqual({
      "openai-chat": ["NAME_INVALID"],
      "openai-strict": ["ADDITIONAL_PROPERTIES_OPEN", "NAME_INVALID"],
      anthropic: ["NAME_INVALID"],
      "anthropic-strict": ["ADDITIONAL_PROPERTIES_OPEN", "NAME_INVALID"],
      gemini: [],
      mcp: [],
      portable: ["DESCRIPTION_MISSING", "NAME_INVALID"],
    });
    const long = problems({ ...plain, name: `${"x".repeat(100)}` });
    expect(long).toMatchObject({
      "openai-chat": ["NAME_TOO_LONG"],
      anthropic: [],
      portable: ["NAME_TOO_LONG"],
    });
    expect(problems({ ...plain, name: "9" })).toMatchObject({
      gemini: ["NAME_INVALID"],
      anthropic: [],
      mcp: [],
    });
  });

  test("property names, keywords, unions, recursion", () => {
    const named = (schema: object) => ({ name: "f", description: "d", inputSchema: schema });
    expect(problems(named(object({ "a b": {} })))).toMatchObject({
      anthropic: ["PROPERTY_NAME_INVALID"],
      gemini: ["PROPERTY_NAME_INVALID"],
      mcp: [],
      "openai-chat": [],
    });
    const union = { type: "object", anyOf: [object({ a: {} }), object({ b: {} })] };
    expect(problems(named(union))).toMatchObject({
      anthropic: ["ROOT_UNION"],
      portable: ["ROOT_UNION"],
      "openai-chat": [],
      gemini: [],
    });
    expect(problems(named({ type: "string" }))).toMatchObject({ mcp: ["ROOT_NOT_OBJECT"] });
    const tree = object(
      { next: { $ref: "#" } },
      { required: ["next"], additionalProperties: false },
    );
    expect(problems(named(tree))).toMatchObject({
      "openai-strict": [],
      "anthropic-strict": ["RECURSIVE_SCHEMA"],
      gemini: [],
    });
    expect(problems(named(tree), { geminiSchema: "openapi" })["gemini"]).toEqual([
      "KEYWORD_UNSUPPORTED",
      "RECURSIVE_SCHEMA",
    ]);
    const limited = object(
      { s: { type: "string", maxLength: 3 } },
      { additionalProperties: false },
    );
    expect(problems(named(limited))).toMatchObject({
      "openai-strict": ["KEYWORD_UNSUPPORTED", "NOT_ALL_REQUIRED"],
      "anthropic-strict": ["KEYWORD_UNSUPPORTED"],
    });
    expect(problems(named({ type: 5 }))).toMatchObject({
      mcp: ["SCHEMA_INVALID"],
      gemini: ["SCHEMA_INVALID"],
    });
    let deep: object = { type: "string" };
    for (let level = 0; level < 11; level++)
      deep = object({ a: deep }, { required: ["a"], additionalProperties: false });
    expect(problems(named(deep))["openai-strict"]).toEqual(["TOO_DEEP"]);
    const many = object(
      Object.fromEntries(Array.from({ length: 5001 }, (_, at) => [`p${at}`, {}])),
      { additionalProperties: false },
    );
    expect(problems(named(many))["openai-strict"]).toEqual(["NOT_ALL_REQUIRED", "TOO_LARGE"]);
  });

  test("more tools than Chat takes", () => {
    const tools = Array.from({ length: 129 }, (_, at) => ({ name: `f${at}`, description: "d" }));
    expect(codes(run({ tools }).warnings)).toEqual(["TOO_MANY_TOOLS /tools"]);
    expect(run({ tools, to: "anthropic" }).warnings).toEqual([]);
  });
});

describe("what keeps it from being converted", () => {
  test.each([
    [{}, "TOOLS_MISSING /tools"],
    [{ tools: [], calls: [] }, "TOOLS_MISSING /tools"],
    [{ tools: "[" }, "JSON_SYNTAX /tools"],
    [{ tools: [{ name: "f" }, 5] }, "TOOL_SHAPE_UNKNOWN /tools/1"],
    [
      { tools: [{ functionDeclarations: [{}] }] },
      "TOOL_SHAPE_UNKNOWN /tools/0/functionDeclarations/0",
    ],
    [{ calls: [{}] }, "TOOL_INPUT_INVALID /calls/0"],
    [{ tools: Array.from({ length: 1001 }, () => ({ name: "f" })) }, "TOOL_INPUT_INVALID /tools"],
    [
      {
        tools: [{ name: "f", inputSchema: object({ a: { $ref: "#" } }) }],
        to: "gemini",
        geminiSchema: "openapi",
      },
      "REF_RECURSIVE /tools/0/inputSchema/properties/a/$ref",
    ],
  ])("%j", (input, expected) => {
    expect(failure(input)).toBe(expected);
  });

  test("recursion is kept where the schema is given as it is", () => {
    const schema = object({ a: { $ref: "#" } });
    const [only] = valueOf({ tools: [{ name: "f", inputSchema: schema }], to: "gemini" }).tools as [
      object,
    ];
    expect(only).toMatchObject({ functionDeclarations: [{ parametersJsonSchema: schema }] });
  });
});
