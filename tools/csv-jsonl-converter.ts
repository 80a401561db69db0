import { peekJson } from "./_lib/json/peek.ts";
import { type Static, Type } from "@sinclair/typebox";
import { oneOf } from "./_core/fields.ts";
import { defineTool, done, type Entry, fail } from "./_core/tool.ts";
import {
  DELIMITER_FAILURES,
  invalidDelimiter,
  resolveReadingDelimiter,
} from "./_lib/formats/csv/delimiter.ts";
import { detectCsv } from "./_lib/formats/csv/detect.ts";
import { CsvReader } from "./_lib/formats/csv/read.ts";
import { rowNodes, rowsPassLimit } from "./_lib/formats/csv/rows.ts";
import {
  CSV_FAILURES,
  CSV_PROBLEMS,
  type CsvProblems,
  headerProblem,
  readTable,
  uniqueNames,
  unterminatedQuote,
} from "./_lib/formats/csv/table.ts";
import { keysOf, noteUnknownKeys, writeTable } from "./csv-jsonl-converter/lines-table.ts";
import { WarningList, asErrors, joinEntries } from "./_lib/results/entry-list.ts";
import { bomRemoved, JSON_WARNINGS, type JsonWarning } from "./_lib/json/tree/json-field.ts";
import { beginsWithObjectLine, readJsonLines } from "./csv-jsonl-converter/json-lines.ts";
import { minifyJson } from "./_lib/json/tree/write.ts";
import { OUTPUT_FAILURES, outputTooLarge } from "./_lib/results/output-limit.ts";
import { positionFinder } from "./_lib/text/position.ts";

/** Errors where the tool is strict, else warnings. */
const PROBLEMS = {
  ...CSV_PROBLEMS,
  JSONL_LINE_INVALID: "A line is no JSON object",
  HEADER_UNKNOWN_KEY: "A key is left out because customHeaders does not name it",
} as const;

const FAILURES = {
  ...PROBLEMS,
  ...CSV_FAILURES,
  ...DELIMITER_FAILURES,
  ...OUTPUT_FAILURES,
  HEADERS_MISSING: "headerMode is custom and customHeaders is not one CSV record",
  ERRORS_TRUNCATED: "More than 100 errors of one code were found",
} as const;

const WARNINGS = { ...PROBLEMS, ...JSON_WARNINGS } as const;

const DIRECTIONS = ["csv-to-jsonl", "jsonl-to-csv"] as const;

const INPUT = Type.Object({
  input: Type.String({ description: "CSV text or JSON lines" }),
  direction: oneOf(["auto", ...DIRECTIONS], {
    description: "auto reads JSON lines when the first line is a JSON object, else CSV",
    default: "auto",
  }),
  delimiter: Type.String({
    description:
      "One character, comma, semicolon, tab, pipe, space, or auto: found when reading, a comma when writing",
    default: "auto",
  }),
  headerMode: oneOf(["first-row", "none", "custom"], {
    description:
      "Names from the first record, none (column_1, column_2, …; no header line), or those of customHeaders",
    default: "first-row",
  }),
  customHeaders: Type.String({
    description:
      "Column names as one CSV record; when writing they choose the columns and their order",
    default: "",
  }),
  strict: Type.Boolean({ description: "Fail on any problem instead of warning", default: false }),
  types: oneOf(["strings", "infer", "json"], {
    description:
      "Reading CSV: cells as text, numbers and booleans by whole columns, or each cell as the JSON it is",
    default: "strings",
  }),
});

const VALUE = Type.Object({
  direction: Type.Union([Type.Literal("csv-to-jsonl"), Type.Literal("jsonl-to-csv")]),
  columns: Type.Array(Type.String()),
  rows: Type.Integer({ minimum: 0 }),
  skipped: Type.Array(Type.Object({ line: Type.Integer({ minimum: 1 }), code: Type.String() })),
});

type Input = Static<typeof INPUT>;
type Direction = (typeof DIRECTIONS)[number];
type Warning = keyof typeof WARNINGS;
type Problems = WarningList<keyof typeof PROBLEMS>;

export default defineTool({
  id: "csv-jsonl-converter",
  name: "CSV and JSON Lines Converter",
  category: "Data",
  description: "Converts CSV to JSON lines and back, with errors that name the row.",
  keywords: [
    "bigquery",
    "csv",
    "csv to jsonl",
    "dataset",
    "fine-tuning",
    "json lines",
    "jsonl",
    "jsonl to csv",
    "jsonlines",
    "ndjson",
    "ndjson to csv",
    "rows",
    "training data",
  ],
  aliases: ["csv-to-jsonl", "jsonl-to-csv"],
  aliasInput: {
    "csv-to-jsonl": { direction: "csv-to-jsonl" },
    "jsonl-to-csv": { direction: "jsonl-to-csv" },
  },
  version: "2026-11-20",

  input: INPUT,
  primary: "input",
  value: VALUE,
  verb: "convert",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "convert a spreadsheet or excel table to json lines for fine-tuning",
    "prepare a training data file for a model from csv",
    "open evaluation results in jsonl as a spreadsheet in excel",
    "ndjson to csv, newline delimited json from comma separated values and back",
    "every row of a csv or sheet as one json object per line",
    "which line of my jsonl is broken",
    "csv without header to jsonl with my own column names",
    "choose and order columns when exporting jsonl",
    "openai batch upload file from csv, tabular rows to streaming records",
    "convertir csv a jsonl, cada fila de la hoja como una línea",
    "jsonl in csv umwandeln, jede zeile der tabelle als json zeile",
    "convertir csv en jsonl, chaque ligne du tableur en une ligne json",
    "csv 转 jsonl 表格 每行",
    "csv を jsonl に変換する",
    "openai wants one object per line and my rows are in a sheet",
    "bigquery load file from an excel export, newline delimited",
    "annotators want the ndjson as a table they can open",
    "jsonl export from a labeling tool back into columns, errors with row numbers",
    "JSON Lines jsonlines.org, NDJSON, pandas to_json lines=True, BigQuery load, Elasticsearch _bulk",
    "stream-style records both ways: comma separated table into line-delimited objects and the reverse",
    "csv para jsonl, uma linha json por registro",
    "jsonl a csv para abrir en excel",
    "jsonl zu csv für excel, zeilenweise json",
    "jsonl を csv に変換 一行一オブジェクト",
  ],
  effort: 2,
  detect: (sample) =>
    /^\s*\{.*\}[ \t]*\r?\n\s*\{/.test(sample) &&
    peekJson(sample.trim().split("\n", 1).join()) !== undefined
      ? 0.96
      : 0.7 * detectCsv(sample),

  laws: [
    {
      name: "JSON lines made with types json come back from CSV as they were",
      holds(run, input) {
        const options = { delimiter: ",", types: "json" } as const;
        const read = run({ ...options, input: input.input ?? "", direction: "csv-to-jsonl" });
        // A mark before the first name would be taken for one before the text.
        if (!read.valid || read.value?.columns[0]?.startsWith("\ufeff")) return true;
        const lines = read.output ?? "";
        const csv = run({ ...options, input: lines, direction: "jsonl-to-csv" });
        const again = run({ ...options, input: csv.output ?? "", direction: "csv-to-jsonl" });
        return again.output === lines;
      },
    },
    {
      name: "every line that is not blank is a row or skipped",
      holds(run, input) {
        const { value } = run({ ...input, direction: "jsonl-to-csv" });
        if (!value) return true;
        const lines = (input.input ?? "").replace(/^\ufeff/, "").split(/\r\n|\r|\n/);
        const filled = lines.filter((line) => !/^[ \t]*$/.test(line));
        return value.rows + value.skipped.length === filled.length;
      },
    },
  ],
  examples: [
    {
      title: "Rows for fine-tuning",
      input: { input: 'prompt,completion\n"Say ""hi""",hi\n2+2,4\n' },
      expect: {
        output: '{"prompt":"Say \\"hi\\"","completion":"hi"}\n{"prompt":"2+2","completion":"4"}\n',
        value: { direction: "csv-to-jsonl", rows: 2 },
      },
    },
    {
      title: "Results as a spreadsheet",
      input: { input: '{"a":1.50,"b":[1,2]}\n{"a":null,"c":"x,y"}\n' },
      expect: { output: 'a,b,c\n1.50,"[1,2]",\n,,"x,y"\n', valid: true },
    },
    {
      title: "A broken line is left out and named",
      input: { input: '{"a":1}\n{"a":2,}\n{"a":3}\n' },
      expect: {
        output: "a\n1\n3\n",
        valid: false,
        value: { skipped: [{ line: 2, code: "JSONL_LINE_INVALID" }] },
      },
    },
    {
      title: "Strict stops at a ragged record",
      input: { input: "a,b\n1\n", strict: true },
      expect: { ok: false, error: { code: "CSV_RAGGED" } },
    },
  ],

  run(input, { longestOutput: longest }) {
    const delimiter = resolveReadingDelimiter(input.delimiter);
    if (delimiter === undefined) return fail(invalidDelimiter(input.delimiter), { valid: false });
    const problems: Problems = new WarningList();
    const header = readHeader(input, delimiter === "auto" ? "," : delimiter, problems);
    if ("code" in header) return fail(header, { valid: false });
    return directionOf(input) === "csv-to-jsonl"
      ? toJsonLines({ ...input, longest }, delimiter, header.names, problems)
      : toCsv(
          { ...input, longest },
          delimiter === "auto" ? "," : delimiter,
          header.names,
          problems,
        );
  },
});

function directionOf({ direction, input }: Input): Direction {
  if (direction !== "auto") return direction;
  return beginsWithObjectLine(input) ? "jsonl-to-csv" : "csv-to-jsonl";
}

/** The names that customHeaders gives, where it is to give any. */
function readHeader(
  { headerMode, customHeaders }: Input,
  delimiter: string,
  problems: Problems,
): { names: readonly string[] | undefined } | Entry<"CSV_UNTERMINATED_QUOTE" | "HEADERS_MISSING"> {
  if (headerMode !== "custom") return { names: undefined };
  const path = "/customHeaders";
  const reader = new CsvReader(customHeaders, { delimiter });
  const record = reader.next();
  const { starts } = reader;
  const another = record === undefined ? undefined : reader.next();
  if (reader.unterminated !== undefined) {
    return unterminatedQuote(customHeaders, reader.unterminated, path);
  }
  if (record === undefined || another !== undefined) {
    const found = record === undefined ? "no names" : "more than one record";
    const message = `Cannot use customHeaders: found ${found}, expected the columns as one CSV record`;
    return { code: "HEADERS_MISSING", message, path };
  }
  const find = positionFinder(customHeaders);
  const names = uniqueNames(record.cells, (code, index, name) => {
    problems.add(code, () => headerProblem(code, name, { path, ...find(starts[index] ?? 0) }));
  });
  return { names };
}

interface LargeInput extends Input {
  readonly longest: number;
}

function toJsonLines(
  input: LargeInput,
  delimiter: string,
  names: readonly string[] | undefined,
  problems: Problems,
) {
  const header = names ?? (input.headerMode === "none" ? "none" : "first");
  const sink = /^\s*\[/.test(input.input) ? withHint(problems) : problems;
  const table = readTable(input.input, { delimiter, header }, sink);
  const common = {
    input,
    problems,
    direction: "csv-to-jsonl",
    delimiter: table.delimiter,
  } as const;
  if (table.unterminated !== undefined) {
    const error = unterminatedQuote(input.input, table.unterminated, "/input");
    return fail(error, { valid: false, warnings: problems.list() });
  }
  const parts = { ...common, columns: table.columns, rows: table.records.length };
  if (rowsPassLimit(table, 0, input.longest)) return finish({ ...parts, output: undefined });
  const rows = rowNodes(table, { headers: true, types: input.types, nullValues: [] });
  const output = rows.map((row) => `${minifyJson(row)}\n`).join("");
  return finish({ ...parts, output });
}

/** Text that begins as a JSON array does is hardly meant as CSV. */
function withHint(problems: Problems): CsvProblems {
  const hint = "json-to-csv reads a JSON array of objects";
  return { add: (code, detail) => problems.add(code, () => ({ ...detail(), hint })) };
}

function toCsv(
  input: LargeInput,
  delimiter: string,
  names: readonly string[] | undefined,
  problems: Problems,
) {
  const findings = new WarningList<"DUPLICATE_KEY" | "LONE_SURROGATE">();
  const lines = readJsonLines(input.input, problems, findings);
  const columns = names ?? keysOf(lines.rows);
  if (names !== undefined) noteUnknownKeys(lines.rows, names, input.input, problems);
  const parts = {
    input,
    problems,
    direction: "jsonl-to-csv",
    delimiter,
    columns,
    rows: lines.rows.length,
    skipped: lines.skipped,
    findings: findings.list(),
  } as const;
  // Each cell takes at least its delimiter.
  const tooLarge = columns.length * lines.rows.length > input.longest;
  const output = tooLarge
    ? undefined
    : writeTable(lines.rows, columns, delimiter, input.headerMode !== "none");
  return finish({ ...parts, output });
}

interface Parts {
  readonly input: LargeInput;
  readonly direction: Direction;
  readonly delimiter: string;
  readonly columns: readonly string[];
  readonly rows: number;
  readonly skipped?: readonly number[];
  readonly problems: Problems;
  readonly findings?: readonly Entry<JsonWarning>[];
  /** Undefined where it would be too long. */
  readonly output: string | undefined;
}

function finish(parts: Parts) {
  const { input, direction, delimiter, columns, rows, problems, findings = [], output } = parts;
  const { longest } = input;
  const skipped = (parts.skipped ?? []).map((line) => ({ line, code: "JSONL_LINE_INVALID" }));
  const found = problems.list();
  const marks = input.input.startsWith("\ufeff") ? [bomRemoved()] : [];
  const data = {
    value: { direction, columns: [...columns], rows, skipped },
    valid: problems.size === 0,
    stats: { rows, columns: columns.length, delimiter },
  };
  const [first, ...others] = input.strict ? asErrors(found) : [];
  if (first !== undefined) {
    return fail([first, ...others], { ...data, warnings: joinEntries<Warning>(marks, findings) });
  }
  const warnings = joinEntries<Warning>(marks, found, findings);
  if (output === undefined || output.length > longest) {
    return fail(outputTooLarge("Give fewer columns or rows", longest), { ...data, warnings });
  }
  return done({ ...data, output, warnings });
}
