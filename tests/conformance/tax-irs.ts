import { Decimal } from "../../tools/_lib/numbers/decimal.ts";
import { failed, passed, type RunTool, type Suite, type Verdict } from "./suite.ts";

interface Row {
  readonly id: string;
  readonly year: number;
  readonly status: string;
  /** Dollars; the last one stands for no end. */
  readonly bracket_tops: readonly number[];
  /** Fractions. */
  readonly rates: readonly number[];
  readonly standard_deduction: number;
}

interface Tax {
  readonly taxableIncome: number;
  readonly deduction: number;
  readonly ordinaryTax: number;
  readonly incomeTax: number;
  readonly marginalRate: number;
}

/** Years of which the tool has a table; the brackets of others are given to it. */
const YEARS: ReadonlySet<number> = new Set([2024, 2025, 2026]);
const STATUSES: Readonly<Record<string, string>> = {
  single: "single",
  mjoint: "marriedJointly",
  mseparate: "marriedSeparately",
  headhh: "headOfHousehold",
};
const NO_END = 1e15;

/** Judges each row at, just below and half-way to each end of a bracket, and far beyond the last. */
const suite: Suite = {
  name: "tax-irs",
  tools: ["tax-estimator"],
  floor: { passed: 14, failed: 0 },
  async *judge(folder, run) {
    const text = await Bun.file(`${folder}/federal.jsonl`).text();
    for (const line of text.split("\n").filter(Boolean)) {
      yield await judgeRow(JSON.parse(line) as Row, run);
    }
  },
};
export default suite;

async function judgeRow(row: Row, run: RunTool): Promise<Verdict> {
  const ends = row.bracket_tops.filter((top) => top < NO_END);
  const incomes = ends.flatMap((top, index) => {
    const below = ends[index - 1] ?? 0;
    return [top, top - 0.01, below + Math.floor((top - below) / 2)];
  });
  for (const income of [0, ...incomes, 5_000_000]) {
    const wages = new Decimal(income).plus(row.standard_deduction).toNumber();
    const { value } = await run({ tool_id: "tax-estimator", input: requestOf(row, wages) });
    const expected = expectedOf(row, income);
    const found = figuresOf(value as Tax);
    if (JSON.stringify(found) !== JSON.stringify(expected)) {
      return failed(row.id, `${wages}: ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`);
    }
  }
  return passed(row.id);
}

function requestOf({ year, status, ...row }: Row, wages: number): object {
  if (YEARS.has(year)) return { taxYear: year, filingStatus: STATUSES[status], wages };
  const brackets = row.rates.map((rate, index) => {
    const top = row.bracket_tops[index] ?? NO_END;
    return { rate: new Decimal(rate).times(100).toNumber(), upTo: top < NO_END ? top : null };
  });
  return { jurisdiction: "custom", standardDeduction: row.standard_deduction, brackets, wages };
}

function figuresOf({ taxableIncome, deduction, ordinaryTax, incomeTax, marginalRate }: Tax): Tax {
  return { taxableIncome, deduction, ordinaryTax, incomeTax, marginalRate };
}

/** The sum of the slices, each rounded to cents. */
function expectedOf(row: Row, income: number): Tax {
  let [tax, below] = [new Decimal(0), 0];
  for (const [index, top] of row.bracket_tops.entries()) {
    const slice = Decimal.max(0, new Decimal(Math.min(income, top)).minus(below));
    tax = tax.plus(slice.times(row.rates[index] ?? 0).toDecimalPlaces(2));
    below = top;
  }
  const marginal = row.rates[row.bracket_tops.findIndex((top) => income < top)] ?? 0;
  return {
    taxableIncome: income,
    deduction: row.standard_deduction,
    ordinaryTax: tax.toNumber(),
    incomeTax: tax.toNumber(),
    marginalRate: new Decimal(marginal).times(100).toNumber(),
  };
}
