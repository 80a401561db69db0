import { type Static, Type } from "@sinclair/typebox";
import type { Entry, Outcome } from "../tools/_core/tool.ts";
import { INPUT_FAILURES } from "../tools/_lib/results/input-invalid.ts";
import { OUTPUT_FAILURES } from "../tools/_lib/results/output-limit.ts";
import { counted } from "../tools/_lib/text/plural.ts";
import deliver from "../tools/artifact-delivery-manifest.ts";
import calculateRatio from "../tools/aspect-ratio-calculator.ts";
import verifyList from "../tools/file-hash-checksum-verifier.ts";
import slugify from "../tools/slug-generator.ts";
import { FILE_UNKNOWN, inOrder, JOB_FAILURES, jobSha256 } from "./_core/file-job.ts";
import {
  fileKitFields,
  fileKitMembers,
  manifestToVerify,
  refused,
  writePlanned,
} from "./_core/file-kit.ts";
import {
  MANIFEST_FAILURES,
  MANIFEST_WARNINGS,
  PLANNED_FAILURES,
  type Verification,
} from "./_core/file-manifest.ts";
import { filesLaw } from "./_core/files-law.ts";
import {
  IMAGE_DELIVERY,
  IMAGE_JOB,
  type ImageJob,
  imageJobProblems,
  normalImageJob,
} from "./_core/image-job.ts";
import { IMAGE_MANIFEST } from "./_core/image-manifest.ts";
import { IMAGE_OUTPUT_FAILURES } from "./_core/image-outputs.ts";
import { IMAGE_PLAN, IMAGE_WARNINGS, type ImagePlan, planProblems } from "./_core/image-plan.ts";
import { defineKit, type KitCtx } from "./_core/kit.ts";
import { kitValue } from "./_core/kit-value.ts";
import { KitReport } from "./_core/report.ts";
import {
  type Names,
  pictureMarkup,
  preloadMarkup,
} from "./image-delivery-production-kit/markup.ts";
import { judgePlan, planDelivery } from "./image-delivery-production-kit/plan.ts";
import { verifyDelivery } from "./image-delivery-production-kit/verify.ts";

const ID = IMAGE_DELIVERY;
const NAME = "Image Delivery Production Kit";

const FAILURES = {
  ...INPUT_FAILURES,
  ...OUTPUT_FAILURES,
  ...JOB_FAILURES,
  ...FILE_UNKNOWN,
  ...MANIFEST_FAILURES,
  ...PLANNED_FAILURES,
  ...IMAGE_OUTPUT_FAILURES,
  STAGE_FAILED: "A tool could not do its part",
  IMAGE_DELIVERY_PRODUCTION_KIT_FAILED: "The gate is set, and a finding closes it",
} as const;

const WARNINGS = {
  ...MANIFEST_WARNINGS,
  ...IMAGE_WARNINGS,
  OVER_BUDGET: "An output has more bytes than its budget at the lowest quality allowed",
} as const;

const INPUT = Type.Object(fileKitFields(IMAGE_JOB, IMAGE_MANIFEST));

const COUNT = Type.Integer({ minimum: 0 });

const TOTALS = Type.Object(
  {
    sourceBytes: COUNT,
    outputBytes: COUNT,
    byFormat: Type.Record(Type.String(), COUNT, { description: "Format → bytes" }),
  },
  { description: "verify: what was given and what was made of it" },
);

const VALUE = kitValue(
  { ...fileKitMembers(IMAGE_PLAN), totals: Type.Optional(TOTALS) },
  { files: COUNT, outputs: COUNT },
);

type Value = Static<typeof VALUE>;
export type Totals = Static<typeof TOTALS>;
type Problem = Entry<keyof typeof FAILURES>;
type Result = Outcome<Value, keyof typeof FAILURES, keyof typeof WARNINGS>;

const STAGES = {
  check: null,
  names: slugify,
  shape: calculateRatio,
  plan: null,
  inputs: verifyList,
  outputs: null,
  checksums: deliver,
} as const;

const USES = [calculateRatio, deliver, slugify, verifyList] as const;

// Two hundred pictures that are cropped are two hundred calls of another tool, and each of up to two thousand outputs is
// written four times: that takes some tenths of a second on 100,000 characters.

/** What all stages have at hand. */
export interface Work {
  readonly job: ImageJob;
  readonly jobSha256: string;
  readonly ctx: KitCtx<(typeof USES)[number]>;
  readonly report: KitReport<typeof STAGES>;
}

const HERO = {
  id: "hero",
  name: "Hero Photo.JPG",
  bytes: 912_345,
  mediaType: "image/jpeg",
  width: 4000,
  height: 3000,
  orientation: 6,
  alt: "A lighthouse at dusk",
} as const;

const LOGO = {
  id: "logo",
  name: "logo.webp",
  bytes: 9000,
  mediaType: "image/webp",
  width: 300,
  height: 100,
  hasAlpha: true,
  alt: "",
} as const;

/** A job that is given as data; as text it says the same. */
function jobOf(job: unknown): ImageJob | undefined {
  const isJob = typeof job === "object" && job !== null && "files" in job;
  return isJob && Array.isArray(job.files) ? (job as ImageJob) : undefined;
}

const DIGEST = "5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9";

export default defineKit({
  id: ID,
  name: NAME,
  category: "Design",
  description:
    "Plans the sizes, formats, names and markup of responsive pictures, and checks that what was made of the originals is the whole set.",
  keywords: [
    "alt text",
    "avif",
    "compress images",
    "crop",
    "heic",
    "image formats",
    "image optimisation",
    "imagemagick",
    "jpeg",
    "lcp",
    "photos",
    "picture element",
    "png",
    "resize",
    "responsive images",
    "sharp",
    "squoosh",
    "srcset",
    "thumbnails",
    "webp",
  ],
  aliases: ["image-production-kit", "responsive-images-kit"],
  version: "2026-11-27",
  uses: [...USES],

  input: INPUT,
  primary: "job",
  value: VALUE,
  verb: "plan the pictures",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "make responsive images in avif, webp and jpeg",
    "picture element with srcset and sizes for my photos",
    "resize photos to several widths for a web page",
    "convert pngs to webp without uploading them",
    "compress pictures below 200 kB each",
    "square thumbnails of product photos with a focal point",
    "hero image with preload and fetchpriority",
    "which image widths and formats does a website need",
    "strip gps and exif from photos before publishing",
    "crop pictures to 16:9 around a face",
    "photos from the camera are far too heavy for the article",
    "letterbox logos into a square with white bars",
    "file names for image variants with a content hash",
    "the pictures of our shop load slowly on phones",
    "recipe for image sizes that can be checked in",
    "check that every image size was exported",
    "export all renditions of a picture for the cms",
    "heic photos from an iphone to jpeg for the website",
    "turn sideways photos upright and shrink them",
    "mail pictures, jpeg only, at most 800 pixels wide",
    "image pipeline without a build server",
    "retina versions 1x 2x of an image",
    "bilder fürs web in mehreren größen und formaten erzeugen",
    "fotos verkleinern und als webp speichern",
    "images responsives avec srcset et formats modernes",
    "imágenes adaptables para la web en webp y avif",
    "响应式 图片 压缩 多尺寸 webp avif",
    "画像を複数サイズの webp と avif に書き出す",
    "my photo is 6000 pixels wide, the website wants 1200 and something for phones",
    "turn the whole folder of product shots into webp",
    "cut all portraits square without chopping heads off",
    "newsletter needs small jpgs, under 100 kilobytes",
    "sharp, imagemagick convert, cwebp, avifenc, squoosh, next/image, eleventy-img, cloudinary, tinypng",
    "derive every rendition of source photographs with html for them and verify the set",
    "redimensionar e converter fotos para webp e avif para o site",
    "cambiar tamaño de fotos y convertirlas a webp",
  ],
  effort: 3,
  browser: true,

  laws: [
    filesLaw,
    {
      name: "a crop lies within its picture, no output is wider than it is, and names differ",
      holds(run, input) {
        const { value } = run(input);
        if (!value) return true;
        const { files, options } = value.job as ImageJob;
        const byId = new Map(files.map((file) => [file.id, file]));
        const { outputs } = value.plan;
        return (
          new Set(outputs.map(({ name }) => name)).size === outputs.length &&
          outputs.every(({ from, crop, width, place }) => {
            const file = byId.get(from[0] ?? "");
            if (!file) return false;
            const isTurned = file.orientation > 4;
            const [wide, high] = isTurned ? [file.height, file.width] : [file.width, file.height];
            const isInside = crop.x + crop.width <= wide && crop.y + crop.height <= high;
            const enlarges = file.options?.enlarge ?? options.enlarge;
            return isInside && (enlarges || place !== null || width <= crop.width);
          })
        );
      },
    },
    {
      name: "a picture turned by its orientation is planned as one that stands upright",
      holds(run, input) {
        const job = jobOf(input.job);
        if (!job) return true;
        const lying = job.files.map((file) => ({ ...file, orientation: 1 }));
        const turned = lying.map((file) => {
          return { ...file, width: file.height, height: file.width, orientation: 6 };
        });
        const [one, other] = [lying, turned].map(
          (files) => run({ job: { ...job, files }, failOn: "none" }).value?.plan,
        );
        return JSON.stringify(one) === JSON.stringify(other);
      },
    },
    {
      name: "bytes and digests of the originals change nothing of the plan",
      holds(run, input) {
        const job = jobOf(input.job);
        if (!job) return true;
        const files = job.files.map((file) => ({ ...file, bytes: 1, sha256: DIGEST }));
        const [one, other] = [job, { ...job, files }].map(
          (given) => run({ job: given, failOn: "none" }).value?.plan,
        );
        return !one || JSON.stringify(one) === JSON.stringify(other);
      },
    },
    {
      name: "what is made as planned is verified",
      holds(run, input) {
        const job = jobOf(input.job);
        const value = job && run({ job, action: "plan", failOn: "none" }).value;
        if (!value) return true;
        const { files } = value.job as ImageJob;
        const manifest = {
          kit: ID,
          version: 1 as const,
          jobSha256: value.jobSha256,
          status: "complete" as const,
          engine: [],
          inputs: files.map(({ id, bytes, sha256 = DIGEST }) => ({ id, bytes, sha256 })),
          outputs: value.plan.outputs.map(({ name, mediaType, from, width, height, quality }) => ({
            name: name.replace("{hash8}", DIGEST.slice(0, 8)),
            mediaType,
            bytes: 1,
            sha256: DIGEST,
            from,
            width,
            height,
            quality,
          })),
          problems: [],
        };
        const verified = run({ job, manifest, failOn: "none" }).value;
        return verified?.counts.error === 0 && verified.verification?.counts.mismatch === 0;
      },
    },
  ],
  examples: [
    {
      title: "A photo that lies on its side, in two widths and two formats",
      input: {
        job: {
          kit: ID,
          version: 1,
          files: [HERO],
          options: {
            widths: [800, 480],
            formats: ["webp", "jpeg"],
            priority: "hero",
            baseUrl: "/img",
          },
        },
      },
      expect: {
        ok: true,
        value: {
          verdict: "pass",
          plan: {
            totals: { files: 1, outputs: 4, sourcePixels: 12_000_000, outputPixels: 2_321_600 },
          },
        },
      },
    },
    {
      title: "A logo in a square with bars",
      input: {
        job: {
          kit: ID,
          version: 1,
          files: [LOGO],
          options: { fit: "contain", aspectRatio: "1:1", widths: [200], formats: ["png"] },
        },
      },
      expect: {
        ok: true,
        value: {
          plan: {
            outputs: [{ name: "logo-200w.png", place: { x: 0, y: 66, width: 200, height: 67 } }],
          },
        },
      },
    },
    {
      title: "An output that is heavier than its budget",
      input: {
        job: {
          kit: ID,
          version: 1,
          files: [LOGO],
          options: { widths: [100], formats: ["webp", "png"], budgetBytes: 1000 },
        },
        manifest: {
          kit: ID,
          version: 1,
          jobSha256: "f".repeat(64),
          status: "partial",
          engine: [{ name: "@jsquash/webp", version: "1.5.0" }],
          inputs: [{ id: "logo", bytes: 9000, sha256: DIGEST }],
          outputs: [
            {
              name: "logo-100w.webp",
              mediaType: "image/webp",
              bytes: 1001,
              sha256: DIGEST,
              from: ["logo"],
              width: 100,
              height: 33,
              quality: 75,
            },
          ],
          problems: [],
        },
      },
      expect: {
        ok: true,
        valid: false,
        value: {
          verification: { counts: { match: 0, missing: 1, unexpected: 0, mismatch: 1 } },
          counts: { byCode: { JOB_MISMATCH: 1, OUTPUT_MISSING: 1, OVER_BUDGET: 1 } },
        },
      },
    },
    {
      title: "The first picture of the page is none of the files",
      input: { job: { kit: ID, version: 1, files: [HERO], options: { priority: "logo" } } },
      expect: { ok: false, errors: [{ code: "FILE_UNKNOWN", path: "/job/options/priority" }] },
    },
  ],

  run(input, ctx): Result {
    const { failOn } = input;
    const job = normalImageJob(input.job);
    const { manifest, problems: missing } = manifestToVerify(input);
    const [first, ...others] = [...imageJobProblems(job), ...missing] as Problem[];
    if (first) return refused([first, ...others]);
    const report = new KitReport(ID, NAME, STAGES);
    const work: Work = { job, jobSha256: jobSha256(job), ctx, report };
    report.done("check", counted(job.files.length, "file"));
    const planned = planDelivery(work);
    if (planned === undefined) return concluded(NO_PLAN, work, failOn);
    const [unplannable, ...more] = planProblems(planned) as Problem[];
    if (unplannable) return refused([unplannable, ...more]);
    const { plan } = planned;
    judgePlan(planned, work);
    if (manifest === null) {
      for (const stage of ["inputs", "outputs", "checksums"] as const)
        report.skipped(stage, "The field `manifest` takes what the page reports at the end");
      writePlanned(report, job, plan);
      writeMarkup(plan, new Map(), work);
      return concluded(plan, work, failOn);
    }
    const verified = verifyDelivery(inOrder(IMAGE_MANIFEST, manifest), plan, work);
    writeMarkup(plan, verified.names, work);
    return concluded(plan, work, failOn, verified);
  },
});

const NO_PLAN: ImagePlan = {
  outputs: [],
  totals: { files: 0, outputs: 0, sourcePixels: 0, outputPixels: 0 },
};

function writeMarkup({ outputs }: ImagePlan, names: Names, { job, report }: Work): void {
  report.file("picture.html", pictureMarkup(job, outputs, names));
  const preload = preloadMarkup(job, outputs, names);
  if (preload !== undefined) report.file("head.html", preload);
}

function concluded(
  plan: ImagePlan,
  { job, jobSha256: sha256, report }: Work,
  failOn: "none" | "error" | "warning",
  verified?: { readonly verification: Verification; readonly totals: Totals },
): Result {
  const { files, outputs } = plan.totals;
  const figures = [counted(files, "file"), counted(outputs, "output")];
  if (verified) {
    const { match } = verified.verification.counts;
    const { sourceBytes, outputBytes } = verified.totals;
    figures.push(`${match} as planned`, `${sourceBytes} bytes before, ${outputBytes} after`);
  }
  return report.conclude({
    value: {
      job,
      jobSha256: sha256,
      plan,
      ...(verified && { verification: verified.verification, totals: verified.totals }),
    },
    counts: { files, outputs },
    failOn,
    output: { figures: figures.join(", "), next: nextSteps(job, report, verified !== undefined) },
  });
}

function nextSteps(
  { options }: ImageJob,
  { counts: { byCode } }: Work["report"],
  isVerified: boolean,
): string[] {
  const has = (code: string) => (byCode[code] ?? 0) > 0;
  const steps: string[] = [];
  if (has("ALT_MISSING"))
    steps.push("Give each file an `alt`; until then `picture.html` says TODO in its place.");
  if (has("FALLBACK_MISSING")) steps.push("End `options.formats` with jpeg or png.");
  if (!isVerified) {
    steps.push(`Open the page of ${ID}, load \`job.json\`, add the files and press Run.`);
    return steps;
  }
  if (has("OUTPUT_MISSING") || has("NOT_COMPLETE"))
    steps.push("Run the job again in the page: it makes what is missing.");
  if (has("OVER_BUDGET"))
    steps.push(
      "Lower `options.minQuality`, leave out the widest of `options.widths`, or allow more in `options.budgetBytes`.",
    );
  if (has("JOB_MISMATCH") || has("INPUT_CHANGED") || has("INPUT_MISSING"))
    steps.push("Make the pictures again with this job and these files.");
  if (steps.length === 0 || (steps.length === 1 && has("ALT_MISSING"))) {
    const where = options.baseUrl === "" ? "beside the page" : "where `options.baseUrl` says";
    steps.push(`Put the outputs ${where}, and the elements of \`picture.html\` into the page.`);
  }
  return steps;
}
