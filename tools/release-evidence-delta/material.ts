/** What is compared: the evidence of two releases, under a policy. */
import { type DateProblem, isNoDay, readDay } from "../_lib/fields/date-field.ts";
import { writeDate } from "../_lib/time/calendar.ts";
import type { Evidence, Policy } from "../release-evidence-delta.ts";

export interface Material {
  readonly before: Evidence;
  readonly after: Evidence;
  readonly policy: Policy;
}

export interface Waiver {
  readonly code: string;
  readonly subject: string;
  /** YYYY-MM-DD; a waiver without an end has none. */
  readonly until: string | undefined;
}

/** The waivers with their last days, and the days that are none. */
export function readWaivers(given: Policy["waivers"]) {
  const problems: DateProblem[] = [];
  const waivers = given.map(({ code, subject = "*", until }, at): Waiver => {
    const day = readDay(until, `/policy/waivers/${at}/until`);
    if (isNoDay(day)) problems.push(day);
    return { code, subject, until: day && !isNoDay(day) ? writeDate(day) : undefined };
  });
  return { waivers, problems };
}
