import { defineTool } from "./_core/tool.ts";
import { FAILURES, INPUT, VALUE, WARNINGS } from "./batch-retry-safety-planner/contract.ts";
import { RETRY_LAWS } from "./batch-retry-safety-planner/laws.ts";
import { planRetries } from "./batch-retry-safety-planner/plan.ts";

export default defineTool({
  id: "batch-retry-safety-planner",
  name: "Batch Retry Safety Planner",
  category: "Network",
  description:
    "Decides after a half-failed batch what may safely be sent again, when, and which requests a person must look at first.",
  keywords: [
    "backoff",
    "batch",
    "duplicate",
    "exponential",
    "http",
    "idempotency",
    "jitter",
    "rate limit",
    "resilience",
    "retry",
    "retry-after",
    "timeout",
  ],
  aliases: ["retry-planner", "backoff-planner", "idempotency-check"],
  version: "2026-11-22",

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
  ],
  effort: 3,

  laws: RETRY_LAWS,
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
          { id: "c", error: "it broke" },
          { id: "d", status: 503, retryAfter: 60 },
          { id: "e" },
        ],
        jitter: "none",
        deadlineMs: 2000,
      },
      expect: {
        output:
          "a retry NOT_PROCESSED 500, 1000 ms\nb needs-review MAY_HAVE_EXECUTED\nc do-not-retry UNKNOWN_ERROR\nd do-not-retry DEADLINE_EXCEEDED\ne pending NOT_SENT",
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

  run: planRetries,
});
