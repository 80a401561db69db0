import { type Static, Type } from "@sinclair/typebox";
import { dataOrJson, jsonField, oneOf, whole } from "../tools/_core/fields.ts";
import type { Entry, Outcome } from "../tools/_core/tool.ts";
import { comparedModels } from "../tools/_lib/agents/models/compare.ts";
import { DAY_FAILURE } from "../tools/_lib/fields/date-field.ts";
import { STRUCTURED_FAILURES } from "../tools/_lib/fields/structured-field.ts";
import { percentOf } from "../tools/_lib/numbers/percent.ts";
import { inputInvalid, outOfBounds } from "../tools/_lib/results/input-invalid.ts";
import { OUTPUT_FAILURES } from "../tools/_lib/results/output-limit.ts";
import { failOnField } from "../tools/_lib/results/review/shapes.ts";
import distill from "../tools/context-distill.ts";
import window from "../tools/context-window-calculator.ts";
import shrink from "../tools/json-shrink.ts";
import trim from "../tools/log-context-trimmer.ts";
import priceRequest from "../tools/prompt-cost-calculator.ts";
import countTokens from "../tools/token-counter.ts";
import auditTools from "../tools/tool-catalog-context-budget-auditor.ts";
import { priceConversation, simulate } from "./context-budget-planning-kit/conversation.ts";
import { figuresLine, nextSteps, writeFiles } from "./context-budget-planning-kit/files.ts";
import {
  allot,
  type Allotted,
  allowedInput,
  countParts,
  isPart,
  layOut,
  type Part,
  PART_KINDS,
  partProblems,
  REDUCTIONS,
  reportAllocation,
  totalOf,
  type Work,
} from "./context-budget-planning-kit/parts.ts";
import { reduceTexts } from "./context-budget-planning-kit/reduce.ts";
import { defineKit } from "./_core/kit.ts";
import { kitValue } from "./_core/kit-value.ts";
import { filesLaw } from "./_core/files-law.ts";
import { KitReport } from "./_core/report.ts";

const FAILURES = {
  ...STRUCTURED_FAILURES,
  ...auditTools.failures,
  ...DAY_FAILURE,
  ...OUTPUT_FAILURES,
  MODEL_UNKNOWN: "The model is not in the table, and contextWindow does not say how much it holds",
  COMPONENT_NAME_DUPLICATE: "Two components have one name",
  COMPONENT_CONTENT: "A component has none, or several, of text, tokens and tools",
  CONTEXT_EXCEEDED: "The components do not fit, even with all cut that may be cut",
  OVERFLOW_AT_TURN: "The conversation does not fit from this turn on",
  OUTPUT_EXCEEDS_MAXIMUM: "The reserve is more than the model answers",
  STAGE_FAILED: "A tool could not do its part",
  CONTEXT_BUDGET_PLANNING_KIT_FAILED: "The gate is set, and a finding closes it",
} as const;

const WARNINGS = {
  ...countTokens.warnings,
  ...auditTools.warnings,
  ...priceRequest.warnings,
  DUPLICATE_TOOL: auditTools.failures.DUPLICATE_TOOL,
  MODEL_UNKNOWN: "The model, or one to compare with, is not in the table: it has no price",
  ESTIMATE: "Tokens of a text are an estimate; its upper end counts",
  COMPONENT_CUT: "A component has to be shortened",
  COMPONENT_DROPPED: "A component is left out",
  UNSTABLE_PREFIX: "A component that changes would stand before one that does not",
  COMPACTION_TOO_OFTEN: "The history is compacted more than once in five turns",
  CONTEXT_TIGHT: "Less than a tenth of the input is left",
  TOOLS_HEAVY: "Tool definitions take more than a quarter of the input",
  BUDGET_NOT_MET: "A text could not be reduced to what it is allotted",
  NOTHING_KEPT: "Of a text nothing fits what it is allotted",
  QUERY_NOT_FOUND: "A text has no term of the query: it was shortened without it",
} as const;

const MOST_TOKENS = 1e9;

const tokens = (description: string, minimum = 0) =>
  Type.Optional(whole({ description, minimum, maximum: MOST_TOKENS }));

const COMPONENT = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100 }),
    kind: oneOf(PART_KINDS),
    text: Type.Optional(Type.String({ description: "Counted for the model" })),
    tokens: tokens("Its size, instead of a text"),
    tools: Type.Optional(jsonField({ description: "Tool definitions of any provider" })),
    priority: Type.Optional(
      Type.Number({ description: "What has less is cut first; as its kind, if left out" }),
    ),
    min: tokens("Not cut below this; a fifth, if left out"),
    reduce: Type.Optional(
      oneOf(REDUCTIONS, { description: "How it may be cut; as its kind, if left out" }),
    ),
    stable: Type.Optional(Type.Boolean({ description: "Whether it is the same in every request" })),
  },
  { additionalProperties: false },
);

const INPUT = Type.Object({
  components: dataOrJson(Type.Array(COMPONENT, { minItems: 1, maxItems: 60 }), {
    description: "The parts of the context, each with text, tokens or tools",
  }),
  model: Type.String({ description: "Any model name", default: "gpt-5" }),
  contextWindow: tokens("Instead of the table's, or of a model that is not in it", 1),
  maxInputTokens: tokens("Instead of the table's", 1),
  maxOutputTokens: tokens("Instead of the table's", 1),
  outputTokens: tokens(
    "Reserved for each answer; 4096, or the most the model answers, if left out",
  ),
  reasoningTokens: whole({
    description: "Reserved for thinking",
    minimum: 0,
    maximum: MOST_TOKENS,
    default: 0,
  }),
  safetyMarginPercent: Type.Number({
    description: "Extra on the input",
    minimum: 0,
    maximum: 50,
    default: 5,
  }),
  turns: whole({ description: "Of the conversation", minimum: 1, maximum: 500, default: 1 }),
  turnTokens: whole({
    description: "Growth of the history with each turn",
    minimum: 0,
    maximum: 1_000_000,
    default: 0,
  }),
  compactAtPercent: Type.Number({
    description: "Of the input; above it the history is compacted before the turn",
    minimum: 1,
    maximum: 100,
    default: 80,
  }),
  compactToPercent: Type.Optional(
    Type.Number({
      description: "What is left then; 40, or compactAtPercent where that is less",
      minimum: 0,
      maximum: 100,
    }),
  ),
  requestsPerDay: Type.Optional(
    Type.Number({ description: "Conversations per day, for the cost", minimum: 0, maximum: 1e12 }),
  ),
  compareModels: comparedModels("Other models that might hold the planned context"),
  apply: Type.Boolean({
    description: "Really reduce the texts, and deliver the context",
    default: false,
  }),
  query: Type.String({ description: "What matters where texts are distilled", default: "" }),
  asOf: Type.Optional(Type.String({ description: "The day whose prices count, YYYY-MM-DD" })),
  failOn: failOnField("none"),
});

const COUNT = Type.Integer({ minimum: 0 });
const NUMBER_OR_NULL = Type.Union([Type.Number(), Type.Null()]);

const TURN = Type.Object({
  turn: COUNT,
  inputTokens: COUNT,
  cachedTokens: COUNT,
  usedPercent: Type.Number({ description: "Of the allowed input" }),
  compacted: Type.Boolean(),
  fits: Type.Boolean(),
});

const CONVERSATION = Type.Object({
  turns: COUNT,
  firstOverflowTurn: Type.Union([COUNT, Type.Null()]),
  compactions: Type.Array(COUNT, { description: "Turns before which the history is compacted" }),
  peakTokens: COUNT,
  inputTokens: COUNT,
  cachedTokens: COUNT,
  outputTokens: COUNT,
  perTurn: Type.Array(TURN),
});

const COST = Type.Object({
  currency: Type.Literal("USD"),
  perConversation: Type.Number(),
  perDay: NUMBER_OR_NULL,
  perMonth: Type.Union([Type.Number(), Type.Null()], { description: "Of 30 days" }),
  withoutCache: Type.Number({ description: "A conversation with nothing cached" }),
});

const FACTS = {
  model: Type.String(),
  contextWindow: COUNT,
  inputLimit: Type.Integer({ description: "What the input may be beside the reserve" }),
  allowedInput: Type.Integer({ description: "The same, with the margin taken off", minimum: 0 }),
  reservedOutput: COUNT,
  totalTokens: COUNT,
  allocatedTokens: COUNT,
  deficit: Type.Integer({ description: "Tokens more than allowed, before cuts", minimum: 0 }),
  fits: Type.Boolean(),
  components: Type.Array(
    Type.Object({
      name: Type.String(),
      kind: oneOf(PART_KINDS),
      tokens: COUNT,
      priority: Type.Number(),
      min: Type.Integer({ description: "Below this it is not cut", minimum: 0 }),
      allocated: COUNT,
      cut: Type.Integer(),
      action: oneOf(["keep", "trim", "distill", "drop", "shrink"]),
      share: Type.Number({ description: "Percent of the allowed input" }),
    }),
  ),
  layout: Type.Array(Type.String(), { description: "Names in the order that caches best" }),
  cacheablePrefixTokens: COUNT,
  conversation: CONVERSATION,
  cost: Type.Union([COST, Type.Null()], { description: "null where the model has no price" }),
  models: Type.Array(
    Type.Object({
      model: Type.String(),
      fits: Type.Boolean({ description: "Whether it holds the planned context" }),
      remaining: Type.Integer(),
      costPerRequest: NUMBER_OR_NULL,
    }),
  ),
} as const;

const VALUE = kitValue(FACTS, { components: COUNT, cut: COUNT });
const FACTS_OBJECT = Type.Object(FACTS);

export type Input = Static<typeof INPUT>;

export type Failure = keyof typeof FAILURES;

export type Turn = Static<typeof TURN>;

export type Conversation = Static<typeof CONVERSATION>;

export type Cost = Static<typeof COST>;

export type Facts = Static<typeof FACTS_OBJECT>;

type Result = Outcome<Static<typeof VALUE>, Failure, keyof typeof WARNINGS>;

const STAGES = {
  count: countTokens,
  limits: window,
  allocate: null,
  apply: distill,
  turns: null,
  cost: priceRequest,
  compare: window,
} as const;

const ID = "context-budget-planning-kit";
const NAME = "Context Budget Planning Kit";

export default defineKit({
  id: ID,
  name: NAME,
  category: "Agent",
  description:
    "Plans who gets how much of a model's context window: cuts, cache order, compaction turn by turn, and cost.",
  keywords: [
    "agent",
    "agent memory",
    "auto-compact",
    "cache breakpoints",
    "chat history",
    "compaction",
    "context engineering",
    "context window",
    "conversation history",
    "cost",
    "prompt budget",
    "prompt caching",
    "rag",
    "sliding window",
    "token budget",
    "tool definitions",
    "truncation",
  ],
  aliases: ["context-plan-kit", "context-window-planner"],
  version: "2026-11-27",
  uses: [countTokens, auditTools, window, distill, shrink, trim, priceRequest],

  input: INPUT,
  primary: "components",
  value: VALUE,
  verb: "plan",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "plan the context window of an agent",
    "how many tokens may system prompt, tools, history and documents have",
    "what should be cut first when the context is too long",
    "token budget for retrieved documents and chat history",
    "at which turn does the conversation have to be compacted",
    "order prompt parts so that prompt caching works best",
    "what does a conversation of 40 turns cost with prompt caching",
    "split the context between components by priority",
    "allocate tokens to rag chunks, memory and examples",
    "my agent runs out of context after some turns, when and why",
    "compaction policy for a long agent conversation",
    "trim history and distill documents so that the prompt fits",
    "how much of the window do my tool definitions take",
    "context engineering plan with cost per day",
    "will the same context fit gemini, claude or gpt",
    "the bot forgets what was said at the beginning, how long may the chat become",
    "prompt too long for the model, reduce it by importance and give me the final text",
    "cacheable prefix length and cache break-points",
    "simulate growth of message history over turns",
    "budget allocation of a model's input with safety margin and reserved output",
    "kontextfenster eines agenten planen, was wird zuerst gekürzt",
    "planificar la ventana de contexto de un agente",
    "répartir le budget de tokens d'un prompt",
    "规划 上下文 窗口 的 token 预算",
    "コンテキスト ウィンドウ の トークン 配分 を 計画 する",
    "long chats make our helper bot stupid, when must it sum up",
    "i have 128k: instructions, shelves of documents, history, answer; who gets what",
    "put the fixed parts first so that the discount for repeats applies",
    "which document do i leave out first when the room gets tight",
    "claude code /compact, langgraph trim_messages, memgpt, letta, llamaindex memory buffer, kv cache",
    "apportion input tokens among prompt segments and forecast when history overflows",
    "planejar a janela de contexto de um agente",
  ],
  effort: 3,

  laws: [
    filesLaw,
    {
      name: "what is allotted is allowed wherever the plan fits",
      holds(run, input) {
        const { value } = run(input);
        return !value?.fits || value.allocatedTokens <= value.allowedInput;
      },
    },
    {
      name: "cached tokens are tokens of the input, and without growth all turns are equal",
      holds(run, input) {
        const turns = run({ ...input, turns: 6, turnTokens: 0, compactAtPercent: 100 }).value
          ?.conversation.perTurn;
        return (turns ?? []).every(
          (turn) =>
            turn.cachedTokens <= turn.inputTokens &&
            (turns?.[0]?.fits === false || turn.inputTokens === turns?.[0]?.inputTokens),
        );
      },
    },
    {
      name: "more margin never adds room",
      holds(run, input) {
        const { safetyMarginPercent = 5 } = input;
        const [less, more] = [safetyMarginPercent, Math.min(50, safetyMarginPercent + 10)].map(
          (margin) => run({ ...input, safetyMarginPercent: margin }).value?.allowedInput ?? 0,
        );
        return (more ?? 0) <= (less ?? 0);
      },
    },
    {
      name: "nothing is cut from what may not be",
      holds(run, input) {
        const { value } = run(input);
        return (value?.components ?? []).every(
          ({ tokens: all, min, cut, action }) => all > min || (cut === 0 && action === "keep"),
        );
      },
    },
  ],
  examples: [
    {
      title: "Too much for the model: the history gives way first",
      input: {
        components: [
          { name: "rules", kind: "system", tokens: 2000 },
          { name: "docs", kind: "retrieved", tokens: 250_000 },
          { name: "chat", kind: "history", tokens: 30_000 },
          { name: "question", kind: "input", tokens: 500 },
        ],
      },
      expect: {
        ok: true,
        value: {
          verdict: "review",
          allowedInput: 259_047,
          deficit: 23_453,
          components: [{ cut: 0 }, { cut: 0 }, { allocated: 6547, action: "trim" }, { cut: 0 }],
        },
      },
    },
    {
      title: "Forty turns with compaction and prompt caching",
      input: {
        components: [
          { name: "rules", kind: "system", tokens: 3000 },
          { name: "tools", kind: "tools", tokens: 5000 },
          { name: "question", kind: "input", tokens: 300 },
        ],
        turns: 40,
        turnTokens: 6000,
      },
      expect: { value: { conversation: { compactions: [35], peakTokens: 206_300 } } },
    },
    {
      title: "Documents are shortened to what a small window leaves them",
      input: {
        components: [
          { name: "rules", kind: "system", text: "Answer from the documents only." },
          {
            name: "docs",
            kind: "retrieved",
            min: 0,
            text: "The migration locks the orders table. Somebody brought flowers to the office. It takes 45 minutes. The weather was mild on that day, and nobody minded the wait.",
          },
          { name: "question", kind: "input", text: "How long is the table locked?" },
        ],
        contextWindow: 50,
        maxInputTokens: 50,
        maxOutputTokens: 10,
        outputTokens: 10,
        apply: true,
        query: "how long is the orders table locked",
      },
      expect: {
        ok: true,
        value: { fits: true, components: [{}, { action: "distill" }, { action: "keep" }] },
      },
    },
    {
      title: "Two contents for one component",
      input: { components: [{ name: "a", kind: "system", text: "x", tokens: 5 }] },
      expect: { ok: false, error: { code: "COMPONENT_CONTENT" } },
    },
  ],

  // With `apply` a text to be trimmed is cut and counted up to 20 times: 200,000 characters take up to 2 s.
  run(input, ctx): Result {
    const report = new KitReport(ID, NAME, STAGES);
    const work: Work = { input, ctx, report };
    const { compactToPercent = 0, compactAtPercent } = input;
    if (compactToPercent > compactAtPercent) {
      const expected = `at most compactAtPercent, ${compactAtPercent}`;
      return inputInvalid([outOfBounds("/compactToPercent", String(compactToPercent), expected)]);
    }
    const problems = partProblems(input);
    const limits = limitsOf(work);
    if (problems.length > 0) report.stop("count", problems);
    if (limits.value === undefined) report.stop("limits", limits.errors);
    if (problems.length > 0 || limits.value === undefined) return ended(input, report);
    const counted = countParts(work);
    const parts = counted.filter(isPart);
    if (parts.length < counted.length || parts.length === 0) {
      report.stop("count", counted as Entry[]);
      return ended(input, report);
    }
    return planFor(parts, limits.value, work);
  },
});

/** The answer of a run that a stage ended: nothing is planned. */
function ended({ model, failOn }: Input, report: Work["report"]): Result {
  return report.conclude({
    value: { model, ...NOTHING },
    counts: { components: 0, cut: 0 },
    failOn,
  });
}

const NOTHING: Omit<Facts, "model"> = {
  contextWindow: 0,
  inputLimit: 0,
  allowedInput: 0,
  reservedOutput: 0,
  totalTokens: 0,
  allocatedTokens: 0,
  deficit: 0,
  fits: false,
  components: [],
  layout: [],
  cacheablePrefixTokens: 0,
  conversation: {
    turns: 0,
    firstOverflowTurn: null,
    compactions: [],
    peakTokens: 0,
    inputTokens: 0,
    cachedTokens: 0,
    outputTokens: 0,
    perTurn: [],
  },
  cost: null,
  models: [],
};

function planFor(
  parts: readonly Part[],
  limits: Static<(typeof window)["value"]>,
  work: Work,
): Result {
  const { input, report } = work;
  const { model, contextWindow, inputLimit, reservedOutput } = limits;
  const allowed = allowedInput(inputLimit, input.safetyMarginPercent);
  const allotted = reduceTexts(allot(parts, allowed), work);
  reportAllocation(allotted, allowed, work);
  const layout = layOut(allotted);
  const stable = layout.filter((part) => part.stable);
  const totalTokens = totalOf(parts.map((part) => part.tokens));
  const allocatedTokens = totalOf(allotted.map(({ allocated }) => allocated));
  const frame = {
    allowed,
    prefix: totalOf(stable.map(({ allocated }) => allocated)),
    outputTokens: reservedOutput - input.reasoningTokens,
  };
  const conversation = simulate(allotted, frame, work);
  const facts: Facts = {
    model,
    contextWindow,
    inputLimit,
    allowedInput: allowed,
    reservedOutput,
    totalTokens,
    allocatedTokens,
    deficit: Math.max(0, totalTokens - allowed),
    fits: allocatedTokens <= allowed,
    components: describe(allotted, allowed),
    layout: layout.map(({ name }) => name),
    cacheablePrefixTokens: frame.prefix,
    conversation,
    cost: priceConversation(conversation, frame, work),
    models: compareModels(allocatedTokens, work),
  };
  writeFiles(facts, layout, work);
  return report.conclude({
    value: facts,
    counts: {
      components: parts.length,
      cut: facts.components.filter(({ cut }) => cut > 0).length,
    },
    output: {
      figures: figuresLine(facts),
      next: nextSteps(facts, input),
    },
    failOn: input.failOn,
  });
}

function describe(parts: readonly Allotted[], allowed: number): Facts["components"] {
  return parts.map((part) => ({
    name: part.name,
    kind: part.kind,
    tokens: part.tokens,
    priority: part.priority,
    min: part.floor,
    allocated: part.allocated,
    cut: part.tokens - part.allocated,
    action: part.action,
    share: percentOf(part.allocated, allowed, 2),
  }));
}

/** The caller's own request, as the window calculator takes it. */
function requestOf(input: Input) {
  const { model, contextWindow, maxInputTokens, maxOutputTokens, outputTokens, asOf } = input;
  return {
    model,
    reasoningTokens: input.reasoningTokens,
    ...(contextWindow === undefined ? {} : { contextWindow }),
    ...(maxInputTokens === undefined ? {} : { maxInputTokens }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(outputTokens === undefined ? {} : { outputTokens }),
    ...(asOf === undefined ? {} : { asOf }),
  };
}

function limitsOf({ input, ctx, report }: Work) {
  const { ok, value, errors = [] } = ctx.step(window, requestOf(input));
  if (!ok || !value) return { value: undefined, errors };
  const { inputLimit, reservedOutput } = value;
  report.takeOver("limits", errors, { OUTPUT_EXCEEDS_MAXIMUM: "error" });
  report.done("limits", `${inputLimit} tokens of input, ${reservedOutput} reserved for the answer`);
  return { value, errors: [] };
}

/** Other models with what was planned as their input. */
function compareModels(inputTokens: number, { input, ctx, report }: Work) {
  const { compareModels: names, safetyMarginPercent } = input;
  if (names === undefined) {
    report.skipped("compare", "Nothing is compared; the field `compareModels` would");
    return [];
  }
  const compared = ctx.step(window, {
    ...requestOf(input),
    inputTokens: Math.min(inputTokens, MOST_TOKENS),
    safetyMarginPercent,
    compareModels: names,
  });
  report.takeOver("compare", compared.warnings, { MODEL_UNKNOWN: "warning" });
  const [error] = compared.errors ?? [];
  if (!compared.ok && error !== undefined) {
    report.stageFailed("compare", error);
    return [];
  }
  const models = (compared.value?.models ?? []).map((other) => ({
    model: other.model,
    fits: other.fits,
    remaining: other.remaining,
    costPerRequest: other.costPerRequest,
  }));
  const holding = models.filter(({ fits }) => fits).length;
  report.done("compare", `${holding} of ${models.length} models hold the plan`);
  return models;
}
