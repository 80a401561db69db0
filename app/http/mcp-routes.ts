/** The hosted MCP endpoint: Streamable HTTP, stateless, one JSON answer for each POST. */
import type { Elysia } from "elysia";
import { createDispatch, type Dispatch } from "../mcp/dispatch.ts";
import { BAD_REQUEST, PARSE_ERROR, type Reply, rpcError } from "../mcp/protocol.ts";
import { createTools } from "../mcp/tools.ts";
import { RequestError } from "../run/errors.ts";
import type { RunHost } from "../run/run.ts";
import { checkContentType, decodeBody } from "./body.ts";
import { json } from "./reply.ts";

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

export interface McpAccess {
  /** The host name of the public address. */
  readonly publicHost: string | undefined;
  /** Whether the server listens on the loopback interface only; then no other Host can be honest. */
  readonly loopbackOnly: boolean;
}

export function addMcpRoutes(app: Elysia, host: RunHost, access: McpAccess): void {
  const dispatch = createDispatch(createTools(host));
  app.post("/mcp", ({ request }) => answerMcp(request, dispatch, access), { parse: "none" });
}

export async function answerMcp(
  request: Request,
  dispatch: Dispatch,
  access: McpAccess,
): Promise<Response> {
  const refusal = checkOrigin(request, access);
  if (refusal) return send(refusal);
  try {
    checkContentType(request);
    const message: unknown = JSON.parse(decodeBody(await request.arrayBuffer()));
    return send(await dispatch(message, request.headers));
  } catch (error) {
    if (error instanceof SyntaxError) return send(rpcError(400, null, PARSE_ERROR, "Parse error"));
    if (!(error instanceof RequestError)) throw error;
    return send(rpcError(error.status, null, BAD_REQUEST, error.message));
  }
}

function send({ status, body }: Reply): Response {
  return body === undefined ? new Response(null, { status }) : json(body, status);
}

/** A page of another site must not reach a server through its visitor (DNS rebinding). */
function checkOrigin(request: Request, { publicHost, loopbackOnly }: McpAccess): Reply | undefined {
  const host = hostName(`http://${request.headers.get("host") ?? ""}`);
  const trusted = (name: string) => LOOPBACK.has(name) || name === publicHost;
  if (loopbackOnly && !trusted(host)) {
    return rpcError(403, null, BAD_REQUEST, "Forbidden: Host not allowed");
  }
  const origin = request.headers.get("origin");
  if (origin === null || trusted(hostName(origin))) return undefined;
  return rpcError(403, null, BAD_REQUEST, "Forbidden: Origin not allowed");
}

function hostName(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : "";
}
