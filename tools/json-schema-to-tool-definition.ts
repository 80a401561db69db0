import { Type } from "@sinclair/typebox";
import { jsonField, oneOf } from "./_core/fields.ts";
import { defineTool } from "./_core/tool.ts";
import { CHANGE_CODES, type ChangeCode, PROVIDERS } from "./_lib/agents/tool-definition/changes.ts";
import {
  convertToDefinitions,
  DEFINITION_FAILURES,
  DEFINITION_WARNINGS,
} from "./_lib/agents/tool-definition/convert.ts";

const INPUT = Type.Object({
  schema: jsonField({ description: "JSON Schema of the parameters, an object, of any draft" }),
  name: Type.Optional(
    Type.String({
      description: "Name of the tool; else the schema's title in snake_case, else tool",
      minLength: 1,
      maxLength: 128,
    }),
  ),
  description: Type.Optional(
    Type.String({ description: "What the tool does; else the schema's own", maxLength: 10_000 }),
  ),
  provider: oneOf([...PROVIDERS, "all"], { description: "Whose form is wanted", default: "all" }),
  strict: Type.Boolean({
    description: "Ask for constrained decoding where the provider has it",
    default: true,
  }),
  geminiJsonSchema: Type.Boolean({
    description: "Gemini: parametersJsonSchema, the schema as it is, instead of parameters",
    default: false,
  }),
  outputSchema: Type.Optional(jsonField({ description: "MCP: schema of the structured result" })),
  annotations: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: "MCP: hints such as readOnlyHint",
    }),
  ),
});

const VALUE = Type.Object({
  definitions: Type.Record(Type.String(), Type.Any(), { description: "By provider" }),
  strict: Type.Record(Type.String(), Type.Boolean(), {
    description: "Whether the provider's definition is strict",
  }),
  changes: Type.Array(
    Type.Object({
      provider: oneOf(PROVIDERS),
      code: oneOf(Object.keys(CHANGE_CODES) as ChangeCode[]),
      path: Type.String({ description: "Pointer in the schema; /name for the name" }),
      detail: Type.String(),
    }),
  ),
  lossless: Type.Boolean({ description: "Nothing was changed" }),
});

const WEATHER =
  '{"type":"object","properties":{"city":{"type":"string","description":"City name"},"unit":{"type":"string","enum":["c","f"],"description":"Unit"}},"required":["city"]}';

export default defineTool({
  id: "json-schema-to-tool-definition",
  name: "JSON Schema to Tool Definition",
  category: "AI",
  description:
    "Turns a JSON Schema into tool definitions for OpenAI, Anthropic, Gemini and MCP, every change listed.",
  keywords: [
    "anthropic",
    "anthropic tools",
    "function calling",
    "functiondeclarations",
    "functions",
    "gemini",
    "input_schema",
    "inputschema",
    "json schema",
    "mcp",
    "openai",
    "strict",
    "tool definition",
    "vertex ai",
  ],
  aliases: ["schema-to-tool"],
  version: "2026-11-27",

  input: INPUT,
  primary: "schema",
  value: VALUE,
  verb: "convert",
  failures: DEFINITION_FAILURES,
  warnings: DEFINITION_WARNINGS,
  intents: [
    "json schema to openai function",
    "make a tool definition from a json schema",
    "function calling schema for gpt",
    "anthropic tool input_schema",
    "gemini function declaration from json schema",
    "mcp tool inputSchema",
    "strict mode schema additionalProperties false",
    "why does openai reject my function schema",
    "convert tool schema between providers",
    "make optional parameters nullable for strict tools",
    "give a chatbot a function whose parameters I have as a schema",
    "wrap a schema so that the assistant can call it",
    "publish a parameter contract as a callable for several vendors",
    "emit provider-specific function declarations from a draft 2020-12 document",
    "one schema for gpt, claude and gemini tool use",
    "esquema json a función de openai",
    "json-schema in tool-definition umwandeln",
    "json schema 转 工具定义",
    "convertir un esquema en una función para el asistente",
    "aus einem schema eine funktion für den assistenten machen",
    "définition d'outil à partir d'un schéma json",
    "json schema から ツール定義を作る",
    "have the schema of our order form and gpt should be able to fill and send it",
    "gemini refuses my $ref and oneOf in the parameters, rewrite",
    "one definition file, i need it in the shape of each vendor",
    "schema from pydantic, what goes into tools of the claude call",
    "OpenAI tools strict true, Anthropic input_schema, Gemini functionDeclarations, MCP inputSchema",
    "render an existing parameter schema as callable declarations per provider, noting dropped keywords",
    "json schema para definição de ferramenta, chamada de função",
    "definición de herramienta a partir de un json schema existente",
    "vorhandenes json schema als function calling parameter ausgeben",
    "paramètres d'un appel de fonction à partir d'un schéma json",
    "已有 json schema 生成 函数 调用 参数 定义",
    "既存の json スキーマから関数呼び出しの定義",
  ],
  effort: 2,

  laws: [
    {
      name: "there are no changes exactly where it is lossless",
      holds(run, input) {
        const { value } = run(input);
        return !value || (value.changes.length === 0) === value.lossless;
      },
    },
    {
      name: "converting a strict result again changes nothing",
      holds(run, input) {
        const openai = { ...input, provider: "openai", name: "tool", strict: true } as const;
        const { value, warnings = [] } = run(openai);
        const definition = value?.definitions["openai"] as
          { function: { parameters: unknown } } | undefined;
        const isExact = warnings.every(({ code }) => code !== "NUMBER_KEPT_AS_TEXT");
        if (definition === undefined || value?.strict["openai"] !== true || !isExact) return true;
        const again = run({ ...openai, schema: definition.function.parameters });
        // What a reference leads to may be said in a description only.
        return !again.ok || again.value?.lossless === true;
      },
    },
  ],
  examples: [
    {
      title: "Strict for OpenAI: closed, and what was optional may be null",
      input: {
        schema: WEATHER,
        name: "get_weather",
        description: "Current weather for a city",
        provider: "openai",
      },
      expect: {
        valid: true,
        value: {
          definitions: {
            openai: {
              type: "function",
              function: {
                name: "get_weather",
                parameters: {
                  properties: { unit: { type: ["string", "null"], enum: ["c", "f", null] } },
                  required: ["city", "unit"],
                  additionalProperties: false,
                },
                strict: true,
              },
            },
          },
          changes: [
            { provider: "openai", code: "CLOSED_BY_DEFAULT", path: "" },
            { provider: "openai", code: "OPTIONAL_TO_NULLABLE", path: "/properties/unit" },
          ],
        },
      },
    },
    {
      title: "What Gemini cannot say is in the description",
      input: {
        schema: {
          type: "object",
          properties: {
            n: { type: ["integer", "null"], exclusiveMinimum: 0, description: "Pages" },
          },
        },
        name: "print",
        provider: "gemini",
      },
      expect: {
        value: {
          definitions: {
            gemini: {
              name: "print",
              parameters: {
                type: "OBJECT",
                properties: {
                  n: {
                    type: "INTEGER",
                    nullable: true,
                    description: "Pages (exclusiveMinimum: 0)",
                  },
                },
              },
            },
          },
        },
      },
    },
    {
      title: "A name that MCP does not take",
      input: { schema: WEATHER, name: "get weather!", provider: "mcp", description: "Weather" },
      expect: {
        value: {
          definitions: { mcp: { name: "get_weather_" } },
          changes: [{ code: "NAME_CHANGED", detail: "get_weather_" }],
        },
      },
    },
    {
      title: "Any keys cannot be strict",
      input: {
        schema: {
          type: "object",
          properties: {
            tags: { type: "object", additionalProperties: true, description: "Any keys" },
          },
        },
        description: "Tags a file",
        provider: "anthropic",
      },
      expect: {
        valid: false,
        value: { strict: { anthropic: false } },
        warnings: [{ code: "STRICT_NOT_POSSIBLE", path: "/properties/tags" }],
      },
    },
    {
      title: "Parameters are an object",
      input: { schema: '{"type":"array","items":{"type":"string"}}', provider: "openai" },
      expect: { ok: false, error: { code: "ROOT_NOT_OBJECT" } },
    },
  ],

  run: (input, { budget }) => convertToDefinitions(input, budget),
});
