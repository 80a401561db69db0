import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Static } from "@sinclair/typebox";
import { parse as parseTomlText } from "smol-toml";
import kit from "../../kits/agent-connection-diagnostic-kit.ts";
import { RULES } from "../../kits/agent-connection-diagnostic-kit/rules.ts";
import { checksScript } from "../../kits/agent-connection-diagnostic-kit/files.ts";
import { readJson } from "../../tools/_lib/json/tree/read.ts";
import { valueOf as dataOf } from "../../tools/_lib/json/tree/value.ts";
import { renderMarkdown } from "../support/render-markdown.ts";
import { FIXED_CLOCK, runUnit } from "../support/run-unit.ts";

type Value = Static<typeof kit.value>;

const run = (input: object) => runUnit(kit as never, input);
const valueOf = (input: object) => run(input).value as Value;
const codesOf = (input: object) => valueOf(input).diagnoses.map(({ code }) => code);
const said = (evidence: string, more: object = {}) => codesOf({ evidence, ...more });
const configured = (text: string | object, more: object = {}) =>
  codesOf({ configs: [{ text: typeof text === "string" ? text : JSON.stringify(text), ...more }] });
const fixedOf = (text: string | object, more: object = {}, input: object = {}) => {
  const given = typeof text === "string" ? text : JSON.stringify(text);
  const { deliverables } = valueOf({ configs: [{ text: given, ...more }], ...input });
  return deliverables.find(({ name }) => name.startsWith("fixed/"))?.content;
};

describe("the table of rules", () => {
  test("has every trouble once, and what explains is one of them", () => {
    expect(RULES.length).toBe(82);
    expect(new Set(RULES.map(({ code }) => code)).size).toBe(82);
  });

  /** An evidence for each rule that words or statuses show. */
  const shown = RULES.flatMap(({ code, strong }) =>
    strong.flatMap((sign) => {
      if (typeof sign !== "string" || sign.startsWith("@")) return [];
      const text = sign.startsWith("#") ? `HTTP/1.1 ${sign.slice(1)} x` : sign.toUpperCase();
      return [[code, `a line before\n${text}\na line behind`] as const];
    }),
  );
  test.each(shown)("%s by %j", (code, evidence) => {
    const found = valueOf({ evidence }).diagnoses.find((diagnosis) => diagnosis.code === code);
    expect(found?.evidence[0]).toMatchObject({ source: "evidence", line: 2 });
  });

  const patterns: readonly (readonly [string, string, boolean])[] = [
    ["SPAWN_NOT_FOUND", "Error: spawn /usr/bin/foo ENOENT", true],
    ["SPAWN_NOT_FOUND", "Error: spawn C:\\Program Files\\nodejs\\npx.cmd ENOENT", true],
    ["SPAWN_NOT_FOUND", "spawn npx failed\nENOENT", false],
    ["SPAWN_NOT_FOUND", "no such file or directory: 'uvx'", true],
    ["SPAWN_DENIED", "spawn ./run EACCES", true],
    ["SPAWN_DENIED", "spawn /Volumes/My Disk/run EACCES", true],
    ["STDOUT_NOT_JSON", "Unexpected token 'H', \"Hello\" is not valid JSON", true],
    ["STDOUT_NOT_JSON", "Unexpected end of JSON input", true],
    ["NODE_TOO_OLD", "foo requires Node.js version >=20", true],
    ["ENVIRONMENT_MISSING", "environment variable API_URL is required", true],
    ["ENVIRONMENT_MISSING", "GITHUB_TOKEN is not set", true],
    ["ENVIRONMENT_MISSING", "Mcp-Session-Id header is required", false],
    ["SERVER_EXITED", "process exited with code 1", true],
    ["SERVER_EXITED", "process exited with code 0", false],
    ["LOOPBACK_IPV6", "connect ECONNREFUSED ::1:3000", true],
    ["LOOPBACK_UNREACHABLE", "in the devcontainer:\nECONNREFUSED 127.0.0.1:3000", true],
    ["LOOPBACK_UNREACHABLE", "ECONNREFUSED localhost:3000\n(docker run)", true],
    ["LOOPBACK_UNREACHABLE", "ECONNREFUSED 127.0.0.1:3000", false],
    ["TLS_INTERCEPTED", "SELF_SIGNED_CERT_IN_CHAIN", true],
    ["TLS_INTERCEPTED", "self-signed certificate in certificate chain", true],
    ["HTML_INSTEAD_OF_JSON", "Unexpected token '<'", true],
    ["ENDPOINT_NOT_FOUND", "Cannot POST /sse", true],
    ["AUTH_DISCOVERY", "GET /.well-known/oauth-protected-resource/mcp -> 404", true],
    ["AUTH_DISCOVERY", "GET /.well-known/oauth-protected-resource\n404 of another", false],
    ["LEGACY_SSE_SERVER", "event:  endpoint\ndata: /messages", true],
    ["LEGACY_SSE_CLIENT", "SSE error: Non-200 status code (405)", true],
    ["ERA_MISMATCH", "Method not found: initialize", true],
    ["TOOL_SCHEMA_REJECTED", "tools.3.custom.input_schema: bad", true],
    ["TOOL_NAME_REJECTED", "Tool name mcp__a__b is too long", true],
    ["TOOL_NAME_REJECTED", "tools.0.custom.name: String should match", true],
    ["TOO_MANY_TOOLS", "You exceed the total limit of 40 tools", true],
    ["REQUEST_TIMEOUT", "MCP error -32001: Request timed out", true],
  ];
  test.each(patterns)("%s: %j %p", (code, evidence, isThere) => {
    expect(said(evidence).includes(code)).toBe(isThere);
  });

  test("words inside other words are none", () => {
    expect(said("ModuleNotFoundError: No module named 'mcp'")).toEqual(["MODULE_NOT_FOUND"]);
    expect(said("preproto and fingerprint(")).toEqual([]);
    const tools = `{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}`;
    expect(valueOf({ evidence: `${tools}\n10 tools` }).diagnoses[0]?.score).toBe(90);
  });

  test("colours and line ends of other systems change nothing", () => {
    expect(said("\u001b[31mspawn\u001b[0m npx ENOENT\r\nx")).toEqual(["SPAWN_NOT_FOUND"]);
  });
});

describe("statuses", () => {
  test.each([
    ["HTTP/1.1 404", [404]],
    ["HTTP/2 404", [404]],
    ["(HTTP 404)", [404]],
    ["status 404", [404]],
    ["Request failed with status code 404", [404]],
    ['{"status":404}', [404]],
    ["returned 404", [404]],
    ["404 Not Found", [404]],
    ["Error 404 status sending message to https://x.example/mcp", [404]],
    ["The requested URL returned error: 502", [502]],
    ["401 Client Error: Unauthorized for url", [401]],
    ["404 Bananas, port 4040, 14:04:04", []],
    ["npm error 404 Not Found", []],
    ["HTTP 404 and HTTP 404, then 503 Service Unavailable", [404, 503]],
  ])("%j", (evidence, statuses) => {
    expect(valueOf({ evidence }).facts.statuses).toEqual(statuses);
  });

  test("404 with a session is none without; metadata is left out", () => {
    expect(said("HTTP 404")).toEqual(["ENDPOINT_NOT_FOUND"]);
    expect(said("HTTP 404: unknown session")).toEqual([]);
    expect(said("GET /.well-known/openid-configuration HTTP 404")).toEqual([]);
  });

  test("401 with and without a credential", () => {
    const refused =
      '< HTTP/2 401\n< www-authenticate: Bearer resource_metadata="https://x.example/"';
    expect(said(`> POST /mcp HTTP/2\n${refused}`)).toEqual(["AUTH_MISSING"]);
    expect(said(`> POST /mcp HTTP/2\n> authorization: Bearer x\n${refused}`)).toEqual([
      "AUTH_REJECTED",
    ]);
    expect(said("< HTTP/2 401\n< date: today\n<\n")).toEqual(["AUTH_DISCOVERY", "AUTH_MISSING"]);
    const config = {
      text: '{"mcpServers":{"a":{"type":"http","url":"https://a.example/mcp","headers":{"Authorization":"Bearer ${T}"}}}}',
      client: "claude-code",
    };
    expect(codesOf({ evidence: refused, configs: [config] })).toEqual(["AUTH_REJECTED"]);
  });

  test("405 alone is a note, and no fault", () => {
    const { verdict, diagnoses } = valueOf({ evidence: "GET /mcp 405 Method Not Allowed" });
    expect(verdict).toBe("review");
    expect(diagnoses).toMatchObject([
      { code: "METHOD_NOT_ALLOWED", kind: "note", score: 20, confidence: "low" },
    ]);
  });
});

describe("scores and order", () => {
  test("a cause has 80 and 5 for each further sign, a fact at least 90, at most 100", () => {
    const score = (evidence: string, code: string) =>
      valueOf({ evidence }).diagnoses.find((one) => one.code === code)?.score;
    expect(score("permission denied", "SPAWN_DENIED")).toBe(80);
    expect(score("permission denied: spawn x EACCES", "SPAWN_DENIED")).toBe(90);
    expect(score("HTTP 401 unauthorized", "AUTH_MISSING")).toBe(90);
    expect(
      score(
        "server disconnected, exited with code 2, process exited early, server transport closed unexpectedly, connection closed",
        "SERVER_EXITED",
      ),
    ).toBe(60);
  });

  test("pairs explain first, then the best cause all symptoms and notes", () => {
    const evidence =
      "spawn npx ENOENT\nself signed certificate in certificate chain\nServer disconnected\nHTTP 405";
    const { diagnoses, verdict, findings } = valueOf({ evidence });
    expect(diagnoses.map(({ rank, code, explainedBy }) => [rank, code, explainedBy])).toEqual([
      [1, "SPAWN_NOT_FOUND", null],
      [2, "TLS_INTERCEPTED", null],
      [3, "TLS_UNTRUSTED", "TLS_INTERCEPTED"],
      [4, "SERVER_EXITED", "SPAWN_NOT_FOUND"],
      [5, "METHOD_NOT_ALLOWED", "SPAWN_NOT_FOUND"],
    ]);
    expect(verdict).toBe("fail");
    expect(findings.map(({ severity, code, subject }) => [severity, code, subject])).toEqual([
      ["error", "SPAWN_NOT_FOUND", "process"],
      ["warning", "TLS_INTERCEPTED", "tls"],
      ["info", "METHOD_NOT_ALLOWED", "http"],
      ["info", "SERVER_EXITED", "process"],
      ["info", "TLS_UNTRUSTED", "tls"],
    ]);
  });

  test("evidence in another language is not recognised, and facts still work", () => {
    const evidence =
      'Verbindung fehlgeschlagen: https://a.example/mcp\n{"jsonrpc":"2.0","id":1,"method":"initialize"}';
    const { diagnoses, facts } = valueOf({ evidence });
    expect(diagnoses.map(({ code }) => code)).toEqual(["HANDSHAKE_UNFINISHED"]);
    expect(facts).toMatchObject({ endpoint: "https://a.example/mcp", era: "legacy" });
    expect(run({ evidence: "Es geht nicht" }).warnings).toMatchObject([
      { code: "NOTHING_RECOGNISED" },
    ]);
  });
});

describe("configurations", () => {
  const http = (entry: object) => ({ mcpServers: { a: entry } });
  const url = "https://a.example/mcp";

  const cases: readonly (readonly [string, object | string, object, string[]])[] = [
    ["right", http({ type: "http", url }), { client: "claude-code" }, []],
    ["no type", http({ url }), { path: "/x/.mcp.json" }, ["CONFIG_TYPE"]],
    ["cursor needs none", http({ url }), { path: ".cursor/mcp.json" }, []],
    ["vscode root", http({ type: "http", url }), { client: "vscode" }, ["CONFIG_ROOT_KEY"]],
    ["vscode by root", { servers: { a: { url } } }, {}, ["CONFIG_TYPE"]],
    [
      "vscode settings",
      { mcp: { servers: { a: { type: "http", url } } } },
      { client: "vscode" },
      [],
    ],
    ["windsurf", http({ url }), { client: "windsurf" }, ["CONFIG_URL_KEY"]],
    ["windsurf, right", http({ serverUrl: url }), { client: "windsurf" }, []],
    ["gemini url", http({ url }), { client: "gemini-cli" }, ["CONFIG_URL_KEY"]],
    ["gemini typed", http({ url, type: "http" }), { client: "gemini-cli" }, []],
    ["gemini sse", http({ url: "https://a.example/sse" }), { client: "gemini-cli" }, []],
    ["unknown client", http({ url }), {}, []],
    ["both", http({ url, command: "x" }), { client: "cursor" }, ["CONFIG_COMMAND_AND_URL"]],
    ["desktop", http({ url }), { client: "claude-desktop" }, ["CONFIG_DESKTOP_REMOTE"]],
    [
      "sse",
      http({ type: "http", url: "https://a.example/sse" }),
      { client: "claude-code" },
      ["CONFIG_SSE_URL"],
    ],
    ["sse and mcp", http({ type: "sse", url }), { client: "claude-code" }, ["CONFIG_SSE_URL"]],
    ["off", http({ command: "x", disabled: true }), { client: "cline" }, ["CONFIG_DISABLED"]],
    ["relative", http({ command: "bin/x" }), {}, ["CONFIG_PATH"]],
    ["home", http({ command: "x", args: ["~/a"] }), {}, ["CONFIG_PATH"]],
    ["absolute", http({ command: "C:\\a\\x.exe", args: ["--x", "a/b"] }), {}, []],
    ["placeholder", http({ command: "x", env: { K: "<your key>" } }), {}, ["CONFIG_PLACEHOLDER"]],
    [
      "no scheme",
      http({ url, headers: { Authorization: "abc" } }),
      { client: "cursor" },
      ["CONFIG_BEARER_PREFIX"],
    ],
    ["comment", "// a\n{}", { client: "cursor" }, ["CONFIG_SYNTAX"]],
    ["comment of zed", '// a\n{"context_servers":{},}', { client: "zed" }, []],
    [
      "desktop variable",
      http({ command: "x", env: { K: "${K}" } }),
      { client: "claude-desktop" },
      ["CONFIG_VARIABLE"],
    ],
    [
      "mcp-remote fills in",
      http({ command: "npx", args: ["mcp-remote", url, "--header", "A:${K}"] }),
      { client: "claude-desktop" },
      [],
    ],
    [
      "a shell fills in",
      http({ command: "sh", args: ["-c", "x ${K}"] }),
      { client: "claude-desktop" },
      [],
    ],
    [
      "claude-code",
      http({ command: "x", args: ["${K}", "${K:-d}"] }),
      { client: "claude-code" },
      [],
    ],
    [
      "foreign form",
      http({ command: "x", args: ["${env:K}"] }),
      { client: "claude-code" },
      ["CONFIG_VARIABLE"],
    ],
    ["workspace", { servers: { a: { command: "${workspaceFolder}/x" } } }, {}, []],
    ["empty", "{}", { client: "cursor" }, []],
    ["not an object", "[1]", { client: "cursor" }, ["CONFIG_SYNTAX"]],
    ["one entry", { type: "sse", url }, { client: "claude-code" }, ["CONFIG_SSE_URL"]],
    ["codex JSON", http({ url }), { client: "codex" }, ["CONFIG_SYNTAX"]],
    ["__proto__", '{"mcpServers":{"__proto__":{"command":"./x"}}}', {}, ["CONFIG_PATH"]],
  ];
  test.each(cases)("%s", (_, text, more, codes) => {
    expect(configured(text, more)).toEqual(codes);
  });

  test("npx on Windows, by the field and by a path", () => {
    const text = JSON.stringify(http({ command: "npx", args: ["-y", "x"] }));
    expect(codesOf({ configs: [{ text }], os: "windows" })).toEqual(["CONFIG_WINDOWS_NPX"]);
    expect(codesOf({ configs: [{ text, path: "C:\\Users\\a\\mcp.json" }] })).toEqual([
      "CONFIG_WINDOWS_NPX",
    ]);
    expect(codesOf({ configs: [{ text }], os: "macos" })).toEqual([]);
  });

  test("a text is one configuration, and the JSON of a list is a list", () => {
    const text = JSON.stringify(http({ command: "./x" }));
    for (const configs of [text, [{ text }], JSON.stringify([{ text }])]) {
      expect(codesOf({ configs })).toEqual(["CONFIG_PATH"]);
    }
    expect(run({ configs: JSON.stringify([{ txt: text }]) }).ok).toBe(false);
    expect(run({ configs: [{ text, cleint: "zed" }] }).errors).toMatchObject([
      { code: "UNKNOWN_FIELD", path: "/configs/0/cleint" },
    ]);
  });

  test("one that is pasted as evidence is read as one", () => {
    const json = JSON.stringify({ servers: { a: { url } } });
    for (const [text, code] of [
      [json, "CONFIG_TYPE"],
      ['model = "x"\n# a\n[mcp_servers.a]\nenabled = false\n', "CONFIG_DISABLED"],
    ]) {
      const { diagnoses, findings } = valueOf({ evidence: text });
      expect(diagnoses.map((one) => one.code)).toEqual([code as string]);
      expect(findings[0]?.path).toBe("/evidence");
    }
    expect(said(`${json}\nand it fails`)).toEqual([]);
  });

  test("hosted clients do not reach this machine", () => {
    const input = { evidence: "no", client: "chatgpt" };
    for (const endpoint of [
      "http://localhost:3000/mcp",
      "http://[::1]/mcp",
      "http://10.1.2.3/mcp",
      "https://box.local/mcp",
    ]) {
      expect(codesOf({ ...input, endpoint })).toEqual(["LOOPBACK_UNREACHABLE"]);
    }
    expect(codesOf({ ...input, endpoint: "https://mcp.example.com/mcp" })).toEqual([]);
  });

  test("their order changes only the source", () => {
    const configs = [
      { client: "cursor", text: JSON.stringify(http({ command: "./x" })) },
      { client: "zed", text: '{"mcpServers":{"b":{"command":"y"}}}' },
    ];
    const shape = (list: object[]) =>
      valueOf({ configs: list }).diagnoses.map(({ code, score, fix }) => [code, score, fix]);
    expect(shape(configs.toReversed())).toEqual(shape(configs));
  });
});

describe("fixed files", () => {
  test("only what is wrong is changed", () => {
    const text =
      '{"a":1,"mcpServers":{"x":{"serverUrl":"https://a.example/mcp","timeout":12345678901234567890}},"z":[1.50]}';
    expect(JSON.stringify(JSON.parse(fixedOf(text, { client: "vscode" }) ?? ""))).toBe(
      JSON.stringify(
        JSON.parse(
          '{"a":1,"servers":{"x":{"type":"http","url":"https://a.example/mcp","timeout":12345678901234567890}},"z":[1.50]}',
        ),
      ),
    );
    expect(fixedOf(text, { client: "vscode" })).toContain("12345678901234567890");
  });

  test("what needs a guess is left, and so is a file without a fault", () => {
    expect(fixedOf({ mcpServers: { a: { command: "./x" } } })).toBeUndefined();
    expect(
      fixedOf(
        { mcpServers: { a: { command: "x", env: { K: "${K}" } } } },
        { client: "claude-desktop" },
      ),
    ).toBeUndefined();
    expect(fixedOf({ mcpServers: { a: { command: "x" } } })).toBeUndefined();
  });

  test("variables take the client's form, inputs are declared", () => {
    const entry = {
      type: "http",
      url: "https://a.example/mcp",
      headers: { Authorization: "Bearer ${TOKEN}" },
    };
    expect(fixedOf({ servers: { a: entry } }, { client: "vscode" })).toContain(
      "Bearer ${env:TOKEN}",
    );
    expect(
      fixedOf(
        { mcpServers: { a: { ...entry, headers: { A: "${env:T}" } } } },
        { client: "claude-code" },
      ),
    ).toContain('"A": "${T}"');
    const asked = { ...entry, headers: { A: "${input:tok}" } };
    const fixed = JSON.parse(fixedOf({ servers: { a: asked } }, { client: "vscode" }) ?? "");
    expect(fixed.inputs).toEqual([
      { type: "promptString", id: "tok", description: "tok", password: true },
    ]);
    const copied = { url: "https://a.example/mcp", headers: { A: "Bearer ${input:my-tok.2}" } };
    expect(fixedOf({ mcpServers: { a: copied } }, { client: "cursor" })).toContain(
      "Bearer ${env:MY_TOK_2}",
    );
  });

  test("member and type of an address are put right together", () => {
    const fixed = (client: string, entry: object) =>
      JSON.parse(fixedOf({ mcpServers: { a: entry } }, { client }) ?? "{}").mcpServers?.a;
    const [sse, mcp] = ["https://a.example/sse", "https://a.example/mcp"];
    expect(fixed("windsurf", { httpUrl: sse, type: "http" })).toEqual({
      serverUrl: sse,
      type: "sse",
    });
    expect(fixed("antigravity", { httpUrl: sse })).toEqual({ serverUrl: sse });
    expect(fixed("claude-code", { httpUrl: sse })).toEqual({ type: "sse", url: sse });
    expect(fixed("claude-code", { serverUrl: mcp, type: "sse" })).toEqual({
      url: mcp,
      type: "http",
    });
    expect(fixed("gemini-cli", { httpUrl: sse })).toEqual({ url: sse });
    expect(fixed("gemini-cli", { serverUrl: sse, type: "http" })).toEqual({
      url: sse,
      type: "sse",
    });
  });

  test("Windows, disabled, scheme and transport", () => {
    const fixed = fixedOf(
      { mcpServers: { a: { command: "npx", args: ["x"] }, b: { command: "npx", disabled: true } } },
      {},
      { os: "windows" },
    );
    expect(JSON.parse(fixed ?? "").mcpServers).toEqual({
      a: { command: "cmd", args: ["/c", "npx", "x"] },
      b: { command: "cmd", args: ["/c", "npx"], disabled: false },
    });
    const remote = {
      type: "http",
      url: "https://a.example/sse",
      headers: { authorization: "abc" },
    };
    expect(
      JSON.parse(fixedOf({ mcpServers: { a: remote } }, { client: "claude-code" }) ?? "").mcpServers
        .a,
    ).toEqual({
      type: "sse",
      url: "https://a.example/sse",
      headers: { authorization: "Bearer abc" },
    });
  });

  const toml: readonly (readonly [string, string, object])[] = [
    [
      'headers = { Authorization = "Bearer ${TOK}", X = "1", Y = "${YY}" }',
      "in braces",
      { bearer_token_env_var: "TOK", http_headers: { X: "1" }, env_http_headers: { Y: "YY" } },
    ],
    [
      'headers.Authorization = "$TOK"\nheaders.X = "1"',
      "dotted",
      { bearer_token_env_var: "TOK", http_headers: { X: "1" } },
    ],
    [
      '[mcp_servers.a.headers]\nX = "1" # why\nY = "2"',
      "in a table",
      { http_headers: { X: "1", Y: "2" } },
    ],
    [
      'http_headers = { Authorization = "abc" }',
      "without a scheme",
      { http_headers: { Authorization: "Bearer abc" } },
    ],
    [
      '[mcp_servers.a.http_headers]\nAuthorization = "Bearer ${input:my-tok}"\nX = "1"',
      "a variable in a table of its own name",
      { bearer_token_env_var: "MY_TOK", http_headers: { X: "1" } },
    ],
    ['type = "sse"', "another transport", { type: "http" }],
    ["enabled = false", "off", { enabled: true }],
    ['serverUrl = "https://b.example"', "another address", {}],
  ];
  test.each(toml)("of Codex: %s", (lines, name, members) => {
    const isAddress = name === "another address";
    const address = isAddress ? "" : 'url = "https://a.example/mcp"\n';
    const text = `# first\nmodel = "gpt-5"\n[mcp_servers.a] # head\n${address}${lines}\n\n[mcp_servers.b]\ncommand = "x"\n`;
    const fixed = fixedOf(text, { client: "codex" }) ?? "";
    expect(parseTomlText(fixed)).toEqual({
      model: "gpt-5",
      mcp_servers: {
        a: { url: isAddress ? "https://b.example" : "https://a.example/mcp", ...members },
        b: { command: "x" },
      },
    } as never);
    const windows = fixedOf(text.replaceAll("\n", "\r\n"), { client: "codex" });
    expect(windows).toBe(fixed);
    expect(fixed).toContain("# first\n");
    expect(fixed).toContain("[mcp_servers.a] # head\n");
  });

  test("of Codex: another client's root", () => {
    const text = '[mcpServers.a]\ncommand = "npx"\nargs = [\n  "-y", # yes\n]\n';
    const fixed = fixedOf(text, { client: "codex" }, { os: "windows" }) ?? "";
    expect(parseTomlText(fixed)).toEqual({
      mcp_servers: { a: { command: "cmd", args: ["/c", "npx", "-y"] } },
    });
    expect(fixed).toContain("# yes");
  });

  test("of Codex: npx goes through the shell, and nothing else does", () => {
    const text = `mcp_servers.d.command = "npx" # d
mcp_servers.e = { command = "npx" }
[mcp_servers.a]
command = "npx"
[mcp_servers.b]
command = "node"
args = ["b.js"]
[mcp_servers.c]
args = [] # none
command = "npx"
`;
    const fixed = fixedOf(text, { client: "codex" }, { os: "windows" }) ?? "";
    const shell = { command: "cmd", args: ["/c", "npx"] };
    expect(parseTomlText(fixed)).toEqual({
      mcp_servers: {
        d: shell,
        e: shell,
        a: shell,
        b: { command: "node", args: ["b.js"] },
        c: shell,
      },
    } as never);
    expect(fixed).toContain("# none");
  });

  test("hold no secret", () => {
    const key = `ghp_${"a1B2".repeat(9)}`;
    const entry = {
      serverUrl: `https://a.example/mcp?token=${key}`,
      headers: { Authorization: key, "X-Api-Key": "hunter2hunter2" },
    };
    const outcome = run({
      configs: [{ client: "cursor", text: JSON.stringify({ mcpServers: { a: entry } }) }],
      evidence: `sent ${key}`,
    });
    expect(JSON.stringify(outcome)).not.toContain(key);
    expect(JSON.stringify(outcome)).not.toContain("hunter2hunter2");
    const value = outcome.value as Value;
    expect(value.deliverables.find(({ name }) => name === "fixed/1.json")?.content).toContain(
      "Bearer [",
    );
    expect(value.counts.byCode["SECRET_REDACTED"]).toBeGreaterThan(0);
  });
});

describe("messages", () => {
  const rpc = (more: object) => JSON.stringify({ jsonrpc: "2.0", ...more });
  const tools = (...names: string[]) => ({ tools: names.map((name) => ({ name })) });

  test("a text and a number are two ids", () => {
    const evidence = [
      rpc({ id: 7, method: "initialize", params: {} }),
      rpc({ id: "7", method: "tools/list" }),
      rpc({ id: "7", result: tools("one") }),
    ].join("\n");
    expect(valueOf({ evidence }).facts.messages).toMatchObject([
      { id: "7", method: "initialize", outcome: "none" },
      { id: "7", method: "tools/list", outcome: "result" },
    ]);
  });

  test("are found in logs, over several lines, inside texts and events, and paired by id", () => {
    const evidence = [
      `10:00 --> ${rpc({ id: 1, method: "initialize", params: { protocolVersion: "2025-06-18" } })}`,
      `data: ${rpc({ id: 1, result: { protocolVersion: "2025-03-26", serverInfo: { name: "x" } } })}`,
      JSON.stringify(JSON.parse(rpc({ id: "a", method: "tools/list" })), null, 2),
      JSON.stringify({ level: "info", message: rpc({ id: "a", result: tools("one", "two") }) }),
      rpc({ method: "notifications/initialized" }),
      rpc({ id: 9, error: { code: -32602, message: "Invalid params" } }),
      "{ broken {{{ and more",
    ].join("\n");
    const { facts, reached } = valueOf({ evidence });
    expect(reached).toBe("tools");
    expect(facts).toMatchObject({
      era: "legacy",
      protocolVersion: "2025-03-26",
      tools: ["one", "two"],
    });
    expect(facts.messages).toEqual([
      { id: "1", method: "initialize", outcome: "result", errorCode: null },
      { id: "a", method: "tools/list", outcome: "result", errorCode: null },
      { id: null, method: "notifications/initialized", outcome: "none", errorCode: null },
      { id: "9", method: null, outcome: "error", errorCode: -32602 },
    ]);
  });

  test("show what the session lacks", () => {
    const greeting = rpc({ id: 1, method: "initialize" });
    expect(said(greeting)).toEqual(["HANDSHAKE_UNFINISHED"]);
    expect(said(`${greeting}\nHTTP 502`)).toEqual(["SERVICE_DOWN"]);
    expect(said(`${greeting}\n${rpc({ id: 1, error: { code: -32601, message: "x" } })}`)).toEqual([
      "ERA_MISMATCH",
      "METHOD_NOT_FOUND",
    ]);
    const list = rpc({ id: 2, method: "tools/list" });
    expect(said(`${list}\n${rpc({ id: 2, result: tools() })}`)).toEqual(["TOOLS_EMPTY"]);
    const odd = `${list}\n${rpc({ id: 2, result: tools("a b", "ok") })}`;
    expect(said(odd, { expectTools: ["ok", "gone"] })).toEqual([
      "TOOL_NAME_REJECTED",
      "TOOL_NOT_LISTED",
    ]);
    expect(valueOf({ evidence: rpc({ id: 1, method: "server/discover" }) }).facts.era).toBe(
      "modern",
    );
    expect(valueOf({ evidence: "MCP-Protocol-Version: 2026-07-28" }).facts).toMatchObject({
      era: "modern",
      protocolVersion: "2026-07-28",
    });
  });

  test("100,000 characters of brackets and of a log end soon", () => {
    for (const evidence of [
      "{".repeat(100_000),
      "{[".repeat(50_000),
      '{"jsonrpc":\n'.repeat(8000),
      `${rpc({ id: 1, method: "x" })}\n`.repeat(2500),
    ]) {
      const start = performance.now();
      valueOf({ evidence });
      expect(performance.now() - start).toBeLessThan(5000);
    }
  }, 60_000);
});

describe("tokens", () => {
  const base64 = (data: object) => Buffer.from(JSON.stringify(data)).toString("base64url");
  const jwt = (claims: object) => `${base64({ alg: "HS256" })}.${base64(claims)}.c2ln`;
  const now = FIXED_CLOCK.now / 1000;

  test("that expired, or are for others", () => {
    const evidence = (claims: object) =>
      `sent Authorization: Bearer ${jwt(claims)} to https://a.example/mcp`;
    expect(said(evidence({ exp: now - 5 }))).toEqual(["AUTH_TOKEN_EXPIRED"]);
    expect(said(evidence({ exp: now + 5, aud: "https://b.example" }))).toEqual([
      "AUTH_TOKEN_AUDIENCE",
    ]);
    expect(said(evidence({ exp: now + 5, aud: ["x", "https://a.example"] }))).toEqual([]);
    const { facts } = valueOf({ evidence: evidence({ exp: now + 5, aud: "x" }) });
    expect(facts.tokens).toMatchObject([{ expired: false, audience: ["x"] }]);
  });
});

describe("the files", () => {
  const evidence = [
    "2026-01-10 [error] spawn npx ENOENT | with `ticks` ```",
    "connect ECONNREFUSED 10.0.0.5:3000 https://mcp.example.com/it's?a=1&b=$(x)",
    "Authorization: Bearer abcdefabcdefabcdef123456",
  ].join("\n");
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "checks-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test("are listed in order, and Markdown shows tables and fences", () => {
    const { deliverables } = valueOf({
      evidence,
      configs: [{ client: "zed", text: '{"mcpServers":{"a":{"url":"https://a.example/mcp"}}}' }],
    });
    expect(deliverables.map(({ name }) => name)).toEqual([
      "diagnosis.md",
      "fixed/1.json",
      "checks.sh",
      "evidence.txt",
      "issue.md",
    ]);
    const [page = "", issue = ""] = ["diagnosis.md", "issue.md"].map((wanted) =>
      renderMarkdown(deliverables.find(({ name }) => name === wanted)?.content ?? "", "gfm"),
    );
    expect(page).toContain("<table>");
    expect(page.match(/<pre>/g)?.length).toBeGreaterThan(2);
    expect(page).toContain("Next</h2>");
    expect(issue).toContain("<h2>Environment</h2>");
    expect(issue).toContain("with `ticks` ```");
    expect(JSON.stringify(deliverables)).not.toContain("abcdefabcdefabcdef123456");
  });

  test("checks.sh is read by the shell, and the address stays one word", async () => {
    const endpoint = "https://mcp.example.com/it's?a=1&b=$(touch x)";
    const path = join(folder, "checks.sh");
    for (const url of [endpoint, "http://localhost:1/mcp"]) {
      await Bun.write(path, checksScript(url));
      expect(await Bun.spawn(["sh", "-n", path]).exited).toBe(0);
    }
    await Bun.write(
      join(folder, "curl"),
      '#!/bin/sh\nfor a in "$@"; do printf "<%s>" "$a"; done\necho\n',
    );
    await Bun.spawn(["chmod", "+x", join(folder, "curl")]).exited;
    await Bun.write(path, checksScript(endpoint));
    const child = Bun.spawn(["sh", path], {
      env: { PATH: `${folder}:${process.env["PATH"]}`, MCP_TOKEN: "t o k" },
      cwd: folder,
    });
    const written = await new Response(child.stdout).text();
    expect(await child.exited).toBe(0);
    expect(written.split(`<${endpoint}>`).length).toBe(4);
    expect(written).toContain("<Authorization: Bearer t o k>");
    const bodies = Array.from(written.matchAll(/<(\{"jsonrpc".*?\})>\n/g), ([, body = ""]) =>
      JSON.parse(body),
    );
    expect(bodies.map(({ method }) => method)).toEqual(["server/discover", "initialize"]);
    expect(await Bun.file(join(folder, "x")).exists()).toBe(false);
  });
});

describe("what ends the run", () => {
  test.each([
    [{}, "EVIDENCE_MISSING"],
    [{ evidence: " \n", configs: "" }, "EVIDENCE_MISSING"],
    [{ evidence: "x", endpoint: "mcp.example.com" }, "TOOL_INPUT_INVALID"],
    [{ evidence: "spawn npx ENOENT", failOn: "error" }, "AGENT_CONNECTION_DIAGNOSTIC_KIT_FAILED"],
    [{ evidence: "no", failOn: "warning" }, "AGENT_CONNECTION_DIAGNOSTIC_KIT_FAILED"],
  ])("%j", (input, code) => {
    const { ok, error, errors } = run(input);
    expect([ok, error?.code ?? errors?.[0]?.code]).toEqual([false, code]);
  });
});

describe("keys that an object has twice", () => {
  const text = `{
  "mcpServers": {
    "a": { "command": "a" },
    "b": { "url": "https://one.example/mcp" },
    "b": { "url": "https://two.example/mcp" }
  },
  "mcpServers": { "c": { "command": "c" }, "b": { "command": "b" } }
}`;

  test("are told with their line", () => {
    const value = valueOf({ configs: [{ client: "cursor", text }] });
    const [first] = value.diagnoses;
    expect(first?.code).toBe("DUPLICATE_KEY");
    expect(first?.evidence.map(({ line }) => line)).toEqual([5, 7]);
    expect(value.findings.find(({ code }) => code === "DUPLICATE_KEY")).toMatchObject({
      severity: "error",
      path: "/configs/0/text",
      line: 5,
    });
  });

  test("and no server is lost in the fixed file", () => {
    const { mcpServers } = JSON.parse(fixedOf(text, { client: "cursor" }) ?? "");
    expect(mcpServers).toEqual({
      a: { command: "a" },
      "b-2": { url: "https://one.example/mcp" },
      "b-3": { url: "https://two.example/mcp" },
      c: { command: "c" },
      b: { command: "b" },
    });
  });
});

describe("comments", () => {
  const key = `ghp_${"a1B2".repeat(9)}`;
  const text = `// mine
{
  // the servers
  "mcpServers": { // all of them
    // first
    "a": {
      "type": "http", // how
      /* where */ "serverUrl": "https://a.example/mcp", // there
      // old: ${key}
      "args": ["x" /* an x */]
      // end of a
    }
  }
}
// the end
`;
  const fixed = fixedOf(text, { client: "vscode" }) ?? "";

  test("stay in files of clients that read them", () => {
    expect(fixed).toContain('"servers"');
    for (const comment of text.match(/\/\/ (?!old)[a-z ]+|\/\*.*?\*\//g) ?? [])
      expect(fixed).toContain(comment);
    expect(fixed).toEndWith("}\n// the end\n");
    expect(Object.keys(JSON.parse(fixed.replace(/\/\/ .*|\/\*.*?\*\//g, "")))).toEqual(["servers"]);
  });

  test("without their secrets", () => {
    expect(fixed).toContain("// old: [");
    expect(JSON.stringify(run({ configs: [{ client: "vscode", text }] }))).not.toContain(key);
  });
});

describe("comments of a file that does not parse", () => {
  const text = `{
  # all of them
  "mcpServers": {
    // the weather
    "weather": {
      "url": "https://w.example/mcp" // prod
      /* needed */ "type": 'http', 
    },
    // broken below
    "other": { "url": "https://o.example/mcp", "type": "http" // open
`;

  test("stay where the client reads them", () => {
    const fixed = fixedOf(text, { client: "vscode" }) ?? "";
    for (const comment of [
      "// all of them",
      "// the weather",
      "// prod",
      "/* needed */",
      "// open",
    ])
      expect(fixed).toContain(comment);
    const read = readJson(fixed, "jsonc");
    expect("type" in read ? read : dataOf(read.root).value).toEqual({
      servers: {
        weather: { url: "https://w.example/mcp", type: "http" },
        other: { url: "https://o.example/mcp", type: "http" },
      },
    });
  });

  test.each([{ client: "claude-code" }, {}])(
    "are told to be lost where it does not: %j",
    (more) => {
      const { deliverables } = valueOf({ configs: [{ text, ...more }] });
      const contentOf = (wanted: string) =>
        deliverables.find(({ name }) => name.startsWith(wanted))?.content ?? "";
      expect(JSON.parse(contentOf("fixed/"))).toHaveProperty("mcpServers");
      expect(contentOf("diagnosis.md")).toContain("the comments of your file are not in it");
    },
  );
});

describe("what does not parse", () => {
  test("is judged by its repaired text", () => {
    const text =
      '{"mcpServers":{"a":{"url":"https://a.example/mcp","headers":{"Authorization":"Bearer ${T}"},}}}';
    const codes = configured(text, { client: "cursor" });
    expect(codes).toContain("CONFIG_SYNTAX");
    expect(codes).toContain("CONFIG_VARIABLE");
    const fixed = fixedOf(text, { client: "cursor" }) ?? "";
    expect(fixed).not.toContain("${T}");
    expect(JSON.parse(fixed).mcpServers.a.headers.Authorization).toBe("Bearer ${env:T}");
  });

  test("points to no file that is not there", () => {
    const value = valueOf({ configs: [{ client: "codex", text: "[mcp_servers.a\nurl = 1" }] });
    expect(value.diagnoses[0]?.code).toBe("CONFIG_SYNTAX");
    expect(value.diagnoses[0]?.fix).not.toContain("fixed");
    expect(value.deliverables.some(({ name }) => name.startsWith("fixed/"))).toBe(false);
  });
});
