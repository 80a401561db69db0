/** What holds for every check of quotations. */
import type { Law } from "../_core/tool.ts";
import { readNamedTexts } from "../_lib/fields/named-texts.ts";
import type { INPUT, Value } from "./contract.ts";
import { STATUSES } from "../_lib/text/quotation/match.ts";

export const QUOTATION_LAWS: readonly Law<typeof INPUT, Value>[] = [
  {
    name: "what is exact stands in its source where it says, letter for letter",
    holds(run, input) {
      const { value } = run(input);
      const read = readNamedTexts(input.sources, "/sources");
      if (!value || read.failure) return true;
      const texts = new Map(read.texts.map(({ id, text }) => [id, text]));
      return value.quotes.every(
        ({ status, quote, sourceId, sourceStart, sourceEnd }) =>
          status !== "exact" ||
          texts.get(sourceId ?? "")?.slice(sourceStart ?? 0, sourceEnd ?? 0) === quote,
      );
    },
  },
  {
    name: "wider spaces and curly quotes in the sources lower nothing that is exact below normalised",
    holds(run, input) {
      const { value } = run(input);
      const read = readNamedTexts(input.sources, "/sources");
      if (!value || read.failure) return true;
      const sources = read.texts.map(({ id, text }) => {
        return { id, text: text.replaceAll(" ", "  ").replaceAll('"', "”") };
      });
      const again = run({ ...input, sources }).value?.quotes ?? [];
      return value.quotes.every(
        ({ status }, at) =>
          status !== "exact" || /^(?:exact|normalised)$/.test(again[at]?.status ?? ""),
      );
    },
  },
  {
    name: "one source more worsens no status",
    holds(run, input) {
      const { value } = run(input);
      const read = readNamedTexts(input.sources, "/sources");
      if (!value || read.failure) return true;
      const more = {
        id: `${read.texts.map(({ id }) => id).join()}+`,
        text: "Nothing of the kind.",
      };
      const again = run({ ...input, sources: [...read.texts, more] }).value?.quotes ?? [];
      const rank = (quote: Value["quotes"][number] | undefined) =>
        STATUSES.indexOf(quote?.status ?? "missing");
      return value.quotes.every((quote, at) => rank(again[at]) <= rank(quote));
    },
  },
  {
    name: "what is altered is less than wholly similar, and says where",
    holds(run, input) {
      const { value } = run(input);
      return (value?.quotes ?? []).every(
        ({ status, similarity, differences }) =>
          (status === "altered") === differences.length > 0 &&
          (status === "altered" ? similarity < 1 : similarity === (status === "missing" ? 0 : 1)),
      );
    },
  },
];
