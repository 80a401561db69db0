import type { Edge } from "./lookahead.ts";
import type { Loop } from "./nfa.ts";
import { widest } from "./ordered.ts";

/** The component of each state, components of sinks first; -1 for a state that cannot be reached. */
export interface Components {
  readonly of: Int32Array;
  readonly members: readonly (readonly number[])[];
}

/** Strongly connected components of what the starts reach, by Tarjan's algorithm without recursion. */
export function componentsOf(
  edges: readonly (readonly Edge[])[],
  starts: readonly number[],
): Components {
  const of = new Int32Array(edges.length).fill(-1);
  const order = new Int32Array(edges.length).fill(-1);
  const low = new Int32Array(edges.length);
  const members: number[][] = [];
  const open: number[] = [];
  let visited = 0;
  const visit = (start: number) => {
    const path = [{ state: start, next: 0 }];
    order[start] = low[start] = visited++;
    open.push(start);
    for (let frame = path.at(-1); frame !== undefined; frame = path.at(-1)) {
      const { state } = frame;
      const edge = edges[state]?.[frame.next++];
      if (edge !== undefined) {
        if (order[edge.to] === -1) {
          order[edge.to] = low[edge.to] = visited++;
          open.push(edge.to);
          path.push({ state: edge.to, next: 0 });
        } else if (of[edge.to] === -1) lower(low, state, order[edge.to] as number);
        continue;
      }
      path.pop();
      const parent = path.at(-1);
      if (parent !== undefined) lower(low, parent.state, low[state] as number);
      if (low[state] === order[state]) members.push(close(open, of, state, members.length));
    }
  };
  for (const start of starts) if (order[start] === -1) visit(start);
  return { of, members };
}

function lower(low: Int32Array, state: number, value: number): void {
  if (value < (low[state] as number)) low[state] = value;
}

function close(open: number[], of: Int32Array, root: number, component: number): number[] {
  const members = open.splice(open.lastIndexOf(root));
  for (const member of members) of[member] = component;
  return members;
}

/** How a place of a search was reached: from another place, reading a symbol. */
export interface Step {
  readonly from: number;
  readonly symbol: number;
  /** The widest loop that the step begins again. */
  readonly loop: Loop | undefined;
}

/** What is read on the way to a place, from where the search began. */
export interface Way {
  readonly start: number;
  readonly end: number;
  readonly word: readonly number[];
  readonly loop: Loop | undefined;
}

export type Steps = Map<number, Step | undefined>;

export function wayTo(steps: Steps, end: number): Way {
  const word: number[] = [];
  let loop: Loop | undefined;
  let start = end;
  for (let step = steps.get(end); step !== undefined; step = steps.get(step.from)) {
    word.push(step.symbol);
    loop = widest(loop, step.loop);
    start = step.from;
  }
  return { start, end, word: word.toReversed(), loop };
}

/** The shortest way from one of some states to one that is wanted, over edges that are allowed. */
export function shortestWay(
  edges: readonly (readonly Edge[])[],
  starts: Iterable<number>,
  isWanted: (state: number) => boolean,
  isAllowed: (state: number) => boolean = () => true,
): Way | undefined {
  const steps: Steps = new Map();
  for (const start of starts) steps.set(start, undefined);
  for (const state of steps.keys()) {
    if (isWanted(state)) return wayTo(steps, state);
    for (const { to, symbol, loop } of edges[state] ?? []) {
      if (isAllowed(to) && !steps.has(to)) steps.set(to, { from: state, symbol, loop });
    }
  }
  return undefined;
}
