import { type CharacterNode, isCharacter } from "../../_lib/text/regex/character-test.ts";
import {
  type AssertionNode,
  type LookNode,
  MANY,
  type Node,
  type RepeatNode,
} from "../../_lib/text/regex/syntax.ts";

/** A quantifier that can repeat without bound, or the search for a beginning, which has no offset. */
export interface Loop {
  readonly offset: number;
  /** How many quantifiers stand around it. */
  readonly depth: number;
}

/** A state of the automaton; targets are in the order in which the matcher tries them. */
export type State =
  | { readonly type: "character"; readonly node: CharacterNode | "anything"; next: number }
  | { readonly type: "assertion"; readonly node: AssertionNode; readonly next: number }
  | { readonly type: "split"; readonly targets: number[] }
  | IterationState
  | { readonly type: "accept" };

/** Where an iteration that may be left out begins, and where each ends: one that read nothing fails. */
export interface IterationState {
  readonly type: "begin" | "end";
  readonly loop: Loop;
  /** Whether to go on here is to begin the loop again. */
  readonly repeats: boolean;
  readonly next: number;
}

export interface Nfa {
  readonly states: readonly State[];
  readonly start: number;
}

/** Which automaton of a pattern is built. */
export interface NfaPlan {
  /** Whether a match may begin anywhere, so that the search is a loop of its own. */
  readonly search: boolean;
  /** The look-around whose body is looked at, instead of what follows it. */
  readonly target?: LookNode | undefined;
  /** Whether to shorten counted repetitions, which keeps large ones small. */
  readonly shorten: boolean;
}

/** Thrown where an automaton or its analysis would get too large. */
export class TooLarge extends Error {}

const MOST_STATES = 3000;
const SHORTENED_COUNT = 3;

/** Builds the automaton of a pattern; look-around is taken to hold, except for the planned one. */
export function buildNfa(body: Node, plan: NfaPlan): Nfa {
  return new Builder(plan).build(body);
}

class Builder {
  readonly #states: State[] = [];
  readonly #plan: NfaPlan;
  readonly #accept: number;

  constructor(plan: NfaPlan) {
    this.#plan = plan;
    this.#accept = this.#add({ type: "accept" });
  }

  build(body: Node): Nfa {
    const pattern = this.#node(body, this.#accept, 0, false);
    if (!this.#plan.search) return { states: this.#states, start: pattern };
    const skip: State = { type: "character", node: "anything", next: 0 };
    const skipIndex = this.#add(skip);
    const start = this.#add({ type: "split", targets: [pattern, skipIndex] });
    const loop = { offset: -1, depth: 0 };
    skip.next = this.#add({ type: "end", loop, repeats: true, next: start });
    return { states: this.#states, start };
  }

  #add(state: State): number {
    if (this.#states.length >= MOST_STATES) throw new TooLarge();
    return this.#states.push(state) - 1;
  }

  /** Adds the states of a node in front of `next`, and gives the first of them. */
  #node(node: Node, next: number, depth: number, back: boolean): number {
    if (isCharacter(node)) return this.#add({ type: "character", node, next });
    switch (node.type) {
      case "group":
        return this.#node(node.body, next, depth, back);
      case "sequence":
        return this.#sequence(back ? node.items.toReversed() : node.items, next, depth, back);
      case "choice": {
        const targets = node.options.map((option) => this.#node(option, next, depth, back));
        return this.#add({ type: "split", targets });
      }
      case "assertion":
        return this.#add({ type: "assertion", node, next });
      case "look":
        return this.#look(node, next, depth);
      case "repeat":
        return this.#repeat(node, next, depth, back);
      default:
        return next;
    }
  }

  #sequence(items: readonly Node[], next: number, depth: number, back: boolean): number {
    let first = next;
    for (let index = items.length - 1; index >= 0; index--) {
      first = this.#node(items[index] as Node, first, depth, back);
    }
    return first;
  }

  #look(node: LookNode, next: number, depth: number): number {
    const { target } = this.#plan;
    if (target === undefined || (node !== target && !contains(node.body, target))) return next;
    return this.#node(node.body, this.#accept, depth, !node.ahead);
  }

  #repeat(node: RepeatNode, next: number, depth: number, back: boolean): number {
    const { body, greedy } = node;
    const [min, max] = this.#countsOf(node);
    const copy = (after: number) => this.#node(body, after, depth + 1, back);
    let first = next;
    if (max === MANY) {
      first = this.#loop(node, copy, next, depth, min > 0);
    } else {
      for (let count = min; count < max; count++) {
        const inside = copy(first);
        first = this.#add({ type: "split", targets: greedy ? [inside, next] : [next, inside] });
      }
    }
    const copies = max === MANY ? Math.max(0, min - 1) : min;
    for (let count = 0; count < copies; count++) first = copy(first);
    return first;
  }

  #loop(
    { greedy, offset }: RepeatNode,
    copy: (after: number) => number,
    next: number,
    depth: number,
    once: boolean,
  ): number {
    const targets: number[] = [];
    const head = this.#add({ type: "split", targets });
    const loop = { offset, depth: depth + 1 };
    const inside = copy(this.#add({ type: "end", loop, repeats: !once, next: head }));
    const begin = this.#add({ type: "begin", loop, repeats: once, next: inside });
    targets.push(...(greedy ? [begin, next] : [next, begin]));
    return once ? inside : head;
  }

  #countsOf({ min, max }: RepeatNode): readonly [number, number] {
    if (!this.#plan.shorten) return [min, max];
    const least = Math.min(min, SHORTENED_COUNT);
    return [least, max === MANY ? MANY : Math.min(max, least + SHORTENED_COUNT)];
  }
}

function contains(node: Node, target: Node): boolean {
  if (node === target) return true;
  return childrenOf(node).some((child) => contains(child, target));
}

export function childrenOf(node: Node): readonly Node[] {
  switch (node.type) {
    case "group":
    case "look":
    case "repeat":
      return [node.body];
    case "sequence":
      return node.items;
    case "choice":
      return node.options;
    default:
      return [];
  }
}
