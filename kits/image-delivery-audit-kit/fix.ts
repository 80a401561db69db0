/** The job that mends pictures: one of image-delivery-production-kit, with those that need it. */
import { counted } from "../../tools/_lib/text/plural.ts";
import slugify from "../../tools/slug-generator.ts";
import { jobSha256 } from "../_core/file-job.ts";
import {
  IMAGE_DELIVERY,
  type ImageFile,
  type ImageJob,
  imageJobProblems,
  imageOptions,
  normalImageJob,
} from "../_core/image-job.ts";
import {
  NAMELESS,
  type PlannedImages,
  planImages,
  planProblems,
  slugsOf,
  titlesOf,
} from "../_core/image-plan.ts";
import { pixelsFor, uprightSize } from "../_core/image-size.ts";
import type { AuditFile, Job, Work } from "../image-delivery-audit-kit.ts";
import type { Codes } from "./audit.ts";
import type { Place } from "../_core/image-places.ts";

export interface Fix {
  readonly job: ImageJob;
  readonly jobSha256: string;
  readonly planned: PlannedImages;
}

const MENDED = new Set([
  "MODERN_FORMAT",
  "TOO_LARGE_FOR_SLOT",
  "OVER_BUDGET",
  "GPS_METADATA",
  "METADATA_HEAVY",
  "ORIENTATION_BY_EXIF",
  "CMYK",
]);

/** Undefined where nothing is to be mended, or nothing that can be. */
export function planFix(places: readonly Place[], codes: Codes, work: Work): Fix | undefined {
  const { job, report } = work;
  const wrong = job.files.filter(({ id }) => codes.get(id)?.some((code) => MENDED.has(code)));
  const able = wrong.filter(isAble);
  const fix = fitting(able, places, work);
  if (fix === undefined) {
    report.done("fix", wrong.length === 0 ? "Nothing to mend" : "Nothing that could be made again");
    return undefined;
  }
  const left = wrong.length - fix.job.files.length;
  const others = left > 0 ? `, ${left} to be made again by hand` : "";
  const { files, outputs } = fix.planned.plan.totals;
  report.done("fix", `${counted(files, "file")}, ${counted(outputs, "output")}${others}`);
  return fix;
}

/** Drawings, print colours and animations are not made again, nor what is no picture for that kit. */
function isAble(file: AuditFile): boolean {
  const { mediaType, colorSpace, frames } = file;
  return mediaType !== "image/svg+xml" && colorSpace !== "cmyk" && frames === 1;
}

const MOST_WIDTHS = 12;
const [NARROWEST, WIDEST] = [16, 8192];

/** As many widths and files as that kit takes. */
function fitting(
  able: readonly AuditFile[],
  places: readonly Place[],
  work: Work,
): Fix | undefined {
  let files = able;
  let most = MOST_WIDTHS;
  while (files.length > 0) {
    const job = jobOf(files, places, most, work.job);
    const refused = refusedIn(imageJobProblems(job));
    const planned = refused.size > 0 ? undefined : planOf(job, work);
    const problems = planned === undefined ? [] : planProblems(planned);
    const dropped = new Set([...refused, ...refusedIn(problems)]);
    if (dropped.size > 0) files = files.filter((_, index) => !dropped.has(index));
    else if (planned === undefined) return undefined;
    else if (problems.length === 0) return { job, jobSha256: jobSha256(job), planned };
    else if (job.options.widths.length > 1) most = job.options.widths.length - 1;
    else files = files.slice(0, -1);
  }
  return undefined;
}

/** Numbers of the files at which problems are. */
function refusedIn(problems: readonly { readonly path?: string | undefined }[]): Set<number> {
  const found = problems.flatMap(({ path = "" }) => {
    const [, index] = /^\/job\/files\/(\d+)/.exec(path) ?? [];
    return index === undefined ? [] : [Number(index)];
  });
  return new Set(found);
}

function planOf(job: ImageJob, { ctx, report }: Work): PlannedImages | undefined {
  const made = ctx.step(slugify, { input: titlesOf(job), fallback: NAMELESS });
  const slugs = slugsOf(made);
  const [error] = made.errors ?? [];
  if (slugs === undefined) {
    if (error) report.stageFailed("fix", error);
    return undefined;
  }
  // Pictures keep their shape: nothing is cropped.
  return planImages(job, { slugs, cropTo: (size) => ({ x: 0, y: 0, ...size }) });
}

function jobOf(
  files: readonly AuditFile[],
  places: readonly Place[],
  mostWidths: number,
  { name, options }: Job,
): ImageJob {
  const ids = new Set(files.map(({ id }) => id));
  const own = places.filter(({ file }) => file !== undefined && ids.has(file));
  const sized = own.filter(({ displayWidth = 0 }) => displayWidth > 0);
  const shown = sized.flatMap(({ displayWidth = 0 }) => [
    pixelsFor(displayWidth, 1),
    pixelsFor(displayWidth, options.maxDpr),
  ]);
  // A place that does not say how wide it is may need the whole.
  const measured = new Set(sized.map(({ file }) => file));
  const wholes = files.filter(({ id }) => !measured.has(id)).map((file) => uprightSize(file).width);
  const within = [...new Set([...shown, ...wholes])]
    .filter((width) => width >= NARROWEST && width <= WIDEST)
    .toSorted((left, right) => left - right);
  const widest = Math.max(...files.map((file) => uprightSize(file).width));
  const widths = within.length > 0 ? within : [Math.min(WIDEST, Math.max(NARROWEST, widest))];
  const hasAlpha = files.some((file) => file.hasAlpha);
  return normalImageJob({
    kit: IMAGE_DELIVERY,
    version: 1,
    name,
    files: files.map((file) => imageFile(file, own)),
    options: imageOptions({
      widths: widths.slice(0, mostWidths),
      formats: ["avif", "webp", hasAlpha ? "png" : "jpeg"],
    }),
  });
}

function imageFile(file: AuditFile, places: readonly Place[]): ImageFile {
  const { id, name, bytes, mediaType, sha256, width, height, orientation, frames, hasAlpha } = file;
  const alts = places.filter((place) => place.file === id).map(({ alt }) => alt);
  const alt = alts.find((one) => typeof one === "string");
  const facts = { width, height, orientation, frames, hasAlpha };
  return {
    id,
    name,
    bytes,
    mediaType: mediaType as ImageFile["mediaType"],
    ...facts,
    ...(sha256 === undefined ? {} : { sha256 }),
    ...(typeof alt === "string" ? { alt } : {}),
  };
}
