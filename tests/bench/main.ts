/**
 * `bun run bench`: the service against an empty Elysia application, both compiled alike and measured in the
 * same run. Every figure is a ratio; the last line says whether all of them are within their bounds.
 */
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { type Load, load } from "./load.ts";

const ROUNDS = 3;
const SECONDS = 2;
const STARTS = 15;

interface Started {
  readonly base: string;
  readonly child: Bun.Subprocess;
  readonly millis: number;
}

const folder = await mkdtemp(`${tmpdir()}/bench-`);
const peer = [`${folder}/peer`];
const unlimited = ["dist/purebox", "serve", "--port", "0", "--log", "off", "--limits", "off"];
const WIDE = "run.perMinute=1000000000,run.concurrent=1000000,keyless=1000000000,keyed=1000000000";
const data = ["--data", folder];
const limited = [...unlimited.slice(0, -1), WIDE, ...data];
/** As most will start it: limits on, a log, a store in the usual place. */
const service = ["dist/purebox", "serve", "--port", "0", ...data];

await Bun.build({
  entrypoints: ["tests/bench/peer.ts"],
  target: "bun",
  format: "esm",
  splitting: true,
  bytecode: true,
  minify: { syntax: true, whitespace: true, identifiers: false },
  compile: { outfile: peer[0] as string, autoloadDotenv: false, autoloadBunfig: false },
});

/** From spawn to the first answer. */
async function start(command: readonly string[], path: string): Promise<Started> {
  const began = performance.now();
  const child = Bun.spawn([...command], { stdout: "pipe", stderr: "ignore" });
  const reader = child.stdout.getReader();
  const { value } = await reader.read();
  const base = /http:\/\/\S+/.exec(new TextDecoder().decode(value))?.[0];
  if (base === undefined) throw new Error(`${command[0]} did not say its address`);
  const answer = await fetch(base + path);
  await answer.arrayBuffer();
  return { base, child, millis: performance.now() - began };
}

async function stop({ child }: Started): Promise<void> {
  child.kill("SIGKILL");
  await child.exited;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

async function residentKilobytes(pid: number): Promise<number> {
  const status = await Bun.file(`/proc/${pid}/status`).text();
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]);
}

async function measureStart(): Promise<void> {
  const millis = { peer: [] as number[], service: [] as number[] };
  const memory = { peer: [] as number[], service: [] as number[] };
  for (let round = 0; round < STARTS; round++) {
    for (const [name, command, path] of [
      ["peer", peer, "/"],
      ["service", service, "/api"],
    ] as const) {
      const started = await start(command, path);
      millis[name].push(started.millis);
      await Bun.sleep(50);
      memory[name].push(await residentKilobytes(started.child.pid));
      await stop(started);
    }
  }
  report("cold start, ms", median(millis.service), median(millis.peer), "at most", 1.5);
  report("idle memory, KB", median(memory.service), median(memory.peer), "at most", 1.5);
}

const document = JSON.stringify({
  items: Array.from({ length: 24 }, (_, id) => ({ id, name: `item ${id}`, price: id * 1.5 })),
});
const call = { tool_id: "json-formatter", input: { input: document } };
const message = {
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "run_tool", arguments: call },
};

const RUNS = ["peer", "run", "mcp", "keyless", "keyed"] as const;

async function measureLoad(): Promise<void> {
  const servers = {
    peer: await start(peer, "/"),
    open: await start(unlimited, "/api"),
    limited: await start(limited, "/api"),
  };
  const token = await createKey();
  const targets = {
    peer: { server: servers.peer, path: "/run", body: call, token: undefined },
    run: { server: servers.open, path: "/api/run", body: call, token: undefined },
    mcp: { server: servers.open, path: "/mcp", body: message, token: undefined },
    keyless: { server: servers.limited, path: "/api/run", body: call, token: undefined },
    keyed: { server: servers.limited, path: "/api/run", body: call, token },
  };
  const runs: Record<(typeof RUNS)[number], Load[]> = {
    peer: [],
    run: [],
    mcp: [],
    keyless: [],
    keyed: [],
  };
  for (let round = 0; round <= ROUNDS; round++) {
    for (const name of RUNS) {
      const { server, path, body, token: bearer } = targets[name];
      const target = { url: new URL(server.base + path), pid: server.child.pid, token: bearer };
      const measured = await load(target, JSON.stringify(body), SECONDS);
      // The first round warms up.
      if (round > 0) runs[name].push(measured);
    }
  }
  await Promise.all(Object.values(servers).map(stop));
  type Name = (typeof RUNS)[number];
  const rate = (name: Name) => median(runs[name].map((run) => run.requestsPerSecond));
  const cpu = (name: Name) => median(runs[name].map((run) => run.cpuMicros));
  const compare = (what: string, name: Name, of: Name, bound: number) => {
    report(`${what}, per second`, rate(name), rate(of), "at least", bound);
    report("  its processor time, µs, turned round", cpu(of), cpu(name), "at least", bound);
  };
  console.log(`body of ${JSON.stringify(call).length} bytes, ${ROUNDS} rounds of ${SECONDS} s`);
  compare("POST /api/run against a validated POST", "run", "peer", 0.6);
  compare("MCP tools/call against POST /api/run", "mcp", "run", 0.6);
  compare("limits, no key, against no limits", "keyless", "run", 0.85);
  compare("limits and a key with a quota, against no limits", "keyed", "run", 0.85);
}

async function createKey(): Promise<string> {
  const command = ["dist/purebox", "keys", "create", "--subject", "bench", ...data];
  const child = Bun.spawn(command, { stdout: "pipe", stderr: "ignore" });
  return (await new Response(child.stdout).text()).trim();
}

let outside = 0;

function report(
  name: string,
  value: number,
  of: number,
  side: "at most" | "at least",
  bound: number,
): void {
  const ratio = value / of;
  const holds = side === "at most" ? ratio <= bound : ratio >= bound;
  if (!holds) outside++;
  const figures = `${value.toFixed(1)} / ${of.toFixed(1)} = ${ratio.toFixed(2)}`;
  console.log(`${holds ? "ok  " : "MISS"} ${name}: ${figures} (${side} ${bound})`);
}

await measureStart();
await measureLoad();
console.log(outside === 0 ? "all within bounds" : `${outside} outside bounds`);
process.exitCode = outside === 0 ? 0 : 1;
