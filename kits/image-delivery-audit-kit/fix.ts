/** The job that mends what was found, for the kit that makes pictures; and whether its work did. */
import { percentOf } from "../../tools/_lib/numbers/percent.ts";
import deliver from "../../tools/artifact-delivery-manifest.ts";
import verifyList from "../../tools/file-hash-checksum-verifier.ts";
import slugify from "../../tools/slug-generator.ts";
import { jobSha256 } from "../_core/file-job.ts";
import { listChecksums, verifyInputs, verifyOutputs, writeVerified } from "../_core/file-kit.ts";
import type { Verification } from "../_core/file-manifest.ts";
import { type ImageFile, type ImageJob, imageJob, imageJobProblems } from "../_core/image-job.ts";
import type { ImageManifest } from "../_core/image-manifest.ts";
import {
  type ImagePlan,
  NAMELESS,
  planImages,
  planProblems,
  slugsOf,
  titlesOf,
} from "../_core/image-plan.ts";
import { uprightSize } from "../_core/image-size.ts";
import type { Work } from "../image-delivery-audit-kit.ts";
import type { AuditFile } from "./job.ts";
import type { Use } from "./page.ts";
import { densePixels } from "./savings.ts";

/** What other sizes, formats or fresh bytes mend. */
const MENDED: ReadonlySet<string> = new Set([
  "MODERN_FORMAT",
  "TOO_LARGE_FOR_SLOT",
  "OVER_BUDGET",
  "GPS_METADATA",
  "METADATA_HEAVY",
  "ORIENTATION_BY_EXIF",
  "CMYK",
]);

const MOST_WIDTHS = 12;
const [NARROWEST, WIDEST] = [16, 8192];

export interface Fix {
  readonly job: ImageJob;
  readonly plan: ImagePlan;
}

/** Undefined where nothing found is mended by making pictures anew. */
export function planFix(work: Work, uses: ReadonlyMap<string, readonly Use[]>): Fix | undefined {
  const { job, report, ctx } = work;
  const found = new Set(
    report.findings.flatMap(({ code, subject }) => (MENDED.has(code) ? (subject ?? []) : [])),
  );
  const files = job.files.filter((file) => found.has(file.id) && canBeMade(file));
  if (files.length === 0) {
    report.skipped("fix", "Nothing was found that other sizes or formats would mend");
    return undefined;
  }
  const fix = imageJob(
    files.map((file) => sourceOf(file, uses.get(file.id) ?? [])),
    {
      widths: widthsOf(files, uses, work),
      formats: ["avif", "webp", files.some(({ hasAlpha }) => hasAlpha) ? "png" : "jpeg"],
    },
  );
  const made = ctx.step(slugify, { input: titlesOf(fix), fallback: NAMELESS });
  const slugs = slugsOf(made);
  if (slugs === undefined) {
    const [error] = made.errors ?? [];
    if (error) report.stageFailed("fix", error);
    return undefined;
  }
  const planned = planImages(fix, { slugs, cropTo: (size) => ({ x: 0, y: 0, ...size }) });
  const [problem] = [...imageJobProblems(fix), ...planProblems(planned)];
  if (problem) {
    report.stageFailed("fix", problem);
    return undefined;
  }
  const { outputs } = planned.plan.totals;
  report.done("fix", `${outputs} outputs of ${files.length} of ${job.files.length} files`);
  return { job: fix, plan: planned.plan };
}

/** What that kit takes: still pictures in screen colours, within its limits. */
function canBeMade(file: AuditFile): boolean {
  const isPicture = /^image\/(?:jpeg|png|webp|avif|gif)$/.test(file.mediaType);
  if (!isPicture || file.colorSpace === "cmyk" || file.frames > 1) return false;
  return imageJobProblems(imageJob([sourceOf(file, [])], {})).length === 0;
}

function sourceOf(file: AuditFile, uses: readonly Use[]): ImageFile {
  const { id, name, bytes, mediaType, sha256, width, height, orientation, frames, hasAlpha } = file;
  const alt = uses.find((use) => typeof use.alt === "string")?.alt ?? undefined;
  return {
    id,
    name,
    bytes,
    mediaType: mediaType as ImageFile["mediaType"],
    ...(sha256 === undefined ? {} : { sha256 }),
    width,
    height,
    orientation,
    frames,
    hasAlpha,
    ...(alt === undefined ? {} : { alt }),
  };
}

function widthsOf(
  files: readonly AuditFile[],
  uses: ReadonlyMap<string, readonly Use[]>,
  { job: { options } }: Work,
): number[] {
  const wanted = files.flatMap((file) => {
    const shown = (uses.get(file.id) ?? []).flatMap(({ displayWidth = 0 }) =>
      displayWidth > 0 ? [Math.ceil(displayWidth), densePixels(displayWidth, options.maxDpr)] : [],
    );
    return shown.length > 0 ? shown : [uprightSize(file).width];
  });
  const fitting = [...new Set(wanted)]
    .filter((width) => width >= NARROWEST && width <= WIDEST)
    .toSorted((one, other) => one - other)
    .slice(0, MOST_WIDTHS);
  if (fitting.length > 0) return fitting;
  const widest = Math.max(...files.map((file) => uprightSize(file).width));
  return [Math.min(WIDEST, Math.max(NARROWEST, widest))];
}

export interface Resolved {
  readonly id: string;
  readonly bytes: number;
  readonly deliveredBytes: number;
  readonly savedPercent: number;
}

/** Holds the report of the pictures' making against the plan of the fix. */
export function verifyFix(
  { job: fix, plan }: Fix,
  manifest: ImageManifest,
  work: Work,
): { readonly verification: Verification; readonly resolved: readonly Resolved[] } {
  const { job, ctx, report } = work;
  const finished = { job: fix, jobSha256: jobSha256(fix), manifest, report };
  verifyInputs(finished, (input) => ctx.step(verifyList, input));
  const verification = verifyOutputs(plan.outputs, finished);
  const list = listChecksums(finished, (input) => ctx.step(deliver, input));
  writeVerified(report, job, manifest, list);
  return { verification, resolved: resolvedOf({ job: fix, plan }, manifest) };
}

/** Of each file its largest output in the format that is preferred. */
function resolvedOf({ job, plan }: Fix, { outputs }: ImageManifest): readonly Resolved[] {
  const [format] = job.options.formats;
  const made = new Map(outputs.map((output) => [output.name, output]));
  return job.files.flatMap(({ id, bytes }) => {
    const own = plan.outputs.filter((one) => one.from[0] === id && one.format === format);
    const largest = made.get(own.at(-1)?.name ?? "");
    if (largest === undefined) return [];
    const savedPercent = percentOf(bytes - largest.bytes, bytes, 2);
    return [{ id, bytes, deliveredBytes: largest.bytes, savedPercent }];
  });
}
