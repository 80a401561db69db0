/** Puts the prompt together, the schemas, and what each provider is to be sent. */
import { type Budget, done, type Entry, fail } from "../_core/tool.ts";
import { joinEntries } from "../_lib/results/entry-list.ts";
import { orderFindings } from "../_lib/results/finding-order.ts";
import { inputInvalid } from "../_lib/results/input-invalid.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { valueOf } from "../_lib/json/tree/value.ts";
import { prettyJson } from "../_lib/json/tree/write.ts";
import { countWarnings } from "../_lib/agents/models/count-warnings.ts";
import { countForFamily } from "../_lib/agents/models/families.ts";
import { findModel } from "../_lib/agents/models/models.ts";
import { LONGEST_OUTPUT, outputTooLarge } from "../_lib/results/output-limit.ts";
import { anthropicSchema } from "../_lib/agents/provider-schema/anthropic.ts";
import { limitsPassed } from "../_lib/agents/provider-schema/limits.ts";
import { strictSchema } from "../_lib/agents/provider-schema/openai-strict.ts";
import { convertDraft } from "../_lib/schemas/drafts/draft.ts";
import type { Input, Value, Warning } from "../prompt-template-schema-builder.ts";
import { checkExamples, readExamples } from "./examples.ts";
import {
  exampleTexts,
  layOutMarkdown,
  layOutXml,
  type Prompt,
  readRules,
  variablesIn,
} from "./layout.ts";
import { type AnswerSchema, readAnswerSchema } from "./source.ts";

/**
 * Builds the prompt, the schemas and what each provider is to be sent. Above 50 ms where the schema shown is
 * several times its field lines (indented members, 250 levels at the worst): all of the prompt is counted.
 */
export function buildPrompt(input: Input, budget: Budget) {
  if (input.task.trim() === "") return fail(taskMissing());
  const read = readExamples(input.examples);
  if (!read.ok) return "syntax" in read ? fail(read.syntax) : inputInvalid(read.shape);
  const answer = readAnswerSchema(input.schema, read.examples.length > 0, budget);
  if (!answer.ok) return fail(answer.errors, { warnings: answer.warnings });
  const checked = answer.validator && checkExamples(read.examples, answer.validator, budget);
  if (checked?.ok === false) return fail(checked.error, { warnings: answer.warnings });

  const schema = answer.schema && prettyJson(answer.schema);
  if (answer.schema !== undefined && schema === undefined) return fail(outputTooLarge());
  const prompt = (input.layout === "xml" ? layOutXml : layOutMarkdown)({
    task: input.task,
    rules: readRules(input.rules),
    schema,
    examples: read.examples.map((example) => exampleTexts(example)),
    input: input.input,
  });
  const output = `${prompt.system}\n\n${prompt.user}`;
  if (output.length > LONGEST_OUTPUT) return fail(outputTooLarge());

  const schemas = schemasOf(answer, input);
  const match = findModel(input.model);
  const count = countForFamily(output, match.family);
  const { tokens } = count;
  const value: Value = {
    prompt: output,
    system: prompt.system,
    user: prompt.user,
    name: input.name,
    schemaSource: answer.source,
    schema: schemas.schema,
    strictSchema: schemas.strictSchema,
    responseFormats: schemas.responseFormats,
    variables: variablesIn(output),
    examples: read.examples.length,
    tokens,
  };
  const errors = orderFindings([...(checked?.errors ?? []), ...schemas.errors]);
  const warnings = joinEntries<Warning>(
    answer.warnings,
    read.warnings,
    schemas.warnings,
    collisionWarnings(prompt),
    countWarnings(input.model, match, count),
  );
  return done({
    output,
    value,
    valid: errors.length === 0,
    stats: { tokens, examples: value.examples },
    errors,
    warnings: ordered(warnings),
  });
}

function taskMissing(): Entry<"TASK_MISSING"> {
  const message = "Cannot build a prompt: the task is empty, expected what the model shall do";
  return { code: "TASK_MISSING", message, path: "/task" };
}

interface Schemas extends Pick<Value, "schema" | "strictSchema" | "responseFormats"> {
  readonly errors: readonly Entry<"STRICT_LIMIT">[];
  readonly warnings: readonly Entry<Warning>[];
}

function schemasOf(answer: AnswerSchema, input: Input): Schemas {
  const node = answer.schema;
  if (node === undefined) return NO_SCHEMAS;
  const { value: schema, warnings } = valueOf(node, "/schema");
  if (!input.strict) {
    const responseFormats = formatsOf(input, schema, schema, schema);
    return { schema, strictSchema: null, responseFormats, errors: [], warnings };
  }
  const { draft } = answer;
  const current = draft === "2020-12" ? node : convertDraft(node, draft, "2020-12").root;
  const strict = strictSchema(current, "/schema");
  const data = dataOf(strict.schema);
  return {
    schema,
    strictSchema: data,
    responseFormats: formatsOf(input, schema, data, dataOf(anthropicSchema(node, draft))),
    errors: limitsPassed(strict.schema).map(({ what, expected, received }) => ({
      code: "STRICT_LIMIT",
      message: `The strict schema has ${received} ${what}, expected at most ${expected}`,
      path: "/schema",
      expected,
      received,
    })),
    warnings: [...warnings, ...strict.warnings],
  };
}

const NO_SCHEMAS: Schemas = {
  schema: null,
  strictSchema: null,
  responseFormats: {
    "openai-chat": null,
    "openai-responses": null,
    anthropic: null,
    gemini: null,
  },
  errors: [],
  warnings: [],
};

/** The data of a schema whose inexact numbers were told of already. */
function dataOf(schema: JsonNode): unknown {
  return valueOf(schema).value;
}

function formatsOf(
  { name, strict }: Input,
  plain: unknown,
  openai: unknown,
  anthropic: unknown,
): Value["responseFormats"] {
  const type = "json_schema";
  return {
    "openai-chat": { type, json_schema: { name, strict, schema: openai } },
    "openai-responses": { type, name, strict, schema: openai },
    anthropic: { type, schema: anthropic },
    gemini: { responseMimeType: "application/json", responseJsonSchema: plain },
  };
}

function collisionWarnings({ suffix, collision }: Prompt): Entry<"DELIMITER_COLLISION">[] {
  if (suffix === 0) return [];
  const message = `The material holds a closing tag of the prompt; all tags end with _${suffix}`;
  return [
    {
      code: "DELIMITER_COLLISION",
      message,
      ...(collision === undefined ? {} : { path: collision }),
      received: suffix,
    },
  ];
}

/** By path, the count of those left out last. */
function ordered(warnings: readonly Entry<Warning>[]): Entry<Warning>[] {
  const isCount = ({ code }: Entry<Warning>) => code === "WARNINGS_TRUNCATED";
  return [
    ...orderFindings(warnings.filter((entry) => !isCount(entry))),
    ...warnings.filter((entry) => isCount(entry)),
  ];
}
