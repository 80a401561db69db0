import { type Static, Type } from "@sinclair/typebox";
import { oneOf } from "./_core/fields.ts";
import { defineTool } from "./_core/tool.ts";
import { CHANGE_CODES, type ChangeCode, PROVIDERS } from "./_lib/agents/tool-definition/changes.ts";
import { DEFINITION_FAILURES, DEFINITION_WARNINGS } from "./_lib/agents/tool-definition/convert.ts";
import { FIELD_FAILURES } from "./_lib/schemas/shorthand/fields.ts";
import { buildToolSchema } from "./tool-schema-generator/build.ts";

const FAILURES = {
  ...DEFINITION_FAILURES,
  ...FIELD_FAILURES,
  SIGNATURE_SYNTAX: "The text is no signature of the language, or has none",
  NAME_INVALID: "The name has no letter or digit of ASCII",
  ERRORS_TRUNCATED: "More than 100 errors of one code were found",
  TOOL_INPUT_INVALID: "A JSON value was given where only text can be read",
} as const;

export type Failure = keyof typeof FAILURES;

const WARNINGS = {
  ...DEFINITION_WARNINGS,
  DESCRIPTION_MISSING: "A property has no description",
  DESCRIPTION_SHORT: "The tool's description has fewer than 10 characters",
} as const;

export type Warning = keyof typeof WARNINGS;

const SOURCES = ["fields", "typescript", "python", "sample"] as const;

export type Source = (typeof SOURCES)[number];

const SAMPLE = Type.Record(Type.String(), Type.Unknown());

const INPUT = Type.Object({
  input: Type.Union([Type.String(), SAMPLE, Type.Array(SAMPLE)], {
    description:
      "Field lines `name[?]: TYPE [= DEFAULT] [- text]`, a TypeScript or Python function, or sample arguments: one object or several",
  }),
  source: oneOf(["auto", ...SOURCES], { description: "What the input is", default: "auto" }),
  name: Type.Optional(
    Type.String({
      description: "Name of the tool; else that of the signature, else tool",
      minLength: 1,
      maxLength: 128,
    }),
  ),
  description: Type.Optional(
    Type.String({
      description: "What the tool does; else what the doc comment or docstring says",
      maxLength: 10_000,
    }),
  ),
  provider: oneOf(["schema", ...PROVIDERS, "all"], {
    description: "Whose definition is wanted; schema for the bare JSON Schema",
    default: "mcp",
  }),
  strict: Type.Boolean({
    description: "Ask for constrained decoding where the provider has it",
    default: false,
  }),
});

export type Input = Static<typeof INPUT>;

const VALUE = Type.Object({
  name: Type.String(),
  description: Type.String(),
  schema: Type.Record(Type.String(), Type.Any()),
  definitions: Type.Optional(
    Type.Record(Type.String(), Type.Any(), { description: "By provider; not for schema" }),
  ),
  changes: Type.Array(
    Type.Object({
      provider: oneOf(PROVIDERS),
      code: oneOf(Object.keys(CHANGE_CODES) as ChangeCode[]),
      path: Type.String(),
      detail: Type.String(),
    }),
  ),
  source: oneOf(SOURCES),
});

export type Value = Static<typeof VALUE>;

export default defineTool({
  id: "tool-schema-generator",
  name: "Tool Schema Generator",
  category: "AI",
  description:
    "Makes a tool's JSON Schema and definition from field lines, a TypeScript or Python function, or a sample.",
  keywords: [
    "decorator",
    "docstring",
    "function calling",
    "function signature",
    "json schema",
    "mcp",
    "method",
    "openai",
    "parameters",
    "pydantic",
    "python",
    "tool schema",
    "typescript",
  ],
  aliases: ["function-schema-generator"],
  version: "2026-11-23",

  input: INPUT,
  primary: "input",
  value: VALUE,
  verb: "generate",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "tool schema from a python function",
    "typescript function to tool definition",
    "generate function calling schema",
    "make an mcp tool schema from a few fields",
    "docstring to json schema",
    "json schema for tool parameters from example arguments",
    "openai function schema from a signature",
    "type hints to json schema",
    "shorthand for json schema of parameters",
    "write the function description for a chatbot from my code",
    "I have a method with parameters and comments, make it callable by an assistant",
    "parameter list in plain lines into a definition",
    "derive a callable interface from source or sample arguments",
    "scaffold a new tool for my server",
    "name string, age int optional: make a definition",
    "generar esquema de herramienta",
    "tool-schema aus funktion erzeugen",
    "从函数 生成 工具 schema",
    "describir una función para que la use el asistente",
    "funktion für den assistenten beschreiben",
    "décrire une fonction pour l'assistant",
    "関数からツール定義を作る",
    "here is my def get_weather(city: str, days: int = 3), the bot should be able to use it",
    "i only have one example of the arguments, write the parameter description",
    "city text required, unit c or f: turn into a function for gpt",
    "teach the chatbot my typescript method",
    "langchain @tool, FastMCP, openai function_tool decorator, pydantic model_json_schema, zod",
    "draft a function declaration with parameters from a signature or terse field notes",
    "gerar definição de ferramenta a partir de uma função python",
    "générer une définition d'outil à partir d'une fonction",
  ],
  effort: 2,
  detect: (sample) =>
    /^\s*(?:(?:async\s+)?def|(?:export\s+)?(?:async\s+)?function)\s+\w+\s*\(/.test(sample)
      ? 0.7
      : 0,

  laws: [
    {
      name: "the schema passes unchanged into the definition for MCP",
      holds(run, input) {
        const { value } = run({ ...input, provider: "mcp" });
        if (!value) return true;
        const { inputSchema } = (value.definitions?.["mcp"] ?? {}) as { inputSchema?: unknown };
        return (
          JSON.stringify(inputSchema) === JSON.stringify(value.schema) &&
          value.changes.every(({ code }) => code === "NAME_CHANGED")
        );
      },
    },
    {
      name: "renaming a field renames it everywhere",
      holds(run) {
        const schemaOf = (name: string) =>
          run({ input: `${name}: string = a - text\nb: integer`, provider: "schema" }).output ?? "";
        return schemaOf("first").replaceAll("first", "second") === schemaOf("second");
      },
    },
  ],
  examples: [
    {
      title: "Field lines",
      input: {
        input:
          "city: string - City name\nunits: celsius | fahrenheit = celsius - Temperature unit\ndays?: integer(1..10) - Forecast days\n",
        name: "get_weather",
        description: "Forecast for a city",
      },
      expect: {
        valid: true,
        value: {
          source: "fields",
          schema: {
            type: "object",
            properties: {
              city: { type: "string", description: "City name" },
              units: { type: "string", enum: ["celsius", "fahrenheit"], default: "celsius" },
              days: { type: "integer", minimum: 1, maximum: 10 },
            },
            required: ["city"],
            additionalProperties: false,
          },
        },
      },
    },
    {
      title: "A Python function",
      input: {
        input:
          'def search(query: str, limit: int = 10, tags: list[str] | None = None) -> dict:\n    """Search the index.\n\n    Args:\n        query: Text to look for.\n        limit: Page size.\n        tags: Only these tags.\n    """\n',
        provider: "schema",
      },
      expect: {
        value: {
          source: "python",
          name: "search",
          description: "Search the index.",
          schema: {
            properties: {
              limit: { type: "integer", default: 10, description: "Page size." },
              tags: { type: ["array", "null"], items: { type: "string" }, default: null },
            },
            required: ["query"],
          },
        },
      },
    },
    {
      title: "A TypeScript function",
      input: {
        input:
          '/**\n * Book a seat\n * @param seat - Seat number\n */\nexport async function bookSeat(seat: number, meal?: "veg" | "meat"): Promise<void> {}\n',
        provider: "schema",
      },
      expect: {
        valid: false,
        value: { source: "typescript", name: "bookSeat", schema: { required: ["seat"] } },
        warnings: [{ code: "DESCRIPTION_MISSING", path: "/properties/meal" }],
      },
    },
    {
      title: "A type that there is not",
      input: { input: "a: strng - x\n", name: "t" },
      expect: { ok: false, error: { code: "TYPE_UNKNOWN" } },
    },
  ],

  // Above 50 ms for a schema several times as long as its field lines: each property is written twice.
  run: (input, { budget }) => buildToolSchema(input, budget),
});
