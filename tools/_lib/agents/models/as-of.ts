/** The day whose prices count. */
import type { Ctx } from "../../../_core/tool.ts";
import { type DateProblem, dayInvalid } from "../../fields/date-field.ts";
import { dateFromDays, readDate, writeDate } from "../../time/calendar.ts";

const MS_PER_DAY = 86_400_000;

/** The UTC day, `YYYY-MM-DD`: the field's, or today. */
export function readAsOf(asOf: string | undefined, ctx: Ctx): string | DateProblem {
  if (asOf === undefined) return writeDate(dateFromDays(Math.floor(ctx.now() / MS_PER_DAY)));
  const date = readDate(asOf.trim());
  return date ? writeDate(date) : dayInvalid(asOf, "/asOf");
}
