/** Functions that look at the binary form of a double. */
const view = new DataView(new ArrayBuffer(8));

/** A fraction from 1/2 to 1 and a power of two whose product is the number. */
export function splitExponent(x: number): { readonly fraction: number; readonly exponent: number } {
  if (x === 0 || !Number.isFinite(x)) return { fraction: x, exponent: 0 };
  // A subnormal number is made a normal one first.
  const isSmall = Math.abs(x) < 2 ** -1022;
  view.setFloat64(0, isSmall ? x * 2 ** 54 : x);
  const high = view.getUint32(0);
  const exponent = ((high >>> 20) & 0x7ff) - 1022 - (isSmall ? 54 : 0);
  view.setUint32(0, (high & 0x800fffff) | (1022 << 20));
  return { fraction: view.getFloat64(0), exponent };
}

/** The number times a power of two, rounded once. */
export function scale(x: number, exponent: number): number {
  if (x === 0 || !Number.isFinite(x) || Number.isNaN(exponent))
    return x === 0 ? x : x * 2 ** exponent;
  const { fraction, exponent: own } = splitExponent(x);
  const total = own + Math.trunc(Math.max(-5000, Math.min(5000, exponent)));
  if (total > -1021)
    return total > 1024 ? fraction * Number.POSITIVE_INFINITY : fraction * 2 * 2 ** (total - 1);
  return fraction * 2 ** -1021 * 2 ** Math.max(total + 1021, -1074);
}

/** The next double towards another. */
export function nextAfter(x: number, towards: number): number {
  if (Number.isNaN(x) || Number.isNaN(towards)) return Number.NaN;
  if (x === towards) return towards;
  if (x === 0) return towards > 0 ? Number.MIN_VALUE : -Number.MIN_VALUE;
  view.setFloat64(0, x);
  const bits = view.getBigInt64(0);
  view.setBigInt64(0, bits + (towards > x === x > 0 ? 1n : -1n));
  return view.getFloat64(0);
}

/** To the nearest whole number, halves to the even one. */
export function roundHalfEven(x: number): number {
  const floor = Math.floor(x);
  const rest = x - floor;
  if (!Number.isFinite(x) || rest === 0) return x;
  if (rest !== 0.5) return Math.sign(x) < 0 && rest > 0.5 && floor === -1 ? -0 : Math.round(x);
  return floor % 2 === 0 ? (floor === 0 ? 0 : floor) : floor === -1 ? -0 : floor + 1;
}

/** Halves away from zero. */
export function roundHalfAway(x: number): number {
  if (!Number.isFinite(x) || x === 0) return x;
  const size = Math.abs(x);
  const floor = Math.floor(size);
  return Math.sign(x) * (size - floor >= 0.5 ? floor + 1 : floor);
}

/** What is left of x after the nearest multiple of y, halves to the even one. */
export function ieeeRemainder(x: number, y: number): number {
  if (Number.isNaN(x) || Number.isNaN(y) || !Number.isFinite(x) || y === 0) return Number.NaN;
  if (!Number.isFinite(y)) return x;
  const size = Math.abs(y);
  const rest = Math.abs(x) % size;
  const isOdd = Math.abs(x) % (2 * size) >= size;
  const nearest = rest * 2 > size || (rest * 2 === size && isOdd) ? rest - size : rest;
  return x < 0 || Object.is(x, -0) ? -nearest : nearest;
}
