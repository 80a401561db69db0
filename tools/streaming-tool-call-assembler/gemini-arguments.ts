/** Arguments that Gemini sends in pieces, each for a place in them. */
import { Fault } from "../_lib/results/syntax-problem.ts";
import { DEEPEST } from "../_lib/json/tree/problem.ts";
import {
  arrayNode,
  type JsonNode,
  type JsonObject,
  memberNode,
  nullNode,
  objectNode,
  stringNode,
} from "../_lib/json/tree/tree.ts";
import { readQuoted } from "../_lib/json/path/quoted.ts";
import { memberOf } from "../_lib/json/tree/members.ts";
import { beginning } from "../_lib/text/shown.ts";
import { wordOf } from "./assembly.ts";

/** A value that still grows. */
type Growing = Map<string, Growing> | Growing[] | { text: string } | { node: JsonNode };

/** How far behind the end of an array an item may come; what is between is null. */
const WIDEST_GAP = 100;

export class GrowingArguments {
  readonly #root = new Map<string, Growing>();
  /** The path that the piece before was for. */
  #last: string | undefined;
  /** Paths of strings that go on, although other pieces came. */
  readonly #open = new Set<string>();

  /** Takes the members of arguments that are given as a whole. */
  set({ members }: JsonObject): void {
    for (const { key, value } of members) this.#root.set(key, growing(value));
  }

  /** Takes a piece `{jsonPath, stringValue | numberValue | boolValue | nullValue}`; gives why it cannot. */
  add(piece: JsonObject): string | undefined {
    const path = wordOf(piece, "jsonPath") ?? "";
    const tokens = tokensOf(path);
    const value = valueIn(piece);
    if (tokens === undefined || tokens.length === 0) return `the path ${shown(path)}`;
    const goesOn = this.#last === path || this.#open.has(path);
    this.#last = path;
    if (isContinued(piece)) this.#open.add(path);
    else this.#open.delete(path);
    return this.#put(tokens, value, goesOn)
      ? undefined
      : `the path ${shown(path)}, which leads nowhere`;
  }

  /** The arguments as far as they are known. */
  node(): JsonNode {
    return nodeOf(this.#root);
  }

  #put(tokens: readonly (string | number)[], value: Growing, goesOn: boolean): boolean {
    let holder: Growing = this.#root;
    for (const [at, token] of tokens.entries()) {
      const next = tokens[at + 1];
      if (next === undefined) {
        const before = childOf(holder, token);
        if (goesOn && isText(before) && isText(value)) {
          before.text += value.text;
          return true;
        }
        return setChild(holder, token, value);
      }
      let child = childOf(holder, token);
      if (!holds(child, next)) {
        child = typeof next === "number" ? [] : new Map();
        if (!setChild(holder, token, child)) return false;
      }
      holder = child as Growing;
    }
    return false;
  }
}

function isText(value: Growing | undefined): value is { text: string } {
  return value !== undefined && "text" in value;
}

function childOf(holder: Growing, token: string | number): Growing | undefined {
  if (holder instanceof Map) return typeof token === "string" ? holder.get(token) : undefined;
  return Array.isArray(holder) && typeof token === "number" ? holder[token] : undefined;
}

function holds(child: Growing | undefined, token: string | number): boolean {
  return typeof token === "number" ? Array.isArray(child) : child instanceof Map;
}

function setChild(holder: Growing, token: string | number, value: Growing): boolean {
  if (holder instanceof Map && typeof token === "string") holder.set(token, value);
  else if (Array.isArray(holder) && typeof token === "number") {
    if (token > holder.length + WIDEST_GAP) return false;
    while (holder.length < token) holder.push({ node: nullNode() });
    holder[token] = value;
  } else return false;
  return true;
}

const NAME = /\.([^.[\]]+)/y;
const INDEX = /\[(0|[1-9][0-9]{0,8})\]/y;

/** The names and indices of a path such as `$.a.b[0]['c']`; undefined where it is none. */
function tokensOf(path: string): (string | number)[] | undefined {
  if (!path.startsWith("$")) return undefined;
  const tokens: (string | number)[] = [];
  for (let at = 1; at < path.length;) {
    const [token, end] = tokenAt(path, at) ?? [];
    if (token === undefined || end === undefined) return undefined;
    tokens.push(token);
    at = end;
  }
  return tokens.length > DEEPEST ? undefined : tokens;
}

function tokenAt(path: string, at: number): [string | number, number] | undefined {
  NAME.lastIndex = at;
  const name = NAME.exec(path)?.[1];
  if (name !== undefined) return [name, NAME.lastIndex];
  INDEX.lastIndex = at;
  const index = INDEX.exec(path)?.[1];
  if (index !== undefined) return [Number(index), INDEX.lastIndex];
  if (!/^\[["']/.test(path.slice(at, at + 2))) return undefined;
  try {
    const { value, end } = readQuoted(path, at + 1);
    return path.charAt(end) === "]" ? [value, end + 1] : undefined;
  } catch (error) {
    if (error instanceof Fault) return undefined;
    throw error;
  }
}

function valueIn(piece: JsonObject): Growing {
  const text = memberOf(piece, "stringValue");
  if (text?.type === "string") return { text: text.value };
  const node = memberOf(piece, "numberValue") ?? memberOf(piece, "boolValue");
  return { node: node ?? nullNode() };
}

function isContinued(piece: JsonObject): boolean {
  const flag = memberOf(piece, "willContinue");
  return flag?.type === "boolean" && flag.value;
}

function growing(node: JsonNode): Growing {
  if (node.type === "object")
    return new Map(node.members.map(({ key, value }) => [key, growing(value)]));
  if (node.type === "array") return node.items.map(growing);
  return node.type === "string" ? { text: node.value } : { node };
}

function nodeOf(value: Growing): JsonNode {
  if (value instanceof Map)
    return objectNode([...value].map(([key, child]) => memberNode(key, nodeOf(child))));
  if (Array.isArray(value)) return arrayNode(value.map(nodeOf));
  return "text" in value ? stringNode(value.text) : value.node;
}

const LONGEST_SHOWN = 60;

function shown(path: string): string {
  return JSON.stringify(beginning(path, LONGEST_SHOWN));
}
