/** Exchange rates with their dates. */
import { type Fraction, ONE, readFraction } from "../_lib/numbers/fraction.ts";
import { CURRENCIES } from "../_lib/money/amount.ts";

/** Units per 1 EUR by code. */
export type Rates = ReadonlyMap<string, Fraction>;

/** European Central Bank, euro foreign exchange reference rates; free to reuse with the source named. */
export const REFERENCE_SOURCE = "European Central Bank";

export const REFERENCE_DATES = ["2026-03-31", "2025-12-31"] as const;

export type ReferenceDate = (typeof REFERENCE_DATES)[number];

export const REFERENCE_RATES: Readonly<Record<ReferenceDate, Rates>> = {
  "2026-03-31": readRates(`
    USD 1.1498, JPY 183.39, CZK 24.514, DKK 7.473, GBP 0.86833, HUF 384.88, PLN 4.289, RON 5.0991,
    SEK 10.943, CHF 0.9194, ISK 143.6, NOK 11.2125, TRY 51.1433, AUD 1.6693, BRL 6.0065, CAD 1.6022,
    CNY 7.9341, HKD 9.0136, IDR 19506.24, ILS 3.638, INR 107.8788, KRW 1753.22, MXN 20.7101,
    MYR 4.6555, NZD 2.0061, PHP 69.78, SGD 1.4811, THB 37.667, ZAR 19.6271`),
  "2025-12-31": readRates(`
    USD 1.175, JPY 184.09, CZK 24.237, DKK 7.4689, GBP 0.8726, HUF 385.15, PLN 4.221, RON 5.0968,
    SEK 10.8215, CHF 0.9314, ISK 147.2, NOK 11.843, TRY 50.4838, AUD 1.7581, BRL 6.4364, CAD 1.6088,
    CNY 8.2262, HKD 9.1464, IDR 19640.83, ILS 3.7471, INR 105.5965, KRW 1696.94, MXN 21.118,
    MYR 4.7682, NZD 2.038, PHP 69.266, SGD 1.5105, THB 37.218, ZAR 19.4439`),
};

/**
 * The irrevocable rates of currencies that the euro replaced: Council Regulation (EC) 2866/98 and those that added
 * a country to it, the last one for Bulgaria on 2026-01-01.
 */
export const FIXED_RATES: Rates = readRates(`
  ATS 13.7603, BEF 40.3399, BGN 1.95583, CYP 0.585274, DEM 1.95583, EEK 15.6466, ESP 166.386,
  FIM 5.94573, FRF 6.55957, GRD 340.750, HRK 7.53450, IEP 0.787564, ITL 1936.27, LTL 3.45280,
  LUF 40.3399, LVL 0.702804, MTL 0.429300, NLG 2.20371, PTE 200.482, SIT 239.640, SKK 30.1260`);

const WITHOUT_CENTS: ReadonlySet<string> = new Set(["BEF", "ESP", "GRD", "ITL", "LUF", "PTE"]);

/** Decimals by code, of the currencies of ISO 4217 and those that the euro replaced. */
export const CONVERTIBLE: ReadonlyMap<string, number> = new Map([
  ...CURRENCIES,
  ...Array.from(FIXED_RATES.keys(), (code) => [code, WITHOUT_CENTS.has(code) ? 0 : 2] as const),
]);

function readRates(text: string): Rates {
  return new Map(
    text.split(",").map((row) => {
      const [code = "", rate = ""] = row.trim().split(" ");
      return [code, readFraction(rate) ?? ONE];
    }),
  );
}
