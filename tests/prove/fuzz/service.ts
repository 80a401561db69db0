/** The executable as a service whose own words are heard: what it logs besides requests is a finding. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { commandOf } from "../../support/program.ts";
import { PATIENT, readAddress } from "../../support/server.ts";

export interface HeardService {
  readonly base: string;
  /** Events of its log that are no requests: bugs, and that it had to start again. */
  readonly events: readonly Event[];
  /** Whether it still runs, and says that it is well. */
  isWell(): Promise<boolean>;
  stop(): Promise<void>;
}

export interface Event {
  readonly event: string;
  readonly [detail: string]: unknown;
}

/** Limits are so wide that it is asked what is answered, not how soon. */
export async function startHeard(): Promise<HeardService> {
  const folder = await mkdtemp(`${tmpdir()}/fuzz-`);
  const words = ["serve", "--port", "0", "--log", "json", "--data", folder, ...PATIENT];
  const child = Bun.spawn([...commandOf("binary"), ...words], {
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    env: { ...process.env, BUN_OPTIONS: "--no-orphans" },
  });
  const base = await readAddress(child.stdout);
  const events: Event[] = [];
  const hearing = hear(child.stderr, events);
  let isWanted = true;
  const ended = child.exited.then(async (code) => {
    await hearing;
    if (isWanted) events.push({ event: "ended by itself", code, signal: child.signalCode });
  });
  return {
    base,
    events,
    async isWell() {
      if (child.exitCode !== null || child.signalCode !== null) return false;
      const health = await fetch(`${base}/healthz`).catch(() => undefined);
      return health?.status === 200;
    },
    async stop() {
      isWanted = child.exitCode !== null || child.signalCode !== null;
      child.kill();
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

async function hear(stream: ReadableStream<Uint8Array<ArrayBuffer>>, events: Event[]) {
  let rest = "";
  for await (const chunk of stream.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const event = readEvent(line);
      if (event.event !== "request") events.push(event);
    }
  }
}

function readEvent(line: string): Event {
  try {
    return JSON.parse(line) as Event;
  } catch {
    return { event: "said", line };
  }
}
