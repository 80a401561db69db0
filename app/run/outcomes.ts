import { type Entry, fail, type Outcome } from "../../tools/_core/tool.ts";

/** The outcome of a run whose input does not fit the tool's schema: all problems at once. */
export function inputInvalid(errors: readonly Entry[]): Outcome {
  const count = errors.length === 1 ? "1 problem" : `${errors.length} problems`;
  return fail(errors as [Entry, ...Entry[]], {
    error: {
      code: "TOOL_INPUT_INVALID",
      message: `Cannot run with this input: ${count}, first: ${errors[0]?.message ?? ""}`,
    },
  });
}
