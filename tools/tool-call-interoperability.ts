import { defineTool } from "./_core/tool.ts";
import { FAILURES, INPUT, VALUE, WARNINGS } from "./_lib/agents/provider-tools/contract.ts";
import { convertTools } from "./tool-call-interoperability/convert.ts";
import { INTEROP_LAWS } from "./tool-call-interoperability/laws.ts";

export default defineTool({
  id: "tool-call-interoperability",
  name: "Tool Call Interoperability",
  category: "AI",
  description:
    "Carries tool definitions, calls and results between OpenAI, Anthropic, Gemini and MCP, and shows which tool breaks whose rules.",
  keywords: [
    "anthropic",
    "convert",
    "function calling",
    "functiondeclarations",
    "gemini",
    "input_schema",
    "mcp",
    "openai",
    "portable",
    "tool calls",
    "tool definitions",
    "tool_use",
  ],
  aliases: ["tool-schema-converter"],
  version: "2026-11-22",

  input: INPUT,
  primary: "tools",
  value: VALUE,
  verb: "convert",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "convert openai tools to anthropic tools",
    "convert anthropic input_schema to openai function calling",
    "mcp tools to gemini function declarations",
    "turn mcp tools/list into openai tools",
    "convert tool_use blocks to openai tool_calls",
    "convert tool results between providers",
    "tool name has a dot and openai refuses it",
    "which of my tools break openai strict mode",
    "make tool names portable across providers",
    "is my tool schema supported by gemini parameters",
    "anthropic does not accept anyOf at the root of input_schema",
    "compare provider rules for tool definitions",
    "my functions work with gpt but I switch to claude, what must change",
    "one set of tools for every vendor",
    "names or schemas that one model maker refuses",
    "translate invocation and result messages between wire dialects",
    "port function declarations without rewriting them by hand",
    "tool exchange format differences of vendors",
    "tools of an mcp server for the gemini, claude or openai api",
    "werkzeugdefinitionen zwischen anbietern umwandeln",
    "convertir definiciones de herramientas entre proveedores",
    "convertir des outils mcp en fonctions openai",
    "在 不同 供应商 之间 转换 工具 定义",
    "ツール定義をプロバイダー間で変換する",
    "usar las mismas herramientas con otro proveedor",
    "gleiche werkzeuge bei einem anderen anbieter nutzen",
    "utiliser les mêmes outils chez un autre fournisseur",
  ],
  effort: 3,

  laws: INTEROP_LAWS,
  examples: [
    {
      title: "A tool and a call of it for MCP",
      input: {
        tools: [
          {
            type: "function",
            function: {
              name: "get_weather",
              description: "Weather",
              parameters: {
                type: "object",
                properties: { city: { type: "string" } },
                required: ["city"],
              },
            },
          },
        ],
        calls: [{ type: "tool_use", id: "t1", name: "get_weather", input: { city: "Rome" } }],
        to: "mcp",
      },
      expect: {
        valid: true,
        value: {
          tools: [
            {
              name: "get_weather",
              description: "Weather",
              inputSchema: {
                type: "object",
                properties: { city: { type: "string" } },
                required: ["city"],
              },
            },
          ],
          calls: [
            {
              jsonrpc: "2.0",
              id: "t1",
              method: "tools/call",
              params: { name: "get_weather", arguments: { city: "Rome" } },
            },
          ],
          nameMap: [],
        },
      },
    },
    {
      title: "A name that OpenAI does not take, in the call, too",
      input: {
        tools: [
          { name: "files/list", description: "Lists files", inputSchema: { type: "object" } },
          { name: "files_list", inputSchema: { type: "object" } },
        ],
        calls: [{ name: "files/list", arguments: { dir: "/" } }],
        to: "openai-responses",
      },
      expect: {
        value: {
          nameMap: [
            { from: "files/list", to: "files_list" },
            { from: "files_list", to: "files_list_2" },
          ],
          calls: [
            {
              type: "function_call",
              call_id: "call_0",
              name: "files_list",
              arguments: '{"dir":"/"}',
            },
          ],
        },
        warnings: [{ code: "NAME_CHANGED" }, { code: "NAME_CHANGED" }],
      },
    },
    {
      title: "The OpenAPI subset of Gemini",
      input: {
        tools: [
          {
            name: "f",
            input_schema: {
              type: "object",
              properties: {
                n: { type: ["integer", "null"], exclusiveMinimum: 0 },
                k: { const: "a" },
              },
              required: ["n"],
              additionalProperties: false,
            },
          },
        ],
        to: "gemini",
        geminiSchema: "openapi",
      },
      expect: {
        value: {
          tools: [
            {
              functionDeclarations: [
                {
                  name: "f",
                  parameters: {
                    type: "OBJECT",
                    properties: {
                      n: { type: "INTEGER", nullable: true },
                      k: { type: "STRING", enum: ["a"] },
                    },
                    required: ["n"],
                  },
                },
              ],
            },
          ],
        },
        warnings: [{ code: "KEYWORD_DROPPED", count: 2 }],
      },
    },
    {
      title: "A result that says that it is an error",
      input: {
        calls: [{ type: "tool_use", id: "t1", name: "read", input: {} }],
        results: [
          { type: "tool_result", tool_use_id: "t1", content: "no such file", is_error: true },
        ],
        to: "openai-chat",
      },
      expect: {
        value: {
          results: [{ role: "tool", tool_call_id: "t1", content: "no such file" }],
          changes: [{ tool: "read", path: "/results/0", code: "ERROR_FLAG_LOST" }],
        },
      },
    },
    {
      title: "Not a definition",
      input: { tools: [{ title: "Weather" }] },
      expect: { ok: false, error: { code: "TOOL_SHAPE_UNKNOWN" } },
    },
  ],

  run: convertTools,
});
