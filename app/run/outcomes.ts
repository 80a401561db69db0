import { type Entry, fail, type Outcome } from "../../tools/_core/tool.ts";

/** Text that holds no JSON is named as that. */
const SYNTAX_CODES: ReadonlySet<string> = new Set(["JSON_SYNTAX", "INPUT_TOO_DEEP"]);

/** The outcome of a run whose input does not fit the tool's schema: all problems at once. */
export function inputInvalid(errors: readonly Entry[]): Outcome {
  if (errors.every(({ code }) => SYNTAX_CODES.has(code))) return fail(errors as [Entry]);
  const count = errors.length === 1 ? "1 problem" : `${errors.length} problems`;
  return fail(errors as [Entry, ...Entry[]], {
    error: {
      code: "TOOL_INPUT_INVALID",
      message: `Cannot run with this input: ${count}, first: ${errors[0]?.message ?? ""}`,
    },
  });
}
