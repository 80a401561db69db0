import { Fault, upToFatal } from "../../results/syntax-problem.ts";
import { loneSurrogateAt } from "../../text/code-points.ts";
import { charAt, atEnd, type Reader, reject, skipBlanks } from "./reader.ts";
import { Slots } from "./slots.ts";
import { newTable, openTable } from "./tables.ts";
import type {
  TomlDocument,
  TomlFailure,
  TomlHeader,
  TomlPair,
  TomlProblem,
  TomlVersion,
} from "./tree.ts";
import { readKey, readPair } from "./values.ts";

export interface TomlParse {
  /** What was read; undefined where the text is no TOML. With problems its data is not complete. */
  readonly document: TomlDocument | undefined;
  /** In the order of the text. */
  readonly problems: readonly TomlProblem[];
}

/** Reads TOML 1.0.0 or 1.1.0 into its lines, with every position, and its data. */
export function parseToml(text: string, version: TomlVersion): TomlParse {
  const reader: Reader = {
    text,
    version,
    at: text.startsWith("\ufeff") ? 1 : 0,
    lastLineEnd: -1,
    problems: [],
    comments: [],
  };
  let document: TomlDocument | undefined;
  try {
    document = readDocument(reader);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    reader.problems.push((error as Fault<TomlFailure>).problem);
  }
  const broken = brokenCharacter(text, reader.at);
  if (broken !== undefined) {
    document = undefined;
    reader.problems.push(broken);
  }
  return { document, problems: upToFatal(reader.problems, ["TOML_SYNTAX", "INPUT_TOO_DEEP"]) };
}

function readDocument(reader: Reader): TomlDocument {
  const root = newTable("header", 1, "");
  const slots = new Slots<TomlPair | TomlHeader>();
  // A comment in the first line stands alone.
  slots.lineEnds = 1;
  let table = root;
  for (;;) {
    slots.takeGap(reader);
    if (atEnd(reader)) break;
    if (slots.lineEnds === 0 && slots.list.length > 0) reject(reader, reader.at, "a line end");
    if (charAt(reader) === "[") {
      const header = readHeader(reader);
      table = openTable(reader, root, header.key, header.list);
      slots.add(header);
    } else slots.add(readPair(reader, table));
  }
  return { text: reader.text, lines: slots.finished(), comments: reader.comments, root };
}

function readHeader(reader: Reader): TomlHeader {
  const start = reader.at;
  const list = charAt(reader, 1) === "[";
  reader.at += list ? 2 : 1;
  skipBlanks(reader);
  const key = readKey(reader);
  for (const bracket of list ? "]]" : "]") {
    if (charAt(reader) !== bracket) reject(reader, reader.at, '"." or "]"');
    reader.at++;
  }
  return { type: "header", start, end: reader.at, key, list };
}

/** The problem of a lone surrogate, which no file in UTF-8 holds, in the part that was read. */
function brokenCharacter(text: string, end: number): TomlProblem | undefined {
  const surrogate = loneSurrogateAt(text);
  if (surrogate < 0 || surrogate >= end) return undefined;
  // A high surrogate is good as far as it goes: a low one could have followed.
  const offset = text.charCodeAt(surrogate) < 0xdc00 ? surrogate + 1 : surrogate;
  const found = "a surrogate without its other half";
  return { code: "TOML_SYNTAX", offset, found, expected: "a Unicode character" };
}
