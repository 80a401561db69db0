/** Makes the packet that one agent hands to the next. */
import { done, type Entry, fail } from "../_core/tool.ts";
import { countWarnings } from "../_lib/agents/models/count-warnings.ts";
import { countOfPieces, type Family, type TokenCount } from "../_lib/agents/models/families.ts";
import { findModel } from "../_lib/agents/models/models.ts";
import { Meter } from "../_lib/agents/token-meter.ts";
import type { TraceEvent } from "../_lib/agents/trace/events.ts";
import { readTrace, type TraceRead } from "../_lib/agents/trace/read.ts";
import { sha256Hex } from "../_lib/bytes/sha256.ts";
import { isNothing } from "../_lib/fields/structured-field.ts";
import { orderFindings } from "../_lib/results/finding-order.ts";
import { counted } from "../_lib/text/plural.ts";
import { normalText } from "../_lib/text/prose/normal-form.ts";
import { beginning, quoted } from "../_lib/text/shown.ts";
import type { Content, Input, StatedTexts, Value, Warning } from "../agent-context-handoff.ts";
import { readCalls } from "./calls.ts";
import { LISTS, readSaid } from "./extract.ts";
import { type Cuts, cutToFit, headingOf, sectionsOf, writePacket } from "./packet.ts";
import { redactContent, type Redacted } from "./redaction.ts";
import { inOneLine, readStated, type Stated } from "./stated.ts";

const MOST_EVENTS = 100_000;

export function handOff(input: Input, shape: StatedTexts) {
  const { stated, failure } = readStated(input, shape);
  if (failure) return failure;
  const trace = readTranscript(input.transcript);
  if ("failure" in trace) return trace.failure;
  const { events } = trace;
  if (events.length === 0 && input.goal.trim() === "") return fail(handoffEmpty());
  const drafted = contentOf(input, stated, events);
  const { content, secrets } = input.redact ? redactContent(drafted) : unredacted(drafted);
  return finish(input, shaped(content, input), events, [...trace.warnings, ...redactions(secrets)]);
}

function readTranscript(field: unknown): TraceRead {
  if (isNothing(field)) return { events: [], warnings: [] };
  return readTrace(field, { path: "/transcript", mostEvents: MOST_EVENTS });
}

function handoffEmpty(): Entry<"HANDOFF_EMPTY"> {
  const message = "Cannot hand over: found neither events nor a goal, expected either";
  return { code: "HANDOFF_EMPTY", message, path: "/transcript" };
}

function contentOf(input: Input, stated: Stated, events: readonly TraceEvent[]): Content {
  const { lists, requests } = readSaid(events);
  return {
    ...readCalls(events, stated.artifacts),
    from: inOneLine(input.from),
    to: inOneLine(input.to),
    goal: input.goal.trim() || (requests[0] ?? ""),
    latestRequest: requests.at(-1) ?? null,
    constraints: [...stated.constraints, ...lists.constraints],
    decisions: [...stated.decisions, ...lists.decisions],
    openQuestions: [...stated.openQuestions, ...lists.openQuestions],
    nextActions: [...stated.nextActions, ...lists.nextActions],
    done: [...lists.done],
    risks: [...stated.risks, ...lists.risks],
  };
}

function unredacted(content: Content): { content: Content; secrets: Redacted } {
  return { content, secrets: new Map() };
}

const LONGEST_GOAL = 600;

const LONGEST_MESSAGE = 200;

/** Texts cut to their lengths, and what reads the same said once. */
function shaped(content: Content, { goal: stated }: Input): Content {
  const goal = stated.trim() === "" ? request(content.goal) : content.goal;
  const latest = request(content.latestRequest ?? "");
  const lists = Object.fromEntries(LISTS.map((name) => [name, distinct(content[name])]));
  return {
    ...content,
    ...lists,
    goal,
    latestRequest: latest === "" || latest === inOneLine(goal) ? null : latest,
    failures: content.failures.map((failure) => ({
      ...failure,
      message: beginning(failure.message, LONGEST_MESSAGE),
    })),
  };
}

/** What a user says, in one line, cut at the end of a word. */
function request(text: string): string {
  const line = inOneLine(text);
  if (line.length <= LONGEST_GOAL) return line;
  const end = line.lastIndexOf(" ", LONGEST_GOAL);
  return beginning(line, end > 0 ? end : LONGEST_GOAL);
}

function distinct(items: readonly string[]): string[] {
  const known = new Set<string>();
  return items.filter((item) => {
    const { text } = normalText(item);
    return !known.has(text) && known.add(text);
  });
}

function redactions(secrets: Redacted): Entry<"SECRET_REDACTED">[] {
  return Array.from(secrets, ([kind, received]) => {
    const verb = received === 1 ? "was" : "were";
    const message = `${counted(received, "secret")} of the kind ${kind} ${verb} replaced`;
    return { code: "SECRET_REDACTED", message, kind, received };
  });
}

function finish(
  input: Input,
  content: Content,
  events: readonly TraceEvent[],
  found: readonly Entry<Warning>[],
) {
  const match = findModel(input.model);
  const { output, count, cuts } = layOut(content, match.family, input.maxTokens);
  const errors = content.goal === "" ? [goalMissing()] : [];
  const warnings = [
    ...found,
    ...countWarnings(input.model, match, count),
    ...remarks(content),
    ...budgetCut(cuts, count.tokens, input.maxTokens),
  ];
  const calls = events.filter(({ type }) => type === "call").length;
  return done({
    output,
    value: {
      version: "1" as const,
      ...content,
      messages: messagesOf(events),
      omitted: Object.fromEntries(Array.from(cuts, ([{ field }, cut]) => [field, cut])),
      tokens: count.tokens,
      sha256: sha256Hex(output),
    },
    valid: errors.length === 0,
    errors,
    warnings: orderFindings(warnings),
    stats: { events: events.length, calls, tokens: count.tokens },
  });
}

interface Packet {
  readonly output: string;
  readonly count: TokenCount;
  readonly cuts: Cuts;
}

/** Counted once; where something has to be left out, only that is counted again. */
function layOut(content: Content, family: Family, maxTokens: number): Packet {
  const [heading, sections] = [headingOf(content), sectionsOf(content)];
  const meter = new Meter(family);
  const whole = writePacket(heading, sections, new Map());
  const pieces = meter.pieces(whole);
  const { cuts, left } = cutToFit(sections, pieces, meter, maxTokens);
  const output = cuts.size === 0 ? whole : writePacket(heading, sections, cuts);
  return { output, count: countOfPieces(left, family), cuts };
}

function messagesOf(events: readonly TraceEvent[]): Value["messages"] {
  const of = (role: string) =>
    events.filter((event) => event.type === "message" && event.role === role).length;
  const tool = events.filter(({ type }) => type === "result").length;
  return { user: of("user"), assistant: of("assistant"), tool };
}

function goalMissing(): Entry<"GOAL_MISSING"> {
  const message =
    "Cannot say what is to be reached: found no goal and no text of a user, expected either";
  return { code: "GOAL_MISSING", message, path: "/goal" };
}

function remarks({ pendingCalls, failures, nextActions }: Content): Entry<Warning>[] {
  const warnings: Entry<Warning>[] = [];
  if (pendingCalls.length > 0) {
    const verb = pendingCalls.length === 1 ? "was" : "were";
    const message = `${counted(pendingCalls.length, "call")} ${verb} not answered`;
    warnings.push({ code: "PENDING_CALLS", message, received: pendingCalls.length });
  }
  const counts = new Map<string | null, number>();
  for (const { tool, recovered } of failures)
    if (!recovered) counts.set(tool, (counts.get(tool) ?? 0) + 1);
  for (const [tool, received] of counts) {
    const name = tool === null ? "A call without a tool" : `The tool ${quoted(tool)}`;
    const message = `${name} failed ${counted(received, "time")} and did not succeed later`;
    warnings.push({ code: "UNRECOVERED_FAILURE", message, tool, received });
  }
  if (nextActions.length === 0)
    warnings.push({ code: "NO_NEXT_ACTION", message: "Nothing says what is to be done next" });
  return warnings;
}

/** Also where what is always kept is too long by itself. */
function budgetCut(cuts: Cuts, tokens: number, maxTokens: number): Entry<"BUDGET_CUT">[] {
  const sections = Array.from(cuts, ([{ field }]) => field);
  const isOver = tokens > maxTokens;
  if (sections.length === 0 && !isOver) return [];
  const cut = sections.length === 0 ? [] : [`Items of ${sections.join(", ")} were left out`];
  const over = isOver ? [`What is always kept needs ${tokens} of ${maxTokens} tokens`] : [];
  const message = [...cut, ...over].join(". ");
  return [{ code: "BUDGET_CUT", message, sections }];
}
