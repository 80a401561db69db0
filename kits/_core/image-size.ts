/** Sizes of pictures that are delivered in several widths: which widths a picture has, how high each is, what of it is seen. */
import { fractionOf, multiply, roundedQuotient } from "../../tools/_lib/numbers/fraction.ts";

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Box extends Size {
  readonly x: number;
  readonly y: number;
}

/** A point of an upright picture, both parts from 0 to 1. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The size in which a picture is seen: orientations 5 to 8 of EXIF turn it by a quarter. */
export function uprightSize(stored: Size & { readonly orientation: number }): Size {
  const { width, height, orientation } = stored;
  return orientation > 4 ? { width: height, height: width } : { width, height };
}

/** The parts of `W:H`, which are whole. */
export function ratioOf(text: string): Size {
  const [width = 1, height = 1] = text.split(":").map(Number);
  return { width, height };
}

export type Position = "center" | "top" | "bottom" | "left" | "right";

/** A crop of a picture, moved to where it is to be; what is not named stays in the middle. */
export function placedCrop(whole: Size, crop: Box, position: Position, focal?: Point): Box {
  const right = whole.width - crop.width;
  const bottom = whole.height - crop.height;
  if (focal) {
    return {
      ...crop,
      x: around(focal.x, whole.width, crop.width),
      y: around(focal.y, whole.height, crop.height),
    };
  }
  const moved = {
    center: {},
    left: { x: 0 },
    right: { x: right },
    top: { y: 0 },
    bottom: { y: bottom },
  };
  return { ...crop, ...moved[position] };
}

/** Where a part begins that has a point of the whole in its middle, as far as the whole reaches. */
function around(part: number, whole: number, length: number): number {
  const { numerator, denominator } = fractionOf(part);
  const point = Number(roundedQuotient(numerator * BigInt(whole), denominator, "halfUp"));
  return Math.min(Math.max(point - Math.floor(length / 2), 0), whole - length);
}

export interface Widths {
  /** Ascending. */
  readonly widths: readonly number[];
  /** Whether some were too wide for the picture. */
  readonly isCapped: boolean;
}

/** The widths that a picture of such a width gives without being made larger. */
export function cappedWidths(wanted: readonly number[], widest: number): Widths {
  const kept = wanted.filter((width) => width <= widest);
  const isCapped = kept.length < wanted.length;
  const widths = isCapped ? [...new Set([...kept, widest])] : kept;
  return { widths: widths.toSorted((left, right) => left - right), isCapped };
}

/** How high a picture of the shape is at a width. */
export function heightAt(width: number, shape: Size): number {
  return scaled(width, shape.height, shape.width);
}

/** The width of the smallest box of the shape that holds the picture as it is. */
export function boxWidth(picture: Size, shape: Size): number {
  const { width, height } = picture;
  return Math.max(width, -quotient(-height * shape.width, shape.height));
}

/** The largest size of a picture within a box, in the middle of it. */
export function placeInside(box: Size, picture: Size): Box {
  const isWide = picture.width * box.height >= picture.height * box.width;
  const width = isWide ? box.width : scaled(box.height, picture.width, picture.height);
  const height = isWide ? scaled(box.width, picture.height, picture.width) : box.height;
  return {
    x: Math.floor((box.width - width) / 2),
    y: Math.floor((box.height - height) / 2),
    width,
    height,
  };
}

/** Rounded half up, and never 0. */
function scaled(length: number, numerator: number, denominator: number): number {
  return Math.max(1, quotient(2 * length * numerator + denominator, 2 * denominator));
}

/** Rounded down, and exact: sides have 16 bits and parts of ratios 14, so that all products are safe. */
function quotient(dividend: number, divisor: number): number {
  const rest = ((dividend % divisor) + divisor) % divisor;
  return (dividend - rest) / divisor;
}

/** A display side on the densest screen, in whole pixels. */
export function pixelsFor(side: number, maxDpr: number): number {
  const { numerator, denominator } = multiply(fractionOf(side), fractionOf(maxDpr));
  return Number((numerator + denominator - 1n) / denominator);
}
