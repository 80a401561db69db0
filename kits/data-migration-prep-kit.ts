import { type Static, Type } from "@sinclair/typebox";
import { dataOrJson, jsonField, mapOf, oneOf, whole } from "../tools/_core/fields.ts";
import type { Entry as Problem, Outcome } from "../tools/_core/tool.ts";
import { DOCUMENT_FAILURES } from "../tools/_lib/fields/document-field.ts";
import { memberOf } from "../tools/_lib/json/tree/members.ts";
import { readJson } from "../tools/_lib/json/tree/read.ts";
import {
  addDecimals,
  compareDecimals,
  type Decimal,
  readDecimal,
} from "../tools/_lib/numbers/decimal-text.ts";
import { INPUT_FAILURES, inputInvalid, outOfBounds } from "../tools/_lib/results/input-invalid.ts";
import { OUTPUT_FAILURES, outputTooLarge } from "../tools/_lib/results/output-limit.ts";
import { failOnField } from "../tools/_lib/results/review/shapes.ts";
import { SCHEMA_FAILURES } from "../tools/_lib/schemas/json-schema/trouble.ts";
import { counted } from "../tools/_lib/text/plural.ts";
import convertLines from "../tools/csv-jsonl-converter.ts";
import convertCsv from "../tools/csv-to-json.ts";
import formatJson from "../tools/json-formatter.ts";
import validate from "../tools/json-schema-validator.ts";
import writeCsv from "../tools/json-to-csv.ts";
import inferSchema from "../tools/schema-converter.ts";
import redactLog from "../tools/sensitive-log-redaction-evidence.ts";
import reconcile from "../tools/structured-data-reconciliation.ts";
import { filesLaw } from "./_core/files-law.ts";
import { defineKit, type KitCtx } from "./_core/kit.ts";
import { kitValue } from "./_core/kit-value.ts";
import { KitReport } from "./_core/report.ts";
import {
  findPersonalData,
  fitRows,
  inferRowSchema,
  reconcileRows,
} from "./data-migration-prep-kit/checks.ts";
import { columnFacts, profileOf, unscaled } from "./data-migration-prep-kit/columns.ts";
import { type Migration, nextSteps, writeFiles } from "./data-migration-prep-kit/files.ts";
import { tellColumns, tellRejects } from "./data-migration-prep-kit/findings.ts";
import { problemsOf } from "./data-migration-prep-kit/problems.ts";
import {
  formatOf,
  READERS,
  readSource,
  readSummary,
  type Source,
} from "./data-migration-prep-kit/read.ts";
import {
  checkKeys,
  keysOf,
  type Mapped,
  mapRows,
  type Target,
  targetsOf,
} from "./data-migration-prep-kit/rows.ts";

const FAILURES = {
  ...INPUT_FAILURES,
  ...OUTPUT_FAILURES,
  ...DOCUMENT_FAILURES,
  ...SCHEMA_FAILURES,
  ...convertCsv.failures,
  ...convertLines.failures,
  COLUMN_UNKNOWN: "The mapping names a column that the source does not have",
  DUPLICATE_COLUMN: "Two columns of the new table have one name",
  KEY_COLUMN_UNKNOWN: "The key names a column that the new table does not have",
  FORMAT_INVALID: "A format of dates has no year, no month or no day",
  ROWS_REJECTED: "More rows were put aside than maxRejects allows",
  RECONCILE_DIFFERENCE: "A cell or a key of the new rows is not what the source has",
  TARGET_LIMIT: "The database cannot hold a name, a number or a key",
  STAGE_FAILED: "A tool could not do its part",
  DATA_MIGRATION_PREP_KIT_FAILED: "The gate is set, and a finding closes it",
} as const;

const WARNINGS = {
  ROWS_REJECTED: "Rows were put aside",
  PERSONAL_DATA: "The source holds personal data or secrets",
  KEY_CASE: "Keys differ in letter case alone, which the database may not tell apart",
  TEXT_NOT_UNICODE: "Texts hold halves of surrogate pairs, which scripts write as U+FFFD",
  TIME_ROUNDED: "Moments have more digits than the database keeps",
} as const;

export const COLUMN_TYPES = [
  "text",
  "integer",
  "number",
  "boolean",
  "date",
  "timestamp",
  "uuid",
  "json",
] as const;

const WORD = Type.String({ maxLength: 200 });

const STEP = Type.Union([
  oneOf(["trim", "collapse", "lower", "upper", "digits"]),
  Type.Object(
    { op: Type.Literal("replace"), find: Type.String({ minLength: 1 }), with: Type.String() },
    { additionalProperties: false },
  ),
  Type.Object(
    {
      op: Type.Literal("split"),
      separator: Type.String({ minLength: 1 }),
      index: whole({
        description: "From 0; negative from the end",
        minimum: -1000,
        maximum: 1000,
      }),
    },
    { additionalProperties: false },
  ),
  Type.Object(
    {
      op: Type.Literal("map"),
      table: mapOf(Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]), {
        description: "Text → what it becomes",
      }),
      default: Type.Optional(
        Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()], {
          description: "For texts without an entry, which are else a problem",
        }),
      ),
    },
    { additionalProperties: false },
  ),
  Type.Object(
    {
      op: Type.Literal("number"),
      decimal: Type.Optional(
        Type.String({ description: "A point if not given", minLength: 1, maxLength: 1 }),
      ),
      thousands: Type.Optional(Type.String({ description: "Nothing if not given", maxLength: 1 })),
    },
    { additionalProperties: false },
  ),
  Type.Object(
    {
      op: Type.Literal("date"),
      format: Type.Optional(
        Type.String({
          description: "YYYY YY MM M DD D HH mm ss; all else stands for itself",
          maxLength: 50,
        }),
      ),
      formats: Type.Optional(
        Type.Array(Type.String({ maxLength: 50 }), {
          description: "The first whose shape fits decides",
          maxItems: 20,
        }),
      ),
      to: Type.Optional(oneOf(["date", "timestamp"], { description: "date if not given" })),
    },
    { additionalProperties: false },
  ),
  Type.Object(
    {
      op: Type.Literal("boolean"),
      true: Type.Optional(
        Type.Array(WORD, { description: "true, yes, y, 1, on if not given", maxItems: 50 }),
      ),
      false: Type.Optional(
        Type.Array(WORD, { description: "false, no, n, 0, off if not given", maxItems: 50 }),
      ),
    },
    { additionalProperties: false },
  ),
]);

const ENTRY = Type.Object(
  {
    to: Type.String({ description: "Name of the new column", minLength: 1 }),
    from: Type.Optional(Type.String({ description: "Column of the source; `to` if not given" })),
    value: Type.Optional(Type.Any({ description: "A constant instead" })),
    concat: Type.Optional(
      Type.Array(Type.String(), {
        description: "Columns whose texts are joined instead",
        minItems: 1,
        maxItems: 50,
      }),
    ),
    separator: Type.Optional(
      Type.String({ description: "Between joined texts; a blank if not given" }),
    ),
    transform: Type.Optional(
      Type.Array(STEP, { description: "Steps on the text, in order", maxItems: 50 }),
    ),
    default: Type.Optional(Type.Any({ description: "Instead of null" })),
    required: Type.Optional(Type.Boolean({ description: "A row without it is put aside" })),
    type: Type.Optional(oneOf(COLUMN_TYPES, { description: "text if not given" })),
  },
  { additionalProperties: false },
);

const DIALECT_NAMES = ["postgresql", "mysql", "sqlite", "mssql"] as const;

const TARGET = Type.Object(
  {
    table: Type.String({
      description: "name or schema.name",
      pattern: "^[^.]+(?:\\.[^.]+)?$",
      maxLength: 200,
    }),
    dialect: oneOf(DIALECT_NAMES),
    batchSize: Type.Optional(
      whole({ description: "Rows in one INSERT; 500 if not given", minimum: 1, maximum: 1000 }),
    ),
  },
  { additionalProperties: false },
);

const INPUT = Type.Object({
  source: Type.Union(
    [
      Type.Array(Type.Object({}, { description: "A row: column → cell" })),
      Type.String({ description: "CSV with a header, a JSON array of objects, or JSON lines" }),
    ],
    { description: "The table as it is, up to 5,000 rows" },
  ),
  delimiter: Type.String({
    description: "Of CSV: one character, comma, semicolon, tab, pipe, or auto to find it",
    default: "auto",
  }),
  sourceFormat: oneOf(["auto", "csv", "json", "jsonl"], {
    description: "Of the text",
    default: "auto",
  }),
  mapping: Type.Optional(
    dataOrJson(Type.Array(ENTRY, { minItems: 1, maxItems: 200 }), {
      description:
        "The new columns in their order and what they are made of; every column to itself as text if not given",
    }),
  ),
  nullValues: Type.Array(Type.String(), {
    description: "Exact texts that mean null",
    maxItems: 20,
    default: [""],
  }),
  key: Type.Union([Type.String(), Type.Array(Type.String(), { maxItems: 10 })], {
    description: "The new columns by which a row is known",
    default: [],
  }),
  schema: Type.Optional(jsonField({ description: "JSON Schema of a new row" })),
  target: Type.Optional(dataOrJson(TARGET, { description: "The table for which SQL is written" })),
  maxRejects: whole({
    description: "More rows put aside are an error",
    minimum: 0,
    maximum: 1_000_000,
    default: 0,
  }),
  failOn: failOnField("none"),
});

const COUNT = Type.Integer({ minimum: 0 });
const CODES = { column: Type.String(), code: Type.String() };

const VALUE = kitValue(
  {
    rows: Type.Object({ source: COUNT, migrated: COUNT, rejected: COUNT }),
    columns: Type.Array(
      Type.Object({
        name: Type.String(),
        type: oneOf(COLUMN_TYPES),
        nullable: Type.Boolean({ description: "A row has null" }),
        filled: COUNT,
        distinct: COUNT,
        maxLength: Type.Union([COUNT, Type.Null()], {
          description: "Of text, in UTF-16 code units",
        }),
      }),
      { description: "Of the migrated rows" },
    ),
    rejects: Type.Array(
      Type.Object({
        row: Type.Integer({ minimum: 0, description: "From 0 among the rows of the source" }),
        problems: Type.Array(Type.Object(CODES)),
      }),
      { description: "The first 500" },
    ),
    reasons: Type.Record(Type.String(), COUNT, { description: "Code → how often" }),
    sums: Type.Record(Type.String(), Type.String(), {
      description: "Column of numbers → its exact sum",
    }),
    profile: Type.Array(
      Type.Object({
        column: Type.String(),
        filled: COUNT,
        empty: COUNT,
        distinct: COUNT,
        minLength: COUNT,
        maxLength: COUNT,
        looksLike: oneOf(COLUMN_TYPES, { description: "The narrowest type that all cells fit" }),
      }),
      { description: "Of the columns of the source" },
    ),
  },
  {},
);

export type Input = Static<typeof INPUT>;
export type Entry = Static<typeof ENTRY>;
export type Step = Static<typeof STEP>;
export type ColumnType = (typeof COLUMN_TYPES)[number];
export type DialectName = (typeof DIALECT_NAMES)[number];

type Value = Static<typeof VALUE>;
type Result = Outcome<Value, keyof typeof FAILURES, keyof typeof WARNINGS>;

const ID = "data-migration-prep-kit";
const NAME = "Data Migration Prep Kit";

const STAGES = {
  read: convertCsv as (typeof READERS)[keyof typeof READERS],
  profile: null,
  privacy: redactLog,
  map: null,
  schema: inferSchema,
  validate,
  reconcile,
  files: writeCsv,
} as const;

const USES = [
  convertCsv,
  convertLines,
  formatJson,
  redactLog,
  inferSchema,
  validate,
  reconcile,
  writeCsv,
] as const;

/** What all stages have at hand. */
export interface Work {
  readonly input: Input;
  readonly ctx: KitCtx<(typeof USES)[number]>;
  readonly report: KitReport<typeof STAGES>;
}

const MOST_ROWS = 5000;
const MOST_COLUMNS = 1000;
const MOST_REJECTS = 500;

/** Figures of a run whatever the order of its rows. */
type Run = (input: object) => Outcome<Value>;
const migrated = (run: Run, input: object) => run({ ...input, failOn: "none" }).value;

export default defineKit({
  id: ID,
  name: NAME,
  category: "Data",
  description:
    "Maps and cleans a table by explicit rules, puts rows that do not fit aside with their reasons, and writes load scripts and the queries that prove them.",
  keywords: [
    "bulk insert",
    "cleaning",
    "csv",
    "data cleaning",
    "data migration",
    "database",
    "dbt",
    "etl",
    "import",
    "insert statements",
    "legacy export",
    "load data infile",
    "load script",
    "mapping",
    "mysql",
    "postgresql",
    "reject",
    "sql",
    "sql server",
    "sqlite",
  ],
  aliases: ["migration-prep-kit", "data-import-kit"],
  version: "2026-11-27",
  uses: [...USES],

  input: INPUT,
  primary: "source",
  value: VALUE,
  verb: "prepare",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "import a customer csv into postgresql with cleaned columns",
    "prepare a legacy table for migration into a new database",
    "create table and insert statements from a csv",
    "csv to sql inserts with the right types and escaping",
    "map old columns to new ones and convert dates and numbers",
    "german csv with decimal commas and dd.mm.yyyy into a database",
    "which rows of this export do not fit the new schema and why",
    "separate bad rows before loading, with a reason for each",
    "reject duplicates and empty keys before the import",
    "data cleaning rules for a product list before we switch systems",
    "load script for mysql from a spreadsheet export",
    "t-sql insert script from csv for sql server",
    "sqlite database from json rows",
    "prove that all rows arrived after the migration",
    "verification queries with counts and sums after loading data",
    "runbook for a data migration with rollback",
    "move customers from the old crm to the new one",
    "split a full name column and join address columns during import",
    "translate old status codes into new values while migrating",
    "does this export contain personal data before we load it",
    "infer a table definition from the data itself",
    "validate every row against a json schema and load only good ones",
    "the import fails half way and nobody knows which rows are missing",
    "profile a csv: empty cells, distinct values, what type each column is",
    "kundendaten aus csv in eine neue datenbank übernehmen",
    "altdaten bereinigen und als sql einspielen",
    "migrar una tabla csv a postgresql con validación",
    "préparer la migration de données vers une nouvelle base",
    "把 csv 清洗后 导入 数据库",
    "csv データを整形して データベースに移行する",
    "the old club membership list from excel must go into our new mysql",
    "dates are written in four ways, phone numbers with and without zero, clean them and load",
    "import stops at row 8123, set the bad ones aside and say why",
    "boss asks for proof that each customer made it into the new system",
    "COPY FROM, LOAD DATA INFILE, BULK INSERT, pgloader, csvkit, openrefine, dbt seed, staging table",
    "transform tabular rows by declared rules into sql inserts with rejects and check queries",
    "preparar planilha antiga para importar no banco de dados",
  ],
  effort: 3,
  isolated: true,

  laws: [
    filesLaw,
    {
      name: "every row is migrated or rejected",
      holds(run, input) {
        const value = migrated(run as Run, input);
        if (!value || value.rows.source === 0) return true;
        return value.rows.migrated + value.rows.rejected === value.rows.source;
      },
    },
    {
      name: "sums are those of the migrated rows",
      holds(run, input) {
        const value = migrated(run as Run, input);
        const file = value?.deliverables.find(({ name }) => name === "migrated.jsonl");
        if (!value || !file) return true;
        const rows = file.content.split("\n").filter(Boolean);
        return Object.entries(value.sums).every(
          ([column, sum]) => compareDecimals(sumIn(rows, column), readDecimal(sum) ?? ZERO) === 0,
        );
      },
    },
    {
      name: "the order of rows changes only which of two equal keys is the first",
      holds(run, input) {
        const { source } = input;
        if (!Array.isArray(source)) return true;
        const before = migrated(run as Run, input);
        const after = migrated(run as Run, { ...input, source: source.toReversed() });
        return (
          JSON.stringify(before?.rows) === JSON.stringify(after?.rows) &&
          sortedEntries(before?.reasons) === sortedEntries(after?.reasons)
        );
      },
    },
    {
      name: "one entry more changes no other column",
      holds(run, input) {
        const { mapping } = input;
        if (!Array.isArray(mapping) || mapping.length >= 200 || input.schema !== undefined) {
          return true;
        }
        const before = migrated(run as Run, input);
        const more = [...mapping, { to: "one entry more", value: "x" }];
        const after = migrated(run as Run, { ...input, mapping: more });
        return (
          !before ||
          !after ||
          before.columns.every(
            (column, index) => JSON.stringify(column) === JSON.stringify(after.columns[index]),
          )
        );
      },
    },
  ],
  examples: [
    {
      title: "A German export for PostgreSQL: a day that does not exist is put aside",
      input: {
        source:
          "Nr;Name;Geburtstag;Betrag\n1; Ann  Lee ;03.02.1990;1.234,50\n2;Bob;31.02.1990;7,00\n3;Cy;;0,05\n",
        mapping: [
          { to: "id", from: "Nr", type: "integer", required: true },
          { to: "name", from: "Name", transform: ["collapse"] },
          {
            to: "born",
            from: "Geburtstag",
            type: "date",
            transform: [{ op: "date", format: "DD.MM.YYYY" }],
          },
          {
            to: "amount",
            from: "Betrag",
            type: "number",
            transform: [{ op: "number", decimal: ",", thousands: "." }],
          },
        ],
        key: "id",
        target: { table: "crm.person", dialect: "postgresql" },
        maxRejects: 1,
      },
      expect: {
        value: {
          verdict: "review",
          rows: { source: 3, migrated: 2, rejected: 1 },
          rejects: [{ row: 1, problems: [{ column: "born", code: "DATE_INVALID" }] }],
          sums: { id: "4", amount: "1234.55" },
        },
      },
    },
    {
      title: "JSON rows for SQLite, as they are",
      input: {
        source: [
          { sku: "A-1", stock: 5 },
          { sku: "B-2", stock: null },
        ],
        mapping: [{ to: "sku" }, { to: "stock", type: "integer", default: 0 }],
        key: ["sku"],
        target: { table: "stock", dialect: "sqlite" },
      },
      expect: {
        valid: true,
        value: {
          verdict: "pass",
          columns: [
            { name: "sku", type: "text", nullable: false, filled: 2, distinct: 2, maxLength: 3 },
            {
              name: "stock",
              type: "integer",
              nullable: false,
              filled: 2,
              distinct: 2,
              maxLength: null,
            },
          ],
        },
      },
    },
    {
      title: "The mapping names a column that there is not",
      input: { source: "name,city\nAnn,Bonn\n", mapping: [{ to: "town", from: "citty" }] },
      expect: { ok: false, errors: [{ code: "COLUMN_UNKNOWN", path: "/mapping/0/from" }] },
    },
  ],

  // 100,000 characters take 150 to 400 ms, those that are little more than delimiters up to a second: they are read,
  // scanned for personal data, mapped, compared with the source, and written as JSON lines, CSV and SQL.
  run(input, ctx): Result {
    const given = Array.isArray(input.source) ? input.source.length : 0;
    if (given > MOST_ROWS) return inputInvalid([tooManyRows(given)]);
    const format = formatOf(input);
    const stages = { ...STAGES, read: READERS[format] };
    const report = new KitReport(ID, NAME, stages, ctx.longestOutput);
    const work: Work = { input, ctx, report };
    const read = readSource(format, work);
    if ("errors" in read) return stoppedAt("read", read.errors, work);
    const { source } = read;
    if (source.rows.length > MOST_ROWS) return inputInvalid([tooManyRows(source.rows.length)]);
    if (source.columns.length > MOST_COLUMNS) {
      const found = counted(source.columns.length, "column");
      return inputInvalid([outOfBounds("/source", found, `at most ${MOST_COLUMNS}`)]);
    }
    report.finish("read", readSummary(source, format));
    const profile = profileOf(source, input);
    report.done("profile", `${counted(profile.length, "column")} looked at`);
    findPersonalData(source, work);
    const entries: readonly Entry[] = input.mapping ?? source.columns.map((to) => ({ to }));
    const problems = problemsOf(entries, source, format, input);
    if (problems.length > 0) return stoppedAt("map", problems, work, profile);
    const targets = targetsOf(entries, input, { left: ctx.longestOutput });
    const mapped = mapRows(source, targets, {
      hasNoNul: input.target?.dialect === "postgresql",
      longest: ctx.longestOutput,
    });
    if (!mapped) {
      const error = outputTooLarge("Let the mapping make less of a row", ctx.longestOutput);
      return stoppedAt("map", [error], work, profile);
    }
    const made = migrate(source, mapped, targets, work);
    if ("errors" in made) return stoppedAt("validate", made.errors, work, profile);
    return concluded(made, profile, work);
  },
});

const ZERO: Decimal = { numerator: 0n, denominator: 1n };

/** What the numbers of one column in JSON lines come to. */
function sumIn(lines: readonly string[], column: string): Decimal {
  return lines.reduce((sum, line) => {
    const read = readJson(line);
    const cell = "root" in read ? memberOf(read.root, column) : undefined;
    const number = cell?.type === "number" ? readDecimal(cell.text) : undefined;
    return number === undefined ? sum : addDecimals(sum, number);
  }, ZERO);
}

type Profile = Value["profile"];

function tooManyRows(count: number) {
  return outOfBounds("/source", counted(count, "row"), `at most ${MOST_ROWS}`);
}

function sortedEntries(record: object | undefined): string {
  return JSON.stringify(Object.entries(record ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** The new rows, and what was put aside on the way; or why the schema cannot be used. */
function migrate(
  source: Source,
  mapped: Mapped,
  targets: readonly Target[],
  work: Work,
): Migration | { readonly errors: readonly Problem[] } {
  const fitted = fitRows(mapped.rows, targets, work);
  if ("errors" in fitted) return fitted;
  const { rows, rejects: keyRejects } = checkKeys(fitted.rows, targets);
  const rejects = [...mapped.rejects, ...fitted.rejects, ...keyRejects].toSorted(
    (one, other) => one.row - other.row,
  );
  const reasons = new Map<string, number>();
  for (const { code } of rejects.flatMap(({ problems }) => problems)) {
    reasons.set(code, (reasons.get(code) ?? 0) + 1);
  }
  const schema = fitted.schema ?? inferRowSchema(rows, targets, work);
  if (fitted.schema) work.report.skipped("schema", "The field `schema` says what rows are");
  const columns = columnFacts(rows, targets);
  return { source, targets, rows, rejects, reasons, columns, schema };
}

function concluded(migration: Migration, profile: Profile, work: Work): Result {
  const { input, report } = work;
  const { source, rows, rejects, columns, targets } = migration;
  tellRejects(migration, work);
  tellColumns(migration, work);
  report.finish("map", `${rows.length} of ${counted(source.rows.length, "row")} migrated`);
  if (keysOf(input.key).length === 0) {
    report.skipped("reconcile", "The field `key` names the columns by which rows are compared");
  } else reconcileRows(rows, targets, source, work);
  writeFiles(migration, work);
  return report.conclude({
    value: {
      rows: { source: source.rows.length, migrated: rows.length, rejected: rejects.length },
      columns: columns.map(({ name, type, nullable, filled, distinct, maxLength }) => {
        return { name, type, nullable, filled, distinct, maxLength };
      }),
      rejects: rejects.slice(0, MOST_REJECTS),
      reasons: Object.fromEntries(migration.reasons),
      sums: Object.fromEntries(
        columns.flatMap(({ name, numbers }) =>
          numbers === null ? [] : [[name, unscaled(numbers.sum, numbers.scale)] as const],
        ),
      ),
      profile,
    },
    counts: {},
    output: {
      figures: `${counted(source.rows.length, "row")} in the source, ${rows.length} migrated, ${rejects.length} put aside; ${counted(columns.length, "column")}`,
      next: nextSteps(migration, work),
    },
    failOn: input.failOn,
  });
}

function stoppedAt(
  stage: keyof typeof STAGES,
  errors: readonly Problem[],
  { input, report }: Work,
  profile: Profile = [],
): Result {
  report.stop(stage, errors);
  return report.conclude({
    value: {
      rows: { source: 0, migrated: 0, rejected: 0 },
      columns: [],
      rejects: [],
      reasons: {},
      sums: {},
      profile,
    },
    counts: {},
    failOn: input.failOn,
  });
}
