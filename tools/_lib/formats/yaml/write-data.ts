import type {
  JsonArray,
  JsonNode,
  JsonNumber,
  JsonObject,
  JsonString,
} from "../../json/tree/tree.ts";
import { TextBuilder } from "../../results/output-builder.ts";
import { resolvePlain } from "./resolve.ts";
import { isTooLongForKey } from "./source.ts";

/**
 * Data as YAML in block style; undefined where it would be too long. A string is quoted only
 * where YAML 1.1 or 1.2 would read it as another type, or where it could not stand without quotes.
 */
export function writeYamlData(root: JsonNode, layout: YamlDataLayout = {}): string | undefined {
  const writer = new DataWriter(layout);
  writer.value(root, 0, "");
  return writer.finish();
}

export interface YamlDataLayout {
  /** Columns per level, at least 1; 2 if not given. */
  readonly indent?: number;
  /** How a number is written; its text if not given. */
  readonly numberText?: (node: JsonNumber) => string;
  /** The most characters there may be; 2,000,000 if not given. */
  readonly longest?: number | undefined;
}

/** Columns that `- ` takes: the first entry of an item stands right behind it. */
const DASH = 2;

const PLAIN = /^[^\s\-?:,[\]{}#&*!|>'"%@`=<~][^\n\r\t:#]*$|^[-?:](?=[^\s,[\]{}])[^\n\r\t:#]*$/;
/** Nothing that a reader would have to guess: no control characters, no odd line ends, no byte order mark. */
const UNPRINTABLE =
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff\ud800-\udfff\ufffe\uffff]/u;

class DataWriter {
  readonly #out: TextBuilder;
  readonly #indent: number;
  readonly #numberText: (node: JsonNumber) => string;

  constructor({ indent = 2, numberText = ({ text }) => text, longest }: YamlDataLayout) {
    this.#out = new TextBuilder(longest);
    this.#indent = indent;
    this.#numberText = numberText;
  }

  finish(): string | undefined {
    this.#out.put("\n");
    return this.#out.finish();
  }

  /**
   * Writes a value whose further lines have this column; `lead` stands between the key or dash and
   * what is written on its line, and is empty where a block may begin right here.
   */
  value(node: JsonNode, column: number, lead: string): void {
    if (this.#out.isFull) return;
    if (node.type === "object" && node.members.length > 0) this.#object(node, column, lead);
    else if (node.type === "array" && node.items.length > 0) this.#array(node, column, lead);
    else {
      this.#out.put(lead);
      this.#scalar(node, column);
    }
  }

  #object(node: JsonObject, column: number, lead: string): void {
    for (const [index, { key, value }] of node.members.entries()) {
      if (index > 0 || lead !== "") this.#newLine(column);
      const text = scalarText(key, true);
      // A long key has to be marked, and its colon stands on the next line.
      if (isTooLongForKey(text)) {
        this.#out.put(`? ${text}`);
        this.#newLine(column);
        this.#out.put(":");
      } else this.#out.put(`${text}:`);
      this.value(value, column + this.#indent, " ");
    }
  }

  #array(node: JsonArray, column: number, lead: string): void {
    for (const [index, item] of node.items.entries()) {
      if (index > 0 || lead !== "") this.#newLine(column);
      this.#out.put("-");
      const compact =
        (item.type === "object" && item.members.length > 0) ||
        (item.type === "array" && item.items.length > 0);
      // `- key: v` and `- - a`: the first entry on the line of the dash.
      if (compact) this.#out.put(" ");
      this.value(item, column + DASH, compact ? "" : " ");
    }
  }

  #newLine(column: number): void {
    this.#out.put(`\n${" ".repeat(column)}`);
  }

  #scalar(node: JsonNode, column: number): void {
    if (node.type === "string") this.#string(node.value, column);
    else if (node.type === "number") this.#out.put(this.#numberText(node));
    else this.#out.put(tokenOf(node));
  }

  /** Several lines as a block where nothing in them would be lost. */
  #string(text: string, column: number): void {
    const blockable =
      text.includes("\n") &&
      !UNPRINTABLE.test(text) &&
      !/^\s|\r|[ \t](?:\n|$)/.test(text) &&
      !text.endsWith("\n\n");
    if (!blockable) {
      this.#out.put(scalarText(text, false));
      return;
    }
    const ended = text.endsWith("\n");
    this.#out.put(ended ? "|" : "|-");
    for (const line of (ended ? text.slice(0, -1) : text).split("\n")) {
      if (this.#out.isFull) return;
      this.#newLine(line === "" ? 0 : Math.max(column, this.#indent));
      this.#out.put(line);
    }
  }
}

/** What is written for anything but text and collections that hold something. */
function tokenOf(node: Exclude<JsonNode, JsonString | JsonNumber>): string {
  switch (node.type) {
    case "object":
      return "{}";
    case "array":
      return "[]";
    case "boolean":
      return String(node.value);
    case "null":
      return "null";
  }
}

/** A string on one line: plain where it is read as itself, else in double quotes. */
function scalarText(text: string, isKey: boolean): string {
  const readAlike = (["1.1", "1.2"] as const).every(
    (version) => resolvePlain(text, version).type === "string",
  );
  const plain =
    text !== "" && readAlike && PLAIN.test(text) && !/\s$/.test(text) && !UNPRINTABLE.test(text);
  const safe = plain && !/^(?:---|\.\.\.|<<|=)/.test(text);
  return safe && !(isKey && text.length > 1000) ? text : quoteYaml(text);
}

/** JSON's escapes are YAML's, but for what YAML does not allow unescaped. */
function quoteYaml(text: string): string {
  return JSON.stringify(text).replaceAll(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
