/** What was sent: read, and without its secrets. */
import type { Entry } from "../../tools/_core/tool.ts";
import type { TraceEvent } from "../../tools/_lib/agents/trace/events.ts";
import { eventsIn } from "../../tools/_lib/agents/trace/read.ts";
import { readJsonRoot } from "../../tools/_lib/json/tree/rows.ts";
import type { JsonNode } from "../../tools/_lib/json/tree/tree.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import { beginning } from "../../tools/_lib/text/shown.ts";
import {
  type Document,
  documentIn,
  fieldData,
  textsOf,
  withoutSecrets,
} from "../_core/json-secrets.ts";
import { mapTexts, redactStage, textsIn } from "../_core/redaction.ts";
import type { Input, Work } from "../agent-run-forensics-handoff-kit.ts";
import { type Record, TRACE_PATH } from "./record.ts";

export const MOST_EVENTS = 20_000;

/** Text without anything in it is no document. */
export function withoutBlanks({ tools, states, ...others }: Input): Input {
  const isGiven = (field: unknown) =>
    field !== undefined && field !== null && !(typeof field === "string" && field.trim() === "");
  return {
    ...others,
    ...(isGiven(tools) ? { tools } : {}),
    ...(isGiven(states) ? { states } : {}),
  };
}

interface Documents {
  readonly trace: Document;
  readonly tools: Document;
  readonly states: Document;
}

/** Texts of the input without secrets, and the input that is hashed. */
export function redactInput(given: Input, report: Work["report"]) {
  const { trace, tools, states, ...others } = given;
  const read = {
    trace: documentIn(trace),
    tools: documentIn(tools),
    states: documentIn(states),
  };
  const texts = [...Object.values(read).flatMap(textsOf), ...textsIn(others)];
  const replace = redactStage(report, "redact", texts, given);
  const documents: Documents = {
    trace: withoutSecrets(read.trace, replace),
    tools: withoutSecrets(read.tools, replace),
    states: withoutSecrets(read.states, replace),
  };
  const redactedInput = given.redact
    ? {
        ...(mapTexts(others, replace) as typeof others),
        trace: fieldData(documents.trace) ?? null,
        ...(tools === undefined ? {} : { tools: fieldData(documents.tools) }),
        ...(states === undefined ? {} : { states: fieldData(documents.states) }),
      }
    : undefined;
  return { documents, replace, redactedInput };
}

interface Traced {
  readonly root: JsonNode;
  readonly events: readonly TraceEvent[];
  readonly warnings: readonly Entry[];
}

const TRACE_EMPTY = {
  code: "TRACE_EMPTY",
  message: "Cannot investigate the run: found no event, expected at least one",
  path: TRACE_PATH,
} as const;

/** Undefined where nothing can go on. */
export function readEvents(trace: unknown, report: Work["report"]): Traced | undefined {
  const stop = (errors: readonly Entry[]) => {
    report.stop("events", errors);
    return undefined;
  };
  if (trace === null || (typeof trace === "string" && trace.trim() === "")) {
    return stop([TRACE_EMPTY]);
  }
  const read = readJsonRoot(trace, TRACE_PATH);
  if (!read.ok) return stop([read.error]);
  const events = eventsIn(read.root, { path: TRACE_PATH, mostEvents: MOST_EVENTS });
  if ("failure" in events) return stop(events.failure.errors ?? [TRACE_EMPTY]);
  if (events.length === 0) return stop([TRACE_EMPTY]);
  return { root: read.root, events, warnings: read.warnings };
}

export function eventsOf(root: JsonNode): readonly TraceEvent[] {
  const events = eventsIn(root, { path: TRACE_PATH, mostEvents: MOST_EVENTS });
  return "failure" in events ? [] : events;
}

const LONGEST_GOAL = 600;

/** What is stated, else the first text of a user in one line, cut at the end of a word. */
export function goalOf(stated: string, events: readonly TraceEvent[]): string {
  if (stated.trim() !== "") return stated.trim();
  const first = events.find(
    (event) => event.type === "message" && event.role === "user" && event.text.trim() !== "",
  );
  const line = first?.type === "message" ? first.text.trim().replace(/\s+/g, " ") : "";
  if (line.length <= LONGEST_GOAL) return line;
  const end = line.lastIndexOf(" ", LONGEST_GOAL);
  return beginning(line, end > 0 ? end : LONGEST_GOAL);
}

export function reportEvents(
  { events, calls, results, repeated }: Record,
  warnings: readonly Entry[],
  report: Work["report"],
): void {
  for (const entry of warnings) {
    const path = TRACE_PATH + (entry.path ?? "");
    report.takeOver("events", [{ ...entry, path }], { DUPLICATE_KEY: "warning" });
  }
  for (const { path, tool } of repeated) {
    const message = "The call was answered before; the first answer counts";
    report.find("warning", "events", { code: "DUPLICATE_RESULT", message, path, subject: tool });
  }
  for (const { event, call } of results) {
    if (call !== undefined) continue;
    const { path, tool } = event;
    const message = "The result answers no call of the trace";
    report.find("warning", "events", { code: "RESULT_WITHOUT_CALL", message, path, subject: tool });
  }
  report.done(
    "events",
    `${counted(events.length, "event")}, ${counted(calls.length, "call")}, ${counted(results.length, "result")}`,
  );
}
