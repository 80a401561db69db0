import type { Spend } from "./budget.ts";
import type { JsonArray, JsonNode, JsonObject } from "../../_lib/json/tree/tree.ts";
import { JqError } from "./errors.ts";
import { areEqual } from "./order.ts";
import { doubleOf } from "./values.ts";
import { memberOf } from "./versions.ts";

export interface Bounds {
  readonly from: number;
  readonly to: number;
}

/** The bounds that a slice `{start, end}` means in a list of that size: start rounded down, end up. */
export function boundsOf(slice: JsonObject, size: number): Bounds {
  const from = boundOf(memberOf(slice, "start"), size, 0, Math.floor);
  const to = boundOf(memberOf(slice, "end"), size, size, Math.ceil);
  return { from, to: Math.max(from, to) };
}

function boundOf(
  node: JsonNode | undefined,
  size: number,
  missing: number,
  round: (value: number) => number,
): number {
  if (node?.type === "null") return missing;
  if (node?.type !== "number")
    throw new JqError("Start and end indices of an array slice must be numbers");
  const value = doubleOf(node);
  if (Number.isNaN(value)) return missing;
  const bound = value < 0 ? value + size : value;
  return Math.min(Math.max(round(bound), 0), size);
}

/** The text between two positions, which count code points. */
export function sliceText(text: string, { from, to }: Bounds): string {
  const start = unitOffset(text, from, 0, 0);
  return text.slice(start, unitOffset(text, to, from, start));
}

/** The offset in UTF-16 units of a position in code points; the count begins at a position whose offset is known. */
function unitOffset(text: string, position: number, known: number, offset: number): number {
  let at = offset;
  for (let count = known; count < position; count++)
    at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return at;
}

/** Where the items of `part` stand one after another in `array`. */
export function indicesInArray(array: JsonArray, part: JsonArray, spend: Spend): readonly number[] {
  const { items } = array;
  const wanted = part.items;
  if (wanted.length === 0) return [];
  const found: number[] = [];
  const last = items.length - wanted.length;
  for (let index = 0; index <= last; index++) {
    const isThere = wanted.every((item, at) =>
      areEqual(item, items[index + at] as JsonNode, spend),
    );
    if (isThere) found.push(index);
  }
  return found;
}
