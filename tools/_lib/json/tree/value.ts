import type { Entry } from "../../../_core/tool.ts";
import { type EntrySink, WarningList } from "../../results/entry-list.ts";
import { isExact, jsonNumber } from "./number.ts";
import { appendPointer } from "../../results/pointer.ts";
import { DEEPEST } from "./problem.ts";
import type { JsonDocument, JsonMember, JsonNode } from "./tree.ts";

/** The warning of `valueOf`, to be spread into a tool's `warnings`. */
export const VALUE_WARNINGS = {
  NUMBER_KEPT_AS_TEXT: "A number that no double holds exactly is a string in `value`",
} as const;

export interface JsonValue {
  readonly value: unknown;
  readonly warnings: readonly Entry<"NUMBER_KEPT_AS_TEXT" | "WARNINGS_TRUNCATED">[];
}

/**
 * The data of a tree: a number that is not exact becomes the string of its text, with a warning
 * whose path begins with `pointer`; of a repeated key the last value counts.
 */
export function valueOf(node: JsonNode, pointer = ""): JsonValue {
  const list = new WarningList<"NUMBER_KEPT_AS_TEXT">();
  const value = dataOf(node, pointer, list);
  return { value, warnings: list.list() };
}

/** As `valueOf`, with the warnings added to a list. */
export function dataOf(
  node: JsonNode,
  pointer: string,
  list: EntrySink<"NUMBER_KEPT_AS_TEXT">,
): unknown {
  return convert(node, pointer, (text, path) => {
    list.add("NUMBER_KEPT_AS_TEXT", () => ({
      message: "A number that no double holds exactly is kept as text",
      path: path(),
      received: text,
    }));
  });
}

/** Sets a member as data, whatever its key: `__proto__` would else change the prototype. */
export function setMember(object: object, key: string, value: unknown): void {
  if (key !== "__proto__") (object as Record<string, unknown>)[key] = value;
  else {
    Object.defineProperty(object, key, {
      value,
      configurable: true,
      enumerable: true,
      writable: true,
    });
  }
}

type Inexact = (text: string, path: () => string) => void;

function convert(node: JsonNode, pointer: string, inexact: Inexact): unknown {
  if (node.type === "array") {
    return node.items.map((item, index) => {
      const scalar = scalarOf(item, () => `${pointer}/${index}`, inexact);
      return scalar === undefined ? convert(item, `${pointer}/${index}`, inexact) : scalar;
    });
  }
  if (node.type !== "object") return scalarOf(node, () => pointer, inexact);
  const members = node.repeated ? lastMembers(node.members) : node.members;
  const object = {};
  for (const { key, value } of members) {
    const path = () => appendPointer(pointer, key);
    const scalar = scalarOf(value, path, inexact);
    setMember(object, key, scalar === undefined ? convert(value, path(), inexact) : scalar);
  }
  return object;
}

/** The last copy of each key, at the first one's place. */
function lastMembers(members: readonly JsonMember[]): Iterable<JsonMember> {
  return new Map(members.map((member) => [member.key, member])).values();
}

function scalarOf(node: JsonNode, path: () => string, inexact: Inexact): unknown {
  switch (node.type) {
    case "string":
    case "boolean":
      return node.value;
    case "null":
      return null;
    case "number":
      if (isExact(node.text)) return Number(node.text) || 0;
      inexact(node.text, path);
      return node.text;
    default:
      return undefined;
  }
}

/** The tree of a JSON value; undefined where it is nested deeper than 1,000 levels. */
export function documentOf(value: unknown): JsonDocument | undefined {
  const state = { loneSurrogates: 0 };
  const root = nodeOf(value, state, 0);
  if (root === undefined) return undefined;
  return {
    root,
    repeatedKeys: 0,
    loneSurrogates: state.loneSurrogates,
    commentCount: 0,
    lastComments: [],
  };
}

function nodeOf(
  value: unknown,
  state: { loneSurrogates: number },
  depth: number,
): JsonNode | undefined {
  const place = { start: -1, end: -1 };
  if (typeof value === "string") {
    if (!value.isWellFormed()) state.loneSurrogates++;
    return { type: "string", ...place, value, text: JSON.stringify(value) };
  }
  if (typeof value === "number" && Number.isFinite(value)) {
    return { type: "number", ...place, text: jsonNumber(value) };
  }
  if (typeof value === "boolean") return { type: "boolean", ...place, value };
  if (typeof value !== "object" || value === null) return { type: "null", ...place };
  if (depth === DEEPEST) return undefined;
  if (Array.isArray(value)) {
    const items: JsonNode[] = [];
    for (const element of value as unknown[]) {
      const item = nodeOf(element, state, depth + 1);
      if (item === undefined) return undefined;
      items.push(item);
    }
    return { type: "array", ...place, items };
  }
  const members: JsonMember[] = [];
  for (const key of Object.keys(value)) {
    const member = nodeOf((value as Record<string, unknown>)[key], state, depth + 1);
    if (member === undefined) return undefined;
    if (!key.isWellFormed()) state.loneSurrogates++;
    members.push({ key, keyText: JSON.stringify(key), keyStart: -1, value: member });
  }
  return { type: "object", ...place, members, repeated: false };
}
