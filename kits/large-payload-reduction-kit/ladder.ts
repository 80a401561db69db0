/** Steps from the mildest to the strongest, taken until the payload fits; what was tried, and what is the best so far. */
import type { Entry, Tool } from "../../tools/_core/tool.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import formatJson from "../../tools/json-formatter.ts";
import shrinkJson from "../../tools/json-shrink.ts";
import toCsv from "../../tools/json-to-csv.ts";
import fromCsv from "../../tools/csv-to-json.ts";
import convertLines from "../../tools/csv-jsonl-converter.ts";
import dropDuplicates from "../../tools/duplicate-line-remover.ts";
import trimLog from "../../tools/log-context-trimmer.ts";
import toMarkdown from "../../tools/html-to-agent-markdown.ts";
import cleanMarkdown from "../../tools/markdown-cleaner.ts";
import distill from "../../tools/context-distill.ts";
import normalizeSpace from "../../tools/whitespace-normalizer.ts";
import countTokens from "../../tools/token-counter.ts";
import type { KitCtx } from "../_core/kit.ts";
import type { Input, Loss, StepReport } from "../large-payload-reduction-kit.ts";

export const TOOLS = [
  formatJson,
  shrinkJson,
  toCsv,
  fromCsv,
  convertLines,
  dropDuplicates,
  trimLog,
  toMarkdown,
  cleanMarkdown,
  distill,
  normalizeSpace,
  countTokens,
] as const;

export type Ctx = KitCtx<(typeof TOOLS)[number]>;

/** What the result is written as, and the end of its file's name. */
export type FormName = "json" | "csv" | "jsonl" | "md" | "log.txt" | "txt";

/** What a step made of the payload. */
export interface Form {
  readonly text: string;
  readonly name: FormName;
  readonly losses: readonly Loss[];
  readonly warnings: readonly Entry[];
  readonly lossless: boolean;
  /** How to get the payload back, where that takes a call. */
  readonly restore?: "expand" | "table" | "table-quoted" | undefined;
  /** Short key → long key. */
  readonly legend?: Readonly<Record<string, string>> | null | undefined;
  /** What a reader has to know that the text itself does not say. */
  readonly remark?: string | undefined;
}

export type Attempt = Form | { readonly refused: string };

export interface Step {
  readonly id: string;
  readonly tool: Tool;
  readonly lossless: boolean;
  /** Whether it runs without a target, too. */
  readonly always?: boolean;
  /** `from` is the text of the last step that was applied. */
  make(from: string, gauge: Gauge): Attempt;
}

/** Settings from the mildest, 0, to the strongest. */
export interface Dial {
  readonly count: number;
  at(index: number): Attempt;
  /** What comes off piece by piece, for the note that says why a result is smaller than it might be. */
  readonly piece: string;
  /** What lies between a setting and the next stronger one. */
  between?(index: number): readonly Dial[];
}

const MOST_RUNS = 14;
/** Below this share of the target a result might hold more. */
const NEAR = 0.95;

export class Gauge {
  readonly target: number | undefined;
  /** Why the last dialled result cannot be nearer to the target. */
  reason: string | undefined;
  readonly #ctx: Ctx;
  readonly #model: string;
  readonly #counts = new Map<string, number>();

  constructor(ctx: Ctx, model: string, target: number | undefined) {
    this.#ctx = ctx;
    this.#model = model;
    this.target = target;
  }

  tokens(text: string): number {
    let tokens = this.#counts.get(text);
    if (tokens === undefined) {
      tokens = this.#ctx.step(countTokens, { text, model: this.#model }).value?.high ?? 0;
      this.#counts.set(text, tokens);
    }
    return tokens;
  }

  /** The attempt, where it meets the target. */
  fitting(attempt: Attempt | undefined): Form | undefined {
    if (attempt === undefined || "refused" in attempt || attempt.text === "") return undefined;
    return this.tokens(attempt.text) <= (this.target ?? Infinity) ? attempt : undefined;
  }

  isNear(tokens: number): boolean {
    return tokens <= (this.target ?? 0) && tokens >= NEAR * (this.target ?? 0);
  }

  /** The mildest setting that fits, of the first dial that has one; else the strongest of the last one. */
  turn(dials: readonly Dial[]): Attempt {
    let last: Attempt = { refused: "There is nothing to cut" };
    this.reason = undefined;
    for (const dial of dials.filter(({ count }) => count > 0)) {
      last = dial.at(dial.count - 1);
      const strongest = this.fitting(last);
      if (strongest !== undefined) return this.#mildest(dial, strongest);
    }
    return last;
  }

  #mildest(dial: Dial, strongest: Form): Form {
    let [best, milder]: [Form, number | undefined] = [strongest, undefined];
    let [low, high] = [-1, dial.count - 1];
    for (let runs = 0; high - low > 1 && runs < MOST_RUNS; runs++) {
      const middle = Math.floor((low + high) / 2);
      const attempt = dial.at(middle);
      const form = this.fitting(attempt);
      if (form !== undefined) [high, best] = [middle, form];
      else {
        low = middle;
        milder = "refused" in attempt ? undefined : this.tokens(attempt.text);
      }
    }
    const tokens = this.tokens(best.text);
    const finer = low >= 0 && !this.isNear(tokens) ? (dial.between?.(low) ?? []) : [];
    for (const between of finer) {
      const last = this.fitting(between.count > 0 ? between.at(between.count - 1) : undefined);
      const found = last && this.#mildest(between, last);
      if (found !== undefined && this.tokens(found.text) > this.tokens(best.text)) best = found;
      if (this.isNear(this.tokens(best.text))) break;
    }
    this.reason =
      milder === undefined
        ? dial.piece
        : `${dial.piece}; with one more there would be ${counted(milder, "token")}`;
    return best;
  }
}

export interface Climbed {
  readonly best: Form | undefined;
  readonly result: string;
  readonly tokens: number;
  readonly reports: readonly StepReport[];
  /** By step, for its stage. */
  readonly summaries: ReadonlyMap<string, string>;
  /** Warnings of the steps that are in the result. */
  readonly warnings: readonly (readonly [step: string, entry: Entry])[];
  readonly losses: readonly Loss[];
  readonly lossless: boolean;
  readonly reason: string | undefined;
}

/** Takes the steps in their order; `chained` ones take the text of the last one that was applied. */
export function climb(
  payload: string,
  steps: readonly Step[],
  chained: boolean,
  gauge: Gauge,
  { losslessOnly, before }: Pick<Input, "losslessOnly"> & { readonly before: number },
): Climbed {
  let tokens = before;
  let parts: { id: string; form: Form }[] = [];
  let [text, result] = [payload, "original"];
  let reason: string | undefined;
  const reports: StepReport[] = [];
  const summaries = new Map<string, string>();
  const isMet = () => gauge.target === undefined || tokens <= gauge.target;
  for (const step of steps) {
    let isWhole = true;
    const file = (made: number | null, why: StepReport["reason"], summary: string) => {
      const { id, tool } = step;
      const lossless = step.lossless && isWhole;
      const applied = why === "applied";
      reports.push({ id, tool_id: tool.id, lossless, tokens: made, applied, reason: why });
      summaries.set(id, summary);
    };
    const idle = idleReason(step, isMet(), gauge.target, losslessOnly);
    if (idle !== undefined) {
      file(null, idle[0], idle[1]);
      continue;
    }
    gauge.reason = undefined;
    const made = step.make(chained ? text : payload, gauge);
    isWhole = "refused" in made || made.lossless;
    const refusal = refusalOf(made, step);
    if ("refused" in made || refusal !== undefined) {
      file(null, "refused", refusal ?? "Refused");
      continue;
    }
    const size = gauge.tokens(made.text);
    if (size >= tokens) {
      file(size, "no-gain", `${counted(size, "token")}: no gain`);
      continue;
    }
    file(size, "applied", `${counted(size, "token")}, ${tokens - size} fewer`);
    [text, tokens, result, reason] = [made.text, size, step.id, gauge.reason];
    parts = [...(chained ? parts : []), { id: step.id, form: made }];
  }
  const forms = parts.map(({ form }) => form);
  return {
    best: forms.at(-1),
    result,
    tokens,
    reports,
    summaries,
    warnings: parts.flatMap(({ id, form }) => form.warnings.map((entry) => [id, entry] as const)),
    losses: merged(forms.flatMap(({ losses }) => losses)),
    lossless: forms.every(({ lossless }) => lossless),
    reason,
  };
}

function idleReason(
  { lossless, always = false }: Step,
  isMet: boolean,
  target: number | undefined,
  losslessOnly: boolean,
): [StepReport["reason"], string] | undefined {
  if (lossless) return undefined;
  if (losslessOnly) return ["skipped", "It loses something, and `losslessOnly` is set"];
  if (always) return undefined;
  if (target === undefined) return ["skipped", "It loses something; `targetTokens` would run it"];
  return isMet ? ["not-needed", "The target was met before"] : undefined;
}

function refusalOf(made: Attempt, { lossless }: Step): string | undefined {
  if ("refused" in made) return `Refused: ${made.refused}`;
  if (made.text.trim() === "") return "Refused: nothing would be left";
  if (lossless && !made.lossless) return "Refused: it would lose something";
  return undefined;
}

/** One entry for each code and place. */
function merged(losses: readonly Loss[]): Loss[] {
  const all = new Map<string, Loss>();
  for (const loss of losses) {
    const key = `${loss.code} ${loss.path ?? ""}`;
    all.set(key, { ...loss, count: loss.count + (all.get(key)?.count ?? 0) });
  }
  return [...all.values()];
}

/** What a tool gave as an attempt: its first error where it could not do its job. */
export function refusedBy(errors: readonly Entry[] | undefined): { readonly refused: string } {
  const [first] = errors ?? [];
  return { refused: first === undefined ? "No output" : `${first.code}: ${first.message}` };
}
