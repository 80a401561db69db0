import type { JsonArray, JsonNode, JsonObject } from "../json/tree.ts";
import { TextBuilder } from "../text-builder.ts";
import { resolvePlain } from "./resolve.ts";

/**
 * Data as YAML in block style; undefined where it would pass 2,000,000 characters. A string is quoted only
 * where YAML 1.1 or 1.2 would read it as another type, or where it could not stand without quotes.
 */
export function writeYamlData(root: JsonNode, indent = 2): string | undefined {
  const writer = new DataWriter(indent);
  writer.value(root, 0, "");
  return writer.finish();
}

const PLAIN = /^[^\s\-?:,[\]{}#&*!|>'"%@`=<~][^\n\r\t:#]*$|^[-?:](?=[^\s,[\]{}])[^\n\r\t:#]*$/;
/** Nothing that a reader would have to guess: no control characters, no odd line ends, no byte order mark. */
const UNPRINTABLE =
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff\ud800-\udfff\ufffe\uffff]/u;

class DataWriter {
  readonly #out = new TextBuilder();
  readonly #indent: number;

  constructor(indent: number) {
    this.#indent = indent;
  }

  finish(): string | undefined {
    this.#out.put("\n");
    return this.#out.finish();
  }

  /** `lead` stands between the key or dash and a value on its line. */
  value(node: JsonNode, column: number, lead: string): void {
    if (this.#out.isFull) return;
    if (node.type === "object" && node.members.length > 0) this.#object(node, column, lead);
    else if (node.type === "array" && node.items.length > 0) this.#array(node, column, lead);
    else this.#out.put(lead + this.#scalar(node, column));
  }

  #object(node: JsonObject, column: number, lead: string): void {
    for (const [index, { key, value }] of node.members.entries()) {
      if (index > 0 || lead !== "") this.#newLine(column);
      this.#out.put(`${scalarText(key, true)}:`);
      this.#below(value, column);
    }
  }

  #array(node: JsonArray, column: number, lead: string): void {
    for (const [index, item] of node.items.entries()) {
      if (index > 0 || lead !== "") this.#newLine(column);
      this.#out.put("-");
      const compact =
        (item.type === "object" && item.members.length > 0) ||
        (item.type === "array" && item.items.length > 0);
      if (!compact) {
        this.value(item, column, " ");
        continue;
      }
      // `- key: v` and `- - a`: the first entry on the line of the dash.
      this.#out.put(" ".repeat(this.#indent - 1));
      this.value(item, column + this.#indent, "");
    }
  }

  #below(value: JsonNode, column: number): void {
    this.value(
      value,
      column + this.#indent,
      value.type === "object" || value.type === "array" ? " " : " ",
    );
  }

  #newLine(column: number): void {
    this.#out.put(`\n${" ".repeat(column)}`);
  }

  #scalar(node: JsonNode, column: number): string {
    switch (node.type) {
      case "object":
        return "{}";
      case "array":
        return "[]";
      case "number":
        return node.text;
      case "boolean":
        return String(node.value);
      case "null":
        return "null";
      default:
        return this.#string(node.value, column);
    }
  }

  /** Several lines as a block where nothing in them would be lost. */
  #string(text: string, column: number): string {
    const blockable =
      text.includes("\n") &&
      !UNPRINTABLE.test(text) &&
      !/^\s|\r|[ \t]+(?:\n|$)/.test(text) &&
      !text.endsWith("\n\n");
    if (!blockable) return scalarText(text, false);
    const kept = text.endsWith("\n");
    const lines = (kept ? text.slice(0, -1) : text).split("\n");
    const pad = " ".repeat(Math.max(column, this.#indent));
    return [kept ? "|" : "|-", ...lines.map((line) => (line === "" ? "" : pad + line))].join("\n");
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
