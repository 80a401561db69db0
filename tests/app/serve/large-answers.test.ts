/** What a lane has written passes through as text: read again, it would keep everyone else waiting. */
import { afterAll, expect, spyOn, test } from "bun:test";
import { createApp } from "../../../app/http/server.ts";
import { ChildPool } from "../../../app/lanes/child-pool.ts";
import { createHost } from "../../../app/lanes/host.ts";
import { DEFAULT_INPUT_CHARS } from "../../../app/run/sizes.ts";

const command = [process.execPath, "app/main.ts", "__lane", String(DEFAULT_INPUT_CHARS)];
const pool = new ChildPool({ size: 2, command });
afterAll(() => pool.close());
const host = {
  ...createHost(),
  isolated: pool,
  // How soon is asked elsewhere.
  deadlines: { run: 60_000, batch: 60_000, mcp: 60_000 },
  state: { isDraining: false },
  addressOf: () => "",
};
const app = createApp(host, { publicHost: undefined, loopbackOnly: true });

const CALL = {
  tool_id: "json-formatter",
  input: { input: "[1],".repeat(16_000).replace(/^(.*),$/, "[$1]"), indent: 8 },
};
const overMcp = (name: string, args: object) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name, arguments: args },
});

test.each([
  ["a run", "/api/run", CALL],
  ["a legacy call", "/api", { tool: CALL.tool_id, input: CALL.input }],
  ["a batch", "/api/batch", { requests: [{ id: "a", ...CALL }] }],
  ["a pipeline", "/api/pipeline", { steps: [CALL] }],
  ["a run over MCP", "/mcp", overMcp("run_tool", CALL)],
  ["a batch over MCP", "/mcp", overMcp("run_batch", { requests: [{ id: "a", ...CALL }] })],
  ["a pipeline over MCP", "/mcp", overMcp("run_pipeline", { steps: [CALL] })],
])(
  "%s",
  async (_, path, body) => {
    const sent = JSON.stringify(body);
    const parse = spyOn(JSON, "parse");
    const answer = await app.handle(
      new Request(`http://127.0.0.1${path}`, {
        method: "POST",
        headers: {
          host: "127.0.0.1",
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
        },
        body: sent,
      }),
    );
    const text = await answer.text();
    const longest = Math.max(0, ...parse.mock.calls.map(([read]) => String(read).length));
    parse.mockRestore();
    expect(answer.status).toBe(200);
    expect(text.length).toBeGreaterThan(4 * sent.length);
    expect(longest).toBeLessThanOrEqual(sent.length);
  },
  60_000,
);
