/** The definitions, calls and results that are to be converted. */
import { type Entry, fail } from "../_core/tool.ts";
import { inputInvalid, outOfBounds } from "../_lib/results/input-invalid.ts";
import type { JsonWarning } from "../_lib/json/tree/json-field.ts";
import { readDefinitions, type ToolDefinition } from "../_lib/agents/tool-call/definitions.ts";
import { isMalformed, readTree, unknownShape } from "../_lib/agents/tool-call/fields.ts";
import type { CallItem, ResultItem } from "../_lib/agents/tool-call/items.ts";
import { callsOf, readConversation } from "../_lib/agents/tool-call/read.ts";
import type { Wanted } from "../tool-call-interoperability.ts";

export interface Material {
  readonly tools: readonly ToolDefinition[];
  readonly calls: readonly CallItem[];
  readonly results: readonly ResultItem[];
  readonly warnings: readonly Entry<JsonWarning>[];
}

const MOST_TOOLS = 1000;

export function readMaterial(input: Wanted) {
  const definitions = toolsIn(input.tools);
  if (definitions.failure) return { failure: definitions.failure };
  const calling = treeIn(input.calls, "/calls");
  if (calling.failure) return { failure: calling.failure };
  const answering = treeIn(input.results, "/results");
  if (answering.failure) return { failure: answering.failure };
  const items = readConversation([...calling.fields, ...answering.fields]);
  const malformed = items.find(isMalformed);
  if (malformed !== undefined)
    return {
      failure: inputInvalid([
        unknownShape("CALL_SHAPE_UNKNOWN", malformed.path, "a call or a result"),
      ]),
    };
  const { tools } = definitions;
  const calls = callsOf(items);
  if (tools.length === 0 && calls.length === 0) return { failure: fail(NOTHING) };
  const results = items.filter((item) => item.kind === "result");
  const warnings = [...definitions.warnings, ...calling.warnings, ...answering.warnings];
  const material: Material = { tools, calls, results, warnings };
  return { material };
}

const NOTHING: Entry<"TOOLS_MISSING"> = {
  code: "TOOLS_MISSING",
  message: "Cannot convert: found no tools and no calls, expected at least one of either",
  path: "/tools",
};

function toolsIn(given: unknown) {
  const { fields, warnings, failure } = treeIn(given, "/tools");
  if (failure) return { failure };
  const [field] = fields;
  if (!field) return { tools: [], warnings };
  const { tools, unknown } = readDefinitions(field.root, field.path);
  const [stranger] = unknown;
  if (stranger !== undefined) return { failure: fail(shapeUnknown(stranger)) };
  if (tools.length <= MOST_TOOLS) return { tools, warnings };
  const problem = outOfBounds("/tools", `${tools.length} tools`, `at most ${MOST_TOOLS}`);
  return { failure: inputInvalid([problem]) };
}

function shapeUnknown(path: string): Entry<"TOOL_SHAPE_UNKNOWN"> {
  const message = `Cannot read the definition: found another structure at ${path}, expected a tool as OpenAI, Anthropic, Gemini or MCP write it`;
  return { code: "TOOL_SHAPE_UNKNOWN", message, path };
}

/** What is given in a field; nothing where it is left out or null. */
function treeIn(given: unknown, path: string) {
  if (given === undefined || given === null) return { fields: [], warnings: [] };
  const tree = readTree(given, path);
  if ("error" in tree) return { failure: fail(tree.error) };
  const { root, warnings } = tree;
  return { fields: root.type === "null" ? [] : [{ root, path }], warnings };
}
