import { countCodePoints } from "../../text/code-points.ts";

export interface Place {
  /** From 1; lines end at LF. */
  readonly line: number;
  /** From 1, in code points. */
  readonly column: number;
}

/** The places of ascending offsets: one walk through the text. */
export function placesOf(text: string, offsets: readonly number[]): Place[] {
  let line = 1;
  let column = 1;
  let at = 0;
  return offsets.map((offset) => {
    for (;;) {
      const lineEnd = text.indexOf("\n", at);
      if (lineEnd < 0 || lineEnd >= offset) break;
      line++;
      column = 1;
      at = lineEnd + 1;
    }
    column += countCodePoints(text.slice(at, offset));
    at = offset;
    return { line, column };
  });
}
