/** What a word means as a unit: symbols and names, with and without prefixes, in the case given or in any. */
import { compare, type Fraction, fraction, multiply, ONE, readFraction } from "../fraction.ts";
import { nearest } from "../../text/nearest.ts";
import { type Factor, type Unit, UNITS } from "./units.ts";

/** A unit with the prefix that stood before it. */
export interface Reading {
  readonly unit: Unit;
  /** With the prefix. */
  readonly symbol: string;
  readonly factor: Factor;
}

interface Prefix {
  readonly symbol: string;
  readonly name: string;
  readonly factor: Fraction;
}

const SI_PREFIXES =
  "Q quetta 30,R ronna 27,Y yotta 24,Z zetta 21,E exa 18,P peta 15,T tera 12,G giga 9,M mega 6,k kilo 3,h hecto 2," +
  "da deca 1,d deci -1,c centi -2,m milli -3,µ micro -6,n nano -9,p pico -12,f femto -15,a atto -18,z zepto -21," +
  "y yocto -24,r ronto -27,q quecto -30";

const PREFIXES: readonly Prefix[] = SI_PREFIXES.split(",").map((row) => {
  const [symbol = "", name = "", exponent] = row.split(" ");
  return { symbol, name, factor: readFraction(`1e${exponent}`) ?? ONE };
});

const BINARY_PREFIXES: readonly Prefix[] =
  "Ki kibi,Mi mebi,Gi gibi,Ti tebi,Pi pebi,Ei exbi,Zi zebi,Yi yobi,Ri robi,Qi quebi"
    .split(",")
    .map((row, index) => {
      const [symbol = "", name = ""] = row.split(" ");
      return { symbol, name, factor: fraction(1024n ** BigInt(index + 1)) };
    });

/** Other ways to write a prefix's symbol: the Greek letter, its ASCII stand-in, and what is written on medicines. */
const MICRO = /^(?:[μu](?=.)|mc(?=[gL]$))/;

/** Names that are used as symbols are, so that a prefix's symbol may stand before them. */
const SYMBOL_NAMES: ReadonlySet<string> = new Set(["l", "b", "sec", "ohm", "Ohm"]);

const ALL: readonly Unit[] = [...UNITS.values()].flat();

const EXACT = new Map<string, Unit>();
const FOLDED = new Map<string, Set<Unit>>();
for (const unit of ALL) {
  for (const name of [unit.symbol, ...unit.names]) {
    EXACT.set(name, unit);
    const key = name.toLowerCase();
    FOLDED.set(key, (FOLDED.get(key) ?? new Set()).add(unit));
  }
}

export const PREFIX_NAMES: readonly string[] = [...PREFIXES, ...BINARY_PREFIXES].map(
  ({ name }) => name,
);

/** Every symbol and name without prefixes. */
export const UNIT_NAMES: readonly string[] = [...EXACT.keys()];

export interface Found {
  /** Several only where the case does not decide. */
  readonly readings: readonly Reading[];
  /** The word is in another case than the symbol or name. */
  readonly isCaseAssumed: boolean;
}

/** The readings of a symbol or name, words joined by single spaces; undefined if there is none. */
export function findUnit(word: string): Found | undefined {
  const wanted = canonical(word);
  const unit = EXACT.get(wanted);
  if (unit) return certain(plain(unit));
  const exact = prefixed(wanted, true);
  if (exact[0]) return certain(exact[0]);
  const readings = inAnyCase(wanted);
  return readings.length === 0 ? undefined : { readings, isCaseAssumed: true };
}

/** Å, Ω, µ and Δ have two code points each. */
function canonical(word: string): string {
  return word.normalize("NFC").replaceAll("μ", "µ").replaceAll("∆", "Δ");
}

function certain(reading: Reading): Found {
  return { readings: [reading], isCaseAssumed: false };
}

function plain(unit: Unit): Reading {
  return { unit, symbol: unit.symbol, factor: unit.factor };
}

/** Readings with a prefix, its symbol before a symbol first, then its name before a name. */
function prefixed(word: string, isExact: boolean): Reading[] {
  const fold = (text: string): string => (isExact ? text : text.toLowerCase());
  const readings: Reading[] = [];
  for (const kind of ["symbol", "name"] as const) {
    const text = fold(kind === "symbol" ? word.replace(MICRO, "µ") : word);
    for (const prefix of [...PREFIXES, ...BINARY_PREFIXES]) {
      const start = fold(prefix[kind]);
      if (text === start || !text.startsWith(start)) continue;
      const rest = text.slice(start.length);
      for (const unit of withName(rest, isExact)) {
        const isNamed = namesOf(unit, kind).some((name) => fold(name) === rest);
        if (isNamed && takes(unit, prefix)) readings.push(join(prefix, unit));
      }
    }
  }
  return readings;
}

/** What a prefix's symbol, or its name, may stand before. */
function namesOf({ symbol, names }: Unit, kind: "symbol" | "name"): readonly string[] {
  if (kind === "symbol") return [symbol, ...names.filter((name) => SYMBOL_NAMES.has(name))];
  // Some symbols are words themselves: bit, bar, var.
  return /^[a-z]{3,}$/.test(symbol) ? [symbol, ...names] : names;
}

function withName(name: string, isExact: boolean): Iterable<Unit> {
  if (!isExact) return FOLDED.get(name) ?? [];
  const unit = EXACT.get(name);
  return unit ? [unit] : [];
}

function takes({ takesPrefixes, quantity }: Unit, prefix: Prefix): boolean {
  if (!takesPrefixes) return false;
  // There is no thousandth of a bit: mb is none.
  if (quantity === "data") return compare(prefix.factor, ONE) > 0;
  return !BINARY_PREFIXES.includes(prefix);
}

function join(prefix: Prefix, unit: Unit): Reading {
  const { fraction: size, pi } = unit.factor;
  return {
    unit,
    symbol: prefix.symbol + unit.symbol,
    factor: { fraction: multiply(prefix.factor, size), pi },
  };
}

const DATA_SYMBOL = /^(?:[a-z]i?)?([bB])$/i;

/** `mb`, `gib`: the prefix is in the wrong case, so that of the last letter says nothing either. */
export function isAssumedBytes(word: string): boolean {
  return /^[a-z]i?b$/.test(word) && word !== "kb";
}

function inAnyCase(word: string): Reading[] {
  const units = [...(FOLDED.get(word.toLowerCase()) ?? [])].map(plain);
  // Of bits and bytes the last letter keeps its case: KB is kB, never kb. Wholly in small letters bytes are meant.
  const letter = isAssumedBytes(word) ? "B" : DATA_SYMBOL.exec(word)?.[1];
  const readings = [...units, ...prefixed(word, false)].filter(
    ({ unit }) =>
      letter === undefined ||
      unit.quantity !== "data" ||
      (unit.symbol === "B") === (letter === "B"),
  );
  return readings.filter(
    ({ symbol }, index) => readings.findIndex((other) => other.symbol === symbol) === index,
  );
}

/** The three symbols and names most like a word that is none. */
export function nearestUnits(word: string): string[] {
  return nearest(word, UNIT_NAMES, { within: Number.POSITIVE_INFINITY });
}
