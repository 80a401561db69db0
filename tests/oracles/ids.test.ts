/** Our ULIDs and UUIDs against the libraries `ulid` and `uuid`, on generated times, names and texts. */
import { test } from "bun:test";
import fc from "fast-check";
import { decodeTime, isValid, ulidToUUID } from "ulid";
import { parse, stringify, v3, v5, validate, version } from "uuid";
import ulidTool from "../../tools/ulid-generator.ts";
import uuidTool from "../../tools/uuid-generator.ts";
import { runUnit } from "../support/run-unit.ts";
import { expectAgreement, type Judgement, testDifferences } from "./judgement.ts";

const LAST_MS = 281_474_976_710_655;
const CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const REFUSED = "refused";

interface Inspected {
  readonly valid: boolean;
  readonly ulid?: string;
  readonly timeMs?: number;
  readonly uuid?: string;
  readonly version?: number;
}

function inspected(tool: typeof ulidTool | typeof uuidTool, given: object): Inspected | undefined {
  const { value } = runUnit(tool, { action: "inspect", ...given });
  return (value as { inspected?: Inspected[] } | null)?.inspected?.[0];
}

/** What a generated ULID says of its time and of its bits. */
const made: Judgement<number> = {
  ours: (timestamp) => {
    const [ulid = ""] = (runUnit(ulidTool, { timestamp }).value as { ulids: string[] }).ulids;
    const { uuid } = inspected(ulidTool, { ulid }) ?? {};
    return {
      time: timestamp,
      valid: true,
      uuid: uuid === ulidToUUID(ulid).toLowerCase(),
      ulid: decodeTime(ulid),
    };
  },
  theirs: (timestamp) => ({ time: timestamp, valid: true, uuid: true, ulid: timestamp }),
  differences: [],
};

const ulids: Judgement<string> = {
  ours(ulid) {
    const read = inspected(ulidTool, { ulid: [ulid] });
    return read?.valid ? { time: read.timeMs, uuid: read.uuid } : REFUSED;
  },
  theirs(ulid) {
    if (!isValid(ulid)) return REFUSED;
    try {
      return { time: decodeTime(ulid), uuid: ulidToUUID(ulid).toLowerCase() };
    } catch {
      return REFUSED;
    }
  },
  differences: [
    {
      name: "I, L and O",
      right: "ours",
      why: "Crockford's Base32, which ULID, 'Encoding', refers to: when decoding, i and l are 1 and o is 0",
      example: "01ARZ3NDEKTSV4RRFFQ69G5FAO",
      covers: (ulid) => /[ILO]/i.test(ulid),
    },
  ],
};

interface Named {
  readonly name: string;
  readonly namespace: string;
  readonly version: 3 | 5;
}

const named: Judgement<Named> = {
  ours: (given) => runUnit(uuidTool, given).output,
  theirs: ({ name, namespace, version: which }) => (which === 3 ? v3 : v5)(name, namespace),
  differences: [],
};

const uuids: Judgement<string> = {
  ours(uuid) {
    const read = inspected(uuidTool, { uuid: [uuid] });
    if (!read?.valid) return REFUSED;
    return { uuid: read.uuid, version: read.version };
  },
  theirs(uuid) {
    if (!validate(uuid)) return REFUSED;
    const which = version(uuid);
    return {
      uuid: stringify(parse(uuid)),
      version: which === 0 || which === 15 ? undefined : which,
    };
  },
  differences: [
    {
      name: "a variant or a version that RFC 9562 does not lay out",
      right: "both",
      why: "RFC 9562, 4.1 and 4.2: they are reserved, for NCS, for Microsoft or for the future; the tool names them, uuid refuses them",
      example: "00000000-0000-9000-0000-000000000000",
      covers: (uuid) =>
        !/^.{14}[1-8].{4}[89ab]/i.test(uuid) &&
        /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(uuid),
    },
    {
      name: "a UUID without hyphens, in braces or as a URN",
      right: "both",
      why: "RFC 9562, 4: the text has hyphens, and may have other forms; the tool promises to read them",
      example: "{f81d4fae-7dec-11d0-a765-00a0c91e6bf6}",
      covers: (uuid) => /^(?:\{.*\}|urn:uuid:.*|[\da-f]{32})$/i.test(uuid),
    },
  ],
};

const anyUlid = fc
  .tuple(
    fc.constantFrom(..."01234567"),
    fc.string({ unit: fc.constantFrom(...CROCKFORD), minLength: 25, maxLength: 25 }),
  )
  .map((parts) => parts.join(""));
const anyUuid = fc.oneof(
  fc.uuid(),
  fc.uuid({ version: [1, 3, 4, 5, 6, 7, 8] }),
  fc.constantFrom("00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff"),
);

function damaged(texts: fc.Arbitrary<string>, put: readonly string[]) {
  return fc
    .tuple(texts, fc.nat(), fc.nat(), fc.constantFrom("", ...put), fc.boolean())
    .map(([text, from, length, piece, small]) => {
      const at = from % (text.length + 1);
      const out = text.slice(0, at) + piece + text.slice(at + (length % 2));
      return small ? out.toLowerCase() : out;
    });
}

test("generated ULIDs", () => {
  expectAgreement(fc.sample(fc.integer({ min: 0, max: LAST_MS }), 2000), made);
}, 60_000);

test("texts of ULIDs, whole and damaged", () => {
  expectAgreement(fc.sample(anyUlid, 2000), ulids);
  expectAgreement(fc.sample(damaged(anyUlid, [..."8IOUL-é0Z"]), 3000), ulids);
}, 60_000);

test("UUIDs of names", () => {
  const names = fc.record({
    name: fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }),
    namespace: fc.uuid(),
    version: fc.constantFrom(3, 5),
  });
  expectAgreement(fc.sample(names, 2500), named);
}, 60_000);

test("texts of UUIDs, whole and damaged", () => {
  expectAgreement(fc.sample(anyUuid, 2000), uuids);
  expectAgreement(fc.sample(damaged(anyUuid, [..."gf0-é9{"]), 3000), uuids);
}, 60_000);

testDifferences(ulids);
testDifferences(uuids);
