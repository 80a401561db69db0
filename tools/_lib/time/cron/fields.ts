/** The five fields of a cron expression, read into sets of values. */
import type { Entry } from "../../../_core/tool.ts";
import { quoted, shortened } from "../../text/shown.ts";

export const FIELD_NAMES = ["minute", "hour", "dayOfMonth", "month", "dayOfWeek"] as const;
export type FieldName = (typeof FIELD_NAMES)[number];

export const FIELD_FAILURES = {
  CRON_FIELD_RANGE: "A number is outside the bounds of its field",
  CRON_RANGE_ORDER: "A range ends before it starts",
  CRON_STEP_ZERO: "A step is 0",
  CRON_SYNTAX: "A field is no list of *, n, a-b and steps",
  CRON_EXTENSION: "L, W, # or ? stands in a field, and extensions is off",
} as const;

export type FieldProblem = Entry<keyof typeof FIELD_FAILURES>;

/** What no list of values can say: days counted from the end of the month or by weeks. */
export type Special =
  | { readonly kind: "last"; readonly before: number }
  | { readonly kind: "nearestWeekday"; readonly day: number }
  | { readonly kind: "lastWeekday" }
  | { readonly kind: "lastOfWeekday"; readonly weekday: number }
  | { readonly kind: "nthOfWeekday"; readonly weekday: number; readonly nth: number };

export interface WrittenSpecial {
  /** As it was written, in capitals. */
  readonly text: string;
  readonly special: Special;
}

/** One item of a field's list that has a step. */
export interface Step {
  readonly step: number;
  /** Whether `*`, a number or a range stands before the slash. */
  readonly of: "star" | "number" | "range";
  /** How many values the range has without the step. */
  readonly size: number;
}

export interface Field {
  readonly name: FieldName;
  readonly text: string;
  /** In order; days of the week from 0 for Sunday to 6. */
  readonly values: readonly number[];
  readonly specials: readonly WrittenSpecial[];
  /** The text does not begin with `*` or `?`. */
  readonly restricted: boolean;
  readonly steps: readonly Step[];
}

interface Bounds {
  readonly first: number;
  readonly last: number;
  /** Three-letter names of the values from `first` on. */
  readonly names?: readonly string[];
}

const MONTH_NAMES = [
  "JAN",
  "FEB",
  "MAR",
  "APR",
  "MAY",
  "JUN",
  "JUL",
  "AUG",
  "SEP",
  "OCT",
  "NOV",
  "DEC",
];
const DAY_NAMES = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];

const BOUNDS: Readonly<Record<FieldName, Bounds>> = {
  minute: { first: 0, last: 59 },
  hour: { first: 0, last: 23 },
  dayOfMonth: { first: 1, last: 31 },
  month: { first: 1, last: 12, names: MONTH_NAMES },
  dayOfWeek: { first: 0, last: 7, names: DAY_NAMES },
};

const WORDS: Readonly<Record<FieldName, string>> = {
  minute: "minute",
  hour: "hour",
  dayOfMonth: "day of month",
  month: "month",
  dayOfWeek: "day of week",
};

/** How many values each field can have; 7 is Sunday again. */
export const FIELD_SIZES: Readonly<Record<FieldName, number>> = {
  minute: 60,
  hour: 24,
  dayOfMonth: 31,
  month: 12,
  dayOfWeek: 7,
};

/** Reads one field; what is wrong with its items goes to `problems`. */
export function readField(
  name: FieldName,
  text: string,
  extensions: boolean,
  problems: FieldProblem[],
): Field {
  const values = new Set<number>();
  const specials: WrittenSpecial[] = [];
  const steps: Step[] = [];
  for (const item of text.split(",")) {
    const read = readItem(name, item, extensions);
    if ("code" in read) problems.push(read);
    else if ("special" in read) specials.push(read);
    else {
      for (const value of read.values) values.add(name === "dayOfWeek" ? value % 7 : value);
      if (read.step) steps.push(read.step);
    }
  }
  return {
    name,
    text,
    values: [...values].toSorted((a, b) => a - b),
    specials,
    restricted: !/^[*?]/.test(text),
    steps,
  };
}

interface Values {
  readonly values: readonly number[];
  readonly step?: Step;
}

function readItem(
  name: FieldName,
  item: string,
  extensions: boolean,
): Values | WrittenSpecial | FieldProblem {
  if (isExtension(name, item)) {
    return extensions ? readExtension(name, item.toUpperCase()) : extensionOff(name, item);
  }
  const match = /^(?:(\*)|([a-z\d]+)(?:-([a-z\d]+))?)(?:\/(\d+))?$/i.exec(item);
  if (!match) return syntaxProblem(name, item);
  const [, star, low = "", high, stepText] = match;
  const step = stepText === undefined ? undefined : Number(stepText);
  if (step === 0) return stepZero(name, item);
  if (star) return everyStep(name, BOUNDS[name].first, BOUNDS[name].last, step, "star");

  const start = readValue(name, low);
  const end = high === undefined ? undefined : readValue(name, high);
  if (typeof start !== "number") return start;
  if (typeof end === "object") return end;
  const stop = rangeEnd(name, start, end, step !== undefined);
  if (stop < start) return orderProblem(name, item, start, stop);
  return everyStep(name, start, stop, step, end === undefined ? "number" : "range");
}

function everyStep(
  name: FieldName,
  start: number,
  stop: number,
  step: number | undefined,
  of: Step["of"],
): Values {
  const values: number[] = [];
  for (let value = start; value <= stop; value += step ?? 1) values.push(value);
  const size = of === "star" ? FIELD_SIZES[name] : stop - start + 1;
  return step === undefined ? { values } : { values, step: { step, of, size } };
}

/** A single number ends at itself, one with a step at the field's end, and a week that ends on Sunday at 7. */
function rangeEnd(
  name: FieldName,
  start: number,
  end: number | undefined,
  hasStep: boolean,
): number {
  if (end === undefined) return hasStep ? BOUNDS[name].last : start;
  return name === "dayOfWeek" && end === 0 && start > 0 ? 7 : end;
}

function readValue(name: FieldName, text: string): number | FieldProblem {
  const { first, last, names = [] } = BOUNDS[name];
  const named = names.indexOf(text.toUpperCase());
  if (named >= 0) return first + named;
  if (!/^\d+$/.test(text)) return syntaxProblem(name, text);
  const value = Number(text);
  return value >= first && value <= last ? value : rangeProblem(name, text, first, last);
}

function rangeProblem(name: FieldName, found: string, first: number, last: number): FieldProblem {
  const expected = `${first} to ${last}`;
  const message = `Cannot read the ${WORDS[name]} field: found ${shortened(found, LONGEST_SHOWN)}, expected ${expected}`;
  return {
    code: "CRON_FIELD_RANGE",
    message,
    path: `/${name}`,
    expected,
    received: shortened(found, LONGEST_SHOWN),
  };
}

const LONGEST_SHOWN = 41;

function orderProblem(name: FieldName, item: string, start: number, end: number): FieldProblem {
  const { first, last } = BOUNDS[name];
  const [low, high] = [
    end === first ? `${first}` : `${first}-${end}`,
    start === last ? `${last}` : `${start}-${last}`,
  ];
  return {
    code: "CRON_RANGE_ORDER",
    message: `Cannot read the ${WORDS[name]} field: found the range ${shortened(item, LONGEST_SHOWN)}, expected its start before its end`,
    path: `/${name}`,
    received: shortened(item, LONGEST_SHOWN),
    hint: `Write ${high},${low}`,
  };
}

function stepZero(name: FieldName, item: string): FieldProblem {
  const message = `Cannot read the ${WORDS[name]} field: found the step 0 in ${shortened(item, LONGEST_SHOWN)}, expected 1 or more`;
  return {
    code: "CRON_STEP_ZERO",
    message,
    path: `/${name}`,
    received: shortened(item, LONGEST_SHOWN),
  };
}

function syntaxProblem(name: FieldName, item: string): FieldProblem {
  const { names } = BOUNDS[name];
  const expected = `*, n or a-b, perhaps with /step${names ? `, or names such as ${names[1]}` : ""}`;
  const found = item === "" ? "an empty item" : quoted(item, LONGEST_SHOWN);
  return {
    code: "CRON_SYNTAX",
    message: `Cannot read the ${WORDS[name]} field: found ${found}, expected ${expected}`,
    path: `/${name}`,
    expected,
    received: shortened(item, LONGEST_SHOWN),
  };
}

function isExtension(name: FieldName, item: string): boolean {
  if (name === "dayOfMonth") return /[?#LW]/i.test(item);
  return name === "dayOfWeek" && (/[?#]/.test(item) || /^(?:\d+|[a-z]{3})?L$/i.test(item));
}

function extensionOff(name: FieldName, item: string): FieldProblem {
  const message = `Cannot read the ${WORDS[name]} field: found ${shortened(item, LONGEST_SHOWN)}, which standard cron does not have, expected numbers, ranges and steps`;
  const hint = "Set extensions to true for L, W, # and ?";
  return {
    code: "CRON_EXTENSION",
    message,
    path: `/${name}`,
    received: shortened(item, LONGEST_SHOWN),
    hint,
  };
}

/** `?` is `*`; the others are days that no list of values can say. */
function readExtension(name: FieldName, item: string): Values | WrittenSpecial | FieldProblem {
  if (item === "?") return readItem(name, "*", true);
  return name === "dayOfMonth" ? readDaySpecial(item) : readWeekSpecial(item);
}

function readDaySpecial(text: string): WrittenSpecial | FieldProblem {
  const name = "dayOfMonth";
  if (text === "LW") return { text, special: { kind: "lastWeekday" } };
  const last = /^L(?:-(\d+))?$/.exec(text);
  if (last) {
    const before = Number(last[1] ?? 0);
    const fits = last[1] === undefined || (before >= 1 && before <= 30);
    return fits ? { text, special: { kind: "last", before } } : rangeProblem(name, text, 1, 30);
  }
  const nearest = /^(\d+)W$/.exec(text)?.[1];
  if (nearest === undefined) return syntaxProblem(name, text);
  const day = readValue(name, nearest);
  return typeof day === "number" ? { text, special: { kind: "nearestWeekday", day } } : day;
}

function readWeekSpecial(text: string): WrittenSpecial | FieldProblem {
  const name = "dayOfWeek";
  const match = /^(\d+|[A-Z]{3})(?:L|#(\d+))$/.exec(text);
  if (!match) return syntaxProblem(name, text);
  const value = readValue(name, match[1] ?? "");
  if (typeof value !== "number") return value;
  const weekday = value % 7;
  if (match[2] === undefined) return { text, special: { kind: "lastOfWeekday", weekday } };
  const nth = Number(match[2]);
  if (nth < 1 || nth > 5) return rangeProblem(name, text, 1, 5);
  return { text, special: { kind: "nthOfWeekday", weekday, nth } };
}
