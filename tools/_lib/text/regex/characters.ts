import { isInsidePair } from "../code-points.ts";

/** A test of one character. */
export interface Test {
  has(code: number): boolean;
  /** The one code unit that it accepts, no half of a pair; -1 where there are several. */
  readonly exact: number;
}

/** How a position moves: over code points or code units. */
export interface Stride {
  /** The character at a position, NaN or -1 at the end of the text. */
  ahead(text: string, position: number): number;
  /** The character before a position. */
  behind(text: string, position: number): number;
}

export const UNITS: Stride = {
  ahead: (text, position) => text.charCodeAt(position),
  behind: (text, position) => text.charCodeAt(position - 1),
};

export const CODE_POINTS: Stride = {
  ahead: (text, position) => text.codePointAt(position) ?? -1,
  behind(text, position) {
    return isInsidePair(text, position - 1)
      ? (text.codePointAt(position - 2) ?? -1)
      : text.charCodeAt(position - 1);
  },
};

/** Whether a stretch of the text begins and ends between code points. */
export function isWhole(text: string, at: number, length: number): boolean {
  return !isInsidePair(text, at) && !isInsidePair(text, at + length);
}

/** Compares two stretches of a text, each as long as the other. */
export type SameText = (text: string, from: number, at: number, length: number) => boolean;
