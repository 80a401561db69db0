/** What agents and programs read of the service before they call it: complete, in agreement, and true. */
import { Client as McpClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { parse as parseToml } from "smol-toml";
import { ENDPOINTS } from "../../app/catalogue.ts";
import { ENTRIES, SERVICE_VERSION } from "../../app/registry.ts";
import integrationLaunchKit from "../../kits/integration-launch-kit.ts";
import { countTokens } from "../../tools/_lib/agents/tokens/encodings.ts";
import { Client } from "../support/client.ts";
import { programIn } from "../support/program.ts";
import { sharedServer, startServer } from "../support/server.ts";

const WELL_KNOWN = "/.well-known";
/** What the last step of each workflow says. */
const LAST: Readonly<Record<string, RegExp>> = {
  "csv-to-clean-jsonl": /^\d+$/,
  "typed-model-answer": /^valid/,
  "log-to-context": /^\d+$/,
  "types-to-validated-data": /^invalid: 1 problem, first at \/id/,
  "request-to-code": /^\{\n {2}"b": 1,\n/,
};
/** How each client reads its settings: the format, the member that holds servers, and what it knows of one. */
const FORMATS: Readonly<
  Record<string, readonly [(text: string) => unknown, string, readonly string[]]>
> = {
  "claude-code": [JSON.parse, "mcpServers", ["type", "url", "command", "args"]],
  codex: [parseToml, "mcp_servers", ["url", "command", "args"]],
  cursor: [JSON.parse, "mcpServers", ["url", "command", "args"]],
  vscode: [JSON.parse, "servers", ["type", "url", "command", "args"]],
  "gemini-cli": [JSON.parse, "mcpServers", ["httpUrl", "command", "args"]],
};
/** The door's own, before anything of the body is read. */
const ANSWERS_OF_POST = ["400", "405", "408", "413", "415"];
const IDS = ENTRIES.map(({ id }) => id);

describe("discovery", async () => {
  const { base } = await sharedServer("source");
  const client = await Client.connect(base);
  const read = async (path: string) => (await client.get(path)).body;

  test("the document declares what else an operation answers: unchanged, too slow, too large", async () => {
    const { paths } = (await read("/openapi.json")) as {
      paths: Record<string, Record<string, { responses: object }>>;
    };
    for (const [template, methods] of Object.entries(paths)) {
      const path = template.replace("{toolId}", "base64");
      const { get, post } = methods;
      if (get) {
        const { status } = await client.get(path, { "if-none-match": "*" });
        const isDeclared = Object.hasOwn(get.responses, status);
        expect({ path, status, isDeclared }).toEqual({ path, status, isDeclared: true });
      }
      if (post)
        expect(Object.keys(post.responses)).toEqual(expect.arrayContaining(ANSWERS_OF_POST));
    }
  });

  test("all documents name the same routes, tools, limits and version", async () => {
    const openapi = await read("/openapi.json");
    const routes = Object.entries(openapi["paths"] as Record<string, object>).flatMap(
      ([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    // MCP and the page of the reference are no routes of this API.
    const named = Object.values(ENDPOINTS).filter((route) => !/ \/(?:mcp|docs)$/.test(route));
    expect(routes.toSorted()).toEqual(named.toSorted());
    const overview = await read("/api");
    const summary = await read(`${WELL_KNOWN}/ai-agents.summary.json`);
    const catalogue = await read(`${WELL_KNOWN}/ai-agents.json`);
    expect(catalogue).toMatchObject(summary);
    expect(catalogue["endpoints"]).toEqual(overview["endpoints"]);
    expect(catalogue["tools"].map(({ id }: { id: string }) => id)).toEqual(IDS);
    expect([overview["tool_count"], summary["tool_count"]]).toEqual([IDS.length, IDS.length]);
    for (const [name, limit] of Object.entries(summary["limits"])) {
      expect([name, overview["limits"][name]]).toEqual([name, limit]);
    }
    const documents = ["/openapi.json", "/openapi.tools.json", "/openapi.summary.json"];
    const files = ["ai-agents.json", "context-ops.json", "agent-install.json"];
    for (const path of [...documents, ...files.map((name) => `${WELL_KNOWN}/${name}`)]) {
      const text = JSON.stringify(await read(path));
      expect([path, text.includes(`"version":"${SERVICE_VERSION}"`)]).toEqual([path, true]);
    }
    const llms = await (await fetch(`${base}/llms.txt`)).text();
    for (const id of IDS) expect(llms).toContain(id);
    for (const [link] of llms.matchAll(/(?<=\]\()http:[^)]+/g)) {
      expect([link, (await fetch(link)).status]).toEqual([link, 200]);
    }
  });

  test("summaries are short", async () => {
    for (const path of ["/openapi.summary.json", `${WELL_KNOWN}/ai-agents.summary.json`]) {
      const text = await (await fetch(base + path)).text();
      expect(countTokens(text, "o200k_base")).toBeLessThanOrEqual(2000);
    }
    const llms = await (await fetch(`${base}/llms.txt`)).text();
    expect(countTokens(llms, "o200k_base")).toBeLessThanOrEqual(2000);
  });

  test("types come of the tools that are named, by id or alias, or of all", async () => {
    const calls = async (query: string) => {
      const { components } = await read(`/openapi.tools.json${query}`);
      return Object.keys(components["schemas"]["RunRequest"].discriminator.mapping);
    };
    expect(await calls("")).toEqual(IDS);
    expect(await calls("?tools=json-formatter,%20csv-to-jsonl,json-format")).toEqual([
      "csv-jsonl-converter",
      "json-formatter",
    ]);
    const unknown = await client.get("/openapi.tools.json?tools=json-formatter,json-fromatter");
    expect([unknown.status, unknown.body["error"].code]).toEqual([404, "UNKNOWN_TOOL"]);
    const of = { routes: Object.keys((await read("/openapi.json"))["paths"]) };
    const typed = await read("/openapi.tools.json?tools=json-formatter");
    expect({ routes: Object.keys(typed["paths"]) }).toEqual(of);
    // What is read before a call stays small, whatever tools there are.
    expect(JSON.stringify(typed).length).toBeLessThan(40_000);
  });

  test("every workflow runs as it stands, over HTTP and over MCP", async () => {
    const { workflows } = await read(`${WELL_KNOWN}/context-ops.json`);
    expect(workflows.length).toBe(5);
    const mcp = new McpClient({ name: "test", version: "1" });
    await mcp.connect(new StreamableHTTPClientTransport(new URL(`${base}/mcp`)) as never);
    for (const { id, input, steps } of workflows) {
      const { status, body } = await client.post("/api/pipeline", { input, steps });
      expect([id, body["output"]]).toEqual([id, expect.stringMatching(LAST[id] ?? /^$/)]);
      expect([id, status, body["steps"]?.length]).toEqual([id, 200, steps.length]);
      const over = await mcp.callTool({ name: "run_pipeline", arguments: { input, steps } });
      expect([id, over.isError ?? false]).toEqual([id, false]);
      expect((over.structuredContent as { output: unknown }).output).toEqual(body["output"]);
    }
    await mcp.close();
  });

  /** A client of either kind finds the five tools at the other end, and one of them runs. */
  async function answersAt(name: string, transport: object): Promise<void> {
    const { verify } = await read(`${WELL_KNOWN}/agent-install.json`);
    const mcp = new McpClient({ name, version: "1" });
    await mcp.connect(transport as never);
    const listed = (await mcp.listTools()).tools.map((tool) => tool.name);
    expect(listed).toEqual((await read(`${WELL_KNOWN}/ai-agents.json`))["mcp"].tools);
    const ran = await mcp.callTool({ name: verify.tool, arguments: verify.arguments });
    expect([name, ran.content]).toEqual([name, [{ type: "text", text: '{\n  "a": 1\n}' }]]);
    await mcp.close();
  }

  /** What a client finds for the server in its file; each knows its own members, and no others. */
  function settingsIn(name: string, content: unknown): Record<string, unknown> {
    const [parse, wrapper, members] = FORMATS[name] ?? [JSON.parse, "", [] as string[]];
    const text = typeof content === "string" ? content : JSON.stringify(content);
    const parsed = parse(text) as Record<string, Record<string, Record<string, unknown>>>;
    expect([name, Object.keys(parsed)]).toEqual([name, [wrapper]]);
    const settings = parsed[wrapper]?.[integrationLaunchKit.input.properties.serverName.default];
    expect(Object.keys(settings ?? {}).filter((key) => !members.includes(key))).toEqual([]);
    return settings ?? {};
  }

  test("install profiles are in the format of their client, and lead to a server that answers", async () => {
    const { server, profiles } = await read(`${WELL_KNOWN}/agent-install.json`);
    expect(server.name).toBe(integrationLaunchKit.input.properties.serverName.default);
    expect(profiles.map(({ client: name }: { client: string }) => name)).toEqual(
      Object.keys(FORMATS),
    );
    for (const { client: name, content } of profiles) {
      const { url, httpUrl = url, type = "http" } = settingsIn(name, content);
      expect([name, httpUrl, type]).toEqual([name, `${base}/mcp`, "http"]);
      await answersAt(name, new StreamableHTTPClientTransport(new URL(String(httpUrl))));
    }
  });

  test("install profiles start the program as well, where shells find it", async () => {
    const folder = await mkdtemp(`${tmpdir()}/purebox-install-`);
    const env = await programIn(folder, "binary");
    const { profiles } = await read(`${WELL_KNOWN}/agent-install.json`);
    for (const { client: name, local_content: content } of profiles) {
      const { command, args, type = "stdio" } = settingsIn(name, content);
      expect([name, type]).toEqual([name, "stdio"]);
      const started = { command: String(command), args: args as string[], env };
      await answersAt(name, new StdioClientTransport(started));
    }
    await rm(folder, { recursive: true });
  });
});

describe("the address that documents name", () => {
  const named = async (server: { base: string }, headers: Record<string, string> = {}) => {
    const at = server.base.replace("0.0.0.0", "127.0.0.1");
    const answer = await fetch(`${at}${WELL_KNOWN}/ai-agents.summary.json`, { headers });
    return ((await answer.json()) as { http: { base: string } }).http.base;
  };
  const forwarded = { "x-forwarded-host": "tools.example.com", "x-forwarded-proto": "https" };

  test("is the one that the request came to", async () => {
    const server = await startServer("source", ["--host", "0.0.0.0"]);
    const { port } = new URL(server.base);
    expect(await named(server)).toBe(`http://127.0.0.1:${port}`);
    expect(await named(server, { host: `localhost:${port}` })).toBe(`http://localhost:${port}`);
    expect(await named(server, { host: 'evil"/>' })).toBe(`http://127.0.0.1:${port}`);
    expect(await named(server, forwarded)).toBe(`http://127.0.0.1:${port}`);
    await server.stop();
  });

  test("is that of a front that is trusted, and the operator's word before all", async () => {
    const trusting = await startServer("source", ["--trust-proxy"]);
    expect(await named(trusting, forwarded)).toBe("https://tools.example.com");
    await trusting.stop();
    const told = await startServer("source", ["--public-url", "https://own.example.com/"]);
    expect(await named(told, forwarded)).toBe("https://own.example.com");
    await told.stop();
  });
});
