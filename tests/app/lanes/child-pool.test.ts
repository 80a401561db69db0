import { afterAll, describe, expect, test } from "bun:test";
import { ChildPool, type PoolOptions } from "../../../app/lanes/child-pool.ts";
import type { RequestTerms } from "../../../app/run/lane.ts";
import { RequestError } from "../../../app/run/errors.ts";
import type { RunRequest } from "../../../app/run/types.ts";

const COMMAND = [process.execPath, `${import.meta.dir}/../../support/stub-lane.ts`];

const pools: ChildPool[] = [];
afterAll(() => {
  for (const pool of pools) pool.close();
});

function createPool(options: Partial<PoolOptions> = {}): ChildPool {
  const pool = new ChildPool({ size: 1, command: COMMAND, ...options });
  pools.push(pool);
  return pool;
}

interface Job {
  readonly request: RunRequest;
  readonly terms: RequestTerms;
}

function job(tool_id: string, within = 5000, input: object = {}): Job {
  const deadline = performance.now() + within;
  return { request: { tool_id, input }, terms: { deadline, whole: true, publicUrl: "" } };
}

/** What the job ends with: its answer, or the code or message of why not. */
async function outcomeOf(pool: ChildPool, { request, terms }: Job): Promise<unknown> {
  try {
    return (await pool.answer(request, terms)).body;
  } catch (error) {
    return error instanceof RequestError ? error.error.code : (error as Error).message;
  }
}

test("a job comes back as it went, whatever its keys and numbers are", async () => {
  const input = JSON.parse(
    '{"__proto__": {"a": [1.5, -0, 1e300]}, "constructor": "\\ud800", "": null}',
  ) as object;
  const value = (await outcomeOf(createPool(), job("echo", 5000, input))) as { input: object };
  expect(Object.keys(value.input)).toEqual(["__proto__", "constructor", ""]);
  expect(JSON.stringify(value.input)).toBe(JSON.stringify(input));
});

describe("a job that takes too long", () => {
  test("is stopped at its deadline, and the next one has a process", async () => {
    const pool = createPool();
    await outcomeOf(pool, job("echo"));
    expect(await outcomeOf(pool, job("hang", 100))).toBe("DEADLINE_EXCEEDED");
    expect(await outcomeOf(pool, job("echo", 5000, { a: 1 }))).toMatchObject({ input: { a: 1 } });
    expect(pool.figures).toMatchObject({ running: 0, waiting: 0, killed: 1, died: 0 });
  });

  test("makes those behind it wait no longer than their own deadlines", async () => {
    const pool = createPool();
    const outcomes = await Promise.all([
      outcomeOf(pool, job("hang", 400)),
      outcomeOf(pool, job("echo", 100)),
      outcomeOf(pool, job("echo", 5000)),
    ]);
    expect(outcomes.slice(0, 2)).toEqual(["DEADLINE_EXCEEDED", "DEADLINE_EXCEEDED"]);
    expect(outcomes[2]).toMatchObject({ input: {} });
  });
});

test("a process that ends itself is replaced; its job would end the next one, too", async () => {
  const pool = createPool();
  expect(await outcomeOf(pool, job("die"))).toBe("MEMORY_EXCEEDED");
  expect(pool.figures.died).toBe(1);
  expect(await outcomeOf(pool, job("echo"))).toMatchObject({ input: {} });
});

test("memory that earlier jobs left behind is no measure: the job has another try in a fresh process", async () => {
  const pool = createPool();
  const first = (await outcomeOf(pool, job("echo"))) as { pid: number };
  const second = (await outcomeOf(pool, job("for-the-fresh"))) as { pid: number };
  expect(second.pid).not.toBe(first.pid);
  await outcomeOf(pool, job("echo"));
  expect(await outcomeOf(pool, job("die"))).toBe("MEMORY_EXCEEDED");
  expect(pool.figures.died).toBeLessThanOrEqual(2);
});

test("a process that is killed loses no job", async () => {
  const pool = createPool({ size: 2 });
  const { pid } = (await outcomeOf(pool, job("echo"))) as { pid: number };
  const hanging = outcomeOf(pool, job("hang", 300));
  const jobs = Array.from({ length: 40 }, (_, index) =>
    outcomeOf(pool, job("echo", 5000, { index })),
  );
  process.kill(pid, "SIGKILL");
  const outcomes = (await Promise.all(jobs)) as { input: { index: number } }[];
  expect(outcomes.map(({ input }) => input.index)).toEqual([...outcomes.keys()]);
  expect(await hanging).toBe("DEADLINE_EXCEEDED");
});

test("a bug of the tool is told as it is, and the next job has a fresh process", async () => {
  const pool = createPool();
  expect(await outcomeOf(pool, job("throw"))).toBe("Error: a bug");
  expect(pool.figures.died).toBe(0);
});

describe("a body that nobody has read", () => {
  const BODY = new TextEncoder().encode('{"tool_id": "wanted"}').buffer;
  const deadline = () => performance.now() + 5000;

  test("is run once the caller may", async () => {
    const asked: unknown[] = [];
    const allow = (toolIds: readonly string[], calls: number) => void asked.push(toolIds, calls);
    const terms = { deadline: deadline(), publicUrl: "", allow };
    const { body } = await createPool().answerBody(BODY, "run", terms);
    expect(asked).toEqual([["wanted"], 1]);
    expect(body as object).not.toHaveProperty("refusal");
  });

  test("is answered with the refusal where the caller may not", async () => {
    const error = { code: "PAID_QUOTA_EXCEEDED", message: "No more", hint: "Wait" };
    const allow = () => Promise.reject(new RequestError(429, error, 7));
    const terms = { deadline: deadline(), publicUrl: "", allow };
    const { body } = await createPool().answerBody(BODY, "run", terms);
    expect(body as object).toMatchObject({ refusal: { status: 429, error, retryAfter: 7 } });
  });

  test("is not counted twice where the process that asked was killed", async () => {
    let asked = 0;
    const pool = createPool({ size: 1 });
    const { pid } = (await outcomeOf(pool, job("echo"))) as { pid: number };
    const allow = async () => {
      asked++;
      process.kill(pid, "SIGKILL");
      await Bun.sleep(100);
    };
    const terms = { deadline: deadline(), publicUrl: "", allow };
    expect((await pool.answerBody(BODY, "run", terms)).status).toBe(200);
    expect(asked).toBe(1);
    expect(pool.figures.died).toBe(1);
  });

  test("fails with the bug of who should have said whether the caller may", async () => {
    const allow = () => Promise.reject(new Error("a bug"));
    const pool = createPool();
    const running = pool.answerBody(BODY, "run", { deadline: deadline(), publicUrl: "", allow });
    expect(await running.catch(({ message }: Error) => message)).toBe("a bug");
    expect(await outcomeOf(pool, job("echo"))).toMatchObject({ input: {} });
  });
});

test("a full queue turns jobs away", async () => {
  const pool = createPool({ queue: 2 });
  await outcomeOf(pool, job("echo"));
  const running = outcomeOf(pool, job("hang", 300));
  const waiting = [outcomeOf(pool, job("echo")), outcomeOf(pool, job("echo"))];
  expect(await outcomeOf(pool, job("echo"))).toBe("SERVICE_OVERLOADED");
  expect(await running).toBe("DEADLINE_EXCEEDED");
  expect((await Promise.all(waiting)).length).toBe(2);
});

test("memory has a limit, which the process survives or is replaced at", async () => {
  const pool = createPool({ memory: 600 * 1024 });
  expect(await outcomeOf(pool, job("fill"))).toBe("MEMORY_EXCEEDED");
  expect(await outcomeOf(pool, job("echo"))).toMatchObject({ input: {} });
});

test("after some jobs a process gives way to a fresh one", async () => {
  const pool = createPool({ jobsPerProcess: 3 });
  const pids = new Set<number>();
  for (let run = 0; run < 9; run++) {
    pids.add(((await outcomeOf(pool, job("echo"))) as { pid: number }).pid);
  }
  expect(pids.size).toBeGreaterThan(2);
});

test("a closed pool has no processes and takes no jobs", async () => {
  const pool = createPool();
  const { pid } = (await outcomeOf(pool, job("echo"))) as { pid: number };
  pool.close();
  expect(await outcomeOf(pool, job("echo"))).toBe("SERVICE_OVERLOADED");
  await Bun.sleep(200);
  expect(() => process.kill(pid, 0)).toThrow();
});
