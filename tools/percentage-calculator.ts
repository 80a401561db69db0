import { type Static, Type } from "@sinclair/typebox";
import { oneOf, whole } from "./_core/fields.ts";
import { defineTool, done, fail } from "./_core/tool.ts";
import {
  CONFLICT_FAILURES,
  conflictsOf,
  INSUFFICIENT_FAILURES,
  insufficientInput,
} from "./_lib/fields/exclusive-fields.ts";
import {
  absolute,
  type Fraction,
  fraction,
  fractionOf,
  multiply,
  ONE,
  subtract,
  toDecimals,
  toDigits,
  toDouble,
} from "./_lib/numbers/fraction.ts";
import {
  PAIR_ACTIONS,
  type PairAction,
  type Question,
  readQuestion,
} from "./percentage-calculator/question.ts";
import { percentage, plus, RULES } from "./percentage-calculator/rules.ts";

const FAILURES = {
  ...CONFLICT_FAILURES,
  ...INSUFFICIENT_FAILURES,
  TEXT_NOT_UNDERSTOOD: "The text is no question about percentages that is known",
  DIVISION_BY_ZERO: "The question divides by zero",
} as const;

const ACTIONS = [...PAIR_ACTIONS, "chain"] as const;

const INPUT = Type.Object({
  expression: Type.Optional(
    Type.String({
      description: "15% of 200, 80 -> 100, 30 is what % of 120, 200 + 15%, 20% off 50",
      maxLength: 200,
    }),
  ),
  action: Type.Optional(
    oneOf(ACTIONS, {
      description:
        "Instead of expression: x % of y, x is what % of y, change from x to y, difference, x plus or minus y %, x is y % of what, x after ± y %: before, points, chain",
    }),
  ),
  x: Type.Optional(Type.Number({ description: "First number of the action" })),
  y: Type.Optional(Type.Number({ description: "Second number of the action" })),
  percents: Type.Optional(
    Type.Array(Type.Number({ description: "Percent, below 0 for a fall" }), {
      description: "chain: percentages, one after another",
      minItems: 1,
      maxItems: 100,
    }),
  ),
  decimals: whole({ description: "Of the result", minimum: 0, maximum: 15, default: 6 }),
});

type Input = Static<typeof INPUT>;

const NUMBER = Type.Union([Type.Number(), Type.Null()]);

const VALUE = Type.Object({
  action: oneOf(ACTIONS),
  x: NUMBER,
  y: NUMBER,
  result: NUMBER,
  resultText: Type.String(),
  unit: oneOf(["number", "percent", "points"]),
  difference: NUMBER,
  relativeChange: NUMBER,
});

type Action = (typeof ACTIONS)[number];
type Unit = Static<typeof VALUE>["unit"];

const HUNDRED = fraction(100n);

export default defineTool({
  id: "percentage-calculator",
  name: "Percentage Calculator",
  category: "Math",
  description: "Answers percentage questions in words or fields, exactly.",
  keywords: [
    "change",
    "decrease",
    "discount",
    "fraction",
    "growth rate",
    "increase",
    "increment",
    "per cent",
    "percent",
    "percent change",
    "percentage",
    "percentage points",
    "proportion",
    "ratio",
    "reverse percentage",
  ],
  aliases: ["percent-calculator", "percentage-change-calculator"],
  version: "2026-11-23",

  input: INPUT,
  primary: "expression",
  value: VALUE,
  verb: "calculate",
  failures: FAILURES,
  warnings: {},
  intents: [
    "what is 15% of 200",
    "percentage change from 80 to 100",
    "30 is what percent of 120",
    "percent increase calculator",
    "price before 20 percent tax",
    "20% off 50",
    "percentage difference between two numbers",
    "percentage points",
    "reverse percentage",
    "50% up then 50% down",
    "45 out of 60 as a percentage",
    "rent went from one amount to another, how much is the raise relative to before",
    "share of the total, part of a whole",
    "salary grew or fell by how many percent",
    "so many of all questions right, which score in percent",
    "prices rose by a tenth, old amount or new amount",
    "relative change, proportion and points between two rates",
    "what number is that the given percent of",
    "pay or price went up or down, how large is the raise or drop in percent",
    "how many percent more or less",
    "visitors, sales or users last month and now, growth or decline",
    "calcular porcentaje",
    "prozent berechnen",
    "calculer un pourcentage",
    "calcular percentagem",
    "パーセント計算",
    "百分比计算",
    "qué porcentaje es una cantidad de otra, subió o bajó",
    "wie viel prozent sind das, anteil und veränderung",
    "combien de pour cent, augmentation ou baisse",
    "百分之 多少 增长 下降 比例",
    "何パーセント 増減 割合",
    "augmentation ou réduction de quelques pour cent",
    "rent goes from 950 to 1010, how big is that step",
    "27 of 32 pupils passed, as a figure out of a hundred",
    "boss gives me four more on 3100, what is my new pay",
    "turnover fell from 48k to 41k since last year",
    "Dreisatz, rule of three, basis points, bps, yoy growth, pct_change, Excel % formula",
    "derive a part, whole, rate or relative change between two values with exact decimals",
    "quanto por cento é, aumento e queda percentual, regra de três",
    "tanto por ciento, regla de tres, aumento y disminución",
    "prozentrechner, dreisatz, prozentwert, grundwert, steigerung",
    "règle de trois, taux de variation, pourcentage d'évolution",
    "涨幅 占比 百分点 同比 增加 减少",
    "パーセント 増加率 何割 割合 前年比",
  ],
  effort: 1,
  detect(sample) {
    return /^\s*[\d.,]+\s*(?:(?:%|percent)\s*(?:of|off)|->|→)\s*[\d.,]+\s*(?:\?\s*)?$/i.test(sample)
      ? 0.9
      : 0;
  },

  laws: [
    {
      name: "what was taken of a number leads back to it, and an increase can be undone",
      holds(run, { x = 0, y = 0 }) {
        const [a, b] = [Math.round(x) % 1000, Math.round(y) % 1000];
        const of = run({ action: "of", x: a, y: b }).value?.result;
        const back = run({ action: "reverse", x: of ?? 0, y: a }).value?.result;
        const more = run({ action: "increase", x: a, y: b }).value?.result;
        const less = run({ action: "undoIncrease", x: more ?? 0, y: b }).value?.result;
        return (a === 0 || back === b) && (b === -100 || less === a);
      },
    },
    {
      name: "points turn their sign with the order, and the difference does not",
      holds(run, { x = 1, y = 2 }) {
        const [there, back] = [
          run({ action: "points", x, y }),
          run({ action: "points", x: y, y: x }),
        ];
        const either = run({ action: "difference", x, y }).value?.resultText;
        const other = run({ action: "difference", x: y, y: x }).value?.resultText;
        const sum = (there.value?.result ?? 0) + (back.value?.result ?? 0);
        return sum === 0 && either === other;
      },
    },
  ],
  examples: [
    {
      title: "Percent of a number",
      input: "15% of 200",
      expect: { output: "30", value: { action: "of" } },
    },
    {
      title: "Change",
      input: "80 -> 100",
      expect: { output: "25%", value: { action: "change", difference: 20 } },
    },
    {
      title: "Price before 20 % tax",
      input: { action: "undoIncrease", x: 120, y: 20 },
      expect: { output: "100" },
    },
    {
      title: "Changes one after another",
      input: { action: "chain", percents: [10, -20, 5] },
      expect: { output: "-7.6%", value: { result: -7.6 } },
    },
    {
      title: "A change from nothing",
      input: "0 to 5",
      expect: { ok: false, error: { code: "DIVISION_BY_ZERO" } },
    },
  ],

  run(input) {
    const [conflict, ...conflicts] = conflictsOf(input, [["expression", "action"]]);
    if (conflict) return fail([conflict, ...conflicts]);
    if (input.action === "chain") return chain(input);
    const question = questionOf(input);
    if ("code" in question) return fail(question);
    const { action, x, y } = question;
    const result = RULES[action](x, y);
    if (!result) return fail(divisionByZero(action, input.expression !== undefined));
    return describe(action, result, input.decimals, question);
  },
});

function chain({ percents, decimals }: Input) {
  if (percents === undefined) {
    return fail(insufficientInput("calculate", ["action"], "percents with chain", "/percents"));
  }
  const factor = percents
    .map(fractionOf)
    .reduce((product, percent) => multiply(product, plus(percent)), ONE);
  return describe("chain", multiply(subtract(factor, ONE), HUNDRED), decimals);
}

function questionOf({ expression, action, x, y }: Input) {
  if (expression !== undefined) return readQuestion(expression);
  const combinations = "expression, or action with x and y, or chain with percents";
  if (action === undefined || action === "chain" || x === undefined || y === undefined) {
    const given = Object.entries({ action, x, y }).filter(([, field]) => field !== undefined);
    const path = action === undefined ? "/expression" : x === undefined ? "/x" : "/y";
    const found = given.map(([name]) => name);
    return insufficientInput("calculate", found, combinations, path);
  }
  return { action, x: fractionOf(x), y: fractionOf(y) };
}

const UNITS: Readonly<Record<Action, Unit>> = {
  of: "number",
  whatPercent: "percent",
  change: "percent",
  difference: "percent",
  increase: "number",
  decrease: "number",
  reverse: "number",
  undoIncrease: "number",
  undoDecrease: "number",
  points: "points",
  chain: "percent",
};

const SUFFIXES: Readonly<Record<Unit, string>> = { number: "", percent: "%", points: " pp" };

function divisorOf(action: PairAction): string {
  if (action === "change") return "x of 0";
  if (action === "difference") return "two zeros";
  return action.startsWith("undo") ? "a factor of 0" : "y of 0";
}

function divisionByZero(action: PairAction, isText: boolean) {
  const path = isText ? "/expression" : action === "change" ? "/x" : "/y";
  const message = `Cannot calculate ${action}: found ${divisorOf(action)}, expected a divisor other than 0`;
  return { code: "DIVISION_BY_ZERO", message, path } as const;
}

function describe(action: Action, result: Fraction, decimals: number, pair?: Question) {
  const rounded = (value: Fraction) => toDecimals(value, decimals);
  const numberOf = (value: Fraction | undefined) => (value ? toDouble(rounded(value)) : null);
  const unit = UNITS[action];
  const text = rounded(result).toString();
  return done({
    output: text + SUFFIXES[unit],
    action,
    value: {
      action,
      x: pair ? plainNumber(pair.x) : null,
      y: pair ? plainNumber(pair.y) : null,
      result: numberOf(result),
      resultText: text,
      unit,
      difference: numberOf(differenceOf(action, result, pair)),
      relativeChange:
        action === "points" && pair
          ? numberOf(percentage(subtract(pair.y, pair.x), absolute(pair.x)))
          : null,
    },
  });
}

function differenceOf(
  action: Action,
  result: Fraction,
  pair: Question | undefined,
): Fraction | undefined {
  if (action === "change" && pair) return subtract(pair.y, pair.x);
  const isChanged = action === "increase" || action === "decrease";
  return isChanged && pair ? subtract(result, pair.x) : undefined;
}

function plainNumber({ numerator, denominator }: Fraction): number | null {
  const digits = 40;
  return toDouble(toDigits({ numerator, denominator }, digits));
}
