import type { Dialect } from "../../_lib/json/tree/read.ts";
import type { JsonNode } from "../../_lib/json/tree/tree.ts";
import { minifyJson, scalarText, writeJson } from "../../_lib/json/tree/write.ts";
import { countIn, type Layout, lineStart, type Part, type Source } from "./layout.ts";
import { type FlowPlace, type PrintOptions, Printer } from "./printer.ts";

/** Prints a document in JSON or one of its dialects. */
export class JsonPrinter extends Printer {
  protected readonly commentEnd = jsonCommentEnd;
  readonly #dialect: Dialect;
  readonly #unit: string | undefined;

  constructor(layout: Layout, options: PrintOptions) {
    super(layout, options);
    this.#dialect = layout.dialect;
    this.#unit = unitOf(layout.text);
  }

  print(node: JsonNode): string {
    const { root, region, text } = this.layout;
    const isAlike = root.form === "flow" && root.node.type === node.type;
    if (!isAlike) this.drop(root.start, root.end);
    const printed = isAlike ? this.flow(root, node, 0) : this.inline(node, this.emptyPlace(0));
    return text.slice(0, region.start) + printed + text.slice(region.end);
  }

  protected override get takesComments(): boolean {
    return this.#dialect !== "json";
  }

  protected override emptyPlace(depth: number): FlowPlace {
    const isBroken = this.#unit !== undefined;
    const indent = (this.#unit ?? "").repeat(depth);
    return { isBroken, lead: "", indent, isTight: !isBroken && this.#isTight(), depth };
  }

  protected override isTight(part: Part, leads: readonly string[]): boolean {
    const [first] = part.elements;
    if (first?.key !== undefined) return this.layout.text[first.part.start - 1] === ":";
    return leads.length > 1 ? leads.at(-1) === "" : this.#isTight();
  }

  #isTight(): boolean {
    return !/[:,][ \t]/.test(this.layout.text);
  }

  protected override inlineKey(key: string): string {
    return JSON.stringify(key);
  }

  protected override inline(node: JsonNode, place: FlowPlace): string {
    const source = this.sourceOf(node);
    const copied = source && this.#copied(source, node, place);
    if (copied !== undefined) {
      // What was noted as gone where it stood.
      if (source?.layout === this.layout) this.losses.ours -= this.#commentsIn(source);
      return copied;
    }
    return this.#fresh(node, place, source);
  }

  #fresh(node: JsonNode, place: FlowPlace, source: Source | undefined): string {
    const keepsComments = this.#dialect !== "json" && place.isBroken;
    if (!keepsComments && source !== undefined) this.#lose(source);
    if (place.isTight) return minifyJson(node) ?? "";
    if (!place.isBroken) return oneLine(node);
    const indent = this.#unit ?? "  ";
    const text = writeJson(node, keepsComments ? { indent, lastComments: [] } : { indent }) ?? "";
    return text.replaceAll("\n", this.layout.lineEnd + place.indent);
  }

  /** As it stands in its text, where it would not look foreign here. */
  #copied(source: Source, node: JsonNode, { isBroken, indent }: FlowPlace): string | undefined {
    const { layout, element } = source;
    const { form } = element.part;
    if (layout.kind !== "json") return undefined;
    const text = this.textOf(source, node);
    if (form === "whole") return this.#isReadable(text, layout) ? text : undefined;
    const spansLines = /[\r\n]/.test(text);
    if (!this.#isReadable(text, layout) || (spansLines && !isBroken)) return undefined;
    if (!spansLines) return layout.text.includes("\n") === isBroken ? text : undefined;
    if (unitOf(layout.text) !== this.#unit) return undefined;
    const line = lineStart(layout.text, element.start);
    const own = /^[ \t]*/.exec(layout.text.slice(line, element.start))?.[0] ?? "";
    const [first = "", ...others] = text.split(/\r\n|\n|\r/);
    const lines = others.map((other) =>
      other.startsWith(own) ? indent + other.slice(own.length) : indent + other.trimStart(),
    );
    return [first, ...lines].join(this.layout.lineEnd);
  }

  /** Whether the dialect of this document has all that the text has. */
  #isReadable(text: string, layout: Layout): boolean {
    if (layout === this.layout || this.#dialect === "json5") return true;
    return layout.dialect === "json" || layout.dialect === this.#dialect || isStrict(text);
  }

  /** What is of ours was noted already. */
  #lose(source: Source): void {
    if (source.layout !== this.layout) this.losses.theirs += this.#commentsIn(source);
  }

  #commentsIn({ layout, element: { part } }: Source): number {
    return countIn(layout.commentStarts, part.start, part.end);
  }
}

export function jsonCommentEnd(text: string, at: number): number {
  if (text[at] !== "/") return at;
  if (text[at + 1] === "*") return text.indexOf("*/", at + 2) + 2;
  let end = at;
  while (end < text.length && text[end] !== "\n" && text[end] !== "\r") end++;
  return end;
}

/** What one level is indented by; undefined where all stands in one line. */
function unitOf(text: string): string | undefined {
  return (
    /[\r\n]([ \t]+)[^\s/*]/.exec(text)?.[1] ?? (/[{[][ \t]*[\r\n]/.test(text) ? "" : undefined)
  );
}

function isStrict(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function oneLine(node: JsonNode): string {
  if (node.type === "array") return `[${node.items.map(oneLine).join(", ")}]`;
  if (node.type !== "object") return scalarText(node);
  if (node.members.length === 0) return "{}";
  return `{ ${node.members.map(({ keyText, value }) => `${keyText}: ${oneLine(value)}`).join(", ")} }`;
}
