/**
 * `bun run soak [--seconds 600] [--part mixed]`: the executable under hostile clients and under a mixed load over HTTP
 * and MCP. Light calls must stay fast, memory must stay what it was, and each call has its one answer, the same bytes
 * as the first time. `--seconds 1800` is what is shown of it.
 *
 * Clients and service share the cores, so the hostile clients are a process of their own that is nice to the
 * others; the light client is this one.
 */
import { HOSTILE_CALLS } from "../support/hostile.ts";
import { HOSTILE_BODIES } from "../support/hostile-bodies.ts";
import { tell } from "../support/proof.ts";
import { MixedSoak, type Post } from "./soak-mixed.ts";
import { quantile } from "../support/measured.ts";
import { Bounds, memoryOf, type Service, startService, until } from "./soak-service.ts";

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
/** Of the time, at most. */
const PART_OF_MEMORY = 1 / 5;
const SETTLE_MS = 2000;

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

function shown(statuses: Map<number, number>): string {
  return [...statuses]
    .toSorted(([a], [b]) => a - b)
    .map(([status, count]) => `${count} × ${status}`)
    .join(", ");
}

const bounds = new Bounds();

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
  bounds.reportRatio(
    "p99 beside hostile clients, ms",
    quantile(beside, 0.99),
    quantile(alone, 0.99),
    2,
  );
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
  bounds.reportRatio("parent's memory after them, MB", after.parent, before.parent, 1.3);
  bounds.reportRatio("children's memory after them, MB", after.children, before.children, 1.3);
}

async function measureMixed(service: Service, seconds: number): Promise<MixedSoak> {
  const mixed = new MixedSoak(service, ENDING);
  await mixed.learn();
  await mixed.run(seconds);
  mixed.report(bounds);
  return mixed;
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
  const service = await startService();
  try {
    const began = performance.now();
    const left = () => SECONDS - (performance.now() - began) / 1000;
    if (argument("part") !== "mixed") {
      await measureLatency(service);
      await measureMemory(service, left() * PART_OF_MEMORY);
    }
    const mixed = await measureMixed(service, Math.max(left(), ALONE_SECONDS));
    await tellAll(mixed);
  } finally {
    service.child.kill("SIGKILL");
    await service.child.exited;
  }
  process.exitCode = bounds.outside === 0 ? 0 : 1;
}

function tellAll(mixed: MixedSoak): Promise<void> {
  const { outside, rows } = bounds;
  const verdict = outside === 0 ? "all within bounds" : `${outside} outside bounds`;
  return tell({
    name: "soak",
    title: "Under load for long",
    command: `bun run soak --seconds ${SECONDS}`,
    summary: `Valid, invalid and hostile calls over HTTP and MCP at once for ${SECONDS} seconds: ${verdict}.`,
    tables: [
      { title: "Bounds", columns: ["what", "measured", "at most", "holds"], rows },
      ...mixed.tables(),
    ],
    notes: [
      "Valid and invalid calls are the examples of all tools and calls that none can do, with the clock and the seed fixed: each answer must be the bytes of the first one, but for the time that it took.",
      "Hostile calls are those that are meant to take for ever, to fill the memory or to break what reads them; each must be answered with a foreseen status.",
      "Clients and service share the processor cores.",
    ],
  });
}

const target = argument("hostile");
await (target === undefined ? soak() : attack(target));
