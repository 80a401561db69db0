/** What the mutants tell about a contract and its fixtures. */
import type { Entry } from "../_core/tool.ts";
import { counted } from "../_lib/text/plural.ts";
import { joinEntries } from "../_lib/results/entry-list.ts";
import { valueOf } from "../_lib/json/tree/value.ts";
import { percentOf } from "../_lib/numbers/percent.ts";
import { type Finding, reviewOf } from "../_lib/results/review/findings.ts";
import { countedFindings, gated } from "../_lib/results/review/gate.ts";
import { findingsTable } from "../_lib/results/review/table.ts";
import type { Input, Value, Warning } from "../contract-reliability-workbench.ts";
import type { Fixture, Judged } from "./kill.ts";
import type { Operator } from "./mutants.ts";
import type { Suggestion } from "./suggest.ts";

export interface Tested {
  readonly examples: readonly Fixture[];
  readonly counterexamples: readonly Fixture[];
  readonly judged: readonly Judged[];
  readonly suggestions: readonly Suggestion[];
}

/** What is published of the test. */
export function resultOf(input: Input, tested: Tested, reading: readonly Entry<Warning>[]) {
  const { judged, examples, counterexamples } = tested;
  const survivors = judged.filter(({ killedBy }) => killedBy === null);
  const killed = judged.length - survivors.length;
  const score = judged.length === 0 ? 100 : percentOf(killed, judged.length, 2);
  const rejected = examples.filter(({ trial }) => !trial.accepted);
  const accepted = counterexamples.filter(({ trial }) => trial.accepted);
  const { findings, verdict, valid, errors, warnings, counts } = reviewOf([
    ...rejected.map((fixture) => misjudged("EXAMPLE_REJECTED", fixture)),
    ...accepted.map((fixture) => misjudged("COUNTEREXAMPLE_ACCEPTED", fixture)),
    ...(score < input.minScore ? [belowMinimum(score, input.minScore)] : []),
    ...survivors.map(unprotected),
  ]);
  const value: Value = {
    verdict,
    score,
    mutants: judged.map(({ mutant: { operator, path }, killedBy }) => ({
      operator,
      path,
      status: killedBy === null ? "survived" : "killed",
      killedBy,
    })),
    fixtures: {
      examples: examples.length,
      accepted: examples.length - rejected.length,
      counterexamples: counterexamples.length,
      rejected: counterexamples.length - accepted.length,
    },
    suggestions: tested.suggestions.map((suggestion) => ({
      ...suggestion,
      value: valueOf(suggestion.value).value,
    })),
    findings,
    counts: {
      mutants: judged.length,
      killed,
      survived: survivors.length,
      error: counts.error,
      warning: counts.warning,
    },
  };
  const figures = `Score ${score}, ${killed} of ${counted(judged.length, "mutant")} killed by ${counted(examples.length, "example")} and ${counted(counterexamples.length, "counterexample")}.`;
  return gated(
    {
      output: findingsTable({ tool: TOOL, verdict, figures }, findings),
      value,
      valid,
      stats: value.counts,
      errors,
      warnings: joinEntries<Warning>(warnings, reading),
    },
    {
      failOn: input.failOn,
      code: "CONTRACT_RELIABILITY_WORKBENCH_FAILED",
      message: `Cannot rely on the contract: found ${countedFindings(counts)}, expected none`,
    },
    counts.warning,
  );
}

const TOOL = "contract-reliability-workbench";

type Misjudged = "EXAMPLE_REJECTED" | "COUNTEREXAMPLE_ACCEPTED";

function misjudged(code: Misjudged, { pointer }: Fixture): Finding<Misjudged, "error"> {
  const isExample = code === "EXAMPLE_REJECTED";
  const message = isExample
    ? "The contract rejects this example, expected that it accepts it"
    : "The contract accepts this counterexample, expected that it rejects it";
  return { code, severity: "error", message, path: pointer };
}

function belowMinimum(score: number, least: number): Finding<"SCORE_BELOW_MINIMUM", "error"> {
  const message = `The score is ${score}, expected at least ${least}`;
  return { code: "SCORE_BELOW_MINIMUM", severity: "error", message };
}

const CHANGES: Readonly<Record<Operator, string>> = {
  DROP_ENUM_VALUE: "forbids this value",
  DROP_KEYWORD: "lacks this keyword",
  DROP_REQUIRED: "does not need this property",
  LOOSEN_BOUND: "has this bound one wider",
  OPEN_OBJECT: "allows further properties",
  REQUIRE_OPTIONAL: "needs this property",
  TIGHTEN_BOUND: "has this bound one narrower",
};

function unprotected({
  mutant: { operator, path },
}: Judged): Finding<"UNPROTECTED_RULE", "warning"> {
  const message = `No fixture notices when the contract ${CHANGES[operator]}`;
  return { code: "UNPROTECTED_RULE", severity: "warning", message, path, subject: operator };
}
