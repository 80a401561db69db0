/** A document that rules change in place; scalars keep the text of their numbers. */
import {
  arrayNode,
  type JsonNode,
  memberNode,
  objectNode,
} from "../../tools/_lib/json/tree/tree.ts";
import { appendPointer, isIndexToken, parsePointer } from "../../tools/_lib/results/pointer.ts";

type Scalar = Exclude<JsonNode, { type: "object" | "array" }>;

export type Value = Map<string, Value> | Value[] | Scalar;

export function changeable(node: JsonNode): Value {
  if (node.type === "array") return node.items.map(changeable);
  if (node.type !== "object") return node;
  return new Map(node.members.map(({ key, value }) => [key, changeable(value)]));
}

export function frozen(value: Value): JsonNode {
  if (Array.isArray(value)) return arrayNode(value.map(frozen));
  if (!(value instanceof Map)) return value;
  return objectNode(Array.from(value, ([key, member]) => memberNode(key, frozen(member))));
}

export function copied(value: Value): Value {
  if (Array.isArray(value)) return value.map(copied);
  if (!(value instanceof Map)) return value;
  return new Map(Array.from(value, ([key, member]) => [key, copied(member)]));
}

/** A place that a path with `*` leads to, and what its `*` stand for. */
export interface Match {
  readonly tokens: readonly string[];
  readonly stars: readonly string[];
}

export function pointerOf(tokens: readonly string[]): string {
  return tokens.reduce((pointer, token) => appendPointer(pointer, token), "");
}

export class Tree {
  root: Value;

  constructor(root: Value) {
    this.root = root;
  }

  /** The places that are there, in document order. */
  find(tokens: readonly string[]): Match[] {
    let found: { readonly value: Value; readonly match: Match }[] = [
      { value: this.root, match: { tokens: [], stars: [] } },
    ];
    for (const token of tokens) {
      found = found.flatMap(({ value, match }) => {
        const keys = token === "*" ? keysOf(value) : [token];
        return keys.flatMap((key) => {
          const child = childOf(value, key);
          if (child === undefined) return [];
          const stars = token === "*" ? [...match.stars, key] : match.stars;
          return [{ value: child, match: { tokens: [...match.tokens, key], stars } }];
        });
      });
    }
    return found.map(({ match }) => match);
  }

  get(tokens: readonly string[]): Value | undefined {
    let value: Value | undefined = this.root;
    for (const token of tokens) value = value === undefined ? undefined : childOf(value, token);
    return value;
  }

  /** Why nothing can be written there: the pointer of what is no container, or has no such place. */
  blockerOf(tokens: readonly string[]): string | undefined {
    let value: Value | undefined = this.root;
    for (const [depth, token] of tokens.entries()) {
      if (value === undefined) return undefined;
      const isPlace: boolean =
        value instanceof Map ||
        (Array.isArray(value) &&
          (token === "-" || (isIndexToken(token) && Number(token) <= value.length)));
      if (!isPlace) return pointerOf(tokens.slice(0, depth));
      value = childOf(value, token);
    }
    return undefined;
  }

  /** Writes where nothing stands in the way; objects on the way are made. Gives the place, which `-` does not say. */
  set(tokens: readonly string[], value: Value): readonly string[] {
    const last = tokens.at(-1);
    if (last === undefined) {
      this.root = value;
      return tokens;
    }
    const place: string[] = [];
    let parent = this.root;
    for (const token of tokens.slice(0, -1)) {
      let child = childOf(parent, token);
      child ??= new Map<string, Value>();
      place.push(put(parent, token, child));
      parent = child;
    }
    return [...place, put(parent, last, value)];
  }

  remove(tokens: readonly string[]): void {
    const last = tokens.at(-1);
    const parent = last === undefined ? undefined : this.get(tokens.slice(0, -1));
    if (parent instanceof Map) parent.delete(last ?? "");
    else if (Array.isArray(parent)) parent.splice(Number(last), 1);
  }
}

function put(parent: Value, token: string, value: Value): string {
  if (parent instanceof Map) {
    parent.set(token, value);
    return token;
  }
  if (!Array.isArray(parent)) return token;
  const index = token === "-" ? parent.length : Number(token);
  parent[index] = value;
  return String(index);
}

function keysOf(value: Value): string[] {
  if (value instanceof Map) return [...value.keys()];
  return Array.isArray(value) ? value.map((_, index) => String(index)) : [];
}

function childOf(value: Value, token: string): Value | undefined {
  if (value instanceof Map) return value.get(token);
  return Array.isArray(value) && isIndexToken(token) ? value[Number(token)] : undefined;
}

/** The tokens of a path; undefined where it is none. */
export function readPath(path: string): readonly string[] | undefined {
  return parsePointer(path);
}

export function starsIn(tokens: readonly string[]): number {
  return tokens.filter((token) => token === "*").length;
}
