import { describe, expect, test } from "bun:test";
import { numberedColours, readIcc } from "../../../tools/_lib/images/icc.ts";
import { toSrgb } from "../../../app/web/files/images/pixels.ts";

type Triple = readonly [number, number, number];

const P3: readonly Triple[] = [
  [0.515102, 0.241182, -0.00105],
  [0.291965, 0.692236, 0.041882],
  [0.157153, 0.066582, 0.784378],
];
const SRGB: readonly Triple[] = [
  [0.436065, 0.222488, 0.013916],
  [0.385147, 0.716873, 0.097076],
  [0.143066, 0.060608, 0.714096],
];

/** A profile of three primaries and one curve. */
function profileOf(space: string, primaries: readonly Triple[], curve: Buffer): Uint8Array {
  const colours = primaries.map((parts) => {
    const tag = Buffer.alloc(20);
    tag.write("XYZ ", "latin1");
    parts.forEach((part, index) => tag.writeInt32BE(Math.round(part * 65_536), 8 + index * 4));
    return tag;
  });
  const names = ["rXYZ", "gXYZ", "bXYZ", "rTRC", "gTRC", "bTRC", "kTRC"];
  const tags = [...colours, curve, curve, curve, curve];
  const head = Buffer.alloc(132 + names.length * 12);
  head.write(space, 16, "latin1");
  head.write("acsp", 36, "latin1");
  head.writeUInt32BE(names.length, 128);
  let at = head.length;
  names.forEach((name, index) => {
    head.write(name, 132 + index * 12, "latin1");
    head.writeUInt32BE(at, 136 + index * 12);
    head.writeUInt32BE(tags[index]?.length ?? 0, 140 + index * 12);
    at += tags[index]?.length ?? 0;
  });
  return new Uint8Array(Buffer.concat([head, ...tags]));
}

function parametric(kind: number, numbers: readonly number[]): Buffer {
  const tag = Buffer.alloc(12 + numbers.length * 4);
  tag.write("para", "latin1");
  tag.writeUInt16BE(kind, 8);
  numbers.forEach((number, index) => tag.writeInt32BE(Math.round(number * 65_536), 12 + index * 4));
  return tag;
}

function gamma(value: number): Buffer {
  const tag = Buffer.alloc(14);
  tag.write("curv", "latin1");
  tag.writeUInt32BE(1, 8);
  tag.writeUInt16BE(Math.round(value * 256), 12);
  return tag;
}

const CURVE = parametric(3, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]);

const light = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
const encoded = (value: number): number =>
  value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;

/** By the primaries of both spaces under their common white, and not by way of D50. */
function expectedOfP3(colour: Triple): number[] {
  const [r = 0, g = 0, b = 0] = colour.map((value) => light(value / 255));
  return [
    1.2249401 * r - 0.2249404 * g,
    -0.0420569 * r + 1.0420571 * g,
    -0.0196376 * r - 0.0786361 * g + 1.0982735 * b,
  ].map((value) => Math.round(encoded(Math.min(1, Math.max(0, value))) * 255));
}

const COLOURS: readonly Triple[] = [
  [0, 0, 0],
  [255, 255, 255],
  [128, 128, 128],
  [200, 100, 50],
  [255, 0, 0],
  [20, 220, 120],
  [90, 30, 240],
];

describe("profiles", () => {
  test.each(COLOURS.map((colour) => [colour] as const))("Display P3 %j", (colour) => {
    for (const profile of [readIcc(profileOf("RGB ", P3, CURVE)), numberedColours(12)]) {
      expect(profile?.space).toBe("p3");
      if (!profile?.toSrgb) throw new Error("No change of colours");
      const data = new Uint8ClampedArray([...colour, 77]);
      toSrgb({ data, width: 1, height: 1 }, profile.toSrgb);
      const wanted = expectedOfP3(colour);
      wanted.forEach((value, channel) =>
        expect(Math.abs((data[channel] ?? 0) - value)).toBeLessThan(2),
      );
      expect(data[3]).toBe(77);
    }
  });

  test("sRGB needs no change, and one with another curve does", () => {
    expect(readIcc(profileOf("RGB ", SRGB, CURVE))).toEqual({ space: "srgb" });
    const linear = readIcc(profileOf("RGB ", SRGB, gamma(1)));
    const data = new Uint8ClampedArray([55, 55, 55, 255]);
    if (linear?.toSrgb) toSrgb({ data, width: 1, height: 1 }, linear.toSrgb);
    expect([...data.subarray(0, 3)]).toEqual([128, 128, 128]);
  });

  test("gray, print colours, and what is of another kind", () => {
    expect(readIcc(profileOf("GRAY", SRGB, CURVE))).toEqual({ space: "gray" });
    expect(readIcc(profileOf("GRAY", SRGB, gamma(1.8)))?.toSrgb).toBeDefined();
    expect(readIcc(profileOf("CMYK", SRGB, CURVE))).toEqual({ space: "cmyk" });
    expect(readIcc(profileOf("Lab ", SRGB, CURVE))).toEqual({ space: "other" });
    expect(readIcc(profileOf("RGB ", SRGB, Buffer.from("mft2")))).toEqual({ space: "other" });
    expect(readIcc(new Uint8Array(200))).toBeUndefined();
    expect(numberedColours(9)).toEqual({ space: "other" });
    expect(numberedColours(undefined)).toEqual({ space: "srgb" });
  });
});
