/** Pixels of four bytes, red, green, blue and opacity: cut out, turned upright, brought to sRGB, laid on a ground. */
import type { ColourChange } from "../../../../tools/_lib/images/icc.ts";

export interface Pixels {
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
}

export type Format = "avif" | "webp" | "jpeg" | "png";

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export function blank(width: number, height: number): Pixels {
  return { data: new Uint8ClampedArray(width * height * 4), width, height };
}

function wordsOf({ data }: Pixels): Uint32Array {
  return new Uint32Array(data.buffer, data.byteOffset, data.length / 4);
}

/** A part of the picture as it is seen, from pixels as they are stored: orientations are those of EXIF. */
export function uprightPart(stored: Pixels, orientation: number, part: Box): Pixels {
  const { width, height } = stored;
  const isWhole = part.width === width && part.height === height;
  if (orientation === 1 && isWhole) return stored;
  const made = blank(part.width, part.height);
  const from = wordsOf(stored);
  const to = wordsOf(made);
  const { start, right, down } = walk(orientation, width, height);
  for (let y = 0; y < part.height; y++) {
    let at = start + part.x * right + (part.y + y) * down;
    const row = y * part.width;
    if (right === 1) {
      to.set(from.subarray(at, at + part.width), row);
      continue;
    }
    for (let x = 0; x < part.width; x++, at += right) to[row + x] = from[at] ?? 0;
  }
  return made;
}

/** Where the upright picture begins in the stored one, and how far it is there to the next pixel and the next row. */
function walk(orientation: number, width: number, height: number) {
  const last = width * height - 1;
  const lastRow = last - width + 1;
  const ways: Readonly<Record<number, { start: number; right: number; down: number }>> = {
    2: { start: width - 1, right: -1, down: width },
    3: { start: last, right: -1, down: -width },
    4: { start: lastRow, right: 1, down: -width },
    5: { start: 0, right: width, down: 1 },
    6: { start: lastRow, right: -width, down: 1 },
    7: { start: last, right: -width, down: -1 },
    8: { start: width - 1, right: width, down: -1 },
  };
  return ways[orientation] ?? { start: 0, right: 1, down: width };
}

/** Light in 16 bits → sRGB in 8. */
let encoded: Uint8Array | undefined;

function encoding(): Uint8Array {
  if (encoded) return encoded;
  const table = new Uint8Array(65_536);
  // The value whose light is nearest: between two neighbours the bound is where their encodings meet.
  for (let light = 0, value = 0; light < 65_536; light++) {
    const part = light / 65_535;
    while (value < 255 && lightAt(value + 0.5) <= part) value++;
    table[light] = value;
  }
  encoded = table;
  return table;
}

function lightAt(value: number): number {
  const part = value / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

/** In place: colours of another space become those of sRGB, and those beyond it the nearest. */
export function toSrgb({ data }: Pixels, { curves, matrix }: ColourChange): void {
  const table = encoding();
  // Light as whole numbers, so that all machines round alike.
  const [red, green, blue] = curves.map((curve) => curve.map((part) => Math.round(part * 65_535)));
  const [a, b, c, d, e, f, g, h, i] = matrix as unknown as NineNumbers;
  if (!red || !green || !blue) return;
  const value = (light: number): number =>
    table[light <= 0 ? 0 : light >= 65_535 ? 65_535 : Math.round(light)] ?? 0;
  for (let at = 0; at < data.length; at += 4) {
    const r = red[data[at] ?? 0] ?? 0;
    const n = green[data[at + 1] ?? 0] ?? 0;
    const u = blue[data[at + 2] ?? 0] ?? 0;
    data[at] = value(a * r + b * n + c * u);
    data[at + 1] = value(d * r + e * n + f * u);
    data[at + 2] = value(g * r + h * n + i * u);
  }
}

type NineNumbers = [number, number, number, number, number, number, number, number, number];

export type Colour = readonly [red: number, green: number, blue: number];

export function colourOf(hex: string): Colour {
  const number = Number.parseInt(hex.slice(1), 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}

/** A ground of one colour that nothing shines through. */
export function ground(width: number, height: number, [red, green, blue]: Colour): Pixels {
  const made = blank(width, height);
  const { data } = made;
  data[0] = red;
  data[1] = green;
  data[2] = blue;
  data[3] = 255;
  const words = wordsOf(made);
  words.fill(words[0] ?? 0);
  return made;
}

/** In place: a picture stands on the ground, and what is transparent of it stays so. */
export function place(on: Pixels, picture: Pixels, { x, y }: Box): void {
  const to = wordsOf(on);
  const from = wordsOf(picture);
  for (let row = 0; row < picture.height; row++) {
    const start = row * picture.width;
    to.set(from.subarray(start, start + picture.width), (y + row) * on.width + x);
  }
}

/** What is transparent lies on the colour, as browsers show it. */
export function flattened(picture: Pixels, colour: Colour): Pixels {
  if (isOpaque(picture)) return picture;
  const { width, height } = picture;
  const data = new Uint8ClampedArray(picture.data);
  for (let at = 0; at < data.length; at += 4) {
    const opacity = data[at + 3] ?? 0;
    for (let channel = 0; channel < 3; channel++) {
      const over = (data[at + channel] ?? 0) * opacity;
      const under = (colour[channel] ?? 0) * (255 - opacity);
      data[at + channel] = Math.floor((over + under + 127) / 255);
    }
    data[at + 3] = 255;
  }
  return { data, width, height };
}

export function isOpaque({ data }: Pixels): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false;
  return true;
}
