/** Which pairs lead to others that have something to tell. */
import type { Outcome, Step, Warned } from "./outcome.ts";
import type { Pair, Pairs } from "./pairs.ts";

type Ends = Pick<Step, "before" | "after">;

export class PairGraph {
  readonly #pairs: Pairs;
  /** Pairs whose verdict holds only if branches of a `oneOf` do not overlap. */
  readonly #doubtful: ReadonlySet<Pair>;
  readonly #eventful: ReadonlySet<Pair>;

  constructor(pairs: Pairs) {
    this.#pairs = pairs;
    const isOverlap = ({ outcome }: Pair) =>
      outcome?.warnings.some(({ code }) => code === "ONE_OF_OVERLAP") === true;
    this.#doubtful = this.#leadingTo(isOverlap, ({ steps, asked }) => [...steps, ...asked]);
    const isTelling = (pair: Pair) =>
      (pair.outcome?.changes.length ?? 0) > 0 ||
      (pair.outcome?.annotations.length ?? 0) > 0 ||
      this.warningsOf(pair).length > 0;
    this.#eventful = this.#leadingTo(isTelling, ({ steps, shown }) => [...steps, ...shown]);
  }

  /** Whether the pair, or one that is told with it, has something to tell. */
  isEventful(pair: Pair): boolean {
    return this.#eventful.has(pair);
  }

  /** The pairs that are told with one. */
  stepsOf({ outcome }: Pair): (readonly [Step, Pair])[] {
    if (outcome === undefined) return [];
    return [...outcome.steps, ...outcome.shown].flatMap((step) => {
      const pair = this.#pairs.known(step.before, step.after);
      return pair === undefined ? [] : [[step, pair] as const];
    });
  }

  /** The pair's warnings, and one for what it relies on and does not tell. */
  warningsOf({ outcome }: Pair): readonly Warned[] {
    if (outcome === undefined) return [];
    const told = new Set(
      outcome.shown.map(({ before, after }) => this.#pairs.known(before, after)),
    );
    const relies = outcome.asked.some(({ before, after }) => {
      const pair = this.#pairs.known(before, after);
      if (pair === undefined || told.has(pair) || !this.#doubtful.has(pair)) return false;
      return pair.verdict.backward || pair.verdict.forward;
    });
    return relies ? [...outcome.warnings, { code: "ONE_OF_OVERLAP", path: "" }] : outcome.warnings;
  }

  #leadingTo(
    isGoal: (pair: Pair) => boolean,
    partsOf: (outcome: Outcome) => readonly Ends[],
  ): ReadonlySet<Pair> {
    const parents = new Map<Pair, Pair[]>();
    for (const pair of this.#pairs.all) {
      for (const { before, after } of pair.outcome ? partsOf(pair.outcome) : []) {
        const part = this.#pairs.known(before, after);
        if (part === undefined) continue;
        const known = parents.get(part);
        if (known === undefined) parents.set(part, [pair]);
        else known.push(pair);
      }
    }
    const leading = new Set(this.#pairs.all.filter((pair) => isGoal(pair)));
    for (const pair of leading) for (const parent of parents.get(pair) ?? []) leading.add(parent);
    return leading;
  }
}
