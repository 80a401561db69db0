import { IRegexp, PatternTooLarge } from "../iregexp/automaton.ts";
import { type JsonNode, numberNode } from "../tree/tree.ts";
import { compareValues, findMember } from "./compare.ts";
import type { Call, Comparable, Expression, Query, Segment, Selector, Slice } from "./syntax.ts";

/** A value and the way to it. */
export interface Located {
  readonly node: JsonNode;
  readonly parent: Located | undefined;
  /** Key or index in the parent; empty for the root. */
  readonly key: string | number;
}

export interface Evaluation {
  readonly matches: readonly Located[];
  /** Offset behind the last segment that still selected something. */
  readonly reached: number;
  /** Units of work: one per node visited per selector. */
  readonly visited: number;
  /** Patterns of match() and search() that are no I-Regexp. */
  readonly badPatterns: ReadonlySet<string>;
}

const MOST_UNITS = 2_000_000;
const LONGEST_LIST = 200_000;
const MOST_PATTERN_STEPS = 20_000_000;

/** Thrown by a query that would take too much work. */
export class QueryTooCostly extends Error {}

/**
 * The nodes that a well-typed query selects, in document order; throws `QueryTooCostly`. `growth`: how many times larger
 * than usual the document is.
 */
export function evaluate(query: Query, root: JsonNode, growth = 1): Evaluation {
  return new Evaluator(root, growth).run(query);
}

class Evaluator {
  readonly #root: Located;
  readonly #patterns = new Map<string, IRegexp | undefined>();
  readonly #badPatterns = new Set<string>();
  /** Results of queries in filters that begin at the root, and so are always the same. */
  readonly #constant = new Map<Query, readonly Located[]>();
  readonly #growth: number;
  #visited = 0;
  #patternSteps = 0;

  constructor(root: JsonNode, growth: number) {
    this.#growth = growth;
    this.#root = { node: root, parent: undefined, key: "" };
  }

  run({ segments }: Query): Evaluation {
    let nodes: readonly Located[] = [this.#root];
    let reached = 1;
    for (const segment of segments) {
      nodes = this.#applySegment(segment, nodes);
      if (nodes.length > 0) reached = segment.end;
    }
    return { matches: nodes, reached, visited: this.#visited, badPatterns: this.#badPatterns };
  }

  #spend(units: number): void {
    this.#visited += units;
    if (this.#visited > MOST_UNITS * this.#growth) throw new QueryTooCostly();
  }

  #query(query: Query, current: Located): readonly Located[] {
    if (!query.absolute) return this.#applySegments(query, current);
    let nodes = this.#constant.get(query);
    if (nodes === undefined) {
      nodes = this.#applySegments(query, this.#root);
      this.#constant.set(query, nodes);
    }
    return nodes;
  }

  #applySegments({ segments }: Query, from: Located): readonly Located[] {
    let nodes: readonly Located[] = [from];
    for (const segment of segments) {
      if (nodes.length === 0) break;
      nodes = this.#applySegment(segment, nodes);
    }
    return nodes;
  }

  #applySegment({ descendant, selectors }: Segment, nodes: readonly Located[]): readonly Located[] {
    const selected: Located[] = [];
    for (const located of nodes) {
      if (descendant) this.#descend(located, selectors, selected);
      else for (const selector of selectors) this.#select(selector, located, selected);
    }
    return selected;
  }

  /** The node itself first, then its children in order, depth first. */
  #descend(located: Located, selectors: readonly Selector[], selected: Located[]): void {
    for (const selector of selectors) this.#select(selector, located, selected);
    const { node } = located;
    if (node.type === "object") {
      for (const { key, value } of node.members) {
        this.#descend({ node: value, parent: located, key }, selectors, selected);
      }
    } else if (node.type === "array") {
      for (const [key, item] of node.items.entries()) {
        this.#descend({ node: item, parent: located, key }, selectors, selected);
      }
    }
  }

  #select(selector: Selector, located: Located, selected: Located[]): void {
    this.#spend(1);
    const { node } = located;
    if (selector.type === "name") {
      const value = node.type === "object" ? findMember(node, selector.name) : undefined;
      if (value !== undefined) push(selected, { node: value, parent: located, key: selector.name });
    } else if (selector.type === "index") {
      const index = node.type === "array" ? absolute(selector.index, node.items.length) : -1;
      this.#pushItem(located, index, selected);
    } else if (selector.type === "slice") this.#slice(selector, located, selected);
    else this.#children(selector, located, selected);
  }

  #children(
    selector: Extract<Selector, { type: "wildcard" | "filter" }>,
    parent: Located,
    selected: Located[],
  ): void {
    const visit = (key: string | number, node: JsonNode) => {
      this.#spend(1);
      const child = { node, parent, key };
      if (selector.type === "wildcard" || this.#test(selector.test, child)) push(selected, child);
    };
    if (parent.node.type === "object") {
      for (const { key, value } of parent.node.members) visit(key, value);
    } else if (parent.node.type === "array") {
      for (const [index, item] of parent.node.items.entries()) visit(index, item);
    }
  }

  #slice({ from, to, step }: Slice, located: Located, selected: Located[]): void {
    if (located.node.type !== "array" || step === 0) return;
    const { length } = located.node.items;
    const [first, last] =
      step > 0
        ? [bound(from ?? 0, length, 0, length), bound(to ?? length, length, 0, length)]
        : [
            bound(from ?? length - 1, length, -1, length - 1),
            to === undefined ? -1 : bound(to, length, -1, length - 1),
          ];
    for (let index = first; step > 0 ? index < last : index > last; index += step) {
      this.#spend(1);
      this.#pushItem(located, index, selected);
    }
  }

  #pushItem(parent: Located, index: number, selected: Located[]): void {
    const item = parent.node.type === "array" ? parent.node.items[index] : undefined;
    if (item !== undefined) push(selected, { node: item, parent, key: index });
  }

  #test(test: Expression, current: Located): boolean {
    switch (test.type) {
      case "or":
        return test.parts.some((part) => this.#test(part, current));
      case "and":
        return test.parts.every((part) => this.#test(part, current));
      case "not":
        return !this.#test(test.part, current);
      case "comparison": {
        const left = this.#value(test.left, current);
        const right = this.#value(test.right, current);
        return compareValues(test.operator, left, right, (nodes) => this.#spend(nodes));
      }
      case "query":
        return this.#query(test, current).length > 0;
      case "call":
        return this.#matches(test, current);
      case "literal":
        return false;
    }
  }

  /** The value of a side of a comparison or of an argument; undefined for none. */
  #value(side: Comparable | Expression | undefined, current: Located): JsonNode | undefined {
    if (side?.type === "literal") return side.node;
    if (side?.type === "query") return this.#query(side, current)[0]?.node;
    return side?.type === "call" ? this.#callValue(side, current) : undefined;
  }

  #callValue({ name, args: [argument] }: Call, current: Located): JsonNode | undefined {
    if (name === "length") return lengthOf(this.#value(argument, current));
    const nodes = argument?.type === "query" ? this.#query(argument, current) : [];
    if (name === "count") return numberNode(String(nodes.length));
    return nodes.length === 1 ? nodes[0]?.node : undefined;
  }

  #matches({ name, args: [subject, source] }: Call, current: Located): boolean {
    const pattern = this.#value(source, current);
    const compiled = pattern?.type === "string" ? this.#compile(pattern.value) : undefined;
    const text = this.#value(subject, current);
    if (compiled === undefined || text?.type !== "string") return false;
    return compiled.test(text.value, name === "match", (steps) => {
      this.#patternSteps += steps;
      if (this.#patternSteps > MOST_PATTERN_STEPS * this.#growth) throw new QueryTooCostly();
    });
  }

  #compile(source: string): IRegexp | undefined {
    if (this.#patterns.has(source)) return this.#patterns.get(source);
    this.#spend(source.length);
    const compiled = compileSmall(source);
    this.#patterns.set(source, compiled);
    if (compiled === undefined) this.#badPatterns.add(source);
    return compiled;
  }
}

function compileSmall(source: string): IRegexp | undefined {
  try {
    return IRegexp.compile(source);
  } catch (error) {
    if (error instanceof PatternTooLarge) throw new QueryTooCostly();
    throw error;
  }
}

function push(list: Located[], located: Located): void {
  if (list.length >= LONGEST_LIST) throw new QueryTooCostly();
  list.push(located);
}

function absolute(index: number, length: number): number {
  return index < 0 ? index + length : index;
}

function bound(index: number, length: number, least: number, most: number): number {
  return Math.min(Math.max(absolute(index, length), least), most);
}

/** Characters of a string, items of an array or members of an object. */
function lengthOf(node: JsonNode | undefined): JsonNode | undefined {
  if (node?.type === "string") return numberNode(String(countPoints(node.value)));
  if (node?.type === "array") return numberNode(String(node.items.length));
  return node?.type === "object" ? numberNode(String(node.members.length)) : undefined;
}

function countPoints(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    if ((text.codePointAt(at) ?? 0) > 0xffff) at++;
    count++;
  }
  return count;
}
