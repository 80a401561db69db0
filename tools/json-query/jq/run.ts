import { Fault, type Problem } from "../../_lib/results/syntax-problem.ts";
import type { JsonNode } from "../../_lib/json/tree/tree.ts";
import { arrayNode, memberNode, objectNode } from "../../_lib/json/tree/tree.ts";
import { atViablePrefix } from "../viable.ts";
import { compile } from "./compile.ts";
import type { Code, Env } from "./machine.ts";
import { parseProgram } from "./parser.ts";
import type { Scope } from "./scope.ts";
import { KEYWORDS, type Query } from "./syntax.ts";
import type { QueryCode } from "./trouble.ts";
import { NULL } from "./values.ts";

/** A program that can run, with its variables. */
export interface Program {
  readonly ok: true;
  readonly code: Code;
  readonly env: Env | undefined;
}

interface Failure {
  readonly ok: false;
  readonly problem: Problem<QueryCode>;
}

/** One token of each kind, and all that are written with letters or several signs. */
const TOKENS = [
  ...KEYWORDS,
  ..."-1 = | / < > ? . + * % != == <= >= // ?// .. |= += -= *= /= %= //= .name $name @text e1 e+1 e-1".split(
    " ",
  ),
];

/** Reads a program; a problem where it is none. */
export function readProgram(text: string): Query | Problem<QueryCode> {
  const read = tryRead(text);
  if (!("offset" in read) || read.code !== "QUERY_SYNTAX") return read;
  return atViablePrefix(read, text, TOKENS, (trial) => {
    const again = tryRead(trial);
    return "offset" in again ? again : undefined;
  });
}

function tryRead(text: string): Query | Problem<QueryCode> {
  try {
    return parseProgram(text);
  } catch (error) {
    if (error instanceof Fault) return error.problem as Problem<QueryCode>;
    throw error;
  }
}

/** Compiles a program whose variables `args` names; a problem where it is none. */
export function compileProgram(
  text: string,
  args: readonly (readonly [name: string, value: JsonNode])[],
): Program | Failure {
  const query = readProgram(text);
  if ("offset" in query) return { ok: false, problem: query };
  const named = objectNode(args.map(([name, value]) => memberNode(name, value)));
  const variables: (readonly [string, JsonNode])[] = [
    ["ENV", objectNode([])],
    ["JQ_BUILD_CONFIGURATION", NULL],
    ["ARGS", objectNode([memberNode("positional", arrayNode([])), memberNode("named", named)])],
    ...args,
  ];
  let scope: Scope | undefined;
  let env: Env | undefined;
  for (const [name, value] of variables) {
    scope = { parent: scope, name: `$${name}` };
    env = { parent: env, value };
  }
  try {
    return { ok: true, code: compile(query, scope), env };
  } catch (error) {
    if (error instanceof Fault) return { ok: false, problem: error.problem as Problem<QueryCode> };
    throw error;
  }
}
