import { QueryTooCostly } from "./jq/budget.ts";
import { problemEntry } from "../_lib/results/syntax-problem.ts";
import { dumpBeginning } from "./jq/dump.ts";
import { Halt, JqError, Unsupported } from "./jq/errors.ts";
import { Machine } from "./jq/machine.ts";
import { compileProgram } from "./jq/run.ts";
import { list, NULL } from "./jq/values.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import type { Entry } from "../_core/tool.ts";
import type { Failure } from "../json-query.ts";
import {
  budgetError,
  LONGEST_MESSAGE,
  type QueryOutcome,
  refused,
  runtimeError,
  TOO_MANY_LEVELS,
  TOO_MUCH_WORK,
} from "./outcome.ts";
import { Settler } from "./settle.ts";

export interface JqRequest {
  readonly query: string;
  readonly documents: readonly JsonNode[];
  readonly slurp: boolean;
  readonly nullInput: boolean;
  readonly args: readonly (readonly [name: string, value: JsonNode])[];
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly now: number;
  /** How many times larger than usual the input is. */
  readonly growth: number;
}

const MOST_RESULTS = 100_000;

/** Runs a jq program on each document, on all of them as an array, or on null. */
export function runJq(request: JqRequest): QueryOutcome {
  const program = compileProgram(request.query, request.args);
  if (!program.ok)
    return refused(problemEntry(program.problem, request.query, "the query", "/query"));
  const documents = request.slurp ? [list(request.documents)] : request.documents;
  let read = 0;
  const nextInput = () => documents[read++];
  const machine = new Machine({ now: request.now, nextInput }, request.growth);
  const mostResults = MOST_RESULTS * request.growth;
  const settler = new Settler(machine.spend);
  const results: JsonNode[] = [];
  const outcome = (error?: Entry<Failure>): QueryOutcome => ({
    results,
    valid: true,
    warnings: machine.notes.list(),
    ...(error === undefined ? {} : { error }),
  });
  try {
    let input = request.nullInput ? NULL : nextInput();
    while (input !== undefined) {
      for (const result of machine.run(program.code, input, program.env)) {
        if (results.length >= mostResults)
          return outcome(budgetError(`gives more than ${mostResults} results`));
        const plain = settler.settle(result);
        if (plain === undefined) return outcome(budgetError(TOO_MANY_LEVELS));
        results.push(plain);
      }
      input = request.nullInput ? undefined : nextInput();
    }
    return outcome();
  } catch (error) {
    if (error instanceof Halt && error.value === undefined) return outcome();
    return outcome(errorOf(error));
  }
}

function errorOf(error: unknown): Entry<Failure> {
  if (error instanceof JqError) return runtimeError(messageOf(error.value));
  if (error instanceof Halt) {
    const { value = NULL } = error;
    const text = value.type === "string" ? value.value : dumpBeginning(value, LONGEST_MESSAGE);
    return runtimeError(text, "The query called halt_error");
  }
  if (error instanceof QueryTooCostly) return budgetError(TOO_MUCH_WORK);
  if (error instanceof Unsupported) {
    const message = `Cannot run the query: found ${error.message}, expected ${error.expected}`;
    return { code: "QUERY_UNSUPPORTED", message, path: "/query" };
  }
  throw error;
}

/** An error's value as jq prints it. */
function messageOf(value: JsonNode): string {
  if (value.type === "string") return value.value;
  return value.type === "null"
    ? "null (null) not a string"
    : `(not a string): ${dumpBeginning(value, LONGEST_MESSAGE)}`;
}
