import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import tool from "../../tools/csv-to-json.ts";
import { writeRecord } from "../../tools/_lib/formats/csv/write.ts";
import { runUnit } from "../support/run-unit.ts";

const run = (input: object) => runUnit(tool, input);
const rowsOf = (input: object) => (run(input).value as { rows: unknown }).rows;

/** A slow reader, written as the dialect is told: a regular expression per field. */
function slowCells(text: string, delimiter: string): string[][] | undefined {
  const stop = `[^${delimiter === "|" ? "\\|" : delimiter}\r\n]*`;
  const field = new RegExp(`^(?:"((?:[^"]|"")*)"(?!")(${stop})|(?!")(${stop}))`);
  const records: string[][] = [];
  let rest = text;
  while (rest !== "") {
    const blank = /^(?:\r\n|\r|\n)/.exec(rest);
    // Where there is one column, it is a record with an empty field.
    if (blank && records[0]?.length !== 1) {
      rest = rest.slice(blank[0].length);
      continue;
    }
    const record: string[] = [];
    for (;;) {
      const match = field.exec(rest);
      if (!match) return undefined;
      record.push(
        match[1] === undefined ? (match[3] ?? "") : match[1].replaceAll('""', '"') + match[2],
      );
      rest = rest.slice(match[0].length);
      if (!rest.startsWith(delimiter)) break;
      rest = rest.slice(delimiter.length);
    }
    records.push(record);
    rest = rest.replace(/^(?:\r\n|\r|\n)/, "");
  }
  return records;
}

const csvText = fc.string({ unit: fc.constantFrom(...'ab,;\t|""\n\r 1'), maxLength: 40 });
const cell = fc.string({ unit: fc.constantFrom(...'ab,;"\n\r\t 1é😀'), maxLength: 6 });

describe("the dialect", () => {
  test("cells are those of a slow reader that knows one rule per field", () => {
    fc.assert(
      fc.property(csvText, fc.constantFrom(",", ";", "\t", "|"), (input, delimiter) => {
        fc.pre(!input.startsWith("sep="));
        const cells = slowCells(input, delimiter);
        const outcome = run({ input, delimiter, headers: false });
        if (cells === undefined)
          expect(outcome.errors).toMatchObject([{ code: "CSV_UNTERMINATED_QUOTE" }]);
        else expect((outcome.value as { rows: unknown }).rows).toEqual(cells);
      }),
      { numRuns: 3000 },
    );
  });

  test("what is written is read back, whatever the cells", () => {
    const table = fc.integer({ min: 1, max: 4 }).chain((width) =>
      fc.array(fc.array(cell, { minLength: width, maxLength: width }), {
        minLength: 1,
        maxLength: 5,
      }),
    );
    fc.assert(
      fc.property(table, fc.constantFrom(",", ";", "\t", "|", " ", "é"), (rows, delimiter) => {
        const input = rows.map((row) => `${writeRecord(row, delimiter)}\n`).join("");
        const outcome = run({ input, delimiter, headers: false });
        expect(outcome).toMatchObject({ valid: true, warnings: [], value: { rows } });
      }),
      { numRuns: 1000 },
    );
  });

  test.each([
    ["a;b\n1;2,5\n", ";"],
    ["a,b\n1,2\n", ","],
    ["a\tb\n1\t2", "\t"],
    ["a|b", "|"],
    ["abc", ","],
    ["a,b;c\n1,2;3\n", ","],
    ["a;b;c,d\n1;2;3\n", ";"],
    ["a,b\n1,2\n3;4\n", ","],
    ["sep=;\na,b;c\n", ";"],
    ["sep=|\r\na,b\n", "|"],
    ['"x,y";b\n1;2', ";"],
  ])("the delimiter of %j is %j", (input, delimiter) => {
    expect(run({ input }).value).toMatchObject({ delimiter });
  });

  test("a first line sep=X is dropped where it agrees with the delimiter given", () => {
    expect(rowsOf({ input: "sep=;\na;b\n1;2", delimiter: ";" })).toEqual([{ a: "1", b: "2" }]);
    expect(rowsOf({ input: "sep=;\n1,2", delimiter: ",", headers: false })).toEqual([
      ["sep=;"],
      ["1", "2"],
    ]);
    expect(rowsOf({ input: "\ufeffsep=;\na;b\n1;2" })).toEqual([{ a: "1", b: "2" }]);
    expect(rowsOf({ input: "sep=;\ntitle\na;b\n1;2", skipLines: 2 })).toEqual([{ a: "1", b: "2" }]);
  });

  test.each([
    ["comma", ","],
    ["Semicolon", ";"],
    ["tab", "\t"],
    ["\\t", "\t"],
    ["pipe", "|"],
    ["space", " "],
    ["#", "#"],
    ["😀", "😀"],
    ["AUTO", ";"],
  ])("the delimiter %j is %j", (delimiter, character) => {
    expect(rowsOf({ input: `a${character}b`, delimiter, headers: false })).toEqual([["a", "b"]]);
  });

  test.each(['"', "\n", "\r", "", "ab", "colon"])("the delimiter %j is none", (delimiter) => {
    expect(run({ input: "a", delimiter })).toMatchObject({
      ok: false,
      errors: [{ code: "DELIMITER_INVALID" }],
    });
  });

  test("stray quotes are kept and reported once per field", () => {
    const { value, warnings, valid } = run({
      input: 'a,b\nx"y"z, "q"\n"m"n"o",p\n',
      delimiter: ",",
    });
    expect(value).toMatchObject({
      rows: [
        { a: 'x"y"z', b: ' "q"' },
        { a: 'mn"o"', b: "p" },
      ],
    });
    expect(valid).toBe(false);
    expect(warnings).toMatchObject([
      { code: "CSV_STRAY_QUOTE", line: 2, column: 2, offset: 5 },
      { code: "CSV_STRAY_QUOTE", line: 2, column: 8 },
      { code: "CSV_STRAY_QUOTE", line: 3, column: 4 },
    ]);
  });

  test("line ends are counted outside quotes", () => {
    for (const [input, newline] of [
      ["a\nb", "lf"],
      ["a\r\nb\r\n", "crlf"],
      ["a\rb", "cr"],
      ["a\nb\r\n", "mixed"],
      ["a", "none"],
      ['"a\nb"\r\n', "crlf"],
    ] as const) {
      expect(run({ input }).stats).toMatchObject({ newline });
    }
    expect(rowsOf({ input: '"a\r\nb"\n"c\rd"', headers: false })).toEqual([["a\r\nb"], ["c\rd"]]);
  });

  test("blank lines are skipped, a quoted empty field is none", () => {
    expect(run({ input: '\na,b\n\n"",""\n\n' })).toMatchObject({
      value: { rows: [{ a: "", b: "" }] },
      stats: { blankLines: 3, rows: 1 },
    });
  });

  test("a blank line below the header of one column is a row", () => {
    expect(run({ input: '\na\n1\n\n""\n2' })).toMatchObject({
      value: { rows: [{ a: "1" }, { a: "" }, { a: "" }, { a: "2" }], ragged: 0 },
      stats: { blankLines: 1, rows: 4 },
    });
    expect(rowsOf({ input: "1\r\n\r\n2\r\n", headers: false })).toEqual([["1"], [""], ["2"]]);
  });
});

describe("the header", () => {
  test("empty and repeated names are filled in, with the place of each", () => {
    const { value, warnings } = run({ input: "a,,a,a_2,a,__proto__\n1,2,3,4,5,6\n" });
    expect(value).toMatchObject({ columns: ["a", "column_2", "a_3", "a_2", "a_4", "__proto__"] });
    expect(JSON.stringify(value)).toContain('"__proto__":"6"');
    expect(warnings).toMatchObject([
      { code: "CSV_EMPTY_HEADER", line: 1, column: 3 },
      { code: "CSV_DUPLICATE_HEADER", column: 4 },
      { code: "CSV_DUPLICATE_HEADER", column: 10 },
    ]);
  });

  test("names that differ in case, and dotted names, are kept", () => {
    expect(rowsOf({ input: "a,A,a.b\n1,2,3" })).toEqual([{ a: "1", A: "2", "a.b": "3" }]);
  });

  test("surplus cells go where no column is", () => {
    expect(rowsOf({ input: "_extra,b\n1,2,3,4" })).toEqual([
      { _extra: "1", b: "2", _extra_2: ["3", "4"] },
    ]);
  });

  test("without headers rows keep their length, ragged or not", () => {
    expect(run({ input: "1,2\n3\n4,5,6", headers: false })).toMatchObject({
      value: { columns: null, rows: [["1", "2"], ["3"], ["4", "5", "6"]], ragged: 2 },
      warnings: [
        { code: "CSV_RAGGED", line: 2, expected: 2, received: 1 },
        { code: "CSV_RAGGED", line: 3, expected: 2, received: 3 },
      ],
    });
  });

  test("a ragged record is named by the line on which it starts", () => {
    expect(run({ input: 'a,b\n"x\ny",2\n"p\nq"\n' }).warnings).toMatchObject([
      { code: "CSV_RAGGED", line: 4 },
    ]);
  });

  test("a header alone is no row, and no text is a warning", () => {
    expect(run({ input: "a,b\n" })).toMatchObject({ output: "[]", warnings: [], valid: true });
    for (const input of ["", "\n\n", "\ufeff"]) {
      expect(run({ input })).toMatchObject({ output: "[]", valid: true });
      expect(run({ input }).warnings?.at(-1)).toMatchObject({ code: "CSV_EMPTY" });
    }
  });

  test("one column in several records is a warning, where the delimiter was to be found", () => {
    expect(run({ input: "a\n1\n" })).toMatchObject({
      valid: true,
      warnings: [{ code: "CSV_ONE_COLUMN" }],
    });
    expect(run({ input: "a\n1\n", delimiter: "," }).warnings).toEqual([]);
    expect(run({ input: "a" }).warnings).toEqual([]);
  });
});

describe("cells", () => {
  test("whole columns are inferred", () => {
    const input = "n,b,s,e,z\n1,TRUE,1,,01\n-1.5e3,false,+1,,2\n,,,,\n";
    expect(run({ input, types: "infer", indent: 0 }).output).toBe(
      '[{"n":1,"b":true,"s":"1","e":"","z":"01"},{"n":-1.5e3,"b":false,"s":"+1","e":"","z":"2"},{"n":null,"b":null,"s":"","e":"","z":""}]',
    );
    for (const text of ["1,000", ".5", "1_000", "2026-01-01", "0x1", "1.", "NaN", " 1"]) {
      expect(rowsOf({ input: `"${text}"`, headers: false, types: "infer" })).toEqual([[text]]);
    }
    expect(rowsOf({ input: '"1"', headers: false, types: "infer" })).toEqual([[1]]);
  });

  test("a long number keeps its digits", () => {
    expect(run({ input: "a\n12345678901234567890\n", types: "infer", indent: 0 })).toMatchObject({
      output: '[{"a":12345678901234567890}]',
      value: { rows: [{ a: "12345678901234567890" }] },
      warnings: [{ code: "CSV_ONE_COLUMN" }, { code: "NUMBER_KEPT_AS_TEXT", path: "/rows/0/a" }],
    });
  });

  test("cells that mean null are null before inference", () => {
    expect(rowsOf({ input: "a,b\nNA,x\n1,NA\n", types: "infer", nullValues: ["NA"] })).toEqual([
      { a: null, b: "x" },
      { a: 1, b: null },
    ]);
    expect(rowsOf({ input: "a\n-\n", nullValues: ["-"] })).toEqual([{ a: null }]);
  });

  test("white space is data, unless it is to be trimmed around what is not quoted", () => {
    const input = ' a ," b "\n 1 ," 2 "\n';
    expect(rowsOf({ input })).toEqual([{ " a ": " 1 ", " b ": " 2 " }]);
    expect(rowsOf({ input, trim: true })).toEqual([{ a: "1", " b ": " 2 " }]);
  });

  test("comment lines end at the physical line, quotes or not", () => {
    expect(run({ input: '# "x\na,b\n#c,"d\n1,2\n', comment: "#" })).toMatchObject({
      value: { rows: [{ a: "1", b: "2" }] },
      stats: { comments: 2 },
      valid: true,
    });
    expect(rowsOf({ input: '"#a"\n"#1"', comment: "#" })).toEqual([{ "#a": "#1" }]);
  });

  test("NUL, CRLF inside quotes and one huge cell are cells", () => {
    expect(rowsOf({ input: 'a\n"\0\r\n"' })).toEqual([{ a: "\0\r\n" }]);
    expect(rowsOf({ input: `a\n${"x".repeat(99_998)}` })).toEqual([{ a: "x".repeat(99_998) }]);
  });
});

test("strict makes errors of what is wrong, in the order of the text", () => {
  const { ok, valid, errors, value } = run({ input: 'a,,a\n1,x"y\n', strict: true });
  expect({ ok, valid }).toEqual({ ok: false, valid: false });
  expect(errors?.map(({ code }) => code)).toEqual([
    "CSV_EMPTY_HEADER",
    "CSV_DUPLICATE_HEADER",
    "CSV_STRAY_QUOTE",
    "CSV_RAGGED",
  ]);
  expect(value).toMatchObject({ ragged: 1 });
  expect(run({ input: "a,b\n1,2\n", strict: true }).ok).toBe(true);
});

test("many short records under a long header are refused, not built", () => {
  const input = `${"a,".repeat(25_000)}\n${"x\n".repeat(24_000)}`;
  expect(run({ input })).toMatchObject({
    ok: false,
    errors: [{ code: "OUTPUT_TOO_LARGE" }],
    stats: { rows: 24_000 },
  });
});
