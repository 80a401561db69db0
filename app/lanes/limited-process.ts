/** Starts a process that may have only so much memory and goes behind the others. */
import type { Subprocess } from "bun";

/**
 * The engine reserves far more for compiled code than a limited process may have, and without it runs everything
 * twenty times slower; so much is enough.
 */
const COMPILED_CODE_BYTES = 64 << 20;

/**
 * Sets what limits the system has and becomes the program, so that the child is the process that is killed.
 * One option for each call: dash ignores all of them in a call with two. Who answers light calls goes first.
 */
const LIMITED =
  'ulimit -c 0; ulimit -d "$1" 2>/dev/null; shift; command -v nice >/dev/null && exec nice -n 10 "$@"; exec "$@"';

interface Hearing {
  hear(message: unknown): void;
  exit(): void;
}

/** `memory` is what the process may have for itself, in KiB. */
export function startLimited(
  command: readonly string[],
  memory: number,
  { hear, exit }: Hearing,
): Subprocess {
  const child = Bun.spawn(limited(command, memory), {
    serialization: "advanced",
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...Bun.env,
      BUN_JSC_jitMemoryReservationSize: String(COMPILED_CODE_BYTES),
      // Garbage is collected by the memory that the process may have, not by that of the machine. A third of it, as
      // what is reserved counts like what is used.
      BUN_JSC_forceRAMSize: String((memory * 1024) / 3),
      // An orphan that spins would outlive a killed parent.
      BUN_OPTIONS: "--no-orphans",
    },
    ipc: hear,
    onExit: exit,
  });
  child.unref();
  return child;
}

function limited(command: readonly string[], memory: number): string[] {
  if (process.platform === "win32") return [...command];
  return ["/bin/sh", "-c", LIMITED, "sh", String(memory), ...command];
}
