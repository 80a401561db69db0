/** The tools of a body for another provider. */
import { appendPointer } from "../_lib/results/pointer.ts";
import { arrayNode, type JsonMember, type JsonNode, memberNode } from "../_lib/json/tree/tree.ts";
import { itemsOf, memberOf, textOf } from "../_lib/json/tree/members.ts";
import { type ToolDefinition, readDefinitions } from "../_lib/agents/tool-call/definitions.ts";
import { Renamer } from "../_lib/agents/tool-call/renaming.ts";
import { writeTools } from "../_lib/agents/tool-call/tools.ts";
import type { Change } from "../_lib/agents/provider-tools/change.ts";
import { type ConvertedTool, convertTool } from "../_lib/agents/provider-tools/definitions.ts";
import { beginning } from "../_lib/text/shown.ts";
import type { Value } from "../provider-request-envelope.ts";
import type { ConvertOptions } from "./convert.ts";
import type { Ledger } from "./ledger.ts";
import type { Reading } from "./settings.ts";
import type { ToolNames } from "./write-turns.ts";

/** Pointers of a tool that a provider runs itself, or of what else is no definition of a function. */
export interface BodyTools {
  readonly tools: readonly ToolDefinition[];
  readonly others: readonly string[];
}

/** The definitions in `tools`, and in `functions` as older bodies have them. */
export function toolsOf(body: JsonNode): BodyTools {
  const tools: ToolDefinition[] = [];
  const others: string[] = [];
  for (const key of ["tools", "functions"]) {
    for (const [index, node] of itemsOf(memberOf(body, key)).entries()) {
      const path = `/${key}/${index}`;
      const read = isHosted(node) ? { tools: [], unknown: [path] } : readDefinitions(node, path);
      tools.push(...read.tools);
      others.push(...read.unknown, ...beside(node, path));
    }
  }
  return { tools, others };
}

/** Functions, and custom tools of Anthropic, are the client's; any other type is one of the provider. */
function isHosted(node: JsonNode): boolean {
  const type = textOf(memberOf(node, "type"));
  if (type === undefined || type === "function") return false;
  return type !== "custom" || memberOf(node, "input_schema") === undefined;
}

/** Tools that stand beside the declarations in an object of Gemini. */
function beside(node: JsonNode, path: string): string[] {
  const lists = ["functionDeclarations", "function_declarations"];
  if (node.type !== "object" || !lists.some((key) => memberOf(node, key) !== undefined)) return [];
  return node.members
    .map(({ key }) => key)
    .filter((key) => !lists.includes(key))
    .map((key) => appendPointer(path, key));
}

export interface ConvertedTools {
  readonly members: readonly JsonMember[];
  readonly names: ToolNames;
  readonly nameMap: Value["nameMap"];
}

export function convertedTools(
  reading: Reading,
  { to, geminiSchema, budget }: ConvertOptions,
  ledger: Ledger,
): ConvertedTools {
  const { tools, others } = toolsOf(reading.body);
  for (const key of ["tools", "functions"]) reading.at(key);
  for (const path of others) ledger.lose(path, "it is a tool of the provider itself");
  const renamer = new Renamer(to);
  const wrapped = new Set<string>();
  const converted = tools.map((tool) => {
    const name = renamer.nameFor(tool.name);
    const target = { to, geminiSchema, strict: false } as const;
    const written = convertTool(tool, name, target, budget);
    if (!("reason" in written)) return noted(tool, written, ledger, wrapped);
    ledger.lose(tool.schemaPath ?? tool.path, "it refers to itself, and is written as JSON Schema");
    const plain = convertTool(tool, name, { ...target, geminiSchema: "json-schema" }, budget);
    return "reason" in plain ? undefined : noted(tool, plain, ledger, wrapped);
  });
  const written = converted.flatMap((tool) => (tool === undefined ? [] : [tool.written]));
  const list = writeTools(written, to);
  for (const { name, path } of tools) {
    const other = renamer.nameFor(name);
    if (other === name) continue;
    const message = `The tool ${JSON.stringify(beginning(name, 60))} is now ${JSON.stringify(other)}`;
    ledger.warn("NAME_CHANGED", message, path, { expected: other });
  }
  return {
    members: list.items.length === 0 ? [] : [memberNode("tools", arrayNode(list.items))],
    names: {
      nameFor: (name) => renamer.nameFor(name),
      isWrapped: (name) => wrapped.has(name),
    },
    get nameMap() {
      return renamer.changed();
    },
  };
}

const REASONS: Readonly<Partial<Record<Change["code"], string>>> = {
  ROOT_UNION_MERGED: "the union at the root is one object",
  KEYWORD_DROPPED: "the schemas of the target do not have it",
  FIELD_DROPPED: "the definitions of the target do not have it",
};

function noted(
  tool: ToolDefinition,
  converted: ConvertedTool,
  ledger: Ledger,
  wrapped: Set<string>,
): ConvertedTool {
  if (converted.isWrapped) wrapped.add(tool.name);
  for (const { code, path } of converted.changes) {
    const reason = REASONS[code];
    if (reason === undefined) continue;
    const isField = code === "FIELD_DROPPED";
    ledger.lose(isField ? path : (tool.schemaPath ?? tool.path) + path, reason);
  }
  return converted;
}
