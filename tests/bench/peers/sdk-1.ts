/**
 * `sdk-1.js MENU http|stdio [shared]`: the five tools on the official TypeScript SDK, version 1, by its class for
 * advanced use, which takes schemas as they are and checks no arguments. Over HTTP without sessions: a server for each
 * request, as its documentation has it, and answers as JSON. `shared`: all use one validator of schemas.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
  type ListToolsResult,
} from "@modelcontextprotocol/sdk/types.js";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv";
import { INFO, OPTIONS, readMenu, runTool } from "./menu.ts";

const [path = "", door, sharing] = process.argv.slice(2);
const menu = readMenu(path);
/** Without it the SDK makes a validator for each server. */
const shared = sharing === undefined ? {} : { jsonSchemaValidator: new AjvJsonSchemaValidator() };
const STATELESS = { enableJsonResponse: true };

function create(): Server {
  const server = new Server(INFO, { ...OPTIONS, ...shared });
  server.setRequestHandler(
    ListToolsRequestSchema,
    () => ({ tools: menu.tools }) as ListToolsResult,
  );
  server.setRequestHandler(CallToolRequestSchema, ({ params }) =>
    runTool(menu, params.name, params.arguments),
  );
  return server;
}

const say = (port: number | undefined) => console.log(`listens on http://127.0.0.1:${port}`);

function serveBun(): void {
  const { port } = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      const transport = new WebStandardStreamableHTTPServerTransport(STATELESS);
      await create().connect(transport);
      return transport.handleRequest(request);
    },
  });
  say(port);
}

function serveNode(): void {
  const http = createServer(async (request, response) => {
    const transport = new StreamableHTTPServerTransport(STATELESS);
    await create().connect(transport);
    await transport.handleRequest(request, response);
  });
  http.listen(0, "127.0.0.1", () => say((http.address() as AddressInfo).port));
}

if (door === "stdio") await create().connect(new StdioServerTransport());
else if (process.versions.bun === undefined) serveNode();
else serveBun();
