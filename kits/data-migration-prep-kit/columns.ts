/** Facts of columns: of the old ones what they look like, of the new ones what a table needs to hold them. */
import type { JsonNode } from "../../tools/_lib/json/tree/tree.ts";
import type { ColumnType, Input } from "../data-migration-prep-kit.ts";
import { looksLike } from "./cells.ts";
import { cellText, type Source } from "./read.ts";
import { identity, type NewRow, type Target } from "./rows.ts";

export function profileOf({ columns, rows }: Source, { nullValues }: Input) {
  const nulls = new Set(nullValues);
  return columns.map((column) => {
    const texts = rows.flatMap((row) => {
      const cell = row.get(column);
      if (cell === undefined || cell.type === "null") return [];
      const text = cellText(cell);
      return nulls.has(text) ? [] : [text];
    });
    const lengths = texts.map(({ length }) => length);
    return {
      column,
      filled: texts.length,
      empty: rows.length - texts.length,
      distinct: new Set(texts).size,
      minLength: least(lengths),
      maxLength: most(lengths),
      looksLike: looksLike(texts),
    };
  });
}

function least(numbers: readonly number[]): number {
  return numbers.reduce((found, one) => Math.min(found, one), numbers[0] ?? 0);
}

function most(numbers: readonly number[]): number {
  return numbers.reduce((found, one) => Math.max(found, one), 0);
}

/** What a table has to hold. */
export interface ColumnFacts {
  readonly target: Target;
  readonly name: string;
  readonly type: ColumnType;
  readonly nullable: boolean;
  readonly filled: number;
  readonly distinct: number;
  /** Of text. */
  readonly maxLength: number | null;
  /** In the order of the rows, null where there is none. */
  readonly cells: readonly JsonNode[];
  readonly numbers: NumberFacts | null;
  readonly looksLike: ColumnType;
}

export interface NumberFacts {
  /** Digits before the point, at least 1. */
  readonly whole: number;
  /** Digits behind it. */
  readonly scale: number;
  /** Each number times ten to the scale, in order. */
  readonly scaled: readonly bigint[];
  readonly sum: bigint;
  /** The largest and the smallest distance from 0 that counts for whole numbers. */
  readonly highest: bigint;
  readonly lowest: bigint;
}

export function columnFacts(rows: readonly NewRow[], targets: readonly Target[]): ColumnFacts[] {
  return targets.map((target, index) => {
    const cells = rows.map(({ cells: all }) => all[index] as JsonNode);
    const filled = cells.filter(({ type }) => type !== "null");
    const texts = target.type === "text" ? filled.map(cellText) : [];
    const isNumeric = target.type === "integer" || target.type === "number";
    return {
      target,
      name: target.name,
      type: target.type,
      nullable: filled.length < cells.length,
      filled: filled.length,
      distinct: new Set(filled.map((cell) => identity(cell, target.type))).size,
      maxLength: target.type === "text" ? most(texts.map(({ length }) => length)) : null,
      cells,
      numbers: isNumeric ? numberFacts(filled.map(cellText)) : null,
      looksLike: target.type === "text" ? looksLike(texts) : target.type,
    };
  });
}

function numberFacts(tokens: readonly string[]): NumberFacts {
  const scale = most(tokens.map(scaleOf));
  const scaled = tokens.map((token) => scaledTo(token, scale));
  const wholes = tokens.map((token) => wholeOf(token.replace("-", "")).length);
  return {
    whole: Math.max(1, most(wholes)),
    scale,
    scaled,
    sum: scaled.reduce((sum, one) => sum + one, 0n),
    highest: scaled.reduce((found, one) => (one > found ? one : found), 0n),
    lowest: scaled.reduce((found, one) => (one < found ? one : found), 0n),
  };
}

/** What stands before the point. */
function wholeOf(token: string): string {
  return token.split(".", 1).join("");
}

function scaleOf(token: string): number {
  const at = token.indexOf(".");
  return at < 0 ? 0 : token.length - at - 1;
}

function scaledTo(token: string, scale: number): bigint {
  return BigInt(token.replace(".", "") + "0".repeat(scale - scaleOf(token)));
}

/** A scaled number with its point. */
export function unscaled(scaled: bigint, scale: number): string {
  const digits = String(scaled < 0n ? -scaled : scaled).padStart(scale + 1, "0");
  const at = digits.length - scale;
  const fraction = scale === 0 ? "" : `.${digits.slice(at)}`;
  return `${scaled < 0n ? "-" : ""}${digits.slice(0, at)}${fraction}`;
}
