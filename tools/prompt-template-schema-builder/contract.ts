import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf } from "../_core/fields.ts";
import type { Entry, Outcome } from "../_core/tool.ts";
import { FIELD_FAILURES } from "../_lib/schemas/shorthand/fields.ts";
import { INPUT_FAILURES } from "../_lib/results/input-invalid.ts";
import { JSON_FAILURES, JSON_WARNINGS } from "../_lib/json/tree/json-field.ts";
import { VALUE_WARNINGS } from "../_lib/json/tree/value.ts";
import { SCHEMA_FAILURES } from "../_lib/schemas/json-schema/trouble.ts";
import { COUNT_WARNINGS } from "../_lib/agents/models/count-warnings.ts";
import { OUTPUT_FAILURES } from "../_lib/results/output-limit.ts";
import { STRICT_WARNINGS } from "../_lib/agents/provider-schema/openai-strict.ts";

export const MOST_EXAMPLES = 50;

export const FAILURES = {
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

export const WARNINGS = {
  ...JSON_WARNINGS,
  ...VALUE_WARNINGS,
  ...STRICT_WARNINGS,
  ...COUNT_WARNINGS,
  DELIMITER_COLLISION: "The material holds a closing tag of the prompt, so all tags got a suffix",
} as const;

export const INPUT = Type.Object({
  task: Type.String({ description: "What the model shall do", default: "" }),
  input: Type.String({
    description: "The material; without it the prompt keeps the placeholder {{input}}",
    default: "",
  }),
  schema: jsonField({
    description:
      "What the answer looks like: a JSON Schema, a sample value, or one field a line such as `due?: date - when it is needed`",
    default: "",
  }),
  examples: jsonField({
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

export const VALUE = Type.Object({
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
export type Result = Outcome<Value, Failure, Warning>;
export type Errors = readonly [Entry<Failure>, ...Entry<Failure>[]];
