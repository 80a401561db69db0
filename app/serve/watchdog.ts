/** Starts a service again that answers nobody any more, where no other process looks after it. */
import { selfCommand } from "../lanes/self.ts";
import type { LogFormat } from "./settings.ts";

const BEAT_MS = 250;
const LOOK_MS = 500;
/** Who gives no sign at so many looks in a row is stuck; looks are counted, so that a machine may sleep. */
const MOST_SILENT_LOOKS = 6;

/** What the thread has to know. */
export interface Watched {
  /** One number, which counts the beats. */
  readonly beats: SharedArrayBuffer;
  readonly lookMs: number;
  readonly mostSilentLooks: number;
  /** What the process becomes, under the same id: the program and its words. */
  readonly command: readonly string[];
  readonly log: LogFormat;
}

/** In the executable a thread's program is named from its root, as this module is part of a chunk there. */
const THREAD = Bun.isStandaloneExecutable
  ? "./serve/watchdog-thread.ts"
  : new URL("./watchdog-thread.ts", import.meta.url);

/** A run in one call of the engine cannot be stopped from this thread, so another one looks on. */
export function watch(words: readonly string[], log: LogFormat): void {
  const beats = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const count = new Int32Array(beats);
  setInterval(() => Atomics.add(count, 0, 1), BEAT_MS).unref();
  const thread = new Worker(THREAD, { smol: true });
  thread.unref();
  const command = selfCommand(...words);
  const [lookMs, mostSilentLooks] = [LOOK_MS, MOST_SILENT_LOOKS];
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  thread.postMessage({ beats, lookMs, mostSilentLooks, command, log } satisfies Watched);
}
