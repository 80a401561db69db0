/** Pixels, lengths and densities: whichever two are known give the third. */
import { Decimal } from "../_lib/numbers/decimal.ts";

export type LengthUnit = "in" | "cm" | "mm";

type Maybe = Decimal | undefined;

/** Lengths are in `unit`, at least one side is known. */
export type Question =
  | {
      readonly mode: "screen";
      readonly widthPx: Decimal;
      readonly heightPx: Decimal;
      readonly diagonal: Decimal;
      readonly unit: LengthUnit;
    }
  | {
      readonly mode: "print";
      readonly widthPx: Maybe;
      readonly heightPx: Maybe;
      readonly dpi: Decimal;
    }
  | {
      readonly mode: "pixels";
      readonly width: Maybe;
      readonly height: Maybe;
      readonly unit: LengthUnit;
      readonly dpi: Decimal;
    }
  | {
      readonly mode: "density";
      readonly widthPx: Maybe;
      readonly heightPx: Maybe;
      readonly width: Maybe;
      readonly height: Maybe;
      readonly unit: LengthUnit;
    };

export interface Density {
  readonly mode: Question["mode"];
  readonly ppi: Decimal;
  readonly widthPx: Maybe;
  readonly heightPx: Maybe;
  readonly widthIn: Maybe;
  readonly heightIn: Maybe;
  readonly diagonalIn: Maybe;
  /** The two sides have densities that differ by more than a hundredth of the smaller. */
  readonly isUneven: boolean;
}

export const CM_PER_INCH = new Decimal("2.54");

const PER_INCH: Readonly<Record<LengthUnit, Decimal>> = {
  in: new Decimal(1),
  cm: CM_PER_INCH,
  mm: new Decimal("25.4"),
};

export function computeDensity(question: Question): Density {
  switch (question.mode) {
    case "screen":
      return ofScreen(question);
    case "print":
      return ofPrint(question);
    case "pixels":
      return ofPixels(question);
    default:
      return ofSides(question);
  }
}

type Of<M extends Question["mode"]> = Extract<Question, { readonly mode: M }>;

function ofScreen({ mode, widthPx, heightPx, diagonal, unit }: Of<"screen">): Density {
  const diagonalIn = diagonal.div(PER_INCH[unit]);
  const ppi = hypotenuse(widthPx, heightPx).div(diagonalIn);
  const sides = { widthIn: widthPx.div(ppi), heightIn: heightPx.div(ppi) };
  return { mode, ppi, widthPx, heightPx, ...sides, diagonalIn, isUneven: false };
}

function ofPrint({ mode, widthPx, heightPx, dpi }: Of<"print">): Density {
  const sides = { widthIn: widthPx?.div(dpi), heightIn: heightPx?.div(dpi) };
  return { mode, ppi: dpi, widthPx, heightPx, ...sides, ...diagonalOf(sides), isUneven: false };
}

function ofPixels({ mode, width, height, unit, dpi }: Of<"pixels">): Density {
  // Divided last, so that half a pixel stays half a pixel.
  const count = (side: Maybe): Maybe =>
    side?.times(dpi).div(PER_INCH[unit]).toDecimalPlaces(0, Decimal.ROUND_HALF_UP);
  const sides = { widthIn: width?.div(PER_INCH[unit]), heightIn: height?.div(PER_INCH[unit]) };
  const pixels = { widthPx: count(width), heightPx: count(height) };
  return { mode, ppi: dpi, ...pixels, ...sides, ...diagonalOf(sides), isUneven: false };
}

/** One percent. */
const MOST_UNEVEN = new Decimal("1.01");

function ofSides({ mode, widthPx, heightPx, width, height, unit }: Of<"density">): Density {
  const across = densityOf(widthPx, width, unit);
  const down = densityOf(heightPx, height, unit);
  const known = [across, down].filter((density) => density !== undefined);
  const [ppi, larger] = [Decimal.min(...known), Decimal.max(...known)];
  // A side of which only the pixels are known has square ones.
  const sides = {
    widthIn: width?.div(PER_INCH[unit]) ?? widthPx?.div(ppi),
    heightIn: height?.div(PER_INCH[unit]) ?? heightPx?.div(ppi),
  };
  const isUneven = larger.gt(ppi.times(MOST_UNEVEN));
  return { mode, ppi, widthPx, heightPx, ...sides, ...diagonalOf(sides), isUneven };
}

function densityOf(pixels: Maybe, length: Maybe, unit: LengthUnit): Maybe {
  return length && pixels?.times(PER_INCH[unit]).div(length);
}

function diagonalOf({ widthIn, heightIn }: Pick<Density, "widthIn" | "heightIn">) {
  return { diagonalIn: widthIn && heightIn && hypotenuse(widthIn, heightIn) };
}

function hypotenuse(a: Decimal, b: Decimal): Decimal {
  return a.times(a).plus(b.times(b)).sqrt();
}

const ARC_MINUTES = 180 * 60;

/** Of one arc minute, which the eye just tells apart. */
const TANGENT = Decimal.acos(-1).div(ARC_MINUTES).tan();

/** The inches from which a pixel is one arc minute. */
export function retinaDistance(ppi: Decimal): Decimal {
  return new Decimal(1).div(ppi.times(TANGENT));
}

/** How well a print of so many pixels per inch looks. */
export function printQuality(ppi: Decimal): "high" | "good" | "fair" | "low" {
  if (ppi.gte(300)) return "high";
  if (ppi.gte(200)) return "good";
  return ppi.gte(150) ? "fair" : "low";
}
