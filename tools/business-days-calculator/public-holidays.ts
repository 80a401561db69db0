/** Public holidays of countries and their subdivisions, of a table that the build makes (build/holidays.ts). */
import { daysFromDate } from "../_lib/time/calendar.ts";
import { FIRST_YEAR, LAST_YEAR, NAMES, PLACES, SERIES, VERSION } from "./holidays.gen.ts";
import { type Calendar, type Holiday, holidaysOfYear } from "./holidays.ts";

export const TABLE_YEARS = { first: FIRST_YEAR, last: LAST_YEAR } as const;
export const TABLE_VERSION = VERSION;

/** What a date is in the table: months of 31 days. */
const DAYS_OF_A_MONTH = 31;
const DATE_LENGTH = 2;
/** A holiday and the day that stands in for it are never further apart. */
const SUBSTITUTED_WITHIN = 10;

interface Entry {
  readonly name: string;
  readonly isSubstitute: boolean;
  /** For each year of the table its days since 1970. */
  readonly days: readonly (readonly number[])[];
}

/** The holidays of one place. */
export interface PublicHolidays {
  /** ISO 3166: `DE`, `DE-BY`. */
  readonly code: string;
  /** Those of a year, substitutes first; none outside the years of the table. */
  ofYear(year: number): Holiday[];
}

/** Places of which our own rules know what was proclaimed for single years, which the table lacks. */
const BY_RULE: Readonly<Record<string, Calendar>> = {
  GB: "uk-england-wales",
  "GB-ENG": "uk-england-wales",
  "GB-NIR": "uk-northern-ireland",
  "GB-SCT": "uk-scotland",
  "GB-WLS": "uk-england-wales",
};

class TableHolidays implements PublicHolidays {
  readonly code: string;
  readonly #entries: readonly Entry[];

  constructor(code: string, entries: readonly Entry[]) {
    this.code = code;
    this.#entries = entries;
  }

  ofYear(year: number): Holiday[] {
    const at = year - FIRST_YEAR;
    const all = this.#entries.flatMap((entry) =>
      (entry.days[at] ?? []).map((day) => this.#holiday(entry, day, at)),
    );
    return all.toSorted((a, b) => Number(b.isSubstitute) - Number(a.isSubstitute));
  }

  #holiday({ name, isSubstitute }: Entry, day: number, at: number) {
    const observedFor = isSubstitute ? this.#original(name, day, at) : undefined;
    return { day, name, isSubstitute, ...(observedFor === undefined ? {} : { observedFor }) };
  }

  /** The nearest day of the holiday that the name before the parenthesis is. */
  #original(name: string, day: number, at: number): number | undefined {
    const plain = name.replace(/ \([^()]{1,60}\)$/, "");
    const near = this.#entries
      .filter((entry) => !entry.isSubstitute && entry.name === plain)
      .flatMap(({ days }) => [at - 1, at, at + 1].flatMap((year) => days[year] ?? []))
      .filter((other) => other !== day && Math.abs(other - day) <= SUBSTITUTED_WITHIN)
      .toSorted((a, b) => Math.abs(a - day) - Math.abs(b - day));
    return near[0];
  }
}

let lines: ReadonlyMap<string, string> | undefined;
let names: readonly string[] | undefined;
let series: readonly string[] | undefined;

function placeLines(): ReadonlyMap<string, string> {
  lines ??= new Map(
    PLACES.split("\n").map((line) => {
      const end = line.indexOf(" ");
      return [line.slice(0, end), line.slice(end + 1)];
    }),
  );
  return lines;
}

/** The codes of all places. */
export function placeCodes(): string[] {
  return [...placeLines().keys()];
}

/** The holidays of a code in upper case; undefined where there is no such place. */
export function findPlace(code: string): PublicHolidays | undefined {
  const line = placeLines().get(code);
  if (line === undefined) return undefined;
  const rule = Object.hasOwn(BY_RULE, code) ? BY_RULE[code] : undefined;
  if (rule !== undefined) return { code, ofYear: (year) => holidaysOfYear(rule, year) };
  names ??= NAMES.split("\n");
  series ??= SERIES.split("\n");
  const entries = line.split(" ").flatMap((word): Entry[] => {
    const [, mark, name = "", days = ""] = /^(!?)(\w+)\.(\w+)$/.exec(word) ?? [];
    const [text, written] = [names?.[parseInt(name, 36)], series?.[parseInt(days, 36)]];
    if (text === undefined || written === undefined) return [];
    return [{ name: text, isSubstitute: mark === "!", days: readSeries(written) }];
  });
  return new TableHolidays(code, entries);
}

/** `0a*3,0b,*2,0c0d`: for each year its dates, runs of equal ones with their length. */
function readSeries(written: string): number[][] {
  const years: number[][] = [];
  for (const run of written.split(",")) {
    const [dates = "", length = "1"] = run.split("*");
    for (let count = parseInt(length, 36); count > 0; count--) {
      years.push(readDates(dates, FIRST_YEAR + years.length));
    }
  }
  return years;
}

function readDates(dates: string, year: number): number[] {
  return Array.from({ length: dates.length / DATE_LENGTH }, (_, index) => {
    const code = parseInt(dates.slice(index * DATE_LENGTH, (index + 1) * DATE_LENGTH), 36);
    const [month, day] = [Math.floor(code / DAYS_OF_A_MONTH) + 1, (code % DAYS_OF_A_MONTH) + 1];
    return daysFromDate({ year, month, day });
  });
}
