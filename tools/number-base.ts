import { type Static, Type } from "@sinclair/typebox";
import { oneOf, whole } from "./_core/fields.ts";
import { defineTool, done, fail } from "./_core/tool.ts";
import { doubleText } from "./_lib/numbers/decimal-text.ts";
import { type Fraction, fraction, isWhole } from "./_lib/numbers/fraction.ts";
import { INPUT_FAILURES, inputInvalid, missingField } from "./_lib/results/input-invalid.ts";
import { warningsOf } from "./_lib/results/warnings.ts";
import {
  bitLength,
  type NumeralForm,
  readNumeral,
  writeNumeral,
  writeRepeating,
} from "./number-base/numeral.ts";

const FAILURES = {
  ...INPUT_FAILURES,
  DIGIT_INVALID: "A character is no digit of the base, or a separator or the point is misplaced",
  EMPTY_INPUT: "There is no numeral",
  NUMBER_TOO_LONG: "The numeral has more than 10,000 digits",
  BITS_OVERFLOW: "The number does not fit the bits",
  NOT_AN_INTEGER: "The number has a fraction, but a fixed width was asked for",
} as const;

const WARNINGS = {
  FRACTION_ROUNDED: "A result is rounded: the fraction has more digits than were asked for",
} as const;

const BASE = whole({ description: "A base", minimum: 2, maximum: 36 });
const BASE_TEXT = String.raw`(?:0?[2-9]|[12]\d|3[0-6])`;
const MOST_TARGETS = 35;

const INPUT = Type.Object({
  input: Type.Union([Type.String(), Type.Number()], {
    description: "The numeral: 255, 0xff, -1010.01; at most 10,000 digits",
  }),
  from: Type.Union(
    [
      BASE,
      Type.String({
        description: "auto, or a base",
        pattern: String.raw`^\s*(?:[Aa][Uu][Tt][Oo]|${BASE_TEXT})\s*$`,
      }),
    ],
    { description: "Base, 2 to 36; auto: by the prefix 0x, 0b or 0o, else 10", default: "auto" },
  ),
  to: Type.Union(
    [
      BASE,
      Type.Array(BASE, { description: "Several", minItems: 1, maxItems: MOST_TARGETS }),
      Type.String({
        description: "One or several, between commas",
        pattern: String.raw`^\s*(?:\[\s*)?${BASE_TEXT}(?:\s*,\s*${BASE_TEXT}){0,${MOST_TARGETS - 1}}\s*(?:\]\s*)?$`,
      }),
    ],
    { description: "Bases, 2 to 36", default: [2, 8, 10, 16] },
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

type Input = Static<typeof INPUT>;

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

type Value = Static<typeof VALUE>;

export default defineTool({
  id: "number-base",
  name: "Number Base Converter",
  category: "Converter",
  description: "Reads and writes numbers of any size in bases 2 to 36, with two's complement.",
  keywords: [
    "base",
    "base conversion",
    "base36",
    "binary",
    "binary number",
    "bitmask",
    "complement",
    "decimal",
    "hex",
    "hex converter",
    "hexadecimal",
    "octal",
    "ones and zeros",
    "radix",
    "repeating fraction",
    "signed integer",
    "two's complement",
  ],
  aliases: ["base-converter", "radix-converter", "twos-complement"],
  version: "2026-11-23",

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
    "ieee class: 45 as ones and zeros, with the way back",
    "error 0x80070005 as an ordinary number",
    "sensor sends FF 9C, that should be minus something",
    "file rights 0644 as bits",
    "parseInt(x, 16), toString(2), printf %x, bc ibase obase, calculator programmer mode, base36",
    "reexpress an integer or fraction under another radix, signed or unsigned width included",
    "converter binário, hexadecimal e decimal",
    "convertir binario a decimal, hexadecimal a binario, complemento a dos",
    "binärzahl in dezimalzahl, hexzahl umrechnen, zweierkomplement",
    "binaire en décimal, hexadécimal en binaire, complément à deux",
    "二进制 转 十进制 十六进制 补码 八进制",
    "16進数 10進数 2進数 8進数 補数 変換",
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
    if (input.action === "decode" && input.bits === 0) {
      return inputInvalid([missingField("/bits", "the width of the pattern, 1 to 1024")]);
    }
    const text = typeof input.input === "number" ? doubleText(input.input) : input.input;
    const numeral = readNumeral(text, sourceBase(input));
    if ("code" in numeral) return fail(numeral);
    const { value, base } = numeral;
    const number = input.bits === 0 ? value : fixedNumber(value, input);
    return "code" in number ? fail(number) : describe(number, base, input);
  },
});

/** Undefined stands for auto. */
function sourceBase({ from }: Input): number | undefined {
  const base = Number(from);
  return Number.isNaN(base) ? undefined : base;
}

function targetBases({ to }: Input): readonly number[] {
  return typeof to === "string" ? to.replaceAll(/[[\]]/g, "").split(",").map(Number) : [to].flat();
}

/** The number of a fixed width, or why it has none. */
function fixedNumber(value: Fraction, { bits, signed, action }: Input) {
  if (!isWhole(value)) {
    const message = "Cannot use a fixed width: found a fraction, expected an integer";
    return { code: "NOT_AN_INTEGER", message, path: "/input", expected: "an integer" } as const;
  }
  const number = value.numerator;
  const isPattern = action === "decode";
  const half = 1n << BigInt(bits - 1);
  const [least, most] = signed && !isPattern ? [-half, half - 1n] : [0n, (1n << BigInt(bits)) - 1n];
  if (number < least || number > most) {
    const kind = isPattern ? "pattern" : signed ? "signed number" : "unsigned number";
    const expected = `${least} to ${most}`;
    const message = `Cannot fit the number into ${bits} bits: found one outside of the range, expected a ${kind} from ${expected}`;
    return { code: "BITS_OVERFLOW", message, path: "/input", expected } as const;
  }
  return isPattern && signed ? fraction(BigInt.asIntN(bits, number)) : value;
}

function describe(number: Fraction, inputBase: number, input: Input) {
  const form: NumeralForm = input;
  const results = targetBases(input).map((base) => {
    const { text, isExact } = writeNumeral(number, base, input.fractionDigits, form);
    return { base, text, exact: isExact, repeating: writeRepeating(number, base, form) };
  });
  const plain: NumeralForm = { prefix: false, uppercase: false, group: 0 };
  const decimal = writeNumeral(number, 10, input.fractionDigits, plain);
  const [only, ...others] = results;
  const lines = results.map(({ base, text }) => `base ${base}: ${text}`);
  const isRounded = !decimal.isExact || results.some(({ exact }) => !exact);
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
    warnings: warningsOf(WARNINGS, { FRACTION_ROUNDED: isRounded }),
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
