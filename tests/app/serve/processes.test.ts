/** Several processes on one port: what dies, falls silent or cannot start, and the end of all of them. */
import { afterAll, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { BUILDS, type Build, commandOf } from "../../support/program.ts";

const folder = await mkdtemp(`${tmpdir()}/processes-`);
afterAll(() => rm(folder, { recursive: true }));

interface Service {
  readonly process: Bun.Subprocess<"ignore", "pipe", "pipe">;
  readonly base: string;
  /** What it said so far, one event a line. */
  events(): string;
  /** The processes that serve. */
  workers(): number[];
}

async function serve(build: Build, ...args: readonly string[]): Promise<Service> {
  const child = Bun.spawn(
    [...commandOf(build), "serve", "--port", "0", "--limits", "off", "--log", "json", ...args],
    { stdin: "ignore", stdout: "pipe", stderr: "pipe" },
  );
  let said = "";
  void (async () => {
    for await (const chunk of child.stderr) said += new TextDecoder().decode(chunk);
  })();
  const { value = new Uint8Array() } = await child.stdout.getReader().read();
  const base = /http:\/\/\S+/.exec(new TextDecoder().decode(value))?.[0] ?? "";
  return { process: child, base, events: () => said, workers: () => workersOf(child.pid) };
}

function workersOf(parent: number): number[] {
  const { stdout } = Bun.spawnSync(["ps", "-o", "pid=,args=", "--ppid", String(parent)]);
  const lines = stdout.toString().split("\n");
  return lines.filter((line) => line.includes("__worker")).map((line) => Number.parseInt(line, 10));
}

const LONGEST_WAIT_MS = 20_000;

async function until(isSo: () => boolean): Promise<void> {
  const end = performance.now() + LONGEST_WAIT_MS;
  while (!isSo()) {
    if (performance.now() > end) throw new Error(`Not so after ${LONGEST_WAIT_MS} ms: ${isSo}`);
    await Bun.sleep(20);
  }
}

/** On a connection of its own, so that any of the processes may answer; null where it does not within a second. */
async function statusOf(base: string): Promise<number | null> {
  const answer = await fetch(`${base}/api/run`, {
    method: "POST",
    headers: { "content-type": "application/json", connection: "close" },
    body: JSON.stringify({ tool_id: "base64", input: { input: "a" } }),
    signal: AbortSignal.timeout(1000),
  }).catch(() => null);
  return answer?.status ?? null;
}

describe.each(BUILDS)("%s", (build) => {
  test("who is told to end while a process waits to be started again ends at once, and starts none", async () => {
    const service = await serve(build, "--processes", "2");
    // Each time it waits twice as long: 50, 100, 200, 400, 800, 1600 ms.
    while (!service.events().includes('"restart_in_ms":1600')) {
      for (const pid of service.workers()) process.kill(pid, "SIGKILL");
      await Bun.sleep(50);
    }
    const told = performance.now();
    service.process.kill("SIGTERM");
    expect(await service.process.exited).toBe(0);
    // Of those that live still, one may have been starting.
    expect(performance.now() - told).toBeLessThan(5000);
    await Bun.sleep(1700);
    expect(await statusOf(service.base)).toBeNull();
  }, 60_000);

  test("a process that falls silent is replaced, and the others answer meanwhile", async () => {
    const service = await serve(build, "--processes", "2");
    await until(() => service.workers().length === 2);
    const [silent = 0, other = 0] = service.workers();
    process.kill(silent, "SIGSTOP");
    const meanwhile = new Set<number | null>();
    while (!service.events().includes("process silent")) {
      // Half of the calls, those of the silent one, are not answered.
      const some = Array.from({ length: 8 }, () => statusOf(service.base));
      for (const status of await Promise.all(some)) meanwhile.add(status);
    }
    expect(meanwhile).toContain(200);
    await until(() => service.workers().length === 2 && !service.workers().includes(silent));
    expect(service.workers()).toContain(other);
    const statuses = new Set<number | null>();
    for (let call = 0; call < 20; call++) statuses.add(await statusOf(service.base));
    expect([...statuses]).toEqual([200]);
    service.process.kill("SIGTERM");
    expect(await service.process.exited).toBe(0);
  }, 60_000);

  test("a process that is blocked does not outlive the one that started it", async () => {
    const service = await serve(build, "--processes", "2");
    await until(() => service.workers().length === 2);
    const workers = service.workers();
    for (const pid of workers) process.kill(pid, "SIGSTOP");
    service.process.kill("SIGTERM");
    expect(await service.process.exited).toBe(0);
    expect(workers.filter((pid) => existsSync(`/proc/${pid}`))).toEqual([]);
  }, 60_000);

  test("the address is not told where the store cannot be used", async () => {
    await Bun.write(`${folder}/file-${build}`, "no folder");
    await Bun.write(`${folder}/other-${build}/purebox.sqlite`, "no database, and no little text");
    for (const [processes, store] of [
      ["1", ["--data", `${folder}/file-${build}/store`]],
      ["2", ["--data", `${folder}/file-${build}/store`]],
      ["1", ["--data", `${folder}/other-${build}`]],
      ["1", ["--store", "redis://127.0.0.1:1"]],
      ["2", ["--store", "redis://127.0.0.1:1"]],
    ] as const) {
      const child = Bun.spawn(
        [...commandOf(build), "serve", "--port", "0", "--processes", processes, ...store],
        { stdin: "ignore", stdout: "pipe", stderr: "pipe" },
      );
      const [out, err] = await Promise.all([
        new Response(child.stdout).text(),
        new Response(child.stderr).text(),
      ]);
      expect(await child.exited).toBe(2);
      expect(out).toBe("");
      expect(err).toMatch(/^Cannot [^\n]+\n.*--help[^\n]*\n$/);
    }
  }, 60_000);

  test("figures are told to no other host", async () => {
    const socket = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
    const { port } = socket;
    socket.stop(true);
    const service = await serve(build, "--metrics", String(port));
    const statuses: number[] = [];
    for (const host of [
      "evil.example",
      "127.0.0.1.evil.example",
      "a b",
      "127.0.0.1",
      "localhost",
    ]) {
      const answer = await fetch(`http://127.0.0.1:${port}/metrics`, { headers: { host } });
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([403, 403, 403, 200, 200]);
    service.process.kill("SIGTERM");
    expect(await service.process.exited).toBe(0);
  });
});
