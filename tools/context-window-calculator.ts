import { defineTool } from "./_core/tool.ts";
import { FAILURES, INPUT, VALUE, WARNINGS } from "./context-window-calculator/contract.ts";
import { calculateWindow } from "./context-window-calculator/value.ts";

export default defineTool({
  id: "context-window-calculator",
  name: "Context Window Calculator",
  category: "AI",
  description:
    "Says what fills a model's context window, what is left for the answer, and which models hold it.",
  keywords: [
    "budget",
    "context length",
    "context window",
    "fit",
    "llm",
    "max tokens",
    "output limit",
    "prompt",
    "tokens",
  ],
  aliases: ["context-calculator"],
  version: "2026-11-22",

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
