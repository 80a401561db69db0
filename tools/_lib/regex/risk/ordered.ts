import type { AssertionNode, Mode } from "../syntax.ts";
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
  readonly conditions: readonly AssertionNode[];
  readonly loop: Loop | undefined;
}

/** What assertions can see: a symbol of the alphabet, or an edge of the text. */
const EDGE = -1;
/** Ways to the same state beyond these add nothing to a verdict. */
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
  const context = { alphabet, mode, effort };
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
      ways.some((way) => way.state === -1 && allHold(way.conditions, before, EDGE, context)),
    );
  }
  return { alphabet, moves, acceptsAtEnd };
}

interface Context {
  readonly alphabet: Alphabet;
  readonly mode: Mode;
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
  context.effort.spend(ways.length);
  for (const { state, conditions, loop } of ways) {
    if (!allHold(conditions, before, symbol, context)) continue;
    if (state === -1) return { list, accepts: true };
    if (context.alphabet.accepts[state]?.[symbol]) list.push({ to: placeOf(state, symbol), loop });
  }
  return { list, accepts: false };
}

function allHold(
  conditions: readonly AssertionNode[],
  before: number,
  after: number,
  context: Context,
): boolean {
  return conditions.every((condition) => holds(condition, before, after, context));
}

function holds(
  { kind, multiline }: AssertionNode,
  before: number,
  after: number,
  { alphabet }: Context,
): boolean {
  const isLineEnd = (symbol: number) =>
    symbol === EDGE || (multiline && alphabet.isLineEnd[symbol] === true);
  if (kind === "start") return isLineEnd(before);
  if (kind === "end") return isLineEnd(after);
  const differs = (alphabet.isWord[before] === true) !== (alphabet.isWord[after] === true);
  return differs === (kind === "boundary");
}

interface Visit {
  readonly state: number;
  readonly conditions: readonly AssertionNode[];
  readonly loop: Loop | undefined;
  /** The loops begun again on the way: a second time would be a repetition that matched nothing. */
  readonly begun: ReadonlySet<Loop>;
}

/** What can be reached without reading, in the matcher's order. */
function exitsFrom({ states }: Nfa, start: number, effort: Effort): readonly Exit[] {
  const exits: Exit[] = [];
  const visits = new Map<number, number>();
  const stack: Visit[] = [{ state: start, conditions: [], loop: undefined, begun: new Set() }];
  for (let visit = stack.pop(); visit !== undefined; visit = stack.pop()) {
    effort.spend(1);
    const { state: index, conditions, loop, begun } = visit;
    const count = (visits.get(index) ?? 0) + 1;
    visits.set(index, count);
    const state = states[index];
    if (state === undefined || count > MOST_VISITS) continue;
    if (state.type === "accept") exits.push({ state: -1, conditions, loop });
    else if (state.type === "character") exits.push({ state: index, conditions, loop });
    else if (state.type === "split") {
      for (const target of state.targets.toReversed()) stack.push({ ...visit, state: target });
    } else if (state.type === "assertion") {
      stack.push({ ...visit, state: state.next, conditions: [...conditions, state.node] });
    } else if (!begun.has(state.loop)) {
      stack.push({
        ...visit,
        state: state.next,
        loop: widest(loop, state.loop),
        begun: new Set([...begun, state.loop]),
      });
    }
  }
  return exits;
}

export function widest(one: Loop | undefined, other: Loop | undefined): Loop | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return other.depth < one.depth ? other : one;
}
