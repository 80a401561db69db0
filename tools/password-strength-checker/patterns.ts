/** Sequences, recent years and dates. */
import type { DateMatch, SequenceMatch, YearMatch } from "./matches.ts";

const LARGEST_STEP = 5;

/** Characters whose code units differ by the same small step. */
export function matchSequences(password: string): SequenceMatch[] {
  const matches: SequenceMatch[] = [];
  const add = (start: number, last: number, step: number): void => {
    const isLong = last - start > 1 || Math.abs(step) === 1;
    if (!isLong || step === 0 || Math.abs(step) > LARGEST_STEP) return;
    const [end, ascending] = [last + 1, step > 0];
    matches.push({ pattern: "sequence", start, end, token: password.slice(start, end), ascending });
  };
  let start = 0;
  let step: number | undefined;
  for (let at = 1; at < password.length; at++) {
    const next = password.charCodeAt(at) - password.charCodeAt(at - 1);
    step ??= next;
    if (next === step) continue;
    add(start, at - 1, step);
    start = at - 1;
    step = next;
  }
  if (step !== undefined) add(start, password.length - 1, step);
  return matches;
}

/** zxcvbn 4.4.2 knows years up to 2019. */
const RECENT_YEAR = /19\d\d|200\d|201\d/g;

export function matchYears(password: string): YearMatch[] {
  return Array.from(password.matchAll(RECENT_YEAR), ({ 0: token, index: start }) => ({
    pattern: "regex",
    token,
    start,
    end: start + token.length,
  }));
}

const FIRST_YEAR = 1000;
const LAST_YEAR = 2050;
/** Where a date without separators is cut in two places, by its length. */
const SPLITS: Readonly<Record<number, readonly (readonly [number, number])[]>> = {
  4: [
    [1, 2],
    [2, 3],
  ],
  5: [
    [1, 3],
    [2, 3],
  ],
  6: [
    [1, 2],
    [2, 4],
    [4, 5],
  ],
  7: [
    [1, 3],
    [2, 3],
    [4, 5],
    [4, 6],
  ],
  8: [
    [2, 4],
    [4, 6],
  ],
};
const SEPARATED = /^(\d{1,4})([\s/\\_.-])(\d{1,2})\2(\d{1,4})$/;

/** Day, month and year in any usual order, with two separators or none; none that lies inside another. */
export function matchDates(password: string, referenceYear: number): DateMatch[] {
  const matches: DateMatch[] = [];
  const add = (
    start: number,
    token: string,
    year: number | undefined,
    separated: boolean,
  ): void => {
    if (year === undefined) return;
    matches.push({ pattern: "date", start, end: start + token.length, token, separated, year });
  };
  eachPart(password, 4, 8, (token, start) => {
    if (/^\d+$/.test(token)) add(start, token, plainYear(token, referenceYear), false);
  });
  eachPart(password, 6, 10, (token, start) => {
    const [, first, , middle, last] = SEPARATED.exec(token) ?? [];
    if (first !== undefined) add(start, token, yearOf([first, middle, last].map(Number)), true);
  });
  return matches.filter(
    (match) =>
      !matches.some(
        (other) => other !== match && other.start <= match.start && other.end >= match.end,
      ),
  );
}

function eachPart(
  text: string,
  least: number,
  most: number,
  look: (part: string, start: number) => void,
): void {
  for (let start = 0; start + least <= text.length; start++) {
    for (let end = start + least; end <= Math.min(text.length, start + most); end++) {
      look(text.slice(start, end), start);
    }
  }
}

/** Of the ways to cut the digits, the year that takes the fewest guesses: the one nearest to the reference. */
function plainYear(digits: string, referenceYear: number): number | undefined {
  let nearest: number | undefined;
  const distance = (year: number): number => Math.abs(year - referenceYear);
  for (const [first, second] of SPLITS[digits.length] ?? []) {
    const parts = [digits.slice(0, first), digits.slice(first, second), digits.slice(second)];
    const year = yearOf(parts.map(Number));
    if (year === undefined) continue;
    if (nearest === undefined || distance(year) < distance(nearest)) nearest = year;
  }
  return nearest;
}

/** The year of three numbers that can be a date, whichever its order; undefined where they cannot. */
function yearOf(numbers: readonly number[]): number | undefined {
  const [first = 0, middle = 0, last = 0] = numbers;
  const count = (test: (number: number) => boolean): number => numbers.filter(test).length;
  const isDate =
    middle <= 31 &&
    middle > 0 &&
    count((number) => (number > 99 && number < FIRST_YEAR) || number > LAST_YEAR) === 0 &&
    count((number) => number > 31) < 2 &&
    count((number) => number > 12) < 3 &&
    count((number) => number <= 0) < 2;
  if (!isDate) return undefined;
  const orders = [
    [last, first, middle],
    [first, middle, last],
  ] as const;
  const long = orders.find(([year]) => year >= FIRST_YEAR && year <= LAST_YEAR);
  if (long) return isDayAndMonth(long[1], long[2]) ? long[0] : undefined;
  const short = orders.find(([, one, other]) => isDayAndMonth(one, other))?.[0];
  if (short === undefined || short > 99) return short;
  return short + (short > 50 ? 1900 : 2000);
}

function isDayAndMonth(one: number, other: number): boolean {
  const fits = (day: number, month: number): boolean =>
    day >= 1 && day <= 31 && month >= 1 && month <= 12;
  return fits(one, other) || fits(other, one);
}
