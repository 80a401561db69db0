/** Literals of Python, and what stands where one may. */
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
