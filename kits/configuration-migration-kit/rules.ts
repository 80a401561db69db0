/** Rules: keys are moved, values converted, in their order. */
import type { Entry } from "../../tools/_core/tool.ts";
import {
  type JsonNode,
  numberNode,
  stringNode,
  booleanNode,
} from "../../tools/_lib/json/tree/tree.ts";
import { documentOf } from "../../tools/_lib/json/tree/value.ts";
import { minifyJson } from "../../tools/_lib/json/tree/write.ts";
import { digitsOf, isWhole, positionalText } from "../../tools/_lib/numbers/decimal-text.ts";
import { quoted } from "../../tools/_lib/text/shown.ts";
import type { Rule, Work } from "../configuration-migration-kit.ts";
import {
  changeable,
  copied,
  frozen,
  type Match,
  pointerOf,
  readPath,
  starsIn,
  Tree,
  type Value,
} from "./tree.ts";

export interface Applied {
  readonly index: number;
  readonly op: Rule["op"];
  readonly applied: number;
}

/** Paths that are none, and `to` with more `*` than `from` has. */
export function ruleProblems(rules: readonly Rule[]): Entry<"POINTER_INVALID">[] {
  return rules.flatMap((rule, index) => {
    const paths = "from" in rule ? { from: rule.from, to: rule.to } : { path: rule.path };
    const problems = Object.entries(paths).flatMap(([name, path]): Entry<"POINTER_INVALID">[] =>
      readPath(path)
        ? []
        : [invalid(`/rules/${index}/${name}`, path, "a JSON Pointer such as /a/b")],
    );
    if (problems.length > 0 || !("from" in rule)) return problems;
    const [from, to] = [readPath(rule.from) ?? [], readPath(rule.to) ?? []];
    if (starsIn(to) <= starsIn(from)) return [];
    return [invalid(`/rules/${index}/to`, rule.to, "no more * than `from` has")];
  });
}

function invalid(path: string, found: string, expected: string): Entry<"POINTER_INVALID"> {
  const message = `Cannot follow the path: found ${quoted(found)}, expected ${expected}`;
  return { code: "POINTER_INVALID", message, path, expected };
}

/** Applies the rules, and says which places of the result are whose work. */
export class RuleRunner {
  readonly tree: Tree;
  readonly applied: Applied[] = [];
  /** Pointers that rules wrote or took away, with the index of the last rule that did. */
  readonly touched = new Map<string, number>();
  readonly #work: Work;
  #index = 0;
  #count = 0;

  constructor(root: JsonNode, work: Work) {
    this.tree = new Tree(changeable(root));
    this.#work = work;
  }

  run(rules: readonly Rule[]): JsonNode {
    for (const [index, rule] of rules.entries()) {
      this.#index = index;
      this.#count = 0;
      const matched = this.#apply(rule);
      this.applied.push({ index, op: rule.op, applied: this.#count });
      if (matched > 0) continue;
      const path = "from" in rule ? rule.from : rule.path;
      const message = `Rule ${index} (${rule.op}) finds nothing at ${quoted(path)}`;
      this.#find("warning", "RULE_NO_MATCH", message);
    }
    return frozen(this.tree.root);
  }

  #apply(rule: Rule): number {
    switch (rule.op) {
      case "move":
      case "copy":
        return this.#move(rule);
      case "remove":
        return this.#remove(rule.path);
      case "set":
        return this.#set(rule);
      case "map":
      case "cast":
      case "split":
      case "join":
        return this.#convert(rule);
    }
  }

  #find(
    severity: "error" | "warning",
    code: string,
    message: string,
    tokens?: readonly string[],
  ): void {
    const path = `/rules/${this.#index}`;
    const received = tokens && pointerOf(tokens);
    this.#work.report.find(severity, "rules", { code, message, path, received });
  }

  #touch(tokens: readonly string[]): void {
    this.#count++;
    this.touched.set(pointerOf(tokens), this.#index);
  }

  #move({ op, from, to, overwrite = false }: Extract<Rule, { from: string }>): number {
    const target = readPath(to) ?? [];
    const matches = this.tree.find(readPath(from) ?? []);
    const values = matches.map(({ tokens }) => this.tree.get(tokens));
    const gone: (readonly string[])[] = [];
    for (const [at, match] of matches.entries()) {
      const value = values[at];
      if (value === undefined) continue;
      const place = filled(target, match.stars);
      const way = { tokens: match.tokens, place, overwrite };
      if (op === "copy") this.#write(way, copied(value));
      else if (isBelow(place, match.tokens)) this.#moveInside(way, value);
      // What was written over its own container is gone with that.
      else if (this.#write(way, value) && !begins(match.tokens, place)) gone.push(match.tokens);
    }
    for (const tokens of gone.toReversed()) {
      this.tree.remove(tokens);
      this.touched.set(pointerOf(tokens), this.#index);
    }
    return matches.length;
  }

  /** What moves into itself makes room first; where it cannot, it comes back. */
  #moveInside(way: Way, value: Value): void {
    const siblings = this.tree.get(way.tokens.slice(0, -1));
    if (siblings instanceof Map) this.tree.remove(way.tokens);
    if (!this.#write(way, value) && siblings instanceof Map) this.tree.set(way.tokens, value);
  }

  /** Whether nothing stands in the way. */
  #write({ tokens, place, overwrite }: Way, value: Value): boolean {
    const blocker = this.tree.blockerOf(place);
    const isTaken = this.tree.get(place) !== undefined && !overwrite;
    if (blocker === undefined && !isTaken) {
      this.#touch(this.tree.set(place, value));
      return true;
    }
    const why = isTaken
      ? "something is there"
      : `what is at ${quoted(blocker ?? "")} has no such place`;
    const message = `Rule ${this.#index} cannot write to ${quoted(pointerOf(place))}: ${why}; ${quoted(pointerOf(tokens))} stays where it is`;
    this.#find("error", "TARGET_EXISTS", message, tokens);
    return false;
  }

  #remove(path: string): number {
    const matches = this.tree.find(readPath(path) ?? []);
    for (const { tokens } of matches.toReversed()) {
      if (tokens.length === 0) this.tree.set([], changeable(nodeOf(null)));
      else this.tree.remove(tokens);
      this.#touch(tokens);
    }
    return matches.length;
  }

  #set({ path, value, when = "always" }: Extract<Rule, { op: "set" }>): number {
    const tokens = readPath(path) ?? [];
    const last = tokens.lastIndexOf("*");
    const heads: readonly Match[] = this.tree.find(tokens.slice(0, last + 1));
    for (const head of heads) {
      const place = [...head.tokens, ...tokens.slice(last + 1)];
      const isThere = this.tree.get(place) !== undefined;
      if ((when === "absent" && isThere) || (when === "present" && !isThere)) continue;
      const blocker = this.tree.blockerOf(place);
      if (blocker === undefined) this.#touch(this.tree.set(place, changeable(nodeOf(value))));
      else {
        const message = `Rule ${this.#index} cannot write to ${quoted(pointerOf(place))}: what is at ${quoted(blocker)} has no such place`;
        this.#find("error", "TARGET_EXISTS", message, place);
      }
    }
    return heads.length;
  }

  #convert(rule: Extract<Rule, { op: "map" | "cast" | "split" | "join" }>): number {
    const matches = this.tree.find(readPath(rule.path) ?? []);
    for (const { tokens } of matches) {
      const value = this.tree.get(tokens);
      if (value === undefined) continue;
      const made = converted(rule, value);
      if (made !== undefined) {
        this.tree.set(tokens, made);
        this.#touch(tokens);
      } else if (rule.op === "map") {
        const message = `Rule ${this.#index} has no entry for what is at ${quoted(pointerOf(tokens))}, which stays as it is`;
        this.#find("warning", "MAP_NO_ENTRY", message, tokens);
      } else {
        const message = `Rule ${this.#index} (${rule.op}) cannot convert what is at ${quoted(pointerOf(tokens))}, which stays as it is`;
        this.#find("error", "CAST_FAILED", message, tokens);
      }
    }
    return matches.length;
  }
}

interface Way {
  readonly tokens: readonly string[];
  readonly place: readonly string[];
  readonly overwrite: boolean;
}

/** The path with what the `*` of another one stand for. */
function filled(path: readonly string[], stars: readonly string[]): string[] {
  const left = [...stars];
  return path.map((token) => (token === "*" ? (left.shift() ?? token) : token));
}

function isBelow(place: readonly string[], tokens: readonly string[]): boolean {
  return place.length > tokens.length && begins(place, tokens);
}

function begins(tokens: readonly string[], start: readonly string[]): boolean {
  return start.every((token, at) => tokens[at] === token);
}

function nodeOf(value: unknown): JsonNode {
  return documentOf(value)?.root ?? stringNode("");
}

function converted(
  rule: Extract<Rule, { op: "map" | "cast" | "split" | "join" }>,
  value: Value,
): Value | undefined {
  switch (rule.op) {
    case "map": {
      const key = textOf(value);
      if (Object.hasOwn(rule.table, key)) return changeable(nodeOf(rule.table[key]));
      return Object.hasOwn(rule, "default") ? changeable(nodeOf(rule.default)) : undefined;
    }
    case "cast":
      return isScalar(value) ? cast(value, rule.to) : undefined;
    case "split":
      if (!isScalar(value) || value.type !== "string") return undefined;
      if (value.value.trim() === "") return [];
      return value.value.split(rule.separator).map((part) => stringNode(part.trim()));
    case "join":
      if (!Array.isArray(value) || !value.every(isScalar)) return undefined;
      return stringNode(value.map(textOf).join(rule.separator));
  }
}

type Scalar = Exclude<Value, Map<string, Value> | Value[]>;

function isScalar(value: Value): value is Scalar {
  return !Array.isArray(value) && !(value instanceof Map);
}

/** A string by its text, all else by its JSON text. */
function textOf(value: Value): string {
  if (isScalar(value) && value.type === "string") return value.value;
  return minifyJson(frozen(value)) ?? "";
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const INTEGER = /^-?(?:0|[1-9]\d*)$/;
const BOOLEANS: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  on: true,
  "1": true,
  false: false,
  no: false,
  off: false,
  "0": false,
};
/** Longer numbers are written with an exponent by whoever means them. */
const LONGEST_INTEGER = 1000n;

function cast(value: Scalar, to: CastType): Scalar | undefined {
  const text = textOf(value);
  if (to === "string") return stringNode(text);
  if (to === "boolean") return booleanOf(value, text);
  if (value.type !== "string" && value.type !== "number") return undefined;
  if (to === "number") return NUMBER.test(text) ? numberNode(text) : undefined;
  if (INTEGER.test(text)) return numberNode(text);
  const isExact = value.type === "number" && NUMBER.test(text) && isWhole(text);
  return isExact ? written(text) : undefined;
}

type CastType = "string" | "integer" | "number" | "boolean";

function booleanOf(value: Scalar, text: string): Scalar | undefined {
  const word = text.toLowerCase();
  const isWord = value.type !== "null" && Object.hasOwn(BOOLEANS, word);
  return isWord ? booleanNode(BOOLEANS[word] === true) : undefined;
}

function written(text: string): Scalar | undefined {
  const digits = digitsOf(text);
  return digits.point > LONGEST_INTEGER ? undefined : numberNode(positionalText(digits));
}
