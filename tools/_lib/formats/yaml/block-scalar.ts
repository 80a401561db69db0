import { isBreak, NO_PROPERTIES, type Source, spacesFrom, TAB } from "./source.ts";
import type { YamlBlockScalar } from "./tree.ts";

/** What stands behind `|` or `>`. */
interface Header {
  readonly text: string;
  readonly literal: boolean;
  readonly chomp: "strip" | "clip" | "keep";
  /** The indentation indicator. */
  readonly indent: number | undefined;
}

/** Reads the literal or folded scalar that begins here; `parent` is the column of the block around it. */
export function readBlockScalar(source: Source, parent: number): YamlBlockScalar {
  const start = source.at;
  const header = readHeader(source);
  const headerEnd = source.at;
  source.skipBlanks();
  const spaced = source.at > headerEnd;
  const comment = source.text.charAt(source.at) === "#" && spaced;
  // A comment here is read by the caller's gap, a line end belongs to the first line.
  const lineEnd = source.endOfLine(source.at);
  if (source.at < lineEnd && !comment) {
    source.reject(source.at, spaced ? "a comment or a line end" : "a line end");
  }
  const after = comment ? source.takeComment() : undefined;
  const keepsEmpty = header.chomp === "keep";
  const lines = new Lines(source, header, parent);
  lines.read(lineEnd, keepsEmpty);
  const { list } = lines;
  return {
    type: "scalar",
    style: header.literal ? "literal" : "folded",
    start,
    end: source.at,
    value: valueOf(list, header),
    header: header.text,
    content: keepsEmpty ? list : withoutEmptyEnd(list),
    properties: NO_PROPERTIES,
    gap: undefined,
    contentGap: undefined,
    after,
  };
}

function readHeader(source: Source): Header {
  const { text, at: start } = source;
  let chomp: Header["chomp"] | undefined;
  let indent: number | undefined;
  source.at++;
  for (;;) {
    const character = text.charAt(source.at);
    if ((character === "-" || character === "+") && chomp === undefined) {
      chomp = character === "-" ? "strip" : "keep";
    } else if (/^[0-9]$/.test(character) && indent === undefined) {
      indent = Number(character);
      if (indent === 0) source.reject(source.at, "an indentation from 1 to 9");
    } else break;
    source.at++;
  }
  const literal = text.charAt(start) === "|";
  return { text: text.slice(start, source.at), literal, chomp: chomp ?? "clip", indent };
}

/** Reads lines up to the first that is indented less; leaves the place before the last line end. */
class Lines {
  readonly list: string[] = [];
  readonly #source: Source;
  readonly #parent: number;
  /** Undefined until the first line with text gives it. */
  #indent: number | undefined;
  /** The most spaces of the empty lines before. */
  #widest = 0;

  constructor(source: Source, { indent }: Header, parent: number) {
    this.#source = source;
    this.#parent = parent;
    this.#indent = indent === undefined ? undefined : Math.max(parent, 0) + indent;
  }

  read(from: number, keepsEmpty: boolean): void {
    const { text } = this.#source;
    let end = from;
    let kept = from;
    while (end < text.length) {
      const lineStart = this.#source.behindBreak(end);
      const at = lineStart + spacesFrom(text, lineStart);
      const isEmpty = at === text.length || isBreak(text.charCodeAt(at));
      if (isEmpty ? this.#isLast(at, at - lineStart) : this.#endsAt(lineStart, at)) break;
      end = isEmpty ? at : this.#source.endOfLine(at);
      if (isEmpty) this.#widest = Math.max(this.#widest, at - lineStart);
      const textStart = this.#indent === undefined ? end : Math.min(lineStart + this.#indent, end);
      const line = text.slice(textStart, end);
      this.list.push(line);
      if (line !== "" || keepsEmpty) kept = end;
    }
    this.#source.at = kept;
    // The place is behind a line's text, even where that line is empty.
    this.#source.lineStart = -1;
  }

  /** Whether blanks at the end of the text, which no line end follows, are no line of their own. */
  #isLast(at: number, spaces: number): boolean {
    if (at < this.#source.text.length || spaces > (this.#indent ?? spaces)) return false;
    return spaces === 0 || this.list.length > 0;
  }

  /** Whether the scalar ends before the line whose text begins at `at`. */
  #endsAt(lineStart: number, at: number): boolean {
    const source = this.#source;
    const spaces = at - lineStart;
    if (source.isMarkerAt(lineStart)) return true;
    if (this.#indent === undefined && spaces > this.#parent) {
      if (this.#widest > spaces) {
        source.reject(at, `at least ${this.#widest} spaces`, "text left of the spaces above it");
      }
      this.#indent = spaces;
    }
    if (this.#indent !== undefined && spaces >= this.#indent) return false;
    if (source.text.charCodeAt(at) === TAB) {
      source.reject(at, "spaces", "a tab in the indentation", TAB_HINT);
    }
    return true;
  }
}

export const TAB_HINT = "Indent with spaces";

function withoutEmptyEnd(lines: readonly string[]): readonly string[] {
  let end = lines.length;
  while (end > 0 && lines[end - 1] === "") end--;
  return lines.slice(0, end);
}

function valueOf(lines: readonly string[], { literal, chomp }: Header): string {
  const content = withoutEmptyEnd(lines);
  const text = literal ? content.join("\n") : folded(content);
  if (chomp === "strip") return text;
  if (chomp === "clip") return content.length === 0 ? "" : `${text}\n`;
  const empty = "\n".repeat(lines.length - content.length);
  return content.length === 0 ? empty : `${text}\n${empty}`;
}

/** Joins lines by spaces, but for empty ones and those that begin with a blank. */
function folded(lines: readonly string[]): string {
  const parts: string[] = [];
  let empty = 0;
  let before: "none" | "text" | "spaced" = "none";
  for (const line of lines) {
    if (line === "") {
      empty++;
      continue;
    }
    const spaced = /^[ \t]/.test(line);
    if (before === "text" && !spaced) parts.push(empty === 0 ? " " : "\n".repeat(empty));
    else parts.push("\n".repeat(before === "none" ? empty : empty + 1));
    parts.push(line);
    empty = 0;
    before = spaced ? "spaced" : "text";
  }
  return parts.join("");
}
