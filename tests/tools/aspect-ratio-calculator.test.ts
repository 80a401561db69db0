import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import tool from "../../tools/aspect-ratio-calculator.ts";
import { runUnit } from "../support/run-unit.ts";

interface Value {
  readonly width: number | null;
  readonly height: number | null;
  readonly ratio: string;
  readonly ratioWidth: number;
  readonly ratioHeight: number;
  readonly decimal: number;
  readonly orientation: string;
  readonly nearest: { name: string; ratio: string; differencePercent: number; exact: boolean };
  readonly megapixels: number | null;
  readonly scaled: { width: number; height: number } | null;
  readonly scaleFactor: number | null;
  readonly bars: { left: number; right: number; top: number; bottom: number } | null;
  readonly crop: { x: number; y: number; width: number; height: number } | null;
}

const run = (input: string | object) =>
  runUnit(tool, typeof input === "string" ? { input } : input);
const value = (input: string | object) => run(input).value as Value;
const failures = (input: string | object) =>
  run(input).errors?.map(({ code, path }) => `${code} ${path}`);

describe("a ratio or a size", () => {
  test.each([
    ["1920x1080", "16:9"],
    ["1920 × 1080", "16:9"],
    ["1920*1080", "16:9"],
    ["1920X1080", "16:9"],
    ["16:9", "16:9"],
    ["32 / 18", "16:9"],
    ["1.85", "37:20"],
    ["2.39:1", "239:100"],
    [".5:1.5", "1:3"],
    ["1366x768", "683:384"],
    ["2560x1080", "64:27"],
    ["1000.5x500.25", "2:1"],
    [{ ratio: 1.777 }, "1777:1000"],
    [{ ratio: "16/9" }, "16:9"],
    [{ width: 0.1, height: 0.3 }, "1:3"],
  ])("%p", (input, output) => {
    expect(run(input).output).toBe(output);
    expect(value(input).ratio).toBe(output);
  });

  test("knows its sides, or not", () => {
    expect(value("1920x1080")).toEqual({
      width: 1920,
      height: 1080,
      ratio: "16:9",
      ratioWidth: 16,
      ratioHeight: 9,
      decimal: 1.777778,
      orientation: "landscape",
      nearest: { name: "16:9", ratio: "16:9", differencePercent: 0, exact: true },
      megapixels: 2.0736,
      scaled: null,
      scaleFactor: null,
      bars: null,
      crop: null,
    });
    expect(value("16:9")).toMatchObject({ width: null, height: null, megapixels: null });
  });

  test("is upright, lying or square", () => {
    const orientations = ["1080x1920", "1920x1080", "5:5"].map((input) => value(input).orientation);
    expect(orientations).toEqual(["portrait", "landscape", "square"]);
  });
});

describe("the nearest ratio with a name", () => {
  test.each([
    ["1366x768", "16:9", "16:9", 0.048828],
    ["2560x1080", "64:27", "64:27", 0],
    ["3440x1440", "2.39:1", "239:100", -0.04649],
    ["21:9", "21:9", "7:3", 0],
    ["768x1366", "9:16", "9:16", -0.048804],
    ["1440x900", "16:10", "8:5", 0],
    ["900x1440", "10:16", "5:8", 0],
    ["1998x1080", "1.85:1", "37:20", 0],
    ["1:1", "1:1", "1:1", 0],
    ["1000x1", "32:9", "32:9", 28025],
    ["1x100", "9:32", "9:32", -96.444444],
  ])("of %s is %s", (input, name, ratio, differencePercent) => {
    const exact = differencePercent === 0;
    expect(value(input).nearest).toEqual({ name, ratio, differencePercent, exact });
  });
});

describe("a missing side", () => {
  test.each([
    [{ ratio: "16:9", width: 1366 }, "1366x768"],
    [{ ratio: "16:9", height: 1080 }, "1920x1080"],
    [{ ratio: "16:9", width: 1366, rounding: "up" }, "1366x769"],
    [{ ratio: "16:9", width: 1367, rounding: "down" }, "1367x768"],
    [{ ratio: "2:1", width: 5 }, "5x3"],
    [{ ratio: "16:9", width: 1920, multipleOf: 16 }, "1920x1088"],
    [{ ratio: "16:9", width: 1920, multipleOf: 16, rounding: "down" }, "1920x1072"],
    [{ ratio: "1000:1", width: 10 }, "10x1"],
    [{ ratio: "1000:1", width: 10, multipleOf: 8, rounding: "down" }, "10x8"],
    [{ ratio: "1:3", width: 0.5 }, "0.5x2"],
  ])("%p", (input, output) => {
    expect(run(input).output).toBe(output);
  });

  test("leaves the ratio as it was given", () => {
    expect(value({ ratio: "16:9", width: 1366 })).toMatchObject({
      width: 1366,
      height: 768,
      ratio: "16:9",
      megapixels: 1.049088,
      scaled: null,
    });
  });
});

describe("a target of one side", () => {
  test.each([
    [{ input: "4032x3024", targetWidth: 800 }, "800x600", 0.198413],
    [{ input: "4032x3024", targetHeight: 1000 }, "1333x1000", 0.330688],
    [{ input: "16:9", targetWidth: 1280 }, "1280x720", null],
    [{ ratio: 1.5, width: 300, targetHeight: 100 }, "150x100", 0.5],
  ])("%p", (input, output, scaleFactor) => {
    expect(run(input).output).toBe(output);
    expect(value(input)).toMatchObject({
      scaleFactor: scaleFactor as never,
      bars: null,
      crop: null,
    });
  });
});

describe("a box", () => {
  const box = { targetWidth: 1080, targetHeight: 1080 };

  test("contains: the largest size inside, and bars", () => {
    expect(value({ width: 4032, height: 3024, ...box })).toMatchObject({
      scaled: { width: 1080, height: 810 },
      scaleFactor: 0.267857,
      bars: { left: 0, right: 0, top: 135, bottom: 135 },
      crop: null,
    });
    expect(value({ input: "9:16", ...box, targetWidth: 1920 })).toMatchObject({
      scaled: { width: 608, height: 1080 },
      bars: { left: 656, right: 656, top: 0, bottom: 0 },
    });
    expect(value({ ratio: "2.39:1", targetWidth: 1920, targetHeight: 1080 })).toMatchObject({
      scaled: { width: 1920, height: 803 },
      bars: { left: 0, right: 0, top: 138, bottom: 139 },
    });
  });

  test("is covered: the smallest size that fills it, and what is seen", () => {
    expect(value({ width: 4032, height: 3024, ...box, fit: "cover" })).toMatchObject({
      scaled: { width: 1440, height: 1080 },
      scaleFactor: 0.357143,
      bars: null,
      crop: { x: 504, y: 0, width: 3024, height: 3024 },
    });
    const wide = { targetWidth: 1920, targetHeight: 1080, fit: "cover" };
    expect(value({ width: 3024, height: 4032, ...wide })).toMatchObject({
      scaled: { width: 1920, height: 2560 },
      crop: { x: 0, y: 1165, width: 3024, height: 1701 },
    });
    expect(value({ ratio: "4:3", ...wide })).toMatchObject({
      scaled: { width: 1920, height: 1440 },
      crop: null,
    });
    expect(value({ ratio: "4:3", width: 1000, ...wide }).crop).toEqual({
      x: 0,
      y: 93,
      width: 1000,
      height: 563,
    });
  });

  test("of the same shape is filled exactly, whatever the multiple", () => {
    for (const fit of ["contain", "cover"]) {
      const same = { input: "16:9", targetWidth: 1920, targetHeight: 1080, multipleOf: 16, fit };
      expect(value(same).scaled).toEqual({ width: 1920, height: 1080 });
    }
  });

  test("has no bars below 0 where multiples are larger than it", () => {
    const tight = { input: "1920x1000", targetWidth: 1920, targetHeight: 1001, multipleOf: 64 };
    expect(value(tight)).toMatchObject({
      scaled: { width: 1920, height: 1024 },
      bars: { top: 0, bottom: 0 },
    });
  });

  test("leaves at least a pixel of an extreme shape", () => {
    expect(value({ input: "1000x1", targetWidth: 100, targetHeight: 100 }).scaled).toEqual({
      width: 100,
      height: 1,
    });
    const narrow = { width: 100, height: 1, targetWidth: 1, targetHeight: 1000, fit: "cover" };
    expect(value(narrow).crop).toEqual({ x: 49, y: 0, width: 1, height: 1 });
    const partial = { width: 0.5, height: 8, targetWidth: 1, targetHeight: 2, fit: "cover" };
    expect(value(partial).crop).toEqual({ x: 0, y: 3, width: 0.5, height: 1 });
  });
});

describe("what does not do", () => {
  test.each([
    [{}, ["INSUFFICIENT_INPUT undefined"]],
    [{ width: 5 }, ["INSUFFICIENT_INPUT undefined"]],
    [{ targetWidth: 5, targetHeight: 5 }, ["INSUFFICIENT_INPUT undefined"]],
    [{ ratio: 1, width: 1, height: 1 }, ["CONFLICTING_FIELDS /ratio"]],
    [{ input: "16:9", width: 1366 }, ["CONFLICTING_FIELDS /width"]],
    [
      { input: "16:9", height: 9, ratio: 1 },
      ["CONFLICTING_FIELDS /height", "CONFLICTING_FIELDS /ratio"],
    ],
    ["1920x0", ["RATIO_INVALID /input"]],
    ["0:9", ["RATIO_INVALID /input"]],
    ["16/0", ["RATIO_INVALID /input"]],
    [{ ratio: 0 }, ["RATIO_INVALID /ratio"]],
    [{ ratio: "0" }, ["RATIO_INVALID /ratio"]],
    ["", ["TEXT_NOT_UNDERSTOOD /input"]],
    ["wide", ["TEXT_NOT_UNDERSTOOD /input"]],
    ["-16:9", ["TEXT_NOT_UNDERSTOOD /input"]],
    ["16:9:4", ["TEXT_NOT_UNDERSTOOD /input"]],
    ["1920x", ["TEXT_NOT_UNDERSTOOD /input"]],
    ["1920x1080x3", ["TEXT_NOT_UNDERSTOOD /input"]],
    [{ ratio: "1920x1080" }, ["TEXT_NOT_UNDERSTOOD /ratio"]],
    ["9999999999x1", ["RANGE /input"]],
    [{ ratio: "1:.0000000001" }, ["RANGE /ratio"]],
    [{ width: 0, height: 5 }, ["RANGE /width"]],
    [{ input: "1:1", targetWidth: 0 }, ["RANGE /targetWidth"]],
    [{ input: "1:1", targetWidth: 5, multipleOf: 4097 }, ["RANGE /multipleOf"]],
  ])("%p", (input, expected) => {
    expect(failures(input)).toEqual(expected);
  });

  test("a hint's texts work", () => {
    for (const field of ["input", "ratio"]) {
      const [, hint = ""] = run({ [field]: "?" }).errors?.[0]?.hint?.split(": ") ?? [];
      for (const text of hint.split("; ")) expect(run({ [field]: text }).ok).toBe(true);
    }
  });
});

const length = fc.integer({ min: 1, max: 10_000 });

test("the ratio is that of the sides, in lowest terms, however they are scaled", () => {
  fc.assert(
    fc.property(length, length, fc.integer({ min: 1, max: 1000 }), (width, height, factor) => {
      const { ratio, ratioWidth, ratioHeight } = value({ width, height });
      expect(ratioWidth * height).toBe(ratioHeight * width);
      expect(value(`${width * factor}x${height * factor}`).ratio).toBe(ratio);
      const mirrored = value({ width: height, height: width });
      expect([mirrored.ratioHeight, mirrored.ratioWidth]).toEqual([ratioWidth, ratioHeight]);
    }),
  );
});

test("bars and size fill the box, a crop lies inside the original", () => {
  type Boxed = { readonly [Name in keyof Value]: NonNullable<Value[Name]> };
  fc.assert(
    fc.property(length, length, length, length, (width, height, targetWidth, targetHeight) => {
      const given = { width, height, targetWidth, targetHeight };
      const { scaled, bars } = value(given) as Boxed;
      expect(scaled.width + bars.left + bars.right).toBe(targetWidth);
      expect(scaled.height + bars.top + bars.bottom).toBe(targetHeight);
      const { crop } = value({ ...given, fit: "cover" }) as Boxed;
      expect(Math.min(crop.x, crop.y)).toBe(0);
      expect(crop.x + crop.width).toBeLessThanOrEqual(width);
      expect(crop.y + crop.height).toBeLessThanOrEqual(height);
    }),
  );
});
