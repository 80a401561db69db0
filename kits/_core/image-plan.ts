/** Which pictures a job of image-delivery-production-kit makes, each with its name, size and part of the original. */
import { type Static, Type } from "@sinclair/typebox";
import type { Entry, Outcome } from "../../tools/_core/tool.ts";
import { sum } from "../../tools/_lib/algorithms/sum.ts";
import {
  type Box,
  boxWidth,
  cappedWidths,
  heightAt,
  placedCrop,
  placeInside,
  ratioOf,
  type Size,
  uprightSize,
} from "./image-size.ts";
import { quoted } from "../../tools/_lib/text/shown.ts";
import { atMost } from "./file-job.ts";
import {
  IMAGE_FORMATS,
  type ImageFile,
  type ImageFormat,
  type ImageJob,
  type ImageOptions,
  optionsOf,
} from "./image-job.ts";
import { oneOf } from "../../tools/_core/fields.ts";

const COUNT = Type.Integer({ minimum: 0 });
const BOX = { x: COUNT, y: COUNT, width: COUNT, height: COUNT };

export const IMAGE_PLAN = Type.Object({
  outputs: Type.Array(
    Type.Object({
      name: Type.String(),
      mediaType: Type.String(),
      from: Type.Array(Type.String()),
      format: oneOf(IMAGE_FORMATS),
      width: COUNT,
      height: COUNT,
      quality: Type.Union([COUNT, Type.Null()], { description: "null for PNG" }),
      crop: Type.Object(BOX, { description: "What is taken of the upright original" }),
      place: Type.Union([Type.Object(BOX), Type.Null()], {
        description: "contain: where in the output that stands",
      }),
    }),
    { description: "By file, then format as they are wanted, then width" },
  ),
  totals: Type.Object({ files: COUNT, outputs: COUNT, sourcePixels: COUNT, outputPixels: COUNT }),
});

export type ImagePlan = Static<typeof IMAGE_PLAN>;
export type ImageOutput = ImagePlan["outputs"][number];

/** What kits that plan pictures find besides. */
export const IMAGE_WARNINGS = {
  FALLBACK_MISSING: "The last format is one that older browsers do not know",
  ALT_MISSING: "A picture has no alternative text",
  ALPHA_FLATTENED: "What is transparent gets the background's colour in JPEG",
  ANIMATION_DROPPED: "Only the first frame of an animation is delivered",
  ENLARGED: "A picture is made larger than it is",
} as const;

const MOST_OUTPUTS = 2000;
const MOST_OUTPUT_PIXELS = 2_000_000_000;
const MOST_SIDE = 16_384;

export const MEDIA_TYPE_OF: Readonly<Record<ImageFormat, string>> = {
  avif: "image/avif",
  webp: "image/webp",
  jpeg: "image/jpeg",
  png: "image/png",
};

const EXTENSION: Readonly<Record<ImageFormat, string>> = {
  avif: "avif",
  webp: "webp",
  jpeg: "jpg",
  png: "png",
};

/** Stands in a planned name where the delivered one has the first eight digits of its SHA-256. */
export const HASH8 = "{hash8}";

/** What the tools that a kit composes say. */
export interface ImageTools {
  /** A name for each file that is safe everywhere and its own. */
  readonly slugs: readonly string[];
  /** The largest part of such a size in the middle that has the shape. */
  cropTo(size: Size, shape: Size): Box;
}

interface PlannedFile {
  readonly file: ImageFile;
  readonly outputs: readonly ImageOutput[];
  readonly isCapped: boolean;
  readonly isEnlarged: boolean;
  readonly options: ImageOptions;
}

export interface PlannedImages {
  readonly plan: ImagePlan;
  readonly files: readonly PlannedFile[];
}

/** What slug-generator is to make names of: each file's name without its last extension. */
export function titlesOf({ files }: ImageJob): string {
  return files.map(({ name }) => name.replace(/\.[^.]*$/, "").trim() || NAMELESS).join("\n");
}

/** The name of a file whose own has no letter and no digit. */
export const NAMELESS = "image";

export function planImages(job: ImageJob, tools: ImageTools): PlannedImages {
  const files = job.files.map((file, index) =>
    planFile(file, tools.slugs[index] ?? NAMELESS, optionsOf(file, job), tools),
  );
  const outputs = files.flatMap((planned) => planned.outputs);
  const totals = {
    files: files.length,
    outputs: outputs.length,
    sourcePixels: sum(job.files.map(pixelsOf)),
    outputPixels: sum(outputs.map(pixelsOf)),
  };
  return { plan: { outputs, totals }, files };
}

function pixelsOf({ width, height }: Size): number {
  return width * height;
}

function planFile(
  file: ImageFile,
  slug: string,
  options: ImageOptions,
  tools: ImageTools,
): PlannedFile {
  const upright = uprightSize(file);
  const { fit, aspectRatio, enlarge, formats, naming } = options;
  const shape = ratioOf(aspectRatio ?? "1:1");
  const whole = { x: 0, y: 0, ...upright };
  const crop =
    fit === "cover"
      ? placedCrop(upright, tools.cropTo(upright, shape), options.position, file.focal)
      : whole;
  const widest = fit === "contain" ? boxWidth(upright, shape) : crop.width;
  const { widths, isCapped } = enlarge
    ? { widths: options.widths, isCapped: false }
    : cappedWidths(options.widths, widest);
  const sizes = widths.map((width) => {
    const box = { width, height: heightAt(width, fit === "contain" ? shape : crop) };
    return { ...box, place: fit === "contain" ? placeInside(box, crop) : null };
  });
  const outputs = formats.flatMap((format) =>
    sizes.map(({ width, height, place }) => ({
      name: nameOf(naming, { name: slug, width, height, ext: EXTENSION[format] }),
      mediaType: MEDIA_TYPE_OF[format],
      from: [file.id],
      format,
      width,
      height,
      quality: format === "png" ? null : options.quality[format],
      crop,
      place,
    })),
  );
  return { file, outputs, isCapped, isEnlarged: widths.some((width) => width > widest), options };
}

function nameOf(naming: string, parts: Readonly<Record<string, string | number>>): string {
  return naming.replace(/\{([a-z]+)\}/g, (_, name: string) => String(parts[name]));
}

/** What of a plan is more than the page makes, or cannot be told apart. */
export function planProblems({ plan, files }: PlannedImages): Entry[] {
  const { outputs, outputPixels } = plan.totals;
  const tall = files.flatMap((planned, index) => {
    const side = Math.max(...planned.outputs.map(({ width, height }) => Math.max(width, height)));
    const what = `pixels on a side of an output of ${quoted(planned.file.name)}`;
    return atMost(MOST_SIDE, side, what, `/job/files/${index}`);
  });
  return [
    ...atMost(MOST_OUTPUTS, outputs, "outputs", "/job/options/widths"),
    ...atMost(MOST_OUTPUT_PIXELS, outputPixels, "pixels in all outputs", "/job/options/widths"),
    ...tall,
    ...sameNames(plan),
  ];
}

function sameNames({ outputs }: ImagePlan): Entry[] {
  const names = new Set<string>();
  const again = outputs.find(({ name }) => names.size === names.add(name).size);
  if (again === undefined) return [];
  const message = `Cannot tell two outputs apart: found ${quoted(again.name)} again, expected {name}, {width} and what else tells them apart`;
  return [{ code: "FORM", message, path: "/job/options/naming", received: again.name }];
}

/** A slug for each title; undefined where the tool failed. */
export function slugsOf(
  made: Outcome<{ readonly slugs: readonly { readonly slug: string }[] }>,
): string[] | undefined {
  return made.value?.slugs.map(({ slug }) => slug);
}
