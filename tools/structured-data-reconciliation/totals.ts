/** Sums of the columns that hold numbers on both sides. */
import {
  addDecimals,
  type Decimal,
  decimalText,
  readDecimal,
  subtractDecimals,
} from "../_lib/numbers/decimal-text.ts";
import { normalizedText } from "./cell.ts";
import type { Columns } from "./columns.ts";
import type { Input } from "../structured-data-reconciliation.ts";
import type { Table } from "./table.ts";

/** Decimal texts. */
export interface Total {
  readonly column: string;
  readonly left: string;
  readonly right: string;
  readonly difference: string;
}

/** Every row counts, those that share a key, too. */
export function totalsOf(input: Input, { others }: Columns, left: Table, right: Table): Total[] {
  const lefts = sumColumns(input, left);
  const rights = sumColumns(input, right);
  return others.flatMap((column) => {
    const [ours, theirs] = [lefts.get(column.left ?? -1), rights.get(column.right ?? -1)];
    if (!ours || !theirs) return [];
    const difference = subtractDecimals(theirs, ours);
    return [
      {
        column: column.name,
        left: decimalText(ours),
        right: decimalText(theirs),
        difference: decimalText(difference),
      },
    ];
  });
}

/** By the index of the column; nothing of one that holds no number, or anything else. */
function sumColumns(input: Input, { rows }: Table): Map<number, Decimal> {
  const sums = new Map<number, Decimal>();
  const others = new Set<number>();
  for (const row of rows) {
    for (const [index, cell] of row) {
      if (others.has(index)) continue;
      const text = normalizedText(cell, input);
      if (text === "") continue;
      const number = readDecimal(text);
      if (!number) others.add(index);
      else {
        const sum = sums.get(index);
        sums.set(index, sum ? addDecimals(sum, number) : number);
      }
    }
  }
  for (const index of others) sums.delete(index);
  return sums;
}
