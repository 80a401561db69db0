import { type JsonNode, nullNode } from "../../_lib/json/tree/tree.ts";
import type { YamlEntry, YamlNode, YamlStream } from "../../_lib/formats/yaml/tree.ts";
import {
  aboveBlank,
  behindLineEnd,
  type Element,
  type Layout,
  lineEndOf,
  lineStart,
  lineStop,
  type Part,
} from "./layout.ts";

/** The layouts of the documents of a stream, which read as the roots. */
export function layOutYaml(stream: YamlStream, roots: readonly JsonNode[]): Layout[] {
  const { text } = stream;
  const common: Omit<Layout, "root" | "region" | "begin"> = {
    kind: "yaml",
    text,
    comments: stream.comments,
    commentStarts: stream.comments.map(({ start }) => start),
    names: [...stream.anchors, ...stream.aliases]
      .map(({ start }) => start)
      .toSorted((a, b) => a - b),
    lineEnd: lineEndOf(text),
    dialect: "json",
  };
  return stream.documents.map((document, index) => {
    const { root: node, marker, before, directives } = document;
    const root = new Walk(text).part(node, roots[index] ?? nullNode(), {
      head: marker < 0 ? 0 : marker + 3,
      limit: node.end,
    });
    const isBlock = root.form === "block";
    const region = isBlock
      ? { start: root.elements[0]?.lead ?? root.start, end: root.tail }
      : { start: root.start, end: root.end };
    const first = before[0]?.comment.start ?? Number.POSITIVE_INFINITY;
    const begin = Math.min(first, directives[0]?.start ?? first, marker < 0 ? node.start : marker);
    return { ...common, root, region, begin };
  });
}

/** What is around a node. */
interface Around {
  /** Behind the colon or dash. */
  readonly head: number;
  /** Where what follows its element begins. */
  readonly limit: number;
}

class Walk {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  part(node: YamlNode, data: JsonNode, { head, limit }: Around): Part {
    const { anchor } = node.properties;
    const whole: Part = {
      node: data,
      head,
      start: node.start,
      end: contentEnd(this.#text, node),
      form: "whole",
      elements: [],
      column: 0,
      tail: limit,
      anchor: anchor?.name,
      alias: node.type === "alias" ? node.name : undefined,
    };
    if (node.type === "scalar" || node.type === "alias") return whole;
    if (node.flow) {
      // `[a: b]` holds a mapping without brackets.
      if (!"[{".includes(this.#text.charAt(node.start))) return whole;
      return { ...whole, form: "flow", elements: this.#elements(node, data, node.end, true) };
    }
    return this.#block(whole, node, data, { head, limit });
  }

  #block(whole: Part, node: YamlCollection, data: JsonNode, { head, limit }: Around): Part {
    const { trailing } = node;
    const last = node.type === "sequence" ? node.items.at(-1)?.node : node.entries.at(-1)?.value;
    const floor = last === undefined ? head : contentEnd(this.#text, last);
    const stop = trailing[0] ? lineStart(this.#text, trailing[0].comment.start) : limit;
    const atLine = stop === this.#text.length || stop === lineStart(this.#text, stop);
    const tail = atLine ? Math.max(aboveBlank(this.#text, stop, floor), floor) : stop;
    const elements = this.#elements(node, data, tail, false);
    const column = node.start - lineStart(this.#text, node.start);
    const first = elements[0];
    if (first !== undefined) {
      const top = this.#lead(first.start, listOf(node)[0]?.before[0]?.comment.start, head);
      elements[0] = { ...first, lead: top };
    }
    return { ...whole, form: "block", elements, column, tail, end: tail };
  }

  #elements(node: YamlCollection, data: JsonNode, limit: number, isFlow: boolean): Element[] {
    const list = listOf(node);
    const leads = list.map(({ start, before }, index) => {
      const previous = list[index - 1];
      if (isFlow || previous === undefined) return start;
      const floor = contentEnd(this.#text, "node" in previous ? previous.node : previous.value);
      return this.#lead(start, before[0]?.comment.start, floor);
    });
    const table =
      data.type === "object"
        ? new Map(data.members.map(({ key, value }) => [key, value]))
        : undefined;
    return list.map((entry, index): Element => {
      const { start } = entry;
      const lead = leads[index] as number;
      const stop = isFlow ? limit : (leads[index + 1] ?? limit);
      if ("node" in entry) {
        const item = (data.type === "array" && data.items[index]) || data;
        const head = isFlow ? start : start + 1;
        const part = this.part(entry.node, item, { head, limit: stop });
        return { key: undefined, start, lead, part, isPlain: true };
      }
      const key = keyText(entry.key);
      const value = table?.get(key) ?? data;
      const isPlain = !entry.explicit && entry.colon;
      const head = isPlain ? this.#text.indexOf(":", entry.key.end) + 1 : start;
      const part = this.part(entry.value, value, { head, limit: stop });
      return { key, start, lead, part, isPlain };
    });
  }

  /** Where what stands above an element begins. */
  #lead(start: number, comment: number | undefined, floor: number): number {
    const line = lineStart(this.#text, start);
    if (this.#text.slice(line, start).trim() !== "") return start;
    const top = comment === undefined ? line : lineStart(this.#text, comment);
    return aboveBlank(this.#text, top, behindLineEnd(this.#text, lineStop(this.#text, floor)));
  }
}

type YamlCollection = Extract<YamlNode, { type: "sequence" | "mapping" }>;

function listOf(node: YamlCollection) {
  return node.type === "sequence" ? node.items : node.entries;
}

function keyText(key: YamlEntry["key"]): string {
  const node = key.type === "alias" ? (key.anchor?.node ?? key) : key;
  return node.type === "scalar" ? node.value : "";
}

/** Where the last unit of its content ends, before a line end. */
function contentEnd(text: string, node: YamlNode): number {
  if (node.type === "scalar" && (node.style === "literal" || node.style === "folded")) {
    // The blank lines behind it are content.
    return node.header.includes("+") ? lineStop(text, node.end) : node.end;
  }
  if (node.type === "scalar" || node.type === "alias" || node.flow) return node.end;
  const last = listOf(node).at(-1);
  return last === undefined ? node.end : contentEnd(text, "node" in last ? last.node : last.value);
}
