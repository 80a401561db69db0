import { detectToolList } from "./_lib/agents/tool-list-detect.ts";
import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf } from "./_core/fields.ts";
import { defineTool } from "./_core/tool.ts";
import type { ChangeCode } from "./_lib/agents/provider-tools/change.ts";
import { GEMINI_SCHEMAS } from "./_lib/agents/provider-tools/definitions.ts";
import type { MatrixProvider, Problem } from "./_lib/agents/provider-tools/problems.ts";
import { readDefinitions } from "./_lib/agents/tool-call/definitions.ts";
import { NAME_TARGETS, type NameTarget } from "./_lib/agents/tool-call/names.ts";
import { callsOf, readItems } from "./_lib/agents/tool-call/read.ts";
import { canonicalJson } from "./_lib/json/tree/canonical.ts";
import { JSON_FAILURES, JSON_WARNINGS } from "./_lib/json/tree/json-field.ts";
import { documentOf, VALUE_WARNINGS } from "./_lib/json/tree/value.ts";
import { writeJson } from "./_lib/json/tree/write.ts";
import { INPUT_FAILURES } from "./_lib/results/input-invalid.ts";
import { OUTPUT_FAILURES } from "./_lib/results/output-limit.ts";
import { convertTools } from "./tool-call-interoperability/convert.ts";

const FAILURES = {
  ...INPUT_FAILURES,
  ...JSON_FAILURES,
  ...OUTPUT_FAILURES,
  TOOLS_MISSING: "There are neither tools nor calls",
  TOOL_SHAPE_UNKNOWN: "Something in the list is no tool definition of any provider",
  CALL_SHAPE_UNKNOWN: "Something is a call or a result of no provider's shape, or has no name",
  REF_RECURSIVE: "A schema refers to itself, which the OpenAPI subset cannot say",
  NAME_INVALID: "The target does not take the name, which was to be kept",
  DUPLICATE_TOOL: "An earlier tool has the same name",
  ARGUMENTS_NOT_JSON: "The text of a call's arguments is not well-formed JSON",
  RESULT_WITHOUT_CALL: "No call has the id that the result answers",
  ERRORS_TRUNCATED: "More than 100 errors of one code were found",
} as const;

const WARNINGS = {
  ...JSON_WARNINGS,
  ...VALUE_WARNINGS,
  NAME_CHANGED: "The tool has a name that the target does not take, and got another one",
  KEYWORD_DROPPED: "Keywords of the schema are gone; `received` says how many",
  STRICT_NOT_POSSIBLE: "The tool is not strict: strict mode cannot say what its schema says",
  TOOL_UNDECLARED: "A call names a tool that is not among the definitions",
  TOO_MANY_TOOLS: "Chat Completions takes at most 128 tools",
} as const;

const INPUT = Type.Object({
  tools: Type.Optional(
    jsonField({
      description: "Up to 1,000 tool definitions of any provider, also mixed",
      maxItems: 1000,
    }),
  ),
  calls: Type.Optional(jsonField({ description: "Calls, or messages that contain them" })),
  originalTools: Type.Optional(
    jsonField({
      description:
        "The tools as they were before they became strict: from calls, nulls go that stand for optional members of them",
      maxItems: 1000,
    }),
  ),
  results: Type.Optional(
    jsonField({ description: "What calls gave back, as tool messages, blocks, items or parts" }),
  ),
  to: oneOf(["openai", ...NAME_TARGETS], {
    description: "Whose form to write; portable is that of mcp with names that all take",
    default: "openai-chat",
  }),
  namePolicy: oneOf(["rename", "keep"], {
    description: "Whether names that the target does not take are changed or reported",
    default: "rename",
  }),
  strict: Type.Boolean({
    description: "Write strict tools where the target has them: OpenAI, Anthropic",
    default: false,
  }),
  geminiSchema: oneOf(GEMINI_SCHEMAS, {
    description: "parametersJsonSchema, or the OpenAPI subset of parameters",
    default: "json-schema",
  }),
});

const LIST = Type.Array(Type.Any());

const VALUE = Type.Object({
  to: oneOf(NAME_TARGETS),
  tools: LIST,
  calls: LIST,
  results: LIST,
  nameMap: Type.Array(Type.Object({ from: Type.String(), to: Type.String() }), {
    description: "Names that were changed",
  }),
  changes: Type.Array(
    Type.Object({
      tool: Type.String(),
      path: Type.String({
        description: "Pointer in the tool's schema; of a field or a result, its place in the input",
      }),
      code: Type.Unsafe<ChangeCode>(Type.String()),
      before: Type.Any(),
      after: Type.Any(),
    }),
  ),
  matrix: Type.Array(
    Type.Object({
      tool: Type.String(),
      provider: Type.Unsafe<MatrixProvider>(Type.String()),
      ok: Type.Boolean(),
      problems: Type.Array(Type.Unsafe<Problem>(Type.String())),
    }),
    { description: "What each provider would refuse in the definitions as they were given" },
  ),
});

export type Input = Static<typeof INPUT>;

/** What is wanted; `openai` is short for Chat Completions. */
export interface Wanted extends Omit<Input, "to"> {
  readonly to: NameTarget;
}

export type Value = Static<typeof VALUE>;

export type Failure = keyof typeof FAILURES;

export type Warning = keyof typeof WARNINGS;

export default defineTool({
  id: "tool-call-interoperability",
  name: "Tool Call Interoperability",
  category: "AI",
  description:
    "Carries tool definitions, calls and results between OpenAI, Anthropic, Gemini and MCP, and shows which tool breaks whose rules.",
  keywords: [
    "adapter",
    "anthropic",
    "convert",
    "function calling",
    "functiondeclarations",
    "gemini",
    "input_schema",
    "mcp",
    "openai",
    "parametersjsonschema",
    "portable",
    "tool calls",
    "tool definitions",
    "tool_choice",
    "tool_use",
  ],
  aliases: ["tool-schema-converter"],
  version: "2026-11-27",

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
    "my function list is in gpt style, claude wants it otherwise",
    "take this one call the assistant made and write it as the other vendor's message",
    "gemini says no to my parameters because of oneOf or $ref",
    "mcp server has tools, my code speaks chat completions",
    "langchain bind_tools, vercel ai sdk tools, litellm, tool_use, functionCall, functionResponse",
    "re-encode function specs, invocations and their outputs for a different llm wire protocol",
    "converter definições de ferramentas entre openai, anthropic e gemini",
  ],
  effort: 3,
  detect: (sample) => 0.97 * detectToolList(sample),

  laws: [
    {
      name: "written once more for the same target, tools and calls stay as they are",
      holds(run, input) {
        const { value, warnings = [] } = run(input);
        // An inexact number stands in the value as text.
        if (!value || warnings.some(({ code }) => code === "NUMBER_KEPT_AS_TEXT")) return true;
        const { tools, calls } = value;
        if (tools.length + calls.length === 0) return true;
        const { to, geminiSchema } = input;
        const again = run({
          tools,
          calls,
          ...(to === undefined ? {} : { to }),
          ...(geminiSchema === undefined ? {} : { geminiSchema }),
          namePolicy: "keep",
        }).value;
        return (
          canonicalJson(again?.tools) === canonicalJson(tools) &&
          canonicalJson(again?.calls) === canonicalJson(calls)
        );
      },
    },
    {
      name: "no two names become one",
      holds(run, input) {
        const names = run(input).value?.nameMap ?? [];
        const from = new Set(names.map((pair) => pair.from));
        const to = new Set(names.map((pair) => pair.to));
        return from.size === names.length && to.size === names.length;
      },
    },
    {
      name: "for every target there are as many tools, with equal arguments of as many calls",
      holds(run, input) {
        const first = run(input).value;
        if (!first) return true;
        return NAME_TARGETS.every((to) => {
          const { value } = run({ ...input, to });
          if (!value) return true;
          return (
            toolNames(value).length === toolNames(first).length &&
            (hasWrapped(value) || hasWrapped(first) || argumentsOf(value) === argumentsOf(first))
          );
        });
      },
    },
  ],
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

  run: (input, { budget }) => convertTools(input, budget),
});

function hasWrapped({ changes }: Value): boolean {
  return changes.some(({ code }) => code === "ROOT_WRAPPED");
}

function toolNames({ tools }: Value): string[] {
  const root = documentOf(tools)?.root;
  return root === undefined ? [] : readDefinitions(root, "").tools.map(({ name }) => name);
}

/** The arguments of all calls, text that is no JSON left out. */
function argumentsOf({ calls }: Value): string {
  const root = documentOf(calls)?.root;
  const items = root === undefined ? [] : callsOf(readItems(root, ""));
  const texts = items.map(({ arguments: given }) =>
    given === undefined ? "{}" : writeJson(given, { indent: "", sortKeys: true }),
  );
  return texts.join("\n");
}
