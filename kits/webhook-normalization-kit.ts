import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf, whole } from "../tools/_core/fields.ts";
import type { Entry, Outcome } from "../tools/_core/tool.ts";
import { sha256Hex, sha256HexOf } from "../tools/_lib/bytes/sha256.ts";
import { JSON_FAILURES } from "../tools/_lib/json/tree/json-field.ts";
import { arrayNode, type JsonNode } from "../tools/_lib/json/tree/tree.ts";
import { valueOf } from "../tools/_lib/json/tree/value.ts";
import { minifyJson } from "../tools/_lib/json/tree/write.ts";
import { INPUT_FAILURES } from "../tools/_lib/results/input-invalid.ts";
import { OUTPUT_FAILURES } from "../tools/_lib/results/output-limit.ts";
import { POINTER } from "../tools/_lib/results/pointer.ts";
import { failOnField } from "../tools/_lib/results/review/shapes.ts";
import { counted } from "../tools/_lib/text/plural.ts";
import { instantFromMs, writeUtc } from "../tools/_lib/time/calendar.ts";
import { headersField } from "../tools/_lib/web/http/header-list.ts";
import hash from "../tools/hash-generator.ts";
import formatJson from "../tools/json-formatter.ts";
import parseUrl from "../tools/url-encoder.ts";
import { filesLaw } from "./_core/files-law.ts";
import { defineKit, type KitCtx } from "./_core/kit.ts";
import { kitValue } from "./_core/kit-value.ts";
import { KitReport } from "./_core/report.ts";
import {
  binaryEvent,
  httpMessage,
  type MadeEvent,
  makeEvent,
  type Payload,
  takeEvent,
} from "./webhook-normalization-kit/events.ts";
import { textAt, wordAt } from "./webhook-normalization-kit/node.ts";
import { pythonProgram } from "./webhook-normalization-kit/python-program.ts";
import { attributesOf, PROVIDERS } from "./webhook-normalization-kit/providers.ts";
import {
  type Content,
  detect,
  readContent,
  type Request,
} from "./webhook-normalization-kit/stages.ts";
import {
  judgeSignature,
  type Signature,
  UNCHECKED,
} from "./webhook-normalization-kit/signature.ts";
import { typescriptProgram } from "./webhook-normalization-kit/typescript-program.ts";

const ID = "webhook-normalization-kit";
const NAME = "Webhook Normalization Kit";

const FAILURES = {
  ...INPUT_FAILURES,
  ...JSON_FAILURES,
  ...OUTPUT_FAILURES,
  HEADER_SYNTAX: "A header line has no colon, its name is no token, or its value has a line end",
  PROVIDER_UNKNOWN: "Neither headers nor body say who sent the request",
  BASE64_INVALID: "The body is no Base64, as bodyEncoding says",
  SECRET_INVALID: "A secret is empty, or no Base64 behind whsec_ or whpk_",
  SIGNATURE_MISMATCH: "No secret makes the signature of this body",
  SIGNATURE_MISSING: "A secret was given, and the request has no signature",
  SIGNATURE_MALFORMED: "No signature in the header can be read",
  TIMESTAMP_TOO_OLD: "The signed time is longer ago than toleranceSeconds",
  TIMESTAMP_TOO_NEW: "The signed time is further ahead than toleranceSeconds",
  TIMESTAMP_INVALID: "The signed time is missing, or no time of its unit",
  EVENT_NAME_MISSING: "A request of GitHub without X-GitHub-Event",
  ATTRIBUTE_INVALID: "An attribute of the event is missing, or not as CloudEvents has it",
  WEBHOOK_NORMALIZATION_KIT_FAILED: "The gate is set, and a finding closes it",
} as const;

const WARNINGS = {
  SIGNATURE_NOT_CHECKED: "There is no secret, or the sender has no signature that can be checked",
  BODY_NOT_RAW: "The body is an object, not the text that was sent",
  WEAK_SIGNATURE: "The signature is HMAC-SHA-1",
  BODY_NOT_UTF8: "The body is not UTF-8",
  DUPLICATE_KEY: "An object of the body repeats a key; the last value is in the event",
} as const;

const POINTER_FIELD = Type.Optional(Type.String({ pattern: POINTER, maxLength: 500 }));
const OVERRIDE = { maxLength: 500 } as const;
const SECRET = Type.String({ maxLength: 512 });

const INPUT = Type.Object({
  body: jsonField({
    description:
      "The raw body, exactly as received; an object is taken, but its signature cannot be checked",
  }),
  bodyEncoding: oneOf(["utf8", "base64"], {
    description: "base64: the body is the Base64 of its bytes",
    default: "utf8",
  }),
  headers: headersField({
    description:
      "Of the request: text as received, { name: value or values }, [[name, value]] or [{ name, value }]; at most 100",
    default: {},
  }),
  provider: oneOf(PROVIDERS, {
    description: "Who sent it; auto looks at headers, then at the body",
    default: "auto",
  }),
  secret: Type.Optional(
    Type.Union([SECRET, Type.Array(SECRET, { minItems: 1, maxItems: 5 })], {
      description:
        "Signing secrets, old and new during a rotation; whpk_ and Discord: the public key of Ed25519",
    }),
  ),
  toleranceSeconds: whole({
    description: "How far the signed time may be from the clock; 0: it is not judged",
    minimum: 0,
    maximum: 86_400,
    default: 300,
  }),
  source: Type.Optional(Type.String({ description: "Replaces the event's source", ...OVERRIDE })),
  type: Type.Optional(Type.String({ description: "Replaces the event's type", ...OVERRIDE })),
  subject: Type.Optional(Type.String({ description: "Replaces the event's subject", ...OVERRIDE })),
  mapping: Type.Optional(
    Type.Object(
      {
        id: POINTER_FIELD,
        type: POINTER_FIELD,
        time: POINTER_FIELD,
        subject: POINTER_FIELD,
        actor: POINTER_FIELD,
      },
      {
        description: "generic: where the JSON body has them, as RFC 6901 pointers",
        additionalProperties: false,
      },
    ),
  ),
  url: Type.Optional(
    Type.String({
      description:
        "The address that was called, as the sender knows it: Twilio, Square, HubSpot sign it",
      maxLength: 2000,
    }),
  ),
  method: Type.String({
    description: "The method of the request, which HubSpot signs",
    pattern: "^[A-Z]{1,20}$",
    default: "POST",
  }),
  allowUnverified: Type.Boolean({
    description: "Deliver the event although its signature or its time is wrong",
    default: false,
  }),
  failOn: failOnField("error"),
});

const COUNT = Type.Integer({ minimum: 0 });
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(type: T) =>
  Type.Union([type, Type.Null()]);

const VALUE = kitValue(
  {
    provider: nullable(oneOf(PROVIDERS)),
    signature: Type.Object({
      scheme: nullable(Type.String()),
      checked: Type.Boolean({ description: "A signature was compared with the secrets" }),
      valid: nullable(Type.Boolean({ description: "Of the signature alone, not of the time" })),
      keyIndex: nullable(Type.Integer({ minimum: 0, description: "The secret that fits" })),
      timestamp: nullable(Type.String({ description: "As it was sent" })),
      ageSeconds: nullable(Type.Integer()),
    }),
    events: Type.Array(
      Type.Object(
        {
          specversion: Type.Literal("1.0"),
          id: Type.String({ minLength: 1 }),
          source: Type.String({ minLength: 1 }),
          type: Type.String({ minLength: 1 }),
        },
        { description: "CloudEvents 1.0; a number that no double holds exactly is its text" },
      ),
    ),
    timeSource: oneOf(["payload", "received"], {
      description: "received: the time of an event is that of this run",
    }),
    keys: Type.Array(Type.String(), {
      description: "SHA-256 of source, line feed and id of each event: for a unique index",
    }),
    respond: Type.Object(
      { status: Type.Integer(), contentType: Type.String(), body: Type.String() },
      { description: "What to answer the sender" },
    ),
  },
  { events: COUNT },
);

export type Input = Static<typeof INPUT>;

type Value = Static<typeof VALUE>;

type Result = Outcome<Value, keyof typeof FAILURES, keyof typeof WARNINGS>;

export type Failure = Entry<keyof typeof FAILURES>;

const USES = [formatJson, parseUrl, hash] as const;

type Stage = "detect" | "body" | "sign" | "verify" | "event" | "serialize";

/** The body's tool is known once the body is seen: it becomes that of forms. */
type Plan = Record<Stage, { readonly id: string } | null>;

const STAGES: Readonly<Plan> = {
  detect: null,
  body: formatJson,
  sign: hash,
  verify: null,
  event: null,
  serialize: formatJson,
};

/** What all stages have at hand. */
export interface Work {
  readonly input: Input;
  readonly ctx: KitCtx<(typeof USES)[number]>;
  readonly plan: Plan;
  readonly report: KitReport<Plan>;
}

export default defineKit({
  id: ID,
  name: NAME,
  category: "Developer",
  description:
    "Checks the signature of a captured webhook request and gives its event as CloudEvents, with code that checks the next ones.",
  keywords: [
    "callback",
    "cloudevents",
    "event",
    "github webhook",
    "gitlab webhook",
    "hmac",
    "normalize",
    "paypal",
    "raw body",
    "replay",
    "shopify",
    "signature",
    "signing secret",
    "slack",
    "standard webhooks",
    "stripe",
    "svix",
    "twilio",
    "webhook",
    "whsec",
  ],
  aliases: ["webhook-kit", "webhook-to-cloudevents"],
  version: "2026-11-27",
  uses: [...USES],
  keepsSecrets: true,

  input: INPUT,
  primary: "body",
  value: VALUE,
  verb: "normalize",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "verify the signature of a github webhook",
    "my stripe webhook signature does not match",
    "convert a webhook payload to a cloudevent",
    "normalize webhooks from github, gitlab, stripe, slack and shopify into one shape",
    "why does x-hub-signature-256 not match my body",
    "check a slack request signature with the signing secret",
    "standard webhooks or svix signature check",
    "code that verifies webhook signatures in typescript and python without packages",
    "webhook handler returns 401, is the secret wrong",
    "rotate a webhook secret and accept the old and the new one",
    "who sent this webhook and what event is it",
    "idempotency key for webhook deliveries",
    "webhook timestamp too old, replay protection",
    "shopify hmac validation failed",
    "gitlab token header check",
    "answer the slack url verification challenge",
    "captured http request with a signature header, is it genuine",
    "cloudevents batch from incoming webhooks",
    "twilio, discord, zoom, linear, square or hubspot webhook signature",
    "event bus wants cloudevents but the sender posts its own json",
    "verify.py for a webhook endpoint",
    "the raw body was changed by my framework before the hmac was computed",
    "webhook signatur prüfen und ereignis vereinheitlichen",
    "eingehenden webhook in ein cloudevent umwandeln",
    "verificar la firma de un webhook y normalizar el evento",
    "vérifier la signature d'un webhook et normaliser l'événement",
    "验证 webhook 签名 并 转换 成 cloudevents",
    "webhook の署名を検証してイベントを共通の形にする",
    "payment service called our address, is it really them or a faker",
    "my handler says bad signature although the secret is copied right",
    "shop, repo and chat each send events in their own form, i want one form",
    "the same callback was delivered twice, how does my endpoint notice",
    "whsec_, Stripe-Signature, X-Hub-Signature-256, X-Shopify-Hmac-Sha256, hookdeck, constructEvent",
    "authenticate an inbound callback by its signature and re-emit its event in a common envelope",
    "verificar assinatura de webhook e padronizar o evento",
  ],
  effort: 3,

  laws: [
    filesLaw,
    {
      name: "events are CloudEvents, each with its key, and none that is not to be trusted",
      holds(run, input) {
        const { value } = run({ ...input, failOn: "none" });
        const { events = [], keys = [], signature, respond } = value ?? {};
        const isWithheld = signature?.valid === false && input.allowUnverified !== true;
        return (
          keys.length === events.length &&
          !(isWithheld && (events.length > 0 || respond?.status !== 401)) &&
          events.every((event) =>
            Object.entries(event).every(
              ([name, member]) =>
                ["data", "data_base64"].includes(name) ||
                (/^[a-z0-9]{1,20}$/.test(name) && member !== "" && typeof member !== "object"),
            ),
          )
        );
      },
    },
    {
      name: "the order of the secrets changes only which one fits",
      holds(run, input) {
        if (!Array.isArray(input.secret)) return true;
        const told = (secret: string[]) => {
          const { value } = run({ ...input, secret, failOn: "none" });
          return JSON.stringify([value?.signature.valid, value?.events, value?.keys]);
        };
        return told(input.secret) === told(input.secret.toReversed());
      },
    },
    {
      name: "a signature fits no other body",
      holds(run, input) {
        if (typeof input.body !== "string" || input.bodyEncoding === "base64") return true;
        const before = run({ ...input, failOn: "none" }).value?.signature;
        if (before?.valid !== true || before.scheme === "gitlab-token") return true;
        const after = run({ ...input, body: `${input.body} `, failOn: "none" }).value?.signature;
        return after?.valid === false;
      },
    },
  ],
  examples: [
    {
      title: "A pull request, signed by GitHub",
      input: {
        headers: {
          "X-GitHub-Event": "pull_request",
          "X-GitHub-Delivery": "72d3162e-cc78-11e3-81ab-4c9367dc0958",
          "X-Hub-Signature-256":
            "sha256=dc77d66d75dfc5eacf0d0e4f98ff13d0863fd7efbeb1aacf8db05820bcd999e1",
        },
        body: '{"action":"opened","number":7,"pull_request":{"updated_at":"2026-11-20T11:59:58Z"},"repository":{"full_name":"octo/hello","url":"https://api.github.com/repos/octo/hello"},"sender":{"login":"octocat"}}',
        secret: "It's a Secret to Everybody",
      },
      expect: {
        ok: true,
        valid: true,
        value: {
          verdict: "pass",
          signature: { scheme: "github-sha256", valid: true, keyIndex: 0 },
          events: [
            {
              id: "72d3162e-cc78-11e3-81ab-4c9367dc0958",
              source: "https://api.github.com/repos/octo/hello",
              type: "com.github.pull_request.opened",
              subject: "7",
              time: "2026-11-20T11:59:58Z",
            },
          ],
        },
      },
    },
    {
      title: "A slash command of Slack, as its documentation has it",
      input: {
        headers: {
          "X-Slack-Signature":
            "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503",
          "X-Slack-Request-Timestamp": "1531420618",
          "Content-Type": "application/x-www-form-urlencoded",
        },
        body: "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c",
        secret: "8f742231b10e8888abcd99yyyzzz85a5",
      },
      options: { now: "2018-07-12T18:37:00Z" },
      expect: {
        ok: true,
        value: { signature: { valid: true }, events: [{ type: "com.slack.command" }] },
      },
    },
    {
      title: "Without a secret nothing is checked, and the event is there",
      input: {
        headers: { "Stripe-Signature": "t=1795175970,v1=00" },
        body: '{"id":"evt_1","object":"event","created":1795175970,"livemode":false,"type":"invoice.paid","data":{"object":{"id":"in_1","amount_due":12345678901234567890}}}',
      },
      expect: {
        ok: true,
        value: {
          verdict: "review",
          signature: { checked: false },
          events: [
            {
              type: "com.stripe.invoice.paid",
              data: { data: { object: { amount_due: "12345678901234567890" } } },
            },
          ],
        },
      },
    },
    {
      title: "A signature that is too old",
      input: {
        headers: {
          "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
          "webhook-timestamp": "1614265330",
          "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
        },
        body: '{"test": 2432232314}',
        secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        type: "test.created",
      },
      expect: {
        ok: false,
        error: { code: "WEBHOOK_NORMALIZATION_KIT_FAILED" },
        value: { signature: { valid: true }, respond: { status: 401 }, events: [] },
      },
    },
    {
      title: "Nothing says who sent it",
      input: { body: '{"hello":"world"}' },
      expect: { ok: false, error: { code: "PROVIDER_UNKNOWN" } },
    },
  ],

  // Bodies of 100,000 characters take 60 ms as JSON and up to 400 ms as forms or batches: a body is decoded, read as a
  // tree, signed once for each secret, and every event is written three times.
  run(input, ctx): Result {
    const plan: Plan = { ...STAGES };
    const report = new KitReport(ID, NAME, plan, ctx.longestOutput);
    const work: Work = { input, ctx, plan, report };
    const request = detect(work);
    if ("problem" in request) return stopped("detect", request.problem, work);
    const content = readContent(work, request);
    if ("problem" in content) return stopped("body", content.problem, work, request);
    const signature = judgeSignature(work, request, content.root);
    const isTrusted = report.counts.error === 0;
    const made = makeEvents(work, request, content);
    const events = isTrusted || input.allowUnverified ? deliver(work, made) : withhold(work);
    writeFiles(work, request, events);
    return conclude({ request, content, signature, isTrusted, made: events }, work);
  },
});

function stopped(stage: Stage, problem: Failure, work: Work, request?: Request): Result {
  work.report.stop(stage, [problem]);
  return conclude({ request, isTrusted: false, made: [] }, work);
}

/** The stage `event`: all events of the request, with what is wrong with them. */
function makeEvents(work: Work, request: Request, content: Content): readonly MadeEvent[] {
  const { input, ctx, report } = work;
  const { provider, headers } = request;
  const received = writeUtc(instantFromMs(ctx.now()));
  if (provider === "github" && !headers.has("x-github-event")) {
    const message =
      "Cannot tell what happened: found no header X-GitHub-Event, expected one; `headers` take it";
    report.find("error", "event", { code: "EVENT_NAME_MISSING", message, path: "/headers" });
    if (input.type === undefined) return [];
  }
  const overrides = given({ source: input.source, type: input.type, subject: input.subject });
  if (provider === "cloudevents") {
    return cloudEvents(request, content).map((event) => takeEvent(event, overrides, received));
  }
  const digest = sha256HexOf(request.bytes);
  const items = severalIn(request, content);
  return items.map((data, index) => {
    const attributes = attributesOf(provider, { data, headers, mapping: input.mapping ?? {} });
    const all = { ...attributes, ...overrides };
    const payload = {
      ...payloadOf(request, content),
      ...(data === undefined ? {} : { json: data }),
    };
    const derivedId = `sha256:${digest}${items.length > 1 ? `:${index}` : ""}`;
    return makeEvent({ provider, attributes: all, payload, derivedId, received });
  });
}

/** HubSpot sends several events in one request; all others send one. */
function severalIn({ provider }: Request, { root }: Content): readonly (JsonNode | undefined)[] {
  return provider === "hubspot" && root?.type === "array" ? root.items : [root];
}

function payloadOf({ bytes, text }: Request, { root, contentType }: Content): Payload {
  if (root !== undefined) return { contentType, json: root };
  if (bytes.length === 0) return { contentType };
  return text === undefined ? { contentType, bytes } : { contentType, text };
}

/** Structured, batched, or in binary mode. */
function cloudEvents(request: Request, content: Content): readonly JsonNode[] {
  const { headers } = request;
  const { root } = content;
  if (headers.has("ce-specversion")) return [binaryEvent(headers, payloadOf(request, content))];
  return root?.type === "array" ? root.items : root === undefined ? [] : [root];
}

function given<T extends object>(members: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined && value !== ""),
  ) as never;
}

function withhold({ report }: Work): readonly MadeEvent[] {
  report.done("event", "Withheld: the request is not to be trusted; `allowUnverified` delivers it");
  return [];
}

/** Takes out what is no CloudEvent, saying so, and tells what was made up. */
function deliver({ report }: Work, made: readonly MadeEvent[]): readonly MadeEvent[] {
  const events = made.filter(({ problems }) => problems.length === 0);
  for (const [index, { problems }] of made.entries()) {
    for (const problem of problems) {
      const message = `Cannot make the event${made.length > 1 ? ` ${index}` : ""}: ${problem}`;
      report.find("error", "event", { code: "ATTRIBUTE_INVALID", message, path: "/body" });
    }
  }
  if (events.some(({ idIsDerived }) => idIsDerived)) {
    const message =
      "The sender gives no id: it is the digest of the body, so equal bodies are one event";
    report.find("info", "event", { code: "ID_DERIVED", message });
  }
  if (events.some(({ timeIsReceived }) => timeIsReceived)) {
    const message = "The sender says no time: it is that of this run";
    report.find("info", "event", { code: "TIME_RECEIVED", message });
  }
  report.done("event", counted(events.length, "event"));
  return events;
}

function writeFiles(work: Work, request: Request, events: readonly MadeEvent[]): void {
  const { input, ctx, report } = work;
  if (events.length > 0) {
    const text = minifyJson(arrayNode(events.map(({ node }) => node)), Infinity) ?? "";
    const { ok, output, errors } = ctx.step(formatJson, { input: text });
    const [first] = errors ?? [];
    if (!ok && first) report.stop("serialize", [{ ...first, path: "/body" }]);
    else {
      report.done("serialize", "events.json");
      report.file("events.json", output ?? "[]", "application/cloudevents-batch+json");
      const [only] = events;
      if (only && events.length === 1) report.file("event.http", httpMessage(only), "message/http");
    }
  } else report.skipped("serialize", "There is no event to write");
  if (request.scheme === undefined) return;
  const { toleranceSeconds, url = "", method } = input;
  const facts = { scheme: request.scheme, toleranceSeconds, url, method };
  report.file("verify.ts", typescriptProgram(facts));
  report.file("verify.py", pythonProgram(facts));
}

interface Made {
  readonly request?: Request | undefined;
  readonly content?: Content | undefined;
  readonly signature?: Signature | undefined;
  /** Neither signature nor time speaks against it. */
  readonly isTrusted: boolean;
  readonly made: readonly MadeEvent[];
}

function conclude({ request, content, signature, isTrusted, made }: Made, work: Work): Result {
  const { input, report } = work;
  const provider = request?.provider ?? null;
  const isRefused = signature !== undefined && !isTrusted;
  const events = made.map(({ node }) => valueOf(node).value as Value["events"][number]);
  const { checked, valid } = signature ?? UNCHECKED;
  const state = valid === null ? "not checked" : valid ? "valid" : checked ? "invalid" : "missing";
  return report.conclude({
    value: {
      provider,
      signature: signature ?? UNCHECKED,
      events,
      timeSource: made.some(({ timeIsReceived }) => timeIsReceived) ? "received" : "payload",
      keys: made.map(({ source, id }) => sha256Hex(`${source}\n${id}`)),
      respond: isRefused
        ? { status: 401, contentType: "text/plain", body: "" }
        : { status: 200, contentType: "text/plain", body: challengeIn(provider, content) },
    },
    counts: { events: events.length },
    failOn: input.failOn,
    output: {
      figures: `${provider ?? "unknown"}: signature ${state}; ${counted(events.length, "event")}${events.length === 1 ? ` ${String(events[0]?.type)}` : ""}`,
      next: nextSteps(work, { isRefused, checked }),
    },
  });
}

/** Slack asks for it once, when an address is entered. */
function challengeIn(provider: string | null, content: Content | undefined): string {
  const isAsked = provider === "slack" && wordAt(content?.root, "type") === "url_verification";
  return isAsked ? (textAt(content?.root, "challenge") ?? "") : "";
}

function nextSteps(
  { input, report }: Work,
  { isRefused, checked }: { readonly isRefused: boolean; readonly checked: boolean },
): string[] {
  const names = new Set(report.deliverables.map(({ name }) => name));
  return [
    ...(isRefused
      ? ["Answer the sender with 401; compare `secret` and the raw `body` with what it has."]
      : []),
    ...(!checked && !isRefused && input.secret === undefined
      ? ["Give `secret`, or run `verify.ts` on your side: the signature was not checked."]
      : []),
    ...(names.has("events.json")
      ? ["Send `events.json` to the event bus; keep `keys` in a unique index against repeats."]
      : []),
    ...(names.has("verify.ts")
      ? ["Put `verify.ts` or `verify.py` before the handler, on the raw body, with WEBHOOK_SECRET."]
      : []),
    ...(input.secret === undefined ? [] : ["Rotate the secret if this server is not yours."]),
  ];
}
