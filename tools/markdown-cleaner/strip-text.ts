import { isBlankText, trimBlanks, trimIndent } from "../_lib/formats/markdown/blanks.ts";
import { plainCharacters, withoutLead } from "./characters.ts";
import type { Line } from "../_lib/formats/markdown/document.ts";
import type { EditedLine } from "./edit.ts";
import { scanInline } from "../_lib/formats/markdown/inline.ts";
import { isHardBreak } from "./breaks.ts";

/** The text of lines behind their containers: code spans as they were, all else with plain characters. */
export function textOfLines(lines: readonly Line[], unicode: boolean): string {
  const plain = lines.map(({ text, offset }) => text.slice(offset)).join("\n");
  if (!unicode) return plain;
  const raw = lines.map(rawContent).join("\n");
  return plain === raw || !raw.includes("`") ? plain : withCodeSpans(plain, raw);
}

/** The content with its invisible characters, indented as the plain one is. */
function rawContent({ raw, text, offset }: Line): string {
  const content = text.slice(offset);
  if (raw === text || !raw.startsWith(text.slice(0, offset))) return content;
  const indent = content.slice(0, content.length - trimIndent(content).length);
  return indent + withoutLead(raw.slice(offset));
}

/** `plain`, but for the code spans of `raw`; all of it plain where the spans would not be the same. */
function withCodeSpans(plain: string, raw: string): string {
  const spans = codeSpans(raw);
  const parts: string[] = [];
  let at = 0;
  for (const [from, to] of spans) {
    parts.push(plainCharacters(raw.slice(at, from)), raw.slice(from, to));
    at = to;
  }
  parts.push(plainCharacters(raw.slice(at)));
  const text = parts.join("");
  const again = codeSpans(text);
  const isSame =
    again.length === spans.length &&
    again.every(([from, to], index) => text.slice(from, to) === raw.slice(...(spans[index] ?? [])));
  if (!isSame) return plain;
  // A line that ends in wide spaces has no hard break.
  const lines = plain.split("\n");
  return text
    .split("\n")
    .map((line, index) => (/[ \t]$/.test(lines[index] ?? "") ? line : trimBlanks(line)))
    .join("\n");
}

function codeSpans(text: string): (readonly [number, number])[] {
  return scanInline(text, new Set())
    .filter(({ kind }) => kind === "code")
    .map(({ from, to }) => [from, to] as const);
}

/**
 * The edited line without blanks that only an edit brought to one of its ends: they are no indentation and no
 * hard break. `isEnd` where the written line ended there.
 */
export function tidied({ text }: EditedLine, written: string, isEnd: boolean): string {
  if (isBlankText(text)) return "";
  const start = text.length - trimIndent(text).length;
  const isOwnStart = start === written.length - trimIndent(written).length;
  const own = isEnd ? written.slice(trimBlanks(written).length) : "";
  const ended = trimBlanks(text) + (own.length > 1 ? own : "");
  return isOwnStart ? ended : trimIndent(ended);
}

/** Without the blank lines at the end, and without the hard break that only they made one. */
export function withoutLastBreak(lines: readonly EditedLine[]): EditedLine[] {
  const last = lines.findLastIndex(({ text }) => !isBlankText(text));
  const kept = lines.slice(0, last + 1);
  const end = kept.at(-1);
  if (!end || kept.length === lines.length || !isHardBreak(end.text)) return kept;
  const text = end.text.endsWith("\\") ? end.text.slice(0, -1) : end.text;
  return [...kept.slice(0, -1), { ...end, text: trimBlanks(text) }];
}
