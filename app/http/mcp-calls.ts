/** The hosted MCP endpoint: Streamable HTTP, stateless, one JSON answer for each POST. */
import { isObject } from "../../tools/_lib/json/tree/members.ts";
import { type Admission, createDispatch, type Dispatch } from "../mcp/dispatch.ts";
import { BAD_REQUEST, PARSE_ERROR, type Reply, rpcError } from "../mcp/protocol.ts";
import { createTools } from "../mcp/tools.ts";
import { decodeBody, readBody } from "../run/body.ts";
import { RequestError } from "../run/errors.ts";
import { stringify } from "../run/raw-json.ts";
import { callerOf, checkVisit, hungUp, send, termsOf, type Visit } from "./door.ts";
import type { ServeHost } from "./host.ts";
import { hostName, hostNameOf, isTrusted } from "./own-host.ts";

const PATH = "/mcp";

export interface McpAccess {
  /** The host name of the public address. */
  readonly publicHost: string | undefined;
  /** Whether the server listens on the loopback interface only; then no other Host can be honest. */
  readonly loopbackOnly: boolean;
}

/** What answers the calls of `/mcp`. */
export function mcpReplies(
  host: ServeHost,
  access: McpAccess,
): (visit: Visit) => Promise<Response> {
  const dispatch = createDispatch(createTools(host));
  const setting = { host, access };
  return (visit) => answerMcp(visit, dispatch, setting);
}

interface Setting {
  readonly host: ServeHost;
  readonly access: McpAccess;
}

export async function answerMcp(
  visit: Visit,
  dispatch: Dispatch,
  setting: Setting,
): Promise<Response> {
  const started = performance.now();
  const reply = await replyTo(visit, dispatch, setting);
  const { status, body } = reply;
  const text = body === undefined ? undefined : stringify(body);
  setting.host.observer?.note({
    method: visit.request.method,
    route: PATH,
    status,
    milliseconds: performance.now() - started,
    bytesIn: Number(visit.request.headers.get("content-length") ?? 0),
    charactersOut: text?.length ?? 0,
  });
  if (text === undefined) return new Response(null, { status });
  return send(text, reply, setting.host);
}

async function replyTo(
  visit: Visit,
  dispatch: Dispatch,
  { host, access }: Setting,
): Promise<Reply> {
  const { request } = visit;
  const refusal = checkOrigin(request, access);
  if (refusal) return refusal;
  try {
    checkVisit(visit, host);
    const message: unknown = JSON.parse(decodeBody(await readBody(request)));
    if (!isPing(message)) await host.gate?.identify(callerOf(visit, host));
    const admit = () => admitCall(visit, host);
    return await dispatch(message, { headers: request.headers, admit });
  } catch (error) {
    if (error instanceof SyntaxError) return rpcError(400, null, PARSE_ERROR, "Parse error");
    if (request.signal.aborted) return { status: hungUp().status };
    if (!(error instanceof RequestError)) throw error;
    const { status, message, retryAfter } = error;
    return { ...rpcError(status, null, BAD_REQUEST, message, error.error), retryAfter };
  }
}

/** Whoever asks only whether somebody is there needs no key. */
function isPing(message: unknown): boolean {
  return isObject(message) && message["method"] === "ping";
}

async function admitCall(visit: Visit, host: ServeHost): Promise<Admission> {
  const deadline = performance.now() + host.deadlines.mcp;
  const ticket = host.gate && (await host.gate.admit("mcp", callerOf(visit, host)));
  return { terms: { ...termsOf(deadline, ticket), door: "mcp" }, leave: () => ticket?.leave() };
}

/** A page of another site must not reach a server through its visitor (DNS rebinding). */
function checkOrigin(request: Request, { publicHost, loopbackOnly }: McpAccess): Reply | undefined {
  if (loopbackOnly && !isTrusted(hostNameOf(request), publicHost)) {
    return rpcError(403, null, BAD_REQUEST, "Forbidden: Host not allowed");
  }
  const origin = request.headers.get("origin");
  if (origin === null || isTrusted(hostName(origin), publicHost)) return undefined;
  return rpcError(403, null, BAD_REQUEST, "Forbidden: Origin not allowed");
}
