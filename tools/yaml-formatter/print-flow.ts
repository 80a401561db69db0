import { isTooLongForKey } from "../_lib/formats/yaml/source.ts";
import {
  isBare,
  isEmpty,
  oneLine,
  printProperties,
  printScalar,
  type Columns,
} from "./print-leaf.ts";
import { sortedEntries, type Constraints } from "./sort.ts";
import type {
  YamlEntry,
  YamlItem,
  YamlMapping,
  YamlNode,
  YamlSequence,
} from "../_lib/formats/yaml/tree.ts";
import type { Writer } from "./writer.ts";

/** Writes nodes that are no block collections. */
export class FlowPrinter {
  readonly writer: Writer;
  readonly constraints: Constraints;
  /** Whether a `?` was written last, which has to be followed by a space. */
  #markDue = false;
  /** Keys known to be too long: measuring keys in keys anew would double the work with each level. */
  readonly #tooLong = new Set<YamlNode>();

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

  /**
   * The key without `?` and its colon; undefined where it has to be marked by `?`, as one that is
   * too long has to be where keys are limited: everywhere but in braces.
   */
  implicitKey(entry: YamlEntry, limited = true): string | undefined {
    const { key } = entry;
    if (this.#tooLong.has(key) || (entry.explicit && !this.#mayLoseMark(entry))) return undefined;
    const bare = key.properties.list.length === 0 ? oneLine(this.writer, key) : undefined;
    const text = bare ?? this.writer.capture(() => this.node(key, { parent: 0, own: 0 }, 0));
    // A colon right behind a name would be taken as its part.
    const named = key.type === "alias" || (isEmpty(key) && text !== "");
    const upToColon = named ? `${text} ` : text;
    if (upToColon === undefined || (limited && isTooLongForKey(upToColon))) {
      this.#tooLong.add(key);
      return undefined;
    }
    return `${upToColon}:`;
  }

  /** Whether a key marked by `?` is a scalar on one line or an alias, without comments around. */
  #mayLoseMark({ key, colon, colonGap }: YamlEntry): boolean {
    const commented = key.gap ?? key.contentGap ?? key.after ?? colonGap;
    const spread = key.properties.list.some(({ gap }) => gap !== undefined);
    if (!colon || commented !== undefined || spread) return false;
    return oneLine(this.writer, key) !== undefined;
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
    const { writer } = this;
    const step = (index: number) => {
      const element = elements[index];
      if (writer.isFull) return;
      if (element === undefined) {
        this.#closeMark(close);
        return;
      }
      if (index > 0) this.#closeMark(", ");
      writer.defer(() => step(index + 1));
      this.#element(element, base, false);
    };
    writer.put(open);
    writer.defer(() => step(0));
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
    const step = (index: number) => {
      const element = elements[index];
      if (writer.isFull) return;
      if (element === undefined) {
        writer.comments(trailing, column);
        writer.line(base, shape?.blankEnd);
        writer.put(type === "sequence" ? "]" : "}");
        return;
      }
      writer.comments(element.before, column);
      writer.line(column, element.blank);
      writer.defer(
        () => this.#element(element, column, false),
        () => {
          if (index < elements.length - 1) this.#closeMark(",");
          this.#markDue = false;
          writer.inline(element.after);
          step(index + 1);
        },
      );
    };
    writer.put(type === "sequence" ? "[" : "{");
    writer.inline(shape?.opening);
    writer.defer(() => step(0));
  }

  #element(element: YamlItem | YamlEntry, column: number, pair: boolean): void {
    if (!("node" in element)) this.#entry(element, column, pair);
    else {
      const columns = { parent: column, own: column };
      this.writer.defer(() => this.node(element.node, columns, column));
    }
  }

  #entry(entry: YamlEntry, column: number, pair: boolean): void {
    const { writer } = this;
    const { key, colon, value } = entry;
    const columns = { parent: column, own: column };
    const marked = entry.explicit || pair;
    const simple = marked ? this.implicitKey(entry, pair) : undefined;
    if (simple !== undefined) {
      writer.put(simple);
      this.behind(value, columns, column);
      return;
    }
    writer.defer(
      () => {
        if (!marked) {
          this.node(key, columns, column);
          return;
        }
        writer.put("?");
        this.#markDue = isBare(key) && !colon;
        this.behind(key, columns, column);
      },
      () => {
        if (colon) this.#colon(entry, column, marked);
      },
    );
  }

  /** Writes what stands between a key and its colon, the colon and the value. */
  #colon({ key, colonGap, value }: YamlEntry, column: number, marked: boolean): void {
    const named = key.type === "alias" || (isEmpty(key) && !isBare(key));
    this.writer.between(colonGap, column, marked || named ? " " : "");
    this.writer.put(":");
    this.behind(value, { parent: column, own: column }, column);
  }

  /** Writes the node that follows an indicator, and what separates them. */
  behind(node: YamlNode, columns: Columns, base: number): void {
    if (isBare(node)) return;
    this.writer.between(node.gap, columns.own, " ");
    this.writer.defer(() => this.node(node, columns, base));
  }
}
