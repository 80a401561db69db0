import { dateFromDays, daysFromDate, MONTHS, WEEKDAYS } from "../../_lib/time/calendar.ts";

/** What a text said of a time; what it did not say is as in 1970-01-01T00:00:00. */
export interface ParsedTime {
  year: number;
  /** From 0. */
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  /** Seconds since 1970, where the text said that. */
  seconds: number | undefined;
}

interface State extends ParsedTime {
  readonly text: string;
  at: number;
  century: number | undefined;
  yearOfCentury: number | undefined;
  isAfternoon: boolean | undefined;
  yearDay: number | undefined;
}

type Reader = (state: State) => boolean;

/** Reads a text by a format of POSIX strptime; undefined where the one does not match the other. */
export function parseTime(text: string, pattern: string): ParsedTime | undefined {
  const state: State = {
    text,
    at: 0,
    year: 1970,
    month: 0,
    day: 1,
    hour: 0,
    minute: 0,
    second: 0,
    seconds: undefined,
    century: undefined,
    yearOfCentury: undefined,
    isAfternoon: undefined,
    yearDay: undefined,
  };
  if (!readAll(state, pattern) || state.at < text.length) return undefined;
  complete(state);
  return state;
}

function readAll(state: State, pattern: string): boolean {
  for (const [token] of pattern.matchAll(/%[-_0^#]?[EO]?.|\s+|[^]/gsu)) {
    if (!readToken(state, token)) return false;
  }
  return true;
}

function readToken(state: State, token: string): boolean {
  if (/^\s/.test(token)) return skipSpace(state);
  if (!token.startsWith("%") || token === "%") return take(state, token);
  const letter = token.slice(-1);
  const reader = READERS[letter];
  if (reader === undefined) return false;
  return typeof reader === "string" ? readAll(state, reader) : reader(state);
}

function skipSpace(state: State): boolean {
  while (/\s/.test(state.text.charAt(state.at))) state.at++;
  return true;
}

function take(state: State, text: string): boolean {
  if (!state.text.startsWith(text, state.at)) return false;
  state.at += text.length;
  return true;
}

/** A number of at most so many digits, white space and a sign before it. */
function number(
  digits: number,
  least: number,
  most: number,
  set: (state: State, value: number) => void,
): Reader {
  const pattern = new RegExp(`[+-]?\\d{1,${digits}}`, "y");
  return (state) => {
    skipSpace(state);
    pattern.lastIndex = state.at;
    const text = pattern.exec(state.text)?.[0];
    if (text === undefined) return false;
    const value = Number(text);
    if (value < least || value > most) return false;
    state.at += text.length;
    set(state, value);
    return true;
  };
}

/** One of some names, whole or its first three letters, in any letter case. */
function name(names: readonly string[], set: (state: State, index: number) => void): Reader {
  return (state) => {
    const rest = state.text.slice(state.at, state.at + 10).toLowerCase();
    for (const [index, candidate] of names.entries()) {
      const whole = candidate.toLowerCase();
      const found = [whole, whole.slice(0, 3)].find((form) => rest.startsWith(form));
      if (found === undefined) continue;
      state.at += found.length;
      set(state, index);
      return true;
    }
    return false;
  };
}

function matching(expression: RegExp): Reader {
  return (state) => {
    skipSpace(state);
    expression.lastIndex = state.at;
    const text = expression.exec(state.text)?.[0];
    if (text === undefined) return false;
    state.at += text.length;
    return true;
  };
}

const weekday = name(WEEKDAYS, () => {});
const month = name(MONTHS, (state, index) => {
  state.month = index;
});
const day = number(2, 1, 31, (state, value) => {
  state.day = value;
});
const hour = number(2, 0, 23, (state, value) => {
  state.hour = value;
  state.isAfternoon = undefined;
});
const hourOfHalf = number(2, 1, 12, (state, value) => {
  state.hour = value % 12;
});
const halfDay = name(["AM", "PM"], (state, index) => {
  state.isAfternoon = index === 1;
});

const READERS: Readonly<Record<string, Reader | string>> = {
  A: weekday,
  a: weekday,
  B: month,
  b: month,
  h: month,
  C: number(2, 0, 99, (state, value) => {
    state.century = value;
  }),
  c: "%a %b %e %H:%M:%S %Y",
  D: "%m/%d/%y",
  d: day,
  e: day,
  F: "%Y-%m-%d",
  H: hour,
  k: hour,
  I: hourOfHalf,
  l: hourOfHalf,
  j: number(3, 1, 366, (state, value) => {
    state.yearDay = value - 1;
  }),
  M: number(2, 0, 59, (state, value) => {
    state.minute = value;
  }),
  m: number(2, 1, 12, (state, value) => {
    state.month = value - 1;
  }),
  n: skipSpace,
  t: skipSpace,
  p: halfDay,
  P: halfDay,
  R: "%H:%M",
  r: "%I:%M:%S %p",
  S: number(2, 0, 61, (state, value) => {
    state.second = value;
  }),
  s: number(16, -1e15, 1e15, (state, value) => {
    state.seconds = value;
  }),
  T: "%H:%M:%S",
  X: "%H:%M:%S",
  x: "%m/%d/%y",
  U: number(2, 0, 53, () => {}),
  W: number(2, 0, 53, () => {}),
  V: number(2, 0, 53, () => {}),
  G: number(4, 0, 9999, () => {}),
  g: number(2, 0, 99, () => {}),
  u: number(1, 1, 7, () => {}),
  w: number(1, 0, 6, () => {}),
  Y: number(4, 0, 9999, (state, value) => {
    state.year = value;
  }),
  y: number(2, 0, 99, (state, value) => {
    state.yearOfCentury = value;
  }),
  Z: matching(/[A-Za-z]+/y),
  z: matching(/Z|[+-]\d\d:?(?:\d\d)?/y),
  "%": (state) => take(state, "%"),
};

/** Puts together what was said in parts. */
function complete(state: State): void {
  const { century, yearOfCentury, isAfternoon, yearDay } = state;
  if (yearOfCentury !== undefined) {
    const guessed = yearOfCentury < 69 ? 2000 : 1900;
    state.year = (century === undefined ? guessed : century * 100) + yearOfCentury;
  } else if (century !== undefined) state.year = century * 100;
  if (isAfternoon === true) state.hour += 12;
  if (yearDay !== undefined && state.month === 0 && state.day === 1) {
    const first = daysFromDate({ year: state.year, month: 1, day: 1 });
    const date = dateFromDays(first + yearDay);
    Object.assign(state, { year: date.year, month: date.month - 1, day: date.day });
  }
}
