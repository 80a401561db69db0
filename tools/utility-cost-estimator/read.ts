/** Reads what is used in a year and at what price, or says what is missing or contradicts. */
import { type Entry, fail } from "../_core/tool.ts";
import { conflictsOf, insufficientInput } from "../_lib/fields/exclusive-fields.ts";
import { type Fraction, fraction, fractionOf, multiply } from "../_lib/numbers/fraction.ts";
import { inputInvalid, outOfBounds } from "../_lib/results/input-invalid.ts";
import { type Currency, isCurrency, readCurrency } from "../_lib/money/amount.ts";
import type { Device, Input } from "../utility-cost-estimator.ts";
import { convertUnit, type MeterUnit, readUnit, SYMBOLS, usualUnit } from "./units.ts";
import { dailyUse, sumOf } from "./usage.ts";

export interface DeviceUse {
  readonly name: string;
  /** In a year, in the unit of the price. */
  readonly use: Fraction;
}

export interface Question {
  readonly currency: Currency;
  readonly unit: MeterUnit;
  /** Nothing in the input says that the price is one of this unit. */
  readonly isUnitAssumed: boolean;
  /** In a year, in that unit. */
  readonly use: Fraction;
  readonly devices: readonly DeviceUse[];
  /** One of three ways to price. */
  readonly tariff: Pick<Input, "rate" | "tiers" | "timeOfUse">;
}

const SOURCES = ["watts", "devices", "usage"] as const;
const PRICES = ["rate", "tiers", "timeOfUse"] as const;

/** What is asked, or all that is wrong with it. */
export function readQuestion(input: Input) {
  const currency = readCurrency(input.currency);
  const units = readUnits(input);
  const rules = rulesBetween(input);
  const others = isCurrency(currency) ? rules : [...rules, currency];
  // A unit of another utility is a field outside its bounds, as the runner reports one.
  if ("code" in units) return { failure: inputInvalid([units, ...others]) };
  if (!isCurrency(currency)) return { failure: fail([...rules, currency]) };
  const [first, ...more] = rules;
  if (first) return { failure: fail([first, ...more]) };
  const used = useOf(input, units);
  if ("code" in used) return { failure: fail(used) };
  const { price: unit, isPriceAssumed: isUnitAssumed } = units;
  const question: Question = { currency, unit, isUnitAssumed, tariff: input, ...used };
  return { question };
}

interface Units {
  readonly price: MeterUnit;
  readonly use: MeterUnit;
  readonly isPriceAssumed: boolean;
}

function readUnits({ utility, rateUnit, usageUnit }: Input): Units | Entry<"RANGE"> {
  const usual = usualUnit(utility);
  const metered = usageUnit === undefined ? undefined : readUnit(usageUnit, utility);
  if (usageUnit !== undefined && !metered) return foreignUnit("/usageUnit", usageUnit, utility);
  // What is metered in litres is priced by the litre; only the heat in a volume has a unit of its own.
  const isMetered = metered?.kind === usual.kind;
  const fallback = metered !== undefined && isMetered ? metered : usual;
  const price = rateUnit === undefined ? fallback : readUnit(rateUnit, utility);
  if (!price) return foreignUnit("/rateUnit", rateUnit ?? "", utility);
  // Electricity is priced by the kWh everywhere.
  const isPriceAssumed = rateUnit === undefined && !isMetered && utility !== "electricity";
  return { price, use: metered ?? price, isPriceAssumed };
}

function foreignUnit(path: string, text: string, utility: Input["utility"]): Entry<"RANGE"> {
  const expected = `a unit of ${utility}: ${SYMBOLS[utility].join(", ")}`;
  return outOfBounds(path, JSON.stringify(text), expected);
}

function rulesBetween(input: Input): Entry<"INSUFFICIENT_INPUT" | "CONFLICTING_FIELDS">[] {
  const given = (names: readonly (keyof Input)[]) =>
    names.filter((name) => input[name] !== undefined);
  const pairs = (names: readonly (keyof Input)[]) =>
    given(names)
      .slice(1)
      .map((name) => [given(names)[0] ?? name, name] as const);
  const problems: Entry<"INSUFFICIENT_INPUT" | "CONFLICTING_FIELDS">[] = [
    ...conflictsOf(input, [...pairs(SOURCES), ...pairs(PRICES)]),
  ];
  if (given(SOURCES).length === 0) {
    problems.push(insufficientInput("estimate a cost", given(PRICES), "watts, devices or usage"));
  }
  if (given(PRICES).length === 0) {
    problems.push(insufficientInput("estimate a cost", given(SOURCES), "rate, tiers or timeOfUse"));
  }
  if (input.utility === "electricity") return problems;
  for (const name of given(["watts", "devices"])) {
    problems.push({
      code: "CONFLICTING_FIELDS",
      message: `Cannot use ${name} with ${input.utility}: found both, expected usage, or electricity`,
      path: `/${name}`,
    });
  }
  return problems;
}

const DAYS_PER_YEAR = fraction(365n);
const PER_YEAR = { day: DAYS_PER_YEAR, month: fraction(12n), year: fraction(1n) } as const;
const KILOWATT_HOUR = usualUnit("electricity");

function useOf(input: Input, units: Units) {
  const { usage, usagePeriod, calorificValue } = input;
  if (usage !== undefined) {
    const heat = calorificValue === undefined ? undefined : fractionOf(calorificValue);
    const amount = multiply(fractionOf(usage), PER_YEAR[usagePeriod]);
    const use = convertUnit(amount, units.use, units.price, heat);
    return use ? { use, devices: [] } : calorificValueNeeded(units);
  }
  const devices = (input.devices ?? [oneDevice(input)]).map((device) => {
    const { name = "" } = device;
    const yearly = multiply(dailyUse(device), DAYS_PER_YEAR);
    const use = convertUnit(yearly, KILOWATT_HOUR, units.price, undefined) ?? yearly;
    return { name: name.trim() === "" ? "Device" : name, use };
  });
  return { use: sumOf(devices.map(({ use }) => use)), devices };
}

function oneDevice({ watts = 0, hoursPerDay }: Input): Device {
  return { watts, hoursPerDay, daysPerWeek: 7, quantity: 1, dutyCycle: 100, standbyWatts: 0 };
}

function calorificValueNeeded({ use, price }: Units): Entry<"CALORIFIC_VALUE_NEEDED"> {
  const expected = "the calorific value of the gas, in MJ per m³";
  const message = `Cannot turn ${use.symbol} into ${price.symbol}: found no calorificValue, expected ${expected}`;
  const hint = "It stands on the bill: natural gas has about 35 to 42";
  return { code: "CALORIFIC_VALUE_NEEDED", message, path: "/calorificValue", expected, hint };
}
