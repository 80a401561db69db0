/** Starts the service as its users do, from source and as the compiled binary. */
import { afterAll } from "bun:test";
import { type Build, commandOf } from "./program.ts";

export interface Server {
  readonly base: string;
  readonly process: Bun.Subprocess<"ignore", "pipe", "inherit">;
  stop(): Promise<void>;
}

const ENOUGH = 1_000_000;
/** Arguments where it is asked what is answered, not how soon: a call may take so many seconds. */
export const patientFor = (seconds: number): readonly string[] => [
  "--limits",
  [
    ...["run", "batch", "mcp"].flatMap((route) => [
      `${route}.seconds=${seconds}`,
      `${route}.perMinute=${ENOUGH}`,
      `${route}.concurrent=100`,
    ]),
    `keyless=${ENOUGH}`,
  ].join(","),
];
/** Other tests run beside those. */
export const PATIENT = patientFor(60);

/** Waits for the first line, which says the address. Without limits and without a log, if `args` do not say otherwise. */
export async function startServer(
  build: Build,
  args: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): Promise<Server> {
  const child = Bun.spawn([...commandOf(build), "serve", "--port", "0", ...args], {
    stdin: "ignore",
    stdout: "pipe",
    stderr: "inherit",
    env: {
      ...process.env,
      PUREBOX_PORT: "",
      PUREBOX_LIMITS: "off",
      PUREBOX_LOG: "off",
      NODE_ENV: "production",
      // A test that is filtered out ends nothing that it would have used.
      BUN_OPTIONS: "--no-orphans",
      ...environment,
    },
  });
  const base = await readAddress(child.stdout);
  return {
    base,
    process: child,
    async stop() {
      child.kill();
      await child.exited;
    },
  };
}

/** The address in the first line. */
export async function readAddress(stdout: ReadableStream<Uint8Array>): Promise<string> {
  let text = "";
  for await (const chunk of stdout) {
    text += new TextDecoder().decode(chunk);
    const address = /http:\/\/\S+/.exec(text)?.[0];
    if (text.includes("\n") && address) return address;
  }
  throw new Error(`The server ended without an address: ${text}`);
}

/** A server for all tests of a file, stopped after them. */
export async function sharedServer(build: Build): Promise<Server> {
  const server = await startServer(build);
  afterAll(() => server.stop());
  return server;
}
