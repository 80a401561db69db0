import { compareNumbers, isNumberText } from "../../json/tree/number.ts";
import { readJson } from "../../json/tree/read.ts";
import {
  arrayNode,
  type JsonMember,
  type JsonNode,
  memberNode,
  nullNode,
  numberNode,
  objectNode,
  stringNode,
} from "../../json/tree/tree.ts";
import { nearest } from "../../text/nearest.ts";
import { compileRegex } from "../../text/regex/regex.ts";
import { beginning } from "../../text/shown.ts";
import { FieldProblem, LineCursor } from "./cursor.ts";

/** What one line says of a field. */
export interface Field {
  readonly name: string;
  readonly nameOffset: number;
  readonly isOptional: boolean;
  readonly type: FieldType;
  readonly default: JsonNode | undefined;
  readonly defaultOffset: number;
  readonly description: string;
}

export interface FieldType {
  /** Keywords in their order, without those of members, default and description. */
  readonly keywords: readonly JsonMember[];
  /** Whether indented lines may follow: an object, or lists of them. */
  readonly takesMembers: boolean;
}

/** Further names of types and the formats of string that they stand for. */
export type FormatNames = ReadonlySet<string>;

const TYPES: ReadonlySet<string> = new Set([
  "string",
  "integer",
  "number",
  "boolean",
  "object",
  "array",
  "any",
  "null",
]);

const NAME = /[\p{L}\p{N}_$][\p{L}\p{M}\p{N}_$.@/-]*/uy;
const WORD = /[^\s|=()[\]"',:]+/uy;
const BLANKS = /[ \t]*/y;
const DASH = /-(?=[ \t]|$)/y;
const BOUNDS = /\(\s*(?:([^\s().]+(?:\.[0-9][^\s().]*)?)\s*)?\.\.\s*(?:([^\s()]+)\s*)?\)/y;
const FORMAT = /\(\s*([A-Za-z][A-Za-z0-9-]*)\s*\)/y;

type Atom = { readonly type: FieldType } | { readonly word: string; readonly quoted: boolean };

/** Reads `name[?]: TYPE [= DEFAULT] [- description]` from `at` on. */
export class FieldLine extends LineCursor {
  readonly #formats: FormatNames;

  constructor(line: string, at: number, formats: FormatNames) {
    super(line, at);
    this.#formats = formats;
  }

  read(): Field {
    const nameOffset = this.at;
    const name = this.take(NAME) ?? this.fail("a field name");
    const isMarked = this.eat("?");
    this.take(BLANKS);
    const type = this.eat(":") ? this.#union() : STRING;
    this.take(BLANKS);
    const hasDefault = this.eat("=");
    this.take(BLANKS);
    const defaultOffset = this.at;
    const given = hasDefault ? this.#default() : undefined;
    const description = this.#description();
    return {
      name,
      nameOffset,
      isOptional: isMarked || hasDefault,
      type,
      default: given,
      defaultOffset,
      description,
    };
  }

  #union(): FieldType {
    const places: number[] = [];
    const atoms: Atom[] = [];
    do {
      this.take(BLANKS);
      places.push(this.at);
      atoms.push(this.#atom());
      this.take(BLANKS);
    } while (this.eat("|"));
    return this.#typeOf(atoms, places);
  }

  /** `T`, `T | null`, or an enumeration of words. */
  #typeOf(atoms: readonly Atom[], places: readonly number[]): FieldType {
    const others = atoms.filter((atom) => !isNull(atom));
    const isNullable = others.length < atoms.length;
    const [only] = others;
    if (only === undefined) return { keywords: typeKeywords("null"), takesMembers: false };
    const place = places[atoms.indexOf(only)] as number;
    if (others.length === 1) {
      if ("word" in only && !only.quoted) {
        if (!this.#isType(only.word)) throw this.#unknown(only.word, place);
        const type = this.#plain(only.word);
        return isNullable ? nullable(type) : type;
      }
      if ("type" in only) return isNullable ? nullable(only.type) : only.type;
    }
    const words = others.map((atom, index) => {
      if ("word" in atom) return stringNode(atom.word);
      const at = places[atoms.indexOf(atom)] ?? places[index] ?? this.at;
      throw this.problem("a word, since a union is an enumeration of strings", at);
    });
    return enumeration(words, isNullable);
  }

  #atom(): Atom {
    const quote = this.line.charAt(this.at);
    if (quote === '"' || quote === "'") return { word: this.#quoted(quote), quoted: true };
    const start = this.at;
    const word = this.#isDash() ? undefined : this.take(WORD);
    if (word === undefined) return this.fail("a type, or a word of an enumeration");
    const next = this.line.charAt(this.at);
    if (next !== "(" && next !== "[") return { word, quoted: false };
    if (!this.#isType(word)) throw this.#unknown(word, start);
    let type = next === "(" ? this.#withArguments(word) : this.#plain(word);
    while (this.eat("[")) {
      if (!this.eat("]")) this.fail('"]"');
      const bounds =
        this.line.charAt(this.at) === "(" ? this.#bounds("minItems", "maxItems", true) : [];
      const items = memberNode("items", objectNode(type.keywords));
      type = {
        keywords: [...typeKeywords("array"), ...bounds, items],
        takesMembers: type.takesMembers,
      };
    }
    return { type };
  }

  #quoted(quote: string): string {
    const start = this.at;
    for (let end = start + 1; end < this.line.length; end++) {
      const character = this.line.charAt(end);
      if (character === "\\") end++;
      else if (character === quote) {
        this.at = end + 1;
        return unquoted(this.line.slice(start, end + 1), quote);
      }
    }
    this.at = this.line.length;
    return this.fail(`a closing ${quote}`);
  }

  #withArguments(word: string): FieldType {
    if (word === "string") return { keywords: this.#stringArguments(), takesMembers: false };
    if (word !== "integer" && word !== "number") return this.fail(`no arguments of ${word}`);
    const bounds = this.#bounds("minimum", "maximum", false);
    return { keywords: [...typeKeywords(word), ...bounds], takesMembers: false };
  }

  #stringArguments(): JsonMember[] {
    if (this.line.startsWith("(/", this.at)) return this.#pattern();
    const format = this.match(FORMAT)?.[1];
    if (format !== undefined) {
      return [...typeKeywords("string"), memberNode("format", stringNode(format))];
    }
    return [...typeKeywords("string"), ...this.#bounds("minLength", "maxLength", true)];
  }

  #pattern(): JsonMember[] {
    const start = this.at + 2;
    let end = start;
    for (; end < this.line.length; end++) {
      if (this.line.charAt(end) === "\\") end++;
      else if (this.line.startsWith("/)", end)) break;
    }
    if (end >= this.line.length) {
      this.at = this.line.length;
      return this.fail('"/)" behind the pattern');
    }
    const pattern = this.line.slice(start, end);
    const compiled = compileRegex(pattern, "u");
    if (!compiled.ok) {
      throw this.problem(
        `a regular expression (${compiled.problem.reason})`,
        start + compiled.problem.offset,
      );
    }
    this.at = end + 2;
    return [...typeKeywords("string"), memberNode("pattern", stringNode(pattern))];
  }

  /** `(low..high)`, either side open. */
  #bounds(low: string, high: string, isCount: boolean): JsonMember[] {
    const start = this.at;
    const expected = isCount
      ? "counts such as (1..5), (1..) or (..5)"
      : "bounds such as (1..10), (0..) or (..1)";
    const [, from = "", to = ""] = this.match(BOUNDS) ?? [];
    if (from + to === "") throw this.problem(expected, start);
    const isBound = (text: string) =>
      text === "" || (isCount ? /^(?:0|[1-9][0-9]{0,14})$/.test(text) : isNumberText(text));
    if (!isBound(from) || !isBound(to)) throw this.problem(expected, start);
    if (from !== "" && to !== "" && compareNumbers(from, to) > 0) {
      throw this.problem("a lower bound that is not above the upper one", start);
    }
    return [
      ...(from === "" ? [] : [memberNode(low, numberNode(from))]),
      ...(to === "" ? [] : [memberNode(high, numberNode(to))]),
    ];
  }

  #default(): JsonNode {
    const start = this.at;
    const end = this.#endOfDefault();
    const text = this.line.slice(start, end).trimEnd();
    if (text === "") return this.fail("a default");
    this.at = start + text.length;
    const read = readJson(text);
    if (!("type" in read)) return read.root;
    if (text.length > 1 && text.startsWith("'") && text.endsWith("'")) {
      return stringNode(unquoted(text, "'"));
    }
    return stringNode(text);
  }

  /** Where the description begins, looked for outside quotes; an apostrophe inside a word is no quote. */
  #endOfDefault(): number {
    const line = this.line;
    let quote = line.charAt(this.at) === "'" ? "'" : "";
    for (let at = this.at + quote.length; at < line.length; at++) {
      const character = line.charAt(at);
      if (quote !== "") {
        if (character === "\\") at++;
        else if (character === quote) quote = "";
      } else if (character === '"') quote = character;
      else if (isDescriptionStart(line, at)) return at;
    }
    if (quote === "") return line.length;
    // The quote never closes, so it is a character like any other.
    for (let at = this.at; at < line.length; at++) if (isDescriptionStart(line, at)) return at;
    return line.length;
  }

  #description(): string {
    this.take(BLANKS);
    if (this.at === this.line.length) return "";
    if (this.take(DASH) === undefined) return this.fail('":", "=", " - " or the end of the line');
    return this.line.slice(this.at).trim();
  }

  #isType(word: string): boolean {
    return TYPES.has(word) || this.#formats.has(word);
  }

  #plain(word: string): FieldType {
    if (word === "any") return { keywords: [], takesMembers: false };
    if (!this.#formats.has(word)) {
      return { keywords: typeKeywords(word), takesMembers: word === "object" };
    }
    const format = memberNode("format", stringNode(word));
    return { keywords: [...typeKeywords("string"), format], takesMembers: false };
  }

  #unknown(word: string, offset: number): FieldProblem {
    const near = nearest(word, [...TYPES, ...this.#formats]);
    const found = `the type ${JSON.stringify(beginning(word, 40))}`;
    const expected = near[0] ?? [...TYPES].join(", ");
    const hint =
      near.length > 0
        ? `Did you mean ${near.join(", ")}?`
        : "An enumeration has at least two words, or one in quotes";
    return new FieldProblem("TYPE_UNKNOWN", found, offset, expected, hint);
  }

  #isDash(): boolean {
    DASH.lastIndex = this.at;
    return DASH.test(this.line);
  }
}

const STRING: FieldType = { keywords: typeKeywords("string"), takesMembers: false };

function typeKeywords(type: string): JsonMember[] {
  return [memberNode("type", stringNode(type))];
}

function isNull(atom: Atom): boolean {
  return "word" in atom && !atom.quoted && atom.word === "null";
}

/** A type that takes null, too; any value includes it. */
function nullable({ keywords, takesMembers }: FieldType): FieldType {
  const [type, ...others] = keywords;
  if (type === undefined) return { keywords, takesMembers };
  const types = memberNode("type", arrayNode([type.value, stringNode("null")]));
  return { keywords: [types, ...others], takesMembers };
}

function enumeration(words: readonly JsonNode[], isNullable: boolean): FieldType {
  const texts = new Map(words.map((word) => [(word as { value: string }).value, word]));
  const keywords = [
    ...typeKeywords("string"),
    memberNode("enum", arrayNode([...texts.values(), ...(isNullable ? [nullNode()] : [])])),
  ];
  return isNullable
    ? nullable({ keywords, takesMembers: false })
    : { keywords, takesMembers: false };
}

/** The text between quotes: as JSON reads it, else with each escaped character as it is. */
function unquoted(text: string, quote: string): string {
  if (quote === '"') {
    const read = readJson(text);
    if (!("type" in read) && read.root.type === "string") return read.root.value;
  }
  return text.slice(1, -1).replace(/\\(.)/gsu, "$1");
}

/** Whether ` - ` stands at the hyphen `at`. */
function isDescriptionStart(line: string, at: number): boolean {
  return (
    line.charAt(at) === "-" &&
    /[ \t]/.test(line.charAt(at - 1)) &&
    /^[ \t]?$/.test(line.charAt(at + 1))
  );
}
