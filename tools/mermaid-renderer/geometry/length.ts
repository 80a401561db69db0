const X_HEIGHT = 0.5;

/** A length in user units; `missing` where there is none. `size` is that of the font. */
export function readLength(text: string | null | undefined, size: number, missing = 0): number {
  const number = Number.parseFloat(text ?? "");
  if (Number.isNaN(number)) return missing;
  if (text?.endsWith("em")) return number * size;
  return text?.endsWith("ex") ? number * size * X_HEIGHT : number;
}
