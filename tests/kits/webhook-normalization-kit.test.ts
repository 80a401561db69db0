import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createHash, createHmac, generateKeyPairSync, sign } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import type { Static } from "@sinclair/typebox";
import { Ajv } from "ajv";
import fc from "fast-check";
import kit from "../../kits/webhook-normalization-kit.ts";
import { FIXED_CLOCK, runUnit } from "../support/run-unit.ts";

type Value = Static<typeof kit.value>;

const NOW = FIXED_CLOCK.now / 1000;

const run = (input: object) => runUnit(kit as never, { failOn: "none", ...input });
const valueOf = (input: object) => run(input).value as Value;
const codesOf = (input: object) => Object.keys(valueOf(input).counts.byCode);
const eventOf = (input: object) => valueOf(input).events[0] as Record<string, unknown> | undefined;
const fileOf = ({ deliverables }: Value, name: string) =>
  deliverables.find((file) => file.name === name)?.content ?? "";

type Bytes = Parameters<ReturnType<typeof createHmac>["update"]>[0];

const hmac = (algorithm: string, key: Bytes, content: Bytes, form: "hex" | "base64" = "hex") =>
  createHmac(algorithm, key as string)
    .update(content)
    .digest(form);

const SECRET = "It's a Secret to Everybody";
const BODY = '{"action":"opened","repository":{"full_name":"octo/hello"},"n":1}';
const URL_CALLED = "https://hooks.example.com/in?a=1";

interface Sent {
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly secret: string;
  readonly url?: string;
}

const { publicKey, privateKey } = generateKeyPairSync("ed25519");
const PUBLIC = publicKey.export({ type: "spki", format: "der" }).subarray(-32);

/** A request of each scheme, signed by another implementation. */
const SENT: Readonly<Record<string, (body: string, at: number) => Sent>> = {
  "github-sha256": (body) => ({
    headers: {
      "X-GitHub-Event": "issues",
      "X-Hub-Signature-256": `sha256=${hmac("sha256", SECRET, body)}`,
    },
    body,
    secret: SECRET,
  }),
  "github-sha1": (body) => ({
    headers: {
      "X-GitHub-Event": "issues",
      "X-Hub-Signature": `sha1=${hmac("sha1", SECRET, body)}`,
    },
    body,
    secret: SECRET,
  }),
  "standard-webhooks": (body, at) => {
    const key = Buffer.from("0123456789abcdef0123456789abcdef");
    return {
      headers: {
        "webhook-id": "msg_1",
        "webhook-timestamp": String(at),
        "webhook-signature": `v1a,AAAA v1,${hmac("sha256", key, `msg_1.${at}.${body}`, "base64")}`,
      },
      body,
      secret: `whsec_${key.toString("base64")}`,
    };
  },
  "standard-webhooks, Ed25519": (body, at) => ({
    headers: {
      "svix-id": "msg_1",
      "svix-timestamp": String(at),
      "svix-signature": `v1,AAAA v1a,${sign(null, Buffer.from(`msg_1.${at}.${body}`), privateKey).toString("base64")}`,
    },
    body,
    secret: `whpk_${PUBLIC.toString("base64")}`,
  }),
  "gitlab-token": (body) => ({
    headers: { "X-Gitlab-Event": "Push Hook", "X-Gitlab-Token": SECRET },
    body,
    secret: SECRET,
  }),
  stripe: (body, at) => ({
    headers: {
      "Stripe-Signature": `t=${at},v0=00,v1=${hmac("sha256", "whsec_x", `${at}.${body}`)}`,
    },
    body,
    secret: "whsec_x",
  }),
  slack: (body, at) => ({
    headers: {
      "X-Slack-Signature": `v0=${hmac("sha256", SECRET, `v0:${at}:${body}`).toUpperCase()}`,
      "X-Slack-Request-Timestamp": String(at),
    },
    body,
    secret: SECRET,
  }),
  "shopify-sha256": (body) => ({
    headers: {
      "X-Shopify-Topic": "orders/create",
      "X-Shopify-Shop-Domain": "a.myshopify.com",
      "X-Shopify-Hmac-Sha256": hmac("sha256", SECRET, body, "base64"),
    },
    body,
    secret: SECRET,
  }),
  "discord-ed25519": (body, at) => ({
    headers: {
      "X-Signature-Ed25519": sign(null, Buffer.from(`${at}${body}`), privateKey).toString("hex"),
      "X-Signature-Timestamp": String(at),
    },
    body,
    secret: PUBLIC.toString("hex"),
  }),
  "twilio-sha1": () => ({
    headers: {
      "X-Twilio-Signature": hmac("sha1", SECRET, `${URL_CALLED}A1A2B x`, "base64"),
      "Content-Type": "application/x-www-form-urlencoded",
    },
    body: "B=+x&A=2&A=1&A=1",
    secret: SECRET,
    url: URL_CALLED,
  }),
  "linear-sha256": (_, at) => {
    const body = `{"action":"update","type":"Issue","webhookTimestamp":${at}000}`;
    return {
      headers: { "Linear-Event": "Issue", "Linear-Signature": hmac("sha256", SECRET, body) },
      body,
      secret: SECRET,
    };
  },
  "square-sha256": (body) => ({
    headers: {
      "X-Square-HmacSha256-Signature": hmac("sha256", SECRET, URL_CALLED + body, "base64"),
    },
    body,
    secret: SECRET,
    url: URL_CALLED,
  }),
  "hubspot-v3": (body, at) => ({
    headers: {
      "X-HubSpot-Signature-v3": hmac(
        "sha256",
        SECRET,
        `POSThttps://hooks.example.com/in?a=b/c${body}${at}000`,
        "base64",
      ),
      "X-HubSpot-Request-Timestamp": `${at}000`,
    },
    body,
    secret: SECRET,
    url: "https://hooks.example.com/in?a=b%2Fc",
  }),
  zoom: (body, at) => ({
    headers: {
      "x-zm-signature": `v0=${hmac("sha256", SECRET, `v0:${at}:${body}`)}`,
      "x-zm-request-timestamp": String(at),
    },
    body,
    secret: SECRET,
  }),
};

const sent = (name: string, body = BODY, at = NOW): Sent => {
  const make = SENT[name];
  if (make === undefined) throw new Error(name);
  return make(body, at);
};

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(`${tmpdir()}/webhook-`);
});
afterAll(() => rm(folder, { recursive: true }));

/** What the two programs say of a saved request. */
async function judged(value: Value, { headers, body, secret }: Sent): Promise<string[]> {
  const place = await mkdtemp(`${folder}/run-`);
  const head = Object.entries(headers).map(([name, text]) => `${name}: ${text}\r\n`);
  await Bun.write(`${place}/request.http`, `POST /in HTTP/1.1\r\n${head.join("")}\r\n${body}`);
  const programs = { "verify.ts": process.execPath, "verify.py": "python3" };
  return Promise.all(
    Object.entries(programs).map(async ([name, command]) => {
      await Bun.write(`${place}/${name}`, fileOf(value, name));
      const env = { PATH: process.env["PATH"] ?? "", WEBHOOK_SECRET: `other\n${secret}` };
      const args = [command, `${place}/${name}`, `${place}/request.http`, String(NOW)];
      const child = Bun.spawn(args, { env, stdout: "pipe", stderr: "pipe" });
      const [out, err] = await Promise.all([
        new Response(child.stdout).text(),
        new Response(child.stderr).text(),
      ]);
      return (out + err).trim();
    }),
  );
}

/** As it was, with one bit of the body changed. */
const flipped = (body: string) =>
  `${body.slice(0, -1)}${String.fromCharCode(body.charCodeAt(body.length - 1) ^ 1)}`;

describe("signatures", () => {
  test.each(Object.keys(SENT))(
    "%s: kit and programs accept what was signed, and nothing else",
    async (name) => {
      const request = sent(name);
      const input = { ...request, secret: ["other", request.secret], source: "/s", type: "t" };
      const value = valueOf(input);
      expect(value.signature).toMatchObject({
        scheme: name.split(",")[0],
        checked: true,
        valid: true,
        keyIndex: 1,
      });
      expect(value.respond).toMatchObject({ status: 200, contentType: "text/plain" });
      expect(await judged(value, request)).toEqual(["valid", "valid"]);
      if (name === "gitlab-token") return;
      const other = { ...request, body: flipped(request.body) };
      const bad = valueOf({
        ...input,
        body: Buffer.from(other.body).toString("base64"),
        bodyEncoding: "base64",
        provider: value.provider,
      });
      if (bad.signature.checked) {
        expect(bad.signature).toMatchObject({ valid: false, keyIndex: null });
        expect(bad.events).toEqual([]);
        expect(bad.respond.status).toBe(401);
      }
      expect(await judged(value, other)).toEqual(["invalid", "invalid"]);
    },
  );

  test("any other byte of body, header or secret is refused", () => {
    const names = Object.keys(SENT).filter((name) => !/gitlab|twilio|linear/.test(name));
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        fc.constantFrom("body", "secret", "header"),
        fc.nat(),
        (name, what, position) => {
          const request = sent(name, '{"a":"some text"}');
          const change = (text: string) => {
            const at = position % text.length;
            const next = text[at] === "7" ? "8" : "7";
            return text.slice(0, at) + next + text.slice(at + 1);
          };
          const signature =
            Object.keys(request.headers).find((key) =>
              /signature$|-256$|hmac|-v3$|ed25519$|hub-signature/i.test(key),
            ) ?? "";
          const text = request.headers[signature] ?? "";
          const input =
            what === "header"
              ? { ...request, headers: { ...request.headers, [signature]: change(text) } }
              : { ...request, [what]: change(what === "body" ? request.body : request.secret) };
          const outcome = run({
            ...input,
            body: Buffer.from(input.body).toString("base64"),
            bodyEncoding: "base64",
          });
          const { signature: judgement } = outcome.value as Value;
          // The last letter of base64 may have bits that no byte has: the same key, written otherwise.
          const keyIn = (secret: string) => Buffer.from(secret.replace(/^wh\w+_/, ""), "base64");
          const isSame =
            name.startsWith("standard-webhooks") &&
            what === "secret" &&
            keyIn(input.secret).equals(keyIn(request.secret));
          // A change in a signature of another version, before the one that counts.
          const isOther =
            what === "header" &&
            /^(?:t=\d+,v0=|v1a,AAAA |v1,AAAA )/.test(text) &&
            position % text.length < 22;
          return isSame || isOther || judgement.valid !== true;
        },
      ),
      { numRuns: 300 },
    );
  });

  test("what is wrong has a name", () => {
    const github = sent("github-sha256");
    expect(codesOf({ ...github, body: `${BODY}\n` })).toContain("SIGNATURE_MISMATCH");
    expect(codesOf({ ...github, headers: { "X-GitHub-Event": "push" } })).toContain(
      "SIGNATURE_MISSING",
    );
    const headers = { "X-GitHub-Event": "push", "X-Hub-Signature-256": "sha256=xyz" };
    expect(codesOf({ ...github, headers })).toContain("SIGNATURE_MALFORMED");
    expect(codesOf({ headers, body: BODY })).toContain("SIGNATURE_NOT_CHECKED");
    expect(codesOf(sent("github-sha1"))).toContain("WEAK_SIGNATURE");
    expect(codesOf(github)).toEqual(
      expect.arrayContaining(["REPLAY_UNPROTECTED", "SECRET_IN_REQUEST"]),
    );
    expect(codesOf(sent("gitlab-token"))).toContain("TOKEN_NOT_SIGNATURE");
    const newline = run({ ...github, secret: `${SECRET}\n` });
    expect(newline.errors?.[0]?.message).toContain("secret 0 fits");
    expect(JSON.stringify(newline)).not.toContain(SECRET);
  });

  test("the signed time is judged apart from the signature", () => {
    const at = (time: number) =>
      valueOf({ ...sent("slack", "payload=%7B%22type%22%3A%22x%22%7D", time) });
    expect(at(NOW - 300).counts.error).toBe(0);
    expect(at(NOW - 301)).toMatchObject({
      signature: { valid: true, ageSeconds: 301 },
      counts: { byCode: { TIMESTAMP_TOO_OLD: 1 } },
      events: [],
      respond: { status: 401 },
    });
    expect(at(NOW + 301).counts.byCode["TIMESTAMP_TOO_NEW"]).toBe(1);
    expect(at(NOW * 1000).counts.byCode["TIMESTAMP_INVALID"]).toBe(1);
    const tolerant = valueOf({
      ...sent("slack", "payload=%7B%22type%22%3A%22x%22%7D", 5),
      toleranceSeconds: 0,
    });
    expect(tolerant.counts.error).toBe(0);
    const early = {
      ...sent("slack", "payload=%7B%22type%22%3A%22x%22%7D", 5),
      allowUnverified: true,
    };
    expect(valueOf(early).events).toHaveLength(1);
    expect(run({ ...early, failOn: "error" }).error?.code).toBe("WEBHOOK_NORMALIZATION_KIT_FAILED");
  });

  test("Stripe's header without t, and two headers", () => {
    const { body, secret, headers } = sent("stripe", '{"id":"e","type":"a.b"}');
    const value = headers["Stripe-Signature"] ?? "";
    const without = { "Stripe-Signature": value.replace(/^t=\d+,/, "") };
    expect(codesOf({ body, secret, headers: without })).toContain("SIGNATURE_MALFORMED");
    const two = { "Stripe-Signature": [`t=${NOW},v1=00`, value] };
    expect(valueOf({ body, secret, headers: two }).signature.valid).toBe(true);
  });

  test("an object as body is never verified; what is signed with an address needs it", () => {
    const github = sent("github-sha256");
    expect(valueOf({ ...github, body: JSON.parse(BODY) as object })).toMatchObject({
      signature: { checked: false, valid: null },
      counts: { byCode: { BODY_NOT_RAW: 1 } },
    });
    const { url: _url, ...square } = sent("square-sha256");
    expect(codesOf(square)).toContain("SIGNATURE_NOT_CHECKED");
    const paypal = { "paypal-transmission-id": "1" };
    const judgement = run({ headers: paypal, body: '{"id":"W","event_type":"A.B"}', secret: "x" });
    expect(JSON.stringify(judgement.warnings)).toContain("certificate");
  });

  test("the sum over sha256 decides where sha1 is sent, too; header case and order make no difference", () => {
    const github = sent("github-sha256");
    const both = { ...github.headers, "X-Hub-Signature": "sha1=00" };
    expect(valueOf({ ...github, headers: both }).signature).toMatchObject({
      scheme: "github-sha256",
      valid: true,
    });
    const shouted = Object.entries(both)
      .toReversed()
      .map(([name, text]) => [name.toUpperCase(), text]);
    expect(valueOf({ ...github, headers: shouted })).toEqual(valueOf({ ...github, headers: both }));
    const lines = Object.entries(both).map(
      ([name, text]) => `> ${name.toLowerCase()}:   ${text}  `,
    );
    const text = `> POST /in HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`;
    expect(valueOf({ ...github, headers: text })).toEqual(valueOf({ ...github, headers: both }));
  });

  test("secrets stand nowhere in a result", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.keys(SENT)),
        fc.string({ unit: fc.constantFrom(..."abcdef0123456789") }),
        (name, extra) => {
          const secret = `topsecret-${extra}-0123456789`;
          const result = run({
            ...sent(name),
            secret: [secret, sent(name).secret],
            source: "/s",
            type: "t",
          });
          return !JSON.stringify(result).includes(secret);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe("events", () => {
  const github = (event: string, body: object, more: object = {}) =>
    eventOf({
      headers: { "X-GitHub-Event": event, "X-GitHub-Delivery": "d" },
      body: JSON.stringify(body),
      ...more,
    });

  test("GitHub's names, sources, subjects and times", () => {
    const repository = {
      full_name: "o/r",
      url: "https://api.github.com/repos/o/r",
      pushed_at: 1795175970,
    };
    expect(github("push", { ref: "refs/heads/main", repository })).toMatchObject({
      type: "com.github.push",
      subject: "refs/heads/main",
      time: "2026-11-20T11:59:30Z",
    });
    expect(
      github("status", { state: "success", sha: "abc", updated_at: "2026-01-02T03:04:05+02:00" }),
    ).toMatchObject({
      type: "com.github.status.success",
      subject: "abc",
      time: "2026-01-02T01:04:05Z",
    });
    expect(
      github("membership", {
        scope: "team",
        action: "added",
        team: { url: "https://x/t" },
        member: { login: "m" },
      }),
    ).toMatchObject({
      type: "com.github.membership.team.added",
      source: "https://x/t",
      subject: "m",
    });
    expect(
      github("deployment", {
        action: "created",
        deployment: { id: 12345678901234567890n.toString() },
      })?.["type"],
    ).toBe("com.github.deployment");
    expect(github("create", { ref: "v1", ref_type: "tag" })).toMatchObject({
      type: "com.github.create.tag",
      subject: "v1",
    });
    expect(
      github("commit_comment", { comment: { url: "https://x/c", commit_id: "f00", id: 3 } }),
    ).toMatchObject({ source: "https://x/c/f00", subject: "3" });
    expect(
      github("marketplace_purchase", {
        sender: { url: "https://x/users/me" },
        effective_date: "2026-01-02T03:04:05.120Z",
      }),
    ).toMatchObject({
      source: "https://x/users",
      time: "2026-01-02T03:04:05.120Z",
    });
    expect(github("security_advisory", { security_advisory: { ghsa_id: "G" } })).toMatchObject({
      source: "github.com",
      subject: "G",
    });
    expect(github("sub_issues", { sub_issues: { name: "n" } })).toMatchObject({ subject: "n" });
    const form = { "X-GitHub-Event": "ping", "Content-Type": "application/x-www-form-urlencoded" };
    expect(
      eventOf({ headers: form, body: "payload=%7B%22zen%22%3A%22a%2Bb%22%7D" })?.["data"],
    ).toEqual({ zen: "a+b" });
    expect(codesOf({ provider: "github", body: "{}" })).toContain("EVENT_NAME_MISSING");
  });

  test("other senders", () => {
    const of = (headers: object, body: object | string, more: object = {}) =>
      eventOf({ headers, body: typeof body === "string" ? body : JSON.stringify(body), ...more });
    expect(
      of(
        { "X-Gitlab-Event": "Pipeline Hook", "X-Gitlab-Event-UUID": "u" },
        {
          object_kind: "pipeline",
          object_attributes: { iid: 4, status: "failed", finished_at: "2026-01-02 03:04:05 UTC" },
          user: { username: "root" },
          project: { web_url: "https://gitlab.example.com/g/p", path_with_namespace: "g/p" },
        },
      ),
    ).toMatchObject({
      type: "com.gitlab.pipeline.failed",
      id: "u",
      subject: "4",
      time: "2026-01-02T03:04:05Z",
      actor: "root",
      tenant: "g/p",
    });
    expect(
      of(
        {
          "X-Shopify-Topic": "orders/create",
          "X-Shopify-Shop-Domain": "a.myshopify.com",
          "X-Shopify-Webhook-Id": "w",
          "X-Shopify-Test": "true",
        },
        { id: 1 },
      ),
    ).toMatchObject({
      type: "com.shopify.orders.create",
      source: "https://a.myshopify.com",
      id: "w",
      test: true,
      action: "create",
    });
    expect(
      of(
        { "X-Slack-Retry-Num": "2" },
        {
          type: "event_callback",
          event_id: "E",
          team_id: "T",
          event_time: 1,
          event: { type: "message", subtype: "bot_message", channel: "C", user: "U" },
        },
      ),
    ).toMatchObject({
      type: "com.slack.message.bot_message",
      source: "urn:slack:team:T",
      subject: "C",
      attempt: 3,
    });
    expect(
      of(
        { "x-zm-signature": "v0=0" },
        {
          event: "meeting.started",
          event_ts: 1795175970123,
          payload: { account_id: "A", object: { id: 5 } },
        },
      ),
    ).toMatchObject({
      type: "com.zoom.meeting.started",
      time: "2026-11-20T11:59:30.123Z",
      subject: "5",
    });
    const hubspot = [
      { eventId: 1, subscriptionType: "contact.creation", portalId: 9, occurredAt: 1795175970000 },
      { eventId: 2, subscriptionType: "contact.deletion", portalId: 9 },
    ];
    const several = valueOf({
      headers: { "x-hubspot-signature-v3": "x" },
      body: JSON.stringify(hubspot),
    });
    expect(several.events.map(({ type }) => type)).toEqual([
      "com.hubspot.contact.creation",
      "com.hubspot.contact.deletion",
    ]);
    expect(several.keys).toHaveLength(2);
  });

  test("Slack's challenge is the answer", () => {
    const body = '{"type":"url_verification","challenge":"3eZbrw1a","token":"t"}';
    const value = valueOf({ body });
    expect(value.respond).toEqual({ status: 200, contentType: "text/plain", body: "3eZbrw1a" });
    expect(value.counts.byCode).toMatchObject({
      PROVIDER_GUESSED: 1,
      ID_DERIVED: 1,
      TIME_RECEIVED: 1,
    });
    expect(value.timeSource).toBe("received");
  });

  test("CloudEvents: structured, batch and binary, with their extensions", () => {
    const event = {
      type: "a",
      id: "1",
      source: "/s",
      specversion: "1.0",
      tenantid: "x",
      data: { n: 1 },
      time: "2026-01-02T03:04:05.5+01:00",
    };
    const type = { "Content-Type": "application/cloudevents+json; charset=utf-8" };
    expect(eventOf({ headers: type, body: JSON.stringify(event) })).toEqual(event);
    const batch = { "Content-Type": "application/cloudevents-batch+json" };
    expect(valueOf({ headers: batch, body: JSON.stringify([event, event]) }).events).toHaveLength(
      2,
    );
    const binary = {
      "ce-specversion": "1.0",
      "ce-id": "a%20b%22",
      "ce-source": "/s",
      "ce-type": "t",
      "ce-x": "%E2%82%AC",
      "Content-Type": "text/plain",
    };
    expect(eventOf({ headers: binary, body: "hello" })).toMatchObject({
      id: 'a b"',
      x: "€",
      datacontenttype: "text/plain",
      data: "hello",
    });
    const bytes = {
      headers: { ...binary, "Content-Type": "image/png" },
      body: "/wD/",
      bodyEncoding: "base64",
    };
    expect(eventOf(bytes)).toMatchObject({ data_base64: "/wD/" });
    expect(codesOf(bytes)).toContain("BODY_NOT_UTF8");
    for (const change of [
      { id: "" },
      { source: "a b" },
      { Bad: 1 },
      { time: "yesterday" },
      { data_base64: "AA==" },
      { specversion: "0.3" },
      { x: {} },
    ]) {
      const value = valueOf({ headers: type, body: JSON.stringify({ ...event, ...change }) });
      expect(value.counts.byCode).toEqual(expect.objectContaining({ ATTRIBUTE_INVALID: 1 }));
      expect(value.events).toEqual([]);
    }
  });

  test("generic: pointers into the body; other bodies stay what they are", () => {
    const mapping = {
      id: "/event/id",
      type: "/event/kind",
      time: "/at",
      subject: "/event/on",
      actor: "/who",
    };
    const body =
      '{"event":{"id":12345678901234567890,"kind":"k","on":"o"},"at":1795175970,"who":"w"}';
    expect(eventOf({ body, mapping, source: "/s" })).toMatchObject({
      id: "12345678901234567890",
      type: "k",
      subject: "o",
      actor: "w",
      time: "2026-11-20T11:59:30Z",
    });
    expect(eventOf({ body: "plain\r\n", source: "/s", type: "t" })).toMatchObject({
      data: "plain\r\n",
      datacontenttype: "text/plain",
    });
    expect(eventOf({ body: "", source: "/s", type: "t" })).not.toHaveProperty("data");
    const form = { "Content-Type": "application/x-www-form-urlencoded" };
    expect(
      eventOf({ headers: form, body: "a=1&b=%23#c&a=2&d=\t", source: "/s", type: "t" })?.["data"],
    ).toEqual({ a: ["1", "2"], b: "##c", d: "\t" });
  });

  test("digits, repeated keys, __proto__, byte order mark and line ends of the body", () => {
    const headers = { "X-GitHub-Event": "push" };
    const body = '\ufeff{"a":1.0,\r\n"n":12345678901234567890,"__proto__":{"x":1},"a":2.50}\r\n';
    const value = valueOf({ headers, body });
    expect(value.counts.byCode["DUPLICATE_KEY"]).toBe(1);
    expect(fileOf(value, "events.json")).toContain('"n": 12345678901234567890');
    expect(fileOf(value, "events.json")).toContain('"a": 2.50');
    expect(JSON.stringify(value.events[0])).toContain('"__proto__":{"x":1}');
    const signed = { ...headers, "X-Hub-Signature-256": `sha256=${hmac("sha256", SECRET, body)}` };
    expect(valueOf({ headers: signed, body, secret: SECRET }).signature.valid).toBe(true);
  });

  test("every event is a CloudEvent, and its key is the digest of source and id", () => {
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(CLOUD_EVENT);
    for (const name of Object.keys(SENT)) {
      const value = valueOf({ ...sent(name), source: "/s", type: "t" });
      for (const [index, event] of value.events.entries()) {
        expect(validate(event)).toBe(true);
        const key = createHash("sha256").update(`${event.source}\n${event.id}`).digest("hex");
        expect(value.keys[index]).toBe(key);
      }
    }
  });

  test("event.http reads back as the event, whatever its characters", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", minLength: 1, maxLength: 20 }),
        fc.jsonValue(),
        (subject, data) => {
          const body = JSON.stringify({ data });
          const value = valueOf({ body, source: "/s", type: "t", subject });
          const message = fileOf(value, "event.http");
          const again = eventOf({
            headers: message.slice(0, message.indexOf("\n\n")),
            body: message.slice(message.indexOf("\n\n") + 2),
          });
          const { provider: _provider, ...event } = value.events[0] as Record<string, unknown>;
          expect(again).toMatchObject(event);
        },
      ),
      { numRuns: 100 },
    );
  });
});

const CLOUD_EVENT = {
  type: "object",
  properties: {
    id: { type: "string", minLength: 1 },
    source: { type: "string", minLength: 1 },
    specversion: { type: "string", minLength: 1 },
    type: { type: "string", minLength: 1 },
    datacontenttype: { type: ["string", "null"], minLength: 1 },
    dataschema: { type: ["string", "null"], minLength: 1 },
    subject: { type: ["string", "null"], minLength: 1 },
    time: { type: ["string", "null"], minLength: 1 },
    data_base64: { type: ["string", "null"] },
  },
  required: ["id", "source", "specversion", "type"],
};

test("what cannot be read is refused, with its place", () => {
  const refused = (input: object) => run(input).error?.code ?? run(input).errors?.[0]?.code;
  const headers = { "X-GitHub-Event": "push" };
  expect(refused({ body: '{"a":1}' })).toBe("PROVIDER_UNKNOWN");
  expect(run({ headers, body: '{"a":\n1,}' }).errors?.[0]).toMatchObject({
    code: "JSON_SYNTAX",
    path: "/body",
    line: 2,
  });
  expect(refused({ headers, body: "" })).toBe("JSON_SYNTAX");
  expect(refused({ headers, body: "*", bodyEncoding: "base64" })).toBe("BASE64_INVALID");
  expect(run({ headers: "a: b\nno colon", body: "{}" }).errors?.[0]).toMatchObject({
    code: "HEADER_SYNTAX",
    line: 2,
  });
  expect(refused({ headers: { "a b": "c" }, body: "{}" })).toBe("HEADER_SYNTAX");
  expect(refused({ headers, body: "{}", secret: "" })).toBe("SECRET_INVALID");
  const standard = { "webhook-id": "1" };
  expect(refused({ headers: standard, body: "{}", secret: ["whsec_AAAA", "whsec_*"] })).toBe(
    "SECRET_INVALID",
  );
  expect(
    run({ headers: standard, body: "{}", secret: ["whsec_AAAA", "whsec_*"] }).errors?.[0]?.path,
  ).toBe("/secret/1");
});
