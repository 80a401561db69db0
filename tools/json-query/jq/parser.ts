import { parseDefinition, parsePatterns } from "./parse-definitions.ts";
import { parseTerm } from "./parse-terms.ts";
import { type Rules, Source } from "./source.ts";
import { type Query, IDENTITY } from "./syntax.ts";
import { syntaxFault, unsupportedFault } from "./trouble.ts";

/** Reads a jq program; throws a `Fault` where it is none. */
export function parseProgram(text: string): Query {
  const source = new Source(text, RULES);
  refuseModules(source);
  if (source.isAt("end")) return IDENTITY;
  const query = parseQuery(source);
  if (!source.isAt("end")) throw source.unexpected("an operator or the end of the query");
  return query;
}

/** Reads definitions that stand one after another, without a query behind them. */
export function parseDefinitions(text: string): ReturnType<typeof parseDefinition>[] {
  const source = new Source(text, RULES);
  const definitions = [];
  while (!source.isAt("end")) definitions.push(parseDefinition(source));
  return definitions;
}

const RULES: Rules = {
  parseQuery,
  parseOperators: (source) => parseOperators(source),
};

function refuseModules(source: Source): void {
  const { type, text, start } = source.token;
  if (type === "keyword" && (text === "import" || text === "include" || text === "module"))
    throw unsupportedFault(start, `the directive ${text}`);
}

/** A query with pipes: what may stand in parentheses. */
function parseQuery(source: Source): Query {
  source.enter();
  const steps: Query[] = [];
  let items: Query[] = [];
  for (;;) {
    items.push(parseItem(source));
    if (source.take(",")) continue;
    steps.push(items.reduce((left, right) => ({ type: "comma", left, right })));
    items = [];
    if (!source.take("|")) break;
  }
  source.leave();
  return steps.reduceRight((right, left) => ({ type: "pipe", left, right }));
}

/** An item of a comma list; definitions, labels and bindings reach to the end of the query. */
function parseItem(source: Source): Query {
  if (source.isKeyword("def")) {
    const definition = parseDefinition(source);
    return { type: "define", definition, rest: parseQuery(source) };
  }
  if (source.takeKeyword("label")) {
    const name = source.expectVariable();
    source.expect("|");
    return { type: "label", name, body: parseQuery(source) };
  }
  const left = parseOperators(source);
  if (!source.takeKeyword("as")) return left;
  const patterns = parsePatterns(source);
  source.expect("|");
  return { type: "bind", source: left, patterns, body: parseQuery(source) };
}

type Associativity = "left" | "right" | "none";

interface Operator {
  readonly power: number;
  readonly associativity: Associativity;
}

/** From the loosest to the tightest. */
const LEVELS: readonly (readonly [Associativity, readonly string[]])[] = [
  ["right", ["//"]],
  ["none", ["=", "|=", "+=", "-=", "*=", "/=", "%=", "//="]],
  ["left", ["or"]],
  ["left", ["and"]],
  ["none", ["==", "!=", "<", "<=", ">", ">="]],
  ["left", ["+", "-"]],
  ["left", ["*", "/", "%"]],
];

const OPERATORS: ReadonlyMap<string, Operator> = new Map(
  LEVELS.flatMap(([associativity, texts], power) =>
    texts.map((text) => [text, { power, associativity }] as const),
  ),
);

/** Operators by precedence climbing, from the loosest that is at least `least`. */
function parseOperators(source: Source, least = 0): Query {
  let left = parseUnary(source);
  let most = Number.POSITIVE_INFINITY;
  for (;;) {
    const { type, text, start } = source.token;
    const operator = type === "punctuation" || type === "keyword" ? OPERATORS.get(text) : undefined;
    if (operator === undefined || operator.power < least) return left;
    if (operator.power > most)
      throw syntaxFault(source.text, start, "parentheses, for this operator does not chain");
    source.next();
    const { power, associativity } = operator;
    const right = parseOperators(source, associativity === "right" ? power : power + 1);
    left = operation(text, left, right);
    most = associativity === "none" ? power - 1 : power;
  }
}

function operation(text: string, left: Query, right: Query): Query {
  switch (text) {
    case "//":
      return { type: "alternative", left, right };
    case "and":
    case "or":
      return { type: text, left, right };
    case "=":
    case "|=":
    case "+=":
    case "-=":
    case "*=":
    case "/=":
    case "%=":
    case "//=":
      return { type: "assign", operator: text, left, right };
    default:
      return { type: "binary", operator: text as "+", left, right };
  }
}

function parseUnary(source: Source): Query {
  if (source.isKeyword("def") || source.isKeyword("label")) return parseQuery(source);
  if (source.take("-")) {
    source.enter();
    const body = parseUnary(source);
    source.leave();
    return { type: "negate", body };
  }
  if (!source.takeKeyword("try")) return parseTerm(source);
  source.enter();
  const body = parseUnary(source);
  const handler = source.takeKeyword("catch") ? parseUnary(source) : undefined;
  source.leave();
  return { type: "try", body, handler };
}
