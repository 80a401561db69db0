/** What holds for every pack. */
import type { Law } from "../_core/tool.ts";
import type { INPUT, Value } from "./contract.ts";
import { readSources } from "./sources.ts";

const DEFAULT_TOKENS = 8000;

export const PACK_LAWS: readonly Law<typeof INPUT, Value>[] = [
  {
    name: "the pack is within the budget",
    holds(run, input) {
      const { value } = run(input);
      const { maxTokens = DEFAULT_TOKENS, reserveTokens = 0 } = input;
      return !value || value.budget.usedTokens <= maxTokens - reserveTokens;
    },
  },
  {
    name: "every source is either in the pack, word for word as far as it says, or dropped",
    holds(run, input) {
      const { output = "", value } = run(input);
      const read = readSources(input.sources);
      if (!value || "failure" in read) return true;
      const { items, dropped } = value;
      const ids = new Set([...items, ...dropped].map(({ sourceId }) => sourceId));
      const count = items.length + dropped.length;
      if (ids.size !== read.sources.length || count !== read.sources.length) return false;
      const texts = new Map(read.sources.map(({ id, text }) => [id, text]));
      return items.every(({ sourceId, end }) =>
        output.includes(texts.get(sourceId)?.slice(0, end) ?? ""),
      );
    },
  },
  {
    name: "a budget that holds all required sources whole, doubled, holds them still",
    holds(run, { maxTokens = DEFAULT_TOKENS, ...rest }) {
      if (!run({ ...rest, maxTokens }).valid) return true;
      return run({ ...rest, maxTokens: Math.min(1_000_000, maxTokens * 2) }).valid === true;
    },
  },
];
