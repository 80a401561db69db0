import { type JsonNode, memberNode, nullNode, objectNode } from "../../_lib/json/tree/tree.ts";
import {
  behindLineEnd,
  countIn,
  type Element,
  firstFrom,
  type Layout,
  lineStart,
  lineStop,
  type Part,
  type Source,
  type Span,
  splitLead,
} from "./layout.ts";
import { type FlowPlace, type NewSlot, type PrintOptions, Printer } from "./printer.ts";

/** Writes data as YAML, with this many columns for a level. */
export type WriteYaml = (node: JsonNode, indent: number) => string;

/** A value as it is written behind a colon or a dash: on its line, or on the lines below it. */
interface Written {
  readonly inline: string;
  /** Whole lines with their indentation, without the last line end. */
  readonly lines: string | undefined;
}

/** An element in lines: what stands above it, and what begins in its column. */
interface Chunk {
  /** Whole lines. */
  readonly lead: string;
  /** Without the indentation of its first line; with the last line end. */
  readonly body: string;
}

/** Columns that a dash and its blank take. */
const ITEM_STEP = 2;

/** Prints one document in YAML. */
export class YamlPrinter extends Printer {
  protected readonly commentEnd = yamlCommentEnd;
  readonly #write: WriteYaml;
  readonly #step: number;
  /** Whether items stand in the column of the key above them. */
  readonly #isLow: boolean;
  /** What each anchor of the printed text names so far. */
  readonly #named = new Map<string, JsonNode>();
  /** The names of this document, which what is brought may not take. */
  readonly #taken = new Set<string>();

  constructor(layout: Layout, options: PrintOptions, write: WriteYaml) {
    super(layout, options);
    this.#write = write;
    const habits = habitsOf(layout.root);
    this.#step = habits.step ?? 2;
    this.#isLow = habits.isLow ?? false;
    forEachPart(layout.root, ({ anchor }) => {
      if (anchor !== undefined) this.#taken.add(anchor);
    });
  }

  /** The root's region with the new value. */
  print(node: JsonNode): string {
    const { root, region, text } = this.layout;
    if (root.form === "block" && root.node.type === node.type && sizeOf(node) > 0) {
      return text.slice(region.start, root.elements[0]?.lead) + this.#block(root, node, region.end);
    }
    if (root.form === "flow" && root.node.type === node.type) return this.flow(root, node, 0);
    if (this.stays(root, node, region.start, region.end))
      return text.slice(region.start, region.end);
    this.drop(region.start, region.end);
    const written = this.#fresh(node).replaceAll("\n", this.layout.lineEnd);
    const isLast = region.end === text.length && !/[\r\n]$/.test(text);
    return region.end > region.start && /[\r\n]$/.test(text.slice(0, region.end)) && !isLast
      ? written + this.layout.lineEnd
      : written;
  }

  /** The elements of a block that ends at `end`, up to its tail. */
  #block(part: Part, node: JsonNode, end: number): string {
    const { elements, column } = part;
    const { slots, gone } = this.slotsOf(part, node);
    const free = this.#freeLeads(part, gone);
    const chunks = slots.map((slot): Chunk => {
      if (slot.element === undefined) return this.#brought(slot, column);
      const { element, index } = slot;
      const stop = elements[index + 1]?.lead ?? part.tail;
      const lead = this.#leadOf(element);
      return {
        lead: (free.get(element) ?? "") + lead,
        body: this.#element(element, slot.node, stop, column),
      };
    });
    const rest = free.get(undefined) ?? "";
    const isOnLine = elements[0] !== undefined && elements[0].lead === elements[0].start;
    const indent = " ".repeat(column);
    const isEnded = /[\r\n]$/.test(this.slice(part.start, part.tail));
    const { lineEnd } = this.layout;
    const out: string[] = [];
    for (const [index, { lead, body }] of chunks.entries()) {
      if (index > 0 || !isOnLine) out.push(lead, indent);
      else if (lead.trim() !== "") out.push(lineEnd, lead, indent);
      out.push(body);
      if (!/[\r\n]$/.test(body)) out.push(lineEnd);
    }
    const text = out.join("") + rest;
    const whole = isEnded || end > part.tail ? text : text.replace(/(?:\r\n|\n|\r)$/, "");
    return whole;
  }

  /** What stands above an element, in whole lines. */
  #leadOf({ lead, start }: Element): string {
    return lead === start ? "" : this.slice(lead, lineStart(this.layout.text, start));
  }

  /** What is left of the comments above elements that are gone, by the element that it stands before now. */
  #freeLeads({ elements, tail }: Part, gone: ReadonlySet<Element>) {
    const free = new Map<Element | undefined, string>();
    let waiting = "";
    for (const [index, element] of elements.entries()) {
      if (gone.has(element)) {
        const kept = splitLead(this.#leadOf(element)).free;
        waiting += kept;
        this.drop(element.lead + kept.length, elements[index + 1]?.lead ?? tail);
      } else {
        if (waiting !== "") free.set(element, waiting);
        waiting = "";
      }
    }
    if (waiting !== "") free.set(undefined, waiting);
    return free;
  }

  /** An element of a block from its key or dash up to `end`, its value replaced. */
  #element(element: Element, node: JsonNode, end: number, column: number): string {
    const { part, start } = element;
    if (this.stays(part, node, start, end)) return this.slice(start, end);
    const text = element.isPlain ? this.#plain(part, node, { start, end, column }) : undefined;
    if (part.anchor !== undefined) this.#named.set(part.anchor, node);
    if (text !== undefined) return text;
    if (this.isSame(part.node, node)) return this.slice(start, end);
    this.drop(start, end);
    return this.#chunkOf(this.#freshElement(element.key, node), column).body;
  }

  #plain(part: Part, node: JsonNode, place: BlockPlace): string {
    const { start, end } = place;
    const isAlike = part.node.type === node.type;
    if (part.alias !== undefined) return this.#alias(part, node, place);
    if (part.form === "block" && isAlike && sizeOf(node) > 0) {
      const top = part.elements[0]?.lead ?? part.start;
      return this.slice(start, top) + this.#block(part, node, end) + this.slice(part.tail, end);
    }
    if (part.form === "flow" && isAlike) {
      return this.slice(start, part.start) + this.flow(part, node, 0) + this.slice(part.end, end);
    }
    if (this.isSame(part.node, node)) return this.slice(start, end);
    return this.#replaced(part, node, place);
  }

  /** An alias stays where it stands for what it has to. */
  #alias(part: Part, node: JsonNode, place: BlockPlace): string {
    const named = this.#named.get(part.alias ?? "");
    if (named !== undefined && this.isSame(named, node)) return this.slice(place.start, place.end);
    this.losses.ourAliases++;
    return this.#replaced(part, node, place);
  }

  /** Another value behind a key or dash; the comment beside it stays. */
  #replaced(part: Part, node: JsonNode, { start, end, column }: BlockPlace): string {
    const { text, lineEnd } = this.layout;
    const isItem = text[start] === "-" && part.head === start + 1;
    const written = this.#value(node, column, isItem);
    const { beside, rest } = this.#around(part, { start, end });
    const anchor = part.anchor === undefined ? "" : `&${part.anchor} `;
    const name = (anchor + written.inline).trimEnd();
    const comment = beside === "" ? this.#besideOf(node) : beside;
    const first = text.slice(start, part.head) + (name === "" ? "" : ` ${name}`) + comment;
    const lines = written.lines === undefined ? "" : lineEnd + written.lines;
    return first + lines + rest;
  }

  /** What stays when the value of an element goes: the comment on its first line, and what stands behind it. */
  #around(part: Part, { start, end }: Span): { readonly beside: string; readonly rest: string } {
    const { text, lineEnd } = this.layout;
    if (part.form === "block") {
      const stop = lineStop(text, part.head);
      this.drop(Math.max(stop, part.head), part.end);
      const isEnded = /[\r\n]$/.test(text.slice(start, end));
      return { beside: commentIn(this.layout, part.head, stop), rest: isEnded ? lineEnd : "" };
    }
    if (/^[|>]/.test(text.slice(part.start, part.end))) {
      const beside = commentIn(this.layout, part.start, lineStop(text, part.start));
      return { beside, rest: text.slice(part.end, end) };
    }
    this.drop(part.start, part.end);
    const stop = lineStop(text, part.end);
    return { beside: text.slice(part.end, stop).trimEnd(), rest: text.slice(stop, end) };
  }

  /** The comment beside a value in theirs. */
  #besideOf(node: JsonNode): string {
    const source = this.options.theirs.get(node);
    if (source === undefined || source.layout === this.layout || source.around.form !== "block")
      return "";
    const { layout, element } = source;
    if (element.part.form !== "whole") return "";
    const rest = layout.text.slice(element.part.end, lineStop(layout.text, element.part.end));
    return /^[ \t]+#/.test(rest) ? rest.trimEnd() : "";
  }

  /** A value behind the key or dash in the column. */
  #value(node: JsonNode, column: number, isItem: boolean): Written {
    const source = this.sourceOf(node);
    const anchor = source?.element.part.anchor;
    // An alias shares what it stands for.
    if (anchor !== undefined && this.#named.get(anchor) === node) {
      return { inline: `*${anchor}`, lines: undefined };
    }
    const copied = source && this.#copied(source, node, { column, isItem });
    if (copied !== undefined) return copied;
    if (source !== undefined) this.#lose(source);
    const key = isItem ? undefined : "k";
    const { body } = this.#chunkOf(this.#freshElement(key, node), column);
    const value = body.slice(isItem ? 1 : 2).replace(/(?:\r\n|\n|\r)$/, "");
    const stop = lineStop(value, 0);
    if (isItem && !/^ [|>]/.test(value)) {
      const hasLines = stop < value.length;
      if (!hasLines) return { inline: value.trim(), lines: undefined };
      return { inline: "", lines: `${" ".repeat(column + ITEM_STEP)}${value.trimStart()}` };
    }
    const lines = stop < value.length ? value.slice(behindLineEnd(value, stop)) : undefined;
    return { inline: value.slice(0, stop).trim(), lines };
  }

  /** As it stands in its text. */
  #copied(source: Source, node: JsonNode, { column, isItem }: Target): Written | undefined {
    const { layout, element, around } = source;
    const { part } = element;
    if (layout.kind !== "yaml" || part.alias !== undefined) return undefined;
    if (around.form !== "block" || !element.isPlain) return undefined;
    if (part.form === "block") return this.#copiedBlock(source, node, { column, isItem });
    if (!this.#takeNames(layout, part)) return undefined;
    const text = this.textOf(source, node);
    const stop = lineStop(text, 0);
    if (stop === text.length) return { inline: text, lines: undefined };
    const lines = text.slice(behindLineEnd(text, stop));
    return { inline: text.slice(0, stop), lines: this.#shifted(lines, column - around.column) };
  }

  #copiedBlock(
    { layout, element: { part } }: Source,
    node: JsonNode,
    { column, isItem }: Target,
  ): Written | undefined {
    const top = part.elements[0] as Element;
    if (!this.#takeNames(layout, part)) return undefined;
    const isArray = part.node.type === "array";
    const to = column + (isItem ? ITEM_STEP : isArray && this.#isLow ? 0 : this.#step);
    const isOnLine = top.lead === top.start;
    const from = isOnLine ? top.start : top.lead;
    const isChanged = layout === this.layout && !this.isSame(part.node, node);
    if (isChanged && sizeOf(node) === 0) return undefined;
    const text = (
      isChanged ? this.#block(part, node, part.tail) : layout.text.slice(from, part.tail)
    ).replace(/(?:\r\n|\n|\r)$/, "");
    const indented = isOnLine ? " ".repeat(part.column) + text : text;
    return { inline: "", lines: this.#shifted(indented, to - part.column) };
  }

  /**
   * Whether the text of a part means the same here: its aliases stand for what they did, and its anchors are no
   * others. The anchors are taken then.
   */
  #takeNames(layout: Layout, part: Part): boolean {
    const { names } = layout;
    if (firstFrom(names, part.start) === firstFrom(names, part.end)) return true;
    const brought = new Map<string, JsonNode>();
    let isSame = true;
    const visit = ({ alias, anchor, node, elements, form }: Part) => {
      if (alias !== undefined) {
        const named = brought.get(alias) ?? this.#named.get(alias);
        isSame &&= named !== undefined && this.isSame(named, node);
      }
      if (anchor !== undefined) {
        isSame &&= !this.#taken.has(anchor) || layout === this.layout;
        brought.set(anchor, node);
      }
      // Names inside what was not looked into.
      if (
        form === "whole" &&
        node.type !== "string" &&
        elements.length === 0 &&
        alias === undefined
      ) {
        isSame &&= node.type !== "object" && node.type !== "array";
      }
      for (const element of elements) visit(element.part);
    };
    for (const element of part.elements) visit(element.part);
    if (isSame) for (const [name, node] of brought) this.#named.set(name, node);
    return isSame;
  }

  /** A new element in the column, with the comments above and beside it where it comes from. */
  #brought({ key, node }: NewSlot, column: number): Chunk {
    const source = this.sourceOf(node);
    if (source === undefined) return { lead: "", body: this.#composed(key, node, column) };
    const isMember = key !== undefined;
    if (!isBlockElement(source) || (source.element.key !== undefined) !== isMember) {
      this.#lose(source);
      return { lead: "", body: this.#chunkOf(this.#freshElement(key, node), column).body };
    }
    const { layout, element, around, index } = source;
    const top = layout.text.slice(element.lead, lineStart(layout.text, element.start));
    const { free, own } = splitLead(element.lead === element.start ? "" : top);
    const lead = own === "" ? "" : this.#shifted(own, column - around.column);
    const end = around.elements[index + 1]?.lead ?? around.tail;
    // What was noted as gone where it stood.
    if (layout === this.layout)
      this.losses.ours -= this.#commentsIn(element.lead + free.length, end);
    const isWhole =
      element.key === key &&
      element.part.alias === undefined &&
      this.isSame(element.part.node, node);
    if (!isWhole) return { lead, body: this.#renamed(source, { key, node }, column) };
    if (!this.#isFree(layout, element.part) || !this.#takeNames(layout, element.part)) {
      this.#lose(source);
      return { lead, body: this.#chunkOf(this.#freshElement(key, node), column).body };
    }
    const text = layout.text.slice(element.start, end).replace(/(?:\r\n|\n|\r)$/, "");
    return { lead, body: this.#shifted(text, column - around.column, true) };
  }

  /** A value of another element with the comment beside it. */
  #renamed(
    { layout, element: { part } }: Source,
    { key, node }: Pick<NewSlot, "key" | "node">,
    column: number,
  ): string {
    const name = key === undefined ? "-" : this.#keyText(key);
    const written = this.#value(node, column, key === undefined);
    const from = part.form === "block" ? part.head : part.end;
    const comment = commentIn(layout, from, lineStop(layout.text, from));
    const first = name + (written.inline === "" ? "" : ` ${written.inline}`);
    const lines = written.lines === undefined ? "" : this.layout.lineEnd + written.lines;
    return first + comment + lines;
  }

  /** A new element whose parts may come from somewhere. */
  #composed(key: string | undefined, node: JsonNode, column: number): string {
    if (sizeOf(node) === 0 || (node.type !== "object" && node.type !== "array")) {
      return this.#chunkOf(this.#freshElement(key, node), column).body;
    }
    const isLow = node.type === "array" && key !== undefined && this.#isLow;
    const inner = column + (key === undefined ? ITEM_STEP : isLow ? 0 : this.#step);
    const slots =
      node.type === "object"
        ? node.members.map((member) => ({
            element: undefined,
            key: member.key,
            node: member.value,
          }))
        : node.items.map((item) => ({ element: undefined, key: undefined, node: item }));
    const chunks = slots.map((slot) => this.#brought(slot, inner));
    const { lineEnd } = this.layout;
    const lines = chunks.map(({ lead, body }) => lead + " ".repeat(inner) + body).join(lineEnd);
    if (key !== undefined) return this.#keyText(key) + lineEnd + lines;
    return chunks[0]?.lead === "" ? `- ${lines.slice(inner)}` : `-${lineEnd}${lines}`;
  }

  #commentsIn(from: number, to: number): number {
    return countIn(this.layout.commentStarts, from, to);
  }

  /** Takes the anchor of a value that is brought, where no other has the name. */
  #isFree(layout: Layout, { anchor, node }: Part): boolean {
    if (anchor === undefined) return true;
    if (this.#taken.has(anchor) && layout !== this.layout) return false;
    this.#named.set(anchor, node);
    return true;
  }

  /** Lines in other columns; the first one begins in its column already, if so said. */
  #shifted(text: string, delta: number, isBegun = false): string {
    const lines = text.split(/\r\n|\n|\r/);
    const shifted = lines.map((line, index) => {
      if ((index === 0 && isBegun) || line === "") return line;
      if (delta >= 0) return " ".repeat(delta) + line;
      const blanks = /^ */.exec(line)?.[0].length ?? 0;
      return line.slice(Math.min(-delta, blanks));
    });
    return shifted.join(this.layout.lineEnd);
  }

  /** A member or item as it is written in the first column. */
  #freshElement(key: string | undefined, node: JsonNode): string {
    const fresh = this.#fresh(node);
    if (key !== undefined && node.type === "array" && node.items.length > 0 && this.#isLow) {
      return `${this.#keyText(key)}\n${fresh}`;
    }
    if (key !== undefined) return this.#write(objectNode([memberNode(key, node)]), this.#step);
    return this.#write({ type: "array", start: -1, end: -1, items: [node] }, this.#step);
  }

  #fresh(node: JsonNode): string {
    return this.#write(node, this.#step).replace(/\n$/, "");
  }

  /** The key with its colon. */
  #keyText(key: string): string {
    return this.#write(objectNode([memberNode(key, nullNode())]), this.#step)
      .replace(/\n$/, "")
      .replace(/ null$/, "");
  }

  #chunkOf(text: string, column: number): Chunk {
    const indent = " ".repeat(column);
    const body = text.replace(/\n$/, "").replaceAll(/\n(?=[^\n])/g, `\n${indent}`);
    return { lead: "", body: body.replaceAll("\n", this.layout.lineEnd) };
  }

  /** The comments in what is written from its data alone. */
  #lose({ layout, element }: Source): void {
    const { start, end } = element.part;
    const aliases = this.#aliasesIn(element.part);
    if (layout === this.layout) this.losses.ourAliases += aliases;
    else {
      this.losses.theirs += countIn(layout.commentStarts, start, end);
      this.losses.theirAliases += aliases;
    }
  }

  #aliasesIn(part: Part): number {
    let count = 0;
    forEachPart(part, ({ alias }) => {
      if (alias !== undefined) count++;
    });
    return count;
  }

  protected override emptyPlace(depth: number): FlowPlace {
    return { isBroken: false, lead: "", indent: "", isTight: false, depth };
  }

  protected override inlineKey(key: string): string {
    const text = this.#keyText(key).replace(/:$/, "");
    return isFlowSafe(text) ? text : JSON.stringify(key);
  }

  /** In flow style. */
  protected override inline(node: JsonNode, _place: FlowPlace): string {
    const source = this.sourceOf(node);
    if (source !== undefined) {
      const { layout, element } = source;
      const text = layout.text.slice(element.part.start, element.part.end);
      const isPlain =
        layout.kind === "yaml" && element.part.form === "whole" && element.part.alias === undefined;
      if (isPlain && element.isPlain && /^[^|>]/.test(text) && isFlowSafe(text)) return text;
      this.#lose(source);
    }
    return this.#flowText(node);
  }

  #flowText(node: JsonNode): string {
    if (node.type === "array") {
      return `[${node.items.map((item) => this.#flowText(item)).join(", ")}]`;
    }
    if (node.type === "object") {
      const members = node.members.map(
        ({ key, value }) => `${this.inlineKey(key)}: ${this.#flowText(value)}`,
      );
      return `{${members.join(", ")}}`;
    }
    const text = this.#fresh(node);
    return isFlowSafe(text) ? text : node.type === "string" ? JSON.stringify(node.value) : text;
  }

  /** An alias in brackets. */
  protected override flowElement(element: Element, node: JsonNode, place: FlowPlace): string {
    const { part, start } = element;
    if (part.alias !== undefined) {
      const named = this.#named.get(part.alias);
      if (named !== undefined && this.isSame(named, node)) return this.slice(start, part.end);
      this.losses.ourAliases++;
      return this.slice(start, part.start) + this.inline(node, place);
    }
    const text =
      part.form === "whole" && this.isSame(part.node, node)
        ? this.slice(start, part.end)
        : super.flowElement(element, node, place);
    if (part.anchor !== undefined) this.#named.set(part.anchor, node);
    return text;
  }
}

/** Where a value is to stand. */
interface Target {
  /** Of its key or dash. */
  readonly column: number;
  readonly isItem: boolean;
}

interface BlockPlace {
  readonly start: number;
  readonly end: number;
  readonly column: number;
}

function sizeOf(node: JsonNode): number {
  if (node.type === "object") return node.members.length;
  return node.type === "array" ? node.items.length : 0;
}

export function yamlCommentEnd(text: string, at: number): number {
  if (text[at] !== "#" || !/^\s?$/.test(text.charAt(at - 1))) return at;
  return lineStop(text, at);
}

/** The comment in a stretch of one line, with a blank before it. */
function commentIn({ text, comments, commentStarts }: Layout, from: number, to: number): string {
  const comment = comments[firstFrom(commentStarts, from)];
  return comment === undefined || comment.start >= to
    ? ""
    : ` ${text.slice(comment.start, comment.end)}`;
}

/** Whether it is written as an element of a block. */
function isBlockElement({ layout, around, element }: Source): boolean {
  return layout.kind === "yaml" && around.form === "block" && element.isPlain;
}

/** Whether a token on one line can stand in brackets. */
function isFlowSafe(text: string): boolean {
  if (/[\r\n]/.test(text)) return false;
  if (/^"(?:[^"\\]|\\.)*"$|^'(?:[^']|'')*'$/.test(text)) return true;
  return text !== "" && !/[,[\]{}]|:$/.test(text);
}

function forEachPart(part: Part, visit: (part: Part) => void): void {
  visit(part);
  for (const element of part.elements) forEachPart(element.part, visit);
}

/** How the text indents: columns for a level, and whether items stand in the column of their key. */
function habitsOf(root: Part): { step: number | undefined; isLow: boolean | undefined } {
  let step: number | undefined;
  let isLow: boolean | undefined;
  const visit = (part: Part) => {
    for (const { key, part: inner } of part.elements) {
      if (inner.form !== "block") continue;
      if (key !== undefined && inner.node.type === "object") step ??= inner.column - part.column;
      if (key !== undefined && inner.node.type === "array") isLow ??= inner.column === part.column;
      visit(inner);
    }
  };
  visit(root);
  return { step, isLow };
}
