import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import tool from "../../../tools/json-formatter.ts";
import { runUnit } from "../../support/run-unit.ts";

const run = (input: object) => runUnit(tool, input);

/** JSON text with odd numbers, escapes and white space, perhaps with repeated keys. */
const space = fc.constantFrom("", " ", "\n", "\r\n\t");
const scalar = fc.oneof(
  fc.constantFrom(
    "1.50",
    "-0",
    "1E400",
    "12345678901234567890",
    "true",
    "null",
    '"\\/"',
    '"\\ud800"',
    '"é\u2028"',
  ),
  fc.string().map((text) => JSON.stringify(text)),
);
const { document } = fc.letrec<{ document: string }>((tie) => ({
  document: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    scalar,
    fc
      .array(fc.tuple(space, tie("document")), { maxLength: 4 })
      .map((items) => `[${items.map((item) => item.join("")).join(",")}]`),
    fc
      .array(
        fc.tuple(
          space,
          fc.constantFrom('"a"', '"10"', '"2"', '"\\u0061"', '""', '"__proto__"'),
          space,
          tie("document"),
        ),
        { maxLength: 4 },
      )
      .map(
        (members) =>
          `{${members.map(([before, key, after, value]) => `${before}${key}${after}:${value}`).join(",")}}`,
      ),
  ),
}));

function tokens(text: string): string[] {
  return text.match(/"(?:[^"\\]|\\.)*"|[[\]{}:,]|[^\s[\]{}:,"]+/gs) ?? [];
}

describe("format", () => {
  test("it moves tokens and changes none", () => {
    fc.assert(
      fc.property(
        document,
        fc.integer({ min: 0, max: 10 }),
        fc.boolean(),
        (text, indent, useTabs) => {
          const { output = "" } = run({ input: text, indent, useTabs });
          expect(tokens(output)).toEqual(tokens(text));
          expect(run({ input: output, indent, useTabs }).output).toBe(output);
        },
      ),
    );
  });

  test("the layout is that of JSON.stringify", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const value: unknown = JSON.parse(text);
        const plain = JSON.stringify(value);
        expect(run({ input: plain }).output).toBe(JSON.stringify(JSON.parse(plain), null, 2));
        expect(run({ input: plain, useTabs: true }).output).toBe(
          JSON.stringify(JSON.parse(plain), null, "\t"),
        );
      }),
    );
  });

  test("inlineWidth keeps short arrays of scalars on one line", () => {
    const input = "[[1,2,3],[1,2,[]],[],[10,20,30]]";
    expect(run({ input, inlineWidth: 9 }).output).toBe(
      "[\n  [1, 2, 3],\n  [\n    1,\n    2,\n    []\n  ],\n  [],\n  [\n    10,\n    20,\n    30\n  ]\n]",
    );
    expect(run({ input: "[10,20,30]", inlineWidth: 12 }).output).toBe("[10, 20, 30]");
  });

  test("escapes are kept, minimal or ASCII", () => {
    const input = '{"\\u00e9":"\\/\\u0041é\\u001f\u007f😀\\ud800"}';
    expect(run({ input, indent: 0 }).output).toBe(input);
    expect(run({ input, indent: 0, escapes: "minimal" }).output).toBe(
      '{"é":"/Aé\\u001f\u007f😀\\ud800"}',
    );
    expect(run({ input, indent: 0, escapes: "ascii" }).output).toBe(
      '{"\\u00e9":"/A\\u00e9\\u001f\\u007f\\ud83d\\ude00\\ud800"}',
    );
  });

  test("an output above two million characters is refused, and what was found stays", () => {
    const input = `${"[".repeat(999)}${"1,".repeat(2000)}1${"]".repeat(999)}`;
    expect(run({ input })).toMatchObject({
      ok: false,
      valid: true,
      errors: [{ code: "OUTPUT_TOO_LARGE" }],
      stats: { depth: 999 },
    });
    expect(run({ input, action: "minify" }).output).toBe(input);
  });
});

describe("sort", () => {
  test("the order of members does not matter where keys are not repeated", () => {
    const shuffled = fc
      .uniqueArray(fc.tuple(fc.string(), fc.integer()), { selector: ([key]) => key })
      .chain((members) =>
        fc.tuple(fc.constant(members), fc.shuffledSubarray(members, { minLength: members.length })),
      );
    const write = (members: readonly (readonly [string, number])[]) =>
      `{${members.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(",")}}`;
    fc.assert(
      fc.property(shuffled, ([members, others]) => {
        const first = run({ input: write(members), action: "sort" }).output;
        expect(run({ input: write(others), action: "sort" }).output).toBe(first);
      }),
    );
  });

  test("repeated keys keep their order", () => {
    expect(run({ input: '{"b":1,"a":2,"b":0,"a":1}', action: "sort", indent: 0 }).output).toBe(
      '{"a":2,"a":1,"b":1,"b":0}',
    );
  });
});

describe("repeated keys", () => {
  const input = '{"a":1,"b":2,"a":3}';

  test("first and last drop the others", () => {
    expect(run({ input, indent: 0, duplicateKeys: "first" })).toMatchObject({
      output: '{"a":1,"b":2}',
      value: { a: 1, b: 2 },
      warnings: [{ code: "DUPLICATE_KEY" }],
    });
    expect(run({ input, indent: 0, duplicateKeys: "last" }).output).toBe('{"a":3,"b":2}');
  });

  test("error refuses, also when validating", () => {
    const place = { code: "DUPLICATE_KEY", path: "/a", offset: 13 };
    const refused = run({ input, duplicateKeys: "error" });
    expect(refused).toMatchObject({ ok: false, valid: false, errors: [place] });
    expect(refused.warnings).toEqual([]);
    expect(run({ input, duplicateKeys: "error", action: "validate" })).toMatchObject({
      ok: true,
      valid: false,
      value: null,
      errors: [place],
      output: expect.stringMatching(/^invalid: .* at line 1, column 14$/),
    });
  });
});

describe("validate", () => {
  test.each([
    ['{"a":{"b":1},"c":2}', "valid: object, 2 keys, depth 2"],
    ["[[],[]]", "valid: array, 2 items, depth 2"],
    ['"x"', "valid: string, depth 0"],
    ["null", "valid: null, depth 0"],
  ])("%s is %s", (input, output) => {
    expect(run({ input, action: "validate" })).toMatchObject({ ok: true, valid: true, output });
  });

  test("100,000 brackets are too deep, at once", () => {
    expect(run({ input: "[".repeat(100_000), action: "validate" })).toMatchObject({
      ok: true,
      valid: false,
      errors: [{ code: "INPUT_TOO_DEEP", offset: 1000, column: 1001 }],
    });
  });

  test("JSON5 without a JSON form is well-formed JSON5", () => {
    expect(run({ input: "[NaN]", dialect: "json5", action: "validate" })).toMatchObject({
      valid: true,
      value: ["NaN"],
    });
    expect(run({ input: "[1,-Infinity]", dialect: "json5" })).toMatchObject({
      ok: false,
      errors: [{ code: "NUMBER_NOT_JSON", path: "/1", offset: 3 }],
    });
  });
});

describe("canonical", () => {
  test.each([
    ['{"a":1,"a":2}', "DUPLICATE_KEY", "/a"],
    ['["\\ud800"]', "LONE_SURROGATE", "/0"],
    ['{"\\udc00":1}', "LONE_SURROGATE", "/\udc00"],
    ["[1e400]", "NUMBER_NOT_JSON", "/0"],
    ["12345678901234567890", "NUMBER_NOT_EXACT", ""],
  ])("%s fails with %s", (input, code, path) => {
    const { ok, valid, errors } = run({ input, action: "canonical" });
    expect({ ok, valid, errors }).toMatchObject({
      ok: false,
      valid: true,
      errors: [{ code, path }],
    });
  });

  test("rounding is said", () => {
    const input = "[12345678901234567890,0.1234567890123456789,1e-400,-0]";
    expect(run({ input, action: "canonical", allowRounding: true })).toMatchObject({
      output: "[12345678901234567000,0.12345678901234568,0,0]",
      value: [12345678901234567000, 0.12345678901234568, 0, 0],
      warnings: [
        {
          code: "NUMBER_ROUNDED",
          path: "/0",
          received: "12345678901234567890",
          expected: "12345678901234567000",
        },
        { code: "NUMBER_ROUNDED", path: "/1" },
        { code: "NUMBER_ROUNDED", path: "/2" },
      ],
    });
  });

  test("a copy that is dropped is no repeated key", () => {
    expect(
      run({ input: '{"b":1,"a":1,"b":2}', action: "canonical", duplicateKeys: "last" }).output,
    ).toBe('{"a":1,"b":2}');
  });
});

describe("comments", () => {
  const input = `// top
{ // open
  "b": 1, /* one */ // two
  /* above
     a */
  "a": // late
    [ 1 /* first */ ],
  "c": [
    // in vain
  ]
  // last
} // end
// after`;

  test("they stay on their line, or alone above what follows", () => {
    expect(run({ input, dialect: "jsonc", keepComments: true }).output).toBe(`// top
{ // open
  "b": 1, /* one */ // two
  /* above
     a */
  "a": [ // late
    1 /* first */
  ],
  "c": [
    // in vain
  ]
  // last
} // end
// after`);
  });

  test("they move with their member when keys are sorted", () => {
    expect(
      run({
        input: '{\n// b\n"b":1,\n"a":2 // a\n}',
        dialect: "jsonc",
        keepComments: true,
        sortKeys: true,
      }).output,
    ).toBe('{\n  "a": 2, // a\n  // b\n  "b": 1\n}');
  });

  test("else their number is a warning", () => {
    for (const given of [
      { action: "minify", keepComments: true },
      { action: "format" },
      { action: "canonical" },
    ]) {
      expect(run({ input, dialect: "jsonc", ...given }).warnings).toMatchObject([
        { code: "COMMENTS_REMOVED", received: 11 },
      ]);
    }
    expect(run({ input, dialect: "jsonc" }).stats).toMatchObject({ comments: 11 });
  });

  test("formatting again changes nothing and loses no comment, wherever they stand", () => {
    const gap = fc.array(fc.constantFrom(" ", "\n", "// x\n", "/* y */", "/* z\r\n z */"), {
      maxLength: 3,
    });
    const parts = [
      "{",
      '"b"',
      ":",
      "[",
      "1",
      ",",
      "2",
      ",",
      "]",
      ",",
      '"a"',
      ":",
      "{",
      "}",
      ",",
      '"c"',
      ":",
      "0",
      "}",
    ];
    const gaps = fc.array(
      gap.map((pieces) => pieces.join("")),
      { minLength: parts.length + 1, maxLength: parts.length + 1 },
    );
    fc.assert(
      fc.property(gaps, fc.constantFrom(0, 2), fc.boolean(), (given, indent, sortKeys) => {
        const text = given[0] + parts.map((part, index) => part + given[index + 1]).join("");
        const options = { dialect: "jsonc", keepComments: true, indent, sortKeys, inlineWidth: 20 };
        const once = run({ ...options, input: text });
        expect(once.ok).toBe(true);
        const twice = run({ ...options, input: once.output });
        expect(twice.output).toBe(once.output);
        expect(twice.stats?.["comments"]).toBe(once.stats?.["comments"]);
        expect(twice.value).toEqual(once.value);
      }),
      { numRuns: 1000 },
    );
  });
});

test("the oddities of the grammar", () => {
  expect(run({ input: '{"b":1,"10":2,"2":3}', indent: 0 }).output).toBe('{"b":1,"10":2,"2":3}');
  expect(run({ input: '{"":1,"__proto__":2}', indent: 0 }).output).toBe('{"":1,"__proto__":2}');
  expect(run({ input: "[1,2,]" })).toMatchObject({
    errors: [{ code: "JSON_SYNTAX", offset: 5, hint: expect.stringMatching(/jsonc|json-repair/) }],
  });
  expect(run({ input: "\ufeff[1,\r\n2]" })).toMatchObject({
    output: "[\n  1,\n  2\n]",
    warnings: [{ code: "BOM_REMOVED" }],
  });
  expect(run({ input: `"${"x".repeat(99_998)}"` }).ok).toBe(true);
  expect(run({ input: { a: 1.5 }, indent: 0 }).output).toBe('{"a":1.5}');
});
