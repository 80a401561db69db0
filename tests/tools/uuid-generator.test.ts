import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import fc from "fast-check";
import tool from "../../tools/uuid-generator.ts";
import { runUnit } from "../support/run-unit.ts";

const run = (input: object) => runUnit(tool, input);
const codes = (input: object) => run(input).warnings?.map(({ code }) => code);
const failure = (input: object) => run(input).errors?.map(({ code, path }) => `${code} ${path}`);

describe("the examples of RFC 9562, appendices A and B", () => {
  const time = { timestamp: "2022-02-22T19:22:22Z", clockSeq: 0x33c8, node: "9F:6B:DE:CE:D8:46" };
  const dns = { namespace: "DNS", name: "www.example.com" };

  test.each([
    [{ version: 1, ...time }, "c232ab00-9414-11ec-b3c8-9f6bdeced846"],
    [{ version: 3, ...dns }, "5df41881-3aed-3515-88a7-2f4a814cf09e"],
    [{ version: "v5", ...dns }, "2ed6657d-e927-568b-95e1-2665a8aea6a2"],
    [{ version: 6, ...time }, "1ec9414c-232a-6b00-b3c8-9f6bdeced846"],
    [
      { version: 8, data: "2489E9AD2EE20E008EC932D5F69181C0" },
      "2489e9ad-2ee2-8e00-8ec9-32d5f69181c0",
    ],
    [{ version: 8, ...dns }, "5c146b14-3c52-8afd-938a-375d0df1fbf6"],
    [{ version: "nil" }, "00000000-0000-0000-0000-000000000000"],
    [{ version: "MAX" }, "ffffffff-ffff-ffff-ffff-ffffffffffff"],
  ])("%p", (input, uuid) => {
    expect(run(input).output).toBe(uuid);
  });
});

test("names are hashed as the host hashes them", () => {
  fc.assert(
    fc.property(fc.uuid(), fc.string({ unit: "grapheme" }), (namespace, name) => {
      const bytes = Buffer.concat([
        Buffer.from(namespace.replaceAll("-", ""), "hex"),
        Buffer.from(name),
      ]);
      const digest = createHash("sha1").update(bytes).digest();
      digest[6] = ((digest[6] ?? 0) & 15) | 0x50;
      digest[8] = ((digest[8] ?? 0) & 63) | 0x80;
      const { output } = run({
        version: 5,
        namespace: namespace.toUpperCase(),
        name,
        format: "compact",
      });
      expect(output).toBe(digest.toString("hex", 0, 16));
    }),
  );
});

describe("version 7", () => {
  test("a call counts up by more than one, in one millisecond", () => {
    const { output = "" } = run({ version: 7, count: 1000, timestamp: 0 });
    const ids = output.split("\n").map((uuid) => BigInt(`0x${uuid.replaceAll("-", "")}`));
    const random = ids.map((id) => (((id >> 64n) & 0xfffn) << 62n) | BigInt.asUintN(62, id));
    for (const [index, bits] of random.entries()) {
      const step = bits - (random[index - 1] ?? bits - 1n);
      expect(step >= 1n && step <= 1n << 32n).toBe(true);
    }
    expect((random[0] ?? 0n) >> 73n).toBe(0n);
    expect(ids.every((id) => id >> 80n === 0n)).toBe(true);
  });

  test("the last time it holds", () => {
    const last = "10889-08-02T05:31:50.655Z";
    expect(run({ version: 7, timestamp: last }).output).toStartWith("ffffffff-ffff-7");
    expect(run({ version: 7, timestamp: 281_474_976_710_655 }).output).toStartWith(
      "ffffffff-ffff-7",
    );
    expect(failure({ version: 7, timestamp: 281_474_976_710_656 })).toEqual([
      "TIMESTAMP_RANGE /timestamp",
    ]);
    expect(failure({ version: 7, timestamp: "1969-12-31T23:59:59.999Z" })).toEqual([
      "TIMESTAMP_RANGE /timestamp",
    ]);
    const [inspected] = (
      run({ action: "inspect", uuid: "ffffffff-ffff-7000-8000-000000000000" }).value as {
        inspected: { time: string }[];
      }
    ).inspected;
    expect(inspected?.time).toBe("+010889-08-02T05:31:50.655Z");
  });
});

describe("versions 1 and 6", () => {
  test("the ids of a call are ticks apart and share node and clock sequence", () => {
    const { output = "" } = run({
      version: 6,
      count: 3,
      timestamp: "2026-11-20T00:00:00.0000001Z",
    });
    const lines = output.split("\n");
    expect(new Set(lines.map((uuid) => uuid.slice(19))).size).toBe(1);
    const times = (
      run({ action: "inspect", uuid: output }).value as { inspected: { time: string }[] }
    ).inspected;
    expect(times.map(({ time }) => time.slice(19))).toEqual([
      ".0000001Z",
      ".0000002Z",
      ".0000003Z",
    ]);
  });

  test("a drawn node has the multicast bit, a given one may lack it", () => {
    expect(codes({ version: 1 })).toEqual(["UUID_NOT_RANDOM"]);
    expect(codes({ version: 6, node: "00-1b-63-84-45-e6" })).toEqual([
      "MAC_IN_UUID",
      "UUID_NOT_RANDOM",
    ]);
    expect(codes({ action: "inspect", uuid: "c232ab00-9414-11ec-b3c8-001b638445e6" })).toEqual([
      "MAC_IN_UUID",
    ]);
  });

  test("times before 1582 and after 5236 do not fit", () => {
    expect(
      run({ version: 1, timestamp: "1582-10-15T00:00:00Z", node: "ffffffffffff", clockSeq: 0 })
        .output,
    ).toBe("00000000-0000-1000-8000-ffffffffffff");
    expect(failure({ version: 1, timestamp: "1582-10-14T23:59:59Z" })).toEqual([
      "TIMESTAMP_RANGE /timestamp",
    ]);
    expect(run({ version: 1, timestamp: "5236-03-31T21:21:00.6846975Z" }).ok).toBe(true);
    expect(failure({ version: 1, timestamp: "5236-03-31T21:21:00.6846975Z", count: 2 })).toEqual([
      "TIMESTAMP_RANGE /timestamp",
    ]);
  });
});

test("what a fixed input determines is made once", () => {
  expect(run({ version: 5, namespace: "url", name: "", count: 5 })).toMatchObject({
    value: { uuids: { length: 1 } },
    warnings: [{ code: "COUNT_IGNORED" }],
  });
  expect(codes({ version: "nil", count: 2 })).toEqual(["COUNT_IGNORED"]);
  expect(codes({ version: 8, count: 2 })).toEqual([]);
});

test("failures", () => {
  expect(failure({ version: 2 })).toEqual(["UUID_VERSION_UNSUPPORTED /version"]);
  expect(failure({ version: "constructor" })).toEqual(["UUID_VERSION_UNSUPPORTED /version"]);
  expect(failure({ version: 5 })).toEqual([
    "UUID_NAMESPACE_INVALID /namespace",
    "UUID_NAME_REQUIRED /name",
  ]);
  expect(failure({ version: 3, namespace: "constructor", name: "a" })).toEqual([
    "UUID_NAMESPACE_INVALID /namespace",
  ]);
  expect(failure({ version: 8, namespace: "dns" })).toEqual(["UUID_NAME_REQUIRED /name"]);
  expect(failure({ version: 8, data: "12" })).toEqual(["UUID_DATA_INVALID /data"]);
  expect(failure({ version: 1, node: "12", timestamp: "2026-02-30T00:00Z" })).toEqual([
    "DATE_INVALID /timestamp",
    "UUID_NODE_INVALID /node",
  ]);
  expect(failure({ action: "inspect" })).toEqual(["REQUIRED /uuid"]);
  expect(failure({ action: "inspect", uuid: Array.from({ length: 1001 }, () => "a") })).toEqual([
    "RANGE /uuid",
  ]);
});

describe("formats", () => {
  const name = { version: 5, namespace: "dns", name: "www.example.com" };

  test("are written and read", () => {
    const written = ["standard", "compact", "urn", "braces"].map(
      (format) => run({ ...name, format, uppercase: true }).output ?? "",
    );
    expect(written).toEqual([
      "2ED6657D-E927-568B-95E1-2665A8AEA6A2",
      "2ED6657DE927568B95E12665A8AEA6A2",
      "urn:uuid:2ED6657D-E927-568B-95E1-2665A8AEA6A2",
      "{2ED6657D-E927-568B-95E1-2665A8AEA6A2}",
    ]);
    const { output, valid } = run({ action: "inspect", uuid: written });
    expect(valid).toBe(true);
    expect(new Set(output?.split("\n"))).toEqual(
      new Set(["2ed6657d-e927-568b-95e1-2665a8aea6a2 · v5"]),
    );
  });
});

test("inspecting tells kinds and variants, and which line is malformed", () => {
  const uuid = [
    "00000000-0000-0000-0000-000000000000",
    "",
    "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF",
    "6ba7b810-9dad-11d1-c0b4-00c04fd430c8, nonsense",
    "{6ba7b810-9dad-11d1-80b4-00c04fd430c8",
  ].join("\n");
  const { ok, valid, value, errors, output } = run({ action: "inspect", uuid });
  expect([ok, valid]).toEqual([true, false]);
  expect(value).toMatchObject({
    inspected: [
      { kind: "nil", variant: "ncs" },
      { kind: "max", variant: "future" },
      { kind: "uuid", variant: "microsoft" },
      { input: "nonsense", valid: false },
      { valid: false },
    ],
  });
  expect(errors).toMatchObject([
    { code: "UUID_MALFORMED", line: 4 },
    { code: "UUID_MALFORMED", line: 5 },
  ]);
  expect(output?.split("\n").slice(0, 4)).toEqual([
    "00000000-0000-0000-0000-000000000000 · nil",
    "ffffffff-ffff-ffff-ffff-ffffffffffff · max",
    "6ba7b810-9dad-11d1-c0b4-00c04fd430c8 · microsoft",
    "nonsense · malformed",
  ]);
});
