import { type Static, Type } from "@sinclair/typebox";
import { oneOf } from "../tools/_core/fields.ts";
import type { Entry, Outcome } from "../tools/_core/tool.ts";
import type { HtmlFailure } from "../tools/_lib/formats/html/parse.ts";
import { INPUT_FAILURES } from "../tools/_lib/results/input-invalid.ts";
import { OUTPUT_FAILURES } from "../tools/_lib/results/output-limit.ts";
import { Fault, problemEntry } from "../tools/_lib/results/syntax-problem.ts";
import { counted } from "../tools/_lib/text/plural.ts";
import { quoted } from "../tools/_lib/text/shown.ts";
import deliver from "../tools/artifact-delivery-manifest.ts";
import calculateTransfer from "../tools/data-transfer-time-calculator.ts";
import verifyList from "../tools/file-hash-checksum-verifier.ts";
import slugify from "../tools/slug-generator.ts";
import {
  atMost,
  FILE_UNKNOWN,
  inOrder,
  JOB_FAILURES,
  jobProblems,
  jobSha256,
  jobShape,
  knownFile,
  PAGE_LIMITS,
} from "./_core/file-job.ts";
import {
  fileKitFields,
  fileKitMembers,
  manifestToVerify,
  refused,
  writePlanned,
} from "./_core/file-kit.ts";
import { MANIFEST_FAILURES, MANIFEST_WARNINGS, PLANNED_FAILURES } from "./_core/file-manifest.ts";
import { filesLaw } from "./_core/files-law.ts";
import { IMAGE_FORMATS, IMAGE_TYPES } from "./_core/image-job.ts";
import { IMAGE_MANIFEST } from "./_core/image-manifest.ts";
import { IMAGE_OUTPUT_FAILURES } from "./_core/image-outputs.ts";
import { defineKit, type KitCtx } from "./_core/kit.ts";
import { kitValue } from "./_core/kit-value.ts";
import { KitReport } from "./_core/report.ts";
import { auditFiles, type Codes } from "./image-delivery-audit-kit/audit.ts";
import { type Fix, planFix } from "./image-delivery-audit-kit/fix.ts";
import { markupPage } from "./image-delivery-audit-kit/markup.ts";
import { savingsOf } from "./image-delivery-audit-kit/savings.ts";
import { givenPlaces, LOADING, type Place, PRIORITIES, shownPlaces } from "./_core/image-places.ts";
import { type Verified, verifyFix } from "./image-delivery-audit-kit/verify.ts";

const ID = "image-delivery-audit-kit";
const NAME = "Image Delivery Audit Kit";

const FAILURES = {
  ...INPUT_FAILURES,
  ...OUTPUT_FAILURES,
  ...JOB_FAILURES,
  ...FILE_UNKNOWN,
  ...MANIFEST_FAILURES,
  ...PLANNED_FAILURES,
  ...IMAGE_OUTPUT_FAILURES,
  NOTHING_TO_FIX: "No file is to be mended, so that no manifest can be of its job",
  INPUT_TOO_DEEP: "Elements of the page are nested deeper than 1,000 levels",
  HTML_MISNESTED: "The page opens formatting again and again without closing it",
  TYPE_MISMATCH: "The ending of a name says another type than the first bytes",
  CMYK: "A picture has print colours",
  GPS_METADATA: "A picture says where it was taken",
  ALT_MISSING: "A picture has no alternative text",
  LAZY_LCP: "The largest picture of the first screen is loaded late",
  INSECURE_URL: "A picture is loaded over http",
  STAGE_FAILED: "A tool could not do its part",
  IMAGE_DELIVERY_AUDIT_KIT_FAILED: "The gate is set, and a finding closes it",
} as const;

const WARNINGS = {
  ...MANIFEST_WARNINGS,
  OVER_BUDGET: "A picture has more bytes than its budget",
  MODERN_FORMAT: "Another format has far fewer bytes at the same size",
  TOO_LARGE_FOR_SLOT: "A picture has far more pixels than its places show",
  TOO_SMALL_FOR_SLOT: "A picture is shown larger than it is",
  DISTORTED: "A picture is shown in another shape than its own",
  ANIMATED_GIF: "An animation is a GIF",
  ORIENTATION_BY_EXIF: "A picture is turned by its metadata alone",
  METADATA_HEAVY: "Much of a picture's bytes is metadata",
  ALT_FILENAME: "The alternative text is the name of the file",
  DIMENSIONS_MISSING: "A tag has no width and height",
  SIZES_MISSING: "A tag has widths in srcset and no sizes",
  DATA_URI_LARGE: "A large picture stands in the page itself",
  FILE_NOT_FOUND: "The page shows a file that was not given",
  DUPLICATE_BYTES: "Two files are the same, byte for byte",
} as const;

const CLOSED = { additionalProperties: false } as const;
const COUNT = Type.Integer({ minimum: 0 });
const SIDE = Type.Integer({ minimum: 1, maximum: 65_535 });

const TRIAL = Type.Object(
  {
    format: oneOf(IMAGE_FORMATS),
    quality: Type.Union([Type.Integer({ minimum: 1, maximum: 100 }), Type.Null()]),
    width: SIDE,
    height: SIDE,
    bytes: COUNT,
  },
  CLOSED,
);

const FACTS = {
  mediaType: oneOf([...IMAGE_TYPES, "image/svg+xml"], { description: "By its first bytes" }),
  width: Type.Integer({ ...SIDE, description: "As it is stored, before it is turned" }),
  height: SIDE,
  orientation: Type.Integer({ description: "Of EXIF", minimum: 1, maximum: 8, default: 1 }),
  frames: Type.Integer({ minimum: 1, default: 1 }),
  hasAlpha: Type.Boolean({ description: "Some pixel is not opaque", default: false }),
  colorSpace: oneOf(["srgb", "gray", "p3", "adobe", "cmyk", "other"], { default: "srgb" }),
  metadataBytes: Type.Integer({
    description: "EXIF, XMP, ICC and comments",
    minimum: 0,
    default: 0,
  }),
  gps: Type.Boolean({ description: "It says where it was taken", default: false }),
  progressive: Type.Optional(Type.Boolean({ description: "JPEG" })),
  dhash: Type.Optional(
    Type.String({ description: "Difference hash of 64 bits", pattern: "^[0-9A-Fa-f]{16}$" }),
  ),
  trials: Type.Array(TRIAL, { description: "Real encodings of it", maxItems: 8, default: [] }),
};

const SHOWN_SIDE = Type.Number({ minimum: 0, maximum: 1_000_000 });
const TEXT = Type.String({ maxLength: 100_000 });

const USAGE = Type.Object(
  {
    file: Type.String({ description: "Id of a file" }),
    displayWidth: Type.Optional(SHOWN_SIDE),
    displayHeight: Type.Optional(SHOWN_SIDE),
    alt: Type.Optional(
      Type.Union([TEXT, Type.Null()], { description: "null: no attribute; left out: unknown" }),
    ),
    hasDimensions: Type.Optional(Type.Boolean({ description: "Width and height in the tag" })),
    loading: Type.Optional(oneOf(LOADING)),
    fetchpriority: Type.Optional(oneOf(PRIORITIES)),
    srcset: Type.Optional(TEXT),
    sizes: Type.Optional(TEXT),
    url: Type.Optional(TEXT),
    lcp: Type.Optional(Type.Boolean({ description: "The largest picture of the first screen" })),
    aboveFold: Type.Optional(Type.Boolean()),
  },
  CLOSED,
);

const OPTIONS = Type.Object(
  {
    budgetBytes: Type.Integer({ minimum: 0, maximum: 1_000_000_000, default: 200_000 }),
    maxDpr: Type.Number({
      description: "Pixels per CSS pixel of the densest screen served",
      minimum: 1,
      maximum: 4,
      default: 2,
    }),
    minSavingBytes: Type.Integer({
      description: "A smaller saving is not worth a finding",
      minimum: 0,
      maximum: 1_000_000_000,
      default: 4096,
    }),
    minSavingPercent: Type.Number({ minimum: 0, maximum: 100, default: 10 }),
    rate: Type.String({ description: "For transfer times", maxLength: 200, default: "1.6 Mbps" }),
    usage: Type.Array(USAGE, { description: "Where files are shown", maxItems: 500, default: [] }),
    html: Type.Union([Type.String({ maxLength: 60_000 }), Type.Null()], {
      description: "Each img of it is a use, too",
      default: null,
    }),
  },
  { ...CLOSED, default: {} },
);

const JOB = jobShape(FACTS, OPTIONS);

const INPUT = Type.Object(fileKitFields(JOB, IMAGE_MANIFEST));

const PERCENT = Type.Number();
const SECONDS = Type.Union([Type.Number(), Type.Null()], {
  description: "null where the rate cannot be read",
});

const PLAN = Type.Object({
  savings: Type.Array(
    Type.Object({
      id: Type.String(),
      bytes: COUNT,
      potentialBytes: COUNT,
      savingBytes: COUNT,
      savingPercent: PERCENT,
      trial: Type.Union([TRIAL, Type.Null()], {
        description: "The smallest that is wide enough; null where none is smaller than the file",
      }),
    }),
  ),
  totals: Type.Object({
    files: COUNT,
    bytes: COUNT,
    potentialBytes: COUNT,
    savingBytes: COUNT,
    savingPercent: PERCENT,
    secondsBefore: SECONDS,
    secondsAfter: SECONDS,
  }),
});

const RESOLVED = Type.Object({
  id: Type.String(),
  bytes: COUNT,
  deliveredBytes: COUNT,
  savedPercent: PERCENT,
});

const VALUE = kitValue(
  {
    ...fileKitMembers(PLAN),
    resolved: Type.Optional(
      Type.Array(RESOLVED, {
        description: "verify: each file beside its largest picture in the first format",
      }),
    ),
  },
  { files: COUNT, fixable: COUNT },
);

export type Job = Static<typeof JOB>;
export type AuditFile = Job["files"][number];
export type Usage = Static<typeof USAGE>;
export type Trial = Static<typeof TRIAL>;
export type PlanValue = Static<typeof PLAN>;
export type Resolved = Static<typeof RESOLVED>;
type Value = Static<typeof VALUE>;
type Problem = Entry<keyof typeof FAILURES>;
type Result = Outcome<Value, keyof typeof FAILURES, keyof typeof WARNINGS>;

const STAGES = {
  check: null,
  html: null,
  audit: null,
  transfer: calculateTransfer,
  fix: slugify,
  inputs: verifyList,
  outputs: null,
  checksums: deliver,
} as const;

const USES = [calculateTransfer, deliver, slugify, verifyList] as const;

/** What all stages have at hand. */
export interface Work {
  readonly job: Job;
  readonly jobSha256: string;
  readonly ctx: KitCtx<(typeof USES)[number]>;
  readonly report: KitReport<typeof STAGES>;
}

const LIMITS = { ...PAGE_LIMITS, bytesEach: 60_000_000 } as const;
const MOST_PIXELS = 150_000_000;

const PHOTO = {
  id: "p1",
  name: "team.jpg",
  bytes: 840_000,
  mediaType: "image/jpeg",
  width: 4000,
  height: 3000,
  gps: true,
  metadataBytes: 18_000,
  progressive: false,
} as const;

const TRIALS: Trial[] = [
  { format: "avif", quality: 50, width: 4000, height: 3000, bytes: 310_000 },
  { format: "avif", quality: 50, width: 1200, height: 900, bytes: 42_000 },
];

const ICON = {
  id: "i",
  name: "i.avif",
  bytes: 4000,
  mediaType: "image/avif",
  width: 100,
  height: 100,
} as const;

const LOGO = {
  id: "l",
  name: "logo.png",
  bytes: 9000,
  mediaType: "image/webp",
  width: 320,
  height: 100,
  hasAlpha: true,
} as const;

/** A job that is given as data; as text it says the same. */
function jobOf(job: unknown): Job | undefined {
  const isJob = typeof job === "object" && job !== null && "files" in job;
  return isJob && Array.isArray(job.files) ? (job as Job) : undefined;
}

export default defineKit({
  id: ID,
  name: NAME,
  category: "Design",
  description:
    "Says which pictures of a site are too heavy or too large, leak where they were taken or are marked up badly, and writes the job that mends them.",
  keywords: [
    "alt text",
    "audit",
    "core web vitals",
    "exif",
    "geotag",
    "gps",
    "image weight",
    "lazy loading",
    "lcp",
    "oversized images",
    "page speed",
    "pagespeed",
    "photos",
    "pictures",
    "pictures too large",
    "responsive images",
    "srcset",
  ],
  aliases: ["image-audit-kit", "image-performance-audit"],
  version: "2026-11-27",
  uses: [...USES],

  input: INPUT,
  primary: "job",
  value: VALUE,
  verb: "audit the pictures",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "audit the images of a website before a release",
    "which pictures of my page are too heavy",
    "find images that are larger than their slot",
    "do my photos leak gps coordinates",
    "check img tags for alt, width, height and srcset",
    "how much would avif save for these images",
    "lighthouse says properly size images",
    "lighthouse says serve images in next-gen formats",
    "largest contentful paint image is lazy loaded",
    "image weight report as csv",
    "find duplicate and near duplicate pictures",
    "png that is really a jpeg",
    "cmyk jpeg looks wrong in the browser",
    "pictures show up sideways on some devices",
    "the page jumps while images load",
    "blurry image on retina screens",
    "images without alternative text in this html",
    "estimate load time savings of compressed images",
    "budget of bytes per image in ci",
    "which files in the images folder are not used by the page",
    "animated gif too large",
    "mixed content images over http",
    "bilder einer webseite auf größe und format prüfen",
    "verraten meine fotos den aufnahmeort",
    "auditer le poids des images d'un site",
    "auditoría de imágenes de una web: peso, alt y srcset",
    "检查 网站 图片 大小 格式 alt",
    "サイトの画像の重さと alt を監査する",
    "google says my shop is slow because of the photos, which ones",
    "do the holiday pictures on my blog show where i live",
    "editor uploads 8 megabyte pictures straight from the phone, list the sinners",
    "there are img tags without width or description, name them",
    "pagespeed insights, webpagetest, cloudinary website speed test, exiftool, cls, squoosh",
    "inspect a site's existing graphics for weight, dimension, metadata and markup faults",
    "auditar imagens pesadas do site e dados de gps nas fotos",
  ],
  effort: 3,
  browser: true,

  laws: [
    filesLaw,
    {
      name: "savings are never negative, and totals are their sums",
      holds(run, input) {
        const { plan } = run(input).value ?? {};
        if (!plan) return true;
        const sumOf = (name: "bytes" | "potentialBytes" | "savingBytes"): number =>
          plan.savings.reduce((sum, saving) => sum + saving[name], 0);
        return (
          plan.savings.every(({ savingBytes }) => savingBytes >= 0) &&
          (["bytes", "potentialBytes", "savingBytes"] as const).every(
            (name) => plan.totals[name] === sumOf(name),
          )
        );
      },
    },
    {
      name: "another trial never makes a file's potential larger",
      holds(run, input) {
        const job = jobOf(input.job);
        const trialsOf = (file: AuditFile) => file.trials ?? [];
        if (!job || job.files.some((file) => trialsOf(file).length === 0)) return true;
        const files = job.files.map((file) => ({ ...file, trials: trialsOf(file).slice(1) }));
        const [more, fewer] = [job, { ...job, files }].map(
          (given) => run({ job: given, failOn: "none" }).value?.plan.savings,
        );
        return (
          !more ||
          !fewer ||
          more.every(({ potentialBytes }, index) => {
            return potentialBytes <= (fewer[index]?.potentialBytes ?? 0);
          })
        );
      },
    },
  ],
  examples: [
    {
      title: "A photo of a camera in a place of 600 pixels",
      input: {
        job: {
          kit: ID,
          version: 1,
          files: [{ ...PHOTO, trials: TRIALS }],
          options: {
            usage: [
              {
                file: "p1",
                displayWidth: 600,
                displayHeight: 450,
                alt: "The team",
                lcp: true,
                loading: "lazy",
              },
            ],
          },
        },
      },
      expect: {
        ok: true,
        valid: false,
        value: {
          plan: { totals: { savingBytes: 798_000, savingPercent: 95, secondsBefore: 4.2 } },
          counts: { byCode: { GPS_METADATA: 1, LAZY_LCP: 1, TOO_LARGE_FOR_SLOT: 1 } },
        },
      },
    },
    {
      title: "A page with its logo twice, and a picture that is lost",
      input: {
        job: {
          kit: ID,
          version: 1,
          files: [LOGO],
          options: {
            html: '<img src="/a/logo.png?v=2" alt="logo"><img src="gone.jpg" alt=""><img src="x/logo.png" width="160" height="60" srcset="logo.png 320w">',
          },
        },
      },
      expect: {
        ok: true,
        value: { counts: { byCode: { FILE_NOT_FOUND: 1, ALT_FILENAME: 1, DISTORTED: 1 } } },
      },
    },
    {
      title: "Nothing to say",
      input: { job: { kit: ID, version: 1, files: [ICON], options: {} } },
      expect: { ok: true, value: { verdict: "pass", counts: { error: 0, warning: 0, info: 0 } } },
    },
    {
      title: "A use of a file that is not there",
      input: {
        job: { kit: ID, version: 1, files: [ICON], options: { usage: [{ file: "p1" }] } },
      },
      expect: {
        ok: false,
        errors: [{ code: "FILE_UNKNOWN", path: "/job/options/usage/0/file" }],
      },
    },
  ],

  run(input, ctx): Result {
    const { failOn } = input;
    const job = normalJob(input.job);
    const { manifest, problems: missing } = manifestToVerify(input);
    const [first, ...others] = [...problemsOf(job), ...missing] as Problem[];
    if (first) return refused([first, ...others]);
    const report = new KitReport(ID, NAME, STAGES);
    const work: Work = { job, jobSha256: jobSha256(job), ctx, report };
    report.done("check", counted(job.files.length, "file"));
    const shown = readPage(work);
    if (shown === undefined) return concluded({ plan: NO_PLAN }, work, failOn);
    const places = [...givenPlaces(job), ...shown];
    const codes = auditFiles(places, work);
    const plan = savingsOf(places, work);
    const fix = planFix(places, codes, work);
    const audited = { plan, fix, codes, places };
    if (manifest === null) {
      for (const stage of ["inputs", "outputs", "checksums"] as const)
        report.skipped(stage, "The field `manifest` takes what the page reports of fix-job.json");
      writePlanned(report, job, plan);
      writeAudit(audited, work);
      return concluded({ plan, fix }, work, failOn);
    }
    if (fix === undefined) return refused([NOTHING_TO_FIX]);
    const verified = verifyFix(inOrder(IMAGE_MANIFEST, manifest), fix, work);
    writeAudit(audited, work);
    return concluded({ plan, fix, verified }, work, failOn);
  },
});

const NO_PLAN: PlanValue = {
  savings: [],
  totals: {
    files: 0,
    bytes: 0,
    potentialBytes: 0,
    savingBytes: 0,
    savingPercent: 0,
    secondsBefore: null,
    secondsAfter: null,
  },
};

const NOTHING_TO_FIX = {
  code: "NOTHING_TO_FIX",
  message:
    "Cannot verify: found no file that is to be made again, expected a manifest of fix-job.json",
  path: "/manifest",
} as const;

function normalJob(given: Job): Job {
  const files = given.files.map(({ sha256, ...file }) => ({
    ...file,
    ...(sha256 === undefined ? {} : { sha256: sha256.toLowerCase() }),
  }));
  return inOrder(JOB, { ...given, files });
}

function problemsOf(job: Job): Entry[] {
  const pixels = job.files.flatMap(({ name, width, height }, index) =>
    atMost(MOST_PIXELS, width * height, `pixels in ${quoted(name)}`, `/job/files/${index}`),
  );
  const unknown = job.options.usage.flatMap(({ file }, index) =>
    knownFile(file, job, `/job/options/usage/${index}/file`),
  );
  return [...jobProblems(job, ID, LIMITS), ...pixels, ...unknown];
}

/** The stage `html`; undefined where the page cannot be read, which ends the run. */
function readPage({ job, report }: Work): Place[] | undefined {
  const { html } = job.options;
  if (html === null) {
    report.skipped("html", "The option `html` takes the page that shows the files");
    return [];
  }
  try {
    const places = shownPlaces(job);
    report.done("html", counted(places.length, "image"));
    return places;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const { problem } = error as Fault<HtmlFailure>;
    report.stop("html", [problemEntry(problem, html, "the page", "/job/options/html")]);
    return undefined;
  }
}

interface Audited {
  readonly plan: PlanValue;
  readonly fix: Fix | undefined;
  readonly codes: Codes;
  readonly places: readonly Place[];
}

const COLUMNS = [
  "id",
  "name",
  "mediaType",
  "bytes",
  "width",
  "height",
  "potentialBytes",
  "savingPercent",
  "findings",
];

function writeAudit({ plan, fix, codes, places }: Audited, { job, report }: Work): void {
  const rows = job.files.map(({ id, name, mediaType, bytes, width, height }, index) => {
    const { potentialBytes, savingPercent } = plan.savings[index] ?? {};
    const found = [...new Set(codes.get(id))].join(" ");
    return [id, name, mediaType, bytes, width, height, potentialBytes, savingPercent, found];
  });
  report.csv("audit.csv", COLUMNS, rows);
  if (fix) report.json("fix-job.json", fix.job);
  if (job.options.html !== null) report.file("markup.md", markupPage(places, job));
}

function concluded(
  done: { readonly plan: PlanValue; readonly fix?: Fix | undefined; readonly verified?: Verified },
  { job, jobSha256: sha256, report }: Work,
  failOn: "none" | "error" | "warning",
): Result {
  const { plan, fix, verified } = done;
  const { files, bytes, savingBytes, savingPercent } = plan.totals;
  const fixable = fix?.job.files.length ?? 0;
  const figures = [
    counted(files, "file"),
    counted(bytes, "byte"),
    `${savingBytes} of them (${savingPercent} %) could be saved`,
    ...(verified ? [`${verified.resolved.length} mended`] : []),
  ];
  return report.conclude({
    value: {
      job,
      jobSha256: sha256,
      plan,
      ...(verified && { verification: verified.verification, resolved: verified.resolved }),
    },
    counts: { files, fixable },
    failOn,
    output: { figures: figures.join(", "), next: nextSteps(fixable, report, verified) },
  });
}

function nextSteps(
  fixable: number,
  { counts: { byCode } }: Work["report"],
  verified: Verified | undefined,
): string[] {
  const has = (...codes: readonly string[]): boolean =>
    codes.some((code) => (byCode[code] ?? 0) > 0);
  const steps: string[] = [];
  if (fixable > 0 && !verified)
    steps.push("Load `fix-job.json` into image-delivery-production-kit, add its files and run it.");
  if (has("ALT_MISSING", "ALT_FILENAME"))
    steps.push("Write for each picture what it shows: `alt`.");
  if (has("DIMENSIONS_MISSING", "SIZES_MISSING", "LAZY_LCP", "INSECURE_URL"))
    steps.push("Change the tags; with `options.html` `markup.md` has each before and after.");
  if (has("CMYK", "ANIMATED_GIF"))
    steps.push("Save print colours as RGB and animations as video: those are not made again here.");
  if (has("FILE_NOT_FOUND"))
    steps.push("Add the files that the page shows and that are missing here.");
  return steps.length > 0 ? steps : ["Keep `audit.csv` as the record of the release."];
}
