/**
 * `bun run bench:attack [--seconds 60] [--attackers 1]`: the executable with its usual limits, while one address sends
 * the worst there is as fast as it may, through every door at once. Light calls of other addresses must stay fast beside it, and
 * heavy calls of others must be answered soon.
 *
 * The attacker is a process of its own, nice to the others, as clients and service share the cores.
 */
import { badInputs } from "../support/bad-inputs.ts";
import { HOSTILE_CALLS } from "../support/hostile.ts";
import { units } from "../support/run-unit.ts";
import { readAddress } from "../support/server.ts";
import { quantile } from "../support/measured.ts";

const SECONDS = Number(argument("seconds") ?? 60);
const ATTACKERS = Number(argument("attackers") ?? 1);
const QUIET_SECONDS = 10;
const LIGHT_CONNECTIONS = 4;
const LIGHT_PAUSE_MS = 5;
const HEAVY_ADDRESSES = 3;
const HEAVY_PAUSE_MS = 500;
/** Fewer than an address may send in a minute. */
const CALLS_OF_AN_ADDRESS = 50;
const NICENESS = 10;
const BOUND_LIGHT_MS = 100;
const BOUND_RATIO = 5;
const BOUND_HEAVY_MS = 5000;

function argument(name: string): string | undefined {
  const place = process.argv.indexOf(`--${name}`);
  return place < 0 ? undefined : process.argv[place + 1];
}

interface Post {
  readonly path: string;
  readonly body: unknown;
}

interface Answer {
  readonly status: number;
  readonly milliseconds: number;
}

async function send(base: string, { path, body }: Post, address: string): Promise<Answer> {
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "x-forwarded-for": address,
  };
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const sent = performance.now();
  const answer = await fetch(base + path, { method: "POST", headers, body: text });
  await answer.arrayBuffer();
  return { status: answer.status, milliseconds: performance.now() - sent };
}

let addressed = 0;

/** Addresses that each send a few calls: none of them meets a limit. */
function nextAddress(): string {
  const host = Math.floor(addressed++ / CALLS_OF_AN_ADDRESS);
  return `10.1.${(host >> 8) & 255}.${host & 255}`;
}

interface Client {
  readonly calls: readonly Post[];
  readonly pauseMs: number;
}

/** One call after the other, until `goesOn` says no. */
async function timesOf(
  base: string,
  { calls, pauseMs }: Client,
  goesOn: () => boolean,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let sent = 0; goesOn(); sent++) {
    const call = calls[sent % calls.length] as Post;
    answers.push(await send(base, call, nextAddress()));
    await Bun.sleep(pauseMs);
  }
  return answers;
}

const LIGHT: readonly Post[] = [
  { path: "/api/run", body: { tool_id: "base64", input: { input: "hello" } } },
  { path: "/api/run", body: { tool_id: "uuid-generator", input: { count: 3 } } },
  { path: "/api/run", body: { tool_id: "json-formatter", input: { input: '{"a":[1,2,3]}' } } },
];

async function lightTimes(base: string, goesOn: () => boolean): Promise<number[]> {
  const clients = Array.from({ length: LIGHT_CONNECTIONS }, () =>
    timesOf(base, { calls: LIGHT, pauseMs: LIGHT_PAUSE_MS }, goesOn),
  );
  const answers = (await Promise.all(clients)).flat();
  const refused = answers.find(({ status }) => status !== 200);
  if (refused) throw new Error(`A light call was answered ${refused.status}`);
  return answers.map(({ milliseconds }) => milliseconds);
}

/** Honest and large. */
function heavyCalls(): Post[] {
  const rows = Array.from({ length: 1100 }, (_, id) => ({
    id,
    name: `user ${id}`,
    tags: ["a", "b"],
  }));
  const json = JSON.stringify(rows);
  const csv = rows.map(({ id, name }) => `${id},${name},"x, y"`).join("\n");
  return [
    { path: "/api/run", body: { tool_id: "json-formatter", input: { input: json } } },
    { path: "/api/run", body: { tool_id: "json-to-csv", input: { input: json } } },
    { path: "/api/run", body: { tool_id: "csv-to-json", input: { input: csv } } },
    { path: "/api/run", body: { tool_id: "token-counter", input: { text: json } } },
  ];
}

async function heavyTimes(base: string, goesOn: () => boolean): Promise<Answer[]> {
  const calls = heavyCalls();
  const clients = Array.from({ length: HEAVY_ADDRESSES }, () =>
    timesOf(base, { calls, pauseMs: HEAVY_PAUSE_MS }, goesOn),
  );
  return (await Promise.all(clients)).flat();
}

/** As each route may be used at once. */
const ROUTES: readonly {
  readonly clients: number;
  readonly call: (one: Run, at: number) => Post;
}[] = [
  { clients: 8, call: (one) => ({ path: "/api/run", body: one }) },
  {
    clients: 3,
    call: (one, at) =>
      at % 2 === 0
        ? { path: "/api/batch", body: { requests: fiveOf(one) } }
        : { path: "/api/pipeline", body: AMPLIFIED[(at >> 1) % AMPLIFIED.length] },
  },
  {
    clients: 4,
    call: ({ tool_id, input }, at) => ({
      path: "/mcp",
      body: {
        jsonrpc: "2.0",
        id: at,
        method: "tools/call",
        params: { name: "run_tool", arguments: { tool_id, input } },
      },
    }),
  },
];

interface Run {
  readonly tool_id: string;
  readonly input?: unknown;
}

function fiveOf(one: Run) {
  return Array.from({ length: 5 }, (_, at) => ({ id: String(at), ...one }));
}

/** A little text that stands for much. */
const AMPLIFIED: readonly object[] = [
  {
    input: Array.from({ length: 20_000 }, (_, at) => at),
    steps: [
      { tool_id: "json-formatter", input: { input: Array.from({ length: 9000 }, () => "$INPUT") } },
    ],
  },
  {
    input: Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [`name ${at}`, at])),
    steps: Array.from({ length: 5 }, () => ({
      tool_id: "json-to-csv",
      input: { input: Array.from({ length: 2000 }, () => "$INPUT") },
    })),
  },
];

/** Of every tool some of the worst inputs, small and large, and what is hostile otherwise. */
function worstCalls(): Run[] {
  const calls: Run[] = HOSTILE_CALLS.map(({ call }) => call as Run);
  for (const [at, unit] of units.entries()) {
    for (const size of [8000, 90_000]) {
      const inputs = [...badInputs(unit, size)];
      for (let part = 0; part < 3; part++) {
        const bad = inputs[(at * 7919 + part * 104_729) % inputs.length];
        if (bad !== undefined) calls.push({ tool_id: unit.id, input: bad.input });
      }
    }
  }
  return calls;
}

/** The process of the attacker. */
async function attack(base: string): Promise<void> {
  const calls = worstCalls();
  const end = performance.now() + SECONDS * 1000;
  const statuses = new Map<number, number>();
  let next = 0;
  const client = async (route: (typeof ROUTES)[number]) => {
    while (performance.now() < end) {
      const at = next++;
      const call = route.call(calls[(at * 31) % calls.length] as Run, at);
      const { status } = await send(base, call, `10.66.0.${1 + (at % ATTACKERS)}`);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 429) await Bun.sleep(50);
    }
  };
  await Promise.all(
    ROUTES.flatMap((route) => Array.from({ length: route.clients }, () => client(route))),
  );
  const shown = [...statuses]
    .toSorted(([a], [b]) => a - b)
    .map(([status, count]) => `${count} × ${status}`);
  console.log(`     the attacker was answered ${shown.join(", ")}`);
}

let outside = 0;

function report(name: string, value: number, bound: number): void {
  const holds = value <= bound;
  if (!holds) outside++;
  console.log(`${holds ? "ok  " : "MISS"} ${name}: ${value.toFixed(2)} (at most ${bound})`);
}

function shownTimes(times: readonly number[]): string {
  return [0.5, 0.99, 1].map((part) => quantile(times, part).toFixed(2)).join(", ");
}

async function measure(): Promise<void> {
  const command = ["dist/purebox", "serve", "--port", "0", "--trust-proxy", "--log", "off"];
  const child = Bun.spawn(
    [...command, "--data", `${process.env["TMPDIR"] ?? "/tmp"}/attack-${process.pid}`],
    {
      stdout: "pipe",
      stderr: "inherit",
    },
  );
  try {
    const base = await readAddress(child.stdout);
    const until = (seconds: number) => {
      const end = performance.now() + seconds * 1000;
      return () => performance.now() < end;
    };
    await lightTimes(base, until(2));
    const quiet = await lightTimes(base, until(QUIET_SECONDS));
    const nice = ["nice", "-n", String(NICENESS), process.execPath, import.meta.path];
    const attacker = Bun.spawn(
      [...nice, "--attack", base, "--seconds", String(SECONDS), "--attackers", String(ATTACKERS)],
      {
        stdout: "inherit",
        stderr: "inherit",
      },
    );
    const goesOn = until(SECONDS);
    const [beside, heavy] = await Promise.all([lightTimes(base, goesOn), heavyTimes(base, goesOn)]);
    await attacker.exited;
    console.log(
      `     ${quiet.length} light calls alone, ms at the median, p99, most: ${shownTimes(quiet)}`,
    );
    console.log(`     ${beside.length} beside the attacker: ${shownTimes(beside)}`);
    console.log(
      `     ${heavy.length} heavy calls beside it: ${shownTimes(heavy.map(({ milliseconds }) => milliseconds))}`,
    );
    const [p99, quietP99] = [quantile(beside, 0.99), quantile(quiet, 0.99)];
    report("p99 of light calls, ms", p99, BOUND_LIGHT_MS);
    report("p99 of light calls, as against alone", p99 / quietP99, BOUND_RATIO);
    report(
      "the longest heavy call, ms",
      quantile(
        heavy.map(({ milliseconds }) => milliseconds),
        1,
      ),
      BOUND_HEAVY_MS,
    );
    report("heavy calls not answered", heavy.filter(({ status }) => status !== 200).length, 0);
  } finally {
    child.kill("SIGKILL");
    await child.exited;
  }
  console.log(outside === 0 ? "all within bounds" : `${outside} outside bounds`);
  process.exitCode = outside === 0 ? 0 : 1;
}

const target = argument("attack");
await (target === undefined ? measure() : attack(target));
