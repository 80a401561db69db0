import type { Entry } from "../_core/tool.ts";
import { WarningList } from "../_lib/results/entry-list.ts";
import { Fault, type Problem, problemEntry } from "../_lib/results/syntax-problem.ts";
import { ExpressionTooCostly, JmespathError } from "./jmespath/errors.ts";
import { evaluateExpression } from "./jmespath/evaluate.ts";
import { QueryTooCostly as TextTooLong } from "./jq/budget.ts";
import { parseExpression } from "./jmespath/parse.ts";
import type { Expression } from "./jmespath/syntax.ts";
import { findMember } from "../_lib/json/path/compare.ts";
import { evaluate, QueryTooCostly } from "../_lib/json/path/evaluate.ts";
import { readQuery } from "../_lib/json/path/query.ts";
import { formatPointer, isIndexToken, parsePointer } from "../_lib/results/pointer.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { beginning } from "../_lib/text/shown.ts";
import {
  budgetError,
  type QueryOutcome,
  refused,
  runtimeError,
  TOO_MANY_LEVELS,
  TOO_MUCH_WORK,
} from "./outcome.ts";
import { atViablePrefix } from "./viable.ts";

/** `growth`: how many times larger than usual the document is. */
export function runJmespath(query: string, root: JsonNode, growth: number): QueryOutcome {
  const expression = readExpression(query);
  if ("offset" in expression)
    return refused(problemEntry(expression, query, "the query", "/query"));
  const notes = new WarningList<"NUMBER_ROUNDED">();
  const note = (received: string, expected: string) => {
    const message = "A number that no double holds exactly was rounded to be computed with";
    notes.add("NUMBER_ROUNDED", () => ({ message, received, expected }));
  };
  try {
    const result = evaluateExpression(expression, root, { note, growth });
    const warnings = notes.list();
    return result === undefined
      ? { results: [], valid: true, error: budgetError(TOO_MANY_LEVELS), warnings }
      : { results: [result], valid: true, warnings };
  } catch (error) {
    return { results: [], valid: true, error: jmespathError(error), warnings: notes.list() };
  }
}

type SyntaxProblem = Problem<"QUERY_SYNTAX">;

const TOKENS = "|| && == != <= >= [] [? | & ! < > [ -1".split(" ");

function readExpression(query: string): Expression | SyntaxProblem {
  const read = tryRead(query);
  if (!("offset" in read)) return read;
  return atViablePrefix(read, query, TOKENS, (trial) => {
    const again = tryRead(trial);
    return "offset" in again ? again : undefined;
  });
}

function tryRead(query: string): Expression | SyntaxProblem {
  try {
    return parseExpression(query);
  } catch (error) {
    if (error instanceof Fault) return error.problem as SyntaxProblem;
    throw error;
  }
}

/** Whether the text is a JMESPath expression. */
export function isJmespath(query: string): boolean {
  return !("offset" in tryRead(query));
}

function jmespathError(error: unknown): Entry<"QUERY_RUNTIME" | "QUERY_BUDGET_EXCEEDED"> {
  if (error instanceof JmespathError) return runtimeError(error.message);
  if (error instanceof ExpressionTooCostly || error instanceof TextTooLong)
    return budgetError(TOO_MUCH_WORK);
  throw error;
}

const MOST_NODES = 100_000;

/** `growth`: how many times larger than usual the document is. */
export function runJsonPath(query: string, root: JsonNode, growth: number): QueryOutcome {
  const { query: parsed, problems } = readQuery(query);
  const [problem] = problems;
  if (parsed === undefined || problem !== undefined) {
    const entry =
      problem &&
      problemEntry({ ...problem, code: "QUERY_SYNTAX" as const }, query, "the query", "/query");
    return refused(entry ?? budgetError(TOO_MUCH_WORK));
  }
  try {
    const { matches } = evaluate(parsed, root, growth);
    const most = MOST_NODES * growth;
    const results = matches.slice(0, most).map(({ node }) => node);
    if (matches.length <= most) return { results, valid: true, warnings: [] };
    const error = budgetError(`gives more than ${most} results`);
    return { results, valid: true, error, warnings: [] };
  } catch (error) {
    if (!(error instanceof QueryTooCostly)) throw error;
    const message = "takes more than 2,000,000 units of work or 200,000 nodes";
    return { results: [], valid: true, error: budgetError(message), warnings: [] };
  }
}

/** Whether the text is a query of RFC 9535. */
export function isJsonPath(query: string): boolean {
  return readQuery(query).problems.length === 0;
}

export function runPointer(query: string, root: JsonNode): QueryOutcome {
  const tokens = parsePointer(query);
  if (tokens === undefined) return refused(pointerProblem(query));
  let node: JsonNode = root;
  for (const [depth, token] of tokens.entries()) {
    const child = childOf(node, token);
    if (child === undefined) {
      const error = notFound(node, tokens.slice(0, depth), token);
      return { results: [], valid: true, error, warnings: [] };
    }
    node = child;
  }
  return { results: [node], valid: true, warnings: [] };
}

function childOf(node: JsonNode, token: string): JsonNode | undefined {
  if (node.type === "object") return findMember(node, token);
  if (node.type === "array" && isIndexToken(token)) return node.items[Number(token)];
  return undefined;
}

function notFound(
  node: JsonNode,
  prefix: readonly string[],
  token: string,
): Entry<"POINTER_NOT_FOUND"> {
  const place = JSON.stringify(formatPointer(prefix));
  const named = JSON.stringify(beginning(token, 100));
  const found =
    node.type === "array"
      ? `an array of ${node.items.length} items without ${named}`
      : node.type === "object"
        ? `an object without ${named}`
        : `a value of type ${node.type}, which has no members`;
  return {
    code: "POINTER_NOT_FOUND",
    message: `Cannot follow the pointer beyond ${place}: found ${found}, expected a place that exists`,
    path: "/query",
    received: formatPointer(prefix),
  };
}

function pointerProblem(query: string): Entry<"QUERY_SYNTAX"> {
  const isRooted = query.startsWith("/");
  const offset = isRooted ? query.search(/~(?![01])/) + 1 : 0;
  const expected = isRooted ? '"0" or "1" behind "~"' : '"/" or an empty pointer';
  const found =
    query.charAt(offset) === "" ? "the end of the query" : JSON.stringify(query.charAt(offset));
  return problemEntry(
    { code: "QUERY_SYNTAX", offset, found, expected },
    query,
    "the query",
    "/query",
  );
}
