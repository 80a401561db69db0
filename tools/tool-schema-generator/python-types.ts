import {
  arrayNode,
  booleanNode,
  type JsonMember,
  type JsonNode,
  memberNode,
  nullNode,
  numberNode,
  objectNode,
  stringNode,
} from "../_lib/json/tree/tree.ts";
import { Fault } from "../_lib/results/syntax-problem.ts";
import type { PythonCursor } from "./python-cursor.ts";
import { type PythonField, readPythonField, withBounds } from "./python-field.ts";
import { readPythonValue } from "./python-values.ts";

/** The schema of an annotation, and the text that `Annotated` gives. */
export interface PythonType {
  readonly keywords: readonly JsonMember[];
  readonly description: string;
  /** What a field in it gives where nothing is given, if that is known. */
  readonly fallback?: { readonly value: JsonNode | undefined } | undefined;
}

const ANY: PythonType = { keywords: [], description: "" };
const NULL = typed("null");

const SCALARS: Readonly<Record<string, PythonType>> = {
  str: typed("string"),
  int: typed("integer"),
  float: typed("number"),
  bool: typed("boolean"),
  None: NULL,
  datetime: typed("string", "date-time"),
  date: typed("string", "date"),
  UUID: typed("string", "uuid"),
};

const LISTS = /^(?:list|List|Sequence|MutableSequence|Iterable|Collection)$/;
const SETS = /^(?:set|Set|frozenset|FrozenSet)$/;
const DICTS = /^(?:dict|Dict|Mapping|MutableMapping)$/;
const TUPLES = /^(?:tuple|Tuple)$/;

function typed(type: string, format?: string): PythonType {
  const keywords = [memberNode("type", stringNode(type))];
  if (format !== undefined) keywords.push(memberNode("format", stringNode(format)));
  return { keywords, description: "" };
}

/** Reads an annotation: `T`, `T | U`, `list[T]`. */
export function readPythonType(cursor: PythonCursor): PythonType {
  const types = [readAtom(cursor)];
  while (cursor.take("|")) types.push(readAtom(cursor));
  return unionOf(types);
}

function readAtom(cursor: PythonCursor): PythonType {
  if (/["']/.test(cursor.text.charAt(cursor.at))) {
    const text = cursor.string() ?? "";
    return cursor.nested(() => quotedType(cursor, text));
  }
  if (cursor.take("...")) return ANY;
  let name = cursor.name() ?? cursor.fail("a type");
  while (cursor.take(".")) name = cursor.name() ?? cursor.fail("a name");
  if (!cursor.take("[")) return bare(name);
  return cursor.nested(() => subscripted(cursor, name));
}

/** A type in quotes, which Python reads later; where it is none, nothing is known of it. */
function quotedType(outer: PythonCursor, text: string): PythonType {
  const cursor = outer.within(text);
  try {
    cursor.blank();
    const type = readPythonType(cursor);
    return cursor.at < text.length ? ANY : type;
  } catch (error) {
    if (error instanceof Fault) return ANY;
    throw error;
  }
}

function bare(name: string): PythonType {
  if (LISTS.test(name) || TUPLES.test(name)) return typed("array");
  if (SETS.test(name)) return unique(typed("array"));
  if (DICTS.test(name)) return typed("object");
  return (Object.hasOwn(SCALARS, name) ? SCALARS[name] : undefined) ?? ANY;
}

function subscripted(cursor: PythonCursor, name: string): PythonType {
  if (name === "Literal") return literalOf(readList(cursor, () => readPythonLiteral(cursor)));
  if (name === "Annotated") return readAnnotated(cursor);
  const endless = { found: false };
  const parts = readList(cursor, () => {
    if (cursor.is("[")) return skipList(cursor);
    endless.found ||= cursor.is("...");
    return readPythonType(cursor);
  });
  const [first = ANY] = parts;
  if (name === "Optional") return unionOf([first, NULL]);
  if (name === "Union") return unionOf(parts);
  if (LISTS.test(name)) return withItems(first);
  if (SETS.test(name)) return unique(withItems(first));
  if (DICTS.test(name)) return mapOf(parts[1] ?? ANY);
  if (TUPLES.test(name)) return endless.found ? withItems(first) : tupleOf(parts);
  // Wrappers that say nothing about data.
  return /^(?:Final|ClassVar|Required|NotRequired|Awaitable)$/.test(name) ? first : ANY;
}

/** `[A, B]` inside a type, as `Callable` has it. */
function skipList(cursor: PythonCursor): PythonType {
  cursor.expect("[");
  cursor.nested(() => readList(cursor, () => readPythonType(cursor)));
  return ANY;
}

function readList<T>(cursor: PythonCursor, read: () => T): T[] {
  const parts: T[] = [];
  while (!cursor.take("]")) {
    parts.push(read());
    if (!cursor.take(",") && !cursor.is("]")) cursor.fail('"," or "]"');
  }
  return parts;
}

/** The first text among what annotates a type, and what fields and marks say; other calls and names are left out. */
function readAnnotated(cursor: PythonCursor): PythonType {
  let type = readPythonType(cursor);
  let text = "";
  while (cursor.take(",")) {
    if (cursor.is("]")) break;
    const field = readPythonField(cursor);
    if (field !== undefined) {
      type = withField(type, field);
      continue;
    }
    const value = readPythonValue(cursor);
    if (text === "" && value?.type === "string") text = value.value;
  }
  cursor.expect("]");
  return { ...type, description: text || type.description };
}

/** A type with what a field says of it. */
export function withField(type: PythonType, field: PythonField): PythonType {
  return {
    keywords: withBounds(type.keywords, field),
    description: field.description || type.description,
    fallback: field.isOptional ? { value: field.default } : type.fallback,
  };
}

function withItems({ keywords }: PythonType): PythonType {
  const items = keywords.length === 0 ? [] : [memberNode("items", objectNode(keywords))];
  return { keywords: [...typed("array").keywords, ...items], description: "" };
}

function unique({ keywords }: PythonType): PythonType {
  return { keywords: [...keywords, memberNode("uniqueItems", booleanNode(true))], description: "" };
}

function mapOf({ keywords }: PythonType): PythonType {
  const values =
    keywords.length === 0 ? [] : [memberNode("additionalProperties", objectNode(keywords))];
  return { keywords: [...typed("object").keywords, ...values], description: "" };
}

function tupleOf(parts: readonly PythonType[]): PythonType {
  const size = numberNode(String(parts.length));
  return {
    keywords: [
      ...typed("array").keywords,
      memberNode("prefixItems", arrayNode(parts.map(({ keywords }) => objectNode(keywords)))),
      memberNode("items", booleanNode(false)),
      memberNode("minItems", size),
      memberNode("maxItems", size),
    ],
    description: "",
  };
}

function literalOf(values: readonly JsonNode[]): PythonType {
  const types = new Set(values.map(typeOf));
  const names = [...types].map((type) => stringNode(type));
  const [only] = names;
  const type = names.length === 1 && only !== undefined ? only : arrayNode(names);
  return {
    keywords: [memberNode("type", type), memberNode("enum", arrayNode(values))],
    description: "",
  };
}

function typeOf(node: JsonNode): string {
  return node.type === "number" && !/[.eE]/.test(node.text) ? "integer" : node.type;
}

/** One type, with null in its list of types; of several others an anyOf. */
function unionOf(types: readonly PythonType[]): PythonType {
  const isNull = ({ keywords }: PythonType) =>
    keywords[0]?.value.type === "string" && keywords[0].value.value === "null";
  const others = types.filter((type) => !isNull(type));
  const [only = NULL] = others;
  if (others.length <= 1) return others.length < types.length ? nullable(only) : only;
  // Anything takes what the others take.
  if (others.some(({ keywords }) => keywords.length === 0)) return ANY;
  const all = others.length < types.length ? [...others, NULL] : others;
  const branches = all.map(({ keywords }) => objectNode(keywords));
  return { keywords: [memberNode("anyOf", arrayNode(branches))], description: "" };
}

/** The type with null; anything takes it already. */
export function nullable({ keywords, ...rest }: PythonType): PythonType {
  const changed = keywords.map((member) => {
    const { key, value } = member;
    if (key === "type") {
      const names = value.type === "array" ? value.items : [value];
      const has = names.some((name) => name.type === "string" && name.value === "null");
      return has ? member : memberNode(key, arrayNode([...names, stringNode("null")]));
    }
    if (value.type !== "array") return member;
    if (key === "enum" && !value.items.some(({ type }) => type === "null")) {
      return memberNode(key, arrayNode([...value.items, nullNode()]));
    }
    const isUnion = key === "anyOf";
    return isUnion
      ? memberNode(key, arrayNode([...value.items, objectNode(NULL.keywords)]))
      : member;
  });
  return { ...rest, keywords: changed };
}

function readPythonLiteral(cursor: PythonCursor): JsonNode {
  return readPythonValue(cursor) ?? cursor.fail("a string, a number, True, False or None");
}
