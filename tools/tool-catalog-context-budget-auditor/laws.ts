/** What holds for every catalogue. */
import type { Law } from "../_core/tool.ts";
import type { INPUT, Value } from "./contract.ts";

export const CATALOGUE_LAWS: readonly Law<typeof INPUT, Value>[] = [
  {
    name: "the order of the tools changes neither their tokens nor their digest",
    holds(run, input) {
      if (!Array.isArray(input.tools)) return true;
      const { value } = run(input);
      const turned = run({ ...input, tools: input.tools.toReversed() }).value;
      return (
        value?.totalTokens === turned?.totalTokens &&
        (!value ||
          new Set(value.tools.map(({ name }) => name)).size < value.tools.length ||
          value.catalogueSha256 === turned?.catalogueSha256)
      );
    },
  },
  {
    name: "what is kept and what is deferred are all tools, and deferring adds the search tool at most",
    holds(run, input) {
      const { value } = run(input);
      if (!value) return true;
      const { keep, defer, tokensAfter } = value.plan;
      const names = value.tools.map(({ name }) => name).toSorted();
      const most = value.totalTokens + (input.searchToolTokens ?? 300);
      return (
        JSON.stringify([...keep, ...defer].toSorted()) === JSON.stringify(names) &&
        tokensAfter <= most
      );
    },
  },
  {
    name: "a larger budget never defers more",
    holds(run, input) {
      const { value } = run(input);
      if (!value) return true;
      const more = run({ ...input, budgetTokens: value.budgetTokens + 50 }).value;
      return (more?.plan.defer.length ?? 0) <= value.plan.defer.length;
    },
  },
];
