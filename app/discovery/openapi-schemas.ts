/** The schemas of OpenAPI's components: what is sent and what comes back. */
import { OPTIONS_SCHEMA } from "../catalogue.ts";
import { MAX_BATCH, MAX_STEPS } from "../run/sizes.ts";
import { COUNTERS, ERROR, OPEN, resultSchema } from "../run/result-schema.ts";
import { RESPONSE_MODES } from "../run/types.ts";
import { ref, sentType } from "./openapi-types.ts";

const TEXT = { type: "string" } as const;
const FLAG = { type: "boolean" } as const;
const WHOLE = { type: "integer" } as const;

export const jsonOf = (schema: object, extra: object = {}) => ({
  content: { "application/json": { schema, ...extra } },
});

export function object(
  properties: object,
  required: readonly string[] = Object.keys(properties),
): object {
  return { type: "object", properties, required };
}

/** A success: its own members and the counters of every envelope. */
function success(properties: object, optional: object = {}): object {
  return object(
    { success: { type: "boolean", const: true }, ...properties, ...optional, ...COUNTERS },
    ["success", ...Object.keys(properties), ...Object.keys(COUNTERS)],
  );
}

const SUMMARY = { id: TEXT, name: TEXT, category: TEXT, summary: TEXT } as const;
const NEXT_STEP = object({ description: TEXT, method: TEXT, path: TEXT, example: TEXT });

const CATALOGUE_SCHEMAS = {
  Overview: success({
    status: TEXT,
    service: TEXT,
    version: TEXT,
    tool_count: WHOLE,
    kit_count: WHOLE,
    endpoints: { type: "object", additionalProperties: TEXT },
    tools_preview: { type: "array", items: object(SUMMARY) },
    limits: { type: "object", additionalProperties: WHOLE },
  }),
  ToolList: success({
    count: WHOLE,
    categories: { type: "array", items: object({ name: TEXT, count: WHOLE }) },
    tools: { type: "array", items: object(SUMMARY) },
    next_step: NEXT_STEP,
  }),
  SearchAnswer: success(
    {
      query: TEXT,
      limit: WHOLE,
      count: WHOLE,
      total_matches: WHOLE,
      tools: {
        type: "array",
        items: object({ ...SUMMARY, signature: TEXT, score: { type: "number" } }),
      },
      next_step: NEXT_STEP,
    },
    { nothing_fits: { const: true }, suggestions: { type: "array", items: TEXT } },
  ),
  ToolAnswer: success({
    tool: OPEN,
    run: object({ endpoint: TEXT, body: OPEN }),
  }),
} as const;

const CALL = {
  tool_id: TEXT,
  input: {
    anyOf: [OPEN, TEXT],
    description:
      "The tool's fields, or the text of its primary field; what it takes is the input_schema of GET /api/tools/{toolId}/schema, and a type in GET /openapi.tools.json",
    "x-input-schema": "/api/tools/{toolId}/schema#/tool/input_schema",
  },
  options: ref("RunOptions"),
} as const;

export const MODE = {
  type: "string",
  enum: RESPONSE_MODES,
  description: "How much of the result comes back; all of it if left out",
} as const;

export const ITEM_ID = {
  type: "string",
  minLength: 1,
  description: "The caller's own, by which the result is found",
} as const;

export function batchRequest(item: object): object {
  const requests = { type: "array", minItems: 1, maxItems: MAX_BATCH, items: item };
  return object({ requests, response_mode: MODE }, ["requests"]);
}

const REQUEST_SCHEMAS = {
  RunOptions: { ...sentType(OPTIONS_SCHEMA), type: ["object", "null"] },
  RunRequest: object({ ...CALL, response_mode: MODE }, ["tool_id"]),
  LegacyRequest: object({ tool: TEXT, ...CALL, response_mode: MODE }, []),
  BatchRequest: batchRequest(object({ id: ITEM_ID, ...CALL }, ["id", "tool_id"])),
  PipelineRequest: object(
    {
      input: { description: "What $INPUT stands for; the empty text if left out" },
      steps: {
        type: "array",
        minItems: 1,
        maxItems: MAX_STEPS,
        items: object({ ...CALL, input: {} }, ["tool_id"]),
      },
      response_mode: MODE,
    },
    ["steps"],
  ),
  VerifyRequest: object({ receipt: OPEN, input: {} }, ["receipt"]),
} as const;

const STEP = object(
  {
    index: WHOLE,
    tool_id: TEXT,
    success: FLAG,
    result: ref("Result"),
    error: ref("Error"),
    processing_time_ms: COUNTERS.processing_time_ms,
  },
  ["index", "tool_id", "success", "processing_time_ms"],
);
const ITEM = object(
  {
    id: TEXT,
    success: FLAG,
    tool_id: TEXT,
    result: ref("Result"),
    error: ref("Error"),
    processing_time_ms: COUNTERS.processing_time_ms,
  },
  ["id", "success", "tool_id", "processing_time_ms"],
);

const ANSWER_SCHEMAS = {
  Result: resultSchema(),
  RunSuccess: success({ tool_id: TEXT, result: ref("Result") }, { tool: TEXT }),
  BatchAnswer: success({
    results: { type: "array", items: ITEM },
    summary: object({ total: WHOLE, succeeded: WHOLE, failed: WHOLE }),
  }),
  PipelineAnswer: success({ steps: { type: "array", items: STEP } }, { output: TEXT, value: {} }),
  VerifyAnswer: success({
    verified: FLAG,
    tool_id: TEXT,
    checks: { type: "object", additionalProperties: FLAG },
    receipt: OPEN,
  }),
  Health: object({ status: TEXT, ready: FLAG, live: FLAG, version: TEXT }),
  Error: ERROR,
  Failure: object(
    {
      success: { type: "boolean", const: false },
      ok: { type: "boolean", const: false },
      error: ref("Error"),
      tool_id: TEXT,
      tool: TEXT,
      result: ref("Result"),
      failed_step: WHOLE,
      steps: { type: "array", items: STEP },
      ...COUNTERS,
    },
    ["success", "ok", "error", ...Object.keys(COUNTERS)],
  ),
} as const;

export const SCHEMAS: Readonly<Record<string, object>> = {
  ...CATALOGUE_SCHEMAS,
  ...REQUEST_SCHEMAS,
  ...ANSWER_SCHEMAS,
};
