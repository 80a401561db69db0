import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { Decimal } from "../../tools/_lib/numbers/decimal.ts";
import { retinaDistance } from "../../tools/dpi-ppi-calculator/density.ts";
import tool from "../../tools/dpi-ppi-calculator.ts";
import { runUnit } from "../support/run-unit.ts";

interface Value {
  readonly mode: string;
  readonly widthPx: number | null;
  readonly heightPx: number | null;
  readonly ppi: number;
  readonly dotPitchMm: number;
  readonly widthIn: number | null;
  readonly heightIn: number | null;
  readonly widthCm: number | null;
  readonly heightCm: number | null;
  readonly diagonalIn: number | null;
  readonly totalPixels: number | null;
  readonly megapixels: number | null;
  readonly retinaDistanceIn: number;
  readonly retinaDistanceCm: number;
  readonly quality: string;
}

const run = (input: string | object) =>
  runUnit(tool, typeof input === "string" ? { input } : input);
const value = (input: string | object) => run(input).value as Value;
const failures = (input: string | object) =>
  run(input).errors?.map(({ code, path }) => `${code} ${path}`);

describe("a screen", () => {
  test("has a density, a size and a distance", () => {
    expect(value("1920x1080 24 in")).toEqual({
      mode: "screen",
      widthPx: 1920,
      heightPx: 1080,
      ppi: 91.787799,
      dotPitchMm: 0.276725,
      widthIn: 20.917813,
      heightIn: 11.76627,
      widthCm: 53.131245,
      heightCm: 29.886325,
      diagonalIn: 24,
      totalPixels: 2_073_600,
      megapixels: 2.0736,
      retinaDistanceIn: 37.453199,
      retinaDistanceCm: 95.131125,
      quality: "low",
    });
  });

  test.each([
    ["1920x1080 24 in", "91.79 PPI"],
    ["1920 × 1080 px at 24 inches", "91.79 PPI"],
    ['1920*1080, 24"', "91.79 PPI"],
    ["1920X1080 24INCH", "91.79 PPI"],
    ["2560x1440 68.58 cm", "108.79 PPI"],
    ["2560x1440 685.8mm", "108.79 PPI"],
    [{ widthPx: 2560, heightPx: 1440, diagonal: 68.58, unit: "cm" }, "108.79 PPI"],
    [{ input: "2560x1440", diagonal: 27 }, "108.79 PPI"],
    [{ input: "2556x1179 6.1 in", unit: "cm" }, "461.44 PPI"],
  ])("%p", (input, output) => {
    expect(run(input).output).toBe(output);
    expect(value(input).mode).toBe("screen");
  });
});

describe("a print", () => {
  test("has the size of its pixels", () => {
    expect(value({ widthPx: 4000, heightPx: 3000, dpi: 300 })).toEqual({
      mode: "print",
      widthPx: 4000,
      heightPx: 3000,
      ppi: 300,
      dotPitchMm: 0.084667,
      widthIn: 13.333333,
      heightIn: 10,
      widthCm: 33.866667,
      heightCm: 25.4,
      diagonalIn: 16.666667,
      totalPixels: 12_000_000,
      megapixels: 12,
      retinaDistanceIn: 11.459156,
      retinaDistanceCm: 29.106255,
      quality: "high",
    });
  });

  test.each([
    ["4000x3000 at 300 dpi", "13.33 x 10 in (33.87 x 25.4 cm)"],
    ["4000x3000 @300ppi", "13.33 x 10 in (33.87 x 25.4 cm)"],
    [{ input: "4000x3000", dpi: 300 }, "13.33 x 10 in (33.87 x 25.4 cm)"],
    [{ widthPx: 3000, dpi: 300 }, "10 x ? in (25.4 x ? cm)"],
    [{ heightPx: 3000, dpi: 300 }, "? x 10 in (? x 25.4 cm)"],
  ])("%p", (input, output) => {
    expect(run(input).output).toBe(output);
    expect(value(input).mode).toBe("print");
  });

  test("of one side leaves null what needs the other", () => {
    expect(value({ widthPx: 3000, dpi: 300 })).toMatchObject({
      heightPx: null,
      heightIn: null,
      heightCm: null,
      diagonalIn: null,
      totalPixels: null,
      megapixels: null,
    });
  });

  test.each([
    [300, "high"],
    [299.999, "good"],
    [200, "good"],
    [199.9, "fair"],
    [150, "fair"],
    [149.9, "low"],
  ])("of %d dpi is %s", (dpi, quality) => {
    expect(value({ widthPx: 100, dpi }).quality).toBe(quality);
  });
});

describe("the pixels needed", () => {
  test.each([
    [{ width: 21, height: 29.7, unit: "cm", dpi: 300 }, "2480 x 3508 px"],
    [{ width: 210, height: 297, unit: "mm", dpi: 300 }, "2480 x 3508 px"],
    [{ width: 4, height: 6, dpi: 300 }, "1200 x 1800 px"],
    [{ width: 4, dpi: 300 }, "1200 x ? px"],
    [{ height: 6, dpi: 300 }, "? x 1800 px"],
    [{ width: 0.5, height: 1.5, dpi: 1 }, "1 x 2 px"],
    [{ width: 1.27, height: 1.26, unit: "cm", dpi: 1 }, "1 x 0 px"],
  ])("%p", (input, output) => {
    expect(run(input).output).toBe(output);
    expect(value(input).mode).toBe("pixels");
  });

  test("beside the lengths as they were given", () => {
    expect(value({ width: 21, height: 29.7, unit: "cm", dpi: 300 })).toMatchObject({
      widthPx: 2480,
      heightPx: 3508,
      ppi: 300,
      widthCm: 21,
      heightCm: 29.7,
      totalPixels: 8_699_840,
    });
  });
});

describe("the density of sides", () => {
  test.each([
    [{ widthPx: 4000, width: 30, unit: "cm" }, 338.666667],
    [{ heightPx: 3000, height: 22.5, unit: "cm" }, 338.666667],
    [{ widthPx: 4000, heightPx: 3000, width: 30, height: 22.6, unit: "cm" }, 337.168142],
  ])("%p", (input, ppi) => {
    expect(value(input)).toMatchObject({ mode: "density", ppi });
    expect(run(input).output).toEndWith(" PPI");
  });

  test("is the smaller one, with a warning above 1 %", () => {
    const warnings = (height: number) =>
      run({ widthPx: 1010, heightPx: 1000, width: 10, height }).warnings?.map(({ code }) => code);
    expect(warnings(10)).toEqual([]);
    expect(warnings(10.001)).toEqual(["ASPECT_MISMATCH"]);
    expect(warnings(9.9)).toEqual([]);
    expect(warnings(9.8)).toEqual(["ASPECT_MISMATCH"]);
    expect(value({ widthPx: 1010, heightPx: 1000, width: 10, height: 9.8 }).ppi).toBe(101);
  });

  test("gives the length of a side of which only the pixels are known", () => {
    expect(value({ widthPx: 1000, heightPx: 500, width: 10 })).toMatchObject({
      ppi: 100,
      heightIn: 5,
      diagonalIn: 11.18034,
    });
    expect(value({ widthPx: 1000, width: 10, height: 5 })).toMatchObject({
      heightPx: null,
      heightIn: 5,
      totalPixels: null,
    });
  });
});

describe("what does not do", () => {
  test.each([
    [{}, ["INSUFFICIENT_INPUT undefined"]],
    ["1920x1080", ["INSUFFICIENT_INPUT undefined"]],
    [{ dpi: 300 }, ["INSUFFICIENT_INPUT undefined"]],
    [{ widthPx: 5, diagonal: 5 }, ["INSUFFICIENT_INPUT undefined"]],
    [{ widthPx: 5, height: 5 }, ["INSUFFICIENT_INPUT undefined"]],
    [{ width: 5, height: 5 }, ["INSUFFICIENT_INPUT undefined"]],
    [{ widthPx: 5, heightPx: 5, diagonal: 5, dpi: 5 }, ["CONFLICTING_FIELDS /dpi"]],
    [
      { widthPx: 5, heightPx: 5, diagonal: 5, width: 5, height: 5 },
      ["CONFLICTING_FIELDS /width", "CONFLICTING_FIELDS /height"],
    ],
    [{ widthPx: 5, dpi: 5, width: 5 }, ["CONFLICTING_FIELDS /width"]],
    [{ heightPx: 5, dpi: 5, height: 5 }, ["CONFLICTING_FIELDS /height"]],
    [{ input: "5x5 5 in", widthPx: 5 }, ["CONFLICTING_FIELDS /widthPx"]],
    [{ input: "5x5 5 in", diagonal: 5 }, ["CONFLICTING_FIELDS /diagonal"]],
    [{ input: "5x5 5 dpi", dpi: 5 }, ["CONFLICTING_FIELDS /dpi"]],
    [{ input: "5x5 5 in", dpi: 5 }, ["CONFLICTING_FIELDS /dpi"]],
    [{ input: "5x5 5 dpi", width: 5 }, ["CONFLICTING_FIELDS /width"]],
    ["", ["TEXT_NOT_UNDERSTOOD /input"]],
    ["a screen", ["TEXT_NOT_UNDERSTOOD /input"]],
    ["1920x1080 24", ["TEXT_NOT_UNDERSTOOD /input"]],
    ["1920x1080 24 ft", ["TEXT_NOT_UNDERSTOOD /input"]],
    ["1920x1080 24 constructor", ["TEXT_NOT_UNDERSTOOD /input"]],
    ["1920x1080 24 in 300 dpi", ["TEXT_NOT_UNDERSTOOD /input"]],
    ["1920x1080 -24 in", ["TEXT_NOT_UNDERSTOOD /input"]],
    ["0x1080 24 in", ["RANGE /input"]],
    ["1920.5x1080 24 in", ["RANGE /input"]],
    ["10000001x1 24 in", ["RANGE /input"]],
    ["1920x1080 0 in", ["RANGE /input"]],
    ["1920x1080 100001 dpi", ["RANGE /input"]],
    [{ widthPx: 0, dpi: 5 }, ["RANGE /widthPx"]],
    [{ widthPx: 1.5, dpi: 5 }, ["RANGE /widthPx"]],
    [{ widthPx: 5, dpi: 0 }, ["RANGE /dpi"]],
    [{ widthPx: 5, width: 1_000_001 }, ["RANGE /width"]],
  ])("%p", (input, expected) => {
    expect(failures(input)).toEqual(expected);
  });

  test("a hint's texts work", () => {
    const [, hint = ""] = run("?").errors?.[0]?.hint?.split(": ") ?? [];
    expect(hint.split("; ")).toHaveLength(3);
    for (const text of hint.split("; ")) expect(run(text).ok).toBe(true);
  });
});

describe("lengths and papers", () => {
  test.each([
    ["A4 at 300 dpi", 2480, 3508],
    ["DIN A4 portrait, 300 ppi", 2480, 3508],
    ["a4 landscape @ 150dpi", 1754, 1240],
    ["Letter paper at 300 dpi", 2550, 3300],
    ["10x15 cm at 300 dpi", 1181, 1772],
    ["100 x 150 mm 300 dpi", 1181, 1772],
    ['4×6" at 300 dpi', 1200, 1800],
    ["8.5x11 in, 300 dpi", 2550, 3300],
  ])("%s", (input, widthPx, heightPx) => {
    expect(value(input)).toMatchObject({ mode: "pixels", widthPx, heightPx });
  });

  test("take the density of the field, and are the density where pixels are given", () => {
    expect(value({ input: "A4", dpi: 300 })).toMatchObject({ widthPx: 2480, heightPx: 3508 });
    expect(value({ input: "10x15 cm", widthPx: 1000 })).toMatchObject({
      mode: "density",
      ppi: 254,
    });
    expect(failures({ input: "A4 at 300 dpi", width: 3 })).toEqual(["CONFLICTING_FIELDS /width"]);
  });

  test("are no pixels, and beside them there is no diagonal", () => {
    expect(failures("10x15 cm 20 in")).toEqual(["TEXT_NOT_UNDERSTOOD /input"]);
    expect(failures("A11 at 300 dpi")).toEqual(["TEXT_NOT_UNDERSTOOD /input"]);
    expect(failures("0x15 cm at 300 dpi")).toEqual(["RANGE /input"]);
  });

  test("halving a sheet of ISO 216 gives the next one", () => {
    for (const letter of ["A", "B"]) {
      for (let size = 0; size < 10; size++) {
        const [sheet, half] = [size, size + 1].map((one) => value(`${letter}${one} at 25.4 dpi`));
        expect(half?.heightPx).toBe(sheet?.widthPx as number);
        expect(half?.widthPx).toBe(Math.floor((sheet?.heightPx as number) / 2));
      }
    }
  });
});

test("the tangent of one arc minute is right to 38 digits", () => {
  const tangent = new Decimal(1).div(retinaDistance(new Decimal(1)));
  expect(tangent.toSignificantDigits(38).toString()).toBe(
    "0.0002908882168703159081210431333646154187",
  );
});

const pixels = fc.integer({ min: 1, max: 1e5 });
const dpi = fc.integer({ min: 1, max: 10_000 });

test("a print needs the pixels that it was made of", () => {
  fc.assert(
    fc.property(pixels, pixels, dpi, (widthPx, heightPx, density) => {
      const { widthIn, heightIn } = value({ widthPx, heightPx, dpi: density });
      fc.pre((widthIn ?? 0) > 0 && (heightIn ?? 0) > 0);
      const back = value({ width: widthIn, height: heightIn, dpi: density });
      expect(back).toMatchObject({ widthPx, heightPx });
    }),
  );
});

test("the density is that of both sides and of the diagonal", () => {
  fc.assert(
    fc.property(pixels, pixels, dpi, (widthPx, heightPx, diagonal) => {
      const screen = value({ widthPx, heightPx, diagonal });
      expect(screen.ppi).toBe(value({ widthPx: heightPx, heightPx: widthPx, diagonal }).ppi);
      const drawn = Math.hypot(widthPx, heightPx) / diagonal;
      expect(Math.abs(screen.ppi - drawn)).toBeLessThanOrEqual(1e-6 + drawn * 1e-12);
      const doubled = value({ widthPx: widthPx * 2, heightPx: heightPx * 2, diagonal });
      expect(Math.abs(doubled.ppi - screen.ppi * 2)).toBeLessThanOrEqual(2e-6 + drawn * 1e-12);
    }),
  );
});
