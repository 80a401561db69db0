/** Words that a password should not be made of: the most common passwords, and the user's own. */
import { countCodePoints } from "../_lib/text/code-points.ts";
import { COMMON_PASSWORDS } from "../_lib/secrets/common-passwords/frequency-lists.ts";

/** The cost of the analysis grows faster than the length. */
export const ANALYSED_LENGTH = 100;

let common: ReadonlySet<string> | undefined;

export function isCommon(password: string): boolean {
  common ??= new Set(COMMON_PASSWORDS);
  return common.has(password.toLowerCase());
}

const LEAST_PART = 3;
const LEAST_CONTEXT_PART = 4;

/** The items in lower case, then their parts of three characters and more, without repeats. */
export function userWords(items: readonly string[]): string[] {
  const whole = items.map((item) => item.toLowerCase()).filter(Boolean);
  return [...new Set([...whole, ...partsOf(whole, LEAST_PART)])];
}

/** What a password may not contain: items of three characters and more, parts of four. */
export function contextWords(items: readonly string[]): string[] {
  const whole = items.map((item) => item.toLowerCase());
  return [
    ...whole.filter((item) => countCodePoints(item) >= LEAST_PART),
    ...partsOf(whole, LEAST_CONTEXT_PART),
  ];
}

function partsOf(items: readonly string[], least: number): string[] {
  return items
    .flatMap((item) => item.split(/[^\p{L}\p{N}]+/u))
    .filter((part) => countCodePoints(part) >= least);
}
