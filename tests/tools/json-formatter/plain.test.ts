import { expect, test } from "bun:test";
import fc from "fast-check";
import formatter from "../../../tools/json-formatter.ts";
import { layOutPlain } from "../../../tools/json-formatter/plain.ts";
import { LONGEST_OUTPUT } from "../../../tools/_lib/results/output-limit.ts";
import { runUnit } from "../../support/run-unit.ts";

const space = fc.constantFrom("", "", " ", "\n", "\n  ", "\t", "\r\n", "  ");
const numbers = fc.oneof(
  fc.integer().map(String),
  fc.double().map((value) => JSON.stringify(value)),
  fc.constantFrom("0", "-0", "-0.0", "1.0", "1.50", "1E5", "1e-7", "-12.5e+3", "1e400", "-1e-400"),
  fc.constantFrom("0.1234567890123456789", "12345678901234567890", "9007199254740993", "0e9"),
);
const escape = fc.constantFrom(
  "\\\\",
  "\\/",
  "\\n",
  '\\"',
  "\\u00e9",
  "\\ud83d\\ude00",
  "\\uD83D",
  "\\udc00",
  "\\u005c",
);
const piece = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom("a", "é", "\u{1f600}", ",", ":", " ", "}", "\u2028") },
  { weight: 2, arbitrary: escape },
  { weight: 1, arbitrary: fc.constantFrom("\\\\ud800", "\ud83d", "\u0000", "\\x") },
);
const strings = fc.array(piece, { maxLength: 5 }).map((pieces) => `"${pieces.join("")}"`);
const keys = fc.oneof(strings, fc.constantFrom('"a"', '"b"', '"10"', '"2"', '"__proto__"', '""'));

/** Texts that are JSON, or nearly so: white space anywhere, repeated keys, odd numbers, escapes of every kind. */
const { document } = fc.letrec<{ value: string; document: string }>((tie) => {
  const items = (open: string, item: fc.Arbitrary<string>, close: string) =>
    fc.tuple(space, fc.array(fc.tuple(space, item, space), { maxLength: 4 })).map(([gap, list]) => {
      const inner = list.map((parts) => parts.join("")).join(",");
      return open + gap + inner + close;
    });
  const member = fc
    .tuple(keys, space, space, tie("value"))
    .map(([key, before, after, value]) => `${key}${before}:${after}${value}`);
  return {
    value: fc.oneof(
      { depthSize: "medium", withCrossShrink: true },
      fc.oneof(numbers, strings, fc.constantFrom("true", "false", "null")),
      items("[", tie("value"), "]"),
      items("{", member, "}"),
    ),
    document: fc.tuple(space, tie("value"), space).map((parts) => parts.join("")),
  };
});

const texts = fc.oneof(
  { weight: 6, arbitrary: document },
  { weight: 1, arbitrary: fc.json({ maxDepth: 5 }) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.jsonValue({ maxDepth: 5 }), fc.integer({ min: 0, max: 4 }))
      .map(([value, indent]) => `${JSON.stringify(value, null, indent)}\n`),
  },
  // What is cut off, or has something too much.
  {
    weight: 1,
    arbitrary: fc
      .tuple(document, fc.nat({ max: 40 }), fc.constantFrom("", ",", "}", '"', "1"))
      .map(([text, at, more]) => text.slice(0, at) + more + text.slice(at + 1)),
  },
);

const settings = fc.record({
  action: fc.constantFrom("format", "format", "minify", "validate"),
  indent: fc.constantFrom(0, 1, 2, 4),
  useTabs: fc.boolean(),
  dialect: fc.constantFrom("json", "json", "jsonc", "json5"),
  escapes: fc.constantFrom("keep", "keep", "minimal"),
  duplicateKeys: fc.constantFrom("report", "error", "first", "last"),
});

test("what is read the short way is in every member what the tree gives", () => {
  let short = 0;
  fc.assert(
    fc.property(texts, settings, (input, fields) => {
      const given = { ...fields, input };
      // No array is as short, so nothing is laid out otherwise; but only the tree can know that.
      const tree = { warnings: [], ...runUnit(formatter, { ...given, inlineWidth: 1 }) };
      const result = { warnings: [], ...runUnit(formatter, given) };
      expect(result).toEqual(tree);
      // The order of members, too.
      expect(JSON.stringify(result.value)).toBe(JSON.stringify(tree.value));
      if (layOut(input) !== undefined) short++;
    }),
    { numRuns: Number(Bun.env["LAW_RUNS"] ?? 1000) },
  );
  // Else it would show nothing.
  expect(short).toBeGreaterThan(300);
});

function layOut(text: string, { keepsTokens = true, indent = "  " } = {}) {
  return layOutPlain(text, { indent, keepsTokens, longest: LONGEST_OUTPUT });
}

test("a text that other programs laid out keeps its tokens", () => {
  for (const [text, output] of [
    ["1.50", "1.50"],
    ["[1 ,2]", "[\n  1,\n  2\n]"],
    ['{"a": 1.0, "b": [ ]}', '{\n  "a": 1.0,\n  "b": []\n}'],
    ['{"b":1,"10":2,"2":3}', '{\n  "b": 1,\n  "10": 2,\n  "2": 3\n}'],
    ["[1E5, 0.30000000000000004]", "[\n  1E5,\n  0.30000000000000004\n]"],
    [String.raw`"\/\u00e9\ud83d\ude00\\"`, String.raw`"\/\u00e9\ud83d\ude00\\"`],
  ] as const) {
    expect([text, layOut(text)?.output]).toEqual([text, output]);
    expect([text, layOut(text, { keepsTokens: false })]).toEqual([text, undefined]);
  }
});

test("a text that the engine reads in another way is left to the tree reader", () => {
  for (const text of [
    '{"a":1,"a":2}',
    '{"__proto__":1,"__proto__":1}',
    "-0",
    "[-0.0]",
    "1E400",
    "12345678901234567890",
    String.raw`"\ud800"`,
    String.raw`{"\uD800":1}`,
    '"\ud800"',
    "\ufeff1",
    "[1,]",
    "",
  ]) {
    expect([text, layOut(text)]).toEqual([text, undefined]);
  }
});

test("depth is left to the tree reader, which names the place", () => {
  const nested = (depth: number, inner = "") => "[".repeat(depth) + inner + "]".repeat(depth);
  const minified = { indent: "" };
  expect(layOut(nested(1000), minified)?.stats.depth).toBe(1000);
  expect(layOut(nested(1000, " "), minified)?.output).toBe(nested(1000));
  expect(layOut(nested(1001))).toBeUndefined();
  expect(layOut(nested(50_000))).toBeUndefined();
});

test("a layout that is too long is left to the tree writer", () => {
  const deep = `${"[".repeat(900)}${"1, ".repeat(2000)}1${"]".repeat(900)}`;
  expect(layOut(deep)).toBeUndefined();
  expect(runUnit(formatter, { input: deep })).toMatchObject({
    ok: false,
    errors: [{ code: "OUTPUT_TOO_LARGE" }],
  });
});

test("a layout that is too long by its line ends alone is refused, too", () => {
  const chain = "[".repeat(10) + "1" + "]".repeat(10);
  const items = [...Array.from({ length: 414 }, () => chain), `"${"a".repeat(190_000)}"`];
  const input = "[".repeat(200) + items.join(",") + "]".repeat(200);
  const tree = runUnit(formatter, { input, indent: 1, inlineWidth: 1 });
  expect(tree).toMatchObject({ ok: false, errors: [{ code: "OUTPUT_TOO_LARGE" }] });
  expect(runUnit(formatter, { input, indent: 1 })).toEqual(tree);
});

test("a long first text costs no more than another", () => {
  const long = "a\\n".repeat(2_000_000);
  for (const input of [`"${long}"`, `["${long}", 1]`]) {
    const layout = layOutPlain(input, { indent: "", keepsTokens: true, longest: input.length });
    expect(layout?.output.length).toBe(input.length - (input.endsWith("]") ? 1 : 0));
  }
});
