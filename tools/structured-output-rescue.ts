import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf } from "./_core/fields.ts";
import { defineTool } from "./_core/tool.ts";
import { CHOICES, STATUSES } from "./_lib/agents/structured-output/rescue.ts";
import { canonicalJson } from "./_lib/json/tree/canonical.ts";
import { JSON_FAILURES, JSON_WARNINGS } from "./_lib/json/tree/json-field.ts";
import { VALUE_WARNINGS } from "./_lib/json/tree/value.ts";
import { OUTPUT_FAILURES } from "./_lib/results/output-limit.ts";
import { SCHEMA_FAILURES, SCHEMA_WARNINGS } from "./_lib/schemas/json-schema/trouble.ts";
import { VIOLATIONS } from "./_lib/schemas/json-schema/violations.ts";
import { rescueAnswer } from "./structured-output-rescue/run.ts";

const FAILURES = {
  ...SCHEMA_FAILURES,
  ...JSON_FAILURES,
  ...OUTPUT_FAILURES,
  ...VIOLATIONS,
  JSON_NOT_FOUND: "The text holds no JSON value, or none that can be repaired",
  JSON_SYNTAX: "In strict mode no candidate is well-formed JSON, or the schema's text is not",
  TRUNCATED_JSON: "The value is open where the text ends, and was not to be completed",
  INPUT_TOO_DEEP: "The value, or the schema and the value together, are nested too deeply",
  REGEX_BUDGET_EXCEEDED: "A pattern takes more than 5,000,000 steps on a string",
  ERRORS_TRUNCATED: "More than 100 violations of one keyword were found",
} as const;

const WARNINGS = {
  ...JSON_WARNINGS,
  ...VALUE_WARNINGS,
  ...SCHEMA_WARNINGS,
  SEVERAL_CANDIDATES: "The text holds several JSON values, of which one was taken",
  TRUNCATED: "The text ends before the value does; what was open was closed",
} as const;

const INPUT = Type.Object({
  text: Type.String({ description: "The model's answer" }),
  schema: Type.Optional(
    jsonField({ description: "JSON Schema to fit the value to and to check it against" }),
  ),
  mode: oneOf(["repair", "strict"], {
    description: "strict: the value is only taken out of the text, not repaired and not fitted",
    default: "repair",
  }),
  candidate: oneOf(CHOICES, {
    description:
      "Which of several values: the one that fits the schema best, else the longest; or by place or length",
    default: "best",
  }),
  coerce: Type.Boolean({
    description: "Whether values are turned into the types and enum values of the schema",
    default: true,
  }),
  renameKeys: Type.Boolean({
    description:
      "Whether a surplus key becomes the missing required one that is equal but for case, _, - and space",
    default: true,
  }),
  dropUnknown: Type.Boolean({
    description: "Whether members that additionalProperties: false forbids are removed",
    default: false,
  }),
  applyDefaults: Type.Boolean({
    description: "Whether missing members are filled in from default",
    default: false,
  }),
  completeTruncated: Type.Boolean({
    description: "Whether what the answer left open is closed; else that is a failure",
    default: true,
  }),
});

const COUNT = Type.Integer({ minimum: 0 });

const VALUE = Type.Object({
  data: Type.Any({ description: "The value; a number that no double holds exactly is its text" }),
  status: oneOf(STATUSES, {
    description: "The most that was done: nothing, taken out of the text, repaired, fitted",
  }),
  truncated: Type.Boolean({ description: "Whether the text ends before the value does" }),
  candidate: Type.Object({
    source: oneOf(["whole", "fence", "tag", "span"]),
    start: COUNT,
    end: COUNT,
    count: Type.Integer({ minimum: 1, description: "The values there were to choose from" }),
  }),
  changes: Type.Array(
    Type.Object({
      code: Type.String(),
      certainty: oneOf(["safe", "guess"]),
      offset: Type.Union([COUNT, Type.Null()], { description: "In the text; of a change of it" }),
      path: Type.Union([Type.String(), Type.Null()], {
        description: "Pointer into `data`; of a change of the value",
      }),
      before: Type.Any({ description: "The text that stood there, or the value" }),
      after: Type.Any({ description: "The text that was read for it, or the value" }),
    }),
    { description: "Changes of the text in its order, then those of the value, defaults last" },
  ),
  changeCodes: Type.Array(Type.String(), { description: "Each code once, in order" }),
  schemaErrors: COUNT,
});

export type Input = Static<typeof INPUT>;

export type Value = Static<typeof VALUE>;

export type Failure = keyof typeof FAILURES;

export type Warning = keyof typeof WARNINGS;

export default defineTool({
  id: "structured-output-rescue",
  name: "Structured Output Rescue",
  category: "AI",
  description:
    "Takes the JSON out of a model's answer, repairs and fits it to a schema, and lists every change.",
  keywords: [
    "code fence",
    "extract json",
    "fenced json",
    "json",
    "json extraction",
    "json schema",
    "llm output",
    "markdown fence",
    "model answer",
    "parse",
    "preamble",
    "rescue",
    "structured output",
    "truncated json",
  ],
  aliases: ["llm-json-rescue"],
  version: "2026-11-23",

  input: INPUT,
  primary: "text",
  value: VALUE,
  verb: "rescue",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "get the json out of a model's answer",
    "extract json from a chat reply with prose around it",
    "parse llm output that should match a schema",
    "the model wrapped its json in a markdown fence",
    "strip think tags and get the json answer",
    "complete a json answer that was cut off at max tokens",
    "fix structured output that does not validate",
    "coerce the strings of a model's answer to schema types",
    "rename keys the model spelt differently",
    "which json candidate in this reply fits the schema",
    "what did the parser change in the model's answer",
    "output parser for json from an agent",
    "repair function call arguments from a language model",
    "tolerant json parser for llm responses",
    "chatbot put text around the data, I want only the data",
    "sure, here is your json: and then a code block, pull the object out",
    "best-effort parse of a completion into a declared shape",
    "thinking text before and chatter after the object",
    "reply has wrong field names and types, map them to what I asked for",
    "deserialize a noisy model response",
    "gemini, claude or gpt replied with text and json inside, only the object is needed",
    "extraer json de la respuesta de un modelo",
    "json aus einer llm-antwort holen",
    "extraire le json d'une réponse de modèle",
    "从模型回答中提取 json",
    "モデルの回答から json を取り出す",
    "la respuesta del chatbot trae texto alrededor de los datos",
    "chatbot antwort enthält text um die daten herum",
    "la réponse du chatbot contient du texte autour des données",
    'chatgpt writes "here you go" before and a remark after, i need just the braces part',
    "i asked for price and name and got Price_EUR and title, put it right",
    'assistant returned "12 pieces" where a number belongs',
    "json.loads fails on what the llm replied",
    "langchain JsonOutputParser, OutputFixingParser, instructor, jsonformer, baml parser",
    "locate the object inside one chat completion and conform it to a given schema, edits listed",
    "extrair o json da resposta do chatgpt e ajustar ao esquema",
  ],
  effort: 3,
  isolated: true,
  detect: (sample) =>
    /^\s*<think(?:ing)?>|[^`]```(?:json)?[ \t]*\r?\n\s*[{[]/i.test(sample) ? 0.6 : 0,

  laws: [
    {
      name: "an object or array that is JSON comes back equal, with no changes",
      holds(run, { text = "" }) {
        const data = containerIn(text);
        if (data === undefined) return true;
        const { ok, value, warnings = [] } = run({ text });
        const isInexact = warnings.some(({ code }) => code === "NUMBER_KEPT_AS_TEXT");
        if (!ok || !value || isInexact) return !ok || isInexact;
        const isUntouched = value.status === "clean" && value.changes.length === 0;
        return isUntouched && canonicalJson(value.data) === canonicalJson(data);
      },
    },
    {
      name: "rescuing the output again changes nothing",
      holds(run, input) {
        const once = run(input);
        if (!once.ok || once.output === undefined) return true;
        const again = run({ ...input, text: once.output });
        return again.output === once.output && again.value?.status === "clean";
      },
    },
    {
      name: "every text that was replaced stands at its offset",
      holds(run, input) {
        const { text = "" } = input;
        const changes = run(input).value?.changes ?? [];
        return changes.every(
          ({ offset, before }) => offset === null || text.startsWith(String(before), offset),
        );
      },
    },
    {
      name: "a fence around JSON, or words without brackets, do not change the data",
      holds(run, { text = "" }) {
        if (containerIn(text) === undefined) return true;
        const { ok, output } = run({ text });
        const around = [`\`\`\`json\n${text}\n\`\`\``, `Here it is: ${text}\nAnything else?`];
        return !ok || around.every((wrapped) => run({ text: wrapped }).output === output);
      },
    },
    {
      name: "in strict mode nothing is repaired or fitted",
      holds(run, input) {
        const { status = "clean" } = run({ ...input, mode: "strict" }).value ?? {};
        return status === "clean" || status === "extracted";
      },
    },
  ],
  examples: [
    {
      title: "Prose, a fence and trailing commas",
      input: {
        text: 'Sure! Here is the result:\n```json\n{"name": "Ann", "tags": ["a", "b",],}\n```\nLet me know.',
      },
      expect: {
        valid: true,
        value: {
          data: { name: "Ann", tags: ["a", "b"] },
          status: "repaired",
          candidate: { source: "fence" },
          changeCodes: ["PROSE_REMOVED", "FENCE_REMOVED", "COMMA_REMOVED"],
        },
      },
    },
    {
      title: "Fitted to a schema",
      input: {
        text: '{"user_name": "Ann", "age": "41", "level": " high ", "tags": "x"}',
        schema: {
          type: "object",
          properties: {
            userName: { type: "string" },
            age: { type: "integer" },
            level: { enum: ["Low", "High"] },
            tags: { type: "array", items: { type: "string" } },
          },
          required: ["userName", "age"],
        },
      },
      expect: {
        valid: true,
        value: {
          data: { userName: "Ann", age: 41, level: "High", tags: ["x"] },
          status: "fitted",
          changeCodes: ["KEY_RENAMED", "COERCED", "ENUM_NORMALISED", "WRAPPED_IN_ARRAY"],
        },
      },
    },
    {
      title: "The model thought aloud, and was cut off",
      input: { text: "<think>Maybe {} will do.</think>\n{'ok': True, 'items': [1, 2, {'n': 1_000" },
      expect: {
        value: {
          data: { ok: true, items: [1, 2, { n: 1000 }] },
          status: "repaired",
          truncated: true,
        },
        warnings: [{ code: "TRUNCATED" }],
      },
    },
    {
      title: "Of two values the one that fits the schema",
      input: {
        text: 'The input was {"query": "a long question", "limit": 10}. The answer is {"score": 0.9}.',
        schema: { type: "object", required: ["score"] },
      },
      expect: {
        valid: true,
        value: { data: { score: 0.9 }, status: "extracted", candidate: { count: 2 } },
        warnings: [{ code: "SEVERAL_CANDIDATES" }],
      },
    },
    {
      title: "What the schema still refuses",
      input: {
        text: '{"qty": "many"}',
        schema: { properties: { qty: { type: "integer" } } },
      },
      expect: {
        valid: false,
        value: { status: "clean", schemaErrors: 1 },
        errors: [{ code: "SCHEMA_TYPE", path: "/value/data/qty" }],
      },
    },
    {
      title: "An answer without JSON",
      input: { text: "I am sorry, but I have no idea." },
      expect: { ok: false, error: { code: "JSON_NOT_FOUND" } },
    },
  ],

  run: (input, { budget }) => rescueAnswer(input, budget),
});

function containerIn(text: string): unknown {
  try {
    const data: unknown = JSON.parse(text);
    return typeof data === "object" && data !== null ? data : undefined;
  } catch {
    return undefined;
  }
}
