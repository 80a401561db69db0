import { isIntegerText } from "../../json/tree/number.ts";
import type { JsonMember, JsonNode, JsonNumber, JsonObject } from "../../json/tree/tree.ts";
import { TextBuilder } from "../../results/output-builder.ts";
import { isInt64 } from "../toml/scalars.ts";
import { writeTomlKey, writeTomlString } from "../toml/write-text.ts";
import type { Writing } from "./writing.ts";

/** TOML: of each table the values first, then its tables and arrays of tables in order. */
export function writeTomlConfig(root: JsonNode, writing: Writing): string | undefined {
  const writer = new TomlWriter(writing);
  writer.body(writing.rootObject(root), "");
  return writer.out.finish();
}

const WORDS: Readonly<Record<string, string>> = {
  NaN: "nan",
  Infinity: "inf",
  "-Infinity": "-inf",
};

const DECIMAL =
  /^[+-]?(?:0|[1-9](?:_?[0-9])*)(?:\.[0-9](?:_?[0-9])*)?(?:[eE][+-]?[0-9](?:_?[0-9])*)?$/;
const PREFIXED = /^0(?:x[0-9A-Fa-f](?:_?[0-9A-Fa-f])*|o[0-7](?:_?[0-7])*|b[01](?:_?[01])*)$/;

class TomlWriter {
  readonly out: TextBuilder;
  readonly #writing: Writing;

  constructor(writing: Writing) {
    this.#writing = writing;
    this.out = new TextBuilder(writing.options.longest);
  }

  /** The lines of a table whose name, as a header writes it, is `name`. */
  body(table: JsonObject, name: string): void {
    const members = this.#writing.members(table);
    for (const { key, value } of members) {
      if (isTable(value) || isTableList(value)) continue;
      if (value.type === "null") this.#dropNull(value);
      else {
        this.#put(key, `${writeTomlKey(key)} = `, value);
        this.#value(value);
        this.out.put("\n");
      }
    }
    for (const { key, value } of members) {
      if (this.out.isFull) return;
      const header = name === "" ? this.#key(key, value) : `${name}.${this.#key(key, value)}`;
      if (isTable(value)) {
        if (needsHeader(value)) this.#header(`[${header}]`);
        this.body(value, header);
      } else if (isTableList(value)) {
        for (const item of value.items as readonly JsonObject[]) {
          this.#header(`[[${header}]]`);
          this.body(item, header);
        }
      }
    }
  }

  #header(text: string): void {
    this.out.put(this.out.isEmpty ? `${text}\n` : `\n${text}\n`);
  }

  #key(key: string, node: JsonNode): string {
    this.#checkText(key, node);
    return writeTomlKey(key);
  }

  #put(key: string, text: string, node: JsonNode): void {
    this.#checkText(key, node);
    this.out.put(text);
  }

  #value(node: JsonNode): void {
    if (this.out.isFull) return;
    if (node.type === "array") this.#list(node.items);
    else if (node.type === "object") this.#inline(this.#writing.members(node));
    else if (node.type === "number") this.out.put(this.#number(node));
    else if (node.type === "boolean") this.out.put(String(node.value));
    else if (node.type === "string") {
      this.#checkText(node.value, node);
      this.out.put(this.#writing.isMoment(node) ? node.value : writeTomlString(node.value));
    }
  }

  #list(items: readonly JsonNode[]): void {
    this.out.put("[");
    let written = 0;
    for (const item of items) {
      if (item.type === "null") this.#dropNull(item);
      else {
        if (written++ > 0) this.out.put(", ");
        this.#value(item);
      }
    }
    this.out.put("]");
  }

  #inline(members: readonly JsonMember[]): void {
    let written = 0;
    for (const { key, value } of members) {
      if (value.type === "null") this.#dropNull(value);
      else {
        this.#put(key, `${written++ > 0 ? ", " : "{ "}${writeTomlKey(key)} = `, value);
        this.#value(value);
      }
    }
    this.out.put(written > 0 ? " }" : "{}");
  }

  #number(node: JsonNumber): string {
    const word = WORDS[node.text];
    const spelling = this.#writing.spelling(node);
    if (word !== undefined) return /^[+-]?(?:inf|nan)$/.test(spelling) ? spelling : word;
    if (isIntegerText(node.text) && !isInt64(node.text)) {
      this.#writing.lose("NUMBER_TO_STRING", node, "an integer beyond 64 bits");
      return writeTomlString(spelling);
    }
    return DECIMAL.test(spelling) || PREFIXED.test(spelling) ? spelling : node.text;
  }

  #dropNull(node: JsonNode): void {
    this.#writing.lose("NULL_LOST", node, "left out");
  }

  #checkText(text: string, node: JsonNode): void {
    if (text.isWellFormed()) return;
    const found = "a surrogate without its other half";
    this.#writing.refuse({ code: "LONE_SURROGATE", node, found, expected: "Unicode characters" });
  }
}

function isTable(node: JsonNode): node is JsonObject {
  return node.type === "object";
}

function isTableList(node: JsonNode): node is Extract<JsonNode, { type: "array" }> {
  return node.type === "array" && node.items.length > 0 && node.items.every(isTable);
}

/** A table that holds nothing but tables is named by their headers. */
function needsHeader({ members }: JsonObject): boolean {
  return (
    members.length === 0 || members.some(({ value }) => !isTable(value) && !isTableList(value))
  );
}
