/**
 * Public holidays by rule: of the US federal government (5 U.S.C. 6103), of the United Kingdom (Banking and
 * Financial Dealings Act 1971 and proclamations), and closing days of TARGET (European Central Bank).
 * Days are counted from 1970-01-01.
 */
import {
  type CalendarDate,
  daysFromDate,
  daysInMonth,
  readDate,
  weekdayOfDays,
} from "../_lib/time/calendar.ts";

export const CALENDARS = [
  "none",
  "us-federal",
  "uk-england-wales",
  "uk-scotland",
  "uk-northern-ireland",
  "target2",
] as const;

export type Calendar = (typeof CALENDARS)[number];

export interface Holiday {
  readonly day: number;
  readonly name: string;
  /** The weekend day that this one stands in for. */
  readonly observedFor?: number;
}

/** The first year in which the rules of a calendar are valid. */
export const FIRST_YEARS: Readonly<Record<Calendar, number>> = {
  none: 1,
  "us-federal": 1971,
  "uk-england-wales": 1978,
  "uk-scotland": 1978,
  "uk-northern-ireland": 1978,
  target2: 2002,
};

const [SUNDAY, MONDAY, THURSDAY, SATURDAY] = [0, 1, 4, 6];

function dayOf(year: number, month: number, day: number): number {
  return daysFromDate({ year, month, day });
}

/** The `count`-th weekday of a month; the last one for 5. */
function nth(year: number, month: number, weekday: number, count: number): number {
  const first = dayOf(year, month, 1);
  const day = ((weekday - weekdayOfDays(first) + 7) % 7) + (count - 1) * 7;
  return first + (day < daysInMonth(year, month) ? day : day - 7);
}

/** Holidays that belong to a year of the calendar; substitutes may lie in the year before. */
export function holidaysOfYear(calendar: Calendar, year: number): Holiday[] {
  if (year < FIRST_YEARS[calendar]) return [];
  switch (calendar) {
    case "none":
      return [];
    case "us-federal":
      return usFederal(year);
    case "target2":
      return target(year);
    default:
      return unitedKingdom(calendar, year);
  }
}

type Named = readonly [day: number, name: string];

function usFederal(year: number): Holiday[] {
  const fixed: Named[] = [
    [dayOf(year, 1, 1), "New Year's Day"],
    ...(year >= 2021
      ? [[dayOf(year, 6, 19), "Juneteenth National Independence Day"] as const]
      : []),
    [dayOf(year, 7, 4), "Independence Day"],
    ...(year > 1977 ? [[dayOf(year, 11, 11), "Veterans Day"] as const] : []),
    [dayOf(year, 12, 25), "Christmas Day"],
  ];
  const floating: Named[] = [
    ...(year >= 1986
      ? [[nth(year, 1, MONDAY, 3), "Birthday of Martin Luther King, Jr."] as const]
      : []),
    [nth(year, 2, MONDAY, 3), "Washington's Birthday"],
    [nth(year, 5, MONDAY, 5), "Memorial Day"],
    [nth(year, 9, MONDAY, 1), "Labor Day"],
    [nth(year, 10, MONDAY, 2), "Columbus Day"],
    ...(year <= 1977 ? [[nth(year, 10, MONDAY, 4), "Veterans Day"] as const] : []),
    [nth(year, 11, THURSDAY, 4), "Thanksgiving Day"],
  ];
  const observed = fixed.flatMap(([day, name]): Holiday[] => {
    const weekday = weekdayOfDays(day);
    const moved = weekday === SATURDAY ? day - 1 : weekday === SUNDAY ? day + 1 : day;
    return moved === day ? [] : [{ day: moved, name, observedFor: day }];
  });
  return [...plain([...fixed, ...floating]), ...observed];
}

function plain(days: readonly Named[]): Holiday[] {
  return days.map(([day, name]) => ({ day, name }));
}

function target(year: number): Holiday[] {
  const easter = daysFromDate(easterOf(year));
  return plain([
    [dayOf(year, 1, 1), "New Year's Day"],
    [easter - 2, "Good Friday"],
    [easter + 1, "Easter Monday"],
    [dayOf(year, 5, 1), "Labour Day"],
    [dayOf(year, 12, 25), "Christmas Day"],
    [dayOf(year, 12, 26), "Boxing Day"],
  ]);
}

type UkCalendar = "uk-england-wales" | "uk-scotland" | "uk-northern-ireland";

/** Bank holidays by royal proclamation, once only. */
const PROCLAIMED: readonly (readonly [date: string, name: string])[] = [
  ["1981-07-29", "Royal Wedding"],
  ["1999-12-31", "Millennium Eve"],
  ["2002-06-03", "Golden Jubilee"],
  ["2011-04-29", "Royal Wedding"],
  ["2012-06-05", "Diamond Jubilee"],
  ["2022-06-03", "Platinum Jubilee"],
  ["2022-09-19", "State Funeral of Queen Elizabeth II"],
  ["2023-05-08", "Coronation of King Charles III"],
];

const SCOTTISH: readonly (readonly [date: string, name: string])[] = [
  ["2026-06-15", "World Cup bank holiday"],
];

/** Early May bank holidays on VE Day, and spring bank holidays moved to a jubilee: day of the month. */
const EARLY_MAY_ON_THE_8TH = new Set([1995, 2020]);
const SPRING_IN_JUNE: ReadonlyMap<number, number> = new Map([
  [2002, 4],
  [2012, 4],
  [2022, 2],
]);

function unitedKingdom(calendar: UkCalendar, year: number): Holiday[] {
  const isScotland = calendar === "uk-scotland";
  const easter = daysFromDate(easterOf(year));
  const june = SPRING_IN_JUNE.get(year);
  const extra = isScotland ? [...PROCLAIMED, ...SCOTTISH] : PROCLAIMED;
  const movable: Named[] = [
    [easter - 2, "Good Friday"],
    ...(isScotland ? [] : [[easter + 1, "Easter Monday"] as const]),
    [
      EARLY_MAY_ON_THE_8TH.has(year) ? dayOf(year, 5, 8) : nth(year, 5, MONDAY, 1),
      "Early May bank holiday",
    ],
    [june === undefined ? nth(year, 5, MONDAY, 5) : dayOf(year, 6, june), "Spring bank holiday"],
    [nth(year, 8, MONDAY, isScotland ? 1 : 5), "Summer bank holiday"],
    ...extra
      .filter(([date]) => date.startsWith(String(year)))
      .map(([date, name]): Named => [
        daysFromDate(readDate(date) ?? { year, month: 1, day: 1 }),
        name,
      ]),
  ];
  const fixed: Named[] = [
    [dayOf(year, 1, 1), "New Year's Day"],
    ...(isScotland ? [[dayOf(year, 1, 2), "2nd January"] as const] : []),
    ...(calendar === "uk-northern-ireland"
      ? [
          [dayOf(year, 3, 17), "St Patrick's Day"] as const,
          [dayOf(year, 7, 12), "Battle of the Boyne"] as const,
        ]
      : []),
    ...(isScotland && year >= 2007 ? [[dayOf(year, 11, 30), "St Andrew's Day"] as const] : []),
    [dayOf(year, 12, 25), "Christmas Day"],
    [dayOf(year, 12, 26), "Boxing Day"],
  ];
  return [...plain([...movable, ...fixed]), ...substitutes(fixed, movable)];
}

/** For fixed days on a weekend, in order of date: the next weekday that is no holiday yet. */
function substitutes(fixed: readonly Named[], movable: readonly Named[]): Holiday[] {
  const isWeekend = (day: number): boolean => [SATURDAY, SUNDAY].includes(weekdayOfDays(day));
  const taken = new Set([...fixed, ...movable].map(([day]) => day));
  return fixed
    .filter(([day]) => isWeekend(day))
    .map(([day, name]) => {
      let next = day + 1;
      while (isWeekend(next) || taken.has(next)) next++;
      taken.add(next);
      return { day: next, name, observedFor: day };
    });
}

/** Easter Sunday of a Gregorian year (Meeus, Jones and Butcher). */
function easterOf(year: number): CalendarDate {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const f = Math.floor((b + 8) / 25);
  const g = Math.floor((b - f + 1) / 3);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const k = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * k) / 451);
  const sum = h + k - 7 * m + 114;
  return { year, month: Math.floor(sum / 31), day: (sum % 31) + 1 };
}
