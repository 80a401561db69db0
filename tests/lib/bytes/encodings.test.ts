import { expect, test } from "bun:test";
import fc from "fast-check";
import {
  badUtf8At,
  decodeUtf8,
  encodeLatin1,
  encodeUtf16,
  encodeUtf8,
  fromHex,
  toHex,
} from "../../../tools/_lib/bytes/encodings.ts";

test("hex reads back", () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(toHex(bytes)).toBe(Buffer.from(bytes).toString("hex"));
      expect(fromHex(toHex(bytes).toUpperCase())).toEqual({ bytes });
    }),
  );
});

test("hex takes separators and says where it stops", () => {
  expect(fromHex("de:ad be\nef")).toEqual({ bytes: Uint8Array.of(0xde, 0xad, 0xbe, 0xef) });
  expect(fromHex("0xDE 0xad", { prefix: true })).toEqual({ bytes: Uint8Array.of(0xde, 0xad) });
  expect(fromHex("0xde")).toEqual({ offset: 1 });
  expect(fromHex("abc")).toEqual({ offset: 3 });
  expect(fromHex("ag")).toEqual({ offset: 1 });
});

test("the first bad byte of UTF-8 is where a strict decoder stops", () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.uint8Array(), fc.string({ unit: "binary" }).map(encodeUtf8)),
      (bytes) => {
        const bad = badUtf8At(bytes);
        expect(bad < 0).toBe(decodeUtf8(bytes) !== undefined);
        if (bad >= 0) expect(decodeUtf8(bytes.subarray(0, bad))).toBeDefined();
      },
    ),
    { numRuns: 1000 },
  );
  for (const hex of ["c080", "eda080", "f4908080", "f08080af", "e282", "ff", "80"]) {
    expect(badUtf8At(fromHex(hex).bytes ?? new Uint8Array())).toBe(0);
  }
  expect(badUtf8At(Uint8Array.of(0x61, 0xc3, 0x28))).toBe(1);
});

test("UTF-16 and Latin-1", () => {
  expect(encodeUtf16("A€")).toEqual(Uint8Array.of(0x41, 0, 0xac, 0x20));
  expect(encodeUtf16("\ud800")).toEqual(Uint8Array.of(0xfd, 0xff));
  expect(encodeLatin1("é")).toEqual({ bytes: Uint8Array.of(0xe9) });
  expect(encodeLatin1("a€")).toEqual({ offset: 1 });
});
