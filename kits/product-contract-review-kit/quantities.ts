/** Quantities as prose states them: numbers with units, rates and prices, each in one unit of its kind. */
import {
  type Fraction,
  fraction,
  multiply,
  negate,
  ONE,
  readFraction,
} from "../../tools/_lib/numbers/fraction.ts";
import { isContentWord, stem } from "../../tools/_lib/text/prose/terms.ts";

/** What a number counts; quantities of one kind can be compared. */
export interface Unit {
  /** `time`, `size`, `count request`, `rate request`, `money USD` and so on. */
  readonly kind: string;
  /** How many of the kind's own unit one is. */
  readonly factor: Fraction;
  /** Of a rate: what it is per. Months and years have no exact length in seconds. */
  readonly base: string;
}

export interface Quantity extends Unit {
  /** In the kind's own unit. */
  readonly value: Fraction;
  /** Offsets in the text, the unit included. */
  readonly start: number;
  readonly end: number;
}

/** A number without a unit. */
export const BARE: Unit = { kind: "number", factor: ONE, base: "" };

const TIMES: ReadonlyMap<string, readonly [factor: Fraction, base: string]> = new Map(
  (
    [
      [fraction(1n, 1000n), "s", "ms msec msecs millisecond milliseconds"],
      [ONE, "s", "s sec secs second seconds"],
      [fraction(60n), "s", "min mins minute minutes"],
      [fraction(3600n), "s", "h hr hrs hour hours"],
      [fraction(86_400n), "s", "d day days"],
      [fraction(604_800n), "s", "w wk wks week weeks"],
      [ONE, "month", "mo mth month months"],
      [ONE, "year", "y yr yrs year years"],
    ] as const
  ).flatMap(([factor, base, names]) => names.split(" ").map((name) => [name, [factor, base]])),
);

const SIZES = sizeTable();

function sizeTable(): ReadonlyMap<string, Fraction> {
  const table = new Map<string, Fraction>();
  for (const name of ["B", "byte", "bytes"]) table.set(name, ONE);
  for (const [power, letter] of [..."kMGTP"].entries()) {
    const decimal = fraction(1000n ** BigInt(power + 1));
    const binary = fraction(1024n ** BigInt(power + 1));
    const names = ["kilo", "mega", "giga", "tera", "peta"];
    const name = names[power] ?? "";
    for (const symbol of [`${letter}B`, `${letter.toUpperCase()}B`, `${letter.toLowerCase()}b`]) {
      table.set(symbol, decimal);
    }
    table.set(`${letter.toUpperCase()}iB`, binary);
    for (const end of ["", "s"]) {
      table.set(`${name}byte${end}`, decimal);
      table.set(`${name.slice(0, 2)}bibyte${end}`, binary);
    }
  }
  return table;
}

const MONEY: ReadonlyMap<string, string> = new Map([
  ["$", "USD"],
  ["USD", "USD"],
  ["dollar", "USD"],
  ["dollars", "USD"],
  ["€", "EUR"],
  ["EUR", "EUR"],
  ["euro", "EUR"],
  ["euros", "EUR"],
  ["£", "GBP"],
  ["GBP", "GBP"],
]);

/** Short for a rate of a noun. */
const SHORT_RATES: ReadonlyMap<string, readonly [noun: string, time: string]> = new Map([
  ["rpm", ["request", "min"]],
  ["rps", ["request", "s"]],
  ["rpd", ["request", "day"]],
  ["qps", ["query", "s"]],
  ["tpm", ["token", "min"]],
]);

/** Other words for a noun. */
const SAME_NOUNS: ReadonlyMap<string, string> = new Map([
  ["char", "character"],
  ["req", "request"],
]);

/** The light stem of a word in lower case, of short plurals as well: keys, ids, jobs. */
export function plainStem(word: string): string {
  const stemmed = stem(word);
  return /^[^s]{2,3}s$/.test(stemmed) && !/[ui]s$/.test(stemmed) ? stemmed.slice(0, -1) : stemmed;
}

/** What a noun is called by, in one number. */
export function nounOf(word: string): string {
  const noun = plainStem(word.toLowerCase());
  return SAME_NOUNS.get(noun) ?? noun;
}

function timeOf(word: string): readonly [Fraction, string] | undefined {
  return TIMES.get(word) ?? (word.length > 2 ? TIMES.get(word.toLowerCase()) : undefined);
}

/** The unit that a sign or word is, where it is more than a noun. */
function knownUnit(word: string): Unit | undefined {
  const [factor, base] = timeOf(word) ?? [];
  if (factor !== undefined) return { kind: base === "s" ? "time" : (base ?? ""), factor, base: "" };
  const size = SIZES.get(word) ?? (word.length > 3 ? SIZES.get(word.toLowerCase()) : undefined);
  if (size !== undefined) return { kind: "size", factor: size, base: "" };
  if (/^(?:%|percent)$/i.test(word)) return { kind: "percent", factor: ONE, base: "" };
  const currency = MONEY.get(word) ?? MONEY.get(word.toLowerCase());
  if (currency !== undefined) return { kind: `money ${currency}`, factor: ONE, base: "" };
  const [noun, time] = SHORT_RATES.get(word.toLowerCase()) ?? [];
  if (noun === undefined || time === undefined) return undefined;
  return rateOf(countUnit(noun), time, ONE);
}

/** What is counted is not said: `60 per minute`. */
const UNNAMED: Unit = { kind: "count ", factor: ONE, base: "" };

function countUnit(noun: string): Unit {
  return { kind: `count ${nounOf(noun)}`, factor: ONE, base: "" };
}

/** So much of a unit in so many of a time; undefined where the word is none of time. */
function rateOf(unit: Unit, time: string, times: Fraction): Unit | undefined {
  const [seconds, base] = timeOf(time) ?? [];
  if (seconds === undefined || base === undefined || unit.base !== "") return undefined;
  const per = multiply(seconds, times);
  if (per.numerator === 0n) return undefined;
  const factor = multiply(unit.factor, fraction(per.denominator, per.numerator));
  return { kind: `rate ${unit.kind.replace(/^count /, "")}`, factor, base };
}

const PER = /(?<!\s)\s*(?:\/|\b(?:per|an?|each|every)\b)\s*/;
const UNIT_TEXT = /^[%$€£]|^[\p{L}][\p{L}\p{N}'’_-]*(?: [\p{L}][\p{L}\p{N}'’_-]*){0,3}$/u;

/** The unit that a fact names; undefined for a text outside the grammar. */
export function readUnit(text: string): Unit | undefined {
  const given = text.trim();
  const whole = knownUnit(given);
  if (whole !== undefined) return whole;
  if (/^times$/i.test(given)) return BARE;
  const bareRate = /^(?:\/|per\b)\s*([\p{L}]+)$/u.exec(given)?.[1];
  if (bareRate !== undefined) return rateOf(UNNAMED, bareRate, ONE);
  const per = PER.exec(given);
  if (per === null) return UNIT_TEXT.test(given) ? nounUnit(given) : undefined;
  const [before, behind] = [given.slice(0, per.index), given.slice(per.index + per[0].length)];
  const time = /^(?:(\d{1,9})\s*)?([\p{L}]+)$/u.exec(behind);
  if (time === null || !UNIT_TEXT.test(before)) return undefined;
  const noun = knownUnit(before) ?? nounUnit(before);
  return noun && rateOf(noun, time[2] ?? "", readFraction(time[1] ?? "1") ?? ONE);
}

/** The last of the words is what is counted. */
function nounUnit(words: string): Unit | undefined {
  const noun = words.split(" ").at(-1) ?? "";
  return isContentWord(noun.toLowerCase()) ? countUnit(noun) : undefined;
}

/** Dates, versions, addresses and times of day: their numbers count nothing. */
const NO_QUANTITY =
  /\d{4}-\d{2}-\d{2}(?:T[\d:.]{1,20}Z?)?|(?<![\d.])\d+(?:\.\d+){2,}(?!\.?\d|,\d)|https?:\/\/[^\s)>\]]+|(?<![\d:])\d{1,2}:\d{2}(?::\d{2})?(?!\d)/g;

/** 1.234,5 and 1.234.567,8 */
const POINTS_AND_COMMA = String.raw`\d{1,3}(?:\.\d{3})+,\d+(?!\d|[.,]\d)`;
/** 99,9 and 0,125, where the comma cannot set thousands apart; in 1,2,3 it is that of a list. */
const DECIMAL_COMMA = String.raw`(?<!\d,)(?:0,\d+|\d{1,3},(?:\d\d?|\d{4,})|\d{4,},\d+)(?!\d|[.,]\d)`;
const GROUPS = String.raw`\d{1,3}(?:(?:,\d{3})+|(?:[ \u00a0\u202f]\d{3})+)(?!\d)|\d{1,2}(?:,\d{2}){1,6},\d{3}(?!\d|,\d)`;
const SPACES_AND_COMMA = String.raw`\d{1,3}(?:[ \u00a0\u202f]\d{3})+,\d+(?!\d|[.,]\d)`;

const NUMBER = new RegExp(
  String.raw`(?<![\p{L}\p{N}_.])(?:${POINTS_AND_COMMA}|${SPACES_AND_COMMA}|${DECIMAL_COMMA}|(?:${GROUPS}|\d+(?:_\d+)*)(?!\d)(?:\.\d+)?(?!\.\d))(?:[eE][+-]?\d{1,3}(?![\p{L}\p{N}]))?`,
  "gu",
);
const WITH_COMMA = new RegExp(
  String.raw`^(?:${POINTS_AND_COMMA}|${SPACES_AND_COMMA}|${DECIMAL_COMMA})(?![\d,.])`,
);

/** A number as `readFraction` reads it: without what sets thousands apart, with a decimal point. */
export function plainNumber(written: string): string {
  const isWithComma = WITH_COMMA.test(written.replace(/^[+-]/, ""));
  const digits = isWithComma ? written.replaceAll(".", "").replace(",", ".") : written;
  return digits.replace(/[,_ \u00a0\u202f]/g, "");
}

const MULTIPLIERS: Readonly<Record<string, Fraction>> = {
  k: fraction(1000n),
  K: fraction(1000n),
  M: fraction(1_000_000n),
};

/** White space in a sentence; a line may end there, but not where the next one begins with a label such as `Size:`. */
const SPACE = String.raw`(?:[ \t]{0,2}\r?\n[ \t]{0,12}(?![$€£]|[^\r\n:]{1,40}:)|[ \u00a0\u202f])`;
const GAP = new RegExp(
  String.raw`[*_\u0060~]{0,3}(?:${SPACE}|[-–](?=\p{L}))?[*_\u0060~]{0,3}`,
  "uy",
);
const WORD = /[%$€£]|[\p{L}µ][\p{L}\p{N}'’_]*/uy;
const BEFORE = /(?:[$€£]|\b(?:USD|EUR|GBP))[ \u00a0\u202f]?[*_`~]{0,3}$/;
const RATE_TAIL = new RegExp(
  String.raw`[*_\u0060~]{0,3}${SPACE}?(?:\/|(?:per|an?|each|every)\b)${SPACE}?(?:(\d{1,9})${SPACE}?)?([\p{L}]{1,12})(?![\p{L}\p{N}])`,
  "uy",
);
const RANGE = /^(?:\s{0,2}(?:[-–—…]|to|and|or|through|until)\s{0,2})$/;
const MOST_WORDS = 3;

interface Found {
  readonly start: number;
  readonly end: number;
  readonly number: Fraction;
  readonly units: readonly (readonly [unit: Unit, end: number])[];
}

/** All quantities in a text; a number with several readings gives one for each. */
export function quantitiesIn(text: string): Quantity[] {
  if (!/\d/.test(text)) return [];
  const plain = text.replace(NO_QUANTITY, (other) => "x".repeat(other.length));
  const found: Found[] = [];
  let behind = 0;
  for (const { 0: written, index } of plain.matchAll(NUMBER)) {
    if (index < behind) continue;
    const one = numberAt(plain, written, index);
    found.push(one);
    behind = Math.max(behind, ...one.units.map(([unit, end]) => (unit.base === "" ? 0 : end)));
  }
  shareUnits(plain, found);
  return found
    .map(({ units, ...rest }) => ({ ...rest, units: units.length > 0 ? units : bare(rest.end) }))
    .flatMap(({ start, number, units }) =>
      units.map(([unit, end]) => ({ ...unit, value: multiply(number, unit.factor), start, end })),
    );
}

function bare(end: number): Found["units"] {
  return [[BARE, end]];
}

function numberAt(text: string, written: string, start: number): Found {
  let end = start + written.length;
  let number = readFraction(plainNumber(written)) ?? ONE;
  const times = MULTIPLIERS[text.charAt(end)];
  if (times !== undefined && !/^[\p{L}\p{N}]/u.test(text.slice(end + 1, end + 2))) {
    number = multiply(number, times);
    end++;
  }
  const sign = BEFORE.exec(text.slice(Math.max(0, start - 8), start))?.[0];
  const currency = sign === undefined ? undefined : knownUnit(sign.replaceAll(/[^$€£A-Z]/g, ""));
  const behind = currency === undefined ? unitsAt(text, end) : priceAt(text, currency, end);
  // What stands in the next line may have nothing to do with the number.
  const isBroken = behind.length > 0 && /^[ \t]{0,2}\r?\n/.test(text.slice(end, end + 4));
  const units = isBroken && currency === undefined ? [...behind, ...bare(end)] : behind;
  if (/(?:^|[\s(|])[-\u2212]$/.test(text.slice(Math.max(0, start - 2), start)))
    number = negate(number);
  return { start: start - (sign?.length ?? 0), end, number, units };
}

/** A price is one, and per month it is a rate as well. */
function priceAt(text: string, unit: Unit, end: number): Found["units"] {
  const rate = rateAt(text, unit, end);
  return [[unit, end], ...(rate === undefined ? [] : [rate])];
}

/** What stands behind a number: a unit, or what it counts, for which each of a few words may stand. */
function unitsAt(text: string, from: number): Found["units"] {
  const unnamed = rateAt(text, UNNAMED, from);
  if (unnamed !== undefined) return [unnamed];
  const units: (readonly [Unit, number])[] = [];
  let at = from;
  for (let words = 0; words < MOST_WORDS; words++) {
    const gap = skip(GAP, text, at);
    WORD.lastIndex = gap;
    const word = WORD.exec(text)?.[0];
    if (word === undefined) break;
    const end = gap + word.length;
    const known = words === 0 ? knownUnit(word) : undefined;
    if (known?.kind.startsWith("money ")) return priceAt(text, known, end);
    if (known !== undefined) {
      const rate = rateAt(text, known, end);
      return [rate ?? [known, end]];
    }
    if (words === 0 && /^times$/i.test(word)) return [[BARE, end]];
    if (!isContentWord(word.toLowerCase())) break;
    const rate = rateAt(text, countUnit(word), end);
    if (rate !== undefined) return [rate];
    units.push([countUnit(word), end]);
    at = end;
  }
  return units;
}

function rateAt(text: string, unit: Unit, end: number): readonly [Unit, number] | undefined {
  RATE_TAIL.lastIndex = end;
  const tail = RATE_TAIL.exec(text);
  if (tail === null) return undefined;
  const [all, times = "1", time = ""] = tail;
  const rate = rateOf(unit, time, readFraction(times) ?? ONE);
  return rate && [rate, end + all.length];
}

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return at + (pattern.exec(text)?.[0].length ?? 0);
}

/** In `1 to 50 items` both numbers count items. */
function shareUnits(text: string, found: Found[]): void {
  for (let at = found.length - 2; at >= 0; at--) {
    const [one, next] = [found[at], found[at + 1]];
    if (one === undefined || next === undefined || one.units.length > 0) continue;
    if (RANGE.test(text.slice(one.end, next.start))) found[at] = { ...one, units: next.units };
  }
}

/** Whether both are of one kind: rates also of other times, and where one does not say of what. */
export function isSameKind(left: Pick<Unit, "kind">, right: Pick<Unit, "kind">): boolean {
  if (left.kind === right.kind) return true;
  const kinds = [left.kind, right.kind];
  return (
    kinds.includes("rate ") &&
    kinds.every((kind) => kind.startsWith("rate ") && !kind.startsWith("rate money "))
  );
}

export function isEqual(left: Quantity, right: Pick<Quantity, "value" | "base" | "kind">): boolean {
  const { numerator, denominator } = left.value;
  return (
    isSameKind(left, right) &&
    left.base === right.base &&
    numerator === right.value.numerator &&
    denominator === right.value.denominator
  );
}
