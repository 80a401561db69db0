import { type Static, type TNull, type TSchema, type TUnion, Type } from "@sinclair/typebox";
import { oneOf } from "./_core/fields.ts";
import { type Ctx, defineTool, done, type Entry, fail } from "./_core/tool.ts";
import { toBase64 } from "./_lib/bytes/base64.ts";
import { encodeUtf8 } from "./_lib/bytes/encodings.ts";
import {
  memberNode,
  nullNode,
  objectNode,
  stringNode,
  withoutRepeats,
} from "./_lib/json/tree/tree.ts";
import { prettyJson } from "./_lib/json/tree/write.ts";
import { SERIALIZATIONS, TOKEN_FAILURES } from "./_lib/secrets/jwt/envelope.ts";
import {
  explainTime,
  readTimes,
  STATUSES,
  statusOf,
  type TokenTime,
} from "./_lib/secrets/jwt/times.ts";
import { claimsOf, readToken, type Token, type TokenSignature } from "./_lib/secrets/jwt/token.ts";
import { OUTPUT_FAILURES, outputTooLarge } from "./_lib/results/output-limit.ts";
import { isZone, readZone, writeZoned, type Zone, ZONE_FAILURES } from "./_lib/time/zone/zone.ts";

import { REGISTERED_CLAIMS } from "./jwt-decoder/registered-claims.ts";
import { decoderWarnings } from "./jwt-decoder/warnings.ts";

const FAILURES = { ...TOKEN_FAILURES, ...ZONE_FAILURES, ...OUTPUT_FAILURES } as const;

const WARNINGS = {
  SIGNATURE_NOT_VERIFIED: "Decoding checks nothing: anybody can write such a token",
  JWT_CLEANED: "Quotes, white space, padding or letters of plain Base64 had to be repaired",
  JWT_ALG_NONE: "The token says that it is not signed (alg none)",
  JWT_DUPLICATE_MEMBER: "A member stands more than once; the last one is shown",
  JWT_NUMBER_PRECISION: "A number is more than a double holds; it is exact in payloadJson",
  JWT_TIME_IN_MILLISECONDS: "A time is too large for seconds and was read as milliseconds",
  JWT_TIME_NOT_NUMBER: "A time is not a number, so verifiers refuse it",
  JWT_PAYLOAD_NOT_JSON: "The payload is text, but not JSON",
  JWT_PAYLOAD_NOT_OBJECT: "The payload is JSON, but not an object, so it has no claims",
  JWT_EXPIRED: "The token has expired",
  JWT_NOT_YET_VALID: "The token is not valid yet",
  JWT_NESTED: "The content is a token itself (cty JWT)",
  WARNINGS_TRUNCATED: "More than 100 warnings of one code were found",
} as const;

export type Warnings = typeof WARNINGS;

const INPUT = Type.Object({
  token: Type.String({
    description:
      "JWS or JWE, compact or in JSON serialization; Bearer or Authorization: Bearer may stand before it",
  }),
  timeZone: Type.String({
    description: "For the local times of the report: an IANA name, UTC or ±HH:MM",
    default: "UTC",
  }),
});

const MEMBERS = Type.Record(Type.String(), Type.Unknown());
const nullable = <T extends TSchema>(schema: T): TUnion<[T, TNull]> =>
  Type.Union([schema, Type.Null()]);
const SIGNATURE = Type.Object({
  present: Type.Boolean(),
  bytes: Type.Integer({ minimum: 0 }),
});

const VALUE = Type.Object({
  kind: oneOf(["JWS", "JWE"]),
  serialization: oneOf(SERIALIZATIONS),
  header: MEMBERS,
  payload: Type.Union([MEMBERS, Type.Null()], { description: "The claims, if it is an object" }),
  payloadJson: nullable(Type.String({ description: "The exact text" })),
  payloadText: nullable(Type.String({ description: "The text, if it is not JSON" })),
  signature: SIGNATURE,
  signatures: Type.Optional(Type.Array(Type.Object({ header: MEMBERS, signature: SIGNATURE }))),
  signatureVerified: Type.Literal(false),
  status: nullable(oneOf(STATUSES)),
  times: Type.Array(
    Type.Object({
      claim: Type.String(),
      value: Type.Number(),
      iso: nullable(Type.String()),
      secondsFromNow: Type.Number(),
      text: nullable(Type.String()),
    }),
  ),
  claims: Type.Array(
    Type.Object({ claim: Type.String(), meaning: Type.String(), value: Type.Unknown() }),
  ),
});

type Value = Static<typeof VALUE>;

const CANONICAL = "eyJhbGciOiJIUzI1NiJ9";

export default defineTool({
  id: "jwt-decoder",
  name: "JWT Decoder",
  category: "Security",
  description: "Shows what a JSON Web Token says and explains its times, without verifying it.",
  keywords: [
    "access token",
    "bearer",
    "claims",
    "decode",
    "decoder",
    "exp",
    "expired",
    "iat",
    "id token",
    "jose",
    "json web token",
    "jwe",
    "jws",
    "jwt",
    "nbf",
    "oauth",
    "openid",
    "token",
  ],
  aliases: ["jwt-decode"],
  version: "2026-11-23",

  input: INPUT,
  primary: "token",
  value: VALUE,
  verb: "decode",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "decode a jwt",
    "what is inside this token",
    "when does this jwt expire",
    "is my access token expired",
    "show the claims of an id token",
    "read the header of a jwe",
    "which algorithm does this token use",
    "paste a bearer token and see the payload",
    "jwt.io offline",
    "base64url decode a json web token",
    "long string with two dots that starts with eyJ, what does it say",
    "which user and roles are in my login token",
    "was I logged out because the session ran out",
    "look inside without checking who signed it",
    "inspect header and claims of a credential",
    "expiry time in readable form, valid until when",
    "decodificar un jwt",
    "jwt token dekodieren",
    "décoder un jeton jwt",
    "解码 jwt",
    "jwt デコード",
    "ver qué contiene un token de sesión y cuándo caduca",
    "was steht im token und wann läuft er ab",
    "voir le contenu d'un jeton et son expiration",
    "查看 令牌 内容 过期 时间",
    "トークンの中身と有効期限を見る",
    "copied eyJhbGci out of the browser storage, who am i there",
    "session ends too soon, how many minutes was the token good for",
    "support sent me an id token, what email and which tenant is in it",
    "no key at hand, i just want to read the payload",
    "jwt.io, jwt.ms, jwt-cli decode, jwt-decode npm, exp iat nbf sub, RFC 7519, Authorization: Bearer",
    "parse header and payload of a compact token and translate its numeric dates, signature untouched",
    "ler o conteúdo de um token jwt, quando expira",
    "leer el contenido de un jwt, claims, caducidad, sin clave",
    "jwt inhalt lesen, ablaufzeit, claims, ohne schlüssel",
    "lire le contenu d'un jwt, expiration, claims",
    "jwt 解析 载荷 过期 不验签",
    "jwt の中身を読む クレーム 有効期限",
  ],
  effort: 1,
  keepsSecrets: true,
  detect: (sample) =>
    /^\s*(?:(?:Authorization:\s*)?Bearer\s+)?eyJ[\w-]+\.[\w-]*\.[\w.-]*\s*$/i.test(sample)
      ? 0.9
      : 0,

  laws: [
    {
      name: "payloadJson encodes to the payload part of a canonical token",
      holds(run, { token = "" }) {
        const payload = toBase64(encodeUtf8(JSON.stringify(token)), {
          urlSafe: true,
          padding: false,
        });
        const again = run({ token: `${CANONICAL}.${payload}.` }).value?.payloadJson ?? "";
        return toBase64(encodeUtf8(again), { urlSafe: true, padding: false }) === payload;
      },
    },
    {
      name: "nothing is ever verified, and no verdict given",
      holds(run, input) {
        const { value, valid } = run(input);
        return valid === undefined && (value?.signatureVerified ?? false) === false;
      },
    },
    {
      name: "what the signature is makes no difference to what the token says",
      holds(run, { token = "" }) {
        const signed = /^([^.]+\.[^.]+\.)[^.]+$/.exec(token.trim())?.[1];
        if (signed === undefined) return true;
        const [first, second] = [run({ token: `${signed}AAAA` }), run({ token: `${signed}____` })];
        return first.output === second.output;
      },
    },
  ],
  examples: [
    {
      title: "The example of RFC 7515",
      input: {
        token:
          "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
      },
      options: { now: "2026-01-01T00:00:00Z" },
      expect: {
        value: {
          header: { alg: "HS256" },
          payload: { iss: "joe" },
          status: "expired",
          times: [{ claim: "exp", iso: "2011-03-22T18:43:00Z", text: "14 years ago" }],
        },
      },
    },
    {
      title: "An unsigned token that is not valid yet",
      input: {
        token:
          "Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIiwiaWF0IjoxNzY3MjI1NTQwLCJuYmYiOjE3NjcyMjU2NjAsImV4cCI6MTc2NzIyOTIwMH0.",
      },
      options: { now: "2026-01-01T00:00:00Z" },
      expect: {
        value: { status: "notYetValid", signature: { present: false } },
        warnings: [
          { code: "SIGNATURE_NOT_VERIFIED" },
          { code: "JWT_ALG_NONE" },
          { code: "JWT_NOT_YET_VALID" },
        ],
      },
    },
    {
      title: "A payload that is text",
      input: { token: "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc.AAAA" },
      expect: {
        value: { payload: null, payloadText: "Example of Ed25519 signing", status: null },
      },
    },
    {
      title: "Not a token",
      input: { token: "a.b" },
      expect: { ok: false, error: { code: "JWT_PARTS_INVALID" } },
    },
  ],

  run(input, ctx) {
    const zone = readZone(input.timeZone, "/timeZone");
    if (!isZone(zone)) return fail(zone);
    const token = readToken(input.token, { strict: false });
    if (!("kind" in token)) return fail(token);
    const output = writeOutput(token);
    if (output === undefined) return fail(outputTooLarge());
    return explain(token, output, zone, ctx);
  },
});

function writeOutput({ signatures: [{ header }], payload }: Token): string | undefined {
  const content = payload?.node ?? (payload ? stringNode(payload.text ?? "") : nullNode());
  const document = [memberNode("header", header.node), memberNode("payload", content)];
  return prettyJson(withoutRepeats(objectNode(document), "last"));
}

function explain(token: Token, output: string, zone: Zone, ctx: Ctx) {
  const { kind, serialization, signatures, payload } = token;
  const claims = claimsOf(payload);
  const { times, notNumbers } = readTimes(claims ?? {});
  const status = claims ? statusOf(times, ctx.now()) : null;
  const [{ header, bytes }] = signatures;
  const value: Value = {
    kind,
    serialization,
    header: header.value,
    payload: claims ?? null,
    payloadJson: payload?.node ? (payload.text ?? null) : null,
    payloadText: payload?.node ? null : (payload?.text ?? null),
    signature: sizeOf(bytes),
    ...(serialization === "general" ? { signatures: signatures.map(signatureOf) } : {}),
    signatureVerified: false,
    status,
    times: times.map((time) => explainTime(time, ctx.now())),
    claims: Object.entries(claims ?? {}).flatMap(([claim, said]) => {
      const meaning = REGISTERED_CLAIMS.get(claim);
      return meaning === undefined ? [] : [{ claim, meaning, value: said }];
    }),
  };
  const warnings = decoderWarnings(token, { times, notNumbers, status }, WARNINGS);
  return done({ output, value, warnings, report: writeReport(value, times, zone, warnings) });
}

function sizeOf(bytes: Uint8Array): Static<typeof SIGNATURE> {
  return { present: bytes.length > 0, bytes: bytes.length };
}

function signatureOf({ header, bytes }: TokenSignature): NonNullable<Value["signatures"]>[number] {
  return { header: header.value, signature: sizeOf(bytes) };
}

/** Names nothing that the token says but its times, which the zone makes local. */
function writeReport(
  { kind, serialization, status, times }: Value,
  read: readonly TokenTime[],
  zone: Zone,
  warnings: readonly Entry[],
): string {
  const local = times.map(({ claim, text }, index) => {
    const instant = read[index]?.instant;
    return instant ? `${claim}: ${writeZoned(instant, zone)} (${text})` : `${claim}: out of range`;
  });
  return [
    `JWT Decoder: ${kind} (${serialization}), decoded, signature not verified`,
    ...(status === null ? [] : [`status: ${status}`]),
    ...(local.length === 0 ? [] : [`Times in ${zone.name}:`, ...local]),
    `Warnings: ${warnings.length}`,
    ...warnings.map(({ code, message }) => `- ${code}: ${message}`),
  ].join("\n");
}
