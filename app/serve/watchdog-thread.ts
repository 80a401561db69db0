/** The thread that looks on: it waits, and replaces the whole process where that is stuck. */
import { dlopen, ptr } from "bun:ffi";
import { writeSync } from "node:fs";
import { Log } from "./log.ts";
import type { Watched } from "./watchdog.ts";

addEventListener("message", ({ data }: MessageEvent<Watched>) => {
  waitForSilence(data);
  // The other thread, which would else write it, is stuck.
  const log = new Log(data.log, (text) => writeSync(2, text));
  log.event("process silent", { pid: process.pid });
  log.flush();
  become(data.command);
});

/** Who is silent because other programs have the processor is given three times as long. */
const STARVED_LOOK = 1 / 3;

function waitForSilence({ beats, lookMs, mostSilentLooks }: Watched): void {
  const count = new Int32Array(beats);
  const nobodyWakesThis = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  let seen = -1;
  let worked = workedMs();
  for (let silent = 0; silent < mostSilentLooks;) {
    Atomics.wait(nobodyWakesThis, 0, 0, lookMs);
    const now = Atomics.load(count, 0);
    const workedNow = workedMs();
    const isStarved = workedNow - worked < lookMs / 2;
    silent = now === seen ? silent + (isStarved ? STARVED_LOOK : 1) : 0;
    seen = now;
    worked = workedNow;
  }
}

/** Processor time of the whole process. */
function workedMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const LIBC = process.platform === "darwin" ? "libSystem.B.dylib" : "libc.so.6";

/**
 * execve(2): the process goes on as another program with the same id, so that whoever started it need not know. What
 * was open is closed with it. Where the system has no such call the process ends, for its keeper to start again.
 */
function become(command: readonly string[]): void {
  const texts: Uint8Array[] = [];
  const pointers: BigUint64Array[] = [];
  const text = (word: string) => {
    const bytes = new TextEncoder().encode(`${word}\0`);
    texts.push(bytes);
    return ptr(bytes);
  };
  const list = (words: readonly string[]) => {
    const addresses = new BigUint64Array([...words.map((word) => BigInt(text(word))), 0n]);
    pointers.push(addresses);
    return ptr(addresses);
  };
  try {
    const { symbols } = dlopen(LIBC, { execve: { args: ["ptr", "ptr", "ptr"], returns: "i32" } });
    const environment = Object.entries(Bun.env).map(([name, value = ""]) => `${name}=${value}`);
    symbols.execve(text(command[0] ?? ""), list(command), list(environment));
  } finally {
    process.kill(process.pid, "SIGKILL");
  }
}
