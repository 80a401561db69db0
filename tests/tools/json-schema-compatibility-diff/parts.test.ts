import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  literalPrefix,
  surelyDiffer,
} from "../../../tools/json-schema-compatibility-diff/objects.ts";
import { largestMatching } from "../../../tools/json-schema-compatibility-diff/partners.ts";

describe("largestMatching", () => {
  /** The size of the largest matching, by trying every partner for the first left one. */
  const largest = (table: readonly (readonly boolean[])[], taken: ReadonlySet<number>): number => {
    const [first, ...others] = table;
    if (first === undefined) return 0;
    const sizes = first.flatMap((fits, right) =>
      fits && !taken.has(right) ? [1 + largest(others, new Set([...taken, right]))] : [],
    );
    return Math.max(largest(others, taken), ...sizes);
  };

  test("is as large as trying everything finds", () => {
    const tables = fc.tuple(fc.nat(5), fc.nat(5)).chain(([lefts, rights]) =>
      fc.array(fc.array(fc.boolean(), { minLength: rights, maxLength: rights }), {
        minLength: lefts,
        maxLength: lefts,
      }),
    );
    fc.assert(
      fc.property(tables, (table) => {
        const fits = (left: number, right: number) => table[left]?.[right] === true;
        const rights = table[0]?.length ?? 0;
        const found = largestMatching(table.length, rights, fits);
        const partners = found.filter((right) => right !== undefined);
        expect(new Set(partners).size).toBe(partners.length);
        for (const [left, right] of found.entries()) {
          if (right !== undefined) expect(fits(left, right)).toBe(true);
        }
        expect(partners.length).toBe(largest(table, new Set()));
      }),
      { numRuns: 500 },
    );
  });

  test("of nothing", () => {
    expect(largestMatching(0, 3, () => true)).toEqual([]);
    expect(largestMatching(2, 0, () => true)).toEqual([undefined, undefined]);
  });
});

describe("patterns that surely differ", () => {
  test("begin with other characters", () => {
    expect(literalPrefix("^S_[a-z]+$")).toBe("S_");
    expect(literalPrefix("^ab+")).toBe("ab");
    expect(literalPrefix("^ab*c")).toBe("a");
    expect(literalPrefix("^ab{0}")).toBe("a");
    expect(literalPrefix("^a?")).toBe("");
    expect(literalPrefix("a")).toBe(undefined);
    expect(literalPrefix("^a|b")).toBe(undefined);
    expect(literalPrefix("^")).toBe("");
    expect(surelyDiffer("^S_", "^I_")).toBe(true);
    expect(surelyDiffer("^S_", "^S_1")).toBe(false);
    expect(surelyDiffer("^S_", "I_")).toBe(false);
  });

  test("have no text in common", () => {
    const part = fc.constantFrom(
      "a",
      "b",
      "ab",
      "c?",
      "c*",
      "b+",
      "a{0}",
      "a{2}",
      "[ab]",
      "(?:b)",
      "|",
      ".",
    );
    const pattern = fc.array(part, { maxLength: 4 }).map((parts) => `^${parts.join("")}`);
    const texts = fc.array(fc.stringMatching(/^[abc]{0,5}$/), { minLength: 20, maxLength: 20 });
    fc.assert(
      fc.property(pattern, pattern, texts, (left, right, samples) => {
        if (!surelyDiffer(left, right)) return;
        const [one, other] = [new RegExp(left, "u"), new RegExp(right, "u")];
        for (const text of samples) expect(one.test(text) && other.test(text)).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });
});
