import { type Static, type TNumber, Type } from "@sinclair/typebox";
import { whole } from "./_core/fields.ts";
import { defineTool, done, type Entry } from "./_core/tool.ts";
import { MOST_CHARACTERS, quantityField } from "./_lib/bytes/data-size/fields.ts";
import { assumptionsOf, READ_FAILURES, READ_WARNINGS } from "./_lib/bytes/data-size/read.ts";
import { IEC, type PrefixFamily, SI } from "./_lib/bytes/data-size/unit.ts";
import { bytesOf, scaledText } from "./_lib/bytes/data-size/write.ts";
import {
  divide,
  exactText,
  type Fraction,
  fraction,
  isWhole,
  roundedNumber,
  toDigits,
  toDouble,
} from "./_lib/numbers/fraction.ts";
import { CONFLICT_FAILURES, INSUFFICIENT_FAILURES } from "./_lib/fields/exclusive-fields.ts";
import { INPUT_FAILURES } from "./_lib/results/input-invalid.ts";
import { readRequest, type SizeRequest } from "./file-size-converter/request.ts";

const FAILURES = {
  ...READ_FAILURES,
  UNIT_UNKNOWN: "A field names no unit of data",
  ...CONFLICT_FAILURES,
  ...INSUFFICIENT_FAILURES,
  ...INPUT_FAILURES,
} as const;

const WARNINGS = {
  ...READ_WARNINGS,
  FRACTIONAL_BYTES: "The size is not a whole number of bytes",
} as const;

const INPUT = Type.Object({
  input: Type.Optional(
    Type.String({
      description: "A size, with a target or without: 1.5 GiB, 1536 MB to MiB",
      maxLength: MOST_CHARACTERS,
    }),
  ),
  value: quantityField("Instead of input: a decimal number from 0 to 10^30"),
  from: Type.Optional(Type.String({ description: "The unit of value", default: "B" })),
  to: Type.Optional(Type.String({ description: "The unit wanted: kB, MiB, bit, Mibit" })),
  decimals: whole({ description: "Of the texts for people", minimum: 0, maximum: 12, default: 2 }),
});

export type Input = Static<typeof INPUT>;

const SI_UNITS = ["kB", "MB", "GB", "TB", "PB", "EB"] as const;
const IEC_UNITS = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"] as const;

const numbers = <const U extends readonly string[]>(units: U, description: string) =>
  Type.Object(
    Object.fromEntries(units.map((unit) => [unit, Type.Number()])) as Record<U[number], TNumber>,
    { description },
  );

const VALUE = Type.Object({
  bytes: Type.String({ description: "Exact; a/b if the decimals do not end" }),
  bits: Type.String({ description: "Exact, as bytes" }),
  to: Type.Union([Type.String(), Type.Null()], { description: "null without a target" }),
  result: Type.Union([Type.Number(), Type.Null()], { description: "In the target unit" }),
  resultText: Type.Union([Type.String(), Type.Null()], { description: "15 significant digits" }),
  humanSi: Type.String({ description: "Prefixes of 1000" }),
  humanIec: Type.String({ description: "Prefixes of 1024" }),
  si: numbers(SI_UNITS, "Rounded to 12 decimals"),
  iec: numbers(IEC_UNITS, "Rounded to 12 decimals"),
});

type Value = Static<typeof VALUE>;

/** What is longer is no such text. */
const LONGEST_SAMPLE = 201;

export default defineTool({
  id: "file-size-converter",
  name: "File Size Converter",
  category: "Converter",
  description: "Converts file sizes exactly between bytes and bits with SI and IEC prefixes.",
  keywords: [
    "bits",
    "byte",
    "bytes",
    "data size",
    "file size",
    "gb",
    "gib",
    "gigabyte",
    "kb",
    "kib",
    "kilobyte",
    "mb",
    "mebibyte",
    "megabyte",
    "mib",
    "pb",
    "petabyte",
    "storage",
    "tb",
    "terabyte",
  ],
  aliases: ["data-size-converter", "byte-converter"],
  version: "2026-11-22",

  input: INPUT,
  primary: "input",
  value: VALUE,
  verb: "convert",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "convert mb to mib",
    "gb to gib",
    "bytes to human readable size",
    "how many bytes in a gigabyte",
    "megabytes to megabits",
    "difference between kB and KiB",
    "1 TB in GiB",
    "format a byte count",
    "exact number of bytes in 1.5 GiB",
    "how many megabytes are 3,5 gigabytes",
    "hard disk sold as 1 terabyte shows less in windows",
    "attachment limit in megabytes, my file has millions of bytes",
    "storage quantity notation, binary versus decimal prefixes",
    "megabits, megabytes and mebibytes of a disk or memory card",
    "kilobytes to bytes",
    "stick or drive says 16 GB but the computer shows less",
    "dateigröße umrechnen",
    "convertir octets en mégaoctets taille de fichier",
    "convertir bytes a megabytes",
    "converter tamanho de arquivo",
    "ファイルサイズ 変換",
    "文件大小 单位 换算",
    "cuántos megabytes son un gigabyte",
    "gigabyte in megabyte umrechnen",
    "gigaoctets en mégaoctets",
    "多少 兆 字节 gb mb 换算",
    "ギガバイトをメガバイトに変換",
    "upload limit 25 mb, mine has 26,843,545 bytes, too large",
    "bought 2 tb and see 1.81, where did the rest go",
    "kubernetes says 512Mi, what is that in mb",
    "log folder is 48392013 kb, how many gigs",
    "IEC 80000-13, GiB vs GB, Kubernetes Mi, du -h, ls -lh, numfmt --to=iec, pretty-bytes, filesize.js",
    "re-express a byte or bit quantity in another decimal or binary prefix without rounding",
    "quantos megabytes tem um gigabyte, converter kb em mb",
    "convertir kb, mb, gb y tb, tamaño de archivo",
    "kb in mb, mb in gb umrechnen, speicherplatz",
    "ko en mo, mo en go, taille de fichier",
    "kb mb gb tb 换算 硬盘 容量",
    "kb mb gb tb 換算 容量",
  ],
  effort: 1,
  detect(sample) {
    const text = sample.slice(0, LONGEST_SAMPLE);
    return /^\s*\d[\d.,]*\s*(?:[kmgtpezyrq]i?)?(?:b|bits?|bytes?)(?:\s*(?:->|→|\s(?:to|in|as)\s)[^]*|\s*)$/i.test(
      text,
    )
      ? 0.9
      : 0;
  },

  laws: [
    {
      name: "bits are eight times the bytes",
      holds(run, input) {
        const { bytes, bits } = run(input).value ?? {};
        if (bytes === undefined || bits === undefined || !/^\d+$/.test(bytes)) return true;
        return BigInt(bits) === 8n * BigInt(bytes);
      },
    },
    {
      name: "the bytes lead back to themselves",
      holds(run, input) {
        const { bytes } = run(input).value ?? {};
        if (bytes === undefined || bytes.includes("/") || Number(bytes) > 1e30) return true;
        if (bytes.length > MOST_CHARACTERS) return true;
        return run({ value: bytes }).value?.bytes === bytes;
      },
    },
    {
      name: "no number below the largest prefix reaches the next one",
      holds(run, input) {
        const { humanSi = "0 B", humanIec = "0 B" } = run(input).value ?? {};
        const isBelow = (text: string, base: number) =>
          Number.parseFloat(text) < base || text.includes(" Q");
        return isBelow(humanSi, 1000) && isBelow(humanIec, 1024);
      },
    },
  ],
  examples: [
    {
      title: "Both families",
      input: "1.5 GiB",
      expect: { output: "1.61 GB (1.5 GiB)", value: { bytes: "1610612736", iec: { MiB: 1536 } } },
    },
    {
      title: "To a unit",
      input: "1536 MB to MiB",
      expect: { output: "1464.84375 MiB", value: { to: "MiB", result: 1464.84375 } },
    },
    {
      title: "A unit in lower case",
      input: "500mb",
      expect: {
        output: "500 MB (476.84 MiB)",
        warnings: [{ code: "UNIT_CASE_ASSUMED", path: "/input" }],
      },
    },
    {
      title: "A number from a listing",
      input: { value: 999_999, decimals: 0 },
      expect: { output: "1 MB (977 KiB)", value: { bits: "7999992" } },
    },
    {
      title: "Unknown unit",
      input: { value: 5, from: "megabite" },
      expect: { ok: false, error: { code: "UNIT_UNKNOWN" } },
    },
  ],

  run(input) {
    const read = readRequest(input);
    if ("failure" in read) return read.failure;
    const { request } = read;
    const value = valueOf(request, input.decimals);
    const { to, resultText, humanSi, humanIec } = value;
    const output = to === null ? `${humanSi} (${humanIec})` : `${resultText} ${to}`;
    const fractional = isWhole(bytesOf(request.size)) ? [] : [FRACTIONAL];
    return done({ output, value, warnings: [...assumptionsOf(request.readings), ...fractional] });
  },
});

const FRACTIONAL: Entry<"FRACTIONAL_BYTES"> = {
  code: "FRACTIONAL_BYTES",
  message: WARNINGS.FRACTIONAL_BYTES,
};

const RESULT_DIGITS = 15;

function valueOf({ size, target }: SizeRequest, decimals: number): Value {
  const bytes = bytesOf(size);
  const result = target && toDigits(divide(size, target.bits), RESULT_DIGITS);
  return {
    bytes: exactText(bytes),
    bits: exactText(size),
    to: target?.symbol ?? null,
    result: result ? toDouble(result) : null,
    resultText: result ? String(result) : null,
    humanSi: scaledText(bytes, "B", { decimals }),
    humanIec: scaledText(bytes, "B", { family: IEC, decimals }),
    si: inUnits(bytes, SI_UNITS, SI),
    iec: inUnits(bytes, IEC_UNITS, IEC),
  };
}

const UNIT_DECIMALS = 12;

/** The size in units of which each is `base` times the one before, the first so many bytes. */
function inUnits<const U extends readonly string[]>(
  bytes: Fraction,
  units: U,
  { base }: PrefixFamily,
): Record<U[number], number> {
  return Object.fromEntries(
    units.map((unit, index) => {
      const number = divide(bytes, fraction(base ** BigInt(index + 1)));
      return [unit, roundedNumber(number, UNIT_DECIMALS)];
    }),
  ) as Record<U[number], number>;
}
