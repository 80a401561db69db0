/** Reads the field `machine`: a name, or a definition. */
import { type Entry, fail } from "../_core/tool.ts";
import { escapePointer } from "../_lib/results/pointer.ts";
import { nearest } from "../_lib/text/nearest.ts";
import { readStructured } from "../_lib/fields/structured-field.ts";
import { beginning } from "../_lib/text/shown.ts";
import { BUILT_IN } from "./built-in.ts";
import type { Definition, DefinitionShape, Input } from "../agent-run-state-validator.ts";
import { ANY_STATE, Machine, type Transition } from "./machine.ts";

const PATH = "/machine";

/** A transition with the pointers of its states. */
interface Placed extends Transition {
  readonly fromPath: string;
  readonly toPath: string;
}

export function readMachine(field: Input["machine"], shape: DefinitionShape) {
  const known = typeof field === "string" ? BUILT_IN.get(field.trim()) : undefined;
  if (known) return { machine: known };
  const { definition, failure } = readDefinition(field, shape);
  if (failure) return { failure };
  const transitions = transitionsIn(definition);
  const [first, ...others] = problemsIn(definition, transitions);
  if (first) return { failure: fail([first, ...others]) };
  return { machine: machineOf(definition, transitions) };
}

function readDefinition(field: Input["machine"], shape: DefinitionShape) {
  if (typeof field !== "string") return { definition: field };
  if (!/^\ufeff?\s*[{[]/.test(field)) return { failure: fail(unknownMachine(field.trim())) };
  const read = readStructured(field, shape, PATH);
  return read.failure ? { failure: read.failure } : { definition: read.value };
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

function problemsIn(
  { initial, states, final = [] }: Definition,
  transitions: readonly Placed[],
): Entry<"MACHINE_INVALID">[] {
  const known = new Set(Array.isArray(states) ? states : Object.keys(states));
  const problems = known.size === 0 ? [noStates()] : [];
  const check = (state: string, path: string) => {
    if (!known.has(state)) problems.push(unknownState(state, path));
  };
  check(initial, `${PATH}/initial`);
  for (const { from, fromPath, to, toPath } of transitions) {
    if (from !== ANY_STATE) check(from, fromPath);
    check(to, toPath);
  }
  for (const [index, state] of final.entries()) check(state, `${PATH}/final/${index}`);
  return problems;
}

function machineOf(definition: Definition, transitions: readonly Transition[]): Machine {
  const { initial, states } = definition;
  const final = new Set(definition.final);
  if (!Array.isArray(states))
    for (const [state, { final: isFinal }] of Object.entries(states)) if (isFinal) final.add(state);
  const names = [...new Set(Array.isArray(states) ? states : Object.keys(states))];
  return new Machine({ name: "custom", initial, states: names, final, transitions });
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
