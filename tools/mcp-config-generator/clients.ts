/** The clients: where each keeps its servers, and in what shape (documentation of each, November 2026). */
import type { JsonObject } from "../_lib/json/tree/tree.ts";
import type { Scope, System } from "../mcp-config-generator.ts";
import { commandLine, entryOf, localParts, remoteParts } from "./entry.ts";
import type { LocalServer, RemoteServer, Server } from "./server.ts";
import {
  BRACE_FORM,
  CLAUDE_CODE_FORM,
  CURSOR_FORM,
  ENV_FORM,
  LITERAL_FORM,
  PROMPT_FORM,
  ROO_FORM,
  SHELL_FORM,
  type VariableForm,
} from "./variables.ts";

interface ClientBase {
  readonly id: string;
  /** Undefined where there is no file for a project. */
  readonly project: string | undefined;
  readonly user: string | Readonly<Record<System, string>>;
  readonly hasCwd?: boolean;
  /** What the path does not say. */
  readonly note?: string;
}

export interface JsonClient extends ClientBase {
  readonly format: "json";
  /** The member that holds the servers. */
  readonly servers: string;
  readonly form: VariableForm;
  local(server: LocalServer): JsonObject;
  remote(server: RemoteServer): JsonObject;
  /** The local server through which a remote one is reached. */
  bridge?(server: RemoteServer): LocalServer;
}

/** Codex, which refers to variables by name. */
export interface TomlClient extends ClientBase {
  readonly format: "toml";
}

export type Client = JsonClient | TomlClient;

const plain = (server: LocalServer) => entryOf(localParts(server));

function bridged({ name, url, headers }: RemoteServer): LocalServer {
  const given = headers.flatMap(([header, text]) => ["--header", `${header}:${text}`]);
  const args = ["-y", "mcp-remote", url, ...given];
  return { kind: "local", name, command: "npx", args, env: [], cwd: undefined, unused: [] };
}

export const CLIENTS: readonly Client[] = [
  {
    id: "claude-code",
    project: ".mcp.json",
    user: "~/.claude.json",
    format: "json",
    servers: "mcpServers",
    form: CLAUDE_CODE_FORM,
    local: (server) => entryOf([["type", "stdio"], ...localParts(server)]),
    remote: (server) => entryOf([["type", server.transport], ...remoteParts(server)]),
  },
  {
    id: "claude-desktop",
    project: undefined,
    user: {
      macos: "~/Library/Application Support/Claude/claude_desktop_config.json",
      windows: "%APPDATA%\\Claude\\claude_desktop_config.json",
      linux: "~/.config/Claude/claude_desktop_config.json",
    },
    note: "A remote server is reached through mcp-remote, which npx fetches",
    format: "json",
    servers: "mcpServers",
    form: LITERAL_FORM,
    local: plain,
    remote: (server) => plain(bridged(server)),
    bridge: bridged,
  },
  {
    id: "cursor",
    project: ".cursor/mcp.json",
    user: "~/.cursor/mcp.json",
    format: "json",
    servers: "mcpServers",
    form: CURSOR_FORM,
    local: plain,
    remote: (server) => entryOf(remoteParts(server)),
  },
  {
    id: "vscode",
    project: ".vscode/mcp.json",
    user: "mcp.json",
    note: "The user's mcp.json is in the user profile: command “MCP: Open User Configuration”",
    format: "json",
    servers: "servers",
    form: PROMPT_FORM,
    local: (server) => entryOf([["type", "stdio"], ...localParts(server)]),
    remote: (server) => entryOf([["type", server.transport], ...remoteParts(server)]),
  },
  {
    id: "codex",
    project: ".codex/config.toml",
    user: "~/.codex/config.toml",
    hasCwd: true,
    format: "toml",
  },
  {
    id: "gemini-cli",
    project: ".gemini/settings.json",
    user: "~/.gemini/settings.json",
    hasCwd: true,
    format: "json",
    servers: "mcpServers",
    form: SHELL_FORM,
    local: (server) => entryOf(localParts(server, true)),
    remote: (server) =>
      entryOf(remoteParts(server, server.transport === "sse" ? "url" : "httpUrl")),
  },
  {
    id: "windsurf",
    project: undefined,
    user: "~/.codeium/windsurf/mcp_config.json",
    format: "json",
    servers: "mcpServers",
    form: ENV_FORM,
    local: plain,
    remote: (server) => entryOf(remoteParts(server, "serverUrl")),
  },
  {
    id: "zed",
    project: ".zed/settings.json",
    user: "~/.config/zed/settings.json",
    format: "json",
    servers: "context_servers",
    form: LITERAL_FORM,
    local: plain,
    remote: (server) => entryOf(remoteParts(server)),
  },
  {
    id: "cline",
    project: undefined,
    user: "cline_mcp_settings.json",
    note: "The file opens from the extension: MCP Servers, Configure MCP Servers",
    format: "json",
    servers: "mcpServers",
    form: LITERAL_FORM,
    local: (server) => entryOf([...localParts(server), ["disabled", false]]),
    remote: (server) => {
      const type = server.transport === "sse" ? "sse" : "streamableHttp";
      return entryOf([["type", type], ...remoteParts(server), ["disabled", false]]);
    },
  },
  {
    id: "roo-code",
    project: ".roo/mcp.json",
    user: "mcp_settings.json",
    note: "The user's mcp_settings.json opens from the extension: MCP Servers, Edit Global MCP",
    format: "json",
    servers: "mcpServers",
    form: ROO_FORM,
    local: plain,
    remote: (server) => {
      const type = server.transport === "sse" ? "sse" : "streamable-http";
      return entryOf([["type", type], ...remoteParts(server)]);
    },
  },
  {
    id: "opencode",
    project: "opencode.json",
    user: "~/.config/opencode/opencode.json",
    format: "json",
    servers: "mcp",
    form: BRACE_FORM,
    local: (server) => entryOf([["type", "local"], ...commandLine(server), ["enabled", true]]),
    remote: (server) => {
      const oauth = server.headers.some(([name]) => isAuthorization(name)) ? false : undefined;
      return entryOf([
        ["type", "remote"],
        ...remoteParts(server),
        ["enabled", true],
        ["oauth", oauth],
      ]);
    },
  },
  {
    id: "copilot-cli",
    project: undefined,
    user: "~/.copilot/mcp-config.json",
    format: "json",
    servers: "mcpServers",
    form: SHELL_FORM,
    local: (server) => entryOf([["type", "local"], ...localParts(server), ["tools", ["*"]]]),
    remote: (server) =>
      entryOf([["type", server.transport], ...remoteParts(server), ["tools", ["*"]]]),
  },
];

export function isAuthorization(header: string): boolean {
  return header.toLowerCase() === "authorization";
}

export function pathOf(client: Client, scope: Scope, os: System): string {
  const { project, user } = client;
  if (scope === "project" && project !== undefined) return project;
  return typeof user === "string" ? user : user[os];
}

/** Launchers that are scripts on Windows, which only its shell starts. */
const SCRIPTS = /^(?:npx|npm|pnpm|pnpx|yarn|bunx|uvx|pipx|tsx|ts-node)$/i;

/** The server as the system starts it. */
export function startedOn<S extends Server>(os: System, server: S): S {
  if (os !== "windows" || server.kind !== "local" || !SCRIPTS.test(server.command)) return server;
  return { ...server, command: "cmd", args: ["/c", server.command, ...server.args] };
}

export function jsonEntry(client: JsonClient, server: Server, os: System): JsonObject {
  const local = server.kind === "local" ? server : client.bridge?.(server);
  if (local !== undefined) return client.local(startedOn(os, local));
  return client.remote(server as RemoteServer);
}
