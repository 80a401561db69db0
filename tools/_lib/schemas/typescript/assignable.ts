import type { Context } from "./context.ts";
import { matchesTemplate } from "./templates.ts";
import {
  isKeyword,
  keyOf,
  keywordOfLiteral,
  literal,
  type ObjectType,
  partsOf,
  type Place,
  type TupleType,
  type Type,
} from "./types.ts";

type Verdict = boolean | undefined;

/** Whether a value of the one type is one of the other; undefined where that cannot be decided. */
export function isAssignable(context: Context, from: Type, to: Type, node: Place): Verdict {
  return new Comparison(context, node).compare(from, to);
}

const DEEPEST = 50;

class Comparison {
  readonly #context: Context;
  readonly #node: Place;
  readonly #assumed = new Set<string>();
  #depth = 0;

  constructor(context: Context, node: Place) {
    this.#context = context;
    this.#node = node;
  }

  compare(left: Type, right: Type): Verdict {
    const pair = `${keyOf(left)}\n${keyOf(right)}`;
    this.#context.spend(pair.length);
    if (keyOf(left) === keyOf(right) || this.#assumed.has(pair)) return true;
    if (this.#depth >= DEEPEST) return undefined;
    this.#assumed.add(pair);
    this.#depth++;
    const verdict = this.#resolved(
      this.#context.resolve(left, this.#node),
      this.#context.resolve(right, this.#node),
    );
    this.#depth--;
    if (verdict !== true) this.#assumed.delete(pair);
    return verdict;
  }

  #resolved(from: Type, to: Type): Verdict {
    if (isKeyword(to, "any", "unknown") || isKeyword(from, "never")) return true;
    if (from.kind === "parameter" || to.kind === "parameter") return undefined;
    if (isKeyword(from, "any")) return undefined;
    if (from.kind === "union") return every(from.types.map((part) => this.compare(part, to)));
    if (to.kind === "intersection") return every(to.types.map((part) => this.compare(from, part)));
    if (to.kind === "union") return this.#toUnion(from, to.types);
    if (from.kind === "intersection") return some(from.types.map((part) => this.compare(part, to)));
    return this.#toSingle(from, to);
  }

  #toSingle(from: Type, to: Type): Verdict {
    if (isKeyword(to, "object")) return isObjectLike(from);
    if (to.kind === "object") return this.#toObject(from, to);
    if (to.kind === "template") return toTemplate(from, to.pattern);
    if (to.kind === "array" || to.kind === "tuple") return this.#toList(from, to);
    return toScalar(from, to);
  }

  #toUnion(from: Type, types: readonly Type[]): Verdict {
    const key = keyOf(from);
    if (types.some((part) => keyOf(part) === key)) return true;
    if (isKeyword(from, "boolean")) {
      const values = [literal(true), literal(false)];
      return every(values.map((value) => some(types.map((part) => this.compare(value, part)))));
    }
    return some(types.map((part) => this.compare(from, part)));
  }

  #toObject(from: Type, to: ObjectType): Verdict {
    if (isKeyword(from, "null", "undefined", "unknown")) return false;
    if (to.members.size === 0 && to.signatures.length === 0) return true;
    if (from.kind !== "object") {
      return isKeyword(from, "object", "function") || from.kind === "builtin" ? undefined : false;
    }
    const verdicts: Verdict[] = [];
    for (const [name, wanted] of to.members) {
      const own = from.members.get(name);
      if (own === undefined) {
        if (!wanted.optional) return false;
      } else if (own.optional && !wanted.optional) return false;
      else verdicts.push(this.compare(own.type(), wanted.type()));
    }
    for (const signature of to.signatures) {
      for (const own of [...from.members.values(), ...from.signatures])
        verdicts.push(this.compare(own.type(), signature.type()));
    }
    return every(verdicts);
  }

  #toList(from: Type, to: TupleType | Extract<Type, { kind: "array" }>): Verdict {
    if (from.kind === "array") {
      return to.kind === "array" && from.unique === to.unique
        ? this.compare(from.element(), to.element())
        : false;
    }
    if (from.kind !== "tuple") return false;
    if (to.kind === "array") {
      return every(from.elements.map((element) => this.compare(element.type, to.element())));
    }
    const verdicts: Verdict[] = [];
    const length = Math.max(from.elements.length, to.elements.length);
    const rest = to.elements.find((element) => element.rest);
    for (let index = 0; index < length; index++) {
      const own = from.elements[index];
      const wanted = to.elements[index] ?? rest;
      if (wanted === undefined) return false;
      if (own === undefined) {
        if (!wanted.optional && !wanted.rest) return false;
      } else if ((own.optional || own.rest) && !wanted.optional && !wanted.rest) return false;
      else verdicts.push(this.compare(own.type, wanted.type));
    }
    return every(verdicts);
  }
}

function isObjectLike(type: Type): boolean {
  return (
    ["object", "array", "tuple", "builtin", "promise"].includes(type.kind) ||
    isKeyword(type, "object", "function")
  );
}

function toTemplate(from: Type, pattern: string): Verdict {
  if (from.kind === "literal")
    return typeof from.value === "string" ? matchesTemplate(from.value, pattern) : false;
  return from.kind === "template" ? undefined : false;
}

function toScalar(from: Type, to: Type): Verdict {
  if (from.kind === "literal") return isKeyword(to, keywordOfLiteral(from));
  if (from.kind === "template") return isKeyword(to, "string");
  if (from.kind === "promise" || to.kind === "promise") return undefined;
  return false;
}

function every(verdicts: readonly Verdict[]): Verdict {
  if (verdicts.includes(false)) return false;
  return verdicts.includes(undefined) ? undefined : true;
}

function some(verdicts: readonly Verdict[]): Verdict {
  if (verdicts.includes(true)) return true;
  return verdicts.includes(undefined) ? undefined : false;
}

/** The parts of a type, those of named unions and enums among them included. */
export function spreadParts(context: Context, type: Type, node: Place): readonly Type[] {
  const parts: Type[] = [];
  const pending = [type];
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    const resolved = context.resolve(part, node);
    if (resolved.kind === "union") pending.push(...resolved.types.toReversed());
    else if (partsOf(resolved).length > 0) parts.push(part);
    context.spend(1);
  }
  return parts;
}
