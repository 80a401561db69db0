/** The documents by which agents find the service and learn how to use it. */
import { ENDPOINTS } from "../catalogue.ts";
import { ENTRIES, findEntry, SERVICE, SERVICE_VERSION } from "../registry.ts";
import { MAX_BATCH } from "../run/batch.ts";
import { MAX_STEPS } from "../run/pipeline.ts";
import { sizes } from "../run/sizes.ts";

const ORDER = ["search_tools", "get_tool_schema", "run_tool"] as const;
const PURPOSE =
  "Deterministic tools over HTTP and MCP: format, convert, validate, hash, compute and check instead of guessing.";

export function agentSummary(publicUrl: string): object {
  return {
    name: SERVICE,
    version: SERVICE_VERSION,
    description: PURPOSE,
    tool_count: ENTRIES.length,
    mcp: { url: `${publicUrl}/mcp`, transport: "streamable-http", tools: ORDER },
    http: {
      base: publicUrl,
      search: ENDPOINTS.search,
      schema: ENDPOINTS.schema,
      run: ENDPOINTS.run,
    },
    catalogue: `${publicUrl}/.well-known/ai-agents.json`,
    openapi: `${publicUrl}/openapi.json`,
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
    limits: {
      max_input_chars: sizes.inputChars,
      max_batch_requests: MAX_BATCH,
      max_pipeline_steps: MAX_STEPS,
    },
    endpoints: ENDPOINTS,
    tools: ENTRIES.map(({ id, name, category, summary, kind }) => ({
      id,
      name,
      category,
      summary,
      kind,
    })),
  };
}

interface Workflow {
  readonly id: string;
  readonly title: string;
  readonly steps: readonly { readonly tool_id: string; readonly why: string }[];
}

/** Five jobs that take several tools; each can be sent as a pipeline where all its tools are there. */
const WORKFLOWS: readonly Workflow[] = [
  {
    id: "csv-to-clean-jsonl",
    title: "A spreadsheet export becomes JSON lines for training or evaluation",
    steps: [
      { tool_id: "csv-jsonl-converter", why: "Rows become JSON lines, ragged rows are reported" },
      { tool_id: "token-counter", why: "How large the data is for a model" },
    ],
  },
  {
    id: "typed-model-answer",
    title: "Typed answers from a model: prompt, schema, check",
    steps: [
      { tool_id: "schema-converter", why: "A sample becomes a JSON Schema" },
      { tool_id: "prompt-template-schema-builder", why: "Task and schema become one prompt" },
      { tool_id: "json-schema-validator", why: "The model's answer is checked against the schema" },
    ],
  },
  {
    id: "log-to-context",
    title: "A long log becomes a short context",
    steps: [
      { tool_id: "log-context-trimmer", why: "Repeats and noise go, errors and both ends stay" },
      { tool_id: "token-counter", why: "Whether it fits the model" },
    ],
  },
  {
    id: "types-to-validated-data",
    title: "TypeScript types check real data",
    steps: [
      { tool_id: "typescript-to-json-schema", why: "The types become a JSON Schema" },
      { tool_id: "json-schema-validator", why: "Every difference, with its place" },
    ],
  },
  {
    id: "request-to-code",
    title: "A curl command becomes code and readable data",
    steps: [
      { tool_id: "curl-converter", why: "The same request in another language" },
      { tool_id: "json-formatter", why: "The body, readable and unchanged" },
    ],
  },
];

export function contextOps(publicUrl: string): object {
  return {
    version: SERVICE_VERSION,
    description: "Multi-step workflows; send the steps to POST /api/pipeline or MCP run_pipeline",
    endpoint: `${publicUrl}/api/pipeline`,
    bindings: ["$INPUT", "$PREV", "$STEP[n]"],
    workflows: WORKFLOWS.map((workflow) => ({
      ...workflow,
      steps: workflow.steps.map((step) => ({
        ...step,
        signature: findEntry(step.tool_id)?.signature,
        schema: `/api/tools/${step.tool_id}/schema`,
      })),
    })),
  };
}

const NAME = "utility-router";

/** How each client is told of the hosted MCP endpoint; nothing is installed. */
export function agentInstall(publicUrl: string): object {
  const url = `${publicUrl}/mcp`;
  const profile = (client: string, file: string, content: object | string, command?: string) => ({
    client,
    file,
    content,
    ...(command === undefined ? {} : { command }),
  });
  return {
    version: SERVICE_VERSION,
    server: { name: NAME, url, transport: "streamable-http", authentication: "none" },
    profiles: [
      profile(
        "claude-code",
        ".mcp.json",
        { mcpServers: { [NAME]: { type: "http", url } } },
        `claude mcp add --transport http ${NAME} ${url} --scope project`,
      ),
      profile(
        "codex",
        ".codex/config.toml",
        `[mcp_servers.${NAME}]\nurl = ${JSON.stringify(url)}\n`,
        `codex mcp add ${NAME} --url ${url}`,
      ),
      profile("cursor", ".cursor/mcp.json", { mcpServers: { [NAME]: { url } } }),
      profile("vscode", ".vscode/mcp.json", { servers: { [NAME]: { type: "http", url } } }),
      profile(
        "gemini-cli",
        ".gemini/settings.json",
        { mcpServers: { [NAME]: { httpUrl: url } } },
        `gemini mcp add --transport http --scope project ${NAME} ${url}`,
      ),
    ],
    verify: {
      tool: "run_tool",
      arguments: { tool_id: "json-formatter", input: { input: '{"a":1}' } },
    },
  };
}
