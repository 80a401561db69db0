import { type Static, type TObject, Type } from "@sinclair/typebox";
import { oneOf, whole } from "./_core/fields.ts";
import { defineTool, done } from "./_core/tool.ts";
import { CONFLICT_FAILURES, INSUFFICIENT_FAILURES } from "./_lib/fields/exclusive-fields.ts";
import { divide, exactText, fractionOf, multiply } from "./_lib/numbers/fraction.ts";
import { INPUT_FAILURES } from "./_lib/results/input-invalid.ts";
import { roundSide, scaleTo, type Size, type Target } from "./aspect-ratio-calculator/ratio.ts";
import {
  LARGEST_SIDE,
  readShape,
  type Shape,
  SMALLEST_SIDE,
} from "./aspect-ratio-calculator/request.ts";
import { valueOf } from "./aspect-ratio-calculator/value.ts";

const FAILURES = {
  RATIO_INVALID: "A side of the ratio is 0",
  ...CONFLICT_FAILURES,
  ...INSUFFICIENT_FAILURES,
  TEXT_NOT_UNDERSTOOD: "A text is no size and no ratio",
  ...INPUT_FAILURES,
} as const;

const MOST_CHARACTERS = 100;

const side = (description: string) =>
  Type.Optional(Type.Number({ description, minimum: SMALLEST_SIDE, maximum: LARGEST_SIDE }));
const targetSide = (description: string) =>
  Type.Optional(whole({ description, minimum: 1, maximum: LARGEST_SIDE }));

const INPUT = Type.Object({
  input: Type.Optional(
    Type.String({
      description: "A size or a ratio: 1920x1080, 16:9, 1.85",
      maxLength: MOST_CHARACTERS,
    }),
  ),
  width: side("Width of the original"),
  height: side("Height of the original"),
  ratio: Type.Optional(
    Type.Union(
      [
        Type.Number({ minimum: 0, maximum: LARGEST_SIDE }),
        Type.String({ maxLength: MOST_CHARACTERS }),
      ],
      { description: "Instead of one side or both: 16:9, 16/9, 2.39:1, 1.777" },
    ),
  ),
  targetWidth: targetSide("Width to reach; with targetHeight a box"),
  targetHeight: targetSide("Height to reach"),
  fit: oneOf(["contain", "cover"], {
    description: "The largest size inside the box, or the smallest that covers it",
    default: "contain",
  }),
  rounding: oneOf(["nearest", "up", "down"], {
    description: "Of computed sides; nearest is half up",
    default: "nearest",
  }),
  multipleOf: whole({
    description: "Computed sides are multiples of it",
    minimum: 1,
    maximum: 4096,
    default: 1,
  }),
});

export type Input = Static<typeof INPUT>;

const nullable = <T extends TObject>(schema: T) => Type.Union([schema, Type.Null()]);
const known = (description: string) => Type.Union([Type.Number(), Type.Null()], { description });

const VALUE = Type.Object({
  width: known("null if only the ratio is known"),
  height: known("null if only the ratio is known"),
  ratio: Type.String({ description: "In the smallest whole numbers: 16:9" }),
  ratioWidth: Type.Number(),
  ratioHeight: Type.Number(),
  decimal: Type.Number(),
  orientation: Type.String({ description: "landscape, portrait or square" }),
  nearest: Type.Object(
    {
      name: Type.String(),
      ratio: Type.String(),
      differencePercent: Type.Number({ description: "Of the named ratio" }),
      exact: Type.Boolean(),
    },
    { description: "The nearest ratio with a name" },
  ),
  megapixels: known("null without both sides"),
  scaled: nullable(Type.Object({ width: Type.Number(), height: Type.Number() })),
  scaleFactor: known("The scaled width before rounding by the width"),
  bars: nullable(
    Type.Object(
      {
        left: Type.Number(),
        right: Type.Number(),
        top: Type.Number(),
        bottom: Type.Number(),
      },
      { description: "contain in a box: what stays free" },
    ),
  ),
  crop: nullable(
    Type.Object(
      { x: Type.Number(), y: Type.Number(), width: Type.Number(), height: Type.Number() },
      { description: "cover of a box: the part of the original that is seen" },
    ),
  ),
});

export type Value = Static<typeof VALUE>;

export default defineTool({
  id: "aspect-ratio-calculator",
  name: "Aspect Ratio Calculator",
  category: "Design",
  description: "Simplifies ratios, finds missing sides, and fits or crops an image into a box.",
  keywords: [
    "16:9",
    "21:9",
    "4:3",
    "9:16",
    "aspect ratio",
    "contain",
    "cover",
    "crop",
    "dimensions",
    "image size",
    "letterbox",
    "proportion",
    "reel",
    "resize",
    "resolution",
    "scale",
    "square",
    "thumbnail",
    "video",
  ],
  aliases: ["aspect-ratio", "image-resize-calculator"],
  version: "2026-11-22",

  input: INPUT,
  primary: "input",
  value: VALUE,
  verb: "calculate",
  failures: FAILURES,
  warnings: {},
  intents: [
    "aspect ratio of 1920x1080",
    "height for a width at 16:9",
    "simplify a ratio of pixels",
    "resize an image and keep proportions",
    "fit an image into a box",
    "crop a photo to a square",
    "letterbox bars for 2.39:1",
    "object-fit cover size",
    "is 1366x768 16:9",
    "dimensions as multiples of 16 for video",
    "picture looks stretched or squashed after changing its size",
    "photo on a widescreen tv, how big are the black bars",
    "scale down a picture without distortion, width given, how tall",
    "thumbnail or banner that keeps the same shape",
    "poster or frame has another shape than my photo, how much is cut off",
    "compute proportional dimensions of a rectangle",
    "4:3 video into a vertical reel for instagram or tiktok",
    "how high or wide will my picture be after I make it smaller",
    "seitenverhältnis berechnen",
    "calculer le rapport hauteur largeur d'une image",
    "calcular relación de aspecto",
    "calcular proporção da imagem",
    "アスペクト比 計算",
    "宽高比 计算",
    "cambiar el tamaño de una foto sin deformarla, proporción ancho alto",
    "bild verkleinern ohne verzerrung, breite und höhe",
    "redimensionner une photo sans la déformer, largeur hauteur",
    "图片 等比例 缩放 宽度 高度",
    "画像の縦横比を保って縮小する 幅 高さ",
    "youtube thumbnail 1280 wide, what height is right",
    "my logo is 850 by 320 and must be 200 wide, other side please",
    "squeeze a 3:2 camera picture into a square instagram post, what gets cut",
    "slides are 4:3 and the projector is wide, bars left and right",
    "CSS aspect-ratio, object-fit contain, ffmpeg scale=-2, 21:9, 9:16, 1.85:1, golden ratio",
    "given two dimensions and one target side, return the proportional other side or fitted box",
    "formato de imagen 16:9 a cuadrado, altura a partir del ancho",
    "format 16:9 hochkant 9:16, höhe aus breite ausrechnen, zuschneiden",
    "format 16/9 ou carré, hauteur à partir de la largeur, recadrer",
    "proporção 16:9, altura a partir da largura, redimensionar foto",
  ],
  effort: 1,
  detect(sample) {
    return /^\s*\d{2,5}\s*[x×*]\s*\d{2,5}\s*$|^\s*\d{1,2}(?:\.\d+)?:\d{1,2}\s*$/.test(
      sample.slice(0, MOST_CHARACTERS),
    )
      ? 0.6
      : 0;
  },

  laws: [
    {
      name: "a size twice as large has the same ratio",
      holds(run, { width, height }) {
        if (width === undefined || height === undefined) return true;
        // Twice a double may have another shortest decimal text than twice its own.
        if (!Number.isInteger(width) || !Number.isInteger(height)) return true;
        if (Math.max(width, height) > LARGEST_SIDE / 2) return true;
        const [once, twice] = [1, 2].map(
          (factor) => run({ width: width * factor, height: height * factor }).value?.ratio,
        );
        return once === twice;
      },
    },
    {
      name: "width and height swapped swap the sides of the ratio",
      holds(run, { width, height }) {
        if (width === undefined || height === undefined) return true;
        const one = run({ width, height }).value;
        const other = run({ width: height, height: width }).value;
        return one?.ratioWidth === other?.ratioHeight && one?.ratioHeight === other?.ratioWidth;
      },
    },
    {
      name: "what is contained stays in its box, what covers fills it",
      holds(run, { ratio = "16:9", targetWidth = 640, targetHeight = 480 }) {
        const box = { ratio, targetWidth, targetHeight };
        const inside = run({ ...box, rounding: "down" }).value?.scaled;
        const outside = run({ ...box, fit: "cover", rounding: "up" }).value?.scaled;
        if (!inside || !outside) return true;
        return (
          inside.width <= targetWidth &&
          inside.height <= targetHeight &&
          outside.width >= targetWidth &&
          outside.height >= targetHeight
        );
      },
    },
  ],
  examples: [
    {
      title: "Full HD",
      input: "1920x1080",
      expect: { output: "16:9", value: { decimal: 1.777778, megapixels: 2.0736 } },
    },
    {
      title: "The missing height",
      input: { ratio: "16:9", width: 1366 },
      expect: { output: "1366x768", value: { height: 768 } },
    },
    {
      title: "A square crop of a photo",
      input: { width: 4032, height: 3024, targetWidth: 1080, targetHeight: 1080, fit: "cover" },
      expect: {
        output: "1440x1080",
        value: { crop: { x: 504, y: 0, width: 3024, height: 3024 }, scaleFactor: 0.357143 },
      },
    },
    {
      title: "Letterbox",
      input: { ratio: "2.39:1", targetWidth: 1920, targetHeight: 1080 },
      expect: { output: "1920x803", value: { bars: { left: 0, right: 0, top: 138, bottom: 139 } } },
    },
    {
      title: "A side of 0",
      input: "1920x0",
      expect: { ok: false, error: { code: "RATIO_INVALID" } },
    },
  ],

  run(input) {
    const read = readShape(input);
    if ("failure" in read) return read.failure;
    const { shape } = read;
    const size = fullSize(shape, input);
    const target = targetOf(input);
    const scaled = scaleTo(shape.ratio, target, input);
    const value = valueOf(shape.ratio, size, scaled, target);
    const isSideMissing = size !== undefined && !(shape.width && shape.height);
    const shown = scaled ?? (isSideMissing ? size : undefined);
    return done({ output: shown ? sizeText(shown) : value.ratio, value });
  },
});

/** The sides, a missing one computed from the other; none without one. */
function fullSize({ ratio, width, height }: Shape, input: Input): Size | undefined {
  if (width) return { width, height: height ?? roundSide(divide(width, ratio), input) };
  return height && { width: roundSide(multiply(height, ratio), input), height };
}

function targetOf({ targetWidth, targetHeight, fit }: Input): Target {
  const given = (length: number | undefined) =>
    length === undefined ? undefined : fractionOf(length);
  return { width: given(targetWidth), height: given(targetHeight), fit };
}

function sizeText({ width, height }: Size): string {
  return `${exactText(width)}x${exactText(height)}`;
}
