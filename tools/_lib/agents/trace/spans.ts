/** OpenTelemetry spans of the semantic conventions for generative models, as events. */
import { type JsonNode, type JsonObject, nullNode, objectNode } from "../../json/tree/tree.ts";
import { memberOf, textOf } from "../../json/tree/members.ts";
import { instantFromMs } from "../../time/calendar.ts";
import { readTimestamp } from "../../fields/timestamp-field.ts";
import { type Attributes, attributesOf, dataIn } from "./attributes.ts";
import type { Draft } from "./events.ts";
import { itemsIn, wordIn } from "./nodes.ts";
import { msOfNumber } from "./times.ts";

const TIME_KEYS = ["startTimeUnixNano", "start_time_unix_nano", "startTime", "start_time"] as const;
const END_KEYS = ["endTimeUnixNano", "end_time_unix_nano", "endTime", "end_time"] as const;

/** Whether it is a span, or an export that holds them. */
export function isSpans(node: JsonNode): boolean {
  if (node.type !== "object") return false;
  if (LISTS.some((key) => memberOf(node, key)?.type === "array")) return true;
  const hasId = wordIn(node, "spanId", "span_id", "traceId", "trace_id") !== undefined;
  const hasTime = TIME_KEYS.some((key) => memberOf(node, key) !== undefined);
  return hasTime || (hasId && memberOf(node, "attributes") !== undefined);
}

const LISTS = [
  "resourceSpans",
  "resource_spans",
  "scopeSpans",
  "scope_spans",
  "instrumentationLibrarySpans",
  "spans",
] as const;

interface Moment {
  readonly draft: Draft;
  readonly ns: bigint;
  readonly isResult: boolean;
}

/** By time; at the same time calls before results, then as they were given. */
export function spanDrafts(root: JsonNode, path: string): Draft[] {
  const moments: Moment[] = [];
  collect(root, path, moments);
  return moments.toSorted(byTime).map(({ draft }) => draft);
}

function byTime(a: Moment, b: Moment): number {
  if (a.ns !== b.ns) return a.ns < b.ns ? -1 : 1;
  return Number(a.isResult) - Number(b.isResult);
}

function collect(node: JsonNode, path: string, moments: Moment[]): void {
  if (node.type === "array") {
    for (const [index, item] of node.items.entries()) collect(item, `${path}/${index}`, moments);
    return;
  }
  if (node.type !== "object") return;
  const list = LISTS.find((key) => memberOf(node, key)?.type === "array");
  if (list === undefined) moments.push(...momentsOf(node, path));
  else
    for (const [index, item] of itemsIn(node, list).entries())
      collect(item, `${path}/${list}/${index}`, moments);
}

function momentsOf(span: JsonObject, path: string): Moment[] {
  const attributes = attributesOf(memberOf(span, "attributes"));
  const start = timeOf(span, TIME_KEYS);
  const startNs = start ?? 0n;
  const startMs = millisOf(start);
  const tool = toolOf(span, attributes);
  if (tool === undefined)
    return [{ draft: { type: "other", path, startMs }, ns: startNs, isResult: false }];
  const end = timeOf(span, END_KEYS);
  const endMs = millisOf(end);
  const agent = textOf(attributes.get("gen_ai.agent.name"));
  const callId = textOf(attributes.get("gen_ai.tool.call.id")) || undefined;
  const given = dataIn(attributes.get("gen_ai.tool.call.arguments"));
  const shared = { path, tool, callId, startMs, endMs, agent, pair: span };
  const isUnreadable = given?.type === "string" && given.value.trim() !== "";
  const call: Draft = {
    ...shared,
    type: "call",
    arguments: isUnreadable ? undefined : orEmpty(given),
    argumentsPath: path,
  };
  const moments: Moment[] = [{ draft: call, ns: startNs, isResult: false }];
  if (end === undefined && start !== undefined) return moments;
  const result = dataIn(attributes.get("gen_ai.tool.call.result")) ?? nullNode();
  const answer: Draft = { ...shared, type: "result", result, isError: hasFailed(span, attributes) };
  return [...moments, { draft: answer, ns: end ?? startNs, isResult: true }];
}

function orEmpty(node: JsonNode | undefined): JsonNode {
  return node === undefined || node.type === "null" || node.type === "string"
    ? objectNode([])
    : node;
}

function toolOf(span: JsonObject, attributes: Attributes): string | undefined {
  const tool = textOf(attributes.get("gen_ai.tool.name"));
  if (tool !== undefined && tool !== "") return tool;
  if (textOf(attributes.get("gen_ai.operation.name")) !== "execute_tool") return undefined;
  const name = wordIn(span, "name") ?? "";
  return name.replace(/^execute_tool /, "") || "unknown";
}

const ERROR_CODES: ReadonlySet<string> = new Set(["2", "STATUS_CODE_ERROR", "ERROR"]);

function hasFailed(span: JsonObject, attributes: Attributes): boolean {
  const error = attributes.get("error.type");
  if (error !== undefined && error.type !== "null" && textOf(error) !== "") return true;
  const status = memberOf(span, "status");
  const code = status && (memberOf(status, "code") ?? memberOf(status, "status_code"));
  if (code?.type === "number") return ERROR_CODES.has(code.text);
  return ERROR_CODES.has(textOf(code) ?? textOf(status) ?? "");
}

const NANOSECONDS = 1_000_000_000n;

/** Nanoseconds since 1970: a count of them, seconds and nanoseconds apart, or RFC 3339. */
function timeOf(span: JsonObject, keys: readonly string[]): bigint | undefined {
  const key = keys.find((name) => memberOf(span, name) !== undefined);
  const node = key === undefined ? undefined : memberOf(span, key);
  if (key === undefined || node === undefined) return undefined;
  if (node.type === "array") {
    const [seconds, rest] = node.items.map((item) => wholeOf(item));
    return seconds === undefined ? undefined : seconds * NANOSECONDS + (rest ?? 0n);
  }
  if (/nano$/i.test(key)) return wholeOf(node);
  const given = node.type === "number" ? Number(node.text) : textOf(node);
  if (typeof given === "number") return nanosOf(instantFromMs(msOfNumber(given)));
  const read = given === undefined ? undefined : readTimestamp(given, "");
  return read === undefined || "code" in read ? undefined : nanosOf(read);
}

function nanosOf({ seconds, nanosecond }: { seconds: number; nanosecond: number }): bigint {
  return BigInt(seconds) * NANOSECONDS + BigInt(nanosecond);
}

const MOST_DIGITS = 25;

function wholeOf(node: JsonNode): bigint | undefined {
  const text = node.type === "number" ? node.text : (textOf(node) ?? "");
  if (/^[0-9]+$/.test(text) && text.length <= MOST_DIGITS) return BigInt(text);
  const double = Number(text);
  return text !== "" && Number.isSafeInteger(double) ? BigInt(double) : undefined;
}

/** To a thousandth of a millisecond, which doubles hold apart. */
function millisOf(ns: bigint | undefined): number | undefined {
  return ns === undefined ? undefined : Number(ns / 1000n) / 1000;
}
