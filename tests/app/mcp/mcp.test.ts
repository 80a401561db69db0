/** The MCP endpoint through the official clients, over HTTP and stdio, from source and from the binary. */
import { describe, expect, test } from "bun:test";
import {
  Client as ClientV2,
  StreamableHTTPClientTransport as HttpV2,
} from "@modelcontextprotocol/client";
import { StdioClientTransport as StdioV2 } from "@modelcontextprotocol/client/stdio";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as StdioV1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as HttpV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import type { Json } from "../../support/client.ts";
import { host, service, units } from "../../support/run-unit.ts";
import { BUILDS, type Build, commandOf } from "../../support/program.ts";
import { minimalRunCost, MOST_TOKENS, schemaCosts, searchCost } from "../../support/mcp-tokens.ts";
import { quantile } from "../../support/measured.ts";
import { sharedServer } from "../../support/server.ts";
import { leanSchema } from "../../../app/mcp/lean-schema.ts";
import { type RunHost, run } from "../../../app/run/run.ts";
import { isObject } from "../../../tools/_lib/json/tree/members.ts";

const INFO = { name: "test", version: "1" };
const NAMES = ["search_tools", "get_tool_schema", "run_tool", "run_batch", "run_pipeline"];

/** The part of the clients that the tests use; both major versions have it. */
interface AnyClient {
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
  close(): Promise<void>;
}

const v2 = (mode: "auto" | "legacy" | { pin: string }) =>
  new ClientV2(INFO, { versionNegotiation: { mode } });

/** Kits name the service that runs them: the one that listens, or the usual one where none does. */
const hostOf = (name: string, base: string): RunHost =>
  name.includes("stdio") ? host : { ...host, service: { ...service, publicUrl: base } };

type Connect = (build: Build, base: string) => Promise<AnyClient>;

const stdio = (build: Build) => {
  const [command = "", ...args] = commandOf(build);
  return { command, args: [...args, "mcp"] };
};

async function open<T extends { connect(transport: never): Promise<void> }>(
  client: T,
  transport: unknown,
): Promise<T> {
  await client.connect(transport as never);
  return client;
}

const CLIENTS: Readonly<Record<string, Connect>> = {
  "SDK 1 over HTTP": (_, base) =>
    open(new ClientV1(INFO), new HttpV1(new URL(`${base}/mcp`))) as never,
  "SDK 1 over stdio": (build) => open(new ClientV1(INFO), new StdioV1(stdio(build))) as never,
  "SDK 2 over HTTP": (_, base) => open(v2("auto"), new HttpV2(new URL(`${base}/mcp`))) as never,
  "SDK 2 over HTTP, handshake": (_, base) =>
    open(v2("legacy"), new HttpV2(new URL(`${base}/mcp`))) as never,
  "SDK 2 over HTTP, 2026-07-28": (_, base) =>
    open(v2({ pin: "2026-07-28" }), new HttpV2(new URL(`${base}/mcp`))) as never,
  "SDK 2 over stdio": (build) => open(v2("auto"), new StdioV2(stdio(build))) as never,
  "SDK 2 over stdio, 2026-07-28": (build) =>
    open(v2({ pin: "2026-07-28" }), new StdioV2(stdio(build))) as never,
};

for (const build of BUILDS) {
  describe(build, async () => {
    const { base } = await sharedServer(build);

    for (const [name, connect] of Object.entries(CLIENTS)) {
      test(`${name}: five tools, and each tool runs with its first example`, async () => {
        const client = await connect(build, base);
        const { tools } = await client.listTools();
        expect(tools.map((tool) => tool.name)).toEqual(NAMES);
        for (const unit of units) {
          const [example] = unit.examples;
          const args = {
            tool_id: unit.id,
            input: example?.input,
            options: { seed: "m", now: "2026-11-20T00:00:00Z" },
          };
          const input =
            typeof args.input === "string" ? { [unit.primary]: args.input } : args.input;
          const reply = (await client.callTool({
            name: "run_tool",
            arguments: { ...args, input },
          })) as Json;
          const direct = await run({ ...args, input }, hostOf(name, base));
          expect(reply["structuredContent"].success).toBe(direct.body.success);
          expect(JSON.stringify(reply["structuredContent"].result.output)).toBe(
            JSON.stringify(direct.body.result?.output),
          );
        }
        await client.close();
      }, 120_000);

      test(`${name}: errors are answers that say what to correct`, async () => {
        const client = await connect(build, base);
        const call = (tool: string, args: Record<string, unknown>) =>
          client.callTool({ name: tool, arguments: args }) as Promise<Json>;
        const bad = await call("run_tool", { tool_id: "json-formatter", input: { input: "[1,]" } });
        expect(bad["isError"]).toBe(true);
        expect(bad["structuredContent"].error.code).toBe("JSON_SYNTAX");
        expect(bad["content"][0].text).toContain("JSON_SYNTAX");
        const unknown = await call("get_tool_schema", { tool_id: "jsn-formatter" });
        expect(unknown["structuredContent"].error.did_you_mean[0]).toBe("json-formatter");
        const found = await call("search_tools", { query: "format json", limit: 2 });
        expect(found["content"][0].text).toContain("json-formatter(input");
        const batch = await call("run_batch", {
          requests: [{ id: "a", tool_id: "json-formatter", input: { input: "[1]" } }],
        });
        expect(batch["structuredContent"].summary).toEqual({ total: 1, succeeded: 1, failed: 0 });
        const pipeline = await call("run_pipeline", {
          input: "[1]",
          steps: [{ tool_id: "json-formatter", input: { input: "$INPUT", action: "minify" } }],
        });
        expect(pipeline["structuredContent"].output).toBe("[1]");
        await expect(call("no_such_tool", {})).rejects.toThrow();
        await client.close();
      });
    }

    const post = (body: unknown, headers: Record<string, string> = {}) =>
      fetch(`${base}/mcp`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          ...headers,
        },
        body: typeof body === "string" ? body : JSON.stringify(body),
      });

    test("tools/list is short enough to be always in context", async () => {
      const reply = await post({ jsonrpc: "2.0", id: 1, method: "tools/list" });
      const { result } = (await reply.json()) as Json as { result: { tools: unknown } };
      expect(encode(JSON.stringify(result.tools)).length).toBeLessThanOrEqual(MOST_TOKENS.list);
    });

    test("messages and requests that are wrong are refused as the protocol says", async () => {
      const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
      const cases: readonly (readonly [
        unknown,
        Record<string, string>,
        number,
        number | undefined,
      ])[] = [
        ["{", {}, 400, -32700],
        [[list], {}, 400, -32600],
        [{ id: 1, method: "ping" }, {}, 400, -32600],
        [{ ...list, id: 1.5 }, {}, 400, -32600],
        [{ ...list, id: null }, {}, 400, -32600],
        [{ ...list, params: [] }, {}, 400, -32602],
        [{ ...list, method: "nope" }, {}, 200, -32601],
        [{ ...list, params: { cursor: "x" } }, {}, 200, -32602],
        [{ jsonrpc: "2.0", method: "notifications/initialized" }, {}, 202, undefined],
        [list, { "mcp-protocol-version": "1999-01-01" }, 400, -32000],
        [list, { origin: "http://evil.example" }, 403, -32000],
        [list, { origin: "http://localhost:3000" }, 200, undefined],
        [list, { "content-type": "text/plain" }, 415, -32000],
      ];
      for (const [body, headers, status, code] of cases) {
        const reply = await post(body, headers);
        const text = await reply.text();
        expect(`${JSON.stringify(body)} ${reply.status}`).toBe(`${JSON.stringify(body)} ${status}`);
        if (code !== undefined) expect((JSON.parse(text) as Json)["error"].code).toBe(code);
      }
      expect((await fetch(`${base}/mcp`)).status).toBe(405);
      expect((await fetch(`${base}/mcp`, { method: "DELETE" })).status).toBe(405);
    });

    test("a page of another site cannot reach the server under a name of its own", async () => {
      const reply = await post({ jsonrpc: "2.0", id: 1, method: "ping" }, { host: "evil.example" });
      expect(reply.status).toBe(403);
    });

    test("the stateless revision checks headers against the body", async () => {
      const meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
      };
      const message = { jsonrpc: "2.0", id: 1, method: "tools/list", params: { _meta: meta } };
      const headers = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/list" };
      const good = (await (await post(message, headers)).json()) as Json;
      expect(good["result"]).toMatchObject({ resultType: "complete", cacheScope: "public" });
      expect((await post(message, { ...headers, "mcp-method": "tools/call" })).status).toBe(400);
      const { "mcp-protocol-version": _, ...without } = headers;
      expect((await post(message, without)).status).toBe(400);
      const future = {
        ...message,
        params: { _meta: { ...meta, "io.modelcontextprotocol/protocolVersion": "2099-01-01" } },
      };
      const refused = await post(future, { ...headers, "mcp-protocol-version": "2099-01-01" });
      expect(((await refused.json()) as Json)["error"].code).toBe(-32022);
      const discover = { ...message, method: "server/discover" };
      const found = (await (
        await post(discover, { ...headers, "mcp-method": "server/discover" })
      ).json()) as Json;
      expect(found["result"].supportedVersions[0]).toBe("2026-07-28");
      const lost = await post({ ...message, method: "nope" }, { ...headers, "mcp-method": "nope" });
      expect(lost.status).toBe(404);
    });
  });
}

test("what a model reads of hits, schemas and a minimal run is short", async () => {
  for (const { intents } of units) {
    const [query = ""] = intents;
    const { text } = await searchCost(query);
    expect([query, text <= MOST_TOKENS.search]).toEqual([query, true]);
  }
  const schemas = (await schemaCosts()).map(({ text }) => text);
  expect(quantile(schemas, 0.5)).toBeLessThanOrEqual(MOST_TOKENS.schema);
  expect((await minimalRunCost()).text).toBeLessThanOrEqual(MOST_TOKENS.run);
});

test("the example of a schema answer is a call as run_tool takes it", async () => {
  for (const { id } of units) {
    const { tool } = (await leanSchema(id)) as { tool: { example: { input: unknown } } };
    expect([id, isObject(tool.example.input)]).toEqual([id, true]);
  }
});
