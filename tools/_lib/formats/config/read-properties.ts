import { endOfLine, endOfMatch, nextLine } from "../../text/position.ts";
import type { Step } from "./branches.ts";
import { FlatReader, splitKey } from "./flat-reader.ts";
import type { ConfigSource, ReadOptions, Unreadable } from "./source.ts";

const SPACE = /[ \t\f]*/y;
const KEY = /(?:[^\\=: \t\f]|\\[^])*/y;
const SEPARATOR = /[ \t\f]*[=:]?[ \t\f]*/y;
const ESCAPES: Readonly<Record<string, string>> = { t: "\t", n: "\n", r: "\r", f: "\f" };

/** Reads the line format of `java.util.Properties`; keys nest at separators and by `[index]`. */
export function readPropertiesConfig(
  text: string,
  options: ReadOptions,
): ConfigSource | Unreadable {
  const reader = new FlatReader(text, "properties", options);
  for (let at = 0; at < reader.text.length && !reader.failed;) {
    const start = endOfMatch(SPACE, reader.text, at);
    const end = endOfLine(reader.text, start);
    if (start === end) at = nextLine(reader.text, end);
    else if (/[#!]/.test(reader.text.charAt(start))) {
      reader.comment(start, end);
      at = nextLine(reader.text, end);
    } else at = readPair(reader, start, options.separator);
  }
  return reader.finish();
}

function readPair(reader: FlatReader, start: number, separator: string): number {
  const { line, next } = logicalLine(reader.text, start);
  const key = line.slice(0, endOfMatch(KEY, line, 0));
  const value = line.slice(endOfMatch(SEPARATOR, line, key.length));
  const broken = /(?<!\\)(?:\\\\)*\\u(?![0-9a-fA-F]{4})/.exec(line);
  if (broken !== null) {
    const found = "an escape \\u without four hexadecimal digits";
    reader.fail("PROPERTIES_SYNTAX", start, found, "\\uXXXX");
  } else reader.value(stepsOf(key, separator), unescapeProperty(value), start);
  return next;
}

/** The line with those that continue it, without their indentation. */
function logicalLine(text: string, start: number): { line: string; next: number } {
  const parts: string[] = [];
  for (let at = start; ;) {
    const end = endOfLine(text, at);
    const part = text.slice(at, end);
    const next = nextLine(text, end);
    if (!isContinued(part) || next === end) {
      parts.push(isContinued(part) ? part.slice(0, -1) : part);
      return { line: parts.join(""), next };
    }
    parts.push(part.slice(0, -1));
    at = endOfMatch(SPACE, text, next);
  }
}

function isContinued(line: string): boolean {
  let start = line.length;
  while (line.charCodeAt(start - 1) === 92) start--;
  return (line.length - start) % 2 === 1;
}

/** `a.b[0]` as its steps; an escaped separator or bracket is part of a name. Without a separator nothing nests. */
function stepsOf(key: string, separator: string): Step[] {
  if (separator === "") return [unescapeProperty(key)];
  return splitKey(key, separator).flatMap((part) => {
    const [name = "", ...indices] = bracketsOf(part);
    return [unescapeProperty(name), ...indices.map(Number)];
  });
}

/** The name and the indices behind it. */
function bracketsOf(part: string): string[] {
  const indices: string[] = [];
  let end = part.length;
  while (part.charAt(end - 1) === "]") {
    const open = part.lastIndexOf("[", end - 1);
    const index = part.slice(open + 1, end - 1);
    if (open < 0 || isContinued(part.slice(0, open)) || !/^(?:0|[1-9][0-9]{0,8})$/.test(index))
      break;
    indices.push(index);
    end = open;
  }
  return [part.slice(0, end), ...indices.toReversed()];
}

function unescapeProperty(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|([^]))/g, (_, code?: string, character = "") =>
    code === undefined
      ? (ESCAPES[character] ?? character)
      : String.fromCharCode(Number.parseInt(code, 16)),
  );
}
