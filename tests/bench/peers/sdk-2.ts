/**
 * `sdk-2.js MENU http|stdio [shared]`: the five tools on the official TypeScript SDK, version 2, by its class for
 * advanced use, which takes schemas as they are and checks no arguments. Over HTTP by its handler for the stateless
 * revision of the protocol, with answers as JSON. `shared`: all requests use one validator of schemas.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, Server } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import { INFO, OPTIONS, readMenu, runTool } from "./menu.ts";

const [path = "", door, sharing] = process.argv.slice(2);
const menu = readMenu(path);
/** Without it the SDK makes a validator for each server. */
const shared = sharing === undefined ? {} : { jsonSchemaValidator: new AjvJsonSchemaValidator() };

function create(): Server {
  const server = new Server(INFO, { ...OPTIONS, ...shared });
  server.setRequestHandler("tools/list", () => ({ tools: menu.tools }));
  server.setRequestHandler("tools/call", ({ params }) =>
    runTool(menu, params.name, params.arguments),
  );
  return server;
}

const say = (port: number | undefined) => console.log(`listens on http://127.0.0.1:${port}`);

function serve(): void {
  const handler = createMcpHandler(create, { responseMode: "json" });
  if (process.versions.bun === undefined) {
    const http = createServer(toNodeHandler(handler));
    http.listen(0, "127.0.0.1", () => say((http.address() as AddressInfo).port));
  } else {
    const { port } = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: handler.fetch });
    say(port);
  }
}

if (door === "stdio") await create().connect(new StdioServerTransport());
else serve();
