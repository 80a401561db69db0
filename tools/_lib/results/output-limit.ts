import type { Entry } from "../../_core/tool.ts";

/** The longest `output` that a tool gives, in UTF-16 code units. */
export const LONGEST_OUTPUT = 2_000_000;

/** The failure of `outputTooLarge`, to be spread into a tool's `failures`. */
export const OUTPUT_FAILURES = {
  OUTPUT_TOO_LARGE: "The output would be longer than 2,000,000 characters",
} as const;

export function outputTooLarge(hint?: string): Entry<"OUTPUT_TOO_LARGE"> {
  const message = `Cannot write the output: it is longer than ${LONGEST_OUTPUT} characters, the most there may be`;
  return { code: "OUTPUT_TOO_LARGE", message, ...(hint === undefined ? {} : { hint }) };
}
