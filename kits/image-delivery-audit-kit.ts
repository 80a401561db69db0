import { type Static, Type } from "@sinclair/typebox";
import type { Entry, Outcome } from "../tools/_core/tool.ts";
import { READ_FAILURES } from "../tools/_lib/bytes/data-size/read.ts";
import { groupBy } from "../tools/_lib/algorithms/group-by.ts";
import type { HtmlFailure } from "../tools/_lib/formats/html/parse.ts";
import { INPUT_FAILURES } from "../tools/_lib/results/input-invalid.ts";
import { OUTPUT_FAILURES } from "../tools/_lib/results/output-limit.ts";
import { Fault, problemEntry } from "../tools/_lib/results/syntax-problem.ts";
import { counted } from "../tools/_lib/text/plural.ts";
import deliver from "../tools/artifact-delivery-manifest.ts";
import transferTime from "../tools/data-transfer-time-calculator.ts";
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
import { IMAGE_FORMATS } from "./_core/image-job.ts";
import { IMAGE_MANIFEST } from "./_core/image-manifest.ts";
import { defineKit, type KitCtx } from "./_core/kit.ts";
import { kitValue } from "./_core/kit-value.ts";
import { KitReport } from "./_core/report.ts";
import {
  fileFindings,
  type Found,
  strayFindings,
  twinFindings,
  useFindings,
} from "./image-delivery-audit-kit/audit.ts";
import { type Fix, planFix, type Resolved, verifyFix } from "./image-delivery-audit-kit/fix.ts";
import {
  AUDIT_JOB,
  type AuditJob,
  auditJobProblems,
  ID,
  normalAuditJob,
} from "./image-delivery-audit-kit/job.ts";
import { type Judged, markupPage } from "./image-delivery-audit-kit/markup.ts";
import { type Image, imagesOf, type Use, useOf } from "./image-delivery-audit-kit/page.ts";
import { type Saving, savingOf, totalOf } from "./image-delivery-audit-kit/savings.ts";
import { oneOf } from "../tools/_core/fields.ts";

const NAME = "Image Delivery Audit Kit";

const FAILURES = {
  ...INPUT_FAILURES,
  ...OUTPUT_FAILURES,
  ...JOB_FAILURES,
  ...FILE_UNKNOWN,
  ...MANIFEST_FAILURES,
  ...PLANNED_FAILURES,
  INPUT_TOO_DEEP: "Elements of the page are nested deeper than 1,000 levels",
  HTML_MISNESTED: "The page opens formatting again and again without closing it",
  ...READ_FAILURES,
  RATE_NOT_POSITIVE: "The rate of the line is 0",
  NOTHING_TO_FIX: "There is a manifest, and nothing that was to be mended",
  TYPE_MISMATCH: "A file's ending is that of another type than it is",
  CMYK: "A picture has print colours",
  GPS_METADATA: "A picture says where it was taken",
  ALT_MISSING: "A picture has no alternative text",
  LAZY_LCP: "The largest picture of the first screen is loaded late",
  INSECURE_URL: "A picture is loaded without TLS",
  STAGE_FAILED: "A tool could not do its part",
  IMAGE_DELIVERY_AUDIT_KIT_FAILED: "The gate is set, and a finding closes it",
} as const;

const WARNINGS = {
  ...MANIFEST_WARNINGS,
  OVER_BUDGET: "A picture weighs more than its budget",
  MODERN_FORMAT: "Another format makes the same picture much lighter",
  TOO_LARGE_FOR_SLOT: "A picture has many more pixels than any screen shows",
  TOO_SMALL_FOR_SLOT: "A picture is shown wider than it is",
  DISTORTED: "A picture is shown in another shape than it has",
  ANIMATED_GIF: "An animation is a GIF",
  ORIENTATION_BY_EXIF: "A picture stands upright only where its EXIF is read",
  METADATA_HEAVY: "A picture carries much metadata",
  ALT_FILENAME: "The alternative text is the file's name",
  DIMENSIONS_MISSING: "The page jumps when the picture comes",
  SIZES_MISSING: "Widths without sizes are taken for the window's",
  DATA_URI_LARGE: "A large picture stands in the page itself",
  FILE_NOT_FOUND: "The page shows a file that was not given",
  DUPLICATE_BYTES: "Two files have the same bytes",
} as const;

const INPUT = Type.Object(fileKitFields(AUDIT_JOB, IMAGE_MANIFEST));

const COUNT = Type.Integer({ minimum: 0 });

const SAVING = {
  bytes: COUNT,
  potentialBytes: COUNT,
  savingBytes: COUNT,
  savingPercent: Type.Number(),
};

const PLAN = Type.Object({
  savings: Type.Array(
    Type.Object({
      id: Type.String(),
      ...SAVING,
      trial: Type.Union([
        Type.Object({
          format: oneOf(IMAGE_FORMATS),
          quality: Type.Union([COUNT, Type.Null()]),
          width: COUNT,
          height: COUNT,
          bytes: COUNT,
        }),
        Type.Null(),
      ]),
    }),
    { description: "By file; the trial is what it could be" },
  ),
  totals: Type.Object({
    files: COUNT,
    ...SAVING,
    secondsBefore: Type.Number({ description: "On the line" }),
    secondsAfter: Type.Number(),
  }),
});

const VALUE = kitValue(
  {
    ...fileKitMembers(PLAN),
    resolved: Type.Optional(
      Type.Array(
        Type.Object({
          id: Type.String(),
          bytes: COUNT,
          deliveredBytes: COUNT,
          savedPercent: Type.Number(),
        }),
        { description: "verify: what the mended files weigh" },
      ),
    ),
  },
  { files: COUNT, uses: COUNT },
);

type Value = Static<typeof VALUE>;
type Plan = Static<typeof PLAN>;
type Problem = Entry<keyof typeof FAILURES>;
type Result = Outcome<Value, keyof typeof FAILURES, keyof typeof WARNINGS>;

const STAGES = {
  check: null,
  html: null,
  audit: null,
  transfer: transferTime,
  fix: slugify,
  inputs: verifyList,
  outputs: null,
  checksums: deliver,
} as const;

const USES = [deliver, slugify, transferTime, verifyList] as const;

/** What all stages have at hand. */
export interface Work {
  readonly job: AuditJob;
  readonly ctx: KitCtx<(typeof USES)[number]>;
  readonly report: KitReport<typeof STAGES>;
}

const TEAM = {
  id: "team",
  name: "team.jpg",
  bytes: 840_000,
  mediaType: "image/jpeg",
  width: 4000,
  height: 3000,
  gps: true,
  metadataBytes: 18_000,
  sha256: "a".repeat(64),
  trials: [
    { format: "avif" as const, quality: 50, width: 4000, height: 3000, bytes: 310_000 },
    { format: "avif" as const, quality: 50, width: 1200, height: 900, bytes: 42_000 },
  ],
};

const LOGO = {
  id: "logo",
  name: "logo.png",
  bytes: 9000,
  mediaType: "image/webp",
  width: 320,
  height: 100,
} as const;

export default defineKit({
  id: ID,
  name: NAME,
  category: "Design",
  description:
    "Says which pictures of a site are too heavy, too large for their place, wrongly typed, leaking a place or badly marked up, with savings that were measured, and writes the job that mends them.",
  keywords: [
    "alt text",
    "avif",
    "cls",
    "core web vitals",
    "exif",
    "gps",
    "image audit",
    "image weight",
    "lazy loading",
    "lcp",
    "page speed",
    "srcset",
    "webp",
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
    "which images of my site are too heavy",
    "audit images before a release",
    "find photos that leak gps coordinates",
    "how much would webp or avif save",
    "images larger than the slot they are shown in",
    "img tags without alt, width or height",
    "why is the largest contentful paint slow",
    "lazy loading on the hero image",
    "srcset without sizes",
    "png file that is really a jpeg",
    "duplicate and near duplicate images in a folder",
    "image budget of 200 kb per picture",
    "page weight of pictures over a slow line",
    "lighthouse says serve images in next-gen formats",
    "lighthouse says properly size images",
    "layout shift because images have no dimensions",
    "cmyk pictures on a website",
    "animated gif that should be a video",
    "exif orientation, picture lies on its side",
    "mixed content images over http",
    "the site loads slowly and it is the pictures",
    "make a job that fixes the bad images",
    "welche bilder der website sind zu groß",
    "bilder vor der veröffentlichung prüfen",
    "audit des images d'un site, poids et formats",
    "auditar las imágenes de un sitio web",
    "网站 图片 体积 检查 与 优化 建议",
    "サイトの画像の重さを調べる",
  ],
  effort: 3,
  browser: true,

  laws: [
    filesLaw,
    {
      name: "totals are the sums, and nothing saved is less than nothing",
      holds(run, input) {
        const { value } = run({ ...input, failOn: "none" });
        if (!value) return true;
        const { savings, totals } = value.plan;
        const sums = [0, 0, 0];
        for (const one of savings) {
          if (one.savingBytes < 0) return false;
          for (const [index, count] of [one.bytes, one.potentialBytes, one.savingBytes].entries())
            sums[index] = (sums[index] ?? 0) + count;
        }
        return (
          sums[0] === totals.bytes &&
          sums[1] === totals.potentialBytes &&
          sums[2] === totals.savingBytes
        );
      },
    },
    {
      name: "one more trial never makes a picture heavier",
      holds(run, input) {
        const { job } = input;
        if (typeof job !== "object" || !Array.isArray(job.files)) return true;
        const trial = { format: "webp" as const, quality: 75, width: 5000, height: 5000, bytes: 1 };
        const files = job.files.map((file) => ({
          ...file,
          trials: [...(file.trials ?? []).slice(0, 7), trial],
        }));
        const fewer = job.files.map((file) => ({
          ...file,
          trials: (file.trials ?? []).slice(0, 7),
        }));
        const [less, more] = [fewer, files].map(
          (given) => run({ job: { ...job, files: given }, failOn: "none" }).value?.plan.savings,
        );
        return (
          !less ||
          less.every((one, index) => (more?.[index]?.potentialBytes ?? 0) <= one.potentialBytes)
        );
      },
    },
  ],
  examples: [
    {
      title: "A camera photo in a place of 600 pixels",
      input: {
        job: {
          kit: ID,
          version: 1,
          files: [TEAM],
          options: {
            usage: [
              {
                file: "team",
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
          verdict: "fail",
          plan: { totals: { potentialBytes: 42_000, savingPercent: 95, secondsBefore: 4.2 } },
          counts: { byCode: { GPS_METADATA: 1, LAZY_LCP: 1, TOO_LARGE_FOR_SLOT: 1 } },
        },
      },
    },
    {
      title: "The img elements of a page",
      input: {
        job: {
          kit: ID,
          version: 1,
          files: [LOGO],
          options: {
            html: '<p><img src="/a/logo.png?v=2" alt="logo">\n<img src="gone.jpg" alt="">',
          },
        },
      },
      expect: {
        ok: true,
        value: {
          counts: {
            uses: 1,
            byCode: { TYPE_MISMATCH: 1, ALT_FILENAME: 1, DIMENSIONS_MISSING: 1, FILE_NOT_FOUND: 1 },
          },
        },
      },
    },
    {
      title: "Nothing is wrong, so there is nothing to verify",
      input: {
        job: { kit: ID, version: 1, files: [{ ...LOGO, name: "logo.webp" }], options: {} },
        manifest: {
          kit: "image-delivery-production-kit",
          version: 1,
          jobSha256: "f".repeat(64),
          status: "complete",
          engine: [],
          inputs: [],
          outputs: [],
          problems: [],
        },
      },
      expect: { ok: false, errors: [{ code: "NOTHING_TO_FIX", path: "/manifest" }] },
    },
    {
      title: "A place of a file that the job does not have",
      input: {
        job: { kit: ID, version: 1, files: [LOGO], options: { usage: [{ file: "hero" }] } },
      },
      expect: {
        ok: false,
        errors: [{ code: "FILE_UNKNOWN", path: "/job/options/usage/0/file" }],
      },
    },
  ],

  run(input, ctx): Result {
    const { failOn } = input;
    const job = normalAuditJob(input.job);
    const { manifest, problems: missing } = manifestToVerify(input);
    const report = new KitReport(ID, NAME, STAGES);
    const work: Work = { job, ctx, report };
    const read = readPage(work);
    const unread = "problem" in read ? [read.problem] : [];
    const [first, ...others] = [...auditJobProblems(job), ...missing, ...unread] as Problem[];
    if (first) return refused([first, ...others]);
    const { images, uses, count } = read as Page;
    report.done("check", counted(job.files.length, "file"));
    const judged = audit(work, images, uses);
    const savings = job.files.map((file) => savingOf(file, uses.get(file.id) ?? [], job.options));
    const plan = transfer(work, savings);
    if (plan === undefined) return concluded(emptyPlan(savings), work, count, failOn);
    const fix = planFix(work, uses);
    if (manifest !== null && fix === undefined) return refused([NOTHING_TO_FIX]);
    const verified =
      manifest !== null && fix
        ? verifyFix(fix, inOrder(IMAGE_MANIFEST, manifest), work)
        : undefined;
    if (!verified) {
      for (const stage of ["inputs", "outputs", "checksums"] as const)
        report.skipped(stage, "The field `manifest` takes what the page reports of the fix");
      writePlanned(report, job, plan);
    }
    writeFiles(work, { plan, fix, judged });
    return concluded(plan, work, count, failOn, verified);
  },
});

const NOTHING_TO_FIX = {
  code: "NOTHING_TO_FIX",
  message: "Cannot verify: found no file that was to be made anew, expected no manifest",
  path: "/manifest",
} as const;

interface Page {
  readonly images: readonly Image[];
  /** By the ids of files: those of the options before those of the page. */
  readonly uses: ReadonlyMap<string, readonly Use[]>;
  readonly count: number;
}

/** The stage `html`. */
function readPage({ job, report }: Work): Page | { readonly problem: Entry } {
  const { usage, html } = job.options;
  const given = usage.map((use, index) => ({ ...use, path: `/job/options/usage/${index}` }));
  try {
    const images = html === null ? [] : imagesOf(html, job.files);
    const shown = images.flatMap((image) => (image.file ? useOf(image, image.file) : []));
    const all: readonly Use[] = [...given, ...shown];
    if (html === null) report.skipped("html", "The option `html` takes a page");
    else
      report.done(
        "html",
        `${counted(images.length, "img element")}, ${shown.length} of known files`,
      );
    return { images, uses: groupBy(all, ({ file }) => file), count: all.length };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const { problem } = error as Fault<HtmlFailure>;
    return { problem: problemEntry(problem, html ?? "", "the page", "/job/options/html") };
  }
}

/** The stage `audit`; what it gives is what was found of each element of the page. */
function audit(
  { job, report }: Work,
  images: readonly Image[],
  uses: Page["uses"],
): readonly Judged[] {
  const { files, options } = job;
  const tell = (found: Iterable<Found>): readonly Found[] => {
    const all = [...found];
    for (const { severity, ...finding } of all) report.find(severity, "audit", finding);
    return all;
  };
  const ofImage = new Map<Image, readonly Found[]>();
  for (const [index, file] of files.entries()) {
    const path = `/job/files/${index}`;
    tell(fileFindings(file, path, options));
    for (const use of uses.get(file.id) ?? []) {
      const found = tell(useFindings(use, file, options));
      if (use.image) ofImage.set(use.image, found);
    }
    if (uses.size > 0 && !uses.has(file.id)) {
      const message = `${file.name} is shown nowhere`;
      tell([{ code: "UNREFERENCED", severity: "info", message, path, subject: file.id }]);
    }
  }
  tell(twinFindings(files));
  for (const image of images) if (!image.file) ofImage.set(image, tell(strayFindings(image)));
  const { error, warning, info } = report.counts;
  report.finish("audit", `${counted(error + warning + info, "finding")}`);
  const useOfImage = new Map([...uses.values()].flat().map((use) => [use.image, use] as const));
  return images.map((image) => ({
    image,
    use: useOfImage.get(image),
    found: ofImage.get(image) ?? [],
  }));
}

/** The stage `transfer`: undefined where the rate cannot be read, which ends the run. */
function transfer({ job, ctx, report }: Work, savings: readonly Saving[]): Plan | undefined {
  const totals = totalOf(savings);
  const { rate } = job.options;
  const seconds: number[] = [];
  for (const bytes of [totals.bytes, totals.potentialBytes]) {
    const { value, errors = [] } = ctx.step(transferTime, { size: bytes, rate });
    if (!value) {
      report.stop(
        "transfer",
        errors.map((entry) => ({ ...entry, path: "/job/options/rate" })),
      );
      return undefined;
    }
    seconds.push(value.seconds);
  }
  const [secondsBefore = 0, secondsAfter = 0] = seconds;
  report.done("transfer", `${secondsBefore} s, and ${secondsAfter} s at ${rate}`);
  return { savings: [...savings], totals: { ...totals, secondsBefore, secondsAfter } };
}

function emptyPlan(savings: readonly Saving[]): Plan {
  return {
    savings: [...savings],
    totals: { ...totalOf(savings), secondsBefore: 0, secondsAfter: 0 },
  };
}

interface Made {
  readonly plan: Plan;
  readonly fix: Fix | undefined;
  readonly judged: readonly Judged[];
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

function writeFiles({ job, report }: Work, { plan, fix, judged }: Made): void {
  const codes = groupBy(report.findings, ({ subject }) => subject);
  const rows = job.files.map(({ id, name, mediaType, bytes, width, height }, index) => {
    const { potentialBytes, savingPercent } = plan.savings[index] ?? {};
    const own = [...new Set((codes.get(id) ?? []).map(({ code }) => code))].join(" ");
    return [id, name, mediaType, bytes, width, height, potentialBytes, savingPercent, own];
  });
  report.csv("audit.csv", COLUMNS, rows);
  if (fix) report.json("fix-job.json", fix.job);
  if (job.options.html !== null) report.file("markup.md", markupPage(judged));
}

function concluded(
  plan: Plan,
  { job, report }: Work,
  uses: number,
  failOn: "none" | "error" | "warning",
  verified?: { readonly verification: Verification; readonly resolved: readonly Resolved[] },
): Result {
  const { files, bytes, savingBytes, savingPercent, secondsBefore, secondsAfter } = plan.totals;
  return report.conclude({
    value: {
      job,
      jobSha256: jobSha256(job),
      plan,
      ...(verified && { verification: verified.verification, resolved: verified.resolved }),
    },
    counts: { files, uses },
    failOn,
    output: {
      figures: [
        counted(files, "file"),
        counted(bytes, "byte"),
        `${savingBytes} bytes (${savingPercent} %) could be saved`,
        `${secondsBefore} s before and ${secondsAfter} s after at ${job.options.rate}`,
      ].join(", "),
      next: nextSteps(report, verified !== undefined),
    },
  });
}

function nextSteps(
  { counts: { byCode }, deliverables }: Work["report"],
  isVerified: boolean,
): string[] {
  const has = (code: string) => (byCode[code] ?? 0) > 0;
  const steps: string[] = [];
  if (has("GPS_METADATA"))
    steps.push("Take the place out of the files with GPS_METADATA before anything else.");
  if (!isVerified && deliverables.some(({ name }) => name === "fix-job.json"))
    steps.push(
      "Load `fix-job.json` on the page of image-delivery-production-kit, add the files and press Run; then give its manifest in `manifest`.",
    );
  if (has("TYPE_MISMATCH")) steps.push("Rename the files with TYPE_MISMATCH after what they are.");
  if (deliverables.some(({ name }) => name === "markup.md"))
    steps.push("Take over the elements of `markup.md`.");
  if (isVerified && has("OUTPUT_MISSING"))
    steps.push("Run the fix again: it makes what is missing.");
  return steps;
}
