import { openedAt } from "../../results/syntax-problem.ts";
import { endOfMatch } from "../../text/position.ts";
import { charAt, type Reader, reject, requireNewVersion, skipBlanks } from "./reader.ts";
import { readBare } from "./scalars.ts";
import { Slots } from "./slots.ts";
import { readSingleLine, readString } from "./strings.ts";
import { checkDepth, locate, newTable, store } from "./tables.ts";
import type {
  TomlArray,
  TomlInlineTable,
  TomlKey,
  TomlKeyPart,
  TomlPair,
  TomlTable,
  TomlValue,
} from "./tree.ts";

const BARE_KEY = /[A-Za-z0-9_-]*/y;

/** The place in the data where a value is put. */
interface Place {
  /** Containers around it. */
  readonly depth: number;
  readonly pointer: string;
}

/** Reads the pair that begins here and puts its value into the table or where the dotted key leads. */
export function readPair(reader: Reader, table: TomlTable): TomlPair {
  const key = readKey(reader);
  if (charAt(reader) !== "=") reject(reader, reader.at, '"." or "="');
  reader.at++;
  skipBlanks(reader);
  const target = locate(reader, table, key);
  const value = readValue(reader, { depth: target.table.depth, pointer: target.pointer });
  store(target, value);
  return { type: "pair", start: key.start, end: value.end, key, value };
}

/** Reads a key, its dots, and the blanks behind it. */
export function readKey(reader: Reader): TomlKey {
  const { at: start } = reader;
  const parts: TomlKeyPart[] = [];
  for (;;) {
    parts.push(readKeyPart(reader));
    const end = reader.at;
    skipBlanks(reader);
    if (charAt(reader) !== ".") return { start, end, parts };
    reader.at++;
    skipBlanks(reader);
  }
}

function readKeyPart(reader: Reader): TomlKeyPart {
  const start = reader.at;
  const first = charAt(reader);
  if (first === '"' || first === "'") {
    const { value, end } = readSingleLine(reader);
    return { start, end, name: value };
  }
  reader.at = endOfMatch(BARE_KEY, reader.text, start);
  if (reader.at === start) reject(reader, start, "a key");
  return { start, end: reader.at, name: reader.text.slice(start, reader.at) };
}

function readValue(reader: Reader, place: Place): TomlValue {
  const first = charAt(reader);
  if (first === '"' || first === "'") return readString(reader);
  if (first === "[") return readArray(reader, place);
  if (first === "{") return readInlineTable(reader, place);
  return readBare(reader);
}

function readArray(reader: Reader, { depth, pointer }: Place): TomlArray {
  const start = reader.at;
  checkDepth(depth + 1, start);
  const slots = new Slots<TomlValue>();
  let count = 0;
  const comma = readElements(reader, slots, "]", () =>
    readValue(reader, { depth: depth + 1, pointer: `${pointer}/${count++}` }),
  );
  const { opening, lineEnds } = slots;
  const broken = reader.lastLineEnd > start;
  return {
    type: "array",
    start,
    end: reader.at,
    slots: slots.finished(),
    broken,
    blankEnd: lineEnds > 1,
    comma,
    ...(opening === undefined ? {} : { opening }),
  };
}

function readInlineTable(reader: Reader, { depth, pointer }: Place): TomlInlineTable {
  const start = reader.at;
  checkDepth(depth + 1, start);
  const table = newTable("inline", depth + 1, pointer);
  const slots = new Slots<TomlPair>();
  const comma = readElements(reader, slots, "}", () => readPair(reader, table));
  const { broken, opening, lineEnds } = slots;
  return {
    type: "inline-table",
    start,
    end: reader.at,
    slots: slots.finished(),
    broken,
    blankEnd: lineEnds > 1,
    comma,
    table,
    ...(opening === undefined ? {} : { opening }),
  };
}

/** Reads elements up to the closing bracket, and says whether a comma stood before it. */
function readElements<T extends { readonly type: string }>(
  reader: Reader,
  slots: Slots<T>,
  closing: "]" | "}",
  readElement: () => T,
): boolean {
  const start = reader.at++;
  let comma = false;
  for (;;) {
    takeGap(reader, slots, closing);
    if (charAt(reader) === closing) break;
    slots.add(readElement());
    takeGap(reader, slots, closing);
    comma = charAt(reader) === ",";
    if (comma) {
      reader.at++;
      slots.passComma();
    } else if (charAt(reader) !== closing) {
      const related = openedAt(start, `The bracket ${reader.text.charAt(start)}`);
      reject(reader, reader.at, `"," or "${closing}"`, undefined, related);
    }
  }
  if (comma && closing === "}") {
    requireNewVersion(reader, reader.at, "a comma before the end of an inline table");
  }
  reader.at++;
  return comma;
}

function takeGap<T extends { readonly type: string }>(
  reader: Reader,
  slots: Slots<T>,
  closing: "]" | "}",
): void {
  skipBlanks(reader);
  const { at } = reader;
  const before = slots.broken;
  slots.takeGap(reader);
  if (closing === "}" && slots.broken && !before) {
    requireNewVersion(reader, at, "a line break in an inline table");
  }
}
