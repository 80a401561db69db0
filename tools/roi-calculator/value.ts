/** What is published of returns on an investment. */
import { Decimal } from "../_lib/numbers/decimal.ts";
import {
  type Currency,
  moneyNumber,
  percentNumber,
  roundMoney,
  writeMoney,
  writePercent,
} from "../_lib/money/amount.ts";
import type { Value } from "../roi-calculator.ts";
import {
  type CashFlows,
  flowTotals,
  internalRates,
  lastYear,
  modifiedRate,
  payback,
  presentValue,
  smallestRate,
} from "./rates.ts";

/** What is published, and the amounts that are written. */
export interface Returns {
  readonly value: Value;
  readonly gain: Decimal;
  /** Where there is a discount rate. */
  readonly npv: Decimal | undefined;
}

const ONE = new Decimal(1);

const optionalNumber = (figure: Decimal | undefined): number | null =>
  figure ? percentNumber(figure) : null;
const optionalPercent = (rate: Decimal | undefined): number | null =>
  optionalNumber(rate?.times(100));

/** Gain, and what is relative to what was invested; that is undefined where nothing was. */
function gainOf(invested: Decimal, returned: Decimal) {
  const multiple = invested.isZero() ? undefined : returned.div(invested);
  return {
    totalInvested: moneyNumber(invested),
    totalReturned: moneyNumber(returned),
    gain: moneyNumber(returned.minus(invested)),
    roi: optionalPercent(multiple?.minus(ONE)),
    multiple: optionalNumber(multiple),
  };
}

/** Money that was put in once and came back once. */
export function describeSimple(
  invested: Decimal,
  returned: Decimal,
  years: Decimal | undefined,
): Returns {
  const yearly = years && returned.div(invested).pow(ONE.div(years)).minus(ONE);
  const value: Value = {
    mode: "simple",
    ...gainOf(invested, returned),
    years: optionalNumber(years),
    annualizedRoi: optionalPercent(yearly),
    irr: null,
    irrAll: [],
    npv: null,
    mirr: null,
    paybackYears: null,
    discountedPaybackYears: null,
  };
  return { value, gain: returned.minus(invested), npv: undefined };
}

/** As fractions per year, where they were given. */
export interface FlowRates {
  readonly discount: Decimal | undefined;
  readonly reinvest: Decimal | undefined;
  readonly finance: Decimal | undefined;
}

export function describeFlows(
  flows: CashFlows,
  { discount, reinvest = discount, finance = discount }: FlowRates,
  currency: Currency,
): Returns {
  const { invested, returned } = flowTotals(flows);
  const rates = internalRates(flows);
  const npv = discount && roundMoney(presentValue(flows, discount.plus(ONE)), currency);
  const value: Value = {
    mode: "cashFlows",
    ...gainOf(invested, returned),
    years: percentNumber(lastYear(flows)),
    annualizedRoi: null,
    irr: optionalPercent(smallestRate(rates)),
    irrAll: rates.map((rate) => percentNumber(rate.times(100))),
    npv: npv ? moneyNumber(npv) : null,
    mirr: optionalPercent(reinvest && finance && modifiedRate(flows, reinvest, finance)),
    paybackYears: optionalNumber(payback(flows)),
    discountedPaybackYears: optionalNumber(discount && payback(flows, discount)),
  };
  return { value, gain: returned.minus(invested), npv };
}

/** The lines of the output: amounts exactly, since a JSON number has no cents beyond 90 million millions. */
export function writeReturns({ value, gain: gained, npv }: Returns, currency: Currency): string {
  const money = (amount: Decimal): string => writeMoney(amount, currency);
  const percent = (rate: number | null, per = ""): string =>
    rate === null ? "undefined" : `${writePercent(new Decimal(rate))}${per}`;
  const [roi, gain] = [`ROI: ${percent(value.roi)}`, `Gain: ${money(gained)}`];
  if (value.mode === "simple") {
    const yearly = `Annualized ROI: ${percent(value.annualizedRoi)}`;
    return [roi, gain, ...(value.years === null ? [] : [yearly])].join("\n");
  }
  const lines = [`IRR: ${percent(value.irr, " per year")}`, gain, roi];
  if (npv) lines.push(`NPV: ${money(npv)}`);
  return lines.join("\n");
}
