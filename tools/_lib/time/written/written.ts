/**
 * Dates and times as people and programs write them, in any order that leaves no doubt: `May 15, 1990`, `1990-5-1`,
 * `29/Feb/2024:13:34:56 +0100`, `Thu Feb 29 13:34:56 CET 2024`, `Thu Feb 29 2024 13:34:56 GMT+0100 (CET)`.
 *
 * The month is a name, or stands between year and day: `03/04/2024` is no date here, as nobody can know its order.
 */
import { daysInMonth, readOffset, writeDate } from "../calendar.ts";
import { type Clock, clockAt } from "./clock.ts";
import { MONTH_NUMBERS, offsetOfAbbreviation, WEEKDAY_NUMBERS } from "./names.ts";

export interface Written {
  /** Undefined where the text names none. */
  readonly year: number | undefined;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
  readonly clock?: Clock;
  /** 0 for Sunday, as the text says. */
  readonly weekday?: number;
  /** Seconds east of UTC; undefined also where no such offset exists. */
  readonly offset?: number | undefined;
  /** What names the zone: an offset, an abbreviation or an IANA name; the offset where there is one, too. */
  readonly zone?: string;
}

/** No date that is meant to be read is longer. */
const LONGEST = 120;

/** What the text says, whether or not such a day or time exists; undefined where it has no such form. */
export function readWritten(text: string): Written | undefined {
  if (text.length > LONGEST) return undefined;
  const state: State = { text: withoutTrimmings(text), at: 0, slots: {}, glued: false };
  while (state.at < state.text.length) {
    if (!READERS.some((reader) => reader(state))) return undefined;
  }
  const { month, day, ...rest } = state.slots;
  return month === undefined || day === undefined
    ? undefined
    : { year: undefined, ...rest, month, day };
}

/** Whether the year, if there is one, has such a day. */
export function dayExists({ year, month, day }: Written): boolean {
  return day >= 1 && month >= 1 && month <= 12 && day <= daysInMonth(year ?? 2000, month);
}

/** The brackets of access logs, the reading of Go's monotonic clock, and comments at the end. */
function withoutTrimmings(text: string): string {
  const plain = /^\s*\[([^[\]]*)\]\s*$/.exec(text)?.[1] ?? text;
  return plain
    .replace(/ m=[+-]\d{1,20}\.\d{1,20}$/, "")
    .replace(/ ?\([^()]*\)\s*$/, "")
    .trim();
}

type Slots = { -readonly [K in keyof Written]?: Written[K] };

interface State {
  readonly text: string;
  at: number;
  readonly slots: Slots;
  /** A sign between the parts of a date was read, and a part has to follow. */
  glued: boolean;
}

function take(state: State, pattern: RegExp): RegExpExecArray | undefined {
  pattern.lastIndex = state.at;
  return pattern.exec(state.text) ?? undefined;
}

/** Fills the slots, if all of them are still open. */
function fill(state: State, length: number, slots: Slots): boolean {
  if (Object.keys(slots).some((slot) => state.slots[slot as keyof Slots] !== undefined)) {
    return false;
  }
  Object.assign(state.slots, slots);
  state.at += length;
  return true;
}

const NUMERIC = /(\d{4})([-/.])(\d\d?)\2(\d\d?)(?!\d)(?:T(?=\d))?/iy;

function numericDate(state: State): boolean {
  const match = take(state, NUMERIC);
  if (!match) return false;
  const [all, year = "", , month = "", day = ""] = match;
  return fill(state, all.length, { year: Number(year), month: Number(month), day: Number(day) });
}

const OFFSET = /(?:(?:UTC|GMT) ?)?([+-]\d\d(?::?\d\d)?)(?![\d:])/iy;

/** An offset stands behind the clock; elsewhere a sign is part of the date. */
function offset(state: State): boolean {
  const match = state.slots.clock ? take(state, OFFSET) : undefined;
  if (!match || state.slots.zone !== undefined) return false;
  const [all, written = ""] = match;
  return fill(state, all.length, { zone: written, offset: readOffset(written) });
}

function clock(state: State): boolean {
  const found = clockAt(state.text, state.at);
  return found !== undefined && !state.glued && fill(state, found.length, { clock: found });
}

/** Numbers beside a month's name: four digits are the year, one or two the day. */
const NUMBER = /(\d{4}|(\d\d?)(?:st|nd|rd|th)?)(?![\da-z])/iy;
const GLUE = /[-/.](?=[\da-z])/iy;
/** The access log has a colon between date and clock. */
const COLON = /:(?=\d\d:\d\d)/y;

function number(state: State): boolean {
  const match = take(state, NUMBER);
  if (!match) return false;
  const [all, year = "", day] = match;
  if (!fill(state, all.length, day ? { day: Number(day) } : { year: Number(year) })) return false;
  endPart(state);
  return true;
}

function endPart(state: State): void {
  const glue = take(state, GLUE) ?? take(state, COLON);
  state.glued = glue !== undefined && glue[0] !== ":";
  if (glue) state.at++;
}

const WORD = /[a-z][a-z_]*(?:[/+-](?=[a-z])[a-z_]+){0,3}/iy;
const NAME = /([a-z]{3,9})(?![a-z])\.?(?=$|[\s,\d/.-])/iy;
const FILLERS = /(?:of|at|on|the)(?![a-z])/iy;

function name(state: State): boolean {
  const match = take(state, NAME);
  const [all = "", word = ""] = match ?? [];
  const month = MONTH_NUMBERS.get(word.toLowerCase());
  if (month !== undefined && state.slots.month === undefined) {
    fill(state, all.length, { month });
    endPart(state);
    return true;
  }
  const weekday = WEEKDAY_NUMBERS.get(word.toLowerCase());
  return weekday !== undefined && !state.glued && fill(state, all.length, { weekday });
}

/** Behind an offset the abbreviation only says the same once more. */
function zone(state: State): boolean {
  const [word = ""] = take(state, WORD) ?? [];
  if (word === "" || state.glued || !state.slots.clock) return false;
  if (state.slots.offset !== undefined && /^[A-Z]{1,5}$/.test(word)) {
    state.at += word.length;
    return true;
  }
  const east = offsetOfAbbreviation(word);
  return fill(
    state,
    word.length,
    east === undefined ? { zone: word } : { zone: word, offset: east },
  );
}

function filler(state: State): boolean {
  const match = state.glued ? undefined : (take(state, /[\s,]+/y) ?? take(state, FILLERS));
  state.at += match?.[0].length ?? 0;
  return match !== undefined;
}

const READERS = [filler, numericDate, offset, clock, number, name, zone] as const;

/** The readings of `03/04/2024` that exist, in the unmistakable form: read month first, and day first. */
function orderings(text: string): readonly string[] {
  const match = /^\s*(\d\d?)[/.-](\d\d?)[/.-](\d{4})(?!\d)/.exec(text);
  if (!match) return [];
  const [, first = "", second = "", year = ""] = match;
  const dates = [
    { year: Number(year), month: Number(first), day: Number(second) },
    { year: Number(year), month: Number(second), day: Number(first) },
  ].filter((date) => dayExists(date) && date.year > 0);
  return [...new Set(dates.map((date) => writeDate(date)))];
}

/** What to say of a date whose order of day and month is open; undefined where it is not that. */
export function orderHint(text: string): string | undefined {
  const dates = orderings(text);
  if (dates.length === 0) return undefined;
  const why = dates.length > 1 ? "The order of day and month cannot be known: write" : "Write";
  return `${why} ${dates.join(" or ")}`;
}
