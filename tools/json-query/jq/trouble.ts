import { Fault } from "../../_lib/results/syntax-problem.ts";
import { characterAt, describe } from "../../_lib/text/character.ts";

export type QueryCode = "QUERY_SYNTAX" | "QUERY_UNSUPPORTED";

/** What is thrown where no query goes on as the text does. */
export function syntaxFault(
  text: string,
  offset: number,
  expected: string,
  found = describe(characterAt(text, offset)),
): Fault<QueryCode> {
  return new Fault({ code: "QUERY_SYNTAX", offset, found, expected });
}

/** What is thrown where the query needs what there is not: modules, files, constructs of other engines. */
export function unsupportedFault(offset: number, found: string): Fault<QueryCode> {
  const expected = "a query that needs neither files nor modules";
  return new Fault({ code: "QUERY_UNSUPPORTED", offset, found, expected });
}
