import { hmac } from "@noble/hashes/hmac.js"; // for the laws, which sign tokens of their own
import { sha256 } from "@noble/hashes/sha2.js";
import { type Static, Type } from "@sinclair/typebox";
import { listField, oneOf } from "./_core/fields.ts";
import { type Ctx, defineTool, done, type Entry, fail } from "./_core/tool.ts";
import { toBase64 } from "./_lib/bytes/base64.ts";
import { encodeUtf8 } from "./_lib/bytes/encodings.ts";
import { readList } from "./_lib/fields/list-field.ts";
import { TOKEN_FAILURES } from "./_lib/secrets/jwt/envelope.ts";
import { isUnsigned, readToken, type Token } from "./_lib/secrets/jwt/token.ts";
import { ALGORITHM_NAMES } from "./jwt-debugger/algorithms.ts";
import { SEVERITIES } from "./jwt-debugger/attacks.ts";
import { debugToken, VERDICTS } from "./jwt-debugger/debug.ts";
import { KEY_ENCODINGS, readKeyField } from "./jwt-debugger/key-field.ts";
import type { KeyRing } from "./jwt-debugger/keys.ts";
import type { SignedToken } from "./jwt-debugger/signature-check.ts";

const FAILURES = {
  ...TOKEN_FAILURES,
  JWT_KEY_INVALID:
    "The key is not PEM, JWK, JWK set or text in keyEncoding; the message says what is wrong",
  JWT_KEY_PRIVATE: "A private key was given: it is not used, and has to be replaced",
  JWE_NOT_SUPPORTED: "The token is encrypted (JWE); only signatures are verified here",
} as const;

const WARNINGS = {
  NO_KEY: "Without a key the signature was not checked",
  KEY_NOT_FOUND: "No key of the set may be used for this token",
  ALGORITHM_UNSUPPORTED: "The token's algorithm is none that can be verified here",
} as const;

type Warning = keyof typeof WARNINGS;

const optionalList = (description: string) => Type.Optional(listField({ description }));
const LONGEST_SPAN = 1e12;
const SECONDS = { minimum: 0, maximum: LONGEST_SPAN } as const;

const INPUT = Type.Object({
  token: Type.String({ description: "JWS, compact or in flattened JSON serialization" }),
  key: Type.Optional(
    Type.Union([Type.String(), Type.Object({}, { additionalProperties: true })], {
      description:
        "Public key as PEM (SPKI, PKCS#1, X.509 certificate), JWK or JWK set, or a shared secret",
    }),
  ),
  keyEncoding: oneOf(KEY_ENCODINGS, {
    description: "How a shared secret becomes bytes",
    default: "utf8",
  }),
  algorithms: optionalList(
    `Algorithms to accept; what the key allows, if left out: ${ALGORITHM_NAMES.join(", ")}`,
  ),
  issuer: optionalList("Accepted values of iss"),
  audience: optionalList("Accepted values of aud, of which one has to be there"),
  subject: optionalList("Accepted values of sub"),
  type: optionalList("Accepted values of the header's typ"),
  requiredClaims: optionalList("Claims that have to be there"),
  clockTolerance: Type.Number({
    description: "Seconds that clocks may differ",
    default: 0,
    ...SECONDS,
  }),
  maxAge: Type.Optional(
    Type.Number({
      description: "The most seconds since iat, which then has to be there",
      ...SECONDS,
    }),
  ),
});

type Input = Static<typeof INPUT>;

const MEMBERS = Type.Record(Type.String(), Type.Unknown());
const TEXT_OR_NULL = Type.Union([Type.String(), Type.Null()]);

const VALUE = Type.Object({
  verdict: oneOf(VERDICTS),
  header: MEMBERS,
  payload: Type.Union([MEMBERS, Type.Null()], { description: "The claims, if it is an object" }),
  payloadText: Type.Union([Type.String(), Type.Null()], {
    description: "The text, if it is one and no object",
  }),
  signature: Type.Object({
    checked: Type.Boolean(),
    valid: Type.Union([Type.Boolean(), Type.Null()]),
    algorithm: TEXT_OR_NULL,
    keyId: TEXT_OR_NULL,
    reason: TEXT_OR_NULL,
  }),
  claims: Type.Array(
    Type.Object({
      claim: Type.String(),
      ok: Type.Boolean(),
      check: Type.String(),
      expected: Type.Optional(Type.Unknown()),
      actual: Type.Optional(Type.Unknown()),
      message: Type.String(),
    }),
  ),
  failedClaims: Type.Array(Type.String()),
  attacks: Type.Array(
    Type.Object({
      code: Type.String(),
      severity: oneOf(SEVERITIES),
      confirmed: Type.Boolean(),
      message: Type.String(),
    }),
  ),
  attackCodes: Type.Array(Type.String(), { description: "Of severity medium and above" }),
  hints: Type.Array(Type.String()),
});

export type Value = Static<typeof VALUE>;

const RFC7515_TOKEN =
  "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const RFC7515_KEY =
  "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow";

export default defineTool({
  id: "jwt-debugger",
  name: "JWT Debugger",
  category: "Security",
  description:
    "Verifies a JSON Web Token with a key, says which check fails, and names known attacks.",
  keywords: [
    "alg none",
    "audience",
    "auth0",
    "bad signature",
    "cognito",
    "ecdsa",
    "eddsa",
    "forged",
    "hmac secret",
    "hs256",
    "issuer",
    "jwk",
    "jwks",
    "jws",
    "jwt",
    "keycloak",
    "kid",
    "public key",
    "rs256",
    "signature",
    "signature verification",
    "token validation",
    "verify",
  ],
  aliases: ["jwt-verify"],
  version: "2026-11-23",

  input: INPUT,
  primary: "token",
  value: VALUE,
  verb: "verify",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "verify a jwt signature",
    "why is my jwt rejected",
    "invalid signature error for a token",
    "check a token against a jwks",
    "verify rs256 with a public key pem",
    "does this secret match the jwt",
    "check issuer and audience of a token",
    "alg none attack",
    "hs256 rs256 algorithm confusion",
    "validate es256 token with jwk",
    "jwt expired, clock skew",
    "is this jwt secret too weak",
    "jsonwebtoken verify, jose jwtVerify",
    "server refuses my login token, find out which check fails",
    "was this token forged or tampered with",
    "is the token really from our identity provider",
    "authenticate a signed claim set with a secret or a key set",
    "wrong audience, wrong issuer or not yet active",
    "public key and token given, does the seal hold",
    "verificar la firma de un jwt",
    "jwt signatur prüfen",
    "vérifier la signature d'un jwt",
    "验证 jwt 签名",
    "jwt 署名 検証",
    "el servidor rechaza mi token, comprobar si es auténtico",
    "ist der token echt oder gefälscht",
    "le jeton est il authentique ou falsifié",
    "令牌 是否 伪造 签名 校验",
    "トークンが本物か検証する",
    "login worked yesterday, since the key rotation everyone gets invalid token",
    "gateway says signature mismatch, here are token and our secret",
    "somebody changed admin to true in the token, would we notice",
    "right key id in the header, but is that key in the published set",
    "jsonwebtoken, jose, PyJWT InvalidSignatureError, Auth0 RS256, Keycloak JWKS, Cognito, RFC 7515",
    "authenticate a compact jws by secret, pem or key set, and explain the failing claim check",
    "verificar assinatura de um jwt com chave pública",
    "comprobar firma, emisor y audiencia del token con la clave",
    "signatur ungültig, token mit schlüssel, issuer und audience prüfen",
    "signature invalide, contrôler le jeton avec la clé publique",
    "公钥 密钥 验签 token 无效 签名 错误",
    "公開鍵 署名が無効 issuer audience 検査",
  ],
  effort: 3,
  keepsSecrets: true,
  detect: (sample) =>
    /^\s*(?:(?:Authorization:\s*)?Bearer\s+)?eyJ[\w-]+\.[\w-]*\.[\w.-]*\s*$/i.test(sample)
      ? 0.85
      : 0,

  laws: [
    {
      name: "an HMAC made here verifies, and not with one character of header or payload changed",
      holds(run, { token = "" }) {
        const [content, signed] = signedContent(token);
        const at = token.length % content.length;
        const other = content.charAt(at) === "A" ? "B" : "A";
        const changed = `${content.slice(0, at)}${other}${content.slice(at + 1)}`;
        const forged = run({ token: changed + signed.slice(content.length), key: LAW_KEY });
        return (
          run({ token: signed, key: LAW_KEY }).value?.signature.valid === true &&
          (content.charAt(at) === "." || forged.value?.signature.valid !== true)
        );
      },
    },
    {
      name: "a claim that passes passes with more tolerance, too",
      holds(run, input) {
        const failed = (clockTolerance: number): readonly string[] =>
          run({ ...input, clockTolerance }).value?.failedClaims ?? [];
        const strict = failed(0);
        return failed(3600).every((claim) => strict.includes(claim));
      },
    },
    {
      name: "what is expected of the claims makes no difference to the signature",
      holds(run, input) {
        const strict = { ...input, issuer: "nobody", requiredClaims: ["none"], maxAge: 0 };
        const [first, second] = [run(input), run(strict)].map(({ value }) => value?.signature);
        return JSON.stringify(first) === JSON.stringify(second);
      },
    },
  ],
  examples: [
    {
      title: "The example of RFC 7515, which has expired",
      input: { token: RFC7515_TOKEN, key: RFC7515_KEY, keyEncoding: "base64url" },
      options: { now: "2026-01-01T00:00:00Z" },
      expect: {
        valid: false,
        output: "claimsRejected: The token expired 466406220 seconds ago",
        value: { verdict: "claimsRejected", signature: { valid: true }, failedClaims: ["exp"] },
      },
    },
    {
      title: "Before its expiry",
      input: { token: RFC7515_TOKEN, key: RFC7515_KEY, keyEncoding: "base64url" },
      options: { now: "2011-03-22T18:42:59Z" },
      expect: { valid: true, value: { verdict: "verified" } },
    },
    {
      title: "Ed25519 with a JWK, and a payload that is text",
      input: {
        token:
          "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc.hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg",
        key: '{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}',
      },
      expect: {
        valid: true,
        value: { payload: null, payloadText: "Example of Ed25519 signing" },
      },
    },
    {
      title: "A token that nobody signed",
      input: {
        token: "eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiJ9.",
        key: "a secret that is long enough for HS256",
      },
      expect: { valid: false, value: { verdict: "rejected", attackCodes: ["ALG_NONE"] } },
    },
    {
      title: "An encrypted token",
      input: { token: "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..AAAA.AAAA.AAAA" },
      expect: { ok: false, error: { code: "JWE_NOT_SUPPORTED" } },
    },
  ],

  run(input, ctx) {
    const token = readToken(input.token, { strict: true });
    const ring = input.key === undefined ? undefined : readKeyField(input.key, input.keyEncoding);
    const keyProblems = ring && "code" in ring ? [ring] : [];
    if (!("kind" in token)) return fail([...token, ...keyProblems]);
    const signed = onlySignature(token);
    if ("code" in signed) return fail([signed, ...keyProblems]);
    if (ring && "code" in ring) return fail(ring);
    return debug(input, signed, ring, ctx);
  },
});

function onlySignature({
  kind,
  signatures,
  payload,
}: Token): SignedToken | Entry<"JWE_NOT_SUPPORTED" | "JWT_PARTS_INVALID"> {
  if (kind === "JWE" || !payload) {
    const message = "Cannot verify the token: found a JWE, expected a JWS";
    return { code: "JWE_NOT_SUPPORTED", message, path: "/token" };
  }
  if (signatures.length === 1) return { signature: signatures[0], payload };
  const expected = "one signature";
  return {
    code: "JWT_PARTS_INVALID",
    message: `Cannot verify the token: found ${signatures.length} signatures, expected ${expected}`,
    path: "/token",
    expected,
    received: signatures.length,
  };
}

function debug(input: Input, token: SignedToken, ring: KeyRing | undefined, ctx: Ctx) {
  const list = (field: string | string[] | undefined): string[] | undefined =>
    field === undefined ? undefined : readList(field);
  const expected = {
    issuer: list(input.issuer),
    audience: list(input.audience),
    subject: list(input.subject),
    type: list(input.type),
    requiredClaims: list(input.requiredClaims) ?? [],
    clockTolerance: input.clockTolerance,
    maxAge: input.maxAge,
  };
  const allowed = (list(input.algorithms) ?? []).map(properName);
  const options = { ring, keyEncoding: input.keyEncoding, allowed, expected };
  const { diagnosis, check, line } = debugToken(token, options, ctx);
  const warnings: Entry<Warning>[] = [];
  const warn = (code: Warning, path: string): void => {
    warnings.push({ code, message: WARNINGS[code], path });
  };
  if (!ring) warn("NO_KEY", "/key");
  if (ring?.form === "jwks" && check.algorithm && check.fitting.length === 0) {
    warn("KEY_NOT_FOUND", "/key");
  }
  if (!check.algorithm && !isUnsigned(token.signature.header)) {
    warn("ALGORITHM_UNSUPPORTED", "/header/alg");
  }
  return done({
    output: line,
    value: diagnosis,
    valid: diagnosis.verdict === "verified",
    warnings,
  });
}

/** Names of the allow-list may be in any letter case; those of a token may not. */
function properName(name: string): string {
  const plain = name.toLowerCase();
  return ALGORITHM_NAMES.find((known) => known.toLowerCase() === plain) ?? name;
}

const LAW_KEY = "a secret that only the laws use and know";

/** A token with the text as its claim: what is signed, and the whole. */
function signedContent(text: string): [content: string, token: string] {
  const part = (bytes: Uint8Array): string => toBase64(bytes, { urlSafe: true, padding: false });
  const payload = encodeUtf8(JSON.stringify({ text }));
  const content = `${part(encodeUtf8('{"alg":"HS256"}'))}.${part(payload)}`;
  const signature = hmac(sha256, encodeUtf8(LAW_KEY), encodeUtf8(content));
  return [content, `${content}.${part(signature)}`];
}
