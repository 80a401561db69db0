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
    const low = text.charCodeAt(position - 1);
    if (!isLow(low)) return low;
    const high = text.charCodeAt(position - 2);
    return isHigh(high) ? (high - 0xd800) * 0x400 + low - 0xdc00 + 0x10000 : low;
  },
};

export function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

export function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/** Whether a position lies between the halves of a pair. */
export function isInsidePair(text: string, position: number): boolean {
  return isLow(text.charCodeAt(position)) && isHigh(text.charCodeAt(position - 1));
}

/** Whether a stretch of the text begins and ends between code points. */
export function isWhole(text: string, at: number, length: number): boolean {
  const end = at + length;
  return (
    !isInsidePair(text, at) && !(isHigh(text.charCodeAt(end - 1)) && isLow(text.charCodeAt(end)))
  );
}

/** Compares two stretches of a text, each as long as the other. */
export type SameText = (text: string, from: number, at: number, length: number) => boolean;
