import { defineTool } from "./_core/tool.ts";
import { Decimal } from "./_lib/numbers/decimal.ts";
import { FAILURES, INPUT, VALUE } from "./utility-cost-estimator/contract.ts";
import { estimateCost } from "./utility-cost-estimator/estimate.ts";

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
    "gas",
    "kwh",
    "power",
    "standby",
    "tariff",
    "therm",
    "water",
    "watts",
  ],
  aliases: ["electricity-cost-calculator", "energy-cost-calculator"],
  version: "2026-11-22",

  input: INPUT,
  primary: "watts",
  value: VALUE,
  verb: "calculate",
  failures: FAILURES,
  warnings: {},
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
          "Cost per month: USD 23.27\nCost per year: USD 279.22\nUsage per month: 136.875 kWh",
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
