const DATE = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/;
const TIME = /^([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]+)?(?:[zZ]|([+-])([0-9]{2}):([0-9]{2}))$/;
const DATE_LENGTH = 10;
const MINUTES_A_DAY = 1440;

// A unit may be left out only at either end, as appendix A of RFC 3339 has it.
const DAYS = "[0-9]+Y(?:[0-9]+M(?:[0-9]+D)?)?|[0-9]+M(?:[0-9]+D)?|[0-9]+D";
const HOURS = "[0-9]+H(?:[0-9]+M(?:[0-9]+S)?)?|[0-9]+M(?:[0-9]+S)?|[0-9]+S";
const DURATION = new RegExp(`^P(?:[0-9]+W|(?:${DAYS})(?:T(?:${HOURS}))?|T(?:${HOURS}))$`);

/** `full-date` of RFC 3339, of a day that the calendar has. */
export function isDate(text: string): boolean {
  const [, year, month, day] = DATE.exec(text) ?? [];
  if (day === undefined) return false;
  return Number(day) >= 1 && Number(day) <= daysOf(Number(year), Number(month));
}

/** Days of a month, 0 for a number that is no month. */
function daysOf(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  if (month < 1 || month > 12) return 0;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** `full-time` of RFC 3339; a leap second only where it is 23:59:60 in UTC. */
export function isTime(text: string): boolean {
  const [found, hour, minute, second, sign, offsetHour = "0", offsetMinute = "0"] =
    TIME.exec(text) ?? [];
  if (found === undefined) return false;
  if (Number(hour) > 23 || Number(minute) > 59) return false;
  if (Number(offsetHour) > 23 || Number(offsetMinute) > 59) return false;
  if (Number(second) < 60) return true;
  const offset = (Number(offsetHour) * 60 + Number(offsetMinute)) * (sign === "-" ? -1 : 1);
  const inUtc = (Number(hour) * 60 + Number(minute) - offset + MINUTES_A_DAY) % MINUTES_A_DAY;
  return Number(second) === 60 && inUtc === MINUTES_A_DAY - 1;
}

/** `date-time` of RFC 3339. */
export function isDateTime(text: string): boolean {
  return (
    /[tT]/.test(text.charAt(DATE_LENGTH)) &&
    isDate(text.slice(0, DATE_LENGTH)) &&
    isTime(text.slice(DATE_LENGTH + 1))
  );
}

/** `duration` of RFC 3339, appendix A. */
export function isDuration(text: string): boolean {
  return DURATION.test(text);
}
