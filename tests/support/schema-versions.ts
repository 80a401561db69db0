/** Two versions of a JSON Schema and what is said about them. */
import tool from "../../tools/json-schema-compatibility-diff.ts";
import { runUnit } from "./run-unit.ts";

export function run(before: unknown, after: unknown, more: object = {}) {
  return runUnit(tool as never, { before, after, ...more });
}

export interface Change {
  readonly code: string;
  readonly path: string;
  readonly backward: boolean;
  readonly forward: boolean;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly witness?: unknown;
}

export interface Diff {
  readonly compatible: { backward: boolean; forward: boolean; full: boolean };
  readonly changes: readonly Change[];
  readonly history: readonly object[];
  readonly counts: object;
}

export function diff(before: unknown, after: unknown, more: object = {}): Diff {
  const { value, errors } = run(before, after, more);
  if (!value) throw new Error(`No result: ${JSON.stringify(errors)}`);
  return value as Diff;
}

const word = (isCompatible: boolean) => (isCompatible ? "yes" : "no");

/** Each change in a line: `CODE /path yes/no`, backward first. */
export function changes(before: unknown, after: unknown, more: object = {}): string[] {
  return diff(before, after, more).changes.map(
    ({ code, path, backward, forward }) => `${code} ${path} ${word(backward)}/${word(forward)}`,
  );
}

/** The verdict as `yes/no`. */
export function verdict(before: unknown, after: unknown, more: object = {}): string {
  const { backward, forward } = diff(before, after, more).compatible;
  return `${word(backward)}/${word(forward)}`;
}
