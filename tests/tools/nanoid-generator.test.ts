import { describe, expect, test } from "bun:test";
import { collisionOdds } from "../../tools/nanoid-generator/collision.ts";
import tool from "../../tools/nanoid-generator.ts";
import { runUnit } from "../support/run-unit.ts";

const run = (input: object) => runUnit(tool, input);
const odds = (more: object) =>
  collisionOdds({ alphabetSize: 64, length: 21, perHour: 1000, count: 1, ...more });

describe("alphabets", () => {
  test.each([
    ["urlSafe", 64],
    ["alphanumeric", 62],
    ["noLookalikes", 49],
    ["lowercase", 26],
    ["uppercase", 26],
    ["numbers", 10],
    ["hex", 16],
  ])("%s has %d symbols", (preset, alphabetSize) => {
    expect(run({ preset }).value).toMatchObject({ alphabetSize });
  });

  test("of emoji count characters, of 257 are refused, of one or none, too", () => {
    const { output = "", value } = run({ alphabet: "😀😁😂", length: 5 });
    expect(Array.from(output)).toHaveLength(5);
    expect(value).toMatchObject({ alphabetSize: 3 });
    const many = Array.from({ length: 257 }, (_, index) =>
      String.fromCodePoint(0x4e00 + index),
    ).join("");
    expect(run({ alphabet: many })).toMatchObject({
      error: { code: "TOOL_INPUT_INVALID" },
      errors: [{ code: "RANGE", path: "/alphabet" }],
    });
    expect(run({ alphabet: Array.from(many).slice(1).join(""), length: 256 }).ok).toBe(true);
    for (const alphabet of ["", "a", "aa"]) {
      expect(run({ alphabet }).errors).toMatchObject([{ code: "ALPHABET_TOO_SMALL" }]);
    }
  });

  test("every symbol comes about equally often", () => {
    const { output = "" } = run({ alphabet: "abc", length: 256, count: 1000 });
    const counts = Array.from("abc", (symbol) => output.split(symbol).length - 1);
    for (const count of counts) expect(Math.abs(count - 256_000 / 3)).toBeLessThan(1000);
  });
});

describe("the odds", () => {
  test("of a batch agree with the plain product", () => {
    let apart = 1;
    for (let made = 0; made < 30; made++) apart *= 1 - made / 1000;
    const { batchCollisionProbability } = odds({ alphabetSize: 10, length: 3, count: 30 });
    expect(batchCollisionProbability).toBeCloseTo(1 - apart, 6);
    expect(odds({ alphabetSize: 2, length: 1, count: 3 }).batchCollisionProbability).toBe(1);
    expect(odds({ count: 1000 }).batchCollisionProbability).toBe(0);
    expect(odds({ count: 1 }).batchCollisionProbability).toBe(0);
  });

  test("hold for the largest ids", () => {
    expect(odds({ alphabetSize: 256, length: 256 })).toMatchObject({
      entropyBits: 2048,
      text: expect.stringMatching(
        /^1 % chance of a collision after about \d(\.\d+)? × 10\^30\d years/,
      ) as string,
    });
  });

  test.each([
    [{}, "149 billion years at 1000 ids per hour"],
    [{ alphabetSize: 2, length: 8, perHour: 1 }, "2.27 hours at 1 id per hour"],
    [{ alphabetSize: 10, length: 8 }, "1.42 hours at 1000 ids per hour"],
    [{ alphabetSize: 10, length: 12 }, "5.91 days at 1000 ids per hour"],
    [{ alphabetSize: 64, length: 10, perHour: 0.5 }, "34.7 thousand years at 0.5 ids per hour"],
  ])("in words: %p", (more, text) => {
    expect(odds(more).text).toBe(`1 % chance of a collision after about ${text}`);
  });
});

test("a short id says so, a seed too, repeats first", () => {
  const codes = (input: object) => run(input).warnings?.map(({ code }) => code);
  expect(codes({ alphabet: "0011", length: 1 })).toEqual([
    "ALPHABET_DUPLICATES",
    "SHORT_ID",
    "NOT_SECRET_WITH_SEED",
  ]);
});
