import { describe, expect, test } from "bun:test";
import type { Static } from "@sinclair/typebox";
import fc from "fast-check";
import type { Given, Outcome } from "../../tools/_core/tool.ts";
import toml from "../../tools/toml-formatter.ts";
import { parseToml } from "../../tools/_lib/formats/toml/parse.ts";
import { runUnit } from "../support/run-unit.ts";
import { tomlText } from "../support/toml-text.ts";

type Value = Static<typeof toml.value>;
type Options = Omit<Given<typeof toml.input>, "input">;

function run(input: string, options: Options = {}): Outcome<Value> {
  return runUnit(toml, { input, ...options }) as Outcome<Value>;
}

function format(input: string, options: Options = {}): string {
  const { output, errors } = run(input, options);
  if (output === undefined) throw new Error(errors?.[0]?.message);
  return output;
}

function comments(text: string): string[] {
  const { document } = parseToml(text, "1.1");
  return document?.comments.map(({ start, end }) => text.slice(start, end)) ?? [];
}

function firstCode(input: string, options: Options = {}): string | undefined {
  return run(input, options).errors?.[0]?.code;
}

const indents = fc.integer({ min: 0, max: 8 });

describe("laws over generated documents", () => {
  test("formatting is idempotent and keeps data, special texts and comments", () => {
    fc.assert(
      fc.property(tomlText, indents, (text, indent) => {
        const output = format(text, { indent });
        expect(format(output, { indent })).toBe(output);
        expect(run(output).value).toEqual(run(text).value);
        expect(comments(output)).toEqual(comments(text));
      }),
    );
  });

  test("an independent reader finds the same data before and after", () => {
    fc.assert(
      fc.property(tomlText, fc.boolean(), (text, sortKeys) => {
        expect(Bun.TOML.parse(format(text, { sortKeys }))).toEqual(Bun.TOML.parse(text));
      }),
    );
  });

  test("sorting is idempotent and leaves the data equal", () => {
    fc.assert(
      fc.property(tomlText, (text) => {
        const sorted = format(text, { action: "sort" });
        expect(format(sorted, { action: "sort" })).toBe(sorted);
        expect(run(sorted).value?.data).toEqual(run(text).value?.data);
        expect(comments(sorted).toSorted()).toEqual(comments(text).toSorted());
      }),
    );
  });

  test("sorting does not depend on the order of the key lines", () => {
    const keys = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,3}$/), { maxLength: 8 });
    const orders = keys.chain((names) => fc.tuple(fc.constant(names), shuffled(names)));
    fc.assert(
      fc.property(orders, ([names, others]) => {
        const textOf = (order: string[]) =>
          order.map((key) => `# about ${key}\n${key} = 1 # ${key}\n`).join("");
        const [first, second] = [names, others].map((order) =>
          format(textOf(order), { action: "sort" }),
        );
        expect(first).toBe(second as string);
      }),
    );
  });

  test("a document cut anywhere fails where it was cut, or is valid, or ends in a wrong value", () => {
    fc.assert(
      fc.property(tomlText, fc.nat(), (text, cut) => {
        const start = text.slice(0, cut % (text.length + 1));
        const { ok, errors } = run(start);
        if (!ok && errors?.[0]?.code === "TOML_SYNTAX") expect(errors[0].offset).toBe(start.length);
      }),
    );
  });

  test("the text before a syntax error can be completed, the text behind cannot be blamed", () => {
    const damage = fc.tuple(tomlText, fc.nat(), fc.constantFrom(..."\"'[]{}=,.#\\\n\r\t 0aT:-+_é"));
    fc.assert(
      fc.property(damage, ([text, at, character]) => {
        const place = at % (text.length + 1);
        const { errors } = run(text.slice(0, place) + character + text.slice(place));
        const error = errors?.[0];
        if (error?.code !== "TOML_SYNTAX") return;
        const prefix = (text.slice(0, place) + character + text.slice(place)).slice(
          0,
          error.offset as number,
        );
        const again = run(prefix).errors?.find(({ code }) => code === "TOML_SYNTAX");
        if (again !== undefined) expect(again.offset).toBe(prefix.length);
      }),
    );
  });
});

function shuffled(names: string[]): fc.Arbitrary<string[]> {
  return fc.shuffledSubarray(names, { minLength: names.length, maxLength: names.length });
}

describe("layout", () => {
  test.each([
    ["", ""],
    ["\n\n# only\n\n\n# comments\n\n", "# only\n\n# comments\n"],
    ["a . 'b c' .\"d\"=1", "a.'b c'.\"d\" = 1\n"],
    ["[ a . b ]\r\n[[ c ]]#x\r\n", "[a.b]\n\n[[c]] #x\n"],
    ["x=1\n# of t\n[t]", "x = 1\n\n# of t\n[t]\n"],
    ["x=1\n# alone\n\n\n[t]", "x = 1\n# alone\n\n[t]\n"],
    ["a=[ ]\nb=[\n]\nc={ }", "a = []\nb = []\nc = {}\n"],
    ["a=[1,2 , ]", "a = [1, 2]\n"],
    ["a=[ # x\n1 # y\n, # z\n\n\n2]", "a = [ # x\n  1, # y\n  # z\n\n  2,\n]\n"],
    ["a=[[1,\n2],[3]]", "a = [\n  [\n    1,\n    2,\n  ],\n  [3],\n]\n"],
    ["a={b=1,c={d=2}}", "a = { b = 1, c = { d = 2 } }\n"],
    ["a={b=1,\nc=2}", "a = {\n  b = 1,\n  c = 2\n}\n"],
    ["a={b=1,\nc=2,}", "a = {\n  b = 1,\n  c = 2,\n}\n"],
    ["a={b=[\n1]}", "a = { b = [\n  1,\n] }\n"],
    ['a="""\r\nx\r\n"""', 'a = """\nx\n"""\n'],
    ["\ufeffa=1", "a = 1\n"],
  ])("%j becomes %j", (input, output) => {
    expect(format(input)).toBe(output);
  });

  test("an inline table of 1.0 never becomes one of 1.1", () => {
    fc.assert(
      fc.property(tomlText, (text) => {
        if (run(text, { version: "1.0" }).ok) {
          expect(run(format(text), { version: "1.0" }).ok).toBe(true);
        }
      }),
    );
  });
});

describe("sort", () => {
  test("comments directly above a key move with it, others keep their place", () => {
    const input =
      "# head\n\n# of b\nb = 1\na = 2 # of a\n\n# tail\n\n# of t\n[t]\nd.y = 1\nd.x = 2\nc = 3\n";
    expect(format(input, { action: "sort" })).toBe(
      "# head\n\na = 2 # of a\n# of b\nb = 1\n\n# tail\n\n# of t\n[t]\nc = 3\nd.x = 2\nd.y = 1\n",
    );
  });
});

describe("failures", () => {
  test.each([
    ["a = 1\n[a]", "TOML_DUPLICATE_KEY"],
    ["a = 1\na.b = 2", "TOML_DUPLICATE_KEY"],
    ["a.b = 1\n[a]", "TOML_TABLE_REDEFINED"],
    ["a = {}\na.b = 1", "TOML_TABLE_REDEFINED"],
    ["a = {}\n[a.b]", "TOML_TABLE_REDEFINED"],
    ["a = []\n[[a]]", "TOML_TABLE_REDEFINED"],
    ["[[a]]\n[a]", "TOML_TABLE_REDEFINED"],
    ["[a]\n[a]", "TOML_TABLE_REDEFINED"],
    ["[a.b]\n[a]\nb.c = 1", "TOML_TABLE_REDEFINED"],
    ["d = 2021-02-29", "TOML_DATE_RANGE"],
    ["d = 1900-02-29", "TOML_DATE_RANGE"],
    ["t = 25:00", "TOML_DATE_RANGE"],
    ["t = 2000-01-01T00:00:00+24:00", "TOML_DATE_RANGE"],
    ["a = 1\rb = 2", "TOML_SYNTAX"],
    ["# \u0000", "TOML_SYNTAX"],
    ["a = '\ud800'", "TOML_SYNTAX"],
  ])("%p is %s", (input, code) => {
    expect(firstCode(input)).toBe(code);
  });

  test.each([
    ["1,000 arrays", `a = ${"[".repeat(1000)}`, 1003],
    ["100,000 arrays", `a = ${"[".repeat(99_000)}`, 1003],
    ["a dotted key", `${"a.".repeat(1000)}a = 1`, 1998],
    ["a header", `[${"a.".repeat(1000)}a]`, 1999],
  ])("%s are too deep", (_, input, offset) => {
    expect(run(input).errors?.[0]).toMatchObject({ code: "INPUT_TOO_DEEP", offset });
  });

  test.each([
    ['a = "\\e"', "the escape \\e"],
    ['a = "\\x41"', "the escape \\xHH"],
    ["a = 13:37", "a time without seconds"],
    ["a = {b = 1,}", "a comma before the end of an inline table"],
    ["a = {\n}", "a line break in an inline table"],
    ["a = { # c\n}", "a line break in an inline table"],
  ])("%p needs TOML 1.1", (input, name) => {
    expect(run(input).ok).toBe(true);
    const error = run(input, { version: "1.0" }).errors?.[0];
    expect(error?.code).toBe("TOML_VERSION");
    expect(error?.message).toContain(name);
  });

  test.each([
    ["a = 1__0", 6],
    ["a = 01", 6],
    ["a = +01", 6],
    ["a = 0x", 6],
    ["a = 1.", 6],
    ["a = 1.\n", 6],
    ["a = tru", 7],
    ["a = trux", 7],
    ["a = 1979-05-2x", 13],
    ['a = "b\n', 6],
    ['a = "\\uD8', 8],
    ['a = "\\U0011', 10],
    ["a = [1 2]", 7],
    ["a b = 1", 2],
    ["= 1", 0],
    ["[a", 2],
    ["[a]]", 3],
    ["a = 1 b = 2", 6],
  ])("the syntax error of %p is at %i", (input, offset) => {
    expect(run(input).errors?.[0]).toMatchObject({ code: "TOML_SYNTAX", offset, path: "/input" });
  });

  test("several errors of the data are told at once, in the order of the text", () => {
    const { errors, valid, output } = run("d = 2021-13-01\na = 1\na = 2\n[d]\n", {
      action: "validate",
    });
    expect(errors?.map(({ code, line }) => [code, line])).toEqual([
      ["TOML_DATE_RANGE", 1],
      ["TOML_DUPLICATE_KEY", 3],
      ["TOML_DUPLICATE_KEY", 4],
    ]);
    expect(valid).toBe(false);
    expect(output).toStartWith("invalid: Cannot read TOML: found month 13");
  });
});

describe("data", () => {
  test("numbers keep their texts in the form of JSON", () => {
    const input =
      "a = +99\nb = 1_000\nc = 0xDEAD_BEEF\nd = +6.626e-34\ne = -0\nf = 1e+06\ng = 0b11\nh = -0.0\n";
    expect(format(input, { action: "json" }).replace(/\s/g, "")).toBe(
      '{"a":99,"b":1000,"c":3735928559,"d":6.626e-34,"e":-0,"f":1e+06,"g":3,"h":-0.0}',
    );
  });

  test("integers beyond 64 bits are kept, with a warning", () => {
    const { output, warnings, value } = run("a = 9223372036854775808\n", { action: "json" });
    expect(output).toBe('{\n  "a": 9223372036854775808\n}');
    expect(warnings?.map(({ code }) => code)).toEqual([
      "TOML_INTEGER_RANGE",
      "NUMBER_KEPT_AS_TEXT",
    ]);
    expect(value?.special).toEqual([{ path: "/a", type: "integer", text: "9223372036854775808" }]);
  });

  test("infinities and NaN are strings, with a warning each", () => {
    const { value, warnings } = run("a = +inf\nb = [-inf, -nan]\n");
    expect(value?.data).toEqual({ a: "inf", b: ["-inf", "nan"] });
    expect(value?.special.map(({ path, text }) => [path, text])).toEqual([
      ["/a", "+inf"],
      ["/b/0", "-inf"],
      ["/b/1", "-nan"],
    ]);
    expect(warnings?.map(({ code }) => code)).toEqual(Array(3).fill("NUMBER_KEPT_AS_TEXT"));
  });

  test("keys such as __proto__ are data", () => {
    const { value } = run("__proto__ = 1\n[constructor]\n'' = 2\n");
    expect(Object.entries(value?.data ?? {})).toEqual([
      ["__proto__", 1],
      ["constructor", { "": 2 }],
    ]);
  });

  test("no more than 100 warnings of one code are listed", () => {
    const numbers = Array.from({ length: 150 }, () => "inf, 0.1234567890123456789").join(", ");
    const { warnings = [] } = run(`a = [${numbers}]`);
    expect(warnings).toHaveLength(101);
    expect(warnings.at(-1)).toMatchObject({ code: "WARNINGS_TRUNCATED", received: 200 });
  });

  test("an output beyond 2,000,000 characters is refused", () => {
    const deep = `a = ${"[\n".repeat(999)}${"]".repeat(999)}`;
    expect(firstCode(deep, { indent: 8 })).toBe("OUTPUT_TOO_LARGE");
  });
});
