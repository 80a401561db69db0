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
const service = ["dist/purebox", "serve", "--port", "0"];

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
  const child = Bun.spawn([...command], { stdout: "pipe", stderr: "inherit" });
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

async function measureLoad(): Promise<void> {
  const peerServer = await start(peer, "/");
  const server = await start(service, "/api");
  const runs: Record<"peer" | "run" | "mcp", Load[]> = { peer: [], run: [], mcp: [] };
  for (let round = 0; round <= ROUNDS; round++) {
    const at = async (name: keyof typeof runs, started: Started, path: string, body: object) => {
      const measured = await load(
        new URL(started.base + path),
        JSON.stringify(body),
        started.child.pid,
        SECONDS,
      );
      // The first round warms up.
      if (round > 0) runs[name].push(measured);
    };
    await at("peer", peerServer, "/run", call);
    await at("run", server, "/api/run", call);
    await at("mcp", server, "/mcp", message);
  }
  await Promise.all([stop(peerServer), stop(server)]);
  const rate = (name: keyof typeof runs) => median(runs[name].map((run) => run.requestsPerSecond));
  const cpu = (name: keyof typeof runs) => median(runs[name].map((run) => run.cpuMicros));
  console.log(`body of ${JSON.stringify(call).length} bytes, ${ROUNDS} rounds of ${SECONDS} s`);
  report(
    "POST /api/run per second, against a validated POST",
    rate("run"),
    rate("peer"),
    "at least",
    0.6,
  );
  report("its processor time, µs (peer ÷ service)", cpu("peer"), cpu("run"), "at least", 0.6);
  report(
    "MCP tools/call per second, against POST /api/run",
    rate("mcp"),
    rate("run"),
    "at least",
    0.6,
  );
  report("its processor time, µs (run ÷ mcp)", cpu("run"), cpu("mcp"), "at least", 0.6);
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
