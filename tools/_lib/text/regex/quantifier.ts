import { type Cursor, isDecimal } from "./cursor.ts";
import { MANY } from "./syntax.ts";

export interface Quantifier {
  readonly min: number;
  readonly max: number;
  readonly greedy: boolean;
  readonly offset: number;
}

interface Bounds {
  readonly min: string;
  /** Undefined where there is no upper bound. */
  readonly max: string | undefined;
}

/** Reads a quantifier if one stands here; it is an error where there is nothing to repeat. */
export function readQuantifier(cursor: Cursor, quantifiable: boolean): Quantifier | undefined {
  const offset = cursor.at;
  const letter = cursor.peek();
  let range: readonly [number, number];
  if (letter === "*") range = [0, MANY];
  else if (letter === "+") range = [1, MANY];
  else if (letter === "?") range = [0, 1];
  else if (letter === "{") {
    if (!quantifiable && cursor.mode.unicode) cursor.fail("Nothing to repeat");
    const bounds = readBounds(cursor);
    if (bounds === undefined) return undefined;
    if (!quantifiable) cursor.fail("Nothing to repeat", cursor.at - 1);
    range = [limited(bounds.min), bounds.max === undefined ? MANY : limited(bounds.max)];
  } else return undefined;
  if (letter !== "{") {
    if (!quantifiable) cursor.fail("Nothing to repeat");
    cursor.at++;
  }
  return { min: range[0], max: range[1], greedy: !cursor.skip("?"), offset };
}

/** Reads `{n}`, `{n,}` or `{n,m}`; anything else is an error in the strict grammar, else only text. */
function readBounds(cursor: Cursor): Bounds | undefined {
  const start = cursor.at;
  cursor.at++;
  const min = readDigits(cursor);
  let max: string | undefined = min;
  if (min !== "" && cursor.skip(",")) {
    max = readDigits(cursor);
    if (max === "") max = undefined;
  }
  if (min === "" || cursor.peek() !== "}") {
    if (cursor.mode.unicode) cursor.fail("Incomplete quantifier");
    cursor.at = start;
    return undefined;
  }
  if (max !== undefined && isLess(max, min)) {
    cursor.fail("numbers out of order in {} quantifier");
  }
  cursor.at++;
  return { min, max };
}

function readDigits(cursor: Cursor): string {
  const start = cursor.at;
  while (isDecimal(cursor.unit())) cursor.at++;
  return cursor.text.slice(start, cursor.at).replace(/^0+(?=[0-9])/, "");
}

function isLess(left: string, right: string): boolean {
  return left.length < right.length || (left.length === right.length && left < right);
}

function limited(digits: string): number {
  return Math.min(Number(digits), MANY);
}
