/** How much smaller files could be, by what was really encoded. */
import { sum } from "../../tools/_lib/algorithms/sum.ts";
import {
  compare,
  divide,
  type Fraction,
  fraction,
  fractionOf,
  multiply,
} from "../../tools/_lib/numbers/fraction.ts";
import { percentOf } from "../../tools/_lib/numbers/percent.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import calculateTransfer from "../../tools/data-transfer-time-calculator.ts";
import { pixelsFor, uprightSize } from "../_core/image-size.ts";
import type { AuditFile, Job, PlanValue, Trial, Work } from "../image-delivery-audit-kit.ts";
import type { Place } from "../_core/image-places.ts";

type Saving = PlanValue["savings"][number];

/** The smallest encoding of the size that the picture has. */
export function smallestSame(file: AuditFile): Trial | undefined {
  const { width, height } = uprightSize(file);
  return smallest(file.trials.filter((one) => one.width === width && one.height === height));
}

function smallest(trials: readonly Trial[]): Trial | undefined {
  return trials.reduce<Trial | undefined>(
    (best, one) => (best === undefined || one.bytes < best.bytes ? one : best),
    undefined,
  );
}

/** Whether a saving reaches both of the least that are worth a word. */
export function isWorthIt(
  saving: number,
  bytes: number,
  { minSavingBytes, minSavingPercent }: Job["options"],
): boolean {
  const share = multiply(fractionOf(bytes), divide(fractionOf(minSavingPercent), HUNDRED));
  return saving >= minSavingBytes && compare(fractionOf(saving), share) >= 0;
}

const HUNDRED: Fraction = fraction(100n);

export function savingsOf(places: readonly Place[], work: Work): PlanValue {
  const { job } = work;
  const widest = new Map<string, number>();
  for (const { file, displayWidth = 0 } of places) {
    if (file === undefined || displayWidth === 0) continue;
    const needed = pixelsFor(displayWidth, job.options.maxDpr);
    widest.set(file, Math.max(widest.get(file) ?? 0, needed));
  }
  const savings = job.files.map((file) => savingOf(file, widest.get(file.id)));
  const bytes = sum(savings.map((one) => one.bytes));
  const potentialBytes = sum(savings.map((one) => one.potentialBytes));
  const savingBytes = bytes - potentialBytes;
  const [secondsBefore, secondsAfter] = transferTimes([bytes, potentialBytes], work);
  return {
    savings,
    totals: {
      files: savings.length,
      bytes,
      potentialBytes,
      savingBytes,
      savingPercent: percentOf(savingBytes, bytes, 2),
      secondsBefore: secondsBefore ?? null,
      secondsAfter: secondsAfter ?? null,
    },
  };
}

function savingOf(file: AuditFile, wanted: number | undefined): Saving {
  const { id, bytes, trials } = file;
  const { width } = uprightSize(file);
  const needed = Math.min(wanted ?? width, width);
  const best = smallest(trials.filter((one) => one.width >= needed));
  const trial = best !== undefined && best.bytes < bytes ? best : null;
  const potentialBytes = trial?.bytes ?? bytes;
  const savingBytes = bytes - potentialBytes;
  const savingPercent = percentOf(savingBytes, bytes, 2);
  return { id, bytes, potentialBytes, savingBytes, savingPercent, trial };
}

/** Seconds on the line; none where its rate cannot be read. */
function transferTimes(sizes: readonly number[], { job, ctx, report }: Work): number[] {
  const { rate } = job.options;
  const times: number[] = [];
  for (const size of sizes) {
    if (size === 0) {
      times.push(0);
      continue;
    }
    const { value, errors } = ctx.step(calculateTransfer, { size, rate });
    const [error] = errors ?? [];
    if (!value) {
      if (error) report.stageFailed("transfer", { ...error, path: "/job/options/rate" });
      return [];
    }
    times.push(value.seconds);
  }
  report.done(
    "transfer",
    `${times.join(" s before, ")} s after, ${counted(sizes[0] ?? 0, "byte")}`,
  );
  return times;
}
