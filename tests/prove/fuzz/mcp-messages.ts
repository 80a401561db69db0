/** Messages to the MCP endpoint, of both eras, as clients send them and as none should. */
import { detailOf, ENTRIES } from "../../../app/registry.ts";
import { HANDSHAKE_REVISIONS, META, STATELESS_REVISIONS } from "../../../app/mcp/protocol.ts";
import { changedValue } from "./changed-values.ts";
import type { Chance } from "./chance.ts";
import { bytesOf, type Material } from "./material.ts";
import type { WireRequest } from "./wire.ts";

const METHODS: readonly string[] = [
  "initialize",
  "ping",
  "tools/list",
  "tools/call",
  "notifications/initialized",
  "notifications/cancelled",
  "server/discover",
  "resources/list",
  "prompts/get",
  "logging/setLevel",
  "completion/complete",
  "nonsense",
  "",
  "__proto__",
];
const IDS: readonly unknown[] = [1, 0, -1, "a", "", 2 ** 53, 1.5, null, true, [], {}];

export function mcpRequest(material: Material): WireRequest {
  const { chance } = material;
  const isStateless = chance.once(3);
  const message = messageOf(chance, isStateless);
  const sent = sentInstead(message, material);
  const headers = chance.once(3) ? oddHeaders(chance) : headersOf(message, isStateless, chance);
  const method = chance.once(30) ? chance.of(["GET", "DELETE", "PUT", "OPTIONS"]) : "POST";
  const body = bytesOf(sent);
  const cut = chance.once(20) ? body.slice(0, chance.below(body.length)) : body;
  return { method, target: "/mcp", headers, body: method === "GET" ? "" : cut };
}

type Message = Readonly<Record<string, unknown>>;

function sentInstead(message: Message, { chance, pool }: Material): unknown {
  if (chance.once(25)) return [message];
  return chance.once(2) ? message : changedValue(message, chance, pool);
}

function messageOf(chance: Chance, isStateless: boolean): Message {
  const method = chance.once(2) ? "tools/call" : chance.of(METHODS);
  const isNotice = method.startsWith("notifications/") || chance.once(20);
  const meta = {
    [`${META}protocolVersion`]: chance.of(STATELESS_REVISIONS),
    [`${META}clientCapabilities`]: {},
  };
  return {
    jsonrpc: "2.0",
    ...(isNotice ? {} : { id: chance.once(8) ? chance.of(IDS) : chance.below(1000) }),
    method,
    params: { ...paramsOf(method, chance), ...(isStateless ? { _meta: meta } : {}) },
  };
}

function paramsOf(method: string, chance: Chance): object {
  if (method === "tools/call") return chance.once(20) ? { name: "nonsense" } : callOf(chance);
  if (method === "initialize") {
    const clientInfo = { name: "fuzz", version: "1" };
    return { protocolVersion: chance.of(HANDSHAKE_REVISIONS), capabilities: {}, clientInfo };
  }
  return {};
}

function callOf(chance: Chance): object {
  const entry = chance.of(ENTRIES);
  const { input, options = {} } = chance.of(detailOf(entry).examples);
  const fields = typeof input === "string" ? { [entry.primary]: input } : input;
  const run = { tool_id: entry.id, input: fields, options };
  return chance.of([
    { name: "search_tools", arguments: { query: entry.name, limit: 3 } },
    { name: "get_tool_schema", arguments: { tool_id: entry.id } },
    { name: "run_tool", arguments: { ...run, response_mode: "full" } },
    { name: "run_batch", arguments: { requests: [{ id: "a", ...run }] } },
    { name: "run_pipeline", arguments: { input: "a", steps: [run] } },
  ]);
}

const JSON_TYPE = ["Content-Type", "application/json"] as const;
const ACCEPT = ["Accept", "application/json, text/event-stream"] as const;

function headersOf(message: Message, isStateless: boolean, chance: Chance): WireRequest["headers"] {
  const { method, params } = message as { method: string; params: { name?: string } };
  const revision = chance.of(isStateless ? STATELESS_REVISIONS : HANDSHAKE_REVISIONS);
  const stateless = [
    ["Mcp-Method", method],
    ["Mcp-Name", params.name ?? ""],
  ] as const;
  return [JSON_TYPE, ACCEPT, ["MCP-Protocol-Version", revision], ...(isStateless ? stateless : [])];
}

const ODD: WireRequest["headers"] = [
  ["MCP-Protocol-Version", "1999-01-01"],
  ["MCP-Protocol-Version", ""],
  ["MCP-Protocol-Version", "2026-07-28"],
  ["Mcp-Method", "tools/list"],
  ["Mcp-Name", "=?base64?####?="],
  ["Mcp-Name", "=?base64?c2VhcmNoX3Rvb2xz?="],
  ["Mcp-Session-Id", "a b"],
  ["Last-Event-ID", "1"],
  ["Accept", "text/event-stream"],
  ["Accept", "text/plain"],
  ["Content-Type", "text/plain"],
  ["Origin", "https://example.com"],
  ["Origin", "http://localhost"],
  ["Authorization", "Bearer nonsense"],
];

function oddHeaders(chance: Chance): WireRequest["headers"] {
  const odd = [chance.of(ODD), chance.of(ODD)];
  return odd.some(([name]) => name === "Content-Type") ? odd : [JSON_TYPE, ...odd];
}
