import { describe, expect, test } from "bun:test";
import type { Static } from "@sinclair/typebox";
import fc from "fast-check";
import MarkdownIt from "markdown-it";
import Papa from "papaparse";
import { run as runInService } from "../../app/run/run.ts";
import type { Result } from "../../app/run/types.ts";
import kit from "../../kits/context-budget-planning-kit.ts";
import priceRequest from "../../tools/prompt-cost-calculator.ts";
import countTokens from "../../tools/token-counter.ts";
import { host, runUnit } from "../support/run-unit.ts";

type Value = Static<typeof kit.value>;

const run = (input: object) => runUnit(kit as never, input);
const valueOf = (input: object) => run(input).value as Value;
const codes = (input: object) => valueOf(input).findings.map(({ code }) => code);
const fileOf = (input: object, name: string) =>
  valueOf(input).deliverables.find((file) => file.name === name)?.content ?? "";
const rowsOf = (input: object, name: string) => {
  const { data, errors } = Papa.parse<Record<string, string>>(fileOf(input, name), {
    header: true,
    skipEmptyLines: true,
  });
  expect(errors).toEqual([]);
  return data;
};
const tokensOf = (text: string, model = "gpt-5") =>
  (runUnit(countTokens as never, { text, model }).value as { high: number }).high;

/** A window of which 100 tokens are input. */
const HUNDRED = {
  contextWindow: 110,
  maxInputTokens: 110,
  maxOutputTokens: 10,
  outputTokens: 10,
  safetyMarginPercent: 0,
};
const part = (name: string, kind: string, tokens: number, more: object = {}) => ({
  name,
  kind,
  tokens,
  ...more,
});
const cutsOf = (input: object) => valueOf(input).components.map(({ cut }) => cut);

describe("limits", () => {
  test.each([
    [272_000, 0, 272_000],
    [272_000, 5, 259_047],
    [7192, 5, 6849],
    [100, 50, 66],
    [1, 50, 0],
    [100, 0.1, 99],
  ])("of %i tokens with a margin of %d %% the input may have %i", (limit, margin, allowed) => {
    const value = valueOf({
      components: [part("a", "input", 0)],
      contextWindow: limit + 10,
      maxInputTokens: limit,
      maxOutputTokens: 10,
      outputTokens: 10,
      safetyMarginPercent: margin,
    });
    expect([value.inputLimit, value.allowedInput, value.reservedOutput]).toEqual([
      limit,
      allowed,
      10,
    ]);
  });

  test("come from the model, with what is said instead", () => {
    const components = [part("a", "input", 1)];
    expect(valueOf({ components }).inputLimit).toBe(272_000);
    // Gemini has limits of its own for input and output.
    expect(valueOf({ components, model: "gemini-2.5-flash" }).inputLimit).toBe(1_048_576);
    expect(valueOf({ components, reasoningTokens: 1000 }).reservedOutput).toBe(5096);
    const unknown = { components, model: "nobody-knows" };
    expect(run(unknown).errors?.[0]).toMatchObject({ code: "MODEL_UNKNOWN", path: "/model" });
    const given = valueOf({ ...unknown, contextWindow: 1000, outputTokens: 10 });
    expect([given.fits, given.cost]).toEqual([true, null]);
    expect(codes({ ...unknown, contextWindow: 1000, outputTokens: 10 })).toEqual(["MODEL_UNKNOWN"]);
    expect(codes({ components, outputTokens: 500_000 })).toContain("OUTPUT_EXCEEDS_MAXIMUM");
  });

  test("a reserve larger than the window leaves nothing", () => {
    const value = valueOf({
      components: [part("a", "input", 5)],
      contextWindow: 10,
      outputTokens: 50,
    });
    expect([value.allowedInput, value.fits]).toEqual([0, false]);
  });
});

describe("input is strict", () => {
  const failures = (input: object) =>
    (run(input).errors ?? []).map(({ code, path }) => `${code} ${path}`);
  test("each component has one name and one content", () => {
    const components = [
      part("a", "input", 1),
      { name: "a", kind: "input" },
      { name: "b", kind: "tools", text: "x", tools: [] },
    ];
    // In the order of findings: of one stage by code.
    expect(failures({ components })).toEqual([
      "COMPONENT_CONTENT /components/1",
      "COMPONENT_CONTENT /components/2",
      "COMPONENT_NAME_DUPLICATE /components/1/name",
    ]);
  });

  test("what no field has, or what contradicts another, is refused", () => {
    expect(failures({ components: [{ ...part("a", "input", 1), prio: 3 }] })).toEqual([
      "UNKNOWN_FIELD /components/0/prio",
    ]);
    const components = [part("a", "input", 1)];
    expect(failures({ components, compactAtPercent: 30, compactToPercent: 31 })).toEqual([
      "RANGE /compactToPercent",
    ]);
    expect(failures({ components, compactAtPercent: 30 })).toEqual([]);
    expect(failures({ components, asOf: "yesterday" })).toEqual(["DATE_INVALID /asOf"]);
    expect(
      failures({ components: [{ name: "t", kind: "tools", tools: [{ a: 1 }] }] })[0],
    ).toContain("/components/0/tools");
  });
});

describe("allocation", () => {
  test("a context that is exactly full is left alone", () => {
    const input = { ...HUNDRED, components: [part("a", "system", 60), part("b", "other", 40)] };
    expect(cutsOf(input)).toEqual([0, 0]);
    expect(valueOf(input)).toMatchObject({ fits: true, deficit: 0, allocatedTokens: 100 });
    expect(codes(input)).toEqual(["CONTEXT_TIGHT"]);
  });

  test("the least important gives way first, down to its floor, then the larger of equals", () => {
    const components = [
      part("docs", "retrieved", 60),
      part("more docs", "retrieved", 80),
      part("chat", "history", 50),
      part("ask", "input", 20),
    ];
    const input = { ...HUNDRED, components };
    // 110 too many: 40 of the chat, 64 of the larger documents, 6 of the smaller ones.
    expect(cutsOf(input)).toEqual([6, 64, 40, 0]);
    expect(valueOf(input).components.map(({ action }) => action)).toEqual([
      "distill",
      "distill",
      "trim",
      "keep",
    ]);
    expect(codes(input)).toEqual([
      "COMPONENT_CUT",
      "COMPONENT_CUT",
      "COMPONENT_CUT",
      "CONTEXT_TIGHT",
    ]);
    const safe = components.map((one) => ({ ...one, min: 50 }));
    expect(cutsOf({ ...HUNDRED, components: safe })).toEqual([10, 30, 0, 0]);
  });

  test("what may only be dropped goes whole, if only one token of it is too many", () => {
    const components = [part("shots", "examples", 41), part("rules", "system", 60)];
    const input = { ...HUNDRED, components };
    expect(cutsOf(input)).toEqual([41, 0]);
    expect(codes(input)).toEqual(["COMPONENT_DROPPED"]);
    expect(valueOf(input).components[0]).toMatchObject({ action: "drop", min: 0, share: 0 });
  });

  test("what cannot be cut is told with the tokens that are missing", () => {
    const input = { ...HUNDRED, components: [part("a", "system", 90), part("b", "input", 25)] };
    const { ok, valid, errors } = run(input);
    expect([ok, valid]).toEqual([true, false]);
    expect(errors).toMatchObject([
      { code: "CONTEXT_EXCEEDED", received: 15 },
      { code: "OVERFLOW_AT_TURN", received: 1 },
    ]);
    expect(run({ ...input, failOn: "error" }).error?.code).toBe(
      "CONTEXT_BUDGET_PLANNING_KIT_FAILED",
    );
  });

  test("priority, reduce and floor may be said", () => {
    const components = [
      part("a", "system", 60, { priority: 1, reduce: "distill", min: 10 }),
      part("b", "other", 60),
    ];
    expect(cutsOf({ ...HUNDRED, components })).toEqual([20, 0]);
  });

  test("whatever the parts, nothing is cut without need or below its floor, in the order of priority", () => {
    const kinds = [
      "system",
      "tools",
      "examples",
      "memory",
      "retrieved",
      "other",
      "history",
      "input",
    ];
    const parts = fc.array(fc.tuple(fc.constantFrom(...kinds), fc.nat(80)), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(parts, (drawn) => {
        const components = drawn.map(([kind, tokens], index) => part(`p${index}`, kind, tokens));
        const value = valueOf({ ...HUNDRED, components });
        const sum = value.components.reduce((total, one) => total + one.allocated, 0);
        expect(sum).toBe(value.allocatedTokens);
        expect(value.fits).toBe(sum <= 100);
        for (const one of value.components) {
          expect(one.allocated + one.cut).toBe(one.tokens);
          if (value.totalTokens <= 100) expect(one.cut).toBe(0);
          if (one.action !== "drop") expect(one.allocated).toBeGreaterThanOrEqual(one.min);
          const better = value.components.filter(({ priority }) => priority > one.priority);
          // Something more important is cut only when this is at its floor.
          if (better.some(({ cut }) => cut > 0)) expect(one.allocated).toBe(one.min);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe("layout", () => {
  test("has what is stable first, each kind in its place", () => {
    const components = [
      part("ask", "input", 1),
      part("chat", "history", 1),
      part("shots", "examples", 3),
      part("rules", "system", 5),
      part("tools", "tools", 7),
    ];
    const value = valueOf({ ...HUNDRED, components });
    expect(value.layout).toEqual(["rules", "tools", "shots", "chat", "ask"]);
    expect(value.cacheablePrefixTokens).toBe(15);
  });

  test("what changes before what does not is moved behind it, and told", () => {
    const components = [part("date", "system", 1, { stable: false }), part("shots", "examples", 3)];
    const input = { ...HUNDRED, components };
    expect(valueOf(input).layout).toEqual(["shots", "date"]);
    expect(run(input).warnings).toMatchObject([{ code: "UNSTABLE_PREFIX", subject: "date" }]);
  });

  test("tools that take more than a quarter are told", () => {
    expect(codes({ ...HUNDRED, components: [part("t", "tools", 26)] })).toEqual(["TOOLS_HEAVY"]);
    expect(codes({ ...HUNDRED, components: [part("t", "tools", 25)] })).toEqual([]);
  });
});

describe("conversation", () => {
  const chat = (more: object) => ({
    ...HUNDRED,
    components: [part("rules", "system", 20), part("chat", "history", 0)],
    ...more,
  });

  test("grows, is compacted, and caches what came before", () => {
    const { conversation } = valueOf(chat({ turns: 9, turnTokens: 10 }));
    expect(conversation.perTurn.map(({ inputTokens }) => inputTokens)).toEqual([
      20, 30, 40, 50, 60, 70, 80, 40, 50,
    ]);
    expect(conversation.perTurn.map(({ cachedTokens }) => cachedTokens)).toEqual([
      0, 20, 30, 40, 50, 60, 70, 20, 40,
    ]);
    expect(conversation).toMatchObject({
      compactions: [8],
      firstOverflowTurn: null,
      peakTokens: 80,
      inputTokens: 440,
      cachedTokens: 330,
      outputTokens: 90,
    });
  });

  test("that is compacted below its steady part has no history left", () => {
    const input = chat({ turns: 3, turnTokens: 90, compactToPercent: 10 });
    const { conversation } = valueOf(input);
    expect(conversation.perTurn.map(({ inputTokens }) => inputTokens)).toEqual([20, 20, 20]);
    expect(codes(input)).toContain("COMPACTION_TOO_OFTEN");
  });

  test("that is not compacted in time overflows", () => {
    const steady = part("rules", "system", 95);
    const input = { ...HUNDRED, components: [steady, part("x", "history", 0)], turns: 2 };
    expect(valueOf({ ...input, turnTokens: 5 }).conversation.firstOverflowTurn).toBeNull();
    const tight = { ...input, compactAtPercent: 100, components: [part("rules", "system", 101)] };
    expect(valueOf(tight).conversation.firstOverflowTurn).toBe(1);
  });

  test("two compactions five turns apart are not too often", () => {
    expect(codes(chat({ turns: 20, turnTokens: 8 }))).not.toContain("COMPACTION_TOO_OFTEN");
    expect(codes(chat({ turns: 20, turnTokens: 12 }))).toContain("COMPACTION_TOO_OFTEN");
  });

  test("of 500 turns is planned", () => {
    const { conversation } = valueOf(chat({ turns: 500, turnTokens: 1 }));
    expect(conversation.perTurn.length).toBe(500);
    expect(conversation.peakTokens).toBe(80);
  });

  test("costs what its turns cost", () => {
    const input = {
      components: [part("rules", "system", 3000), part("ask", "input", 300)],
      turns: 2,
      turnTokens: 100,
      requestsPerDay: 1000,
    };
    const price = (inputTokens: number, cachedTokens: number) =>
      (
        runUnit(priceRequest as never, { inputTokens, cachedTokens, outputTokens: 4096 }).value as {
          perRequest: number;
        }
      ).perRequest;
    const { cost } = valueOf(input);
    const sum = price(3300, 0) + price(3400, 3300);
    expect(cost?.perConversation).toBeCloseTo(sum, 8);
    expect(cost?.withoutCache).toBeCloseTo(price(3300, 0) + price(3400, 0), 8);
    expect(cost?.perDay).toBeCloseTo(sum * 1000, 2);
    expect(cost?.perMonth).toBeCloseTo(sum * 30_000, 2);
    expect(codes(input)).toEqual(["CACHE_SAVING"]);
  });
});

test("other models are asked for the plan", () => {
  const input = {
    components: [part("docs", "retrieved", 200_000)],
    compareModels: ["gemini-2.5-flash", "gpt-4o", "nobody-knows"],
  };
  const value = valueOf(input);
  expect(value.models.map(({ model, fits }) => [model, fits])).toEqual(
    expect.arrayContaining([
      ["gemini-2.5-flash", true],
      ["gpt-4o", false],
    ]),
  );
  expect(run(input).warnings).toMatchObject([{ code: "MODEL_UNKNOWN", path: "/compareModels/2" }]);
});

test("tool definitions are counted and judged", () => {
  const tool = { name: "get", description: "x", input_schema: { type: "object", properties: {} } };
  const input = { components: [{ name: "tools", kind: "tools", tools: [tool, tool] }] };
  expect(valueOf(input).totalTokens).toBeGreaterThan(0);
  const { warnings = [] } = run(input);
  expect(warnings.map(({ code }) => code)).toContain("DUPLICATE_TOOL");
  expect(
    warnings.every(
      ({ path, subject }) => path?.startsWith("/components/0/tools") && subject === "tools",
    ),
  ).toBe(true);
});

test("an estimate counts with its upper end", () => {
  const text = "Words that no tokenizer of ours cuts.";
  const input = { model: "claude-opus-5", components: [{ name: "a", kind: "input", text }] };
  expect(valueOf(input).totalTokens).toBe(tokensOf(text, "claude-opus-5"));
  expect(run(input).warnings).toMatchObject([{ code: "ESTIMATE", subject: "a" }]);
});

describe("texts are really reduced", () => {
  const log = Array.from({ length: 200 }, (_, line) => `turn ${line}: all is well here`).join("\n");
  const prose = Array.from(
    { length: 60 },
    (_, line) =>
      `Paragraph ${line} speaks of ${["trees", "rivers", "clouds"][line % 3]} at length.`,
  ).join("\n\n");
  const data = JSON.stringify(
    Array.from({ length: 40 }, (_, id) => ({ id, name: `thing ${id}`, empty: null })),
  );
  const components = [
    { name: "rules", kind: "system", text: "Be brief." },
    { name: "docs", kind: "retrieved", text: prose },
    { name: "rows", kind: "memory", text: data },
    { name: "chat", kind: "history", text: log },
    { name: "shots", kind: "examples", text: "Q: 1 + 1? A: 2" },
    { name: "ask", kind: "input", text: "What of the rivers?" },
  ];
  const input = {
    components,
    apply: true,
    query: "rivers",
    contextWindow: 1010,
    maxInputTokens: 1010,
    maxOutputTokens: 10,
    outputTokens: 10,
    safetyMarginPercent: 0,
  };

  test("each in its way, and counted again", () => {
    const value = valueOf(input);
    expect(value.fits).toBe(true);
    const by = new Map(value.components.map((one) => [one.name, one]));
    expect(by.get("rules")?.action).toBe("keep");
    expect(by.get("chat")?.action).toBe("trim");
    expect(by.get("docs")?.action).toBe("distill");
    const context = fileOf(input, "context.txt");
    for (const { name, allocated, action } of value.components) {
      const text = new RegExp(`<${name}>\n([^]*?)\n</${name}>`).exec(context)?.[1] ?? "";
      expect(action === "drop" ? 0 : tokensOf(text)).toBe(allocated);
    }
    expect(value.allocatedTokens).toBeLessThanOrEqual(value.allowedInput);
  });

  test("JSON stays JSON, and what it cannot reach is told", () => {
    const small = {
      ...input,
      contextWindow: 410,
      maxInputTokens: 410,
      components: components.slice(2, 3),
    };
    const [rows] = valueOf(small).components;
    expect(rows?.action).toBe("shrink");
    const text = /<rows>\n([^]*)\n<\/rows>/.exec(fileOf(small, "context.txt"))?.[1] ?? "";
    expect(() => JSON.parse(text)).not.toThrow();
    const tiny = { ...small, contextWindow: 20, maxInputTokens: 20 };
    expect(codes(tiny)).toContain("CONTEXT_EXCEEDED");
  });

  test("the context has the parts in their order, each in its tag", () => {
    const context = fileOf(
      { ...input, contextWindow: 50_000, maxInputTokens: 50_000 },
      "context.txt",
    );
    expect([...context.matchAll(/^<(\w+)>$/gm)].map(([, name]) => name)).toEqual([
      "rules",
      "shots",
      "rows",
      "docs",
      "chat",
      "ask",
    ]);
    expect(context).toContain("\n</rules>\n\n<shots>\n");
    expect(context).toContain(prose);
    expect(fileOf({ ...input, apply: false }, "context.txt")).toBe("");
  });
});

test("a part of which nothing is left has no place in the context, and that is told", () => {
  const input = {
    ...HUNDRED,
    components: [
      { name: "docs", kind: "retrieved", text: "one sentence without an end ".repeat(40) },
      { name: "ask", kind: "input", text: "What?" },
    ],
    apply: true,
  };
  expect(fileOf(input, "context.txt")).toBe("<ask>\nWhat?\n</ask>\n");
  expect(codes(input)).toEqual(["COMPONENT_CUT", "NOTHING_KEPT"]);
});

test("the context has one kind of line end, and what cannot be in it is named", () => {
  const input = {
    components: [
      { name: "rules", kind: "system", text: "One.\r\nTwo.\rThree." },
      { name: "docs", kind: "retrieved", tokens: 40 },
      { name: "hint", kind: "other", tokens: 0 },
    ],
    apply: true,
  };
  expect(fileOf(input, "context.txt")).toBe("<rules>\nOne.\nTwo.\nThree.\n</rules>\n");
  expect(run(input).output).toContain(
    "Send `context.txt` together with what is not in it, as no text of it was given: docs.",
  );
});

describe("files", () => {
  const input = {
    components: [
      part("a | b", "system", 3000),
      part("chat", "history", 0),
      part("=1", "input", 300),
    ],
    turns: 40,
    turnTokens: 6000,
    compareModels: ["gpt-4o"],
  };

  test("are those that were asked for", () => {
    const names = (given: object) => valueOf(given).deliverables.map(({ name }) => name);
    expect(names(input)).toEqual([
      "budget-plan.json",
      "budget-plan.md",
      "allocation.csv",
      "turns.csv",
    ]);
    expect(names({ ...input, turns: 1, apply: true })).toEqual([
      "budget-plan.json",
      "budget-plan.md",
      "allocation.csv",
      "context.txt",
    ]);
  });

  test("hold the plan", () => {
    const value = valueOf(input);
    const plan = JSON.parse(fileOf(input, "budget-plan.json"));
    expect(plan.conversation).toEqual(value.conversation);
    expect(Object.keys(plan)).not.toContain("findings");
    expect(rowsOf(input, "allocation.csv").map(({ name }) => name)).toEqual([
      "a | b",
      "chat",
      "'=1",
    ]);
    expect(rowsOf(input, "turns.csv").length).toBe(40);
    const page = fileOf(input, "budget-plan.md");
    const cells = new MarkdownIt().parse(page, {}).filter(({ type }) => type === "th_open").length;
    // Parts have 8 columns, cost has 2, other models have 4.
    expect(cells).toBe(14);
    expect(page).toContain("Cache break-point after a | b: the first 3000 tokens stay the same.");
    expect(page).toContain("In 40 turns that happens at ");
  });
});

test("the receipt holds nothing that the caller wrote", async () => {
  const input = { components: [{ name: "Confidential", kind: "input", text: "Nobody knows" }] };
  const { body } = await runInService({ tool_id: kit.id, input }, host);
  const { receipt } = (body.result as Result).value as { receipt: object };
  expect(JSON.stringify(receipt)).not.toMatch(/Confidential|Nobody/);
});
