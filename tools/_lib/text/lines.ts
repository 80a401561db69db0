/** A text as lines, and what it takes to write it again. */
export interface TextLines {
  /** A byte order mark belongs to the text, not to its first line; empty where there is none. */
  readonly mark: "" | "\ufeff";
  /** Without their ends. */
  readonly lines: readonly string[];
  /** The first line end of the text; LF where there is none. */
  readonly lineEnd: "\n" | "\r\n";
  /** Whether the last line has an end, too. */
  readonly isClosed: boolean;
}

/** Lines end at LF or CRLF; a final line end begins no further line, and the empty text has no line. */
export function readLines(given: string): TextLines {
  const mark = given.startsWith("\ufeff") ? "\ufeff" : "";
  const text = given.slice(mark.length);
  const lines = text.split(/\r?\n/);
  const isClosed = lines.at(-1) === "";
  if (isClosed) lines.pop();
  const first = text.indexOf("\n");
  const lineEnd = first > 0 && text.charAt(first - 1) === "\r" ? "\r\n" : "\n";
  return { mark, lines, lineEnd, isClosed: isClosed && text !== "" };
}

/** Other lines in the place of those that were read. */
export function writeLines(
  { mark, lineEnd, isClosed }: TextLines,
  lines: readonly string[],
): string {
  return mark + lines.join(lineEnd) + (isClosed && lines.length > 0 ? lineEnd : "");
}

/** Whether a line holds nothing but white space. */
export function isBlankLine(line: string): boolean {
  return !/\S/.test(line);
}

/** How many characters of white space a line begins with. */
export function indentWidth(line: string): number {
  return line.length - line.trimStart().length;
}
