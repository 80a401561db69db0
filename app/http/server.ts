/** The HTTP service: Elysia routes over the catalogue, the runner and MCP. */
import { Elysia } from "elysia"; // the router: validated, fast on Bun, plain Request and Response
import { RequestError } from "../run/errors.ts";
import { addCallRoutes } from "./call-routes.ts";
import { addCatalogueRoutes } from "./catalogue-routes.ts";
import { addDocumentRoutes } from "./document-routes.ts";
import type { ServeHost } from "./host.ts";
import type { McpAccess } from "./mcp-calls.ts";
import { addPageRoutes } from "./page-routes.ts";
import { methodsOf, urlOf } from "./methods.ts";
import { errorReply, preflightReply } from "./reply.ts";
import { beginning } from "../../tools/_lib/text/shown.ts";

/** Longer than the longest deadline, so that the server never cuts a running call. */
const IDLE_SECONDS = 60;

export function createApp(host: ServeHost, access: McpAccess): Elysia {
  // One instance for all routes: each further one would cost the start a tenth of its time.
  const app = new Elysia({
    // The router would look for the path beyond the first 11 characters of a URL: a Host may be shorter.
    handler: { standardHostname: false },
    // Bodies are measured where they are read, so that too much is answered in the envelope.
    serve: {
      idleTimeout: IDLE_SECONDS,
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
      // The engine's own page would show paths and sources, and no envelope.
      development: false,
      error: (error) => failed(error, host),
    },
  });
  app.onError(({ code, error, request }) => {
    const started = performance.now();
    if (error instanceof RequestError) return errorReply(error.status, error.error, started);
    return code === "NOT_FOUND" ? unrouted(request, started) : failed(error, host);
  });
  addCallRoutes(app, host, access);
  addCatalogueRoutes(app, host);
  addDocumentRoutes(app, host);
  addPageRoutes(app);
  return app;
}

const INTERNAL_ERROR = {
  code: "TOOL_RUNTIME_ERROR",
  message: "The request failed inside the service",
  hint: "Please report what was sent, if it may be shared",
};

function failed(error: unknown, host: ServeHost): Response {
  host.onCrash("http", error);
  return errorReply(500, INTERNAL_ERROR, performance.now());
}

/** OPTIONS, a method that the path does not have, or a path that does not exist. */
function unrouted(request: Request, started: number): Response {
  const { pathname } = urlOf(request);
  const methods = methodsOf(pathname);
  // Where the method is one of them, it was the path that the router did not know: `/api#x`.
  if (methods.length === 0 || (request.method !== "OPTIONS" && methods.includes(request.method))) {
    return errorReply(
      404,
      {
        code: "NOT_FOUND",
        message: `Nothing is at ${beginning(pathname, 200)}`,
        hint: "GET /api lists the endpoints",
      },
      started,
    );
  }
  if (request.method === "OPTIONS") return preflightReply(methods);
  return errorReply(
    405,
    {
      code: "METHOD_NOT_ALLOWED",
      message: `${request.method} is not allowed at ${beginning(pathname, 200)}`,
      hint: `Use ${methods.join(" or ")}`,
    },
    started,
    { allow: methods.join(", ") },
  );
}
