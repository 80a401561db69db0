import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { readJsonField } from "../../../../tools/_lib/json/tree/json-field.ts";
import { readJson, readJsonValues } from "../../../../tools/_lib/json/tree/read.ts";
import { valueOf } from "../../../../tools/_lib/json/tree/value.ts";
import { minifyJson } from "../../../../tools/_lib/json/tree/write.ts";

const nearJson = fc
  .array(
    fc.oneof(
      fc.constantFrom(..."{}[]:,\"\\ \n\t-+.eE0123456789/'#_NnItfu"),
      fc.constantFrom(
        '"a"',
        '"b":',
        "true",
        "false",
        "null",
        "12",
        "-0",
        "1e5",
        "\\u00",
        "[1,",
        '{"a":',
        "},",
      ),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(""));

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Whether some document begins with the text: tries every way to end the token, then closes what is open. */
function isViable(text: string): boolean {
  const open: string[] = [];
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index);
    if (inString) {
      if (character === "\\") index++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === "{" || character === "[") open.unshift(character === "{" ? "}" : "]");
    else if (character === "}" || character === "]") open.shift();
  }
  const close = open.join("");
  const ends = ["", "0", '"', 'n"', '0"', '00"', '000"', '0000"'];
  const literals = ["true", "false", "null"].flatMap((word) =>
    Array.from(word, (_, index) => word.slice(index)),
  );
  const values = ["", ":0", '"":0'];
  return [...ends, ...literals].some((end) =>
    values.some((value) => parses(text + end + value + close)),
  );
}

describe("readJson", () => {
  test("it accepts what JSON.parse accepts, with the same data", () => {
    fc.assert(
      fc.property(fc.oneof(nearJson, fc.json()), (text) => {
        const read = readJson(text);
        expect("type" in read).toBe(!parses(text));
        if ("type" in read) return;
        expect(JSON.parse(minifyJson(read.root) ?? "")).toEqual(JSON.parse(text));
      }),
      { numRuns: 2000 },
    );
  });

  test("the offset of a problem is the length of the longest prefix that a document begins with", () => {
    fc.assert(
      fc.property(nearJson, (text) => {
        const read = readJson(text);
        if (!("type" in read)) return;
        expect(isViable(text.slice(0, read.offset))).toBe(true);
        if (read.offset < text.length) expect(isViable(text.slice(0, read.offset + 1))).toBe(false);
      }),
      {
        numRuns: 3000,
        examples: [["[1.e"], ['{"a":1,}'], ['"\\u00G0"'], ["[tru"], ["-01"], ["nul1"]],
      },
    );
  });

  test("every prefix of a document ends where it was cut, or is a document", () => {
    const document = ' {"a":[1.5e-3,true,null,"x\\u00e9\\n"],"b":{}} ';
    for (let length = 1; length < document.length - 2; length++) {
      expect(readJson(document.slice(0, length))).toMatchObject({
        offset: length,
        received: "end of input",
      });
    }
  });

  test.each([
    ["[1,]", 3, "a trailing comma"],
    ['{"a":1,}', 7, "a trailing comma"],
    ["// a\n1", 0, "a comment"],
    ["[1 # a\n]", 3, "a comment"],
    ["['a']", 1, "a single quote"],
    ["{a:1}", 1, "an unquoted key"],
    ["[True]", 1, "the Python literal True"],
    ["None", 0, "the Python literal None"],
    ["[NaN]", 1, "NaN, which is no JSON number"],
    ["nan", 1, "NaN, which is no JSON number"],
    ["undefined", 0, "the JavaScript word undefined"],
    ["-Infinity", 1, "Infinity, which is no JSON number"],
    ["TRUE", 0, "the literal true in other letters"],
    ["012", 1, "a leading zero"],
    ["-01", 2, "a leading zero"],
    ["+1", 0, "a leading +"],
    ["0x1F", 1, "a hexadecimal number"],
    ["[1_000]", 2, "a digit separator"],
    ['"a\nb"', 2, "a raw line end in a string"],
    ['"a\tb"', 2, "the raw control character U+0009 in a string"],
    ['"\\x41"', 2, "the unknown escape \\x"],
    ["[\ufeff1]", 1, "a byte order mark"],
    ["[\u00a01]", 1, "the white space U+00A0"],
    ["[\f1]", 1, "the white space U+000C"],
    ["{} {}", 3, "text after the value"],
    ["[1}", 2, '"}"'],
    ["“a”", 0, "the quotation mark “"],
  ])("%j is wrong at %d: %s", (text, offset, found) => {
    expect(readJson(text)).toMatchObject({ code: "JSON_SYNTAX", offset, found });
  });

  test("1,000 levels are read, one more is refused at its bracket", () => {
    expect("root" in readJson("[".repeat(1000) + "]".repeat(1000))).toBe(true);
    expect(readJson("[".repeat(100_000))).toMatchObject({ code: "INPUT_TOO_DEEP", offset: 1000 });
  });

  test("documents one after another are read to the end of the text", () => {
    expect(readJsonValues('1 "a"[]\n{}')).toHaveLength(4);
    expect(readJsonValues(" \n")).toEqual([]);
    expect(readJsonValues("1 2 ]")).toMatchObject({ offset: 4 });
  });
});

describe("the dialects", () => {
  test.each([
    ["[1, // a\n2 /* b */, ]", "[1,2]"],
    ['{"a":1,}', '{"a":1}'],
  ])("jsonc reads %j", (text, minified) => {
    const read = readJson(text, "jsonc");
    expect("root" in read && minifyJson(read.root)).toBe(minified);
  });

  test.each([
    ["[,]", 1],
    ["[1,,]", 3],
    ["/", 1],
    ["/x", 1],
    ["1 /* a", 6],
    ["['a']", 1],
    ["// only a comment", 17],
  ])("jsonc refuses %j at %d", (text, offset) => {
    expect(readJson(text, "jsonc")).toMatchObject({ offset });
  });

  test.each([
    ["{a:1,$_b:2,'c':3,\\u0064e:4,é:5,}", '{"a":1,"$_b":2,"c":3,"de":4,"é":5}'],
    ["[.5,5.,+5,-.5e3,0x1F,-0XfF,5.e2]", "[0.5,5.0,5,-0.5e3,31,-255,5.0e2]"],
    ["'a\\'b\\x41\\\nc\\v\\0\\q'", '"a\'bAc\\u000b\\u0000q"'],
    ["'\u2028\t\"'", '"\u2028\\t\\""'],
    ['"\\/\\u0041"', '"\\/\\u0041"'],
    ["\u00a0\f\v[]\u2029", "[]"],
    ["0xFFFFFFFFFFFFFFFFFF", "4722366482869645213695"],
  ])("json5 reads %j", (text, minified) => {
    const read = readJson(text, "json5");
    expect("root" in read && minifyJson(read.root)).toBe(minified);
  });

  test.each([
    ["01", 1],
    ["0x", 2],
    ["+", 1],
    [".", 1],
    ["'a\nb'", 2],
    ["'\\1'", 2],
    ["'\\01'", 3],
    ["'\\xG1'", 3],
    ["{\\u0020a:1}", 6],
    ["{\\u000a:1}", 5],
    ["Infinite", 7],
    ["{1:2}", 1],
  ])("json5 refuses %j at %d", (text, offset) => {
    expect(readJson(text, "json5")).toMatchObject({ offset });
  });
});

describe("readJsonField", () => {
  test("blank text fails at offset 0, a mark before the text is counted", () => {
    for (const text of ["", " \n"]) {
      expect(readJsonField(text, "/input")).toMatchObject({
        error: { code: "JSON_SYNTAX", offset: 0, path: "/input" },
      });
    }
    expect(readJsonField("\ufeff[1,]", "/input")).toMatchObject({
      error: { offset: 4, column: 5 },
    });
    expect(readJsonField("\ufeff1", "/input")).toMatchObject({
      ok: true,
      warnings: [{ code: "BOM_REMOVED" }],
    });
  });

  test("the excerpt shows 40 units before and 20 after, with a caret", () => {
    const field = readJsonField(`[\n"${"a".repeat(60)}" x, ${"1,".repeat(30)}2]`, "/input");
    expect(field).toMatchObject({
      error: {
        line: 2,
        column: 64,
        excerpt: `…${"a".repeat(38)}" x, 1,1,1,1,1,1,1,1,1…\n${" ".repeat(41)}^`,
      },
    });
  });

  test("repeated keys are reported at the later key, the last value counts at the first place", () => {
    const field = readJsonField('{"a":1,"b":{"x":1,"x":2},\n"a":3}', "/input");
    if (!field.ok) throw new Error("not read");
    expect(field.warnings).toMatchObject([
      { code: "DUPLICATE_KEY", path: "/b/x", line: 1, column: 19, offset: 18 },
      { code: "DUPLICATE_KEY", path: "/a", line: 2, column: 1, offset: 26 },
    ]);
    expect(minifyJson(field.root)).toBe('{"a":3,"b":{"x":2}}');
    expect(minifyJson(field.document.root)).toBe('{"a":1,"b":{"x":1,"x":2},"a":3}');
  });

  test("more than 100 entries of one code are counted", () => {
    const field = readJsonField(`{${'"a":1,'.repeat(150)}"b":"\\ud800"}`, "/input");
    if (!field.ok) throw new Error("not read");
    expect(field.warnings).toHaveLength(102);
    expect(field.warnings.at(-2)).toMatchObject({ code: "LONE_SURROGATE", path: "/b" });
    expect(field.warnings.at(-1)).toMatchObject({ code: "WARNINGS_TRUNCATED", received: 49 });
  });

  test("a value that is no text is taken as it is", () => {
    const value = { "10": [1.5, -0, 1e21, null, true, "\ud800"], __proto__: 1 };
    const field = readJsonField(value, "/input");
    if (!field.ok) throw new Error("not read");
    expect(minifyJson(field.root)).toBe('{"10":[1.5,-0,1e+21,null,true,"\\ud800"]}');
    expect(field.warnings).toMatchObject([{ code: "LONE_SURROGATE", path: "/10/5" }]);
  });
});

describe("valueOf", () => {
  test("exact numbers are numbers, others their text", () => {
    const field = readJsonField(
      '{"a":[1.0,12345678901234567890,1e400,0.1,-0],"__proto__":{"x":1}}',
      "/input",
    );
    if (!field.ok) throw new Error("not read");
    const { value, warnings } = valueOf(field.root);
    expect(JSON.stringify(value)).toBe(
      '{"a":[1,"12345678901234567890","1e400",0.1,0],"__proto__":{"x":1}}',
    );
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(warnings.map(({ path, received }) => [path, received])).toEqual([
      ["/a/1", "12345678901234567890"],
      ["/a/2", "1e400"],
    ]);
  });
});
