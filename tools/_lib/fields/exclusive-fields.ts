/** Rules between fields, and dates, as finance tools have them. */
import type { Entry } from "../../_core/tool.ts";
import { beginning } from "../text/shown.ts";
import { type CalendarDate, readDate } from "../time/calendar.ts";

export const CONFLICT_FAILURES = {
  CONFLICTING_FIELDS: "Fields that exclude one another were given together",
} as const;

export const INSUFFICIENT_FAILURES = {
  INSUFFICIENT_INPUT: "Of several alternatives too few fields were given",
} as const;

/** Too few fields of several alternatives; `expected` names the combinations that do. */
export function insufficientInput(
  act: string,
  found: readonly string[],
  expected: string,
  path?: string,
): Entry<"INSUFFICIENT_INPUT"> {
  const given = found.length === 0 ? "nothing" : `only ${found.join(", ")}`;
  const message = `Cannot ${act}: found ${given}, expected ${expected}`;
  return { code: "INSUFFICIENT_INPUT", message, path, expected };
}

/** One entry for each pair of fields of which both were given. */
export function conflictsOf<T extends object>(
  input: T,
  pairs: readonly (readonly [keyof T & string, keyof T & string])[],
): Entry<"CONFLICTING_FIELDS">[] {
  return pairs
    .filter(([a, b]) => input[a] !== undefined && input[b] !== undefined)
    .map(([a, b]) => ({
      code: "CONFLICTING_FIELDS",
      message: `Cannot use ${a} and ${b} together: found both, expected ${a}, or ${b}, or neither`,
      path: `/${b}`,
    }));
}

export const DATE_FAILURES = {
  DATE_INVALID: "A date is not written YYYY-MM-DD, or names a day that does not exist",
} as const;

const SHOWN_CHARACTERS = 40;

/** The date of a field, undefined where the field is. */
export function readDateField(
  text: string | undefined,
  path: string,
): CalendarDate | Entry<"DATE_INVALID"> | undefined {
  return text === undefined ? undefined : (readDate(text.trim()) ?? dateInvalid(text, path));
}

/** Whether `readDateField` found that the field is no date. */
export function isNoDate(
  read: CalendarDate | Entry<"DATE_INVALID"> | undefined,
): read is Entry<"DATE_INVALID"> {
  return read !== undefined && "code" in read;
}

/** A date that does not exist, or that goes beyond the calendar. */
export function dateInvalid(found: string, path: string): Entry<"DATE_INVALID"> {
  const shown = JSON.stringify(beginning(found, SHOWN_CHARACTERS));
  const expected = "a day of the years 0001 to 9999, written YYYY-MM-DD";
  const message = `Cannot use the date: found ${shown}, expected ${expected}`;
  return { code: "DATE_INVALID", message, path, expected };
}
