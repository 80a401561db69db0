/** What a call may take up: time, and of what its caller is entitled to. */
import type { RegistryEntry } from "../registry-entry.ts";
import { findEntry } from "../registry.ts";

/** Over `mcp` the answer is also wanted for those who see only text. */
export type Door = "http" | "mcp" | "terminal";

export interface Terms {
  /** Who calls: a key or an address. One caller's work waits behind its own, not before that of others. */
  readonly subject?: string | undefined;
  /** Through which the caller came, whose words are its own; HTTP if not given. */
  readonly door?: Door | undefined;
  /** When the answer has to be there, on the clock of `performance.now()`. */
  readonly deadline: number;
  /** Throws or rejects with a `RequestError` where the caller may not use the units, or has no more calls. */
  readonly allow?:
    ((toolIds: readonly string[], calls: number) => void | Promise<void>) | undefined;
  /** Throws or rejects with a `RequestError` where the caller may not use the units; counts nothing. */
  readonly permit?: ((toolIds: readonly string[]) => void | Promise<void>) | undefined;
}

/** How long a single run may take, a batch or pipeline, and a call over MCP. */
export interface Deadlines {
  readonly run: number;
  readonly batch: number;
  readonly mcp: number;
}

export const DEADLINES_MS: Deadlines = { run: 5000, batch: 12_000, mcp: 15_000 };

/** Terms of a caller who is not counted. */
export function within(milliseconds: number, door?: Door): Terms {
  return { deadline: performance.now() + milliseconds, door };
}

/** Whoever uses a kit uses the tools that it composes; what its caller names is known only with the input. */
export function toolsOf({ id, uses }: RegistryEntry): readonly string[] {
  return uses.length === 0 ? [id] : [id, ...uses];
}

/** Calls made in one request: the caller may make all of them, or none is made. */
export async function allowAll(
  calls: readonly { readonly tool_id: string }[],
  { allow }: Terms,
): Promise<void> {
  if (!allow) return;
  // An unknown tool is that call's own failure.
  const entries = calls.flatMap(({ tool_id }) => findEntry(tool_id) ?? []);
  await allow(entries.flatMap(toolsOf), calls.length);
}

/** Lets whatever waits in the event loop go first. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
