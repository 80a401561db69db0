/**
 * `bun run soak [--seconds 600] [--part mixed]`: the executable under hostile clients and under a mixed load. Light
 * calls must stay fast beside them, memory must stay what it was, and nothing may be answered in an unforeseen way.
 *
 * Clients and service share the cores, so the hostile clients are a process of their own that is nice to the
 * others; the light client is this one.
 */
import { detailOf, ENTRIES, loadDetails } from "../../app/registry.ts";
import { HOSTILE_CALLS } from "../support/hostile.ts";
import { HOSTILE_BODIES } from "../support/hostile-bodies.ts";

const SECONDS = Number(argument("seconds") ?? 600);
const ALONE_SECONDS = 5;
const BESIDE_SECONDS = 20;
const LIGHT_CONNECTIONS = 4;
const LIGHT_PAUSE_MS = 5;
const HOSTILE_CLIENTS = 8;
const NICENESS = 10;
const HOSTILE_CALLS_OF_MEMORY = 10_000;
/** Few enough that no call waits behind others until its deadline. */
const CLIENTS_OF_MEMORY = 2;
const SETTLE_MS = 2000;
const SAMPLE_MS = 500;

interface Post {
  readonly path: string;
  readonly body: string;
}

const LIGHT = post({ tool_id: "base64", input: { input: "hello" } });
const BODIES = HOSTILE_BODIES.flatMap(({ body, type }) =>
  typeof body === "string" && type === undefined ? [{ path: "/api/run", body }] : [],
);
/** Calls that end by themselves. */
const ENDING = [
  ...HOSTILE_CALLS.filter(({ code }) => code !== "DEADLINE_EXCEEDED").map(({ call }) => post(call)),
  ...BODIES,
];

function post(call: object): Post {
  return { path: "/api/run", body: JSON.stringify(call) };
}

function argument(name: string): string | undefined {
  const place = process.argv.indexOf(`--${name}`);
  return place < 0 ? undefined : process.argv[place + 1];
}

/** Sends a call and reads the whole answer. */
async function send(base: string, { path, body }: Post): Promise<number> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(base + path, { method: "POST", headers, body });
  await answer.arrayBuffer();
  return answer.status;
}

/** Clients that take one call after the other from the same list, each when its last one is answered. */
async function sendAll(
  base: string,
  calls: readonly Post[],
  { clients, goesOn }: { clients: number; goesOn: (sent: number) => boolean },
): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  let sent = 0;
  const client = async () => {
    while (goesOn(sent)) {
      const status = await send(base, calls[sent++ % calls.length] as Post);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return statuses;
}

function until(seconds: number): () => boolean {
  const end = performance.now() + seconds * 1000;
  return () => performance.now() < end;
}

function shown(statuses: Map<number, number>): string {
  return [...statuses]
    .toSorted(([a], [b]) => a - b)
    .map(([status, count]) => `${count} × ${status}`)
    .join(", ");
}

function quantile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN;
}

let outside = 0;

/** As the other measurements print it: `value` is at most `bound`, or it is a miss. */
function report(name: string, value: number, bound: number, figures: string): void {
  const holds = value <= bound;
  if (!holds) outside++;
  console.log(`${holds ? "ok  " : "MISS"} ${name}: ${figures} (at most ${bound})`);
}

function reportRatio(name: string, value: number, of: number, bound: number): void {
  const ratio = value / of;
  report(name, ratio, bound, `${value.toFixed(2)} / ${of.toFixed(2)} = ${ratio.toFixed(2)}`);
}

interface Service {
  readonly base: string;
  readonly child: Bun.Subprocess;
}

async function start(): Promise<Service> {
  const command = ["dist/purebox", "serve", "--port", "0", "--limits", "off", "--log", "off"];
  const child = Bun.spawn(command, { stdout: "pipe", stderr: "inherit" });
  const { value } = await child.stdout.getReader().read();
  const base = /http:\/\/\S+/.exec(new TextDecoder().decode(value))?.[0];
  if (base === undefined) throw new Error("The service did not say its address");
  return { base, child };
}

/** Milliseconds of light calls. */
async function lightTimes(base: string, seconds: number): Promise<number[]> {
  const times: number[] = [];
  const goesOn = until(seconds);
  const client = async () => {
    while (goesOn()) {
      const sent = performance.now();
      const status = await send(base, LIGHT);
      if (status !== 200) throw new Error(`A light call was answered ${status}`);
      times.push(performance.now() - sent);
      await Bun.sleep(LIGHT_PAUSE_MS);
    }
  };
  await Promise.all(Array.from({ length: LIGHT_CONNECTIONS }, client));
  return times;
}

async function measureLatency({ base }: Service): Promise<void> {
  // What a first call loads is no harm that others do.
  await sendAll(base, ENDING, { clients: 1, goesOn: (sent) => sent < ENDING.length });
  await lightTimes(base, 1);
  const alone = await lightTimes(base, ALONE_SECONDS);
  const command = ["nice", "-n", String(NICENESS), process.execPath, import.meta.path];
  const hostile = Bun.spawn([...command, "--hostile", base, "--seconds", String(BESIDE_SECONDS)], {
    stdout: "inherit",
    stderr: "inherit",
  });
  const beside = await lightTimes(base, BESIDE_SECONDS);
  await hostile.exited;
  console.log(
    `     light calls, ms at the median, p99 and most: ${[alone, beside]
      .map((times) => [0.5, 0.99, 1 - 1e-9].map((part) => quantile(times, part).toFixed(2)))
      .join(" alone; ")} beside ${HOSTILE_CLIENTS} hostile clients`,
  );
  reportRatio("p99 beside hostile clients, ms", quantile(beside, 0.99), quantile(alone, 0.99), 2);
}

interface Memory {
  readonly parent: number;
  readonly children: number;
}

async function residentMegabytes(pid: number): Promise<number> {
  const status = await Bun.file(`/proc/${pid}/status`)
    .text()
    .catch(() => "");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

async function childrenOf(pid: number): Promise<number[]> {
  const ids = await Bun.file(`/proc/${pid}/task/${pid}/children`).text();
  return ids.trim().split(/\s+/).filter(Boolean).map(Number);
}

async function memoryOf({ child: { pid } }: Service): Promise<Memory> {
  const children = await Promise.all((await childrenOf(pid)).map(residentMegabytes));
  return {
    parent: await residentMegabytes(pid),
    children: children.reduce((sum, one) => sum + one, 0),
  };
}

async function measureMemory(service: Service, seconds: number): Promise<void> {
  const { base } = service;
  const clients = CLIENTS_OF_MEMORY;
  // Loaded tools and full heaps are no growth.
  await sendAll(base, ENDING, { clients, goesOn: (sent) => sent < ENDING.length });
  await Bun.sleep(SETTLE_MS);
  const before = await memoryOf(service);
  const inTime = until(seconds);
  const goesOn = (sent: number) => sent < HOSTILE_CALLS_OF_MEMORY && inTime();
  const statuses = await sendAll(base, ENDING, { clients, goesOn });
  await Bun.sleep(SETTLE_MS);
  const after = await memoryOf(service);
  console.log(`     hostile calls that end by themselves: ${shown(statuses)}`);
  reportRatio("parent's memory after them, MB", after.parent, before.parent, 1.3);
  reportRatio("children's memory after them, MB", after.children, before.children, 1.3);
}

/** Every example of every tool. */
async function exampleCalls(): Promise<Post[]> {
  await loadDetails();
  return ENTRIES.flatMap((entry) =>
    detailOf(entry).examples.map(({ input, options }) =>
      post({ tool_id: entry.id, input, options }),
    ),
  );
}

const FORESEEN = new Set([200, 422, 429, 503]);

async function measureMixed(service: Service, seconds: number): Promise<void> {
  const calls = await exampleCalls();
  const goesOn = until(seconds);
  const samples: Memory[] = [];
  const sampling = (async () => {
    while (goesOn()) {
      await Bun.sleep(SAMPLE_MS);
      samples.push(await memoryOf(service));
    }
  })();
  const statuses = await sendAll(service.base, calls, { clients: HOSTILE_CLIENTS, goesOn });
  await sampling;
  console.log(`     ${calls.length} examples again and again: ${shown(statuses)}`);
  const unforeseen = [...statuses].reduce(
    (sum, [status, count]) => sum + (FORESEEN.has(status) ? 0 : count),
    0,
  );
  report("unforeseen answers", unforeseen, 0, String(unforeseen));
  // Until all tools are loaded memory grows, as it should.
  const loaded = samples.slice(samples.length / 3);
  const half = loaded.length / 2;
  for (const part of ["parent", "children"] as const) {
    const sizes = loaded.map((sample) => sample[part]);
    const [first, second] = [sizes.slice(0, half), sizes.slice(half)];
    reportRatio(
      `${part}'s memory, second half, MB`,
      quantile(second, 0.5),
      quantile(first, 0.5),
      1.15,
    );
  }
}

/** The process of the hostile clients. */
async function attack(base: string): Promise<void> {
  const calls = [...HOSTILE_CALLS.map(({ call }) => post(call)), ...BODIES];
  const statuses = await sendAll(base, calls, {
    clients: HOSTILE_CLIENTS,
    goesOn: until(SECONDS),
  });
  console.log(`     hostile calls: ${shown(statuses)}`);
}

async function soak(): Promise<void> {
  const service = await start();
  try {
    const began = performance.now();
    const left = () => SECONDS - (performance.now() - began) / 1000;
    if (argument("part") !== "mixed") {
      await measureLatency(service);
      await measureMemory(service, left() / 2);
    }
    await measureMixed(service, Math.max(left(), ALONE_SECONDS));
  } finally {
    service.child.kill("SIGKILL");
    await service.child.exited;
  }
  console.log(outside === 0 ? "all within bounds" : `${outside} outside bounds`);
  process.exitCode = outside === 0 ? 0 : 1;
}

const target = argument("hostile");
await (target === undefined ? soak() : attack(target));
