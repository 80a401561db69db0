/** Two sides as they are written: `1920x1080`, `16:9`. */
import { readDecimal } from "./decimal-text.ts";
import { type Fraction, fraction } from "./fraction.ts";

const SIDE = String.raw`(\d+(?:\.\d*)?|\.\d+)`;
const BY_CROSS = new RegExp(String.raw`\s*${SIDE}\s*[x×*]\s*${SIDE}`, "iy");
const RATIO = new RegExp(String.raw`^\s*${SIDE}\s*(?:[:/]\s*${SIDE}\s*)?$`);

export interface Sides {
  readonly width: Fraction;
  readonly height: Fraction;
}

/** `1920x1080`, also with × or *, at the start of a text, and where it ends. */
export function leadingSides(text: string): (Sides & { readonly end: number }) | undefined {
  BY_CROSS.lastIndex = 0;
  const [all, width, height] = BY_CROSS.exec(text) ?? [];
  if (all === undefined || width === undefined || height === undefined) return undefined;
  return { width: decimal(width), height: decimal(height), end: all.length };
}

/** `16:9`, `16/9`, or one number, which is to 1. */
export function readRatio(text: string): Sides | undefined {
  const [, width, height = "1"] = RATIO.exec(text) ?? [];
  return width === undefined ? undefined : { width: decimal(width), height: decimal(height) };
}

/** A number that the patterns above matched. */
function decimal(text: string): Fraction {
  const { numerator, denominator } = readDecimal(text) ?? { numerator: 0n, denominator: 1n };
  return fraction(numerator, denominator);
}
