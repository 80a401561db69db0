import type { AssertionNode, Mode } from "../../_lib/text/regex/syntax.ts";
import { type Alphabet, alphabetOf } from "./alphabet.ts";
import { type Loop, type Nfa, TooLarge } from "./nfa.ts";

/** One way to go on, with the widest loop that is begun again on the way. */
export interface Move {
  readonly to: number;
  readonly loop: Loop | undefined;
}

/** What the matcher tries for a symbol, in its order. */
export interface Moves {
  readonly list: readonly Move[];
  /** Whether the match is complete after these have failed, so that nothing else is tried. */
  readonly accepts: boolean;
}

/** An automaton that reads a symbol with each move and keeps the order in which moves are tried. */
export interface OrderedNfa {
  readonly alphabet: Alphabet;
  /** By state, then by symbol; state 0 is the first. */
  readonly moves: readonly (readonly Moves[])[];
  /** Whether the match is complete where the text ends in a state. */
  readonly acceptsAtEnd: readonly boolean[];
}

/** Counts the steps of an analysis, so that it ends at the same point everywhere. */
export class Effort {
  #left: number;
  constructor(most: number) {
    this.#left = most;
  }

  spend(units: number): void {
    this.#left -= units;
    if (this.#left < 0) throw new TooLarge();
  }
}

/** Something a state can reach without reading. */
interface Exit {
  /** The state that reads a character, -1 where the match is complete. */
  readonly state: number;
  /** The assertions that have to hold, as bits. */
  readonly conditions: number;
  readonly loop: Loop | undefined;
}

const TEXT_START = 1;
const LINE_START = 2;
const TEXT_END = 4;
const LINE_END = 8;
const BOUNDARY = 16;
const NO_BOUNDARY = 32;

/** What assertions can see: a symbol of the alphabet, or an edge of the text. */
const EDGE = -1;
/** Ways to the same state beyond these add nothing to a verdict, where they hold whenever one more does. */
const MOST_VISITS = 4;

export function orderedNfa(nfa: Nfa, mode: Mode, effort: Effort): OrderedNfa {
  const alphabet = alphabetOf(nfa.states, mode);
  const asserts = nfa.states.some((state) => state.type === "assertion");
  const exits = new Map<number, readonly Exit[]>();
  const exitsOf = (state: number) => {
    const known = exits.get(state) ?? exitsFrom(nfa, state, effort);
    exits.set(state, known);
    return known;
  };
  const context = { alphabet, effort };
  /** A state of the result: where to go on, and the symbol before, as far as assertions tell it apart. */
  const places = [{ from: nfa.start, before: EDGE }];
  const known = new Map<string, number>();
  const placeOf = (state: number, symbol: number) => {
    const before = asserts ? firstAlike(alphabet, symbol) : 0;
    const key = `${state} ${before}`;
    const index = known.get(key) ?? places.push({ from: nextOf(nfa, state), before }) - 1;
    known.set(key, index);
    return index;
  };
  const moves: Moves[][] = [];
  const acceptsAtEnd: boolean[] = [];
  for (const { from, before } of places) {
    const ways = exitsOf(from);
    moves.push(
      alphabet.texts.map((_text, symbol) => movesOf(ways, before, symbol, context, placeOf)),
    );
    acceptsAtEnd.push(
      ways.some((way) => way.state === -1 && hold(way.conditions, trueAt(before, EDGE, alphabet))),
    );
  }
  return { alphabet, moves, acceptsAtEnd };
}

interface Context {
  readonly alphabet: Alphabet;
  readonly effort: Effort;
}

function nextOf(nfa: Nfa, state: number): number {
  const read = nfa.states[state];
  return read?.type === "character" ? read.next : state;
}

/** The first symbol that assertions do not tell from this one. */
function firstAlike({ isWord, isLineEnd }: Alphabet, symbol: number): number {
  return isWord.findIndex(
    (word, other) => word === isWord[symbol] && isLineEnd[other] === isLineEnd[symbol],
  );
}

function movesOf(
  ways: readonly Exit[],
  before: number,
  symbol: number,
  context: Context,
  placeOf: (state: number, symbol: number) => number,
): Moves {
  const list: Move[] = [];
  const known = trueAt(before, symbol, context.alphabet);
  context.effort.spend(ways.length);
  for (const { state, conditions, loop } of ways) {
    if (!hold(conditions, known)) continue;
    if (state === -1) return { list, accepts: true };
    if (context.alphabet.accepts[state]?.[symbol]) list.push({ to: placeOf(state, symbol), loop });
  }
  return { list, accepts: false };
}

/** The assertions that hold between two symbols. */
function trueAt(before: number, after: number, { isWord, isLineEnd }: Alphabet): number {
  const isBoundary = (isWord[before] === true) !== (isWord[after] === true);
  return (
    (before === EDGE ? TEXT_START | LINE_START : 0) |
    (isLineEnd[before] === true ? LINE_START : 0) |
    (after === EDGE ? TEXT_END | LINE_END : 0) |
    (isLineEnd[after] === true ? LINE_END : 0) |
    (isBoundary ? BOUNDARY : NO_BOUNDARY)
  );
}

/** Whether all conditions are among those known to hold. */
function hold(conditions: number, known: number): boolean {
  return (conditions & ~known) === 0;
}

function bitOf({ kind, multiline }: AssertionNode): number {
  if (kind === "start") return multiline ? LINE_START : TEXT_START;
  if (kind === "end") return multiline ? LINE_END : TEXT_END;
  return kind === "boundary" ? BOUNDARY : NO_BOUNDARY;
}

interface Visit {
  readonly state: number;
  readonly conditions: number;
  readonly loop: Loop | undefined;
  /** The loops of which an iteration was begun on the way: if it ends here, it has matched nothing. */
  readonly begun: ReadonlySet<Loop>;
}

/** What can be reached without reading, in the matcher's order. */
function exitsFrom({ states }: Nfa, start: number, effort: Effort): readonly Exit[] {
  const exits: Exit[] = [];
  /** By state, the conditions of its visits so far. */
  const visits = new Map<number, number[]>();
  const stack: Visit[] = [{ state: start, conditions: 0, loop: undefined, begun: new Set() }];
  for (let visit = stack.pop(); visit !== undefined; visit = stack.pop()) {
    const { state: index, conditions, loop, begun } = visit;
    const earlier = visits.get(index) ?? [];
    visits.set(index, earlier);
    effort.spend(1 + earlier.length + begun.size);
    const state = states[index];
    const weaker = earlier.filter((others) => hold(others, conditions)).length;
    if (state === undefined || weaker >= MOST_VISITS) continue;
    earlier.push(conditions);
    if (state.type === "accept") exits.push({ state: -1, conditions, loop });
    else if (state.type === "character") exits.push({ state: index, conditions, loop });
    else if (state.type === "split") {
      for (const target of state.targets.toReversed()) stack.push({ ...visit, state: target });
    } else if (state.type === "assertion") {
      stack.push({ ...visit, state: state.next, conditions: conditions | bitOf(state.node) });
    } else if (state.type === "begin" || !begun.has(state.loop)) {
      stack.push({
        ...visit,
        state: state.next,
        loop: state.repeats ? widest(loop, state.loop) : loop,
        begun: state.type === "begin" ? new Set([...begun, state.loop]) : begun,
      });
    }
  }
  return exits;
}

export function widest(one: Loop | undefined, other: Loop | undefined): Loop | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return other.depth < one.depth ? other : one;
}
