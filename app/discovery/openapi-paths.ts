/** The paths of the OpenAPI document. */
import { DEFAULT_SEARCH_LIMIT, MAX_SAMPLE_CHARACTERS, MAX_SEARCH_LIMIT } from "../catalogue.ts";
import { detailOf, ENTRIES } from "../registry.ts";
import { OPEN } from "../run/result-schema.ts";
import { jsonOf } from "./openapi-schemas.ts";
import { ref } from "./openapi-types.ts";

const TEXT = { type: "string" } as const;

function operation(
  operationId: string,
  tag: string,
  summary: string,
  responses: Record<string, object>,
  more: object = {},
): object {
  return {
    operationId,
    tags: [tag],
    summary,
    description: `${summary}.`,
    ...more,
    responses: { ...responses, "405": response("WrongMethod") },
  };
}

function ok(description: string, schema: object): Readonly<Record<string, unknown>> {
  return { description, ...jsonOf(schema) };
}

function response(name: string): object {
  return { $ref: `#/components/responses/${name}` };
}

function query(name: string, description: string, schema: object): object {
  return { name, in: "query", description, required: false, schema };
}

const CATALOGUE_ERRORS = { "400": response("BadRequest") };
/** To who has it already, by its ETag. */
const UNCHANGED = { "304": response("NotModified") };
const RUN_ERRORS = {
  "400": response("BadRequest"),
  "401": response("Unauthorized"),
  "403": response("Forbidden"),
  "404": response("NotFound"),
  "408": response("TooSlow"),
  "413": response("TooLarge"),
  "415": response("WrongType"),
  "422": response("Unprocessable"),
  "429": response("TooMany"),
  "500": response("Failed"),
  "503": response("Unavailable"),
};

/** What passes if one waits. */
const WAITING: ReadonlySet<string> = new Set(["TooMany", "Unavailable"]);
const RETRY_AFTER = {
  "Retry-After": {
    description: "After how many seconds to call once more",
    schema: { type: "integer", minimum: 0 },
  },
};

const FAILURES: Readonly<Record<string, object>> = Object.fromEntries(
  [
    ["BadRequest", "The request is malformed (INVALID_REQUEST)"],
    ["Unauthorized", "The credential is invalid (PAID_AUTH_INVALID)"],
    ["Forbidden", "The credential does not permit this (PAID_SCOPE_FORBIDDEN)"],
    ["NotFound", "No such tool or path (UNKNOWN_TOOL, NOT_FOUND)"],
    ["WrongMethod", "The path has other methods; Allow names them (METHOD_NOT_ALLOWED)"],
    ["TooSlow", "The body did not come in time (REQUEST_TIMEOUT)"],
    ["TooLarge", "The body is too large (BODY_TOO_LARGE)"],
    ["WrongType", "The body is not JSON by its content type (UNSUPPORTED_MEDIA_TYPE)"],
    ["Unprocessable", "The tool could not do its job, or a limit was passed; the result says why"],
    ["TooMany", "A limit was reached; wait for Retry-After"],
    ["Failed", "A bug of the service (TOOL_RUNTIME_ERROR)"],
    ["Unavailable", "Overloaded, too slow or shutting down; wait for Retry-After"],
  ].map(([name = "", description = ""]) => [
    name,
    { ...ok(description, ref("Failure")), ...(WAITING.has(name) ? { headers: RETRY_AFTER } : {}) },
  ]),
);

export const RESPONSES: Readonly<Record<string, object>> = {
  NotModified: { description: "It is what the ETag in If-None-Match stands for" },
  ...FAILURES,
};

const LIST_PARAMETERS = [
  query("category", "One of the 15 categories", TEXT),
  query("kind", "Tools or kits only", { type: "string", enum: ["tool", "kit"] }),
];

const SEARCH_PARAMETERS = [
  query("q", "What is needed, in any words", TEXT),
  query("limit", "How many tools", {
    type: "integer",
    minimum: 1,
    maximum: MAX_SEARCH_LIMIT,
    default: DEFAULT_SEARCH_LIMIT,
  }),
  query("sample", `Text to recognise by its first ${MAX_SAMPLE_CHARACTERS} characters`, TEXT),
];

const TOOL_PARAMETERS = [
  {
    name: "toolId",
    in: "path",
    required: true,
    description: "Id or alias of a tool",
    schema: TEXT,
  },
];

const TYPED_PARAMETERS = [
  query("tools", "Ids of the tools that are wanted, with commas; all if left out", TEXT),
];

function cataloguePaths(): object {
  return {
    "/api": {
      get: operation("getOverview", "catalogue", "Health and overview", {
        "200": ok("The service and its endpoints", ref("Overview")),
        ...UNCHANGED,
      }),
      ...post("runLegacy", "Run a tool (first shape of the call)", "LegacyRequest", "RunSuccess"),
    },
    "/api/tools": {
      get: operation(
        "listTools",
        "catalogue",
        "Compact index of all tools",
        { "200": ok("The tools", ref("ToolList")), ...UNCHANGED, ...CATALOGUE_ERRORS },
        { parameters: LIST_PARAMETERS },
      ),
    },
    "/api/tools/search": {
      get: operation(
        "searchTools",
        "catalogue",
        "Search the tools",
        { "200": ok("The best tools and the next step", ref("SearchAnswer")), ...CATALOGUE_ERRORS },
        { parameters: SEARCH_PARAMETERS },
      ),
    },
    "/api/tools/{toolId}/schema": {
      get: operation(
        "getToolSchema",
        "catalogue",
        "Everything about one tool",
        { "200": ok("The tool", ref("ToolAnswer")), ...UNCHANGED, "404": response("NotFound") },
        { parameters: TOOL_PARAMETERS },
      ),
    },
  };
}

/** With response mode output a tool that draws answers with the picture itself. */
function orPicture(done: Readonly<Record<string, unknown>>): object {
  const picture = { schema: { type: "string", format: "binary" } };
  return { ...done, content: { ...(done["content"] as object), "image/png": picture } };
}

function post(
  id: string,
  summary: string,
  request: string,
  answer: string,
  examples?: object,
): object {
  const requestBody = { required: true, ...jsonOf(ref(request), examples ? { examples } : {}) };
  const security = [{}, { paidPilotAuth: [] }];
  const done = ok("Done", ref(answer));
  const responses = { "200": id === "runTool" ? orPicture(done) : done, ...RUN_ERRORS };
  return { post: operation(id, "run", summary, responses, { requestBody, security }) };
}

function runPaths(examples: object | undefined): object {
  return {
    "/api/run": post("runTool", "Run one tool", "RunRequest", "RunSuccess", examples),
    "/api/batch": post(
      "runBatch",
      "Run independent calls side by side",
      "BatchRequest",
      "BatchAnswer",
    ),
    "/api/pipeline": post("runPipeline", "Run linked steps", "PipelineRequest", "PipelineAnswer"),
    "/api/verify": post(
      "verifyReceipt",
      "Run again and compare with a receipt",
      "VerifyRequest",
      "VerifyAnswer",
    ),
  };
}

/** The first example of every tool, ready to send. */
export function runExamples(): object {
  return Object.fromEntries(
    ENTRIES.map((entry) => {
      const [example] = detailOf(entry).examples;
      const { input = {}, options = {} } = example ?? {};
      const value = { tool_id: entry.id, input, options };
      return [entry.id, { summary: example?.title ?? entry.name, value }];
    }),
  );
}

function document(id: string, summary: string): object {
  return { get: operation(id, "discovery", summary, { "200": ok(summary, OPEN), ...UNCHANGED }) };
}

function health(): object {
  const summary = "Whether the service is alive and ready";
  const responses = {
    "200": ok(summary, ref("Health")),
    "503": ok("It is about to end, and takes no calls", ref("Health")),
  };
  return { get: operation("getHealth", "discovery", summary, responses) };
}

function discoveryPaths(): object {
  return {
    "/openapi.json": document("getOpenApi", "This document"),
    "/openapi.tools.json": {
      get: operation(
        "getToolTypes",
        "discovery",
        "This document with types for what each tool takes and computes",
        { "200": ok("An OpenAPI document", OPEN), ...UNCHANGED, "404": response("NotFound") },
        { parameters: TYPED_PARAMETERS },
      ),
    },
    "/openapi.summary.json": document("getOpenApiSummary", "This document in short"),
    "/.well-known/ai-agents.json": document("getAgentCatalogue", "Agent discovery catalogue"),
    "/.well-known/ai-agents.summary.json": document("getAgentSummary", "Agent discovery in short"),
    "/.well-known/context-ops.json": document("getWorkflows", "Multi-step workflows"),
    "/.well-known/agent-install.json": document("getInstallProfiles", "MCP install profiles"),
    "/llms.txt": {
      get: operation("getLlmsText", "discovery", "What a model reads first", {
        "200": {
          description: "Markdown, as llmstxt.org has it",
          content: { "text/plain": { schema: TEXT } },
        },
        ...UNCHANGED,
      }),
    },
    "/healthz": health(),
  };
}

/** `examples`: of the body of a run. */
export function openapiPaths(examples: object | undefined): object {
  return { ...cataloguePaths(), ...runPaths(examples), ...discoveryPaths() };
}
