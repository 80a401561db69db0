/** Reads what is used in a year and at what price, or says what is missing or contradicts. */
import { type Entry, fail, type Outcome } from "../_core/tool.ts";
import { conflictsOf, insufficientInput } from "../_lib/fields/exclusive-fields.ts";
import { type Fraction, fraction, fractionOf, multiply } from "../_lib/numbers/fraction.ts";
import { outOfBounds } from "../_lib/results/input-invalid.ts";
import { type Currency, isCurrency, readCurrency } from "../_lib/money/amount.ts";
import { readStructured } from "../_lib/fields/structured-field.ts";
import { beginning } from "../_lib/text/shown.ts";
import type { Failure, Input, Value } from "../utility-cost-estimator.ts";
import { TIERS, TIME_OF_USE, type Tier, type TimeOfUse } from "./tariff.ts";
import { convertUnit, type MeterUnit, nearestUnit, readUnit, SYMBOLS, usualUnit } from "./units.ts";
import { dailyUse, type Device, DEVICES, sumOf } from "./usage.ts";

export type Refusal = Outcome<Value, Failure, never>;

/** One of three ways to price. */
export interface Tariff {
  readonly rate: number | undefined;
  readonly tiers: readonly Tier[] | undefined;
  readonly timeOfUse: readonly TimeOfUse[] | undefined;
}

export interface DeviceUse {
  readonly name: string;
  /** In a year, in the unit of the price. */
  readonly use: Fraction;
}

export interface Question {
  readonly currency: Currency;
  readonly unit: MeterUnit;
  /** In a year, in that unit. */
  readonly use: Fraction;
  readonly devices: readonly DeviceUse[];
  readonly tariff: Tariff;
}

const SOURCES = ["watts", "devices", "usage"] as const;
const PRICES = ["rate", "tiers", "timeOfUse"] as const;

export function readQuestion(input: Input): Question | Refusal {
  const currency = readCurrency(input.currency);
  const units = readUnits(input);
  const rules = rulesBetween(input);
  const problems: Entry<Failure>[] = [
    ...("code" in units ? [units] : []),
    ...rules,
    ...(isCurrency(currency) ? [] : [currency]),
  ];
  const [first, ...others] = problems;
  if (first || "code" in units || !isCurrency(currency)) {
    return fail([first as Entry<Failure>, ...others], boundsError(problems));
  }
  const tariff = readTariff(input);
  if ("ok" in tariff) return tariff;
  const used = readUse(input, units);
  if ("ok" in used) return used;
  return { currency, unit: units.price, tariff, ...used };
}

/** A unit of another utility is a field outside its bounds, as the runner reports one. */
function boundsError(problems: readonly Entry<Failure>[]) {
  const [first] = problems;
  if (first?.code !== "RANGE") return {};
  const count = problems.length === 1 ? "1 problem" : `${problems.length} problems`;
  const message = `Cannot run with this input: ${count}, first: ${first.message}`;
  return { error: { code: "TOOL_INPUT_INVALID", message } as const };
}

interface Units {
  readonly price: MeterUnit;
  readonly use: MeterUnit;
}

function readUnits({ utility, rateUnit, usageUnit }: Input): Units | Entry<"RANGE"> {
  const price = rateUnit === undefined ? usualUnit(utility) : readUnit(rateUnit, utility);
  if (!price) return unknownUnit("/rateUnit", rateUnit ?? "", utility);
  const use = usageUnit === undefined ? price : readUnit(usageUnit, utility);
  if (!use) return unknownUnit("/usageUnit", usageUnit ?? "", utility);
  return { price, use };
}

const SHOWN_CHARACTERS = 20;

function unknownUnit(path: string, text: string, utility: Input["utility"]): Entry<"RANGE"> {
  const found = JSON.stringify(beginning(text, SHOWN_CHARACTERS));
  const near = nearestUnit(text, utility);
  const entry = outOfBounds(path, found, `a unit of ${utility}: ${SYMBOLS[utility].join(", ")}`);
  return near === undefined ? entry : { ...entry, hint: `Did you mean ${near}?` };
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

function readTariff(input: Input): Tariff | Refusal {
  const tiers = readList(input.tiers, TIERS, "/tiers");
  if (tiers.failure) return tiers.failure;
  const timeOfUse = readList(input.timeOfUse, TIME_OF_USE, "/timeOfUse");
  if (timeOfUse.failure) return timeOfUse.failure;
  return { rate: input.rate, tiers: tiers.value, timeOfUse: timeOfUse.value };
}

function readList<S extends typeof TIERS | typeof TIME_OF_USE | typeof DEVICES>(
  given: unknown,
  schema: S,
  path: string,
) {
  const absent = { value: undefined, failure: undefined };
  return given === undefined ? absent : readStructured(given, schema, path);
}

const DAYS_PER_YEAR = fraction(365n);
const PER_YEAR = { day: DAYS_PER_YEAR, month: fraction(12n), year: fraction(1n) } as const;
const KILOWATT_HOUR = usualUnit("electricity");

function readUse(input: Input, units: Units): Pick<Question, "use" | "devices"> | Refusal {
  const { watts, hoursPerDay, usage, usagePeriod, calorificValue } = input;
  if (usage !== undefined) {
    const heat = calorificValue === undefined ? undefined : fractionOf(calorificValue);
    const amount = multiply(fractionOf(usage), PER_YEAR[usagePeriod]);
    const use = convertUnit(amount, units.use, units.price, heat);
    return use ? { use, devices: [] } : fail(calorificValueNeeded(units));
  }
  const read = readList(input.devices, DEVICES, "/devices");
  if (read.failure) return read.failure;
  const given = (read.value ?? [{ watts: watts ?? 0, hoursPerDay }]) as readonly Device[];
  const devices = given.map((device) => {
    const { name = "" } = device;
    const yearly = multiply(dailyUse(device), DAYS_PER_YEAR);
    const use = convertUnit(yearly, KILOWATT_HOUR, units.price, undefined) ?? yearly;
    return { name: name.trim() === "" ? "Device" : name, use };
  });
  return { use: sumOf(devices.map(({ use }) => use)), devices };
}

function calorificValueNeeded({ use, price }: Units): Entry<"CALORIFIC_VALUE_NEEDED"> {
  const expected = "the calorific value of the gas, in MJ per m³";
  const message = `Cannot turn ${use.symbol} into ${price.symbol}: found no calorificValue, expected ${expected}`;
  const hint = "It stands on the bill: natural gas has about 35 to 42";
  return { code: "CALORIFIC_VALUE_NEEDED", message, path: "/calorificValue", expected, hint };
}
