/** How much and for how long: the flags `--max-input-chars` and `--deadline` of the commands that run tools. */
import { UsageError } from "../flags/usage-error.ts";
import { MOST_INPUT_CHARS, readInputChars, sizes } from "../run/sizes.ts";
import { type Terms, within } from "../run/terms.ts";

export const TERMS_FLAGS = {
  "max-input-chars": { value: "N", about: "how large the input may be (20,000,000)" },
  deadline: { value: "SECONDS", about: "how long it may take (60)" },
} as const;

const DEFAULT_SECONDS = 60;
const MOST_SECONDS = 86_400;

/** Sets the size and gives the terms. On one's own machine a tool takes as much as it can. */
export function readTerms(named: ReadonlyMap<string, string>): Terms {
  const characters = named.get("max-input-chars");
  sizes.inputChars = MOST_INPUT_CHARS;
  if (characters !== undefined) sizes.inputChars = readInputChars(characters);
  const seconds = named.get("deadline");
  return within(
    (seconds === undefined ? DEFAULT_SECONDS : readSeconds(seconds)) * 1000,
    "terminal",
  );
}

function readSeconds(text: string): number {
  const seconds = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : 0;
  if (seconds > 0 && seconds <= MOST_SECONDS) return seconds;
  throw new UsageError(`--deadline ${text} is not a number of seconds up to ${MOST_SECONDS}`);
}
