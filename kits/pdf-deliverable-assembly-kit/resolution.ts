/** Whether images have enough pixels for the paper on which they are printed. */
import { counted } from "../../tools/_lib/text/plural.ts";
import computeDensity from "../../tools/dpi-ppi-calculator.ts";
import type { JobFile, Work } from "../pdf-deliverable-assembly-kit.ts";
import { kindOf, type ReadPart } from "./check.ts";

const POINTS_PER_INCH = 72;
/** Around the printable area, in points. */
const MARGIN = 36;
const FEWEST_PPI = 150;

/** The shorter side and the longer one, in points. */
const PAPERS = { a4: [595.28, 841.89], letter: [612, 792] } as const;

export function judgeResolution(parts: readonly ReadPart[], { job, ctx, report }: Work): void {
  const { paper } = job.options;
  const placed = new Set(parts.map(({ file }) => file));
  const images = job.files.filter((file) => kindOf(file) === "image" && placed.has(file.id));
  if (paper === "keep") {
    report.skipped("resolution", "The option `paper` says on which paper images are printed");
    return;
  }
  if (images.length === 0) {
    report.skipped("resolution", "No part is an image");
    return;
  }
  const placeOf = new Map(job.files.map((file, index) => [file.id, `/job/files/${index}`]));
  for (const file of images) {
    const { widthPx, width } = printed(file, paper);
    const { value, errors } = ctx.step(computeDensity, { widthPx, width, unit: "in" });
    const [error] = errors ?? [];
    if (!value) {
      if (error) report.stageFailed("resolution", error);
      return;
    }
    if (value.ppi >= FEWEST_PPI) continue;
    const message = `${file.name} is printed with ${Math.round(value.ppi)} pixels an inch, and looks coarse below ${FEWEST_PPI}`;
    const about = { path: placeOf.get(file.id), subject: file.name };
    const measured = { expected: FEWEST_PPI, received: value.ppi };
    report.find("warning", "resolution", {
      code: "IMAGE_LOW_RESOLUTION",
      message,
      ...about,
      ...measured,
    });
  }
  report.finish("resolution", `${counted(images.length, "image")} on ${paper}`);
}

/** As large as fits within the margins of the paper, which is turned like the image; the width in inches. */
function printed(
  { width: widthPx = 1, height: heightPx = 1 }: JobFile,
  paper: keyof typeof PAPERS,
): { readonly widthPx: number; readonly width: number } {
  const [short, long] = PAPERS[paper];
  const [across, down] = widthPx > heightPx ? [long, short] : [short, long];
  const scale = Math.min((across - 2 * MARGIN) / widthPx, (down - 2 * MARGIN) / heightPx);
  return { widthPx, width: (widthPx * scale) / POINTS_PER_INCH };
}
