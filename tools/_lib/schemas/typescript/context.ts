import type { TSType } from "@babel/types";
import type { Declaration, Scope, Value } from "./scope.ts";
import type { Instance, Lazy, ObjectType, Place, Type } from "./types.ts";

/** Where a type is written: what its names mean there. */
export interface Env {
  readonly scope: Scope;
  /** Type parameters, keys of mapped types, and `this`. */
  readonly bindings: ReadonlyMap<string, Type>;
  /** What type parameters have to extend, as written. */
  readonly constraints: ReadonlyMap<string, TSType>;
  /** Equal where names mean the same. */
  readonly key: string;
}

export type ConvertFailure = "TS_UNSUPPORTED" | "TYPE_CYCLE" | "INPUT_TOO_DEEP";

/** What the parts of the evaluator ask of one another. */
export interface Context {
  /** The meaning of a type as written. */
  evaluate(node: TSType, env: Env): Type;
  /** The meaning behind a name; any other type as it is. Throws a `Fault` for a name that only names itself. */
  resolve(type: Type, node: Place): Type;
  /** The members of a type, undefined where it has none. */
  shape(type: Type, node: Place): ObjectType | undefined;
  lazy(key: string, node: Place, compute: () => Type): Lazy<Type>;
  instantiate(declaration: Declaration, given: readonly Type[], node: Place): Instance;
  /** The members of a base, whose `this` is what extends it. */
  inherited(base: Type, self: Type | undefined, node: Place): ObjectType | undefined;
  /** Notes what has no schema, and gives the type that stands for it. */
  unsupported(node: Place, found: string): Type;
  unresolved(node: Place, name: string): Type;
  spend(units: number): void;
  sourceOf(node: Place): string;
  readonly source: string;
  /** Types of variables that were asked for. */
  readonly values: Map<Value, Lazy<Type>>;
  /** Values of enums that were worked out. */
  readonly enums: Map<Declaration, ReadonlyMap<string, string | number | boolean | null>>;
}

export function startOf(node: Place): number {
  return node.start ?? 0;
}

/** The same place with one more name. */
export function bind(env: Env, name: string, type: Type, key: string): Env {
  return {
    ...env,
    bindings: new Map(env.bindings).set(name, type),
    key: `${env.key},${name}=${key}`,
  };
}

/** Says which type stands at a place, without computing it. */
export function placeKey(node: Place, env: Env): string {
  return `${startOf(node)}@${env.key}`;
}
