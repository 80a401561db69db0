/** What a delivery of pictures is asked: which pictures there are, and in what sizes and formats they are wanted. */
import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { oneOf } from "../../tools/_core/fields.ts";
import type { Entry } from "../../tools/_core/tool.ts";
import { missingField } from "../../tools/_lib/results/input-invalid.ts";
import { quoted } from "../../tools/_lib/text/shown.ts";
import { atMost, inOrder, jobProblems, jobShape, knownFile, PAGE_LIMITS } from "./file-job.ts";

/** The kit that makes the pictures; others write jobs for it. */
export const IMAGE_DELIVERY = "image-delivery-production-kit";

export const IMAGE_LIMITS = { ...PAGE_LIMITS, bytesEach: 50_000_000 } as const;
/** Of one picture: what fits into the memory of a page while it is resampled. */
export const MOST_PIXELS = 50_000_000;

export const IMAGE_FORMATS = ["avif", "webp", "jpeg", "png"] as const;

export type ImageFormat = (typeof IMAGE_FORMATS)[number];

/** The first five are decoded by the page itself; the others where the browser can. */
export const IMAGE_TYPES = [
  "image/jpeg",
  "image/png",
  "image/webp",
  "image/avif",
  "image/gif",
  "image/heic",
  "image/heif",
  "image/jxl",
  "image/bmp",
  "image/tiff",
] as const;

const CLOSED = { additionalProperties: false } as const;

const part = Type.Number({ minimum: 0, maximum: 1 });
const quality = (fallback?: number) =>
  Type.Integer({
    minimum: 1,
    maximum: 100,
    ...(fallback === undefined ? {} : { default: fallback }),
  });

/** What a picture may have of its own; what it has not, it takes from the options of the job. */
const WIDTHS = Type.Array(Type.Integer({ minimum: 16, maximum: 8192 }), {
  minItems: 1,
  maxItems: 12,
  uniqueItems: true,
});
const FORMATS = Type.Array(oneOf(IMAGE_FORMATS), { minItems: 1, uniqueItems: true });
const FIT = ["inside", "cover", "contain"] as const;
const RATIO = Type.String({ pattern: "^(?:[1-9]\\d{0,3}|10000):(?:[1-9]\\d{0,3}|10000)$" });
const POSITIONS = ["center", "top", "bottom", "left", "right"] as const;
const COLOUR = "^#[0-9A-Fa-f]{6}$";
const BUDGET = Type.Integer({ minimum: 1, maximum: 100_000_000 });
const LOADING = ["lazy", "eager"] as const;
const NULL = Type.Null();

const OWN_OPTIONS = Type.Object(
  {
    widths: Type.Optional(WIDTHS),
    formats: Type.Optional(FORMATS),
    quality: Type.Optional(
      Type.Object(
        {
          avif: Type.Optional(quality()),
          webp: Type.Optional(quality()),
          jpeg: Type.Optional(quality()),
        },
        CLOSED,
      ),
    ),
    fit: Type.Optional(oneOf(FIT)),
    aspectRatio: Type.Optional(Type.Union([RATIO, NULL])),
    position: Type.Optional(oneOf(POSITIONS)),
    background: Type.Optional(Type.String({ pattern: COLOUR })),
    enlarge: Type.Optional(Type.Boolean()),
    budgetBytes: Type.Optional(Type.Union([BUDGET, NULL])),
    minQuality: Type.Optional(quality()),
    sizes: Type.Optional(Type.String({ maxLength: 200 })),
    loading: Type.Optional(oneOf(LOADING)),
  },
  { ...CLOSED, description: "Where this picture differs from the options of the job" },
);

const SIDE = Type.Integer({ minimum: 1, maximum: 65_535 });

const FACTS = {
  mediaType: oneOf(IMAGE_TYPES, { description: "By its first bytes" }),
  width: Type.Integer({ ...SIDE, description: "As it is stored, before it is turned" }),
  height: SIDE,
  orientation: Type.Integer({ description: "Of EXIF", minimum: 1, maximum: 8, default: 1 }),
  frames: Type.Integer({ minimum: 1, default: 1 }),
  hasAlpha: Type.Boolean({ description: "Some of it is transparent", default: false }),
  alt: Type.Optional(Type.String({ description: "What it shows; empty where it only decorates" })),
  focal: Type.Optional(
    Type.Object(
      { x: part, y: part },
      { ...CLOSED, description: "What a crop keeps, in parts of the upright picture" },
    ),
  ),
  options: Type.Optional(OWN_OPTIONS),
};

const OPTIONS = Type.Object(
  {
    widths: Type.Array(WIDTHS.items, {
      minItems: 1,
      maxItems: 12,
      uniqueItems: true,
      default: [480, 800, 1200, 1600],
    }),
    formats: Type.Array(oneOf(IMAGE_FORMATS), {
      description: "In the order of preference; the last is for browsers that know no other",
      minItems: 1,
      uniqueItems: true,
      default: ["avif", "webp", "jpeg"],
    }),
    quality: Type.Object(
      { avif: quality(50), webp: quality(75), jpeg: quality(80) },
      { ...CLOSED, default: {} },
    ),
    fit: oneOf(FIT, {
      description: "inside: keep the shape; cover: crop to it; contain: bars around it",
      default: "inside",
    }),
    aspectRatio: Type.Union([RATIO, NULL], {
      description: "W:H, for cover and contain",
      default: null,
    }),
    position: oneOf(POSITIONS, {
      description: "What cover keeps of a picture without a focal point",
      default: "center",
    }),
    background: Type.String({
      description: "Of bars, and under what is transparent in JPEG",
      pattern: COLOUR,
      default: "#ffffff",
    }),
    enlarge: Type.Boolean({ default: false }),
    budgetBytes: Type.Union([BUDGET, NULL], {
      description: "What each output may have; quality is lowered until it does",
      default: null,
    }),
    minQuality: Type.Integer({
      description: "How far a budget may lower quality",
      minimum: 1,
      maximum: 100,
      default: 40,
    }),
    naming: Type.String({
      description: "Of {name} {width} {height} {ext} {hash8}; {ext} is needed",
      maxLength: 200,
      default: "{name}-{width}w.{ext}",
    }),
    baseUrl: Type.String({
      description: "Where the pictures will lie, for the markup",
      // A list of addresses is cut at white space and at commas beside it.
      pattern: "^(?:[^\\s,](?:\\S*[^\\s,])?)?$",
      maxLength: 200,
      default: "",
    }),
    sizes: Type.String({ description: "For the markup", maxLength: 200, default: "100vw" }),
    loading: oneOf(LOADING, { description: "For the markup", default: "lazy" }),
    priority: Type.Union([Type.String(), NULL], {
      description: "Id of the largest picture of the first screen",
      default: null,
    }),
    keep: Type.Optional(
      Type.Array(oneOf(["icc", "copyright"]), {
        description:
          "Metadata that outputs have, too: the colour profile, who holds the rights; AVIF has neither",
        minItems: 1,
        uniqueItems: true,
      }),
    ),
  },
  { ...CLOSED, default: {} },
);

/** The schema of jobs. */
export const IMAGE_JOB = jobShape(FACTS, OPTIONS);

export type ImageJob = Static<typeof IMAGE_JOB>;
export type ImageFile = ImageJob["files"][number];
export type ImageOptions = ImageJob["options"];

/** Options of which only some are said: the others are as in a job that does not name them. */
export function imageOptions(given: Partial<ImageOptions>): ImageOptions {
  const members = Object.entries<TSchema>(OPTIONS.properties);
  const usual = members.flatMap(([name, { default: value }]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const { avif, webp, jpeg } = OPTIONS.properties.quality.properties;
  const qualities = { avif: avif.default, webp: webp.default, jpeg: jpeg.default };
  return { ...Object.fromEntries(usual), quality: qualities, ...given } as ImageOptions;
}

/** Widths ascending, digests in lower case, members in the order in which they are documented. */
export function normalImageJob(given: ImageJob): ImageJob {
  const files = given.files.map(({ sha256, options, ...file }) => ({
    ...file,
    ...(sha256 === undefined ? {} : { sha256: sha256.toLowerCase() }),
    ...(options === undefined ? {} : { options: normalOptions(options) }),
  }));
  return inOrder(IMAGE_JOB, { ...given, files, options: normalOptions(given.options) });
}

function normalOptions<O extends { widths?: number[] }>(options: O): O {
  const { widths } = options;
  return {
    ...options,
    ...(widths && { widths: widths.toSorted((left, right) => left - right) }),
  };
}

/** The options that hold for a picture: its own before those of the job. */
export function optionsOf({ options }: ImageFile, job: ImageJob): ImageOptions {
  return { ...job.options, ...options, quality: { ...job.options.quality, ...options?.quality } };
}

const NAMING = /^(?:[\w.@+~/-]|\{(?:name|width|height|ext|hash8)\})+$/;
const UNSAFE = /(?:^|\/)(?:\.{0,2})(?:\/|$)/;

/** What is wrong with a job of the right form, before anything is planned. */
export function imageJobProblems(job: ImageJob): Entry[] {
  const { options, files } = job;
  const problems = jobProblems(job, IMAGE_DELIVERY, IMAGE_LIMITS);
  for (const [index, file] of files.entries()) {
    const path = `/job/files/${index}`;
    const pixels = file.width * file.height;
    problems.push(...atMost(MOST_PIXELS, pixels, `pixels in ${quoted(file.name)}`, path));
    if (file.options !== undefined) {
      problems.push(...ratioProblems(optionsOf(file, job), `${path}/options/aspectRatio`));
    }
  }
  const shaped = ratioProblems(options, "/job/options/aspectRatio");
  problems.push(...shaped, ...namingProblems(options.naming));
  if (options.priority !== null) {
    problems.push(...knownFile(options.priority, job, "/job/options/priority"));
  }
  return problems;
}

function ratioProblems({ fit, aspectRatio }: ImageOptions, path: string): Entry[] {
  if (fit === "inside" || aspectRatio !== null) return [];
  return [missingField(path, `a ratio such as 16:9, to which ${fit} brings every picture`)];
}

function namingProblems(naming: string): Entry[] {
  const path = "/job/options/naming";
  const expected = wrongNaming(naming);
  if (expected === undefined) return [];
  const message = `Cannot name the outputs: found ${quoted(naming)}, expected ${expected}`;
  return [{ code: "FORM", message, path, expected, received: naming }];
}

function wrongNaming(naming: string): string | undefined {
  if (!NAMING.test(naming)) {
    return "letters, digits, . _ - @ + ~ / and of {name} {width} {height} {ext} {hash8} any";
  }
  if (!naming.includes("{ext}")) return "{ext} in it";
  if (naming.split("{hash8}").length > 2) return "{hash8} once";
  return UNSAFE.test(naming) ? "a relative path without . and .." : undefined;
}
