/** UUIDs of RFC 9562 as 128-bit numbers. */
import type { Instant } from "../time/calendar.ts";

/** Seconds from 1582-10-15, where versions 1 and 6 begin to count, to 1970-01-01. */
const GREGORIAN_SECONDS = 12_219_292_800n;
const TICKS_PER_SECOND = 10_000_000n;
const LARGEST_TICK = (1n << 60n) - 1n;
/** The last millisecond that 48 bits hold. */
export const LAST_MS = 281_474_976_710_655;
/** The largest number of 128 bits. */
export const MAX_UUID = (1n << 128n) - 1n;

/** Puts the version and the variant of RFC 9562 over the bits at their places. */
export function stamp(bits: bigint, version: number): bigint {
  const cleared = bits & ~((0xfn << 76n) | (3n << 62n));
  return cleared | (BigInt(version) << 76n) | (2n << 62n);
}

/** The first 128 bits of bytes as a number. */
export function bitsOf(bytes: Uint8Array): bigint {
  let bits = 0n;
  for (const byte of bytes.subarray(0, 16)) bits = (bits << 8n) | BigInt(byte);
  return bits;
}

/** The 16 bytes of a number. */
export function bytesOf(bits: bigint): Uint8Array {
  const bytes = new Uint8Array(16);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(0, bits >> 64n);
  view.setBigUint64(8, BigInt.asUintN(64, bits));
  return bytes;
}

/** Ticks of 100 ns since 1582-10-15 UTC; undefined before then and beyond 60 bits. */
export function ticksOf({ seconds, nanosecond }: Instant): bigint | undefined {
  const ticks =
    (BigInt(seconds) + GREGORIAN_SECONDS) * TICKS_PER_SECOND + BigInt(Math.floor(nanosecond / 100));
  return ticks >= 0n && ticks <= LARGEST_TICK ? ticks : undefined;
}

function instantOfTicks(ticks: bigint): Instant {
  return {
    seconds: Number(ticks / TICKS_PER_SECOND - GREGORIAN_SECONDS),
    nanosecond: Number(ticks % TICKS_PER_SECOND) * 100,
  };
}

export interface TimeFields {
  readonly ticks: bigint;
  /** 14 bits. */
  readonly clockSeq: bigint;
  /** 48 bits. */
  readonly node: bigint;
}

/** Version 1 has the lowest bits of the time first, version 6 the highest. */
export function timeBased(version: 1 | 6, { ticks, clockSeq, node }: TimeFields): bigint {
  const time =
    version === 6
      ? ((ticks >> 12n) << 16n) | (ticks & 0xfffn)
      : ((ticks & 0xffffffffn) << 32n) | (((ticks >> 32n) & 0xffffn) << 16n) | (ticks >> 48n);
  return stamp((time << 64n) | (clockSeq << 48n) | node, version);
}

/** Version 7: milliseconds since 1970, then 74 bits around version and variant. */
export function timeOrdered(ms: number, random: bigint): bigint {
  const bits = (BigInt(ms) << 80n) | ((random >> 62n) << 64n) | BigInt.asUintN(62, random);
  return stamp(bits, 7);
}

export const VARIANTS = ["ncs", "rfc9562", "microsoft", "future"] as const;

export interface UuidFacts {
  readonly kind: "uuid" | "nil" | "max";
  readonly variant: (typeof VARIANTS)[number];
  /** Of the variant rfc9562. */
  readonly version?: number;
  /** Of versions 1, 6 and 7. */
  readonly time?: Instant;
  /** Of versions 1 and 6. */
  readonly clockSeq?: number;
  /** Of versions 1 and 6. */
  readonly node?: bigint;
}

/** What the bits of a UUID say. */
export function inspectUuid(bits: bigint): UuidFacts {
  const kind = bits === 0n ? "nil" : bits === MAX_UUID ? "max" : "uuid";
  const top = Number((bits >> 61n) & 7n);
  const variant = top < 4 ? "ncs" : top < 6 ? "rfc9562" : top === 6 ? "microsoft" : "future";
  if (variant !== "rfc9562") return { kind, variant };
  const version = Number((bits >> 76n) & 0xfn);
  const time = bits >> 64n;
  if (version === 7) {
    const ms = Number(time >> 16n);
    const seconds = Math.floor(ms / 1000);
    return { kind, variant, version, time: { seconds, nanosecond: (ms % 1000) * 1_000_000 } };
  }
  if (version !== 1 && version !== 6) return { kind, variant, version };
  const ticks =
    version === 6
      ? ((time >> 16n) << 12n) | (time & 0xfffn)
      : ((time & 0xfffn) << 48n) | (((time >> 16n) & 0xffffn) << 32n) | (time >> 32n);
  return {
    kind,
    variant,
    version,
    time: instantOfTicks(ticks),
    clockSeq: Number((bits >> 48n) & 0x3fffn),
    node: BigInt.asUintN(48, bits),
  };
}

/** Whether a node was made up and is not the address of a network card. */
export function isMulticast(node: bigint): boolean {
  return ((node >> 40n) & 1n) === 1n;
}

/** `9f:6b:de:ce:d8:46`. */
export function writeNode(node: bigint): string {
  return node
    .toString(16)
    .padStart(12, "0")
    .replace(/..(?=.)/g, "$&:");
}

const FORMS = /^(?:urn:uuid:)?(?:\{([^{}]*)\}|([^{}]*))$/i;
const DIGITS = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$|^[\da-f]{32}$/i;

/** Reads the standard form, 32 digits without hyphens, either in braces or after `urn:uuid:`. */
export function readUuid(text: string): bigint | undefined {
  const match = FORMS.exec(text);
  const digits = match?.[1] ?? match?.[2] ?? "";
  return DIGITS.test(digits) ? BigInt(`0x${digits.replaceAll("-", "")}`) : undefined;
}

export const UUID_FORMATS = ["standard", "compact", "urn", "braces"] as const;
export type UuidFormat = (typeof UUID_FORMATS)[number];

export function writeUuid(
  bits: bigint,
  format: UuidFormat = "standard",
  uppercase = false,
): string {
  const lower = bits.toString(16).padStart(32, "0");
  const digits = uppercase ? lower.toUpperCase() : lower;
  if (format === "compact") return digits;
  const standard = digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  if (format === "urn") return `urn:uuid:${standard}`;
  return format === "braces" ? `{${standard}}` : standard;
}
