import { readDecimal } from "../../numbers/decimal-text.ts";
import { fraction, roundedNumber } from "../../numbers/fraction.ts";

const MS_DECIMALS = 3;
const LONGEST_NUMBER = 40;

/** Seconds as they are written, perhaps with commas between thousands, as milliseconds; null for what is none. */
export function millisOfSeconds(seconds: string | undefined): number | null {
  return millis(seconds, 1000n);
}

/** As `millisOfSeconds`, of a number or text that is in milliseconds already. */
export function millisOf(given: unknown): number | null {
  return typeof given === "number" || typeof given === "string" ? millis(String(given), 1n) : null;
}

function millis(written: string | undefined, scale: bigint): number | null {
  if (written === undefined || written.length > LONGEST_NUMBER) return null;
  const decimal = readDecimal(written.trim().replaceAll(",", ""));
  if (!decimal || decimal.numerator < 0n) return null;
  const rounded = roundedNumber(
    fraction(decimal.numerator * scale, decimal.denominator),
    MS_DECIMALS,
  );
  return Number.isFinite(rounded) ? rounded : null;
}

const CLOCK = /^(?:(\d{1,6})\.)?(\d{1,6}):(\d\d):(\d\d(?:\.\d{1,9})?)$/;

/** `[days.]hours:minutes:seconds[.fraction]` as milliseconds; null for what is none. */
export function millisOfClock(written: string | undefined): number | null {
  const [all, days = "0", hours = "", minutes = "", seconds] = CLOCK.exec(written ?? "") ?? [];
  if (all === undefined) return null;
  const before = (Number(days) * 24 + Number(hours)) * 60 + Number(minutes);
  return sumMillis(before * 60_000, millisOfSeconds(seconds));
}

/** The sum of those that are known, exact to the third decimal. */
export function sumMillis(left: number | null, right: number | null): number | null {
  if (left === null || right === null) return left ?? right;
  return Math.round((left + right) * 1000) / 1000;
}
