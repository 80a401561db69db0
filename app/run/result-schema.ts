/** JSON Schemas of the envelope, shared by the tools' metadata, OpenAPI and MCP. */
import type { TObject, TSchema } from "@sinclair/typebox";

const TEXT = { type: "string" } as const;
const WHOLE = { type: "integer", minimum: 0 } as const;

/** An object of which nothing is known: said outright, as programs that write clients from it take it for empty else. */
export const OPEN = { type: "object", additionalProperties: true } as const;

const ENTRY = {
  type: "object",
  description: "One problem and its place",
  properties: {
    code: TEXT,
    message: TEXT,
    path: { type: "string", description: "RFC 6901 pointer" },
    line: { type: "integer", description: "from 1" },
    column: { type: "integer", description: "from 1" },
    offset: { type: "integer", description: "from 0, in UTF-16 code units" },
    related: {
      type: "array",
      description: "Other places that explain it: { line, column, message }",
      items: OPEN,
    },
    hint: TEXT,
    expected: {},
    received: {},
  },
  required: ["code", "message"],
} as const;

export const ERROR = {
  type: "object",
  properties: {
    code: TEXT,
    message: TEXT,
    hint: { type: "string", description: "what to do about it" },
    did_you_mean: { type: "array", items: TEXT },
  },
  required: ["code", "message", "hint"],
} as const;

const RECEIPT = {
  type: "object",
  description: "Hashes over RFC 8785 canonical JSON, never the data",
  properties: {
    tool_id: TEXT,
    tool_version: TEXT,
    service_version: TEXT,
    input_sha256: TEXT,
    options: { type: "object", properties: { now: TEXT, seed: TEXT } },
    output_sha256: TEXT,
  },
} as const;

/** What a kit's receipt tells besides. */
const KIT_RECEIPT = {
  ...RECEIPT,
  properties: {
    ...RECEIPT.properties,
    verdict: { enum: ["pass", "review", "fail", null] },
    stages: {
      type: "array",
      items: {
        type: "object",
        properties: { id: TEXT, tool_id: TEXT, tool_version: TEXT, ok: { type: "boolean" } },
      },
    },
    deliverables: {
      type: "array",
      items: { type: "object", properties: { name: TEXT, bytes: WHOLE, sha256: TEXT } },
    },
  },
} as const;

/** The value of a kit as callers get it: the runner puts the receipt in. */
export function kitValueSchema(value: TSchema): object {
  const { properties = {}, required = [] } = value as Partial<TObject>;
  return {
    ...value,
    properties: { ...properties, receipt: KIT_RECEIPT },
    required: [...required, "receipt"],
  };
}

/** The common result envelope; `value` is what the tool computes. */
export function resultSchema(value: object = {}): object {
  return {
    type: "object",
    description:
      "The common result envelope. compact keeps ok, toolId, action, valid and output (or value), and of a kit verdict, counts and deliverables; output keeps ok and output (or value).",
    properties: {
      ok: { type: "boolean", description: "the tool could do its job" },
      toolId: TEXT,
      action: TEXT,
      output: { type: "string", description: "the text to use or to show" },
      valid: { type: "boolean", description: "the verdict on the input, where there is one" },
      value: Object.keys(value).length === 0 ? value : { anyOf: [value, { type: "null" }] },
      stats: OPEN,
      errors: { type: "array", items: ENTRY },
      warnings: { type: "array", items: ENTRY },
      report: TEXT,
      summaryJson: OPEN,
      receipt: RECEIPT,
      error: ERROR,
    },
    required: ["ok"],
  };
}

/** Members of every envelope. */
export const COUNTERS = {
  tokens_saved_estimate: {
    ...WHOLE,
    description: "tokens that the caller saved by not working the result out",
  },
  processing_time_ms: { ...WHOLE, description: "whole milliseconds" },
} as const;
