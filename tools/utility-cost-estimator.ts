import { type Static, Type } from "@sinclair/typebox";
import { oneOf } from "./_core/fields.ts";
import { defineTool } from "./_core/tool.ts";
import { CONFLICT_FAILURES, INSUFFICIENT_FAILURES } from "./_lib/fields/exclusive-fields.ts";
import { CURRENCY_FAILURES } from "./_lib/money/amount.ts";
import { Decimal } from "./_lib/numbers/decimal.ts";
import { INPUT_FAILURES } from "./_lib/results/input-invalid.ts";
import { estimateCost } from "./utility-cost-estimator/estimate.ts";
import { UNIT_NAMES, UTILITIES } from "./utility-cost-estimator/units.ts";

const FAILURES = {
  ...INPUT_FAILURES,
  ...CURRENCY_FAILURES,
  ...CONFLICT_FAILURES,
  ...INSUFFICIENT_FAILURES,
  TIERS_INVALID:
    "Blocks are not ascending, the open one is not the last, or the use is beyond them",
  SHARES_NOT_100: "The shares of the times of use do not add up to 100 percent",
  CALORIFIC_VALUE_NEEDED: "Use and price of gas are one by energy, one by volume",
} as const;

const WARNINGS = {
  RATE_UNIT_ASSUMED: "Nothing says what the price is one of: the usual unit is taken",
} as const;

export type Warnings = typeof WARNINGS;

const MOST = 1e15;

const optional = (description: string, maximum = MOST) =>
  Type.Optional(Type.Number({ description, minimum: 0, maximum }));

const RATE = Type.Number({ description: "Price of one rateUnit", minimum: 0, maximum: MOST });

const TIER = Type.Object({
  upTo: Type.Optional(
    Type.Union([Type.Number({ exclusiveMinimum: 0, maximum: MOST }), Type.Null()], {
      description: "End of the block, above that of the one before; none or null for the last",
    }),
  ),
  rate: RATE,
});

export type Tier = Static<typeof TIER>;

const TIME_OF_USE = Type.Object({
  name: Type.String({ description: "Such as day, night, weekend" }),
  sharePercent: Type.Number({
    description: "Of the use; all add up to 100",
    minimum: 0,
    maximum: 100,
  }),
  rate: RATE,
});

export type TimeOfUse = Static<typeof TIME_OF_USE>;

const DEVICE = Type.Object({
  name: Type.Optional(Type.String({ description: "Device, if left out" })),
  watts: Type.Number({ description: "While it runs", minimum: 0, maximum: 1e9 }),
  hoursPerDay: Type.Number({ description: "On its days", minimum: 0, maximum: 24 }),
  daysPerWeek: Type.Number({ description: "Its days", minimum: 0, maximum: 7, default: 7 }),
  quantity: Type.Number({ description: "How many", minimum: 0, maximum: MOST, default: 1 }),
  dutyCycle: Type.Number({
    description: "Percent of its hours in which it draws power",
    minimum: 0,
    maximum: 100,
    default: 100,
  }),
  standbyWatts: Type.Number({
    description: "In all other hours",
    minimum: 0,
    maximum: MOST,
    default: 0,
  }),
});

export type Device = Static<typeof DEVICE>;

const INPUT = Type.Object({
  utility: oneOf(UTILITIES, { description: "What is used", default: "electricity" }),
  watts: optional("Of one device", 1e9),
  hoursPerDay: Type.Number({
    description: "That the one device runs",
    minimum: 0,
    maximum: 24,
    default: 24,
  }),
  devices: Type.Optional(
    Type.Array(DEVICE, {
      description: "electricity: several devices, instead of watts",
      minItems: 1,
      maxItems: 500,
    }),
  ),
  usage: optional("Known use, in usageUnit per usagePeriod"),
  usageUnit: Type.Optional(
    oneOf(UNIT_NAMES, { description: "Unit of usage, of the utility; as rateUnit, if left out" }),
  ),
  usagePeriod: oneOf(["day", "month", "year"], { description: "Of usage", default: "month" }),
  rate: optional("Price of one rateUnit"),
  tiers: Type.Optional(
    Type.Array(TIER, {
      description: "Blocks of monthly use, ascending, the last open; instead of rate",
      minItems: 1,
      maxItems: 50,
    }),
  ),
  timeOfUse: Type.Optional(
    Type.Array(TIME_OF_USE, {
      description: "Times of day with rates of their own; instead of rate",
      minItems: 1,
      maxItems: 20,
    }),
  ),
  rateUnit: Type.Optional(
    oneOf(UNIT_NAMES, {
      description:
        "Unit of the price, of the utility; if left out usageUnit where both are energy or both volume, else kWh, therm (gas) or m3 (water)",
    }),
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

const VALUE = Type.Object({
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

export default defineTool({
  id: "utility-cost-estimator",
  name: "Utility Cost Estimator",
  category: "Finance",
  description:
    "Estimates what power, gas or water costs a day, month and year under a tariff of your own.",
  keywords: [
    "appliance",
    "bill",
    "co2",
    "electricity",
    "energy",
    "ev charging",
    "gas",
    "heat pump",
    "kilowatt hour",
    "kwh",
    "meter reading",
    "power",
    "power consumption",
    "standby",
    "tariff",
    "therm",
    "water",
    "watt",
    "watts",
  ],
  aliases: ["electricity-cost-calculator", "energy-cost-calculator"],
  version: "2026-11-23",

  input: INPUT,
  primary: "watts",
  value: VALUE,
  verb: "calculate",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "how much does a 1500 watt heater cost to run",
    "electricity cost per month of my appliances",
    "energy bill with tiered rates",
    "time of use tariff cost",
    "gas bill from cubic feet and calorific value",
    "convert ccf to therms and price it",
    "water bill per year",
    "what does standby power cost",
    "cost of running a server 24/7",
    "kwh used by a fridge per month",
    "carbon footprint of electricity use",
    "what does my fridge, tv or gaming pc add to the electricity bill",
    "leave the lamp on all night, how much money is that",
    "charging an electric car at home, price per month",
    "air conditioner running eight hours a day all summer",
    "is a new washing machine cheaper in use than the old one",
    "consumption of a device times tariff, annual expense",
    "litres of water from a dripping tap or long showers",
    "watt heater, oven, server or aquarium runs some hours daily, price per kwh known",
    "stromkosten berechnen watt stunden",
    "calcular el consumo y costo de electricidad",
    "calculer la consommation électrique",
    "calcular conta de luz",
    "電気代 計算",
    "电费 计算",
    "cuánto gasta un aparato en la factura de la luz",
    "was kostet ein gerät an strom im jahr, stromverbrauch",
    "combien consomme un appareil, facture d'électricité",
    "电器 一个 月 用 多少 电 电费",
    "家電の電気代 一か月いくら",
    "roommate leaves his gaming pc on all day, what is his share of the bill",
    "meter went from 10234 to 10876, what will the power company ask for",
    "space heater 2 kw in the bathroom an hour each morning, money per winter",
    "we fill the bathtub daily, what is that in water money",
    "cheap night rate and dear day rate, when should the dishwasher run",
    "kill a watt, smart plug, ofgem, kwh to cost, heat pump, wallbox, sewer charge, therms",
    "price metered consumption or a list of devices by tier, hour band and base fee",
    "quanto gasta um aparelho na conta de luz por mês",
    "gasrechnung und wasserkosten aus dem zählerstand schätzen",
  ],
  effort: 2,

  laws: [
    {
      name: "what devices, blocks and times cost adds up to the use's cost",
      holds(run, input) {
        const { value } = run(input);
        // Beyond it doubles no longer hold cents.
        if (!value || value.usageCostPerMonth > 1e12) return true;
        const sum = (costs: readonly number[]) =>
          costs.reduce((all, cost) => all.plus(cost), new Decimal(0));
        return [
          value.devices.map(({ costPerMonth }) => costPerMonth),
          value.tiers.map(({ cost }) => cost),
          value.timeOfUse.map(({ cost }) => cost),
        ].every((costs) => costs.length === 0 || sum(costs).eq(value.usageCostPerMonth));
      },
    },
    {
      name: "one open block is a flat rate",
      holds(run, { tiers: _tiers, timeOfUse: _times, rate = 0.2, ...input }) {
        const flat = run({ ...input, rate }).value;
        const open = run({ ...input, tiers: [{ rate }] }).value;
        return JSON.stringify({ ...open, tiers: [] }) === JSON.stringify({ ...flat, tiers: [] });
      },
    },
    {
      name: "twice as many devices use twice as much",
      holds(run, { watts = 60, hoursPerDay = 5, rate = 0.3 }) {
        const [one, two] = [1, 2].map(
          (quantity) =>
            run({ devices: [{ watts, hoursPerDay, quantity }], rate }).value?.usagePerYear ?? 0,
        ) as [number, number];
        return Math.abs(two - 2 * one) <= 2e-6 + two * 1e-12;
      },
    },
  ],
  examples: [
    {
      title: "One heater",
      input: { watts: 1500, hoursPerDay: 3, rate: 0.17 },
      expect: {
        output:
          "Cost per month: USD 23.27\nCost per year: USD 279.23\nUsage per month: 136.875 kWh",
      },
    },
    {
      title: "Two devices on a tariff in blocks",
      input: {
        devices: [
          { name: "Fridge", watts: 150, hoursPerDay: 24, dutyCycle: 35 },
          { name: "TV", watts: 120, hoursPerDay: 4, standbyWatts: 0.5 },
        ],
        tiers: [
          { upTo: 50, rate: 0.12 },
          { upTo: null, rate: 0.2 },
        ],
        fixedMonthly: 9.5,
        taxRate: 8,
      },
      expect: {
        value: {
          usageCostPerMonth: 6.65,
          costPerMonth: 17.44,
          devices: [{ costPerMonth: 4.79 }, { costPerMonth: 1.86 }],
        },
      },
    },
    {
      title: "A gas bill from cubic feet",
      input: {
        utility: "gas",
        usage: 60,
        usageUnit: "ccf",
        rate: 1.25,
        calorificValue: 38.6,
      },
      expect: { value: { unit: "therm", usagePerMonth: 62.17441, costPerMonth: 77.72 } },
    },
    {
      title: "Water, with a base charge",
      input: { utility: "water", usage: 12, rate: 2.5, fixedMonthly: 6 },
      expect: { value: { unit: "m3", costPerMonth: 36, averageRate: 3 } },
    },
    {
      title: "Cheaper at night",
      input: {
        usage: 3500,
        usagePeriod: "year",
        timeOfUse: [
          { name: "day", sharePercent: 70, rate: 0.34 },
          { name: "night", sharePercent: 30, rate: 0.22 },
        ],
        currency: "EUR",
      },
      expect: {
        value: { usageCostPerMonth: 88.67, timeOfUse: [{ cost: 69.42 }, { cost: 19.25 }] },
      },
    },
    {
      title: "Volume to energy takes the calorific value",
      input: { utility: "gas", usage: 60, usageUnit: "ccf", rate: 1.25 },
      expect: { ok: false, error: { code: "CALORIFIC_VALUE_NEEDED" } },
    },
  ],

  run: estimateCost,
});
