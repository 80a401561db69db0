/** The plan of a delivery: names and crops by the tools that are made for them, all else by the rules of the kit. */
import { counted } from "../../tools/_lib/text/plural.ts";
import calculateRatio from "../../tools/aspect-ratio-calculator.ts";
import slugify from "../../tools/slug-generator.ts";
import {
  NAMELESS,
  type PlannedImages,
  planImages,
  slugsOf,
  titlesOf,
} from "../_core/image-plan.ts";
import type { Work } from "../image-delivery-production-kit.ts";

/** Undefined where a tool failed, which ends the run. */
export function planDelivery(work: Work): PlannedImages | undefined {
  const { job, ctx, report } = work;
  const made = ctx.step(slugify, { input: titlesOf(job), fallback: NAMELESS });
  const slugs = slugsOf(made);
  if (slugs === undefined) {
    report.stop("names", made.errors ?? []);
    return undefined;
  }
  report.done("names", counted(slugs.length, "name"));
  const crops = new Crops(work);
  const planned = planImages(job, { slugs, cropTo: (size, shape) => crops.cropTo(size, shape) });
  return crops.conclude() ? planned : undefined;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Crops of the stage `shape`, each computed once. */
class Crops {
  readonly #work: Work;
  readonly #known = new Map<string, Size & { readonly x: number; readonly y: number }>();
  #hasFailed = false;

  constructor(work: Work) {
    this.#work = work;
  }

  cropTo(size: Size, shape: Size) {
    const key = [size.width, size.height, shape.width, shape.height].join();
    const known = this.#known.get(key);
    if (known) return known;
    const { value, errors } = this.#work.ctx.step(calculateRatio, {
      width: size.width,
      height: size.height,
      targetWidth: shape.width,
      targetHeight: shape.height,
      fit: "cover",
    });
    if (!value?.crop && !this.#hasFailed) {
      this.#hasFailed = true;
      this.#work.report.stop("shape", errors ?? []);
    }
    const crop = value?.crop ?? { x: 0, y: 0, ...size };
    this.#known.set(key, crop);
    return crop;
  }

  /** Whether all is well. */
  conclude(): boolean {
    if (this.#hasFailed) return false;
    const { report } = this.#work;
    if (this.#known.size > 0) report.done("shape", counted(this.#known.size, "crop"));
    else report.skipped("shape", "The option `fit` cover crops to a ratio");
    return true;
  }
}

/** What is to be said of the plan before anything is made. */
export function judgePlan({ plan, files }: PlannedImages, { job, report }: Work): void {
  const find = (
    severity: "warning" | "info",
    code: string,
    message: string,
    about: { readonly path: string; readonly subject?: string },
  ) => report.find(severity, "plan", { code, message, ...about });
  if (isModern(job.options.formats)) {
    const message = "Older browsers get no picture: the last format is the one they are given";
    find("warning", "FALLBACK_MISSING", message, { path: "/job/options/formats" });
  }
  for (const [index, { file, options, isCapped, isEnlarged }] of files.entries()) {
    const { name, alt, hasAlpha, frames } = file;
    const about = { path: `/job/files/${index}`, subject: name };
    if (file.options?.formats && isModern(options.formats)) {
      const message = `Older browsers get no picture of ${name}: its last format is the one they are given`;
      find("warning", "FALLBACK_MISSING", message, about);
    }
    if (alt === undefined) {
      const message = `${name} has no \`alt\`: what does it show? An empty one is right where it only decorates`;
      find("warning", "ALT_MISSING", message, about);
    }
    if (hasAlpha && options.formats.includes("jpeg")) {
      const message = `What is transparent in ${name} becomes ${options.background} in JPEG`;
      find("warning", "ALPHA_FLATTENED", message, about);
    }
    if (frames > 1) {
      const message = `${name} has ${frames} frames, of which the first is delivered`;
      find("warning", "ANIMATION_DROPPED", message, about);
    }
    if (isEnlarged) {
      const message = `${name} is made larger than it is, which adds bytes and no detail`;
      find("warning", "ENLARGED", message, about);
    }
    if (isCapped) {
      const message = `${name} is too narrow for some of the widths; its own stands for them`;
      find("info", "WIDTHS_CAPPED", message, about);
    }
  }
  const { totals } = plan;
  report.finish(
    "plan",
    `${counted(totals.outputs, "output")} of ${counted(totals.files, "file")}, ${totals.outputPixels} pixels`,
  );
}

function isModern(formats: readonly string[]): boolean {
  return ["avif", "webp"].includes(formats.at(-1) ?? "");
}
