import { spreadParts } from "./assignable.ts";
import { cycle, type Evaluator } from "./evaluator.ts";
import { type Instance, isKeyword, keyOf, type Place, type Type } from "./types.ts";

/** What a type is where it is the type of a member. */
export interface Nature {
  /** `undefined` is one of its values. */
  readonly optional: boolean;
  /** None of its values is data. */
  readonly dropped: boolean;
}

const DATA: Nature = { optional: false, dropped: false };

/** What types are as a whole, looked up once for each. */
export class Natures {
  readonly #evaluator: Evaluator;
  readonly #known = new Map<string, Nature>();
  readonly #ending = new Set<string>();

  constructor(evaluator: Evaluator) {
    this.#evaluator = evaluator;
  }

  of(type: Type, place: Place): Nature {
    if (type.kind !== "reference" && type.kind !== "union" && type.kind !== "keyword") return DATA;
    const key = keyOf(type);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const parts = spreadParts(this.#evaluator, type, place).map((part) =>
      this.#evaluator.resolve(part, place),
    );
    const isCode = (part: Type) => isKeyword(part, "function", "symbol");
    const optional = parts.some((part) => isKeyword(part, "undefined"));
    const dropped =
      parts.some(isCode) && parts.every((part) => isCode(part) || isKeyword(part, "undefined"));
    const nature = { optional, dropped };
    this.#known.set(key, nature);
    return nature;
  }

  /** Fails for a name that says nothing but itself, alone or as one choice among others. */
  checkEnd(instance: Instance): void {
    const open = new Set<string>();
    const pending: (Type | { readonly kind: "left"; readonly key: string })[] = [
      { kind: "reference", instance },
    ];
    for (let type = pending.pop(); type !== undefined; type = pending.pop()) {
      if (type.kind === "left") {
        open.delete(type.key);
        this.#ending.add(type.key);
      } else if (type.kind === "union" || type.kind === "intersection") {
        pending.push(...type.types);
      } else if (type.kind === "reference" && !this.#ending.has(type.instance.key)) {
        const { key, declaration } = type.instance;
        if (open.has(key)) throw cycle(declaration.nodes[0]?.start ?? 0, declaration.name);
        open.add(key);
        pending.push({ kind: "left", key }, this.#evaluator.expand(type.instance));
        this.#evaluator.spend(1);
      }
    }
  }
}
