import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import tool from "../../tools/number-base.ts";
import { runUnit } from "../support/run-unit.ts";

interface Value {
  readonly decimal: string;
  readonly inputBase: number;
  readonly isInteger: boolean;
  readonly bitLength: number;
  readonly results: { base: number; text: string; exact: boolean; repeating: string | null }[];
  readonly fixed: Record<string, unknown> | null;
}

const run = (input: string | object) =>
  runUnit(tool, typeof input === "string" ? { input } : input);
const value = (input: string | object) => run(input).value as Value;
const failures = (input: string | object) =>
  run(input).errors?.map(({ code, path, offset }) => `${code} ${path} ${offset}`);

describe("numerals", () => {
  test.each([
    ["0xff", "255", 16],
    ["0XFF", "255", 16],
    ["-0b101", "-5", 2],
    ["+0o17", "15", 8],
    ["−12", "-12", 10],
    ["  42  ", "42", 10],
    ["1_000 000", "1000000", 10],
    ["5.", "5", 10],
    [".5", "0.5", 10],
    ["-0", "0", 10],
    ["007", "7", 10],
  ])("%j is %s", (input, decimal, inputBase) => {
    expect(value(input)).toMatchObject({ decimal, inputBase });
  });

  test.each([
    [{ input: "0b1", from: 16 }, "177"],
    [{ input: "0x1f", from: 16 }, "31"],
    [{ input: "zz", from: 36 }, "1295"],
    [{ input: "ZZ", from: "36" }, "1295"],
    [{ input: "0b1", from: "auto" }, "1"],
    [{ input: "0b1", from: 2 }, "1"],
    [{ input: "11.01", from: 2 }, "3.25"],
    [{ input: 0.1, to: 10 }, "0.1"],
    [{ input: 1e21, to: 10 }, "1000000000000000000000"],
    [{ input: 1e-7, to: 10 }, "0.0000001"],
  ])("%j is %s", (input, decimal) => {
    expect(value(input).decimal).toBe(decimal);
  });

  test("of any size agree with those of the engine", () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.integer({ min: 2, max: 36 }), (number, base) => {
        const { results, bitLength } = value({ input: String(number), to: base });
        expect(results[0]).toEqual({
          base,
          text: number.toString(base),
          exact: true,
          repeating: null,
        });
        const size = number < 0n ? -number : number;
        expect(bitLength).toBe(size === 0n ? 0 : size.toString(2).length);
        expect(value({ input: number.toString(base), from: base }).decimal).toBe(String(number));
      }),
    );
  });

  test("do not depend on case, prefix and separators", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n }), (number) => {
        const hex = number.toString(16);
        const grouped = hex.replace(/\B(?=(?:.{4})+$)/g, "_");
        for (const input of [`0x${hex}`, `0X${hex.toUpperCase()}`, `0x${grouped}`]) {
          expect(value({ input, to: 10 }).decimal).toBe(String(number));
        }
      }),
    );
  });

  test("in bases 2 and 16 agree digit by digit in fours", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n }), fc.nat(1000), (whole, thousandths) => {
        const { results } = value({ input: `${whole}.${thousandths}`, to: [2, 16] });
        const hex = results[1]?.text.split(".")[0] ?? "";
        const bits = Array.from(hex, (digit) =>
          Number.parseInt(digit, 16).toString(2).padStart(4, "0"),
        );
        expect(bits.join("").replace(/^0+(?=.)/, "")).toBe(results[0]?.text.split(".")[0] ?? "");
      }),
    );
  });
});

describe("fractions", () => {
  test.each([
    [{ input: "-0.1", to: 2 }, "-0.0001100110011001101", "-0.0(0011)"],
    [{ input: "0.1", from: 3, to: 10 }, "0.33333333333333333333", "0.(3)"],
    [{ input: "0.1", to: 2, fractionDigits: 0 }, "0", "0.0(0011)"],
    [{ input: "1.9", to: 2, fractionDigits: 0 }, "10", "1.1(1100)"],
    [{ input: "-0.4", to: 2, fractionDigits: 0 }, "0", "-0.(0110)"],
    [
      { input: "0.1", to: 16, uppercase: true, prefix: true },
      "0x0.1999999999999999999A",
      "0x0.1(9)",
    ],
  ])("%j", (input, text, repeating) => {
    expect(value(input).results[0]).toMatchObject({ text, exact: false, repeating });
    expect(run(input).warnings?.map(({ code }) => code)).toEqual(["FRACTION_ROUNDED"]);
  });

  test("that end are exact", () => {
    expect(value({ input: "0.75", to: 2 }).results[0]).toEqual({
      base: 2,
      text: "0.11",
      exact: true,
      repeating: null,
    });
    expect(run({ input: "0.75", to: 2 }).warnings).toEqual([]);
  });

  test("are rounded half-even", () => {
    const text = (input: string) => value({ input, from: 2, to: 2, fractionDigits: 1 }).results[0];
    expect([text("0.01")?.text, text("0.11")?.text]).toEqual(["0", "1"]);
  });

  test("show a period of 200 digits, and none of more", () => {
    // 1/p in a base of which p has p − 1 as the length of its period.
    const period = (prime: number) =>
      value({ input: "0.1", from: prime, to: 10 } as object).results[0]?.repeating?.length ?? 0;
    expect(period(29)).toBe("0.()".length + 28);
    const long = value({ input: "0.001", from: 31, to: 3 });
    expect(long.results[0]?.repeating).toBeNull();
  });

  test("go there and back where they are exact", () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 0, max: 20 }), (digits, places) => {
        const input = (BigInt(digits) * 5n ** BigInt(places)).toString().padStart(places + 2, "0");
        const at = input.length - places;
        const text = places === 0 ? input : `${input.slice(0, at)}.${input.slice(at)}`;
        if (text.includes("-", 1)) return;
        const there = value({ input: text, to: 2 }).results[0];
        const back = value({ input: there?.text ?? "", from: 2, to: 10 });
        expect(there?.exact).toBe(true);
        expect(back.decimal).toBe(value({ input: text, to: 10 }).decimal);
      }),
    );
  });
});

describe("two's complement", () => {
  const fixed = (input: object) => value(input).fixed;

  test.each([
    [{ input: "-128", bits: 8 }, "10000000", "80", "128", "-128"],
    [{ input: "127", bits: 8 }, "01111111", "7f", "127", "127"],
    [{ input: "200", bits: 8, signed: false }, "11001000", "c8", "200", "-56"],
    [{ input: "-1", bits: 5, uppercase: true }, "11111", "1F", "31", "-1"],
    [{ input: "0xf6", bits: 8, action: "decode" }, "11110110", "f6", "246", "-10"],
    [{ input: "0xf6", bits: 8, action: "decode", signed: false }, "11110110", "f6", "246", "-10"],
  ])("%j", (input, binary, hex, unsigned, signedValue) => {
    expect(fixed(input)).toMatchObject({ binary, hex, unsigned, signedValue });
  });

  test("is the number of a pattern that is decoded", () => {
    const pattern = { input: "11110110", from: 2, bits: 8, action: "decode", to: 10 };
    expect(run(pattern).output).toBe("-10");
    expect(run({ ...pattern, signed: false }).output).toBe("246");
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 200 }),
        fc.bigInt(),
        fc.boolean(),
        (bits, any, signed) => {
          const number = signed ? BigInt.asIntN(bits, any) : BigInt.asUintN(bits, any);
          const made = fixed({ input: String(number), bits, signed });
          const back = value({ input: made?.["binary"], from: 2, bits, signed, action: "decode" });
          expect(back.decimal).toBe(String(number));
        },
      ),
    );
  });
});

describe("how results are written", () => {
  test.each([
    [{ input: "48879", to: 2, group: 4, prefix: true }, "0b1011_1110_1110_1111"],
    [{ input: "1234567", to: 10, group: 3 }, "1_234_567"],
    [{ input: "0.1", to: 2, group: 4, fractionDigits: 10 }, "0.0001_1001_1"],
    [{ input: "-255", to: [16], prefix: true, uppercase: true }, "-0xFF"],
    [{ input: "255", to: [2, 36] }, "base 2: 11111111\nbase 36: 73"],
    [{ input: "255", to: "[8, 10]" }, "base 8: 377\nbase 10: 255"],
    [{ input: "8", to: 7, prefix: true }, "11"],
  ])("%j", (input, output) => {
    expect(run(input).output).toBe(output);
  });
});

describe("failures", () => {
  test.each([
    [{ input: "12", from: 2 }, ["DIGIT_INVALID /input 1"]],
    ["ff", ["DIGIT_INVALID /input 0"]],
    ["  1,5", ["DIGIT_INVALID /input 1"]],
    ["1__0", ["DIGIT_INVALID /input 1"]],
    ["_1", ["DIGIT_INVALID /input 0"]],
    ["1_.5", ["DIGIT_INVALID /input 1"]],
    ["1.2.3", ["DIGIT_INVALID /input 3"]],
    ["0x", ["DIGIT_INVALID /input 2"]],
    ["-", ["DIGIT_INVALID /input 1"]],
    [".", ["DIGIT_INVALID /input 1"]],
    ["--5", ["DIGIT_INVALID /input 1"]],
    ["1e5", ["DIGIT_INVALID /input 1"]],
    ["\u{1d7d8}", ["DIGIT_INVALID /input 0"]],
    ["", ["EMPTY_INPUT /input undefined"]],
    [" \n", ["EMPTY_INPUT /input undefined"]],
    ["1".repeat(10_001), ["NUMBER_TOO_LONG /input undefined"]],
    [{ input: "128", bits: 8 }, ["BITS_OVERFLOW /input undefined"]],
    [{ input: "-1", bits: 8, signed: false }, ["BITS_OVERFLOW /input undefined"]],
    [{ input: "256", bits: 8, action: "decode" }, ["BITS_OVERFLOW /input undefined"]],
    [{ input: "0.5", bits: 8 }, ["NOT_AN_INTEGER /input undefined"]],
    [{ input: "1", from: 37, to: [1] }, ["RANGE /from undefined", "RANGE /to/0 undefined"]],
    [{ input: "1", to: [] }, ["RANGE /to undefined"]],
    [{ input: "1", to: Array.from({ length: 36 }, () => 2) }, ["RANGE /to undefined"]],
    [{ input: "1", action: "decode" }, ["REQUIRED /bits undefined"]],
    [{ input: "1", bits: 1025 }, ["RANGE /bits undefined"]],
  ])("%j", (input, expected) => {
    expect(failures(input)).toEqual(expected);
  });

  test("name the range, and the base that would fit", () => {
    expect(run({ input: "128", bits: 8 }).errors?.[0]?.message).toContain("-128 to 127");
    expect(run("ff").errors?.[0]?.hint).toBe("Give from: 16");
    expect(run({ input: "12", from: 2 }).errors?.[0]?.hint).toBe("Give from: 8");
    expect(run("1,5").errors?.[0]?.hint).toContain("commas");
  });
});

test("10,000 digits in all bases", () => {
  const input = "123456789".repeat(1111);
  const to = Array.from({ length: 35 }, (_, index) => index + 2);
  const { results } = value({ input, to });
  expect(results[0]?.text).toBe(BigInt(input).toString(2));
  expect(results[34]?.text).toBe(BigInt(input).toString(36));
  expect(value({ input: results[33]?.text, from: 35 }).decimal).toBe(input);
});
