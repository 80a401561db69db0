/** The clients: what each reads in its configuration, and what it calls things. */

export const CLIENTS = [
  "claude-code",
  "claude-desktop",
  "claude-web",
  "chatgpt",
  "codex",
  "cursor",
  "vscode",
  "gemini-cli",
  "windsurf",
  "antigravity",
  "cline",
  "zed",
  "other",
] as const;

export type ClientId = (typeof CLIENTS)[number];

export interface Client {
  /** Where it is called by people. */
  readonly title: string;
  /** The member that holds the servers. */
  readonly root?: string;
  /** Members under which it reads the address of a Streamable HTTP server, the usual one first. */
  readonly address?: readonly string[];
  /** Whether an address needs its type beside it. */
  readonly needsType?: boolean;
  /** What it fills in, whole forms; undefined where that is not known. */
  readonly expands?: RegExp;
  /** How it writes a variable of the environment. */
  readonly variable?: (name: string) => string;
  readonly file?: string;
  /** Of mcp-config-generator. */
  readonly isGenerated?: boolean;
  readonly isJsonc?: boolean;
  /** Whether it runs on another machine than its user's. */
  readonly isHosted?: boolean;
}

const NOTHING = /^(?!)/;

export const CLIENT_TABLE: Readonly<Record<ClientId, Client>> = {
  "claude-code": {
    title: "Claude Code",
    root: "mcpServers",
    address: ["url"],
    needsType: true,
    expands: /^\$\{[A-Za-z_]\w*(?::-[^}]*)?\}$/,
    variable: (name) => `\${${name}}`,
    file: ".mcp.json",
    isGenerated: true,
  },
  "claude-desktop": {
    title: "Claude Desktop",
    root: "mcpServers",
    expands: NOTHING,
    file: "claude_desktop_config.json",
    isGenerated: true,
  },
  "claude-web": { title: "Claude on the web", isHosted: true },
  chatgpt: { title: "ChatGPT", isHosted: true },
  codex: {
    title: "Codex",
    root: "mcp_servers",
    address: ["url"],
    expands: NOTHING,
    file: "~/.codex/config.toml",
    isGenerated: true,
  },
  cursor: {
    title: "Cursor",
    root: "mcpServers",
    address: ["url"],
    expands:
      /^\$\{(?:env:\w+|userHome|workspaceFolder|workspaceFolderBasename|pathSeparator|\/)\}$/,
    variable: (name) => `\${env:${name}}`,
    file: ".cursor/mcp.json",
    isGenerated: true,
  },
  vscode: {
    title: "VS Code",
    root: "servers",
    address: ["url"],
    needsType: true,
    expands:
      /^\$\{(?:env:\w+|input:[^}]+|config:[^}]+|command:[^}]+|userHome|workspaceFolder|workspaceFolder:[^}]+|workspaceFolderBasename|cwd|pathSeparator|\/|file|fileDirname|relativeFile)\}$/,
    variable: (name) => `\${env:${name}}`,
    file: ".vscode/mcp.json",
    isGenerated: true,
    isJsonc: true,
  },
  "gemini-cli": {
    title: "Gemini CLI",
    root: "mcpServers",
    address: ["httpUrl"],
    expands: /^\$(?:[A-Za-z_]\w*|\{[A-Za-z_]\w*\})$/,
    variable: (name) => `\${${name}}`,
    file: ".gemini/settings.json",
    isGenerated: true,
  },
  windsurf: {
    title: "Windsurf",
    root: "mcpServers",
    address: ["serverUrl"],
    expands: /^\$\{env:\w+\}$/,
    variable: (name) => `\${env:${name}}`,
    file: "~/.codeium/windsurf/mcp_config.json",
    isGenerated: true,
  },
  antigravity: { title: "Antigravity", root: "mcpServers", address: ["serverUrl", "url"] },
  cline: {
    title: "Cline",
    root: "mcpServers",
    address: ["url"],
    file: "cline_mcp_settings.json",
    isGenerated: true,
  },
  zed: {
    title: "Zed",
    root: "context_servers",
    address: ["url"],
    file: ".zed/settings.json",
    isGenerated: true,
    isJsonc: true,
  },
  other: { title: "the client" },
};

const PATHS: readonly (readonly [pattern: RegExp, client: ClientId])[] = [
  [/\.toml$/i, "codex"],
  [/\.vscode/i, "vscode"],
  [/\.cursor/i, "cursor"],
  [/claude_desktop_config\.json/i, "claude-desktop"],
  [/\.mcp\.json$|\.claude\.json$/i, "claude-code"],
  [/\.gemini[\\/]settings/i, "gemini-cli"],
  [/windsurf/i, "windsurf"],
  [/antigravity/i, "antigravity"],
  [/cline_mcp_settings/i, "cline"],
  [/[\\/.]zed[\\/]settings/i, "zed"],
];

export function clientOfPath(path: string): ClientId | undefined {
  return PATHS.find(([pattern]) => pattern.test(path))?.[1];
}

/** What a client calls what a fix is about; undefined where there is nothing to add. */
export function adviceFor(
  code: string,
  client: ClientId | null,
  endpoint: string | null,
): string | undefined {
  if (client === null) return undefined;
  const own = ADVICE[code]?.[client];
  return own === undefined
    ? writtenAdvice(code, client)
    : own.replace("URL", () => endpoint ?? "URL");
}

function writtenAdvice(code: string, client: ClientId): string | undefined {
  const { title, root, address, variable, file, needsType } = CLIENT_TABLE[client];
  const where = file === undefined ? "" : ` (${file})`;
  switch (code) {
    case "CONFIG_ROOT_KEY":
      return root && `${title} reads "${root}"${where}.`;
    case "CONFIG_URL_KEY":
      return (
        address &&
        `${title} reads "${address[0]}"${needsType ? ' beside "type": "http"' : ""}${where}.`
      );
    case "CONFIG_VARIABLE":
      return variable === undefined
        ? `${title} fills in nothing${where}.`
        : `${title} reads ${variable("NAME")}${where}.`;
    case "SPAWN_NOT_FOUND":
    case "SPAWN_DENIED":
      return file && `In ${file} that is the member "command".`;
    case "ENVIRONMENT_MISSING":
      return file && `In ${file} that is "${root}", the server's name, "env".`;
    default:
      return undefined;
  }
}

const ADVICE: Readonly<Record<string, Partial<Record<ClientId, string>>>> = {
  AUTH_MISSING: {
    "claude-code":
      'claude mcp add --transport http NAME URL --header "Authorization: Bearer $MCP_TOKEN", or sign in with /mcp.',
    codex: 'Set bearer_token_env_var = "NAME" beside url, or run codex mcp login NAME.',
    vscode: 'In .vscode/mcp.json: "headers": { "Authorization": "Bearer ${input:token}" }.',
    cursor: 'In .cursor/mcp.json: "headers": { "Authorization": "Bearer ${env:MCP_TOKEN}" }.',
    "gemini-cli": 'In .gemini/settings.json: "headers": { "Authorization": "Bearer $MCP_TOKEN" }.',
    "claude-desktop": "Connect it under Settings, Connectors, which signs in.",
    "claude-web": "Connect it under Settings, Connectors, which signs in.",
    chatgpt: "Connect it under Settings, Connectors, which signs in.",
  },
  AUTH_TOKEN_EXPIRED: {
    "claude-code": "Sign in again with /mcp.",
    codex: "Run codex mcp login NAME, or renew the variable of bearer_token_env_var.",
  },
  LEGACY_SSE_CLIENT: {
    "claude-code": 'Set "type": "http" in .mcp.json.',
    "gemini-cli": 'Write the address under "httpUrl": "url" alone means SSE.',
    vscode: 'Set "type": "http" in .vscode/mcp.json.',
    cline: 'Set "type": "streamableHttp" in cline_mcp_settings.json.',
  },
  LEGACY_SSE_SERVER: {
    "claude-code": 'Set "type": "sse" in .mcp.json.',
    "gemini-cli": 'Write the address under "url".',
    vscode: 'Set "type": "sse" in .vscode/mcp.json.',
  },
  REQUEST_TIMEOUT: {
    "claude-code": "Start it with MCP_TIMEOUT or MCP_TOOL_TIMEOUT in milliseconds.",
    codex: "Set startup_timeout_sec or tool_timeout_sec of the server.",
    "gemini-cli": 'Set "timeout" of the server in milliseconds.',
    cline: 'Set "timeout" of the server in seconds.',
  },
  RESULT_TOO_LARGE: { "claude-code": "Start it with a higher MAX_MCP_OUTPUT_TOKENS." },
  SERVER_EXITED: {
    "claude-desktop":
      "Its log is mcp-server-NAME.log under ~/Library/Logs/Claude or %APPDATA%\\Claude\\logs.",
    "claude-code": "claude --debug shows what the server wrote.",
    vscode: "Command MCP: List Servers, Show Output has what the server wrote.",
    cursor: "Output, MCP Logs has what the server wrote.",
  },
  LOOPBACK_UNREACHABLE: {
    "claude-web": "It runs on servers of its maker: only a public https URL is reached.",
    chatgpt: "It runs on servers of its maker: only a public https URL is reached.",
  },
  TOOLS_EMPTY: { "claude-code": "Look with /mcp what the server lists." },
  TOO_MANY_TOOLS: {
    cursor: "Switch tools off under Settings, MCP.",
    vscode: "Choose tools with the button Configure Tools; 128 at most.",
  },
};
