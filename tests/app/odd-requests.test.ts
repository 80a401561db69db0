/** Requests that no honest client sends get an answer that shows nothing of the inside. */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { BUILDS, commandOf } from "../support/program.ts";
import { type Server, startServer } from "../support/server.ts";

const folder = await mkdtemp(`${tmpdir()}/odd-`);
const servers: Server[] = [];
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await rm(folder, { recursive: true });
});

/** Of a run whose connection comes from the address. */
function statusFrom(localAddress: string, base: string): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const { port } = new URL(base);
  const headers = { "content-type": "application/json" };
  const options = { host: "127.0.0.1", port, path: "/api/run", method: "POST", headers };
  request({ ...options, localAddress }, ({ statusCode }) => resolve(statusCode))
    .on("error", reject)
    .end(JSON.stringify({ tool_id: "base64", input: "a" }));
  return promise;
}

/** Status and text of an answer to bytes that are sent as they are. */
async function raw(base: string, text: string): Promise<{ status: number; text: string }> {
  const { promise, resolve } = Promise.withResolvers<string>();
  let answer = "";
  await Bun.connect({
    hostname: "127.0.0.1",
    port: Number(new URL(base).port),
    socket: {
      open: (socket) => void socket.write(text),
      data: (_, bytes) => void (answer += bytes.toString()),
      close: () => resolve(answer),
    },
  });
  const whole = await promise;
  return { status: Number(whole.split(" ", 2)[1]), text: whole };
}

/** The status and the beginning of the body. */
function whatIsThere(text: string): string {
  const body = text.slice(text.indexOf("\r\n\r\n") + 4);
  return `${text.split("\r\n")[0]} ${body.slice(0, 60)}`;
}

const HOSTS = ["a b", "[", "[::1", "%", "%zz", "", "a:99999", "é", "a/b", "a?b#c", "u:p@a", "\t"];
const TARGETS = [
  "/nope",
  "/api",
  "/api/tools?limit=3",
  "/api/tools/search?q=json",
  "/mcp",
  "/docs",
  "//api",
  "/%",
];
const LARGEST_ANSWER = 400_000;

describe.each(BUILDS)("%s", (build) => {
  test("whatever the Host header holds, no answer is a fault of the service", async () => {
    const server = await startServer(build);
    servers.push(server);
    const calls = HOSTS.flatMap((host) => TARGETS.map((target) => ({ host, target })));
    const answers = await Promise.all(
      calls.map(({ host, target }) =>
        raw(server.base, `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
      ),
    );
    for (const [at, { status, text }] of answers.entries()) {
      expect({ ...calls[at], fault: status >= 500 || Number.isNaN(status) }).toMatchObject({
        fault: false,
      });
      expect(text.length).toBeLessThan(LARGEST_ANSWER);
      expect(text).not.toContain(process.cwd());
      expect(text).not.toMatch(/\bat \S+ \(|\.ts:\d+/);
    }
  });

  test("a Host of one letter, too, leads to every path", async () => {
    const { base } = servers.at(-1) as Server;
    const targets = [
      "/api/",
      "/api/tools/",
      "/docs/",
      "/nope",
      "/api/nope/tools",
      "/a/../api/tools/",
    ];
    for (const target of targets) {
      const statuses = ["localhost:8787", "a", "ab", "abc"].map(
        async (host) =>
          (await raw(base, `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`))
            .text,
      );
      const [first = "", ...others] = (await Promise.all(statuses)).map(whatIsThere);
      expect({ target, others }).toEqual({ target, others: [first, first, first] });
    }
  });

  test("what stands for no character is the name of nothing, however the path is written", async () => {
    const { base } = servers.at(-1) as Server;
    for (const path of [
      "/tools/%zz",
      "/kits/%ff",
      "/api/tools/%zz/schema",
      "/api/tools/%e0%a4/schema",
      "/about/%zz",
    ]) {
      for (const target of [path, `${path}/`, `/a/..${path}`, `/a/..${path}/`]) {
        const { status } = await raw(
          base,
          `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
        );
        const expected = path.startsWith("/about") ? 200 : 404;
        expect({ target, status }).toEqual({ target, status: expected });
      }
    }
  });

  test("who takes no Brotli gets none", async () => {
    const { base } = servers.at(-1) as Server;
    const files = (await (await fetch(`${base}/files.json`)).json()) as Record<string, number>;
    const path = Object.keys(files).find((name) => name.endsWith(".json")) ?? "";
    for (const [accepted, encoding] of [
      ["br", "br"],
      ["gzip, br;q=0.5", "br"],
      ["br;q=0", null],
      ["br; q=0.000, gzip", null],
      ["abr", null],
    ] as const) {
      const init = { headers: { "accept-encoding": accepted }, decompress: false };
      const { headers } = await fetch(base + path, init);
      expect([accepted, headers.get("content-encoding")]).toEqual([accepted, encoding]);
    }
  });

  test("no method is said to be missing where it is allowed", async () => {
    const { base } = servers.at(-1) as Server;
    const { text } = await raw(base, "GET /api#x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    expect(text).toContain('"code":"NOT_FOUND"');
  });

  test("what leads nowhere has the envelope, whatever the Host header holds", async () => {
    const { base } = servers.at(-1) as Server;
    for (const host of HOSTS) {
      const { text } = await raw(
        base,
        `GET /nope HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
      );
      expect(text.slice(text.indexOf("\r\n\r\n"))).toContain('"code":"NOT_FOUND"');
    }
  });

  test("a key that is none is refused at every method of MCP but ping", async () => {
    const data = `${folder}/${build}`;
    const server = await startServer(build, ["--limits", "on", "--data", data]);
    servers.push(server);
    const command = [...commandOf(build), "keys", "create", "--subject", "a", "--data", data];
    const token = Bun.spawnSync(command, { stderr: "ignore" }).stdout.toString().trim();
    const ask = async (method: string, authorization: string) => {
      const headers = { "content-type": "application/json", authorization };
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: {} });
      const { status } = await fetch(`${server.base}/mcp`, { method: "POST", headers, body });
      return status;
    };
    for (const method of ["initialize", "tools/list", "tools/call", "nonsense"]) {
      for (const bad of ["Bearer pbx_x_y", "Bearer ", "Basic eDp5"])
        expect(await ask(method, bad)).toBe(401);
    }
    expect(await ask("ping", "Bearer pbx_x_y")).toBe(200);
    expect(await ask("tools/list", `Bearer ${token}`)).toBe(200);
    const [, id = ""] = token.split("_");
    Bun.spawnSync([...commandOf(build), "keys", "revoke", id, "--data", data], {
      stderr: "ignore",
    });
    for (const method of ["initialize", "tools/list"]) {
      expect(await ask(method, `Bearer ${token}`)).toBe(401);
    }
  });

  // Only Linux has the whole of 127.0.0.0/8.
  test.skipIf(process.platform !== "linux")(
    "on loopback another address of the same machine is no other caller",
    async () => {
      const statuses = async (host: string): Promise<unknown[]> => {
        const store = `${folder}/${build}-${host}`;
        const limits = ["--limits", "run.perMinute=1", "--data", store, "--host", host];
        const server = await startServer(build, limits);
        servers.push(server);
        return [
          await statusFrom("127.0.0.1", server.base),
          await statusFrom("127.0.0.2", server.base),
        ];
      };
      expect(await statuses("127.0.0.1")).toEqual([200, 429]);
      expect(await statuses("0.0.0.0")).toEqual([200, 200]);
    },
  );

  test("a caller who hangs up is no bug", async () => {
    const command = [
      ...commandOf(build),
      "serve",
      "--port",
      "0",
      "--limits",
      "off",
      "--log",
      "json",
    ];
    const child = Bun.spawn(command, { stdout: "pipe", stderr: "pipe" });
    const { value = new Uint8Array() } = await child.stdout.getReader().read();
    const { port } = new URL(/http:\/\/\S+/.exec(new TextDecoder().decode(value))?.[0] ?? "");
    for (const length of [10, 40_000]) {
      const socket = await Bun.connect({
        hostname: "127.0.0.1",
        port: Number(port),
        socket: { data() {} },
      });
      socket.write(
        `POST /api/run HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n{`,
      );
      socket.flush();
      await Bun.sleep(50);
      socket.terminate();
    }
    await Bun.sleep(300);
    child.kill();
    const lines = (await new Response(child.stderr).text()).trim().split("\n");
    const events = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(events.map(({ event, status }) => `${String(event)} ${String(status)}`)).toEqual([
      "request 499",
      "request 499",
    ]);
  });

  test.each([["1"], ["2"]])(
    "with %s processes a port in use is told in one line",
    async (processes) => {
      const { base } = servers.at(0) as Server;
      const { port } = new URL(base);
      const args = ["serve", "--port", port, "--processes", processes, "--limits", "off"];
      const child = Bun.spawn([...commandOf(build), ...args], { stdout: "pipe", stderr: "pipe" });
      const said = await new Response(child.stderr).text();
      expect(await child.exited).toBe(2);
      expect(said).toContain("The port is in use");
      expect(said.trim().split("\n").length).toBeLessThanOrEqual(2);
    },
  );
});
