/** Dates of 8, 12 or 14 digits: `20240229`, `202402291334`, `20240229133456`. */
import { daysFromDate, readDate } from "../calendar.ts";
import { NS_PER_DAY } from "../nanoseconds.ts";
import { timeOfDay } from "./clock.ts";

const DIGITS = /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)(\d\d)?)?$/;
/** Digits outside these years are more likely to count something. */
const [FIRST_YEAR, LAST_YEAR] = [1900, 2100];

/** The time on the wall that the digits spell, in nanoseconds since 1970; undefined where there is no such. */
export function spelledTime(text: string): bigint | undefined {
  const match = DIGITS.exec(text);
  if (!match) return undefined;
  const [, year = "", month = "", day = "", hour = "00", minute = "00", second = "00"] = match;
  const date = readDate(`${year}-${month}-${day}`);
  const time = timeOfDay(Number(hour), Number(minute), Number(second), 0n);
  if (!date || time === undefined || date.year < FIRST_YEAR || date.year > LAST_YEAR) {
    return undefined;
  }
  return BigInt(daysFromDate(date)) * NS_PER_DAY + time;
}
