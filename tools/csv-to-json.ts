import { type Static, Type } from "@sinclair/typebox";
import { oneOf, whole } from "./_core/fields.ts";
import { defineTool, done, type Entry, fail } from "./_core/tool.ts";
import {
  DELIMITER_FAILURES,
  invalidDelimiter,
  resolveReadingDelimiter,
} from "./_lib/formats/csv/delimiter.ts";
import { detectCsv } from "./_lib/formats/csv/detect.ts";
import { rowNodes, rowsPassLimit } from "./_lib/formats/csv/rows.ts";
import {
  CSV_FAILURES,
  CSV_PROBLEMS,
  type CsvProblem,
  type CsvTable,
  readTable,
  unterminatedQuote,
} from "./_lib/formats/csv/table.ts";
import { WarningList, asErrors, joinEntries } from "./_lib/results/entry-list.ts";
import { bomRemoved } from "./_lib/json/tree/json-field.ts";
import { arrayNode } from "./_lib/json/tree/tree.ts";
import { VALUE_WARNINGS, valueOf } from "./_lib/json/tree/value.ts";
import { writeJson } from "./_lib/json/tree/write.ts";
import { OUTPUT_FAILURES, outputTooLarge } from "./_lib/results/output-limit.ts";

const FAILURES = {
  ...CSV_FAILURES,
  ...CSV_PROBLEMS,
  ...DELIMITER_FAILURES,
  ...OUTPUT_FAILURES,
  ERRORS_TRUNCATED: "More than 100 errors of one code were found",
} as const;

const WARNINGS = {
  ...CSV_PROBLEMS,
  ...VALUE_WARNINGS,
  CSV_ONE_COLUMN: "No delimiter was found in more than one record",
  CSV_EMPTY: "The text has no record",
  BOM_REMOVED: "A byte order mark stood before the text",
  WARNINGS_TRUNCATED: "More than 100 warnings of one code were found",
} as const;

const INPUT = Type.Object({
  input: Type.String({ description: "CSV text" }),
  delimiter: Type.String({
    description: "One character, comma, semicolon, tab, pipe, space, or auto to find it",
    default: "auto",
  }),
  headers: Type.Boolean({
    description: "Whether the first record names the columns; if not, rows become arrays",
    default: true,
  }),
  types: oneOf(["strings", "infer"], {
    description: "Keep every cell as text, or make whole columns numbers and booleans",
    default: "strings",
  }),
  nullValues: Type.Array(Type.String(), {
    description: "Cells equal to one of these become null",
    maxItems: 20,
    default: [],
  }),
  trim: Type.Boolean({
    description: "Remove white space around unquoted cells and names",
    default: false,
  }),
  comment: Type.String({
    description: "Skip lines that begin with this character",
    maxLength: 1,
    default: "",
  }),
  skipLines: whole({
    description: "Physical lines to drop before the header",
    minimum: 0,
    maximum: 1000,
    default: 0,
  }),
  strict: Type.Boolean({
    description: "Fail on stray quotes, ragged records and unnamed or repeated columns",
    default: false,
  }),
  indent: whole({
    description: "Spaces per level of the output; 0 for one line",
    minimum: 0,
    maximum: 10,
    default: 2,
  }),
});

const VALUE = Type.Object({
  columns: Type.Union([Type.Array(Type.String()), Type.Null()]),
  rows: Type.Array(Type.Union([Type.Record(Type.String(), Type.Any()), Type.Array(Type.Any())])),
  delimiter: Type.String(),
  ragged: Type.Integer({ minimum: 0 }),
});

type Problems = WarningList<CsvProblem>;
type Input = Static<typeof INPUT>;
type Rows = Static<typeof VALUE>["rows"];
type Warning = keyof typeof WARNINGS;

export default defineTool({
  id: "csv-to-json",
  name: "CSV to JSON",
  category: "Data",
  description: "Turns CSV text into JSON rows without losing a digit, a quote or a ragged record.",
  keywords: [
    "comma separated",
    "convert",
    "csv",
    "csv parser",
    "delimiter",
    "excel",
    "json",
    "parse",
    "read_csv",
    "rows",
    "semicolon",
    "spreadsheet",
    "tab separated",
    "tsv",
  ],
  aliases: [],
  version: "2026-11-20",

  input: INPUT,
  primary: "input",
  value: VALUE,
  verb: "convert",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "convert csv to json",
    "csv to an array of objects",
    "parse a csv file with quotes and newlines in cells",
    "excel export to json",
    "tsv to json",
    "semicolon separated values to json",
    "find the delimiter of a csv",
    "read csv and infer numbers and booleans",
    "keep leading zeros of zip codes when reading csv",
    "why does my csv have too many columns in one row",
    "rfc 4180 parser",
    "papaparse or csvtojson without code",
    "spreadsheet rows for an api",
    "turn a table with commas into objects for a program",
    "sheet from excel or google sheets as json",
    "customer list with columns and a header line into structured data",
    "delimited text to array of records",
    "accounting export uses semicolons and decimal commas, I need it for a web page",
    "import tabular data into javascript",
    "excel table into json",
    "convertir csv a json",
    "csv in json umwandeln",
    "convertir un csv en json",
    "csv 转 json",
    "csv を json に変換",
    "pasar una hoja de excel a json",
    "excel tabelle in json umwandeln",
    "transformer un tableau excel en json",
    "excel 表格 转 json",
    "エクセルの表をjsonに変換",
    "csv datei in json konvertieren",
    "shop export with semicolons must become an array for my javascript",
    "zip codes lose their zero and article numbers turn into 1E+12, read the table right",
    "bank statement download as a list of objects",
    "class list from the spreadsheet for a small web app",
    "csvtojson, d3.csvParse, pandas read_csv, csvkit csvjson, Miller mlr --icsv --ojson",
    "parse a delimited table into one json array of records, ragged lines reported",
    "converter csv para json, planilha em json, tabela",
    "csv a json, archivo separado por punto y coma",
    "csv zu json, komma oder semikolon getrennt, tabelle als objekte",
    "fichier csv en json, séparateur point-virgule",
    "csv を json 配列に変換 表計算",
    "csv 文件 转 json 数组 逗号 分隔",
  ],
  effort: 2,
  detect: detectCsv,

  laws: [
    {
      name: "the delimiter that was found, given, gives the same rows",
      holds(run, input) {
        const found = run(input);
        if (!found.ok || !found.value) return true;
        const again = run({ ...input, delimiter: found.value.delimiter });
        return again.output === found.output;
      },
    },
    {
      name: "without inference every cell is a string or null",
      holds(run, input) {
        const rows = run({ ...input, types: "strings" }).value?.rows ?? [];
        return rows.every((row) => Object.values(row).every(isTextCell));
      },
    },
    {
      name: "every record that is no header is a row",
      holds(run, input) {
        const named = run({ ...input, headers: true });
        const all = run({ ...input, headers: false });
        if (!named.value || !all.value) return true;
        return named.value.rows.length === Math.max(0, all.value.rows.length - 1);
      },
    },
  ],
  examples: [
    {
      title: "A spreadsheet export",
      input: { input: 'name,zip,note\nAda,01234,"says ""hi"""\n' },
      expect: {
        value: {
          columns: ["name", "zip", "note"],
          rows: [{ name: "Ada", zip: "01234", note: 'says "hi"' }],
        },
        valid: true,
      },
    },
    {
      title: "Numbers and booleans, semicolons found",
      input: { input: "id;price;ok\n7;1.50;TRUE\n8;;false\n", types: "infer", indent: 0 },
      expect: { output: '[{"id":7,"price":1.50,"ok":true},{"id":8,"price":null,"ok":false}]' },
    },
    {
      title: "A record too long and one too short",
      input: { input: "a,b\n1,2,3\n4\n" },
      expect: {
        valid: false,
        value: {
          rows: [
            { a: "1", b: "2", _extra: ["3"] },
            { a: "4", b: null },
          ],
          ragged: 2,
        },
      },
    },
    {
      title: "A quote that never closes",
      input: { input: 'a,b\n1,"open\n2,3\n' },
      expect: { ok: false, error: { code: "CSV_UNTERMINATED_QUOTE" } },
    },
  ],

  run(input, { longestOutput: longest }) {
    const delimiter = resolveReadingDelimiter(input.delimiter);
    if (delimiter === undefined) return fail(invalidDelimiter(input.delimiter), { valid: false });
    const problems = new WarningList<CsvProblem>();
    const { comment, trim, skipLines } = input;
    const header = input.headers ? "first" : "none";
    const options = { delimiter, header, comment, trim, skipLines } as const;
    const table = readTable(input.input, options, problems);
    return convert(input, table, problems, longest);
  },
});

function isTextCell(cell: unknown): boolean {
  // The one array in a row of strings is `_extra`.
  if (Array.isArray(cell)) return cell.every((surplus) => typeof surplus === "string");
  return cell === null || typeof cell === "string";
}

function convert(input: Input, table: CsvTable, problems: Problems, longest: number) {
  const warnings = textWarnings(input, table);
  const found = problems.list();
  if (table.unterminated !== undefined) {
    const error = unterminatedQuote(input.input, table.unterminated, "/input");
    return fail(error, { valid: false, warnings });
  }
  const valid = problems.size === 0;
  const stats = {
    rows: table.records.length,
    columns: table.columns.length,
    blankLines: table.blankLines,
    comments: table.comments,
    delimiter: table.delimiter,
    newline: table.newline,
  };
  if (input.headers && rowsPassLimit(table, input.indent, longest)) {
    return fail(outputTooLarge("Give fewer columns or rows", longest), { valid, stats, warnings });
  }
  const root = arrayNode(rowNodes(table, input));
  const { value: rows, warnings: rounded } = valueOf(root, "/rows");
  const data = {
    value: {
      columns: input.headers ? [...table.columns] : null,
      rows: rows as Rows,
      delimiter: table.delimiter,
      ragged: table.ragged,
    },
    valid,
    stats,
  };
  const [first, ...others] = input.strict ? asErrors(found) : [];
  if (first !== undefined) {
    return fail([first, ...others], { ...data, warnings: joinEntries(warnings, rounded) });
  }
  const all = joinEntries<Warning>(warnings, found, rounded);
  const output = writeJson(root, { indent: " ".repeat(input.indent), longest });
  return output === undefined
    ? fail(outputTooLarge(undefined, longest), { ...data, warnings: all })
    : done({ ...data, output, warnings: all });
}

function textWarnings({ input, headers }: Input, table: CsvTable): Entry<Warning>[] {
  const warnings: Entry<Warning>[] = [];
  if (input.startsWith("\ufeff")) warnings.push(bomRemoved());
  if (table.empty) {
    warnings.push({ code: "CSV_EMPTY", message: "The text has no record, so there are no rows" });
  }
  const records = table.records.length + (headers ? 1 : 0);
  if (table.guessed && records > 1) {
    const message = "No delimiter was found, so each record is one column";
    warnings.push({ code: "CSV_ONE_COLUMN", message, hint: "Give the delimiter if there is one" });
  }
  return warnings;
}
