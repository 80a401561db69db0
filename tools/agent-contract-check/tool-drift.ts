/** What changed from one list of tools to another. */
import { compareCodePoints } from "../_lib/text/code-points.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { memberOf } from "../_lib/json/tree/members.ts";
import type { ToolDefinition } from "../_lib/agents/tool-call/definitions.ts";
import { comparePointers } from "../_lib/results/pointer.ts";
import { type Drift, type HearDrift, severityOf, shown } from "./finding.ts";
import { SchemaEquality } from "./same-schema.ts";
import { hearOtherDescription, InputDrift, OutputDrift } from "./schema-drift.ts";

/** By tool, those of the baseline in its order and then the new ones; of each by pointer and code. */
export function driftOf(
  baseline: readonly ToolDefinition[],
  tools: readonly ToolDefinition[],
): Drift[] {
  const before = byName(baseline);
  const after = byName(tools);
  const added = [...after.values()].filter(({ name }) => !before.has(name));
  const drifts = [...before.values()].flatMap((tool) => {
    const now = after.get(tool.name);
    return now ? driftOfTool(tool, now) : [goneTool(tool, added)];
  });
  const news = added.map(({ name }) => wholeTool(name, "TOOL_ADDED", null, name));
  return [...drifts, ...news];
}

function byName(tools: readonly ToolDefinition[]): Map<string, ToolDefinition> {
  const named = new Map<string, ToolDefinition>();
  for (const tool of tools) if (!named.has(tool.name)) named.set(tool.name, tool);
  return named;
}

/** A new tool with the same schema is the old one by another name, and is taken from the new ones. */
function goneTool(tool: ToolDefinition, added: ToolDefinition[]): Drift {
  const at = added.findIndex(({ inputSchema }) =>
    new SchemaEquality(tool.inputSchema, inputSchema).areSame(tool.inputSchema, inputSchema),
  );
  if (at === -1) return wholeTool(tool.name, "TOOL_REMOVED", tool.name, null);
  const [renamed] = added.splice(at, 1);
  return wholeTool(tool.name, "TOOL_RENAMED", tool.name, renamed?.name);
}

function wholeTool(tool: string, code: Drift["code"], before: unknown, after: unknown): Drift {
  return { tool, code, severity: severityOf(code), pointer: "", before, after };
}

function driftOfTool(before: ToolDefinition, after: ToolDefinition): Drift[] {
  const drifts: Drift[] = [];
  const hear: HearDrift = (code, pointer, values = {}) => {
    const severity = values.severity ?? severityOf(code);
    const { before: old = null, after: now = null } = values;
    drifts.push({ tool: after.name, code, severity, pointer, before: old, after: now });
  };
  hearOtherDescription([before.description, after.description], "/description", hear);
  const input = new InputDrift(before.inputSchema, after.inputSchema, hear);
  input.compare(before.inputSchema, after.inputSchema, "/inputSchema");
  compareOutputs(before.outputSchema, after.outputSchema, hear);
  compareAnnotations(before.annotations, after.annotations, hear);
  return drifts.toSorted(
    (left, right) =>
      comparePointers(left.pointer, right.pointer, compareCodePoints) ||
      compareCodePoints(left.code, right.code),
  );
}

function compareOutputs(
  before: JsonNode | undefined,
  after: JsonNode | undefined,
  hear: HearDrift,
): void {
  const place = "/outputSchema";
  if (!before) return;
  if (after) new OutputDrift(before, after, hear).compare(before, after, place);
  else hear("OUTPUT_PROPERTY_REMOVED", place, { before: shown(before) });
}

/** What a tool promised, and which value of the hint does not promise it. */
const PROMISES = [
  { hint: "readOnlyHint", promised: true },
  { hint: "idempotentHint", promised: true },
  { hint: "destructiveHint", promised: false },
] as const;

function compareAnnotations(
  before: JsonNode | undefined,
  after: JsonNode | undefined,
  hear: HearDrift,
): void {
  for (const { hint, promised } of PROMISES) {
    const [old, now] = [hintOf(before, hint), hintOf(after, hint)];
    if (old !== promised || now === promised) continue;
    hear("ANNOTATION_WEAKENED", `/annotations/${hint}`, { before: old, after: now ?? null });
  }
}

/** A hint of MCP; undefined where it is not given. */
export function hintOf(annotations: JsonNode | undefined, hint: string): boolean | undefined {
  const node = annotations && memberOf(annotations, hint);
  return node?.type === "boolean" ? node.value : undefined;
}
