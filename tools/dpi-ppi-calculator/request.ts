/** What the pixel density calculator is asked: its fields, or its line of text beside them. */
import { type Entry, fail } from "../_core/tool.ts";
import { Decimal } from "../_lib/numbers/decimal.ts";
import { conflictsOf, insufficientInput } from "../_lib/fields/exclusive-fields.ts";
import { compare, type Fraction, fractionOf, isWhole, toDigits } from "../_lib/numbers/fraction.ts";
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
const REST = /^\s*(?:px\b\s*)?(?:(?:(?:at\b|@|,)\s*)?(\d+(?:\.\d*)?|\.\d+)\s*([a-z]+|["″])\s*)?$/i;

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
  /** Of the sides; pixels, if undefined. */
  readonly unit?: LengthUnit;
  /** The diagonal or the density. */
  readonly figure: { readonly number: number; readonly unit: LengthUnit | "density" } | undefined;
}

/** What follows lengths: their unit, and perhaps a density. */
const AFTER_LENGTHS = /^\s*(cm|mm|in(?:ch(?:es)?)?|["″])(.*)$/is;
const PAPER =
  /^\s*(?:(?:din|iso)\s*)?([a-z]+\d*)(?:\s+(?:paper|sheet))?(?:[\s,]+(portrait|landscape))?(?=[\s,@]|$)(.*)$/i;

/** Widths and heights in millimetres: ISO 216, ANSI/ASME Y14.1, JIS P 0138 apart. */
const PAPERS: ReadonlyMap<string, readonly [number, number]> = new Map(
  (
    "a0 841x1189,a1 594x841,a2 420x594,a3 297x420,a4 210x297,a5 148x210,a6 105x148,a7 74x105,a8 52x74,a9 37x52,a10 26x37," +
    "b0 1000x1414,b1 707x1000,b2 500x707,b3 353x500,b4 250x353,b5 176x250,b6 125x176,b7 88x125,b8 62x88,b9 44x62,b10 31x44," +
    "c3 324x458,c4 229x324,c5 162x229,c6 114x162,dl 110x220," +
    "letter 215.9x279.4,legal 215.9x355.6,tabloid 279.4x431.8,ledger 431.8x279.4,executive 184.15x266.7"
  )
    .split(",")
    .map((row) => {
      const [name = "", sides = ""] = row.split(" ");
      const [width = 0, height = 0] = sides.split("x").map(Number);
      return [name, [width, height]];
    }),
);

function parseText(text: string): Written | undefined {
  const sides = leadingSides(text);
  if (!sides) return parsePaper(text);
  const after = text.slice(sides.end);
  const [, name, density = ""] = AFTER_LENGTHS.exec(after) ?? [];
  const unit = name === undefined ? undefined : UNITS.get(name.toLowerCase());
  if (unit !== undefined && unit !== "density") return withFigure({ ...sides, unit }, density);
  return withFigure(sides, after);
}

function parsePaper(text: string): Written | undefined {
  const [, name = "", turn = "", after = ""] = PAPER.exec(text) ?? [];
  const paper = PAPERS.get(name.toLowerCase());
  if (!paper) return undefined;
  const [width, height] = turn.toLowerCase() === "landscape" ? paper.toReversed() : paper;
  if (width === undefined || height === undefined) return undefined;
  const sides = { width: fractionOf(width), height: fractionOf(height) };
  return withFigure({ ...sides, unit: "mm" }, after);
}

/** Beside lengths only a density makes sense. */
function withFigure(sides: Omit<Written, "figure">, after: string): Written | undefined {
  const rest = REST.exec(after);
  if (!rest) return undefined;
  const [, number, name = ""] = rest;
  if (number === undefined) return { ...sides, figure: undefined };
  const unit = UNITS.get(name.toLowerCase());
  if (unit === undefined || (sides.unit !== undefined && unit !== "density")) return undefined;
  return { ...sides, figure: { number: Number(number), unit } };
}

/** The fields, with those that the text stands for. */
function readText(text: string, fields: Input) {
  const written = parseText(text);
  if (!written) return { failure: fail(notUnderstood(text)) };
  if (!isInBounds(written)) {
    const expected = "whole pixels to 10^7, lengths to 10^6, a density to 100,000, all above 0";
    const problem = outOfBounds("/input", "a number beyond them", expected);
    return { failure: inputInvalid([problem]) };
  }
  const { width, height, figure } = written;
  const [across, down] = [numberOf(width), numberOf(height)];
  const read: Partial<Input> = {
    ...(written.unit === undefined
      ? { widthPx: across, heightPx: down }
      : { width: across, height: down }),
    ...(figure && { [figure.unit === "density" ? "dpi" : "diagonal"]: figure.number }),
  };
  const pairs = NAMES.filter((name) => read[name] !== undefined).map(
    (name) => ["input", name] as const,
  );
  const [conflict, ...conflicts] = conflictsOf(fields, pairs);
  if (conflict) return { failure: fail([conflict, ...conflicts]) };
  const inFigure = figure && figure.unit !== "density" ? figure.unit : undefined;
  const unit = written.unit ?? inFigure ?? fields.unit;
  return { fields: { ...fields, ...read, unit } };
}

/** Digits that a double keeps. */
const DOUBLE_DIGITS = 17;

function numberOf(side: Fraction): number {
  return toDigits(side, DOUBLE_DIGITS).toNumber();
}

function isInBounds({ width, height, unit, figure }: Written): boolean {
  const isSide = unit === undefined ? isPixels : isLength;
  if (!isSide(width) || !isSide(height)) return false;
  const most = figure?.unit === "density" ? LARGEST_DENSITY : LARGEST_LENGTH;
  return !figure || (figure.number >= SMALLEST && figure.number <= most);
}

const MOST = fractionOf(MOST_PIXELS);
const ONE_PIXEL = fractionOf(1);

function isPixels(side: Fraction): boolean {
  return isWhole(side) && compare(side, ONE_PIXEL) >= 0 && compare(side, MOST) <= 0;
}

const SHORTEST = fractionOf(SMALLEST);
const LONGEST = fractionOf(LARGEST_LENGTH);

function isLength(side: Fraction): boolean {
  return compare(side, SHORTEST) >= 0 && compare(side, LONGEST) <= 0;
}

const SHOWN_CHARACTERS = 40;

function notUnderstood(text: string): Entry<"TEXT_NOT_UNDERSTOOD"> {
  const shown = JSON.stringify(beginning(text, SHOWN_CHARACTERS));
  const expected = "pixels with a diagonal or a density, or lengths or a paper with a density";
  return {
    code: "TEXT_NOT_UNDERSTOOD",
    message: `Cannot compute a density: found ${shown}, expected ${expected} such as 1920x1080 24 in`,
    path: "/input",
    line: 1,
    column: 1,
    offset: 0,
    expected,
    hint: "These work: 1920x1080 24 in; 4000x3000 at 300 dpi; A4 at 300 dpi",
  };
}
