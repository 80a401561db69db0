/** Kits that run what their caller names need a key that permits it, however the name comes to them. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { commandOf } from "../support/program.ts";
import { type Server, startServer } from "../support/server.ts";

const KIT = "agent-tool-call-replay-kit";
let folder = "";
let server: Server;
const tokens = { narrow: "", wide: "" };

async function createKey(...tools: readonly string[]): Promise<string> {
  const scopes = ["run", "batch", "pipeline", "mcp", ...tools.map((id) => `tool:${id}`)];
  const args = ["keys", "create", "--subject", "a", "--data", folder];
  const flags = scopes.flatMap((scope) => ["--scope", scope]);
  const child = Bun.spawn([...commandOf("source"), ...args, ...flags], {
    stdout: "pipe",
    stderr: "ignore",
  });
  return (await new Response(child.stdout).text()).trim();
}

beforeAll(async () => {
  folder = await mkdtemp(`${tmpdir()}/chosen-`);
  const others = [KIT, "json-schema-validator", "json-formatter"];
  tokens.narrow = await createKey(...others);
  tokens.wide = await createKey(...others, "base64");
  server = await startServer("source", [
    "--limits",
    "run.perMinute=1000,batch.perMinute=1000",
    "--data",
    folder,
  ]);
  // Right after the start every process loads what it is for, which takes its time from source.
  const first = { tool_id: KIT, input: { recording: RECORDING } };
  while ((await call("/api/run", tokens.wide, first)).status === 503) await Bun.sleep(100);
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

interface Counted {
  readonly counts?: { readonly calls: number };
}

interface Answered {
  readonly success: boolean;
  readonly error?: object;
  readonly result: { readonly value: Counted };
  readonly results: readonly object[];
  readonly summary: object;
  readonly value?: Counted;
}

async function call(path: string, token: string, body: object) {
  const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
  const response = await fetch(`${server.base}${path}`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Answered };
}

const RECORDING = [{ tool_id: "base64", input: { input: "Hello", action: "encode" } }];
const LONG = [{ ...RECORDING[0], input: { input: "x".repeat(50_000), action: "encode" } }];

describe.each([
  ["a small body", RECORDING],
  ["a body that is read elsewhere", LONG],
])("%s", (_, recording) => {
  const request = { tool_id: KIT, input: { recording } };

  test("a run", async () => {
    const refused = await call("/api/run", tokens.narrow, request);
    expect(refused.status).toBe(403);
    expect(refused.body.error).toMatchObject({ code: "PAID_SCOPE_FORBIDDEN" });
    expect(JSON.stringify(refused.body)).toContain("base64");
    const allowed = await call("/api/run", tokens.wide, request);
    expect(allowed.status).toBe(200);
    expect(allowed.body.result.value.counts?.calls).toBe(1);
  });

  test("an item of a batch is refused by itself", async () => {
    const requests = [
      { id: "a", ...request },
      { id: "b", tool_id: "json-formatter", input: "{}" },
    ];
    const { body } = await call("/api/batch", tokens.narrow, { requests });
    expect(body.results[0]).toMatchObject({
      success: false,
      error: { code: "PAID_SCOPE_FORBIDDEN" },
    });
    expect(body.results[1]).toMatchObject({ success: true });
    const allowed = await call("/api/batch", tokens.wide, { requests });
    expect(allowed.body.summary).toMatchObject({ succeeded: 2 });
  });

  test("a pipeline in which the name comes from the step before", async () => {
    const steps = [
      { tool_id: "json-formatter", input: { input: JSON.stringify(recording) } },
      { tool_id: KIT, input: { recording: "$PREV" } },
    ];
    const refused = await call("/api/pipeline", tokens.narrow, { input: "", steps });
    expect(refused.body.success).toBe(false);
    expect(JSON.stringify(refused.body)).toContain("PAID_SCOPE_FORBIDDEN");
    const allowed = await call("/api/pipeline", tokens.wide, { input: "", steps });
    expect(allowed.body.value?.counts?.calls).toBe(1);
  });
});

test("no key is needed for what is free", async () => {
  const response = await fetch(`${server.base}/api/run`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ tool_id: KIT, input: { recording: RECORDING } }),
  });
  expect(response.status).toBe(200);
});
