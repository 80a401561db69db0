import { expect, test } from "bun:test";
import fc from "fast-check";
import type { Ctx } from "../../tools/_core/tool.ts";
import { decodeCrockford, encodeCrockford } from "../../tools/_lib/bytes/base32-crockford.ts";
import tool from "../../tools/ulid-generator.ts";
import { runUnit } from "../support/run-unit.ts";

const run = (input: object) => runUnit(tool, input);
const codes = (input: object) => run(input).errors?.map(({ code }) => code);

test("Crockford's Base32 reads back, in any letter case and with its lookalikes", () => {
  fc.assert(
    fc.property(fc.bigInt(0n, (1n << 130n) - 1n), (number) => {
      const text = encodeCrockford(number, 26);
      expect(decodeCrockford(text)).toBe(number);
      expect(decodeCrockford(text.toLowerCase().replaceAll("0", "o").replaceAll("1", "l"))).toBe(
        number,
      );
    }),
  );
  expect(decodeCrockford("0u")).toEqual({ index: 1 });
  expect(decodeCrockford("ſ")).toEqual({ index: 0 });
});

test("the times at the ends", () => {
  expect(run({ timestamp: 0 })).toMatchObject({
    output: expect.stringMatching(/^0{10}/) as string,
    value: { timeMs: 0, time: "1970-01-01T00:00:00Z" },
  });
  expect(run({ timestamp: "+010889-08-02T05:31:50.655Z" })).toMatchObject({
    output: expect.stringMatching(/^7Z{9}/) as string,
    value: { timeMs: 281_474_976_710_655, time: "+010889-08-02T05:31:50.655Z" },
  });
  expect(codes({ timestamp: 281_474_976_710_656 })).toEqual(["ULID_TIME_RANGE"]);
  expect(codes({ timestamp: "1969-12-31" })).toEqual(["ULID_TIME_RANGE"]);
  expect(codes({ timestamp: "yesterday" })).toEqual(["DATE_INVALID"]);
});

test("the ids of a call are neighbours", () => {
  const { output = "" } = run({ count: 1000, lowercase: true });
  const numbers = output.split("\n").map((ulid) => decodeCrockford(ulid) as bigint);
  expect(numbers.every((number, index) => number === (numbers[0] ?? 0n) + BigInt(index))).toBe(
    true,
  );
  expect(output).toBe(output.toLowerCase());
});

test("counting never wraps", () => {
  const ctx: Ctx = {
    now: () => 0,
    bytes: (length) => new Uint8Array(length).fill(255),
    seeded: true,
    budget: { spend() {} },
    longestOutput: 1000,
  };
  const input = { count: 1, action: "generate", lowercase: false } as const;
  expect(tool.run(input, ctx).output).toBe("0000000000ZZZZZZZZZZZZZZZZ");
  expect(tool.run({ ...input, count: 2 }, ctx).errors).toMatchObject([
    { code: "ULID_RANDOM_OVERFLOW" },
  ]);
});

test("inspecting reports each bad item with its place", () => {
  const ulid =
    "01ARZ3NDEKTSV4RRFFQ69G5FAV\n01ARZ3NDEKTSV4RRFFQ69G5FA\n\n01ARZ3NDEKUSV4RRFFQ69G5FAV, 80000000000000000000000000";
  expect(run({ action: "inspect", ulid })).toMatchObject({
    ok: true,
    valid: false,
    value: {
      inspected: [
        {
          valid: true,
          ulid: "01ARZ3NDEKTSV4RRFFQ69G5FAV",
          timeMs: 1_469_922_850_259,
          randomnessHex: "d6764c61efb99302bd5b",
        },
        { valid: false },
        { valid: false },
        { valid: false },
      ],
    },
    errors: [
      { code: "ULID_LENGTH", line: 2, received: 25 },
      { code: "ULID_CHARACTER", line: 4, column: 11, received: "U" },
      { code: "ULID_OVERFLOW", line: 4, column: 1 },
    ],
  });
  expect(run({ action: "inspect", ulid: "7ZZZZZZZZZZZZZZZZZZZZZZZZZ" }).valid).toBe(true);
  expect(run({ action: "inspect", ulid: "oiarz3ndektsv4rrffq69g5fav" })).toMatchObject({
    value: { inspected: [{ ulid: "01ARZ3NDEKTSV4RRFFQ69G5FAV" }] },
  });
});
