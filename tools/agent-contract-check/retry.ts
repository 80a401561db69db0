/** Whether calls of a tool may be made again by themselves. */
import { compareCodePoints } from "../_lib/text/code-points.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { parsePointer } from "../_lib/results/pointer.ts";
import { memberOf, textOf } from "../_lib/json/tree/members.ts";
import { matchesName } from "../_lib/text/name-pattern.ts";
import type { ToolDefinition } from "../_lib/agents/tool-call/definitions.ts";
import type { Retry, RetryCode, Rule, Value } from "../agent-contract-check.ts";
import { resolved } from "./same-schema.ts";
import { hintOf } from "./tool-drift.ts";
import { typesOf } from "./types.ts";

export type RetryReport = Value["retry"][number];

export interface RetryFinding {
  readonly code: RetryCode;
  readonly severity: "error" | "warning";
  readonly tool: string;
  readonly pointer: string;
  readonly message: string;
}

export interface Judged {
  readonly report: RetryReport;
  readonly findings: readonly RetryFinding[];
}

/** MCP's defaults count where a tool says nothing: it may destroy, and twice is not the same as once. */
export function judgeRetry(tool: ToolDefinition, retry: Retry): Judged {
  const rule = ruleFor(tool.name, retry);
  const { maxAttempts, idempotencyKey } = rule;
  const judged = (reason: RetryReport["reason"], findings: readonly RetryFinding[] = []) => {
    const report = { tool: tool.name, safe: reason !== "unsafe", reason, maxAttempts };
    return { report, findings };
  };
  if (hintOf(tool.annotations, "readOnlyHint")) return judged("read-only");
  if (hintOf(tool.annotations, "idempotentHint")) return judged("idempotent");
  if (maxAttempts <= 1) return judged("no-retry");
  const key = idempotencyKey === undefined ? "none" : keyOf(tool.inputSchema, idempotencyKey);
  if (key === "required") return judged("key");
  return judged("unsafe", [
    ...(key === "missing" ? [missingKey(tool, rule)] : []),
    ...(key === "optional" ? [optionalKey(tool, rule)] : []),
    unsafe(tool, rule),
  ]);
}

/** The rule of the longest pattern that fits; of two as long the tool's own name. */
function ruleFor(name: string, retry: Retry): Rule {
  const [longest] = Object.entries(retry.tools)
    .filter(([pattern]) => matchesName(pattern, name))
    .toSorted(
      ([a], [b]) =>
        b.length - a.length || Number(b === name) - Number(a === name) || compareCodePoints(a, b),
    );
  return longest?.[1] ?? retry.default ?? { maxAttempts: 1 };
}

/** `/properties/key` of the schema, or `/key` of the arguments. */
function keyOf(schema: JsonNode, pointer: string): "required" | "optional" | "missing" {
  const tokens = parsePointer(pointer.startsWith("/") ? pointer : `/${pointer}`) ?? [];
  const isOfSchema = tokens.length % 2 === 0 && tokens[0] === "properties";
  const names = isOfSchema ? tokens.filter((_, at) => at % 2 === 1) : tokens;
  let isRequired = names.length > 0;
  let node = resolved(schema, schema);
  for (const name of names) {
    const properties = memberOf(node, "properties");
    const property = properties && memberOf(properties, name);
    if (!property) return "missing";
    const required = memberOf(node, "required");
    isRequired &&=
      required?.type === "array" && required.items.some((item) => textOf(item) === name);
    node = resolved(property, schema);
  }
  const isText = names.length > 0 && typesOf(node).has("string");
  if (!isText) return "missing";
  return isRequired ? "required" : "optional";
}

const KEY = "/idempotencyKey";

function missingKey({ name }: ToolDefinition, { idempotencyKey }: Rule): RetryFinding {
  const message = `Cannot tell calls of ${name} apart: found no text member ${idempotencyKey} in its schema, expected the idempotency key`;
  return { code: "RETRY_KEY_MISSING", severity: "error", tool: name, pointer: KEY, message };
}

function optionalKey({ name }: ToolDefinition, { idempotencyKey }: Rule): RetryFinding {
  const message = `The idempotency key ${idempotencyKey} of ${name} may be left out`;
  return { code: "RETRY_KEY_OPTIONAL", severity: "warning", tool: name, pointer: KEY, message };
}

function unsafe({ name, annotations }: ToolDefinition, { maxAttempts }: Rule): RetryFinding {
  const isHarmless = hintOf(annotations, "destructiveHint") === false;
  const message = `Cannot call ${name} again safely: found ${maxAttempts} attempts, expected a tool that is read-only or idempotent, a required idempotency key, or 1 attempt`;
  const severity = isHarmless ? "warning" : "error";
  return { code: "RETRY_UNSAFE", severity, tool: name, pointer: "/retry", message };
}
