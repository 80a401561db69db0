import type { TSTypeParameter } from "@babel/types";
import { type Context, type Env, startOf } from "./context.ts";
import { type Declaration, parametersOf, type Scope } from "./scope.ts";
import { type Instance, keyOf, type Place, type Type } from "./types.ts";

/** Instances of instances; a type that gives itself ever larger types would never end. */
const DEEPEST_INSTANCE = 100;

/** Declared types with the types given for their parameters, each combination once. */
export class Instances {
  readonly #context: Context;
  readonly #known = new Map<string, Instance>();

  constructor(context: Context) {
    this.#context = context;
  }

  of(declaration: Declaration, given: readonly Type[], node: Place): Instance {
    const bindings = new Map<string, Type>();
    const keys: string[] = [];
    let isDefault = true;
    for (const [index, parameter] of parametersOf(declaration).entries()) {
      const key = `${declaration.name}.${keys.join()}`;
      const env = environment(declaration.scope, bindings, key);
      const fallback = parameter.default
        ? this.#context.evaluate(parameter.default, env)
        : undefined;
      const type = given[index] ?? fallback ?? this.#free(parameter, env);
      if (given[index] !== undefined && (!fallback || keyOf(fallback) !== keyOf(type)))
        isDefault = false;
      bindings.set(parameter.name.name, type);
      keys.push(keyOf(type));
    }
    const key = keys.length === 0 ? declaration.name : `${declaration.name}<${keys.join()}>`;
    this.#context.spend(key.length);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const names = isDefault ? [] : [...bindings.values()];
    const instance = { declaration, arguments: names, bindings, key, offset: startOf(node) };
    this.#known.set(key, instance);
    return instance;
  }

  /** A parameter that nothing was given for: all that it may be. */
  #free({ name, constraint }: TSTypeParameter, env: Env): Type {
    const bound = constraint ? this.#context.evaluate(constraint, env) : undefined;
    return { kind: "parameter", name: name.name, constraint: bound };
  }
}

/** The environment of a declaration. */
export function environment(scope: Scope, bindings: ReadonlyMap<string, Type>, key: string): Env {
  return { scope, bindings, constraints: new Map(), key };
}

/** Whether the types of the instance are so deep that there seems to be no end of them. */
export function growsOn({ key }: Instance): boolean {
  return nestingOfKey(key) > DEEPEST_INSTANCE;
}

const OPENING: ReadonlySet<string> = new Set(["<", "(", "[", "{"]);
const CLOSING: ReadonlySet<string> = new Set([">", ")", "]", "}"]);

/** How deep the key of an instance nests those of others. */
function nestingOfKey(key: string): number {
  let depth = 0;
  let deepest = 0;
  let isText = false;
  for (let index = 0; index < key.length; index++) {
    const unit = key[index];
    if (unit === '"') isText = !isText;
    else if (unit === "\\") index++;
    else if (isText) continue;
    else if (OPENING.has(unit ?? "")) deepest = Math.max(deepest, ++depth);
    else if (CLOSING.has(unit ?? "")) depth--;
  }
  return deepest;
}
