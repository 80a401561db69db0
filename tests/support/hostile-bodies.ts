/** Bodies that are no call, or one that is hard to read. */
import { nested } from "./hostile-parts.ts";

export interface HostileBody {
  readonly title: string;
  readonly type?: string;
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly code: string;
}

const MEBIBYTE = 1 << 20;
const LIGHT = '{"tool_id":"base64","input":"hello"}';

const filled = (start: string, filling: string, end: string): string => {
  const count = Math.floor((MEBIBYTE - start.length - end.length) / filling.length);
  return start + filling.repeat(count) + end;
};

export const HOSTILE_BODIES: readonly HostileBody[] = [
  { title: "1 MiB, most of it blanks", body: LIGHT.padEnd(MEBIBYTE), code: "ok" },
  { title: "one byte more", body: LIGHT.padEnd(MEBIBYTE + 1), code: "BODY_TOO_LARGE" },
  {
    title: "1 MiB of text",
    body: filled('{"tool_id":"base64","input":"', "a", '"}'),
    code: "INPUT_TOO_LARGE",
  },
  { title: "1 MiB of open lists", body: "[".repeat(MEBIBYTE), code: "INVALID_REQUEST" },
  { title: "1 MiB of lists", body: nested("[", "]", MEBIBYTE / 2), code: "INVALID_REQUEST" },
  { title: "1 MiB of digits", body: "9".repeat(MEBIBYTE), code: "INVALID_REQUEST" },
  { title: "1 MiB of quotes", body: '"'.repeat(MEBIBYTE), code: "INVALID_REQUEST" },
  {
    title: "1 MiB of numbers",
    body: filled(
      '{"tool_id":"contract-conformance-repair","input":{"schema":{},"data":[0',
      ",0",
      "]}}",
    ),
    code: "OUTPUT_TOO_LARGE",
  },
  {
    title: "1 MiB of fields",
    body: `{"tool_id":"base64","input":{"input":"a"${Array.from({ length: 70_000 }, (_, index) => `,"f${index}":0`).join("")}}}`,
    code: "ok",
  },
  {
    title: "1 MiB of the same field",
    body: filled('{"tool_id":"base64","input":{', '"input":"a",', '"input":"b"}}'),
    code: "ok",
  },
  {
    title: "half a character",
    body: Uint8Array.of(0x7b, 0x22, 0xc3, 0x22, 0x7d),
    code: "INVALID_REQUEST",
  },
  { title: "UTF-16", body: new Uint8Array(Buffer.from(LIGHT, "utf16le")), code: "INVALID_REQUEST" },
  { title: "half a call", body: LIGHT.slice(0, 20), code: "INVALID_REQUEST" },
  { title: "nothing", body: "", code: "INVALID_REQUEST" },
  { title: "a list", body: `[${LIGHT}]`, code: "INVALID_REQUEST" },
  { title: "null", body: "null", code: "INVALID_REQUEST" },
  {
    title: "a form",
    type: "application/x-www-form-urlencoded",
    body: "tool_id=base64",
    code: "UNSUPPORTED_MEDIA_TYPE",
  },
  { title: "text", type: "text/plain", body: LIGHT, code: "UNSUPPORTED_MEDIA_TYPE" },
];

const DEEPER = 300_000;
const DEEP = nested("[", "]", DEEPER);
const SEALED = '"now":"2026-01-01T00:00:00Z","seed":"a"';
const META = '"io.modelcontextprotocol/protocolVersion"';
const STATELESS = `${META}:"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}`;
const STATELESS_HEADERS = {
  "mcp-protocol-version": "2026-07-28",
  "mcp-method": "tools/call",
  "mcp-name": "search_tools",
};

export interface DeepBody {
  readonly path: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const api = (path: string, ...bodies: readonly string[]): DeepBody[] =>
  bodies.map((body) => ({ path, body }));

const mcp = (...params: readonly string[]): DeepBody[] =>
  params.map((text) => ({
    path: "/mcp",
    body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${text}}`,
  }));

const mcpRun = (members: string) =>
  `{"name":"run_tool","arguments":{"tool_id":"base64",${members}}}`;

/** A value nested as deep as a body can be, in every place that a request has. */
export const DEEP_BODIES: readonly DeepBody[] = [
  ...api(
    "/api/run",
    DEEP,
    `{"tool_id":${DEEP},"input":{}}`,
    `{"tool_id":"base64","input":${DEEP}}`,
    `{"tool_id":"base64","input":{"input":${DEEP}}}`,
    `{"tool_id":"base64","input":"a","response_mode":${DEEP}}`,
    `{"tool_id":"base64","input":"a","options":${DEEP}}`,
    `{"tool_id":"base64","input":"a","options":{"x":${DEEP}}}`,
    `{"tool_id":"base64","input":"a","options":{"now":${DEEP}}}`,
    `{"tool_id":"regex-tester","input":{"pattern":"a","text":"a"},"options":{"seed":${DEEP}}}`,
    `{"tool_id":"base64","input":"a","other":${DEEP}}`,
  ),
  ...api("/api", `{"tool":${DEEP},"input":"a"}`, `{"tool":"base64","input":"a","options":${DEEP}}`),
  ...api(
    "/api/batch",
    `{"requests":${DEEP}}`,
    `{"requests":[${DEEP}]}`,
    `{"requests":[{"id":${DEEP}}]}`,
    `{"requests":[{"id":"a","tool_id":${DEEP}}]}`,
    `{"requests":[{"id":"a","tool_id":"base64","input":"a","options":{"x":${DEEP}}}]}`,
    `{"requests":[{"id":"a","tool_id":"base64","input":"a"}],"response_mode":${DEEP}}`,
  ),
  ...api(
    "/api/pipeline",
    `{"steps":${DEEP}}`,
    `{"input":${DEEP},"steps":[{"tool_id":"base64"}]}`,
    `{"input":{"a":${DEEP}},"steps":[{"tool_id":"base64","input":{"input":"$INPUT.a"}}]}`,
    `{"steps":[{"tool_id":"base64","input":{"input":${DEEP}}}]}`,
    `{"steps":[{"tool_id":"base64","input":"a","options":{"x":${DEEP}}}]}`,
  ),
  ...api(
    "/api/verify",
    `{"receipt":${DEEP}}`,
    `{"receipt":{"tool_id":"base64","options":{${SEALED},"x":${DEEP}}},"input":"a"}`,
    `{"receipt":{"tool_id":"base64","options":{${SEALED}},"output_sha256":${DEEP}},"input":"a"}`,
  ),
  ...api(
    "/mcp",
    DEEP,
    `{"jsonrpc":"2.0","id":${DEEP},"method":"ping"}`,
    `{"jsonrpc":"2.0","id":1,"method":${DEEP}}`,
    `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":${DEEP}}}`,
    `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":${DEEP}}}`,
  ),
  ...mcp(
    DEEP,
    `{"name":${DEEP}}`,
    `{"name":"search_tools","arguments":${DEEP}}`,
    `{"name":"search_tools","arguments":{"query":${DEEP}}}`,
    `{"name":"search_tools","arguments":{"query":"a","limit":${DEEP}}}`,
    `{"name":"search_tools","arguments":{"query":"a","sample":${DEEP}}}`,
    `{"name":"get_tool_schema","arguments":{"tool_id":${DEEP}}}`,
    mcpRun(`"input":${DEEP}`),
    mcpRun(`"input":"a","options":{"x":${DEEP}}`),
    `{"name":"search_tools","_meta":{${META}:${DEEP}}}`,
  ),
  ...mcp(
    `{"name":${DEEP},"_meta":{${STATELESS}}}`,
    `{"name":"search_tools","_meta":{${META}:${DEEP}}}`,
    `{"name":"search_tools","_meta":${DEEP}}`,
  ).map((one) => ({ ...one, headers: STATELESS_HEADERS })),
];
