/** The routes of calls: run, batch, pipeline, verify, legacy and MCP. Their code comes with the first of them. */
import type { Elysia } from "elysia";
import type { Visit } from "./door.ts";
import type { ServeHost } from "./host.ts";
import type { McpAccess } from "./mcp-calls.ts";
import type { RunPath } from "./run-calls.ts";

type Reply = (visit: Visit) => Promise<Response>;

const RUN_PATHS: readonly RunPath[] = [
  "/api/run",
  "/api/batch",
  "/api/pipeline",
  "/api/verify",
  "/api",
];

export function addCallRoutes(app: Elysia, host: ServeHost, access: McpAccess): void {
  for (const path of RUN_PATHS) {
    addRoute(app, path, async () => (await import("./run-calls.ts")).repliesAt(path, host));
  }
  addRoute(app, "/mcp", async () => (await import("./mcp-calls.ts")).mcpReplies(host, access));
}

/** The body is read by hand: one parse, and errors that say where. */
function addRoute(app: Elysia, path: string, load: () => Promise<Reply>): void {
  const reply = late(load);
  app.post(path, ({ request, server }) => reply({ request, server }), { parse: "none" });
}

/** What nobody has called yet costs the start of the service nothing. */
function late(load: () => Promise<Reply>): Reply {
  let loaded: Reply | undefined;
  return (visit) => loaded?.(visit) ?? load().then((reply) => (loaded = reply)(visit));
}
