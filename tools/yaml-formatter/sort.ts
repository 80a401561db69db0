import { isBare } from "./print-leaf.ts";
import type {
  CommentLine,
  YamlDocument,
  YamlEntry,
  YamlMapping,
  YamlNode,
  YamlStream,
} from "../_lib/formats/yaml/tree.ts";

/** For a mapping, pairs of entries of which the first has to stay before the second. */
export type Constraints = ReadonlyMap<YamlMapping, readonly (readonly [number, number])[]>;

/** The entries sorted by their keys, with their comments; blank lines stay where they are. */
export function sortedEntries(node: YamlMapping, constraints: Constraints): readonly YamlEntry[] {
  const { entries } = node;
  if (entries.length < 2) return entries;
  const { head, rest } = splitHead(entries[0] as YamlEntry);
  const units = entries.map((entry, index) => (index === 0 ? { ...entry, before: rest } : entry));
  const keys = units.map(({ key }) => sortKey(key));
  const order = units
    .map((_, index) => index)
    .toSorted((a, b) => compareKeys(keys[a] as SortKey, keys[b] as SortKey) || a - b);
  const edges = constraints.get(node);
  const sorted = edges === undefined ? order : constrained(order, edges);
  const placed = sorted.map((from, to) => {
    const unit = withBlank(units[from] as YamlEntry, startsBlank(units[to] as YamlEntry));
    return to === 0 ? { ...unit, before: [...head, ...unit.before] } : unit;
  });
  return placed.map((entry, index) => closed(entry, placed[index + 1]));
}

/** An entry without `:` before one that begins with `:` has to have its own, or would take that one's. */
function closed(entry: YamlEntry, next: YamlEntry | undefined): YamlEntry {
  if (entry.colon || next === undefined || next.explicit) return entry;
  return isBare(next.key) ? { ...entry, colon: true } : entry;
}

/** Comments above the first entry and a blank line are of the whole mapping. */
function splitHead({ before, blank }: YamlEntry): {
  head: readonly CommentLine[];
  rest: readonly CommentLine[];
} {
  if (blank) return { head: before, rest: [] };
  const last = before.findLastIndex((line, index) => line.blank && index > 0);
  return last < 0
    ? { head: [], rest: before }
    : { head: before.slice(0, last), rest: before.slice(last) };
}

function startsBlank({ before, blank }: YamlEntry): boolean {
  return before[0]?.blank ?? blank;
}

function withBlank(entry: YamlEntry, blank: boolean): YamlEntry {
  const [first, ...others] = entry.before;
  if (first === undefined) return { ...entry, blank };
  return { ...entry, before: [{ ...first, blank }, ...others] };
}

interface SortKey {
  readonly merge: boolean;
  readonly text: string;
}

function compareKeys(a: SortKey, b: SortKey): number {
  if (a.merge !== b.merge) return a.merge ? -1 : 1;
  if (a.text === b.text) return 0;
  return a.text < b.text ? -1 : 1;
}

function sortKey(key: YamlNode): SortKey {
  const merge = key.type === "scalar" && key.style === "plain" && key.value === "<<";
  return { merge, text: keyText(key) };
}

/** A text that is the same however the key is laid out. */
function keyText(key: YamlNode): string {
  switch (key.type) {
    case "scalar":
      return key.value;
    case "alias":
      return `*${key.name}`;
    case "sequence":
      return `[${key.items.map(({ node }) => keyText(node)).join(",")}]`;
    case "mapping": {
      const entries = key.entries.map((entry) => `${keyText(entry.key)}:${keyText(entry.value)}`);
      return `{${entries.toSorted().join(",")}}`;
    }
  }
}

/** The order nearest to the one given that keeps each first before its second. */
function constrained(
  order: readonly number[],
  edges: readonly (readonly [number, number])[],
): number[] {
  const rank = new Map(order.map((entry, index) => [entry, index]));
  const followers = order.map((): number[] => []);
  const waits = order.map(() => 0);
  for (const [first, second] of edges) {
    followers[first]?.push(second);
    waits[second] = (waits[second] ?? 0) + 1;
  }
  const free = new Heap();
  for (const [entry, count] of waits.entries()) if (count === 0) free.add(rank.get(entry) ?? 0);
  const sorted: number[] = [];
  for (let next = free.take(); next !== undefined; next = free.take()) {
    const entry = order[next] as number;
    sorted.push(entry);
    for (const follower of followers[entry] ?? []) {
      const left = (waits[follower] ?? 0) - 1;
      waits[follower] = left;
      if (left === 0) free.add(rank.get(follower) ?? 0);
    }
  }
  return sorted;
}

/** Numbers of which the least is taken first. */
class Heap {
  readonly #items: number[] = [];

  add(item: number): void {
    let at = this.#items.push(item) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (this.#get(above) <= item) break;
      this.#items[at] = this.#get(above);
      at = above;
    }
    this.#items[at] = item;
  }

  take(): number | undefined {
    const [least] = this.#items;
    const last = this.#items.pop();
    if (last === undefined || this.#items.length === 0) return least;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below + 1 < this.#items.length && this.#get(below + 1) < this.#get(below)) below++;
      if (below >= this.#items.length || this.#get(below) >= last) break;
      this.#items[at] = this.#get(below);
      at = below;
    }
    this.#items[at] = last;
    return least;
  }

  #get(at: number): number {
    return this.#items[at] as number;
  }
}

/** An anchor or an alias, at its offset. */
interface Mention {
  readonly name: string;
  readonly start: number;
  readonly anchor: boolean;
}

/** What keeps every alias behind its anchor, and mentions of a name that is used anew in their order. */
export function constraintsOf(stream: YamlStream): Constraints {
  const constraints = new Map<YamlMapping, (readonly [number, number])[]>();
  if (stream.aliases.length === 0) return constraints;
  for (const document of stream.documents) addConstraints(constraints, document);
  return constraints;
}

function addConstraints(
  constraints: Map<YamlMapping, (readonly [number, number])[]>,
  { root }: YamlDocument,
): void {
  const stack: YamlMapping[] = [];
  const places = new Map<string, number>();
  const counts = new Map<string, number>();
  visit(root, stack, ({ name, anchor }) => {
    if (anchor) counts.set(name, (counts.get(name) ?? 0) + 1);
  });
  visit(root, stack, ({ name, start, anchor }) => {
    const before = places.get(name);
    const several = (counts.get(name) ?? 0) > 1;
    if (anchor || several) places.set(name, start);
    if (before === undefined || (anchor && !several)) return;
    const mapping = innermostBefore(stack, before);
    if (mapping === undefined) return;
    const first = entryAt(mapping, before);
    const second = entryAt(mapping, start);
    if (first === second) return;
    const edges = constraints.get(mapping);
    if (edges === undefined) constraints.set(mapping, [[first, second]]);
    else edges.push([first, second]);
  });
}

/** Visits anchors and aliases in the order of the text; the stack holds the mappings around. */
function visit(node: YamlNode, stack: YamlMapping[], see: (mention: Mention) => void): void {
  const { anchor } = node.properties;
  if (anchor !== undefined) see({ name: anchor.name, start: anchor.start, anchor: true });
  if (node.type === "alias") see({ name: node.name, start: node.start, anchor: false });
  else if (node.type === "sequence") for (const item of node.items) visit(item.node, stack, see);
  else if (node.type === "mapping") {
    stack.push(node);
    for (const { key, value } of node.entries) {
      visit(key, stack, see);
      visit(value, stack, see);
    }
    stack.pop();
  }
}

/** The innermost mapping that began before the offset. */
function innermostBefore(stack: readonly YamlMapping[], offset: number): YamlMapping | undefined {
  let low = 0;
  let high = stack.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((stack[middle]?.start ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return stack[low - 1];
}

/** The index of the entry that holds the offset. */
function entryAt({ entries }: YamlMapping, offset: number): number {
  let low = 0;
  let high = entries.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((entries[middle]?.start ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
