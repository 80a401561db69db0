import { expect, test } from "bun:test";
import fc from "fast-check";
import { drawBelow, drawBits, type Entropy } from "../../../tools/_lib/numbers/random.ts";

/** Hands out the given bytes, then counts up. */
function entropyOf(...given: number[]): Entropy {
  let next = 0;
  return { bytes: (length) => Uint8Array.from({ length }, () => given[next++] ?? next) };
}

test("a draw above the bound is drawn again, never folded", () => {
  expect(drawBelow(entropyOf(0b1111_0111, 0b0000_0101), 6)).toBe(5);
  expect(drawBelow(entropyOf(0xff, 0xff, 0x01, 0x2b), 300)).toBe(299);
  expect(drawBelow(entropyOf(), 1)).toBe(0);
});

test("draws stay below the bound and reach its ends", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2 ** 53 - 1 }),
      fc.infiniteStream(fc.nat(255)),
      (bound, stream) => {
        const entropy = {
          bytes: (length: number) =>
            Uint8Array.from({ length }, () => stream.next().value as number),
        };
        const drawn = drawBelow(entropy, bound);
        expect(Number.isInteger(drawn) && drawn >= 0 && drawn < bound).toBe(true);
      },
    ),
  );
});

test("each of a few values comes equally often over all bytes", () => {
  const counts = [0, 0, 0, 0, 0];
  for (let byte = 0; byte < 256; byte++) {
    const value = drawBelow(entropyOf(byte, 0), 5);
    if ((byte & 7) < 5) counts[value] = (counts[value] ?? 0) + 1;
  }
  expect(counts).toEqual([32, 32, 32, 32, 32]);
});

test("bits come first byte highest", () => {
  expect(drawBits(entropyOf(0xff, 0x01), 12)).toBe(0xf01n);
  expect(drawBits(entropyOf(0x80), 8)).toBe(0x80n);
});
