import { type Static, Type } from "@sinclair/typebox";
import { jsonField } from "./_core/fields.ts";
import { defineTool } from "./_core/tool.ts";
import { CALL_FAILURES, CALL_WARNINGS } from "./_lib/agents/call-check/codes.ts";
import type { RepairCode } from "./_lib/agents/call-check/repair.ts";
import { canonicalJson } from "./_lib/json/tree/canonical.ts";
import { checkCalls } from "./tool-calling-validator/check.ts";

const INPUT = Type.Object({
  calls: Type.Optional(
    jsonField({
      description: "1 to 1,000 calls of any provider, or a message or response that contains them",
    }),
  ),
  tools: Type.Optional(jsonField({ description: "Tool definitions of any provider, also mixed" })),
  repair: Type.Boolean({ description: "Propose repaired arguments", default: true }),
  strictUnknown: Type.Boolean({
    description:
      "Members that the schema does not name are errors even where additionalProperties is not false",
    default: false,
  }),
});

const COUNT = Type.Integer({ minimum: 0 });

const VALUE = Type.Object({
  calls: Type.Array(
    Type.Object({
      index: COUNT,
      id: Type.String({ description: "As given, else call_<index>" }),
      name: Type.String(),
      tool: Type.Union([Type.String(), Type.Null()], {
        description: "The tool that has exactly this name",
      }),
      valid: Type.Boolean(),
      arguments: Type.Any({ description: "As read; null where they are not JSON" }),
      repaired: Type.Any({
        description: "The arguments after all repairs, if they then fit; else null",
      }),
      repairs: Type.Array(
        Type.Object({
          code: Type.Unsafe<RepairCode>(Type.String()),
          path: Type.String(),
          before: Type.Any(),
          after: Type.Any(),
        }),
        { description: "What is safe to repair, in the order done" },
      ),
      findings: Type.Integer({ minimum: 0, description: "Errors and warnings of the call" }),
      suggestions: Type.Array(Type.String(), {
        description: "Tools that an unknown name may mean",
      }),
    }),
  ),
  validCalls: COUNT,
  invalidCalls: COUNT,
  repairableCalls: COUNT,
});

export type Input = Static<typeof INPUT>;

export type Value = Static<typeof VALUE>;

export type Failure = keyof typeof CALL_FAILURES;

export type Warning = keyof typeof CALL_WARNINGS;

const WEATHER = {
  name: "get_weather",
  description: "Weather of a city",
  inputSchema: {
    type: "object",
    properties: {
      city: { type: "string", minLength: 1 },
      unit: { type: "string", enum: ["celsius", "fahrenheit"] },
      days: { type: "integer", minimum: 1, maximum: 14 },
    },
    required: ["city"],
    additionalProperties: false,
  },
};

export default defineTool({
  id: "tool-calling-validator",
  name: "Tool Calling Validator",
  category: "AI",
  description:
    "Checks tool calls against their definitions, names every fault and what to send instead, and repairs what is safe to repair.",
  keywords: [
    "arguments",
    "bad arguments",
    "did you mean",
    "function arguments",
    "function calling",
    "hallucinated tool",
    "invalid params",
    "json schema",
    "llm",
    "mcp",
    "missing parameter",
    "repair",
    "tool call",
    "tool use",
    "validate",
  ],
  aliases: ["tool-call-validator"],
  version: "2026-11-23",

  input: INPUT,
  primary: "calls",
  value: VALUE,
  verb: "check",
  failures: CALL_FAILURES,
  warnings: CALL_WARNINGS,
  intents: [
    "is this tool call valid for the tool's schema",
    "validate function call arguments from a model",
    "check a tool_use block against its input_schema",
    "the model called a tool that does not exist",
    "repair the arguments of a tool call",
    "coerce tool call arguments to the right types",
    "which argument of the function call is missing",
    "find placeholder values in tool calls",
    "tool call arguments are not valid json",
    "detect hallucinated parameters in an agent's call",
    "error message to send back to the model after a bad tool call",
    "duplicate tool call id",
    "assistant filled in a function wrongly, which parameter is bad",
    "model invented a function or a parameter name",
    "call goes out only when everything required is there with right types",
    "pre-execution check of a proposed invocation against its signature",
    "date written as next tuesday where the function wants iso",
    "misspelled parameter or function name, suggestion of the right one",
    "model sent a number where the function wants text, or left a parameter out",
    "claude or gpt calls a function with a wrong parameter name",
    "werkzeugaufruf eines modells gegen das schema prüfen",
    "validar los argumentos de una llamada a herramienta",
    "vérifier un appel d'outil contre son schéma",
    "验证 工具 调用 参数 是否 符合 定义",
    "ツール呼び出しの引数を検証する",
    "el modelo llamó mal a la función, qué argumento falta",
    "modell ruft funktion falsch auf",
    "le modèle appelle mal la fonction",
    'bot wants to book a room for "tomorrow" but the function needs a real date',
    "assistant passed userId, my function knows user_id",
    "before i execute what the llm asks for, is it complete and allowed",
    "a call to send_mail has no recipient, tell the model so",
    "pydantic ValidationError, zod parse of tool input, mcp error -32602 invalid params",
    "vet a single proposed function invocation and return a corrected one or a message for the llm",
    "validar os argumentos de uma chamada de função do modelo",
  ],
  effort: 2,
  isolated: true,

  laws: [
    {
      name: "valid calls are returned unchanged",
      holds(run, input) {
        const calls = run(input).value?.calls ?? [];
        return calls.every(
          (call) =>
            !call.valid ||
            (canonicalJson(call.repaired) === canonicalJson(call.arguments) &&
              call.repairs.length === 0),
        );
      },
    },
    {
      name: "a repaired call is valid and repairs to itself",
      holds(run, { calls, ...rest }) {
        const { value, warnings = [] } = run({ calls, ...rest });
        // A number that is not exact stands in the value as text, which is another call.
        if (warnings.some(({ code }) => code === "NUMBER_KEPT_AS_TEXT")) return true;
        return (value?.calls ?? []).every((call) => {
          if (call.repaired === null) return true;
          const corrected = call.repairs.find(({ code }) => code === "NAME_CORRECTED");
          const name = (corrected?.after as string | undefined) ?? call.name;
          const again = run({ ...rest, calls: [{ name, arguments: call.repaired as object }] });
          const [only] = again.value?.calls ?? [];
          return (
            only?.valid === true && canonicalJson(only.repaired) === canonicalJson(call.repaired)
          );
        });
      },
    },
    {
      name: "the order of the tools changes nothing",
      holds(run, input) {
        const { tools } = input;
        if (!Array.isArray(tools)) return true;
        const { ok, value, errors = [] } = run(input);
        const turned = run({ ...input, tools: tools.toReversed() as unknown });
        if (!ok || !turned.ok) return ok === turned.ok;
        const isSame = canonicalJson(value) === canonicalJson(turned.value);
        return isSame && canonicalJson(errors) === canonicalJson(turned.errors ?? []);
      },
    },
  ],
  examples: [
    {
      title: "Another spelling, another type, and a member too many",
      input: {
        calls: [
          {
            name: "get_weather",
            arguments: { City: "Oslo", days: "3", unit: "Celsius", extra: 1 },
          },
        ],
        tools: [WEATHER],
      },
      expect: {
        output: '{\n  "city": "Oslo",\n  "days": 3,\n  "unit": "celsius"\n}',
        valid: false,
        value: {
          repairableCalls: 1,
          calls: [
            {
              repaired: { city: "Oslo", days: 3, unit: "celsius" },
              repairs: [
                { code: "KEY_RENAMED", before: "City", after: "city" },
                { code: "COERCED", before: "3", after: 3 },
                { code: "ENUM_NORMALISED" },
                { code: "UNKNOWN_DROPPED", path: "/calls/0/arguments/extra" },
              ],
              findings: 5,
            },
          ],
        },
      },
    },
    {
      title: "A valid call of OpenAI, arguments as text",
      input: {
        calls: [
          {
            id: "call_1",
            type: "function",
            function: { name: "get_weather", arguments: '{"city":"Oslo","days":3}' },
          },
        ],
        tools: [WEATHER],
      },
      expect: {
        valid: true,
        value: { calls: [{ id: "call_1", repaired: { city: "Oslo", days: 3 }, repairs: [] }] },
      },
    },
    {
      title: "A tool that is called otherwise",
      input: {
        calls: [{ name: "mcp__meteo__getWeather", arguments: { city: "Oslo" } }],
        tools: [WEATHER],
      },
      expect: {
        valid: false,
        errors: [{ code: "TOOL_UNKNOWN", hint: 'Did you mean "get_weather"?' }],
        value: {
          calls: [
            {
              tool: null,
              suggestions: ["get_weather"],
              repaired: { city: "Oslo" },
              repairs: [{ code: "NAME_CORRECTED", after: "get_weather" }],
            },
          ],
        },
      },
    },
    {
      title: "What no repair can know",
      input: {
        calls: { name: "get_weather", arguments: { city: "<city>", days: 20 } },
        tools: [WEATHER],
      },
      expect: {
        output: "null",
        errors: [
          {
            code: "SCHEMA_MAXIMUM",
            path: "/calls/0/arguments/days",
            hint: "Send an integer, at least 1, at most 14",
          },
        ],
        warnings: [{ code: "PLACEHOLDER_VALUE", path: "/calls/0/arguments/city" }],
      },
    },
    {
      title: "Arguments that are cut off",
      input: {
        calls: [{ name: "get_weather", arguments: '{"city": "Oslo", "days": 3' }],
        tools: [WEATHER],
      },
      expect: {
        valid: false,
        errors: [{ code: "ARGUMENTS_NOT_JSON", path: "/calls/0/arguments" }],
        value: { calls: [{ repaired: { city: "Oslo", days: 3 } }] },
      },
    },
    {
      title: "Arrays and objects that the model wrote as text",
      input: {
        calls: [{ name: "search", arguments: { tags: '["a","b"]' } }],
        tools: [
          {
            name: "search",
            inputSchema: {
              type: "object",
              properties: { tags: { type: "array", items: { type: "string" } } },
            },
          },
        ],
      },
      expect: {
        value: {
          calls: [
            {
              repaired: { tags: ["a", "b"] },
              repairs: [{ code: "PARSED_JSON_TEXT", path: "/calls/0/arguments/tags" }],
            },
          ],
        },
      },
    },
    {
      title: "No tools",
      input: { calls: [{ name: "get_weather", arguments: {} }] },
      expect: { ok: false, error: { code: "TOOLS_MISSING" } },
    },
  ],

  // Checking takes 5 to 40 ms for 100,000 characters; thousands of values to repair in one call, or of calls with a
  // name that has to be compared with a thousand others, up to 200 ms and 1 s, which the budget bounds.
  run: (input, { budget }) => checkCalls(input, budget),
});
