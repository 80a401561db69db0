/** Text from `from` to `to` gives way to `put`. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly put: string;
}

/** A line end that was none: the line goes on where it was. U+0000 is in no Markdown text. */
export const NEW_LINE = "\0";

/** A line after the edits, and which line it was before; several may have been one. */
export interface EditedLine {
  readonly text: string;
  readonly origin: number;
}

/** The text after the edits, and of each of its lines which one it was. */
export function cut(text: string, edits: readonly Edit[]): { parts: string; origins: number[] } {
  const parts: string[] = [];
  const origins = [0];
  let line = 0;
  let at = 0;
  const keep = (to: number) => {
    const piece = text.slice(at, to);
    parts.push(piece);
    for (let left = countLineEnds(piece); left > 0; left--) origins.push(++line);
  };
  for (const { from, to, put } of edits) {
    keep(from);
    parts.push(put);
    if (put === NEW_LINE) origins.push(line);
    line += countLineEnds(text.slice(from, to));
    at = to;
  }
  keep(text.length);
  return { parts: parts.join(""), origins };
}

function countLineEnds(text: string): number {
  let count = 0;
  for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", end + 1)) count++;
  return count;
}
