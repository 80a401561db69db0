/** Reads unit expressions such as `BTU/h/ft^2/°F`, and quantities such as `5 ft 7 in`. */
import type { Entry } from "../_core/tool.ts";
import { type Fraction, isZero, multiply, ONE, raise } from "../_lib/numbers/fraction.ts";
import { positionAt } from "../_lib/text/position.ts";
import { numberAt, signAt } from "../_lib/numbers/written-number.ts";
import {
  findUnit,
  nearestUnits,
  PREFIX_NAMES,
  type Reading,
  UNIT_NAMES,
} from "../_lib/numbers/units/lookup.ts";
import { beginning } from "../_lib/text/shown.ts";

export type ParseProblem = Entry<"TEXT_NOT_UNDERSTOOD" | "UNIT_UNKNOWN">;

/** A unit in an expression; several readings where its letter case does not decide. */
export interface UnitPower {
  readonly word: string;
  readonly offset: number;
  readonly readings: readonly Reading[];
  readonly isCaseAssumed: boolean;
  readonly exponent: number;
}

/** A product of powers of units and a number. */
export interface UnitExpression {
  /** As typed, without white space around it. */
  readonly text: string;
  readonly scale: Fraction;
  readonly powers: readonly UnitPower[];
  /** A product stands after a division: J/kg K. */
  readonly isAmbiguous: boolean;
}

/** A number of units, or a sum of such: the parts of `5 ft 7 in`. */
export interface Quantity {
  readonly isNegative: boolean;
  readonly terms: readonly { readonly value: Fraction; readonly unit: UnitExpression }[];
}

export const QUANTITY_HINT = "These work: 5 ft 7 in to cm; 72 °F -> °C; 1 W/m^2/K to BTU/h/ft^2/°F";

/** A place in a longer text that is read by itself. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** The quantity that the range of a field's text is. */
export function parseQuantity(
  text: string,
  path: string,
  range: Range = { start: 0, end: text.length },
): Quantity | ParseProblem {
  const parser = new UnitParser(text.slice(0, range.end), path, range.start);
  return parser.quantity() ?? parser.problem;
}

/** The unit that the range of a field's text is. */
export function parseUnit(
  text: string,
  path: string,
  range: Range = { start: 0, end: text.length },
): UnitExpression | ParseProblem {
  const parser = new UnitParser(text.slice(0, range.end), path, range.start);
  return parser.whole() ?? parser.problem;
}

export function isProblem(read: object): read is ParseProblem {
  return "code" in read;
}

/** Names of several words, or with signs in them, longest first; a prefix's name may stand before one. */
const PHRASES = new RegExp(
  `(?:${PREFIX_NAMES.join("|")})?(?:${UNIT_NAMES.filter((name) =>
    /[^\p{L}\p{Nd}_°′″%‰'"]/u.test(name),
  )
    .toSorted((a, b) => b.length - a.length)
    .map((name) => name.replaceAll(" ", String.raw`\s+`).replaceAll("/", String.raw`\/`))
    .join("|")})(?![\\p{L}\\p{Nd}_])`,
  "iuy",
);
const WORD = /[Δ∆]?[\p{L}_°][\p{L}\p{M}\p{Nd}_]*|[%‰′″'"’”]/uy;
/** `a liter`, `an ounce` */
const ARTICLE = /(?:an?|one)\s+(?=\p{L})/iuy;
const POWER_WORD = /(sq(?:uare)?|cu(?:bic)?)(?![\p{L}\p{Nd}_])\s*/iuy;
const EXPONENT =
  /\s*\^\s*(?:\(\s*([+−-]?\d+)\s*\)|([+−-]?\d+))|(⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)|(?<=\p{L})([-−]?\d+)/uy;
const OPERATOR = /\s*(?:([*·⋅×])|(\/|per(?![\p{L}\p{Nd}_])))\s*/iuy;
/** What people leave out behind a larger unit. */
const SMALLER: Readonly<Record<string, string>> = { ft: "in", arcmin: "in", st: "lb", lb: "oz" };
const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

const MOST_EXPONENT = 9;
/** Bits that all numbers and prefixes together may take; more is no measure of anything. */
const MOST_BITS = 40_000;

interface Product {
  readonly scale: Fraction;
  readonly powers: readonly UnitPower[];
}

class UnitParser {
  readonly #text: string;
  readonly #path: string;
  #at: number;
  #isAmbiguous = false;
  #bits = 0;
  #problem: ParseProblem | undefined;

  constructor(text: string, path: string, start: number) {
    this.#text = text;
    this.#path = path;
    this.#at = start;
  }

  /** Why a method gave nothing. */
  get problem(): ParseProblem {
    return this.#problem ?? this.#misread(this.#at);
  }

  quantity(): Quantity | undefined {
    const { isNegative, end } = signAt(this.#text, this.#at);
    this.#at = end;
    const terms: { value: Fraction; unit: UnitExpression }[] = [];
    do {
      const value = this.#number();
      if (!value) return this.#fail("a number");
      this.#skipSpace();
      const unit = this.#nextSmaller(terms.at(-1)?.unit) ?? this.#expression(false);
      if (!unit) return undefined;
      terms.push({ value, unit });
      this.#skipSpace();
    } while (this.#at < this.#text.length);
    return { isNegative, terms };
  }

  /** A second number behind it would be part of nothing. */
  #number(): Fraction | undefined {
    if (this.#match(ARTICLE)) return ONE;
    const number = numberAt(this.#text, this.#at);
    if (!number) return undefined;
    this.#at = number.end;
    return /^\s*\d/.test(this.#text.slice(number.end)) ? undefined : number.value;
  }

  /** The inches of `5'11` and the pounds of `11 stone 4`: at the end the unit may be left out. */
  #nextSmaller(last: UnitExpression | undefined): UnitExpression | undefined {
    const [power] = last?.powers ?? [];
    const name = SMALLER[power?.readings[0]?.unit.symbol ?? ""];
    if (this.#at < this.#text.length || last?.powers.length !== 1 || name === undefined)
      return undefined;
    const readings = findUnit(name)?.readings ?? [];
    const unit = { word: name, offset: this.#at, readings, isCaseAssumed: false, exponent: 1 };
    return { text: name, scale: ONE, powers: [unit], isAmbiguous: false };
  }

  whole(): UnitExpression | undefined {
    this.#skipSpace();
    const unit = this.#expression(true);
    if (!unit) return undefined;
    this.#skipSpace();
    return this.#at < this.#text.length ? this.#fail("a unit, or the end") : unit;
  }

  /** With `takesNumbers`, a number after white space is a factor; else it begins the next term of a sum. */
  #expression(takesNumbers: boolean): UnitExpression | undefined {
    const start = this.#at;
    this.#isAmbiguous = false;
    const product = this.#product(takesNumbers);
    if (!product) return undefined;
    const text = this.#text.slice(start, this.#at).trim();
    return { text, ...product, isAmbiguous: this.#isAmbiguous };
  }

  #product(takesNumbers: boolean): Product | undefined {
    let scale = ONE;
    const powers: UnitPower[] = [];
    let isDivided = false;
    for (let isFirst = true; ; isFirst = false) {
      const operator = this.#match(OPERATOR);
      const divides = operator?.[2] !== undefined;
      if (isFirst && operator && !divides) return this.#fail("a unit");
      if (!isFirst && !operator && !this.#hasFactor(takesNumbers)) return { scale, powers };
      const factor = this.#signedFactor(divides ? -1 : 1);
      if (!factor) return undefined;
      if (isDivided && !divides) this.#isAmbiguous = true;
      isDivided ||= divides;
      scale = multiply(scale, factor.scale);
      powers.push(...factor.powers);
    }
  }

  /** A factor, or with -1 its reciprocal. A unit of no size measures nothing, and nothing can be divided by it. */
  #signedFactor(sign: 1 | -1): Product | undefined {
    const factor = this.#factor();
    if (factor && isZero(factor.scale)) return this.#fail("a number other than 0");
    return factor && sign < 0 ? raiseProduct(factor, sign) : factor;
  }

  /** Whether another factor follows without an operator. */
  #hasFactor(takesNumbers: boolean): boolean {
    this.#skipSpace();
    const next = this.#text.slice(this.#at, this.#at + 2);
    return takesNumbers ? /^[^);+]/.test(next) : /^[^\d.);+,]/.test(next);
  }

  /** A unit, perhaps with a number before it, a number, or an expression in parentheses. */
  #factor(): Product | undefined {
    const phrase = this.#phrase();
    if (phrase) return this.#powered(phrase);
    const number = /[\d.]/.test(this.#text.charAt(this.#at)) ? this.#plainNumber() : undefined;
    if (!number) return this.#atom();
    this.#skipSpace();
    const next = this.#text.charAt(this.#at);
    if (next === "(" || !/[\p{L}_°%‰′″'"]/u.test(next) || this.#isOperator()) {
      return { scale: number, powers: [] };
    }
    const unit = this.#atom();
    return unit && { ...unit, scale: multiply(number, unit.scale) };
  }

  #plainNumber(): Fraction | undefined {
    // A slash after a number divides by a unit here, or by another number; both are the same in the end.
    const match = this.#match(/(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3}(?!\d))?/y);
    const number = match && numberAt(match[0], 0)?.value;
    if (!number) return this.#fail("a number");
    const raised = this.#exponent(this.#text.slice(this.#at, this.#at + 9).includes("^"));
    if (raised === undefined) return undefined;
    if (raised < 0 && isZero(number)) return this.#fail("a number other than 0");
    return this.#takeBits(number, raised) ? raise(number, raised) : undefined;
  }

  #atom(): Product | undefined {
    if (this.#text.charAt(this.#at) === "(") return this.#group();
    const word = this.#match(POWER_WORD)?.[1]?.toLowerCase();
    if (word === undefined) return this.#powered(this.#phrase() ?? this.#word());
    const unit = this.#powered(this.#phrase() ?? this.#word());
    return unit && raiseProduct(unit, word.startsWith("s") ? 2 : 3);
  }

  #group(): Product | undefined {
    this.#at++;
    const inner = this.#product(true);
    if (!inner) return undefined;
    this.#skipSpace();
    if (this.#text.charAt(this.#at) !== ")") return this.#fail("a closing parenthesis");
    this.#at++;
    return this.#powered(inner);
  }

  #phrase(): Product | undefined {
    const start = this.#at;
    const match = this.#match(PHRASES);
    const word = match?.[0].replace(/\s+/g, " ");
    const found = word === undefined ? undefined : findUnit(word);
    if (found && word !== undefined) return single({ ...found, word, offset: start, exponent: 1 });
    this.#at = start;
    return undefined;
  }

  #word(): Product | undefined {
    const offset = this.#at;
    const all = this.#match(WORD)?.[0];
    if (all === undefined) return this.#fail("a unit");
    const whole = findUnit(all);
    if (whole) return single({ ...whole, word: all, offset, exponent: 1 });
    // m2: the digits are an exponent.
    const word = all.replace(/(?<!\d)\d+$/, "");
    const found = findUnit(word);
    this.#at = offset + word.length;
    if (found) return single({ ...found, word, offset, exponent: 1 });
    // sqft, cuin: the power is part of the word.
    const [, power = "", base = ""] = /^(sq|cu)(.+)$/i.exec(word) ?? [];
    const length = findUnit(base);
    if (length?.readings[0]?.unit.quantity === "length") {
      const exponent = power.toLowerCase() === "sq" ? 2 : 3;
      return single({ ...length, word, offset, exponent });
    }
    this.#problem = this.#unknown(all, offset);
    return undefined;
  }

  #powered(product: Product | undefined): Product | undefined {
    const exponent = product && this.#exponent(true);
    if (exponent === undefined || !product) return undefined;
    if (exponent < 0 && isZero(product.scale)) return this.#fail("a number other than 0");
    for (const { readings, exponent: inner } of product.powers) {
      const [reading] = readings;
      const total = exponent * inner;
      if (reading && !this.#takeBits(reading.factor.fraction, total)) return undefined;
    }
    return this.#takeBits(product.scale, exponent) ? raiseProduct(product, exponent) : undefined;
  }

  #takeBits({ numerator, denominator }: Fraction, exponent: number): boolean {
    const bits = 4 * Math.abs(exponent) * (String(numerator).length + String(denominator).length);
    this.#bits += bits;
    if (this.#bits <= MOST_BITS) return true;
    this.#fail("smaller numbers and exponents");
    return false;
  }

  /** 1 where none follows. */
  #exponent(isAllowed: boolean): number | undefined {
    const start = this.#at;
    const match = isAllowed ? this.#match(EXPONENT) : undefined;
    if (!match) return 1;
    const written = match[1] ?? match[2] ?? match[3] ?? match[4] ?? "";
    const digits = Array.from(written.replace(/^[−⁻]/, "-"), (digit) => {
      const index = SUPERSCRIPTS.indexOf(digit);
      return index < 0 ? digit : index;
    });
    const exponent = Number(digits.join(""));
    if (Math.abs(exponent) <= MOST_EXPONENT) return exponent;
    this.#at = start;
    return this.#fail(`an exponent from -${MOST_EXPONENT} to ${MOST_EXPONENT}`);
  }

  #isOperator(): boolean {
    OPERATOR.lastIndex = this.#at;
    return OPERATOR.test(this.#text);
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match) this.#at += match[0].length;
    return match ?? undefined;
  }

  #skipSpace(): void {
    this.#match(/\s*/y);
  }

  #fail(expected: string): undefined {
    this.#problem ??= this.#misread(this.#at, expected);
    return undefined;
  }

  #misread(offset: number, expected = "a number and its unit"): ParseProblem {
    const rest = Array.from(this.#text.slice(offset, offset + 40))
      .slice(0, 20)
      .join("");
    const found = rest === "" ? "the end" : JSON.stringify(rest);
    return {
      code: "TEXT_NOT_UNDERSTOOD",
      message: `Cannot read the quantity: found ${found}, expected ${expected}`,
      path: this.#path,
      ...positionAt(this.#text, offset),
      expected,
      hint: QUANTITY_HINT,
    };
  }

  #unknown(word: string, offset: number): ParseProblem {
    const near = nearestUnits(word);
    return {
      code: "UNIT_UNKNOWN",
      message: `Cannot use ${JSON.stringify(beginning(word, 40))}: found no unit of that name, expected one such as ${near.join(", ")}`,
      path: this.#path,
      ...positionAt(this.#text, offset),
      received: word,
      nearest: near,
      hint: `Did you mean ${near.join(", ")}?`,
    };
  }
}

function single(power: UnitPower): Product {
  return { scale: ONE, powers: [power] };
}

function raiseProduct({ scale, powers }: Product, exponent: number): Product {
  return {
    scale: raise(scale, exponent),
    powers: powers.map((power) => ({ ...power, exponent: power.exponent * exponent })),
  };
}
