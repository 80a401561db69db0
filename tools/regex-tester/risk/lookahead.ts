import type { Effort, Move, OrderedNfa } from "./ordered.ts";
import type { Loop } from "./nfa.ts";

/** A move between states that know which rest of the text is to come. */
export interface Edge {
  readonly symbol: number;
  readonly to: number;
  readonly loop: Loop | undefined;
}

/**
 * The automaton in which the matcher's failing is part of the state. A state is a pair of a state of
 * the ordered automaton and the set of those from which the rest of the text is accepted: what the
 * matcher would not try, because something before it succeeds, is not there.
 */
export interface LookaheadNfa {
  readonly edges: readonly (readonly Edge[])[];
  /** Where a match can begin. */
  readonly starts: readonly number[];
  /** States of the same number know the same rest. */
  readonly restOf: (state: number) => number;
  /** A text that is such a rest. */
  readonly textOfRest: (rest: number) => string;
  readonly symbols: readonly string[];
}

interface Rest {
  /** 1 for each state that accepts it. */
  readonly accepting: Uint8Array;
  readonly text: string;
}

export function lookaheadNfa(nfa: OrderedNfa, effort: Effort): LookaheadNfa {
  const { moves, alphabet } = nfa;
  const states = moves.length;
  const rests: Rest[] = [];
  const known = new Map<string, number>();
  const restIndex = (accepting: Uint8Array, text: string) => {
    const key = accepting.join("");
    effort.spend(states);
    const index = known.get(key) ?? rests.push({ accepting, text }) - 1;
    known.set(key, index);
    return index;
  };
  const edges: Edge[][] = [];
  const edgesOf = (state: number, rest: number): Edge[] => (edges[rest * states + state] ??= []);

  restIndex(Uint8Array.from(nfa.acceptsAtEnd, Number), "");
  for (let after = 0; after < rests.length; after++) {
    const { accepting, text } = rests[after] as Rest;
    for (const [symbol, letter] of alphabet.texts.entries()) {
      const before = restIndex(acceptingBefore(nfa, symbol, accepting, effort), letter + text);
      for (let state = 0; state < states; state++) {
        const tried = triedMoves(nfa, state, symbol, accepting);
        effort.spend(tried.length + 1);
        for (const { to, loop } of tried) {
          edgesOf(state, before).push({ symbol, to: after * states + to, loop });
        }
      }
    }
  }
  const count = rests.length * states;
  return {
    edges: Array.from({ length: count }, (_, index) => edges[index] ?? []),
    starts: rests.map((_rest, index) => index * states),
    restOf: (state) => Math.floor(state / states),
    textOfRest: (rest) => rests[rest]?.text ?? "",
    symbols: alphabet.texts,
  };
}

function acceptingBefore(
  { moves }: OrderedNfa,
  symbol: number,
  accepting: Uint8Array,
  effort: Effort,
): Uint8Array {
  return Uint8Array.from(moves, (bySymbol) => {
    const { list, accepts } = bySymbol[symbol] ?? { list: [], accepts: false };
    effort.spend(list.length);
    return Number(accepts || list.some(({ to }) => accepting[to] === 1));
  });
}

/** The moves up to the first that succeeds. */
function triedMoves(
  { moves }: OrderedNfa,
  state: number,
  symbol: number,
  accepting: Uint8Array,
): readonly Move[] {
  const list = moves[state]?.[symbol]?.list ?? [];
  const success = list.findIndex(({ to }) => accepting[to] === 1);
  return success === -1 ? list : list.slice(0, success + 1);
}
