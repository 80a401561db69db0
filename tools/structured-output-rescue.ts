import { defineTool } from "./_core/tool.ts";
import { FAILURES, INPUT, VALUE, WARNINGS } from "./structured-output-rescue/contract.ts";
import { RESCUE_LAWS } from "./structured-output-rescue/laws.ts";
import { rescueAnswer } from "./structured-output-rescue/run.ts";

export default defineTool({
  id: "structured-output-rescue",
  name: "Structured Output Rescue",
  category: "AI",
  description:
    "Takes the JSON out of a model's answer, repairs and fits it to a schema, and lists every change.",
  keywords: [
    "extract json",
    "fenced json",
    "json",
    "json schema",
    "llm output",
    "markdown fence",
    "model answer",
    "rescue",
    "structured output",
    "truncated json",
  ],
  aliases: ["llm-json-rescue"],
  version: "2026-11-20",

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
  ],
  effort: 3,
  isolated: true,

  laws: RESCUE_LAWS,
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

  run: rescueAnswer,
});
