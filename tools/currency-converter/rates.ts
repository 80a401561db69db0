/** Where rates come from: the caller's, or a reference table. */
import { type Entry, fail } from "../_core/tool.ts";
import { isNoDay, readDay } from "../_lib/fields/date-field.ts";
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
import { beginning } from "../_lib/text/shown.ts";
import type { OwnRates } from "../currency-converter.ts";
import {
  CONVERTIBLE,
  FIXED_RATES,
  REFERENCE_RATES,
  type ReferenceDate,
  type Rates,
} from "./tables.ts";

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

const PATH = "/rates";

/** `{ base, date, rates: { CODE: number } }`, or `{ CODE: number }` with the base of another field. */
export function readRateTable(given: OwnRates, base: string) {
  const { rates } = given;
  if (!rates) return buildTable({ base, rates: given }, { path: PATH, basePath: "/base" });
  const basePath = given.base === undefined ? "/base" : `${PATH}/base`;
  const form = { base: given.base ?? base, date: given.date, rates };
  return buildTable(form, { path: `${PATH}/rates`, basePath });
}

interface LongForm {
  readonly base: string;
  readonly date?: string | undefined;
  readonly rates: object;
}

interface Places {
  readonly path: string;
  readonly basePath: string;
}

function buildTable({ base, date, rates: given }: LongForm, { path, basePath }: Places) {
  const currency = readCurrency(base, basePath, CONVERTIBLE);
  const day = readDay(date, `${PATH}/date`);
  const { rates, problems } = collect(given, isCurrency(currency) ? currency.code : base, path);
  const dayProblems = [day].filter(isNoDay);
  if (!isCurrency(currency)) return { failure: fail([currency, ...dayProblems, ...problems]) };
  const [first, ...others] = [...dayProblems, ...problems];
  if (first) return { failure: fail([first, ...others]) };
  const form = { base: currency.code, date: date?.trim() ?? null, rates };
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
  const entries: [string, unknown][] = Object.entries(given);
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
