/** Collects what a kit does and finds, and makes the outcome of it: one verdict, one gate, one order of findings. */
import type { Entry, Outcome, Tool } from "../../tools/_core/tool.ts";
import { LONGEST_OUTPUT, outputTooLarge } from "../../tools/_lib/results/output-limit.ts";
import { byCodeUnit, comparePointers } from "../../tools/_lib/results/pointer.ts";
import { type CsvCell, csvText } from "./csv.ts";
import {
  type Deliverable,
  deliverable,
  jsonLine,
  jsonText,
  ownDeliverable,
} from "./deliverable.ts";
import { type PageText, writePage } from "./page.ts";
import type { Severity, Verdict } from "../../tools/_lib/results/review/shapes.ts";
import type { FindingState, Status } from "./kit-value.ts";

/** The stages of a kit in their order, each with the tool that does it; null for the kit's own work. */
export type StagePlan = Readonly<Record<string, Pick<Tool, "id"> | null>>;

export interface Finding extends Pick<
  Entry,
  "code" | "message" | "path" | "line" | "column" | "expected" | "received"
> {
  /** What the finding is about, where that has a name. */
  readonly subject?: string | undefined;
  /** What the kit says beyond what all kits say of a finding. */
  readonly more?: Readonly<Record<string, unknown>> | undefined;
}

export interface PlacedFinding extends Omit<Finding, "more"> {
  readonly severity: Severity;
  readonly stage: string;
  /** What an earlier run says of it, where the caller gave one. */
  readonly state?: FindingState;
  readonly [detail: string]: unknown;
}

interface StageResult {
  readonly status: Status;
  readonly verdict: Verdict | null;
  readonly summary: string;
}

/** What a kit adds to what all kits report. */
interface Conclusion {
  readonly value: Readonly<Record<string, unknown>>;
  readonly counts: Readonly<Record<string, number>>;
  /** The kit's page, or where its answer is a value, that. A run that a stage ended has a page without it. */
  readonly output?: PageText | string | undefined;
  readonly failOn: "none" | "error" | "warning";
  /** Where secrets were taken out of the input before anything else. */
  readonly redactedInput?: unknown;
}

const MOST_OF_ONE_CODE = 200;
const SEVERITY_ORDER = { error: 0, warning: 1, info: 2 } as const;

export class KitReport<P extends StagePlan> {
  readonly #kit: string;
  readonly #name: string;
  readonly #plan: P;
  readonly #longest: number;
  readonly #stages = new Map<string, StageResult>();
  readonly #findings: PlacedFinding[] = [];
  /** In order, as long as there are no more. */
  #sorted: readonly PlacedFinding[] = [];
  readonly #deliverables: Deliverable[] = [];
  #fileLength = 0;
  #isTooLarge = false;
  #onlyNew = false;
  #stop: { readonly stage: string; readonly error: Entry } | undefined;
  /** Errors that ended the run, with all that their tool said: excerpts, hints. */
  readonly #wholeErrors = new Map<PlacedFinding, Entry>();

  /** `longest` is what all files together may have; kits that write again what they read take `ctx.longestOutput`. */
  constructor(kit: string, name: string, plan: P, longest = LONGEST_OUTPUT) {
    this.#kit = kit;
    this.#name = name;
    this.#plan = plan;
    this.#longest = longest;
  }

  done(stage: keyof P & string, summary: string, verdict: Verdict | null = null): void {
    this.#stages.set(stage, { status: "done", verdict, summary });
  }

  /** Done, with the verdict of what the stage found. */
  finish(stage: keyof P & string, summary: string): void {
    this.done(stage, summary, verdictOf(this.#findings.filter((one) => one.stage === stage)));
  }

  /** Nothing to do; the summary says which field would change that. */
  skipped(stage: keyof P & string, summary: string): void {
    this.#stages.set(stage, { status: "skipped", verdict: null, summary });
  }

  /** The stage's tool could not do its job, for which the kit has a finding of its own. */
  failed(stage: keyof P & string, summary: string): void {
    this.#stages.set(stage, { status: "failed", verdict: null, summary });
  }

  /** The stage's tool could not do its job, and the run goes on without it. */
  stageFailed(stage: keyof P & string, { code, message }: Entry): void {
    this.failed(stage, message);
    const finding = { code: "STAGE_FAILED", message, subject: stage, received: code };
    this.find("error", stage, finding);
  }

  /** The stage's tool could not do its job, and nothing can go on: its errors become the kit's. */
  stop(stage: keyof P & string, errors: readonly Entry[]): void {
    const [first] = errors;
    if (first === undefined) throw new Error(`${this.#kit} stops at ${stage} without an error`);
    this.failed(stage, first.message);
    this.#stop ??= { stage, error: first };
    for (const error of errors) this.#wholeErrors.set(this.#place("error", stage, error), error);
  }

  find(severity: Severity, stage: keyof P & string, finding: Finding): void {
    this.#place(severity, stage, finding);
  }

  #place(severity: Severity, stage: keyof P & string, finding: Finding): PlacedFinding {
    const { code, message, path, subject, line, column, expected, received, more } = finding;
    const placed = {
      code,
      severity,
      stage,
      message,
      ...(path === undefined ? {} : { path }),
      ...(subject === undefined ? {} : { subject }),
      ...(line === undefined ? {} : { line }),
      ...(column === undefined ? {} : { column }),
      ...(expected === undefined ? {} : { expected }),
      ...(received === undefined ? {} : { received }),
      ...more,
    };
    this.#findings.push(placed);
    return placed;
  }

  /** Says of findings whether an earlier run had them; with `onlyNew` those it had count for nothing any more. */
  setStates(states: ReadonlyMap<PlacedFinding, FindingState>, onlyNew: boolean): void {
    this.#onlyNew = onlyNew;
    for (const [index, finding] of this.#findings.entries()) {
      const state = states.get(finding);
      if (state === undefined) continue;
      const stated = { ...finding, state };
      const whole = this.#wholeErrors.get(finding);
      if (whole !== undefined) this.#wholeErrors.set(stated, { ...whole, state });
      this.#findings[index] = stated;
    }
    this.#sorted = [];
  }

  /** Takes over those of a stage's findings that the kit names, with the weight that they have here. */
  takeOver(
    stage: keyof P & string,
    entries: readonly Entry[] | undefined,
    named: Readonly<Record<string, Severity>>,
    about: Pick<Finding, "subject" | "path"> = {},
  ): void {
    for (const entry of entries ?? []) {
      const severity = Object.hasOwn(named, entry.code) ? named[entry.code] : undefined;
      if (severity !== undefined) this.find(severity, stage, { ...entry, ...about });
    }
  }

  /**
   * A file, which ends with one line feed; where it is too much, smaller ones behind it still have their place.
   * `mediaType` replaces that of the name's ending.
   */
  file(name: string, text: string, mediaType?: string): void {
    this.#add(name, text, (...file) => {
      const made = deliverable(...file);
      return mediaType === undefined ? made : { ...made, mediaType };
    });
  }

  #add(name: string, text: string, make: typeof deliverable): void {
    const length = this.#fileLength + text.length + 1;
    if (length > this.#longest) {
      this.#isTooLarge = true;
      return;
    }
    this.#fileLength = length;
    this.#deliverables.push(make(name, text));
  }

  /** A file that holds exactly the text: the caller's own, mended, or a list, of which none is an empty file. */
  ownText(name: string, text: string): void {
    this.#add(name, text, ownDeliverable);
  }

  /** A file that holds a value as JSON. */
  json(name: string, value: unknown): void {
    const text = jsonText(value, this.#longest);
    if (text === undefined) this.#isTooLarge = true;
    else this.file(name, text);
  }

  /** A file of JSON lines, one value each. */
  jsonLines(name: string, values: Iterable<unknown>): void {
    const lines: string[] = [];
    for (const value of values) {
      const line = jsonLine(value);
      if (line === undefined) this.#isTooLarge = true;
      else lines.push(line);
    }
    this.file(name, lines.join("\n"));
  }

  /** A table that a spreadsheet opens without running any of it. */
  csv(name: string, columns: readonly string[], rows: Iterable<readonly CsvCell[]>): void {
    this.file(name, csvText(columns, rows));
  }

  /** What was found so far, in the order in which it is reported; for files that list it. */
  get findings(): readonly PlacedFinding[] {
    return this.#ordered();
  }

  /** Of those as many as are listed, 200 of one code; for files that would be too large with all. */
  get listedFindings(): readonly PlacedFinding[] {
    return mostOfEach(this.#ordered());
  }

  /** The files made so far, in their order; for files that list them. */
  get deliverables(): readonly Deliverable[] {
    return [...this.#deliverables];
  }

  /** The stages in their order; for files that list them. */
  get stages() {
    return this.#stageList();
  }

  /** How often what was found so far, by weight and by code. */
  get counts() {
    return countsOf(this.#findings);
  }

  get verdict(): Verdict {
    return verdictOf(this.#judged(this.#findings));
  }

  /** The outcome; what was found stays whole when the gate closes or a stage stopped the run. */
  conclude<V, C extends string, W extends string>(conclusion: Conclusion): Outcome<V, C, W> {
    const { value, counts, output, failOn, redactedInput } = conclusion;
    const findings = this.#ordered();
    const listed = mostOfEach(findings);
    const entriesOf = (wanted: Severity) =>
      listed
        .filter(({ severity }) => severity === wanted)
        .map((finding) => {
          const { severity: _severity, stage: _stage, ...entry } = finding;
          return (this.#wholeErrors.get(finding) ?? entry) as Entry<C & W>;
        });
    const tooLarge = this.#isTooLarge
      ? outputTooLarge("Send less at once", this.#longest)
      : undefined;
    const error = tooLarge ?? this.#stop?.error ?? this.#gate(this.#judged(findings), failOn);
    const { verdict } = this;
    const stages = this.#stageList();
    const deliverables = this.#deliverables;
    const page = this.#stop ? endedPage(this.#stop) : output;
    const written =
      typeof page === "object"
        ? writePage({ ...page, title: this.#name, verdict, stages, findings, deliverables })
        : page;
    return {
      ok: error === undefined,
      valid: verdict !== "fail",
      ...(written === undefined ? {} : { output: written }),
      value: {
        verdict,
        stages,
        findings: listed,
        counts: { ...countsOf(findings), ...counts },
        deliverables,
        ...value,
      } as V,
      errors: [...(tooLarge === undefined ? [] : [tooLarge]), ...entriesOf("error")] as Entry<C>[],
      warnings: entriesOf("warning"),
      ...(redactedInput === undefined ? {} : { redactedInput }),
      ...(error === undefined ? {} : { error: error as Entry<C> }),
    };
  }

  #stageList() {
    return Object.entries(this.#plan).map(([id, tool]) => {
      const { status, verdict, summary } = this.#stages.get(id) ?? {
        status: "skipped",
        verdict: null,
        summary: "Not reached: an earlier stage stopped the run",
      };
      const tool_id = tool?.id ?? this.#kit;
      return { id, tool_id, ok: status !== "failed", status, verdict, summary };
    });
  }

  /** By severity, then the stage's place, then code, path and subject, then as they were found. */
  #ordered(): readonly PlacedFinding[] {
    if (this.#sorted.length === this.#findings.length) return this.#sorted;
    const places = new Map(Object.keys(this.#plan).map((id, index) => [id, index]));
    const placeOf = ({ stage }: PlacedFinding) => places.get(stage) ?? 0;
    this.#sorted = this.#findings.toSorted(
      (left, right) =>
        SEVERITY_ORDER[left.severity] - SEVERITY_ORDER[right.severity] ||
        placeOf(left) - placeOf(right) ||
        byCodeUnit(left.code, right.code) ||
        comparePointers(left.path ?? "", right.path ?? "", byCodeUnit) ||
        byCodeUnit(left.subject ?? "", right.subject ?? ""),
    );
    return this.#sorted;
  }

  /** What verdict and gate look at: what has no state was not there before. */
  #judged(findings: readonly PlacedFinding[]): readonly PlacedFinding[] {
    if (!this.#onlyNew) return findings;
    return findings.filter(({ state = "new" }) => state === "new");
  }

  #gate(findings: readonly PlacedFinding[], failOn: Conclusion["failOn"]): Entry | undefined {
    if (failOn === "none") return undefined;
    const counts = countsOf(findings);
    const tripped = counts.error > 0 || (failOn === "warning" && counts.warning > 0);
    const [first] = findings;
    if (!tripped || first === undefined) return undefined;
    return {
      code: `${this.#kit.replaceAll("-", "_").toUpperCase()}_FAILED`,
      message: `Cannot pass the gate: found ${plural(counts.error, "error")} and ${plural(counts.warning, "warning")}, expected no ${failOn === "error" ? "error" : "error or warning"}; first: ${first.message}`,
    };
  }
}

/** What the page of a run that a stage ended says: how far it came, and what to correct. */
function endedPage({ stage, error }: { stage: string; error: Entry }): PageText {
  const [, field] = /^\/([A-Za-z]+)(?:\/|$)/.exec(error.path ?? "") ?? [];
  const what = field === undefined ? "the input" : `\`${field}\``;
  return {
    figures: `Stage ${stage} ended the run`,
    next: [`Correct ${what}: the finding ${error.code} says where and why. Then run again.`],
  };
}

/** fail with an error, review with a warning, else pass. */
export function verdictOf(found: readonly { readonly severity: Severity }[]): Verdict {
  if (found.some(({ severity }) => severity === "error")) return "fail";
  return found.some(({ severity }) => severity === "warning") ? "review" : "pass";
}

function countsOf(findings: readonly PlacedFinding[]) {
  const counts = { error: 0, warning: 0, info: 0 };
  const byCode: Record<string, number> = {};
  for (const { severity, code } of findings) {
    counts[severity]++;
    byCode[code] = (byCode[code] ?? 0) + 1;
  }
  return { ...counts, byCode };
}

function mostOfEach(findings: readonly PlacedFinding[]): PlacedFinding[] {
  const seen = new Map<string, number>();
  return findings.filter(({ code }) => {
    const count = (seen.get(code) ?? 0) + 1;
    seen.set(code, count);
    return count <= MOST_OF_ONE_CODE;
  });
}

function plural(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}
