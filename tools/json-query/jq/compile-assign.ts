import type { JsonNode } from "../../_lib/json/tree/tree.ts";
import { operate } from "./arithmetic.ts";
import type { Code, Env, Machine, Next } from "./machine.ts";
import { deletePaths, getPath, keysOf, setPath } from "./paths.ts";
import type { Compile, Scope } from "./scope.ts";
import type { Arithmetic, Query } from "./syntax.ts";
import { beginTrack, checkTrack, pathOf, type Track } from "./track.ts";
import { isTruthy } from "./values.ts";

type Of<T extends Query["type"]> = Extract<Query, { type: T }>;

export function compileAssign(
  query: Of<"assign">,
  scope: Scope | undefined,
  compile: Compile,
): Code {
  const { operator } = query;
  const places = compile(query.left, scope);
  const right = compile(query.right, scope);
  if (operator === "|=") {
    return (machine, value, track, env, next) =>
      modify(machine, { value, track, env, next }, places, (before, take) =>
        machine.go(right, before, undefined, env, take),
      );
  }
  return (machine, value, track, env, next) =>
    machine.go(right, value, undefined, env, (operand) =>
      modify(machine, { value, track, env, next }, places, (before, take) => {
        machine.give(take, assigned(operator, before, operand, machine), undefined);
      }),
    );
}

function assigned(
  operator: Exclude<Of<"assign">["operator"], "|=">,
  before: JsonNode,
  operand: JsonNode,
  machine: Machine,
): JsonNode {
  if (operator === "=") return operand;
  if (operator === "//=") return isTruthy(before) ? before : operand;
  return operate(operator.slice(0, -1) as Arithmetic, before, operand, machine);
}

interface Run {
  readonly value: JsonNode;
  readonly track: Track | undefined;
  readonly env: Env | undefined;
  readonly next: Next;
}

/** Puts the first value of `update` at each place of the value; a place for which there is none is deleted. */
function modify(
  machine: Machine,
  { value, track, env, next }: Run,
  places: Code,
  update: (before: JsonNode, take: Next) => void,
): void {
  const { spend } = machine;
  machine.keep(3);
  const doomed: (readonly JsonNode[])[] = [];
  let root = value;
  machine.choose(() => {
    machine.give(next, doomed.length === 0 ? root : deletePaths(root, doomed, spend), track);
  });
  machine.go(places, value, beginTrack(value), env, (place, followed) => {
    const way = followed as Track;
    checkTrack(way, place);
    const path = keysOf(pathOf(way, spend));
    const { height } = machine;
    machine.choose(() => {
      doomed.push(path);
      machine.fail();
    });
    update(getPath(root, path, spend), (after) => {
      machine.cut(height);
      root = setPath(root, path, after, spend);
      machine.fail();
    });
  });
}
