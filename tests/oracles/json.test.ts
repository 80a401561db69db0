/** Our JSON reader and writer against JSON.parse, on generated texts, whole and broken, and on files that people wrote. */
import { test } from "bun:test";
import fc from "fast-check";
import tool from "../../tools/json-formatter.ts";
import { runUnit } from "../support/run-unit.ts";
import { foundFiles } from "./found-files.ts";
import { expectAgreement, type Judgement, testDifferences } from "./judgement.ts";

const REFUSED = "refused";

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return REFUSED;
  }
}

/** A number that no double holds is its text, as the tool promises. */
function exactly(_: string, value: unknown, { source = "" }: { source?: string } = {}): unknown {
  if (typeof value !== "number") return value;
  // JSON.stringify, which writes `value`, has no -0 either.
  if (value === 0 && decimal(source) === "0e0") return 0;
  return decimal(source) === decimal(String(value)) ? value : source;
}

/** The same for every way of writing a number: its digits, and the power of ten of the last one. */
function decimal(text: string): string {
  const [, sign = "", whole = "", fraction = "", power = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  const kept = digits.replace(/0+$/, "");
  if (kept === "") return "0e0";
  return `${sign}${kept}e${Number(power) - fraction.length + digits.length - kept.length}`;
}

const reading: Judgement<string> = {
  ours(text) {
    const { ok, value } = runUnit(tool, { input: text });
    return ok ? value : REFUSED;
  },
  theirs(text) {
    try {
      return JSON.parse(text, exactly);
    } catch {
      return REFUSED;
    }
  },
  differences: [
    {
      name: "a byte order mark before the text",
      right: "both",
      why: "RFC 8259, 8.1: implementations that parse JSON texts may ignore it; here it is ignored with a warning",
      example: "\ufeff1",
      covers: (text) => text.startsWith("\ufeff"),
    },
  ],
};

/** A text and how it is written again; read again, it is what it was. */
interface Written {
  readonly text: string;
  readonly options: object;
}

const writing: Judgement<Written> = {
  ours({ text, options }) {
    const { ok, output = "" } = runUnit(tool, { input: text, ...options });
    return ok ? parsed(output) : REFUSED;
  },
  theirs: ({ text }) => parsed(text),
  differences: [],
};

/** Laid out as JSON.stringify does it. */
const layout: Judgement<Written & { readonly indent: number }> = {
  ours: ({ text, indent }) => runUnit(tool, { input: text, indent, escapes: "minimal" }).output,
  theirs: ({ text, indent }) => JSON.stringify(parsed(text), null, indent),
  differences: [],
};

const blank = fc.constantFrom("", "", "", " ", "\n", "\t", "\r\n", "  ");
const scalar = fc.oneof(
  fc.constantFrom("null", "true", "false", "0", "-0", "1", "-1.5", "1e3", "1E+2", "0.1", "1e-7"),
  fc.constantFrom("123456789012345678901", "1.0", "0.10", "1e400", "5e-324", "9007199254740993"),
  fc.integer().map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((one) => JSON.stringify(one)),
  fc.string({ unit: "grapheme", maxLength: 8 }).map((text) => JSON.stringify(text)),
  fc.constantFrom(
    '"\\u00e9"',
    '"\\/"',
    '"\\ud83d\\ude00"',
    '"\\b\\f\\n\\r\\t\\"\\\\"',
    '"\u2028"',
    '""',
  ),
);
const key = fc.oneof(
  fc.constantFrom('"a"', '"b"', '"__proto__"', '"1"', '""', '"\\u0061"', '"constructor"'),
  fc.string({ maxLength: 4 }).map((text) => JSON.stringify(text)),
);
const { jsonText } = fc.letrec<{ jsonText: string }>((tie) => {
  const spaced = fc.tuple(blank, tie("jsonText"), blank).map((parts) => parts.join(""));
  const member = fc.tuple(blank, key, blank, spaced).map(([a, k, b, v]) => `${a}${k}${b}:${v}`);
  return {
    jsonText: fc.oneof(
      { depthSize: "medium", withCrossShrink: true },
      scalar,
      fc.array(spaced, { maxLength: 5 }).map((items) => `[${items.join(",")}]`),
      fc.array(member, { maxLength: 5 }).map((members) => `{${members.join(",")}}`),
    ),
  };
});
const document = fc.tuple(blank, jsonText, blank).map((parts) => parts.join(""));
const broken = fc
  .tuple(
    document,
    fc.nat(),
    fc.nat(),
    fc.constantFrom(
      "",
      "",
      ...",|:|[|]|{|}|\"|\\|0|-|.|e|+|t|null|'|\u0001|\n|\ufeff|\ud800|\\u|//|1|\u00a0".split("|"),
    ),
  )
  .map(([text, from, length, put]) => {
    const at = from % (text.length + 1);
    return text.slice(0, at) + put + text.slice(at + (length % 4));
  });
const options = fc.record({
  action: fc.constantFrom("format", "minify", "sort"),
  indent: fc.constantFrom(0, 2, 3),
  inlineWidth: fc.constantFrom(0, 40),
  escapes: fc.constantFrom("keep", "minimal", "ascii"),
});

test("generated documents", () => {
  expectAgreement(fc.sample(document, 2500), reading);
}, 60_000);

test("documents that are cut, or have a character too many", () => {
  expectAgreement(fc.sample(broken, 5000), reading);
}, 60_000);

test("what is written reads as what was read", () => {
  expectAgreement(fc.sample(fc.record({ text: document, options }), 2500), writing);
}, 60_000);

test("values as JSON.stringify writes them, in its layout", () => {
  const values = fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.stringify(value));
  const samples = fc.record({
    text: values,
    indent: fc.constantFrom(0, 2, 4),
    options: fc.constant({}),
  });
  expectAgreement(fc.sample(samples, 2500), layout);
}, 60_000);

test("files found here", () => {
  const texts = foundFiles("**/*.{json,geojson,webmanifest,map}").map(({ text }) => text);
  expectAgreement(texts, reading);
  expectAgreement(
    texts.flatMap((text) => [
      { text, options: {} },
      { text, options: { action: "minify" } },
      { text, options: { action: "sort" } },
    ]),
    writing,
  );
}, 60_000);

testDifferences(reading);
