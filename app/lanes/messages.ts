/** What the pool and its processes tell each other. */
import type { RunClock } from "../run/clock.ts";

export interface JobMessage {
  readonly id: number;
  readonly toolId: string;
  /** JSON, which is faster to hand over than the value itself. */
  readonly input: string;
  readonly clock: RunClock;
  readonly publicUrl: string;
}

export type ReplyMessage =
  /** Sent once, when jobs can be taken. */
  | { readonly ready: true }
  /** The outcome as JSON, which is faster to hand over than the value itself. */
  | { readonly id: number; readonly outcome: string }
  /** The tool threw: a bug, with the stack of our own files. */
  | { readonly id: number; readonly crash: string };
