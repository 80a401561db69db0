import type { Ctx, Entry } from "../../../_core/tool.ts";
import { dateFromDays, readDate, writeDate } from "../../time/calendar.ts";
import { outOfBounds } from "../../results/input-invalid.ts";

const MS_PER_DAY = 86_400_000;

/** The UTC day whose prices count, `YYYY-MM-DD`: the field's, or today. */
export function readAsOf(asOf: string | undefined, ctx: Ctx): string | Entry<"RANGE"> {
  if (asOf === undefined) return writeDate(dateFromDays(Math.floor(ctx.now() / MS_PER_DAY)));
  const date = readDate(asOf.trim());
  return date ? writeDate(date) : outOfBounds("/asOf", JSON.stringify(asOf), "a day that exists");
}
