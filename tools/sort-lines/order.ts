import { type DecimalDigits, significantDigits } from "../_lib/numbers/decimal-text.ts";
import { byCodeUnit } from "../_lib/results/pointer.ts";

/** Orders that two texts can be in: below 0 where the first is before the second, 0 where they are equal. */
export type Order<T> = (a: T, b: T) => number;

const ZERO = 48;
const NINE = 57;

/** By code points, but runs of ASCII digits as whole numbers of any length: file9 before file10. */
export function compareNatural(a: string, b: string): number {
  let left = 0;
  let right = 0;
  while (left < a.length && right < b.length) {
    if (isDigit(a, left) && isDigit(b, right)) {
      const [leftEnd, rightEnd] = [digitsEnd(a, left), digitsEnd(b, right)];
      const order = compareWhole(a.slice(left, leftEnd), b.slice(right, rightEnd));
      if (order !== 0) return order;
      left = leftEnd;
      right = rightEnd;
      continue;
    }
    const [x, y] = [a.codePointAt(left) ?? 0, b.codePointAt(right) ?? 0];
    if (x !== y) return x - y;
    left += x > 0xffff ? 2 : 1;
    right += x > 0xffff ? 2 : 1;
  }
  return a.length - left - (b.length - right);
}

function isDigit(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= ZERO && unit <= NINE;
}

function digitsEnd(text: string, from: number): number {
  let end = from;
  while (end < text.length && isDigit(text, end)) end++;
  return end;
}

function compareWhole(a: string, b: string): number {
  const [x, y] = [a.replace(/^0+/, ""), b.replace(/^0+/, "")];
  return x.length - y.length || byCodeUnit(x, y);
}

const NUMBER =
  /^\s*([-+\u2212]?)(?:(\d+(?:[,_']\d{3}(?!\d))*)(?:\.(\d+))?|\.(\d+))(?:e([-+]?\d{1,4})(?!\d))?/i;

/**
 * Behind a number as `du -h` and `ls -lh` write it: powers of 1024, with or without `i` and `B`. A letter behind a
 * blank may be a word of its own (`512 z`): it is a unit with a `B`, or in capitals at the end.
 */
const UNIT = /(?: ?([kmgtpezyrq])i?b|([kmgtpezyrq]))(?![a-z])/iy;
const LAST_UNIT = / ([KMGTPEZYRQ])\s*$/y;
const UNITS = "kmgtpezyrq";

/**
 * The number that a text begins with, of any length; undefined where there is none. `human` reads a unit such as K
 * or MiB behind it.
 */
export function leadingNumber(text: string, human = false): DecimalDigits | undefined {
  const match = NUMBER.exec(text);
  if (!match) return undefined;
  const [all, sign = "", grouped = "", fraction = match[4] ?? "", , exponent = "0"] = match;
  const isNegative = sign !== "" && sign !== "+";
  const whole = grouped.replace(/[,_']/g, "");
  const power = BigInt(exponent.replace("+", ""));
  const unit = human ? unitAt(text, all.length) : undefined;
  if (unit === undefined) return significantDigits(isNegative, whole, fraction, power);
  const scale = 1024n ** BigInt(UNITS.indexOf(unit.toLowerCase()) + 1);
  const scaled = String(BigInt(whole + fraction) * scale);
  return significantDigits(isNegative, scaled, "", power - BigInt(fraction.length));
}

function unitAt(text: string, at: number): string | undefined {
  UNIT.lastIndex = at;
  LAST_UNIT.lastIndex = at;
  const match = UNIT.exec(text) ?? LAST_UNIT.exec(text);
  return match?.[1] ?? match?.[2];
}
