import { type Entry, fail, type Outcome } from "../../_core/tool.ts";

/** What stands in `failures` of a tool that checks fields itself: what relates two of them, or the text of a document. */
export const INPUT_FAILURES = {
  TOOL_INPUT_INVALID: "A field does not fit its bounds, or is missing",
  RANGE: "A value is outside its bounds",
  REQUIRED: "A field that the action needs is missing",
  FORM: "The text of a field is not of the form that the field needs",
  TYPE: "A value is of another type than its field",
  ENUM: "A word is none of those that its field lists",
  UNKNOWN_FIELD: "An object has a member that nobody reads",
} as const;

export type InputFailure = keyof typeof INPUT_FAILURES;

/** A value outside its bounds, as the runner reports those of a schema. */
export function outOfBounds(path: string, found: string, expected: string): Entry<"RANGE"> {
  const message = `Cannot use ${path}: found ${found}, expected ${expected}`;
  return { code: "RANGE", message, path, expected };
}

/** A text that no schema can judge: no name, no address, no time of day. */
export function wrongForm(path: string, found: string, expected: string): Entry<"FORM"> {
  const message = `Cannot use ${path}: found ${found}, expected ${expected}`;
  return { code: "FORM", message, path, expected };
}

/** A field that is missing, as the runner reports it. */
export function missingField(path: string, expected: string): Entry<"REQUIRED"> {
  const message = `Cannot run without ${path.slice(1)}: nothing was given, expected ${expected}`;
  return { code: "REQUIRED", message, path, expected };
}

/** The outcome for such entries: all problems at once under one error, as the runner gives it. */
export function inputInvalid<C extends string>(
  entries: readonly [Entry<C>, ...Entry<C>[]],
): Outcome<never, C | "TOOL_INPUT_INVALID", never> {
  const count = entries.length === 1 ? "1 problem" : `${entries.length} problems`;
  return fail<never, C | "TOOL_INPUT_INVALID">(entries, {
    error: {
      code: "TOOL_INPUT_INVALID",
      message: `Cannot run with this input: ${count}, first: ${entries[0].message}`,
    },
  });
}
