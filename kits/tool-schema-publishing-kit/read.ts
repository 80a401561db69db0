/** The tools that are published, and those that were, in one form. */
import type { Entry } from "../../tools/_core/tool.ts";
import { sha256Hex } from "../../tools/_lib/bytes/sha256.ts";
import { canonicalJson } from "../../tools/_lib/json/tree/canonical.ts";
import { readJsonField } from "../../tools/_lib/json/tree/json-field.ts";
import { givenMember } from "../../tools/_lib/json/tree/members.ts";
import {
  arrayNode,
  type JsonNode,
  memberNode,
  objectNode,
  stringNode,
} from "../../tools/_lib/json/tree/tree.ts";
import { valueOf } from "../../tools/_lib/json/tree/value.ts";
import { minifyJson } from "../../tools/_lib/json/tree/write.ts";
import {
  readDefinitions,
  type ToolDefinition,
} from "../../tools/_lib/agents/tool-call/definitions.ts";
import { unknownShape } from "../../tools/_lib/agents/tool-call/fields.ts";
import { outOfBounds } from "../../tools/_lib/results/input-invalid.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import { quoted } from "../../tools/_lib/text/shown.ts";
import { schemaWith } from "./normal-schema.ts";

export interface PublishedTool {
  readonly definition: ToolDefinition;
  readonly name: string;
  readonly description: string;
  /** Of the schema of the arguments; every number as written. */
  readonly schema: string;
  readonly sha256: string;
  /** Equal for definitions that differ in nothing but the order of members and of lists of required ones. */
  readonly identity: string;
}

export interface ToolSet {
  /** The first of each name. */
  readonly tools: readonly PublishedTool[];
  /** Later ones of a name that there is. */
  readonly repeated: readonly ToolDefinition[];
  /** The tools as definitions of MCP, as text. */
  readonly text: string;
}

const MOST_TOOLS = 500;

/** What is wrong with the field itself. */
export interface Misuse {
  readonly misuse: Entry<"RANGE">;
}

export function readTools(given: unknown, path: string): ToolSet | Misuse | readonly Entry[] {
  const read = readJsonField(given, path);
  if (!read.ok) return [read.error];
  const { tools, unknown } = readDefinitions(read.root, path);
  if (unknown.length > 0) {
    return unknown.map((at) => unknownShape("TOOL_SHAPE_UNKNOWN", at, "a tool definition"));
  }
  if (tools.length === 0 || tools.length > MOST_TOOLS) {
    return { misuse: outOfBounds(path, counted(tools.length, "tool"), `1 to ${MOST_TOOLS}`) };
  }
  const names = new Set<string>();
  const firsts = tools.filter(({ name }) => !names.has(name) && names.add(name));
  const kept = new Set(firsts);
  return {
    tools: firsts.map(publishedTool),
    repeated: tools.filter((tool) => !kept.has(tool)),
    text: minifyJson(arrayNode(firsts.map(mcpNode))) ?? "[]",
  };
}

function publishedTool(definition: ToolDefinition): PublishedTool {
  const { name, description = "", inputSchema, outputSchema, annotations } = definition;
  const hashed = objectNode([
    memberNode("name", stringNode(name)),
    memberNode("description", stringNode(description)),
    memberNode("inputSchema", inputSchema),
    ...givenMember("outputSchema", outputSchema),
    ...givenMember("annotations", annotations),
  ]);
  const whole = valueOf(hashed).value;
  return {
    definition,
    name,
    description,
    schema: minifyJson(inputSchema) ?? "{}",
    sha256: sha256Hex(canonicalJson(whole)),
    identity: canonicalJson(schemaWith(whole, () => true)),
  };
}

function mcpNode(tool: ToolDefinition): JsonNode {
  const { name, title, description, inputSchema, outputSchema, annotations } = tool;
  return objectNode([
    memberNode("name", stringNode(name)),
    ...givenMember("title", title === undefined ? undefined : stringNode(title)),
    ...givenMember("description", description === undefined ? undefined : stringNode(description)),
    memberNode("inputSchema", inputSchema),
    ...givenMember("outputSchema", outputSchema),
    ...givenMember("annotations", annotations),
  ]);
}

export function repeatedName({ name, path }: ToolDefinition) {
  const message = `Cannot publish ${quoted(name)} twice: found another tool of the name, expected one`;
  return { code: "DUPLICATE_TOOL", message, path, subject: name };
}
