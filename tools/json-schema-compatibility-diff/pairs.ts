/** All pairs of schemas that a comparison comes across, and the verdicts that hold for them together. */
import { MinHeap } from "../_lib/algorithms/graph/min-heap.ts";
import { Outcome, type Rules, type Step, type Verdict, type Warned } from "./outcome.ts";
import type { Shape } from "./shape.ts";

/** Compares two schemas, given the verdicts on others. */
type Compare = (before: Shape, after: Shape, outcome: Outcome) => void;

const UNDISPUTED: Verdict = { backward: true, forward: true, same: true };
const REFUTED: Verdict = { backward: false, forward: false, same: false };

export class Pair {
  readonly before: Shape;
  readonly after: Shape;
  readonly index: number;
  /** Only ever gets worse, but that a trial is judged anew when it becomes serious. */
  verdict = UNDISPUTED;
  outcome: Outcome | undefined;
  /** Whether it is only looked at to find partners, so that nothing but the verdict matters. */
  isTrial: boolean;
  /** Whether it has to be compared, for the first time or anew. */
  isStale = true;
  /** Whether its parts were left out, the verdict being clear without them. */
  isPartial = false;
  isWaiting = false;
  /** The pairs that depend on this one, and whether they have to be compared anew when it changes. */
  readonly dependents = new Map<Pair, boolean>();
  steps: readonly Pair[] = [];

  constructor(before: Shape, after: Shape, index: number, isTrial: boolean) {
    this.before = before;
    this.after = after;
    this.index = index;
    this.isTrial = isTrial;
  }
}

/** Pairs that are compared to find partners; those left over are taken not to fit. */
const MOST_TRIALS = 20_000;

/**
 * Every pair is taken to be compatible until something is found, which makes recursive schemas
 * comparable: a value of finite depth cannot break what holds for all its parts. A finding is passed on
 * to the pairs that rely on it until nothing changes any more.
 */
export class Pairs {
  readonly #compare: Compare;
  readonly #rules: Rules;
  readonly #all: Pair[] = [];
  readonly #known = new Map<Shape, Map<Shape, Pair>>();
  readonly #waiting = new MinHeap();
  #trials = 0;

  constructor(compare: Compare, rules: Rules) {
    this.#compare = compare;
    this.#rules = rules;
  }

  get all(): readonly Pair[] {
    return this.#all;
  }

  /** The pair of two schemas that were met before. */
  known(before: Shape, after: Shape): Pair | undefined {
    return this.#known.get(before)?.get(after);
  }

  /** The pair with the final verdict. */
  settled(before: Shape, after: Shape): Pair {
    const root = this.#of(before, after, false);
    for (;;) {
      const index = this.#waiting.take();
      if (index === undefined) return root;
      this.#settle(this.#all[-index] as Pair);
    }
  }

  #of(before: Shape, after: Shape, isTrial: boolean): Pair {
    const known = this.known(before, after);
    if (known !== undefined) {
      if (!isTrial) this.#takeSeriously(known);
      return known;
    }
    const pair = new Pair(before, after, this.#all.length, isTrial);
    const partners = this.#known.get(before) ?? new Map<Shape, Pair>();
    this.#known.set(before, partners.set(after, pair));
    this.#all.push(pair);
    this.#enqueue(pair);
    return pair;
  }

  /** What was left out of a trial is made up for. */
  #takeSeriously(first: Pair): void {
    const stack = [first];
    for (let pair = stack.pop(); pair !== undefined; pair = stack.pop()) {
      if (!pair.isTrial) continue;
      pair.isTrial = false;
      pair.isStale ||= pair.isPartial;
      pair.isPartial = false;
      pair.verdict = UNDISPUTED;
      this.#enqueue(pair);
      for (const step of pair.steps) stack.push(step);
    }
  }

  /** Later pairs first: the parts of a pair come later than the pair. */
  #enqueue(pair: Pair): void {
    if (pair.isWaiting) return;
    pair.isWaiting = true;
    this.#waiting.add(-pair.index);
  }

  #settle(pair: Pair): void {
    pair.isWaiting = false;
    const count = this.#all.length;
    if (pair.isStale) this.#evaluate(pair);
    if (this.#all.length > count) {
      this.#enqueue(pair);
      return;
    }
    const { verdict } = pair;
    const next = verdictNow(pair);
    if (areEqual(verdict, next)) return;
    pair.verdict = next;
    for (const [dependent, isAsking] of pair.dependents) {
      if (isAsking) dependent.isStale = true;
      this.#enqueue(dependent);
    }
  }

  #evaluate(pair: Pair): void {
    pair.isStale = false;
    if (pair.isTrial && ++this.#trials > MOST_TRIALS) {
      pair.isPartial = true;
      return;
    }
    const outcome = new Outcome(this.#rules, (before, after, isTrial) => {
      const asked = this.#of(before, after, pair.isTrial || isTrial);
      asked.dependents.set(pair, true);
      return asked.verdict;
    });
    this.#compare(pair.before, pair.after, outcome);
    pair.outcome = outcome;
    pair.isPartial = pair.isTrial && isRefuted(outcome);
    const steps = pair.isPartial ? [] : outcome.steps;
    pair.steps = steps.map(({ before, after }) => this.#of(before, after, pair.isTrial));
    for (const step of pair.steps) if (!step.dependents.has(pair)) step.dependents.set(pair, false);
  }
}

function isRefuted({ changes }: Outcome): boolean {
  return changes.some(({ backward }) => !backward) && changes.some(({ forward }) => !forward);
}

function verdictNow({ verdict, outcome, steps, isPartial }: Pair): Verdict {
  if (isPartial) return REFUTED;
  const changes = outcome?.changes ?? [];
  const holds = (of: keyof Verdict) => verdict[of] && steps.every((step) => step.verdict[of]);
  return {
    backward: holds("backward") && changes.every(({ backward }) => backward),
    forward: holds("forward") && changes.every(({ forward }) => forward),
    same: holds("same") && (outcome?.isSame ?? true),
  };
}

function areEqual(left: Verdict, right: Verdict): boolean {
  return (
    left.backward === right.backward && left.forward === right.forward && left.same === right.same
  );
}

type Ends = Pick<Step, "before" | "after">;

/** Which pairs lead to others that have something to tell. */
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
