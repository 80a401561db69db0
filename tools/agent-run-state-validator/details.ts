/** What is said of moves that are not legal. */
import type { EntryDetail } from "../_lib/results/entry-list.ts";
import { nearest } from "../_lib/text/nearest.ts";
import { quoted } from "../_lib/text/shown.ts";
import type { Move } from "./events.ts";
import type { Machine } from "./machine.ts";

/** Why a move is not legal. */
export type Reason =
  "ILLEGAL_TRANSITION" | "AFTER_FINAL" | "STATE_UNKNOWN" | "EVENT_UNKNOWN" | "STATE_MISMATCH";

/** How many names an entry lists. */
const MOST_ALLOWED = 100;

export function illegal(state: string, move: Move, machine: Machine): EntryDetail {
  const expected = machine.allowed(state).slice(0, MOST_ALLOWED);
  const message = `Cannot move from ${quoted(state)}: found ${nameOf(move)}, expected ${oneOf(expected)}`;
  return { message, path: move.path, expected, received: move.event ?? move.to };
}

export function mismatch(state: string, from: string, path: string): EntryDetail {
  const found = `an event from ${quoted(from)}`;
  const message = `Cannot follow the run: found ${found}, expected one from ${quoted(state)}`;
  return { message, path, expected: state, received: from };
}

/** A name that the machine does not know. */
export function unknownIn(
  { event, to, path }: Move,
  machine: Machine,
): { readonly code: Reason; readonly detail: () => EntryDetail } | undefined {
  if (event !== undefined && !machine.knowsEvent(event))
    return { code: "EVENT_UNKNOWN", detail: () => unknownEvent(event, path, machine) };
  if (to !== undefined && !machine.has(to))
    return { code: "STATE_UNKNOWN", detail: () => unknownState(to, path, machine) };
  if (event !== undefined || to !== undefined) return undefined;
  const message = "Cannot follow the event: found neither event nor to, expected one of them";
  return { code: "EVENT_UNKNOWN", detail: () => ({ message, path }) };
}

export function afterFinal(state: string, move: Move): EntryDetail {
  const found = `${nameOf(move)} after ${quoted(state)}`;
  const message = `Cannot go on: found ${found}, expected nothing after a final state`;
  return { message, path: move.path, received: move.event ?? move.to };
}

export function unknownState(state: string, path: string, machine: Machine): EntryDetail {
  return unknownName("state", state, machine.states, path);
}

function unknownEvent(event: string, path: string, machine: Machine): EntryDetail {
  return unknownName("event", event, machine.events, path);
}

const MOST_NAMES = 1000;

function unknownName(
  what: string,
  name: string,
  names: Iterable<string>,
  path: string,
): EntryDetail {
  const message = `Cannot find the ${what}: found ${quoted(name)}, expected one of the machine`;
  const near = nearest(name, [...names].slice(0, MOST_NAMES));
  const hint = near.length === 0 ? undefined : `Did you mean ${near.join(" or ")}?`;
  return { message, path, received: name, ...(hint === undefined ? {} : { hint }) };
}

function nameOf({ event, to }: Move): string {
  return event === undefined ? `a move to ${quoted(to ?? "")}` : quoted(event);
}

function oneOf(names: readonly string[]): string {
  if (names.length === 0) return "no event";
  return names
    .slice(0, 10)
    .map((name) => quoted(name))
    .join(" or ");
}
