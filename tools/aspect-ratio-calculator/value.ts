/** What the aspect ratio calculator gives. */
import {
  compare,
  divide,
  exactText,
  type Fraction,
  fraction,
  multiply,
  ONE,
  roundedNumber,
} from "../_lib/numbers/fraction.ts";
import type { Value } from "../aspect-ratio-calculator.ts";
import {
  barsOf,
  cropTo,
  nearestRatio,
  ratioText,
  type Scaled,
  type Size,
  type Target,
} from "./ratio.ts";

const DECIMALS = 6;
const HUNDRED = fraction(100n);
const MILLION = fraction(1_000_000n);

export function valueOf(
  ratio: Fraction,
  size: Size | undefined,
  scaled: Scaled | undefined,
  target: Target,
): Value {
  const { name, ratio: named, difference } = nearestRatio(ratio);
  const rounded = (number: Fraction): number => roundedNumber(number, DECIMALS);
  return {
    width: size ? exactNumber(size.width) : null,
    height: size ? exactNumber(size.height) : null,
    ratio: ratioText(ratio),
    ratioWidth: Number(ratio.numerator),
    ratioHeight: Number(ratio.denominator),
    decimal: rounded(ratio),
    orientation: orientationOf(ratio),
    nearest: {
      name,
      ratio: ratioText(named),
      differencePercent: rounded(multiply(difference, HUNDRED)),
      exact: difference.numerator === 0n,
    },
    megapixels: size ? rounded(divide(multiply(size.width, size.height), MILLION)) : null,
    scaled: scaled
      ? { width: exactNumber(scaled.width), height: exactNumber(scaled.height) }
      : null,
    scaleFactor: scaled && size ? rounded(divide(scaled.exactWidth, size.width)) : null,
    ...boxValue(size, scaled, target),
  };
}

function orientationOf(ratio: Fraction): string {
  const order = compare(ratio, ONE);
  if (order === 0) return "square";
  return order > 0 ? "landscape" : "portrait";
}

/** A number whose decimals end. */
function exactNumber(number: Fraction): number {
  return Number(exactText(number));
}

function boxValue(
  size: Size | undefined,
  scaled: Scaled | undefined,
  { width, height, fit }: Target,
): Pick<Value, "bars" | "crop"> {
  if (!width || !height || !scaled) return { bars: null, crop: null };
  const box = { width, height };
  if (fit === "contain") {
    const { left, right, top, bottom } = barsOf(box, scaled);
    const bars = {
      left: Number(left),
      right: Number(right),
      top: Number(top),
      bottom: Number(bottom),
    };
    return { bars, crop: null };
  }
  if (!size) return { bars: null, crop: null };
  const { x, y, width: cropWidth, height: cropHeight } = cropTo(size, box);
  const crop = {
    x: Number(x),
    y: Number(y),
    width: exactNumber(cropWidth),
    height: exactNumber(cropHeight),
  };
  return { bars: null, crop };
}
