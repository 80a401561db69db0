/** What the pixel density calculator is asked: its fields, or its line of text beside them. */
import { type Static, Type } from "@sinclair/typebox";
import { oneOf, whole } from "../_core/fields.ts";
import { type Entry, fail, type Outcome } from "../_core/tool.ts";
import { Decimal } from "../_lib/numbers/decimal.ts";
import {
  CONFLICT_FAILURES,
  conflictsOf,
  INSUFFICIENT_FAILURES,
  insufficientInput,
} from "../_lib/fields/exclusive-fields.ts";
import { compare, type Fraction, fractionOf, isWhole } from "../_lib/numbers/fraction.ts";
import { INPUT_FAILURES, inputInvalid, outOfBounds } from "../_lib/results/input-invalid.ts";
import { leadingSides, type Sides } from "../_lib/numbers/written-sides.ts";
import { beginning } from "../_lib/text/shown.ts";
import type { LengthUnit, Question } from "./density.ts";

export const REQUEST_FAILURES = {
  ...INSUFFICIENT_FAILURES,
  ...CONFLICT_FAILURES,
  TEXT_NOT_UNDERSTOOD: "A text has no pixels, or something else than a diagonal or a density",
  ...INPUT_FAILURES,
} as const;

type Failed = Outcome<never, keyof typeof REQUEST_FAILURES, never>;

export const MOST_CHARACTERS = 100;
const MOST_PIXELS = 1e7;
/** What keeps quotients within the doubles. */
const SMALLEST = 1e-9;
const LARGEST_LENGTH = 1e6;
const LARGEST_DENSITY = 100_000;

const pixels = (description: string) =>
  Type.Optional(whole({ description, minimum: 1, maximum: MOST_PIXELS }));
const length = (description: string) =>
  Type.Optional(Type.Number({ description, minimum: SMALLEST, maximum: LARGEST_LENGTH }));

export const INPUT = Type.Object({
  input: Type.Optional(
    Type.String({
      description: "Pixels with a diagonal or a density: 1920x1080 24 in, 4000x3000 at 300 dpi",
      maxLength: MOST_CHARACTERS,
    }),
  ),
  widthPx: pixels("Pixels of the width"),
  heightPx: pixels("Pixels of the height"),
  diagonal: length("Of the screen, in unit"),
  width: length("In unit"),
  height: length("In unit"),
  unit: oneOf(["in", "cm", "mm"], { description: "Of the lengths", default: "in" }),
  dpi: Type.Optional(
    Type.Number({
      description: "Dots or pixels per inch",
      minimum: SMALLEST,
      maximum: LARGEST_DENSITY,
    }),
  ),
});

export type Fields = Static<typeof INPUT>;

const ALTERNATIVES =
  "widthPx, heightPx and diagonal (a screen); pixels and dpi (a print); width or height and dpi (the pixels needed); or pixels of a side and its length (the density)";

/** The question that the fields ask, or all that is wrong with them. */
export function readQuestion(fields: Fields): Question | Failed {
  const read = fields.input === undefined ? fields : readText(fields.input, fields);
  if ("ok" in read) return read;
  const [conflict, ...conflicts] = densityConflicts(read);
  if (conflict) return fail([conflict, ...conflicts]);
  return (
    questionOf(read) ?? fail(insufficientInput("compute a density", given(read), ALTERNATIVES))
  );
}

const NAMES = ["widthPx", "heightPx", "diagonal", "width", "height", "dpi"] as const;

function given(fields: Fields): string[] {
  return NAMES.filter((name) => fields[name] !== undefined);
}

function densityConflicts(fields: Fields): Entry<"CONFLICTING_FIELDS">[] {
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

function questionOf(fields: Fields): Question | undefined {
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
function readText(text: string, fields: Fields): Fields | Failed {
  const written = parseText(text);
  if (!written) return fail(notUnderstood(text));
  if (!isInBounds(written)) {
    const expected = "whole pixels to 10^7, a diagonal to 10^6, a density to 100,000, all above 0";
    return inputInvalid([outOfBounds("/input", "a number beyond them", expected)]);
  }
  const { width, height, figure } = written;
  const read: Partial<Fields> = {
    widthPx: Number(width.numerator),
    heightPx: Number(height.numerator),
    ...(figure && { [figure.unit === "density" ? "dpi" : "diagonal"]: figure.number }),
  };
  const pairs = NAMES.filter((name) => read[name] !== undefined).map(
    (name) => ["input", name] as const,
  );
  const [conflict, ...conflicts] = conflictsOf(fields, pairs);
  if (conflict) return fail([conflict, ...conflicts]);
  const unit = figure && figure.unit !== "density" ? figure.unit : fields.unit;
  return { ...fields, ...read, unit };
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
