/** Amounts of money: currencies, rounding to their smallest unit, and how amounts are written. */
import type { Entry } from "../../_core/tool.ts";
import { Decimal, type Rounding, roundTo, toNumber } from "../numbers/decimal.ts";
import { nearest } from "../text/nearest.ts";
import { beginning } from "../text/shown.ts";

export interface Currency {
  /** Three capital letters of ISO 4217. */
  readonly code: string;
  /** Digits after the point. */
  readonly decimals: number;
}

/** The codes of ISO 4217 by decimals, as of 2026-01-01; 6 stands for codes without a smaller unit. */
const CODES_BY_DECIMALS: readonly (readonly [decimals: number, codes: string])[] = [
  [0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"],
  [
    2,
    "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF " +
      "CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD " +
      "GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL " +
      "MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR " +
      "PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP " +
      "TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG",
  ],
  [3, "BHD IQD JOD KWD LYD OMR TND"],
  [4, "CLF UYW"],
  [6, "XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX"],
];

/** Decimals by code. */
export const CURRENCIES: ReadonlyMap<string, number> = new Map(
  CODES_BY_DECIMALS.flatMap(([decimals, codes]) =>
    codes.split(" ").map((code) => [code, decimals] as const),
  ),
);

/** What stands in `failures` of a tool with a currency. */
export const CURRENCY_FAILURES = {
  CURRENCY_UNKNOWN: "The currency is no code of ISO 4217",
} as const;

/** The currency of a code in any letter case; `currencies` are decimals by code. */
export function readCurrency(
  text: string,
  path = "/currency",
  currencies = CURRENCIES,
): Currency | Entry<"CURRENCY_UNKNOWN"> {
  const code = text.trim().toUpperCase();
  const decimals = currencies.get(code);
  if (decimals !== undefined) return { code, decimals };
  const shown = JSON.stringify(beginning(text, SHOWN_CHARACTERS));
  const [near = "USD"] = nearest(code, currencies.keys(), {
    limit: 1,
    within: Number.POSITIVE_INFINITY,
  });
  return {
    code: "CURRENCY_UNKNOWN",
    message: `Cannot use the currency ${shown}: expected a three-letter code of ISO 4217 such as USD`,
    path,
    expected: "a code of ISO 4217",
    hint: `Did you mean ${near}?`,
  };
}

const SHOWN_CHARACTERS = 20;

/** Whether `readCurrency` found a currency. */
export function isCurrency(read: Currency | Entry): read is Currency {
  return "decimals" in read;
}

/** Rounded to the smallest unit, half away from zero as commerce and tax law do, unless said otherwise. */
export function roundMoney(
  amount: Decimal,
  { decimals }: Currency,
  rounding: Rounding = "halfUp",
): Decimal {
  return roundTo(amount, decimals, rounding);
}

/** What is paid in coins of which `coin` is the smallest, 0.05 in Switzerland; the amount itself where there is none. */
export function inCoins(amount: Decimal, coin: number | undefined): Decimal {
  return coin === undefined ? amount : roundTo(amount.div(coin), 0, "halfUp").times(coin);
}

/** `USD 1,234.50`, `USD -3.00`, `JPY 15,950`. */
export function writeMoney(amount: Decimal, { code, decimals }: Currency): string {
  const rounded = roundTo(amount, decimals, "halfUp");
  const [whole = "", fraction] = rounded.abs().toFixed(decimals).split(".");
  const sign = rounded.isNegative() && !rounded.isZero() ? "-" : "";
  const digits = groupThousands(whole) + (fraction === undefined ? "" : `.${fraction}`);
  return `${code} ${sign}${digits}`;
}

function groupThousands(digits: string): string {
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= 3)
    groups.unshift(digits.slice(Math.max(0, end - 3), end));
  return groups.join(",");
}

const PERCENT_DECIMALS = 6;

/** `7.5%`: at most six decimals, no trailing zeros. */
export function writePercent(percent: Decimal): string {
  return `${roundTo(percent, PERCENT_DECIMALS).plus(0).toFixed()}%`;
}

/** No grouping, no trailing zeros; with an exponent only from 10^21 on and below 10^-6. */
export function writeNumber(value: Decimal): string {
  return value.isZero() ? "0" : value.toString();
}

/** A percentage or ratio as it is published: six decimals. */
export function percentNumber(percent: Decimal): number {
  return toNumber(percent, PERCENT_DECIMALS);
}

/** The double nearest to an amount; never −0. */
export function moneyNumber(amount: Decimal): number {
  return amount.toNumber() + 0;
}

/**
 * Splits an amount over weights into whole smallest units: each share rounded down, what is missing goes one by
 * one to the largest remainders, ties to the earlier share. The shares add up to the amount.
 */
export function splitFairly(
  amount: Decimal,
  weights: readonly Decimal[],
  { decimals }: Currency,
): Decimal[] {
  const unit = new Decimal(10).pow(-decimals);
  const total = weights.reduce((sum, weight) => sum.plus(weight), new Decimal(0));
  const exact = weights.map((weight) => amount.times(weight).div(total));
  const shares = exact.map((share) => roundTo(share, decimals, "down"));
  const given = shares.reduce((sum, share) => sum.plus(share), new Decimal(0));
  const missing = amount.minus(given).div(unit).round().toNumber();
  const order = exact
    .map((share, index) => ({ index, rest: share.minus(shares[index] ?? 0) }))
    .toSorted((a, b) => b.rest.cmp(a.rest) || a.index - b.index);
  for (const { index } of order.slice(0, missing))
    shares[index] = (shares[index] ?? unit).plus(unit);
  return shares;
}
