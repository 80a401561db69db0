/** What holds for every plan. */
import type { Given, Law } from "../_core/tool.ts";
import type { INPUT, Planned, Value } from "./contract.ts";

type Input = Given<typeof INPUT>;

export const RETRY_LAWS: readonly Law<typeof INPUT, Value>[] = [
  {
    name: "without a budget an item's plan depends neither on other items nor on their order",
    holds(run, input: Input) {
      const { value } = run(input);
      const isBound = input.retryBudgetPercent !== undefined;
      if (!value || isBound || !Array.isArray(input.items)) return true;
      const reversed = run({ ...input, items: input.items.toReversed() as unknown[] }).value;
      const [first] = input.items as unknown[];
      const alone = run({ ...input, items: [first] }).value;
      return (
        same(reversed?.items.toReversed(), value.items) &&
        same(alone?.items, value.items.slice(0, 1))
      );
    },
  },
  {
    name: "a delay is within its cap, but for the first one and where it is decorrelated",
    holds(run, input: Input) {
      const { value } = run(input);
      if (!value || input.jitter === "decorrelated") return true;
      return value.items.every(({ schedule }) =>
        schedule.slice(1).every(({ delayMs, capMs }) => delayMs >= 0 && delayMs <= capMs),
      );
    },
  },
  {
    name: "counts add up to the items, and only what is retried has a schedule",
    holds(run, input: Input) {
      const { value } = run(input);
      if (!value) return true;
      const { items, counts } = value;
      const sum = Object.values(counts).reduce((total, count) => total + count, 0);
      return (
        sum === items.length &&
        items.every(({ decision, schedule }) => (decision === "retry") === schedule.length > 0)
      );
    },
  },
];

function same(a: readonly Planned[] | undefined, b: readonly Planned[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
