/**
 * Engines differ in the last of the 53 bits of a sine or a logarithm, and layouts that search make much of it. Of
 * what they give, the first 29 bits are taken: two millionths of a pixel at most, and the same in every engine.
 */

/** Dekker's splitting: adds and takes away what leaves no room for the lower bits. */
const SPLITTER = 2 ** 24 + 1;

export function steady(value: number): number {
  const large = value * SPLITTER;
  return Number.isFinite(large) ? large - (large - value) : value;
}

/** Of `Math`, the functions that the language does not define to the last bit. */
const LOOSE = [
  "acos",
  "acosh",
  "asin",
  "asinh",
  "atan",
  "atan2",
  "atanh",
  "cbrt",
  "cos",
  "cosh",
  "exp",
  "expm1",
  "log",
  "log10",
  "log1p",
  "log2",
  "sin",
  "sinh",
  "tan",
  "tanh",
] as const;

type Loose = (...numbers: readonly number[]) => number;

/** Those functions, steady. */
export function steadyFunctions(): Readonly<Record<string, Loose>> {
  const entries = LOOSE.map((name) => {
    const loose = Math[name] as Loose;
    return [name, (...numbers: readonly number[]) => steady(loose(...numbers))] as const;
  });
  return { ...Object.fromEntries(entries), hypot, pow };
}

function hypot(...sides: readonly number[]): number {
  let sum = 0;
  for (const side of sides) sum += side * side;
  return Math.sqrt(sum);
}

function pow(base: number, exponent: number): number {
  const power = base ** exponent;
  return Number.isInteger(exponent) ? power : steady(power);
}
