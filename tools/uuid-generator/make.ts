/** New UUIDs of each version of RFC 9562. */
import type { Ctx, Entry } from "../_core/tool.ts";
import { encodeUtf8 } from "../_lib/bytes/encodings.ts";
import { type Instant, instantFromMs } from "../_lib/time/calendar.ts";
import { type AlgorithmName, findAlgorithm } from "../_lib/bytes/hash/algorithms.ts";
import { drawBelow, drawBits } from "../_lib/numbers/random.ts";
import { msOf, readTimestamp } from "../_lib/fields/timestamp-field.ts";
import {
  bitsOf,
  bytesOf,
  isMulticast,
  LAST_MS,
  MAX_UUID,
  readUuid,
  stamp,
  ticksOf,
  timeBased,
  timeOrdered,
} from "../_lib/bytes/uuid.ts";
import { beginning } from "../_lib/text/shown.ts";
import type { Failure, Input } from "../uuid-generator.ts";

type Problem = Entry<Failure>;
type Problems = readonly [Problem, ...Problem[]];

export interface MadeUuids {
  readonly version: string;
  readonly uuids: readonly bigint[];
  /** The request determines the UUID, so there is one whatever the count. */
  readonly isFixed: boolean;
  /** A given node may be the address of a network card. */
  readonly hasRealNode: boolean;
}

type Made = Omit<MadeUuids, "version">;
type Maker = (request: Input, ctx: Ctx) => Made | Problems;

const MAKERS: ReadonlyMap<string, Maker> = new Map<string, Maker>([
  ["1", (request, ctx) => makeTimeBased(1, request, ctx)],
  ["3", (request) => makeNameBased(3, "md5", request)],
  ["4", ({ count }, ctx) => random(4, count, ctx)],
  ["5", (request) => makeNameBased(5, "sha1", request)],
  ["6", (request, ctx) => makeTimeBased(6, request, ctx)],
  ["7", makeTimeOrdered],
  ["8", makeCustom],
  ["nil", () => fixed(0n)],
  ["max", () => fixed(MAX_UUID)],
]);

/** The UUIDs asked for, or every reason why there are none. */
export function makeUuids(request: Input, ctx: Ctx): MadeUuids | Problems {
  const version = String(request.version)
    .trim()
    .toLowerCase()
    .replace(/^v(?=\d)/, "");
  const maker = MAKERS.get(version);
  if (!maker) {
    const shown = JSON.stringify(beginning(version, SHOWN_CHARACTERS));
    const expected = `one of ${[...MAKERS.keys()].join(", ")}`;
    const message = `Cannot make UUIDs of version ${shown}: expected ${expected}`;
    return [{ code: "UUID_VERSION_UNSUPPORTED", message, path: "/version", expected }];
  }
  const made = maker(request, ctx);
  return "uuids" in made ? { version, ...made } : made;
}

const SHOWN_CHARACTERS = 40;

function fixed(uuid: bigint): Made {
  return { uuids: [uuid], isFixed: true, hasRealNode: false };
}

function several(uuids: readonly bigint[], hasRealNode = false): Made {
  return { uuids, isFixed: false, hasRealNode };
}

function random(version: 4 | 8, count: number, ctx: Ctx): Made {
  return several(Array.from({ length: count }, () => stamp(bitsOf(ctx.bytes(16)), version)));
}

/** The namespaces of RFC 9562, section 6.6. */
const NAMESPACES: Readonly<Record<string, bigint>> = {
  dns: 0x6ba7b8109dad11d180b400c04fd430c8n,
  url: 0x6ba7b8119dad11d180b400c04fd430c8n,
  oid: 0x6ba7b8129dad11d180b400c04fd430c8n,
  x500: 0x6ba7b8149dad11d180b400c04fd430c8n,
};

function makeNameBased(
  version: 3 | 5 | 8,
  algorithm: AlgorithmName,
  { namespace = "", name }: Input,
): Made | Problems {
  const known = namespace.trim().toLowerCase();
  const space = Object.hasOwn(NAMESPACES, known) ? NAMESPACES[known] : readUuid(known);
  const unnamed = name === undefined ? [nameRequired(version)] : [];
  if (space === undefined) return [namespaceInvalid(known), ...unnamed];
  if (name === undefined) return [nameRequired(version)];
  const text = encodeUtf8(name);
  const bytes = new Uint8Array(16 + text.length);
  bytes.set(bytesOf(space));
  bytes.set(text, 16);
  const digest = findAlgorithm(algorithm)?.digest(bytes) ?? bytes;
  return fixed(stamp(bitsOf(digest), version));
}

function namespaceInvalid(namespace: string): Problem {
  const expected = "dns, url, oid, x500 or a UUID";
  const shown = JSON.stringify(beginning(namespace, SHOWN_CHARACTERS));
  const found = namespace === "" ? "none" : shown;
  const message = `Cannot use the namespace: found ${found}, expected ${expected}`;
  return { code: "UUID_NAMESPACE_INVALID", message, path: "/namespace", expected };
}

function nameRequired(version: number): Problem {
  const message = `Cannot make a UUID of version ${version}: found no name, expected the text to hash`;
  return { code: "UUID_NAME_REQUIRED", message, path: "/name" };
}

function makeCustom(request: Input, ctx: Ctx): Made | Problems {
  const { data, namespace, count } = request;
  if (data === undefined) {
    return namespace === undefined ? random(8, count, ctx) : makeNameBased(8, "sha256", request);
  }
  const digits = data.trim().replaceAll("-", "");
  if (/^[\da-f]{32}$/i.test(digits)) return fixed(stamp(BigInt(`0x${digits}`), 8));
  const message = "Cannot use the data: found something else, expected 32 hex digits";
  return [{ code: "UUID_DATA_INVALID", message, path: "/data", expected: "32 hex digits" }];
}

function instantOf({ timestamp }: Input, ctx: Ctx): Instant | Problem {
  return timestamp === undefined
    ? instantFromMs(ctx.now())
    : readTimestamp(timestamp, "/timestamp");
}

function outOfRange(expected: string): Problem {
  const message = `Cannot hold the time: found one outside its range, expected ${expected}`;
  return { code: "TIMESTAMP_RANGE", message, path: "/timestamp", expected };
}

function makeTimeBased(version: 1 | 6, request: Input, ctx: Ctx): Made | Problems {
  const instant = instantOf(request, ctx);
  const given = request.node === undefined ? undefined : readNode(request.node);
  const nodeProblems = typeof given === "object" ? [given] : [];
  if ("code" in instant) return [instant, ...nodeProblems];
  const ticks = ticksOf(instant);
  if (ticks === undefined || ticks + BigInt(request.count - 1) > LARGEST_TICK) {
    const range = "1582-10-15T00:00:00Z to 5236-03-31T21:21:00.6846975Z";
    return [outOfRange(range), ...nodeProblems];
  }
  if (typeof given === "object") return [given];

  const node = given ?? drawBits(ctx, 48) | MULTICAST;
  const clockSeq = BigInt(request.clockSeq ?? drawBelow(ctx, CLOCK_SEQUENCES));
  const uuids = Array.from({ length: request.count }, (_, index) =>
    timeBased(version, { ticks: ticks + BigInt(index), clockSeq, node }),
  );
  return several(uuids, !isMulticast(node));
}

const LARGEST_TICK = (1n << 60n) - 1n;
const MULTICAST = 1n << 40n;
const CLOCK_SEQUENCES = 16_384;

function readNode(text: string): bigint | Problem {
  const digits = text.trim().replace(/[:-]/g, "");
  if (/^[\da-f]{12}$/i.test(digits)) return BigInt(`0x${digits}`);
  const message = "Cannot use the node: found something else, expected 12 hex digits";
  return { code: "UUID_NODE_INVALID", message, path: "/node", expected: "12 hex digits" };
}

function makeTimeOrdered(request: Input, ctx: Ctx): Made | Problems {
  const instant = instantOf(request, ctx);
  if ("code" in instant) return [instant];
  const ms = msOf(instant);
  if (ms < 0 || ms > LAST_MS) return [outOfRange("1970-01-01 to 10889-08-02T05:31:50.655Z")];
  // The top bit is 0, so that counting up cannot reach into the time.
  let low = drawBits(ctx, RANDOM_BITS) & ~(1n << BigInt(RANDOM_BITS - 1));
  const uuids: bigint[] = [];
  for (let index = 0; index < request.count; index++) {
    if (index > 0) low += 1n + drawBits(ctx, 32);
    uuids.push(timeOrdered(ms, low));
  }
  return several(uuids);
}

const RANDOM_BITS = 74;
