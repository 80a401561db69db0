import { type Static, Type } from "@sinclair/typebox";
import { jsonTextField, oneOf } from "./_core/fields.ts";
import { defineTool } from "./_core/tool.ts";
import { COUNT_WARNINGS } from "./_lib/agents/models/count-warnings.ts";
import { STRICT_WARNINGS } from "./_lib/agents/provider-schema/openai-strict.ts";
import { JSON_FAILURES, JSON_WARNINGS } from "./_lib/json/tree/json-field.ts";
import { VALUE_WARNINGS } from "./_lib/json/tree/value.ts";
import { INPUT_FAILURES } from "./_lib/results/input-invalid.ts";
import { OUTPUT_FAILURES } from "./_lib/results/output-limit.ts";
import { SCHEMA_FAILURES } from "./_lib/schemas/json-schema/trouble.ts";
import { FIELD_FAILURES } from "./_lib/schemas/shorthand/fields.ts";
import { buildPrompt } from "./prompt-template-schema-builder/build.ts";
import { MOST_EXAMPLES } from "./prompt-template-schema-builder/examples.ts";

const FAILURES = {
  ...JSON_FAILURES,
  ...SCHEMA_FAILURES,
  ...FIELD_FAILURES,
  ...INPUT_FAILURES,
  ...OUTPUT_FAILURES,
  TASK_MISSING: "The task is empty",
  REGEX_BUDGET_EXCEEDED: "A pattern of the schema takes more than 5,000,000 steps on an example",
  EXAMPLE_INVALID: "The output of an example does not fit the schema",
  STRICT_LIMIT: "The strict schema is larger than the provider takes",
  ERRORS_TRUNCATED: "More than 100 errors of one code were found",
} as const;

const WARNINGS = {
  ...JSON_WARNINGS,
  ...VALUE_WARNINGS,
  ...STRICT_WARNINGS,
  ...COUNT_WARNINGS,
  DELIMITER_COLLISION: "The material holds a closing tag of the prompt, so all tags got a suffix",
} as const;

const INPUT = Type.Object({
  task: Type.String({ description: "What the model shall do", default: "" }),
  input: Type.String({
    description: "The material; without it the prompt keeps the placeholder {{input}}",
    default: "",
  }),
  schema: jsonTextField({
    description:
      "What the answer looks like: a JSON Schema, a sample value, or one field a line such as `due?: date - when it is needed`",
    default: "",
  }),
  examples: jsonTextField({
    description: `At most ${MOST_EXAMPLES} of { input, output }: a JSON array, or one JSON value a line`,
    default: "",
  }),
  rules: Type.String({
    description: "One rule a line; leading list marks are removed",
    default: "",
  }),
  name: Type.String({
    description: "Name of the schema",
    pattern: "^[a-zA-Z0-9_-]{1,64}$",
    default: "response",
  }),
  strict: Type.Boolean({
    description: "Also build the strict schema, and use it in the response formats",
    default: true,
  }),
  layout: oneOf(["xml", "markdown"], {
    description: "How sections of the prompt are marked",
    default: "xml",
  }),
  model: Type.String({ description: "The model whose tokens are counted", default: "gpt-5" }),
});

export type Input = Static<typeof INPUT>;

const schemaOrNull = (description: string) =>
  Type.Unsafe<unknown>(Type.Any({ description: `${description}; null where there is none` }));

const format = () =>
  Type.Union([Type.Record(Type.String(), Type.Any()), Type.Null()], {
    description: "Null without a schema",
  });

const VALUE = Type.Object({
  prompt: Type.String({ description: "system, a blank line, user" }),
  system: Type.String({ description: "All sections but the input" }),
  user: Type.String({ description: "The input section" }),
  name: Type.String(),
  schemaSource: oneOf(["json-schema", "sample", "shorthand", "none"]),
  schema: schemaOrNull("The JSON Schema that the prompt shows"),
  strictSchema: schemaOrNull("The schema in the strict subset"),
  responseFormats: Type.Object(
    {
      "openai-chat": format(),
      "openai-responses": format(),
      anthropic: format(),
      gemini: format(),
    },
    {
      description:
        "What to send as response_format, text.format, output_config.format and generationConfig",
    },
  ),
  variables: Type.Array(Type.String(), { description: "Names of {{placeholders}} in the prompt" }),
  examples: Type.Integer(),
  tokens: Type.Integer({ description: "Of the whole prompt" }),
});

export type Value = Static<typeof VALUE>;

export type Failure = keyof typeof FAILURES;

export type Warning = keyof typeof WARNINGS;

export default defineTool({
  id: "prompt-template-schema-builder",
  name: "Prompt Template and Schema Builder",
  category: "AI",
  description:
    "Turns a task, a schema, sample or field list, and examples into a prompt and strict response formats.",
  keywords: [
    "few-shot",
    "instructor",
    "json mode",
    "json schema",
    "output format",
    "prompt",
    "prompt template",
    "response format",
    "strict",
    "structured output",
    "typed answer",
  ],
  aliases: ["structured-output-prompt-schema"],
  version: "2026-11-27",

  input: INPUT,
  primary: "task",
  value: VALUE,
  verb: "build",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "build a prompt that returns json",
    "prompt template with a json schema",
    "make a structured output prompt",
    "openai response_format json_schema strict",
    "strict json schema from a sample object",
    "turn field names into a schema for structured outputs",
    "few-shot prompt with examples and output format",
    "response schema for gemini, claude and gpt at once",
    "why is my schema not accepted in strict mode",
    "make optional properties nullable for strict mode",
    "get typed answers from a language model",
    "extraction prompt with schema like instructor or zod response format",
    "prompt in xml tags with task, rules and input",
    "ask the model so that the answer always comes in the same form",
    "model should reply only with name, date and amount, nothing else",
    "write instructions for extracting fields from emails or invoices",
    "constrained decoding format and prompt from a list of fields",
    "guarantee machine-readable replies",
    "classification prompt with fixed labels",
    "crear un prompt con esquema json",
    "prompt mit json-schema erstellen",
    "créer un prompt avec un schéma json",
    "生成带 json schema 的提示词",
    "json schema 付きプロンプトを作る",
    "que el modelo responda siempre con el mismo formato",
    "modell soll immer im gleichen format antworten",
    "que le modèle réponde toujours dans le même format",
    "i want the assistant to fill in a form: title, price, colour, and never chat around it",
    "turn my list of columns into an instruction that brings back those columns",
    "sort incoming mail into complaint, order or question: write me what to tell the gpt",
    "teacher wants graded answers in fixed boxes, how must the request be worded",
    "langchain PromptTemplate, instructor, outlines, pydantic ai, zodResponseFormat, responseSchema",
    "author a system instruction and matching response_format before any answer exists",
    "criar um prompt com esquema json e exemplos",
    "json 形式で必ず答えさせる指示文を作成",
  ],
  effort: 3,
  isolated: true,

  laws: [
    {
      name: "the prompt is system, a blank line, user",
      holds(run, input) {
        const { output, value } = run(input);
        return (
          !value || (value.prompt === `${value.system}\n\n${value.user}` && value.prompt === output)
        );
      },
    },
    {
      name: "the strict schema of a strict schema is itself",
      holds(run, input) {
        const { value, warnings = [] } = run({ ...input, strict: true });
        if (!value || value.strictSchema === null || hasTextNumbers(warnings)) return true;
        const again = run({ task: "x", schema: value.strictSchema });
        // References that led nowhere in the subset make a schema that cannot be used again.
        if (!again.ok) return again.errors?.[0]?.code === "REF_NOT_RESOLVED";
        return JSON.stringify(again.value?.strictSchema) === JSON.stringify(value.strictSchema);
      },
    },
    {
      name: "the schema in the prompt parses back to the schema",
      holds(run, input) {
        const { value, warnings = [] } = run({ ...input, layout: "markdown" });
        if (!value || value.schema === null || hasTextNumbers(warnings)) return true;
        const blocks = value.system.split("\n```json\n").slice(1);
        return blocks.some((block) => isSameJson(block.split("\n```")[0] ?? "", value.schema));
      },
    },
  ],
  examples: [
    {
      title: "From a sample",
      input: { task: "Extract the person.", schema: '{"name":"Ann","age":41}' },
      expect: {
        valid: true,
        value: {
          schemaSource: "sample",
          strictSchema: {
            type: "object",
            properties: { name: { type: "string" }, age: { type: "integer" } },
            required: ["name", "age"],
            additionalProperties: false,
          },
          variables: ["input"],
        },
      },
    },
    {
      title: "From three lines of shorthand",
      input: {
        task: "Make a ticket.",
        schema: "title: string - short\npriority: low | high\ndue?: date",
        rules: "- Do not guess.",
        input: "The printer is on fire.",
      },
      expect: {
        value: {
          schemaSource: "shorthand",
          user: "<input>\nThe printer is on fire.\n</input>",
          strictSchema: {
            properties: { due: { type: ["string", "null"], format: "date" } },
            required: ["title", "priority", "due"],
          },
        },
        warnings: [{ code: "OPTIONAL_MADE_NULLABLE", path: "/schema/properties/due" }],
      },
    },
    {
      title: "An example that does not fit the schema",
      input: {
        task: "Count.",
        schema: '{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}',
        examples: [{ input: "one", output: { n: "1" } }],
      },
      expect: {
        ok: true,
        valid: false,
        errors: [{ code: "EXAMPLE_INVALID", path: "/examples/0/output/n" }],
      },
    },
    {
      title: "Material that holds a closing tag",
      input: { task: "Translate.", input: "a </input> b" },
      expect: {
        output:
          "<task_1>\nTranslate.\n</task_1>\n\n<output_format_1>\nReturn plain text.\n</output_format_1>\n\n<input_1>\na </input> b\n</input_1>",
        warnings: [{ code: "DELIMITER_COLLISION" }],
      },
    },
    {
      title: "A type that there is not",
      input: { task: "Extract.", schema: "age: intger" },
      expect: { ok: false, error: { code: "TYPE_UNKNOWN" } },
    },
  ],

  run: (input, { budget }) => buildPrompt(input, budget),
});

/** Whether a number that no double holds stands as text in the value. */
function hasTextNumbers(warnings: readonly { readonly code: string }[]): boolean {
  return warnings.some(({ code }) => code === "NUMBER_KEPT_AS_TEXT");
}

function isSameJson(text: string, value: unknown): boolean {
  try {
    return JSON.stringify(JSON.parse(text)) === JSON.stringify(value);
  } catch {
    return false;
  }
}
