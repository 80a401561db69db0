import { Fault } from "../_lib/results/syntax-problem.ts";
import { LONGEST_OUTPUT } from "../_lib/results/output-limit.ts";

/** Ends a conversion whose output would be too long. */
export function outputFault(): Fault<"OUTPUT_TOO_LARGE"> {
  const [found, expected] = ["a longer output", `at most ${LONGEST_OUTPUT} characters`];
  return new Fault({ code: "OUTPUT_TOO_LARGE", offset: 0, found, expected });
}
