/** Ids that carry the time at which they were made. */
import { decodeCrockford } from "../_lib/bytes/base32-crockford.ts";
import { NS_PER_SECOND, nsOf } from "../_lib/time/nanoseconds.ts";
import { inspectUuid, readUuid } from "../_lib/bytes/uuid.ts";
import { problem, type Reading, type ReadingProblem } from "../_lib/time/timestamp/reading.ts";

const ULID_LENGTH = 26;
const ULID_RANDOM_BITS = 80n;

export function readUlidTime(text: string): Reading | undefined {
  const bits = text.length === ULID_LENGTH ? decodeCrockford(text) : undefined;
  if (typeof bits !== "bigint" || bits >> 128n > 0n) return undefined;
  const ms = bits >> ULID_RANDOM_BITS;
  return { format: "ulid", unit: null, ns: ms * 1_000_000n, warnings: [] };
}

export function readUuidTime(text: string): Reading | ReadingProblem | undefined {
  const bits = readUuid(text);
  if (bits === undefined) return undefined;
  const { time, version, kind } = inspectUuid(bits);
  if (!time) {
    const found =
      kind === "uuid" ? `a UUID of version ${version ?? "unknown"}` : `the ${kind} UUID`;
    return problem("TIMESTAMP_NO_TIME", found, "version 1, 6 or 7, which hold a time");
  }
  return { format: "uuid", unit: null, ns: nsOf(time), warnings: [] };
}

/** The first four bytes of an ObjectId are seconds since 1970. */
export function readObjectIdTime(text: string): Reading | undefined {
  if (!/^[\da-f]{24}$/i.test(text)) return undefined;
  const seconds = BigInt(`0x${text.slice(0, 8)}`);
  return { format: "objectId", unit: null, ns: seconds * NS_PER_SECOND, warnings: [] };
}
