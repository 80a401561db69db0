import { Fault, type RelatedPlace } from "../../results/syntax-problem.ts";
import { characterAt, describe } from "../../text/character.ts";
import { endOfMatch } from "../../text/position.ts";
import type { TomlComment, TomlProblem, TomlVersion } from "./tree.ts";

const TAB = 9;
const LF = 10;
const CR = 13;
const SPACE = 32;
const PLAIN_COMMENT = /[\t -~\u0080-\uffff]*/y;

/** A text being read: the offset moves, and what is wrong with the data, not the syntax, is gathered. */
export interface Reader {
  readonly text: string;
  readonly version: TomlVersion;
  at: number;
  /** Where the last line end was taken, -1 before the first. */
  lastLineEnd: number;
  readonly problems: TomlProblem[];
  readonly comments: TomlComment[];
}

/** Ends the reading: the text is no TOML from the offset on. */
export function reject(
  reader: Reader,
  offset: number,
  expected: string,
  found = describe(characterAt(reader.text, offset)),
  related?: readonly RelatedPlace[],
): never {
  throw new Fault<TomlProblem["code"]>({ code: "TOML_SYNTAX", offset, found, expected, related });
}

/** Notes syntax that only TOML 1.1 has. */
export function requireNewVersion(reader: Reader, offset: number, found: string): void {
  if (reader.version === "1.1") return;
  reader.problems.push({
    code: "TOML_VERSION",
    offset,
    found: `${found}, which is TOML 1.1`,
    expected: "TOML 1.0",
    received: found,
    hint: 'Set version to "1.1", or write it as TOML 1.0 does',
  });
}

export function charAt(reader: Reader, ahead = 0): string {
  return reader.text.charAt(reader.at + ahead);
}

export function atEnd(reader: Reader): boolean {
  return reader.at >= reader.text.length;
}

export function skipBlanks(reader: Reader): void {
  let unit = reader.text.charCodeAt(reader.at);
  while (unit === SPACE || unit === TAB) unit = reader.text.charCodeAt(++reader.at);
}

/** Takes a line end, LF or CRLF, where one stands; a lone CR is refused. */
export function takeLineEnd(reader: Reader): boolean {
  const length = lineEndLength(reader, reader.at);
  if (length > 0) reader.lastLineEnd = reader.at;
  reader.at += length;
  return length > 0;
}

/** Units of the line end at the offset: 0 where there is none. */
export function lineEndLength(reader: Reader, at: number): 0 | 1 | 2 {
  const unit = reader.text.charCodeAt(at);
  if (unit === LF) return 1;
  if (unit !== CR) return 0;
  if (reader.text.charCodeAt(at + 1) === LF) return 2;
  return reject(reader, at + 1, "a line feed", "a carriage return without a line feed");
}

/** Takes the comment that begins here, up to its line end. */
export function takeComment(reader: Reader): TomlComment {
  const start = reader.at;
  reader.at = endOfMatch(PLAIN_COMMENT, reader.text, start);
  if (!atEnd(reader) && lineEndLength(reader, reader.at) === 0) {
    reject(reader, reader.at, "a line end", controlName(reader, reader.at));
  }
  const comment: TomlComment = { type: "comment", start, end: reader.at };
  reader.comments.push(comment);
  return comment;
}

/** A control character for a message. */
export function controlName(reader: Reader, offset: number): string {
  return `the control character ${describe(characterAt(reader.text, offset))}`;
}
