/** What the worker of pictures does to pixels, and how it finds a quality; its codecs are for the browser's test. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { withinBudget } from "../../app/web/files/images/budget.ts";
import { canHold, withMetadata } from "../../app/web/files/images/metadata.ts";
import {
  blank,
  colourOf,
  flattened,
  ground,
  type Pixels,
  place,
  uprightPart,
} from "../../app/web/files/images/pixels.ts";
import { readImage } from "../../tools/_lib/images/facts.ts";

/** A picture of three by two whose pixels are numbered. */
const NUMBERED = pixelsOf(3, 2, (index) => index + 1);

function pixelsOf(width: number, height: number, valueAt: (index: number) => number): Pixels {
  const made = blank(width, height);
  for (let index = 0; index < width * height; index++) made.data[index * 4] = valueAt(index);
  return made;
}

const rowsOf = ({ data, width, height }: Pixels): number[][] =>
  Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (__, x) => data[(y * width + x) * 4] ?? 0),
  );

describe("orientations of EXIF", () => {
  // 1 2 3
  // 4 5 6
  test.each([
    [1, "123 456"],
    [2, "321 654"],
    [3, "654 321"],
    [4, "456 123"],
    [5, "14 25 36"],
    [6, "41 52 63"],
    [7, "63 52 41"],
    [8, "36 25 14"],
  ])("%d", (orientation, expected) => {
    const isTurned = orientation > 4;
    const size = { width: isTurned ? 2 : 3, height: isTurned ? 3 : 2 };
    const whole = uprightPart(NUMBERED, orientation, { x: 0, y: 0, ...size });
    expect(
      rowsOf(whole)
        .map((row) => row.join(""))
        .join(" "),
    ).toBe(expected);
    const corner = uprightPart(NUMBERED, orientation, { x: 1, y: 1, width: 1, height: 1 });
    expect(rowsOf(corner)).toEqual([[rowsOf(whole)[1]?.[1] ?? 0]]);
  });
});

describe("grounds", () => {
  test("a picture stands where it is put, and stays transparent there", () => {
    const on = ground(4, 4, colourOf("#102030"));
    place(on, NUMBERED, { x: 1, y: 2, width: 3, height: 2 });
    expect(rowsOf(on)).toEqual([
      [16, 16, 16, 16],
      [16, 16, 16, 16],
      [16, 1, 2, 3],
      [16, 4, 5, 6],
    ]);
    expect([...on.data.subarray(0, 4)]).toEqual([16, 32, 48, 255]);
    expect(on.data[(2 * 4 + 1) * 4 + 3]).toBe(0);
  });

  test("what is transparent gets the colour below it", () => {
    const one = { data: new Uint8ClampedArray([200, 0, 100, 128]), width: 1, height: 1 };
    expect([...flattened(one, [0, 100, 100]).data]).toEqual([100, 50, 100, 255]);
    const opaque = { ...one, data: new Uint8ClampedArray([1, 2, 3, 255]) };
    expect(flattened(opaque, [0, 0, 0])).toBe(opaque);
  });
});

describe("the search for a quality", () => {
  test("finds the highest that fits in at most seven encodings, and else the lowest", async () => {
    const quality = fc.integer({ min: 1, max: 100 });
    await fc.assert(
      fc.asyncProperty(quality, quality, fc.integer({ min: 0, max: 110 }), async (a, b, most) => {
        const [lowest, highest] = [Math.min(a, b), Math.max(a, b)];
        let tries = 0;
        const found = await withinBudget(
          async (one) => {
            tries++;
            return new Uint8Array(one);
          },
          { lowest, highest, most },
        );
        expect(found.quality).toBe(most < lowest ? lowest : Math.min(most, highest));
        expect(found.bytes.length).toBe(found.quality);
        expect(tries).toBeLessThanOrEqual(7);
      }),
      { numRuns: 500 },
    );
  });
});

describe("metadata that is kept", () => {
  const latin = (text: string) => Buffer.from(text, "latin1");
  const png = new Uint8Array(
    Buffer.concat([
      latin("\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x05\0\0\0\x04\x08\x06\0\0\0"),
      latin("\0\0\0\0\0\0\0\0IEND\xae\x42\x60\x82"),
    ]),
  );
  const jpeg = new Uint8Array(
    latin("\xff\xd8\xff\xe0\0\x04ab\xff\xc0\0\x08\x08\0\x04\0\x05\x03\xff\xda\0\x02\x01\xff\xd9"),
  );
  const lossy = latin("\0\0\0\x9d\x01\x2a\x05\0\x04\0");
  const webp = new Uint8Array(Buffer.concat([latin("RIFF\x16\0\0\0WEBPVP8 \x0a\0\0\0"), lossy]));

  test.each([
    ["png", png],
    ["jpeg", jpeg],
    ["webp", webp],
  ] as const)("%s", (format, content) => {
    const profile = new Uint8Array(70_000).fill(7);
    const rights = { copyright: "me", artist: "Ann and others" };
    const made = withMetadata(content, format, { profile, rights });
    const facts = readImage(made);
    expect(facts).toMatchObject({ width: 5, height: 4, gps: false, ...rights });
    expect(facts?.damagedAfter).toBeUndefined();
    if (format !== "png") expect(facts?.profile?.bytes).toEqual(profile);
    expect(facts?.profile?.isDeflated).toBe(format === "png");
    expect(withMetadata(content, format, { profile: undefined, rights: undefined })).toBe(content);
    expect(canHold(format)).toBe(true);
  });
});
