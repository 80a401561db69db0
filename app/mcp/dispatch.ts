/** Answers one MCP message of either era: a pure function of the message and, over HTTP, its headers. */
import { isObject } from "../../tools/_lib/json/tree/members.ts";
import { beginning } from "../../tools/_lib/text/shown.ts";
import { RequestError } from "../run/errors.ts";
import { DEADLINES_MS, type Terms, within } from "../run/terms.ts";
import {
  BAD_REQUEST,
  CACHE,
  CAPABILITIES,
  HANDSHAKE_REVISIONS,
  HEADER_MISMATCH,
  INSTRUCTIONS,
  INVALID_MESSAGE,
  INVALID_PARAMS,
  type MessageId,
  META,
  METHOD_NOT_FOUND,
  type Reply,
  REVISIONS,
  rpcError,
  rpcResult,
  SERVER_INFO,
  STATELESS_REVISIONS,
  UNSUPPORTED_REVISION,
} from "./protocol.ts";

type Members = Readonly<Record<string, unknown>>;

/** One tool as clients see it, and what calling it does. */
export interface McpTool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: object;
  readonly annotations?: object;
  /** Throws a `RequestError` only where the caller may not, or not now. */
  call(args: Members, terms: Terms): Promise<CallResult>;
}

export interface CallResult {
  readonly content: readonly Members[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
}

/** Answers a message. */
export type Dispatch = (message: unknown, sender?: Sender) => Promise<Reply>;

/** Who sent the message over HTTP. */
export interface Sender {
  readonly headers: Headers;
  /** Lets one call of a tool in; the caller is counted and has to be let go again. */
  admit?(): Promise<Admission>;
}

export interface Admission {
  readonly terms: Terms;
  leave(): void;
}

const STATELESS_META = { [`${META}serverInfo`]: SERVER_INFO } as const;
const DISCOVERY = {
  resultType: "complete",
  supportedVersions: REVISIONS,
  capabilities: CAPABILITIES,
  instructions: INSTRUCTIONS,
  ...CACHE,
  _meta: STATELESS_META,
} as const;

interface Message {
  readonly id: MessageId;
  readonly method: string;
  readonly params: Members;
  readonly notification: boolean;
}

export function createDispatch(tools: readonly McpTool[]): Dispatch {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const listed = tools.map(({ call: _call, ...shown }) => shown);

  return async (received, sender) => {
    const headers = sender?.headers;
    const message = readMessage(received);
    if ("status" in message) return message;
    const { id, method, params } = message;
    const stateless = isStateless(message, headers);
    if (stateless) {
      const refusal = checkStateless(message, headers);
      if (refusal) return refusal;
    }
    if (message.notification) return { status: 202 };
    if (!stateless) {
      const refusal = checkHandshakeHeader(message, headers);
      if (refusal) return refusal;
    }
    const extra = stateless ? { resultType: "complete", _meta: STATELESS_META } : {};
    switch (method) {
      case "tools/list":
        if (params["cursor"] !== undefined)
          return rpcError(200, id, INVALID_PARAMS, "Invalid cursor");
        return rpcResult(id, { ...extra, tools: listed, ...(stateless ? CACHE : {}) });
      case "tools/call":
        return callTool(message, byName, extra, sender);
      default:
        return (stateless ? answerStateless : answerHandshake)(message);
    }
  };
}

function answerStateless({ id, method }: Message): Reply {
  if (method === "server/discover") return rpcResult(id, DISCOVERY);
  return rpcError(404, id, METHOD_NOT_FOUND, "Method not found");
}

function answerHandshake({ id, method, params }: Message): Reply {
  switch (method) {
    case "initialize": {
      const asked = params["protocolVersion"];
      const protocolVersion = HANDSHAKE_REVISIONS.find((revision) => revision === asked);
      return rpcResult(id, {
        protocolVersion: protocolVersion ?? HANDSHAKE_REVISIONS[0],
        capabilities: CAPABILITIES,
        serverInfo: SERVER_INFO,
        instructions: INSTRUCTIONS,
      });
    }
    case "ping":
      return rpcResult(id, {});
    default:
      return rpcError(200, id, METHOD_NOT_FOUND, "Method not found");
  }
}

async function callTool(
  { id, params }: Message,
  tools: ReadonlyMap<string, McpTool>,
  extra: object,
  sender: Sender | undefined,
): Promise<Reply> {
  const name = params["name"];
  const tool = typeof name === "string" ? tools.get(name) : undefined;
  if (!tool) return rpcError(200, id, INVALID_PARAMS, `Unknown tool: ${textOf(name)}`);
  const args = params["arguments"] ?? {};
  if (!isObject(args)) return rpcError(200, id, INVALID_PARAMS, "arguments is not an object");
  let admission: Admission | undefined;
  try {
    admission = await sender?.admit?.();
    const terms = admission?.terms ?? within(DEADLINES_MS.mcp, "mcp");
    return rpcResult(id, { ...extra, ...(await tool.call(args, terms)) });
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const refused = rpcError(error.status, id, BAD_REQUEST, error.message, error.error);
    return { ...refused, retryAfter: error.retryAfter };
  } finally {
    admission?.leave();
  }
}

function readMessage(received: unknown): Message | Reply {
  if (!isObject(received) || received["jsonrpc"] !== "2.0")
    return invalidMessage("Invalid Request");
  const { id, method, params } = received;
  if (typeof method !== "string") return invalidMessage("Invalid Request");
  const notification = !Object.hasOwn(received, "id");
  if (!notification && typeof id !== "string" && !Number.isInteger(id)) {
    return invalidMessage("Invalid Request: id must be a string or an integer");
  }
  if (params !== undefined && !isObject(params)) {
    return rpcError(
      400,
      notification ? null : (id as MessageId),
      INVALID_PARAMS,
      "params is not an object",
    );
  }
  return {
    id: notification ? null : (id as MessageId),
    method,
    params: params ?? {},
    notification,
  };
}

function invalidMessage(message: string): Reply {
  return rpcError(400, null, INVALID_MESSAGE, message);
}

/** A request of the stateless era names its revision itself; a header alone says so, too. */
function isStateless({ method, params }: Message, headers: Headers | undefined): boolean {
  if (metaOf(params)[`${META}protocolVersion`] !== undefined) return true;
  const header = headers?.get("mcp-protocol-version") ?? null;
  return header !== null && STATELESS_REVISIONS.includes(header) && method !== "initialize";
}

/** What the stateless revision asks of every request; headers must repeat what the body says. */
function checkStateless(message: Message, headers: Headers | undefined): Reply | undefined {
  const { id, params, notification } = message;
  if (notification) return undefined;
  const meta = metaOf(params);
  const revision = meta[`${META}protocolVersion`];
  const mismatch = headers && compareRevision(headers, revision);
  if (mismatch !== undefined) return rpcError(400, id, HEADER_MISMATCH, mismatch);
  const spoken = revision ?? headers?.get("mcp-protocol-version");
  if (typeof spoken !== "string" || !STATELESS_REVISIONS.includes(spoken)) {
    const data = { supported: REVISIONS, requested: textOf(spoken) };
    return rpcError(400, id, UNSUPPORTED_REVISION, "Unsupported protocol version", data);
  }
  if (revision === undefined || !isObject(meta[`${META}clientCapabilities`])) {
    const problem = "Invalid params: _meta must carry protocolVersion and clientCapabilities";
    return rpcError(400, id, INVALID_PARAMS, problem);
  }
  const other = headers && compareHeaders(headers, message);
  return other === undefined ? undefined : rpcError(400, id, HEADER_MISMATCH, other);
}

/** A body without a revision may leave it to the header. */
function compareRevision(headers: Headers, revision: unknown): string | undefined {
  const header = headers.get("mcp-protocol-version");
  if (revision === undefined && header !== null) return undefined;
  return compareHeader("MCP-Protocol-Version", header, revision);
}

function compareHeaders(headers: Headers, { method, params }: Message): string | undefined {
  const mismatch = compareHeader("Mcp-Method", headers.get("mcp-method"), method);
  if (mismatch !== undefined || method !== "tools/call") return mismatch;
  return compareHeader("Mcp-Name", decodeHeader(headers.get("mcp-name")), params["name"]);
}

function compareHeader(name: string, header: string | null, body: unknown): string | undefined {
  if (header === null) return `Header mismatch: ${name} header is missing`;
  if (header === body) return undefined;
  return `Header mismatch: ${name} header '${header}' does not match body value '${textOf(body)}'`;
}

/** A value that no header can carry comes as `=?base64?…?=`. */
function decodeHeader(value: string | null): string | null {
  const encoded = value === null ? null : /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/.exec(value);
  return encoded?.[1] === undefined ? value : Buffer.from(encoded[1], "base64").toString("utf8");
}

function checkHandshakeHeader(
  { id, method }: Message,
  headers: Headers | undefined,
): Reply | undefined {
  const header = headers?.get("mcp-protocol-version") ?? null;
  if (header === null || HANDSHAKE_REVISIONS.includes(header) || method === "initialize")
    return undefined;
  const supported = REVISIONS.join(", ");
  return rpcError(
    400,
    id,
    BAD_REQUEST,
    `Bad Request: Unsupported protocol version: ${header} (supported versions: ${supported})`,
  );
}

const SHOWN_CHARACTERS = 80;

/** What should have been text. Anything else may be as deep as a body can be. */
function textOf(value: unknown): string {
  return typeof value === "string" ? beginning(value, SHOWN_CHARACTERS) : `(${typeof value})`;
}

function metaOf(params: Members): Members {
  const meta = params["_meta"];
  return isObject(meta) ? meta : {};
}
