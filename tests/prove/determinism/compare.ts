/** Holds what a party answered against what the reference answers, call by call. */
import type { Call } from "./calls.ts";
import { type Form, type Outcome, STOPPED } from "./outcome.ts";

/** Whoever answers calls: an engine, or a door of the service. */
export interface Party {
  readonly name: string;
  /** In the order of the calls. */
  ask(calls: readonly Call[], form: Form): Promise<readonly Told[]>;
}

/** What came of a call; where a door had to put the same input into other words, with the call as it was made. */
export type Told = Outcome & { readonly made?: Call };

/** What the answers of all parties are held against. */
export interface Reference {
  ask(calls: readonly Call[], form: Form): Promise<readonly Outcome[]>;
}

export interface Compared {
  readonly name: string;
  readonly units: number;
  readonly compared: number;
  readonly differences: readonly Difference[];
  /** The units of the calls that were not compared, by the reason. */
  readonly omitted: ReadonlyMap<string, readonly string[]>;
  /** How many were made in other words than they are written in. */
  readonly reworded: number;
}

export interface Difference {
  readonly call: Call;
  /** Around the first bytes that differ; of the first differences only. */
  readonly expected?: string;
  readonly found?: string;
}

export async function compare(
  reference: Reference,
  party: Party,
  calls: readonly Call[],
): Promise<Compared> {
  const found = await party.ask(calls, "digest");
  if (found.length !== calls.length) {
    throw new Error(`${party.name} has ${found.length} answers to ${calls.length} calls`);
  }
  const made = madeOf(calls, found);
  const expected = await reference.ask(made, "digest");
  const units = new Set<string>();
  const different: Call[] = [];
  const omitted = new Map<string, string[]>();
  let compared = 0;
  for (const [index, call] of calls.entries()) {
    const [left, right] = [expected[index] as Outcome, found[index] as Outcome];
    const reason = reasonOf(right) ?? reasonOf(left);
    if (reason === undefined) {
      units.add(call.tool_id);
      compared++;
      if (bytesOf(left) !== bytesOf(right)) different.push(call);
    } else omitted.set(reason, [...(omitted.get(reason) ?? []), call.tool_id]);
  }
  const reworded = made.filter((one, index) => !isSame(one, calls[index] as Call)).length;
  const differences = await explain(reference, party, different);
  return { name: party.name, units: units.size, compared, differences, omitted, reworded };
}

function madeOf(calls: readonly Call[], found: readonly Told[]): readonly Call[] {
  return calls.map((call, index) => found[index]?.made ?? call);
}

function isSame(one: Call, other: Call): boolean {
  return Bun.deepEquals([one.input, one.options], [other.input, other.options]);
}

function reasonOf(outcome: Outcome): string | undefined {
  return "omitted" in outcome ? outcome.omitted : undefined;
}

function bytesOf(outcome: Outcome): string {
  return "omitted" in outcome ? outcome.omitted : outcome.bytes;
}

/** One in so many calls may be stopped: more would leave too little that was compared. */
const MOST_STOPPED = 1 / 200;

export function holds(one: Compared): boolean {
  const { compared, differences } = one;
  return compared > 0 && differences.length === 0 && stoppedIn(one) <= MOST_STOPPED * compared;
}

export function stoppedIn({ omitted }: Pick<Compared, "omitted">): number {
  return [...omitted].reduce(
    (sum, [reason, ids]) => sum + (STOPPED.has(reason) ? ids.length : 0),
    0,
  );
}

const EXPLAINED = 5;
const SHOWN_BEFORE = 40;
const SHOWN = 160;

/** Asks both once more, for the whole texts of the first few. */
async function explain(
  reference: Reference,
  party: Party,
  different: readonly Call[],
): Promise<readonly Difference[]> {
  const [first, others] = [different.slice(0, EXPLAINED), different.slice(EXPLAINED)];
  if (first.length === 0) return [];
  const found = await party.ask(first, "text");
  const expected = await reference.ask(madeOf(first, found), "text");
  const explained = first.map((call, index): Difference => {
    const left = bytesOf(expected[index] as Outcome);
    const right = bytesOf(found[index] as Outcome);
    const start = Math.max(0, firstDifference(left, right) - SHOWN_BEFORE);
    const shown = (text: string): string => text.slice(start, start + SHOWN);
    return { call, expected: shown(left), found: shown(right) };
  });
  return [...explained, ...others.map((call) => ({ call }))];
}

function firstDifference(left: string, right: string): number {
  let at = 0;
  while (at < left.length && left[at] === right[at]) at++;
  return at;
}
