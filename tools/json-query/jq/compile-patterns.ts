import type { JsonNode } from "../../_lib/json/tree/tree.ts";
import { JqError, nameValue } from "./errors.ts";
import type { Code, Env, Machine } from "./machine.ts";
import { getIndex } from "./paths.ts";
import { type Compile, distanceOf, lookUp, type Scope } from "./scope.ts";
import type { Pattern } from "./syntax.ts";
import { double, NULL } from "./values.ts";

/** Binds the variables of a pattern to the parts of a value; `input` is what queries in it run on. */
type Bind = (
  machine: Machine,
  value: JsonNode,
  input: JsonNode,
  env: Env | undefined,
  body: (env: Env | undefined) => void,
) => void;

export interface Patterns {
  readonly bind: Bind;
  /** Where the variables have their meanings. */
  readonly scope: Scope | undefined;
}

/** Compiles patterns of which the next is tried where one, or what it binds for, meets an error. */
export function compilePatterns(
  patterns: readonly Pattern[],
  scope: Scope | undefined,
  compile: Compile,
): Patterns {
  const compiled = patterns.map((pattern) => compilePattern(pattern, scope, compile));
  const [only] = compiled;
  if (only !== undefined && compiled.length === 1) return only;
  const names = new Set(patterns.flatMap(variablesOf));
  let all = scope;
  for (const name of names) all = { parent: all, name: `$${name}` };
  const binds = compiled.map(({ bind, scope: inner }) => {
    const distances = Array.from(names, (name) => {
      const distance = distanceOf(`$${name}`, inner);
      return isWithin(name, inner, scope) ? distance : undefined;
    });
    const bindThese: Bind = (machine, value, input, env, body) =>
      bind(machine, value, input, env, (bound) => body(rebind(distances, bound, env)));
    return bindThese;
  });
  return { scope: all, bind: (...args) => tryEach(binds, 0, ...args) };
}

/** Whether a variable is bound between two scopes, of which the outer one may know the name, too. */
function isWithin(name: string, inner: Scope | undefined, outer: Scope | undefined): boolean {
  for (let at = inner; at !== outer && at !== undefined; at = at.parent) {
    if (at.name === `$${name}`) return true;
  }
  return false;
}

function rebind(
  distances: readonly (number | undefined)[],
  bound: Env | undefined,
  outer: Env | undefined,
): Env | undefined {
  let env = outer;
  for (const distance of distances) {
    const value = distance === undefined ? NULL : (lookUp(bound, distance).value ?? NULL);
    env = { parent: env, value };
  }
  return env;
}

function tryEach(binds: readonly Bind[], index: number, ...args: Parameters<Bind>): void {
  const [machine] = args;
  const bind = binds[index] as Bind;
  if (index < binds.length - 1) {
    machine.keep(3);
    machine.guard(
      () => machine.fail(),
      () => tryEach(binds, index + 1, ...args),
    );
  }
  bind(...args);
}

function variablesOf(pattern: Pattern): string[] {
  if (pattern.type === "variable") return [pattern.name];
  if (pattern.type === "array") return pattern.items.flatMap(variablesOf);
  return pattern.entries.flatMap(({ variable, value }) => [
    ...(variable === undefined ? [] : [variable]),
    ...(value === undefined ? [] : variablesOf(value)),
  ]);
}

function compilePattern(pattern: Pattern, scope: Scope | undefined, compile: Compile): Patterns {
  if (pattern.type === "variable") return compileVariable(pattern.name, scope);
  const steps: Step[] = [];
  let inner = scope;
  const add = (key: JsonNode | Code, variable: string | undefined, value: Pattern | undefined) => {
    const binds: Bind[] = [];
    if (variable !== undefined) {
      const bound = compileVariable(variable, inner);
      binds.push(bound.bind);
      inner = bound.scope;
    }
    if (value !== undefined) {
      const bound = compilePattern(value, inner, compile);
      binds.push(bound.bind);
      inner = bound.scope;
    }
    steps.push({ key, binds });
  };
  if (pattern.type === "array")
    for (const [index, item] of pattern.items.entries()) add(double(index), undefined, item);
  else {
    for (const { key, variable, value } of pattern.entries) {
      add(key.type === "literal" ? key.value : compile(key, inner), variable, value);
    }
  }
  return { scope: inner, bind: (...args) => bindSteps(pattern.type, steps, 0, ...args) };
}

interface Step {
  readonly key: JsonNode | Code;
  readonly binds: readonly Bind[];
}

function compileVariable(name: string, scope: Scope | undefined): Patterns {
  return {
    scope: { parent: scope, name: `$${name}` },
    bind: (_machine, value, _input, env, body) => body({ parent: env, value }),
  };
}

function bindSteps(
  type: "array" | "object",
  steps: readonly Step[],
  index: number,
  ...[machine, value, input, env, body]: Parameters<Bind>
): void {
  const step = steps[index];
  if (step === undefined) {
    body(env);
    return;
  }
  const take = (key: JsonNode): void => {
    if (type === "object" && key.type !== "string")
      throw new JqError(`Cannot index ${value.type} with ${nameValue(key)}`);
    const part = getIndex(value, key, machine.spend);
    bindAll(step.binds, 0, machine, part, input, env, (inner) =>
      bindSteps(type, steps, index + 1, machine, value, input, inner, body),
    );
  };
  if (typeof step.key === "function") machine.go(step.key, input, undefined, env, take);
  else take(step.key);
}

function bindAll(
  binds: readonly Bind[],
  index: number,
  ...[machine, value, input, env, body]: Parameters<Bind>
): void {
  const bind = binds[index];
  if (bind === undefined) body(env);
  else
    bind(machine, value, input, env, (inner) =>
      bindAll(binds, index + 1, machine, value, input, inner, body),
    );
}
