/** The service as a whole: who may call, how often, and what happens when it ends or is treated badly. */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { type Build, BUILDS, commandOf } from "../support/program.ts";
import { type Server, startServer } from "../support/server.ts";

const folder = await mkdtemp(`${tmpdir()}/serve-`);
const servers: Server[] = [];
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await rm(folder, { recursive: true });
});

async function start(build: Build, ...args: readonly string[]): Promise<Server> {
  const server = await startServer(build, args);
  servers.push(server);
  return server;
}

const CALL = { tool_id: "base64", input: { input: "a" }, response_mode: "output" };
const JSON_TYPE = { "content-type": "application/json" };

function post(base: string, path: string, body: object, token?: string): Promise<Response> {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const headers = { ...JSON_TYPE, ...authorization };
  return fetch(base + path, { method: "POST", headers, body: JSON.stringify(body) });
}

interface Failed {
  readonly success: boolean;
  readonly error: { readonly code: string; readonly hint: string };
}

async function refused(answer: Response | Promise<Response>): Promise<unknown[]> {
  const response = await answer;
  const { success, error } = (await response.json()) as Failed;
  expect(success).toBe(false);
  expect(error.hint).not.toBe("");
  const wait = response.headers.get("retry-after");
  return [response.status, error.code, wait === null ? null : Number(wait) > 0];
}

async function createKey(build: Build, data: string, ...args: readonly string[]): Promise<string> {
  const child = Bun.spawn([...commandOf(build), "keys", "create", "--data", data, ...args], {
    stdout: "pipe",
    stderr: "ignore",
  });
  return (await new Response(child.stdout).text()).trim();
}

interface Calls {
  readonly answers: number;
  /** Whether the connection ended before a call was answered. */
  readonly unanswered: boolean;
  /** Status, code and connection header of the last answer. */
  readonly last: string;
}

/** Sends the same call on one connection, again after each answer, until the service says to stop. */
function keepCalling(base: string, body: object): Promise<Calls> {
  const { hostname, port } = new URL(base);
  const text = JSON.stringify(body);
  const request = `POST /api/run HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${text.length}\r\n\r\n${text}`;
  const { promise, resolve } = Promise.withResolvers<Calls>();
  let [received, answers, unanswered, last] = ["", 0, false, ""];
  const settle = () => resolve({ answers, unanswered, last });
  void Bun.connect({
    hostname,
    port: Number(port),
    socket: {
      open(socket) {
        unanswered = true;
        socket.write(request);
      },
      data(socket, bytes) {
        received += bytes.toString("latin1");
        const [, status, head = ""] = /^HTTP\/1\.1 (\d+)([^]*?)\r\n\r\n/.exec(received) ?? [];
        const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
        const end = received.indexOf("\r\n\r\n") + 4 + length;
        if (status === undefined || received.length < end) return;
        const closes = /connection: close/i.test(head);
        const [, code] = /"code":"([A-Z_]+)"/.exec(received.slice(0, end)) ?? [];
        last = [status, code, closes ? "close" : "keep"].join(" ");
        received = received.slice(end);
        answers++;
        unanswered = !closes;
        if (closes) socket.end();
        else socket.write(request);
      },
      close: settle,
      error: settle,
      connectError: settle,
    },
  });
  return promise;
}

for (const build of BUILDS) {
  describe(`limits, ${build}`, () => {
    test("calls a minute, over HTTP and MCP, each route by its own count", async () => {
      const limits = "run.perMinute=3,batch.perMinute=1,mcp.perMinute=1";
      const { base } = await start(build, "--limits", limits, "--data", `${folder}/${build}-a`);
      const overview = (await (await fetch(`${base}/api`)).json()) as { limits: object };
      expect(overview.limits).toMatchObject({ run_per_minute: 3, keyless_calls_per_day: 1000 });
      for (let call = 0; call < 3; call++) {
        expect((await post(base, "/api/run", CALL)).status).toBe(200);
      }
      expect(await refused(post(base, "/api/run", CALL))).toEqual([429, "RATE_LIMITED", true]);
      expect((await post(base, "/api/batch", { requests: [{ id: "a", ...CALL }] })).status).toBe(
        200,
      );
      const steps = { input: "a", steps: [{ tool_id: "base64" }] };
      expect(await refused(post(base, "/api/pipeline", steps))).toEqual([
        429,
        "RATE_LIMITED",
        true,
      ]);
      const message = (method: string) => ({
        jsonrpc: "2.0",
        id: 7,
        method,
        params: { name: "run_tool", arguments: CALL },
      });
      expect((await post(base, "/mcp", message("tools/call"))).status).toBe(200);
      const limited = await post(base, "/mcp", message("tools/call"));
      expect([limited.status, Number(limited.headers.get("retry-after")) > 0]).toEqual([429, true]);
      expect(await limited.json()).toMatchObject({
        id: 7,
        error: { data: { code: "RATE_LIMITED" } },
      });
      expect((await post(base, "/mcp", message("tools/list"))).status).toBe(200);
      expect((await fetch(`${base}/api/tools/search?q=json`)).status).toBe(200);
    });

    test("calls a day without a key: a batch costs one for each item, or nothing at all", async () => {
      const { base } = await start(
        build,
        "--limits",
        "keyless=4",
        "--data",
        `${folder}/${build}-b`,
      );
      const batch = (size: number) => ({
        requests: Array.from({ length: size }, (_, id) => ({ id: String(id), ...CALL })),
      });
      expect((await post(base, "/api/batch", batch(3))).status).toBe(200);
      const used = [429, "DAILY_ALLOWANCE_EXCEEDED", true];
      expect(await refused(post(base, "/api/batch", batch(2)))).toEqual(used);
      // A request that runs nothing costs nothing.
      expect((await post(base, "/api/run", { tool_id: "no-such-tool" })).status).toBe(404);
      expect((await post(base, "/api/run", CALL)).status).toBe(200);
      expect(await refused(post(base, "/api/run", CALL))).toEqual(used);
    });

    test("keys: what they may do, how much of it, and no more once they are revoked", async () => {
      const data = `${folder}/${build}-c`;
      const full = await createKey(build, data, "--subject", "a", "--daily-calls", "3");
      const narrow = await createKey(
        build,
        data,
        "--subject",
        "b",
        "--scope",
        "run",
        "--scope",
        "tool:base64",
      );
      const { base } = await start(build, "--limits", "on", "--data", data);
      const forbidden = [403, "PAID_SCOPE_FORBIDDEN", null];
      const invalid = [401, "PAID_AUTH_INVALID", null];
      const hash = { tool_id: "hash-generator", input: "a" };

      expect((await post(base, "/api/run", CALL, narrow)).status).toBe(200);
      expect(await refused(post(base, "/api/run", hash, narrow))).toEqual(forbidden);
      const requests = [{ id: "a", ...CALL }];
      expect(await refused(post(base, "/api/batch", { requests }, narrow))).toEqual(forbidden);
      expect(await refused(post(base, "/api/run", CALL, `${full}x`))).toEqual(invalid);

      const batch = { requests: [...requests, { id: "b", ...hash }] };
      expect((await post(base, "/api/batch", batch, full)).status).toBe(200);
      expect((await post(base, "/api/run", hash, full)).status).toBe(200);
      const used = [429, "PAID_QUOTA_EXCEEDED", true];
      expect(await refused(post(base, "/api/run", hash, full))).toEqual(used);

      const [, id = ""] = narrow.split("_");
      const revoke = [...commandOf(build), "keys", "revoke", id, "--data", data];
      await Bun.spawn(revoke, { stdout: "ignore", stderr: "ignore" }).exited;
      expect(await refused(post(base, "/api/run", CALL, narrow))).toEqual(invalid);
    });

    test("without limits there is no count, and no file of a store", async () => {
      const { base } = await start(build, "--limits", "off");
      const answers = await Promise.all(
        Array.from({ length: 200 }, () => post(base, "/api/run", CALL)),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    });
  });

  describe(`hostile senders, ${build}`, () => {
    test("a body over 1 MiB is refused before it is there, chunked or not", async () => {
      const { base } = await start(build);
      const tooLarge = [413, "BODY_TOO_LARGE", null];
      const body = "x".repeat(3 << 20);
      const url = `${base}/api/run`;
      expect(await refused(fetch(url, { method: "POST", headers: JSON_TYPE, body }))).toEqual(
        tooLarge,
      );
      const chunked = new ReadableStream({
        start(controller) {
          for (let chunk = 0; chunk < 40; chunk++) controller.enqueue(new Uint8Array(64 << 10));
          controller.close();
        },
      });
      expect(
        await refused(fetch(url, { method: "POST", headers: JSON_TYPE, body: chunked })),
      ).toEqual(tooLarge);
    });

    test("a body that does not come is not waited for, and others do not notice", async () => {
      const { base } = await start(build);
      const { hostname, port } = new URL(base);
      const answer = Promise.withResolvers<string>();
      let received = "";
      const socket = await Bun.connect({
        hostname,
        port: Number(port),
        socket: {
          data(_, bytes) {
            received += bytes.toString();
            if (received.includes("\r\n\r\n")) answer.resolve(received);
          },
          close: () => answer.resolve(received),
        },
      });
      socket.write(
        'POST /api/run HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{"tool_id"',
      );
      const started = performance.now();
      expect((await post(base, "/api/run", CALL)).status).toBe(200);
      expect(performance.now() - started).toBeLessThan(4000);
      expect(await answer.promise).toStartWith("HTTP/1.1 408");
      socket.end();
    }, 60_000);

    test("a sender who closes its half keeps nobody waiting", async () => {
      const { base } = await start(build);
      const { hostname, port } = new URL(base);
      const answer = Promise.withResolvers<string>();
      let received = "";
      const body = JSON.stringify(CALL);
      const socket = await Bun.connect({
        hostname,
        port: Number(port),
        allowHalfOpen: true,
        socket: {
          data(_, bytes) {
            received += bytes.toString();
          },
          end: () => answer.resolve(received),
          close: () => answer.resolve(received),
        },
      });
      socket.write(
        `POST /api/run HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
      );
      socket.shutdown(true);
      // Bun takes the end of the sender for the end of the connection, if it comes with the request.
      expect(await answer.promise).toMatch(/^(?:HTTP\/1\.1 200|$)/);
    });

    test("work that would not end is stopped at the deadline, with a time to come back", async () => {
      const { base } = await start(
        build,
        "--limits",
        "run.seconds=1",
        "--data",
        `${folder}/${build}-d`,
      );
      // Thousands of words, none of them near enough to thousands of others, three times over.
      const words = Array.from({ length: 3000 }, (_, index) => `word${index * 7919}`);
      const schema = { type: "array", items: { enum: words } };
      const text = JSON.stringify(
        Array.from({ length: 1500 }, (_, index) => `wurt${index * 7907}`),
      );
      const call = {
        tool_id: "structured-output-recovery-kit",
        input: { text, schema, policy: "aggressive" },
      };
      const stopped = [503, "DEADLINE_EXCEEDED", true];
      expect(await refused(post(base, "/api/run", call))).toEqual(stopped);
      expect((await post(base, "/api/run", CALL)).status).toBe(200);
    });
  });

  describe(`the end, ${build}`, () => {
    for (const { args, isBehindFront } of [
      { args: ["--processes", "1"], isBehindFront: false },
      { args: ["--processes", "3"], isBehindFront: false },
      { args: ["--trust-proxy"], isBehindFront: true },
    ]) {
      test(`SIGTERM under load fails nothing that was accepted, ${args.join(" ")}`, async () => {
        const server = await start(build, ...args);
        const slow = { tool_id: "token-counter", input: { text: "a".repeat(60_000) } };
        const clients = Array.from({ length: 12 }, (_, index) =>
          keepCalling(server.base, index % 4 ? CALL : slow),
        );
        await Bun.sleep(500);
        server.process.kill("SIGTERM");
        expect(await server.process.exited).toBe(0);
        const ends = await Promise.all(clients);
        expect(ends.reduce((sum, { answers }) => sum + answers, 0)).toBeGreaterThan(20);
        // Each was told on its own connection; no call was left without an answer.
        expect(ends.filter(({ unanswered }) => unanswered)).toEqual([]);
        // A machine that is busy with other tests may take longer than the deadline.
        const foreseen = /^(?:200 |503 (?:SHUTTING_DOWN|DEADLINE_EXCEEDED)) close$/;
        expect(ends.map(({ last }) => last).filter((last) => !foreseen.test(last))).toEqual([]);
        // A front goes elsewhere once it is refused a connection, so that it is not sent away before.
        const sentAway = ends.filter(({ last }) => last.includes("SHUTTING_DOWN"));
        if (isBehindFront) expect(sentAway).toEqual([]);
      }, 60_000);
    }

    test("the limits of a minute are those of all processes together", async () => {
      const data = `${folder}/${build}-shared`;
      const limits = ["--limits", "run.perMinute=20", "--data", data];
      const { base } = await start(build, "--processes", "3", ...limits);
      // Each on a connection of its own, so that all processes are asked.
      const headers = { ...JSON_TYPE, connection: "close" };
      const call = () =>
        fetch(`${base}/api/run`, { method: "POST", headers, body: JSON.stringify(CALL) });
      const statuses: number[] = [];
      for (let calls = 0; calls < 40; calls++) statuses.push((await call()).status);
      expect(statuses.filter((status) => status === 200).length).toBe(20);
      expect(statuses.slice(20).every((status) => status === 429)).toBe(true);
    });

    test("a process that is killed is replaced, and the service goes on", async () => {
      const { base, process: parent } = await start(build, "--processes", "2", "--log", "json");
      const children = () => {
        const { stdout } = Bun.spawnSync(["ps", "-o", "pid=,args=", "--ppid", String(parent.pid)]);
        return stdout
          .toString()
          .split("\n")
          .filter((line) => line.includes("__worker"))
          .map((line) => Number.parseInt(line, 10));
      };
      const before = children();
      expect(before.length).toBe(2);
      process.kill(before[0] as number, "SIGKILL");
      for (let wait = 0; wait < 100 && children().includes(before[0] as number); wait++) {
        await Bun.sleep(10);
      }
      for (let wait = 0; wait < 200 && children().length < 2; wait++) await Bun.sleep(10);
      expect(children().length).toBe(2);
      for (let call = 0; call < 20; call++) {
        const answer = await post(base, "/api/run", CALL).catch(() => post(base, "/api/run", CALL));
        expect(answer.status).toBe(200);
      }
    });
  });

  test(`figures and health, ${build}`, async () => {
    const socket = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
    const { port } = socket;
    socket.stop(true);
    const { base } = await start(build, "--metrics", String(port));
    await post(base, "/api/run", CALL);
    await post(base, "/api/run", { ...CALL, tool_id: "no" });
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    expect(text).toContain('purebox_requests_total{route="/api/run",status="200",code=""} 1');
    expect(text).toContain(
      'purebox_requests_total{route="/api/run",status="404",code="UNKNOWN_TOOL"} 1',
    );
    expect(text).toContain('purebox_tool_runs_total{tool="base64",outcome="ok"} 1');
    expect(text).toMatch(/^process_resident_memory_bytes \d+$/m);
    expect(await (await fetch(`${base}/healthz`)).json()).toMatchObject({
      live: true,
      ready: true,
    });
  });
}
