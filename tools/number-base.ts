import { type Static, Type } from "@sinclair/typebox";
import { oneOf, whole } from "./_core/fields.ts";
import { defineTool, done, type Entry, fail, type Outcome } from "./_core/tool.ts";
import { doubleText } from "./_lib/numbers/decimal-text.ts";
import { type Fraction, fraction, isWhole } from "./_lib/numbers/fraction.ts";
import { INPUT_FAILURES, inputInvalid, missingField } from "./_lib/results/input-invalid.ts";
import { noBase, readBase, readTargets } from "./number-base/bases.ts";
import {
  bitLength,
  NUMERAL_FAILURES,
  type NumeralForm,
  readNumeral,
  writeNumeral,
  writeRepeating,
} from "./number-base/numeral.ts";

const FAILURES = {
  ...INPUT_FAILURES,
  ...NUMERAL_FAILURES,
  BITS_OVERFLOW: "The number does not fit the bits",
  NOT_AN_INTEGER: "The number has a fraction, but a fixed width was asked for",
} as const;

const WARNINGS = {
  FRACTION_ROUNDED: "A result is rounded: the fraction has more digits than were asked for",
} as const;

const INPUT = Type.Object({
  input: Type.Union([Type.String(), Type.Number()], {
    description: "The numeral: 255, 0xff, -1010.01; at most 10,000 digits",
  }),
  from: Type.Optional(
    Type.Union([Type.Number(), Type.String()], {
      description: "Base, 2 to 36; auto: by the prefix 0x, 0b or 0o, else 10",
    }),
  ),
  to: Type.Optional(
    Type.Union([Type.Number(), Type.String(), Type.Array(Type.Number())], {
      description: "Base, or an array of at most 35; [2, 8, 10, 16], if left out",
    }),
  ),
  fractionDigits: whole({
    description: "Digits after the point at most",
    minimum: 0,
    maximum: 1000,
    default: 20,
  }),
  uppercase: Type.Boolean({ description: "Write digits as A to Z", default: false }),
  prefix: Type.Boolean({ description: "Write 0b, 0o, 0x for bases 2, 8, 16", default: false }),
  group: whole({
    description: "Digits in a group, joined by _, counted from the point; 0 = none",
    minimum: 0,
    maximum: 64,
    default: 0,
  }),
  bits: whole({ description: "Fixed width; 0 = none", minimum: 0, maximum: 1024, default: 0 }),
  signed: Type.Boolean({ description: "Two's complement", default: true }),
  action: oneOf(["convert", "decode"], {
    description: "decode: the input is a pattern of bits",
    default: "convert",
  }),
});

const VALUE = Type.Object({
  decimal: Type.String(),
  inputBase: Type.Integer(),
  isInteger: Type.Boolean(),
  bitLength: Type.Integer({ description: "Of the integer part, 0 for 0" }),
  results: Type.Array(
    Type.Object({
      base: Type.Integer(),
      text: Type.String(),
      exact: Type.Boolean(),
      repeating: Type.Union([Type.String(), Type.Null()], {
        description: "A fraction that does not end, its period in parentheses; at most 200 digits",
      }),
    }),
  ),
  fixed: Type.Union([
    Type.Object({
      bits: Type.Integer(),
      signed: Type.Boolean(),
      unsigned: Type.String(),
      signedValue: Type.String(),
      binary: Type.String(),
      hex: Type.String(),
    }),
    Type.Null(),
  ]),
});

type Input = Static<typeof INPUT>;
type Value = Static<typeof VALUE>;
type Failure = keyof typeof FAILURES;
type Result = Outcome<Value, Failure, keyof typeof WARNINGS>;

export default defineTool({
  id: "number-base",
  name: "Number Base Converter",
  category: "Converter",
  description: "Reads and writes numbers of any size in bases 2 to 36, with two's complement.",
  keywords: [
    "base",
    "binary",
    "decimal",
    "hex",
    "hexadecimal",
    "octal",
    "radix",
    "repeating fraction",
    "signed integer",
    "two's complement",
  ],
  aliases: ["base-converter", "radix-converter", "twos-complement"],
  version: "2026-11-22",

  input: INPUT,
  primary: "input",
  value: VALUE,
  verb: "convert",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "convert decimal to binary",
    "hex to decimal",
    "binary to hexadecimal",
    "two's complement of a negative number",
    "decode a signed 16 bit value",
    "octal to decimal",
    "base 36 encode a number",
    "what is 0xff in decimal",
    "0.1 in binary",
    "how many bits does a number need",
    "large number to base 2",
    "ones and zeros into a normal number",
    "color code or memory address in hex to ordinary digits",
    "chmod 755 octal permission bits",
    "positional notation and radix transformation of an integer",
    "register shows FFFE, which negative value is that",
    "numeral system of another basis",
    "count in base sixteen or eight",
    "bits or digits such as 11010110 as a normal decimal number",
    "hexadecimal mit vorzeichen umrechnen",
    "dezimal in binär umwandeln",
    "convertir decimal a binario",
    "convertir en hexadécimal",
    "converter decimal para binário",
    "十进制转二进制",
    "16進数 変換",
    "pasar un número a binario, octal o hexadecimal",
    "zahl in binär oder hexadezimal umrechnen, zahlensystem",
    "convertir un nombre en binaire ou octal",
    "进制 转换 二进制 十六进制",
    "二進数 十進数 変換 基数",
  ],
  effort: 1,
  detect(sample) {
    return /^\s*[+-]?0(?:x[\da-f_]+|b[01_]+|o[0-7_]+)\s*$/i.test(sample) ? 0.8 : 0;
  },

  laws: [
    {
      name: "there and back is the identity where the result is exact",
      holds(run, input) {
        const { value } = run({ ...input, bits: 0, action: "convert" });
        for (const { base, text, exact } of value?.results ?? []) {
          const back = run({ input: text, from: base, fractionDigits: 1000, to: 10 }).value;
          const again = run({ ...input, bits: 0, action: "convert", to: base }).value;
          if (exact && back && back.decimal !== value?.decimal && back.isInteger) return false;
          if (again?.results[0]?.text !== text) return false;
        }
        return true;
      },
    },
    {
      name: "a pattern of bits decodes to the number it was made of",
      holds(run, input) {
        const { value } = run({ ...input, action: "convert" });
        if (!value?.fixed) return true;
        const { bits, signed, binary } = value.fixed;
        const back = run({ input: binary, from: 2, bits, signed, action: "decode" }).value;
        return back?.decimal === value.decimal;
      },
    },
  ],
  examples: [
    {
      title: "Four bases at once",
      input: "255",
      expect: { output: "base 2: 11111111\nbase 8: 377\nbase 10: 255\nbase 16: ff" },
    },
    {
      title: "A fraction that does not end",
      input: { input: "-0.1", to: 2 },
      expect: {
        output: "-0.0001100110011001101",
        value: { results: [{ exact: false, repeating: "-0.0(0011)" }] },
        warnings: [{ code: "FRACTION_ROUNDED" }],
      },
    },
    {
      title: "Two's complement",
      input: { input: "-42", bits: 8, to: 16 },
      expect: { output: "-2a", value: { fixed: { binary: "11010110", hex: "d6" } } },
    },
    {
      title: "A register, decoded",
      input: { input: "0xfff6", bits: 16, action: "decode", to: 10 },
      expect: { output: "-10" },
    },
    {
      title: "Grouped, with a prefix",
      input: { input: "48879", to: 2, group: 4, prefix: true },
      expect: { output: "0b1011_1110_1110_1111" },
    },
    {
      title: "A digit of another base",
      input: { input: "12", from: 2 },
      expect: { ok: false, errors: [{ code: "DIGIT_INVALID", offset: 1 }] },
    },
  ],

  run(input) {
    const from = readBase(input.from);
    const to = readTargets(input.to);
    const problems: (ReturnType<typeof missingField> | Entry<"RANGE">)[] = [];
    if (from === undefined) problems.push(noBase("/from", input.from));
    if (!Array.isArray(to)) problems.push(to);
    if (input.action === "decode" && input.bits === 0) {
      problems.push(missingField("/bits", "the width of the pattern, 1 to 1024"));
    }
    const [problem, ...others] = problems;
    if (problem) return inputInvalid([problem, ...others]);
    const text = typeof input.input === "number" ? doubleText(input.input) : input.input;
    const numeral = readNumeral(text, typeof from === "number" ? from : undefined);
    if ("code" in numeral) return fail(numeral);
    const { value, base } = numeral;
    const number = input.bits === 0 ? value : fixedNumber(value, input);
    return "code" in number ? fail(number) : describe(number, base, to as number[], input);
  },
});

/** The number of a fixed width, or why it has none. */
function fixedNumber(
  value: Fraction,
  { bits, signed, action }: Input,
): Fraction | Entry<"BITS_OVERFLOW" | "NOT_AN_INTEGER"> {
  if (!isWhole(value)) {
    const message = "Cannot use a fixed width: found a fraction, expected an integer";
    return { code: "NOT_AN_INTEGER", message, path: "/input", expected: "an integer" };
  }
  const number = value.numerator;
  const isPattern = action === "decode";
  const half = 1n << BigInt(bits - 1);
  const [least, most] = signed && !isPattern ? [-half, half - 1n] : [0n, (1n << BigInt(bits)) - 1n];
  if (number < least || number > most) {
    const kind = isPattern ? "pattern" : signed ? "signed number" : "unsigned number";
    const expected = `${least} to ${most}`;
    const message = `Cannot fit the number into ${bits} bits: found one outside of the range, expected a ${kind} from ${expected}`;
    return { code: "BITS_OVERFLOW", message, path: "/input", expected };
  }
  return isPattern && signed ? fraction(BigInt.asIntN(bits, number)) : value;
}

function describe(
  number: Fraction,
  inputBase: number,
  to: readonly number[],
  input: Input,
): Result {
  const form: NumeralForm = input;
  const results = to.map((base) => {
    const { text, isExact } = writeNumeral(number, base, input.fractionDigits, form);
    return { base, text, exact: isExact, repeating: writeRepeating(number, base, form) };
  });
  const plain: NumeralForm = { prefix: false, uppercase: false, group: 0 };
  const decimal = writeNumeral(number, 10, input.fractionDigits, plain);
  const [only, ...others] = results;
  const lines = results.map(({ base, text }) => `base ${base}: ${text}`);
  const isRounded = !decimal.isExact || results.some(({ exact }) => !exact);
  const code = "FRACTION_ROUNDED" as const;
  return done({
    output: only && others.length === 0 ? only.text : lines.join("\n"),
    value: {
      decimal: decimal.text,
      inputBase,
      isInteger: isWhole(number),
      bitLength: bitLength(number),
      results,
      fixed: input.bits === 0 ? null : describeFixed(number.numerator, input),
    },
    warnings: isRounded ? [{ code, message: WARNINGS[code] }] : [],
  });
}

function describeFixed(
  number: bigint,
  { bits, signed, uppercase }: Input,
): NonNullable<Value["fixed"]> {
  const pattern = BigInt.asUintN(bits, number);
  const hex = pattern.toString(16).padStart(Math.ceil(bits / 4), "0");
  return {
    bits,
    signed,
    unsigned: String(pattern),
    signedValue: String(BigInt.asIntN(bits, pattern)),
    binary: pattern.toString(2).padStart(bits, "0"),
    hex: uppercase ? hex.toUpperCase() : hex,
  };
}
