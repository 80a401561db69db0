/** The OpenAPI 3.1 description of the service, made from the registry. */
import {
  DEFAULT_SEARCH_LIMIT,
  ENDPOINTS,
  MAX_SAMPLE_CHARACTERS,
  MAX_SEARCH_LIMIT,
  OPTIONS_SCHEMA,
} from "../catalogue.ts";
import { detailOf, ENTRIES, SERVICE_VERSION } from "../registry.ts";
import { MAX_BATCH } from "../run/batch.ts";
import { MAX_STEPS } from "../run/pipeline.ts";
import { RESPONSE_MODES } from "../run/types.ts";
import { COUNTERS, ERROR, resultSchema } from "./schemas.ts";

const TEXT = { type: "string" } as const;
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const jsonOf = (schema: object, extra: object = {}) => ({
  content: { "application/json": { schema, ...extra } },
});
const SUMMARY = object({ id: TEXT, name: TEXT, category: TEXT, summary: TEXT });
const NEXT_STEP = object({ description: TEXT, method: TEXT, path: TEXT, example: TEXT });

function object(properties: object, required: readonly string[] = Object.keys(properties)): object {
  return { type: "object", properties, required };
}

/** A success: its own members and the counters of every envelope. */
function success(properties: object, optional: object = {}): object {
  return object(
    { success: { type: "boolean", const: true }, ...properties, ...optional, ...COUNTERS },
    ["success", ...Object.keys(properties), ...Object.keys(COUNTERS)],
  );
}

/** Without the base address: clients find the service where they found this document. */
export function openapi(publicUrl: string): object {
  return {
    openapi: "3.1.0",
    info: {
      title: "purebox",
      version: SERVICE_VERSION,
      summary: "Deterministic tools: search, fetch one schema, run",
      description:
        "A router over deterministic tools. Search compact summaries, fetch the schema of one tool, run it. The same input, clock and seed give the same bytes.",
      license: { name: "MIT", identifier: "MIT" },
      contact: { name: "purebox", url: publicUrl },
    },
    servers: [{ url: publicUrl }],
    tags: [
      { name: "catalogue", description: "What tools there are" },
      { name: "run", description: "Running tools" },
      { name: "discovery", description: "Documents for agents and programs" },
    ],
    paths: { ...cataloguePaths(), ...runPaths(), ...discoveryPaths() },
    components: {
      schemas: schemas(),
      responses: RESPONSES,
      securitySchemes: {
        paidPilotAuth: {
          type: "http",
          scheme: "bearer",
          description: "Optional; free use needs no credential",
        },
      },
    },
  };
}

function operation(
  operationId: string,
  tag: string,
  summary: string,
  responses: Record<string, object>,
  more: object = {},
): object {
  return { operationId, tags: [tag], summary, description: `${summary}.`, ...more, responses };
}

const CATALOGUE_ERRORS = { "400": response("BadRequest") };
const RUN_ERRORS = {
  "400": response("BadRequest"),
  "401": response("Unauthorized"),
  "403": response("Forbidden"),
  "404": response("NotFound"),
  "413": response("TooLarge"),
  "415": response("WrongType"),
  "422": response("Unprocessable"),
  "429": response("TooMany"),
  "500": response("Failed"),
  "503": response("Unavailable"),
};

function response(name: string): object {
  return { $ref: `#/components/responses/${name}` };
}

function ok(description: string, schema: object): object {
  return { description, ...jsonOf(schema) };
}

function cataloguePaths(): object {
  const query = (name: string, description: string, schema: object) => ({
    name,
    in: "query",
    description,
    required: false,
    schema,
  });
  return {
    "/api": {
      get: operation("getOverview", "catalogue", "Health and overview", {
        "200": ok("The service and its endpoints", ref("Overview")),
      }),
      post: operation(
        "runLegacy",
        "run",
        "Run a tool (first shape of the call)",
        { "200": ok("What the tool computed", ref("RunSuccess")), ...RUN_ERRORS },
        {
          requestBody: { required: true, ...jsonOf(ref("LegacyRequest")) },
        },
      ),
    },
    "/api/tools": {
      get: operation(
        "listTools",
        "catalogue",
        "Compact index of all tools",
        { "200": ok("The tools", ref("ToolList")), ...CATALOGUE_ERRORS },
        {
          parameters: [
            query("category", "One of the 15 categories", TEXT),
            query("kind", "Tools or kits only", { type: "string", enum: ["tool", "kit"] }),
          ],
        },
      ),
    },
    "/api/tools/search": {
      get: operation(
        "searchTools",
        "catalogue",
        "Search the tools",
        { "200": ok("The best tools and the next step", ref("SearchAnswer")), ...CATALOGUE_ERRORS },
        {
          parameters: [
            query("q", "What is needed, in any words", TEXT),
            query("limit", "How many tools", {
              type: "integer",
              minimum: 1,
              maximum: MAX_SEARCH_LIMIT,
              default: DEFAULT_SEARCH_LIMIT,
            }),
            query("sample", "Text to recognise", {
              type: "string",
              description: `The first ${MAX_SAMPLE_CHARACTERS} characters are looked at`,
            }),
          ],
        },
      ),
    },
    "/api/tools/{toolId}/schema": {
      get: operation(
        "getToolSchema",
        "catalogue",
        "Everything about one tool",
        { "200": ok("The tool", ref("ToolAnswer")), "404": response("NotFound") },
        {
          parameters: [
            {
              name: "toolId",
              in: "path",
              required: true,
              description: "Id or alias of a tool",
              schema: { type: "string", examples: ENTRIES.slice(0, 1).map(({ id }) => id) },
            },
          ],
        },
      ),
    },
  };
}

function runPaths(): object {
  const post = (
    id: string,
    summary: string,
    request: string,
    answer: string,
    examples?: object,
  ) => ({
    post: operation(
      id,
      "run",
      summary,
      { "200": ok("Done", ref(answer)), ...RUN_ERRORS },
      {
        requestBody: {
          required: true,
          ...jsonOf(ref(request), examples ? { examples } : {}),
        },
        ...(id === "runTool" ? { security: [{}, { paidPilotAuth: [] }] } : {}),
      },
    ),
  });
  return {
    "/api/run": post("runTool", "Run one tool", "RunRequest", "RunSuccess", runExamples()),
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
function runExamples(): object {
  return Object.fromEntries(
    ENTRIES.map((entry) => {
      const [example] = detailOf(entry).examples;
      const value = {
        tool_id: entry.id,
        input: example?.input ?? {},
        options: example?.options ?? {},
      };
      return [entry.id, { summary: example?.title ?? entry.name, value }];
    }),
  );
}

function discoveryPaths(): object {
  const document = (id: string, summary: string) => ({
    get: operation(id, "discovery", summary, { "200": ok(summary, { type: "object" }) }),
  });
  return {
    "/openapi.json": document("getOpenApi", "This document"),
    "/openapi.summary.json": document("getOpenApiSummary", "This document in short"),
    "/.well-known/ai-agents.json": document("getAgentCatalogue", "Agent discovery catalogue"),
    "/.well-known/ai-agents.summary.json": document("getAgentSummary", "Agent discovery in short"),
    "/.well-known/context-ops.json": document("getWorkflows", "Multi-step workflows"),
    "/.well-known/agent-install.json": document("getInstallProfiles", "MCP install profiles"),
    "/healthz": document("getHealth", "Whether the service is alive and ready"),
  };
}

const RESPONSES = Object.fromEntries(
  [
    ["BadRequest", "The request is malformed (INVALID_REQUEST)"],
    ["Unauthorized", "The credential is invalid (PAID_AUTH_INVALID)"],
    ["Forbidden", "The credential does not permit this (PAID_SCOPE_FORBIDDEN)"],
    ["NotFound", "No such tool or path (UNKNOWN_TOOL, NOT_FOUND)"],
    ["TooLarge", "The body is too large (BODY_TOO_LARGE)"],
    ["WrongType", "The body is not JSON by its content type (UNSUPPORTED_MEDIA_TYPE)"],
    ["Unprocessable", "The tool could not do its job, or a limit was passed; the result says why"],
    ["TooMany", "A limit was reached; wait for Retry-After"],
    ["Failed", "A bug of the service (TOOL_RUNTIME_ERROR)"],
    ["Unavailable", "Overloaded, too slow or shutting down; wait for Retry-After"],
  ].map(([name, description]) => [name, ok(description ?? "", ref("Failure"))]),
);

const ANY_INPUT = {
  type: ["object", "string"],
  description: "The tool's fields, or the text of its primary field",
} as const;
const CALL = { tool_id: TEXT, input: ANY_INPUT, options: OPTIONS_SCHEMA } as const;
const MODE = { type: "string", enum: RESPONSE_MODES, default: "full" } as const;

function schemas(): object {
  const result = resultSchema();
  const step = object({ index: { type: "integer" }, tool_id: TEXT, success: { type: "boolean" } });
  return {
    ...catalogueSchemas(),
    RunRequest: object({ ...CALL, response_mode: MODE }, ["tool_id"]),
    LegacyRequest: object({ tool: TEXT, ...CALL, response_mode: MODE }, []),
    BatchRequest: object(
      {
        requests: {
          type: "array",
          minItems: 1,
          maxItems: MAX_BATCH,
          items: object({ id: { type: "string", minLength: 1 }, ...CALL }, ["id", "tool_id"]),
        },
        response_mode: MODE,
      },
      ["requests"],
    ),
    PipelineRequest: object(
      {
        input: {},
        steps: {
          type: "array",
          minItems: 1,
          maxItems: MAX_STEPS,
          items: object({ tool_id: TEXT, input: {}, options: OPTIONS_SCHEMA }, ["tool_id"]),
        },
        response_mode: MODE,
      },
      ["steps"],
    ),
    VerifyRequest: object({ receipt: { type: "object" }, input: {} }, ["receipt"]),
    Result: result,
    RunSuccess: success({ tool_id: TEXT, result: ref("Result") }, { tool: TEXT }),
    BatchAnswer: success({
      results: {
        type: "array",
        items: object(
          {
            id: TEXT,
            success: { type: "boolean" },
            tool_id: TEXT,
            result: ref("Result"),
            error: ref("Error"),
            processing_time_ms: COUNTERS.processing_time_ms,
          },
          ["id", "success", "tool_id", "processing_time_ms"],
        ),
      },
      summary: object({
        total: { type: "integer" },
        succeeded: { type: "integer" },
        failed: { type: "integer" },
      }),
    }),
    PipelineAnswer: success({ steps: { type: "array", items: step } }, { output: TEXT, value: {} }),
    VerifyAnswer: success({
      verified: { type: "boolean" },
      tool_id: TEXT,
      checks: { type: "object", additionalProperties: { type: "boolean" } },
      receipt: { type: "object" },
    }),
    Error: ERROR,
    Failure: object(
      {
        success: { type: "boolean", const: false },
        ok: { type: "boolean", const: false },
        error: ref("Error"),
        tool_id: TEXT,
        result: ref("Result"),
        failed_step: { type: "integer" },
        steps: { type: "array", items: step },
        ...COUNTERS,
      },
      ["success", "ok", "error", ...Object.keys(COUNTERS)],
    ),
  };
}

function catalogueSchemas(): object {
  return {
    Overview: success({
      status: TEXT,
      service: TEXT,
      version: TEXT,
      tool_count: { type: "integer" },
      kit_count: { type: "integer" },
      endpoints: { type: "object", additionalProperties: TEXT },
      tools_preview: { type: "array", items: SUMMARY },
      limits: { type: "object", additionalProperties: { type: "integer" } },
    }),
    ToolList: success({
      count: { type: "integer" },
      categories: { type: "array", items: object({ name: TEXT, count: { type: "integer" } }) },
      tools: { type: "array", items: SUMMARY },
      next_step: NEXT_STEP,
    }),
    SearchAnswer: success(
      {
        query: TEXT,
        limit: { type: "integer" },
        count: { type: "integer" },
        total_matches: { type: "integer" },
        tools: {
          type: "array",
          items: object({
            id: TEXT,
            name: TEXT,
            category: TEXT,
            summary: TEXT,
            signature: TEXT,
            score: { type: "number" },
          }),
        },
        next_step: NEXT_STEP,
      },
      { suggestions: { type: "array", items: TEXT } },
    ),
    ToolAnswer: success({
      tool: { type: "object" },
      run: object({ endpoint: TEXT, body: { type: "object" } }),
    }),
  };
}

/** The paths and what they are for, without schemas. */
export function openapiSummary(publicUrl: string): object {
  return {
    openapi: "3.1.0",
    title: "purebox",
    version: SERVICE_VERSION,
    server: publicUrl,
    document: "/openapi.json",
    tool_count: ENTRIES.length,
    endpoints: ENDPOINTS,
  };
}
