/** Tool definitions as each provider writes them. */
import { givenMember } from "../../json/tree/members.ts";
import {
  arrayNode,
  booleanNode,
  type JsonArray,
  type JsonMember,
  type JsonNode,
  type JsonObject,
  memberNode,
  objectNode,
  stringNode,
} from "../../json/tree/tree.ts";
import type { ToolDefinition } from "./definitions.ts";
import type { NameTarget } from "./names.ts";

/** A definition that was made fit for its target. */
export interface AdaptedTool extends Pick<
  ToolDefinition,
  "name" | "title" | "description" | "outputSchema" | "annotations" | "strict"
> {
  readonly schema: JsonNode;
  /** Whether the schema is of the OpenAPI subset, for which Gemini has a member of its own. */
  readonly isOpenApi: boolean;
}

/** A list of definitions; for Gemini all of them are in one object. */
export function writeTools(tools: readonly AdaptedTool[], target: NameTarget): JsonArray {
  const written = tools.map((tool) => writeTool(tool, target));
  if (target !== "gemini" || written.length === 0) return arrayNode(written);
  return arrayNode([objectNode([memberNode("functionDeclarations", arrayNode(written))])]);
}

function writeTool(tool: AdaptedTool, target: NameTarget): JsonObject {
  const { schema, strict, isOpenApi } = tool;
  const head = [
    memberNode("name", stringNode(tool.name)),
    ...text("description", tool.description),
  ];
  const flag = strict === undefined ? [] : [memberNode("strict", booleanNode(strict))];
  const type = memberNode("type", stringNode("function"));
  switch (target) {
    case "openai-chat":
      return objectNode([
        type,
        memberNode("function", objectNode([...head, memberNode("parameters", schema), ...flag])),
      ]);
    case "openai-responses": {
      // Without it the Responses API takes a tool for strict.
      const needed = memberNode("strict", booleanNode(strict ?? false));
      return objectNode([type, ...head, memberNode("parameters", schema), needed]);
    }
    case "anthropic":
      return objectNode([...head, memberNode("input_schema", schema), ...flag]);
    case "gemini":
      return objectNode([
        ...head,
        memberNode(isOpenApi ? "parameters" : "parametersJsonSchema", schema),
      ]);
    default:
      return objectNode([
        memberNode("name", stringNode(tool.name)),
        ...text("title", tool.title),
        ...text("description", tool.description),
        memberNode("inputSchema", schema),
        ...givenMember("outputSchema", tool.outputSchema),
        ...givenMember("annotations", tool.annotations),
      ]);
  }
}

function text(key: string, value: string | undefined): JsonMember[] {
  return value === undefined ? [] : [memberNode(key, stringNode(value))];
}
