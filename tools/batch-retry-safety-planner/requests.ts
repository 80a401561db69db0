/** The requests of a batch as they are given, with their defaults. */
import { type Entry, fail } from "../_core/tool.ts";
import { quoted } from "../_lib/text/shown.ts";
import { readRetryAfter } from "../_lib/web/http/retry-after.ts";
import type { Item } from "../batch-retry-safety-planner.ts";

export interface Request {
  readonly id: string;
  readonly method: string;
  readonly status: number | undefined;
  readonly error: string | undefined;
  readonly attempts: number;
  readonly hasKey: boolean;
  /** How long the server asks to wait. */
  readonly retryAfterMs: number;
}

const PATH = "/items";

/** The requests with their defaults, and what of them is ignored. */
export function readRequests(items: readonly Item[], nowMs: number) {
  const [repeated, ...others] = repeatedIds(items);
  if (repeated) return { failure: fail([repeated, ...others]) };
  const ignored: Entry<"RETRY_AFTER_INVALID">[] = [];
  const requests = items.map((item, index): Request => {
    const key = item.idempotencyKey ?? "";
    return {
      id: String(item.id),
      method: item.method ?? "GET",
      status: item.status ?? undefined,
      error: item.error?.trim() || undefined,
      attempts: item.attempts ?? 1,
      hasKey: key !== "" || item.idempotent === true,
      retryAfterMs: retryAfterOf(item.retryAfter, index, { nowMs, ignored }),
    };
  });
  return { requests, ignored };
}

interface Found {
  readonly nowMs: number;
  readonly ignored: Entry<"RETRY_AFTER_INVALID">[];
}

function retryAfterOf(given: Item["retryAfter"], index: number, { nowMs, ignored }: Found): number {
  if (given === undefined || given === null) return 0;
  const ms = readRetryAfter(String(given), nowMs);
  if (ms === undefined) {
    const shown = quoted(String(given));
    const message = `The retryAfter ${shown} is neither seconds nor an HTTP date, and is ignored`;
    ignored.push({ code: "RETRY_AFTER_INVALID", message, path: `${PATH}/${index}/retryAfter` });
  }
  return ms ?? 0;
}

function repeatedIds(items: readonly Item[]): Entry<"DUPLICATE_ID">[] {
  const places = new Map<string, number>();
  const repeated: Entry<"DUPLICATE_ID">[] = [];
  for (const [index, item] of items.entries()) {
    const id = String(item.id);
    const first = places.get(id);
    if (first === undefined) {
      places.set(id, index);
      continue;
    }
    const found = `${quoted(id)}, which ${PATH}/${first} has`;
    const message = `Cannot tell items apart: found the id ${found}, expected another`;
    repeated.push({ code: "DUPLICATE_ID", message, path: `${PATH}/${index}/id` });
  }
  return repeated;
}
