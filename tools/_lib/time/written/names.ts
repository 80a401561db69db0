/** Words that dates are written with: months, days of the week, and zones by their abbreviations. */
import { MONTHS, WEEKDAYS } from "../calendar.ts";

/** Numbers by name and by every abbreviation of at least three letters: `sep`, `sept` and `september` are 9. */
function byBeginning(names: readonly string[], first: number): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  for (const [index, name] of names.entries()) {
    for (let length = 3; length <= name.length; length++) {
      numbers.set(name.slice(0, length).toLowerCase(), index + first);
    }
  }
  return numbers;
}

/** 1 for January. */
export const MONTH_NUMBERS = byBeginning(MONTHS, 1);
/** 0 for Sunday. */
export const WEEKDAY_NUMBERS = byBeginning(WEEKDAYS, 0);

/**
 * Hours east of UTC of abbreviations that stand for one offset only, wherever they are used today; those with
 * several, such as CST and IST, are missing.
 */
const HOURS_EAST: Readonly<Record<string, number>> = {
  ACDT: 10.5,
  ACST: 9.5,
  ADT: -3,
  AEDT: 11,
  AEST: 10,
  AKDT: -8,
  AKST: -9,
  AWST: 8,
  CAT: 2,
  CEST: 2,
  CET: 1,
  EAT: 3,
  EDT: -4,
  EEST: 3,
  EET: 2,
  EST: -5,
  GMT: 0,
  HDT: -9,
  HKT: 8,
  HST: -10,
  JST: 9,
  KST: 9,
  MDT: -6,
  MEST: 2,
  MET: 1,
  MSK: 3,
  MST: -7,
  NDT: -2.5,
  NST: -3.5,
  NZDT: 13,
  NZST: 12,
  PDT: -7,
  PKT: 5,
  SAST: 2,
  SGT: 8,
  UT: 0,
  UTC: 0,
  WAT: 1,
  WEST: 1,
  WET: 0,
  WIB: 7,
  WIT: 9,
  WITA: 8,
  Z: 0,
};

/** Seconds east of UTC of an abbreviation with one meaning. */
export function offsetOfAbbreviation(text: string): number | undefined {
  const name = text.toUpperCase();
  const hours = Object.hasOwn(HOURS_EAST, name) ? HOURS_EAST[name] : undefined;
  return hours === undefined ? undefined : hours * 3600;
}
