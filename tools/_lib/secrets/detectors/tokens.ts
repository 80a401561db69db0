/** The tokens that stand for values: `[EMAIL_1]`, or `[EMAIL:0a1b2c3d]` under a salt. */
import { DETECTORS } from "./table.ts";

/** The label of strings that only their entropy gives away. */
export const ENTROPY_LABEL = "ENTROPY";

const LABELS: ReadonlySet<string> = new Set([
  ...DETECTORS.map(({ label }) => label),
  ENTROPY_LABEL,
]);

const TOKEN = /\[([A-Z][A-Z0-9_]*)(?:_([1-9][0-9]*)|:[0-9a-f]{8})\]/g;

export interface Token {
  readonly start: number;
  readonly end: number;
  readonly label: string;
  /** Of a numbered one. */
  readonly number: number | undefined;
}

/** The tokens in a text that has been redacted before, with known labels or those of `patterns`. */
export function tokensIn(text: string, patterns: readonly { readonly name: string }[]): Token[] {
  const names = new Set(patterns.map(({ name }) => name));
  return Array.from(text.matchAll(TOKEN), ({ 0: { length }, 1: label = "", 2: number, index }) => ({
    start: index,
    end: index + length,
    label,
    number: number === undefined ? undefined : Number(number),
  })).filter(({ label }) => LABELS.has(label) || names.has(label));
}
