/** The definitions, calls and results that are to be converted. */
import { type Entry, fail } from "../_core/tool.ts";
import { inputInvalid, outOfBounds } from "../_lib/results/input-invalid.ts";
import type { JsonWarning } from "../_lib/json/tree/json-field.ts";
import { readDefinitions, type ToolDefinition } from "../_lib/agents/tool-call/definitions.ts";
import { isMalformed, readTree, unknownShape } from "../_lib/agents/tool-call/fields.ts";
import type { CallItem, ResultItem } from "../_lib/agents/tool-call/items.ts";
import { Renamer } from "../_lib/agents/tool-call/renaming.ts";
import { callsOf, readConversation } from "../_lib/agents/tool-call/read.ts";
import type { Wanted } from "../tool-call-interoperability.ts";

export interface Material {
  readonly tools: readonly ToolDefinition[];
  /** As they were before they became strict, by name. */
  readonly originals: ReadonlyMap<string, ToolDefinition>;
  readonly calls: readonly CallItem[];
  readonly results: readonly ResultItem[];
  readonly warnings: readonly Entry<JsonWarning>[];
}

const MOST_TOOLS = 1000;

export function readMaterial(input: Wanted) {
  const definitions = toolsIn(input.tools, "/tools");
  if (definitions.failure) return { failure: definitions.failure };
  const before = toolsIn(input.originalTools, "/originalTools");
  if (before.failure) return { failure: before.failure };
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
  const read = [definitions, before, calling, answering];
  const originals = byNames(before.tools);
  const warnings = read.flatMap((field) => field.warnings);
  const material: Material = { tools, originals, calls, results, warnings };
  return { material };
}

/** By the name that they have, and the one under which strict providers take them. */
function byNames(tools: readonly ToolDefinition[]): ReadonlyMap<string, ToolDefinition> {
  const renamer = new Renamer("openai-chat");
  const renamed = tools.map((tool) => [renamer.nameFor(tool.name), tool] as const);
  return new Map([...renamed, ...tools.map((tool) => [tool.name, tool] as const)]);
}

const NOTHING: Entry<"TOOLS_MISSING"> = {
  code: "TOOLS_MISSING",
  message: "Cannot convert: found no tools and no calls, expected at least one of either",
  path: "/tools",
};

function toolsIn(given: unknown, path: string) {
  const { fields, warnings, failure } = treeIn(given, path);
  if (failure) return { failure };
  const [field] = fields;
  if (!field) return { tools: [], warnings };
  const { tools, unknown } = readDefinitions(field.root, field.path);
  const [stranger] = unknown;
  if (stranger !== undefined) return { failure: fail(shapeUnknown(stranger)) };
  if (tools.length <= MOST_TOOLS) return { tools, warnings };
  const problem = outOfBounds(path, `${tools.length} tools`, `at most ${MOST_TOOLS}`);
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
