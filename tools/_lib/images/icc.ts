/** ICC profiles that are a curve for each channel and a matrix (ICC.1, 8.3 and 8.4), and what they make of colours. */
import { type Bytes, bytesOf } from "./bytes.ts";

export type ColourSpace = "srgb" | "gray" | "p3" | "adobe" | "cmyk" | "other";

export interface IccProfile {
  readonly space: ColourSpace;
  /** What turns its colours into those of sRGB; absent where they are those already, or nobody knows. */
  readonly toSrgb?: ColourChange;
}

/** Curves from 8 bits to light, and a matrix from its light to that of sRGB. */
export interface ColourChange {
  /** Of red, green and blue: 256 values from 0 to 1. */
  readonly curves: readonly [Float64Array, Float64Array, Float64Array];
  /** By rows. */
  readonly matrix: readonly number[];
}

type Matrix = readonly number[];

/** Columns are the primaries, under the light D50 in which profiles are connected. */
const SRGB: Matrix = [
  0.436065, 0.385147, 0.143066, 0.222488, 0.716873, 0.060608, 0.013916, 0.097076, 0.714096,
];
const P3: Matrix = [
  0.515102, 0.291965, 0.157153, 0.241182, 0.692236, 0.066582, -0.00105, 0.041882, 0.784378,
];
const ADOBE: Matrix = [
  0.609741, 0.205276, 0.149185, 0.311111, 0.625671, 0.063217, 0.01947, 0.060867, 0.744568,
];

/** Undefined where the bytes are no profile. */
export function readIcc(content: Uint8Array): IccProfile | undefined {
  const bytes = bytesOf(content);
  if (bytes.ascii(36, 4) !== "acsp") return undefined;
  const space = bytes.ascii(16, 4);
  if (space === "CMYK") return { space: "cmyk" };
  const tags = tagsIn(bytes);
  if (space === "GRAY") return grayProfile(bytes, tags);
  if (space !== "RGB ") return { space: "other" };
  return rgbProfile(bytes, tags);
}

/** Colours that are numbered and not described: 12 are those of Display P3, with the curve of sRGB. */
export function numberedColours(primaries: number | undefined): IccProfile {
  if (primaries === 12) return { space: "p3", toSrgb: changeFrom(P3, SRGB_CURVE) };
  // 2 says that nobody knows.
  return { space: primaries === undefined || primaries <= 2 ? "srgb" : "other" };
}

interface Tag {
  readonly at: number;
  readonly length: number;
}

function tagsIn(bytes: Bytes): ReadonlyMap<string, Tag> {
  const tags = new Map<string, Tag>();
  const count = Math.min(bytes.u32(128), 200);
  for (let index = 0; index < count; index++) {
    const entry = 132 + index * 12;
    const tag = { at: bytes.u32(entry + 4), length: bytes.u32(entry + 8) };
    if (tag.at + tag.length <= bytes.length) tags.set(bytes.ascii(entry, 4), tag);
  }
  return tags;
}

function fixed(bytes: Bytes, at: number): number {
  return (bytes.u32(at) | 0) / 65_536;
}

function rgbProfile(bytes: Bytes, tags: ReadonlyMap<string, Tag>): IccProfile {
  const primaries = ["rXYZ", "gXYZ", "bXYZ"].map((name) => tags.get(name));
  const curves = ["rTRC", "gTRC", "bTRC"].map((name) => readCurve(bytes, tags.get(name)));
  const [red, green, blue] = curves;
  if (primaries.some((tag) => tag === undefined) || !red || !green || !blue) {
    return { space: "other" };
  }
  const matrix = [0, 1, 2].flatMap((row) =>
    primaries.map((tag) => fixed(bytes, (tag?.at ?? 0) + 8 + row * 4)),
  );
  const isLikeSrgb = isNear(matrix, SRGB) && [red, green, blue].every(isSrgbCurve);
  if (isLikeSrgb) return { space: "srgb" };
  const space = isNear(matrix, P3) ? "p3" : isNear(matrix, ADOBE) ? "adobe" : "other";
  return { space, toSrgb: changeFrom(matrix, red, green, blue) };
}

function grayProfile(bytes: Bytes, tags: ReadonlyMap<string, Tag>): IccProfile {
  const curve = readCurve(bytes, tags.get("kTRC"));
  if (curve === undefined || isSrgbCurve(curve)) return { space: "gray" };
  return { space: "gray", toSrgb: { curves: [curve, curve, curve], matrix: IDENTITY } };
}

const IDENTITY: Matrix = [1, 0, 0, 0, 1, 0, 0, 0, 1];

function isNear(one: Matrix, other: Matrix): boolean {
  return one.every((value, index) => Math.abs(value - (other[index] ?? 0)) < 0.004);
}

function isSrgbCurve(curve: Float64Array): boolean {
  return [16, 64, 128, 192].every(
    (at) => Math.abs((curve[at] ?? 0) - (SRGB_CURVE[at] ?? 0)) < 0.006,
  );
}

function changeFrom(
  primaries: Matrix,
  red: Float64Array,
  green: Float64Array = red,
  blue: Float64Array = red,
): ColourChange {
  return { curves: [red, green, blue], matrix: product(inverse(SRGB), primaries) };
}

function product(left: Matrix, right: Matrix): Matrix {
  return Array.from({ length: 9 }, (_, index) => {
    const row = Math.floor(index / 3) * 3;
    return [0, 1, 2].reduce(
      (sum, step) => sum + (left[row + step] ?? 0) * (right[step * 3 + (index % 3)] ?? 0),
      0,
    );
  });
}

function inverse(matrix: Matrix): Matrix {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0] = matrix;
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  return [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ].map((value) => value / determinant);
}

/** A curve at 256 places; undefined where it is of a kind that is not known. */
function readCurve(bytes: Bytes, tag: Tag | undefined): Float64Array | undefined {
  if (tag === undefined) return undefined;
  const { at } = tag;
  const type = bytes.ascii(at, 4);
  const curve = type === "curv" ? tableCurve(bytes, at) : parametricCurve(bytes, at);
  return curve && sampled(curve);
}

type Curve = (value: number) => number;

function sampled(curve: Curve): Float64Array {
  return Float64Array.from({ length: 256 }, (_, index) => curve(index / 255));
}

function tableCurve(bytes: Bytes, at: number): Curve {
  const count = bytes.u32(at + 8);
  if (count === 0) return (value) => value;
  if (count === 1) return (value) => value ** (bytes.u16(at + 12) / 256);
  return (value) => {
    const place = value * (count - 1);
    const below = Math.floor(place);
    const [left, right] = [below, Math.min(below + 1, count - 1)].map(
      (index) => bytes.u16(at + 12 + index * 2) / 65_535,
    ) as [number, number];
    return left + (right - left) * (place - below);
  };
}

/** How many numbers each kind has. */
const PARAMETERS = [1, 3, 4, 5, 7];

function parametricCurve(bytes: Bytes, at: number): Curve | undefined {
  if (bytes.ascii(at, 4) !== "para") return undefined;
  const kind = bytes.u16(at + 8);
  const count = PARAMETERS[kind];
  if (count === undefined) return undefined;
  const numbers = Array.from({ length: count }, (_, index) => fixed(bytes, at + 12 + index * 4));
  const [g = 1, a = 1, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers;
  if (kind === 0) return (value) => value ** g;
  if (kind < 3) {
    const offset = kind === 2 ? c : 0;
    return (value) => (value >= -b / a ? (a * value + b) ** g : 0) + offset;
  }
  return (value) => (value >= d ? (a * value + b) ** g + e : c * value + f);
}

/** The curve of IEC 61966-2-1 at 256 places. */
export const SRGB_CURVE = sampled((value) =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
);
