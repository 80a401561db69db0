import { Fault } from "../../_lib/results/syntax-problem.ts";
import type { Code, Env } from "./machine.ts";
import type { Query } from "./syntax.ts";
import type { QueryCode } from "./trouble.ts";

/** What names mean where a part is compiled, the newest first; an `Env` has the same shape when it runs. */
export interface Scope {
  readonly parent: Scope | undefined;
  /** `$name` of a variable, `name/2` of a function, `*name` of a label. */
  readonly name: string;
}

export type Compile = (query: Query, scope: Scope | undefined) => Code;

/** How many names stand before it; undefined where it has no meaning. */
export function distanceOf(name: string, scope: Scope | undefined): number | undefined {
  let distance = 0;
  for (let at = scope; at !== undefined; at = at.parent) {
    if (at.name === name) return distance;
    distance++;
  }
  return undefined;
}

export function lookUp(env: Env | undefined, distance: number): Env {
  let at = env;
  for (let left = distance; left > 0; left--) at = at?.parent;
  return at as Env;
}

export function undefinedName(name: string, offset: number, nearby?: string): Fault<QueryCode> {
  const found = `${name}, which is not defined`;
  const hint = nearby === undefined ? undefined : `There is ${nearby}`;
  return new Fault({
    code: "QUERY_SYNTAX",
    offset,
    found,
    expected: "a name that is defined",
    hint,
  });
}
