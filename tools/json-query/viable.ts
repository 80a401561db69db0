import type { Problem } from "../_lib/results/syntax-problem.ts";
import { characterAt, describe } from "../_lib/text/character.ts";

/**
 * The problem of a text in a language of tokens, moved to the length of the longest prefix that some query
 * begins with: a token is refused where it starts, but may begin as one that fits does. `problemOf` reads a text.
 */
export function atViablePrefix<C extends string>(
  problem: Problem<C>,
  text: string,
  tokens: readonly string[],
  problemOf: (text: string) => Problem<C> | undefined,
): Problem<C> {
  let { offset } = problem;
  for (const token of tokens) {
    const length = sharedLength(token, text, problem.offset);
    if (problem.offset + length <= offset) continue;
    const trial = text.slice(0, problem.offset) + token;
    const found = problemOf(`${trial} `);
    if (found === undefined || found.offset >= trial.length) offset = problem.offset + length;
  }
  if (offset === problem.offset) return problem;
  const character = characterAt(text, offset);
  const found = character === "" ? "the end of the query" : describe(character);
  return { ...problem, offset, found };
}

function sharedLength(token: string, text: string, offset: number): number {
  let length = 0;
  while (length < token.length && token.charAt(length) === text.charAt(offset + length)) length++;
  return length;
}
