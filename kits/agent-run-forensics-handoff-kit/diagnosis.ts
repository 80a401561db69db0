/** What went wrong, by rules on calls, results and their times. */
import type { Severity } from "../../tools/_lib/results/review/shapes.ts";
import { byCodeUnit, comparePointers } from "../../tools/_lib/results/pointer.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import { beginning, quoted, shortened } from "../../tools/_lib/text/shown.ts";
import { type Call, isSaid, type Record, type Result, timeOf, timesOf } from "./record.ts";

export interface Diagnosis {
  readonly code: string;
  readonly severity: Severity;
  readonly confidence: "certain" | "likely";
  /** Events concerned, in order. */
  readonly indexes: readonly number[];
  readonly tool: string | null;
  readonly message: string;
  /** Of the text that fired, without secrets. */
  readonly quote: string | null;
  /** The event in which the quote stands. */
  readonly quoted: number | null;
  readonly stage: "conformance" | "arguments" | "state" | "diagnosis";
  readonly path: string | undefined;
  readonly received?: string;
}

type Made = Partial<Diagnosis> & Pick<Diagnosis, "code" | "severity" | "message" | "indexes">;

const LONGEST_QUOTE = 200;

/** A diagnosis by a rule on calls, unless it says otherwise. */
export function diagnosed(made: Made, { events }: Record): Diagnosis {
  const [first] = made.indexes;
  const quote = made.quote === undefined || made.quote === null ? null : quoteOf(made.quote);
  return {
    confidence: "certain",
    tool: null,
    stage: "diagnosis",
    path: first === undefined ? undefined : events[first]?.path,
    ...made,
    quote,
    quoted: quote === null ? null : (made.quoted ?? made.indexes.at(-1) ?? null),
  };
}

/** The beginning of a text without white space around it; null where there is nothing else. */
function quoteOf(text: string): string | null {
  const quote = beginning(text.trim(), LONGEST_QUOTE).trim();
  return quote === "" ? null : quote;
}

const STAGES = ["conformance", "arguments", "state", "diagnosis"] as const;
const SEVERITIES = { error: 0, warning: 1, info: 2 } as const;

/** As the findings are: by severity, stage, code, place and tool. */
export function inOrder(diagnoses: readonly Diagnosis[]): Diagnosis[] {
  return diagnoses.toSorted(
    (a, b) =>
      SEVERITIES[a.severity] - SEVERITIES[b.severity] ||
      STAGES.indexOf(a.stage) - STAGES.indexOf(b.stage) ||
      byCodeUnit(a.code, b.code) ||
      comparePointers(a.path ?? "", b.path ?? "", byCodeUnit) ||
      byCodeUnit(a.tool ?? "", b.tool ?? ""),
  );
}

export interface Failure {
  readonly result: Result;
  readonly tool: string | null;
  readonly recovered: boolean;
}

/** Results that are errors, and whether a later call of the tool went well. */
export function failuresOf({ calls, results }: Record): Failure[] {
  const lastGood = new Map<string, number>();
  for (const { event, result } of calls) {
    if (result && !result.event.isError) lastGood.set(event.tool, event.index);
  }
  return results
    .filter(({ event }) => event.isError)
    .map((result) => {
      const { tool } = result.event;
      const at = result.call?.index ?? result.event.index;
      const recovered = tool !== undefined && (lastGood.get(tool) ?? -1) > at;
      return { result, tool: tool ?? null, recovered };
    });
}

interface Limits {
  readonly slowMs: number;
  readonly gapMs: number;
}

export function diagnoseCalls(record: Record, limits: Limits): Diagnosis[] {
  const repeats = repeatedCalls(record);
  return [
    ...unrecovered(record),
    ...repeats.map(({ from, until }) => repeatedCall(record, from, until)),
    ...loops(record, repeats),
    ...errorStreaks(record),
    ...pendingCalls(record),
    ...ignoredErrors(record),
    ...unchangedRetries(record, repeats),
    ...emptyResults(record),
    ...slowCalls(record, limits.slowMs),
    ...gaps(record, limits.gapMs),
  ];
}

function indexesOf({ call, event }: Result): number[] {
  return call === undefined ? [event.index] : [call.index, event.index];
}

/** One for each tool, of its first failure. */
function unrecovered(record: Record): Diagnosis[] {
  const byTool = new Map<string | null, Failure[]>();
  for (const failure of failuresOf(record)) {
    if (failure.recovered) continue;
    const known = byTool.get(failure.tool);
    if (known === undefined) byTool.set(failure.tool, [failure]);
    else known.push(failure);
  }
  return [...byTool].flatMap(([tool, [first, ...others]]) => {
    if (first === undefined) return [];
    const { result } = first;
    const name = tool === null ? "A call of unknown tool" : quoted(tool);
    const times = counted(others.length + 1, "time");
    const made = {
      code: "UNRECOVERED_FAILURE",
      severity: "error",
      message: `${name} failed ${times} and did not succeed later`,
      indexes: indexesOf(result),
      tool,
      quote: result.shownText,
      quoted: result.event.index,
    } as const;
    return [diagnosed(made, record)];
  });
}

/** Calls in a row, the last one included. */
interface Row {
  readonly from: number;
  readonly until: number;
}

const FEWEST_REPEATS = 3;

function repeatedCalls({ calls }: Record): Row[] {
  const rows: Row[] = [];
  let from = 0;
  for (let at = 1; at <= calls.length; at++) {
    if (at < calls.length && calls[at]?.key === calls[from]?.key) continue;
    if (at - from >= FEWEST_REPEATS) rows.push({ from, until: at - 1 });
    from = at;
  }
  return rows;
}

function callsIn({ calls }: Record, { from, until }: Row): readonly Call[] {
  return calls.slice(from, until + 1);
}

function repeatedCall(record: Record, from: number, until: number): Diagnosis {
  const row = callsIn(record, { from, until });
  const tool = row[0]?.event.tool ?? null;
  const made = {
    code: "REPEATED_CALL",
    severity: "error",
    message: `${quoted(tool ?? "")} was called ${counted(row.length, "time")} in a row with the same arguments`,
    indexes: row.map(({ event }) => event.index),
    tool,
  } as const;
  return diagnosed(made, record);
}

const BLOCKS = [2, 3, 4, 5, 6] as const;

/** Stretches of calls that are one block again and again, each by its shortest block. */
function loops(record: Record, repeats: readonly Row[]): Diagnosis[] {
  const { calls } = record;
  const found: (Row & { readonly size: number })[] = [];
  for (const size of BLOCKS) {
    const shorter = found.toSorted((a, b) => a.from - b.from);
    let from = 0;
    for (let at = size; at <= calls.length; at++) {
      if (at < calls.length && calls[at]?.key === calls[at - size]?.key) continue;
      const row = { from, until: at - 1, size };
      const isLong = at - from >= FEWEST_REPEATS * size;
      if (isLong && !isWithin(row, repeats) && !isWithin(row, shorter)) found.push(row);
      from = at - size + 1;
    }
  }
  return found.map(({ from, until, size }) => {
    const row = callsIn(record, { from, until });
    const tools = row.slice(0, size).map(({ event }) => event.tool);
    const times = counted(Math.floor(row.length / size), "time");
    const made = {
      code: "LOOP",
      severity: "error",
      message: `The calls ${shortened(tools.join(", "), LONGEST_QUOTE)} were repeated ${times} with the same arguments`,
      indexes: row.map(({ event }) => event.index),
      tool: tools[0] ?? null,
    } as const;
    return diagnosed(made, record);
  });
}

/** Whether one of the rows, which are in order and none inside another, holds all of it. */
function isWithin({ from, until }: Row, rows: readonly Row[]): boolean {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.from ?? 0) <= from) low = middle + 1;
    else high = middle;
  }
  const before = rows[low - 1];
  return before !== undefined && before.until >= until;
}

function errorStreaks(record: Record): Diagnosis[] {
  const found: Diagnosis[] = [];
  let streak: Result[] = [];
  const end = () => {
    const last = streak.at(-1);
    if (streak.length >= FEWEST_REPEATS && last) {
      const made = {
        code: "ERROR_STREAK",
        severity: "error",
        message: `${counted(streak.length, "result")} in a row were errors`,
        indexes: streak.map(({ event }) => event.index),
        tool: streak[0]?.event.tool ?? null,
        quote: last.shownText,
      } as const;
      found.push(diagnosed(made, record));
    }
    streak = [];
  };
  for (const result of record.results) {
    if (result.event.isError) streak.push(result);
    else end();
  }
  end();
  return found;
}

function pendingCalls(record: Record): Diagnosis[] {
  return record.calls
    .filter(({ result }) => result === undefined)
    .map(({ event, shown }) => {
      const made = {
        code: "PENDING_CALL",
        severity: "error",
        message: `The call ${quoted(shown.callId)} of ${quoted(shown.tool)} has no result`,
        indexes: [event.index],
        tool: shown.tool,
      } as const;
      return diagnosed(made, record);
    });
}

const HEEDS = /error|fail|retry|again|instead|sorry/i;

/** Errors after which another tool is called as if nothing had happened. */
function ignoredErrors(record: Record): Diagnosis[] {
  const byEvent = new Map(record.results.map((result) => [result.event.index, result]));
  const found: Diagnosis[] = [];
  let open: Result[] = [];
  for (const event of record.events) {
    const result = event.type === "result" ? byEvent.get(event.index) : undefined;
    if (result?.event.isError) open.push(result);
    else if (event.type === "message" && isSaid(event) && HEEDS.test(event.text)) open = [];
    else if (event.type === "call") {
      for (const failed of open) {
        const { tool } = failed.event;
        if (tool === undefined || tool === event.tool) continue;
        const made = {
          code: "IGNORED_ERROR",
          severity: "warning",
          message: `${quoted(tool)} failed, and ${quoted(event.tool)} was called next without a word about it`,
          indexes: [...indexesOf(failed), event.index],
          tool,
          confidence: "likely",
          quote: failed.shownText,
          quoted: failed.event.index,
        } as const;
        found.push(diagnosed(made, record));
      }
      open = [];
    }
  }
  return found;
}

function unchangedRetries(record: Record, repeats: readonly Row[]): Diagnosis[] {
  return record.calls.flatMap((call, at) => {
    const next = record.calls[at + 1];
    const { result } = call;
    if (!result?.event.isError || next?.key !== call.key) return [];
    // What was called before the failure was known is no second try.
    if (next.event.index < result.event.index) return [];
    if (isWithin({ from: at, until: at + 1 }, repeats)) return [];
    const { tool } = call.event;
    const made = {
      code: "RETRY_UNCHANGED",
      severity: "warning",
      message: `${quoted(tool)} failed and was called again with the same arguments`,
      indexes: [...indexesOf(result), next.event.index],
      tool,
      quote: result.shownText,
      quoted: result.event.index,
    } as const;
    return [diagnosed(made, record)];
  });
}

const EMPTY: ReadonlySet<string> = new Set(["", "[]", "{}", "null"]);

function emptyResults(record: Record): Diagnosis[] {
  const lastCall = new Map(record.calls.map(({ event }) => [event.tool, event.index]));
  return record.results.flatMap((result) => {
    const { tool, isError, index } = result.event;
    if (isError || tool === undefined || !result.isRecorded || !EMPTY.has(result.text)) return [];
    if ((lastCall.get(tool) ?? -1) < index) return [];
    const made = {
      code: "EMPTY_RESULT",
      severity: "warning",
      message: `${quoted(tool)} gave nothing and was called again`,
      indexes: indexesOf(result),
      tool,
    } as const;
    return [diagnosed(made, record)];
  });
}

function slowCalls(record: Record, slowMs: number): Diagnosis[] {
  return record.calls.flatMap((call) => {
    const { durationMs } = timesOf(call);
    if (durationMs === null || durationMs <= slowMs || call.result === undefined) return [];
    const { tool } = call.event;
    const made = {
      code: "SLOW_CALL",
      severity: "warning",
      message: `${quoted(tool)} took ${durationMs} ms, more than ${slowMs}`,
      indexes: indexesOf(call.result),
      tool,
    } as const;
    return [diagnosed(made, record)];
  });
}

/** Of events without a time nobody knows how long they were silent. */
function gaps(record: Record, gapMs: number): Diagnosis[] {
  const found: Diagnosis[] = [];
  let before: { readonly index: number; readonly ms: number } | undefined;
  for (const event of record.events) {
    const ms = timeOf(event);
    if (ms === undefined) continue;
    if (before !== undefined && ms - before.ms > gapMs) {
      const made = {
        code: "GAP",
        severity: "warning",
        message: `Nothing was recorded for ${Math.round(ms - before.ms)} ms, more than ${gapMs}`,
        indexes: [before.index, event.index],
      } as const;
      found.push(diagnosed(made, record));
    }
    before = { index: event.index, ms };
  }
  return found;
}
