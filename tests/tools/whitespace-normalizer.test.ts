import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import tool from "../../tools/whitespace-normalizer.ts";
import { runUnit } from "../support/run-unit.ts";

interface Value {
  changed: boolean;
  counts: Record<string, number>;
  found: { codePoint: string; name: string; count: number; line: number; column: number }[];
  eol: Record<string, unknown>;
  indentation: { style: string; size: number };
}

const run = (input: object) => runUnit(tool, input);
const clean = (input: string, more: object = {}) => run({ input, ...more }).output;
const value = (input: object) => run(input).value as Value;
/** Nothing but what a test turns on. */
const OFF = {
  mode: "code",
  eol: "keep",
  zeroWidth: false,
  unicodeSpaces: false,
  trailing: false,
  finalNewline: "keep",
};

describe("line ends", () => {
  const input = "a\r\nb\nc\rd\u0085e\u2028f\u2029";
  test.each([
    ["lf", "a\nb\nc\nd\ne\nf\n", 5],
    ["crlf", "a\r\nb\r\nc\r\nd\r\ne\r\nf\r\n", 5],
    ["cr", "a\rb\rc\rd\re\rf\r", 5],
    ["keep", "a\r\nb\r\nc\r\nd\r\ne\r\nf\r\n", 5],
  ])("%s", (eol, expected, count) => {
    expect(clean(input, { eol })).toBe(expected);
    expect(value({ input, eol }).counts["eol"]).toBe(count);
  });
  test("keep: the first that is LF, CRLF or CR", () => {
    expect(clean("a\u2028b\rc\n", { ...OFF, mode: "code" })).toBe("a\rb\rc\r");
    expect(clean("a\u2028b", OFF)).toBe("a\nb");
  });
  test("are told apart", () => {
    expect(value({ input }).eol).toEqual({ lf: 1, crlf: 1, cr: 1, other: 3, mixed: true });
    expect(value({ input: "a\r\n\r\n" }).eol).toEqual({
      lf: 0,
      crlf: 2,
      cr: 0,
      other: 0,
      mixed: false,
    });
  });
});

describe("characters without width", () => {
  const family = "👨\u200d👩\u200d👧";
  test.each([
    ["\ufeffa\u200bb\u2060c\u00add\u180e", "abcd", 5],
    [family, family, 0],
    [`x${family}\u200d y`, `x${family} y`, 1],
    ["❤\ufe0f\u200d🔥 👩🏽\u200d🚀", "❤\ufe0f\u200d🔥 👩🏽\u200d🚀", 0],
    ["1\u200d2 #\u200d* a\u200db é\u200cx", "12 #* ab éx", 4],
    ["می\u200cخواهم", "می\u200cخواهم", 0],
    ["مِ\u200cی", "مِ\u200cی", 0],
    ["क्\u200dष क्\u200cष", "क्\u200dष क्\u200cष", 0],
    ["e\u0301\u200dx", "e\u0301x", 1],
    ["می\u200c می\u200c\n\u200cمی\u200c", "می می\nمی", 4],
    ["می\u200c\u200bخ", "می\u200cخ", 1],
    ["می\u200c\u200dخ", "می\u200c\u200dخ", 0],
    ["ж\u200dж 漢\u200d字 ー\u200dー", "жж 漢字 ーー", 3],
    ["\u200dا", "ا", 1],
  ])("%s", (input, expected, count) => {
    expect(clean(input)).toBe(expected);
    expect(value({ input }).counts["zeroWidth"]).toBe(count);
  });
  test("may stay", () => {
    expect(clean("\ufeffa\u200db", { zeroWidth: false })).toBe("\ufeffa\u200db");
  });
});

test("spaces of other kinds", () => {
  const input = "a\u00a0b\u1680c\u2000d\u200ae\u202ff\u205fg\u3000h\u000bi\u000cj";
  expect(clean(input)).toBe("a b c d e f g h i j");
  expect(value({ input }).counts["unicodeSpaces"]).toBe(9);
  expect(clean(input, { unicodeSpaces: false })).toBe(input);
});

describe("tabs and indentation", () => {
  test("tab stops", () => {
    const input = "\ta\tb\n  \tc\n😀\td";
    expect(clean(input, { ...OFF, tabs: "spaces" })).toBe("    a   b\n    c\n😀   d");
    expect(clean(input, { ...OFF, tabs: "spaces", tabWidth: 2 })).toBe("  a b\n    c\n😀 d");
    expect(value({ ...OFF, input, tabs: "spaces" }).counts["tabs"]).toBe(4);
  });
  test.each([
    ["keep", "\t  a\n      b\n \n  \tc", 0],
    ["remove", "a\nb\n \nc", 3],
    ["spaces", "      a\n      b\n \n    c", 2],
    ["tabs", "\t  a\n\t  b\n \n\tc", 2],
    ["dedent", "\t  a\n      b\n \n  \tc", 0],
  ])("%s", (indentation, expected, count) => {
    const input = "\t  a\n      b\n \n  \tc";
    expect(clean(input, { ...OFF, indentation })).toBe(expected);
    expect(value({ ...OFF, input, indentation }).counts["indentation"]).toBe(count);
  });
  test("dedent takes what is common", () => {
    expect(clean("  \ta\n  b\n\n   c", { ...OFF, indentation: "dedent" })).toBe("\ta\nb\n\n c");
    expect(clean(" \n ", { ...OFF, indentation: "dedent" })).toBe(" \n ");
  });
  test.each([
    ["a\n", "none", 0],
    ["  a\n    b\n\t\n", "spaces", 2],
    ["   a\n    b", "spaces", 1],
    ["\ta\n\t\tb", "tabs", 1],
    ["\ta\n    b", "mixed", 4],
    ["\t    a", "mixed", 4],
  ])("%p has %s", (input, style, size) => {
    expect(value({ input }).indentation).toEqual({ style, size });
  });
});

describe("inside and behind", () => {
  test("collapse leaves the ends of a line alone", () => {
    const input = "  a  b \t c d  \n   \n";
    expect(clean(input, { ...OFF, collapse: true })).toBe("  a b c d  \n   \n");
    expect(value({ ...OFF, input, collapse: true }).counts["collapsed"]).toBe(2);
    expect(value({ ...OFF, input: "a\t\tb", collapse: true }).counts["collapsed"]).toBe(1);
  });
  test("trailing", () => {
    expect(clean("a \t\n \nb ", { ...OFF, trailing: true })).toBe("a\n\nb");
    expect(value({ ...OFF, input: "a \n \nb", trailing: true }).counts["trailing"]).toBe(2);
  });
  test("breaks of Markdown", () => {
    const more = { mode: "code", keepMarkdownBreaks: true, finalNewline: "keep" };
    expect(clean("a   \nb  \n\nc \nd \t  \ne\t\n  \nf   \n", more)).toBe(
      "a  \nb  \n\nc\nd  \ne\n\nf\n",
    );
    expect(value({ ...more, input: "a  \nb   \nc" }).counts["trailing"]).toBe(1);
  });
});

describe("lines", () => {
  test("blank ones", () => {
    const input = "\n a\n\n\n\nb\n \n\t\n";
    expect(clean(input)).toBe(" a\n\nb\n");
    expect(value({ input }).counts["blankLines"]).toBe(5);
    expect(clean(input, { maxBlankLines: 0 })).toBe(" a\nb\n");
    expect(clean(input, { maxBlankLines: -1 })).toBe(" a\n\n\n\nb\n");
    expect(clean(input, { mode: "code" })).toBe("\n a\n\n\n\nb\n\n\n");
    expect(clean(input, { mode: "code", maxBlankLines: 2 })).toBe("\n a\n\n\nb\n\n\n");
  });
  test.each([
    ["a\n\n", "keep", "a\n"],
    ["a", "keep", "a"],
    ["a\n ", "keep", "a\n"],
    ["a", "ensure", "a\n"],
    ["a\n\n", "ensure", "a\n"],
    ["", "ensure", ""],
    ["a\n\n", "remove", "a"],
    [" \n\t", "ensure", ""],
    [" \n\t\n", "keep", ""],
  ])("the end of %p with %s", (input, finalNewline, expected) => {
    expect(clean(input, { finalNewline })).toBe(expected);
  });
  test("remove takes every final line end", () => {
    expect(clean("a\n\n\n", { mode: "code", finalNewline: "remove" })).toBe("a");
    expect(clean("a\r\n\r\n", { ...OFF, finalNewline: "remove" })).toBe("a");
    expect(clean("a\n\n", { mode: "code" })).toBe("a\n\n");
  });
});

test("a single line", () => {
  const mode = "singleLine";
  expect(clean("\n a\r\n\tb\u3000\u2028c \n", { mode })).toBe("a b c");
  expect(clean("a\u00a0\n b", { mode, unicodeSpaces: false, collapse: false })).toBe("a b");
  expect(clean(" \n", { mode })).toBe("");
  expect(value({ input: "a\n\nb", mode }).counts["blankLines"]).toBe(0);
});

describe("inspect", () => {
  test("finds characters by their first place", () => {
    const input = "\ufeff😀\u00a0a\r\nb\u200d\rc\u2028\u00a0\u000b";
    expect(run({ input, mode: "inspect" })).toMatchObject({ output: input, valid: false });
    const report = value({ input, mode: "inspect" });
    expect(
      report.found.map(({ codePoint, name, count, line, column }) => [
        codePoint,
        name,
        count,
        line,
        column,
      ]),
    ).toEqual([
      ["U+FEFF", "ZERO WIDTH NO-BREAK SPACE", 1, 1, 1],
      ["U+00A0", "NO-BREAK SPACE", 2, 1, 3],
      ["U+200D", "ZERO WIDTH JOINER", 1, 2, 2],
      ["U+2028", "LINE SEPARATOR", 1, 3, 2],
      ["U+000B", "LINE TABULATION", 1, 4, 2],
    ]);
    expect(report.changed).toBe(false);
    expect(new Set(Object.values(report.counts))).toEqual(new Set([0]));
    expect(value({ input }).found).toEqual(report.found);
  });
  test.each([
    ["a\n\tb\n\tc\n", true],
    ["", true],
    ["a\r\nb\n", false],
    ["a \n", false],
    [" \n", false],
    ["\ta\n  b", false],
    ["a\u00a0", false],
  ])("%p is clean: %p", (input, valid) => {
    expect(run({ input, mode: "inspect" }).valid).toBe(valid);
  });
});

test("clean text of any options is clean", () => {
  const text = fc.string({
    unit: fc.constantFrom(
      "a",
      "é",
      " ",
      "\t",
      "\n",
      "\r",
      "\u00a0",
      "\u200d",
      "\u200b",
      "ب",
      "👩",
      "\u2028",
      "\u0301",
    ),
  });
  const options = fc.record({
    mode: fc.constantFrom("text", "code", "singleLine"),
    eol: fc.constantFrom("lf", "crlf", "cr", "keep"),
    zeroWidth: fc.boolean(),
    unicodeSpaces: fc.boolean(),
    tabs: fc.constantFrom("keep", "spaces"),
    tabWidth: fc.integer({ min: 1, max: 16 }),
    indentation: fc.constantFrom("keep", "remove", "spaces", "tabs", "dedent"),
    collapse: fc.boolean(),
    trailing: fc.boolean(),
    keepMarkdownBreaks: fc.boolean(),
    maxBlankLines: fc.integer({ min: -1, max: 3 }),
    trimText: fc.boolean(),
    finalNewline: fc.constantFrom("keep", "ensure", "remove"),
  });
  fc.assert(
    fc.property(text, options, (input, more) => {
      const once = clean(input, more) ?? "";
      expect(run({ ...more, input: once })).toMatchObject({ output: once, valid: true });
    }),
    { numRuns: 400 },
  );
});

test("single tabs stay, runs of them become one space", () => {
  const output = (input: string, more: object = {}) => runUnit(tool, { input, ...more }).output;
  expect(output("a\tb\t\tc \td")).toBe("a\tb c d");
  expect(output("a\tb", { tabs: "spaces" })).toBe("a b");
  expect(output("\ta\tb\n\tc\t", { mode: "singleLine" })).toBe("a\tb c");
});

test("ideographic spaces stay between East Asian characters only", () => {
  const output = (input: string, more: object = {}) => runUnit(tool, { input, ...more }).output;
  expect(output("東京\u3000大阪\u3000\u3000京都\u3000Nara\u3000")).toBe(
    "東京\u3000大阪\u3000\u3000京都 Nara",
  );
  expect(output("東京\u3000大阪\n京都", { mode: "singleLine" })).toBe("東京\u3000大阪 京都");
  expect(output("a\u3000b")).toBe("a b");
});

test("bidirectional controls are listed", () => {
  const { found } = value({ input: "a\u202eb\u2066c\u200f", mode: "inspect" });
  expect(found.map(({ name }) => name)).toEqual([
    "RIGHT-TO-LEFT OVERRIDE",
    "LEFT-TO-RIGHT ISOLATE",
    "RIGHT-TO-LEFT MARK",
  ]);
});
