/** Receipts: what was run and what came out, as hashes that anyone can check. */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import type { Outcome } from "../../tools/_core/tool.ts";
import { sha256Hex } from "../../tools/_lib/bytes/sha256.ts";
import { canonicalJson } from "../../tools/_lib/json/tree/canonical.ts";
import type { Unit } from "../registry-entry.ts";
import { findEntry, SERVICE_VERSION } from "../registry.ts";
import type { RunClock } from "./clock.ts";
import type { Receipt } from "./types.ts";

/** A kit's stages and files, as far as its receipt names them. */
interface KitValue {
  readonly verdict?: unknown;
  readonly stages?: readonly { id: string; tool_id: string; ok: boolean }[];
  readonly deliverables?: readonly { name: string; bytes: number; sha256: string }[];
}

/** `given` is the input as it was received, before defaults and conversions. */
export function writeReceipt(
  unit: Unit,
  given: unknown,
  outcome: Outcome,
  clock: RunClock,
): Receipt {
  const seed = clock.seed ?? "";
  return {
    tool_id: unit.id,
    tool_version: unit.version,
    service_version: SERVICE_VERSION,
    input_sha256: hashInput(unit, outcome.redactedInput ?? given, seed),
    options: { now: new Date(clock.now).toISOString(), seed },
    output_sha256: hash({ output: outcome.output ?? null, value: outcome.value ?? null }),
    ...("uses" in unit ? kitMembers(unit, outcome.value as KitValue | null) : {}),
  };
}

/** The bare hash of a short secret can be guessed, so it is keyed with the run's entropy. */
function hashInput(unit: Unit, given: unknown, seed: string): string {
  const text = canonicalJson(given);
  return unit.keepsSecrets ? hmac(sha256, encode(seed), encode(text)).toHex() : sha256Hex(text);
}

function hash(value: unknown): string {
  return sha256Hex(canonicalJson(value));
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function kitMembers(unit: Unit, value: KitValue | null): object {
  return {
    verdict: value?.verdict ?? null,
    stages: (value?.stages ?? []).map(({ id, tool_id, ok }) => ({
      id,
      tool_id,
      tool_version: findEntry(tool_id)?.version ?? unit.version,
      ok,
    })),
    deliverables: (value?.deliverables ?? []).map(({ name, bytes, sha256: digest }) => ({
      name,
      bytes,
      sha256: digest,
    })),
  };
}
