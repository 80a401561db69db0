/** Judges samples by the assertions of their tests, and adds up what that gives. */
import { roundTo, Decimal } from "../../tools/_lib/numbers/decimal.ts";
import { shortened } from "../../tools/_lib/text/shown.ts";
import { type Check, CHECKS, type Seen } from "./checks.ts";
import type { Sample } from "./outputs.ts";
import type { Assertion, TestCase } from "./tests.ts";
import type { Toolbox, Trouble } from "./toolbox.ts";

export type Outcome = "pass" | "fail" | "missing" | "unsupported";

export interface Judged {
  readonly sample: number;
  readonly index: number;
  readonly path: string;
  readonly type: string;
  readonly metric: string | null;
  readonly pass: boolean;
  readonly score: number;
  readonly weight: number;
  readonly reason: string;
}

export interface JudgedTest {
  readonly test: TestCase;
  readonly outcome: Outcome;
  /** Exact; `rounded` is what is shown. */
  readonly score: number;
  readonly samples: number;
  readonly samplesPassed: number;
  readonly assertions: readonly Judged[];
  /** Those that are not inside a set. */
  readonly counted: readonly Judged[];
  /** Why it failed, "" where it did not. */
  readonly reason: string;
}

/** What is wrong with an assertion itself, whatever the output. */
export interface Problem {
  readonly message: string;
  readonly code: Trouble["code"] | "ASSERTION_UNSUPPORTED" | "TEMPLATE_UNSUPPORTED";
  readonly stage: Trouble["stage"] | "score";
  readonly path: string;
}

/** Scores whose bounds are 0 and 1 but which are neither, and turn with `not-`. */
const TURNING: ReadonlySet<string> = new Set(["bleu", "gleu", "rouge-n"]);
const SETS = "assert-set";
const LONGEST_REASON = 1000;

export function isSupported(base: string): boolean {
  return base === SETS || Object.hasOwn(CHECKS, base);
}

interface SampleVerdict {
  readonly passed: boolean;
  readonly score: number;
  readonly all: readonly Judged[];
  readonly counted: readonly Judged[];
  readonly reason: string;
}

export class Judge {
  /** By path, as an assertion that all tests have is told of once. */
  readonly problems = new Map<string, Problem>();
  readonly #tools: Toolbox;
  readonly #minSamplePass: number;
  readonly #checks = new Map<Assertion, Check | undefined>();

  constructor(tools: Toolbox, minSamplePass: number) {
    this.#tools = tools;
    this.#minSamplePass = minSamplePass;
  }

  /** Looks at the assertions of a test before there is an output. */
  prepare({ assertions, needsCode }: TestCase): void {
    for (const path of needsCode) {
      const message = `Cannot run ${path}: it is code, and no code is run here`;
      this.#note({ code: "ASSERTION_UNSUPPORTED", stage: "score", message, path });
    }
    for (const assertion of assertions) {
      this.#checkOf(assertion);
      if (assertion.members)
        this.prepare({ assertions: assertion.members, needsCode: [] } as never);
    }
  }

  judge(test: TestCase, samples: readonly Sample[]): JudgedTest {
    const verdicts = samples.map((sample, index) => this.#judgeSample(test, sample, index));
    const samplesPassed = verdicts.filter(({ passed }) => passed).length;
    const isEnough = 100 * samplesPassed >= this.#minSamplePass * samples.length;
    const reason = verdicts.find(({ passed }) => !passed)?.reason ?? "";
    let outcome: Outcome = isEnough ? "pass" : "fail";
    if (samples.length === 0) outcome = "missing";
    if (needsWhatIsNotRun(test)) outcome = "unsupported";
    return {
      test,
      outcome,
      score: mean(verdicts.map(({ score }) => ({ score, weight: 1 }))),
      samples: samples.length,
      samplesPassed,
      assertions: verdicts.flatMap(({ all }) => all),
      counted: verdicts.flatMap(({ counted }) => counted),
      reason: outcome === "pass" ? "" : reason,
    };
  }

  #judgeSample(test: TestCase, sample: Sample, index: number): SampleVerdict {
    if (sample.error === undefined) {
      return this.#judgeList(test.assertions, test.threshold, sample, index);
    }
    const reason = `There is no output: ${shortened(sample.error, LONGEST_REASON)}`;
    return { passed: false, score: 0, all: [], counted: [], reason };
  }

  #judgeList(
    assertions: readonly Assertion[],
    threshold: number | undefined,
    sample: Sample,
    sampleIndex: number,
  ): SampleVerdict {
    const all: Judged[] = [];
    const counted: Judged[] = [];
    for (const [index, assertion] of assertions.entries()) {
      const place = { sample: sampleIndex, index };
      const inside =
        assertion.members && assertion.obstacle === undefined
          ? this.#judgeList(assertion.members, assertion.threshold, sample, sampleIndex)
          : undefined;
      const judged = inside
        ? ofSet(assertion, inside, place)
        : this.#judgeOne(assertion, sample, place);
      counted.push(judged);
      all.push(judged, ...(inside?.all ?? []));
    }
    const score = assertions.length === 0 ? 1 : mean(counted);
    const failed = counted.find(({ pass }) => !pass);
    if (threshold === undefined) {
      return { passed: failed === undefined, score, all, counted, reason: failed?.reason ?? "" };
    }
    const passed = score >= threshold - NOISE;
    const below = `The score ${rounded(score)} is below the threshold ${threshold}`;
    const reason = passed ? "" : (failed?.reason ?? below);
    return { passed, score, all, counted, reason };
  }

  #judgeOne(assertion: Assertion, sample: Sample, place: Pick<Judged, "sample" | "index">): Judged {
    const check = this.#checkOf(assertion);
    if (check === undefined) {
      const reason = this.problems.get(assertion.path)?.message ?? "It cannot be judged";
      return { ...place, ...faceOf(assertion), pass: false, score: 0, reason };
    }
    const seen = check.see(sample);
    if (seen.trouble) {
      const { code, stage, message } = seen.trouble;
      this.#note({ code, stage, message, path: assertion.path });
      return { ...place, ...faceOf(assertion), pass: false, score: 0, reason: message };
    }
    return { ...place, ...faceOf(assertion), ...verdictOf(assertion, check, seen) };
  }

  #checkOf(assertion: Assertion): Check | undefined {
    if (this.#checks.has(assertion)) return this.#checks.get(assertion);
    const { base, type, path, obstacle, members } = assertion;
    let check: Check | undefined;
    if (obstacle) this.#note({ ...obstacle, stage: "score", path });
    else if (members?.length === 0) {
      const message = `Cannot judge ${type}: found no assertions in it, expected one at least`;
      this.#note({ code: "ASSERTION_INVALID", stage: "score", message, path });
    } else if (members === undefined) {
      const made = CHECKS[base]?.(assertion, this.#tools);
      if (typeof made === "object") check = made;
      else {
        const message = `Cannot judge ${type}: ${made}`;
        this.#note({ code: "ASSERTION_INVALID", stage: "score", message, path });
      }
    }
    this.#checks.set(assertion, check);
    return check;
  }

  #note(problem: Problem): void {
    if (!this.problems.has(problem.path)) this.problems.set(problem.path, problem);
  }
}

/** Sums of the same scores in another order differ by less. */
const NOISE = 1e-12;

function needsWhatIsNotRun({ assertions, needsCode }: TestCase): boolean {
  return needsCode.length > 0 || assertions.some(isUnsupported);
}

function isUnsupported({ obstacle, members = [] }: Assertion): boolean {
  return obstacle?.code === "ASSERTION_UNSUPPORTED" || members.some(isUnsupported);
}

function faceOf({ path, type, metric, weight }: Assertion) {
  return { path, type, metric, weight };
}

/** What `not-` makes of it; an assertion without weight never fails. */
function verdictOf({ base, isNot, weight }: Assertion, { wanted }: Check, seen: Seen) {
  const holds = seen.met !== isNot;
  const score = seen.score ?? Number(holds);
  const detail = seen.detail === undefined || seen.detail === "" ? "" : `; found ${seen.detail}`;
  const expected = `The output should ${isNot ? "not " : ""}${wanted}${detail.replace("; found found", "; found")}`;
  return {
    pass: holds || weight === 0,
    score: isNot && TURNING.has(base) ? 1 - score : score,
    reason: holds ? "Passed" : shortened(expected, LONGEST_REASON),
  };
}

function ofSet(
  assertion: Assertion,
  { passed, score, reason }: SampleVerdict,
  place: Pick<Judged, "sample" | "index">,
): Judged {
  const holds = passed !== assertion.isNot;
  const why = assertion.isNot ? "The output should not pass the set" : reason;
  const pass = holds || assertion.weight === 0;
  return { ...place, ...faceOf(assertion), pass, score, reason: holds ? "Passed" : why };
}

interface Weighed {
  readonly score: number;
  readonly weight: number;
}

/** Σ score·weight / Σ weight; 0 where nothing has weight. */
export function mean(list: readonly Weighed[]): number {
  const weights = list.reduce((sum, { weight }) => sum + weight, 0);
  if (weights === 0) return 0;
  return list.reduce((sum, { score, weight }) => sum + score * weight, 0) / weights;
}

/** Half-even; the digits that a sum of doubles has wrong are left out first. */
export function rounded(value: number, decimals = 6): number {
  return roundTo(new Decimal(value).toSignificantDigits(14), decimals).toNumber() + 0;
}

/** The named scores over every sample, in order of first appearance. */
export function metricsOf(tests: readonly JudgedTest[]) {
  const byName = new Map<string, Judged[]>();
  for (const judged of tests.flatMap(({ counted }) => counted)) {
    if (judged.metric === null) continue;
    const same = byName.get(judged.metric);
    if (same) same.push(judged);
    else byName.set(judged.metric, [judged]);
  }
  return [...byName].map(([metric, list]) => ({
    metric,
    score: rounded(mean(list)),
    count: list.length,
  }));
}
