/** Dates of HTTP (RFC 9110, section 5.6.7) and of mail (RFC 5322 with its obsolete forms). */
import { daysFromDate, daysInMonth, MONTHS, weekdayOfDays, WEEKDAYS } from "../calendar.ts";
import { localFromNs, NS_PER_DAY, NS_PER_SECOND } from "../nanoseconds.ts";
import { timeOfDay } from "../written/clock.ts";
import { MONTH_NUMBERS } from "../written/names.ts";
import {
  isReading,
  noticed,
  problem,
  foundText,
  type Reading,
  type ReadingProblem,
  type ReadingWarning,
} from "./reading.ts";

const short = (names: readonly string[]): string[] => names.map((name) => name.slice(0, 3));
const [DAY, LONG_DAY, MONTH] = [short(WEEKDAYS), WEEKDAYS, short(MONTHS)].map((names) =>
  names.join("|"),
);
const TIME = "(?<hour>\\d\\d):(?<minute>\\d\\d):(?<second>\\d\\d)";

const IMF_FIXDATE = new RegExp(
  `^(?<name>${DAY}), (?<day>\\d\\d) (?<month>${MONTH}) (?<year>\\d{4}) ${TIME} GMT$`,
);
const RFC_850 = new RegExp(
  `^(?<name>${LONG_DAY}), (?<day>\\d\\d)-(?<month>${MONTH})-(?<shortYear>\\d\\d) ${TIME} GMT$`,
);
const ASCTIME = new RegExp(
  `^(?<name>${DAY}) (?<month>${MONTH}) (?<day>[ \\d]\\d) ${TIME} (?<year>\\d{4})$`,
);
const MAIL = new RegExp(
  `^(?:(?<name>${DAY}) ?, ?)?(?<day>\\d\\d?) (?<month>${MONTH}) (?<year>\\d{2,4}) (?<hour>\\d\\d) ?: ?(?<minute>\\d\\d)(?: ?: ?(?<second>\\d\\d))? (?<zone>[+-]\\d{4}|UTC?|GMT|Z|[ECMP][SD]T)$`,
  "i",
);

/** Hours east of UTC in the zones of RFC 822 that keep a meaning. */
const MAIL_ZONES: Readonly<Record<string, number>> = {
  EDT: -4,
  EST: -5,
  CDT: -5,
  CST: -6,
  MDT: -6,
  MST: -7,
  PDT: -7,
  PST: -8,
};

type Groups = Readonly<Record<string, string | undefined>>;

/** The time that the text says; undefined where it has none of the forms. `now` in ns since 1970. */
export function readMailDate(text: string, now: bigint): Reading | ReadingProblem | undefined {
  const http = (IMF_FIXDATE.exec(text) ?? ASCTIME.exec(text))?.groups;
  if (http) return placeDate(text, http, Number(http["year"]), 0, "http");
  const old = RFC_850.exec(text)?.groups;
  if (old) return placeRfc850(text, old, now);
  const mail = MAIL.exec(withoutComments(text))?.groups;
  if (!mail) return undefined;
  const offset = mailOffset(mail["zone"] ?? "");
  if (offset === undefined) {
    return problem("TIMESTAMP_INVALID", `the zone ${mail["zone"]}`, "an offset up to ±2359");
  }
  return placeDate(text, mail, mailYear(mail["year"] ?? ""), offset, "rfc2822");
}

/** Comments in parentheses, nested, become white space, and all white space one space. */
function withoutComments(text: string): string {
  let plain = "";
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (depth > 0 && character === "\\") at++;
    else if (character === "(") depth++;
    else if (character === ")" && depth > 0) {
      depth--;
      plain += " ";
    } else if (depth === 0) plain += character;
  }
  return plain.replace(/\s+/g, " ").trim();
}

/** Two digits up to 49 are of this century; others below 1000 count from 1900. */
function mailYear(text: string): number {
  const year = Number(text);
  if (text.length === 4) return year;
  return year < 50 && text.length === 2 ? 2000 + year : 1900 + year;
}

function mailOffset(zone: string): number | undefined {
  if (!/^[+-]/.test(zone)) return (MAIL_ZONES[zone.toUpperCase()] ?? 0) * 3600;
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(3))];
  if (hours > 23 || minutes > 59) return undefined;
  return (hours * 3600 + minutes * 60) * (zone.startsWith("-") ? -1 : 1);
}

/** A year of two digits that would be more than 50 years ahead is of the century before. */
function placeRfc850(text: string, groups: Groups, now: bigint): Reading | ReadingProblem {
  const today = localFromNs(now);
  const year = today.year - (today.year % 100) + Number(groups["shortYear"]);
  const read = placeDate(text, groups, year, 0, "http");
  const limit =
    now +
    BigInt(daysFromDate({ ...today, year: today.year + 50 }) - daysFromDate(today)) * NS_PER_DAY;
  const isAhead = isReading(read) ? read.ns > limit : year > today.year + 50;
  return isAhead ? placeDate(text, groups, year - 100, 0, "http") : read;
}

function placeDate(
  text: string,
  groups: Groups,
  year: number,
  offset: number,
  format: "http" | "rfc2822",
): Reading | ReadingProblem {
  const { name, month = "", second = "00" } = groups;
  const number = MONTH_NUMBERS.get(month.toLowerCase()) ?? 0;
  const day = Number(groups["day"]);
  if (year < 1) return problem("TIMESTAMP_RANGE", `the year ${year}`, "a year from 1 to 9999");
  if (day < 1 || day > daysInMonth(year, number)) {
    return problem("TIMESTAMP_INVALID", foundText(text), "a date that exists");
  }
  const time = timeOfDay(Number(groups["hour"]), Number(groups["minute"]), Number(second), 0n);
  if (time === undefined) {
    return problem("TIMESTAMP_INVALID", foundText(text), "a time of day up to 24:00:00");
  }
  const days = daysFromDate({ year, month: number, day });
  const warnings: ReadingWarning[] = [];
  if (second === "60") warnings.push(noticed("LEAP_SECOND"));
  const weekday = WEEKDAYS[weekdayOfDays(days)] ?? "";
  if (name && !weekday.toLowerCase().startsWith(name.toLowerCase().slice(0, 3))) {
    warnings.push(
      noticed("WEEKDAY_MISMATCH", `The text says ${name}, but its date is a ${weekday}`),
    );
  }
  const ns = BigInt(days) * NS_PER_DAY + time - BigInt(offset) * NS_PER_SECOND;
  return { format, unit: null, ns, warnings };
}
