import { type Static, Type } from "@sinclair/typebox";
import { oneOf, whole } from "./_core/fields.ts";
import { defineTool } from "./_core/tool.ts";
import { DOCUMENT_WARNINGS } from "./_lib/fields/document-field.ts";
import { readShaped, SHAPED_FAILURES } from "./_lib/fields/shaped-field.ts";
import { failOnField } from "./_lib/results/review/shapes.ts";
import { planRetries } from "./batch-retry-safety-planner/plan.ts";

const FAILURES = {
  ...SHAPED_FAILURES,
  DUPLICATE_ID: "Two items have one id",
  BATCH_RETRY_SAFETY_PLANNER_FAILED: "The gate was set, and a person must look at an item",
} as const;

const WARNINGS = {
  RETRY_AFTER_INVALID: "A retryAfter is neither seconds nor an HTTP date, and is ignored",
  ...DOCUMENT_WARNINGS,
} as const;

const JITTERS = ["none", "full", "equal", "decorrelated"] as const;

export type Jitter = (typeof JITTERS)[number];

const text = (description: string) =>
  Type.Optional(Type.Union([Type.String(), Type.Null()], { description }));

const textOrNumber = (description: string) =>
  Type.Optional(Type.Union([Type.String(), Type.Number(), Type.Null()], { description }));

const integer = (description: string, maximum: number) =>
  Type.Optional(Type.Union([Type.Integer({ minimum: 0, maximum }), Type.Null()], { description }));

const ITEM = Type.Object({
  id: Type.Union([Type.String(), Type.Number()], { description: "No other item has it" }),
  method: text("Of HTTP, in any letter case; GET if left out"),
  status: integer("Of the response, if there was one", 999),
  error: text("Of the client, if there was no response"),
  attempts: integer("Tries so far, 1 if left out", 1_000_000),
  idempotencyKey: textOrNumber("Sent with the request: it may be repeated"),
  idempotent: Type.Optional(
    Type.Union([Type.Boolean(), Type.Null()], {
      description: "The request may be repeated whatever its method",
    }),
  ),
  retryAfter: textOrNumber("Of the response: seconds, or an HTTP date"),
});

const ITEMS = Type.Array(ITEM, { minItems: 1, maxItems: 2000 });

const LONGEST_DELAY = 3_600_000;

/** A deadline further away than this changes nothing. */
const LATEST_DEADLINE = Number.MAX_SAFE_INTEGER;

const INPUT = Type.Object({
  items: Type.Union([ITEMS, Type.String({ description: "The same as JSON or YAML text" })], {
    description: "The requests",
  }),
  maxAttempts: whole({
    description: "Tries in all, the first included",
    minimum: 1,
    maximum: 20,
    default: 4,
  }),
  baseDelayMs: whole({
    description: "The first delay",
    minimum: 1,
    maximum: LONGEST_DELAY,
    default: 500,
  }),
  maxDelayMs: whole({
    description: "No delay is longer, unless the server asks for it",
    minimum: 1,
    maximum: LONGEST_DELAY,
    default: 30_000,
  }),
  multiplier: Type.Number({
    description: "By what a delay grows from try to try",
    minimum: 1,
    maximum: 10,
    default: 2,
  }),
  jitter: oneOf(JITTERS, { description: "How delays are spread", default: "full" }),
  jitterSeed: Type.String({ description: "The same seed gives the same plan", default: "0" }),
  deadlineMs: Type.Optional(
    whole({ description: "Nothing is tried after it", minimum: 0, maximum: LATEST_DEADLINE }),
  ),
  retryBudgetPercent: Type.Optional(
    Type.Number({
      description: "So many of a hundred items are retried; the rest wait",
      minimum: 0,
      maximum: 100,
    }),
  ),
  failOn: failOnField("none"),
});

export type Settings = Omit<Static<typeof INPUT>, "items">;

export type Item = Static<typeof ITEM>;

const DECISIONS = ["done", "pending", "retry", "deferred", "needs-review", "do-not-retry"] as const;

export type Decision = (typeof DECISIONS)[number];

const REASONS = [
  "SUCCEEDED",
  "NOT_SENT",
  "PERMANENT_STATUS",
  "PERMANENT_ERROR",
  "NOT_PROCESSED",
  "IDEMPOTENT_METHOD",
  "IDEMPOTENCY_KEY",
  "MAY_HAVE_EXECUTED",
  "ATTEMPTS_EXHAUSTED",
  "DEADLINE_EXCEEDED",
  "RETRY_BUDGET",
] as const;

export type Reason = (typeof REASONS)[number];

const COUNT = Type.Integer({ minimum: 0 });

const VALUE = Type.Object({
  items: Type.Array(
    Type.Object({
      id: Type.String(),
      decision: oneOf(DECISIONS),
      reason: oneOf(REASONS),
      schedule: Type.Array(
        Type.Object({
          attempt: Type.Integer({ minimum: 1, description: "The first try is 1" }),
          delayMs: COUNT,
          atMs: Type.Integer({ minimum: 0, description: "Sum of the delays so far" }),
          capMs: Type.Integer({ minimum: 0, description: "Most that jitter may give" }),
        }),
      ),
    }),
    { description: "In the order of the input" },
  ),
  counts: Type.Object({
    done: COUNT,
    pending: COUNT,
    retry: COUNT,
    deferred: COUNT,
    needsReview: COUNT,
    doNotRetry: COUNT,
  }),
  worstCaseMs: Type.Integer({
    minimum: 0,
    description: "When the last retry starts at the latest",
  }),
});

export type Value = Static<typeof VALUE>;

export type Planned = Value["items"][number];

export default defineTool({
  id: "batch-retry-safety-planner",
  name: "Batch Retry Safety Planner",
  category: "Network",
  description:
    "Decides after a half-failed batch what may safely be sent again, when, and which requests a person must look at first.",
  keywords: [
    "backoff",
    "batch",
    "bulk",
    "dead letter",
    "duplicate",
    "exponential",
    "http",
    "idempotency",
    "idempotent",
    "jitter",
    "partial failure",
    "rate limit",
    "resilience",
    "retry",
    "retry-after",
    "timeout",
  ],
  aliases: ["retry-planner", "backoff-planner", "idempotency-check"],
  version: "2026-11-23",

  input: INPUT,
  primary: "items",
  value: VALUE,
  verb: "plan",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "which failed requests can i retry safely",
    "is it safe to retry a post after 502",
    "plan retries with exponential backoff and jitter",
    "compute a retry schedule for failed jobs",
    "respect retry-after headers of a batch",
    "avoid duplicate payments when retrying",
    "full jitter backoff delays",
    "decorrelated jitter schedule",
    "retry budget for a batch of api calls",
    "idempotency key check before resending",
    "which items need manual review after a timeout",
    "sort failed http calls into retry and give up",
    "hundreds of payments were sent and the connection dropped halfway, who was charged twice",
    "resend only the failed ones of a bulk job without doubling orders",
    "wait time between attempts before trying again",
    "half of the messages failed, which may I send once more",
    "redrive policy for failed invocations with side effects",
    "at-least-once delivery, which operations are not repeatable",
    "emails went out partly before the crash, continue or start over",
    "nightly import died in the middle, may I just run it again",
    "fehlgeschlagene anfragen sicher wiederholen planen",
    "planificar reintentos seguros con espera exponencial",
    "planifier de nouvelles tentatives avec délai exponentiel",
    "批量 请求 失败 安全 重试 计划",
    "失敗したリクエストの安全な再試行を計画する",
    "reenviar solo los que fallaron sin duplicar pagos",
    "nur fehlgeschlagene erneut senden ohne doppelte zahlungen",
    "renvoyer seulement les échecs sans doubler les paiements",
    "只 重发 失败 的 请求 避免 重复 扣款",
    "失敗した分だけ再送 二重課金を防ぐ",
    "sent 500 invoices by mail, the server went down at 230, which do i send again",
    "stripe charge timed out, did the customer pay, may i press again",
    "import of contacts answered 207 with some 429 and some 409",
    "our worker died in the queue, rerun all or only part",
    "Idempotency-Key, Retry-After, SQS redrive, DLQ, Polly, tenacity, resilience4j, HTTP 207",
    "classify outcomes of a partly failed batch into resend now, resend later, never, ask a human",
    "reenviar lote com falhas sem cobrar duas vezes",
    "doppelte buchung vermeiden, welche aufträge nochmal schicken",
    "quelles requêtes relancer sans risque de doublon",
    "再実行してよいリクエスト 冪等 バックオフ",
  ],
  effort: 3,

  laws: [
    {
      name: "without a budget an item's plan depends neither on other items nor on their order",
      holds(run, input) {
        const { value } = run(input);
        const isBound = input.retryBudgetPercent !== undefined;
        if (!value || isBound || !Array.isArray(input.items)) return true;
        const reversed = run({ ...input, items: input.items.toReversed() }).value;
        const alone = run({ ...input, items: input.items.slice(0, 1) }).value;
        return (
          same(reversed?.items.toReversed(), value.items) &&
          same(alone?.items, value.items.slice(0, 1))
        );
      },
    },
    {
      name: "a delay is within its cap, but for the first one and where it is decorrelated",
      holds(run, input) {
        const { value } = run(input);
        if (!value || input.jitter === "decorrelated") return true;
        return value.items.every(({ schedule }) =>
          schedule.slice(1).every(({ delayMs, capMs }) => delayMs >= 0 && delayMs <= capMs),
        );
      },
    },
    {
      name: "counts add up to the items, and only what is retried has a schedule",
      holds(run, input) {
        const { value } = run(input);
        if (!value) return true;
        const { items, counts } = value;
        const sum = Object.values(counts).reduce((total, count) => total + count, 0);
        return (
          sum === items.length &&
          items.every(({ decision, schedule }) => (decision === "retry") === schedule.length > 0)
        );
      },
    },
  ],
  examples: [
    {
      title: "What the server turned away may go again, what it may have done may not",
      input: {
        items: [
          { id: "p1", method: "POST", status: 502 },
          { id: "p2", method: "POST", status: 502, idempotencyKey: "k-2" },
          { id: "p3", method: "POST", status: 429, retryAfter: "20" },
          { id: "p4", method: "POST", status: 422 },
          { id: "p5", status: 204 },
        ],
        jitter: "none",
        maxAttempts: 3,
      },
      expect: {
        output:
          "p1 needs-review MAY_HAVE_EXECUTED\np2 retry IDEMPOTENCY_KEY 500, 1000 ms\np3 retry NOT_PROCESSED 20000, 1000 ms\np4 do-not-retry PERMANENT_STATUS\np5 done SUCCEEDED",
        valid: false,
        value: {
          counts: { done: 1, pending: 0, retry: 2, deferred: 0, needsReview: 1, doNotRetry: 1 },
          worstCaseMs: 21_000,
        },
      },
    },
    {
      title: "Delays that double up to a cap",
      input: {
        items: [{ id: "a", method: "GET", status: 503 }],
        jitter: "none",
        maxAttempts: 5,
        baseDelayMs: 1000,
        maxDelayMs: 5000,
      },
      expect: {
        output: "a retry IDEMPOTENT_METHOD 1000, 2000, 4000, 5000 ms",
        valid: true,
        value: { worstCaseMs: 12_000 },
      },
    },
    {
      title: "Jitter that is the same every time",
      input: {
        items: [
          { id: "order-1", method: "PUT", status: 500 },
          { id: "order-2", method: "PUT", status: 500 },
        ],
        jitterSeed: "release-7",
        retryBudgetPercent: 50,
      },
      expect: {
        output: "order-1 retry IDEMPOTENT_METHOD 460, 366, 334 ms\norder-2 deferred RETRY_BUDGET",
      },
    },
    {
      title: "Errors of the client, and a deadline",
      input: {
        items: [
          { id: "a", method: "post", error: "connect ECONNREFUSED 127.0.0.1:5432" },
          { id: "b", method: "post", error: "ECONNRESET" },
          { id: "c", method: "post", error: "it broke" },
          { id: "d", status: 503, retryAfter: 60 },
          { id: "e" },
        ],
        jitter: "none",
        deadlineMs: 2000,
      },
      expect: {
        output:
          "a retry NOT_PROCESSED 500, 1000 ms\nb needs-review MAY_HAVE_EXECUTED\nc needs-review MAY_HAVE_EXECUTED\nd do-not-retry DEADLINE_EXCEEDED\ne pending NOT_SENT",
      },
    },
    {
      title: "A gate for pipelines",
      input: { items: [{ id: "a", method: "POST", status: 500 }], failOn: "error" },
      expect: {
        ok: false,
        error: { code: "BATCH_RETRY_SAFETY_PLANNER_FAILED" },
        value: { counts: { needsReview: 1 } },
      },
    },
    {
      title: "An id twice",
      input: { items: [{ id: "a" }, { id: "a" }] },
      expect: { ok: false, error: { code: "DUPLICATE_ID" }, errors: [{ path: "/items/1/id" }] },
    },
  ],

  run({ items, ...settings }, ctx) {
    const read = readShaped(items, "/items", ITEMS);
    if (read.failure) return read.failure;
    return planRetries(read, settings, ctx.now());
  },
});

function same(a: readonly Planned[] | undefined, b: readonly Planned[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
