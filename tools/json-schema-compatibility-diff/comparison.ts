import type { Budget, Entry } from "../_core/tool.ts";
import { ValueIds } from "../_lib/json/tree/value-ids.ts";
import { contractTrouble } from "../_lib/schemas/json-schema/checked-formats.ts";
import type { SchemaParts } from "../_lib/schemas/json-schema/parts.ts";
import { REGEX_STEPS, RegexBudgetExceeded, StepBudget } from "../_lib/text/regex/regex.ts";
import type { Failure, Input } from "../json-schema-compatibility-diff.ts";
import { compareShapes } from "./compare.ts";
import type { Found, Step, Verdict, Warned } from "./outcome.ts";
import { type Pair, PairGraph, Pairs } from "./pairs.ts";
import type { Given } from "./verdict.ts";
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

/** A step on the way, and the pair that it leaves. */
export interface Way {
  readonly pair: Pair;
  readonly step: Step;
  readonly up: Way | undefined;
}

/** A change with its path from the root. */
export interface Listed extends Found {
  /** From the schema in which it was found. */
  readonly localPath: string;
  /** The pair in which it was found, and the way there. */
  readonly pair: Pair;
  readonly way: Way | undefined;
}

interface Listing {
  readonly changes: readonly Listed[];
  readonly warnings: readonly Warned[];
}

/** Places at which a pair that many schemas share is told again. */
const MOST_PLACES = 10_000;
/** Schemas that refer to one another in long chains have longer and longer paths: all together. */
const MOST_CHARACTERS = 2_000_000;

interface Visit {
  readonly pair: Pair;
  readonly path: string;
  readonly way: Way | undefined;
  /** Set on the way back. */
  readonly isLeft?: boolean;
}

/** The differences of two schemas and of all that they lead to, each with its path. */
function listChanges(root: Pair, pairs: Pairs): Listing {
  const graph = new PairGraph(pairs);
  const changes: Listed[] = [];
  const warnings = new Map<string, Warned>();
  const [open, told] = [new Set<Pair>(), new Set<Pair>()];
  const stack: Visit[] = [{ pair: root, path: "", way: undefined }];
  let [places, characters] = [0, 0];
  for (let visit = stack.pop(); visit !== undefined; visit = stack.pop()) {
    const { pair, path, way } = visit;
    if (visit.isLeft) {
      open.delete(pair);
      continue;
    }
    if (open.has(pair) || !graph.isEventful(pair)) continue;
    if (characters > MOST_CHARACTERS || (++places > MOST_PLACES && told.has(pair))) continue;
    open.add(pair);
    told.add(pair);
    stack.push({ ...visit, isLeft: true });
    for (const change of changesOf(visit)) {
      const at = path + change.path;
      changes.push({ ...change, path: at, localPath: change.path, pair, way });
      characters += at.length;
    }
    for (const warned of graph.warningsOf(pair)) {
      const at = path + warned.path;
      warnings.set(`${warned.code} ${at}`, { ...warned, path: at });
    }
    for (const [step, next] of graph.stepsOf(pair))
      stack.push({ pair: next, path: path + step.path, way: { pair, step, up: way } });
  }
  return { changes, warnings: [...warnings.values()] };
}

/** The annotations of a place hide those of the schema behind it. */
function changesOf({ pair: { outcome }, way }: Visit): readonly Found[] {
  if (outcome === undefined) return [];
  return way?.step.isCore ? outcome.changes : [...outcome.annotations, ...outcome.changes];
}
