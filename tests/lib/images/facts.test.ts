/** Containers made here by hand, and by other programs where they are there: exiftool and ImageMagick are the judges. */
import { describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { imageTypeOf, readImage } from "../../../tools/_lib/images/facts.ts";

const has = (program: string): boolean => spawnSync(program, ["-version"]).error === undefined;
const canMake = has("convert") && has("exiftool");
if (!canMake) console.warn("No ImageMagick and exiftool: pictures of other programs are not read");

const latin = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0));
const bytes = (...parts: readonly (string | number | readonly number[])[]): Uint8Array =>
  new Uint8Array(
    parts.flatMap((part) =>
      typeof part === "string" ? latin(part) : typeof part === "number" ? [part] : [...part],
    ),
  );
const big = (value: number, length: number): number[] =>
  Array.from({ length }, (_, index) => Math.floor(value / 256 ** (length - 1 - index)) % 256);
const little = (value: number, length: number): number[] => big(value, length).toReversed();

/** One directory of EXIF with numbers of 16 bits, and a second one for places. */
function exif(orientation: number, hasPlace: boolean): number[] {
  const entry = (tag: number, type: number, value: number): number[] => [
    ...little(tag, 2),
    ...little(type, 2),
    ...little(1, 4),
    ...little(value, 4),
  ];
  const entries = [entry(0x0112, 3, orientation), ...(hasPlace ? [entry(0x8825, 4, 38)] : [])];
  const first = [...little(entries.length, 2), ...entries.flat(), ...little(0, 4)];
  const second = [...little(1, 2), ...entry(2, 5, 0), ...little(0, 4)];
  return [...latin("II*\0"), ...little(8, 4), ...first, ...(hasPlace ? second : [])];
}

const chunk = (type: string, body: readonly number[]): number[] => [
  ...big(body.length, 4),
  ...latin(type),
  ...body,
  0,
  0,
  0,
  0,
];

const png = (colourType: number, ...more: readonly number[][]): Uint8Array =>
  bytes(
    "\x89PNG\r\n\x1a\n",
    chunk("IHDR", [...big(30, 4), ...big(20, 4), 8, colourType, 0, 0, 0]),
    ...more,
    chunk("IDAT", [1, 2, 3]),
    chunk("IEND", []),
  );

const segment = (marker: number, body: readonly number[]): number[] => [
  0xff,
  marker,
  ...big(body.length + 2, 2),
  ...body,
];

const jpeg = (components: number, frame: number, ...more: readonly number[][]): Uint8Array =>
  bytes(
    [0xff, 0xd8],
    ...more,
    segment(frame, [8, ...big(20, 2), ...big(30, 2), components]),
    segment(0xda, [0]),
    // Coded pixels may hold what looks like a marker, and markers that begin them anew.
    [1, 0xff, 0, 2, 0xff, 0xd3, 3],
    [0xff, 0xd9],
  );

const riff = (...chunks: readonly (readonly [string, readonly number[]])[]): Uint8Array => {
  const body = chunks.flatMap(([type, content]) => [
    ...latin(type),
    ...little(content.length, 4),
    ...content,
    ...(content.length % 2 > 0 ? [0] : []),
  ]);
  return bytes("RIFF", little(body.length + 4, 4), "WEBP", body);
};

const canvas = (flags: number): number[] => [flags, 0, 0, 0, ...little(29, 3), ...little(19, 3)];

describe("by hand", () => {
  test("PNG", () => {
    expect(readImage(png(2))).toMatchObject({
      mediaType: "image/png",
      width: 30,
      height: 20,
      orientation: 1,
      frames: 1,
      hasAlpha: false,
      colour: "rgb",
      metadataBytes: 0,
      gps: false,
    });
    expect(readImage(png(4))).toMatchObject({ hasAlpha: true, colour: "gray" });
    expect(readImage(png(3, chunk("tRNS", [0])))?.hasAlpha).toBe(true);
    expect(readImage(png(2, chunk("acTL", [...big(12, 4), 0, 0, 0, 0])))?.frames).toBe(12);
    expect(readImage(png(2, chunk("eXIf", exif(6, true))))).toMatchObject({
      orientation: 6,
      gps: true,
      metadataBytes: exif(6, true).length + 12,
    });
    const profile = chunk("iCCP", [...latin("p3\0\0"), 7, 8]);
    expect(readImage(png(2, profile))?.profile).toEqual({
      bytes: new Uint8Array([7, 8]),
      isDeflated: true,
    });
  });

  test("JPEG", () => {
    expect(readImage(jpeg(3, 0xc0))).toMatchObject({ width: 30, height: 20, progressive: false });
    const filled = [...segment(0xfe, latin("hi")), 0, 0, 0];
    expect(readImage(jpeg(3, 0xc0, filled))?.damagedAfter).toBeUndefined();
    expect(readImage(jpeg(1, 0xc2))).toMatchObject({ colour: "gray", progressive: true });
    expect(readImage(jpeg(4, 0xc0))?.colour).toBe("cmyk");
    const turned = segment(0xe1, [...latin("Exif\0\0"), ...exif(8, false)]);
    expect(readImage(jpeg(3, 0xc0, turned))).toMatchObject({ orientation: 8, gps: false });
    const xmp = segment(0xe1, latin('http://ns.adobe.com/xap/1.0/\0<x exif:GPSLatitude="1"/>'));
    expect(readImage(jpeg(3, 0xc0, xmp))).toMatchObject({ gps: true, metadataBytes: xmp.length });
    const parts = [2, 1].map((number) =>
      segment(0xe2, [...latin("ICC_PROFILE\0"), number, 2, number, number]),
    );
    expect(readImage(jpeg(3, 0xc0, ...parts))?.profile?.bytes).toEqual(
      new Uint8Array([1, 1, 2, 2]),
    );
  });

  test("WebP", () => {
    const lossy = [0, 0, 0, 0x9d, 0x01, 0x2a, ...little(30, 2), ...little(20, 2)];
    expect(readImage(riff(["VP8 ", lossy]))).toMatchObject({ width: 30, height: 20 });
    const lossless = [0x2f, ...little(29 + 19 * 2 ** 14 + 2 ** 28, 4)];
    expect(readImage(riff(["VP8L", lossless]))).toMatchObject({
      width: 30,
      height: 20,
      hasAlpha: true,
    });
    const moving = riff(["VP8X", canvas(0x12)], ["ANMF", lossy], ["ANMF", lossy]);
    expect(readImage(moving)).toMatchObject({ frames: 2, hasAlpha: true, width: 30 });
    const more = riff(["VP8X", canvas(0x08)], ["VP8 ", lossy], ["EXIF", exif(3, true)]);
    expect(readImage(more)).toMatchObject({ orientation: 3, gps: true, hasAlpha: false });
  });

  test("GIF", () => {
    const frame = [0x2c, 0, 0, 0, 0, 30, 0, 20, 0, 0, 2, 1, 0x44, 0];
    const control = [0x21, 0xf9, 4, 1, 0, 0, 0, 0];
    const comment = [0x21, 0xfe, 2, 0x68, 0x69, 0];
    const head = bytes("GIF89a", little(30, 2), little(20, 2), [0x80, 0, 0], [0, 0, 0, 1, 1, 1]);
    expect(readImage(bytes([...head], control, frame, comment, frame, 0x3b))).toMatchObject({
      mediaType: "image/gif",
      width: 30,
      height: 20,
      frames: 2,
      hasAlpha: true,
      metadataBytes: comment.length,
    });
  });

  test("a GIF may have no trailer, and is damaged within a block", () => {
    const frame = [0x2c, 0, 0, 0, 0, 30, 0, 20, 0, 0, 2, 1, 0x44, 0];
    const whole = bytes("GIF89a", little(30, 2), little(20, 2), [0, 0, 0], frame);
    expect(readImage(whole)?.damagedAfter).toBeUndefined();
    expect(readImage(whole.subarray(0, -2))?.damagedAfter).toBeDefined();
    expect(readImage(whole.subarray(0, -1))?.damagedAfter).toBeDefined();
  });

  test("what is only told, and what is no picture", () => {
    expect(imageTypeOf(bytes("\0\0\0\x18ftypheic\0\0\0\0mif1heic"))).toBe("image/heic");
    expect(imageTypeOf(bytes("\0\0\0\x18ftypmif1\0\0\0\0mif1avif"))).toBe("image/avif");
    expect(imageTypeOf(bytes("\0\0\0\x14ftypisom\0\0\0\0mp42"))).toBeUndefined();
    expect(imageTypeOf(bytes('\xef\xbb\xbf<?xml version="1.0"?><svg width="1">'))).toBe(
      "image/svg+xml",
    );
    expect(imageTypeOf(bytes("a <svg> in a text"))).toBeUndefined();
    expect(imageTypeOf(bytes("II*\0"))).toBe("image/tiff");
    expect(imageTypeOf(new Uint8Array())).toBeUndefined();
  });

  test("cut anywhere, it is never whole and never more than there is", () => {
    const wholes = [png(6, chunk("eXIf", exif(6, true))), jpeg(3, 0xc0)];
    for (const whole of wholes) {
      for (let end = 0; end < whole.length; end++) {
        const facts = readImage(whole.subarray(0, end));
        if (!facts) continue;
        expect(facts.damagedAfter ?? Infinity).toBeLessThanOrEqual(end);
      }
    }
  });

  test("any bytes behind any beginning are read to their end, and give numbers", () => {
    const heads = [
      "\x89PNG\r\n\x1a\n",
      "\xff\xd8\xff",
      "RIFF1234WEBP",
      "GIF89a",
      "\0\0\0\x14ftypavif",
    ];
    fc.assert(
      fc.property(fc.constantFrom(...heads), fc.uint8Array({ maxLength: 400 }), (head, rest) => {
        const facts = readImage(bytes(head, [...rest]));
        if (!facts) return;
        expect(Object.values(facts).every((value) => !Number.isNaN(value))).toBe(true);
        expect(facts.orientation).toBeWithin(1, 9);
      }),
      { numRuns: 2000 },
    );
  });
});

describe.skipIf(!canMake)("of other programs", () => {
  const MADE: readonly (readonly [string, readonly string[], object])[] = [
    ["a.jpg", ["gradient:red-blue"], { colour: "rgb", progressive: false }],
    ["b.jpg", ["gradient:red-blue", "-interlace", "JPEG"], { progressive: true }],
    ["c.jpg", ["gradient:red-blue", "-colorspace", "CMYK"], { colour: "cmyk" }],
    ["d.jpg", ["gradient:black-white", "-colorspace", "gray"], { colour: "gray" }],
    ["a.png", ["xc:none"], { hasAlpha: true }],
    ["b.webp", ["xc:none", "-define", "webp:lossless=true"], { hasAlpha: true }],
    ["c.webp", ["gradient:red-blue"], { hasAlpha: false }],
    ["a.avif", ["gradient:red-blue"], { colour: "rgb" }],
    ["a.gif", ["xc:red", "xc:blue", "xc:lime"], { frames: 3 }],
  ];

  test.each(MADE)("%s", (name, make, expected) => {
    const folder = mkdtempSync(join(tmpdir(), "pictures-"));
    try {
      const path = join(folder, name);
      const { status } = spawnSync("convert", ["-size", "48x32", ...make, path]);
      // Not every ImageMagick writes AVIF.
      if (status !== 0) return;
      const plain = readImage(new Uint8Array(readFileSync(path)));
      expect(plain).toMatchObject({
        width: 48,
        height: 32,
        gps: false,
        orientation: 1,
        ...expected,
      });
      expect(plain?.damagedAfter).toBeUndefined();
      if (name.endsWith(".gif")) return;
      const tags = ["-Orientation=6", "-GPSLatitude=48", "-GPSLatitudeRef=N", "-Artist=Ann"];
      spawnSync("exiftool", ["-q", "-n", "-overwrite_original", ...tags, path]);
      const told = readImage(new Uint8Array(readFileSync(path)));
      // AVIF turns pictures by its own boxes, whatever EXIF says.
      const orientation = name.endsWith(".avif") ? 1 : 6;
      expect(told).toMatchObject({ width: 48, height: 32, gps: true, orientation, artist: "Ann" });
      expect(told?.metadataBytes).toBeGreaterThan(plain?.metadataBytes ?? 0);
      const cut = readFileSync(path);
      writeFileSync(path, cut.subarray(0, cut.length - 20));
      expect(readImage(new Uint8Array(readFileSync(path)))?.damagedAfter).toBeDefined();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
