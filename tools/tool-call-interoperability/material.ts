/** The definitions, calls and results that are to be converted. */
import { type Entry, fail, type Outcome } from "../_core/tool.ts";
import { inputInvalid, outOfBounds } from "../_lib/results/input-invalid.ts";
import type { JsonWarning } from "../_lib/json/tree/json-field.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { readDefinitions, type ToolDefinition } from "../_lib/agents/tool-call/definitions.ts";
import { isMalformed, readTree, unknownShape } from "../_lib/agents/tool-call/fields.ts";
import type { CallItem, ResultItem } from "../_lib/agents/tool-call/items.ts";
import { callsOf, readConversation } from "../_lib/agents/tool-call/read.ts";
import type { Failure, Wanted } from "../tool-call-interoperability.ts";

export interface Material {
  readonly tools: readonly ToolDefinition[];
  readonly calls: readonly CallItem[];
  readonly results: readonly ResultItem[];
  readonly warnings: readonly Entry<JsonWarning>[];
}

type Failed = { readonly failure: Outcome<never, Failure, never> };

const MOST_TOOLS = 1000;

export function readMaterial(input: Wanted): Material | Failed {
  const warnings: Entry<JsonWarning>[] = [];
  const definitions = toolsIn(input.tools, warnings);
  if ("failure" in definitions) return definitions;
  const calling = treeIn(input.calls, "/calls", warnings);
  if ("failure" in calling) return calling;
  const answering = treeIn(input.results, "/results", warnings);
  if ("failure" in answering) return answering;
  const items = readConversation([...calling.fields, ...answering.fields]);
  const malformed = items.find(isMalformed);
  if (malformed !== undefined)
    return { failure: inputInvalid([unknownShape(malformed.path, "a call or a result")]) };
  const { tools } = definitions;
  const calls = callsOf(items);
  if (tools.length === 0 && calls.length === 0) return { failure: fail(NOTHING) };
  const results = items.filter((item) => item.kind === "result");
  return { tools, calls, results, warnings };
}

const NOTHING: Entry<"TOOLS_MISSING"> = {
  code: "TOOLS_MISSING",
  message: "Cannot convert: found no tools and no calls, expected at least one of either",
  path: "/tools",
};

function toolsIn(
  given: unknown,
  warnings: Entry<JsonWarning>[],
): { readonly tools: readonly ToolDefinition[] } | Failed {
  if (given === undefined || given === null) return { tools: [] };
  const tree = readTree(given, "/tools");
  if ("error" in tree) return { failure: fail(tree.error) };
  warnings.push(...tree.warnings);
  if (tree.root.type === "null") return { tools: [] };
  const { tools, unknown } = readDefinitions(tree.root, "/tools");
  const [stranger] = unknown;
  if (stranger !== undefined) return { failure: fail(shapeUnknown(stranger)) };
  if (tools.length <= MOST_TOOLS) return { tools };
  const problem = outOfBounds("/tools", `${tools.length} tools`, `at most ${MOST_TOOLS}`);
  return { failure: inputInvalid([problem]) };
}

function shapeUnknown(path: string): Entry<"TOOL_SHAPE_UNKNOWN"> {
  const message = `Cannot read the definition: found another structure at ${path}, expected a tool as OpenAI, Anthropic, Gemini or MCP write it`;
  return { code: "TOOL_SHAPE_UNKNOWN", message, path };
}

function treeIn(
  given: unknown,
  path: string,
  warnings: Entry<JsonWarning>[],
): { readonly fields: readonly { readonly root: JsonNode; readonly path: string }[] } | Failed {
  if (given === undefined || given === null) return { fields: [] };
  const tree = readTree(given, path);
  if ("error" in tree) return { failure: fail(tree.error) };
  warnings.push(...tree.warnings);
  return { fields: tree.root.type === "null" ? [] : [{ root: tree.root, path }] };
}
