/**
 * JSON as an ordered tree of tokens: members in document order with every copy of a repeated key,
 * numbers and strings with their text. `start` and `end` are offsets in the text that was read,
 * -1 in a tree that was not read from text.
 */
export type JsonNode = JsonObject | JsonArray | JsonString | JsonNumber | JsonBoolean | JsonNull;

export interface JsonObject {
  readonly type: "object";
  readonly start: number;
  readonly end: number;
  readonly members: readonly JsonMember[];
  /** Whether two members have the same key. */
  readonly repeated: boolean;
  readonly comments?: Comments;
}

export interface JsonMember {
  readonly key: string;
  /** The key as a JSON string token, quotes included. */
  readonly keyText: string;
  readonly keyStart: number;
  readonly value: JsonNode;
  readonly comments?: Comments;
}

export interface JsonArray {
  readonly type: "array";
  readonly start: number;
  readonly end: number;
  readonly items: readonly JsonNode[];
  readonly comments?: Comments;
}

export interface JsonString {
  readonly type: "string";
  readonly start: number;
  readonly end: number;
  readonly value: string;
  /** The JSON string token, quotes included. */
  readonly text: string;
  readonly comments?: Comments;
}

export interface JsonNumber {
  readonly type: "number";
  readonly start: number;
  readonly end: number;
  /** The JSON number token; from JSON5 also `NaN`, `Infinity` and `-Infinity`. */
  readonly text: string;
  readonly comments?: Comments;
}

export interface JsonBoolean {
  readonly type: "boolean";
  readonly start: number;
  readonly end: number;
  readonly value: boolean;
  readonly comments?: Comments;
}

export interface JsonNull {
  readonly type: "null";
  readonly start: number;
  readonly end: number;
  readonly comments?: Comments;
}

export interface JsonComment {
  /** The comment with its marks, lines ended by LF. */
  readonly text: string;
  readonly start: number;
}

/** The comments that move with a member, an item or the root. */
export interface Comments {
  /** Alone on their lines, before it. */
  readonly before: JsonComment[];
  /** On the line of its opening bracket. */
  readonly opening: JsonComment[];
  /** Alone on their lines, before its closing bracket. */
  readonly closing: JsonComment[];
  /** At the end of its last line. */
  readonly after: JsonComment[];
}

export interface JsonDocument {
  readonly root: JsonNode;
  /** Members whose key an earlier member of the same object has. */
  readonly repeatedKeys: number;
  /** Strings and keys that hold a lone surrogate. */
  readonly loneSurrogates: number;
  readonly commentCount: number;
  /** Comments alone on their lines after the root. */
  readonly lastComments: readonly JsonComment[];
}

export function objectNode(members: readonly JsonMember[], repeated = false): JsonObject {
  return { type: "object", start: -1, end: -1, members, repeated };
}

export function memberNode(key: string, value: JsonNode): JsonMember {
  return { key, keyText: JSON.stringify(key), keyStart: -1, value };
}

/** An object with a member in the place of the one of that name, or at the end. */
export function withMember(object: JsonObject, key: string, value: JsonNode): JsonObject {
  const isThere = object.members.some((member) => member.key === key);
  const member = memberNode(key, value);
  return objectNode(
    isThere
      ? object.members.map((other) => (other.key === key ? member : other))
      : [...object.members, member],
  );
}

export function arrayNode(items: readonly JsonNode[]): JsonArray {
  return { type: "array", start: -1, end: -1, items };
}

export function stringNode(value: string): JsonString {
  return { type: "string", start: -1, end: -1, value, text: JSON.stringify(value) };
}

/** `text` has to be a JSON number token. */
export function numberNode(text: string): JsonNumber {
  return { type: "number", start: -1, end: -1, text };
}

export function booleanNode(value: boolean): JsonBoolean {
  return { type: "boolean", start: -1, end: -1, value };
}

export function nullNode(): JsonNull {
  return { type: "null", start: -1, end: -1 };
}

/** Hears of a key that an object had several times: the value that is kept, and how many are not. */
export type HearDropped = (kept: JsonNode, dropped: number) => void;

/** The tree with one copy of each key: the first, or the last one's value at the first one's place. */
export function withoutRepeats(
  node: JsonNode,
  keep: "first" | "last",
  hear?: HearDropped,
): JsonNode {
  if (node.type === "array") {
    const items = mapKept(node.items, (item) => withoutRepeats(item, keep, hear));
    return items === node.items ? node : { ...node, items };
  }
  if (node.type !== "object") return node;
  const single = node.repeated ? singleMembers(node.members, keep) : node.members;
  const counts = hear && node.repeated ? countKeys(node.members) : undefined;
  const members = mapKept(single, (member) => {
    const value = withoutRepeats(member.value, keep, hear);
    const count = counts?.get(member.key) ?? 1;
    if (count > 1) hear?.(value, count - 1);
    return value === member.value ? member : { ...member, value };
  });
  return members === node.members ? node : { ...node, members, repeated: false };
}

function countKeys(members: readonly JsonMember[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { key } of members) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

function singleMembers(members: readonly JsonMember[], keep: "first" | "last"): JsonMember[] {
  const kept = new Map<string, JsonMember>();
  for (const member of members) {
    const earlier = kept.get(member.key);
    if (earlier === undefined) kept.set(member.key, member);
    else if (keep === "last") kept.set(member.key, { ...earlier, value: member.value });
  }
  return [...kept.values()];
}

/** Maps a list, and gives the list itself where nothing changed. */
function mapKept<T>(list: readonly T[], change: (element: T) => T): readonly T[] {
  let changed: T[] | undefined;
  for (let index = 0; index < list.length; index++) {
    const before = list[index] as T;
    const after = change(before);
    if (after !== before) changed ??= list.slice(0, index);
    changed?.push(after);
  }
  return changed ?? list;
}
