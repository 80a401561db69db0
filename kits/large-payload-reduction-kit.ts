import { type Static, Type } from "@sinclair/typebox";
import { dataOrJson, jsonField, oneOf, whole } from "../tools/_core/fields.ts";
import { type Entry, fail, type Outcome } from "../tools/_core/tool.ts";
import { INPUT_FAILURES } from "../tools/_lib/results/input-invalid.ts";
import { JSON_FAILURES } from "../tools/_lib/json/tree/json-field.ts";
import { percentOf } from "../tools/_lib/numbers/percent.ts";
import { OUTPUT_FAILURES } from "../tools/_lib/results/output-limit.ts";
import { POINTER_PATTERN } from "../tools/_lib/results/pointer-patterns.ts";
import { failOnField } from "../tools/_lib/results/review/shapes.ts";
import distill from "../tools/context-distill.ts";
import toMarkdown from "../tools/html-to-agent-markdown.ts";
import formatJson from "../tools/json-formatter.ts";
import shrinkJson from "../tools/json-shrink.ts";
import cleanMarkdown from "../tools/markdown-cleaner.ts";
import countTokens from "../tools/token-counter.ts";
import { defineKit } from "./_core/kit.ts";
import { kitValue } from "./_core/kit-value.ts";
import { filesLaw } from "./_core/files-law.ts";
import { KitReport } from "./_core/report.ts";
import {
  noteOf,
  promptNote,
  reducedName,
  restoreText,
  retentionOf,
} from "./large-payload-reduction-kit/files.ts";
import { Gauge } from "./large-payload-reduction-kit/gauge.ts";
import { DROP, dropMembers, jsonSteps } from "./large-payload-reduction-kit/json-steps.ts";
import {
  emptyPayload,
  isJson,
  type Payload,
  readPayload,
  textOfPayload,
} from "./large-payload-reduction-kit/kind.ts";
import {
  climb,
  type Ctx,
  type Start,
  type Step,
  TOOLS,
} from "./large-payload-reduction-kit/ladder.ts";
import { jsonParts } from "./large-payload-reduction-kit/parts.ts";
import { findAll, logStages, planOf, type Work } from "./large-payload-reduction-kit/report.ts";
import {
  csvSteps,
  htmlSteps,
  logSteps,
  markdownSteps,
  textSteps,
} from "./large-payload-reduction-kit/text-steps.ts";

const FAILURES = {
  ...JSON_FAILURES,
  ...INPUT_FAILURES,
  ...OUTPUT_FAILURES,
  PAYLOAD_EMPTY: "The payload holds nothing but white space",
  CONFLICTING_FIELDS: "Both targetTokens and targetPercent were given",
  TARGET_NOT_MET: "The steps cannot make the payload as small as the target",
  LARGE_PAYLOAD_REDUCTION_KIT_FAILED: "The gate is set, and a finding closes it",
} as const;

const WARNINGS = {
  ...formatJson.warnings,
  ...shrinkJson.warnings,
  ...toMarkdown.warnings,
  ...cleanMarkdown.warnings,
  ...distill.warnings,
  ...countTokens.warnings,
  LOSSY: "The result does not hold all of the payload",
  NUMBERS_LOST: "Numbers of the payload are not in the result",
  DROP_WITHOUT_EFFECT: "The patterns of drop name nothing of the payload",
  KEEP_WITHOUT_EFFECT: "The payload is no JSON: the patterns of keep name nothing of it",
} as const;

const KINDS = ["json", "jsonl", "csv", "html", "markdown", "log", "text"] as const;

const patterns = (description: string) =>
  dataOrJson(Type.Array(Type.String({ pattern: POINTER_PATTERN }), { maxItems: 100 }), {
    description,
    default: [],
  });

const INPUT = Type.Object({
  payload: jsonField({ description: "What is too large: text, or a JSON value" }),
  kind: oneOf(["auto", ...KINDS], {
    description: "What the payload is; auto goes by its looks",
    default: "auto",
  }),
  targetTokens: Type.Optional(
    whole({
      description: "Tokens that the result may have; without a target nothing is lost",
      minimum: 1,
      maximum: 100_000,
    }),
  ),
  targetPercent: Type.Optional(
    Type.Number({
      description: "The same as a share of the tokens before",
      minimum: 1,
      maximum: 99,
    }),
  ),
  losslessOnly: Type.Boolean({
    description: "Never lose anything, even where the target is not met",
    default: false,
  }),
  query: Type.String({ description: "What matters, where text is distilled", default: "" }),
  keep: patterns("JSON: pointer patterns of what no step may change, as in json-shrink"),
  drop: patterns(
    "JSON: pointer patterns of members to drop, as in json-shrink: whatever the target, and first of all",
  ),
  model: Type.String({ description: "The model whose tokens count", default: "gpt-5" }),
  failOn: failOnField("none"),
});

const COUNT = Type.Integer({ minimum: 0 });

const LOSS = Type.Object({
  code: Type.String(),
  path: Type.Union([Type.String(), Type.Null()]),
  count: COUNT,
});

const STEP = Type.Object({
  id: Type.String(),
  tool_id: Type.String(),
  lossless: Type.Boolean({ description: "Whether the step never loses anything" }),
  tokens: Type.Union([COUNT, Type.Null()]),
  applied: Type.Boolean(),
  reason: oneOf(["applied", "no-gain", "refused", "not-needed", "skipped"]),
});

const KEPT = Type.Object({ before: COUNT, kept: COUNT, percent: Type.Number() });
const KEPT_OR_NULL = Type.Union([KEPT, Type.Null()]);

const RETENTION = Type.Object(
  { numbers: KEPT_OR_NULL, urls: KEPT_OR_NULL, identifiers: KEPT_OR_NULL, keys: KEPT_OR_NULL },
  { description: "Distinct items of the payload that stand in the output; null without any" },
);

const FACTS = {
  kind: oneOf(KINDS),
  tokensBefore: COUNT,
  tokensAfter: COUNT,
  savedPercent: Type.Number(),
  target: Type.Union([COUNT, Type.Null()]),
  met: Type.Boolean(),
  note: Type.Union([Type.String(), Type.Null()], {
    description: "Why the result is not within 5 % of the target, where it is not",
  }),
  lossless: Type.Boolean(),
  result: Type.String({ description: "The step whose form it is, or original" }),
  steps: Type.Array(STEP),
  losses: Type.Array(LOSS),
  retention: RETENTION,
  restore: oneOf(["none", "automatic", "impossible"]),
} as const;

const FACTS_OBJECT = Type.Object(FACTS);
const VALUE = kitValue(FACTS, { steps: COUNT });

export type Input = Static<typeof INPUT>;

export type Kind = (typeof KINDS)[number];

export type Loss = Static<typeof LOSS>;

export type StepReport = Static<typeof STEP>;

export type Kept = Static<typeof KEPT>;

export type Retention = Static<typeof RETENTION>;

export type Facts = Static<typeof FACTS_OBJECT>;

type Result = Outcome<Static<typeof VALUE>, keyof typeof FAILURES, keyof typeof WARNINGS>;

const ID = "large-payload-reduction-kit";
const NAME = "Large Payload Reduction Kit";

/**
 * Of 100,000 characters a step takes 20 to 60 ms, and one that looks for the mildest setting mostly three to eight runs:
 * half a second, one in the worst case. Without a target, 100 to 300 ms: four forms, each counted in tokens.
 */
export default defineKit({
  id: ID,
  name: NAME,
  category: "AI",
  description:
    "Makes a payload fit a token budget in the mildest way that does, with proof of what was kept.",
  keywords: [
    "api response",
    "compress",
    "condense",
    "context",
    "context overflow",
    "csv",
    "html",
    "json",
    "log",
    "max tokens",
    "oversized",
    "payload",
    "prompt",
    "reduce",
    "shrink",
    "slim",
    "token budget",
    "tokens",
    "too big",
    "too long",
    "truncate",
  ],
  aliases: ["payload-reduction-kit", "payload-shrink-kit"],
  version: "2026-11-27",
  uses: TOOLS,

  input: INPUT,
  primary: "payload",
  value: VALUE,
  verb: "reduce",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "make a large payload fit a token budget",
    "the api response is too large for the prompt",
    "reduce json, logs, csv or html to 2000 tokens",
    "shrink a tool result before it goes into the context",
    "lossless compression of json for a language model",
    "tool output too long, cut it without losing what matters",
    "mcp response exceeds maximum allowed tokens",
    "least destructive way to shorten a payload",
    "what was lost when the payload was truncated",
    "compress a big log file for a chat message",
    "payload reduction with restore instructions",
    "shorten a web page to a token limit",
    "fit a csv table into the context window by keeping the first rows",
    "prove that numbers and urls survived the shortening",
    "my json has thousands of rows and the model rejects it",
    "413 payload too large, send less to the model",
    "reduce to 30 percent of the tokens",
    "compact representation of an array of objects for llm prompts",
    "squeeze jsonl records into fewer tokens",
    "auto detect the format and minimise tokens",
    "context length exceeded because of one huge document",
    "große api-antwort für den prompt verkleinern",
    "reducir un json demasiado grande para el modelo",
    "réduire un journal trop long à un budget de tokens",
    "把过大的 json 压缩到 token 预算",
    "大きすぎる レスポンス を トークン 予算 に 収める",
    "сократить большой ответ api до лимита токенов",
    "the answer of the shop api is five megabytes, my bot chokes on it",
    "make this huge thing a third of its size but leave prices and ids alone",
    "claude code says the tool reply is over 25000 tokens",
    "whatever it is, table, page or log, get it small enough to paste",
    "MAX_MCP_OUTPUT_TOKENS, toon format, llmlingua, repomix, jq del, context_length_exceeded",
    "pick the gentlest reduction by content type until a target size is met, with a loss account",
    "reduzir uma resposta grande demais para caber no prompt",
  ],
  effort: 3,

  laws: [
    filesLaw,
    {
      name: "nothing ever takes more tokens than before, and what is kept is part of what was there",
      holds(run, input) {
        const { value } = run(input);
        if (!value) return true;
        return (
          value.tokensAfter <= value.tokensBefore &&
          Object.values(value.retention).every((kept) => kept === null || kept.percent <= 100)
        );
      },
    },
    {
      name: "losslessOnly loses nothing but what is to be dropped, and no target neither, but for pages",
      holds(run, { targetTokens = 10, targetPercent: _percent, ...input }) {
        const first = run({ ...input, losslessOnly: true, targetTokens });
        const second = run(input);
        const isAsked = (losses: readonly Loss[]) =>
          losses.every(({ code }) => code === "PATH_DROPPED");
        return (
          (first.value?.lossless !== false || isAsked(first.value.losses)) &&
          (second.value?.kind === "html" ||
            second.value?.lossless !== false ||
            isAsked(second.value.losses))
        );
      },
    },
    {
      name: "a larger target is never met with more loss",
      holds(run, { targetTokens: _tokens, targetPercent: _percent, ...input }) {
        const [small, large] = [
          run({ ...input, targetPercent: 30 }),
          run({ ...input, targetPercent: 70 }),
        ];
        if (!small.value || !large.value) return true;
        // One that no step reaches, as no sentence is so short, costs nothing.
        if (small.value.tokensAfter > (small.value.target ?? 0)) return true;
        const steps = small.value.steps.map(({ id }) => id);
        return (
          (large.value.lossless || !small.value.lossless) &&
          steps.indexOf(large.value.result) <=
            Math.max(steps.indexOf("drop") + 4, steps.indexOf(small.value.result))
        );
      },
    },
    {
      name: "a target that is not met, or far from met, has its note",
      holds(run, input) {
        const { value } = run(input);
        if (!value || value.target === null) return true;
        const { tokensAfter, target, note } = value;
        return (tokensAfter <= target && tokensAfter >= 0.95 * target) || note !== null;
      },
    },
  ],
  examples: [
    {
      title: "Rows as a table: nothing is lost",
      input: {
        payload:
          '[{"identifier":"row-1","quantity":1},{"identifier":"row-2","quantity":2},{"identifier":"row-3","quantity":3},{"identifier":"row-4","quantity":4}]',
      },
      expect: {
        ok: true,
        value: { kind: "json", lossless: true, result: "table", restore: "automatic", met: true },
      },
    },
    {
      title: "As many items as fit",
      input: {
        payload: { ids: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20] },
        targetTokens: 30,
      },
      expect: {
        value: { met: true, lossless: false, result: "items", losses: [{ code: "ITEMS_CUT" }] },
      },
    },
    {
      title: "A log of equal lines",
      input: {
        payload:
          "12:00:00 INFO start\n12:00:01 INFO ok\n12:00:01 INFO ok\n12:00:01 INFO ok\n12:00:01 INFO ok\n12:00:01 INFO ok\n12:00:02 ERROR disk full",
      },
      expect: {
        output:
          "12:00:00 INFO start\n12:00:01 INFO ok\n... [previous line repeated 4 more times]\n12:00:02 ERROR disk full",
        value: { kind: "log", result: "repeats", lossless: true },
      },
    },
    {
      title: "Nothing there",
      input: { payload: "   " },
      expect: { ok: false, error: { code: "PAYLOAD_EMPTY" } },
    },
  ],

  run(input, ctx) {
    const { targetTokens, targetPercent } = input;
    if (targetTokens !== undefined && targetPercent !== undefined) {
      const message =
        "Cannot choose a target: found both targetTokens and targetPercent, expected one of them";
      return fail({ code: "CONFLICTING_FIELDS", message, path: "/targetPercent" });
    }
    const text = textOfPayload(input.payload) ?? "";
    const payload = text.trim() === "" ? [emptyPayload(text)] : readPayload(text, input.kind);
    if (!("kind" in payload)) {
      const { kind } = input;
      return ended({ kind: kind === "auto" ? "text" : kind }, [], "read", payload, input);
    }
    const dropped = dropFirst(payload, input, ctx);
    if ("errors" in dropped) return ended(payload, [DROP], DROP.id, dropped.errors, input);
    const { start, data } = dropped;
    const { value } = ctx.step(countTokens, { text, model: input.model });
    const before = value?.high ?? 0;
    const target =
      targetPercent === undefined
        ? targetTokens
        : Math.max(1, Math.floor((before * targetPercent) / 100));
    const gauge = new Gauge(ctx, input.model, target);
    const tried = stepsFor(data, input, ctx);
    const isChained = data.json === undefined;
    const climbed = climb(data.json ?? text, tried, isChained, gauge, { ...input, before, start });
    const steps = [...(start === undefined ? [] : [start.step]), ...tried];
    const { best, losses } = climbed;
    const ofJson =
      data.json === undefined || best?.name !== "json"
        ? []
        : jsonParts(data.json, best, losses, payload.kind, ctx);
    const told = { ...climbed, parts: [...climbed.parts, ...ofJson] };
    return conclude({ payload, steps, climbed: told, input, before, target });
  },
});

const NOTHING: Omit<Facts, "kind"> = {
  tokensBefore: 0,
  tokensAfter: 0,
  savedPercent: 0,
  target: null,
  met: false,
  note: null,
  lossless: true,
  result: "original",
  steps: [],
  losses: [],
  retention: { numbers: null, urls: null, identifiers: null, keys: null },
  restore: "none",
};

/** The answer of a run that ended before there was anything to measure. */
function ended(
  { kind }: Pick<Payload, "kind">,
  steps: readonly Step[],
  stage: string,
  errors: readonly Entry[],
  { failOn }: Input,
): Result {
  const report = new KitReport(ID, NAME, planOf({ kind }, steps));
  report.stop(stage, errors);
  const counts = { steps: steps.length };
  return report.conclude({ value: { kind, ...NOTHING }, counts, failOn });
}

/** What `drop` names goes before all else: nobody who names a secret wants it sent on because there was room for it. */
function dropFirst(
  payload: Payload,
  input: Input,
  ctx: Ctx,
): { readonly start: Start | undefined; readonly data: Payload } | { errors: readonly Entry[] } {
  const { kind, json } = payload;
  if (input.drop.length === 0 || json === undefined || !isJson(kind)) {
    return { start: undefined, data: payload };
  }
  const dropped = dropMembers(json, input, ctx, kind === "jsonl");
  if (dropped === undefined) return { start: { step: DROP, form: undefined }, data: payload };
  if ("errors" in dropped) return dropped;
  return { start: { step: DROP, form: dropped.form }, data: { ...payload, json: dropped.json } };
}

function stepsFor({ kind, text, json }: Payload, input: Input, ctx: Ctx): Step[] {
  if (json !== undefined && isJson(kind)) return jsonSteps(json, input, ctx, kind === "jsonl");
  if (kind === "csv") return csvSteps(text, ctx);
  if (kind === "html") return htmlSteps(input, ctx);
  if (kind === "markdown") return markdownSteps(input, ctx);
  return kind === "log" ? logSteps(text, ctx) : textSteps(input, ctx);
}

function conclude(work: Work): Result {
  const { payload, steps, climbed, input, before, target } = work;
  const report = new KitReport(ID, NAME, planOf(payload, steps));
  const output = climbed.best?.text ?? payload.text;
  const { best, tokens, lossless, losses, result } = climbed;
  const plain: Omit<Facts, "note"> = {
    kind: payload.kind,
    tokensBefore: before,
    tokensAfter: tokens,
    savedPercent: percentOf(before - tokens, before, 1),
    target: target ?? null,
    met: target === undefined || tokens <= target,
    lossless,
    result,
    steps: [...climbed.reports],
    losses: [...losses],
    retention: retentionOf(payload, output, best),
    restore: lossless ? (best?.restore === undefined ? "none" : "automatic") : "impossible",
  };
  const facts: Facts = { ...plain, note: noteOf(plain, climbed) };
  logStages(facts, work, report);
  findAll(facts, work, report);
  report.file(reducedName(best, payload), output);
  report.json("steps.json", {
    kind: facts.kind,
    target: facts.target,
    note: facts.note,
    steps: facts.steps,
    losses: facts.losses,
    retention: facts.retention,
  });
  report.file("restore.md", restoreText(facts, climbed, payload));
  report.file("prompt-note.md", promptNote(facts, climbed));
  return report.conclude({
    value: facts,
    counts: { steps: steps.length },
    output,
    failOn: input.failOn,
  });
}
