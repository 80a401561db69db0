/** What holds for all contracts and fixtures. */
import type { Law } from "../_core/tool.ts";
import { canonicalJson } from "../_lib/json/tree/canonical.ts";
import type { INPUT, Value } from "./contract.ts";

type ContractLaw = Law<typeof INPUT, Value>;

const withMore = (fixtures: unknown, more: unknown) =>
  Array.isArray(fixtures) && fixtures.length < 500 ? [...(fixtures as unknown[]), more] : undefined;

export const CONTRACT_LAWS: readonly ContractLaw[] = [
  {
    name: "another fixture never lowers the score",
    holds(run, input) {
      const before = run(input).value;
      const examples = withMore(input.examples ?? [], { id: 1, state: "on" });
      const after = examples && run({ ...input, examples }).value;
      return !before || !after || after.score >= before.score;
    },
  },
  {
    name: "the order of the fixtures changes nothing but who is named as the killer",
    holds(run, input) {
      const { examples = [], counterexamples = [] } = input;
      if (!Array.isArray(examples) || !Array.isArray(counterexamples)) return true;
      const turned = run({
        ...input,
        examples: (examples as unknown[]).toReversed(),
        counterexamples: (counterexamples as unknown[]).toReversed(),
      }).value;
      const { value } = run(input);
      return !value || !turned || canonicalJson(unnamed(value)) === canonicalJson(unnamed(turned));
    },
  },
  {
    name: "every suggestion kills a mutant of its path",
    holds(run, input) {
      const { value } = run(input);
      if (!value) return true;
      return value.suggestions.slice(0, 5).every((suggestion) => {
        const field = suggestion.expected === "accept" ? "examples" : "counterexamples";
        const fixtures = withMore(input[field] ?? [], suggestion.value);
        const after = fixtures && run({ ...input, [field]: fixtures }).value;
        return !after || survivorsAt(after, suggestion.path) < survivorsAt(value, suggestion.path);
      });
    },
  },
];

function unnamed({ score, mutants, fixtures, suggestions, counts }: Value) {
  return { score, mutants: mutants.map(({ status }) => status), fixtures, suggestions, counts };
}

function survivorsAt({ mutants }: Value, path: string): number {
  return mutants.filter((mutant) => mutant.path === path && mutant.status === "survived").length;
}
