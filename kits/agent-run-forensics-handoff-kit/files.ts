/** What whoever takes over gets: a packet, a timeline, the evidence, and the recording without secrets. */
import type { Static } from "@sinclair/typebox";
import type { TraceEvent } from "../../tools/_lib/agents/trace/events.ts";
import { countForFamily } from "../../tools/_lib/agents/models/families.ts";
import { findModel } from "../../tools/_lib/agents/models/models.ts";
import { jsonNumber } from "../../tools/_lib/json/tree/number.ts";
import { nodeAt, readJsonRoot } from "../../tools/_lib/json/tree/rows.ts";
import {
  booleanNode,
  type JsonNode,
  memberNode,
  numberNode,
  objectNode,
  stringNode,
} from "../../tools/_lib/json/tree/tree.ts";
import { minifyJson } from "../../tools/_lib/json/tree/write.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import { beginning, oneLine, shortened } from "../../tools/_lib/text/shown.ts";
import { instantFromMs, writeUtc } from "../../tools/_lib/time/calendar.ts";
import handOff from "../../tools/agent-context-handoff.ts";
import buildEvidence from "../../tools/evidence-report-builder.ts";
import type { CsvCell } from "../_core/csv.ts";
import type { Facts, Work } from "../agent-run-forensics-handoff-kit.ts";
import type { Diagnosis } from "./diagnosis.ts";
import { finite, jsonText, type Record, shownText, timeOf, timesOf } from "./record.ts";

type Packet = Static<(typeof handOff)["value"]>;

export interface Handoff {
  readonly text: string;
  readonly packet: Packet | undefined;
}

const LEAST_PACKET = 100;
const MOST_DIAGNOSES = 5;
/** Of packet and diagnosis: the line ends between them may make another token. */
const SEAM = 2;

/** The packet behind the diagnosis; together they have at most `maxTokens`. */
export function writeHandoff(
  record: Record,
  facts: Facts,
  found: number,
  { trace, input, ctx, report }: Work,
): Handoff {
  const { goal, from, to, maxTokens, model } = input;
  const { family } = findModel(model);
  const count = (text: string) => countForFamily(text, family).high;
  const write = (most: number) => diagnosisPart(record, facts, { shown: most, found });
  let shown = Math.min(MOST_DIAGNOSES, facts.diagnoses.length);
  let head = write(shown);
  while (shown > 0 && count(head) > maxTokens - LEAST_PACKET) head = write(--shown);
  const { tokens, high } = countForFamily(head, family);
  // The tool counts in the middle of an estimate, and the budget has to hold at its upper end.
  const room = Math.floor(((maxTokens - high - SEAM) * Math.max(tokens, 1)) / Math.max(high, 1));
  const made = ctx.step(handOff, {
    transcript: trace,
    goal,
    from,
    to,
    model,
    maxTokens: Math.max(LEAST_PACKET, room),
    redact: false,
  });
  if (!made.value) {
    const [error] = made.errors ?? [];
    report.stageFailed("handoff", error ?? { code: "STAGE_FAILED", message: "No packet" });
    return { text: fitted(head, maxTokens, count), packet: undefined };
  }
  const packet = withEvents(made.output ?? "", made.value.failures);
  const text = fitted(`${head}\n\n${packet}`, maxTokens, count);
  const notes = (made.warnings ?? []).map(({ code }) => code);
  const noted = notes.length === 0 ? "" : `; ${[...new Set(notes)].join(", ")}`;
  report.done("handoff", `${counted(count(text), "token")} of ${maxTokens}${noted}`);
  return { text, packet: made.value };
}

/** The packet with the events of its failures. */
function withEvents(output: string, failures: Packet["failures"]): string {
  const from = output.indexOf(FAILURES);
  if (from === -1) return output;
  const start = from + FAILURES.length;
  const next = output.indexOf("\n\n## ", start);
  const end = next === -1 ? output.length : next;
  // One line each, in the order of the value; the last of them may be left out.
  const lines = output.slice(start, end).split("\n");
  const numbered = lines.map((line, at) => {
    const index = failures[at]?.index;
    return index === undefined || !line.startsWith("- ")
      ? line
      : `- event ${index}, ${line.slice("- ".length)}`;
  });
  return output.slice(0, start) + numbered.join("\n") + output.slice(end);
}

const FAILURES = "## Failures\n\n";

const CUT = "\n\n(cut to the budget)";

/** The beginning of a text that has at most so many tokens; whole where that is enough. */
function fitted(text: string, maxTokens: number, count: (text: string) => number): string {
  if (count(`${text}\n`) <= maxTokens) return text;
  let [low, high] = [0, text.length];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (count(`${beginning(text, middle)}${CUT}\n`) <= maxTokens) low = middle;
    else high = middle - 1;
  }
  return `${beginning(text, low).trimEnd()}${CUT}`;
}

const LONGEST_LINE = 240;

function diagnosisPart(
  record: Record,
  facts: Facts,
  { shown, found }: { readonly shown: number; readonly found: number },
): string {
  const { outcome, brokeAt, resume, diagnoses } = facts;
  const line = (label: string, text: string) =>
    `- ${label}: ${shortened(oneLine(text), LONGEST_LINE)}`;
  const left = found - shown;
  const worked = workedText(record, facts);
  const given = resumeArguments(resume);
  return [
    "# Diagnosis",
    [
      `- Outcome: ${outcome}`,
      ...(brokeAt === null ? [] : [line("Broke at", brokeText(brokeAt))]),
      ...(worked === undefined ? [] : [line("Already worked", worked)]),
      ...diagnoses
        .slice(0, shown)
        .map(({ code, message, indexes }) => line(code, `${message}${eventsText(indexes)}`)),
      ...(left > 0 ? [`- ${left} more in forensics.json`] : []),
      line("Resume", resumeText(resume)),
      ...(given === undefined ? [] : [`- Arguments: ${given}`]),
    ].join("\n"),
  ].join("\n\n");
}

const MOST_EVENTS = 5;

/** Where it can be seen, behind what is said of it. */
function eventsText(indexes: readonly number[]): string {
  if (indexes.length === 0) return "";
  const left = indexes.length - MOST_EVENTS;
  const more = left > 0 ? ` and ${left} more` : "";
  return ` (${indexes.length === 1 ? "event" : "events"} ${indexes.slice(0, MOST_EVENTS).join(", ")}${more})`;
}

const LONGEST_VALUE = 40;
const MOST_VALUES = 6;

/** The last call that went well, by the values that it was given, and what came of it. */
function workedText(record: Record, { lastGood }: Facts): string | undefined {
  const event = lastGood === null ? undefined : record.events[lastGood.index];
  const call = event?.type === "call" ? record.callOf.get(event) : undefined;
  if (call === undefined) return undefined;
  const values = valuesIn(call.shownArguments);
  const left = values.length - MOST_VALUES;
  const shown = [...values.slice(0, MOST_VALUES), ...(left > 0 ? [`${left} more`] : [])];
  const given = shown.length === 0 ? "" : ` with ${shown.join(", ")}`;
  const answer = oneLine(beginning(call.result?.shownText ?? "", LONGEST_LINE)).trim();
  const answered = answer === "" ? "" : `; it gave: ${shortened(answer, 2 * LONGEST_VALUE)}`;
  return `${call.shown.tool} (event ${call.shown.index})${given}${answered}`;
}

/** Each value of the arguments with its path. */
function valuesIn(node: JsonNode, path = ""): string[] {
  if (node.type === "object" && node.members.length > 0) {
    return node.members.flatMap(({ key, value }) =>
      valuesIn(value, path === "" ? key : `${path}.${key}`),
    );
  }
  if (path === "" && node.type === "object") return [];
  const text = shortened(oneLine(minifyJson(node) ?? ""), LONGEST_VALUE);
  return [path === "" ? text : `${path} ${text}`];
}

const LONGEST_ARGUMENTS = 600;

/** What the call to make is given; undefined where none is to be made. */
function resumeArguments({ arguments: given }: Facts["resume"]): string | undefined {
  if (given === null || given === undefined) return undefined;
  const text = JSON.stringify(given);
  if (text.length <= LONGEST_ARGUMENTS) return text;
  return `${shortened(text, LONGEST_ARGUMENTS)} (whole in resume.json)`;
}

function brokeText({ index, tool, code, message }: NonNullable<Facts["brokeAt"]>): string {
  return `event ${index}${tool === null ? "" : `, ${tool}`}, ${code}: ${message}`;
}

function resumeText({ action, tool, reason, afterIndex }: Facts["resume"]): string {
  const after = afterIndex === null ? "" : ` after event ${afterIndex}`;
  return `${action}${tool === null ? "" : ` ${tool}`}${after}. ${reason}`;
}

const COLUMNS = [
  "index",
  "time",
  "type",
  "agent",
  "tool",
  "callId",
  "durationMs",
  "isError",
  "summary",
] as const;

const LONGEST_SUMMARY = 120;

export function writeTimeline(record: Record, report: Work["report"]): void {
  report.csv(
    "timeline.csv",
    COLUMNS,
    record.shown.map((event) => timelineRow(event, record)),
  );
}

function timelineRow(event: TraceEvent, record: Record): CsvCell[] {
  const { index, type, agent } = event;
  const original = record.events[index];
  const call = original?.type === "call" ? record.callOf.get(original) : undefined;
  const isNamed = event.type === "call" || event.type === "result";
  const text = call === undefined ? shownText(record, index) : jsonText(call.shownArguments);
  const said = event.type === "message" && event.role !== "" ? `${event.role}: ${text}` : text;
  return [
    index,
    timeText(timeOf(event)),
    type,
    agent,
    isNamed ? event.tool : undefined,
    isNamed ? event.callId : undefined,
    call && timesOf(call).durationMs,
    event.type === "result" ? event.isError : undefined,
    shortened(oneLine(beginning(said, 2 * LONGEST_SUMMARY)).trim(), LONGEST_SUMMARY),
  ];
}

/** Of the years that RFC 3339 has. */
const [FIRST_MS, LAST_MS] = [-62_167_219_200_000, 253_402_300_799_999];

function timeText(ms: number | undefined): string | undefined {
  if (ms === undefined || ms < FIRST_MS || ms > LAST_MS) return undefined;
  return writeUtc(instantFromMs(Math.floor(ms)), { digits: 3 });
}

/** The events one in a line, which any reader of traces takes again. */
export function writeTrace(record: Record, report: Work["report"]): void {
  const lines = record.shown.map((event) => minifyJson(eventNode(event, record), Infinity) ?? "");
  report.file("trace.redacted.jsonl", lines.join("\n"));
}

function eventNode(event: TraceEvent, record: Record): JsonNode {
  const { index, type, startMs, endMs, agent } = event;
  const text = (name: string, value: string | undefined) =>
    value === undefined ? [] : [memberNode(name, stringNode(value))];
  const ms = (name: string, value: number | undefined) => {
    const time = finite(value);
    return time === undefined ? [] : [memberNode(name, numberNode(jsonNumber(time)))];
  };
  return objectNode([
    memberNode("index", numberNode(String(index))),
    ...text("type", type),
    ...contentOf(event, record),
    ...ms("startMs", startMs),
    ...ms("endMs", endMs),
    ...text("time", timeText(timeOf(event))),
    ...text("agent", agent),
  ]);
}

function contentOf(event: TraceEvent, record: Record) {
  const text = (name: string, value: string | undefined) =>
    value === undefined ? [] : [memberNode(name, stringNode(value))];
  switch (event.type) {
    case "call": {
      const original = record.events[event.index];
      const call = original?.type === "call" ? record.callOf.get(original) : undefined;
      const given = call?.shownArguments ?? objectNode([]);
      return [
        ...text("tool", event.tool),
        ...text("callId", event.callId),
        memberNode("arguments", given),
      ];
    }
    case "result":
      return [
        ...text("tool", event.tool),
        ...text("callId", event.callId),
        memberNode("result", event.result),
        memberNode("isError", booleanNode(event.isError)),
      ];
    case "message":
      return [...text("role", event.role), ...text("text", event.text)];
    case "other":
      return [];
  }
}

const MOST_FINDINGS = 500;
const MOST_CITED = 10;

/** A report that a person can sign: what was found, and the words that say so. */
export function evidenceText(
  record: Record,
  diagnoses: readonly Diagnosis[],
  { input: { goal, policy: rules }, states, ctx, report }: Work,
): string | undefined {
  if (diagnoses.length === 0) {
    report.skipped("evidence", "Nothing was diagnosed");
    return undefined;
  }
  const policy = typeof rules === "string" ? rules : JSON.stringify(rules);
  const cited = diagnoses.slice(0, MOST_FINDINGS);
  const sources = new Map<number, string>();
  const textAt = (index: number) => {
    const known = sources.get(index) ?? sourceText(record, index);
    sources.set(index, known);
    return known;
  };
  const others = new Map<string, { id: string; title: string; text?: string }>();
  const findings = cited.map((diagnosis, at) => ({
    id: `d${at + 1}`,
    statement: `${diagnosis.code}: ${diagnosis.message}`,
    // That words are there is sure, what they mean is not.
    status: diagnosis.confidence === "certain" ? ("confirmed" as const) : ("open" as const),
    evidence:
      diagnosis.indexes.length === 0
        ? [outside(diagnosis, { states, policy }, others)]
        : evidenceOf(diagnosis, textAt),
  }));
  const left = diagnoses.length - cited.length;
  const made = ctx.step(buildEvidence, {
    title: "Evidence of an agent run",
    question: goal === "" ? "" : `Why did the run not simply reach its goal: ${oneLine(goal)}`,
    findings,
    sources: [
      ...Array.from(sources, ([index, text]) => ({
        id: `event-${index}`,
        title: titleOf(record.shown[index]),
        text,
      })),
      ...others.values(),
    ],
    limitations: [
      "The recording is all that was looked at; what it does not show is not known.",
      ...(left > 0
        ? [`Only the first ${cited.length} diagnoses are here; forensics.json has ${left} more.`]
        : []),
    ],
    requireQuotes: false,
  });
  if (!made.value) {
    const [error] = made.errors ?? [];
    report.stageFailed("evidence", error ?? { code: "STAGE_FAILED", message: "No report" });
    return undefined;
  }
  const { totals } = made.value;
  report.done(
    "evidence",
    `${counted(totals.findings, "finding")}, ${totals.verified} of ${counted(totals.quotes, "quote")} verified`,
  );
  return made.output ?? "";
}

interface Outside {
  readonly states: string | undefined;
  readonly policy: string;
}

/** What no event shows: a move in the log of states, or a rule of the policy. */
function outside(
  { stage, path = "" }: Diagnosis,
  { states, policy }: Outside,
  sources: Map<string, { id: string; title: string; text?: string }>,
) {
  const isState = stage === "state" && states !== undefined;
  const source = isState
    ? { id: "states", title: "Log of states", text: states }
    : { id: "policy", title: "Policy", text: policy };
  sources.set(source.id, source);
  return { sourceId: source.id, quote: quoteAt(source.text, path), locator: path };
}

/** What stands at a pointer, whose first member names the field, as it is written there. */
function quoteAt(text: string, path: string): string {
  const read = readJsonRoot(text, "");
  const inside = path.replace(/^\/[^/]*/, "");
  const node = read.ok ? nodeAt(read.root, inside) : undefined;
  if (node === undefined) return beginning(text.trim(), LONGEST_QUOTE);
  const written = minifyJson(node) ?? "";
  const quote =
    text.includes(written) || node.start < 0 ? written : text.slice(node.start, node.end);
  return beginning(quote, LONGEST_QUOTE);
}

const LONGEST_QUOTE = 200;

/** Of every event concerned, its words: nothing is cited that the recording does not have. */
function evidenceOf({ indexes, quote, quoted }: Diagnosis, textAt: (index: number) => string) {
  const others = indexes.filter((index) => index !== quoted).slice(0, MOST_CITED);
  const cited = (index: number, words: string) => ({
    sourceId: `event-${index}`,
    quote: words,
    locator: `event ${index}`,
  });
  if (quoted !== null) textAt(quoted);
  return [
    ...(quote === null || quoted === null ? [] : [cited(quoted, quote)]),
    ...others.map((index) => cited(index, beginning(textAt(index).trim(), LONGEST_QUOTE).trim())),
  ];
}

/** The text of an event; of one without, what it is. */
function sourceText(record: Record, index: number): string {
  const text = shownText(record, index);
  return text.trim() === "" ? titleOf(record.shown[index]) : text;
}

function titleOf(event: TraceEvent | undefined): string {
  if (event === undefined) return "";
  const what = event.type === "message" ? `${event.role} message`.trim() : `${event.type} event`;
  const tool = event.type === "call" || event.type === "result" ? event.tool : undefined;
  return oneLine(`Event ${event.index}: ${tool === undefined ? what : `${event.type} of ${tool}`}`);
}
