/** Public holidays of the days calculator against date-holidays, for generated countries, subdivisions and years. */
import { test } from "bun:test";
import Holidays from "date-holidays";
import fc from "fast-check";
import tool from "../../tools/business-days-calculator.ts";
import { runUnit } from "../support/run-unit.ts";
import { expectAgreement, type Judgement, testDifferences } from "./judgement.ts";

interface Sample {
  readonly code: string;
  readonly year: number;
}

/** Years of one sample. */
const SPAN = 10;
const MS_PER_DAY = 86_400_000;
/** Days by place and year: the library takes milliseconds for one. */
const read = new Map<string, Map<string, string[]>>();
const calendars = new Map<string, Holidays>();

function calendarOf(code: string): Holidays {
  const [country = "", ...state] = code.split("-");
  const known =
    calendars.get(code) ?? new Holidays(country, state.join("-"), { types: ["public"] });
  calendars.set(code, known);
  return known;
}

/** Of each day whose noon a holiday covers: some begin at sunset. */
function namesOf({ code, year }: Sample): Map<string, string[]> {
  const key = `${code} ${year}`;
  const found = read.get(key);
  if (found !== undefined) return found;
  const calendar = calendarOf(code);
  const names = new Map<string, string[]>();
  for (const { type, name, date, start, end } of around(year).flatMap((one) =>
    calendar.getHolidays(one),
  )) {
    if (type !== "public") continue;
    const from = Date.parse(`${date.slice(0, 19).replace(" ", "T")}Z`);
    const until = from + (end.getTime() - start.getTime());
    const first = Math.floor(from / MS_PER_DAY) * MS_PER_DAY + MS_PER_DAY / 2;
    for (let noon = first; noon < until; noon += MS_PER_DAY) {
      const day = new Date(noon).toISOString().slice(0, 10);
      const at = Number(day.slice(0, 4)) - year;
      if (noon <= from || at < 0 || at >= SPAN) continue;
      const known = names.get(day) ?? [];
      if (!known.includes(name)) names.set(day, [...known, name]);
    }
  }
  read.set(key, names);
  return names;
}

const around = (year: number) => Array.from({ length: SPAN + 2 }, (_, at) => year - 1 + at);

const judgement: Judgement<Sample> = {
  /** Days with several names have one here, which is one of them. */
  ours({ code, year }) {
    const given = {
      action: "list",
      start: `${year}-01-01`,
      end: `${year + SPAN - 1}-12-31`,
      calendar: code,
    };
    const { value } = runUnit(tool, given);
    const { holidays } = value as { holidays: { date: string; name: string }[] };
    const names = namesOf({ code, year });
    return holidays.map(({ date, name }) => {
      const known = names.get(date) ?? [];
      return known.includes(name) ? [date, ...known] : [date, name];
    });
  },
  theirs(sample) {
    const days = [...namesOf(sample)].toSorted(([a], [b]) => (a < b ? -1 : 1));
    return days.map(([date, names]) => [date, ...names]);
  },
  differences: [
    {
      name: "Great Britain",
      right: "both",
      why: "the tool has calendars by rule for its countries, with the names and the substitute days of gov.uk, bank holidays",
      example: { code: "GB-ENG", year: 1994 },
      covers: ({ code }) => /^GB-(?:ENG|SCT|WLS|NIR)$/.test(code),
    },
  ],
};

const codes = Object.keys(new Holidays().getCountries()).flatMap((country) => [
  country,
  ...Object.keys(new Holidays().getStates(country) ?? {}).map((state) => `${country}-${state}`),
]);

test("generated countries and years", () => {
  const sample = fc.record({
    code: fc.constantFrom(...codes),
    year: fc.integer({ min: 1990, max: 2061 - SPAN }),
  });
  expectAgreement(fc.sample(sample, 200), judgement);
}, 120_000);

testDifferences(judgement);
