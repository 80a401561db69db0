/** A state machine, ready to say which moves are legal. */
import { compareCodePoints } from "../_lib/text/code-points.ts";
import { Digraph } from "../_lib/algorithms/graph/digraph.ts";
import { reachedFrom } from "../_lib/algorithms/graph/reach.ts";

export interface Transition {
  readonly from: string;
  /** One without a name is called like its target. */
  readonly event?: string | undefined;
  readonly to: string;
}

export interface MachineParts {
  readonly name: string;
  readonly initial: string;
  readonly states: readonly string[];
  readonly final: ReadonlySet<string>;
  readonly transitions: readonly Transition[];
  /** A state and the one that follows it only so often. */
  readonly retries?: { readonly from: string; readonly to: string; readonly most: number };
}

/** Stands for every state that is not final. */
export const ANY_STATE = "*";

/** Targets by event, or by state. */
type Targets = Map<string, Set<string>>;

export class Machine {
  readonly name: string;
  readonly initial: string;
  readonly states: readonly string[];
  readonly retries: MachineParts["retries"];
  readonly #final: ReadonlySet<string>;
  /** Targets by event, of each state. */
  readonly #moves = new Map<string, Targets>();
  /** Targets by event, of every state that is not final. */
  readonly #anywhere: Targets = new Map();
  /** Targets by event, of whatever state. */
  readonly #targets: Targets = new Map();
  /** Targets by state. */
  readonly #neighbours: Targets = new Map();

  constructor({ name, initial, states, final, transitions, retries }: MachineParts) {
    this.name = name;
    this.initial = initial;
    this.states = states;
    this.retries = retries;
    this.#final = final;
    for (const state of states) this.#moves.set(state, new Map());
    for (const { from, event, to } of transitions) {
      const called = event ?? to;
      const moves = from === ANY_STATE ? this.#anywhere : this.#moves.get(from);
      for (const targets of [this.#targets, moves ?? new Map()]) add(targets, called, to);
      add(this.#neighbours, from, to);
    }
  }

  has(state: string): boolean {
    return this.#moves.has(state);
  }

  isFinal(state: string): boolean {
    return this.#final.has(state);
  }

  knowsEvent(event: string): boolean {
    return this.#targets.has(event);
  }

  get events(): Iterable<string> {
    return this.#targets.keys();
  }

  /** Where the event leads from the state; of several targets the one that is wanted, else the first. */
  after(state: string, event: string, wanted: string | undefined): string | undefined {
    for (const moves of this.#movesOf(state)) {
      const targets = moves.get(event);
      if (targets === undefined) continue;
      const [first] = targets;
      if (wanted === undefined) return first;
      if (targets.has(wanted)) return wanted;
    }
    return undefined;
  }

  /** Whether any event leads from the one state to the other. */
  leads(from: string, to: string): boolean {
    const isAnywhere = !this.isFinal(from) && this.#neighbours.get(ANY_STATE)?.has(to) === true;
    return isAnywhere || this.#neighbours.get(from)?.has(to) === true;
  }

  /** The only state that the event leads to, from wherever. */
  onlyTarget(event: string): string | undefined {
    const targets = this.#targets.get(event);
    const [target] = targets ?? [];
    return targets?.size === 1 ? target : undefined;
  }

  /** The names of events that may come in the state, sorted. */
  allowed(state: string): string[] {
    const names = this.#movesOf(state).flatMap((moves) => [...moves.keys()]);
    return [...new Set(names)].toSorted(compareCodePoints);
  }

  /** States that no way leads to from the initial one. */
  get unreachable(): string[] {
    const reached = reachedFrom(this.#graph(false), [this.states.indexOf(this.initial)]);
    return this.states.filter((state, at) => state !== this.initial && !reached.has(at));
  }

  /** States that are not final and from which no way leads to a final one. */
  get deadEnds(): string[] {
    const finals = this.states.flatMap((state, at) => (this.isFinal(state) ? [at] : []));
    const reached = reachedFrom(this.#graph(true), finals);
    return this.states.filter((state, at) => !this.isFinal(state) && !reached.has(at));
  }

  /** Final states with moves, in order. */
  get finalWithExit(): string[] {
    return this.states.filter(
      (state) => this.isFinal(state) && (this.#moves.get(state)?.size ?? 0) > 0,
    );
  }

  #movesOf(state: string): Targets[] {
    const own = this.#moves.get(state) ?? new Map();
    return this.isFinal(state) ? [own] : [own, this.#anywhere];
  }

  /** The states, and behind them a node that stands for being anywhere. */
  #graph(isReversed: boolean): Digraph {
    const anywhere = this.states.length;
    const places = new Map(this.states.map((state, at) => [state, at]));
    const graph = new Digraph(anywhere + 1);
    const join = (start: number, end: number) =>
      isReversed ? graph.addEdge(end, start) : graph.addEdge(start, end);
    const leadFrom = (start: number, moves: Targets) => {
      for (const targets of moves.values())
        for (const to of targets) join(start, places.get(to) ?? anywhere);
    };
    for (const [at, state] of this.states.entries()) {
      leadFrom(at, this.#moves.get(state) ?? new Map());
      if (!this.isFinal(state)) join(at, anywhere);
    }
    leadFrom(anywhere, this.#anywhere);
    return graph;
  }
}

function add(targets: Targets, key: string, to: string): void {
  const known = targets.get(key);
  if (known === undefined) targets.set(key, new Set([to]));
  else known.add(to);
}
