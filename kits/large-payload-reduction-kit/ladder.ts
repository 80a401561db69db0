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
import type { Gauge } from "./gauge.ts";
import { goneOf, joinedParts, type Part } from "./parts.ts";

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
  /** How many there were of what was left out, and how many are left. */
  readonly parts?: readonly Part[] | undefined;
  /** Why it cannot be nearer to the target. */
  readonly reason?: string | undefined;
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
  readonly parts: readonly Part[];
  readonly lossless: boolean;
  readonly reason: string | undefined;
}

/** What is done before all steps, whatever it gains. */
export interface Start {
  readonly step: Step;
  /** Undefined where there was nothing to do. */
  readonly form: Form | undefined;
}

/** Takes the steps in their order; `chained` ones take the text of the last one that was applied. */
export function climb(
  payload: string,
  steps: readonly Step[],
  chained: boolean,
  gauge: Gauge,
  {
    losslessOnly,
    before,
    start,
  }: Pick<Input, "losslessOnly"> & { readonly before: number; readonly start: Start | undefined },
): Climbed {
  const { begun, reports, summaries } = begin(start, gauge);
  let parts = begun;
  let tokens = begun[0] === undefined ? before : gauge.tokens(begun[0].form.text);
  let [text, result] = [payload, begun[0]?.id ?? "original"];
  let reason: string | undefined;
  const isMet = () => gauge.target === undefined || tokens <= gauge.target;
  for (const step of steps) {
    let isWhole = true;
    const file = (made: number | null, why: StepReport["reason"], summary: string) => {
      reports.push(reportOf(step, made, why, step.lossless && isWhole));
      summaries.set(step.id, summary);
    };
    const idle = idleReason(step, isMet(), gauge.target, losslessOnly);
    if (idle !== undefined) {
      file(null, idle[0], idle[1]);
      continue;
    }
    [gauge.reason, gauge.before] = [undefined, tokens];
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
    [text, tokens, result, reason] = [made.text, size, step.id, made.reason ?? gauge.reason];
    parts = [...(chained ? parts : begun), { id: step.id, form: made }];
  }
  return { ...sumOf(parts), result, tokens, reports, summaries, reason };
}

interface Taken {
  readonly id: string;
  readonly form: Form;
}

function begin(start: Start | undefined, gauge: Gauge) {
  const begun: Taken[] = [];
  const reports: StepReport[] = [];
  const summaries = new Map<string, string>();
  if (start === undefined) return { begun, reports, summaries };
  const { step, form } = start;
  if (form === undefined) {
    reports.push(reportOf(step, null, "no-gain", false));
    summaries.set(step.id, "It names nothing there");
  } else {
    const tokens = gauge.tokens(form.text);
    reports.push(reportOf(step, tokens, "applied", false));
    summaries.set(step.id, counted(tokens, "token"));
    begun.push({ id: step.id, form });
  }
  return { begun, reports, summaries };
}

/** What the forms that are in the result say together. */
function sumOf(parts: readonly Taken[]) {
  const forms = parts.map(({ form }) => form);
  const counts = joinedParts(forms.flatMap(({ parts: some = [] }) => some));
  return {
    best: forms.at(-1),
    warnings: parts.flatMap(({ id, form }) => form.warnings.map((entry) => [id, entry] as const)),
    losses: merged(forms.flatMap(({ losses }) => losses)).map((loss) => {
      // A step that follows another counts the lines that say what the other left out, too.
      const part = counts.find(({ code, path }) => code === loss.code && path === loss.path);
      return part === undefined ? loss : { ...loss, count: goneOf(part) };
    }),
    parts: counts,
    lossless: forms.every(({ lossless }) => lossless),
  };
}

function reportOf(
  { id, tool }: Step,
  tokens: number | null,
  reason: StepReport["reason"],
  lossless: boolean,
): StepReport {
  return { id, tool_id: tool.id, lossless, tokens, applied: reason === "applied", reason };
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
