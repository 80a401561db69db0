import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { editDistance } from "../../tools/_lib/text/nearest.ts";
import { countTokens } from "../../tools/_lib/agents/tokens/encodings.ts";
import type { Value } from "../../tools/tool-catalog-context-budget-auditor.ts";
import { similarNames } from "../../tools/tool-catalog-context-budget-auditor/similar-names.ts";
import tool from "../../tools/tool-catalog-context-budget-auditor.ts";
import { runUnit } from "../support/run-unit.ts";

const run = (input: object) => runUnit(tool, input);
const valueOf = (input: object) => run(input).value as Value;
const errors = (input: object) => run(input).errors?.map(({ code, path }) => `${code} ${path}`);
const plain = (name: string, more: object = {}) => ({
  name,
  description: `The tool that is called ${name}`,
  inputSchema: { type: "object", properties: {} },
  ...more,
});
const problems = (definition: object) =>
  valueOf({ tools: [plain("some_tool", definition)] }).tools[0]?.problems;

describe("tokens", () => {
  test("of the compact definition, and of its parts", () => {
    const inputSchema = {
      required: ["b", "a"],
      type: "object",
      properties: { b: { description: "B" } },
    };
    const [row] = valueOf({ tools: [plain("x", { inputSchema })] }).tools;
    const text = `{"name":"x","description":"The tool that is called x","parameters":${JSON.stringify(inputSchema)}}`;
    expect(row).toMatchObject({
      tokens: countTokens(text, "o200k_base"),
      nameTokens: 1,
      descriptionTokens: countTokens("The tool that is called x", "o200k_base"),
      schemaTokens: countTokens(JSON.stringify(inputSchema), "o200k_base"),
      percent: 100,
    });
  });

  test("the same in every provider's shape", () => {
    const schema = { type: "object", properties: { q: { type: "string" } } };
    const { name, description } = plain("look_up");
    const shapes = [
      { name, description, inputSchema: schema },
      { name, description, input_schema: schema },
      { type: "function", name, description, parameters: schema },
      { type: "function", function: { name, description, parameters: schema } },
      {
        functionDeclarations: [
          {
            name,
            description,
            parameters: { type: "OBJECT", properties: { q: { type: "STRING" } } },
          },
        ],
      },
      { result: { tools: [{ name, description, inputSchema: schema }] } },
    ];
    const found = shapes.map((shape) => valueOf({ tools: shape }));
    expect(new Set(found.map(({ totalTokens }) => totalTokens)).size).toBe(1);
    expect(new Set(found.map(({ catalogueSha256 }) => catalogueSha256)).size).toBe(1);
  });

  test("the heaviest first, shares, window and cost", () => {
    const tools = [plain("a"), plain("bb", { description: "Much longer. ".repeat(30) })];
    const input = { tools, requestsPerDay: 1000 };
    const value = valueOf(input);
    expect(value.tools.map(({ name }) => name)).toEqual(["bb", "a"]);
    expect(value.tools.reduce((sum, { percent }) => sum + percent, 0)).toBeCloseTo(100, 1);
    const total = value.totalTokens;
    expect(value.budgetTokens).toBe(40_000);
    expect(value.windowPercent).toBe(Math.round((total / 400_000) * 10_000) / 100);
    expect(value.costPerRequest).toBeCloseTo((total * 1.25) / 1e6, 8);
    expect(value.costPerDay).toBeCloseTo((total * 1.25) / 1e3, 2);
    expect(valueOf({ tools }).costPerDay).toBeNull();
  });

  test("an estimate says so; a model that is not known has neither window nor price", () => {
    const codes = (model: string) =>
      run({ tools: [plain("some_tool")], model }).warnings?.map(({ code }) => code);
    expect(codes("claude-opus-5")).toEqual(["ESTIMATE"]);
    expect(codes("gpt-5")).toEqual([]);
    expect(codes("nobody-1")).toEqual(["ESTIMATE", "MODEL_UNKNOWN"]);
    expect(valueOf({ tools: [plain("a")], model: "nobody-1" })).toMatchObject({
      windowPercent: null,
      costPerRequest: null,
      budgetTokens: 12_800,
    });
  });
});

describe("problems", () => {
  const property = (schema: object) => ({
    inputSchema: { type: "object", properties: { x: { description: "X", ...schema } } },
  });

  test.each([
    ["nothing", {}, []],
    ["no description", { description: " " }, ["DESCRIPTION_MISSING"]],
    ["19 characters", { description: "x".repeat(19) }, ["DESCRIPTION_SHORT"]],
    ["20 characters", { description: "😀".repeat(20) }, []],
    ["201 tokens", { description: "word ".repeat(201).trim() }, ["DESCRIPTION_LONG"]],
    ["200 tokens", { description: "word ".repeat(200).trim() }, []],
    ["50 values", property({ enum: Array.from({ length: 50 }, (_, at) => at) }), []],
    ["51 values", property({ enum: Array.from({ length: 51 }, (_, at) => at) }), ["ENUM_LONG"]],
    ["no type", property({}), ["NO_PARAMETER_TYPES"]],
    ["a reference", property({ $ref: "#/x" }), []],
    ["no words", property({ type: "string", description: "" }), ["PARAMETER_UNDESCRIBED"]],
    ["a name of any tool", { name: "Query" }, ["NAME_GENERIC"]],
    ["a name with a dot", { name: "a.tool.name" }, ["NAME_NOT_PORTABLE"]],
    ["a name in Chinese", { name: "搜索" }, ["NAME_NOT_PORTABLE"]],
    ["no schema", { inputSchema: undefined }, []],
    ["true for a schema", { inputSchema: true }, []],
  ] as const)("%s", (_title, definition, expected) => {
    expect(problems(definition)).toEqual([...expected]);
  });

  test("levels of objects and lists", () => {
    const nested = (levels: number): object =>
      levels === 0
        ? { type: "string", description: "X" }
        : { type: "object", description: "X", properties: { x: nested(levels - 1) } };
    expect(problems({ inputSchema: nested(4) })).toEqual([]);
    expect(problems({ inputSchema: nested(5) })).toEqual(["DEEP_SCHEMA"]);
    const lists = { type: "array", items: { type: "array", items: nested(3) } };
    expect(problems({ inputSchema: lists })).toEqual(["DEEP_SCHEMA"]);
  });

  test("a heavy schema, and the count of what is not described", () => {
    const properties = Object.fromEntries(
      Array.from({ length: 100 }, (_, at) => [`property${at}`, { type: "string" }]),
    );
    const input = { tools: [plain("some_tool", { inputSchema: { type: "object", properties } })] };
    expect(run(input).warnings).toMatchObject([
      { code: "PARAMETER_UNDESCRIBED", path: "/tools/0", received: 100 },
      { code: "SCHEMA_HEAVY" },
    ]);
  });

  test("names that differ little", () => {
    const names = ["get_user", "get_users", "delete_everything"];
    const { tools } = valueOf({ tools: names.map((name) => plain(name)) });
    const similar = tools.filter((row) => row.problems.includes("NAME_SIMILAR"));
    expect(similar.map(({ name }) => name).toSorted()).toEqual(["get_user", "get_users"]);
  });

  test("names are compared as every pair of them would be", () => {
    const letters = fc.string({ unit: fc.constantFrom("a", "b", "C"), minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(fc.uniqueArray(letters, { maxLength: 12 }), (names) => {
        const similar = similarNames(names);
        for (const name of names) {
          const most = Math.max(1, Math.floor(name.length / 3));
          const near = names.filter(
            (other) =>
              other !== name && editDistance(name.toLowerCase(), other.toLowerCase()) <= most,
          );
          if (near.length === 0) expect(similar.has(name)).toBe(false);
          else expect(near).toContain(similar.get(name) as string);
        }
      }),
    );
  });
});

describe("overlaps", () => {
  test("equal words are wholly alike, in any order of tools", () => {
    const same = { description: "Reads the weather report" };
    const tools = [plain("b_read", same), plain("read_b", same)];
    const overlap = {
      a: "b_read",
      b: "read_b",
      similarity: 1,
      shared: ["b", "read", "report", "weather"],
    };
    expect(valueOf({ tools }).overlaps).toEqual([overlap]);
    expect(valueOf({ tools: tools.toReversed() }).overlaps).toEqual([overlap]);
    expect(valueOf({ tools, overlapThreshold: 1 }).overlaps).toHaveLength(1);
  });

  test("words of names are split, those of parameters count, stop words do not", () => {
    const tools = [
      plain("listOpenIssues", { description: "The of and" }),
      plain("x", {
        description: "",
        inputSchema: { type: "object", properties: { "open-issue": {}, list: {} } },
      }),
    ];
    expect(valueOf({ tools }).overlaps).toMatchObject([
      { similarity: 0.75, shared: ["issue", "list", "open"] },
    ]);
  });

  test("what is common to most tools makes no pairs", () => {
    const tools = Array.from({ length: 40 }, (_, at) =>
      plain(`t${at}`, { description: "All the same words again" }),
    );
    expect(valueOf({ tools }).overlaps).toEqual([]);
    expect(valueOf({ tools: tools.slice(0, 7) }).overlaps).toHaveLength(21);
  });
});

describe("the plan", () => {
  const sizes = [10, 20, 30, 40].map((size) =>
    plain(`tool_${size}`, { description: "word ".repeat(size) }),
  );
  const total = valueOf({ tools: sizes }).totalTokens;
  const plan = (more: object) => valueOf({ tools: sizes, searchToolTokens: 5, ...more }).plan;

  test("nothing is deferred where all fits", () => {
    expect(plan({ budgetTokens: total })).toEqual({
      keep: ["tool_10", "tool_20", "tool_30", "tool_40"],
      defer: [],
      tokensAfter: total,
      tokensSaved: 0,
      savedPercent: 0,
    });
    expect(run({ tools: sizes, budgetTokens: total }).valid).toBe(true);
  });

  test("the most called stay, then the lightest, as long as they fit", () => {
    expect(plan({ budgetTokens: total - 1 }).defer).toEqual(["tool_40"]);
    expect(plan({ budgetTokens: total - 1, usage: { tool_40: 1 } }).keep).toContain("tool_40");
    expect(plan({ budgetTokens: 4 })).toMatchObject({ keep: [], tokensAfter: 5 });
  });

  test("what is pinned stays whatever it costs, which is an error", () => {
    const input = { tools: sizes, pinned: ["tool_40"], budgetTokens: 30, searchToolTokens: 5 };
    expect(valueOf(input).plan.keep).toEqual(["tool_40"]);
    expect(errors(input)).toEqual(["PINNED_OVER_BUDGET /pinned", "OVER_BUDGET /tools"]);
    const { tokensAfter, tokensSaved } = valueOf(input).plan;
    expect(tokensAfter + tokensSaved).toBe(total);
  });

  test("calls are shown, and calls of others noticed", () => {
    const input = { tools: [plain("some_tool")], usage: { "gone/tool": 3, some_tool: 0 } };
    expect(valueOf(input).tools[0]?.calls).toBe(0);
    expect(run(input).warnings).toMatchObject([
      { code: "USAGE_UNKNOWN_TOOL", path: "/usage/gone~1tool" },
    ]);
  });
});

describe("bad input", () => {
  test("fields", () => {
    expect(errors({})).toEqual(["TOOLS_MISSING /tools"]);
    expect(errors({ tools: [] })).toEqual(["TOOLS_MISSING /tools"]);
    expect(errors({ tools: [plain("a"), 1] })).toEqual(["TOOL_SHAPE_UNKNOWN /tools/1"]);
    expect(errors({ tools: "{" })).toEqual(["JSON_SYNTAX /tools"]);
    expect(errors({ tools: [plain("a"), plain("a")] })).toEqual(["DUPLICATE_TOOL /tools/1"]);
    expect(errors({ tools: [plain("a")], usage: { a: -1 } })).toEqual(["RANGE /usage/a"]);
    expect(errors({ tools: [plain("a")], pinned: ["b"] })).toEqual(["PINNED_UNKNOWN /pinned/0"]);
  });

  test("names that every object has", () => {
    const names = ["__proto__", "constructor", "toString"];
    const { tools } = valueOf({ tools: names.map((name) => plain(name)), usage: {} });
    expect(tools.map(({ calls }) => calls)).toEqual([null, null, null]);
  });

  test("2,000 tools, in words of their own and in the same words", () => {
    const word = (at: number) => at.toString(36).padStart(3, "q");
    const own = Array.from({ length: 2000 }, (_, at) => ({ name: `x${word(at * 7919)}` }));
    expect(valueOf({ tools: own }).tools).toHaveLength(2000);
    const same = Array.from({ length: 1000 }, (_, at) => plain(`t${at}`, { description: "Same" }));
    expect(valueOf({ tools: same }).tools).toHaveLength(1000);
    expect(errors({ tools: [...own, plain("y")] })).toEqual(["RANGE /tools"]);
  });
});

test("the table", () => {
  const input = { tools: [plain("b"), plain("aa", { description: "" })], usage: { b: 7 } };
  const [head = "", ...rows] = run(input).output?.split("\n") ?? [];
  expect(head).toBe("Tool  Tokens  Percent  Calls  Action  Problems");
  expect(rows.map((row) => row.slice(0, 4).trim())).toEqual(["b", "aa"]);
});
