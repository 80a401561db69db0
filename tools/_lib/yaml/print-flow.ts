import {
  isBare,
  isEmpty,
  oneLine,
  printProperties,
  printScalar,
  type Columns,
} from "./print-leaf.ts";
import { sortedEntries, type Constraints } from "./sort.ts";
import type { YamlEntry, YamlItem, YamlMapping, YamlNode, YamlSequence } from "./tree.ts";
import type { Writer } from "./writer.ts";

/** The most characters of a key without `?`, its properties included. */
const LONGEST_KEY = 1024;

/** Writes nodes that are no block collections. */
export class FlowPrinter {
  readonly writer: Writer;
  readonly constraints: Constraints;
  /** Whether a `?` was written last, which has to be followed by a space. */
  #markDue = false;

  constructor(writer: Writer, constraints: Constraints) {
    this.writer = writer;
    this.constraints = constraints;
  }

  /** Writes a node with its properties; `base` is where a closing bracket of its own line goes. */
  node(node: YamlNode, columns: Columns, base: number): void {
    const { writer } = this;
    printProperties(writer, node, columns.own);
    const hasProperties = node.properties.list.length > 0;
    if (hasProperties && !isEmpty(node)) writer.between(node.contentGap, columns.own, " ");
    if (node.type === "scalar" || node.type === "alias") printScalar(writer, node, columns);
    else this.#collection(node, base);
  }

  /** The key without `?` and its colon; undefined where it has to be marked by `?`. */
  implicitKey(entry: YamlEntry, limit = LONGEST_KEY): string | undefined {
    const { key, explicit, colon, colonGap } = entry;
    if (explicit) {
      const commented = key.gap ?? key.contentGap ?? key.after ?? colonGap;
      const spread = key.properties.list.some(({ gap }) => gap !== undefined);
      if (!colon || commented !== undefined || spread) return undefined;
      if (oneLine(this.writer, key) === undefined) return undefined;
    }
    const text = this.writer.capture(() => this.node(key, { parent: 0, own: 0 }, 0));
    if (text === undefined || characters(text) > limit) return undefined;
    // A colon right behind a name would be taken as its part.
    const named = key.type === "alias" || (isEmpty(key) && text !== "");
    return `${text}${named ? " :" : ":"}`;
  }

  #collection(node: YamlSequence | YamlMapping, base: number): void {
    const sequence = node.type === "sequence";
    const elements: readonly (YamlItem | YamlEntry)[] = sequence
      ? node.items
      : this.entriesOf(node);
    const [open, close] = sequence ? ["[", "]"] : ["{", "}"];
    const { shape, trailing } = node;
    if (shape === undefined) this.#element(elements[0] as YamlEntry, base, true);
    else if (elements.length === 0 && trailing.length === 0 && shape.opening === undefined) {
      this.writer.put(open + close);
    } else if (shape.broken) this.#broken(node, elements, base);
    else this.#inline(elements, sequence ? open : "{ ", sequence ? close : " }", base);
  }

  entriesOf(node: YamlMapping): readonly YamlEntry[] {
    if (!this.writer.layout.sortKeys) return node.entries;
    return sortedEntries(node, this.constraints);
  }

  #inline(
    elements: readonly (YamlItem | YamlEntry)[],
    open: string,
    close: string,
    base: number,
  ): void {
    this.writer.put(open);
    for (const [index, element] of elements.entries()) {
      if (index > 0) this.#closeMark(", ");
      this.#element(element, base, false);
    }
    this.#closeMark(close);
  }

  /** Writes what ends an element, after the space that a lone `?` needs. */
  #closeMark(text: string): void {
    if (this.#markDue && !text.startsWith(" ")) this.writer.put(" ");
    this.#markDue = false;
    this.writer.put(text);
  }

  /** One element per line. */
  #broken(
    { shape, trailing, type }: YamlSequence | YamlMapping,
    elements: readonly (YamlItem | YamlEntry)[],
    base: number,
  ): void {
    const { writer } = this;
    const column = base + writer.layout.indent;
    writer.put(type === "sequence" ? "[" : "{");
    writer.inline(shape?.opening);
    for (const [index, element] of elements.entries()) {
      if (writer.isFull) return;
      writer.comments(element.before, column);
      writer.line(column, element.blank);
      this.#element(element, column, false);
      if (index < elements.length - 1) this.#closeMark(",");
      this.#markDue = false;
      writer.inline(element.after);
    }
    writer.comments(trailing, column);
    writer.line(base, shape?.blankEnd);
    writer.put(type === "sequence" ? "]" : "}");
  }

  #element(element: YamlItem | YamlEntry, column: number, pair: boolean): void {
    if ("node" in element) this.node(element.node, { parent: column, own: column }, column);
    else this.#entry(element, column, pair);
  }

  #entry(entry: YamlEntry, column: number, pair: boolean): void {
    const { writer } = this;
    const { key, colon, colonGap, value } = entry;
    const columns = { parent: column, own: column };
    const simple =
      entry.explicit || pair ? this.implicitKey(entry, pair ? undefined : Infinity) : undefined;
    if (simple !== undefined) writer.put(simple);
    else if (entry.explicit || pair) {
      writer.put("?");
      this.#markDue = isBare(key) && !colon;
      this.behind(key, columns, column);
      if (!colon) return;
      writer.between(colonGap, column, " ");
      writer.put(":");
    } else {
      this.node(key, columns, column);
      if (!colon) return;
      const named = key.type === "alias" || (isEmpty(key) && !isBare(key));
      writer.between(colonGap, column, named ? " " : "");
      writer.put(":");
    }
    this.behind(value, columns, column);
  }

  /** Writes the node that follows an indicator, and what separates them. */
  behind(node: YamlNode, columns: Columns, base: number): void {
    if (isBare(node)) return;
    this.writer.between(node.gap, columns.own, " ");
    this.node(node, columns, base);
  }
}

function characters(text: string): number {
  if (text.length <= LONGEST_KEY) return text.length;
  let count = 0;
  for (const _ of text) count++;
  return count;
}
