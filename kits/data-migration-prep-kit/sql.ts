/** The table, its rows, and the queries that prove afterwards that everything arrived. */
import type { JsonNode } from "../../tools/_lib/json/tree/tree.ts";
import type { Input } from "../data-migration-prep-kit.ts";
import { type ColumnFacts, unscaled } from "./columns.ts";
import { type Dialect, DIALECTS, isTooFine, literal } from "./dialects.ts";
import { inKeyOrder } from "./rows.ts";

export type TargetTable = NonNullable<Input["target"]>;

export const DEFAULT_BATCH = 500;

/** The name of a table, cut at its dot. */
export function tableName({ table, dialect }: TargetTable): string {
  return table.split(".").map(DIALECTS[dialect].name).join(".");
}

const keyNames = (columns: readonly ColumnFacts[], dialect: Dialect) =>
  keyColumns(columns).map(({ name }) => dialect.name(name));

function keyColumns(columns: readonly ColumnFacts[]): readonly ColumnFacts[] {
  return inKeyOrder(columns, ({ target }) => target);
}

export function createTable(columns: readonly ColumnFacts[], target: TargetTable): string {
  const dialect = DIALECTS[target.dialect];
  const lines = columns.map((column) => {
    const isNeeded = column.target.isKey || !column.nullable;
    return `  ${dialect.name(column.name)} ${dialect.type(column)}${isNeeded ? " NOT NULL" : ""}`;
  });
  const keys = keyNames(columns, dialect);
  const hasProblem = columns.some((column) => keyProblem(column, dialect));
  const hasKey = keys.length > 0 && !hasProblem && !wholeKeyProblem(columns, dialect);
  if (hasKey) lines.push(`  PRIMARY KEY (${keys.join(", ")})`);
  return `CREATE TABLE ${tableName(target)} (\n${lines.join(",\n")}\n);`;
}

export function keyProblem(column: ColumnFacts, dialect: Dialect): string | undefined {
  return column.target.isKey ? dialect.keyProblem(column) : undefined;
}

/** Why columns that could each be a key cannot be one together. */
export function wholeKeyProblem(
  columns: readonly ColumnFacts[],
  dialect: Dialect,
): string | undefined {
  const key = keyColumns(columns);
  const isOne = key.length < 2 || key.some((column) => keyProblem(column, dialect));
  return isOne ? undefined : dialect.wholeKeyProblem(key);
}

export function loadRows(columns: readonly ColumnFacts[], target: TargetTable): string {
  const { dialect, batchSize = DEFAULT_BATCH } = target;
  const names = columns.map(({ name }) => DIALECTS[dialect].name(name)).join(", ");
  const count = columns[0]?.cells.length ?? 0;
  const statements: string[] = [];
  for (let from = 0; from < count; from += batchSize) {
    const rows: string[] = [];
    for (let row = from; row < Math.min(from + batchSize, count); row++) {
      const cells = columns.map((column) =>
        literal(column.cells[row] as JsonNode, column, dialect),
      );
      rows.push(`  (${cells.join(", ")})`);
    }
    statements.push(`INSERT INTO ${tableName(target)} (${names}) VALUES\n${rows.join(",\n")};`);
  }
  return [DIALECTS[dialect].begin, ...statements, "COMMIT;"].join("\n");
}

/** Queries of one row each: check, expected, actual, ok (1 or 0). */
export function verifyRows(columns: readonly ColumnFacts[], target: TargetTable): string {
  const dialect = DIALECTS[target.dialect];
  const table = tableName(target);
  const count = columns[0]?.cells.length ?? 0;
  const query = (check: string, expected: string, actual: string, from = table) => {
    const names = ["check", "expected", "actual", "ok"].map((name) => dialect.name(name));
    return [
      `SELECT ${dialect.text(check)} AS ${names[0]}, ${expected} AS ${names[1]}, v AS ${names[2]},`,
      `  CASE WHEN v = ${expected} THEN 1 ELSE 0 END AS ${names[3]}`,
      `  FROM (SELECT ${actual} AS v FROM ${from}) AS q;`,
    ].join("\n");
  };
  const keys = keyNames(columns, dialect).join(", ");
  return [
    query("rows", String(count), "COUNT(*)"),
    ...columns.flatMap((column) => {
      if (column.numbers === null) return [];
      const { expected, actual } = sumOf(column, target);
      return [query(`sum of ${column.name}`, expected, actual)];
    }),
    ...columns
      .filter(({ nullable }) => nullable)
      .map(({ name, filled }) =>
        query(
          `nulls in ${name}`,
          String(count - filled),
          `COUNT(*) - COUNT(${dialect.name(name)})`,
        ),
      ),
    ...(keys === ""
      ? []
      : [
          query(
            "keys that occur twice",
            "0",
            "COUNT(*)",
            `(SELECT ${keys} FROM ${table} GROUP BY ${keys} HAVING COUNT(*) > 1) AS d`,
          ),
        ]),
  ].join("\n");
}

/** The sum of a column as each database can have it exactly. */
function sumOf(column: ColumnFacts, { dialect }: TargetTable) {
  const { numbers } = column;
  const { sum = 0n, scale = 0 } = numbers ?? {};
  const name = DIALECTS[dialect].name(column.name);
  const expected = unscaled(sum, scale);
  if (dialect === "sqlite") return sqliteSum(column, name, expected);
  // Sums of SQL Server have the type of what is added, which may be too small.
  const added = dialect === "mssql" ? `CAST(${name} AS decimal(38,${scale}))` : name;
  return { expected, actual: `COALESCE(SUM(${added}), 0)` };
}

const INT64 = 2n ** 63n;

/** SQLite adds whole numbers exactly, and doubles not: decimals are added as whole numbers, long ones in parts. */
function sqliteSum({ type, numbers }: ColumnFacts, name: string, expected: string) {
  const { scaled = [], scale = 0 } = numbers ?? {};
  const total = scaled.reduce((all, one) => all + (one < 0n ? -one : one), 0n);
  if (total >= INT64 || (numbers && isTooFine(type, numbers)))
    return sumInParts(scaled, scale, name);
  if (scale === 0) return { expected, actual: `COALESCE(SUM(${name}), 0)` };
  const sum = `COALESCE(SUM(CAST(ROUND(${name} * 1${"0".repeat(scale)}.0) AS INTEGER)), 0)`;
  const unit = `1${"0".repeat(scale)}`;
  const sign = `CASE WHEN ${sum} < 0 THEN '-' ELSE '' END`;
  const actual = `${sign} || printf('%d.%0${scale}d', ABS(${sum}) / ${unit}, ABS(${sum}) % ${unit})`;
  return { expected: `'${expected}'`, actual };
}

const PART = 9;

/** The digits of all numbers cut into parts of nine, and each part added by itself. */
function sumInParts(scaled: readonly bigint[], scale: number, name: string) {
  const digits = scaled.map((one) => String(one < 0n ? -one : one));
  const longest = digits.reduce((most, { length }) => Math.max(most, length), 1);
  const count = Math.ceil(longest / PART);
  const width = count * PART;
  const text = `CAST(${name} AS TEXT)`;
  const places = `CASE instr(${text}, '.') WHEN 0 THEN 0 ELSE length(${text}) - instr(${text}, '.') END`;
  const zeros = `'${"0".repeat(width)}'`;
  const bare = `replace(replace(${text}, '-', ''), '.', '')`;
  const padded = `substr(${zeros} || ${bare} || substr('${"0".repeat(scale)}', 1, ${scale} - (${places})), -${width})`;
  const sign = `CASE substr(${text}, 1, 1) WHEN '-' THEN -1 ELSE 1 END`;
  const expected: string[] = [];
  const actual: string[] = [];
  for (let part = 0; part < count; part++) {
    const cut = digits.map((all) => all.padStart(width, "0").slice(part * PART, (part + 1) * PART));
    const sum = cut.reduce((all, one, at) => {
      return (scaled[at] ?? 0n) < 0n ? all - BigInt(one) : all + BigInt(one);
    }, 0n);
    expected.push(String(sum));
    const piece = `CAST(substr(${padded}, ${part * PART + 1}, ${PART}) AS INTEGER)`;
    actual.push(`COALESCE(SUM(${sign} * ${piece}), 0)`);
  }
  return { expected: `'${expected.join(" ")}'`, actual: actual.join(" || ' ' || ") };
}
