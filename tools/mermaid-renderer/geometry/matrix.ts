import { steady } from "../world/steady.ts";

/** Affine maps as SVG writes them: x' = ax + cy + e, y' = bx + dy + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** First `second`, then `first`. */
export function multiply(first: Matrix, second: Matrix): Matrix {
  const [a, b, c, d, e, f] = first;
  const [a2, b2, c2, d2, e2, f2] = second;
  return [
    a * a2 + c * b2,
    b * a2 + d * b2,
    a * c2 + c * d2,
    b * c2 + d * d2,
    a * e2 + c * f2 + e,
    b * e2 + d * f2 + f,
  ];
}

export function translation(x: number, y: number): Matrix {
  return [1, 0, 0, 1, x, y];
}

/** A `transform` attribute; what it does not know changes nothing. */
export function readTransform(text: string | null): Matrix {
  let matrix = IDENTITY;
  for (const [, name = "", list = ""] of (text ?? "").matchAll(/(?<!\w)(\w+)\s*\(([^()]*)\)/g)) {
    const numbers = list
      .split(/[\s,]+/)
      .filter(Boolean)
      .map(Number.parseFloat);
    if (numbers.some(Number.isNaN)) continue;
    matrix = multiply(matrix, TRANSFORMS[name]?.(numbers) ?? IDENTITY);
  }
  return matrix;
}

const TRANSFORMS: Readonly<Record<string, (numbers: readonly number[]) => Matrix>> = {
  translate: ([x = 0, y = 0]) => translation(x, y),
  scale: ([x = 1, y = x]) => [x, 0, 0, y, 0, 0],
  rotate: ([degrees = 0, x = 0, y = 0]) => {
    const { sine, cosine } = turn(degrees);
    const rotation: Matrix = [cosine, sine, -sine, cosine, 0, 0];
    return multiply(multiply(translation(x, y), rotation), translation(-x, -y));
  },
  matrix: ([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]) => [a, b, c, d, e, f],
  skewX: ([degrees = 0]) => [1, 0, tangent(degrees), 1, 0, 0],
  skewY: ([degrees = 0]) => [1, tangent(degrees), 0, 1, 0, 0],
};

function tangent(degrees: number): number {
  const { sine, cosine } = turn(degrees);
  return sine / cosine;
}

export function turn(degrees: number): { readonly sine: number; readonly cosine: number } {
  const radians = (degrees * Math.PI) / 180;
  // oxlint-disable-next-line no-restricted-properties -- made steady at once
  return { sine: steady(Math.sin(radians)), cosine: steady(Math.cos(radians)) };
}
