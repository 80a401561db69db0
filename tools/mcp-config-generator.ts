import { type Static, Type } from "@sinclair/typebox";
import { dataOrJson, jsonField, oneOf } from "./_core/fields.ts";
import { defineTool } from "./_core/tool.ts";
import { STRUCTURED_FAILURES } from "./_lib/fields/structured-field.ts";
import { JSON_WARNINGS } from "./_lib/json/tree/json-field.ts";
import { generateConfigs } from "./mcp-config-generator/generate.ts";

const FAILURES = {
  ...STRUCTURED_FAILURES,
  TARGET_MISSING: "Neither a url nor a command is given",
  TARGET_AMBIGUOUS: "Both a url and a command are given",
  URL_INVALID: "The url is no absolute http or https URL",
  CLIENT_UNKNOWN: "There is no such client",
  EXISTING_INVALID: "The existing file cannot be read, or has something else in the entry's place",
  SCOPE_UNSUPPORTED: "The client has no file for a project",
} as const;

const WARNINGS = {
  ...JSON_WARNINGS,
  SECRET_LITERAL: "A value looks like a secret and is written as it is",
  VARIABLE_UNSUPPORTED: "The client cannot read the variable, or not in this place",
  INSECURE_URL: "The url is http to another machine",
  ENTRY_REPLACED: "The existing file had another entry of the name",
  COMMENTS_LOST: "Comments of the existing file are not in the new one",
  SSE_DEPRECATED: "The SSE transport was replaced by Streamable HTTP in 2025",
} as const;

const SCOPES = ["project", "user"] as const;

export type Scope = (typeof SCOPES)[number];

const SYSTEMS = ["macos", "linux", "windows"] as const;

export type System = (typeof SYSTEMS)[number];

const TRANSPORTS = ["http", "sse"] as const;

export type Transport = (typeof TRANSPORTS)[number];

const TEXTS = Type.Record(
  Type.String(),
  Type.Union([Type.String(), Type.Number(), Type.Boolean()]),
  { description: "Name → text, or a number or boolean as it is written" },
);

export type Texts = typeof TEXTS;

const texts = (description: string) =>
  Type.Union([TEXTS, Type.String({ description: "Its JSON, which keeps the digits of numbers" })], {
    description,
    default: {},
  });

const INPUT = Type.Object({
  name: Type.String({
    description: "Of the server: 1 to 64 letters, digits, - and _",
    pattern: "^[A-Za-z0-9_-]{1,64}$",
  }),
  url: Type.Optional(Type.String({ description: "A remote server: http or https" })),
  transport: oneOf(TRANSPORTS, { description: "How a url is spoken to", default: "http" }),
  command: Type.Optional(Type.String({ description: "A local server; instead of url" })),
  args: dataOrJson(Type.Array(Type.String()), {
    description: "Arguments of the command",
    default: [],
  }),
  env: texts(
    "Environment of the command; ${VAR}, ${env:VAR}, ${input:id}, ${workspaceFolder} and ${userHome} are written as each client reads them",
  ),
  headers: texts("Headers sent to the url; ${VAR} as in env"),
  cwd: Type.Optional(Type.String({ description: "Working folder, where the client has one" })),
  client: Type.String({
    description:
      "all, claude-code, claude-desktop, cursor, vscode, codex, gemini-cli, windsurf, zed, cline, roo-code, opencode or copilot-cli",
    default: "all",
  }),
  scope: oneOf(SCOPES, { description: "Whose file", default: "project" }),
  os: oneOf(SYSTEMS, { description: "Whose paths", default: "macos" }),
  existing: Type.Optional(
    jsonField({ description: "The present file of one client, into which the entry is put" }),
  ),
});

export type Input = Static<typeof INPUT>;

const VALUE = Type.Object({
  name: Type.String(),
  configs: Type.Array(
    Type.Object({
      client: Type.String(),
      path: Type.String(),
      scope: oneOf(SCOPES),
      format: oneOf(["json", "toml"]),
      content: Type.String({ description: "The whole file" }),
      secrets: Type.Array(
        Type.Object({
          variable: Type.String(),
          how: Type.String({ description: "How the client comes by its value" }),
        }),
      ),
      cli: Type.Union([Type.String(), Type.Null()], {
        description: "The client's own command that adds the server",
      }),
      supported: Type.Boolean(),
      notes: Type.Array(Type.String()),
    }),
  ),
});

export type Value = Static<typeof VALUE>;

export type Config = Value["configs"][number];

export type Failure = keyof typeof FAILURES;

export type Warning = keyof typeof WARNINGS;

export default defineTool({
  id: "mcp-config-generator",
  name: "MCP Config Generator",
  category: "Developer",
  description:
    "Writes the configuration file of each MCP client for one server: right path and key names, secrets as references, merged into the present file.",
  keywords: [
    "claude code",
    "claude desktop",
    "cline",
    "codex",
    "config file",
    "copilot",
    "cursor",
    "gemini cli",
    "install mcp",
    "mcp",
    "mcp-remote",
    "mcp.json",
    "mcpservers",
    "model context protocol",
    "opencode",
    "settings.json",
    "vscode",
    "windsurf",
    "zed",
  ],
  aliases: ["mcp-client-config"],
  version: "2026-11-23",

  input: INPUT,
  primary: "name",
  value: VALUE,
  verb: "generate",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "add an mcp server to claude code",
    "mcp.json for cursor",
    "claude_desktop_config.json with a remote server",
    "vs code mcp configuration with a token",
    "codex config.toml mcp_servers",
    "where is the mcp config of windsurf",
    "same mcp server in all clients",
    "mcp server with environment variables",
    "gemini cli settings mcpservers",
    "merge an mcp server into existing settings",
    "opencode mcp remote server",
    "claude mcp add command",
    "where do I put the settings so that my editor finds the server",
    "connect claude or cursor to a tool server with an access key",
    "install instructions of a server for every editor",
    "client registration snippet for a stdio or http endpoint",
    "same connection for a whole team with different editors",
    "server does not show up in the assistant, is the settings file right",
    "mcp server in editor einrichten",
    "configurar servidor mcp",
    "configurer un serveur mcp",
    "生成 mcp 客户端 配置 文件",
    "mcp サーバーの設定ファイルを作る",
    "conectar un servidor de herramientas al editor",
    "werkzeug server im editor verbinden",
    "connecter un serveur d'outils à l'éditeur",
    "playwright server for all five editors of the team, what do we paste where",
    "which file must i edit on a mac so that claude desktop knows the server",
    "api key must not stand in the repo, how do i write the entry",
    "npx command works in the terminal, how does cursor start it",
    "claude mcp add-json, .vscode/mcp.json, ~/.codex/config.toml, opencode.json, mcp-remote, Zed",
    "emit each host's server registration block for one command or url, secrets by reference, merged",
    "configurar servidor mcp no cursor, claude ou vscode",
    "archivo de configuración mcp para claude, cursor y vscode",
    "mcp konfigurationsdatei für claude, cursor und vscode",
    "fichier de configuration mcp pour claude, cursor et vscode",
    "mcp 服务器 添加 到 cursor claude vscode",
    "mcp サーバーを cursor claude vscode に追加する 設定",
  ],
  effort: 2,

  laws: [
    {
      name: "every JSON file is JSON with the entry in it",
      holds(run, input) {
        const { value } = run(input);
        return (value?.configs ?? [])
          .filter(({ format }) => format === "json")
          .every(({ content }) => {
            const file = Object.values(JSON.parse(content) as Record<string, object>);
            return file.some((member) => Object.hasOwn(Object(member), value?.name ?? ""));
          });
      },
    },
    {
      name: "an entry put in twice is in once",
      holds(run, input) {
        const { value } = run({ ...input, existing: undefined });
        return (value?.configs ?? []).every(({ client, content }) => {
          const again = run({ ...input, client, existing: content });
          return again.value?.configs[0]?.content === content;
        });
      },
    },
  ],
  examples: [
    {
      title: "A remote server for Claude Code",
      input: { name: "docs", url: "https://mcp.example.com/mcp", client: "claude-code" },
      expect: {
        output:
          '{\n  "mcpServers": {\n    "docs": {\n      "type": "http",\n      "url": "https://mcp.example.com/mcp"\n    }\n  }\n}',
        value: {
          configs: [
            {
              path: ".mcp.json",
              cli: "claude mcp add --transport http docs https://mcp.example.com/mcp --scope project",
            },
          ],
        },
      },
    },
    {
      title: "A token that Codex takes from the environment",
      input: {
        name: "docs",
        url: "https://mcp.example.com/mcp",
        headers: { Authorization: "Bearer ${DOCS_TOKEN}" },
        client: "codex",
        scope: "user",
      },
      expect: {
        output:
          '[mcp_servers.docs]\nurl = "https://mcp.example.com/mcp"\nbearer_token_env_var = "DOCS_TOKEN"\n',
        value: { configs: [{ path: "~/.codex/config.toml" }] },
      },
    },
    {
      title: "A local server for all clients",
      input: {
        name: "fs",
        command: "npx",
        args: ["-y", "@modelcontextprotocol/server-filesystem", "/data"],
      },
      expect: { valid: true, stats: { configs: 12 } },
    },
    {
      title: "Put into the file that is there",
      input: {
        name: "docs",
        url: "https://mcp.example.com/mcp",
        client: "cursor",
        existing: '{"mcpServers": {"old": {"url": "https://old.example"}}, "other": 1}',
      },
      expect: {
        output:
          '{\n  "mcpServers": {\n    "old": {\n      "url": "https://old.example"\n    },\n    "docs": {\n      "url": "https://mcp.example.com/mcp"\n    }\n  },\n  "other": 1\n}',
      },
    },
    {
      title: "A secret that should be a variable",
      input: { name: "x", command: "x", env: { API_KEY: "hunter2" }, client: "cursor" },
      expect: { warnings: [{ code: "SECRET_LITERAL", path: "/env/API_KEY" }] },
    },
    {
      title: "A secret among the arguments, and a script that Windows starts through its shell",
      input: {
        name: "db",
        command: "npx",
        args: ["-y", "db-server", "postgres://app:hunter2@db.example/app"],
        client: "cursor",
        os: "windows",
      },
      expect: {
        output:
          '{\n  "mcpServers": {\n    "db": {\n      "command": "cmd",\n      "args": [\n        "/c",\n        "npx",\n        "-y",\n        "db-server",\n        "postgres://app:hunter2@db.example/app"\n      ]\n    }\n  }\n}',
        warnings: [{ code: "SECRET_LITERAL", path: "/args/2" }],
      },
    },
    {
      title: "The folder of the project, as Claude Code knows it",
      input: {
        name: "fs",
        command: "fs-server",
        args: ["${workspaceFolder}/docs"],
        env: { KEY: "${env:FS_KEY}" },
        client: "claude-code",
      },
      expect: {
        output:
          '{\n  "mcpServers": {\n    "fs": {\n      "type": "stdio",\n      "command": "fs-server",\n      "args": [\n        "${CLAUDE_PROJECT_DIR:-.}/docs"\n      ],\n      "env": {\n        "KEY": "${FS_KEY}"\n      }\n    }\n  }\n}',
        warnings: [],
      },
    },
    {
      title: "No project file",
      input: { name: "x", command: "x", client: "windsurf" },
      expect: { valid: false, errors: [{ code: "SCOPE_UNSUPPORTED", path: "/scope" }] },
    },
    {
      title: "Neither url nor command",
      input: { name: "x" },
      expect: { ok: false, error: { code: "TARGET_MISSING" } },
    },
  ],

  run: (input) => generateConfigs(input, TEXTS),
});
