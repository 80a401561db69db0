import { type Static, Type } from "@sinclair/typebox";
import { mapOf, oneOf } from "./_core/fields.ts";
import { defineTool } from "./_core/tool.ts";
import { UNKNOWN_MEMBER_WARNINGS, unknownMembers } from "./_lib/fields/unknown-members.ts";
import { DELIMITER_FAILURES } from "./_lib/formats/csv/delimiter.ts";
import { JSON_WARNINGS } from "./_lib/json/tree/json-field.ts";
import { VALUE_WARNINGS } from "./_lib/json/tree/value.ts";
import { OUTPUT_FAILURES } from "./_lib/results/output-limit.ts";
import { failOnField } from "./_lib/results/review/shapes.ts";
import { reconcileTables } from "./structured-data-reconciliation/run.ts";

const FAILURES = {
  ...DELIMITER_FAILURES,
  ...OUTPUT_FAILURES,
  KEY_COLUMN_MISSING: "A key column is in none of a side's rows",
  TABLE_SYNTAX: "A side is no well-formed CSV, JSON or JSON Lines",
  MAPPING_UNKNOWN: "The mapping names a column that its side does not have",
  MAPPING_REPEATED: "The mapping leads from two columns to one",
  DOCUMENT_TYPE: "A side holds JSON that is no list of objects",
  INPUT_TOO_DEEP: "A row is nested deeper than 1,000 levels",
  STRUCTURED_DATA_RECONCILIATION_FAILED: "The gate was set, and the tables differ",
} as const;

const WARNINGS = {
  RAGGED_ROW: "A row has more or fewer cells than the header",
  DUPLICATE_COLUMN: "Two columns have one name; the last one counts",
  COLUMN_UNKNOWN: "An option names a column that neither side has",
  ...JSON_WARNINGS,
  ...VALUE_WARNINGS,
  ...UNKNOWN_MEMBER_WARNINGS,
} as const;

const side = (description: string) =>
  Type.Union(
    [
      Type.Array(Type.Object({}, { description: "A row: column → cell" })),
      Type.String({ description: "CSV with a header, a JSON array of objects, or JSON Lines" }),
    ],
    { description },
  );

const bound = (description: string) => Type.Optional(Type.Number({ description, minimum: 0 }));

const BOUNDS = {
  abs: bound("By how much numbers may differ"),
  relPercent: bound("By how much of the larger one"),
};

const INPUT = Type.Object({
  left: side("What is compared"),
  right: side("What it is compared with"),
  key: Type.Union([Type.String(), Type.Array(Type.String(), { minItems: 1, maxItems: 10 })], {
    description: "The column, or up to 10 columns, by which a row is found on the other side",
  }),
  delimiter: Type.String({
    description:
      "Of CSV: one character, comma, semicolon, tab, pipe, or auto: the most frequent one in the header line",
    default: "auto",
  }),
  mapping: mapOf(Type.String(), {
    description: "Names of columns on the left with their names on the right",
    default: {},
  }),
  columns: Type.Optional(
    Type.Array(Type.String(), { description: "The columns to compare; all if not given" }),
  ),
  ignoreColumns: Type.Array(Type.String(), {
    description: "Columns that are not compared",
    default: [],
  }),
  tolerance: Type.Object(
    {
      ...BOUNDS,
      columns: Type.Optional(
        mapOf(Type.Object(BOUNDS), { description: "Column → its own bounds, instead of these" }),
      ),
    },
    { description: "How far numbers may lie apart and still agree", default: {} },
  ),
  trim: Type.Boolean({
    description: "White space at the ends of names, keys and text does not count",
    default: true,
  }),
  ignoreCase: Type.Boolean({
    description: "The letter case of keys and text does not count",
    default: false,
  }),
  duplicates: oneOf(["report", "first", "last"], {
    description: "Rows that share a key: not compared, or the first or last of them is",
    default: "report",
  }),
  failOn: failOnField("none"),
});

export type Input = Static<typeof INPUT>;

const COUNT = Type.Integer({ minimum: 0 });

const KEY = Type.Array(Type.String(), { description: "The texts of the key columns" });

const ONE_SIDED = Type.Object({ key: KEY, row: COUNT });

const EXACT = Type.Union([Type.Number(), Type.String()], {
  description: "Exact; text where no double holds it",
});

const DIFFERENCE_KINDS = ["number", "text", "missing"] as const;

export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

const VALUE = Type.Object({
  counts: Type.Object({
    leftRows: COUNT,
    rightRows: COUNT,
    keys: COUNT,
    matched: COUNT,
    different: COUNT,
    leftOnly: COUNT,
    rightOnly: COUNT,
    duplicateKeys: COUNT,
    withinTolerance: COUNT,
  }),
  matchPercent: Type.Number({ minimum: 0, maximum: 100 }),
  differences: Type.Array(
    Type.Object({
      key: KEY,
      column: Type.String(),
      left: Type.Any(),
      right: Type.Any(),
      kind: oneOf(DIFFERENCE_KINDS),
      delta: Type.Optional(EXACT),
    }),
    { description: "By key, then column" },
  ),
  leftOnly: Type.Array(ONE_SIDED, { description: "Rows, counted from 0, without a counterpart" }),
  rightOnly: Type.Array(ONE_SIDED),
  duplicates: Type.Array(
    Type.Object({ side: oneOf(["left", "right"]), key: KEY, rows: Type.Array(COUNT) }),
  ),
  totals: Type.Array(
    Type.Object({ column: Type.String(), left: EXACT, right: EXACT, difference: EXACT }),
    { description: "Exact sums of the columns that hold numbers on both sides" },
  ),
});

export type Value = Static<typeof VALUE>;

export type Warning = keyof typeof WARNINGS;

export type Side = "left" | "right";

export default defineTool({
  id: "structured-data-reconciliation",
  name: "Structured Data Reconciliation",
  category: "Data",
  description:
    "Proves that two tables hold the same records, by key and with tolerances, and lists each cell that differs.",
  keywords: [
    "accounting",
    "bank reconciliation",
    "compare",
    "csv",
    "data migration",
    "diff",
    "jsonl",
    "ledger",
    "left join",
    "mismatches",
    "reconcile",
    "records",
    "spreadsheet",
    "table",
    "tolerance",
    "vlookup",
  ],
  aliases: ["table-diff", "csv-compare", "ledger-reconciliation"],
  version: "2026-11-23",

  input: INPUT,
  primary: "right",
  value: VALUE,
  verb: "reconcile",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "compare two csv files by key",
    "reconcile a ledger with a bank export",
    "diff two tables with a tolerance for amounts",
    "which rows are missing in the second csv",
    "check that a data migration lost no records",
    "compare csv against json records",
    "find changed cells between two exports",
    "do the totals of both tables agree",
    "match records on two key columns",
    "compare jsonl files ignoring row order",
    "rows with duplicate keys in either table",
    "compare spreadsheets whose columns have other names",
    "bank statement against my bookkeeping, which payments do not match",
    "two member lists from different months, who is new and who left",
    "old and new system should hold the same customers, prove it",
    "inventory count versus stock list, row by row",
    "cell-level discrepancy report between datasets by primary key",
    "totals differ by a few cents, which lines are to blame",
    "what changed between last week's and this week's spreadsheet",
    "zwei csv dateien nach schlüssel abgleichen",
    "comparar dos tablas csv por clave",
    "rapprocher deux tableaux csv par clé",
    "按 主键 比较 两个 csv 表格",
    "二つのCSVをキーで突き合わせる",
    "comparar extracto bancario con la contabilidad",
    "zwei listen abgleichen, kontoauszug und buchhaltung",
    "comparer deux listes, relevé bancaire et comptabilité",
    "对账 两 张 表 差异 哪些 不同",
    "二つの表を比べて違う行を探す 照合",
    "bank says 42 payments, our books say 41, which one is it",
    "stock list of the shop and of the warehouse do not agree",
    "payroll file of june against july, whose amount is another",
    "we copied the customers to the new system, is everybody there",
    "vlookup, anti join, daff, csvdiff, datacompy, great expectations, sql except, beyond compare tables",
    "match records of two datasets by identifier and report missing, extra and unequal fields",
    "conciliar extrato bancário com planilha, diferenças entre duas tabelas",
    "zwei tabellen vergleichen: welche zeilen fehlen, welche beträge weichen ab",
  ],
  effort: 3,

  laws: [
    {
      name: "a table differs from itself in nothing but what it holds twice",
      holds(run, input) {
        const { left } = input;
        if (left === undefined) return true;
        const { value } = run({ ...input, right: left, mapping: {} });
        if (!value) return true;
        const { counts, differences } = value;
        return (
          differences.length + counts.leftOnly + counts.rightOnly === 0 &&
          value.totals.every(({ difference }) => difference === 0)
        );
      },
    },
    {
      name: "every key is matched, different, one-sided or shared by rows that are not compared",
      holds(run, input) {
        const { value } = run({ ...input, duplicates: "report" });
        if (!value) return true;
        const { counts } = value;
        const { matched, different, leftOnly, rightOnly, duplicateKeys, keys } = counts;
        return matched + different + leftOnly + rightOnly + duplicateKeys === keys;
      },
    },
    {
      name: "turned around, what was only on the left is only on the right, and numbers differ by the negative",
      holds(run, { left, right, ...options }) {
        // Columns are called by their names on the left.
        if (options.columns || Object.keys(options.mapping ?? {}).length > 0) return true;
        if (left === undefined || right === undefined) return true;
        const there = run({ ...options, left, right }).value;
        const back = run({ ...options, left: right, right: left }).value;
        if (!there || !back) return true;
        const same = (ours: unknown, theirs: unknown) =>
          JSON.stringify(ours) === JSON.stringify(theirs);
        return (
          same(there.leftOnly, back.rightOnly) &&
          same(there.rightOnly, back.leftOnly) &&
          same(deltas(there, 1), deltas(back, -1))
        );
      },
    },
    {
      name: "a larger tolerance finds no more differences",
      holds(run, input) {
        const abs = input.tolerance?.abs ?? 0;
        const narrow = run({ ...input, tolerance: { abs } }).value;
        const wide = run({ ...input, tolerance: { abs: abs + 1 } }).value;
        return !narrow || !wide || wide.differences.length <= narrow.differences.length;
      },
    },
  ],
  examples: [
    {
      title: "CSV against JSON: an amount is off, and each side has a row of its own",
      input: {
        left: "id,amount,name\n1,10.00,Ann\n2,20.10,Bob\n3,5,Cy\n",
        right: [
          { id: 1, amount: 10, name: "Ann" },
          { id: 2, amount: 20.2, name: "Bob" },
          { id: 4, amount: 7, name: "Di" },
        ],
        key: "id",
      },
      expect: {
        valid: false,
        output:
          '{"type":"difference","key":["2"],"column":"amount","left":"20.10","right":20.2,"kind":"number","delta":0.1}\n' +
          '{"type":"leftOnly","key":["3"],"row":2}\n{"type":"rightOnly","key":["4"],"row":2}',
        value: {
          counts: { keys: 4, matched: 1, different: 1, leftOnly: 1, rightOnly: 1 },
          matchPercent: 25,
          totals: [{ column: "amount", left: 35.1, right: 37.2, difference: 2.1 }],
        },
      },
    },
    {
      title: "Cents may differ, other columns may not",
      input: {
        left: "date;text;amount\n2026-01-05;Rent;-900.00\n2026-01-07;Tea;-3.499\n",
        right: "date;text;amount\n2026-01-07;TEA ;-3.50\n2026-01-05;rent;-900\n",
        key: ["date", "text"],
        tolerance: { columns: { amount: { abs: 0.01 } } },
        ignoreCase: true,
      },
      expect: {
        valid: true,
        output: "",
        value: { counts: { matched: 2, withinTolerance: 1 }, matchPercent: 100 },
      },
    },
    {
      title: "Columns of other names",
      input: {
        left: "id,total\n7,1.5\n",
        right: '{"no":7,"sum":1.50}\n{"no":8,"sum":2}\n',
        key: "id",
        mapping: { id: "no", total: "sum" },
      },
      expect: {
        valid: false,
        value: { counts: { matched: 1, rightOnly: 1 }, rightOnly: [{ key: ["8"], row: 1 }] },
      },
    },
    {
      title: "Rows that share a key are not compared",
      input: { left: "k,v\na,1\na,1\nb,2\n", right: "k,v\na,1\nb,2\n", key: "k" },
      expect: {
        valid: false,
        value: {
          duplicates: [{ side: "left", key: ["a"], rows: [0, 1] }],
          counts: { matched: 1, duplicateKeys: 1 },
          matchPercent: 50,
        },
      },
    },
    {
      title: "A gate for pipelines",
      input: { left: "k,v\na,1\n", right: "k,v\na,2\n", key: "k", failOn: "error" },
      expect: { ok: false, error: { code: "STRUCTURED_DATA_RECONCILIATION_FAILED" } },
    },
    {
      title: "No such column",
      input: { left: "id,v\n1,2\n", right: "ident,v\n1,2\n", key: "id" },
      expect: { ok: false, errors: [{ code: "KEY_COLUMN_MISSING", path: "/key" }] },
    },
  ],

  run: (input) => reconcileTables(input, unknownMembers(INPUT, input, "")),
});

function deltas({ differences }: Value, sign: 1 | -1): string[] {
  return differences
    .map(({ key, column, kind, delta }) =>
      JSON.stringify([key, column, kind, typeof delta === "number" ? sign * delta : null]),
    )
    .toSorted();
}
