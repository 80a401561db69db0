import type { Budget, Entry } from "../_core/tool.ts";
import { RegexBudgetExceeded, REGEX_STEPS, StepBudget } from "../_lib/text/regex/regex.ts";
import { contractTrouble } from "../_lib/schemas/json-schema/checked-formats.ts";
import type { SchemaParts } from "../_lib/schemas/json-schema/parts.ts";
import { ValueIds } from "../_lib/json/tree/value-ids.ts";
import { compareShapes } from "./compare.ts";
import type { Failure, Input } from "../json-schema-compatibility-diff.ts";
import type { Verdict } from "./outcome.ts";
import { listChanges, type Listing } from "./listing.ts";
import { Pairs } from "./pairs.ts";
import type { Given } from "./run.ts";
import { Version } from "./version.ts";

export interface Compared extends Listing {
  readonly verdict: Verdict;
}

/** Everything in which two versions differ, and whether they are compatible all in all. */
export function compareVersions(
  before: Given,
  after: Given,
  { policy, defaultsFill }: Input,
  budget: Budget,
): Compared | { readonly error: Entry<Failure> } {
  const rules = { lenient: policy === "lenient", defaultsFill };
  const shared = { ids: new ValueIds(), steps: new StepBudget(REGEX_STEPS) };
  const compare = (oldParts: SchemaParts, newParts: SchemaParts): Compared => {
    const was = new Version("before", before.root, oldParts, shared);
    const is = new Version("after", after.root, newParts, shared);
    const pairs = new Pairs(compareShapes, rules);
    const root = pairs.settled(was.root, is.root);
    return { ...listChanges(root, pairs), verdict: root.verdict };
  };
  try {
    const work = before.validator.withParts(budget, (oldParts) =>
      after.validator.withParts(budget, (newParts) => compare(oldParts, newParts)),
    );
    const found = work.ok ? work.result : work;
    return found.ok ? found.result : { error: contractTrouble(found.error) };
  } catch (error) {
    if (error instanceof RegexBudgetExceeded) return { error: tooSlow() };
    throw error;
  }
}

function tooSlow(): Entry<"REGEX_BUDGET_EXCEEDED"> {
  return {
    code: "REGEX_BUDGET_EXCEEDED",
    message: `Cannot match names against patterns: it takes more than ${REGEX_STEPS} steps, expected fewer`,
    path: "/after",
  };
}
