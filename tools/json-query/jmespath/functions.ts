import { JmespathError } from "./errors.ts";
import type { Evaluator } from "./evaluate.ts";
import { FUNCTIONS } from "./function-table.ts";
import type { Argument, Wanted } from "./function-spec.ts";
import type { JsonNode } from "../../_lib/json/tree/tree.ts";

/** Calls a function of the specification. */
export function callFunction(
  name: string,
  args: readonly Argument[],
  evaluator: Evaluator,
): JsonNode {
  const spec = FUNCTIONS.get(name);
  if (spec === undefined)
    throw new JmespathError("unknown-function", `there is no function ${name}()`);
  const { wants, variadic = false } = spec;
  if (variadic ? args.length < wants.length : args.length !== wants.length) {
    const count = `${variadic ? "at least " : ""}${wants.length}`;
    const detail = `${name}() takes ${count} arguments, ${args.length} were given`;
    throw new JmespathError("invalid-arity", detail);
  }
  for (const [index, arg] of args.entries()) {
    const wanted = wants[Math.min(index, wants.length - 1)] ?? "any";
    if (!fits(arg, wanted)) throw wrongType(name, index, wanted, arg);
  }
  return spec.run(args, evaluator);
}

function fits(arg: Argument, wanted: Wanted): boolean {
  if (typeof arg === "function") return wanted === "reference";
  return wanted === "any" || (wanted !== "reference" && wanted.includes(arg.type));
}

function typeOf(arg: Argument): string {
  return typeof arg === "function" ? "expression" : arg.type;
}

function wrongType(name: string, index: number, wanted: Wanted, arg: Argument): JmespathError {
  const expected =
    wanted === "reference"
      ? "an expression (&…)"
      : wanted === "any"
        ? "a value"
        : wanted.join(" or ");
  const detail = `argument ${index + 1} of ${name}() is ${typeOf(arg)}, expected ${expected}`;
  return new JmespathError("invalid-type", detail);
}
