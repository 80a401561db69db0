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
import type { PythonCursor } from "./python-cursor.ts";

/** The schema of an annotation, and the text that `Annotated` gives. */
export interface PythonType {
  readonly keywords: readonly JsonMember[];
  readonly description: string;
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
  // A type in quotes is read later by Python, and not at all here.
  if (/["']/.test(cursor.text.charAt(cursor.at))) {
    cursor.string();
    return ANY;
  }
  if (cursor.take("...")) return ANY;
  let name = cursor.name() ?? cursor.fail("a type");
  while (cursor.take(".")) name = cursor.name() ?? cursor.fail("a name");
  if (!cursor.take("[")) return bare(name);
  return cursor.nested(() => subscripted(cursor, name));
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

/** The first text among what annotates a type; calls and names are left out. */
function readAnnotated(cursor: PythonCursor): PythonType {
  const { keywords, description } = readPythonType(cursor);
  let text = "";
  while (cursor.take(",")) {
    if (cursor.is("]")) break;
    const value = readPythonValue(cursor);
    if (text === "" && value?.type === "string") text = value.value;
  }
  cursor.expect("]");
  return { keywords, description: text || description };
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
export function nullable({ keywords, description }: PythonType): PythonType {
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
  return { keywords: changed, description };
}

function readPythonLiteral(cursor: PythonCursor): JsonNode {
  return readPythonValue(cursor) ?? cursor.fail("a string, a number, True, False or None");
}

const WORDS: Readonly<Record<string, JsonNode>> = {
  True: booleanNode(true),
  False: booleanNode(false),
  None: nullNode(),
};

/** Reads a value and gives it where it is a literal; a call or a name is skipped. */
export function readPythonValue(cursor: PythonCursor): JsonNode | undefined {
  const value = cursor.nested(() => readLiteral(cursor));
  if (/[,)\]}=:]|$/y.test(cursor.text.slice(cursor.at, cursor.at + 1)) || atEnd(cursor))
    return value;
  skipExpression(cursor);
  return undefined;
}

function atEnd({ text, at }: PythonCursor): boolean {
  return at >= text.length;
}

function readLiteral(cursor: PythonCursor): JsonNode | undefined {
  const text = cursor.string();
  if (text !== undefined) return stringNode(text);
  const sign = cursor.take("-") ? "-" : "";
  if (sign === "") cursor.take("+");
  const number = cursor.number();
  if (number !== undefined) return numberNode(sign + number);
  if (cursor.take("[")) return listOf(readValues(cursor, "]"));
  if (cursor.take("(")) return listOf(readValues(cursor, ")"));
  if (cursor.take("{")) return readDictionary(cursor);
  const name = cursor.name();
  return name !== undefined && Object.hasOwn(WORDS, name) ? WORDS[name] : undefined;
}

function readValues(cursor: PythonCursor, close: string): (JsonNode | undefined)[] {
  const values: (JsonNode | undefined)[] = [];
  while (!cursor.take(close)) {
    values.push(readPythonValue(cursor));
    if (!cursor.take(",") && !cursor.is(close)) cursor.fail(`"," or "${close}"`);
  }
  return values;
}

function listOf(values: readonly (JsonNode | undefined)[]): JsonNode | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === values.length ? arrayNode(known) : undefined;
}

function readDictionary(cursor: PythonCursor): JsonNode | undefined {
  const members: JsonMember[] = [];
  let isKnown = true;
  while (!cursor.take("}")) {
    const key = readPythonValue(cursor);
    const value = cursor.take(":") ? readPythonValue(cursor) : undefined;
    if (key?.type === "string" && value !== undefined) members.push(memberNode(key.value, value));
    else isKnown = false;
    if (!cursor.take(",") && !cursor.is("}")) cursor.fail('"," or "}"');
  }
  return isKnown ? objectNode(members) : undefined;
}

const OPEN = "([{";
const CLOSE = ")]}";

/** Goes to the comma or bracket that ends an expression. */
function skipExpression(cursor: PythonCursor): void {
  for (let depth = 0; !atEnd(cursor);) {
    const character = cursor.text.charAt(cursor.at);
    if (depth === 0 && (CLOSE.includes(character) || character === ",")) return;
    if (cursor.string() !== undefined) continue;
    if (OPEN.includes(character)) depth++;
    else if (CLOSE.includes(character)) depth--;
    cursor.at++;
    cursor.blank();
  }
}
