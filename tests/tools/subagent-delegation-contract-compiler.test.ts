import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Budget, Value } from "../../tools/subagent-delegation-contract-compiler.ts";
import {
  grantsOf,
  isGranted,
  readScope,
  ScopeIndex,
} from "../../tools/subagent-delegation-contract-compiler/scopes.ts";
import { matchesName } from "../../tools/_lib/text/name-pattern.ts";
import tool from "../../tools/subagent-delegation-contract-compiler.ts";
import { runUnit } from "../support/run-unit.ts";

const run = (input: object) => runUnit(tool, input);
const valueOf = (input: object) => run(input).value as Value;
const problems = (input: object) => run(input).errors?.map(({ code, path }) => `${code} ${path}`);
const warnings = (input: object) => run(input).warnings?.map(({ code, path }) => `${code} ${path}`);
const task = (id: string, more: object = {}) => ({
  id,
  goal: "Write 1 file.",
  acceptance: ["It is there"],
  deliverable: { description: "A file" },
  budget: { toolCalls: 1 },
  ...more,
});

describe("prompts", () => {
  test("every section in its order; those that are empty are left out", () => {
    const { contracts } = valueOf({
      parent: { name: "lead" },
      assignments: [
        {
          id: "all",
          goal: "Extract 3 names.",
          inputs: ["notes.md", "a list"],
          deliverable: { description: "Names", schema: { type: "array", maxItems: 3 } },
          tools: ["read", "write"],
          writeScopes: ["out/**", "tmp/"],
          readScopes: ["in/**"],
          budget: { usd: 1.5, seconds: 600, tokens: 20000, toolCalls: 30 },
          acceptance: ["3 names"],
          mayDelegate: true,
          stopRules: ["Stop at noon."],
        },
      ],
    });
    expect(contracts[0]?.prompt).toBe(
      [
        "# Task all",
        "Goal: Extract 3 names.",
        "Inputs:\n- notes.md\n- a list",
        "Deliverable: Names",
        '```json\n{\n  "type": "array",\n  "maxItems": 3\n}\n```',
        "Return only JSON that validates against this schema.",
        "Allowed tools: read, write",
        "You may write only in: out/**, tmp/",
        "You may read: in/**",
        "Budget: 30 tool calls, 20000 tokens, 600 seconds, 1.5 USD",
        "Done when:\n- 3 names",
        "Rules:\n- Stop and report when the budget is used up.\n- Stop and ask when a needed tool or file is not granted.\n- Stop at noon.",
      ].join("\n\n"),
    );
  });

  test("no tools at all, tools not spoken of, and nothing to write", () => {
    const { contracts } = valueOf({ assignments: [task("a", { tools: [] }), task("b")] });
    expect(contracts[0]?.prompt).toContain("Allowed tools: none");
    expect(contracts[1]?.prompt).not.toContain("Allowed tools");
    expect(contracts[1]?.prompt).toContain("You must not write files.");
  });

  test("contracts stand in the order of execution, between rules", () => {
    const { output } = run({ assignments: [task("b", { dependsOn: ["a"] }), task("a")] });
    expect(output?.split("\n\n---\n\n").map((text) => text.split("\n")[0])).toEqual([
      "# Task a",
      "# Task b",
    ]);
  });

  test("agent files have names of their own and front matter that YAML reads", () => {
    const { files } = valueOf({
      assignments: [
        task("Fix it", { goal: "Say: hello. Then stop.", tools: ["Read"], model: "opus" }),
        task("fix-it", { goal: "x" }),
      ],
      format: "claude-code",
    });
    expect(files.map(({ path }) => path)).toEqual([
      ".claude/agents/fix-it.md",
      ".claude/agents/fix-it-2.md",
    ]);
    const [, front = ""] = files[0]?.content.split("---\n") ?? [];
    expect(Bun.YAML.parse(front)).toEqual({
      name: "fix-it",
      description: "Say: hello.",
      tools: "Read",
      model: "opus",
    });
    expect(files[1]?.content).toContain("\n---\n\n# Task fix-it\n");
    expect(valueOf({ assignments: [task("a")] }).files).toEqual([]);
  });
});

describe("waves", () => {
  test("a diamond", () => {
    const assignments = [
      task("end", { dependsOn: ["left", "right"] }),
      task("left", { dependsOn: ["start"] }),
      task("start"),
      task("right", { dependsOn: ["start"] }),
      task("alone"),
    ];
    const { waves, contracts } = valueOf({ assignments });
    expect(waves).toEqual([["start", "alone"], ["left", "right"], ["end"]]);
    expect(contracts.map(({ wave }) => wave)).toEqual([1, 1, 2, 2, 3]);
  });

  test("a circle is told from its least id on, each waiting for the next", () => {
    const ring = [
      task("c", { dependsOn: ["b"] }),
      task("a", { dependsOn: ["c"] }),
      task("b", { dependsOn: ["a"] }),
    ];
    expect(run({ assignments: ring }).errors?.[0]?.received).toEqual(["a", "c", "b"]);
    const own = [task("a", { dependsOn: ["a"] })];
    expect(run({ assignments: own }).errors?.[0]?.received).toEqual(["a"]);
  });

  test("an id that is not there", () => {
    expect(problems({ assignments: [task("a", { dependsOn: ["x"] })] })).toEqual([
      "DEPENDENCY_UNKNOWN /assignments/0/dependsOn/0",
    ]);
  });

  test("ids default to their place, and may not repeat", () => {
    const { contracts } = valueOf({ assignments: [{ goal: "x" }, { goal: "y" }] });
    expect(contracts.map(({ id }) => id)).toEqual(["task-1", "task-2"]);
    expect(problems({ assignments: [{ goal: "x" }, task("task-1")] })).toEqual([
      "DUPLICATE_ASSIGNMENT_ID /assignments/1/id",
    ]);
  });
});

describe("rights", () => {
  test.each([
    ["read_*", "read_file", true],
    ["*", "anything/at all", true],
    ["a*b*c", "aXbYbZc", true],
    ["a*b*c", "ab", false],
    ["ab*ba", "aba", false],
    ["read", "reader", false],
    ["*_file", "read_file", true],
    ["", "", true],
  ] as const)("a tool pattern %s and %s", (pattern, name, expected) => {
    expect(matchesName(pattern, name)).toBe(expected);
    const source = pattern.replaceAll("*", "[^]*");
    expect(new RegExp(`^${source}$`).test(name)).toBe(expected);
  });

  test("a pattern is granted as it stands", () => {
    const parent = { tools: ["edit_*"] };
    const tools = ["edit_*", "edit_file_*", "*"];
    expect(problems({ parent, assignments: [task("a", { tools, writeScopes: ["x"] })] })).toEqual([
      "TOOL_NOT_GRANTED /assignments/0/tools/2",
    ]);
    expect(problems({ parent: { tools: [] }, assignments: [task("a", { tools: ["x"] })] })).toEqual(
      ["TOOL_NOT_GRANTED /assignments/0/tools/0"],
    );
  });

  test.each([
    ["**", "src/a.ts", true],
    ["**", "**", true],
    ["/", "any/thing", true],
    ["src/**", "src/**", true],
    ["src/**", "./src//api/", true],
    ["src/", "src/api/*.ts", true],
    ["src", "src/api/**", true],
    ["src/**/*.ts", "src/api/**/*.ts", true],
    ["src/**/*.ts", "src/api/**", false],
    ["src/*.ts", "src/a*.ts", true],
    ["src/*", "src/a/b.ts", false],
    ["src/*", "src/**", false],
    ["src/**", "srcs/a.ts", false],
    ["src/**", "Src/a.ts", false],
    ["src/*.{ts,css}", "src/x.css", true],
    ["docs/*.md", "docs/[ab].md", true],
    ["docs/a.md", "docs/b.md", false],
    ["src/**", "src/../etc/passwd", false],
    ["src/**", "src/a/../b.ts", true],
    ["src/**", "src/./a/..", true],
    ["src/**", "src\\..\\etc\\x", false],
    ["src/**", "lib/../src/a.ts", true],
    ["src/**", "src/*/../../etc/**", false],
    ["**", "../x", false],
    ["**", "a/../../x", false],
    ["../shared/**", "../shared/x", true],
    ["../**", "../../x", false],
    ["../shared", "../shared", true],
  ] as const)("%s grants %s: %s", (parent, child, expected) => {
    expect(isGranted(readScope(child), grantsOf(parent))).toBe(expected);
  });

  test("scopes are held against the parent's", () => {
    const assignments = [task("a", { writeScopes: ["src/a", "docs/**"] })];
    expect(problems({ parent: { writeScopes: ["src"] }, assignments })).toEqual([
      "SCOPE_NOT_GRANTED /assignments/0/writeScopes/1",
    ]);
    expect(problems({ parent: {}, assignments })).toEqual([]);
  });

  test("depth", () => {
    const assignments = [task("a", { mayDelegate: true })];
    expect(problems({ parent: { maxDepth: 1 }, assignments })).toEqual([
      "DEPTH_EXCEEDED /assignments/0/mayDelegate",
    ]);
    expect(problems({ parent: { maxDepth: 2 }, assignments })).toEqual([]);
    expect(problems({ assignments })).toEqual([]);
  });
});

describe("scopes that meet", () => {
  const meet = (left: string, right: string) =>
    new ScopeIndex([readScope(left)]).meeting(readScope(right)) !== undefined;

  test.each([
    ["src/**/*.ts", "src/b.ts", true],
    ["src/**/*.ts", "src/**/*.css", false],
    ["src/**/*.{ts,css}", "src/**/*.css", true],
    ["src/**", "src/**/*.css", true],
    ["src/a*.ts", "src/abc.ts", true],
    ["src/a", "src/ab", false],
    ["src/a", "src/a/b", true],
    ["/", "x", true],
    ["**", "**", true],
    ["a/b/", "a/b/c", true],
    ["A", "a", false],
    ["src/../etc/x", "etc/**", true],
    ["src/../etc/x", "src/**", false],
    ["..", "../a", true],
  ] as const)("%s and %s: %s", (left, right, expected) => {
    expect(meet(left, right)).toBe(expected);
    expect(meet(right, left)).toBe(expected);
  });

  test("an index finds what looking at all finds", () => {
    const part = fc.constantFrom("a", "b", "ab", "*", "**", "a*.ts", "*.css", "x.ts");
    const glob = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/"));
    fc.assert(
      fc.property(fc.array(glob, { maxLength: 12 }), glob, (globs, asked) => {
        const found = new ScopeIndex(globs.map(readScope)).meeting(readScope(asked)) !== undefined;
        expect(found).toBe(globs.some((one) => meet(one, asked)));
      }),
    );
  });

  test("only where neither waits for the other, also through a third", () => {
    const both = { writeScopes: ["src/a.ts"] };
    const chain = [task("a", both), task("b", { dependsOn: ["a"] })];
    expect(problems({ assignments: [...chain, task("c", { ...both, dependsOn: ["b"] })] })).toEqual(
      [],
    );
    const apart = run({ assignments: [...chain, task("c", both)] });
    expect(apart.errors).toMatchObject([{ path: "/assignments/2/writeScopes/0", received: "a" }]);
  });
});

describe("budgets", () => {
  test("sums are decimal; a unit of the child alone is only asked for", () => {
    const assignments = [
      task("a", { budget: { usd: 0.1, tokens: 5 } }),
      task("b", { budget: { usd: 0.2 } }),
    ];
    const { budget } = valueOf({ parent: { budget: { usd: 0.3, seconds: 9 } }, assignments });
    expect(budget).toEqual({
      requested: { usd: 0.3, tokens: 5 },
      available: { usd: 0.3, seconds: 9 },
      remaining: { usd: 0, seconds: 9 },
    });
  });

  test("more than there is, and nothing at all", () => {
    const assignments = [
      task("a", { budget: { tokens: 6 } }),
      task("b", { budget: { tokens: 5 } }),
    ];
    expect(problems({ parent: { budget: { tokens: 10 } }, assignments })).toEqual([
      "BUDGET_EXCEEDED /parent/budget/tokens",
    ]);
    const zero = {
      parent: { budget: { tokens: 0 } },
      assignments: [task("a", { budget: { tokens: 0 } })],
    };
    expect(run(zero).valid).toBe(true);
    expect(valueOf(zero).contracts[0]?.prompt).toContain("Budget: 0 tokens");
  });

  test("without a budget there are 30 calls, which are not counted as asked for", () => {
    const input = { assignments: [task("a", { budget: undefined })] };
    expect(warnings(input)).toEqual(["BUDGET_DEFAULTED /assignments/0"]);
    expect(valueOf(input).contracts[0]?.budget as Budget).toEqual({ toolCalls: 30 });
    expect(valueOf(input).budget.requested).toEqual({});
  });
});

describe("warnings", () => {
  const of = (more: object) => warnings({ assignments: [task("a", more)] });

  test.each([
    ["Improve the code", true],
    ["Look into it, etc.", true],
    ["Optimize some queries", true],
    ["Improve src/a.ts", false],
    ["Improve by 10 %", false],
    ["Improve README.md", false],
    ["Handler", false],
    ["Something else", false],
  ] as const)("a vague goal: %s", (goal, isVague) => {
    expect(of({ goal })).toEqual(isVague ? ["GOAL_VAGUE /assignments/0/goal"] : []);
  });

  test("what is missing", () => {
    expect(of({ acceptance: [], deliverable: {} })).toEqual([
      "ACCEPTANCE_MISSING /assignments/0",
      "DELIVERABLE_MISSING /assignments/0",
    ]);
    expect(problems({ assignments: [task("a", { goal: " " })] })).toEqual([
      "GOAL_MISSING /assignments/0/goal",
    ]);
  });

  test("tools that write, and all tools", () => {
    expect(of({ tools: ["file_write"] })).toEqual(["WRITE_WITHOUT_SCOPE /assignments/0"]);
    expect(of({ tools: ["createIssue"] })).toEqual(["WRITE_WITHOUT_SCOPE /assignments/0"]);
    expect(of({ tools: ["dispatch", "undeletable"] })).toEqual([]);
    expect(of({ tools: ["*"] })).toEqual(["WILDCARD_TOOL /assignments/0/tools/0"]);
  });

  test("what others wait for and do not name", () => {
    const after = (inputs: string[]) => ({
      assignments: [task("api"), task("docs", { dependsOn: ["api"], inputs })],
    });
    expect(warnings(after(["the API"]))).toEqual(["DELIVERABLE_UNUSED /assignments/0"]);
    expect(warnings(after(["apis"]))).toEqual(["DELIVERABLE_UNUSED /assignments/0"]);
    expect(warnings(after(["patch of api."]))).toEqual([]);
  });
});

describe("bad input", () => {
  test("members that nobody knows", () => {
    const parent = { writescopes: ["x"], budget: { minutes: 1 } };
    const deliverable = { schema: { properties: { x: { type: "string" } } } };
    const assignments = [task("a", { dependson: [], deliverable })];
    expect(warnings({ parent, assignments })).toEqual([
      "UNKNOWN_FIELD /parent/budget/minutes",
      "UNKNOWN_FIELD /parent/writescopes",
      "UNKNOWN_FIELD /assignments/0/dependson",
    ]);
  });

  const codes = (input: object) => run(input).errors?.map(({ code, path }) => `${code} ${path}`);

  test("none, text that is no JSON, wrong types, a schema that is none", () => {
    expect(codes({})).toEqual(["ASSIGNMENTS_MISSING /assignments"]);
    expect(codes({ assignments: "[]" })).toEqual(["ASSIGNMENTS_MISSING /assignments"]);
    expect(codes({ assignments: "[{" })).toEqual(["JSON_SYNTAX /assignments"]);
    expect(codes({ assignments: [{ goal: 1 }] })).toEqual(["TYPE /assignments/0/goal"]);
    expect(codes({ parent: { budget: { usd: -1 } }, assignments: [task("a")] })).toEqual([
      "RANGE /parent/budget/usd",
    ]);
    const schema = { type: "strin" };
    expect(codes({ assignments: [task("a", { deliverable: { schema } })] })?.[0]).toBe(
      "SCHEMA_INVALID /assignments/0/deliverable/schema/type",
    );
    expect(codes({ assignments: Array.from({ length: 101 }, (_, at) => task(`${at}`)) })).toEqual([
      "RANGE /assignments",
    ]);
  });

  test("digits of a schema stay", () => {
    const assignments =
      '[{"goal":"Do 1.","deliverable":{"schema":{"maximum":12345678901234567890}}}]';
    const { value, warnings: found } = run({ assignments });
    expect((value as Value).contracts[0]?.prompt).toContain('"maximum": 12345678901234567890');
    expect(found?.map(({ code }) => code)).toContain("NUMBER_KEPT_AS_TEXT");
  });

  test("100 assignments with many scopes", () => {
    const assignments = Array.from({ length: 100 }, (_, at) =>
      task(`t${at}`, {
        writeScopes: Array.from({ length: 60 }, (_scope, place) => `d${at}/f${place}.ts`),
      }),
    );
    expect(problems({ assignments })).toEqual([]);
  });
});
