/** `{ id: status }`, or `[{ id, status, durationMs?, message? }]`. */
import { stripAnsi } from "../../text/log-lines.ts";
import type { JsonObject } from "../../json/tree/tree.ts";
import type { Attempt, Attempts, Status } from "./report.ts";
import { millisOf } from "./duration.ts";

const WORDS: ReadonlyMap<string, Status> = new Map(
  Object.entries({
    passed: ["pass", "passed", "ok", "p"],
    failed: ["fail", "failed", "f"],
    error: ["error", "e"],
    skipped: ["skip", "skipped", "pending", "todo", "s"],
    flaky: ["flaky"],
  } as const).flatMap(([status, words]) => words.map((word) => [word, status as Status] as const)),
);

/** What a word says of a test, in any letter case. */
export function readStatus(word: string): Status | undefined {
  return WORDS.get(word.toLowerCase());
}

/** Keys that stand there twice are two results of a test; undefined where a value is no status. */
export function readStatusObject({ members }: JsonObject): Attempts | undefined {
  const attempts: Attempt[] = [];
  for (const { key: id, value } of members) {
    const status = value.type === "string" ? readStatus(value.value) : undefined;
    if (status === undefined) return undefined;
    attempts.push({ id, status, durationMs: null });
  }
  return { attempts };
}

/** Undefined where an item has no id or no status. */
export function readStatusList(items: readonly unknown[]): Attempts | undefined {
  const attempts: Attempt[] = [];
  for (const item of items) {
    if (typeof item !== "object" || item === null) return undefined;
    const { id, status: word, durationMs, message } = item as Record<string, unknown>;
    const status = typeof word === "string" ? readStatus(word) : undefined;
    if (typeof id !== "string" || status === undefined) return undefined;
    attempts.push({
      id,
      status,
      durationMs: millisOf(durationMs),
      message: typeof message === "string" ? stripAnsi(message) : undefined,
    });
  }
  return { attempts };
}
