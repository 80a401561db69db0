/** Cells as the texts and numbers by which they are compared. */
import { type Decimal, decimalText, readDecimal } from "../_lib/numbers/decimal-text.ts";
import { numberKey } from "../_lib/json/tree/number.ts";
import { type JsonNode, nullNode, stringNode } from "../_lib/json/tree/tree.ts";
import { byCodeUnit } from "../_lib/results/pointer.ts";

/** Text of CSV, or a value of JSON; undefined where the row has none. */
export type Cell = string | JsonNode | undefined;

export interface Normalization {
  readonly trim: boolean;
  readonly ignoreCase: boolean;
}

/** What two cells have in common when they are equal. */
export function normalizedText(cell: Cell, { trim, ignoreCase }: Normalization): string {
  const text = cellText(cell);
  const trimmed = trim ? text.trim() : text;
  return ignoreCase ? trimmed.toLowerCase() : trimmed;
}

/** The cell as it was given. */
export function cellNode(cell: Cell): JsonNode {
  if (cell === undefined) return nullNode();
  return typeof cell === "string" ? stringNode(cell) : cell;
}

function cellText(cell: Cell): string {
  if (cell === undefined) return "";
  if (typeof cell === "string") return cell;
  if (cell.type === "string") return cell.value;
  return cell.type === "null" ? "" : jsonText(cell);
}

/** Without white space, members by key, numbers by value. */
function jsonText(node: JsonNode): string {
  switch (node.type) {
    case "object": {
      const members = node.members.toSorted((a, b) => byCodeUnit(a.key, b.key));
      const texts = members.map(({ key, value }) => `${JSON.stringify(key)}:${jsonText(value)}`);
      return `{${texts.join(",")}}`;
    }
    case "array":
      return `[${node.items.map(jsonText).join(",")}]`;
    case "string":
      return JSON.stringify(node.value);
    case "number":
      return plainNumber(node.text);
    case "boolean":
      return String(node.value);
    case "null":
      return "null";
  }
}

/** In plain decimal; beyond 999 powers of ten as digits with an exponent. */
function plainNumber(text: string): string {
  if (/^[1-9]\d*$/.test(text)) return text;
  const number = readDecimal(text);
  return number ? decimalText(number) : numberKey(text);
}

export interface Tolerance {
  readonly abs: Decimal;
  readonly relPercent: Decimal;
}

const ZERO: Decimal = { numerator: 0n, denominator: 1n };

/** The bounds as exact decimals; a bound that is not given is 0. */
export function toleranceOf(bounds: { abs?: number; relPercent?: number }): Tolerance {
  const exact = (bound: number | undefined) => readDecimal(String(bound ?? 0)) ?? ZERO;
  return { abs: exact(bounds.abs), relPercent: exact(bounds.relPercent) };
}
