/** The shape that the fields of the aspect ratio calculator, or its line of text, speak of. */
import { type Entry, fail, type Outcome } from "../_core/tool.ts";
import {
  CONFLICT_FAILURES,
  conflictsOf,
  INSUFFICIENT_FAILURES,
  insufficientInput,
} from "../_lib/fields/exclusive-fields.ts";
import {
  compare,
  divide,
  type Fraction,
  fractionOf,
  isZero,
  ONE,
} from "../_lib/numbers/fraction.ts";
import { INPUT_FAILURES, inputInvalid, outOfBounds } from "../_lib/results/input-invalid.ts";
import { leadingSides, readRatio, type Sides } from "../_lib/numbers/written-sides.ts";
import { beginning } from "../_lib/text/shown.ts";

export const SHAPE_FAILURES = {
  RATIO_INVALID: "A side of the ratio is 0",
  ...CONFLICT_FAILURES,
  ...INSUFFICIENT_FAILURES,
  TEXT_NOT_UNDERSTOOD: "A text is no size and no ratio",
  ...INPUT_FAILURES,
} as const;

type Failure = keyof typeof SHAPE_FAILURES;
type Failed = Outcome<never, Failure, never>;

export interface ShapeFields {
  readonly input?: string;
  readonly width?: number;
  readonly height?: number;
  readonly ratio?: string | number;
}

/** Width by height, and the sides that are known. */
export interface Shape {
  readonly ratio: Fraction;
  readonly width: Fraction | undefined;
  readonly height: Fraction | undefined;
}

const ALTERNATIVES = "input, or width and height, or ratio with at most one of them";

export function readShape(fields: ShapeFields): Shape | Failed {
  const [conflict, ...conflicts] = shapeConflicts(fields);
  if (conflict) return fail([conflict, ...conflicts]);
  if (fields.input !== undefined) return readText(fields.input);
  const { ratio } = fields;
  const width = sideOf(fields.width);
  const height = sideOf(fields.height);
  if (ratio !== undefined) {
    const sides = typeof ratio === "number" ? numberSides(ratio) : readRatio(ratio);
    if (!sides) return fail(notUnderstood("/ratio", String(ratio), RATIOS));
    return checked(sides, "/ratio", () => ({ width, height }));
  }
  if (width && height) return { ratio: divide(width, height), width, height };
  const given = Object.entries({ width, height }).flatMap(([name, side]) => (side ? [name] : []));
  return fail(insufficientInput("find the ratio", given, ALTERNATIVES));
}

function sideOf(side: number | undefined): Fraction | undefined {
  return side === undefined ? undefined : fractionOf(side);
}

function numberSides(ratio: number): Sides {
  return { width: fractionOf(ratio), height: ONE };
}

function shapeConflicts(fields: ShapeFields): Entry<"CONFLICTING_FIELDS">[] {
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

function readText(text: string): Shape | Failed {
  const size = leadingSides(text);
  if (size && text.slice(size.end).trim() === "") return checked(size, "/input", () => size);
  const ratio = readRatio(text);
  if (!ratio) return fail(notUnderstood("/input", text, TEXTS));
  return checked(ratio, "/input", () => ({ width: undefined, height: undefined }));
}

/** What keeps products and quotients of sides within the doubles. */
export const SMALLEST_SIDE = 1e-9;
export const LARGEST_SIDE = 1e9;

const SMALLEST = fractionOf(SMALLEST_SIDE);
const LARGEST = fractionOf(LARGEST_SIDE);

function checked(
  { width, height }: Sides,
  path: string,
  known: () => Pick<Shape, "width" | "height">,
): Shape | Failed {
  const sides = [width, height];
  if (sides.some(isZero)) return fail(zeroSide(path));
  if (sides.some((side) => compare(side, SMALLEST) < 0 || compare(side, LARGEST) > 0)) {
    return inputInvalid([outOfBounds(path, "a side beyond them", "sides from 10^-9 to 10^9")]);
  }
  return { ratio: divide(width, height), ...known() };
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
