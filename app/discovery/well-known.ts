/** The documents by which agents find the service and learn how to use it. */
import { CATEGORIES } from "../../tools/_core/tool.ts";
import { ENDPOINTS, MAX_SEARCH_LIMIT } from "../catalogue.ts";
import { ENTRIES, otherNames, SERVICE, SERVICE_VERSION } from "../registry.ts";
import { MAX_BATCH, MAX_STEPS } from "../run/sizes.ts";
import { sizes } from "../run/sizes.ts";
import { WORKFLOWS } from "./workflows.ts";

/** In the order in which they are used. */
const MCP_TOOLS = [
  "search_tools",
  "get_tool_schema",
  "run_tool",
  "run_batch",
  "run_pipeline",
] as const;
const PURPOSE =
  "Deterministic tools over HTTP and MCP: format, convert, validate, hash, compute and check instead of guessing.";

export function agentSummary(publicUrl: string): object {
  const at = (path: string): string => `${publicUrl}${path}`;
  return {
    name: SERVICE,
    version: SERVICE_VERSION,
    description: PURPOSE,
    tool_count: ENTRIES.length,
    mcp: { url: at("/mcp"), transport: "streamable-http", tools: MCP_TOOLS },
    http: {
      base: publicUrl,
      search: ENDPOINTS.search,
      schema: ENDPOINTS.schema,
      run: ENDPOINTS.run,
      batch: ENDPOINTS.batch,
      pipeline: ENDPOINTS.pipeline,
    },
    limits: {
      max_input_chars: sizes.inputChars,
      max_batch_requests: MAX_BATCH,
      max_pipeline_steps: MAX_STEPS,
      max_search_results: MAX_SEARCH_LIMIT,
    },
    catalogue: at("/.well-known/ai-agents.json"),
    workflows: at("/.well-known/context-ops.json"),
    install: at("/.well-known/agent-install.json"),
    openapi: at("/openapi.json"),
    typed_openapi: at("/openapi.tools.json"),
    llms: at("/llms.txt"),
  };
}

export function agentCatalogue(publicUrl: string): object {
  return {
    ...agentSummary(publicUrl),
    deterministic_class: "pure-function",
    privacy_mode: "server-submitted",
    server_side_llm_calls: 0,
    authentication: { required: false, optional: "bearer" },
    usage: [
      "Search with the user's words; do not load every schema",
      "Fetch the schema of the one tool you choose",
      "Run it; on 422 correct the fields named in result.errors and run again",
      "On 429 or 503 wait as long as Retry-After says, then try once more",
      "Send no secrets, private keys, passwords or regulated personal data",
    ],
    endpoints: ENDPOINTS,
    tools: ENTRIES.map((entry) => {
      const { id, name, category, summary, kind } = entry;
      return { id, name, category, summary, kind, also: otherNames(entry) };
    }),
  };
}

export function contextOps(publicUrl: string): object {
  return {
    version: SERVICE_VERSION,
    description:
      "Multi-step workflows that run as they stand: send input and steps to POST /api/pipeline, or to run_pipeline over MCP, with your own input in the place of the example",
    endpoint: `${publicUrl}/api/pipeline`,
    mcp: { url: `${publicUrl}/mcp`, tool: "run_pipeline" },
    bindings: ["$INPUT", "$PREV", "$STEP[n]", "$PREV.value.member[0]"],
    workflows: WORKFLOWS.map(({ steps, ...workflow }) => ({
      ...workflow,
      steps: steps.map((step) => ({ ...step, schema: `/api/tools/${step.tool_id}/schema` })),
    })),
  };
}

/** The name that kits give the server in a client's settings, too. */
const NAME = "utility-router";
/** What a client starts that speaks to its servers over stdio; shells find the word. */
const PROGRAM = { command: "purebox", args: ["mcp"] } as const;

/** How each client is told of the hosted MCP endpoint, or of the program, where that is installed. */
export function agentInstall(publicUrl: string): object {
  const url = `${publicUrl}/mcp`;
  const profile = (client: string, file: string, config: Config, command?: string) => ({
    client,
    file,
    content: config({ url }),
    local_content: config(PROGRAM),
    ...(command === undefined ? {} : { command }),
  });
  return {
    version: SERVICE_VERSION,
    server: { name: NAME, url, transport: "streamable-http", authentication: "none" },
    local: { ...PROGRAM, transport: "stdio" },
    profiles: [
      profile(
        "claude-code",
        ".mcp.json",
        (at) => ({ mcpServers: { [NAME]: { type: typeOf(at), ...at } } }),
        `claude mcp add --transport http ${NAME} ${url} --scope project`,
      ),
      profile(
        "codex",
        ".codex/config.toml",
        (at) => `[mcp_servers.${NAME}]\n${tomlOf(at)}`,
        `codex mcp add ${NAME} --url ${url}`,
      ),
      profile("cursor", ".cursor/mcp.json", (at) => ({ mcpServers: { [NAME]: at } })),
      profile("vscode", ".vscode/mcp.json", (at) => ({
        servers: { [NAME]: { type: typeOf(at), ...at } },
      })),
      profile(
        "gemini-cli",
        ".gemini/settings.json",
        (at) => ({ mcpServers: { [NAME]: "url" in at ? { httpUrl: at.url } : at } }),
        `gemini mcp add --transport http --scope project ${NAME} ${url}`,
      ),
    ],
    verify: {
      tool: "run_tool",
      arguments: { tool_id: "json-formatter", input: { input: '{"a":1}' } },
    },
  };
}

/** Where a client finds the server. */
type At = { readonly url: string } | typeof PROGRAM;
/** A client's settings, in its own format. */
type Config = (at: At) => object | string;

const typeOf = (at: At): string => ("url" in at ? "http" : "stdio");

/** Strings and lists of strings are the same in TOML as in JSON. */
const tomlOf = (at: At): string =>
  Object.entries(at)
    .map(([key, value]) => `${key} = ${JSON.stringify(value)}\n`)
    .join("");

/** What a model reads of the service first (llmstxt.org). */
export function llmsText(publicUrl: string): string {
  const at = (path: string): string => `${publicUrl}${path}`;
  const counts = CATEGORIES.map((category) => {
    const tools = ENTRIES.filter((entry) => entry.category === category);
    return `- ${category}: ${tools.map(({ id }) => id).join(", ")}`;
  });
  return `# ${SERVICE}

> ${PURPOSE} ${ENTRIES.length} tools; the same input gives the same bytes. No account, no model calls, nothing stored.

Over MCP (${at("/mcp")}, Streamable HTTP): search_tools, then get_tool_schema for the one you choose, then run_tool;
run_batch for up to ${MAX_BATCH} independent calls, run_pipeline for up to ${MAX_STEPS} linked ones. Over HTTP the same:

- GET /api/tools/search?q=WORDS finds tools by what is needed, in any language
- GET /api/tools/ID/schema has the fields, failures and examples of one
- POST /api/run with {"tool_id": "json-formatter", "input": {"input": "[1,2]"}} runs it

An input has at most ${sizes.inputChars.toLocaleString("en-US")} characters. On 422 correct the fields that result.errors names and run again; on 429 or
503 wait as long as Retry-After says. Send no secrets, private keys, passwords or regulated personal data.

## Documents

- [OpenAPI 3.1](${at("/openapi.json")}): every route and schema
- [OpenAPI with the types of tools](${at("/openapi.tools.json?tools=json-formatter")}): what clients are written from; without ?tools= of all
- [Agent catalogue](${at("/.well-known/ai-agents.json")}): all tools, a line each
- [Workflows](${at("/.well-known/context-ops.json")}): five jobs of several steps that run as they stand
- [Install profiles](${at("/.well-known/agent-install.json")}): the settings of five MCP clients
- [Reading page](${at("/docs")}): the reference for people

## Tools

${counts.join("\n")}
`;
}
