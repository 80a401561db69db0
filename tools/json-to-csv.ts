import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf } from "./_core/fields.ts";
import { defineTool, done, type Entry, fail } from "./_core/tool.ts";
import {
  DELIMITER_FAILURES,
  invalidDelimiter,
  resolveDelimiter,
} from "./_lib/formats/csv/delimiter.ts";
import { type Cell, Flattener, type Row } from "./json-to-csv/flatten.ts";
import { countCells, isFormulaCell, tableWarnings } from "./json-to-csv/cells.ts";
import { type JsonRoot, nodeAt, readJsonRoot, rowsMember } from "./_lib/json/tree/rows.ts";
import { QUOTINGS, writeQuoted } from "./_lib/formats/csv/write.ts";
import { inputInvalid, INPUT_FAILURES, outOfBounds } from "./_lib/results/input-invalid.ts";
import { JSON_FAILURES, JSON_WARNINGS } from "./_lib/json/tree/json-field.ts";
import { appendPointer } from "./_lib/results/pointer.ts";
import { treeStats } from "./_lib/json/tree/stats.ts";
import type { JsonNode } from "./_lib/json/tree/tree.ts";
import { readList } from "./_lib/fields/list-field.ts";
import { OUTPUT_FAILURES, outputTooLarge } from "./_lib/results/output-limit.ts";
import { beginning } from "./_lib/text/shown.ts";
import { peekJson } from "./_lib/json/peek.ts";

const FAILURES = {
  ...JSON_FAILURES,
  NESTED_REFUSED: "A row holds an object, and nested is error",
  ARRAY_REFUSED: "A row holds an array, and arrays is error",
  ...DELIMITER_FAILURES,
  ...OUTPUT_FAILURES,
  ...INPUT_FAILURES,
  ROWS_NOT_FOUND: "rowsPath leads nowhere, or is no JSON pointer",
} as const;

const WARNINGS = {
  ...JSON_WARNINGS,
  COLUMN_NOT_FOUND: "A column that was asked for is in no row",
  NULL_AND_EMPTY_MERGED:
    "A column has null or missing values beside empty strings, which look the same in the text",
  FORMULA_CELL: "Cells begin like a formula, which a spreadsheet would run",
  ROWS_PATH_HINT: "The rows seem to be inside the only member that is an array of objects",
} as const;

const MOST_COLUMNS = 1000;

const INPUT = Type.Object({
  input: jsonField({
    description:
      "An array of rows, one object, or JSON lines; as text every number is kept exactly",
  }),
  delimiter: Type.String({
    description: "One character, or comma, semicolon, tab, pipe, space",
    default: ",",
  }),
  header: Type.Boolean({ description: "Whether the first line names the columns", default: true }),
  columns: Type.Union([Type.String(), Type.Array(Type.String(), { maxItems: MOST_COLUMNS })], {
    description: "Columns to write, in this order; all if empty",
    default: [],
  }),
  rowsPath: Type.String({ description: "JSON pointer to the rows: /data/items", default: "" }),
  nested: oneOf(["flatten", "json", "error"], {
    description: "Objects in a row: columns a.b.c, one cell of JSON, or refused",
    default: "flatten",
  }),
  arrays: oneOf(["json", "index", "join", "error"], {
    description: "Arrays in a row: one cell of JSON, columns tags.0, joined, or refused",
    default: "json",
  }),
  joinWith: Type.String({ description: "Between joined items", maxLength: 10, default: "; " }),
  nullAs: Type.String({ description: "Text for null", maxLength: 50, default: "" }),
  quote: oneOf(QUOTINGS, {
    description: "Quote what needs it, everything, or strings but not numbers and empty cells",
    default: "minimal",
  }),
  newline: oneOf(["lf", "crlf"], { description: "Line ends", default: "lf" }),
  bom: Type.Boolean({ description: "Begin with U+FEFF, for Excel", default: false }),
  guardFormulas: Type.Boolean({
    description: "Put ' before strings that a spreadsheet would run as a formula",
    default: false,
  }),
});

const VALUE = Type.Object({
  columns: Type.Array(Type.String()),
  rows: Type.Integer({ minimum: 0 }),
  delimiter: Type.String(),
  collisions: Type.Array(Type.String(), { description: "Columns that two values of a row claim" }),
});

type Input = Static<typeof INPUT>;

export default defineTool({
  id: "json-to-csv",
  name: "JSON to CSV",
  category: "Data",
  description:
    "Turns JSON rows into CSV with dotted columns for nested data, and every digit kept.",
  keywords: [
    "array",
    "convert",
    "csv",
    "excel",
    "export",
    "export to csv",
    "flat file",
    "flatten",
    "google sheets",
    "json",
    "json2csv",
    "json_normalize",
    "ndjson",
    "spreadsheet",
    "table",
    "tabular",
  ],
  aliases: [],
  version: "2026-11-23",

  input: INPUT,
  primary: "input",
  value: VALUE,
  verb: "convert",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "json to csv",
    "convert an array of objects to a spreadsheet",
    "flatten nested json into columns",
    "export api response to excel",
    "json array to table",
    "json lines to csv",
    "csv from json with chosen columns",
    "json to tsv",
    "avoid [object Object] in csv export",
    "escape formulas in csv export",
    "open a response in excel or google sheets",
    "list of objects as rows and columns",
    "send the boss a table instead of braces",
    "orders with nested addresses as a flat sheet",
    "tabulate hierarchical records for a pivot or analyst",
    "flat file from documents, semicolons for european excel",
    "boss wants the api data in excel columns",
    "convertir json a csv",
    "json in csv umwandeln",
    "convertir du json en csv",
    "json 转 csv",
    "jsonをcsvに変換",
    "pasar datos json a una hoja de excel",
    "json als excel tabelle",
    "mettre du json dans un tableau excel",
    "json 数据 导出 excel 表格",
    "json をエクセルの表にする",
    "accountant wants the orders from the shop api as columns",
    "survey answers come as objects, i need a sheet to filter and sort",
    "array with tags and an address inside, one row for each customer",
    "report from the endpoint should open by double click with umlauts intact",
    "json2csv, pandas json_normalize to_csv, jq -r @csv, csvkit in2csv, ConvertTo-Csv",
    "lay out an array of records as delimited text with a header, nested members as dotted columns",
    "converter json para csv, exportar para planilha excel",
    "exportar json a csv, hoja de cálculo, columnas",
    "json nach csv exportieren, tabellenkalkulation, spalten",
    "exporter json vers csv, tableur, colonnes",
    "json 转 表格 导出 列 嵌套 展开",
    "json を csv に書き出す 表計算 列",
  ],
  effort: 2,
  detect: (sample) => (/^\s*\[\s*\{/.test(sample) && peekJson(sample) ? 0.3 : 0),

  laws: [
    {
      name: "rows in another order are lines in another order, where all have the same keys",
      holds(run, { input, ...options }) {
        if (!Array.isArray(input) || options.rowsPath) return true;
        const rows = input.map((row: unknown) => ({ a: row, b: 1 }));
        const lines = (list: unknown[]) => {
          const plain = { ...options, header: false, nested: "json", arrays: "json" } as const;
          const { output } = run({ ...plain, columns: [], bom: false, input: list });
          return output?.includes('"') ? undefined : output?.split(/\r?\n/).toSorted().join("\n");
        };
        return lines(rows) === lines(rows.toReversed());
      },
    },
    {
      name: "every row is a line",
      holds(run, input) {
        const { output, value } = run({ ...input, header: false, bom: false });
        if (!value || output === undefined || /["]/.test(output)) return true;
        return (output.match(/\n/g)?.length ?? 0) === value.rows;
      },
    },
  ],
  examples: [
    {
      title: "Nested rows",
      input: {
        input:
          '[{"id":1,"addr":{"city":"London","zip":"W1"},"tags":["a","b"]},{"id":2,"note":null}]',
      },
      expect: {
        output: 'id,addr.city,addr.zip,tags,note\n1,London,W1,"[""a"",""b""]",\n2,,,,\n',
        value: { rows: 2 },
      },
    },
    {
      title: "Digits stay, tabs between",
      input: { input: '[{"n":12345678901234567890,"p":1.50}]', delimiter: "tab" },
      expect: { output: "n\tp\n12345678901234567890\t1.50\n" },
    },
    {
      title: "Rows inside, some columns, arrays joined",
      input: {
        input: { data: [{ a: 1, tags: ["x", "y"], b: "=1+1" }] },
        rowsPath: "/data",
        columns: ["tags", "b"],
        arrays: "join",
        guardFormulas: true,
      },
      expect: { output: "tags,b\nx; y,'=1+1\n" },
    },
    {
      title: "JSON lines",
      input: { input: '{"a":1}\n{"a":2,"b":true}\n' },
      expect: { output: "a,b\n1,\n2,true\n" },
    },
    {
      title: "No rows there",
      input: { input: { data: [] }, rowsPath: "/items" },
      expect: { ok: false, error: { code: "ROWS_NOT_FOUND" } },
    },
  ],

  run(input, { longestOutput: longest }) {
    const columns = readList(input.columns);
    if (columns.length > MOST_COLUMNS) {
      const expected = `at most ${MOST_COLUMNS}`;
      return inputInvalid([outOfBounds("/columns", `${columns.length} names`, expected)]);
    }
    const delimiter = resolveDelimiter(input.delimiter);
    if (delimiter === undefined) return fail(invalidDelimiter(input.delimiter));
    const read = readJsonRoot(input.input, "/input");
    if (!read.ok) return fail(read.error, { valid: false, warnings: read.warnings });
    const node = nodeAt(read.root, input.rowsPath);
    if (!node) return fail(rowsNotFound(input.rowsPath), { warnings: read.warnings });
    return convert(input, { read, node, columns, delimiter, longest });
  },
});

const SHOWN_CHARACTERS = 80;

function rowsNotFound(pointer: string): Entry<"ROWS_NOT_FOUND"> {
  const expected = "a JSON pointer such as /data/items";
  const found = `nothing at ${JSON.stringify(beginning(pointer, SHOWN_CHARACTERS))}`;
  const message = `Cannot find the rows: found ${found}, expected ${expected}`;
  return { code: "ROWS_NOT_FOUND", message, path: "/rowsPath", expected };
}

interface Table {
  readonly read: Extract<JsonRoot, { ok: true }>;
  readonly longest: number;
  readonly node: JsonNode;
  /** Those asked for. */
  readonly columns: readonly string[];
  readonly delimiter: string;
}

function convert(input: Input, { read, node, columns: wanted, delimiter, longest }: Table) {
  const flattener = new Flattener(input);
  const nodes = node.type === "array" ? node.items : [node];
  const base = node.type === "array" ? input.rowsPath : undefined;
  const all = nodes.map((row, index) =>
    flattener.row(row, base === undefined ? input.rowsPath : appendPointer(base, index)),
  );
  if (flattener.refusal) return fail(flattener.refusal, { warnings: read.warnings });
  const known = new Set(all.flatMap((row) => [...row.keys()]));
  const columns = wanted.length > 0 ? wanted : [...known];
  const rows = columns.length === 0 ? [] : all;
  const value = {
    columns: [...columns],
    rows: rows.length,
    delimiter,
    collisions: [...flattener.collisions],
  };
  const cells = countCells(rows, columns);
  const stats = { ...treeStats(read.root), rows: rows.length, columns: columns.length, ...cells };
  const found = { value, valid: true, stats };
  const warnings = [
    ...read.warnings,
    ...tableWarnings({ rows, columns, known }, input),
    ...(input.rowsPath === "" && !read.isLines ? hintOf(rowsMember(read.root)) : []),
  ];
  // Each cell takes at least its delimiter.
  const output =
    columns.length * rows.length > longest ? undefined : write(input, rows, columns, delimiter);
  if (output === undefined || output.length > longest) {
    return fail(outputTooLarge("Give fewer columns or rows", longest), { ...found, warnings });
  }
  return done({ ...found, output, warnings });
}

function write(
  { header, quote, newline, bom, nullAs, guardFormulas }: Input,
  rows: readonly Row[],
  columns: readonly string[],
  delimiter: string,
): string {
  if (columns.length === 0) return "";
  const end = newline === "crlf" ? "\r\n" : "\n";
  const names = columns.map((text) => ({ text, isString: true }));
  const written = (cell: Cell | undefined) => {
    if (!cell) return { text: "", isString: false };
    if (cell.kind === "null") return { text: nullAs, isString: false };
    const guard = guardFormulas && isFormulaCell(cell) ? "'" : "";
    return { text: guard + cell.text, isString: cell.kind !== "plain" };
  };
  const records = [
    ...(header ? [names] : []),
    ...rows.map((row) => columns.map((name) => written(row.get(name)))),
  ];
  const lines = records.map((record) => writeQuoted(record, delimiter, quote) + end);
  return (bom && lines.length > 0 ? "\ufeff" : "") + lines.join("");
}

function hintOf(member: string | undefined): Entry<"ROWS_PATH_HINT">[] {
  if (member === undefined) return [];
  const pointer = appendPointer("", member);
  const message = `The member ${JSON.stringify(beginning(member, SHOWN_CHARACTERS))} is an array of objects: with rowsPath ${JSON.stringify(beginning(pointer, SHOWN_CHARACTERS))} they are the rows`;
  return [{ code: "ROWS_PATH_HINT", message, path: "/rowsPath", expected: pointer }];
}
