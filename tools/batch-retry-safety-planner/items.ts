/** The requests of a batch as they are given, with their defaults. */
import { Type } from "@sinclair/typebox";
import { type Entry, fail, type Outcome } from "../_core/tool.ts";
import { readShaped } from "../_lib/fields/shaped-field.ts";
import { quoted } from "../_lib/text/shown.ts";
import { readRetryAfter } from "../_lib/web/http/retry-after.ts";
import type { Failure, Warning } from "../batch-retry-safety-planner.ts";

export const MOST_ITEMS = 2000;

export interface Item {
  readonly id: string;
  readonly method: string;
  readonly status: number | undefined;
  readonly error: string | undefined;
  readonly attempts: number;
  readonly hasKey: boolean;
  /** How long the server asks to wait. */
  readonly retryAfterMs: number;
}

const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(type: T) =>
  Type.Optional(Type.Union([type, Type.Null()]));

const ID = Type.Union([Type.String(), Type.Number()]);

const ITEMS = Type.Array(
  Type.Object({
    id: ID,
    method: nullable(Type.String()),
    status: nullable(Type.Integer({ minimum: 0, maximum: 999 })),
    error: nullable(Type.String()),
    attempts: nullable(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
    idempotencyKey: nullable(ID),
    idempotent: nullable(Type.Boolean()),
    retryAfter: nullable(ID),
  }),
  { minItems: 1, maxItems: MOST_ITEMS },
);

export type ItemsRead =
  | { readonly items: readonly Item[]; readonly warnings: readonly Entry<Warning>[] }
  | { readonly failure: Outcome<never, Failure, never> };

const PATH = "/items";

export function readItems(field: unknown, nowMs: number): ItemsRead {
  const read = readShaped(field, PATH, ITEMS);
  if (read.failure) return { failure: read.failure };
  const warnings: Entry<Warning>[] = [...read.warnings];
  const items = read.value.map((given, index): Item => {
    const key = given.idempotencyKey ?? "";
    return {
      id: String(given.id),
      method: given.method ?? "GET",
      status: given.status ?? undefined,
      error: given.error?.trim() || undefined,
      attempts: given.attempts ?? 1,
      hasKey: key !== "" || given.idempotent === true,
      retryAfterMs: retryAfterOf(given.retryAfter, index, { nowMs, warnings }),
    };
  });
  const [repeated, ...others] = repeatedIds(items);
  if (repeated) return { failure: fail<never, Failure>([repeated, ...others]) };
  return { items, warnings };
}

interface Found {
  readonly nowMs: number;
  readonly warnings: Entry<Warning>[];
}

function retryAfterOf(
  given: string | number | null | undefined,
  index: number,
  { nowMs, warnings }: Found,
): number {
  if (given === undefined || given === null) return 0;
  const ms = readRetryAfter(String(given), nowMs);
  if (ms === undefined) {
    const shown = quoted(String(given));
    const message = `The retryAfter ${shown} is neither seconds nor an HTTP date, and is ignored`;
    warnings.push({ code: "RETRY_AFTER_INVALID", message, path: `${PATH}/${index}/retryAfter` });
  }
  return ms ?? 0;
}

function repeatedIds(items: readonly Item[]): Entry<"DUPLICATE_ID">[] {
  const places = new Map<string, number>();
  const repeated: Entry<"DUPLICATE_ID">[] = [];
  for (const [index, { id }] of items.entries()) {
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
