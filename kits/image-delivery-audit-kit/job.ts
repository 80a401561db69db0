/** What an audit of pictures is asked: what was measured of each file, and where a page uses it. */
import { type Static, Type } from "@sinclair/typebox";
import { oneOf } from "../../tools/_core/fields.ts";
import type { Entry } from "../../tools/_core/tool.ts";
import { quoted } from "../../tools/_lib/text/shown.ts";
import {
  atMost,
  BYTES,
  inOrder,
  jobProblems,
  jobShape,
  knownFile,
  PAGE_LIMITS,
} from "../_core/file-job.ts";
import { IMAGE_FORMATS } from "../_core/image-job.ts";

export const ID = "image-delivery-audit-kit";

const LIMITS = { ...PAGE_LIMITS, bytesEach: 60_000_000 } as const;
const MOST_PIXELS = 150_000_000;

const CLOSED = { additionalProperties: false } as const;

const SIDE = Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 });

const TRIAL = Type.Object(
  {
    format: oneOf(IMAGE_FORMATS),
    quality: Type.Union([Type.Integer({ minimum: 1, maximum: 100 }), Type.Null()], {
      description: "null for PNG",
    }),
    width: SIDE,
    height: SIDE,
    bytes: BYTES,
  },
  CLOSED,
);

const FACTS = {
  width: Type.Integer({ ...SIDE, description: "As it is stored, before it is turned" }),
  height: SIDE,
  orientation: Type.Integer({ description: "Of EXIF", minimum: 1, maximum: 8, default: 1 }),
  frames: Type.Integer({ minimum: 1, default: 1 }),
  hasAlpha: Type.Boolean({ description: "Some pixel is not opaque", default: false }),
  colorSpace: oneOf(["srgb", "gray", "p3", "adobe", "cmyk", "other"], { default: "srgb" }),
  metadataBytes: Type.Integer({ ...BYTES, description: "EXIF, XMP, ICC, comments", default: 0 }),
  gps: Type.Boolean({ description: "It says where it was taken", default: false }),
  progressive: Type.Optional(Type.Boolean({ description: "Of JPEG" })),
  dhash: Type.Optional(
    Type.String({
      description: "Difference hash of 9 × 8 greys, row by row, the first bit highest",
      pattern: "^[0-9A-Fa-f]{16}$",
    }),
  ),
  trials: Type.Array(TRIAL, {
    description: "What the picture would weigh, really encoded",
    maxItems: 8,
    default: [],
  }),
};

const DISPLAY_SIDE = Type.Optional(
  Type.Number({ description: "CSS pixels", minimum: 0, maximum: 100_000 }),
);

const USAGE = Type.Object(
  {
    file: Type.String({ description: "Id of the file" }),
    displayWidth: DISPLAY_SIDE,
    displayHeight: DISPLAY_SIDE,
    alt: Type.Optional(
      Type.Union([Type.String(), Type.Null()], {
        description: "null: there is no attribute; left out: it is not known",
      }),
    ),
    hasDimensions: Type.Optional(Type.Boolean({ description: "Width and height are given" })),
    loading: Type.Optional(oneOf(["lazy", "eager"])),
    fetchpriority: Type.Optional(oneOf(["high", "low", "auto"])),
    srcset: Type.Optional(Type.String()),
    sizes: Type.Optional(Type.String()),
    url: Type.Optional(Type.String({ description: "From where the page loads it" })),
    lcp: Type.Optional(
      Type.Boolean({ description: "It is the largest picture of the first screen" }),
    ),
    aboveFold: Type.Optional(Type.Boolean({ description: "It is seen without scrolling" })),
  },
  CLOSED,
);

const OPTIONS = Type.Object(
  {
    budgetBytes: Type.Integer({
      description: "What a picture may weigh",
      minimum: 1,
      maximum: 100_000_000,
      default: 200_000,
    }),
    maxDpr: Type.Number({
      description: "Of the densest screen that is served",
      minimum: 1,
      maximum: 4,
      default: 2,
    }),
    minSavingBytes: Type.Integer({
      description: "Less is no finding",
      minimum: 0,
      maximum: 100_000_000,
      default: 4096,
    }),
    minSavingPercent: Type.Number({
      description: "Less is no finding",
      minimum: 0,
      maximum: 100,
      default: 10,
    }),
    rate: Type.String({ description: "Of the line, for how long it takes", default: "1.6 Mbps" }),
    usage: Type.Array(USAGE, {
      description: "Where pages show the pictures",
      maxItems: 500,
      default: [],
    }),
    html: Type.Union([Type.String({ maxLength: 60_000 }), Type.Null()], {
      description: "A page; each of its img elements is a use",
      default: null,
    }),
  },
  { ...CLOSED, default: {} },
);

export const AUDIT_JOB = jobShape(FACTS, OPTIONS);

export type AuditJob = Static<typeof AUDIT_JOB>;
export type AuditFile = AuditJob["files"][number];
export type AuditOptions = AuditJob["options"];
export type Usage = AuditOptions["usage"][number];
export type Trial = Static<typeof TRIAL>;

/** Digests in lower case, members in the order in which they are documented. */
export function normalAuditJob(given: AuditJob): AuditJob {
  const files = given.files.map(({ sha256, dhash, ...file }) => ({
    ...file,
    ...(sha256 === undefined ? {} : { sha256: sha256.toLowerCase() }),
    ...(dhash === undefined ? {} : { dhash: dhash.toLowerCase() }),
  }));
  return inOrder(AUDIT_JOB, { ...given, files });
}

export function auditJobProblems(job: AuditJob): Entry[] {
  const large = job.files.flatMap(({ name, width, height }, index) =>
    atMost(MOST_PIXELS, width * height, `pixels in ${quoted(name)}`, `/job/files/${index}`),
  );
  const unknown = job.options.usage.flatMap(({ file }, index) =>
    knownFile(file, job, `/job/options/usage/${index}/file`),
  );
  return [...jobProblems(job, ID, LIMITS), ...large, ...unknown];
}
