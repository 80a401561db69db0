/** Runs of neighbouring keys. */
// zxcvbn 4.4.2: the keyboards that its guesses are counted on; only data is imported.
import graphs from "zxcvbn/lib/adjacency_graphs.js";
import type { SpatialMatch } from "./matches.ts";

const SHIFTED = /[~!@#$%^&*()_+QWERTYUIOP{}|ASDFGHJKL:"ZXCVBNM<>?]/;
const LEAST_KEYS = 3;

export function matchKeyboards(password: string): SpatialMatch[] {
  return Object.keys(graphs).flatMap((graph) => matchKeyboard(password, graph));
}

function matchKeyboard(password: string, graph: string): SpatialMatch[] {
  const matches: SpatialMatch[] = [];
  const isFull = graph === "qwerty" || graph === "dvorak";
  for (let start = 0; start < password.length - 1;) {
    let shifted = Number(isFull && SHIFTED.test(password.charAt(start)));
    let turns = 0;
    let direction: number | undefined;
    let end = start + 1;
    for (; end < password.length; end++) {
      const next = stepTo(graph, password.charAt(end - 1), password.charAt(end));
      if (!next) break;
      shifted += Number(next.isShifted);
      turns += Number(next.direction !== direction);
      ({ direction } = next);
    }
    if (end - start >= LEAST_KEYS) {
      const token = password.slice(start, end);
      matches.push({ pattern: "spatial", start, end, token, graph, turns, shifted });
    }
    start = end;
  }
  return matches;
}

interface Step {
  readonly direction: number;
  readonly isShifted: boolean;
}

function stepTo(graph: string, from: string, to: string): Step | undefined {
  const keys = graphs[graph] ?? {};
  const neighbours = Object.hasOwn(keys, from) ? (keys[from] ?? []) : [];
  const direction = neighbours.findIndex((key) => key?.includes(to));
  return direction < 0
    ? undefined
    : { direction, isShifted: neighbours[direction]?.indexOf(to) === 1 };
}

export interface KeyboardSize {
  readonly keys: number;
  /** Mean number of neighbours. */
  readonly degree: number;
}

/** The size that counts for a graph: both keypads have that of the plain one. */
export function keyboardSize(graph: string): KeyboardSize {
  return graph === "qwerty" || graph === "dvorak" ? FULL : PAD;
}

function sizeOf(graph: string): KeyboardSize {
  const rows = Object.values(graphs[graph] ?? {});
  const total = rows.reduce((sum, neighbours) => sum + neighbours.filter(Boolean).length, 0);
  return { keys: rows.length, degree: total / rows.length };
}

const FULL = sizeOf("qwerty");
const PAD = sizeOf("keypad");
