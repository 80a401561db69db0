/** Two replicas, a Redis and a front, as docs/operating.md has them: exact counts, and nobody notices an end. */
import { afterAll, describe, expect, test } from "bun:test";
import { Fleet, REPLICAS, type ReplicaPort, WITHOUT_FLEET } from "../support/fleet.ts";
import { commandOf } from "../support/program.ts";

/** No deadline but the front's own: machines that test are slow at times. */
const LIMITS = [
  "run.perMinute=1000000",
  "run.concurrent=1000",
  "run.seconds=25",
  "batch.concurrent=1000",
];
const PER_MINUTE = 40;
const KEYLESS = 150;
const QUOTA = 300;
const CLIENTS = 24;

const fleet = WITHOUT_FLEET
  ? undefined
  : await Fleet.start([...LIMITS, `batch.perMinute=${PER_MINUTE}`, `keyless=${KEYLESS}`].join(","));
afterAll(() => fleet?.stop());

const LIGHT = { tool_id: "base64", input: "a", response_mode: "output" };
/** Takes long enough that calls are running whenever a replica ends, and not so long that another process does it. */
const SLOW = { tool_id: "token-counter", input: { text: "a".repeat(12_000) } };
const BATCH = { requests: [{ id: "a", ...LIGHT }] };

interface Answer {
  readonly status: number;
  readonly code: string | undefined;
  /** Whole seconds, where they were told. */
  readonly retryAfter: number | undefined;
}

/** Where there was no answer at all the status is 0. */
async function call(path: string, body: object, token?: string): Promise<Answer> {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const headers = { "content-type": "application/json", ...authorization };
  try {
    const answer = await fetch(`${fleet?.base}${path}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    const { error } = (await answer.json()) as { error?: { code: string } };
    const wait = answer.headers.get("retry-after");
    const retryAfter = wait === null ? undefined : Number(wait);
    return { status: answer.status, code: error?.code, retryAfter };
  } catch {
    return { status: 0, code: undefined, retryAfter: undefined };
  }
}

async function keys(...args: readonly string[]): Promise<string> {
  const command = [...commandOf("binary"), "keys", ...args, "--store", fleet?.redis.url ?? ""];
  const child = Bun.spawn(command, { stdout: "pipe", stderr: "ignore" });
  return (await new Response(child.stdout).text()).trim();
}

const createKey = (...args: readonly string[]) =>
  keys("create", "--subject", crypto.randomUUID(), ...args);

async function callsToday(token: string): Promise<number> {
  const [, id = ""] = token.split("_");
  return (JSON.parse(await keys("show", id, "--json")) as { calls_today: number }).calls_today;
}

/** Calls side by side, on connections of their own, until each client has made as many. */
async function race(calls: number, make: () => Promise<Answer>): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  const client = async () => {
    while (answers.length < calls) answers.push(await make());
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return answers;
}

function counted(answers: readonly Answer[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { status, code } of answers) {
    const name = `${status} ${code ?? ""}`.trim();
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

function refusedFor(answers: readonly Answer[]): number[] {
  return answers.filter(({ status }) => status !== 200).map(({ retryAfter }) => retryAfter ?? 0);
}

/** Clients that call without a pause, every fourth call a slow one, until `during` is over. */
async function underLoad(
  token: string,
  during: () => Promise<unknown>,
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  const load = { isOver: false };
  const client = async (_: unknown, index: number) => {
    while (!load.isOver) {
      answers.push(await call("/api/run", index % 4 ? LIGHT : SLOW, token));
    }
  };
  const clients = Promise.all(Array.from({ length: CLIENTS }, client));
  await Bun.sleep(300);
  await during();
  await Bun.sleep(300);
  load.isOver = true;
  await clients;
  return answers;
}

/** How many calls the front makes until it asks the replica again. */
async function untilAsked(port: ReplicaPort): Promise<void> {
  const before = (await fleet?.asked())?.length ?? 0;
  for (let wait = 0; wait < 100; wait++) {
    await call("/api/run", LIGHT, await everybody);
    const asked = (await fleet?.asked())?.slice(before) ?? [];
    if (asked.some(([first]) => first === port)) return;
    await Bun.sleep(50);
  }
  throw new Error(`The front does not ask ${port} again`);
}

const everybody = fleet ? createKey("--daily-calls", "10000000") : "";

describe.skipIf(!fleet)(`two replicas behind a front${WITHOUT_FLEET}`, () => {
  test("of the calls that a minute allows exactly so many are answered", async () => {
    const token = await createKey();
    const answers = await race(4 * PER_MINUTE, () => call("/api/batch", BATCH, token));
    const { 200: taken, "429 RATE_LIMITED": refused, ...others } = counted(answers);
    expect(taken).toBe(PER_MINUTE);
    expect(refused).toBe(answers.length - PER_MINUTE);
    expect(others).toEqual({});
    for (const wait of refusedFor(answers)) expect(wait).toBeWithin(1, 61);
  });

  test("so are those of a key's day, and all replicas were asked for them", async () => {
    const token = await createKey("--daily-calls", String(QUOTA));
    const before = (await fleet?.asked())?.length;
    const answers = await race(2 * QUOTA, () => call("/api/run", LIGHT, token));
    const { 200: taken, "429 PAID_QUOTA_EXCEEDED": refused, ...others } = counted(answers);
    expect(taken).toBe(QUOTA);
    expect(refused).toBe(answers.length - QUOTA);
    expect(others).toEqual({});
    for (const wait of refusedFor(answers)) expect(wait).toBeWithin(1, 86_401);
    expect(await callsToday(token)).toBe(QUOTA);
    const asked = (await fleet?.asked())?.slice(before).map(([first]) => first);
    for (const port of REPLICAS) {
      expect(asked?.filter((first) => first === port).length).toBeGreaterThan(QUOTA / 2);
    }
  });

  test("so are those of an address without a key", async () => {
    const answers = await race(3 * KEYLESS, () => call("/api/run", LIGHT));
    const { 200: taken, "429 DAILY_ALLOWANCE_EXCEEDED": refused, ...others } = counted(answers);
    expect(taken).toBe(KEYLESS);
    expect(refused).toBe(answers.length - KEYLESS);
    expect(others).toEqual({});
  });

  test("a replica is killed under load: the front makes its calls again, and has it back later", async () => {
    const token = await createKey("--daily-calls", "10000000");
    const before = (await fleet?.asked())?.length;
    const answers = await underLoad(token, async () => {
      await Bun.sleep(700);
      await fleet?.endReplica("8791", "SIGKILL");
      await Bun.sleep(1000);
    });
    expect(counted(answers)).toEqual({ 200: answers.length });
    const asked = (await fleet?.asked())?.slice(before) ?? [];
    const again = asked.filter(({ length }) => length > 1);
    expect(again.length).toBeGreaterThan(0);
    // Those that ran there, and those that found out that nobody is there any more.
    expect(again.length).toBeLessThanOrEqual(2 * CLIENTS);
    const calls = await callsToday(token);
    expect(calls).toBeWithin(answers.length, answers.length + again.length + 1);
    await fleet?.startReplica("8791");
    await untilAsked("8791");
    console.log(
      `killed: ${answers.length} answered, ${again.length} asked again, ${calls} counted`,
    );
  });

  test("a replica is told to end under load: no call is lost", async () => {
    const before = (await fleet?.asked())?.length;
    let code: number | null | undefined;
    const answers = await underLoad(await everybody, async () => {
      code = await fleet?.endReplica("8792", "SIGTERM");
      await Bun.sleep(500);
    });
    expect(code).toBe(0);
    expect(counted(answers)).toEqual({ 200: answers.length });
    const again = (await fleet?.asked())?.slice(before).filter(({ length }) => length > 1);
    await fleet?.startReplica("8792");
    await untilAsked("8792");
    console.log(`ended: ${answers.length} answered, ${again?.length} asked again`);
  });

  test("both are ended and started again, one after the other, and nobody notices", async () => {
    const answers = await underLoad(await everybody, async () => {
      for (const port of REPLICAS) {
        await fleet?.endReplica(port, "SIGTERM");
        await fleet?.startReplica(port);
        await untilAsked(port);
      }
    });
    expect(counted(answers)).toEqual({ 200: answers.length });
    console.log(`both ended: ${answers.length} answered`);
  });

  test("Redis is killed under load: runs are refused with a time, the rest goes on, and all is known again", async () => {
    const token = await createKey("--daily-calls", "10000000");
    let schema: Response | undefined;
    let late: number | undefined;
    const answers = await underLoad(token, async () => {
      await fleet?.redis.kill();
      const args = ["serve", "--port", "0", "--store", fleet?.redis.url ?? ""];
      late = await Bun.spawn([...commandOf("binary"), ...args], { stderr: "ignore" }).exited;
      schema = await fetch(`${fleet?.base}/api/tools/base64/schema`);
      await fleet?.redis.start();
      await Bun.sleep(700);
    });
    const { 200: taken = 0, "503 STORE_UNAVAILABLE": refused, ...others } = counted(answers);
    expect(refused).toBeGreaterThan(0);
    expect(others).toEqual({});
    expect(schema?.status).toBe(200);
    expect(late).toBe(2);
    for (const port of REPLICAS)
      expect(await fleet?.events(port)).toEqual(["store lost", "store back"]);
    expect(new Set(refusedFor(answers))).toEqual(new Set([1]));
    expect((await call("/api/run", LIGHT, token)).status).toBe(200);
    expect(await callsToday(token)).toBeWithin(taken + 1, taken + CLIENTS + 2);
    console.log(`Redis killed: ${taken} answered, ${refused} refused`);
  });

  test("Redis hangs under load: runs are refused after a moment, and go on with it", async () => {
    const answers = await underLoad(await everybody, async () => {
      fleet?.redis.signal("SIGSTOP");
      await Bun.sleep(3000);
      fleet?.redis.signal("SIGCONT");
      await Bun.sleep(1500);
    });
    const { 200: taken, "503 STORE_UNAVAILABLE": refused, ...others } = counted(answers);
    expect(taken).toBeGreaterThan(0);
    expect(refused).toBeGreaterThan(0);
    expect(others).toEqual({});
    expect((await call("/api/run", LIGHT, await everybody)).status).toBe(200);
    console.log(`Redis hangs: ${taken} answered, ${refused} refused`);
  });

  test("a front that asks nobody again: only what ran on the killed replica fails, once", async () => {
    await fleet?.startFront((text) => text.replace(" non_idempotent", ""));
    const answers = await underLoad(await everybody, async () => {
      await fleet?.endReplica("8791", "SIGKILL");
      await Bun.sleep(500);
    });
    const { 200: taken = 0, "503 SERVICE_OVERLOADED": failed = 0, ...others } = counted(answers);
    expect(failed).toBeWithin(1, CLIENTS + 1);
    expect(taken).toBe(answers.length - failed);
    expect(others).toEqual({});
    for (let again = 0; again < failed; again++) {
      expect((await call("/api/run", LIGHT, await everybody)).status).toBe(200);
    }
    console.log(`without a second try: ${taken} answered, ${failed} failed`);
    // Nobody at all: the front says so in the service's words.
    await fleet?.endReplica("8792", "SIGKILL");
    expect(await call("/api/run", LIGHT)).toEqual({
      status: 503,
      code: "SERVICE_OVERLOADED",
      retryAfter: 1,
    });
  });
});
