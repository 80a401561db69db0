import type { Ctx } from "../_core/tool.ts";
import { countCodePoints } from "../_lib/text/code-points.ts";
import { drawBelow } from "../_lib/numbers/random.ts";
import { fieldOf, keyOf, type KeyOptions } from "../_lib/fields/line-key.ts";
import { compareCodePoints } from "../_lib/text/code-points.ts";
import { compareDigits, type DecimalDigits } from "../_lib/numbers/decimal-text.ts";
import { compareNatural, leadingNumber, type Order } from "./order.ts";

export const SORT_ORDERS = ["codePoint", "natural", "numeric", "length"] as const;

export interface SortOptions extends KeyOptions {
  readonly by: (typeof SORT_ORDERS)[number];
  /** numeric: units such as K and MiB behind the number count. */
  readonly human: boolean;
  readonly reverse: boolean;
  /** Of lines that compare equal, only the first stays. */
  readonly unique: boolean;
  /** If not, lines that compare equal are ordered by code point. */
  readonly stable: boolean;
}

export interface SortedLines {
  readonly lines: readonly string[];
  /** Lines without the field. */
  readonly missing: number;
  /** Whether a key has a number; only for numeric. */
  readonly hasNumber: boolean;
}

interface Row {
  readonly line: string;
  readonly key: string;
  readonly length: number;
  readonly number: DecimalDigits | undefined;
}

const ORDERS: Readonly<Record<SortOptions["by"], Order<Row>>> = {
  codePoint: (a, b) => compareCodePoints(a.key, b.key),
  natural: (a, b) => compareNatural(a.key, b.key),
  length: (a, b) => a.length - b.length,
  numeric: (a, b) => (a.number && b.number ? compareDigits(a.number, b.number) : 0),
};

/** Sorts lines by their keys, equal ones in the order in which they were. */
export function sortLines(lines: readonly string[], options: SortOptions): SortedLines {
  const { by, human, reverse, stable, unique } = options;
  let missing = 0;
  const rows = lines.map((line): Row => {
    const part = fieldOf(line, options);
    if (part === undefined) missing++;
    const key = keyOf(part ?? "", options);
    return {
      line,
      key,
      length: by === "length" ? countCodePoints(key) : 0,
      number: by === "numeric" ? leadingNumber(key, human) : undefined,
    };
  });
  const compare = (a: Row, b: Row): number => {
    // Keys without a number stay behind all others, whatever the direction.
    if (by === "numeric" && !(a.number && b.number)) return Number(!a.number) - Number(!b.number);
    return reverse ? ORDERS[by](b, a) : ORDERS[by](a, b);
  };
  const sorted = rows.toSorted(
    (a, b) => compare(a, b) || (stable ? 0 : compareCodePoints(a.line, b.line)),
  );
  const isFirst = (row: Row, index: number): boolean => {
    const before = sorted[index - 1];
    return before === undefined || compare(before, row) !== 0;
  };
  return {
    lines: (unique ? sorted.filter(isFirst) : sorted).map(({ line }) => line),
    missing,
    hasNumber: rows.some(({ number }) => number !== undefined),
  };
}

/** Every order equally likely: Fisher and Yates, from the end. Each line needs entropy, about 2 µs. */
export function shuffleLines(lines: readonly string[], ctx: Pick<Ctx, "bytes">): string[] {
  const shuffled = [...lines];
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = drawBelow(ctx, last + 1);
    const line = shuffled[last] ?? "";
    shuffled[last] = shuffled[other] ?? "";
    shuffled[other] = line;
  }
  return shuffled;
}
