/** What there is to say about a plan. */
import type { Entry } from "../_core/tool.ts";
import { ErrorList, WarningList } from "../_lib/results/entry-list.ts";
import { nearest } from "../_lib/text/nearest.ts";
import { quoted } from "../_lib/text/shown.ts";
import type { Failure, Warning } from "../agent-plan-parallelism-auditor.ts";
import type { Cause, Pair } from "./conflicts.ts";
import type { Dependency, UnknownDependency } from "./dependencies.ts";
import type { Step } from "./steps.ts";

/** Findings of one code that are listed. */
export const MOST_LISTED = 1000;
/** Misspelt names for which likely ones are looked for. */
const MOST_HINTS = 20;

export class PlanFindings {
  readonly errors = new ErrorList<Failure>(MOST_LISTED);
  readonly warnings = new WarningList<Warning>(MOST_LISTED);
  readonly #ids: readonly string[];
  #hints = 0;

  constructor(steps: readonly Step[]) {
    this.#ids = steps.map(({ id }) => id);
  }

  unknownDependency({ step, at, id }: UnknownDependency): void {
    this.errors.add("DEPENDENCY_UNKNOWN", () => ({
      message: `Cannot follow a dependency of ${quoted(step.id)}: found ${quoted(id)}, expected the id of a step`,
      path: `/steps/${step.index}/dependsOn/${at}`,
      received: id,
      ...this.#hintFor(id),
    }));
  }

  hiddenConflict(pair: Pair, causeOf: () => Cause): void {
    this.errors.add("HIDDEN_CONFLICT", () => {
      const cause = causeOf();
      const [a, b] = [quoted(pair.a.id), quoted(pair.b.id)];
      const message = `Cannot run ${b} beside ${a}: found ${whyOf(cause)}, expected an order between them`;
      return { message, ...detailsOf(pair, cause) };
    });
  }

  serialised(pair: Pair, causeOf: () => Cause): void {
    this.warnings.add("CONFLICT_SERIALISED", () => {
      const cause = causeOf();
      const message = `${quoted(pair.b.id)} waits for ${quoted(pair.a.id)}, because of ${whyOf(cause)}`;
      return { message, ...detailsOf(pair, cause) };
    });
  }

  redundant({ step, at, on }: Dependency): void {
    this.warnings.add("REDUNDANT_DEPENDENCY", () => ({
      message: `That ${quoted(step.id)} depends on ${quoted(on.id)} follows from other dependencies`,
      path: `/steps/${step.index}/dependsOn/${at}`,
      received: on.id,
    }));
  }

  readBeforeWrite(step: Step, at: number): void {
    const resource = step.reads[at] ?? "";
    this.warnings.add("READ_BEFORE_WRITE", () => ({
      message: `${quoted(step.id)} reads ${quoted(resource)}, and depends on no step that writes it`,
      path: `/steps/${step.index}/reads/${at}`,
      received: resource,
    }));
  }

  lowParallelism(speedup: number): void {
    this.warnings.add("LOW_PARALLELISM", () => ({
      message: `Running steps side by side is ${speedup} times as fast as one after the other`,
      received: speedup,
    }));
  }

  dependencyBroken({ step, on }: Dependency, path: string): void {
    this.errors.add("PROPOSED_DEPENDENCY_BROKEN", () => ({
      message: `Cannot run ${quoted(step.id)} there: found ${quoted(on.id)}, on which it depends, in the same wave or later, expected it earlier`,
      path,
      received: on.id,
    }));
  }

  stepMissing({ id }: Step): void {
    this.errors.add("PROPOSED_STEP_MISSING", () => ({
      message: `Cannot run all steps: found ${quoted(id)} in no wave, expected every step in one`,
      path: "/proposed",
      expected: id,
    }));
  }

  stepTwice(id: string, path: string): void {
    this.errors.add("PROPOSED_STEP_TWICE", () => ({
      message: `Cannot run a step twice: found ${quoted(id)} again, expected every step in one wave`,
      path,
      received: id,
    }));
  }

  stepUnknown(id: string, path: string): void {
    this.errors.add("PROPOSED_STEP_UNKNOWN", () => ({
      message: `Cannot run a proposed step: found ${quoted(id)}, expected the id of a step`,
      path,
      received: id,
      ...this.#hintFor(id),
    }));
  }

  tooWide(size: number, limit: number, path: string): void {
    this.errors.add("PROPOSED_TOO_WIDE", () => ({
      message: `Cannot run a wave at once: found ${size} steps, expected at most ${limit}`,
      path,
      expected: limit,
      received: size,
    }));
  }

  #hintFor(id: string): Pick<Entry, "hint"> {
    if (this.#hints++ >= MOST_HINTS) return {};
    const likely = nearest(id, this.#ids).map((near) => quoted(near));
    return likely.length === 0 ? {} : { hint: `Did you mean ${likely.join(" or ")}?` };
  }
}

function whyOf({ kind, resource }: Cause): string {
  if (kind === "exclusive") return "a step that runs alone";
  return `a ${kind} conflict over ${quoted(resource)}`;
}

/** At the later step. */
function detailsOf({ a, b }: Pair, { kind, resource }: Cause) {
  const areIdempotent = kind === "write-write" && a.idempotent && b.idempotent;
  const details = { path: `/steps/${b.index}`, a: a.id, b: b.id, kind, resource };
  return areIdempotent ? { ...details, hint: IDEMPOTENT_HINT } : details;
}

/** Steps that may run twice still may not run at once. */
const IDEMPOTENT_HINT =
  "Both are idempotent, but at the same time one may read what the other half wrote";
