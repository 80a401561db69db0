/** Our CSV reader and writer against Papa Parse, on generated tables and on texts of separators and quotes. */
import { test } from "bun:test";
import fc from "fast-check";
import Papa from "papaparse";
import csvToJson from "../../tools/csv-to-json.ts";
import jsonToCsv from "../../tools/json-to-csv.ts";
import { runUnit } from "../support/run-unit.ts";
import { expectAgreement, type Judgement, testDifferences } from "./judgement.ts";

const field = fc.oneof(
  fc.constantFrom(
    "",
    "a",
    "b c",
    "1",
    " x ",
    "é😀",
    "a,b",
    'say "hi"',
    "two\nlines",
    "cr\r\nlf",
    ";",
    "\t",
    "'",
  ),
  fc.string({ maxLength: 6 }),
);
const table = fc
  .tuple(fc.integer({ min: 2, max: 5 }), fc.integer({ min: 1, max: 6 }))
  .chain(([width, height]) =>
    fc.array(fc.array(field, { minLength: width, maxLength: width }), {
      minLength: height,
      maxLength: height,
    }),
  );

/** Papa Parse gives an empty line and a line of two quotes alike. */
function withoutBlank(rows: readonly string[][]): string[][] {
  return rows.filter(([first, ...others]) => first !== "" || others.length > 0);
}

const reading: Judgement<string> = {
  ours(text) {
    const { ok, value } = runUnit(csvToJson, { input: text, headers: false, delimiter: "," });
    return ok ? withoutBlank((value as { rows: string[][] }).rows) : "refused";
  },
  theirs(text) {
    const { data, errors } = Papa.parse<string[]>(text, { delimiter: "," });
    return errors.some(({ code }) => code === "MissingQuotes") ? "refused" : withoutBlank(data);
  },
  differences: [
    {
      name: "quotes that do not stand around a whole field",
      right: "both",
      why: "RFC 4180, 2.5 to 2.7: quotes stand around whole fields, and are doubled inside; nothing is said of others",
      example: '"a"b,c',
      covers: (text) => !/^(?:(?:"(?:[^"]|"")*"|[^",\r\n]*)(?:,|\r?\n|$))*$/.test(text),
    },
    {
      name: "two kinds of line end in one text",
      right: "ours",
      why: "RFC 4180, 2.1 with 4180bis: a record ends with CRLF or LF; Papa Parse takes the first it sees for all",
      example: "a\nb\r\n",
      covers: (text) => /\r\n/.test(text) && /(?<!\r)\n/.test(text),
    },
  ],
};

test("tables that Papa Parse wrote are read", () => {
  const written = fc
    .tuple(table, fc.constantFrom("\n", "\r\n"), fc.boolean())
    .map(([rows, newline, quotes]) => Papa.unparse(rows, { newline, quotes }));
  expectAgreement(fc.sample(written, 2500), reading);
}, 60_000);

test("texts of separators, quotes and letters are read", () => {
  const pieces = fc.constantFrom("a", "b", ",", ",", "\n", '"', '""', '"x"', " ", "\r\n", '",');
  expectAgreement(
    fc.sample(
      fc.array(pieces, { maxLength: 14 }).map((all) => all.join("")),
      2500,
    ),
    reading,
  );
}, 60_000);

function rowsOf(text: string): string[][] {
  return withoutBlank(Papa.parse<string[]>(text, { delimiter: "," }).data);
}

const writing: Judgement<string[][]> = {
  ours: (rows) => {
    const [head = [], ...others] = rows;
    const input = others.map((row) => Object.fromEntries(head.map((_, at) => [`c${at}`, row[at]])));
    return rowsOf(runUnit(jsonToCsv, { input, header: false }).output ?? "");
  },
  theirs: ([, ...others]) => rowsOf(Papa.unparse(others)),
  differences: [],
};

test("what we write Papa Parse reads as what it wrote itself", () => {
  const rows = table.filter(({ length }) => length > 1);
  expectAgreement(fc.sample(rows, 2000), writing);
}, 60_000);

testDifferences(reading);
testDifferences(writing);
