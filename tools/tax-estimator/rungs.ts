/** Brackets as callers give them: each ends above the one before, the first above 0, and the last has no end. */
import type { Rung } from "./brackets.ts";

const PATH = "/brackets";

/** What is wrong with the brackets. */
export function problemOf(rungs: readonly Rung[]) {
  if (rungs.length === 0) {
    const expected = "at least one, such as { upTo: 20000, rate: 10 }";
    const message = `Cannot estimate a tax: found no brackets, expected ${expected}`;
    return { code: "BRACKETS_MISSING", message, path: PATH, expected } as const;
  }
  let below = 0;
  for (const [index, { upTo }] of rungs.entries()) {
    const isLast = index === rungs.length - 1;
    const isOpen = upTo === undefined || upTo === null;
    if (isOpen !== isLast) {
      const expected = isLast ? "no end, as of the last bracket" : "an end, as it is not the last";
      return invalid(`${PATH}/${index}`, isOpen ? "none" : `the end ${upTo}`, expected);
    }
    if (!isOpen && upTo <= below) {
      return invalid(`${PATH}/${index}/upTo`, `the end ${upTo}`, `one above ${below}`);
    }
    below = upTo ?? below;
  }
  return undefined;
}

function invalid(path: string, found: string, expected: string) {
  const message = `Cannot use the bracket: found ${found}, expected ${expected}`;
  return { code: "BRACKETS_INVALID", message, path, expected } as const;
}
