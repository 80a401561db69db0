/** What went wrong, by rules on what was said. */
import { itemsOf, memberOf, textOf, textsOf } from "../../tools/_lib/json/tree/members.ts";
import type { JsonNode } from "../../tools/_lib/json/tree/tree.ts";
import { appendPointer } from "../../tools/_lib/results/pointer.ts";
import { termsOf } from "../../tools/_lib/text/prose/terms.ts";
import { placedWordsOf } from "../../tools/_lib/text/words.ts";
import { quoted } from "../../tools/_lib/text/shown.ts";
import { type Diagnosis, diagnosed, failuresOf } from "./diagnosis.ts";
import { messageText, type Record, type Result, shownText, TRACE_PATH } from "./record.ts";

export function diagnoseWords(record: Record, goal: string): Diagnosis[] {
  return [
    ...claims(record),
    ...contextLimits(record),
    ...record.results.flatMap((result) => errorWords(result, record)),
    ...goalNotMentioned(record, goal),
  ];
}

/** Whole words; an underscore parts them, as in DEADLINE_EXCEEDED. */
const ERROR_WORDS = {
  RATE_LIMIT: [
    /(?<![\p{L}\p{N}])(?:429|rate[ _-]?limit(?:s|ed|ing)?|too many requests)(?![\p{L}\p{N}])/iu,
    "hit a rate limit",
  ],
  AUTH_FAILURE: [
    /(?<![\p{L}\p{N}])(?:401|unauthori[sz]ed|invalid api[ _-]key|expired token|token expired)(?![\p{L}\p{N}])/iu,
    "was not authenticated",
  ],
  NOT_FOUND: [
    /(?<![\p{L}\p{N}])(?:404|not found|no such file|ENOENT)(?![\p{L}\p{N}])/iu,
    "did not find what it was asked for",
  ],
  TIMEOUT: [
    /(?<![\p{L}\p{N}])(?:timed out|timeout|deadline|ETIMEDOUT)(?![\p{L}\p{N}])/iu,
    "ran out of time",
  ],
  PERMISSION: [
    /(?<![\p{L}\p{N}])(?:403|permission denied|EACCES|forbidden)(?![\p{L}\p{N}])/iu,
    "was not permitted",
  ],
} as const;

function errorWords(result: Result, record: Record): Diagnosis[] {
  const { event, call, text } = result;
  if (!event.isError) return [];
  return Object.entries(ERROR_WORDS).flatMap(([code, [pattern, what]]) => {
    if (!pattern.test(text)) return [];
    const tool = event.tool ?? null;
    const made = {
      code,
      severity: "warning",
      confidence: "likely",
      message: `${tool === null ? "A call" : quoted(tool)} ${what}`,
      indexes: call === undefined ? [event.index] : [call.index, event.index],
      tool,
      quote: around(result.shownText, pattern),
      quoted: event.index,
    } as const;
    return [diagnosed(made, record)];
  });
}

const BEFORE = 80;

/** A text from a little before the place that fired; from its beginning where secrets hide the place. */
function around(text: string, pattern: RegExp): string {
  const at = Math.max(0, text.search(pattern));
  const line = text.lastIndexOf("\n", at) + 1;
  if (at - line <= BEFORE) return text.slice(line);
  const space = text.indexOf(" ", at - BEFORE);
  return text.slice(space === -1 || space > at ? at : space + 1);
}

const CLAIMS: ReadonlySet<string> = new Set([
  "done",
  "completed",
  "successfully",
  "fixed",
  "finished",
]);
const CLAIM_PAIRS: ReadonlySet<string> = new Set(["all set", "works now"]);
const NEGATIONS: ReadonlySet<string> = new Set(["not", "never", "cannot", "failed"]);
const NEGATED_WITHIN = 3;

/** Where a text claims success, if it does. */
export function claimIn(
  text: string,
): { readonly start: number; readonly end: number } | undefined {
  const words = placedWordsOf(text);
  for (const [at, { text: word, start, end }] of words.entries()) {
    const next = words[at + 1];
    const isPair = next !== undefined && CLAIM_PAIRS.has(`${word} ${next.text}`);
    if (!isPair && !CLAIMS.has(word)) continue;
    const before = words.slice(Math.max(0, at - NEGATED_WITHIN), at);
    const isNegated = before.some(
      (other) => NEGATIONS.has(other.text) || /n['’]t$/.test(other.text),
    );
    if (!isNegated) return { start, end: isPair ? next.end : end };
  }
  return undefined;
}

/** The last word is that all is well, and what went wrong before it was never put right. */
function claims(record: Record): Diagnosis[] {
  const { lastSaid, results } = record;
  const claim = lastSaid && claimIn(lastSaid.text);
  if (lastSaid === undefined || claim === undefined) return [];
  const before = results.filter(({ event }) => event.index < lastSaid.index);
  const last = before.at(-1);
  const failed =
    failuresOf(record).find(
      ({ recovered, result }) => !recovered && result.event.index < lastSaid.index,
    )?.result ?? (last?.event.isError ? last : undefined);
  if (failed === undefined) return [];
  const tool = failed.event.tool ?? null;
  const made = {
    code: "CLAIM_AFTER_ERROR",
    severity: "error",
    confidence: "likely",
    message: `The last answer says ${quoted(lastSaid.text.slice(claim.start, claim.end))}, though ${tool === null ? "a call" : quoted(tool)} had failed`,
    indexes: [failed.event.index, lastSaid.index],
    tool,
    quote: claimQuote(lastSaid.shownText),
    quoted: lastSaid.index,
  } as const;
  return [diagnosed(made, record)];
}

/** The line of the claim. */
function claimQuote(text: string): string {
  const start = claimIn(text)?.start ?? 0;
  const line = text.lastIndexOf("\n", start) + 1;
  return text.slice(start - line <= BEFORE ? line : start);
}

const CONTEXT_WORDS = /context length|maximum context|prompt is too long|token limit/i;

function isOverContext(text: string): boolean {
  return CONTEXT_WORDS.test(text) || (/max_tokens/i.test(text) && /exceed/i.test(text));
}

function contextLimits(record: Record): Diagnosis[] {
  const texts = new Map(record.results.map(({ event, text }) => [event.index, text]));
  const cut = cutShort(record);
  return record.events.flatMap((event) => {
    // Instructions speak of what may happen, not of what did.
    const isTold = event.type === "message" && /^(?:system|developer)$/.test(event.role);
    const text = isTold ? "" : (texts.get(event.index) ?? messageText(event));
    const isSaid = isOverContext(text);
    const reason = cut.get(event.index);
    if (!isSaid && reason === undefined) return [];
    const what = isSaid ? "A text speaks of" : `The finish reason ${quoted(reason ?? "")} shows`;
    const made = {
      code: "CONTEXT_LIMIT",
      severity: "error",
      confidence: isSaid ? "likely" : "certain",
      message: `${what} a context or answer that was too long`,
      indexes: [event.index],
      tool: event.type === "result" ? (event.tool ?? null) : null,
      quote: isSaid ? around(shownText(record, event.index), CONTEXT_WORDS) : null,
      quoted: event.index,
    } as const;
    return [diagnosed(made, record)];
  });
}

const FINISH_KEYS: ReadonlySet<string> = new Set([
  "finish_reason",
  "finishReason",
  "stop_reason",
  "stopReason",
  "gen_ai.response.finish_reasons",
]);
const CUT_REASONS: ReadonlySet<string> = new Set([
  "length",
  "max_tokens",
  "max_output_tokens",
  "model_length",
]);

/** Events of answers that ended because they were as long as they may be, with the reason as it was written. */
function cutShort({ root, events }: Record): ReadonlyMap<number, string> {
  const last = new Map<string, number>();
  for (const { path, index } of events) {
    for (let at = path.length; at > 0; at = path.lastIndexOf("/", at - 1)) {
      last.set(path.slice(0, at), index);
    }
  }
  const found = new Map<number, string>();
  for (const { path, reason } of finishReasons(root)) {
    for (let at = path.length; at > 0; at = path.lastIndexOf("/", at - 1)) {
      const index = last.get(path.slice(0, at));
      if (index === undefined) continue;
      found.set(index, reason);
      break;
    }
  }
  return found;
}

interface FinishReason {
  /** Of the object that says it. */
  readonly path: string;
  readonly reason: string;
}

function finishReasons(root: JsonNode): FinishReason[] {
  const found: FinishReason[] = [];
  const visit = (node: JsonNode, path: string) => {
    if (node.type === "array") {
      for (const [index, item] of node.items.entries()) visit(item, `${path}/${index}`);
    } else if (node.type === "object") {
      const reason = reasonOf(node);
      if (reason !== undefined) found.push({ path, reason });
      for (const { key, value } of node.members) {
        if (value.type === "object" || value.type === "array") {
          visit(value, appendPointer(path, key));
        }
      }
    }
  };
  visit(root, TRACE_PATH);
  return found;
}

/** The reason that an object gives: as a member, as an attribute of a span, or as `incomplete_details`. */
function reasonOf(node: JsonNode): string | undefined {
  if (node.type !== "object") return undefined;
  const reasons: string[] = [];
  for (const { key, value } of node.members) {
    if (FINISH_KEYS.has(key)) reasons.push(...textsOf(value), textOf(value) ?? "");
  }
  const incomplete = memberOf(node, "incomplete_details");
  if (incomplete !== undefined) reasons.push(textOf(memberOf(incomplete, "reason")) ?? "");
  if (FINISH_KEYS.has(textOf(memberOf(node, "key")) ?? "")) {
    const value = memberOf(node, "value");
    const list = value && memberOf(value, "arrayValue");
    for (const item of itemsOf(list && memberOf(list, "values"))) {
      reasons.push(textOf(memberOf(item, "stringValue")) ?? "");
    }
  }
  return reasons.find((reason) => CUT_REASONS.has(reason.toLowerCase()));
}

function goalNotMentioned(record: Record, goal: string): Diagnosis[] {
  const { lastSaid } = record;
  const terms = termsOf(goal);
  if (lastSaid === undefined || terms.length === 0) return [];
  const said = new Set(termsOf(lastSaid.text));
  if (terms.some((term) => said.has(term))) return [];
  const made = {
    code: "GOAL_NOT_MENTIONED",
    severity: "info",
    confidence: "likely",
    message: "The last answer has no word of the goal",
    indexes: [lastSaid.index],
    quote: lastSaid.shownText,
  } as const;
  return [diagnosed(made, record)];
}
