import type { Entry } from "../../_core/tool.ts";

/**
 * The longest `output`, in UTF-16 code units, of tools that make much from little. Those that write again what they
 * read take `ctx.longestOutput`, which grows with the input.
 */
export const LONGEST_OUTPUT = 2_000_000;
/** For each character of the input, where that is more. */
export const OUTPUT_OF_A_CHARACTER = 10;

/** The failure of `outputTooLarge`, to be spread into a tool's `failures`. */
export const OUTPUT_FAILURES = {
  OUTPUT_TOO_LARGE:
    "The output would be longer than 2,000,000 characters, or ten times a larger input",
} as const;

export function outputTooLarge(hint?: string, longest = LONGEST_OUTPUT): Entry<"OUTPUT_TOO_LARGE"> {
  const message = `Cannot write the output: it is longer than ${longest} characters, the most there may be`;
  return { code: "OUTPUT_TOO_LARGE", message, ...(hint === undefined ? {} : { hint }) };
}
