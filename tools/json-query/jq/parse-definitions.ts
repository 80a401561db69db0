import { parseString } from "./parse-strings.ts";
import type { Source } from "./source.ts";
import type { Definition, Param, Pattern, PatternEntry } from "./syntax.ts";
import { stringNode } from "../../_lib/json/tree/tree.ts";

/** `def name(params): body;` */
export function parseDefinition(source: Source): Definition {
  source.expectKeyword("def");
  if (!source.isAt("name") && !source.isAt("keyword")) throw source.unexpected("a name");
  const name = source.next().text;
  const params: Param[] = [];
  if (source.take("(")) {
    do params.push(parseParam(source));
    while (source.take(";"));
    source.expect(")");
  }
  source.expect(":");
  const body = source.parseQuery(source);
  source.expect(";");
  return { name, params, body };
}

function parseParam(source: Source): Param {
  if (source.isAt("variable")) return { name: source.next().text, isValue: true };
  if (!source.isAt("name") && !source.isAt("keyword")) throw source.unexpected("a parameter");
  return { name: source.next().text, isValue: false };
}

/** Patterns of a binding, alternatives separated by `?//`. */
export function parsePatterns(source: Source): Pattern[] {
  const patterns: Pattern[] = [];
  do patterns.push(parsePattern(source));
  while (source.take("?//"));
  return patterns;
}

function parsePattern(source: Source): Pattern {
  if (source.isAt("variable")) return { type: "variable", name: source.next().text };
  source.enter();
  const pattern = source.take("[") ? parseArray(source) : parseObject(source);
  source.leave();
  return pattern;
}

function parseArray(source: Source): Pattern {
  const items: Pattern[] = [];
  do items.push(parsePattern(source));
  while (source.take(","));
  source.expect("]");
  return { type: "array", items };
}

function parseObject(source: Source): Pattern {
  if (!source.take("{")) throw source.unexpected("a variable or a pattern in [ ] or { }");
  const entries: PatternEntry[] = [];
  do entries.push(parseEntry(source));
  while (source.take(","));
  source.expect("}");
  return { type: "object", entries };
}

function parseEntry(source: Source): PatternEntry {
  if (source.isAt("variable")) {
    const variable = source.next().text;
    const value = source.take(":") ? parsePattern(source) : undefined;
    return { key: { type: "literal", value: stringNode(variable) }, variable, value };
  }
  const key = parseKey(source);
  source.expect(":");
  return { key, variable: undefined, value: parsePattern(source) };
}

function parseKey(source: Source): PatternEntry["key"] {
  if (source.isAt("name") || source.isAt("keyword"))
    return { type: "literal", value: stringNode(source.next().text) };
  if (source.isAt("quote")) return parseString(source);
  source.expect("(");
  const key = source.parseQuery(source);
  source.expect(")");
  return key;
}
