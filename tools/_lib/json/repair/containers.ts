import type { JsonMember, JsonNode, JsonString } from "../tree/tree.ts";
import { isQuote } from "./quotes.ts";
import type { Source } from "./source.ts";
import { skipSpace } from "./space.ts";
import { readString } from "./strings.ts";
import { readTyped } from "./types.ts";
import { keyOf, takeWord, valueOfWord } from "./words.ts";

/** Reads the value at the position, which is neither the end nor one of `,:}]`. */
export function readValue(source: Source, place: "member" | "item" | "root"): JsonNode {
  const { character } = source;
  if (character === "{") return readObject(source);
  if (character === "[") return readArray(source);
  if (isQuote(character)) return readString(source, place);
  return readTyped(source) ?? valueOfWord(source, takeWord(source, place));
}

/** Separators between the elements of one container, and what is wrong with them. */
class Separators {
  /** The comma behind the last element, -1 where there is none. */
  comma = -1;
  /** The end of the last element, -1 before the first. */
  last = -1;
  /** An ellipsis stands since then. */
  #skipped = false;
  readonly #source: Source;

  constructor(source: Source) {
    this.#source = source;
  }

  /** Reads a comma or an ellipsis, if one is there. */
  read(): boolean {
    const source = this.#source;
    const { text, at, character } = source;
    if (character === ",") {
      source.at++;
      if (this.#skipped) this.#skipped = false;
      else if (this.comma >= 0 || this.last < 0) source.note("COMMA_REMOVED", at, at + 1, "");
      else this.comma = at;
      return true;
    }
    const size = character === "…" ? 1 : 3;
    if (size === 3 && !text.startsWith("...", at)) return false;
    if (!isEllipsis(source, at + size)) return false;
    source.note("ELLIPSIS_REMOVED", at, at + size, "");
    source.at += size;
    this.#skipped = true;
    return true;
  }

  /** An element begins: there has to be a comma before it. */
  begin(): void {
    if (this.last >= 0 && this.comma < 0)
      this.#source.note("COMMA_ADDED", this.last, this.last, ",");
  }

  complete(end: number): void {
    this.last = end;
    this.comma = -1;
    this.#skipped = false;
  }

  /** The container ends: a comma before its end is one too many, unless an ellipsis took it. */
  finish(): void {
    if (this.comma >= 0 && !this.#skipped)
      this.#source.note("COMMA_REMOVED", this.comma, this.comma + 1, "");
  }
}

/** Whether nothing but a delimiter follows the dots. */
function isEllipsis({ text, end }: Source, at: number): boolean {
  return at >= end || /[\s,}\]/]/.test(text.charAt(at));
}

/** The closing bracket: `closed`, missing (`open`), or none yet. */
function readEnd(source: Source, close: "}" | "]", separators: Separators): boolean {
  const { character, at } = source;
  if (character === close) {
    separators.finish();
    source.at++;
    return true;
  }
  if (character !== "" && character !== "}" && character !== "]") return false;
  const owner = character === "}" ? "object" : "array";
  if (character !== "" && !source.open.includes(owner)) {
    source.note("BRACKET_REMOVED", at, at + 1, "");
    source.at++;
    return false;
  }
  separators.finish();
  const place = character === "" ? at : Math.max(separators.last, separators.comma + 1);
  source.note("BRACKET_CLOSED", place < 0 ? at : place, place < 0 ? at : place, close);
  return true;
}

function isStray({ character }: Source): boolean {
  return character === "}" || character === "]";
}

function readArray(source: Source): JsonNode {
  const start = source.at;
  source.enter("array");
  source.at++;
  const items: JsonNode[] = [];
  const separators = new Separators(source);
  for (;;) {
    skipSpace(source);
    if (separators.read()) continue;
    if (readEnd(source, "]", separators)) break;
    if (isStray(source)) continue;
    if (source.character === ":")
      throw source.fault("a colon in an array", "an item, a comma or ]");
    if (skipsRemoved(source)) continue;
    separators.begin();
    items.push(readValue(source, "item"));
    separators.complete(source.at);
  }
  source.leave();
  return { type: "array", start: source.origin(start), end: source.origin(source.at), items };
}

/** Whether a bracket was removed just now, so that the next token is to be looked at anew. */
function skipsRemoved(source: Source): boolean {
  return source.isAtEnd || source.character === "," || isBlankHere(source);
}

function isBlankHere({ character }: Source): boolean {
  return character === " " || character === "\n" || character === "\r" || character === "\t";
}

function readObject(source: Source): JsonNode {
  const start = source.at;
  source.enter("object");
  source.at++;
  const members: JsonMember[] = [];
  const separators = new Separators(source);
  const keys = new Set<string>();
  let repeated = false;
  for (;;) {
    skipSpace(source);
    if (separators.read()) continue;
    if (readEnd(source, "}", separators)) break;
    if (isStray(source) || skipsRemoved(source)) continue;
    if (source.character === "{" || source.character === "[") {
      if (closesBeforeItem(source, separators)) break;
      source.note("BRACKET_REMOVED", source.at, source.at + 1, "");
      source.at++;
      continue;
    }
    separators.begin();
    const member = readMember(source);
    if (keys.has(member.key)) {
      repeated = true;
      source.repeatedKeys++;
    } else keys.add(member.key);
    members.push(member);
    separators.complete(source.at);
  }
  source.leave();
  const end = source.origin(source.at);
  return { type: "object", start: source.origin(start), end, members, repeated };
}

/** An object among items that was not closed before the next item: the comma is the array's. */
function closesBeforeItem(source: Source, { comma, last }: Separators): boolean {
  if (source.open.at(-2) !== "array" || last < 0) return false;
  source.note("BRACKET_CLOSED", last, last, "}");
  if (comma >= 0) source.at = comma;
  return true;
}

function readMember(source: Source): JsonMember {
  const { at: start, character } = source;
  if (character === ":") throw source.fault("a colon without a key", "a key");
  const key: JsonString = isQuote(character)
    ? readString(source, "key")
    : keyOf(source, takeWord(source, "key"));
  const keyEnd = source.at;
  skipSpace(source);
  const member = { key: key.value, keyText: key.text, keyStart: source.origin(start) };
  if (source.character === ":") {
    source.at++;
    skipSpace(source);
    return { ...member, value: readMemberValue(source) };
  }
  if (source.isAtEnd || source.character === "}")
    return { ...member, value: addNull(source, ": null") };
  if (source.character === "," || source.character === "]") {
    throw source.fault("a key without a value", "a colon and a value");
  }
  source.note("COLON_ADDED", keyEnd, keyEnd, ":");
  return { ...member, value: readMemberValue(source) };
}

function readMemberValue(source: Source): JsonNode {
  const { character } = source;
  if (character === ":") throw source.fault("a second colon", "a value");
  const missing = character === "" || ",}]".includes(character);
  return missing ? addNull(source, "null") : readValue(source, "member");
}

function addNull(source: Source, after: string): JsonNode {
  source.note("VALUE_ADDED", source.at, source.at, after);
  const at = source.origin(source.at);
  return { type: "null", start: at, end: at };
}
