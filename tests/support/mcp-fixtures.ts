/** The tools that the official conformance scenarios call; they exist in tests only. */
import type { CallResult, McpTool } from "../../app/mcp/dispatch.ts";

const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
const SILENCE = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";

const TEXT = { type: "text", text: "This is a simple text response for testing." };
const IMAGE = { type: "image", data: PIXEL, mimeType: "image/png" };
const AUDIO = { type: "audio", data: SILENCE, mimeType: "audio/wav" };
const RESOURCE = {
  type: "resource",
  resource: {
    uri: "test://embedded-resource",
    mimeType: "text/plain",
    text: "This is an embedded resource content.",
  },
};

function fixture(
  name: string,
  result: CallResult,
  inputSchema: object = { type: "object" },
): McpTool {
  return { name, description: name, inputSchema, call: async () => result };
}

export const MCP_FIXTURES: readonly McpTool[] = [
  fixture("test_simple_text", { content: [TEXT] }),
  fixture("test_image_content", { content: [IMAGE] }),
  fixture("test_audio_content", { content: [AUDIO] }),
  fixture("test_embedded_resource", { content: [RESOURCE] }),
  fixture("test_multiple_content_types", { content: [TEXT, IMAGE, RESOURCE] }),
  fixture("test_error_handling", {
    content: [{ type: "text", text: "This tool intentionally returns an error for testing" }],
    isError: true,
  }),
  fixture(
    "json_schema_2020_12_tool",
    { content: [TEXT] },
    {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      $defs: {
        address: {
          type: "object",
          properties: { street: { type: "string" }, city: { type: "string" } },
        },
      },
      properties: { name: { type: "string" }, address: { $ref: "#/$defs/address" } },
      additionalProperties: false,
    },
  ),
];
