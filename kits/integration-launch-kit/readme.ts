/** The page that goes with the files: where each goes, how it is started, and what to expect. */
import { codeBlock } from "../_core/page.ts";
import { markdownTable } from "../../tools/_lib/text/markdown-table.ts";
import type { Work } from "../integration-launch-kit.ts";
import { PROGRAMS } from "./programs.ts";
import type { Called, Config } from "./stages.ts";

interface Profile {
  readonly name: string;
  /** The file's name beside its client's, the same for both scopes. */
  readonly file: string;
  /** What to do so that the client reads the file. */
  readonly restart: string;
  /** How one sees that it works. */
  readonly see: string;
}

export const CLIENTS = ["claude-code", "codex", "cursor", "vscode", "gemini-cli"] as const;

export type Client = (typeof CLIENTS)[number];

export const PROFILES: Readonly<Record<Client, Profile>> = {
  "claude-code": {
    name: "Claude Code",
    file: ".mcp.json",
    restart: "Start `claude` again in the project and approve the server when it asks",
    see: "`/mcp` lists it as connected, `claude mcp list` from the shell",
  },
  codex: {
    name: "Codex",
    file: ".codex/config.toml",
    restart: "Start `codex` again; a project's file is read once the project is trusted",
    see: "`/mcp` lists its tools, `codex mcp list` from the shell",
  },
  cursor: {
    name: "Cursor",
    file: ".cursor/mcp.json",
    restart:
      "Reload the window (Developer: Reload Window), then switch the server on in the settings of MCP",
    see: "The settings of MCP show a green dot and five tools",
  },
  vscode: {
    name: "VS Code",
    file: ".vscode/mcp.json",
    restart: "Choose Start above the entry in the file, or run MCP: List Servers",
    see: "MCP: List Servers shows it as running, and the tools of the chat in agent mode list it",
  },
  "gemini-cli": {
    name: "Gemini CLI",
    file: ".gemini/settings.json",
    restart: "Start `gemini` again in the project",
    see: "`/mcp` lists its tools, `gemini mcp list` from the shell",
  },
};

export function fileOf(client: Client): string {
  return `${client}/${PROFILES[client].file}`;
}

interface Made {
  readonly toolId: string;
  readonly called: Called;
  readonly configs: readonly Config[];
}

export function writeReadme({ toolId, called, configs }: Made, { input, ctx }: Work): string {
  const { publicUrl } = ctx.service;
  const { languages, auth, keyVariable, serverName } = input;
  return [
    `# ${toolId}, ready to call`,
    `The files here connect MCP clients and programs to ${publicUrl}. MCP clients speak to \`${publicUrl}/mcp\`, programs send one call to \`${publicUrl}/api/run\`. That very call was made when the files were written; \`verification.json\` says what was checked.`,
    ...(auth === "bearer"
      ? [
          `Clients and programs take the key from the variable \`${keyVariable}\` of their environment. Set it before they start (\`export ${keyVariable}=…\`); no file holds the key.`,
        ]
      : []),
    "## Clients",
    `Each client knows the server as \`${serverName}\`, and shows its five tools: search_tools, get_tool_schema, run_tool, run_batch, run_pipeline. Where the file exists already, add the entry to it.`,
    ...configs.map((config) => clientPart(config)),
    "### Others",
    `Claude Desktop, claude.ai and ChatGPT take a remote server in their settings (Connectors): paste \`${publicUrl}/mcp\`. For further clients, run the tool mcp-config-generator with that address.`,
    "## Programs",
    markdownTable(
      ["File", "Start it", "Needs"],
      languages.map((language) => {
        const { file, run, needs } = PROGRAMS[language];
        return [`\`${file}\``, `\`${run}\``, needs];
      }),
    ),
    "All send the same bytes, wait at most 30 seconds, and try once more after a 429 or 503. They end with 0 for an answer, and with 1 and the reason on standard error for a refusal; `call.sh` prints the whole answer and ends with the exit code of curl.",
    "## What comes out",
    expectedPart(called),
    "## Limits",
    "Without a key an address has 60 calls a minute and 1,000 a day, unless whoever runs the service set other limits; a key has 100,000 a day. A 429 means that one of these is used up: its `hint` says which, and `Retry-After` after how many seconds the next call may come.",
  ].join("\n\n");
}

function clientPart({ client, path, cli }: Config): string {
  const { name, restart, see } = PROFILES[client];
  const steps = [
    `Put \`${fileOf(client)}\` at \`${path}\`.`,
    ...(cli === null ? [] : [`Or, instead of the file, run:\n\n${codeBlock(cli, "sh")}`]),
    `${restart}.`,
    `It works when: ${see}.`,
  ];
  const items = steps.map((step) => `- ${step.replaceAll(/\n(?=.)/g, "\n  ")}`);
  return `### ${name}\n\n${items.join("\n")}`;
}

const LONGEST_SHOWN = 2000;

function expectedPart({ answer, printed }: Called): string {
  const { error } = answer;
  if (error !== undefined) {
    return `The call was refused:\n\n${codeBlock(`${error.code}: ${error.message}\n${error.hint}`, "text")}`;
  }
  const isWhole = printed.length <= LONGEST_SHOWN;
  const shown = isWhole ? printed : printed.slice(0, LONGEST_SHOWN).toWellFormed();
  const head = isWhole
    ? "With the clock and chance of this run:"
    : `The first ${LONGEST_SHOWN} of ${printed.length} characters, with the clock and chance of this run:`;
  return `${head}\n\n${codeBlock(shown, "text")}`;
}
