import { readProgram } from "./jq/run.ts";
import { parsePointer } from "../_lib/results/pointer.ts";
import { isJmespath, isJsonPath } from "./others.ts";
import type { Language } from "./outcome.ts";

/** The query where none is given: the whole document. */
export const DEFAULT_QUERIES: Readonly<Record<Language, string>> = {
  jq: ".",
  jmespath: "@",
  jsonpath: "$",
  pointer: "",
};

/** What is asked of a text, from the language that fewest texts are in. */
const TESTS: readonly (readonly [Language, (query: string) => boolean])[] = [
  ["jsonpath", (query) => query.startsWith("$") && isJsonPath(query)],
  ["pointer", (query) => query.startsWith("/") && parsePointer(query) !== undefined],
  ["jq", isJq],
  ["jmespath", isJmespath],
];

/** The language that a text which is not in `language` can be read in. */
export function otherLanguage(query: string, language: Language): Language | undefined {
  return TESTS.find(([candidate, test]) => candidate !== language && test(query))?.[0];
}

function isJq(query: string): boolean {
  return !("offset" in readProgram(query));
}
