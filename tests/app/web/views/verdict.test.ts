import { describe, expect, test } from "bun:test";
import type { UnitDetail } from "../../../../app/web/catalogue.ts";
import type { Body } from "../../../../app/web/runner.ts";
import { verdictOf } from "../../../../app/web/views/verdict.ts";

interface Told {
  readonly value?: unknown;
  readonly valid?: boolean;
  readonly errors?: readonly object[];
  readonly warnings?: readonly object[];
  readonly output?: string;
}

const detail = { id: "a-tool", texts: [] } as unknown as UnitDetail;
const bodyOf = (result: Told, success = true) => ({ success, result }) as unknown as Body;
const wordOf = (result: Told) => verdictOf(detail, bodyOf(result), {}).word;

describe("a verdict", () => {
  test.each<[string, Told]>([
    ["Valid", { valid: true, value: {} }],
    ["5 problems", { valid: false, value: {}, errors: [{}, {}, {}, {}, {}] }],
    ["1 problem", { valid: false, value: { verdict: "fail" }, errors: [{}] }],
    ["2 problems", { valid: false, value: { slug: "" }, warnings: [{}, {}] }],
    ["Problems found", { valid: false, value: { items: [] } }],
    ["Breaks clients", { valid: false, value: { verdict: "fail", suggestedBump: "major" } }],
    ["Breaks nothing", { valid: true, value: { verdict: "pass", suggestedBump: "none" } }],
    [
      "Not backward compatible",
      { valid: false, value: { mode: "backward", compatible: { backward: false } }, errors: [{}] },
    ],
    ["Fully compatible", { valid: true, value: { mode: "full", compatible: { full: true } } }],
    ["Solved for the annual rate", { value: { solvedFor: "annualRate" } }],
    ["Claims rejected", { valid: false, value: { verdict: "claimsRejected" } }],
    ["No significant change", { valid: true, value: { verdict: "no-significant-change" } }],
    ["To review", { valid: true, value: { verdict: "review" } }],
    ["Does not fit", { valid: false, value: { fits: false } }],
    ["Over the budget", { valid: false, value: { overBudget: true } }],
    ["Within the budget", { valid: true, value: { overBudget: false } }],
    ["3 losses", { valid: false, value: { lossless: false, losses: [1, 2, 3] } }],
    ["Nothing lost", { valid: true, value: { lossless: true, losses: [] } }],
    ["2 matches", { valid: true, value: { matches: [1, 2] } }],
    ["No match", { valid: true, value: { matches: [] } }],
    ["1 of 2 match", { valid: false, value: { entries: [{ verdict: "ok" }, { verdict: "x" }] } }],
    ["Drawn", { valid: true, value: { mediaType: "image/png", width: 1, height: 1 } }],
    ["Expired", { value: { status: "expired" } }],
    ["Increased risk", { value: { category: "increasedRisk" } }],
    ["Calculated", { value: { total: 1 } }],
  ])("is “%s”", (word, told) => {
    expect(wordOf(told)).toBe(word);
  });

  test("nothing good is said of what is not valid", () => {
    expect(wordOf({ valid: false, value: { lossless: true }, warnings: [{}] })).toBe("1 problem");
    expect(wordOf({ valid: false, value: { changed: false, found: [1] } })).toBe("1 found");
  });

  test("of a text is whether it was changed", () => {
    const rewrites = { id: "sort-lines", texts: ["input"] } as unknown as UnitDetail;
    const word = (output: string) =>
      verdictOf(rewrites, bodyOf({ output, value: { inputLines: 2 } }), { input: "a\nb" }).word;
    expect([word("a\nb"), word("b\na")]).toEqual(["Unchanged", "Changed"]);
  });

  test("of no result says how many problems there are", () => {
    const failed = (errors: readonly object[]) =>
      verdictOf(detail, bodyOf({ value: null, errors }, false), {});
    expect(failed([{}])).toEqual({ word: "No result", isBad: true });
    expect(failed([{}, {}])).toEqual({ word: "No result, 2 problems", isBad: true });
    const bare = { success: false, error: {} } as unknown as Body;
    expect(verdictOf(detail, bare, {})).toEqual({ word: "No result", isBad: true });
  });

  test("a hostile value says nothing of its own", () => {
    const own = JSON.parse('{"__proto__": {"verdict": "pass"}, "verdict": 1}') as unknown;
    for (const value of [
      own,
      [],
      "text",
      5,
      { verdict: "", fits: "yes", matches: 3, entries: {} },
    ]) {
      expect(wordOf({ valid: true, value })).not.toBe("");
    }
    expect(wordOf({ valid: true, value: { verdict: "constructor" } })).toBe("Constructor");
    expect(wordOf({ valid: true, value: own })).toBe("Valid");
  });
});
