/** What each picture could weigh, by what was really encoded: never guessed. */
import {
  compare,
  floor,
  fraction,
  fractionOf,
  multiply,
  negate,
} from "../../tools/_lib/numbers/fraction.ts";
import { percentOf } from "../../tools/_lib/numbers/percent.ts";
import { sum } from "../../tools/_lib/algorithms/sum.ts";
import { type Size, uprightSize } from "../_core/image-size.ts";
import type { AuditFile, AuditOptions, Trial } from "./job.ts";
import type { Use } from "./page.ts";

export interface Saving {
  readonly id: string;
  readonly bytes: number;
  readonly potentialBytes: number;
  readonly savingBytes: number;
  readonly savingPercent: number;
  readonly trial: Trial | null;
}

/** The pixels that so many CSS pixels take on the densest screen. */
export function densePixels(display: number, maxDpr: number): number {
  const exact = multiply(fractionOf(display), fractionOf(maxDpr));
  return Number(-floor(negate(exact)));
}

export function savingOf(file: AuditFile, uses: readonly Use[], { maxDpr }: AuditOptions): Saving {
  const { id, bytes, trials } = file;
  const { width } = uprightSize(file);
  const shown = uses.flatMap(({ displayWidth = 0 }) =>
    displayWidth > 0 ? densePixels(displayWidth, maxDpr) : [],
  );
  const needed = shown.length === 0 ? width : Math.min(width, Math.max(...shown));
  const trial = smallest(trials.filter((one) => one.width >= needed));
  const isBetter = trial !== undefined && trial.bytes < bytes;
  const potentialBytes = isBetter ? trial.bytes : bytes;
  const savingBytes = bytes - potentialBytes;
  return {
    id,
    bytes,
    potentialBytes,
    savingBytes,
    savingPercent: percentOf(savingBytes, bytes, 2),
    trial: isBetter ? trial : null,
  };
}

export function totalOf(savings: readonly Saving[]) {
  const bytes = sum(savings.map((one) => one.bytes));
  const potentialBytes = sum(savings.map((one) => one.potentialBytes));
  const savingBytes = bytes - potentialBytes;
  return {
    files: savings.length,
    bytes,
    potentialBytes,
    savingBytes,
    savingPercent: percentOf(savingBytes, bytes, 2),
  };
}

/** The lightest trial of the picture's own size. */
export function sameSizeTrial(file: AuditFile): Trial | undefined {
  const { width, height } = uprightSize(file);
  return smallest(file.trials.filter((one) => one.width === width && one.height === height));
}

function smallest(trials: readonly Trial[]): Trial | undefined {
  return trials.reduce<Trial | undefined>(
    (best, one) => (best === undefined || one.bytes < best.bytes ? one : best),
    undefined,
  );
}

/** Whether a saving is worth a finding: both bounds have to be reached. */
export function isWorth(saving: number, bytes: number, options: AuditOptions): boolean {
  const { minSavingBytes, minSavingPercent } = options;
  const least = multiply(fractionOf(bytes), fractionOf(minSavingPercent));
  return saving >= minSavingBytes && compare(fraction(BigInt(saving) * 100n), least) >= 0;
}

export interface Waste {
  readonly needed: Size;
  /** Bytes for pixels that no screen shows. */
  readonly bytes: number;
}

/** What of the picture no screen shows in that place; undefined where that is less than a quarter. */
export function wasteOf(
  file: AuditFile,
  { displayWidth = 0, displayHeight = 0 }: Use,
  maxDpr: number,
): Waste | undefined {
  const { width, height } = uprightSize(file);
  const wide = displayWidth > 0 ? displayWidth : (displayHeight * width) / height;
  const high = displayHeight > 0 ? displayHeight : (displayWidth * height) / width;
  if (wide <= 0 || high <= 0) return undefined;
  const needed = { width: densePixels(wide, maxDpr), height: densePixels(high, maxDpr) };
  if (width <= needed.width || height <= needed.height) return undefined;
  const all = width * height;
  const wasted = all - needed.width * needed.height;
  if (wasted * 4 < all) return undefined;
  return { needed, bytes: (file.bytes * wasted) / all };
}
