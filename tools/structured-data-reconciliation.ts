import { defineTool } from "./_core/tool.ts";
import { FAILURES, INPUT, VALUE, WARNINGS } from "./structured-data-reconciliation/contract.ts";
import { RECONCILIATION_LAWS } from "./structured-data-reconciliation/laws.ts";
import { reconcileTables } from "./structured-data-reconciliation/run.ts";

export default defineTool({
  id: "structured-data-reconciliation",
  name: "Structured Data Reconciliation",
  category: "Data",
  description:
    "Proves that two tables hold the same records, by key and with tolerances, and lists each cell that differs.",
  keywords: [
    "accounting",
    "compare",
    "csv",
    "data migration",
    "diff",
    "jsonl",
    "ledger",
    "reconcile",
    "records",
    "spreadsheet",
    "table",
    "tolerance",
  ],
  aliases: ["table-diff", "csv-compare", "ledger-reconciliation"],
  version: "2026-11-22",

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
  ],
  effort: 3,

  laws: RECONCILIATION_LAWS,
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

  run: reconcileTables,
});
