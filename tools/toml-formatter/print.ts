import { TextBuilder } from "../_lib/results/output-builder.ts";
import { gapsOf, sortBodies } from "./lines.ts";
import type {
  TomlArray,
  TomlComment,
  TomlDocument,
  TomlHeader,
  TomlInlineTable,
  TomlKey,
  TomlPair,
  TomlSlot,
  TomlValue,
} from "../_lib/formats/toml/tree.ts";

export interface TomlLayout {
  /** Spaces per level inside arrays and inline tables that span lines. */
  readonly indent: number;
  /** Sorts the key lines of each table body. */
  readonly sortKeys: boolean;
  /** The most characters there may be. */
  readonly longest: number;
}

/** Lays a document out anew from its own tokens; undefined where the text would be too long. */
export function printToml(document: TomlDocument, layout: TomlLayout): string | undefined {
  return new Printer(document.text, layout).print(document, layout.sortKeys);
}

class Printer {
  readonly #source: string;
  readonly #indent: number;
  readonly #output: TextBuilder;

  constructor(source: string, { indent, longest }: TomlLayout) {
    this.#source = source;
    this.#indent = indent;
    this.#output = new TextBuilder(longest);
  }

  print({ lines }: TomlDocument, sortKeys: boolean): string | undefined {
    const gaps = gapsOf(lines);
    const ordered = sortKeys ? sortBodies(lines, gaps) : { lines, gaps };
    for (const [index, { content, after }] of ordered.lines.entries()) {
      if (ordered.gaps[index] === true) this.#output.put("\n");
      this.#content(content, 0);
      this.#after(after);
      this.#output.put("\n");
    }
    return this.#output.finish();
  }

  #content(content: TomlPair | TomlHeader | TomlValue | TomlComment, level: number): void {
    switch (content.type) {
      case "comment":
        this.#copy(content.start, content.end);
        break;
      case "header":
        this.#header(content);
        break;
      case "pair":
        this.#key(content.key);
        this.#output.put(" = ");
        this.#value(content.value, level);
        break;
      default:
        this.#value(content, level);
    }
  }

  #header({ key, list }: TomlHeader): void {
    this.#output.put(list ? "[[" : "[");
    this.#key(key);
    this.#output.put(list ? "]]" : "]");
  }

  #key({ parts }: TomlKey): void {
    for (const [index, { start, end }] of parts.entries()) {
      if (index > 0) this.#output.put(".");
      this.#copy(start, end);
    }
  }

  #value(value: TomlValue, level: number): void {
    if (value.type !== "array" && value.type !== "inline-table") this.#copy(value.start, value.end);
    else if (value.slots.length === 0 && value.opening === undefined) {
      this.#output.put(value.type === "array" ? "[]" : "{}");
    } else if (value.broken) this.#broken(value, level);
    else if (value.type === "array") this.#inline(value, "[", "]", level);
    else this.#inline(value, "{ ", " }", level);
  }

  #inline(
    { slots }: TomlArray | TomlInlineTable,
    open: string,
    close: string,
    level: number,
  ): void {
    this.#output.put(open);
    for (const [index, { content }] of slots.entries()) {
      if (index > 0) this.#output.put(", ");
      this.#content(content, level);
    }
    this.#output.put(close);
  }

  /** One element per line; an array gets a comma behind its last one, an inline table keeps what it had. */
  #broken(node: TomlArray | TomlInlineTable, level: number): void {
    const slots: readonly TomlSlot<TomlPair | TomlValue>[] = node.slots;
    const last = slots.findLastIndex(({ content }) => content.type !== "comment");
    const lastComma = node.type === "array" || node.comma;
    this.#output.put(node.type === "array" ? "[" : "{");
    this.#after(node.opening);
    for (const [index, { blank, content, after }] of slots.entries()) {
      if (this.#output.isFull) return;
      if (blank) this.#output.put("\n");
      this.#newLine(level + 1);
      this.#content(content, level + 1);
      if (content.type !== "comment" && (index < last || lastComma)) this.#output.put(",");
      this.#after(after);
    }
    if (node.blankEnd) this.#output.put("\n");
    this.#newLine(level);
    this.#output.put(node.type === "array" ? "]" : "}");
  }

  #newLine(level: number): void {
    this.#output.put(`\n${" ".repeat(this.#indent * level)}`);
  }

  #after(comment: TomlComment | undefined): void {
    if (comment === undefined) return;
    this.#output.put(" ");
    this.#copy(comment.start, comment.end);
  }

  /** Copies a token; only the line ends inside a multi-line string become LF. */
  #copy(start: number, end: number): void {
    const token = this.#source.slice(start, end);
    this.#output.put(token.includes("\r") ? token.replaceAll("\r\n", "\n") : token);
  }
}
