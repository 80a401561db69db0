/** What holds for every table. */
import type { Law } from "../_core/tool.ts";
import { canonicalJson } from "../_lib/json/tree/canonical.ts";
import type { INPUT, Value } from "./contract.ts";

type TableLaw = Law<typeof INPUT, Value>;

/** The table with its rules the other way round, where it is an object of lists. */
function reversed(table: unknown): unknown {
  if (typeof table !== "object" || table === null || !("rules" in table)) return undefined;
  const { rules } = table;
  return Array.isArray(rules) ? { ...table, rules: rules.toReversed() } : undefined;
}

export const TABLE_LAWS: readonly TableLaw[] = [
  {
    name: "under unique or any, the order of the rules changes no output",
    holds(run, input) {
      const table = reversed(input.table);
      if (table === undefined) return true;
      const [there, back] = [run(input).value, run({ ...input, table }).value];
      if (!there || !back || (there.hitPolicy !== "unique" && there.hitPolicy !== "any"))
        return true;
      const shown = ({ results, analysis }: Value) =>
        canonicalJson([results.map(({ outputs, error }) => [outputs, error]), analysis?.gaps]);
      return shown(there) === shown(back);
    },
  },
  {
    name: "a table is complete where all cells are covered, and else has gaps",
    holds(run, input) {
      const analysis = run(input).value?.analysis;
      if (!analysis) return true;
      const { complete, gaps, coveredCells, totalCells } = analysis;
      const isCovered = coveredCells === totalCells;
      return (
        coveredCells <= totalCells && complete === isCovered && (gaps.length === 0) === complete
      );
    },
  },
  {
    name: "facts change nothing in the analysis, nor does another one of them in a decision",
    holds(run, { facts, ...rest }) {
      const { value } = run({ ...rest, facts });
      if (!value) return true;
      const alone = run(rest).value;
      if (canonicalJson(alone?.analysis) !== canonicalJson(value.analysis)) return false;
      if (!Array.isArray(facts)) return true;
      const backwards = run({ ...rest, facts: facts.toReversed() }).value?.results ?? [];
      return canonicalJson(backwards.toReversed()) === canonicalJson(value.results);
    },
  },
];
