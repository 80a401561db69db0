import { endOfLine, nextLine } from "../../text/position.ts";
import { FlatReader, splitKey, unescapeText } from "./flat-reader.ts";
import type { ConfigSource, ReadOptions, Unreadable } from "./source.ts";

const ESCAPED = /\\([nrt\\"])/g;

/** Reads an INI file; keys before the first section are at the root. */
export function readIniConfig(text: string, options: ReadOptions): ConfigSource | Unreadable {
  const reader = new FlatReader(text, "ini", options);
  let section: string[] = [];
  for (let at = 0; at < reader.text.length && !reader.failed;) {
    const end = endOfLine(reader.text, at);
    const line = reader.text.slice(at, end);
    const start = line.search(/\S/);
    const first = line.charAt(start);
    if (first === ";" || first === "#") reader.comment(at + start, end);
    else if (first === "[") section = readSection(reader, line, at, options.separator);
    else if (start >= 0) readPair(reader, { line, at, start, section });
    at = nextLine(reader.text, end);
  }
  return reader.finish();
}

function readSection(reader: FlatReader, line: string, at: number, separator: string): string[] {
  const start = line.indexOf("[");
  let close = start + 1;
  while (close < line.length && line.charAt(close) !== "]")
    close += line.charAt(close) === "\\" ? 2 : 1;
  if (close >= line.length) {
    reader.fail("INI_SYNTAX", at + line.length, "the end of the line", '"]" of the section');
    return [];
  }
  const after = line.slice(close + 1);
  if (/^\s*[^\s;#]/.test(after)) {
    const offset = at + close + 1 + after.search(/\S/);
    reader.fail("INI_SYNTAX", offset, "text behind the section", "a comment or the line end");
  }
  const name = line.slice(start + 1, close);
  const isEscaped = (character: string) => `\\]${separator}`.includes(character);
  const steps = splitKey(name, separator).map((part) =>
    part.replaceAll(/\\(.)/gs, (pair, character: string) =>
      isEscaped(character) ? character : pair,
    ),
  );
  reader.section(steps, at + start);
  if (/\S/.test(after)) reader.comment(at + close + 1 + after.search(/\S/), at + line.length);
  return steps;
}

interface IniLine {
  readonly line: string;
  /** Where the line begins in the text. */
  readonly at: number;
  /** Where its key begins. */
  readonly start: number;
  readonly section: readonly string[];
}

function readPair(reader: FlatReader, { line, at, start, section }: IniLine): void {
  const quoted = quotedEnd(line, start);
  const hasQuotedKey = quoted > 0 && /^\s*(?:\[\]\s*)?[=:]/.test(line.slice(quoted));
  const from = hasQuotedKey ? quoted : start;
  const mark = line.slice(from).search(/[=:]/);
  const bare = mark < 0 ? commentStart(line, start) : from + mark;
  const written = line.slice(start, bare).trim();
  const isList = written.endsWith("[]");
  const name = isList ? written.slice(0, -2).trim() : written;
  const key = hasQuotedKey ? unquote(name) : name;
  const valueAt = mark < 0 ? bare : bare + 1;
  const end = commentStart(line, valueAt);
  const value = unquote(line.slice(valueAt, end).trim());
  if (isList) reader.append([...section, key], value, at + start);
  else reader.value([...section, key], value, at + start);
  if (end < line.length) reader.comment(at + end, at + line.length);
}

/** Where the comment of a line begins: `;` or `#` behind a blank, outside quotes. */
function commentStart(line: string, from: number): number {
  for (let at = from; at < line.length; at++) {
    const character = line.charAt(at);
    const isStart = at === from || /\s/.test(line.charAt(at - 1));
    if (!isStart) continue;
    if ((character === ";" || character === "#") && /\s/.test(line.charAt(at - 1))) return at;
    const end = quotedEnd(line, at);
    if (end > 0) at = end - 1;
  }
  return line.length;
}

/** The offset behind the quoted text that begins here; -1 where none does, or it is never closed. */
function quotedEnd(line: string, at: number): number {
  const quote = line.charAt(at);
  if (quote !== '"' && quote !== "'") return -1;
  // Where no further quote follows there is none to look for.
  if (line.lastIndexOf(quote) === at) return -1;
  for (let end = at + 1; end < line.length; end++) {
    const character = line.charAt(end);
    if (character === quote) return end + 1;
    if (character === "\\" && quote === '"') end++;
  }
  return -1;
}

/** Without one pair of outer quotes; in double quotes `\n`, `\r`, `\t`, `\"` and `\\` are escapes. */
function unquote(text: string): string {
  const quote = text.charAt(0);
  const isQuoted = text.length > 1 && text.endsWith(quote) && (quote === '"' || quote === "'");
  if (!isQuoted) return text;
  const body = text.slice(1, -1);
  return quote === '"' ? unescapeText(body, ESCAPED) : body;
}
