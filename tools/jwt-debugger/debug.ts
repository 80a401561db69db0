/** Everything a verifier would look at, and which of it fails. */
import { type Static, Type } from "@sinclair/typebox";
import { oneOf } from "../_core/fields.ts";
import type { Ctx } from "../_core/tool.ts";
import { type Attack, findAttacks, SEVERITIES } from "./attacks.ts";
import { checkClaims, type ClaimCheck, type Expectations } from "./claim-checks.ts";
import { hintsOf } from "./hints.ts";
import type { KeyEncoding } from "./key-field.ts";
import type { KeyRing } from "./keys.ts";
import { checkSignature, type SignatureCheck, type SignedToken } from "./signature-check.ts";
import { claimsOf } from "../_lib/secrets/jwt/token.ts";

const MEMBERS = Type.Record(Type.String(), Type.Unknown());
const TEXT_OR_NULL = Type.Union([Type.String(), Type.Null()]);

export const VERDICTS = ["verified", "claimsRejected", "rejected", "unverified"] as const;
export type Verdict = (typeof VERDICTS)[number];

export const DIAGNOSIS = Type.Object({
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

export type Diagnosis = Static<typeof DIAGNOSIS>;

export interface DebugOptions {
  readonly ring: KeyRing | undefined;
  readonly keyEncoding: KeyEncoding;
  /** The allow-list; empty for what the key allows. */
  readonly allowed: readonly string[];
  readonly expected: Expectations;
}

export interface Debugged {
  readonly diagnosis: Diagnosis;
  readonly check: SignatureCheck;
  /** The verdict and its first reason. */
  readonly line: string;
}

export function debugToken(
  token: SignedToken,
  { ring, keyEncoding, allowed, expected }: DebugOptions,
  ctx: Ctx,
): Debugged {
  const { signature, payload } = token;
  const header = signature.header.value;
  const claims = claimsOf(payload);
  const now = ctx.now() / 1000;
  const check = checkSignature(token, ring, ctx.budget);
  const list = allowed.length > 0 ? allowed : undefined;
  const attacks = findAttacks({ token, ring, check, allowed: list, budget: ctx.budget });
  const checks = checkClaims(header, claims ?? {}, expected, now);
  const failed = checks.filter(({ ok }) => !ok);
  const verdict = verdictOf(ring, check, attacks, failed);
  const severe = attacks.filter(({ severity }) => severity !== "low");
  const diagnosis = {
    verdict,
    header,
    payload: claims ?? null,
    payloadText: claims ? null : (payload.text ?? null),
    signature: describeCheck(header, check),
    claims: checks,
    failedClaims: [...new Set(failed.map(({ claim }) => claim))],
    attacks,
    attackCodes: severe.map(({ code }) => code),
    hints: hintsOf({ token, ring, keyEncoding, check, attacks, allowed, now }),
  };
  return { diagnosis, check, line: `${verdict}: ${firstReason(check, attacks, failed)}` };
}

function verdictOf(
  ring: KeyRing | undefined,
  { valid }: SignatureCheck,
  attacks: readonly Attack[],
  failed: readonly ClaimCheck[],
): Verdict {
  if (!ring) return "unverified";
  if (!valid || attacks.some(isCritical)) return "rejected";
  return failed.length > 0 ? "claimsRejected" : "verified";
}

function isCritical({ severity }: Attack): boolean {
  return severity === "critical";
}

function describeCheck(
  header: Readonly<Record<string, unknown>>,
  { valid, key, reason }: SignatureCheck,
): Diagnosis["signature"] {
  const textOf = (member: unknown): string | null => (typeof member === "string" ? member : null);
  return {
    checked: valid !== undefined,
    valid: valid ?? null,
    algorithm: textOf(header["alg"]),
    keyId: key?.keyId ?? textOf(header["kid"]),
    reason: reason ?? null,
  };
}

function firstReason(
  { reason }: SignatureCheck,
  attacks: readonly Attack[],
  failed: readonly ClaimCheck[],
): string {
  const worst = attacks.find(isCritical)?.message;
  const sound = "The signature is valid, and every claim that was checked passes";
  return worst ?? reason ?? failed[0]?.message ?? sound;
}
