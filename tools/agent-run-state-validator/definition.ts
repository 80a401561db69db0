/** Reads the field `machine`: a name, or a definition. */
import { type Static, Type } from "@sinclair/typebox";
import { type Entry, fail, type Outcome } from "../_core/tool.ts";
import { escapePointer } from "../_lib/results/pointer.ts";
import { nearest } from "../_lib/text/nearest.ts";
import { readStructured } from "../_lib/fields/structured-field.ts";
import { beginning } from "../_lib/text/shown.ts";
import { BUILT_IN } from "./built-in.ts";
import type { Failure } from "../agent-run-state-validator.ts";
import { ANY_STATE, Machine, type Transition } from "./machine.ts";

const PATH = "/machine";

const STATE = Type.Object({
  final: Type.Optional(Type.Boolean()),
  on: Type.Optional(Type.Record(Type.String(), Type.String())),
});

const DEFINITION = Type.Object({
  initial: Type.String(),
  states: Type.Union([Type.Array(Type.String()), Type.Record(Type.String(), STATE)]),
  transitions: Type.Optional(
    Type.Array(
      Type.Object({
        from: Type.String(),
        event: Type.Optional(Type.String()),
        to: Type.String(),
      }),
    ),
  ),
  final: Type.Optional(Type.Array(Type.String())),
});

type Definition = Static<typeof DEFINITION>;

/** A transition with the pointers of its states. */
interface Placed extends Transition {
  readonly fromPath: string;
  readonly toPath: string;
}

export type MachineRead =
  { readonly machine: Machine } | { readonly failure: Outcome<never, Failure, never> };

export function readMachine(field: unknown): MachineRead {
  const name = typeof field === "string" ? field.trim() : "";
  const known = BUILT_IN.get(name);
  if (known !== undefined) return { machine: known };
  if (typeof field === "string" && !/^\ufeff?\s*[{[]/.test(field))
    return { failure: fail<never, Failure>(unknownMachine(name)) };
  const read = readStructured(field, DEFINITION, PATH);
  if (read.failure) return { failure: read.failure };
  return defined(read.value);
}

const LONGEST_SHOWN = 60;

function unknownMachine(name: string): Entry<"MACHINE_UNKNOWN"> {
  const names = [...BUILT_IN.keys()];
  const expected = `${names.join(", ")}, or a definition`;
  const found = JSON.stringify(beginning(name, LONGEST_SHOWN));
  const message = `Cannot find the machine: found ${found}, expected ${expected}`;
  const near = nearest(name, names);
  const hint = near.length === 0 ? undefined : `Did you mean ${near.join(" or ")}?`;
  return { code: "MACHINE_UNKNOWN", message, path: PATH, expected: names, hint };
}

function defined(definition: Definition): MachineRead {
  const { initial, states } = definition;
  const names = [...new Set(Array.isArray(states) ? states : Object.keys(states))];
  const known = new Set(names);
  const transitions = transitionsIn(definition);
  const problems: Entry<"MACHINE_INVALID">[] = [];
  const check = (state: string, path: string) => {
    if (!known.has(state)) problems.push(unknownState(state, path));
  };
  if (names.length === 0) problems.push(noStates());
  check(initial, `${PATH}/initial`);
  for (const { from, fromPath, to, toPath } of transitions) {
    if (from !== ANY_STATE) check(from, fromPath);
    check(to, toPath);
  }
  for (const [index, state] of (definition.final ?? []).entries())
    check(state, `${PATH}/final/${index}`);
  const [first, ...others] = problems;
  if (first !== undefined) return { failure: fail<never, Failure>([first, ...others]) };
  const final = new Set(definition.final);
  if (!Array.isArray(states))
    for (const [state, { final: isFinal }] of Object.entries(states)) if (isFinal) final.add(state);
  return {
    machine: new Machine({ name: "custom", initial, states: names, final, transitions }),
  };
}

function transitionsIn({ states, transitions = [] }: Definition): Placed[] {
  const placed = transitions.map((transition, index) => {
    const path = `${PATH}/transitions/${index}`;
    return { ...transition, fromPath: `${path}/from`, toPath: `${path}/to` };
  });
  if (Array.isArray(states)) return placed;
  const own = Object.entries(states).flatMap(([from, { on = {} }]) =>
    Object.entries(on).map(([event, to]) => {
      const path = `${PATH}/states/${escapePointer(from)}`;
      return { from, event, to, fromPath: path, toPath: `${path}/on/${escapePointer(event)}` };
    }),
  );
  return [...own, ...placed];
}

function unknownState(state: string, path: string): Entry<"MACHINE_INVALID"> {
  const found = JSON.stringify(beginning(state, LONGEST_SHOWN));
  const expected = "one of the states";
  const message = `Cannot build the machine: found ${found}, expected ${expected}`;
  return { code: "MACHINE_INVALID", message, path, expected };
}

function noStates(): Entry<"MACHINE_INVALID"> {
  const message = "Cannot build the machine: found no states, expected at least one";
  return { code: "MACHINE_INVALID", message, path: `${PATH}/states` };
}
