import { type Static, Type } from "@sinclair/typebox";
import { oneOf } from "./_core/fields.ts";
import { type Ctx, defineTool, done, type Entry, fail } from "./_core/tool.ts";
import {
  type Age,
  ageAt,
  isLeapDay,
  LEAP_DAY_RULES,
  type LeapDayRule,
  nextBirthday,
} from "./age-calculator/age.ts";
import {
  type CalendarDate,
  daysFromDate,
  instantFromMs,
  weekdayName,
  WEEKDAYS,
  writeDate,
} from "./_lib/time/calendar.ts";
import { counted } from "./_lib/text/plural.ts";
import { DATE_FAILURE, dateIn, isNoDay, readDateField } from "./_lib/fields/date-field.ts";
import { isZone, readZone, TZDATA_VERSION, ZONE_FAILURES } from "./_lib/time/zone/zone.ts";

const FAILURES = {
  ...DATE_FAILURE,
  ...ZONE_FAILURES,
  BIRTH_DATE_IN_FUTURE: "The birth lies after the day for which the age is asked",
} as const;

const WARNINGS = {
  AGE_IMPLAUSIBLE: "The age is above 130 years",
  LEAP_DAY_BIRTH: "Born on 29 February: law differs on the birthday in common years",
} as const;

const COUNT = Type.Integer({ minimum: 0 });
const WEEKDAY = oneOf(WEEKDAYS);

const INPUT = Type.Object({
  birthDate: Type.String({ description: "Date of birth, YYYY-MM-DD" }),
  asOf: Type.Optional(
    Type.String({ description: "The day for which the age is asked; today, if left out" }),
  ),
  timeZone: Type.String({
    description: "IANA name, UTC, or ±HH:MM: decides which day today is",
    default: "UTC",
  }),
  leapDay: oneOf(LEAP_DAY_RULES, {
    description:
      "Birthday of 29 February in common years, and month ends likewise: mar1 as in the UK and Hong Kong, feb28 as in New Zealand and Taiwan",
    default: "mar1",
  }),
});

const VALUE = Type.Object({
  birthDate: Type.String(),
  asOf: Type.String(),
  years: COUNT,
  months: COUNT,
  days: COUNT,
  totalMonths: COUNT,
  totalWeeks: COUNT,
  totalDays: COUNT,
  isBirthday: Type.Boolean(),
  birthWeekday: WEEKDAY,
  nextBirthday: Type.Object({
    date: Type.String({ description: "The same day on a birthday" }),
    weekday: WEEKDAY,
    daysUntil: COUNT,
    age: COUNT,
  }),
  tzdataVersion: Type.Optional(Type.String({ description: "Where today was asked for" })),
});

type Input = Static<typeof INPUT>;

export default defineTool({
  id: "age-calculator",
  name: "Age Calculator",
  category: "DateTime",
  description:
    "Tells the exact age on a day and the next birthday, for 29 February by either rule.",
  keywords: [
    "age",
    "anniversary",
    "birth date",
    "birthdate",
    "birthday",
    "dob",
    "how old",
    "leap day",
    "months",
    "years",
  ],
  aliases: [],
  version: "2026-11-20",

  input: INPUT,
  primary: "birthDate",
  value: VALUE,
  verb: "calculate",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "how old is someone born on a date",
    "age in years months and days",
    "calculate age from date of birth",
    "age on a given day",
    "is someone 18 yet",
    "days until the next birthday",
    "what weekday was I born on",
    "birthday of a person born on 29 february",
    "how many days old am I",
    "turning forty this year, birth year to age",
    "is a child old enough for school, driving or voting",
    "grandmother's birthday is coming up, how many candles on the cake",
    "legal age check, minor or adult on a cutoff date",
    "years lived since birth and how long until someone turns sixty-five",
    "compute chronological age as of a reference date from a birthdate",
    "passport or birth certificate shows a day of birth, years old right now",
    "baby's age in weeks, anniversary in full years, retirement day reached or not",
    "calcular edad",
    "alter berechnen geburtsdatum",
    "calculer l'âge",
    "年龄计算",
    "年齢計算",
    "cuántos años tiene una persona por su fecha de nacimiento",
    "wie alt bin ich heute, geburtstag",
    "quel âge j'ai selon ma date de naissance, anniversaire",
    "根据 出生日期 算 多少 岁 生日",
    "生年月日から何歳か調べる 誕生日",
    "my dad was born in 1957, what is he now and when does he turn seventy",
    "dob column of our members, who is over 21 at the date of the event",
    "dog, cat or car is how old, from its first day in years and months",
    "senior or child ticket: the age at check-in of each passenger",
    "excel DATEDIF dob, dateutil relativedelta, birthday calculator",
    "determine completed years of life at a cutoff date given a date of birth",
    "idade pela data de nascimento, quantos anos tenho, aniversário",
    "wie viele tage bis zum geburtstag, lebensalter in jahren und monaten",
    "今年几岁 周岁 虚岁 离生日还有多少天",
    "満年齢 何歳になる 誕生日まであと何日",
  ],
  effort: 1,

  laws: [
    {
      name: "the years never fall as time goes on, and a birthday is a whole number of them",
      holds(run, input) {
        const { value } = run(input);
        if (!value) return true;
        const next = run({ ...input, asOf: value.nextBirthday.date }).value;
        const isWhole = !value.isBirthday || (value.months === 0 && value.days === 0);
        return isWhole && (next === undefined || next === null || next.years >= value.years);
      },
    },
    {
      name: "on the next birthday the age is the one that was told",
      holds(run, input) {
        const { value } = run(input);
        if (!value) return true;
        const then = run({ ...input, asOf: value.nextBirthday.date }).value;
        if (!then) return value.nextBirthday.date.startsWith("+");
        return then.isBirthday && then.years === value.nextBirthday.age;
      },
    },
  ],
  examples: [
    {
      title: "An age on a day",
      input: { birthDate: "1990-05-17", asOf: "2026-11-20" },
      expect: {
        output: "36 years, 6 months, 3 days",
        value: {
          totalDays: 13_336,
          birthWeekday: "Thursday",
          nextBirthday: { date: "2027-05-17", daysUntil: 178, age: 37 },
        },
      },
    },
    {
      title: "Born on 29 February, a day before the birthday",
      input: { birthDate: "2004-02-29", asOf: "2025-02-28" },
      expect: {
        output: "20 years, 11 months, 30 days",
        value: { nextBirthday: { date: "2025-03-01", daysUntil: 1 } },
        warnings: [{ code: "LEAP_DAY_BIRTH" }],
      },
    },
    {
      title: "The same in New Zealand",
      input: { birthDate: "2004-02-29", asOf: "2025-02-28", leapDay: "feb28" },
      expect: { output: "21 years, 0 months, 0 days", value: { isBirthday: true } },
    },
    {
      title: "Not born yet",
      input: { birthDate: "2030-01-01", asOf: "2026-11-20" },
      expect: { ok: false, error: { code: "BIRTH_DATE_IN_FUTURE" } },
    },
  ],

  run: calculate,
});

function calculate({ birthDate, asOf, timeZone, leapDay }: Input, ctx: Ctx) {
  const birth = readDateField(birthDate, "/birthDate");
  const given = asOf === undefined ? undefined : readDateField(asOf, "/asOf");
  const zone = readZone(timeZone, "/timeZone");
  if (!isZone(zone)) return fail([...[birth, given].filter(isNoDay), zone]);
  if (isNoDay(given)) return fail([...[birth].filter(isNoDay), given]);
  if (isNoDay(birth)) return fail(birth);
  const day = given ?? dateIn(zone, instantFromMs(ctx.now()));
  if (daysFromDate(birth) > daysFromDate(day)) {
    const message = `Cannot tell the age: found a birth on ${writeDate(birth)}, expected one up to ${writeDate(day)}`;
    return fail({ code: "BIRTH_DATE_IN_FUTURE", message, path: "/birthDate" });
  }
  const age = ageAt(birth, day, leapDay);
  const { years, months, days } = age;
  return done({
    output: [counted(years, "year"), counted(months, "month"), counted(days, "day")].join(", "),
    value: {
      ...describe(birth, day, age, leapDay),
      ...(asOf === undefined ? { tzdataVersion: TZDATA_VERSION } : {}),
    },
    warnings: warningsOf(birth, age),
  });
}

function describe(birth: CalendarDate, day: CalendarDate, age: Age, rule: LeapDayRule) {
  const { years, months, days, totalMonths, isBirthday } = age;
  const [born, today] = [daysFromDate(birth), daysFromDate(day)];
  const next = nextBirthday(birth, age, rule);
  const nextDay = daysFromDate(next.date);
  return {
    birthDate: writeDate(birth),
    asOf: writeDate(day),
    years,
    months,
    days,
    totalMonths,
    totalWeeks: Math.floor((today - born) / 7),
    totalDays: today - born,
    isBirthday,
    birthWeekday: weekdayName(born),
    nextBirthday: {
      date: writeDate(next.date),
      weekday: weekdayName(nextDay),
      daysUntil: nextDay - today,
      age: next.age,
    },
  };
}

const OLDEST_YEARS = 130;

function warningsOf(birth: CalendarDate, age: Age) {
  const warnings: Entry<keyof typeof WARNINGS>[] = [];
  if (age.years > OLDEST_YEARS) {
    warnings.push({ code: "AGE_IMPLAUSIBLE", message: WARNINGS.AGE_IMPLAUSIBLE });
  }
  if (isLeapDay(birth)) {
    const dates = LEAP_DAY_RULES.map((rule) => writeDate(nextBirthday(birth, age, rule).date));
    const message = `${WARNINGS.LEAP_DAY_BIRTH}: mar1 takes 1 March, feb28 takes 28 February; the next one is ${dates.join(" or ")}`;
    warnings.push({ code: "LEAP_DAY_BIRTH", message });
  }
  return warnings;
}
