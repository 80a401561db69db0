import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import tool from "../../tools/percentage-calculator.ts";
import { runUnit } from "../support/run-unit.ts";

interface Value {
  readonly action: string;
  readonly x: number | null;
  readonly y: number | null;
  readonly result: number | null;
  readonly resultText: string;
  readonly unit: string;
  readonly difference: number | null;
  readonly relativeChange: number | null;
}

const run = (input: string | object) =>
  runUnit(tool, typeof input === "string" ? { expression: input } : input);
const value = (input: string | object) => run(input).value as Value;
const failures = (input: string | object) =>
  run(input).errors?.map(({ code, path }) => `${code} ${path}`);

describe("questions in words", () => {
  test.each([
    ["15% of 200", "of", "30"],
    ["What is 7.5 percent of 1,234.5?", "of", "92.5875"],
    ["-20% of 50 ?", "of", "-10"],
    ["30 is what % of 120", "whatPercent", "25%"],
    ["30 is what percent of 120?", "whatPercent", "25%"],
    ["30 as % of 120", "whatPercent", "25%"],
    ["30 as a percentage of 120", "whatPercent", "25%"],
    ["45 out of 60", "whatPercent", "75%"],
    ["what % of 120 is 30", "whatPercent", "25%"],
    ["30 is 25% of what", "reverse", "120"],
    ["25% of what is 30?", "reverse", "120"],
    ["200 + 15%", "increase", "230"],
    ["200+15%", "increase", "230"],
    ["200 plus 15 percent", "increase", "230"],
    ["increase 200 by 15%", "increase", "230"],
    ["200 - 15%", "decrease", "170"],
    ["200-15%", "decrease", "170"],
    ["200 − 15 %", "decrease", "170"],
    ["200 minus 15%", "decrease", "170"],
    ["decrease 200 by 15%", "decrease", "170"],
    ["20% off 50", "decrease", "40"],
    ["80 -> 100", "change", "25%"],
    ["80→100", "change", "25%"],
    ["change from 80 to 100", "change", "25%"],
    ["from -5 to 5", "change", "200%"],
    ["4% -> 5%", "points", "1 pp"],
    ["change 5% to 4.5%", "points", "-0.5 pp"],
    ["difference between 10 and 30", "difference", "100%"],
    ["1 is what % of 3", "whatPercent", "33.333333%"],
    ["what is15%of200", "of", "30"],
    ["200plus15%", "increase", "230"],
    ["200minus15%", "decrease", "170"],
    ["change from80to100", "change", "25%"],
    ["4%to5%", "points", "1 pp"],
    ["what's 15% of 200", "of", "30"],
    ["what’s 15 per cent of 200?", "of", "30"],
    ["what is 20% off 50?", "decrease", "40"],
    ["what is 80 to 100", "change", "25%"],
    ["what percentage of 120 is 30", "whatPercent", "25%"],
    ["what percent is 30 of 120", "whatPercent", "25%"],
    ["45/60 as a percentage", "whatPercent", "75%"],
    ["45 of 60 as a percent", "whatPercent", "75%"],
    ["30 is 25% of what number", "reverse", "120"],
    ["25% of what amount is 30?", "reverse", "120"],
    ["percent change from 80 to 100", "change", "25%"],
    ["percentage increase from 80 to 100", "change", "25%"],
    ["% decrease from 100 to 80", "change", "-20%"],
    ["200 increased by 15%", "increase", "230"],
    ["200 reduced by 15%", "decrease", "170"],
    ["add 15% to 200", "increase", "230"],
    ["take 15% off 200", "decrease", "170"],
    ["subtract 15% from 200", "decrease", "170"],
    ["15% more than 200", "increase", "230"],
    ["15% less than 200", "decrease", "170"],
    ["230 is 15% more than what", "undoIncrease", "200"],
    ["170 is 15% less than what number?", "undoDecrease", "200"],
    ["percentage difference between 10 and 30", "difference", "100%"],
    ["$200 + 15%", "increase", "230"],
    ["-$200 + 15%", "increase", "-230"],
    ["20% off 50 €", "decrease", "40"],
    ["10 000 - 5%", "decrease", "9500"],
  ])("%s", (input, action, output) => {
    expect(run(input).output).toBe(output);
    expect(value(input).action).toBe(action);
  });

  test.each(["20 of 50", "", "15%", "15 200", "1,5% of 20", "% of 20", "20%% of 5", "what is 5"])(
    "%j is none",
    (input) => {
      expect(failures(input)).toEqual(["TEXT_NOT_UNDERSTOOD /expression"]);
    },
  );

  test("keep their numbers", () => {
    expect(value("20% off 50")).toEqual({
      action: "decrease",
      x: 50,
      y: 20,
      result: 40,
      resultText: "40",
      unit: "number",
      difference: -10,
      relativeChange: null,
    });
    expect(value("what % of 120 is 30")).toMatchObject({ x: 30, y: 120, unit: "percent" });
    expect(value("4% to 5%")).toMatchObject({ difference: null, relativeChange: 25 });
    expect(value("0% to 5%")).toMatchObject({ result: 5, relativeChange: null });
    expect(value("80 -> 100").difference).toBe(20);
  });
});

describe("questions in fields", () => {
  test.each([
    [{ action: "of", x: 0.1, y: 0.2 }, "0.0002"],
    [{ action: "undoIncrease", x: 120, y: 20 }, "100"],
    [{ action: "undoDecrease", x: 80, y: 20 }, "100"],
    [{ action: "whatPercent", x: 1, y: 8, decimals: 1 }, "12.5%"],
    [{ action: "whatPercent", x: 1, y: 8, decimals: 0 }, "12%"],
    [{ action: "whatPercent", x: 3, y: 8, decimals: 0 }, "38%"],
    [{ action: "chain", percents: [50, -50] }, "-25%"],
    [{ action: "chain", percents: "[10, -20, 5]" }, "-7.6%"],
    [{ action: "Points", x: 5, y: 4.5 }, "-0.5 pp"],
  ])("%j", (input, output) => {
    expect(run(input).output).toBe(output);
  });

  test("of a chain have no x and y", () => {
    expect(value({ action: "chain", percents: [10] })).toMatchObject({ x: null, y: null });
  });
});

describe("failures", () => {
  test.each([
    [{ action: "whatPercent", x: 1, y: 0 }, ["DIVISION_BY_ZERO /y"]],
    [{ action: "reverse", x: 1, y: 0 }, ["DIVISION_BY_ZERO /y"]],
    [{ action: "change", x: 0, y: 1 }, ["DIVISION_BY_ZERO /x"]],
    [{ action: "difference", x: 0, y: 0 }, ["DIVISION_BY_ZERO /y"]],
    [{ action: "undoIncrease", x: 1, y: -100 }, ["DIVISION_BY_ZERO /y"]],
    [{ action: "undoDecrease", x: 1, y: 100 }, ["DIVISION_BY_ZERO /y"]],
    ["0 to 5", ["DIVISION_BY_ZERO /expression"]],
    [{}, ["INSUFFICIENT_INPUT /expression"]],
    [{ x: 1, y: 2 }, ["INSUFFICIENT_INPUT /expression"]],
    [{ action: "of", y: 2 }, ["INSUFFICIENT_INPUT /x"]],
    [{ action: "of", x: 2 }, ["INSUFFICIENT_INPUT /y"]],
    [{ action: "chain" }, ["INSUFFICIENT_INPUT /percents"]],
    [{ action: "chain", percents: [] }, ["RANGE /percents"]],
    [{ action: "chain", percents: "[1" }, ["JSON_SYNTAX /percents"]],
    [{ expression: "1% of 2", action: "of" }, ["CONFLICTING_FIELDS /action"]],
    [{ expression: "1% of 2", decimals: 16 }, ["RANGE /decimals"]],
  ])("%j", (input, expected) => {
    expect(failures(input)).toEqual(expected);
  });
});

describe("laws", () => {
  const number = fc.integer({ min: 1, max: 9000 }).map((cents) => cents / 100);

  test("the order of a chain does not matter", () => {
    fc.assert(
      fc.property(fc.array(number, { minLength: 1, maxLength: 6 }), (percents) => {
        const turned = { action: "chain", percents: percents.toReversed() };
        expect(run({ action: "chain", percents }).output).toBe(run(turned).output);
      }),
    );
  });

  test("a decrease is an increase by less than nothing", () => {
    fc.assert(
      fc.property(number, number, (x, y) => {
        const less = value({ action: "decrease", x, y });
        const more = value({ action: "increase", x, y: -y });
        expect(less.result).toBe(more.result);
        expect(value({ action: "undoDecrease", x: less.result, y, decimals: 2 }).result).toBe(x);
      }),
      { examples: [[50, 20]], numRuns: 50 },
    );
  });
});
