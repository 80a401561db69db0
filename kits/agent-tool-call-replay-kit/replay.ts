/** Each recorded call is made again, with the clock and the seed that it had, and judged. */
import type { CallAnswer, ToolFacts } from "../_core/kit.ts";
import { sha256Hex } from "../../tools/_lib/bytes/sha256.ts";
import { canonicalJson } from "../../tools/_lib/json/tree/canonical.ts";
import { idIn, wordIn } from "../../tools/_lib/agents/trace/nodes.ts";
import { jsonDifference } from "../../tools/_lib/json/patch/difference.ts";
import { memberOf } from "../../tools/_lib/json/tree/members.ts";
import type { JsonNode, JsonObject } from "../../tools/_lib/json/tree/tree.ts";
import { patternRoot } from "../../tools/_lib/results/pointer-patterns.ts";
import type { Work } from "../agent-tool-call-replay-kit.ts";
import { type Comparison, type Difference, differencesOf, replayedResult } from "./compare.ts";
import { dataOf, LINKED, type RecordedCall } from "./recording.ts";

export const STATUSES = [
  "match",
  "mismatch",
  "version-changed",
  "not-reproducible",
  "not-replayable",
  "no-result",
] as const;

export type Status = (typeof STATUSES)[number];

export const RECEIPTS = ["valid", "input-differs", "output-differs"] as const;

/** Why a call is not made again. */
export const REASONS = {
  TOOL_UNKNOWN: "it names no tool of this service",
  STEPS_LINKED: "the steps of a pipeline are recorded without what each was given",
  TOOL_EXCLUDED: "a kit that runs other tools is not run by this one",
  INPUT_REDACTED: "its input was redacted",
  INPUT_UNREADABLE: "its arguments cannot be read",
  STEPS_USED_UP: "the calls before it took all steps that there are",
} as const;

export interface Replayed {
  readonly call: RecordedCall;
  readonly index: number;
  /** Undefined where the call was not made. */
  readonly facts: ToolFacts | undefined;
  readonly status: Status;
  readonly reason?: keyof typeof REASONS;
  readonly answer?: CallAnswer;
  /** What came out, as JSON without receipts. */
  readonly result?: JsonObject;
  /** The options of the run that counts. */
  readonly used: Readonly<Record<string, unknown>>;
  /** Those that were recorded or given. */
  readonly now: string | null;
  readonly seed: string | null;
  readonly dependsOn: "nothing" | "clock-or-entropy" | null;
  readonly sha256: string | null;
  readonly differences: readonly Difference[];
  readonly receipt: (typeof RECEIPTS)[number] | null;
}

/** Calls without a clock or a seed are made with two of them: what differs then depends on them. */
const FIRST = { now: "2000-01-01T00:00:00Z", seed: "a" } as const;
const SECOND = { now: "2040-06-15T12:34:56Z", seed: "b" } as const;

/** Kits that run what their input names. */
const EXCLUDED: ReadonlySet<string> = new Set([
  "agent-tool-call-replay-kit",
  "integration-launch-kit",
]);

/** What a redacted text holds where a secret was. */
const REDACTED = /\[[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*_[1-9][0-9]*\]/;

export function comparisonOf({ compare, ignore, tolerance }: Work["input"]): Comparison {
  return { compare, ignored: patternRoot(ignore), tolerance };
}

/** The unit that the recording means: among others' tools an id or alias only. */
export function factsOf({ name, isOwn }: RecordedCall, { ctx }: Work): ToolFacts | undefined {
  const facts = ctx.service.tool(name);
  if (facts === null) return undefined;
  return isOwn || [facts.id, ...facts.aliases].includes(name) ? facts : undefined;
}

export function replay(
  call: RecordedCall,
  index: number,
  work: Work,
  comparison: Comparison,
): Replayed {
  const facts = factsOf(call, work);
  const { now, seed, others } = optionsOf(call, work);
  const base = { call, index, facts, now, seed, used: others };
  const left = (reason: keyof typeof REASONS): Replayed => ({
    ...base,
    ...NOT_MADE,
    status: "not-replayable",
    reason,
  });
  const input = call.input ? dataOf(call.input) : undefined;
  const reason = whyLeft(call, facts, input);
  if (facts === undefined || reason !== undefined) return left(reason ?? "TOOL_UNKNOWN");
  const run = (clock: typeof FIRST | typeof SECOND) => {
    const used = { ...others, now: now ?? clock.now, seed: seed ?? clock.seed };
    const options = { ...used, receipt: true };
    const answer = work.ctx.call({ tool_id: facts.id, input, options });
    return answer && { answer, used, result: replayedResult(answer) };
  };
  const first = run(FIRST);
  const isFixed = now !== null && seed !== null;
  const second = isFixed || first === null ? first : run(SECOND);
  if (first === null || second === null) return left("STEPS_USED_UP");
  const text = canonicalJson(dataOf(first.result));
  const isSame = isFixed || canonicalJson(dataOf(second.result)) === text;
  const dependsOn = isFixed ? null : isSame ? "nothing" : "clock-or-entropy";
  const differences = differencesOf(call, first.result, comparison);
  const isExplained = explains(first.result, second.result);
  const judged = { facts, differences, dependsOn, isExplained } as const;
  return {
    ...base,
    ...first,
    status: statusOf(call, judged),
    dependsOn,
    sha256: sha256Hex(text),
    differences: differences ?? [],
    receipt: receiptOf({ ...base, input, facts, first: first.answer }, work),
  };
}

function whyLeft(
  { name, input }: RecordedCall,
  facts: ToolFacts | undefined,
  data: unknown,
): keyof typeof REASONS | undefined {
  if (LINKED.test(name)) return "STEPS_LINKED";
  if (facts === undefined) return "TOOL_UNKNOWN";
  if (EXCLUDED.has(facts.id)) return "TOOL_EXCLUDED";
  if (input === null) return "INPUT_UNREADABLE";
  return REDACTED.test(JSON.stringify(data ?? null)) ? "INPUT_REDACTED" : undefined;
}

const NOT_MADE = { dependsOn: null, sha256: null, differences: [], receipt: null } as const;

interface Judged {
  readonly facts: ToolFacts;
  readonly differences: readonly Difference[] | undefined;
  readonly dependsOn: Replayed["dependsOn"];
  /** Whether another clock or seed changes what stands at the path. */
  readonly isExplained: (path: string) => boolean;
}

/** What differs between two runs may differ from the recording, too; nothing else may. */
function explains(first: JsonObject, second: JsonObject): (path: string) => boolean {
  const changing = jsonDifference(first, second).map(({ path }) => path);
  const isWithin = (inner: string, outer: string) =>
    inner === outer || inner.startsWith(`${outer}/`);
  return (path) => changing.some((own) => isWithin(path, own) || isWithin(own, path));
}

function statusOf({ version }: RecordedCall, judged: Judged): Status {
  const { facts, differences, dependsOn, isExplained } = judged;
  if (differences === undefined) return "no-result";
  if (differences.length === 0) return "match";
  if (version !== undefined && version !== facts.version) return "version-changed";
  const isChance = dependsOn === "clock-or-entropy";
  return isChance && differences.every(({ path }) => isExplained(path))
    ? "not-reproducible"
    : "mismatch";
}

/** The recorded clock and seed, else those of the receipt, else the kit's; a number is taken as its text. */
function optionsOf({ options, receipt }: RecordedCall, { input }: Work) {
  const used = receipt && objectOf(memberOf(receipt, "options"));
  const now = wordOf(options, "now") ?? wordOf(used, "now") ?? input.now ?? null;
  const seed = textOrNumber(options, "seed") ?? textOrNumber(used, "seed") ?? input.seed ?? null;
  const all = options === undefined ? {} : (dataOf(options) as Record<string, unknown>);
  const { now: _now, seed: _seed, receipt: _receipt, ...others } = all;
  return { now, seed, others };
}

function objectOf(node: JsonNode | undefined): JsonObject | undefined {
  return node?.type === "object" ? node : undefined;
}

function wordOf(node: JsonObject | undefined, name: string): string | undefined {
  return node && wordIn(node, name);
}

/** An empty seed is a seed. */
function textOrNumber(node: JsonObject | undefined, name: string): string | undefined {
  const member = node && memberOf(node, name);
  return member?.type === "string" ? member.value : node && idIn(node, name);
}

interface Receipted {
  readonly call: RecordedCall;
  readonly facts: ToolFacts;
  readonly input: unknown;
  readonly now: string | null;
  readonly seed: string | null;
  readonly first: CallAnswer;
}

/**
 * The hashes of a recorded receipt: that of the input is made again, keyed or redacted as the unit does it; that of the
 * output is of the recorded result where that is whole, else of what comes out now.
 */
function receiptOf(given: Receipted, { ctx }: Work): Replayed["receipt"] {
  const { call, facts, input, now, seed, first } = given;
  const { receipt } = call;
  if (receipt === undefined) return null;
  const own = objectOf(memberOf(receipt, "options"));
  const clock = { now: wordOf(own, "now"), seed: textOrNumber(own, "seed") };
  const isSameRun = clock.now === now && clock.seed === seed;
  const options = { ...clock, receipt: true };
  const answer = isSameRun ? first : ctx.call({ tool_id: facts.id, input, options });
  const made = answer?.result?.receipt ?? kitReceipt(answer);
  if (made === undefined) return null;
  if (made["input_sha256"] !== wordIn(receipt, "input_sha256")) return "input-differs";
  const output = recordedHash(call) ?? made["output_sha256"];
  return output === wordIn(receipt, "output_sha256") ? "valid" : "output-differs";
}

function kitReceipt(answer: CallAnswer | null): Readonly<Record<string, unknown>> | undefined {
  const value = answer?.result?.value as { receipt?: Record<string, unknown> } | null | undefined;
  return value?.receipt;
}

/** Over output and value, where the recording has what a full answer has. */
function recordedHash({ recorded }: RecordedCall): string | undefined {
  if (recorded?.kind !== "result" || memberOf(recorded.result, "summaryJson") === undefined) {
    return undefined;
  }
  const { output = null, value = null } = dataOf(recorded.result) as Record<string, unknown>;
  const isKits = typeof value === "object" && value !== null && "deliverables" in value;
  const { receipt: _receipt, ...others } = isKits ? (value as Record<string, unknown>) : {};
  return sha256Hex(canonicalJson({ output, value: isKits ? others : value }));
}
