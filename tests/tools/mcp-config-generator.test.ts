import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { CLIENTS } from "../../tools/mcp-config-generator/clients.ts";
import type { Config, Value } from "../../tools/mcp-config-generator.ts";
import tool from "../../tools/mcp-config-generator.ts";
import { runUnit } from "../support/run-unit.ts";

const run = (input: object) => runUnit(tool, { name: "docs", ...input });
const configs = (input: object) => (run(input).value as Value).configs;
const only = (input: object) => configs(input)[0] as Config;
const file = (input: object): unknown => JSON.parse(only(input).content);
const errors = (input: object) => run(input).errors?.map(({ code, path }) => `${code} ${path}`);
const warnings = (input: object) => run(input).warnings?.map(({ code, path }) => `${code} ${path}`);

const REMOTE = { url: "https://mcp.example.com/mcp", scope: "user" };
const LOCAL = { command: "npx", args: ["-y", "x"], env: { LOG: "1" }, scope: "user" };
const TOKEN = { ...REMOTE, headers: { Authorization: "Bearer ${DOCS_TOKEN}" } };

describe("shapes", () => {
  const stdio = { command: "npx", args: ["-y", "x"], env: { LOG: "1" } };
  const { url } = REMOTE;

  test.each([
    ["claude-code", { mcpServers: { docs: { type: "stdio", ...stdio } } }],
    ["claude-desktop", { mcpServers: { docs: stdio } }],
    ["cursor", { mcpServers: { docs: stdio } }],
    ["vscode", { servers: { docs: { type: "stdio", ...stdio } } }],
    ["gemini-cli", { mcpServers: { docs: stdio } }],
    ["windsurf", { mcpServers: { docs: stdio } }],
    ["zed", { context_servers: { docs: stdio } }],
    ["cline", { mcpServers: { docs: { ...stdio, disabled: false } } }],
    ["roo-code", { mcpServers: { docs: stdio } }],
    [
      "opencode",
      {
        $schema: "https://opencode.ai/config.json",
        mcp: {
          docs: {
            type: "local",
            command: ["npx", "-y", "x"],
            environment: { LOG: "1" },
            enabled: true,
          },
        },
      },
    ],
    ["copilot-cli", { mcpServers: { docs: { type: "local", ...stdio, tools: ["*"] } } }],
  ] as const)("%s runs a command", (client, expected) => {
    expect(JSON.stringify(file({ ...LOCAL, client }))).toBe(JSON.stringify(expected));
  });

  const headers = { "X-A": "b" };
  test.each([
    ["claude-code", { mcpServers: { docs: { type: "http", url, headers } } }],
    [
      "claude-desktop",
      {
        mcpServers: {
          docs: { command: "npx", args: ["-y", "mcp-remote", url, "--header", "X-A:b"] },
        },
      },
    ],
    ["cursor", { mcpServers: { docs: { url, headers } } }],
    ["vscode", { servers: { docs: { type: "http", url, headers } } }],
    ["gemini-cli", { mcpServers: { docs: { httpUrl: url, headers } } }],
    ["windsurf", { mcpServers: { docs: { serverUrl: url, headers } } }],
    ["zed", { context_servers: { docs: { url, headers } } }],
    ["cline", { mcpServers: { docs: { type: "streamableHttp", url, headers, disabled: false } } }],
    ["roo-code", { mcpServers: { docs: { type: "streamable-http", url, headers } } }],
    [
      "opencode",
      {
        $schema: "https://opencode.ai/config.json",
        mcp: { docs: { type: "remote", url, headers, enabled: true } },
      },
    ],
    ["copilot-cli", { mcpServers: { docs: { type: "http", url, headers, tools: ["*"] } } }],
  ] as const)("%s calls a url", (client, expected) => {
    expect(JSON.stringify(file({ ...REMOTE, headers, client }))).toBe(JSON.stringify(expected));
  });

  test("what is empty is left out", () => {
    const input = { command: "x", args: [], env: {}, client: "cursor" };
    expect(file(input)).toEqual({ mcpServers: { docs: { command: "x" } } });
  });

  test("SSE", () => {
    const of = (client: string) => JSON.stringify(file({ ...REMOTE, transport: "sse", client }));
    expect(of("claude-code")).toContain('"type":"sse"');
    expect(of("gemini-cli")).toContain('"url":');
    expect(warnings({ ...REMOTE, transport: "sse", client: "cursor" })).toEqual([
      "SSE_DEPRECATED /transport",
    ]);
  });

  test("opencode does not ask for a login where there is a token", () => {
    const { mcp } = file({ ...TOKEN, client: "opencode" }) as { mcp: { docs: object } };
    expect(mcp.docs).toEqual({
      type: "remote",
      url: REMOTE.url,
      headers: { Authorization: "Bearer {env:DOCS_TOKEN}" },
      enabled: true,
      oauth: false,
    });
  });

  test("paths by scope and system; for all clients the user's file where there is no other", () => {
    const of = (more: object) => configs({ ...REMOTE, ...more }).map(({ path }) => path);
    expect(of({ scope: "project" })).toEqual([
      ".mcp.json",
      "~/Library/Application Support/Claude/claude_desktop_config.json",
      ".cursor/mcp.json",
      ".vscode/mcp.json",
      ".codex/config.toml",
      ".gemini/settings.json",
      "~/.codeium/windsurf/mcp_config.json",
      ".zed/settings.json",
      "cline_mcp_settings.json",
      ".roo/mcp.json",
      "opencode.json",
      "~/.copilot/mcp-config.json",
    ]);
    expect(of({ client: "claude-desktop", os: "windows" })).toEqual([
      "%APPDATA%\\Claude\\claude_desktop_config.json",
    ]);
    expect(run({ ...REMOTE, scope: "project" }).valid).toBe(true);
    expect(errors({ ...REMOTE, scope: "project", client: "cline" })).toEqual([
      "SCOPE_UNSUPPORTED /scope",
    ]);
  });

  test("all files, each below whose it is", () => {
    const { output = "" } = run({ ...REMOTE });
    expect(output.startsWith('# claude-code: ~/.claude.json\n{\n  "mcpServers"')).toBe(true);
    expect(output).toContain("\n\n# codex: ~/.codex/config.toml\n[mcp_servers.docs]\n");
    expect(output.match(/^# /gm)).toHaveLength(12);
  });
});

describe("variables", () => {
  const written = (client: string) => only({ ...TOKEN, client }).content;

  test.each([
    ["claude-code", "Bearer ${DOCS_TOKEN}"],
    ["claude-desktop", "Authorization:Bearer YOUR_DOCS_TOKEN"],
    ["cursor", "Bearer ${env:DOCS_TOKEN}"],
    ["vscode", "Bearer ${input:docs-token}"],
    ["gemini-cli", "Bearer ${DOCS_TOKEN}"],
    ["windsurf", "Bearer ${env:DOCS_TOKEN}"],
    ["zed", "Bearer YOUR_DOCS_TOKEN"],
    ["cline", "Bearer YOUR_DOCS_TOKEN"],
    ["roo-code", "Bearer ${env:DOCS_TOKEN}"],
    ["opencode", "Bearer {env:DOCS_TOKEN}"],
    ["copilot-cli", "Bearer ${DOCS_TOKEN}"],
  ] as const)("%s: %s", (client, expected) => {
    expect(written(client)).toContain(JSON.stringify(expected));
  });

  const argument = (text: string, client: string, more: object = {}) => {
    const input = { command: "x", args: [text], client, scope: "user", ...more };
    return { content: only(input).content, told: warnings(input) };
  };

  test.each([
    ["claude-code", "${workspaceFolder}", "${CLAUDE_PROJECT_DIR:-.}"],
    ["cursor", "${workspaceFolder}", "${workspaceFolder}"],
    ["vscode", "${workspaceFolder}", "${workspaceFolder}"],
    ["roo-code", "${workspaceFolder}", "${workspaceFolder}"],
    ["claude-code", "${userHome}/a", "${HOME}/a"],
    ["gemini-cli", "${userHome}/a", "${HOME}/a"],
    ["opencode", "${userHome}/a", "{env:HOME}/a"],
    ["windsurf", "${userHome}/a", "${env:HOME}/a"],
    ["cursor", "${userHome}/a", "${userHome}/a"],
    ["vscode", "${userHome}/a", "${userHome}/a"],
    ["vscode", "${env:TOKEN}", "${env:TOKEN}"],
    ["claude-code", "${env:TOKEN}", "${TOKEN}"],
    ["cursor", "${env:TOKEN}", "${env:TOKEN}"],
    ["opencode", "${env:TOKEN}", "{env:TOKEN}"],
    ["claude-code", "${A:-b c}", "${A:-b c}"],
    ["gemini-cli", "${A:-b}", "${A:-b}"],
    ["copilot-cli", "${A:-b}", "${A:-b}"],
    ["vscode", "${input:my-key}", "${input:my-key}"],
    ["vscode", "${command:x.y}", "${command:x.y}"],
    ["windsurf", "a${/}b", "a/b"],
    ["zed", "$HOME $(x) ${}", "$HOME $(x) ${}"],
  ] as const)("%s: %s is %s", (client, text, expected) => {
    const { content, told } = argument(text, client);
    expect(content).toContain(JSON.stringify(expected));
    expect(told).toEqual([]);
  });

  test.each([
    ["windsurf", "${workspaceFolder}", "${workspaceFolder}"],
    ["gemini-cli", "${workspaceFolder}", "${workspaceFolder}"],
    ["claude-desktop", "${userHome}", "${userHome}"],
    ["cursor", "${input:my-key}", "${env:MY_KEY}"],
    ["claude-code", "${input:my-key}", "${MY_KEY}"],
    ["cursor", "${A:-b}", "${env:A}"],
    ["zed", "${A:-b}", "b"],
    ["roo-code", "${command:x}", "${command:x}"],
    ["codex", "${workspaceFolder}", "${workspaceFolder}"],
  ] as const)("%s: %s is %s, and told of", (client, text, expected) => {
    const { content, told } = argument(text, client);
    expect(content).toContain(JSON.stringify(expected));
    expect(told).toEqual(["VARIABLE_UNSUPPORTED /args/0"]);
  });

  test("on Windows the home folder is in another variable", () => {
    const { content } = argument("${userHome}${/}a", "claude-code", { os: "windows" });
    expect(content).toContain(JSON.stringify("${USERPROFILE}\\a"));
  });

  test("VS Code asks for inputs under their own ids, and not for what is in the environment", () => {
    const env = { A: "${input:my.Key}", B: "${env:C}", D: "${workspaceFolder}" };
    expect(file({ command: "x", env, client: "vscode" })).toEqual({
      inputs: [{ type: "promptString", id: "my.Key", description: "MY_KEY", password: true }],
      servers: { docs: { type: "stdio", command: "x", env } },
    });
    expect(only({ command: "x", env, client: "vscode" }).secrets).toEqual([
      { variable: "MY_KEY", how: "asked for once and kept by the client, as my-key" },
      { variable: "C", how: "read from the environment of the client" },
    ]);
  });

  test("Codex takes ${env:VAR} by name, too", () => {
    const { content } = only({ command: "x", env: { A: "${env:A}" }, client: "codex" });
    expect(content).toContain('env_vars = ["A"]');
  });

  test("clients that read none say so, of each place", () => {
    expect(warnings({ ...TOKEN, client: "zed" })).toEqual([
      "VARIABLE_UNSUPPORTED /headers/Authorization",
    ]);
    expect(only({ ...TOKEN, client: "zed" }).secrets).toEqual([
      { variable: "DOCS_TOKEN", how: "put in by hand in the place of YOUR_DOCS_TOKEN" },
    ]);
    expect(warnings({ ...TOKEN, client: "cursor" })).toEqual([]);
  });

  test("VS Code asks once for each, after what it asks for already", () => {
    const env = { A: "${X_Y} ${X_Y}", B: "${Z}" };
    const present = { inputs: [{ id: "z", type: "promptString" }], servers: {} };
    const input = { command: "x", env, client: "vscode" };
    expect(Object.keys(file(input) as object)).toEqual(["inputs", "servers"]);
    expect(file({ ...input, existing: present })).toEqual({
      inputs: [
        { id: "z", type: "promptString" },
        { type: "promptString", id: "x-y", description: "X_Y", password: true },
      ],
      servers: {
        docs: {
          type: "stdio",
          command: "x",
          env: { A: "${input:x-y} ${input:x-y}", B: "${input:z}" },
        },
      },
    });
  });

  test("Codex names them", () => {
    const input = {
      ...REMOTE,
      client: "codex",
      headers: { Authorization: "Bearer ${T}", "X-Key": "${K}", "X-Lit": "a", "X Mix": "a${M}" },
    };
    expect(only(input).content).toBe(
      [
        "[mcp_servers.docs]",
        'url = "https://mcp.example.com/mcp"',
        'bearer_token_env_var = "T"',
        'http_headers = { X-Lit = "a", "X Mix" = "a${M}" }',
        'env_http_headers = { X-Key = "K" }\n',
      ].join("\n"),
    );
    expect(warnings(input)).toEqual(["VARIABLE_UNSUPPORTED /headers/X Mix"]);
    const local = {
      command: "x",
      cwd: "/w",
      env: { A: "${A}", B: "${A}", C: "c" },
      args: ['a"\\b'],
    };
    expect(only({ ...local, client: "codex" }).content).toBe(
      '[mcp_servers.docs]\ncommand = "x"\nargs = ["a\\"\\\\b"]\ncwd = "/w"\nenv = { B = "${A}", C = "c" }\nenv_vars = ["A"]\n',
    );
  });
});

describe("commands", () => {
  const cli = (client: string, input: object) => only({ ...input, client }).cli;

  test("of those that have one", () => {
    expect(cli("claude-code", TOKEN)).toBe(
      'claude mcp add --transport http docs https://mcp.example.com/mcp --header "Authorization: Bearer \\${DOCS_TOKEN}" --scope user',
    );
    expect(cli("claude-code", { ...LOCAL, args: ["a b"], scope: "project" })).toBe(
      "claude mcp add --transport stdio --env LOG=1 docs --scope project -- npx 'a b'",
    );
    expect(cli("codex", TOKEN)).toBe(
      "codex mcp add docs --url https://mcp.example.com/mcp --bearer-token-env-var DOCS_TOKEN",
    );
    expect(cli("codex", LOCAL)).toBe("codex mcp add docs --env LOG=1 -- npx -y x");
    expect(cli("gemini-cli", { ...REMOTE, scope: "project" })).toBe(
      "gemini mcp add --transport http --scope project docs https://mcp.example.com/mcp",
    );
    expect(cli("cursor", REMOTE)).toBeNull();
  });

  test("what a shell would read otherwise is quoted", () => {
    expect(cli("codex", { url: "https://x.test/?a=1&b=2", scope: "user" })).toBe(
      "codex mcp add docs --url 'https://x.test/?a=1&b=2'",
    );
    const headers = { A: 'say "hi" $(x) `y` ${Z}' };
    expect(cli("claude-code", { ...REMOTE, headers })).toContain(
      String.raw`--header "A: say \"hi\" \$(x) \`y\` \$` + '{Z}"',
    );
  });
});

describe("an existing file", () => {
  test("keeps its members and their order; the entry takes the old one's place", () => {
    const existing = `{
      // mine
      "a": 1, "mcpServers": {"docs": {"url": "https://old.test"}, "z": {}}, "b": [1.50],
    }`;
    const input = { ...REMOTE, client: "cursor", existing };
    expect(only(input).content).toBe(
      '{\n  "a": 1,\n  "mcpServers": {\n    "docs": {\n      "url": "https://mcp.example.com/mcp"\n    },\n    "z": {}\n  },\n  "b": [\n    1.50\n  ]\n}',
    );
    expect(warnings(input)).toEqual(["COMMENTS_LOST /existing", "ENTRY_REPLACED /existing"]);
    expect(warnings({ ...REMOTE, client: "cursor", existing: only(input).content })).toEqual([]);
  });

  test("TOML keeps all but the tables of the entry", () => {
    const existing = `# mine
model = "x"

[mcp_servers.docs] # old
url = "https://old.test"

[mcp_servers.docs.env]
A = "b"

# about z
[mcp_servers.z]
command = "z"
`;
    const input = { ...REMOTE, client: "codex", existing };
    expect(only(input).content).toBe(`# mine
model = "x"

# about z
[mcp_servers.z]
command = "z"

[mcp_servers.docs]
url = "https://mcp.example.com/mcp"
`);
    expect(warnings(input)).toEqual(["COMMENTS_LOST /existing", "ENTRY_REPLACED /existing"]);
    const again = { ...input, existing: only(input).content };
    expect(only(again).content).toBe(only(input).content);
    expect(warnings(again)).toEqual([]);
  });

  test("what cannot be merged", () => {
    const of = (client: string, existing: unknown) => errors({ ...REMOTE, client, existing });
    expect(of("cursor", "{")).toEqual(["EXISTING_INVALID /existing"]);
    expect(of("cursor", "[]")).toEqual(["EXISTING_INVALID /existing"]);
    expect(of("cursor", { mcpServers: [] })).toEqual(["EXISTING_INVALID /existing"]);
    expect(of("codex", "a = ")).toEqual(["EXISTING_INVALID /existing"]);
    expect(of("codex", "mcp_servers = {}")).toEqual(["EXISTING_INVALID /existing"]);
    expect(of("codex", { a: 1 })).toEqual(["EXISTING_INVALID /existing"]);
    expect(of("all", "{}")).toEqual(["TYPE /client"]);
  });
});

describe("findings", () => {
  const of = (more: object) => warnings({ scope: "user", client: "cursor", ...more });

  test("are in the order of their fields, not of the clients", () => {
    const url = "http://mcp.example.com/mcp";
    const headers = { "X-B": "${B}", Authorization: "Bearer ${A}" };
    const found = warnings({ url, headers, transport: "sse", client: "all" });
    expect([...new Set(found)]).toEqual([
      "VARIABLE_UNSUPPORTED /headers/Authorization",
      "VARIABLE_UNSUPPORTED /headers/X-B",
      "SSE_DEPRECATED /transport",
      "INSECURE_URL /url",
    ]);
    expect(found).toHaveLength(8);
  });

  test("secrets written out, by name and by look", () => {
    const env = { API_KEY: "abc", TOKEN: "${T}", PASSWORD: "", HOME: "/x" };
    expect(of({ command: "x", env })).toEqual(["SECRET_LITERAL /env/API_KEY"]);
    const headers = { "X-A": `ghp_${"aB3dE5gH7jK9mN1pQ3sT5vX7zA9cE1gH3jK5"}` };
    expect(of({ url: REMOTE.url, headers })).toEqual(["SECRET_LITERAL /headers/X-A"]);
  });

  test.each([
    ["http://mcp.example.com", true],
    ["http://localhost:3000/mcp", false],
    ["http://127.0.0.1/mcp", false],
    ["http://[::1]:8080/mcp", false],
    ["http://[2001:db8::1]/mcp", true],
    ["http://localhost.example.com", true],
    ["https://example.com", false],
  ] as const)("%s", (url, isInsecure) => {
    expect(of({ url })).toEqual(isInsecure ? ["INSECURE_URL /url"] : []);
  });

  test("notes", () => {
    const notes = (client: string, input: object) => only({ ...input, client }).notes.join("; ");
    expect(notes("cursor", { ...LOCAL, cwd: "/x" })).toContain("working folder");
    expect(notes("gemini-cli", { ...LOCAL, cwd: "/x" })).toBe("");
    expect(notes("gemini-cli", { ...LOCAL, name: "a_b" })).toContain("underscore");
    expect(notes("claude-desktop", REMOTE)).toContain("mcp-remote");
    expect(notes("claude-desktop", LOCAL)).toBe("");
    const other = { args: ["x"], env: { A: "b" }, headers: { C: "d" }, cwd: "/x" };
    expect(notes("cursor", { ...REMOTE, ...other })).toEndWith(": args, env, cwd");
    expect(notes("gemini-cli", { ...LOCAL, ...other })).toEndWith(": headers");
  });
});

describe("bad input", () => {
  test("which server, which client", () => {
    expect(errors({})).toEqual(["TARGET_MISSING /url"]);
    expect(errors({ url: "https://x.test", command: "x" })).toEqual(["TARGET_AMBIGUOUS /command"]);
    expect(errors({ url: "x.test" })).toEqual(["URL_INVALID /url"]);
    expect(errors({ url: "ftp://x.test" })).toEqual(["URL_INVALID /url"]);
    expect(run({ command: "x", client: "cursur" }).errors).toMatchObject([
      { code: "CLIENT_UNKNOWN", path: "/client", hint: "Did you mean cursor?" },
    ]);
    expect(only({ command: "x", client: " Cursor " }).client).toBe("cursor");
  });

  test("fields of another shape", () => {
    expect(errors({ command: "x", args: [1] })).toEqual(["TYPE /args/0"]);
    expect(errors({ command: "x", env: [] })).toEqual(["TYPE /env"]);
    expect(errors({ command: "x", env: { "a/b": {} } })).toEqual(["TYPE /env/a~1b"]);
    expect(errors({ command: "x", env: "{" })).toEqual(["JSON_SYNTAX /env"]);
  });

  test("numbers and booleans of the environment are texts as written; names of every object are names", () => {
    const env = '{"N": 1.50, "B": true, "__proto__": "p"}';
    expect(only({ command: "x", env, client: "cursor" }).content).toContain(
      '"env": {\n        "N": "1.50",\n        "B": "true",\n        "__proto__": "p"\n      }',
    );
  });
});

test("whatever the texts, every file is read back with the same command", () => {
  const text = fc.string({ unit: "binary" }).map((raw) => raw.replaceAll("${", "$").toWellFormed());
  fc.assert(
    fc.property(
      text.filter((raw) => raw.trim() !== ""),
      fc.array(text),
      (command, args) => {
        for (const { client, content, format } of configs({ command, args, scope: "user" })) {
          const data = (
            format === "json" ? JSON.parse(content) : Bun.TOML.parse(content)
          ) as object;
          const shown = JSON.stringify(data);
          expect(shown).toContain(JSON.stringify(command.trim()));
          for (const arg of args) expect(shown).toContain(JSON.stringify(arg));
          expect(CLIENTS.some(({ id }) => id === client)).toBe(true);
        }
      },
    ),
    { numRuns: 40 },
  );
});

test("secrets are told wherever they are written out", () => {
  const told = (input: object) =>
    (runUnit(tool, { name: "x", client: "codex", ...input }).warnings ?? [])
      .filter(({ code }) => code === "SECRET_LITERAL")
      .map(({ path }) => path);
  const args = (...given: string[]) => told({ command: "x", args: given });
  expect(args("--api-key", "hunter2")).toEqual(["/args/1"]);
  expect(args("--api-key=hunter2", "-v")).toEqual(["/args/0"]);
  expect(args("https://x.test/mcp?token=hunter2")).toEqual(["/args/0"]);
  expect(args("--url=https://u:hunter2@x.test")).toEqual(["/args/0"]);
  expect(
    args("--api-key", "${KEY}", "--token=${T}", "https://u:${P}@x.test", "--port", "1"),
  ).toEqual([]);
  expect(args("--max-tokens", "4096", "--token-file=/run/t", "--key-type", "rsa")).toEqual([]);
  expect(told({ url: "https://u:hunter2@x.test/mcp" })).toEqual(["/url"]);
  expect(told({ url: "https://x.test/mcp?api_key=hunter2" })).toEqual(["/url"]);
  expect(told({ url: "https://x.test/mcp?page=2" })).toEqual([]);
});

test("on Windows scripts are started through its shell, whoever writes them", () => {
  const started = (client: string, more: object) => {
    const { value } = runUnit(tool, { name: "x", client, scope: "user", os: "windows", ...more });
    return (value as Value).configs[0]?.content ?? "";
  };
  for (const client of ["cursor", "codex", "opencode", "vscode"]) {
    const script = started(client, { command: "uvx", args: ["a"] });
    expect(script.replace(/\s+/g, "")).toMatch(/cmd".*"\/c","uvx","a"/);
    expect(started(client, { command: "node", args: ["a"] })).not.toContain("cmd");
  }
  const bridged = started("claude-desktop", { url: "https://x.test/mcp" });
  expect(JSON.parse(bridged).mcpServers.x).toEqual({
    command: "cmd",
    args: ["/c", "npx", "-y", "mcp-remote", "https://x.test/mcp"],
  });
});
