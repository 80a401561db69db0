/** What goes in and what may be wrong with it. */
import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf } from "../_core/fields.ts";
import { CONFLICT_FAILURES, INSUFFICIENT_FAILURES } from "../_lib/fields/exclusive-fields.ts";
import { CURRENCY_FAILURES } from "../_lib/money/amount.ts";
import { STRUCTURED_FAILURES } from "../_lib/fields/structured-field.ts";
import { TARIFF_FAILURES } from "./tariff.ts";
import { UTILITIES } from "./units.ts";

export const FAILURES = {
  ...STRUCTURED_FAILURES,
  ...CURRENCY_FAILURES,
  ...CONFLICT_FAILURES,
  ...INSUFFICIENT_FAILURES,
  ...TARIFF_FAILURES,
  CALORIFIC_VALUE_NEEDED: "Use and price of gas are one by energy, one by volume",
} as const;

export type Failure = keyof typeof FAILURES;

const MOST = 1e15;
const optional = (description: string, maximum = MOST) =>
  Type.Optional(Type.Number({ description, minimum: 0, maximum }));

export const INPUT = Type.Object({
  utility: oneOf(UTILITIES, { description: "What is used", default: "electricity" }),
  watts: optional("Of one device", 1e9),
  hoursPerDay: Type.Number({
    description: "That the one device runs",
    minimum: 0,
    maximum: 24,
    default: 24,
  }),
  devices: Type.Optional(
    jsonField({
      description:
        "1 to 500 of { name?, watts, hoursPerDay, daysPerWeek?, quantity?, dutyCycle?, standbyWatts? }",
    }),
  ),
  usage: optional("Known use, in usageUnit per usagePeriod"),
  usageUnit: Type.Optional(Type.String({ description: "Unit of usage; as rateUnit, if left out" })),
  usagePeriod: oneOf(["day", "month", "year"], { description: "Of usage", default: "month" }),
  rate: optional("Price of one rateUnit"),
  tiers: Type.Optional(
    jsonField({ description: "Blocks of monthly use: 1 to 50 of { upTo?, rate }, the last open" }),
  ),
  timeOfUse: Type.Optional(
    jsonField({ description: "1 to 20 of { name, sharePercent, rate }, shares of 100 in all" }),
  ),
  rateUnit: Type.Optional(
    Type.String({ description: "Unit of the price; kWh, therm (gas) or m3 (water) if left out" }),
  ),
  fixedMonthly: Type.Number({
    description: "Base charge",
    minimum: 0,
    maximum: MOST,
    default: 0,
  }),
  taxRate: Type.Number({
    description: "Percent on everything",
    minimum: 0,
    maximum: 100,
    default: 0,
  }),
  calorificValue: Type.Optional(
    Type.Number({ description: "Of gas, MJ per m³", exclusiveMinimum: 0, maximum: MOST }),
  ),
  carbonFactor: optional("kg CO2e of one rateUnit"),
  currency: Type.String({ description: "Code of ISO 4217", default: "USD" }),
});

export type Input = Static<typeof INPUT>;

const LISTED = { usagePerMonth: Type.Number(), costPerMonth: Type.Number() };

export const VALUE = Type.Object({
  utility: oneOf(UTILITIES),
  unit: Type.String({ description: "Of the price and of all use" }),
  usagePerDay: Type.Number(),
  usagePerMonth: Type.Number({ description: "A month is 365/12 days" }),
  usagePerYear: Type.Number({ description: "A year is 365 days" }),
  usageCostPerMonth: Type.Number(),
  fixedPerMonth: Type.Number(),
  taxPerMonth: Type.Number(),
  costPerDay: Type.Number(),
  costPerMonth: Type.Number(),
  costPerYear: Type.Number(),
  averageRate: Type.Union([Type.Number(), Type.Null()], {
    description: "Cost of one unit, all included; null without use",
  }),
  devices: Type.Array(Type.Object({ name: Type.String(), ...LISTED, sharePercent: Type.Number() })),
  tiers: Type.Array(
    Type.Object({
      from: Type.Number(),
      to: Type.Union([Type.Number(), Type.Null()]),
      rate: Type.Number(),
      usage: Type.Number(),
      cost: Type.Number(),
    }),
  ),
  timeOfUse: Type.Array(
    Type.Object({ name: Type.String(), usage: Type.Number(), cost: Type.Number() }),
  ),
  carbonPerYear: Type.Union([Type.Number(), Type.Null()], { description: "kg CO2e" }),
});

export type Value = Static<typeof VALUE>;
