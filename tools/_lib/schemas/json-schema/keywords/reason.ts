import type { JsonNode } from "../../../json/tree/tree.ts";
import {
  type Description,
  Findings,
  type Run,
  type Schema,
  type Situation,
} from "../evaluation.ts";

/** The first thing that a schema finds wrong; undefined for the schema `false`. */
export function reasonOf(
  run: Run,
  schema: Schema,
  node: JsonNode,
  at: Situation,
): Description | undefined {
  if (schema.verdict === false) return undefined;
  const findings = new Findings(run.budget);
  run.check(schema, node, { scope: at.scope, evaluated: undefined, findings });
  return findings.list[0]?.describe();
}

/** A description that gives another one as its reason. */
export function withReason(description: Description, reason: Description | undefined): Description {
  if (reason === undefined) return description;
  const { message, ...rest } = reason;
  return {
    ...rest,
    message: `${description.message}: ${message.charAt(0).toLowerCase()}${message.slice(1)}`,
  };
}
