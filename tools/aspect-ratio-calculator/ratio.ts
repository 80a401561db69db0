/** Aspect ratios as exact fractions: their names, missing sides, and sizes that fit or fill a box. */
import {
  absolute,
  add,
  compare,
  divide,
  type Fraction,
  floor,
  fraction,
  invert,
  multiply,
  ONE,
  subtract,
} from "../_lib/numbers/fraction.ts";

export interface Size {
  readonly width: Fraction;
  readonly height: Fraction;
}

const common = (name: string, width: bigint, height = 1n) =>
  ({ name, ratio: fraction(width, height) }) as const;

/** 21:9 is sold as 7:3, and is 64:27 or 2.39:1. */
const COMMON_RATIOS = [
  common("1:1", 1n),
  common("6:5", 6n, 5n),
  common("5:4", 5n, 4n),
  common("4:3", 4n, 3n),
  common("3:2", 3n, 2n),
  common("16:10", 16n, 10n),
  common("5:3", 5n, 3n),
  common("16:9", 16n, 9n),
  common("1.85:1", 185n, 100n),
  common("17:9", 17n, 9n),
  common("2:1", 2n),
  common("64:27", 64n, 27n),
  common("2.35:1", 235n, 100n),
  common("2.39:1", 239n, 100n),
  common("21:9", 7n, 3n),
  common("32:9", 32n, 9n),
] as const;

export interface NamedRatio {
  readonly name: string;
  readonly ratio: Fraction;
  /** By how much the ratio is larger, as a part of the named one. */
  readonly difference: Fraction;
}

/** The common ratio, upright ones mirrored, from which the ratio differs least for its size. */
export function nearestRatio(ratio: Fraction): NamedRatio {
  const isUpright = compare(ratio, ONE) < 0;
  const named = COMMON_RATIOS.map((known): NamedRatio => {
    const own = isUpright ? invert(known.ratio) : known.ratio;
    const name = isUpright ? known.name.split(":").toReversed().join(":") : known.name;
    return { name, ratio: own, difference: divide(subtract(ratio, own), own) };
  });
  return named.reduce((best, next) =>
    compare(absolute(next.difference), absolute(best.difference)) < 0 ? next : best,
  );
}

/** Width and height as the smallest whole numbers. */
export function ratioText({ numerator, denominator }: Fraction): string {
  return `${numerator}:${denominator}`;
}

export interface SideRounding {
  /** `nearest` is half up. */
  readonly rounding: "nearest" | "up" | "down";
  readonly multipleOf: number;
}

const HALF = fraction(1n, 2n);

/** A computed side as a multiple, at least one. */
export function roundSide(side: Fraction, { rounding, multipleOf }: SideRounding): Fraction {
  const multiple = fraction(BigInt(multipleOf));
  const count = divide(side, multiple);
  const whole = {
    nearest: () => halfUp(count),
    up: () => ceiling(count),
    down: () => floor(count),
  };
  return multiply(fraction(atLeastOne(whole[rounding]())), multiple);
}

function halfUp(value: Fraction): bigint {
  return floor(add(value, HALF));
}

function ceiling({ numerator, denominator }: Fraction): bigint {
  return -floor({ numerator: -numerator, denominator });
}

function atLeastOne(count: bigint): bigint {
  return count < 1n ? 1n : count;
}

/** One side, or a box of both. */
export interface Target {
  readonly width: Fraction | undefined;
  readonly height: Fraction | undefined;
  readonly fit: "contain" | "cover";
}

export interface Scaled extends Size {
  /** The width before it was rounded. */
  readonly exactWidth: Fraction;
}

/** A shape at the size of a target: the side that the target says stays, the other is rounded. */
export function scaleTo(
  ratio: Fraction,
  { width, height, fit }: Target,
  sides: SideRounding,
): Scaled | undefined {
  const byWidth = (given: Fraction): Scaled => ({
    width: given,
    height: roundSide(divide(given, ratio), sides),
    exactWidth: given,
  });
  const byHeight = (given: Fraction): Scaled => {
    const exactWidth = multiply(given, ratio);
    return { width: roundSide(exactWidth, sides), height: given, exactWidth };
  };
  if (!width) return height && byHeight(height);
  if (!height) return byWidth(width);
  const difference = compare(ratio, divide(width, height));
  if (difference === 0) return { width, height, exactWidth: width };
  return difference > 0 === (fit === "contain") ? byWidth(width) : byHeight(height);
}

export interface Bars {
  readonly left: bigint;
  readonly right: bigint;
  readonly top: bigint;
  readonly bottom: bigint;
}

/** What of a box stays free around a size, none where rounding made the size larger. */
export function barsOf(box: Size, size: Size): Bars {
  const [left, right] = halves(subtract(box.width, size.width));
  const [top, bottom] = halves(subtract(box.height, size.height));
  return { left, right, top, bottom };
}

function halves(free: Fraction): [first: bigint, second: bigint] {
  const whole = free.numerator < 0n ? 0n : floor(free);
  return [whole / 2n, whole - whole / 2n];
}

export interface Crop extends Size {
  readonly x: bigint;
  readonly y: bigint;
}

/** The part of a size that has the shape of a box, centred. */
export function cropTo(size: Size, box: Size): Crop {
  const shape = divide(box.width, box.height);
  if (compare(divide(size.width, size.height), shape) > 0) {
    const width = narrowed(multiply(size.height, shape), size.width);
    return { x: offset(size.width, width), y: 0n, width, height: size.height };
  }
  const height = narrowed(divide(size.width, shape), size.height);
  return { x: 0n, y: offset(size.height, height), width: size.width, height };
}

/** Whole, unless the whole side is less. */
function narrowed(side: Fraction, whole: Fraction): Fraction {
  const rounded = fraction(atLeastOne(halfUp(side)));
  return compare(rounded, whole) > 0 ? whole : rounded;
}

function offset(whole: Fraction, part: Fraction): bigint {
  return floor(multiply(subtract(whole, part), HALF));
}
