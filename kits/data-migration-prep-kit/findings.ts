/** What is said of rows that were put aside, of columns, and of what the target cannot hold. */
import { readDateTime } from "../../tools/_lib/time/calendar.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import { quoted } from "../../tools/_lib/text/shown.ts";
import type { Work } from "../data-migration-prep-kit.ts";
import type { ColumnFacts } from "./columns.ts";
import { type Dialect, DIALECTS } from "./dialects.ts";
import type { Migration } from "./files.ts";
import { cellText } from "./read.ts";
import { keysOf } from "./rows.ts";
import { keyProblem, wholeKeyProblem } from "./sql.ts";

/** Where a column comes from, for who wants to mend it. */
const pathOf = (index: number, { input }: Work) =>
  input.mapping === undefined || index < 0 ? "/source" : `/mapping/${index}`;

export function tellRejects({ rejects, targets }: Migration, work: Work): void {
  const { report, input } = work;
  if (rejects.length === 0) return;
  const isTooMany = rejects.length > input.maxRejects;
  const message = `${counted(rejects.length, "row")} ${rejects.length === 1 ? "was" : "were"} put aside, ${input.maxRejects} may be: rejects.csv says why`;
  report.find(isTooMany ? "error" : "warning", "map", {
    code: "ROWS_REJECTED",
    message,
    path: "/source",
    expected: input.maxRejects,
    received: rejects.length,
  });
  const counts = new Map<string, { column: string; code: string; count: number }>();
  for (const { column, code } of rejects.flatMap(({ problems }) => problems)) {
    const name = JSON.stringify([column, code]);
    counts.set(name, { column, code, count: (counts.get(name)?.count ?? 0) + 1 });
  }
  const places = new Map(targets.map(({ name }, index) => [name, index]));
  for (const { column, code, count } of counts.values()) {
    report.find("info", "map", {
      code: "REJECT_REASON",
      message: `${code} in ${column === "" ? "the row as a whole" : quoted(column)}: ${counted(count, "row")}`,
      path: pathOf(places.get(column) ?? -1, work),
      subject: column,
      received: count,
    });
  }
}

export function tellColumns(migration: Migration, work: Work): void {
  const { columns, source, targets } = migration;
  const used = new Set(targets.flatMap(({ sources }) => sources));
  for (const column of source.columns.filter((one) => !used.has(one))) {
    const message = `The column ${quoted(column)} of the source is in no entry of the mapping`;
    const finding = { code: "COLUMN_UNUSED", message, path: "/source", subject: column };
    work.report.find("info", "map", finding);
  }
  for (const [index, { name, looksLike }] of columns.entries()) {
    if (!NARROWER.has(looksLike) || targets[index]?.type !== "text") continue;
    const message = `All texts of ${quoted(name)} could be of the type ${looksLike}`;
    const finding = { code: "TYPE_NARROWER", message, subject: name, expected: looksLike };
    work.report.find("info", "map", { ...finding, path: pathOf(index, work) });
  }
  if (work.input.target) tellTarget(migration, work.input.target.dialect, work);
}

const NARROWER: ReadonlySet<string> = new Set([
  "integer",
  "number",
  "boolean",
  "date",
  "timestamp",
]);

type DialectName = keyof typeof DIALECTS;

function tellTarget({ columns }: Migration, name: DialectName, work: Work): void {
  const dialect = DIALECTS[name];
  for (const part of work.input.target?.table.split(".") ?? []) {
    const problem = dialect.nameProblem(part);
    if (problem) tellLimit(problem, part, name, "/target/table", work);
  }
  for (const [index, column] of columns.entries()) {
    const path = pathOf(index, work);
    for (const problem of problemsOf(column, dialect)) {
      tellLimit(problem, column.name, name, path, work);
    }
    tellWritten(column, name, path, work);
  }
  const whole = wholeKeyProblem(columns, dialect);
  if (whole) tellLimit(whole, keysOf(work.input.key).join(", "), name, "/key", work);
  if (dialect.ignoresCase && name !== "sqlite") tellKeyCase(columns, name, work);
}

function problemsOf(column: ColumnFacts, dialect: Dialect): readonly string[] {
  const { name, numbers } = column;
  const problems = [
    dialect.nameProblem(name),
    numbers === null ? undefined : dialect.numberProblem(numbers),
    keyProblem(column, dialect),
  ];
  return problems.filter((problem) => problem !== undefined);
}

function tellLimit(
  problem: string,
  subject: string,
  dialect: DialectName,
  path: string,
  { report }: Work,
): void {
  const message = `${quoted(subject)} does not fit ${dialect}: it has ${problem}`;
  report.find("error", "files", { code: "TARGET_LIMIT", message, path, subject });
}

const NEAR_LIMIT = { from: 230, to: 255 };
/** Digits of a second that a column keeps. */
const KEPT_DIGITS: Readonly<Record<DialectName, number>> = {
  postgresql: 6,
  mysql: 6,
  sqlite: 9,
  mssql: 7,
};

function tellWritten(column: ColumnFacts, dialect: DialectName, path: string, { report }: Work) {
  const { name, maxLength, type, cells } = column;
  const isNear = (maxLength ?? 0) >= NEAR_LIMIT.from && (maxLength ?? 0) <= NEAR_LIMIT.to;
  if (isNear && (dialect === "mysql" || dialect === "mssql")) {
    const message = `${quoted(name)} has a text of ${maxLength} characters, near the 255 of its type`;
    const finding = { code: "LENGTH_NEAR_LIMIT", message, path, subject: name };
    report.find("info", "files", { ...finding, received: maxLength });
  }
  const halves = cells.filter((cell) => !cellText(cell).isWellFormed()).length;
  if (halves > 0) {
    const message = `${counted(halves, "cell")} of ${quoted(name)} ${halves === 1 ? "holds" : "hold"} half of a surrogate pair, which load.sql has as U+FFFD`;
    const finding = { code: "TEXT_NOT_UNICODE", message, path, subject: name, received: halves };
    report.find("warning", "files", finding);
  }
  if (type !== "timestamp") return;
  const unit = 10 ** (9 - KEPT_DIGITS[dialect]);
  const rounded = cells.filter((cell) => {
    const { nanosecond = 0 } = readDateTime(cellText(cell))?.local ?? {};
    return nanosecond % unit !== 0;
  }).length;
  if (rounded === 0) return;
  const message = `${counted(rounded, "moment")} of ${quoted(name)} ${rounded === 1 ? "has" : "have"} more than the ${KEPT_DIGITS[dialect]} digits that ${dialect} keeps`;
  const finding = { code: "TIME_ROUNDED", message, path, subject: name, received: rounded };
  report.find("warning", "files", finding);
}

/** By its usual collation the database takes such keys for one, and refuses the second row. */
function tellKeyCase(columns: readonly ColumnFacts[], dialect: DialectName, { report }: Work) {
  const keys = columns.filter(({ target }) => target.isKey);
  if (!keys.some(({ type }) => type === "text")) return;
  const rows = keys[0]?.cells.map((_, row) =>
    JSON.stringify(
      keys.map(({ cells }) => cellText(cells[row] ?? { type: "null", start: -1, end: -1 })),
    ),
  );
  const lost = (rows?.length ?? 0) - new Set(rows?.map((row) => row.toLowerCase())).size;
  if (lost === 0) return;
  const message = `${counted(lost, "key")} ${lost === 1 ? "differs" : "differ"} from another in letter case alone: where the collation of ${dialect} does not tell them apart, load.sql fails`;
  report.find("warning", "files", { code: "KEY_CASE", message, path: "/key", received: lost });
}
