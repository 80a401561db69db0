/** Everything a verifier would look at, and which of it fails. */
import type { Ctx } from "../_core/tool.ts";
import type { Value } from "../jwt-debugger.ts";
import { type Attack, findAttacks } from "./attacks.ts";
import { checkClaims, type ClaimCheck, type Expectations } from "./claim-checks.ts";
import { hintsOf } from "./hints.ts";
import type { KeyEncoding } from "./key-field.ts";
import type { KeyRing } from "./keys.ts";
import { checkSignature, type SignatureCheck, type SignedToken } from "./signature-check.ts";
import { claimsOf } from "../_lib/secrets/jwt/token.ts";

export const VERDICTS = ["verified", "claimsRejected", "rejected", "unverified"] as const;
export type Verdict = (typeof VERDICTS)[number];

export interface DebugOptions {
  readonly ring: KeyRing | undefined;
  readonly keyEncoding: KeyEncoding;
  /** The allow-list; empty for what the key allows. */
  readonly allowed: readonly string[];
  readonly expected: Expectations;
}

export interface Debugged {
  readonly diagnosis: Value;
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
): Value["signature"] {
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
