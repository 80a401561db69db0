/** Who is let in, what is counted, and what the refusals say. */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dayOf } from "../../../app/limits/days.ts";
import { drawCredential } from "../../../app/limits/credentials.ts";
import { type Caller, createGate, type Gate, type Ticket } from "../../../app/limits/gate.ts";
import { DEFAULT_LIMITS, readLimits } from "../../../app/limits/limits.ts";
import { MemoryWindows } from "../../../app/limits/memory-windows.ts";
import { SqliteStore } from "../../../app/limits/sqlite-store.ts";
import { type Credential, type Store, StoreUnavailable } from "../../../app/limits/store.ts";
import { RequestError } from "../../../app/run/errors.ts";

const NOON = Date.UTC(2026, 10, 22, 12);
const folder = await mkdtemp(`${tmpdir()}/gate-`);
const store = new SqliteStore(folder);
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

function gateWith(
  changes = "on",
  more: { store?: Store; now?: () => number; trustProxy?: boolean } = {},
) {
  const limits = readLimits(changes);
  if (limits === "off") throw new Error("These gates count");
  return createGate({ limits, store, windows: new MemoryWindows(), now: () => NOON, ...more });
}

async function newKey(changes: Partial<Credential> = {}): Promise<string> {
  const { token, credential } = drawCredential({
    subject: crypto.randomUUID(),
    scopes: ["run", "batch", "pipeline", "mcp", "tool:*"],
    dailyCalls: null,
    createdAt: NOON,
    expiresAt: null,
  });
  await store.create({ ...credential, ...changes });
  return `Bearer ${token}`;
}

async function refusal(work: () => unknown): Promise<RequestError> {
  try {
    await work();
  } catch (error) {
    if (error instanceof RequestError) return error;
    throw error;
  }
  throw new Error("It was not refused");
}

const facts = ({ status, error, retryAfter }: RequestError) => [status, error.code, retryAfter];

/** A request of one call, from the door to the end. */
async function call(gate: Gate, caller: Caller, calls = 1) {
  const ticket = await gate.admit("run", caller);
  try {
    ticket.permit(["json-formatter"]);
    await ticket.charge(calls);
  } finally {
    ticket.leave();
  }
}

describe("keys", () => {
  test("a key is let in, with the scheme in any case", async () => {
    const gate = gateWith();
    const authorization = await newKey();
    await call(gate, { authorization });
    await call(gate, { authorization: authorization.replace("Bearer", "bearer ") });
  });

  test("whoever does not have the secret learns nothing: one and the same answer", async () => {
    const gate = gateWith();
    const known = await newKey({ status: "revoked" });
    const wrongSecret = known.slice(0, -1) + (known.endsWith("a") ? "b" : "a");
    const unknown = `Bearer pbx_${"a".repeat(12)}_${"b".repeat(43)}`;
    const answers = await Promise.all(
      [wrongSecret, unknown, "Bearer nonsense"].map((authorization) =>
        refusal(() => gate.admit("run", { authorization })),
      ),
    );
    for (const answer of answers) {
      expect(facts(answer)).toEqual([401, "PAID_AUTH_INVALID", undefined]);
    }
    expect(new Set(answers.map(({ error }) => JSON.stringify(error))).size).toBe(1);
    expect(JSON.stringify(answers.map(({ error }) => error))).not.toContain("nonsense");
  });

  test("its owner learns what is wrong with it", async () => {
    const gate = gateWith();
    const messages = [
      await newKey({ status: "inactive" }),
      await newKey({ status: "revoked" }),
      await newKey({ expiresAt: NOON }),
    ].map(async (authorization) => {
      const refused = await refusal(() => gate.admit("run", { authorization }));
      expect(facts(refused)).toEqual([401, "PAID_AUTH_INVALID", undefined]);
      return refused.message;
    });
    expect(await Promise.all(messages)).toEqual([
      "Cannot accept the credential: it is inactive, a valid one expected",
      "Cannot accept the credential: it is revoked, a valid one expected",
      "Cannot accept the credential: it expired at 2026-11-22T12:00:00.000Z, a valid one expected",
    ]);
    await call(gate, { authorization: await newKey({ expiresAt: NOON + 1 }) });
  });

  test.each([
    "",
    " ",
    "Bearer",
    "Bearer ",
    "Basic dTpw",
    "pbx_a_b",
    "Bearer a b",
    "Bearer a, Bearer b",
  ])("the header %p is no fall-back to keyless", async (authorization) => {
    const refused = await refusal(() => gateWith().admit("run", { authorization }));
    expect(facts(refused)).toEqual([401, "PAID_AUTH_INVALID", undefined]);
  });

  test("the route and every tool have to be in the scopes", async () => {
    const gate = gateWith();
    const authorization = await newKey({ scopes: ["run", "tool:json-formatter"] });
    const route = await refusal(() => gate.admit("pipeline", { authorization }));
    expect(facts(route)).toEqual([403, "PAID_SCOPE_FORBIDDEN", undefined]);
    expect(route.message).toBe("Cannot make this call: the credential does not have pipeline");
    const ticket = await gate.admit("run", { authorization });
    ticket.permit(["json-formatter"]);
    const tools = await refusal(() => ticket.permit(["json-formatter", "b", "c", "b"]));
    expect(facts(tools)).toEqual([403, "PAID_SCOPE_FORBIDDEN", undefined]);
    expect(tools.message).toBe(
      "Cannot make this call: the credential does not have tool:b, tool:c",
    );
  });

  test("a revocation holds from the next call on", async () => {
    const gate = gateWith();
    const authorization = await newKey();
    await call(gate, { authorization });
    await store.setStatus(authorization.slice("Bearer pbx_".length).slice(0, 12), "revoked");
    expect(facts(await refusal(() => call(gate, { authorization })))[0]).toBe(401);
  });
});

describe("minute and concurrency", () => {
  test("too many in a minute", async () => {
    let now = NOON;
    const gate = gateWith("run.perMinute=2", { now: () => now });
    await call(gate, { address: () => "192.0.2.1" });
    now += 12_345;
    await call(gate, { address: () => "192.0.2.1" });
    const refused = await refusal(() => call(gate, { address: () => "192.0.2.1" }));
    expect(facts(refused)).toEqual([429, "RATE_LIMITED", 48]);
    expect(refused.error.hint).toContain("run.perMinute = 2");
    await call(gate, { address: () => "192.0.2.2" });
    now += 47_655;
    await call(gate, { address: () => "192.0.2.1" });
  });

  test("too many at once; leaving twice frees one place only", async () => {
    const gate = gateWith("run.concurrent=2");
    const tickets: Ticket[] = [await gate.admit("run", {}), await gate.admit("run", {})];
    const refused = await refusal(() => gate.admit("run", {}));
    expect(facts(refused)).toEqual([429, "RATE_LIMITED", 1]);
    expect(refused.error.hint).toContain("run.concurrent = 2");
    tickets[0]?.leave();
    tickets[0]?.leave();
    await gate.admit("run", {});
    expect((await refusal(() => gate.admit("run", {}))).status).toBe(429);
  });

  test("batches and pipelines share a count, keys and addresses do not", async () => {
    const gate = gateWith("batch.perMinute=1,batch.concurrent=9");
    await gate.admit("batch", { address: () => "192.0.2.1" });
    expect(
      (await refusal(() => gate.admit("pipeline", { address: () => "192.0.2.1" }))).status,
    ).toBe(429);
    await gate.admit("run", { address: () => "192.0.2.1" });
    const authorization = await newKey({ subject: "192.0.2.1" });
    await gate.admit("batch", { address: () => "192.0.2.1", authorization });
  });

  test("a network of IPv6 is one caller; a proxy's word counts only where it is trusted", async () => {
    const gate = gateWith("run.perMinute=1");
    await call(gate, { address: () => "2001:db8::1" });
    expect((await refusal(() => call(gate, { address: () => "2001:db8::2" }))).status).toBe(429);
    const behind = gateWith("run.perMinute=1", { trustProxy: true });
    const sent = (list: string) =>
      behind.admit("run", { address: () => "192.0.2.1", forwardedFor: () => list });
    await sent("9.9.9.9, 198.51.100.1");
    await sent("9.9.9.9, 198.51.100.2");
    expect((await refusal(() => sent("8.8.8.8, 198.51.100.2"))).status).toBe(429);
  });
});

describe("days", () => {
  test("a key's quota is exact before the run; its subject's keys share it", async () => {
    const gate = gateWith();
    const subject = crypto.randomUUID();
    const [one, two] = [
      await newKey({ subject, dailyCalls: 7 }),
      await newKey({ subject, dailyCalls: 7 }),
    ];
    await call(gate, { authorization: one }, 5);
    expect(facts(await refusal(() => call(gate, { authorization: two }, 3)))).toEqual([
      429,
      "PAID_QUOTA_EXCEEDED",
      43_200,
    ]);
    await call(gate, { authorization: two }, 2);
    const refused = await refusal(() => call(gate, { authorization: one }));
    expect(refused.error.hint).toContain("7 calls a day");
  });

  test("the service's quota is for keys without their own, and a new day begins anew", async () => {
    let now = NOON;
    const gate = gateWith("keyed=1", { now: () => now });
    const authorization = await newKey();
    await call(gate, { authorization });
    now = Date.UTC(2026, 10, 23) - 1;
    const refused = await refusal(() => call(gate, { authorization }));
    expect(facts(refused)).toEqual([429, "PAID_QUOTA_EXCEEDED", 1]);
    now++;
    await call(gate, { authorization });
  });

  test("the keyless allowance", async () => {
    let now = NOON;
    const gate = gateWith("keyless=3", { now: () => now });
    const address = () => "203.0.113.1";
    await call(gate, { address }, 2);
    const refused = await refusal(() => call(gate, { address }, 2));
    expect(facts(refused)).toEqual([429, "DAILY_ALLOWANCE_EXCEEDED", 43_200]);
    expect(refused.error.hint).toContain("3 calls a day without a key");
    await call(gate, { address });
    expect((await refusal(() => call(gate, { address }))).status).toBe(429);
    now += 43_200_000;
    await call(gate, { address });
    await gate.close();
    expect(await store.calls(`address:${address()}`, dayOf(NOON))).toBe(3);
    expect(await store.calls(`address:${address()}`, dayOf(now))).toBe(1);
  });

  test("the keyless allowance is one over several processes, and over their ends", async () => {
    const address = () => "203.0.113.2";
    const open = () => gateWith("keyless=100,run.perMinute=1000,run.concurrent=1000");
    const gates = [open(), open(), open()];
    const passed = async (attempts: number) => {
      const calls = Array.from({ length: attempts }, (_, at) => {
        const gate = gates[at % gates.length] as ReturnType<typeof gateWith>;
        return call(gate, { address }).then(
          () => 1,
          () => 0,
        );
      });
      return (await Promise.all(calls)).reduce<number>((sum, one) => sum + one, 0);
    };
    const first = await passed(30);
    expect(first).toBe(30);
    // One of them ends and begins again.
    await gates[1]?.close();
    gates[1] = open();
    let made = first + (await passed(120));
    expect(made).toBeLessThanOrEqual(100);
    // What a process held and did not use has gone back by then.
    await Bun.sleep(2_200);
    made += await passed(60);
    expect(made).toBe(100);
    await Promise.all(gates.map((gate) => gate.close()));
    expect(await store.calls(`address:${address()}`, dayOf(NOON))).toBe(100);
  });
});

describe("trouble", () => {
  const away = () => Promise.reject(new StoreUnavailable(new Error("away")));
  const broken: Store = {
    charge: away,
    take: away,
    add: away,
    calls: away,
    credential: away,
    credentials: away,
    create: away,
    setStatus: away,
    close: away,
  };

  test("without the store a key waits, keyless use goes on", async () => {
    const gate = gateWith("keyless=2", { store: broken });
    const authorization = await newKey();
    expect(facts(await refusal(() => gate.admit("run", { authorization })))).toEqual([
      503,
      "STORE_UNAVAILABLE",
      1,
    ]);
    await call(gate, { address: () => "203.0.113.3" }, 2);
    await gate.close();
    expect((await refusal(() => call(gate, { address: () => "203.0.113.3" }))).status).toBe(429);
  });

  test("a charge that cannot be counted is refused", async () => {
    const gate = gateWith("on", {
      store: { ...broken, credential: (id) => store.credential(id) },
    });
    const refused = await refusal(async () => call(gate, { authorization: await newKey() }));
    expect(facts(refused)).toEqual([503, "STORE_UNAVAILABLE", 1]);
    expect(String(refused.cause)).toContain("away");
    expect(JSON.stringify(refused.answer(0).body)).not.toContain("away");
  });

  test("keyless calls of the time without a store are written when it is back", async () => {
    let reached = false;
    const gate = gateWith("on", {
      store: { ...broken, add: (...args) => (reached ? store.add(...args) : away()) },
    });
    await call(gate, { address: () => "203.0.113.4" }, 2);
    await gate.close();
    await call(gate, { address: () => "203.0.113.4" }, 1);
    reached = true;
    await gate.close();
    expect(await store.calls("address:203.0.113.4", dayOf(NOON))).toBe(3);
  });
});

describe("limits off", () => {
  test("nothing is counted, and without a store nothing is checked", async () => {
    const gate = createGate({ limits: "off" });
    for (let at = 0; at < DEFAULT_LIMITS.run.perMinute * 2; at++) {
      const ticket = await gate.admit("run", { authorization: "Basic nonsense" });
      ticket.permit(["any"]);
      await ticket.charge(1_000_000);
    }
    await gate.close();
  });

  test("with a store a key is still checked", async () => {
    const gate = createGate({ limits: "off", store, now: () => NOON });
    const authorization = await newKey({ scopes: ["run", "tool:a"], dailyCalls: 1 });
    expect((await refusal(() => gate.admit("run", { authorization: "Bearer x" }))).status).toBe(
      401,
    );
    expect((await refusal(() => gate.admit("mcp", { authorization }))).status).toBe(403);
    const ticket = await gate.admit("run", { authorization });
    expect((await refusal(() => ticket.permit(["b"]))).status).toBe(403);
    await ticket.charge(5);
    ticket.leave();
  });
});
