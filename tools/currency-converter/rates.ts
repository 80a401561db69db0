/** Where rates come from: the caller's, or a reference table. */
import { type Static, Type } from "@sinclair/typebox";
import { type Entry, fail, type Outcome } from "../_core/tool.ts";
import { DAY_FAILURE, isNoDay, readDay } from "../_lib/fields/date-field.ts";
import { compareCodePoints } from "../_lib/text/code-points.ts";
import {
  compare,
  divide,
  type Fraction,
  fractionOf,
  multiply,
  ONE,
} from "../_lib/numbers/fraction.ts";
import { appendPointer } from "../_lib/results/pointer.ts";
import { isCurrency, readCurrency } from "../_lib/money/amount.ts";
import { readStructured, STRUCTURED_FAILURES } from "../_lib/fields/structured-field.ts";
import { beginning } from "../_lib/text/shown.ts";
import {
  CONVERTIBLE,
  FIXED_RATES,
  REFERENCE_RATES,
  type ReferenceDate,
  type Rates,
} from "./tables.ts";

export const RATES_FAILURES = {
  ...STRUCTURED_FAILURES,
  ...DAY_FAILURE,
  CURRENCY_UNKNOWN: "The currency is no code of ISO 4217, nor one that the euro replaced",
  RATE_INVALID: "A rate is no number above 0, or contradicts another one",
} as const;

export interface RateTable {
  /** Whose currency counts 1. */
  readonly base: string;
  /** YYYY-MM-DD */
  readonly date: string | null;
  readonly source: "user" | "reference";
  /** Units per 1 of the base, which is in it. */
  readonly rates: Rates;
  /** Codes that the table has only by the rates fixed against the euro. */
  readonly fixed: ReadonlySet<string>;
}

export function referenceTable(date: ReferenceDate): RateTable {
  return withFixed({ base: "EUR", date, source: "reference", rates: REFERENCE_RATES[date] });
}

/** Adds the base, and the fixed rates where the euro is in the table, for codes that it lacks. */
function withFixed(table: Omit<RateTable, "fixed">): RateTable {
  const rates = new Map(table.rates).set(table.base, ONE);
  const euro = rates.get("EUR");
  const fixed = new Set<string>();
  if (!euro) return { ...table, rates, fixed };
  for (const [code, rate] of FIXED_RATES) {
    if (rates.has(code)) continue;
    rates.set(code, multiply(euro, rate));
    fixed.add(code);
  }
  return { ...table, rates, fixed };
}

/** Units of `to` per 1 of `from`, or the code that the table lacks. */
export function crossRate({ rates }: RateTable, from: string, to: string): Fraction | string {
  const [source, target] = [rates.get(from), rates.get(to)];
  if (!source) return from;
  return target ? divide(target, source) : to;
}

const ANY_OBJECT = Type.Object({}, { maxProperties: 500 });
const LONG_FORM = Type.Object({
  base: Type.Optional(Type.String()),
  date: Type.Optional(Type.String()),
  rates: ANY_OBJECT,
});

type Failed = { readonly failure: Outcome<never, keyof typeof RATES_FAILURES, never> };
type Read = { readonly table: RateTable; readonly failure?: undefined } | Failed;

/** `{ base, date, rates: { CODE: number } }`, or `{ CODE: number }` with the base of another field. */
export function readRateTable(given: unknown, base: string, path: string): Read {
  const read = readStructured(given, ANY_OBJECT, path);
  if (read.failure) return read;
  if (!Object.hasOwn(read.value, "rates")) {
    return buildTable({ base, rates: read.value }, { path, basePath: "/base" });
  }
  const long = readStructured(read.value, LONG_FORM, path);
  if (long.failure) return long;
  const form = { ...long.value, base: long.value.base ?? base };
  const basePath = long.value.base === undefined ? "/base" : `${path}/base`;
  return buildTable(form, { path: `${path}/rates`, basePath, datePath: `${path}/date` });
}

type LongForm = Static<typeof LONG_FORM> & { readonly base: string };

interface Places {
  readonly path: string;
  readonly basePath: string;
  readonly datePath?: string;
}

function buildTable(
  { base, date, rates }: LongForm,
  { path, basePath, datePath = "" }: Places,
): Read {
  const currency = readCurrency(base, basePath, CONVERTIBLE);
  const day = readDay(date, datePath);
  const read = collect(rates, isCurrency(currency) ? currency.code : base, path);
  const problems: Entry<"CURRENCY_UNKNOWN" | "DATE_INVALID" | "RATE_INVALID">[] = [];
  if (!isCurrency(currency)) problems.push(currency);
  if (isNoDay(day)) problems.push(day);
  problems.push(...read.problems);
  const [first, ...others] = problems;
  if (first) return { failure: fail([first, ...others]) };
  const form = { base: base.trim().toUpperCase(), date: date?.trim() ?? null, rates: read.rates };
  return { table: withFixed({ ...form, source: "user" }) };
}

/** In the order of the codes, as that of the keys must not matter, not even for what is said of them. */
function collect(
  given: object,
  base: string,
  path: string,
): { rates: Rates; problems: Entry<"RATE_INVALID">[] } {
  const rates = new Map([[base, ONE]]);
  const problems: Entry<"RATE_INVALID">[] = [];
  const entries = Object.entries<unknown>(given as Record<string, unknown>);
  for (const [key, rate] of entries.toSorted(([a], [b]) => compareCodePoints(a, b))) {
    const place = appendPointer(path, key);
    const code = key.trim().toUpperCase();
    if (typeof rate !== "number" || !(rate > 0 && rate < Infinity)) {
      problems.push(invalid(place, describe(rate), "a number above 0"));
      continue;
    }
    const value = fractionOf(rate);
    if (compare(rates.get(code) ?? value, value) !== 0) {
      const expected = code === base ? "1, as it is the base" : `one rate for ${code}`;
      problems.push(invalid(place, `a contradicting ${rate}`, expected));
    }
    rates.set(code, value);
  }
  return { rates, problems };
}

const SHOWN_CHARACTERS = 40;

function describe(rate: unknown): string {
  return beginning(JSON.stringify(rate) ?? "nothing", SHOWN_CHARACTERS);
}

function invalid(path: string, found: string, expected: string): Entry<"RATE_INVALID"> {
  const message = `Cannot use the rate: found ${found}, expected ${expected}`;
  return { code: "RATE_INVALID", message, path, expected };
}
