import { countCodePoints } from "../_lib/text/code-points.ts";
import {
  characterName,
  hasNamedCharacter,
  indentOf,
  isBlank,
  isLineEnd,
  LINE_END,
  NOTABLE,
  trailingFrom,
} from "../_lib/text/white-space/characters.ts";

export interface FoundCharacter {
  /** `U+00A0` */
  readonly codePoint: string;
  readonly name: string;
  readonly count: number;
  /** Where it stands first: from 1, columns in code points. */
  readonly line: number;
  readonly column: number;
}

export interface LineEndCounts {
  readonly lf: number;
  readonly crlf: number;
  readonly cr: number;
  /** U+0085, U+2028 and U+2029. */
  readonly other: number;
  /** Whether there is more than one kind. */
  readonly mixed: boolean;
}

export interface Indentation {
  readonly style: "spaces" | "tabs" | "mixed" | "none";
  /** Greatest common divisor of the spaces; 1 for tabs, 0 for none. */
  readonly size: number;
}

export interface WhitespaceFacts {
  readonly found: readonly FoundCharacter[];
  readonly eol: LineEndCounts;
  readonly indentation: Indentation;
  readonly hasTrailing: boolean;
}

/** What white space a text has. */
export function inspectWhitespace(text: string): WhitespaceFacts {
  const lines = text.split(LINE_END);
  return {
    found: findCharacters(text),
    eol: countLineEnds(text),
    indentation: indentationOf(lines),
    hasTrailing: lines.some((line) => trailingFrom(line) < line.length),
  };
}

function findCharacters(text: string): FoundCharacter[] {
  const found = new Map<
    string,
    { -readonly [Name in keyof FoundCharacter]: FoundCharacter[Name] }
  >();
  if (!hasNamedCharacter(text)) return [];
  let line = 1;
  let lineStart = 0;
  for (const { 0: character, index } of text.matchAll(NOTABLE)) {
    const name = characterName(character);
    const known = found.get(character);
    if (known) known.count++;
    else if (name !== undefined) {
      const hex = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
      const column = countCodePoints(text.slice(lineStart, index)) + 1;
      found.set(character, { codePoint: `U+${hex}`, name, count: 1, line, column });
    }
    if (!isLineEnd(character)) continue;
    line++;
    lineStart = index + character.length;
  }
  return [...found.values()];
}

function countLineEnds(text: string): LineEndCounts {
  const counts = { lf: 0, crlf: 0, cr: 0, other: 0 };
  for (const end of text.match(LINE_END) ?? []) {
    if (end === "\n") counts.lf++;
    else if (end === "\r\n") counts.crlf++;
    else if (end === "\r") counts.cr++;
    else counts.other++;
  }
  const kinds = Object.values(counts).filter((count) => count > 0).length;
  return { ...counts, mixed: kinds > 1 };
}

function indentationOf(lines: readonly string[]): Indentation {
  const indents = lines.filter((line) => !isBlank(line)).map(indentOf);
  const hasTabs = indents.some((indent) => indent.includes("\t"));
  const hasSpaces = indents.some((indent) => indent.includes(" "));
  if (!hasSpaces) return hasTabs ? { style: "tabs", size: 1 } : { style: "none", size: 0 };
  const size = indents.reduce(
    (divisor, indent) => greatestCommonDivisor(divisor, indent.replaceAll("\t", "").length),
    0,
  );
  return { style: hasTabs ? "mixed" : "spaces", size };
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
