/** What holds for every plan of a full read. */
import type { Given, Law } from "../_core/tool.ts";
import type { INPUT, Value } from "./contract.ts";

type Input = Given<typeof INPUT>;

export const PAGINATION_LAWS: readonly Law<typeof INPUT, Value>[] = [
  {
    name: "calls at the same time never make a read longer",
    holds(run, input: Input) {
      const { concurrency = 1 } = input;
      const [one, two] = [concurrency, concurrency * 2].map(
        (calls) => run({ ...input, concurrency: calls }).value?.plan.durationMs ?? 0,
      );
      return concurrency > 1000 || (two ?? 0) <= (one ?? 0);
    },
  },
  {
    name: "the calls of a plan that is not cut reach the total",
    holds(run, input: Input) {
      const { value } = run(input);
      if (!value) return true;
      const { total, pageSize, plan } = value;
      if (total === null || pageSize === null || plan.requests === null) return true;
      return plan.requests !== plan.pages || plan.requests * pageSize >= total;
    },
  },
  {
    name: "another page never lowers the number of captured items",
    holds(run, input: Input) {
      const { pages } = input;
      if (!Array.isArray(pages) || pages.length < 2) return true;
      const style = run(input).value?.style;
      if (style === undefined || input.itemsPath === undefined) return true;
      const fewer = run({ ...input, pages: pages.slice(0, -1) as unknown[] }).value;
      const all = run(input).value;
      return !fewer || fewer.style !== style || fewer.captured.items <= (all?.captured.items ?? 0);
    },
  },
];
