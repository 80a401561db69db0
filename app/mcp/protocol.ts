/** The Model Context Protocol on the wire: revisions, JSON-RPC messages and error codes. */
import { SERVICE, SERVICE_VERSION } from "../registry.ts";

/** Stateless revisions: every request says which one it speaks. */
export const STATELESS_REVISIONS: readonly string[] = ["2026-07-28"];
/** Revisions that begin with `initialize`. */
export const HANDSHAKE_REVISIONS: readonly string[] = [
  "2025-11-25",
  "2025-06-18",
  "2025-03-26",
  "2024-11-05",
];
export const REVISIONS: readonly string[] = [...STATELESS_REVISIONS, ...HANDSHAKE_REVISIONS];

export const META = "io.modelcontextprotocol/";
export const SERVER_INFO = { name: SERVICE, title: "purebox", version: SERVICE_VERSION } as const;
export const CAPABILITIES = { tools: {} } as const;
export const INSTRUCTIONS =
  "Deterministic tools: compute instead of guessing. search_tools, then get_tool_schema for one tool, then run_tool.";
/** The catalogue changes only with a new release. */
export const CACHE = { ttlMs: 3_600_000, cacheScope: "public" } as const;

export const PARSE_ERROR = -32700;
export const INVALID_MESSAGE = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;
export const BAD_REQUEST = -32000;
export const HEADER_MISMATCH = -32020;
export const UNSUPPORTED_REVISION = -32022;

export type MessageId = string | number | null;

/** The answer to one message; without a body it was a notification. */
export interface Reply {
  /** For HTTP; stdio has none. */
  readonly status: number;
  readonly body?: object;
  /** In seconds; for HTTP. */
  readonly retryAfter?: number | undefined;
}

export function rpcResult(id: MessageId, result: object): Reply {
  return { status: 200, body: { jsonrpc: "2.0", id, result } };
}

export function rpcError(
  status: number,
  id: MessageId,
  code: number,
  message: string,
  data?: unknown,
): Reply {
  const error = data === undefined ? { code, message } : { code, message, data };
  return { status, body: { jsonrpc: "2.0", id, error } };
}
