/** Points of time in events. */
import type { Entry } from "../../../_core/tool.ts";
import { memberOf } from "../../json/tree/members.ts";
import type { JsonNode, JsonObject } from "../../json/tree/tree.ts";
import { readTimestamp } from "../../fields/timestamp-field.ts";
import { beginning } from "../../text/shown.ts";

/** The members that hold an event's time; the first that is there counts. */
export const TIME_KEYS = ["time", "timestamp", "ts", "at"] as const;

export interface EventTime {
  readonly ms: number | undefined;
  /** As it was written; undefined where it is a number, and where there is none. */
  readonly text: string | undefined;
}

/** The time of an event that stands at `path`. */
export function timeOfEvent(
  event: JsonObject,
  path: string,
): EventTime | { readonly error: Entry<"TYPE"> } {
  const key = TIME_KEYS.find((name) => (memberOf(event, name)?.type ?? "null") !== "null");
  const node = key === undefined ? undefined : memberOf(event, key);
  const ms = readTime(node, `${path}/${key}`);
  if (typeof ms === "object") return ms;
  return { ms, text: node?.type === "string" ? node.value : undefined };
}

/** In milliseconds since 1970 it would be a day of 1973: who counts from 1970 in less counts seconds. */
const LEAST_MS = 1e11;
const DIGITS_OF_MS = 6;

/** Milliseconds of a number of them, or of seconds, since 1970; their size tells which. */
export function msOfNumber(number: number): number {
  if (Math.abs(number) >= LEAST_MS || !Number.isFinite(number)) return number;
  // Digits beyond nanoseconds come from the multiplication.
  return Number((number * 1000).toFixed(DIGITS_OF_MS));
}

/** Milliseconds since 1970 of a number or of RFC 3339 text; undefined where there is no time. */
function readTime(
  node: JsonNode | undefined,
  path: string,
): number | undefined | { readonly error: Entry<"TYPE"> } {
  if (node === undefined || node.type === "null") return undefined;
  if (node.type === "number") return msOfNumber(Number(node.text));
  const read = node.type === "string" ? readTimestamp(node.value, path) : undefined;
  if (read !== undefined && !("code" in read))
    return read.seconds * 1000 + read.nanosecond / 1_000_000;
  const expected = "seconds or milliseconds since 1970, or RFC 3339 text";
  const found =
    node.type === "string" ? JSON.stringify(beginning(node.value, LONGEST_SHOWN)) : node.type;
  const message = `Cannot use ${path}: found ${found}, expected ${expected}`;
  return { error: { code: "TYPE", message, path, expected } };
}

const LONGEST_SHOWN = 60;
