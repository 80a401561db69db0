/**
 * `bun run bench [--rounds N] [--write]`: the service against handlers that were written by hand for one tool and
 * answer the same bytes, and against an empty Elysia application compiled alike. All are alive at once and take
 * turns; every figure is a ratio of medians. Ends with 1 where one is outside its bound.
 */
import { copyFile, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { install } from "../support/npm-packages.ts";
import { tell } from "../support/proof.ts";
import { readAddress } from "../support/server.ts";
import { type Load, load, overHttp } from "./load.ts";
import { median, residentMegabytes } from "../support/measured.ts";

const ROUNDS = Number(argument("rounds") ?? 7);
const SECONDS = 2;
const STARTS = 15;
/** Node comes as a package for each system. */
const NODE = `node-${process.platform}-${process.arch}`;
const FASTIFY = ["fastify@5.12.8", `${NODE}@26.10.0`];
const FEWEST_MEGABYTES = 165;

const folder = await mkdtemp(`${tmpdir()}/bench-`);
const data = ["--data", folder];
const unlimited = ["dist/purebox", "serve", "--port", "0", "--log", "off", "--limits", "off"];
const WIDE = "run.perMinute=1000000000,run.concurrent=1000000,keyless=1000000000,keyed=1000000000";
const limited = [...unlimited.slice(0, -1), WIDE, ...data];
/**
 * As most will start it: limits on, a log, a store in the usual place. Its file is as new as that of the peer: the
 * kernel holds what was just written in larger pieces, which start a tenth sooner.
 */
const copy = `${folder}/purebox`;
const service = [copy, "serve", "--port", "0", ...data];

function argument(name: string): string | undefined {
  const place = process.argv.indexOf(`--${name}`);
  return place < 0 ? undefined : process.argv[place + 1];
}

/** A peer compiled as purebox is. */
async function compiled(name: string): Promise<readonly string[]> {
  const outfile = `${folder}/${name}`;
  await Bun.build({
    entrypoints: [`tests/bench/peers/${name}.ts`],
    target: "bun",
    format: "esm",
    splitting: true,
    bytecode: true,
    minify: { syntax: true, whitespace: true, identifiers: false },
    compile: { outfile, autoloadDotenv: false, autoloadBunfig: false },
  });
  return [outfile];
}

/** Fastify is installed for the run; undefined where it cannot be. */
async function fastify(): Promise<readonly string[] | undefined> {
  const at = `${folder}/fastify`;
  const { failure } = await install(at, FASTIFY);
  if (failure !== undefined) {
    missing.push(`Fastify was not measured: ${failure}.`);
    return undefined;
  }
  await Bun.build({
    entrypoints: ["tests/bench/peers/fastify.ts"],
    target: "node",
    format: "esm",
    external: ["fastify"],
    outdir: at,
    naming: "[name].mjs",
  });
  return [`${at}/node_modules/${NODE}/bin/node`, `${at}/fastify.mjs`];
}

interface Started {
  readonly base: string;
  readonly child: Bun.Subprocess;
  readonly millis: number;
}

/** From spawn to the first answer. */
async function start(command: readonly string[], path: string): Promise<Started> {
  const began = performance.now();
  const child = Bun.spawn([...command], { stdout: "pipe", stderr: "ignore" });
  const base = new URL(await readAddress(child.stdout)).origin;
  const answer = await fetch(base + path);
  await answer.arrayBuffer();
  return { base, child, millis: performance.now() - began };
}

async function stop({ child }: Started): Promise<void> {
  child.kill("SIGKILL");
  await child.exited;
}

interface Bound {
  readonly side: "at most" | "at least";
  readonly bound: number;
}

let outside = 0;
const figures: string[][] = [];
/** What the summary says, by what is compared. */
const ratios: Record<string, string> = {};
const missing: string[] = [];

function report(name: string, value: number, of: number, bound?: Bound): string {
  const ratio = value / of;
  const holds = !bound || (bound.side === "at most" ? ratio <= bound.bound : ratio >= bound.bound);
  if (!holds) outside++;
  figures.push([
    name,
    value.toFixed(1),
    of.toFixed(1),
    ratio.toFixed(2),
    bound ? `${bound.side} ${bound.bound}` : "",
    bound ? (holds ? "yes" : "no") : "",
  ]);
  return ratio.toFixed(2);
}

const atMost = (bound: number): Bound => ({ side: "at most", bound });
const atLeast = (bound: number): Bound => ({ side: "at least", bound });

async function measureStart(empty: readonly string[]): Promise<void> {
  const millis = { empty: [] as number[], service: [] as number[] };
  const memory = { empty: [] as number[], service: [] as number[] };
  for (let round = 0; round < STARTS; round++) {
    for (const [name, command, path] of [
      ["empty", empty, "/"],
      ["service", service, "/api"],
    ] as const) {
      const started = await start(command, path);
      millis[name].push(started.millis);
      await Bun.sleep(50);
      memory[name].push(await residentMegabytes(started.child.pid));
      await stop(started);
    }
  }
  ratios["start"] = report(
    "Start to the first answer, ms, against an empty Elysia application",
    median(millis.service),
    median(millis.empty),
    atMost(1.3),
  );
  ratios["memory"] = report(
    "Memory after it, MB, against the same",
    median(memory.service),
    median(memory.empty),
    atMost(1.2),
  );
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

const HEADERS = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
};

interface Target {
  readonly server: Started;
  readonly path: string;
  readonly body: object;
  readonly token?: string;
}

type Name = "handler" | "bun" | "fastify" | "run" | "mcp" | "keyless" | "keyed";

async function createKey(): Promise<string> {
  const command = ["dist/purebox", "keys", "create", "--subject", "bench", ...data];
  const child = Bun.spawn(command, { stdout: "pipe", stderr: "ignore" });
  return (await new Response(child.stdout).text()).trim();
}

async function targets(): Promise<Partial<Record<Name, Target>>> {
  const installed = await fastify();
  const peer = async (command: readonly string[]): Promise<Target> => ({
    server: await start(command, "/"),
    path: "/run",
    body: call,
  });
  const [open, wide] = [await start(unlimited, "/api"), await start(limited, "/api")];
  return {
    handler: await peer(await compiled("handler")),
    bun: await peer(await compiled("bun-serve")),
    ...(installed ? { fastify: await peer(installed) } : {}),
    run: { server: open, path: "/api/run", body: call },
    mcp: { server: open, path: "/mcp", body: message },
    keyless: { server: wide, path: "/api/run", body: call },
    keyed: { server: wide, path: "/api/run", body: call, token: await createKey() },
  };
}

/** The handlers do the same work, or nothing is compared. */
async function checkSame(all: readonly Target[]): Promise<void> {
  const answers = await Promise.all(
    all.map(async ({ server, path, body }) => {
      const answer = await fetch(server.base + path, {
        method: "POST",
        headers: HEADERS,
        body: JSON.stringify(body),
      });
      return (await answer.text()).replace(/"processing_time_ms":\d+/, "");
    }),
  );
  if (new Set(answers).size > 1) throw new Error("The handlers answer other bytes than purebox");
}

async function measureLoad(): Promise<void> {
  const all = await targets();
  const same = ["handler", "bun", "fastify", "run"] as const;
  await checkSame(same.flatMap((name) => all[name] ?? []));
  const runs = new Map<string, Load[]>();
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [name, { server, path, body, token }] of Object.entries(all)) {
      const calls = overHttp({
        url: new URL(server.base + path),
        headers: { ...HEADERS, ...(token ? { authorization: `Bearer ${token}` } : {}) },
        body: JSON.stringify(body),
        holds: '"success":true',
      });
      const measured = await load(server.child.pid, calls, SECONDS);
      // The first round warms up.
      if (round > 0) runs.set(name, [...(runs.get(name) ?? []), measured]);
    }
  }
  await Promise.all([...new Set(Object.values(all).map(({ server }) => server))].map(stop));
  const rate = (name: Name) => median((runs.get(name) ?? []).map((run) => run.callsPerSecond));
  const cpu = (name: Name) => median((runs.get(name) ?? []).map((run) => run.cpuMicros));
  const compare = (what: string, name: Name, of: Name, bound?: Bound) => {
    if (!all[name] || !all[of]) return;
    ratios[`${name} / ${of}`] = report(`${what}: calls a second`, rate(name), rate(of), bound);
    report(`${what}: µs of processor time a call, turned round`, cpu(of), cpu(name), bound);
  };
  compare(
    "POST /api/run against an Elysia handler of the same work",
    "run",
    "handler",
    atLeast(0.8),
  );
  compare("the same against Bun.serve with nothing around it", "run", "bun");
  compare("the same against Fastify on Node", "run", "fastify");
  compare("MCP tools/call against POST /api/run", "mcp", "run", atLeast(0.85));
  compare("limits, no key, against no limits", "keyless", "run", atLeast(0.9));
  compare("limits and a key with a quota, against no limits", "keyed", "run", atLeast(0.9));
}

function summary(): string {
  const onNode = ratios["run / fastify"];
  const handlers = [
    `${ratios["run / handler"]} × the calls a second of an Elysia handler for this one tool`,
    `${ratios["run / bun"]} × of Bun.serve with nothing around it`,
    ...(onNode ? [`${onNode} × of Fastify on Node`] : []),
  ];
  return [
    `A call that lays out ${document.length} characters of JSON, with peers that answer the same bytes: ${handlers.join(", ")}.`,
    `Over MCP ${ratios["mcp / run"]} × of POST /api/run, with limits ${ratios["keyless / run"]} ×, with a key and its quota ${ratios["keyed / run"]} ×.`,
    `A start takes ${ratios["start"]} × the time and ${ratios["memory"]} × the memory of an empty Elysia application. ${ROUNDS} rounds in turns, medians.`,
  ].join(" ");
}

async function measureSize(): Promise<void> {
  const megabytes = (await stat("dist/purebox")).size / 1e6;
  report("Size of the executable, MB, against the bound", megabytes, FEWEST_MEGABYTES, atMost(1));
}

try {
  await measureSize();
  const empty = await compiled("empty");
  await copyFile("dist/purebox", copy);
  await measureStart(empty);
  await measureLoad();
} finally {
  await rm(folder, { recursive: true, force: true });
}
await tell({
  name: "service",
  title: "The service against handlers written by hand",
  command: "bun run bench",
  summary: summary(),
  tables: [
    {
      title: "purebox against its peers",
      columns: ["figure", "purebox", "peer", "ratio", "bound", "within"],
      rows: figures,
    },
  ],
  notes: [
    "The handlers parse, count, lay out and answer; what they leave out is what purebox is for: any tool, digits and repeated keys kept, located errors, receipts.",
    ...missing,
  ],
});
console.log(outside === 0 ? "\nall within bounds" : `\n${outside} outside bounds`);
process.exitCode = outside === 0 ? 0 : 1;
