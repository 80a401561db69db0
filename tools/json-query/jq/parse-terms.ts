import {
  booleanNode,
  nullNode,
  objectNode,
  memberNode,
  stringNode,
} from "../../_lib/json/tree/tree.ts";
import { parsePatterns } from "./parse-definitions.ts";
import { parseString } from "./parse-strings.ts";
import type { Source } from "./source.ts";
import { IDENTITY, type ObjectEntry, type Query } from "./syntax.ts";
import { double, literalNumber } from "./values.ts";

/** A term with what is written behind it: `.a`, `[0]`, `[1:]`, `[]`, `?`. */
export function parseTerm(source: Source): Query {
  let isAccess = source.isAt("field") || source.isPunctuation(".");
  let term = parsePrimary(source);
  for (;;) {
    if (takeQuestionMark(source)) {
      term = optional(term, isAccess);
      isAccess = false;
      continue;
    }
    const suffixed = parseSuffix(source, term);
    if (suffixed === undefined) return term;
    term = suffixed;
    isAccess = true;
  }
}

/** A question mark, perhaps written together with `//` behind it. */
function takeQuestionMark(source: Source): boolean {
  if (!source.isPunctuation("?") && !source.isPunctuation("?//")) return false;
  source.next(source.token.start + 1);
  return true;
}

/** Of an access, `?` suppresses the errors of that access alone: those of what stands before it remain. */
function optional(term: Query, isAccess: boolean): Query {
  if (isAccess && (term.type === "index" || term.type === "slice" || term.type === "each"))
    return { ...term, optional: true };
  return { type: "try", body: term, handler: undefined };
}

function parseSuffix(source: Source, target: Query): Query | undefined {
  if (source.isAt("field")) return fieldOf(target, source.next().text);
  if (source.isPunctuation("[")) return parseBrackets(source, target);
  if (!source.take(".")) return undefined;
  if (source.isPunctuation("[")) return parseBrackets(source, target);
  return { type: "index", target, key: parseFieldString(source) };
}

function fieldOf(target: Query, name: string): Query {
  return { type: "index", target, key: { type: "literal", value: stringNode(name) } };
}

function parseFieldString(source: Source): Query {
  if (source.isAt("quote")) return parseString(source);
  if (source.isAt("format")) {
    const format = source.next().text.slice(1);
    if (source.isAt("quote")) return parseString(source, format);
  }
  throw source.unexpected('a name, a string or "["');
}

function parseBrackets(source: Source, target: Query): Query {
  source.expect("[");
  if (source.take("]")) return { type: "each", target };
  if (source.take(":")) {
    const to = source.parseQuery(source);
    source.expect("]");
    return { type: "slice", target, from: undefined, to };
  }
  const key = source.parseQuery(source);
  if (source.take("]")) return { type: "index", target, key };
  source.expect(":");
  const to = source.isPunctuation("]") ? undefined : source.parseQuery(source);
  source.expect("]");
  return { type: "slice", target, from: key, to };
}

function parsePrimary(source: Source): Query {
  const { type, text, start } = source.token;
  switch (type) {
    case "number":
      source.next();
      return { type: "literal", value: literalNumber(text) };
    case "quote":
      return parseString(source);
    case "format":
      source.next();
      if (source.isAt("quote")) return parseString(source, text.slice(1));
      return { type: "format", name: text.slice(1), at: start };
    case "field":
      source.next();
      return fieldOf(IDENTITY, text);
    case "variable":
      source.next();
      if (text === "__loc__") return locationOf(source.text, start);
      return { type: "variable", name: text, at: start };
    case "name":
      source.next();
      return parseCall(source, text, start);
    case "keyword":
      return parseKeyword(source);
    default:
      return parsePunctuation(source);
  }
}

function locationOf(text: string, offset: number): Query {
  const line = text.slice(0, offset).split("\n").length;
  const value = objectNode([
    memberNode("file", stringNode("<top-level>")),
    memberNode("line", double(line)),
  ]);
  return { type: "literal", value };
}

function parseCall(source: Source, name: string, at: number): Query {
  const args: Query[] = [];
  if (source.take("(")) {
    do args.push(source.parseQuery(source));
    while (source.take(";"));
    source.expect(")");
    return { type: "call", name, args, at };
  }
  if (name === "null") return { type: "literal", value: nullNode() };
  if (name === "true" || name === "false")
    return { type: "literal", value: booleanNode(name === "true") };
  return { type: "call", name, args, at };
}

function parsePunctuation(source: Source): Query {
  const { start } = source.token;
  if (source.take("(")) {
    const query = source.parseQuery(source);
    source.expect(")");
    return query;
  }
  if (source.take("[")) {
    if (source.take("]")) return { type: "array", body: undefined };
    const body = source.parseQuery(source);
    source.expect("]");
    return { type: "array", body };
  }
  if (source.take("{")) return parseObject(source);
  if (source.take("..")) return { type: "call", name: "recurse", args: [], at: start };
  if (!source.take(".")) throw source.unexpected("a query");
  if (source.isPunctuation("[")) return parseBrackets(source, IDENTITY);
  if (source.isAt("quote")) return { type: "index", target: IDENTITY, key: parseString(source) };
  return IDENTITY;
}

function parseKeyword(source: Source): Query {
  const { start } = source.token;
  if (source.takeKeyword("if")) return parseIf(source);
  if (source.takeKeyword("reduce")) {
    const { from, patterns, init, update } = parseFold(source);
    source.expect(")");
    return { type: "reduce", source: from, patterns, init, update };
  }
  if (source.takeKeyword("foreach")) {
    const { from, patterns, init, update } = parseFold(source);
    const extract = source.take(";") ? source.parseQuery(source) : IDENTITY;
    source.expect(")");
    return { type: "foreach", source: from, patterns, init, update, extract };
  }
  if (source.takeKeyword("break"))
    return { type: "break", name: source.expectVariable(), at: start };
  throw source.unexpected("a query");
}

function parseFold(source: Source) {
  const from = source.parseOperators(source);
  source.expectKeyword("as");
  const patterns = parsePatterns(source);
  source.expect("(");
  const init = source.parseQuery(source);
  source.expect(";");
  const update = source.parseQuery(source);
  return { from, patterns, init, update };
}

/** The rest of a condition behind `if` or `elif`. */
function parseIf(source: Source): Query {
  source.enter();
  const condition = source.parseQuery(source);
  source.expectKeyword("then");
  const consequence = source.parseQuery(source);
  let otherwise: Query = IDENTITY;
  if (source.takeKeyword("elif")) otherwise = parseIf(source);
  else {
    if (source.takeKeyword("else")) otherwise = source.parseQuery(source);
    if (!source.takeKeyword("end")) throw source.unexpected("elif, else or end");
  }
  source.leave();
  return { type: "if", condition, consequence, otherwise };
}

function parseObject(source: Source): Query {
  const entries: ObjectEntry[] = [];
  while (!source.isPunctuation("}")) {
    entries.push(parseEntry(source));
    if (!source.take(",")) break;
  }
  if (!source.take("}")) throw source.unexpected('"," or "}"');
  return { type: "object", entries };
}

function parseEntry(source: Source): ObjectEntry {
  const { type, text, start } = source.token;
  if (type === "variable") {
    source.next();
    const variable: Query =
      text === "__loc__"
        ? locationOf(source.text, start)
        : { type: "variable", name: text, at: start };
    if (text !== "__loc__" && source.take(":")) return { key: variable, value: parseValue(source) };
    return { key: { type: "literal", value: stringNode(text) }, value: variable };
  }
  if (source.take("(")) {
    const key = source.parseQuery(source);
    if (key.type === "literal" && key.value.type !== "string") throw notAKey(source, start);
    source.expect(")");
    source.expect(":");
    return { key, value: parseValue(source) };
  }
  const key = parseKey(source);
  const value = source.take(":")
    ? parseValue(source)
    : ({ type: "index", target: IDENTITY, key } as const);
  return { key, value };
}

function notAKey(source: Source, start: number) {
  source.next(start);
  return source.unexpected("a string as the key");
}

function parseKey(source: Source): Query {
  const { type } = source.token;
  if (type === "name" || type === "keyword")
    return { type: "literal", value: stringNode(source.next().text) };
  if (type === "quote") return parseString(source);
  if (type === "format") return parseFieldString(source);
  throw source.unexpected("a key: a name, a string, a variable or a query in ( )");
}

/** The value of a member: operators and pipes; a comma ends the member. */
function parseValue(source: Source): Query {
  source.enter();
  const left = source.parseOperators(source);
  const query: Query = source.take("|") ? { type: "pipe", left, right: parseValue(source) } : left;
  source.leave();
  return query;
}
