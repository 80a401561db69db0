/** What is said of a change of a tool. */
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { valueOf } from "../_lib/json/tree/value.ts";
import type { Severity } from "../_lib/results/review/shapes.ts";
import type { DriftCode } from "../agent-contract-check.ts";

/** A change of a tool that callers may notice. */
export interface Drift {
  readonly tool: string;
  readonly code: DriftCode;
  readonly severity: Severity;
  /** Into the definition in its common form. */
  readonly pointer: string;
  readonly before: unknown;
  readonly after: unknown;
}

const SEVERITY: Readonly<Partial<Record<DriftCode, Severity>>> = {
  TOOL_ADDED: "info",
  TYPE_WIDENED: "info",
  FORMAT_CHANGED: "warning",
  DEFAULT_CHANGED: "warning",
  DESCRIPTION_CHANGED: "warning",
  SCHEMA_UNCOMPARABLE: "warning",
};

/** What most changes of the kind are; a removed member of an open schema is less. */
export function severityOf(code: DriftCode): Severity {
  return SEVERITY[code] ?? "error";
}

/** Hears of a change at a pointer. */
export type HearDrift = (
  code: DriftCode,
  pointer: string,
  values?: { readonly before?: unknown; readonly after?: unknown; readonly severity?: Severity },
) => void;

/** Data as findings show it; null where there is none. */
export function shown(node: JsonNode | undefined): unknown {
  return node === undefined ? null : valueOf(node).value;
}
