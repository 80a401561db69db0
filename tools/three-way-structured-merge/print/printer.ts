/** Prints a document again: what stays is copied from its text, and only what is new is written. */
import { keyItems } from "../../_lib/json/keyed-items.ts";
import type { JsonNode } from "../../_lib/json/tree/tree.ts";
import type { ValueIds } from "../../_lib/json/tree/value-ids.ts";
import { commonSubsequence } from "../../_lib/algorithms/longest-common-subsequence.ts";
import {
  countIn,
  type Element,
  isLineEnd,
  type Layout,
  type Part,
  type Source,
  type Sources,
  type Span,
  splitLead,
} from "./layout.ts";

export interface PrintOptions {
  readonly ids: ValueIds;
  readonly spend: (steps: number) => void;
  readonly arrayKeys: readonly string[];
  /** Where values of this document and of theirs stand. */
  readonly sources: Sources;
  readonly theirs: Sources;
  /** The values of this document that are somewhere else now, changed, by what they are there. */
  readonly moved: ReadonlyMap<JsonNode, JsonNode>;
}

/** What printing gave up. */
export interface Losses {
  /** Comments of this document whose place went, and of theirs that could not be taken along. */
  ours: number;
  theirs: number;
  /** Aliases that became copies, of both. */
  ourAliases: number;
  theirAliases: number;
}

/** An element of what is printed: one that stands in the text, with its new value, or a new one. */
export type Slot =
  { readonly element: Element; readonly index: number; readonly node: JsonNode } | NewSlot;

export interface NewSlot {
  readonly element: undefined;
  /** Undefined for an item. */
  readonly key: string | undefined;
  readonly node: JsonNode;
}

/** The text between two elements in brackets. */
export interface Gap {
  /** Up to the comma, or up to the end of the line where there is none. */
  readonly before: string;
  readonly hasComma: boolean;
  /** Behind the comma, up to the end of the line. */
  readonly beside: string;
  /** From the line end on, or all of it in one line. */
  readonly lead: string;
}

export abstract class Printer {
  readonly losses: Losses = { ours: 0, theirs: 0, ourAliases: 0, theirAliases: 0 };
  protected readonly layout: Layout;
  protected readonly options: PrintOptions;

  constructor(layout: Layout, options: PrintOptions) {
    this.layout = layout;
    this.options = options;
  }

  /** A value in brackets or on one line; `indent` is that of the line on which it begins. */
  protected abstract inline(node: JsonNode, place: FlowPlace): string;
  protected abstract inlineKey(key: string): string;

  /** Between a key and its value. */
  protected get colon(): string {
    return ": ";
  }

  protected abstract readonly commentEnd: CommentEnd;

  protected slice(from: number, to: number): string {
    return this.layout.text.slice(from, to);
  }

  protected isSame(node: JsonNode, other: JsonNode): boolean {
    return (
      node === other ||
      (node.type === other.type && this.options.ids.idOf(node) === this.options.ids.idOf(other))
    );
  }

  /** Whether the part can stay as it is. */
  protected stays(part: Part, node: JsonNode, from: number, to: number): boolean {
    return this.isSame(part.node, node) && countIn(this.layout.names, from, to) === 0;
  }

  /** Notes that the comments in a stretch are gone. */
  protected drop(from: number, to: number): void {
    this.losses.ours += countIn(this.layout.commentStarts, from, to);
  }

  /** The elements of a part with their new values, then what is new; and those that are gone. */
  protected slotsOf(part: Part, node: JsonNode): { slots: Slot[]; gone: ReadonlySet<Element> } {
    const slots = node.type === "object" ? memberSlots(part, node) : this.#itemSlots(part, node);
    const kept = new Set(slots.map(({ element }) => element));
    return { slots, gone: new Set(part.elements.filter((element) => !kept.has(element))) };
  }

  /** Items are the same by the key that tells them apart, by their value, or by what stands around them. */
  #itemSlots({ elements }: Part, node: JsonNode): Slot[] {
    const items = node.type === "array" ? node.items : [];
    const before = elements.map(({ part }) => part.node);
    const partners = this.partners(before, items);
    return items.map((item, index): Slot => {
      const at = partners[index] ?? -1;
      const element = elements[at];
      return element === undefined
        ? { element, key: undefined, node: item }
        : { element, index: at, node: item };
    });
  }

  protected partners(before: readonly JsonNode[], after: readonly JsonNode[]): readonly number[] {
    for (const key of this.options.arrayKeys) {
      const [old, now] = [keyItems(before, key), keyItems(after, key)];
      if (old !== undefined && now !== undefined && old.size > 0) {
        return [...now.keys()].map((id) => old.get(id)?.index ?? -1);
      }
    }
    const { ids, spend } = this.options;
    const [left, right] = [before, after].map((nodes) => nodes.map((item) => ids.idOf(item)));
    const partners: number[] = Array.from(after, () => -1);
    const common = commonSubsequence(left as number[], right as number[], spend);
    // What stands between the same neighbours, as many as before, was changed in its place.
    let [b, a] = [0, 0];
    for (let at = 0; at <= before.length; at++) {
      const to = at === before.length ? after.length : (common[at] as number);
      if (to < 0) continue;
      if (at - b === to - a)
        for (let step = 0; step < at - b; step++) partners[a + step] = b + step;
      if (at < before.length) partners[to] = at;
      [b, a] = [at + 1, to + 1];
    }
    return partners;
  }

  /** The text of a part in brackets. */
  protected flow(part: Part, node: JsonNode, depth: number): string {
    const { elements } = part;
    if (elements.length === 0) return this.#filled(part, node, depth);
    const { slots, gone } = this.slotsOf(part, node);
    const gaps = gapsOf(this.layout.text, part, this.commentEnd);
    const first = gaps[0] as Gap;
    const last = gaps.at(-1) as Gap;
    const place = this.#placeOf(part, gaps, depth);
    const free = this.#freeLeads(part, gaps, gone);
    const out = [this.slice(part.start, part.start + 1), first.before, first.beside];
    for (const [index, slot] of slots.entries()) {
      const comma = index < slots.length - 1 || last.hasComma ? "," : "";
      if (slot.element === undefined) {
        const lead = index === 0 && !place.isBroken ? first.lead : place.lead;
        out.push(this.freshFlow(slot, { ...place, lead }, comma));
        continue;
      }
      const lead = this.#leadOf(gaps, slot.index, index, place);
      const text = this.flowElement(slot.element, slot.node, place);
      const { before, hasComma, beside } = gaps[slot.index + 1] as Gap;
      out.push(free.get(slot.element) ?? "", lead, text);
      out.push(...(hasComma ? [before, comma, beside] : [comma, before, beside]));
    }
    out.push(free.get(undefined) ?? "", last.lead, this.slice(part.end - 1, part.end));
    const text = out.join("");
    return slots.length === 0 && text.slice(1, -1).trim() === "" ? this.brackets(part) : text;
  }

  /** An element of brackets, its value replaced. */
  protected flowElement(element: Element, node: JsonNode, place: FlowPlace): string {
    const { part, start } = element;
    if (this.stays(part, node, start, part.end)) return this.slice(start, part.end);
    if (!element.isPlain) {
      this.drop(start, part.end);
      const key = element.key === undefined ? "" : this.inlineKey(element.key) + this.colon;
      return key + this.inline(node, place);
    }
    const isAlike = part.form === "flow" && part.node.type === node.type;
    if (isAlike) {
      return this.slice(start, part.start) + this.flow(part, node, place.depth);
    }
    this.drop(part.start, part.end);
    const before = this.slice(start, part.start);
    const isTight = before.endsWith(":") && part.start === part.end;
    return before + (isTight ? " " : "") + this.inline(node, place);
  }

  /** A new element of brackets, with what stands before it and the comma behind it. */
  protected freshFlow({ key, node }: NewSlot, place: FlowPlace, comma: string): string {
    const name =
      key === undefined
        ? ""
        : this.inlineKey(key) + (place.isTight ? this.colon.trimEnd() : this.colon);
    const text = place.lead + name + this.inline(node, place) + comma;
    const source = this.sourceOf(node);
    const isAlike =
      source?.layout.kind === this.layout.kind &&
      source.around.form === "flow" &&
      (source.element.key === undefined) === (key === undefined);
    return isAlike ? this.#withComments(text, source, place) : text;
  }

  /** Whether comments may stand in the text. */
  protected get takesComments(): boolean {
    return true;
  }

  /** A new element with the comments above and beside it where it comes from. */
  #withComments(text: string, { layout, around, index }: Source, place: FlowPlace): string {
    const [gap, next] = [0, 1].map((step) =>
      gapBefore(layout.text, around, index + step, this.commentEnd),
    ) as [Gap, Gap];
    const above = splitFlowLead(gap.lead).own.split(/\r\n|\n|\r/);
    const beside = (next.before + next.beside).trimEnd();
    const lines = above.slice(1, -1);
    const count = lines.filter((line) => line.trim() !== "").length + Number(beside !== "");
    if (!place.isBroken || (count > 0 && !this.takesComments)) {
      if (layout !== this.layout) this.losses.theirs += count;
      return text;
    }
    if (layout === this.layout) this.losses.ours -= count;
    const lead = lines.map((line) =>
      line.trim() === "" ? this.layout.lineEnd : place.lead + line.trim(),
    );
    return lead.join("") + text + beside;
  }

  protected brackets({ node }: Pick<Part, "node">): string {
    return node.type === "object" ? "{}" : "[]";
  }

  /** Brackets that were empty. */
  #filled(part: Part, node: JsonNode, depth: number): string {
    this.drop(part.start, part.end);
    return this.inline(node, this.emptyPlace(depth));
  }

  protected abstract emptyPlace(depth: number): FlowPlace;

  /** What is left of the comments above elements that are gone, by the element that it stands before now. */
  #freeLeads(part: Part, gaps: readonly Gap[], gone: ReadonlySet<Element>) {
    const free = new Map<Element | undefined, string>();
    let waiting = "";
    for (const [index, element] of part.elements.entries()) {
      if (!gone.has(element)) {
        if (waiting !== "") free.set(element, waiting);
        waiting = "";
        continue;
      }
      const { lead } = gaps[index] as Gap;
      const gap = gaps[index + 1] as Gap;
      const kept = splitFlowLead(lead).free;
      waiting += kept;
      // Of what goes, that is the comments above, in and beside it.
      const from = element.start - lead.length + kept.length;
      this.drop(
        from,
        element.part.end + gap.before.length + Number(gap.hasComma) + gap.beside.length,
      );
    }
    if (waiting !== "") free.set(undefined, waiting);
    return free;
  }

  /** What stands before an element that may stand in another place now. */
  #leadOf(gaps: readonly Gap[], index: number, place: number, { lead: usual }: FlowPlace): string {
    const { lead } = gaps[index] as Gap;
    if (lead.includes("\n") || (index === 0) === (place === 0)) return lead;
    return place === 0 ? (gaps[0] as Gap).lead : lead.trim() === "" ? usual : lead;
  }

  /** How new elements of the brackets are written. */
  #placeOf(part: Part, gaps: readonly Gap[], depth: number): FlowPlace {
    const leads = gaps.slice(0, -1).map(({ lead }) => lead);
    const last = leads.at(-1) ?? "";
    const broken = leads.length > 1 ? last : (leads[0] ?? "");
    const isBroken = broken.includes("\n");
    if (isBroken) {
      const indent = /^[ \t]*/.exec(broken.slice(broken.lastIndexOf("\n") + 1))?.[0] ?? "";
      return {
        isBroken,
        lead: this.layout.lineEnd + indent,
        indent,
        isTight: false,
        depth: depth + 1,
      };
    }
    const isTight = this.isTight(part, leads);
    return { isBroken, lead: isTight ? "" : " ", indent: "", isTight, depth: depth + 1 };
  }

  /** Whether no blanks stand behind commas and colons; `leads` stand before the elements. */
  protected isTight(_part: Part, leads: readonly string[]): boolean {
    return leads.length > 1 && leads.at(-1) === "";
  }

  /** Where in theirs or here the value stands that is new at its place. */
  protected sourceOf(node: JsonNode): Source | undefined {
    const { sources, theirs, moved } = this.options;
    const origin = moved.get(node);
    const own = sources.get(origin ?? node);
    // Empty brackets have nothing that could be kept.
    if (own !== undefined && (origin === undefined || own.element.part.elements.length > 0))
      return own;
    return theirs.get(node);
  }

  /** The text of a value where it stands, with what has changed in it. */
  protected textOf({ layout, element: { part } }: Source, node: JsonNode): string {
    const isChanged = layout === this.layout && !this.isSame(part.node, node);
    if (isChanged && part.form === "flow" && part.node.type === node.type) {
      return this.flow(part, node, 0);
    }
    return layout.text.slice(part.start, part.end);
  }
}

/** How an element of brackets is written. */
export interface FlowPlace {
  readonly isBroken: boolean;
  /** What stands before a new element. */
  readonly lead: string;
  /** The indentation of its line. */
  readonly indent: string;
  /** Without blanks behind commas and colons. */
  readonly isTight: boolean;
  readonly depth: number;
}

function memberSlots({ elements }: Part, node: JsonNode): Slot[] {
  const members = node.type === "object" ? node.members : [];
  const values = new Map(members.map(({ key, value }) => [key, value]));
  const slots: Slot[] = [];
  for (const [index, element] of elements.entries()) {
    const value = values.get(element.key ?? "");
    if (value === undefined) continue;
    values.delete(element.key ?? "");
    slots.push({ element, index, node: value });
  }
  for (const [key, value] of values) slots.push({ element: undefined, key, node: value });
  return slots;
}

/** Where the comment that begins at the offset ends; the offset itself where none begins. */
export type CommentEnd = (text: string, at: number) => number;

/** What stands before each element of brackets, and last what stands behind the last one. */
export function gapsOf(text: string, part: Part, commentEnd: CommentEnd): Gap[] {
  const gaps = part.elements.map((_, index) => gapBefore(text, part, index, commentEnd));
  return [...gaps, gapBefore(text, part, part.elements.length, commentEnd)];
}

/** What stands before one element, or behind the last one. */
function gapBefore(
  text: string,
  { start, end, elements }: Part,
  index: number,
  commentEnd: CommentEnd,
): Gap {
  const from = elements[index - 1]?.part.end ?? start + 1;
  const to = elements[index]?.start ?? end - 1;
  return gapOf(text, { start: from, end: to }, commentEnd, index === 0 && elements.length > 0);
}

function gapOf(text: string, { start, end }: Span, commentEnd: CommentEnd, isFirst: boolean): Gap {
  let comma = -1;
  let line = -1;
  for (let at = start; at < end; at++) {
    const behind = commentEnd(text, at);
    if (behind > at) at = behind - 1;
    else if (text[at] === "," && comma < 0) {
      comma = at;
      line = -1;
    } else if (isLineEnd(text.charCodeAt(at)) && line < 0) line = at;
  }
  const hasComma = comma >= 0;
  let stop = line;
  if (stop < 0 && hasComma) stop = comma + 1;
  // In one line, what stands behind a bracket belongs to what follows, and blanks before one to the bracket.
  else if (stop < 0) stop = isFirst ? start : blanksBefore(text, start, end);
  return {
    before: text.slice(start, hasComma ? comma : stop),
    hasComma,
    beside: hasComma ? text.slice(comma + 1, stop) : "",
    lead: text.slice(stop, end),
  };
}

function blanksBefore(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && (text[at - 1] === " " || text[at - 1] === "\t")) at--;
  return at;
}

/** What stands before an element of brackets, in two: what stays when the element goes, and what goes with it. */
export function splitFlowLead(lead: string): { readonly free: string; readonly own: string } {
  const lineEnd = /^(?:\r\n|\n|\r)/.exec(lead)?.[0];
  if (lineEnd === undefined) return { free: "", own: lead };
  const indent = lead.slice(Math.max(lead.lastIndexOf("\n"), lead.lastIndexOf("\r")) + 1);
  const { free, own } = splitLead(lead.slice(lineEnd.length, lead.length - indent.length));
  if (free === "") return { free, own: lead };
  return { free: lineEnd + free.replace(/(?:\r\n|\n|\r)$/, ""), own: lineEnd + own + indent };
}
