import { roundedQuotient } from "./fraction.ts";

/**
 * `part` as percent of `whole`, rounded half to even; 0 where the whole is 0. Both are whole numbers, so that
 * no binary fraction decides which way a half goes.
 */
export function percentOf(part: number, whole: number, decimals: number): number {
  if (whole === 0) return 0;
  const scale = 10n ** BigInt(decimals);
  return Number(roundedQuotient(BigInt(part) * 100n * scale, BigInt(whole))) / Number(scale);
}

/** A share rounded to four decimals. */
export function roundedShare(share: number): number {
  return Math.round(share * SHARE_SCALE) / SHARE_SCALE;
}

const SHARE_SCALE = 10_000;
