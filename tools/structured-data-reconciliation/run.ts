/** Compares two tables row by row, by their keys. */
import { type Entry, fail } from "../_core/tool.ts";
import { counted } from "../_lib/text/plural.ts";
import { invalidDelimiter, resolveReadingDelimiter } from "../_lib/formats/csv/delimiter.ts";
import { WarningList } from "../_lib/results/entry-list.ts";
import {
  arrayNode,
  type JsonNode,
  type JsonObject,
  memberNode,
  numberNode,
  objectNode,
  stringNode,
} from "../_lib/json/tree/tree.ts";
import { dataOf } from "../_lib/json/tree/value.ts";
import { minifyJson } from "../_lib/json/tree/write.ts";
import { outputTooLarge } from "../_lib/results/output-limit.ts";
import { percentOf } from "../_lib/numbers/percent.ts";
import { gated } from "../_lib/results/review/gate.ts";
import { TextBuilder } from "../_lib/results/output-builder.ts";
import { cellNode } from "./cell.ts";
import { pairColumns } from "./columns.ts";
import { compareTables, type Comparison, type Difference, type Key } from "./compare.ts";
import type { Input, Value, Warning } from "../structured-data-reconciliation.ts";
import { readTable, type Table } from "./table.ts";
import { type Total, totalsOf } from "./totals.ts";

/** Reconciles the two sides of the input, of which `unknown` members have no effect. */
export function reconcileTables(input: Input, unknown: readonly Entry<"UNKNOWN_FIELD">[]) {
  const delimiter = resolveReadingDelimiter(input.delimiter);
  if (delimiter === undefined) return fail(invalidDelimiter(input.delimiter));
  const warnings = new WarningList<Warning>();
  const options = { delimiter, trim: input.trim };
  const left = readTable(input.left, "left", options, warnings);
  const right = readTable(input.right, "right", options, warnings);
  if ("error" in left) return fail([left.error, ...("error" in right ? [right.error] : [])]);
  if ("error" in right) return fail(right.error);
  const columns = pairColumns(input, left, right);
  if ("failure" in columns) return columns.failure;
  warnings.addAll(columns.warnings);
  warnings.addAll(unknown);
  const comparison = compareTables(input, columns, left, right);
  const totals = totalsOf(input, columns, left, right);
  return report(input, { left, right, comparison, totals }, warnings);
}

interface Reconciled {
  readonly left: Table;
  readonly right: Table;
  readonly comparison: Comparison;
  readonly totals: readonly Total[];
}

function report(
  input: Input,
  { left, right, comparison, totals }: Reconciled,
  warnings: WarningList<Warning>,
) {
  const { keys, matched, differences, leftOnly, rightOnly, duplicates } = comparison;
  const output = writeLines(linesOf(comparison));
  if (output === undefined) return fail(outputTooLarge());
  const counts = {
    leftRows: left.rows.length,
    rightRows: right.rows.length,
    keys,
    matched,
    different: comparison.different,
    leftOnly: leftOnly.length,
    rightOnly: rightOnly.length,
    duplicateKeys: comparison.duplicateKeys,
    withinTolerance: comparison.withinTolerance,
  };
  const data = (nodes: readonly JsonNode[], path: string) =>
    dataOf(arrayNode(nodes), `/value${path}`, warnings);
  const value: Value = {
    counts,
    matchPercent: keys === 0 ? 100 : percentOf(matched, keys, 2),
    differences: data(differences.map(differenceNode), "/differences") as Value["differences"],
    leftOnly: leftOnly.map(({ key, row }) => ({ key: [...key], row })),
    rightOnly: rightOnly.map(({ key, row }) => ({ key: [...key], row })),
    duplicates: duplicates.map(({ side, key, rows: shared }) => ({
      side,
      key: [...key],
      rows: [...shared],
    })),
    totals: data(totals.map(totalNode), "/totals") as Value["totals"],
  };
  const found = counts.different + counts.leftOnly + counts.rightOnly + counts.duplicateKeys;
  const message = `Cannot pass the tables: found ${counted(found, "key")} that ${found === 1 ? "does" : "do"} not agree, expected none`;
  return gated(
    { output, value, valid: found === 0, stats: counts, warnings: warnings.list() },
    { failOn: input.failOn, code: "STRUCTURED_DATA_RECONCILIATION_FAILED", message },
  );
}

function differenceNode(difference: Difference): JsonObject {
  const { key, column, left, right, kind, delta } = difference;
  return objectNode([
    memberNode("key", keyNode(key)),
    memberNode("column", stringNode(column)),
    memberNode("left", cellNode(left)),
    memberNode("right", cellNode(right)),
    memberNode("kind", stringNode(kind)),
    ...(delta === undefined ? [] : [memberNode("delta", numberNode(delta))]),
  ]);
}

function totalNode({ column, left, right, difference }: Total): JsonNode {
  return objectNode([
    memberNode("column", stringNode(column)),
    memberNode("left", numberNode(left)),
    memberNode("right", numberNode(right)),
    memberNode("difference", numberNode(difference)),
  ]);
}

function keyNode(key: Key): JsonNode {
  return arrayNode(key.map(stringNode));
}

/** As JSON Lines, each with its type first; undefined where that is too long. */
function writeLines(
  lines: Iterable<readonly [type: string, line: JsonObject]>,
): string | undefined {
  const text = new TextBuilder();
  for (const [type, { members }] of lines) {
    const line = minifyJson(objectNode([memberNode("type", stringNode(type)), ...members]));
    if (line === undefined || text.isFull) return undefined;
    text.put(text.isEmpty ? line : `\n${line}`);
  }
  return text.finish();
}

function* linesOf({ differences, leftOnly, rightOnly }: Comparison) {
  for (const difference of differences) yield ["difference", differenceNode(difference)] as const;
  for (const [type, rows] of Object.entries({ leftOnly, rightOnly })) {
    for (const { key, row } of rows) {
      const place = memberNode("row", numberNode(String(row)));
      yield [type, objectNode([memberNode("key", keyNode(key)), place])] as const;
    }
  }
}
