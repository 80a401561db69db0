/** What the pixel density calculator is asked: its fields, or its line of text beside them. */
import { type Entry, fail } from "../_core/tool.ts";
import { Decimal } from "../_lib/numbers/decimal.ts";
import { conflictsOf, insufficientInput } from "../_lib/fields/exclusive-fields.ts";
import { compare, type Fraction, fractionOf, isWhole } from "../_lib/numbers/fraction.ts";
import { inputInvalid, outOfBounds } from "../_lib/results/input-invalid.ts";
import { leadingSides, type Sides } from "../_lib/numbers/written-sides.ts";
import { beginning } from "../_lib/text/shown.ts";
import type { Input } from "../dpi-ppi-calculator.ts";
import type { LengthUnit, Question } from "./density.ts";

export const MOST_PIXELS = 1e7;
/** What keeps quotients within the doubles. */
export const SMALLEST = 1e-9;
export const LARGEST_LENGTH = 1e6;
export const LARGEST_DENSITY = 100_000;

const ALTERNATIVES =
  "widthPx, heightPx and diagonal (a screen); pixels and dpi (a print); width or height and dpi (the pixels needed); or pixels of a side and its length (the density)";

/** The question that the fields ask, or all that is wrong with them. */
export function readQuestion(input: Input) {
  const { fields, failure } =
    input.input === undefined ? { fields: input } : readText(input.input, input);
  if (failure) return { failure };
  const [conflict, ...conflicts] = densityConflicts(fields);
  if (conflict) return { failure: fail([conflict, ...conflicts]) };
  const question = questionOf(fields);
  if (question) return { question };
  const insufficient = insufficientInput("compute a density", given(fields), ALTERNATIVES);
  return { failure: fail(insufficient) };
}

const NAMES = ["widthPx", "heightPx", "diagonal", "width", "height", "dpi"] as const;

function given(fields: Input): string[] {
  return NAMES.filter((name) => fields[name] !== undefined);
}

function densityConflicts(fields: Input): Entry<"CONFLICTING_FIELDS">[] {
  const conflicts = conflictsOf(fields, [
    ["diagonal", "dpi"],
    ["diagonal", "width"],
    ["diagonal", "height"],
  ]);
  const hasPixels = fields.widthPx !== undefined || fields.heightPx !== undefined;
  const side = fields.width === undefined ? "height" : "width";
  if (conflicts.length > 0 || !hasPixels || fields.dpi === undefined || fields[side] === undefined)
    return conflicts;
  const message = `Cannot use pixels, dpi and ${side} together: found all three, expected ${ALTERNATIVES}`;
  return [{ code: "CONFLICTING_FIELDS", message, path: `/${side}` }];
}

function questionOf(fields: Input): Question | undefined {
  const number = (name: (typeof NAMES)[number]) => {
    const value = fields[name];
    return value === undefined ? undefined : new Decimal(value);
  };
  const { unit } = fields;
  const [widthPx, heightPx, diagonal] = [number("widthPx"), number("heightPx"), number("diagonal")];
  const [width, height, dpi] = [number("width"), number("height"), number("dpi")];
  if (diagonal) {
    return widthPx && heightPx && { mode: "screen", widthPx, heightPx, diagonal, unit };
  }
  if (dpi && (widthPx || heightPx)) return { mode: "print", widthPx, heightPx, dpi };
  if (dpi) return width || height ? { mode: "pixels", width, height, unit, dpi } : undefined;
  const hasSide = (widthPx && width) || (heightPx && height);
  return hasSide && { mode: "density", widthPx, heightPx, width, height, unit };
}

/** What follows the pixels: nothing, a diagonal, or a density. */
const REST = /^\s*(?:px\b)?\s*(?:(?:at\b|@|,)?\s*(\d+(?:\.\d*)?|\.\d+)\s*([a-z]+|["″])\s*)?$/i;

/** What a unit says about the number before it; the density has none. */
const UNITS: ReadonlyMap<string, LengthUnit | "density"> = new Map([
  ["in", "in"],
  ["inch", "in"],
  ["inches", "in"],
  ['"', "in"],
  ["″", "in"],
  ["cm", "cm"],
  ["mm", "mm"],
  ["dpi", "density"],
  ["ppi", "density"],
]);

interface Written extends Sides {
  /** The diagonal or the density. */
  readonly figure: { readonly number: number; readonly unit: LengthUnit | "density" } | undefined;
}

function parseText(text: string): Written | undefined {
  const sides = leadingSides(text);
  const rest = sides && REST.exec(text.slice(sides.end));
  if (!sides || !rest) return undefined;
  const [, number, name = ""] = rest;
  if (number === undefined) return { ...sides, figure: undefined };
  const unit = UNITS.get(name.toLowerCase());
  return unit && { ...sides, figure: { number: Number(number), unit } };
}

/** The fields, with those that the text stands for. */
function readText(text: string, fields: Input) {
  const written = parseText(text);
  if (!written) return { failure: fail(notUnderstood(text)) };
  if (!isInBounds(written)) {
    const expected = "whole pixels to 10^7, a diagonal to 10^6, a density to 100,000, all above 0";
    const problem = outOfBounds("/input", "a number beyond them", expected);
    return { failure: inputInvalid([problem]) };
  }
  const { width, height, figure } = written;
  const read: Partial<Input> = {
    widthPx: Number(width.numerator),
    heightPx: Number(height.numerator),
    ...(figure && { [figure.unit === "density" ? "dpi" : "diagonal"]: figure.number }),
  };
  const pairs = NAMES.filter((name) => read[name] !== undefined).map(
    (name) => ["input", name] as const,
  );
  const [conflict, ...conflicts] = conflictsOf(fields, pairs);
  if (conflict) return { failure: fail([conflict, ...conflicts]) };
  const unit = figure && figure.unit !== "density" ? figure.unit : fields.unit;
  return { fields: { ...fields, ...read, unit } };
}

function isInBounds({ width, height, figure }: Written): boolean {
  if (!isPixels(width) || !isPixels(height)) return false;
  const most = figure?.unit === "density" ? LARGEST_DENSITY : LARGEST_LENGTH;
  return !figure || (figure.number >= SMALLEST && figure.number <= most);
}

const MOST = fractionOf(MOST_PIXELS);
const ONE_PIXEL = fractionOf(1);

function isPixels(side: Fraction): boolean {
  return isWhole(side) && compare(side, ONE_PIXEL) >= 0 && compare(side, MOST) <= 0;
}

const SHOWN_CHARACTERS = 40;

function notUnderstood(text: string): Entry<"TEXT_NOT_UNDERSTOOD"> {
  const shown = JSON.stringify(beginning(text, SHOWN_CHARACTERS));
  const expected = "pixels with a diagonal or a density";
  return {
    code: "TEXT_NOT_UNDERSTOOD",
    message: `Cannot compute a density: found ${shown}, expected ${expected} such as 1920x1080 24 in`,
    path: "/input",
    line: 1,
    column: 1,
    offset: 0,
    expected,
    hint: "These work: 1920x1080 24 in; 2560x1440 68.5 cm; 4000x3000 at 300 dpi",
  };
}
