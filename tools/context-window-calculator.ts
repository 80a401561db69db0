import { type Static, Type } from "@sinclair/typebox";
import { oneOf, whole } from "./_core/fields.ts";
import { defineTool } from "./_core/tool.ts";
import { comparedModels } from "./_lib/agents/models/compare.ts";
import { DAY_FAILURE } from "./_lib/fields/date-field.ts";
import { STRUCTURED_FAILURES } from "./_lib/fields/structured-field.ts";
import { calculateWindow } from "./context-window-calculator/value.ts";

const FAILURES = {
  ...STRUCTURED_FAILURES,
  ...DAY_FAILURE,
  MODEL_UNKNOWN: "The model is not in the table, and contextWindow does not say how much it holds",
  CONTEXT_EXCEEDED: "Input, margin and reserve are more than the window",
  INPUT_EXCEEDS_MAXIMUM: "Input and margin are more than the model takes",
  OUTPUT_EXCEEDS_MAXIMUM: "The reserve is more than the model answers",
} as const;

const WARNINGS = {
  CONTEXT_TIGHT: "It fits with less than a tenth of the input limit left",
  ESTIMATE: "The text's tokens are an estimate; its upper end counts",
  MODEL_UNKNOWN: "A model to compare with is not in the table, and left out",
} as const;

const MOST_TOKENS = 1e9;

const tokens = (description: string) =>
  whole({ description, minimum: 0, maximum: MOST_TOKENS, default: 0 });

const limit = (description: string) =>
  Type.Optional(whole({ description, minimum: 1, maximum: MOST_TOKENS }));

const INPUT = Type.Object({
  text: Type.String({ description: "Counted for the model and added to the input", default: "" }),
  model: Type.String({ description: "Any model name", default: "gpt-5" }),
  inputTokens: tokens("Further input"),
  systemTokens: tokens("System prompt"),
  toolTokens: tokens("Tool definitions"),
  historyTokens: tokens("Conversation so far"),
  retrievedTokens: tokens("Documents"),
  outputTokens: Type.Optional(
    whole({
      description: "Reserved for the answer; 4096, or the most the model answers, if left out",
      minimum: 0,
      maximum: MOST_TOKENS,
    }),
  ),
  reasoningTokens: tokens("Reserved for thinking; counts as output"),
  safetyMarginPercent: Type.Number({
    description: "Extra on the input",
    minimum: 0,
    maximum: 100,
    default: 0,
  }),
  contextWindow: limit("Instead of the table's, or of a model that is not in it"),
  maxInputTokens: limit("Instead of the table's"),
  maxOutputTokens: limit("Instead of the table's"),
  turnTokens: tokens("Growth with each further turn; gives turnsLeft"),
  compareModels: comparedModels("Other models to judge with the same figures"),
  asOf: Type.Optional(Type.String({ description: "The day whose prices count, YYYY-MM-DD" })),
});

const nullable = Type.Union([Type.Integer(), Type.Null()]);

const VALUE = Type.Object({
  model: Type.String(),
  contextWindow: Type.Integer(),
  maxInputTokens: nullable,
  maxOutputTokens: nullable,
  shared: Type.Boolean({ description: "Input and output share the window" }),
  parts: Type.Array(
    Type.Object({
      name: Type.String(),
      tokens: Type.Integer(),
      percent: Type.Number({ description: "Of the window" }),
    }),
  ),
  inputTokens: Type.Integer({ description: "All input, without the margin" }),
  marginTokens: Type.Integer(),
  reservedOutput: Type.Integer(),
  inputLimit: Type.Integer({ description: "What the input may be beside the reserve" }),
  remaining: Type.Integer(),
  usedPercent: Type.Number(),
  fits: Type.Boolean(),
  maxOutputNow: Type.Integer({ description: "The longest answer beside this input" }),
  turnsLeft: nullable,
  tightest: oneOf(["window", "input", "output"], { description: "The limit with the least left" }),
  models: Type.Optional(
    Type.Array(
      Type.Object({
        model: Type.String(),
        fits: Type.Boolean(),
        remaining: Type.Integer(),
        usedPercent: Type.Number(),
        costPerRequest: Type.Union([Type.Number(), Type.Null()]),
      }),
    ),
  ),
});

export type Input = Static<typeof INPUT>;

export type Value = Static<typeof VALUE>;

export type Failure = keyof typeof FAILURES;

export type Warning = keyof typeof WARNINGS;

export default defineTool({
  id: "context-window-calculator",
  name: "Context Window Calculator",
  category: "AI",
  description:
    "Says what fills a model's context window, what is left for the answer, and which models hold it.",
  keywords: [
    "128k",
    "1m",
    "200k",
    "budget",
    "context length",
    "context limit",
    "context window",
    "fit",
    "headroom",
    "llm",
    "max tokens",
    "max_tokens",
    "output limit",
    "prompt",
    "tokens",
  ],
  aliases: ["context-calculator"],
  version: "2026-11-23",

  input: INPUT,
  primary: "text",
  value: VALUE,
  verb: "calculate",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "does this fit the context window",
    "how much context is left",
    "how many more turns until the context is full",
    "context window of gpt-5",
    "max output tokens beside this input",
    "which models can hold 500k tokens",
    "plan the token budget of an agent",
    "reserve tokens for reasoning and output",
    "compare context windows of models",
    "cheapest model that fits my prompt",
    "how much room is left in the conversation before the model forgets",
    "which ai model can read a whole book at once",
    "capacity planning for prompt, history, tools and completion",
    "remaining headroom after system prompt and chat history",
    "input is nearly as long as the limit, how long may the reply be",
    "will the chat overflow after twenty more messages",
    "contracts of many pages, can gpt, claude or gemini take them in one go",
    "kontextfenster berechnen",
    "ventana de contexto cuántos tokens quedan",
    "taille de la fenêtre de contexte",
    "上下文窗口 剩余 token",
    "コンテキストウィンドウ 残り",
    "cuánto espacio queda en la conversación con el modelo",
    "wie viel platz ist noch im kontext",
    "combien de place reste dans le contexte du modèle",
    "error: prompt is too long, which model would take it",
    "system prompt 6k, tools 20k, history 90k: how much may the answer have",
    "novel of 150,000 words, into which llm does it go whole",
    "how long can the conversation go on until the bot forgets the start",
    "context_length_exceeded, max_tokens, max_output_tokens, 128k, 200k, 1m, Llama num_ctx, gpt-4o",
    "from shares of system, tools, history and reserve tell free tokens and the models that hold it",
    "janela de contexto, quantos tokens restam, qual modelo cabe",
    "qué modelo admite un texto tan largo, límite de contexto",
    "welches modell fasst so viel text, kontextlänge",
    "quel modèle accepte un texte aussi long",
    "哪个 模型 上下文 长度 够 还能 聊 几 轮",
    "どのモデルなら全部入るか 文脈長",
  ],
  effort: 2,

  laws: [
    {
      name: "what is left falls by what is added, to whichever part",
      holds(run, { model = "gpt-5", inputTokens = 0 }) {
        const left = (more: object) => run({ model, inputTokens, ...more }).value?.remaining ?? 0;
        if (!run({ model, inputTokens }).value) return true;
        return ["systemTokens", "toolTokens", "historyTokens", "retrievedTokens"].every(
          (part) => left({}) - left({ [part]: 7 }) === 7,
        );
      },
    },
    {
      name: "less input never turns a fit into a misfit",
      holds(run, input) {
        const { value } = run(input);
        if (!value?.fits) return true;
        const { inputTokens = 0 } = input;
        return run({ ...input, inputTokens: Math.floor(inputTokens / 2) }).value?.fits === true;
      },
    },
    {
      name: "the order of models to compare does not matter",
      holds(run, { inputTokens = 1000 }) {
        const names = ["gpt-5", "claude-opus-5", "gemini-2.5-flash", "o3"];
        const listed = (compareModels: string[]) =>
          JSON.stringify(run({ inputTokens, compareModels }).value?.models);
        return listed(names) === listed(names.toReversed());
      },
    },
  ],
  examples: [
    {
      title: "An input limit below the window",
      input: { model: "gpt-5", inputTokens: 270_000, outputTokens: 100_000 },
      expect: {
        valid: true,
        value: { inputLimit: 272_000, remaining: 2000, tightest: "input" },
        warnings: [{ code: "CONTEXT_TIGHT" }],
      },
    },
    {
      title: "An agent's parts, and how many turns are left",
      input: {
        model: "claude-haiku-4-5",
        systemTokens: 2000,
        toolTokens: 8000,
        historyTokens: 90_000,
        safetyMarginPercent: 5,
        outputTokens: 8000,
        reasoningTokens: 16_000,
        turnTokens: 3000,
      },
      expect: { value: { remaining: 71_000, turnsLeft: 23, usedPercent: 64.5 } },
    },
    {
      title: "Which models hold it",
      input: {
        inputTokens: 600_000,
        compareModels: ["gpt-5", "gemini-2.5-flash", "claude-opus-5"],
      },
      expect: {
        valid: false,
        errors: [{ code: "CONTEXT_EXCEEDED" }, { code: "INPUT_EXCEEDS_MAXIMUM" }],
        value: {
          models: [
            { model: "gemini-2.5-flash", fits: true },
            { model: "claude-opus-5", fits: true },
            { model: "gpt-5", fits: false },
          ],
        },
      },
    },
    {
      title: "A model that nobody knows",
      input: { model: "my-model", inputTokens: 10 },
      expect: { ok: false, error: { code: "MODEL_UNKNOWN" } },
    },
  ],

  run: calculateWindow,
});
