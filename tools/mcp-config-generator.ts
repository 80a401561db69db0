import { defineTool } from "./_core/tool.ts";
import { FAILURES, INPUT, VALUE, WARNINGS } from "./mcp-config-generator/contract.ts";
import { generateConfigs } from "./mcp-config-generator/generate.ts";
import { MCP_CONFIG_LAWS } from "./mcp-config-generator/laws.ts";

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
    "copilot",
    "cursor",
    "gemini cli",
    "mcp",
    "mcp.json",
    "mcpservers",
    "model context protocol",
    "opencode",
    "vscode",
    "windsurf",
    "zed",
  ],
  aliases: ["mcp-client-config"],
  version: "2026-11-22",

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
  ],
  effort: 2,

  laws: MCP_CONFIG_LAWS,
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

  run: generateConfigs,
});
