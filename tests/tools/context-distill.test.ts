import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Value } from "../../tools/context-distill.ts";
import tool from "../../tools/context-distill.ts";
import { runUnit } from "../support/run-unit.ts";

const run = (input: object) => runUnit(tool, input);
const valueOf = (input: object) => run(input).value as Value;
const kept = (input: { text: string; [field: string]: unknown }) =>
  valueOf(input)
    .units.filter((unit) => unit.kept)
    .map(({ start, end }) => input.text.slice(start, end));
const codes = (input: object) => run(input).warnings?.map(({ code }) => code);
const failure = (input: object) => {
  const [entry] = run(input).errors ?? [];
  return `${entry?.code} ${entry?.path}`;
};

const ANIMALS =
  "Horses eat grass on the meadow. Trains leave the station at noon. Grass and hay feed horses in winter. Nobody knows the secret.";

describe("what is picked", () => {
  test("BM25 of the query comes first, and what it says nothing of comes last", () => {
    const text = ANIMALS;
    expect(kept({ text, query: "station trains", maxTokens: 12, markGaps: false })).toEqual([
      "Trains leave the station at noon.",
    ]);
    expect(kept({ text, query: "Secret", maxTokens: 10, markGaps: false })).toEqual([
      "Nobody knows the secret.",
    ]);
  });

  test("BM25 with k1 1.2 and b 0.75, as a share of the highest", () => {
    // Three units of 3, 3 and 1 terms: "orders" in two of them, "locks" in one.
    const text = "Orders table locks. Orders arrive daily. Flowers.";
    const idf = (df: number) => Math.log(1 + (3 - df + 0.5) / (df + 0.5));
    const weight = (length: number) => 2.2 / (1 + 1.2 * (0.25 + (0.75 * length) / (7 / 3)));
    const first = (idf(2) + idf(1)) * weight(3) * 1.1;
    const second = idf(2) * weight(3);
    const scores = valueOf({ text, query: "orders locks", maxTokens: 3 }).units.map(
      ({ score }) => score,
    );
    expect(scores[0]).toBe(1);
    expect(scores[1]).toBeCloseTo(second / first, 4);
    expect(scores[2]).toBe(0);
  });

  test("without a query, what shares its terms with others", () => {
    expect(kept({ text: ANIMALS, maxTokens: 12, diversity: 0, markGaps: false })).toHaveLength(1);
    expect(kept({ text: ANIMALS, maxTokens: 12, diversity: 0, markGaps: false })[0]).toMatch(
      /[Gg]rass/,
    );
  });

  test("of sentences that say the same, one is kept before another thing is said", () => {
    const text = `${"Payments fail at night. ".repeat(4)}Payments fail on the new server. Birds sing.`;
    const [one, two] = kept({ text, maxTokens: 19, diversity: 0.9, markGaps: false });
    expect([one, two]).not.toEqual(["Payments fail at night.", "Payments fail at night."]);
  });

  test("mustInclude comes first, without regard to case", () => {
    const input = { text: ANIMALS, mustInclude: ["NOBODY"], maxTokens: 8, markGaps: false };
    expect(kept(input)).toEqual(["Nobody knows the secret."]);
    expect(valueOf(input).units.at(-1)?.reason).toBe("must");
    expect(codes({ ...input, mustInclude: ["unicorn"] })).toEqual(["MUST_INCLUDE_NOT_FOUND"]);
  });

  test("code: by its score, always or never", () => {
    const text = `Alpha beta gamma.\n\n\`\`\`js\nlet alpha = 1;\n\`\`\`\n\n${"Other words follow here. ".repeat(9)}`;
    const code = (keepCode: string, maxTokens = 30) =>
      valueOf({ text, keepCode, maxTokens, query: "alpha" }).units.find(
        ({ kind }) => kind === "code",
      );
    expect(code("always", 14)).toMatchObject({ kept: true, reason: "code" });
    expect(code("never")).toMatchObject({ kept: false, reason: "cut" });
    expect(code("score")).toMatchObject({ kept: true, reason: "score" });
  });
});

describe("how it is put together", () => {
  const TEXT =
    "# One\n\nAlpha stands here. Beta follows it.\n\nGamma is another.\n\n# Two\n\nDelta comes late. Epsilon ends it.";

  test("neighbours keep what stood between them; gaps are marked", () => {
    const input = { text: TEXT, mustInclude: ["gamma", "delta"], maxTokens: 20 };
    expect(run(input).output).toBe(
      "# One\n[…]\nGamma is another.\n\n# Two\n\nDelta comes late.\n[…]",
    );
    expect(run({ ...input, keepHeadings: false, maxTokens: 16 }).output).toBe(
      "[…]\nGamma is another.\n[…]\nDelta comes late.\n[…]",
    );
    expect(run({ ...input, keepHeadings: false, markGaps: false, maxTokens: 9 }).output).toBe(
      "Gamma is another.\nDelta comes late.",
    );
  });

  test("a heading is never kept on its own", () => {
    for (let maxTokens = 1; maxTokens < 30; maxTokens++) {
      const { units } = valueOf({ text: TEXT, maxTokens });
      for (const [index, unit] of units.entries()) {
        if (unit.kind !== "heading" || !unit.kept) continue;
        const next = units.findIndex(({ kind }, place) => place > index && kind === "heading");
        const below = units.slice(index + 1, next === -1 ? undefined : next);
        expect(below.some((other) => other.kept)).toBe(true);
      }
    }
  });

  test("a text that fits stays as it is, CRLF and all", () => {
    const text = "One.\r\n\r\nTwo.\r\n";
    expect(run({ text }).output).toBe(text);
    expect(valueOf({ text })).toMatchObject({ compression: 1, coverage: 1 });
  });
});

describe("limits", () => {
  test("the smallest budget that keeps anything is named and is right", () => {
    const text = "One rather long sentence about nothing at all. Another short one.";
    const result = run({ text, maxTokens: 1 });
    expect(result.output).toBe("");
    const budget = Number(/is (\d+) tokens/.exec(result.warnings?.[0]?.hint ?? "")?.[1]);
    expect(run({ text, maxTokens: budget }).output).not.toBe("");
    expect(run({ text, maxTokens: budget - 1 }).output).toBe("");
  });

  test("a ratio is a share of the text's tokens", () => {
    const { inputTokens, outputTokens } = valueOf({ text: ANIMALS, ratio: 0.5 });
    expect(outputTokens).toBeLessThanOrEqual(Math.ceil(inputTokens / 2));
  });

  test("a text that must be in it and is nowhere is told at its place", () => {
    const { warnings } = run({ text: ANIMALS, mustInclude: '["", "zebra"]', maxTokens: 12 });
    expect(warnings).toMatchObject([{ code: "MUST_INCLUDE_NOT_FOUND", path: "/mustInclude/1" }]);
  });

  test("what the query asks for is nowhere", () => {
    expect(codes({ text: ANIMALS, query: "zebra", maxTokens: 12 })).toEqual(["QUERY_NOT_FOUND"]);
  });

  test("what cannot be read", () => {
    expect(failure({})).toBe("TEXT_MISSING /text");
    expect(failure({ text: " \n" })).toBe("TEXT_MISSING /text");
    expect(failure({ text: "a", mustInclude: [1] })).toBe("TYPE /mustInclude/0");
    expect(failure({ text: "a", mustInclude: Array.from({ length: 51 }, String) })).toBe(
      "RANGE /mustInclude",
    );
  });

  test("whatever the text, the budget holds and what is kept is word for word", () => {
    const word = fc.constantFrom(
      "alpha",
      "beta",
      "7",
      "日本語。",
      "É",
      "# H\n",
      ".",
      "\n\n",
      "```\n",
    );
    const text = fc.array(word, { minLength: 1, maxLength: 60 }).map((words) => words.join(" "));
    fc.assert(
      fc.property(
        text,
        fc.integer({ min: 1, max: 60 }),
        fc.boolean(),
        (given, maxTokens, markGaps) => {
          const result = run({ text: given, maxTokens, markGaps, query: "alpha" });
          if (!result.ok) return;
          const { outputTokens, units } = result.value as Value;
          expect(outputTokens).toBeLessThanOrEqual(maxTokens);
          for (const { kept: isKept, start, end } of units) {
            if (isKept) expect(result.output).toContain(given.slice(start, end));
          }
        },
      ),
    );
  });
});
