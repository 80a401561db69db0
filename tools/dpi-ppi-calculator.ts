import { type Static, Type } from "@sinclair/typebox";
import { oneOf, whole } from "./_core/fields.ts";
import { defineTool, done } from "./_core/tool.ts";
import { CONFLICT_FAILURES, INSUFFICIENT_FAILURES } from "./_lib/fields/exclusive-fields.ts";
import { type Decimal, roundTo, toNumber } from "./_lib/numbers/decimal.ts";
import { INPUT_FAILURES } from "./_lib/results/input-invalid.ts";
import { warningsOf } from "./_lib/results/warnings.ts";
import {
  CM_PER_INCH,
  computeDensity,
  type Density,
  printQuality,
  retinaDistance,
} from "./dpi-ppi-calculator/density.ts";
import {
  LARGEST_DENSITY,
  LARGEST_LENGTH,
  MOST_PIXELS,
  readQuestion,
  SMALLEST,
} from "./dpi-ppi-calculator/request.ts";

const FAILURES = {
  ...INSUFFICIENT_FAILURES,
  ...CONFLICT_FAILURES,
  TEXT_NOT_UNDERSTOOD: "A text has no pixels, or something else than a diagonal or a density",
  ...INPUT_FAILURES,
} as const;

const WARNINGS = {
  ASPECT_MISMATCH:
    "The densities of the two sides differ by more than 1 %; the smaller one is given",
} as const;

const MOST_CHARACTERS = 100;

const pixels = (description: string) =>
  Type.Optional(whole({ description, minimum: 1, maximum: MOST_PIXELS }));
const length = (description: string) =>
  Type.Optional(Type.Number({ description, minimum: SMALLEST, maximum: LARGEST_LENGTH }));

const INPUT = Type.Object({
  input: Type.Optional(
    Type.String({
      description:
        "Pixels with a diagonal or a density, or lengths or a paper with a density: 1920x1080 24 in, 4000x3000 at 300 dpi, 10x15 cm at 300 dpi, A4 at 300 dpi",
      maxLength: MOST_CHARACTERS,
    }),
  ),
  widthPx: pixels("Pixels of the width"),
  heightPx: pixels("Pixels of the height"),
  diagonal: length("Of the screen, in unit"),
  width: length("In unit"),
  height: length("In unit"),
  unit: oneOf(["in", "cm", "mm"], { description: "Of the lengths", default: "in" }),
  dpi: Type.Optional(
    Type.Number({
      description: "Dots or pixels per inch",
      minimum: SMALLEST,
      maximum: LARGEST_DENSITY,
    }),
  ),
});

export type Input = Static<typeof INPUT>;

const known = (description?: string) =>
  Type.Union([Type.Number(), Type.Null()], {
    description: description ?? "null if a side is not known",
  });

const VALUE = Type.Object({
  mode: Type.String({ description: "screen, print, pixels or density" }),
  widthPx: known(),
  heightPx: known(),
  ppi: Type.Number(),
  dotPitchMm: Type.Number({ description: "From pixel to pixel" }),
  widthIn: known(),
  heightIn: known(),
  widthCm: known(),
  heightCm: known(),
  diagonalIn: known(),
  totalPixels: known(),
  megapixels: known(),
  retinaDistanceIn: Type.Number({ description: "From where a pixel is one arc minute" }),
  retinaDistanceCm: Type.Number(),
  quality: Type.String({
    description: "Of a print: high from 300 ppi, good 200, fair 150, or low",
  }),
});

type Value = Static<typeof VALUE>;

export default defineTool({
  id: "dpi-ppi-calculator",
  name: "DPI PPI Calculator",
  category: "Design",
  description: "Computes pixel densities of screens, print sizes of images, and pixels for prints.",
  keywords: [
    "a3",
    "a4",
    "density",
    "display",
    "dot pitch",
    "dpi",
    "image",
    "megapixel",
    "monitor",
    "pixel density",
    "pixels per inch",
    "poster",
    "ppi",
    "print resolution",
    "print size",
    "resolution",
    "retina",
    "screen",
  ],
  aliases: ["ppi-calculator", "dpi-calculator", "print-size-calculator"],
  version: "2026-11-22",

  input: INPUT,
  primary: "input",
  value: VALUE,
  verb: "calculate",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "ppi of a 24 inch 1080p monitor",
    "pixel density of a screen",
    "dpi of an image",
    "print size of a 12 megapixel photo",
    "how many pixels for A4 at 300 dpi",
    "how large can I print a photo",
    "dot pitch in mm",
    "retina viewing distance",
    "pixels to cm at 300 dpi",
    "photo from my phone as a poster, will it be sharp or blurry",
    "how big can I print this picture in good quality",
    "laptop screen or tv is so many inches across, how crisp are the dots",
    "megapixels needed for a banner or business card",
    "physical size of a raster at a given resolution",
    "printer asks for dots per inch of my picture",
    "canvas or calendar print of a photo without getting pixelated",
    "pixeldichte berechnen ppi",
    "druckgröße berechnen pixel in cm",
    "calculer la taille d'impression en pixels",
    "calcular ppi de pantalla",
    "calcular resolução de impressão",
    "解像度 dpi 計算",
    "屏幕 ppi 计算",
    "a qué tamaño puedo imprimir una foto sin que se vea borrosa",
    "wie groß kann ich ein foto drucken, auflösung",
    "quelle taille d'impression pour une photo nette",
    "照片 打印 多大 清晰 分辨率",
    "写真をどの大きさで印刷できるか 解像度",
    "print shop wants 300 dpi, my logo is 1200 px, how wide may it be in centimetres",
    "27 inch monitor in 4k or in qhd, which is sharper",
    "flyer in a5 at full quality, how many pixels must the file have",
    "is a 6 megapixel camera picture enough for 50x70 cm",
    "Photoshop image size, InDesign effective ppi, Retina, QHD 1440p, dot pitch, lpi, VR ppd, CSS 96dpi",
    "derive pixels per inch from panel dimensions, or paper size from raster and density",
    "quantos pixels para imprimir em a4 a 300 dpi, tamanho de impressão",
    "píxeles a centímetros, 300 ppp, imprimir póster",
    "pixel in zentimeter, poster drucken, 300 dpi",
    "pixels en centimètres, imprimer une affiche en 300 dpi",
    "像素 换算 厘米 300dpi 海报 显示器",
    "ピクセル センチ 換算 印刷 300dpi ポスター モニター",
  ],
  effort: 2,
  detect(sample) {
    return /^\s*\d+\s*[x×*]\s*\d+(?!\d)\s*(?:px\s*)?(?:(?:at|@|,)\s*)?[\d.]+\s*(?:in|inch|inches|"|cm|mm|dpi|ppi)\s*$/i.test(
      sample.slice(0, MOST_CHARACTERS + 1),
    )
      ? 0.9
      : 0;
  },

  laws: [
    {
      name: "a screen turned on its side has the same density",
      holds(run, { widthPx, heightPx, diagonal, unit = "in" }) {
        if (widthPx === undefined || heightPx === undefined || diagonal === undefined) return true;
        const ppi = (width: number, height: number) =>
          run({ widthPx: width, heightPx: height, diagonal, unit }).value?.ppi;
        return ppi(widthPx, heightPx) === ppi(heightPx, widthPx);
      },
    },
    {
      name: "a print needs the pixels that it was made of",
      holds(run, { widthPx = 4000, heightPx = 3000, dpi = 300 }) {
        const print = run({ widthPx, heightPx, dpi }).value;
        if (!print?.widthIn || !print.heightIn) return true;
        // Sizes of six decimals tell pixels apart where they are larger than that.
        if (dpi > 10_000 || Math.max(print.widthIn, print.heightIn) > 1e6) return true;
        if (Math.min(print.widthIn, print.heightIn) < 1e-3) return true;
        const back = run({ width: print.widthIn, height: print.heightIn, dpi }).value;
        return back?.widthPx === widthPx && back.heightPx === heightPx;
      },
    },
    {
      name: "twice the pixels on a side are twice the density",
      holds(run, { widthPx = 1920, heightPx = 1080, diagonal = 24 }) {
        if (Math.max(widthPx, heightPx) > 5e6) return true;
        const [once = 0, twice = 0] = [1, 2].map(
          (factor) =>
            run({ widthPx: widthPx * factor, heightPx: heightPx * factor, diagonal }).value?.ppi,
        );
        return Math.abs(twice - once * 2) <= twice * 1e-12 + 2e-6;
      },
    },
  ],
  examples: [
    {
      title: "A 24 inch monitor",
      input: "1920x1080 24 in",
      expect: { output: "91.79 PPI", value: { ppi: 91.787799, dotPitchMm: 0.276725 } },
    },
    {
      title: "The print size of a photo",
      input: { widthPx: 4000, heightPx: 3000, dpi: 300 },
      expect: { output: "13.33 x 10 in (33.87 x 25.4 cm)", value: { quality: "high" } },
    },
    {
      title: "Pixels for A4",
      input: { width: 21, height: 29.7, unit: "cm", dpi: 300 },
      expect: { output: "2480 x 3508 px" },
    },
    {
      title: "The density of a scan whose sides do not agree",
      input: { widthPx: 1000, heightPx: 1000, width: 10, height: 8 },
      expect: { output: "100 PPI", warnings: [{ code: "ASPECT_MISMATCH" }] },
    },
    {
      title: "Pixels alone",
      input: { widthPx: 1920, heightPx: 1080 },
      expect: { ok: false, error: { code: "INSUFFICIENT_INPUT" } },
    },
  ],

  run(input) {
    const { question, failure } = readQuestion(input);
    if (failure) return failure;
    const density = computeDensity(question);
    const warnings = warningsOf(WARNINGS, { ASPECT_MISMATCH: density.isUneven });
    return done({ output: outputOf(density), value: valueOf(density), warnings });
  },
});

const SHOWN_DECIMALS = 2;

function outputOf({ mode, ppi, widthPx, heightPx, widthIn, heightIn }: Density): string {
  const pair = (width: Decimal | undefined, height: Decimal | undefined): string =>
    `${shown(width)} x ${shown(height)}`;
  if (mode === "pixels") return `${pair(widthPx, heightPx)} px`;
  if (mode !== "print") return `${shown(ppi)} PPI`;
  const inCm = pair(centimetres(widthIn), centimetres(heightIn));
  return `${pair(widthIn, heightIn)} in (${inCm} cm)`;
}

function shown(number: Decimal | undefined): string {
  return number ? String(roundTo(number, SHOWN_DECIMALS)) : "?";
}

function centimetres(inches: Decimal | undefined): Decimal | undefined {
  return inches?.times(CM_PER_INCH);
}

const DECIMALS = 6;
const MM_PER_INCH = CM_PER_INCH.times(10);

function valueOf(density: Density): Value {
  const { mode, ppi, widthPx, heightPx, widthIn, heightIn, diagonalIn } = density;
  const rounded = (number: Decimal): number => toNumber(number, DECIMALS);
  const orNull = (number: Decimal | undefined) => (number ? rounded(number) : null);
  const totalPixels = widthPx && heightPx && widthPx.times(heightPx);
  const distance = retinaDistance(ppi);
  return {
    mode,
    widthPx: orNull(widthPx),
    heightPx: orNull(heightPx),
    ppi: rounded(ppi),
    dotPitchMm: rounded(MM_PER_INCH.div(ppi)),
    widthIn: orNull(widthIn),
    heightIn: orNull(heightIn),
    widthCm: orNull(centimetres(widthIn)),
    heightCm: orNull(centimetres(heightIn)),
    diagonalIn: orNull(diagonalIn),
    totalPixels: orNull(totalPixels),
    megapixels: orNull(totalPixels?.div(1e6)),
    retinaDistanceIn: rounded(distance),
    retinaDistanceCm: rounded(distance.times(CM_PER_INCH)),
    quality: printQuality(ppi),
  };
}
