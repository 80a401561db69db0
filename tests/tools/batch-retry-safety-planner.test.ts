import { createHash } from "node:crypto";
import { describe, expect, test } from "bun:test";
import type { Static } from "@sinclair/typebox";
import fc from "fast-check";
import tool from "../../tools/batch-retry-safety-planner.ts";
import { FIXED_CLOCK, runUnit } from "../support/run-unit.ts";

type Input = Partial<Static<typeof tool.input>>;
type Value = Static<typeof tool.value>;

const NOW = Date.UTC(2026, 10, 22, 12);
const run = (input: object) => runUnit(tool as never, input, { ...FIXED_CLOCK, now: NOW } as never);
const valueOf = (input: object) => run(input).value as Value;
const one = (item: object, input: Input = {}) => {
  const [first] = valueOf({ jitter: "none", ...input, items: [{ id: "a", ...item }] }).items;
  if (!first) throw new Error("no item");
  return first;
};
const verdict = (item: object, input: Input = {}) => {
  const { decision, reason } = one(item, input);
  return `${decision} ${reason}`;
};
const delays = (item: object, input: Input = {}) =>
  one(item, input).schedule.map(({ delayMs }) => delayMs);
const failure = (input: object) => {
  const { ok, errors = [], error } = run(input);
  return ok ? "" : `${error?.code ?? errors[0]?.code} ${errors[0]?.path}`;
};

describe("decisions", () => {
  test.each<[object, string]>([
    [{ status: 200 }, "done SUCCEEDED"],
    [{ status: 399, method: "POST" }, "done SUCCEEDED"],
    [{ status: 204, error: "ECONNRESET" }, "done SUCCEEDED"],
    [{}, "pending NOT_SENT"],
    [{ error: null, status: null, method: null }, "pending NOT_SENT"],
    [{ error: " " }, "pending NOT_SENT"],
    [{ status: 100 }, "do-not-retry PERMANENT_STATUS"],
    [{ status: 400 }, "do-not-retry PERMANENT_STATUS"],
    [{ status: 501 }, "do-not-retry PERMANENT_STATUS"],
    [{ status: 525 }, "do-not-retry PERMANENT_STATUS"],
    [{ status: 429, method: "POST" }, "retry NOT_PROCESSED"],
    [{ status: 408 }, "retry NOT_PROCESSED"],
    [{ status: 500, method: "get" }, "retry IDEMPOTENT_METHOD"],
    [{ status: 500, method: "delete" }, "retry IDEMPOTENT_METHOD"],
    [{ status: 524, method: "PATCH" }, "needs-review MAY_HAVE_EXECUTED"],
    [{ status: 500, method: "POST", idempotent: true }, "retry IDEMPOTENCY_KEY"],
    [{ status: 500, method: "POST", idempotencyKey: "k" }, "retry IDEMPOTENCY_KEY"],
    [
      { status: 500, method: "POST", idempotencyKey: "", idempotent: false },
      "needs-review MAY_HAVE_EXECUTED",
    ],
    [{ status: 500, method: "PUT", idempotencyKey: "k" }, "retry IDEMPOTENT_METHOD"],
    [{ error: "enotfound", method: "POST" }, "retry NOT_PROCESSED"],
    [{ error: "Error: connect ECONNREFUSED 10.0.0.1:80", method: "POST" }, "retry NOT_PROCESSED"],
    [{ error: "UND_ERR_CONNECT_TIMEOUT", method: "POST" }, "retry NOT_PROCESSED"],
    [{ error: "UND_ERR_HEADERS_TIMEOUT", method: "POST" }, "needs-review MAY_HAVE_EXECUTED"],
    [{ error: "timeout" }, "retry IDEMPOTENT_METHOD"],
    [{ error: "ENOTFOUND, then ECONNRESET", method: "POST" }, "needs-review MAY_HAVE_EXECUTED"],
    // Nobody knows how far it came: it counts as sent.
    [{ error: "XECONNRESET" }, "retry IDEMPOTENT_METHOD"],
    [{ error: "boom" }, "retry IDEMPOTENT_METHOD"],
    [{ error: "boom", method: "POST" }, "needs-review MAY_HAVE_EXECUTED"],
    [{ error: "boom", method: "PATCH", idempotencyKey: "k" }, "retry IDEMPOTENCY_KEY"],
    [{ error: "AbortError: aborted", method: "POST" }, "needs-review MAY_HAVE_EXECUTED"],
    // Clients of every language are read.
    [
      { error: "dial tcp 10.0.0.1:80: connect: connection refused", method: "POST" },
      "retry NOT_PROCESSED",
    ],
    [
      { error: "java.net.SocketTimeoutException: Read timed out", method: "POST" },
      "needs-review MAY_HAVE_EXECUTED",
    ],
    [{ error: "x509: certificate signed by unknown authority" }, "do-not-retry PERMANENT_ERROR"],
    [
      { error: "MissingSchema: Invalid URL 'a': No scheme supplied" },
      "do-not-retry PERMANENT_ERROR",
    ],
    [{ error: "Request failed with status code 429", method: "POST" }, "retry NOT_PROCESSED"],
    [{ error: "Request failed with status code 404" }, "do-not-retry PERMANENT_ERROR"],
    [
      { error: "502 Server Error: Bad Gateway for url: https://a.test", method: "POST" },
      "needs-review MAY_HAVE_EXECUTED",
    ],
    [
      { error: "An error occurred (ThrottlingException) when calling Put", method: "POST" },
      "retry NOT_PROCESSED",
    ],
    [{ status: 500, error: "boom" }, "retry IDEMPOTENT_METHOD"],
    [{ status: 503, attempts: 4 }, "do-not-retry ATTEMPTS_EXHAUSTED"],
    [{ status: 503, attempts: 99 }, "do-not-retry ATTEMPTS_EXHAUSTED"],
    [{ status: 503, attempts: 99, method: "POST" }, "needs-review MAY_HAVE_EXECUTED"],
  ])("%o", (item, expected) => {
    expect(verdict(item)).toBe(expected);
  });

  test("the gate trips where a person is needed", () => {
    const items = [{ id: "a", method: "POST", status: 500 }];
    expect(run({ items })).toMatchObject({ ok: true, valid: false });
    for (const failOn of ["error", "warning"] as const)
      expect(run({ items, failOn })).toMatchObject({
        ok: false,
        valid: false,
        error: { code: "BATCH_RETRY_SAFETY_PLANNER_FAILED" },
        value: { counts: { needsReview: 1 } },
      });
    const fine = [{ id: "a", status: 500, retryAfter: "soon" }];
    expect(run({ items: fine, failOn: "warning" }).ok).toBe(true);
  });
});

describe("schedules", () => {
  test("attempts go on where they stopped", () => {
    expect(one({ status: 503, attempts: 2 }).schedule).toEqual([
      { attempt: 3, delayMs: 1000, atMs: 1000, capMs: 1000 },
      { attempt: 4, delayMs: 2000, atMs: 3000, capMs: 2000 },
    ]);
    expect(delays({ status: 503 }, { multiplier: 1.4, baseDelayMs: 100 })).toEqual([100, 140, 196]);
  });

  test("an item without a try has all of them to come", () => {
    expect(one({ status: 503, attempts: 0 }).schedule).toMatchObject([
      { attempt: 1, delayMs: 250, capMs: 250 },
      { attempt: 2, delayMs: 500, capMs: 500 },
      { attempt: 3, delayMs: 1000 },
      { attempt: 4, delayMs: 2000, atMs: 3750 },
    ]);
    expect(verdict({ attempts: 0 })).toBe("pending NOT_SENT");
  });

  test("retryAfter raises the first delay, over the cap, too", () => {
    const after = (retryAfter: unknown) => delays({ status: 429, retryAfter });
    expect(after("20")).toEqual([20_000, 1000, 2000]);
    expect(after(0.2)).toEqual([500, 1000, 2000]);
    expect(after("Sun, 22 Nov 2026 12:01:00 GMT")).toEqual([60_000, 1000, 2000]);
    expect(after("Sun, 22 Nov 2026 11:01:00 GMT")).toEqual([500, 1000, 2000]);
    for (const retryAfter of ["soon", -5, "-5", "", "1e9"])
      expect(run({ items: [{ id: "a", status: 429, retryAfter }] }).warnings).toMatchObject([
        { code: "RETRY_AFTER_INVALID", path: "/items/0/retryAfter" },
      ]);
  });

  test("a deadline cuts, and leaves nothing where it is near", () => {
    const at = (deadlineMs: number) => delays({ status: 503 }, { deadlineMs });
    expect(at(1500)).toEqual([500, 1000]);
    expect(at(1499)).toEqual([500]);
    expect(verdict({ status: 503 }, { deadlineMs: 499 })).toBe("do-not-retry DEADLINE_EXCEEDED");
    expect(verdict({ status: 503 }, { deadlineMs: 0 })).toBe("do-not-retry DEADLINE_EXCEEDED");
  });

  test("a budget of all items goes to the first retries", () => {
    const items = Array.from({ length: 10 }, (_, id) => ({
      id: `i${id}`,
      status: id % 2 === 0 ? 503 : 200,
    }));
    const value = valueOf({ items, retryBudgetPercent: 29.999 });
    expect(value.counts).toMatchObject({ retry: 2, deferred: 3, done: 5 });
    expect(value.items[4]).toEqual({
      id: "i4",
      decision: "deferred",
      reason: "RETRY_BUDGET",
      schedule: [],
    });
    expect(valueOf({ items, retryBudgetPercent: 0 }).counts.retry).toBe(0);
    // 1000 × 7.1 / 100 is 71 and not a little less.
    const many = Array.from({ length: 1000 }, (_, id) => ({ id, status: 503 }));
    expect(valueOf({ items: many, retryBudgetPercent: 7.1 }).counts.retry).toBe(71);
  });

  test("jitter as a slow model has it", () => {
    const jitters = fc.constantFrom("none", "full", "equal", "decorrelated");
    const settings = fc.record({
      jitter: jitters as fc.Arbitrary<"full">,
      jitterSeed: fc.string(),
      baseDelayMs: fc.integer({ min: 1, max: 5000 }),
      maxDelayMs: fc.integer({ min: 1, max: 20_000 }),
      multiplier: fc.integer({ min: 4, max: 40 }).map((quarters) => quarters / 4),
      maxAttempts: fc.integer({ min: 1, max: 12 }),
    });
    const id = fc.string({ minLength: 1 });
    fc.assert(
      fc.property(settings, id, fc.integer({ min: 0, max: 90 }), (input, name, seconds) => {
        const item = { id: name, status: 503, retryAfter: seconds };
        const [planned] = valueOf({ ...input, items: [item] }).items;
        expect(planned?.schedule.map(({ delayMs }) => delayMs)).toEqual(slow(input, name, seconds));
      }),
    );
  });

  test("extreme settings stay whole", () => {
    const value = valueOf({
      items: [{ id: "a", status: 503, retryAfter: "10000000000" }],
      multiplier: 9.876543210987654,
      maxAttempts: 20,
      jitter: "equal",
    });
    expect(Number.isSafeInteger(value.worstCaseMs)).toBe(true);
    expect(value.items[0]?.schedule).toHaveLength(19);
  });
});

/** In doubles, which hold quarters exactly. */
function slow(
  input: Required<
    Pick<
      Input,
      "jitter" | "jitterSeed" | "baseDelayMs" | "maxDelayMs" | "multiplier" | "maxAttempts"
    >
  >,
  id: string,
  seconds: number,
): number[] {
  const { jitter, jitterSeed, baseDelayMs: base, maxDelayMs: most, multiplier } = input;
  const found: number[] = [];
  let last = base;
  for (let attempt = 2; attempt <= input.maxAttempts; attempt++) {
    const cap = Math.min(most, base * multiplier ** (attempt - 2));
    const digest = createHash("sha256").update(`${jitterSeed}\n${id}\n${attempt}`.toWellFormed());
    const u = digest.digest().readUInt32BE(0) / 2 ** 32;
    const delay = {
      none: cap,
      full: u * cap,
      equal: cap / 2 + (u * cap) / 2,
      decorrelated: Math.min(most, base + u * (3 * last - base)),
    }[jitter];
    found.push(Math.max(Math.floor(delay), attempt === 2 ? seconds * 1000 : 0));
    last = Math.max(base, found.at(-1) ?? 0);
  }
  return found;
}

describe("input", () => {
  test("documents and their problems", () => {
    expect(
      valueOf({ items: "- id: 1\n  status: 503\n- id: b\n" }).items.map(({ id }) => id),
    ).toEqual(["1", "b"]);
    expect(run({ items: '[{"id":"a","id":"b"}]' }).warnings).toMatchObject([
      { code: "DUPLICATE_KEY", path: "/items/0/id" },
    ]);
    expect(failure({})).toBe("TOOL_INPUT_INVALID /items");
    expect(failure({ items: [] })).toBe("TOOL_INPUT_INVALID /items");
    expect(failure({ items: {} })).toBe("TOOL_INPUT_INVALID /items");
    expect(failure({ items: "{}" })).toBe("DOCUMENT_TYPE /items");
    expect(failure({ items: '[{"id":"a","attempts":-1}]' })).toBe(
      "TOOL_INPUT_INVALID /items/0/attempts",
    );
    expect(failure({ items: "[{]" })).toBe("JSON_SYNTAX /items");
    expect(failure({ items: "a: [" })).toBe("YAML_SYNTAX /items");
    expect(failure({ items: [{ status: 1 }] })).toBe("TOOL_INPUT_INVALID /items/0/id");
    expect(run({ items: [{ id: "a", status: "503" }] }).errors).toMatchObject([
      { code: "TYPE", path: "/items/0/status", expected: "a whole number from 0 to 999 or null" },
    ]);
    expect(run({ items: [{ id: "a", attempts: -1 }] }).errors).toMatchObject([
      { code: "RANGE", path: "/items/0/attempts" },
    ]);
    expect(failure({ items: [{ id: "a", status: "x" }] })).toBe(
      "TOOL_INPUT_INVALID /items/0/status",
    );
    expect(failure({ items: [{ id: "1" }, { id: "b" }, { id: 1 }] })).toBe(
      "DUPLICATE_ID /items/2/id",
    );
    const many = Array.from({ length: 2001 }, (_, id) => ({ id }));
    expect(failure({ items: many })).toBe("TOOL_INPUT_INVALID /items");
    for (const bad of [
      { maxAttempts: 0 },
      { multiplier: 11 },
      { retryBudgetPercent: 101 },
      { deadlineMs: -1 },
    ])
      expect(failure({ items: [{ id: "a" }], ...bad })).toStartWith("TOOL_INPUT_INVALID");
  });

  test("one line for each item, whatever its id", () => {
    const items = [{ id: "a\nb" }, { id: "__proto__", status: 503 }, { id: "\ud800", status: 503 }];
    const { output = "" } = run({ items });
    expect(output.split("\n")).toHaveLength(3);
    expect(output).toStartWith("a b pending NOT_SENT\n__proto__ retry ");
  });

  test("2,000 items with all their tries", () => {
    const items = Array.from({ length: 2000 }, (_, id) => ({ id, status: 503 }));
    const input = { items, maxAttempts: 20, jitter: "equal", multiplier: 1.234567 } as const;
    run(input);
    expect(valueOf(input).counts.retry).toBe(2000);
  });
});
