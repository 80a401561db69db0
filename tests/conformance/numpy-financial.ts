import { failed, passed, type RunTool, skipped, type Suite } from "./suite.ts";

type Nested = number | readonly Nested[];

interface Row {
  readonly id: string;
  readonly fn: string;
  readonly args: readonly Nested[];
  readonly expect: Nested;
  readonly rtol: number;
}

/** A figure asked of a tool, and what of numpy's it should be. */
interface Question {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Members and places that lead to the figure in the value. */
  readonly figure: readonly (string | number)[];
  /** Whether the figure, as the tool rounds it, is what numpy says. */
  agrees(found: number, expected: number, rtol: number): boolean;
}

/** Amounts are rounded to cents; who pays and who receives is numpy's sign. */
const CENT = 0.01;
const isAmount: Question["agrees"] = (found, expected, rtol) =>
  Math.abs(found - Math.abs(expected)) <= CENT + Math.abs(expected) * rtol;
/** A fraction against a percentage of six decimals. */
const isRate: Question["agrees"] = (found, expected, rtol) =>
  Math.abs(found / 100 - expected) <= 1e-8 + Math.abs(expected) * rtol;
/** A fraction of a period is a whole one to the tool, which counts deposits and months that are whole. */
const isWholeYears: Question["agrees"] = (found, expected) =>
  Math.ceil(found) === Math.ceil(expected);
const isWholeMonths: Question["agrees"] = (found, expected) =>
  Math.round(found * 12) === Math.ceil(expected * 12);

/** Judges the figures of loans, savings and cash flows. */
const suite: Suite = {
  name: "numpy-financial",
  tools: [
    "mortgage-calculator",
    "loan-calculator",
    "compound-interest-calculator",
    "roi-calculator",
  ],
  floor: { passed: 20, failed: 0 },
  async *judge(folder, run) {
    const text = await Bun.file(`${folder}/cases.jsonl`).text();
    for (const line of text.split("\n").filter(Boolean)) {
      const row = JSON.parse(line) as Row;
      const name = `${row.id} ${row.fn}`;
      const expected = numbersOf(row.expect);
      const ask = QUESTIONS[row.fn];
      if (!ask) yield skipped(name, `${row.fn} is no figure of these tools`);
      else if (row.fn === "irr" && expected.some((rate) => rate < -0.99)) {
        yield skipped(name, "the rate is below -99 %, where the tool's range begins");
      } else {
        const problems = await compare(ask(row.args), expected, row.rtol, run);
        yield problems.length === 0 ? passed(name) : failed(name, problems.join("; "));
      }
    }
  },
};
export default suite;

/** The questions belong to the expected figures in turn, each figure to as many of them. */
async function compare(
  questions: readonly Question[],
  expected: readonly number[],
  rtol: number,
  run: RunTool,
): Promise<string[]> {
  const problems: string[] = [];
  const perFigure = questions.length / expected.length;
  for (const [index, { tool, input, figure, agrees }] of questions.entries()) {
    const { value } = await run({ tool_id: tool, input });
    const found = figure.reduce<unknown>(
      (part, key) => (part as Record<string | number, unknown> | undefined)?.[key],
      value,
    );
    const wanted = expected[Math.floor(index / perFigure)] ?? Number.NaN;
    if (typeof found !== "number" || !agrees(found, wanted, rtol)) {
      problems.push(`${tool} says ${String(found)}, expected ${wanted}`);
    }
  }
  return problems;
}

function numbersOf(nested: Nested): number[] {
  return typeof nested === "number" ? [nested] : nested.flatMap(numbersOf);
}

const first = (nested: Nested | undefined): number => numbersOf(nested ?? 0)[0] ?? 0;
/** A rate per period as that of a year in percent, apart from what the double lost. */
const yearly = (rate: number, periods: number): number => Number((rate * periods * 100).toFixed(9));
const timing = (when: number): string => (when === 1 ? "begin" : "end");

/** Every rate with every timing, as numpy broadcasts them. */
function broadcast(
  rates: Nested,
  whens: Nested,
  ask: (rate: number, when: number) => readonly Question[],
): Question[] {
  return numbersOf(rates).flatMap((rate) => numbersOf(whens).flatMap((when) => ask(rate, when)));
}

/** A figure of a loan in months, of both tools that know it. */
function monthlyLoan(
  rate: number,
  periods: number,
  principal: number,
  payment: readonly (string | number)[],
  loan = payment,
): Question[] {
  const annualRate = yearly(rate, 12);
  const terms = { annualRate, schedule: "full" };
  return [
    {
      tool: "mortgage-calculator",
      input: { ...terms, price: principal, years: periods / 12 },
      figure: payment,
      agrees: isAmount,
    },
    {
      tool: "loan-calculator",
      input: { ...terms, principal, periods },
      figure: loan,
      agrees: isAmount,
    },
  ];
}

const SAVINGS = {
  compounding: "annual",
  contributionFrequency: "annual",
  schedule: "none",
} as const;

/** The questions of a function's arguments, in the order of its figures. */
const QUESTIONS: Readonly<Record<string, (args: readonly Nested[]) => Question[]>> = {
  pmt: ([rate, periods, principal]) =>
    monthlyLoan(first(rate), first(periods), first(principal), ["monthlyPayment"], ["payment"]),
  ppmt: ([rate, period, periods, principal]) => {
    const figure = ["schedule", first(period) - 1, "principal"];
    return monthlyLoan(first(rate), first(periods), first(principal), figure);
  },
  ipmt: ([rate, period, periods, principal]) => {
    const figure = ["schedule", first(period) - 1, "interest"];
    return monthlyLoan(first(rate), first(periods), first(principal), figure);
  },
  pv: ([rate, periods, payment, balloon]) => [
    {
      tool: "loan-calculator",
      input: {
        annualRate: yearly(first(rate), 1),
        periods: first(periods),
        payment: first(payment),
        balloon: first(balloon),
        frequency: "annual",
      },
      figure: ["principal"],
      agrees: isAmount,
    },
  ],
  fv: ([rates = 0, periods, payment, principal, whens = 0]) =>
    broadcast(rates, whens, (rate, when) => [
      {
        tool: "compound-interest-calculator",
        input: {
          ...SAVINGS,
          annualRate: yearly(rate, 1),
          years: first(periods),
          contribution: Math.abs(first(payment)),
          principal: Math.abs(first(principal)),
          contributionTiming: timing(when),
        },
        figure: ["futureValue"],
        agrees: isAmount,
      },
    ]),
  rate: ([periods, payment, principal, target]) => [
    {
      tool: "compound-interest-calculator",
      input: {
        ...SAVINGS,
        solveFor: "annualRate",
        years: first(periods),
        contribution: Math.abs(first(payment)),
        principal: Math.abs(first(principal)),
        target: first(target),
      },
      figure: ["annualRate"],
      agrees: isRate,
    },
  ],
  nper: ([rates = 0, payment, principal, target, whens = 0]) =>
    broadcast(rates, whens, (rate, when) => [
      {
        tool: "compound-interest-calculator",
        input: {
          ...SAVINGS,
          solveFor: "years",
          annualRate: yearly(rate, 1),
          contribution: Math.abs(first(payment)),
          principal: Math.abs(first(principal)),
          target: first(target),
          contributionTiming: timing(when),
        },
        figure: ["years"],
        agrees: first(payment) === 0 ? isWholeMonths : isWholeYears,
      },
    ]),
  npv: ([rate, cashFlows]) => [
    {
      tool: "roi-calculator",
      input: { cashFlows, discountRate: yearly(first(rate), 1) },
      figure: ["npv"],
      agrees: isAmount,
    },
  ],
  irr: ([cashFlows]) => [
    { tool: "roi-calculator", input: { cashFlows }, figure: ["irr"], agrees: isRate },
  ],
};
