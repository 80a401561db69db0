/** The shape that the fields of the aspect ratio calculator, or its line of text, speak of. */
import { type Entry, fail } from "../_core/tool.ts";
import { conflictsOf, insufficientInput } from "../_lib/fields/exclusive-fields.ts";
import {
  compare,
  divide,
  type Fraction,
  fractionOf,
  isZero,
  ONE,
} from "../_lib/numbers/fraction.ts";
import { inputInvalid, outOfBounds } from "../_lib/results/input-invalid.ts";
import { leadingSides, readRatio, type Sides } from "../_lib/numbers/written-sides.ts";
import { beginning } from "../_lib/text/shown.ts";
import type { Input } from "../aspect-ratio-calculator.ts";

/** Width by height, and the sides that are known. */
export interface Shape {
  readonly ratio: Fraction;
  readonly width: Fraction | undefined;
  readonly height: Fraction | undefined;
}

const ALTERNATIVES = "input, or width and height, or ratio with at most one of them";

export function readShape(input: Input) {
  const [conflict, ...conflicts] = shapeConflicts(input);
  if (conflict) return { failure: fail([conflict, ...conflicts]) };
  if (input.input !== undefined) return readText(input.input);
  const { ratio } = input;
  const width = sideOf(input.width);
  const height = sideOf(input.height);
  if (ratio !== undefined) {
    const sides = typeof ratio === "number" ? numberSides(ratio) : readRatio(ratio);
    if (!sides) return { failure: fail(notUnderstood("/ratio", String(ratio), RATIOS)) };
    return checked(sides, "/ratio", { width, height });
  }
  if (width && height) return { shape: { ratio: divide(width, height), width, height } };
  const given = Object.entries({ width, height }).flatMap(([name, side]) => (side ? [name] : []));
  return { failure: fail(insufficientInput("find the ratio", given, ALTERNATIVES)) };
}

function sideOf(side: number | undefined): Fraction | undefined {
  return side === undefined ? undefined : fractionOf(side);
}

function numberSides(ratio: number): Sides {
  return { width: fractionOf(ratio), height: ONE };
}

function shapeConflicts(fields: Input): Entry<"CONFLICTING_FIELDS">[] {
  const conflicts = conflictsOf(fields, [
    ["input", "width"],
    ["input", "height"],
    ["input", "ratio"],
  ]);
  const { ratio, width, height } = fields;
  const isTooMuch = ratio !== undefined && width !== undefined && height !== undefined;
  if (conflicts.length > 0 || !isTooMuch) return conflicts;
  const message = `Cannot use ratio, width and height together: found all three, expected ${ALTERNATIVES}`;
  return [{ code: "CONFLICTING_FIELDS", message, path: "/ratio" }];
}

function readText(text: string) {
  const size = leadingSides(text);
  if (size && text.slice(size.end).trim() === "") return checked(size, "/input", size);
  const ratio = readRatio(text);
  return ratio
    ? checked(ratio, "/input", { width: undefined, height: undefined })
    : { failure: fail(notUnderstood("/input", text, TEXTS)) };
}

/** What keeps products and quotients of sides within the doubles. */
export const SMALLEST_SIDE = 1e-9;
export const LARGEST_SIDE = 1e9;

const SMALLEST = fractionOf(SMALLEST_SIDE);
const LARGEST = fractionOf(LARGEST_SIDE);

function checked({ width, height }: Sides, path: string, known: Pick<Shape, "width" | "height">) {
  const sides = [width, height];
  if (sides.some(isZero)) return { failure: fail(zeroSide(path)) };
  if (sides.some((side) => compare(side, SMALLEST) < 0 || compare(side, LARGEST) > 0)) {
    const problem = outOfBounds(path, "a side beyond them", "sides from 10^-9 to 10^9");
    return { failure: inputInvalid([problem]) };
  }
  const shape: Shape = {
    ratio: divide(width, height),
    width: known.width,
    height: known.height,
  };
  return { shape };
}

function zeroSide(path: string): Entry<"RATIO_INVALID"> {
  const expected = "sides above 0";
  const message = `Cannot find the ratio: found a side of 0, expected ${expected}`;
  return { code: "RATIO_INVALID", message, path, expected };
}

const RATIOS = ["16:9", "16/9", "2.39:1"] as const;
const TEXTS = ["1920x1080", "16:9", "1.85"] as const;
const SHOWN_CHARACTERS = 40;

function notUnderstood(
  path: string,
  text: string,
  examples: readonly string[],
): Entry<"TEXT_NOT_UNDERSTOOD"> {
  const shown = JSON.stringify(beginning(text, SHOWN_CHARACTERS));
  const expected = path === "/input" ? "a size or a ratio" : "a ratio";
  return {
    code: "TEXT_NOT_UNDERSTOOD",
    message: `Cannot find the ratio: found ${shown}, expected ${expected} such as ${examples[0]}`,
    path,
    line: 1,
    column: 1,
    offset: 0,
    expected,
    hint: `These work: ${examples.join("; ")}`,
  };
}
