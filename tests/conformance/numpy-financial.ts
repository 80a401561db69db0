import { failed, passed, skipped, type Suite } from "./suite.ts";

interface Row {
  readonly id: string;
  readonly fn: string;
  readonly args: readonly [rate: number, ...others: number[]];
  readonly expect: number;
}

/** Amounts are rounded to cents. */
const CENT = 0.01;

interface Mortgage {
  readonly monthlyPayment: number;
  readonly schedule: readonly { readonly principal: number; readonly interest: number }[];
}

/** Judges payments and the parts of a payment, as loans of a term in whole months have them. */
const suite: Suite = {
  name: "numpy-financial",
  tools: ["mortgage-calculator"],
  floor: { passed: 7, failed: 0 },
  async *judge(folder, run) {
    const text = await Bun.file(`${folder}/cases.jsonl`).text();
    for (const line of text.split("\n").filter(Boolean)) {
      const { id, fn, args, expect } = JSON.parse(line) as Row;
      const name = `${id} ${fn}`;
      const [rate, ...others] = args;
      const loan = LOANS[fn]?.(others);
      if (!loan) {
        yield skipped(name, `${fn} is no figure of a mortgage`);
        continue;
      }
      const { value } = await run({
        tool_id: "mortgage-calculator",
        input: {
          price: loan.principal,
          // A twelfth of it is the rate again, apart from what the double lost.
          annualRate: Number((rate * 1200).toFixed(9)),
          years: loan.periods / 12,
          schedule: "full",
        },
      });
      const found = loan.read(value as Mortgage);
      yield Math.abs(found + expect) <= CENT
        ? passed(name)
        : failed(name, `${found}, expected ${-expect}`);
    }
  },
};
export default suite;

interface Loan {
  readonly periods: number;
  readonly principal: number;
  read(mortgage: Mortgage): number;
}

const LOANS: Readonly<Record<string, (args: readonly number[]) => Loan>> = {
  pmt: ([periods = 0, principal = 0]) => ({
    periods,
    principal,
    read: ({ monthlyPayment }) => monthlyPayment,
  }),
  ppmt: ([period = 0, periods = 0, principal = 0]) => ({
    periods,
    principal,
    read: ({ schedule }) => schedule[period - 1]?.principal ?? Number.NaN,
  }),
  ipmt: ([period = 0, periods = 0, principal = 0]) => ({
    periods,
    principal,
    read: ({ schedule }) => schedule[period - 1]?.interest ?? Number.NaN,
  }),
};
