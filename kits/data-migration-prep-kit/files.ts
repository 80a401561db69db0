/** The rows in files, the scripts of the target, and the order of work. */
import type { JsonNode } from "../../tools/_lib/json/tree/tree.ts";
import { minifyJson } from "../../tools/_lib/json/tree/write.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import writeCsv from "../../tools/json-to-csv.ts";
import type { CsvCell } from "../_core/csv.ts";
import { codeBlock, codeSpan, plainText, tableOr } from "../_core/page.ts";
import type { ColumnType, DialectName, Entry, Work } from "../data-migration-prep-kit.ts";
import { type ColumnFacts, unscaled } from "./columns.ts";
import { cellText, type Source } from "./read.ts";
import { type NewRow, type Reject, rowNode, sourcesOf, type Target } from "./rows.ts";
import { isTooFine } from "./dialects.ts";
import { createTable, loadRows, tableName, type TargetTable, verifyRows } from "./sql.ts";

export interface Migration {
  readonly source: Source;
  readonly targets: readonly Target[];
  readonly rows: readonly NewRow[];
  /** In the order of the source. */
  readonly rejects: readonly Reject[];
  readonly reasons: ReadonlyMap<string, number>;
  readonly columns: readonly ColumnFacts[];
  /** Given or inferred. */
  readonly schema: string | undefined;
}

export function writeFiles(migration: Migration, work: Work): void {
  const { report, input } = work;
  const { targets, rows, columns, schema } = migration;
  const lines = rows.map((row) => minifyJson(rowNode(row, targets), Infinity) ?? "{}");
  report.ownText("migrated.jsonl", lines.map((line) => `${line}\n`).join(""));
  const isWritten = writeTable(lines, targets, work);
  writeRejects(migration, work);
  report.file("schema.json", schema ?? schemaOf(columns));
  const target = tableOf(migration, work);
  if (target) {
    report.file("create-table.sql", createTable(columns, target));
    report.file("load.sql", loadRows(columns, target));
    report.file("verify.sql", verifyRows(columns, target));
  }
  report.csv(
    "mapping.csv",
    ["to", "from", "type", "transform", "required"],
    targets.map(({ entry, name, type }) => [
      name,
      fromText(entry),
      type,
      (entry.transform ?? [])
        .map((step) => (typeof step === "string" ? step : JSON.stringify(step)))
        .join("; "),
      entry.required ?? false,
    ]),
  );
  report.file("RUNBOOK.md", runbook(migration, target, input.key));
  if (isWritten) report.finish("files", counted(report.deliverables.length, "file"));
}

/** The target, where there is a column that a table can have. */
function tableOf({ columns }: Migration, { input }: Work): TargetTable | undefined {
  return columns.length > 0 ? input.target : undefined;
}

/** Each row has all columns in their order: named again, they would lose the blanks around their names. */
function writeTable(lines: readonly string[], targets: readonly Target[], work: Work): boolean {
  if (lines.length === 0 && targets.length > 0) {
    const names = targets.map(({ name }) => name);
    work.report.csv("migrated.csv", names, []);
    return true;
  }
  const { ok, output, errors } = work.ctx.step(writeCsv, {
    input: `[${lines.join(",")}]`,
    nested: "json",
    guardFormulas: true,
  });
  if (ok) work.report.ownText("migrated.csv", output ?? "");
  else work.report.stageFailed("files", errors?.[0] ?? { code: "", message: "No CSV was written" });
  return ok;
}

function writeRejects({ source, rejects }: Migration, { report }: Work): void {
  report.csv(
    "rejects.csv",
    [...source.columns, "_row", "_problems"],
    rejects.map(({ row, problems }) => [
      ...source.columns.map((column) => csvCell(source.rows[row]?.get(column))),
      row,
      problems.map(({ column, code }) => `${column}:${code}`).join("; "),
    ]),
  );
}

/** A number of JSON is none that a spreadsheet would run. */
function csvCell(cell: JsonNode | undefined): CsvCell {
  if (cell === undefined) return "";
  return cell.type === "number" ? { digits: cell.text } : cellText(cell);
}

/** What a column is made of, a constant as JSON. */
function fromText(entry: Entry): string {
  return entry.value === undefined
    ? sourcesOf(entry).join(" + ")
    : `value ${JSON.stringify(entry.value)}`;
}

const JSON_TYPES: Readonly<Record<ColumnType, object>> = {
  text: { type: "string" },
  integer: { type: "integer" },
  number: { type: "number" },
  boolean: { type: "boolean" },
  date: { type: "string", format: "date" },
  timestamp: { type: "string", format: "date-time" },
  uuid: { type: "string", format: "uuid" },
  json: {},
};

/** Where no row says what rows are, the mapping does. */
function schemaOf(columns: readonly ColumnFacts[]): string {
  const properties = columns.map(({ name, type }) => [name, JSON_TYPES[type]] as const);
  return JSON.stringify(
    {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      title: "Row",
      type: "object",
      properties: Object.fromEntries(properties),
      required: columns.map(({ name }) => name),
      additionalProperties: false,
    },
    null,
    2,
  );
}

/** How each database runs a file and stops at the first error. */
const COMMANDS: Readonly<Record<DialectName, (file: string) => string>> = {
  postgresql: (file) => `psql -v ON_ERROR_STOP=1 -d "$DATABASE" -f ${file}`,
  mysql: (file) => `mysql --default-character-set=utf8mb4 --batch "$DATABASE" < ${file}`,
  sqlite: (file) => `sqlite3 -bail "$DATABASE" < ${file}`,
  mssql: (file) => `sqlcmd -b -f 65001 -d "$DATABASE" -i ${file}`,
};

/** What to know before a script is run. */
const NOTES: Readonly<Record<DialectName, string>> = {
  postgresql: "`load.sql` is one transaction: after an error nothing of it is there.",
  mysql:
    "`load.sql` is one transaction where the table's engine has them (InnoDB has). It needs backslash escapes, which the mode NO_BACKSLASH_ESCAPES turns off. Moments are written in UTC, as a datetime has no zone.",
  sqlite: "`load.sql` is one transaction: with `-bail` an error leaves nothing of it.",
  mssql:
    "`load.sql` is one transaction; `sqlcmd -b` stops at an error, and the open transaction ends with its connection.",
};

function runbook(
  migration: Migration,
  target: TargetTable | undefined,
  key: string | readonly string[],
): string {
  const { source, rows, rejects, columns } = migration;
  return [
    "# Runbook",
    `${counted(source.rows.length, "row")} in the source, ${rows.length} to be loaded, ${rejects.length} put aside.`,
    "## Order of work",
    ...orderOf(migration, target),
    "## Figures to expect",
    tableOr(
      "No columns.",
      ["Column", "Type", "Filled", "Empty", "Distinct", "Sum"],
      figuresOf(columns),
    ),
    ...(key.length === 0 ? ["Rows have no key: nothing tells whether one was loaded twice."] : []),
    "## Put aside",
    ...rejectsPart(migration),
    "## How to roll back",
    ...rollback(target),
  ].join("\n\n");
}

/** Columns whose type is not what the mapping says, as the database would round what is in them. */
function keptAsText({ columns }: Migration, dialect: DialectName): string[] {
  if (dialect !== "sqlite") return [];
  const names = columns.filter(({ type, numbers }) => numbers && isTooFine(type, numbers));
  if (names.length === 0) return [];
  const list = names.map(({ name }) => codeSpan(name)).join(", ");
  return [
    `Declared as TEXT: ${list}. SQLite would round numbers of so many digits; \`verify.sql\` adds them up exactly all the same.`,
  ];
}

function orderOf(migration: Migration, target: TargetTable | undefined): string[] {
  const first =
    migration.rejects.length === 0
      ? []
      : [
          "Look at `rejects.csv`: mend the rows in the source and run again, or decide to leave them.",
        ];
  if (!target) {
    const load = "Load `migrated.jsonl` or `migrated.csv` by the new system's own import.";
    const compare = "Compare its row count and sums with the figures below.";
    return [numbered([...first, "Check the first rows of `migrated.csv` by eye.", load, compare])];
  }
  const { dialect } = target;
  const command = COMMANDS[dialect];
  const files = ["create-table.sql", "load.sql", "verify.sql"];
  return [
    numbered([
      ...first,
      "Back the target database up, and stop what writes into the table.",
      `Create ${codeSpan(tableName(target))}: \`create-table.sql\`. Leave this out where the table is there already.`,
      "Load the rows: `load.sql`.",
      "Prove it: `verify.sql` gives one row for each check, and `ok` is 1 in all of them.",
    ]),
    codeBlock(files.map(command).join("\n"), "sh"),
    NOTES[dialect],
    ...keptAsText(migration, dialect),
  ];
}

function numbered(steps: readonly string[]): string {
  return steps.map((step, index) => `${index + 1}. ${step}`).join("\n");
}

function figuresOf(columns: readonly ColumnFacts[]) {
  return columns.map(({ name, type, filled, cells, distinct, numbers }) => [
    plainText(name),
    type,
    String(filled),
    String(cells.length - filled),
    String(distinct),
    numbers === null ? "" : unscaled(numbers.sum, numbers.scale),
  ]);
}

const MOST_LISTED = 50;

function rejectsPart({ rejects, reasons, source }: Migration): string[] {
  if (rejects.length === 0) return ["Nothing."];
  const counts = [...reasons].map(([code, count]) => [
    code,
    MEANINGS[code] ?? "The schema's rule",
    String(count),
  ]);
  const rows = rejects
    .slice(0, MOST_LISTED)
    .map(({ row, problems }) => [
      String(row),
      plainText(problems.map(({ column, code }) => `${column}: ${code}`).join("; ")),
    ]);
  const left = rejects.length - rows.length;
  return [
    tableOr("", ["Code", "Meaning", "Times"], counts),
    `Rows are counted from 0 among the ${source.rows.length} of the source; \`rejects.csv\` has them whole.`,
    tableOr("", ["Row", "Why"], rows),
    ...(left > 0 ? [`${left} more in \`rejects.csv\``] : []),
  ];
}

const MEANINGS: Readonly<Record<string, string>> = {
  REQUIRED_EMPTY: "A column that is required has nothing",
  TYPE_INVALID: "A cell is not of its column's type",
  MAP_NO_ENTRY: "A table has no entry for the text",
  NUMBER_INVALID: "A text is no number as the step writes them",
  DATE_INVALID: "A text has none of the formats, or is a day that does not exist",
  BOOLEAN_INVALID: "A text is in neither list",
  TEXT_NUL: "A text holds U+0000, which PostgreSQL cannot",
  KEY_EMPTY: "A column of the key has nothing",
  KEY_DUPLICATE: "An earlier row has the key",
};

function rollback(target: TargetTable | undefined): string[] {
  if (!target) return ["Delete what was imported, by the new system's own means."];
  const table = tableName(target);
  return [
    "Before `COMMIT` nothing has to be undone. Afterwards, where `create-table.sql` made the table and nothing else writes into it:",
    codeBlock(`DROP TABLE ${table};`, "sql"),
    "Where the table was there before, restore the backup, or delete the rows whose keys `migrated.csv` lists.",
  ];
}

/** What to do now, the most urgent first. */
export function nextSteps({ rejects }: Migration, { report, input }: Work): string[] {
  const has = (code: string) => (report.counts.byCode[code] ?? 0) > 0;
  const steps: string[] = [];
  if (rejects.length > 0) {
    steps.push(
      "Open `rejects.csv`: mend the rows it lists, or the `mapping`, or allow them with `maxRejects`.",
    );
  }
  if (has("TARGET_LIMIT"))
    steps.push("Mend what the target cannot hold: the findings TARGET_LIMIT name it.");
  if (has("PERSONAL_DATA")) steps.push("Keep all files where personal data may be.");
  if (has("COLUMN_UNUSED"))
    steps.push("Look at columns that no entry of `mapping` uses: they stay behind.");
  if (input.target === undefined) {
    steps.push("Name the table in `target` for scripts that create, load and verify it.");
  } else if (report.verdict !== "fail") {
    steps.push("Run `create-table.sql`, `load.sql` and `verify.sql` as `RUNBOOK.md` says.");
  }
  return steps;
}
