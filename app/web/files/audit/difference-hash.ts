/** A difference hash: which of 9 × 8 greys are lighter than the one before, row by row, the first bit highest. */
import type { Pixels } from "../images/pixels.ts";

const [COLUMNS, ROWS] = [9, 8];

/** 16 hex digits. */
export function differenceHash(picture: Pixels): string {
  let bits = 0n;
  for (let row = 0; row < ROWS; row++) {
    const greys = Array.from({ length: COLUMNS }, (_, column) => greyAt(picture, column, row));
    for (let column = 1; column < COLUMNS; column++) {
      const isLighter = (greys[column - 1] ?? 0) < (greys[column] ?? 0);
      bits = (bits << 1n) | (isLighter ? 1n : 0n);
    }
  }
  return bits.toString(16).padStart(16, "0");
}

/** The average of an area, as whole numbers; what is transparent lies on white. */
function greyAt({ data, width, height }: Pixels, column: number, row: number): number {
  const left = Math.floor((column * width) / COLUMNS);
  const top = Math.floor((row * height) / ROWS);
  const right = Math.max(left + 1, Math.floor(((column + 1) * width) / COLUMNS));
  const bottom = Math.max(top + 1, Math.floor(((row + 1) * height) / ROWS));
  let total = 0;
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const at = (y * width + x) * 4;
      const opacity = data[at + 3] ?? 0;
      const light = 299 * (data[at] ?? 0) + 587 * (data[at + 1] ?? 0) + 114 * (data[at + 2] ?? 0);
      total += light * opacity + 255_000 * (255 - opacity);
    }
  }
  return Math.floor(total / ((right - left) * (bottom - top)));
}
