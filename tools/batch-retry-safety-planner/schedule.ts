/** When a request is sent again; the jitter is drawn from seed, id and attempt alone. */
import { sha256 } from "@noble/hashes/sha2.js";
import { encodeUtf8 } from "../_lib/bytes/encodings.ts";
import { readDecimal } from "../_lib/numbers/decimal-text.ts";
import { add, divide, type Fraction, fraction, multiply, ONE } from "../_lib/numbers/fraction.ts";
import type { Jitter, Planned, Settings } from "../batch-retry-safety-planner.ts";
import type { Request } from "./requests.ts";

type Schedule = Planned["schedule"];

const HALF = fraction(1n, 2n);
const UNITS = 2n ** 32n;

export class Scheduler {
  readonly #settings: Settings;
  /** Of the first try, which an item may not have had yet, the second, and so on. */
  readonly #caps: readonly Fraction[];

  constructor(settings: Settings) {
    this.#settings = settings;
    const { numerator, denominator } = readDecimal(String(settings.multiplier)) ?? ONE;
    const multiplier = fraction(numerator, denominator);
    const before = divide(fraction(BigInt(settings.baseDelayMs)), multiplier);
    const most = fraction(BigInt(settings.maxDelayMs));
    this.#caps = [
      isLess(before, most) ? before : most,
      ...delayCaps({ ...settings, multiplier }, settings.maxAttempts - 1),
    ];
  }

  /** Without what comes after the deadline. */
  scheduleOf({ id, attempts, retryAfterMs }: Request): Schedule {
    const { maxAttempts, baseDelayMs, deadlineMs = Infinity } = this.#settings;
    const schedule: Schedule = [];
    let [atMs, last] = [0, baseDelayMs];
    for (let attempt = attempts + 1; attempt <= maxAttempts; attempt++) {
      const cap = this.#caps[attempt - 1] ?? ONE;
      const drawn = floorOf(this.#delay(cap, this.#unit(id, attempt), last));
      const delayMs = schedule.length === 0 ? Math.max(drawn, retryAfterMs) : drawn;
      atMs += delayMs;
      if (atMs > deadlineMs) break;
      schedule.push({ attempt, delayMs, atMs, capMs: floorOf(cap) });
      last = Math.max(delayMs, baseDelayMs);
    }
    return schedule;
  }

  /** From 0 to below 1. */
  #unit(id: string, attempt: number): Fraction {
    if (this.#settings.jitter === "none") return ONE;
    const digest = sha256(encodeUtf8(`${this.#settings.jitterSeed}\n${id}\n${attempt}`));
    const first = new DataView(digest.buffer, digest.byteOffset).getUint32(0);
    return { numerator: BigInt(first), denominator: UNITS };
  }

  #delay(cap: Fraction, unit: Fraction, last: number): Fraction {
    const { baseDelayMs, maxDelayMs } = this.#settings;
    const delays: Readonly<Record<Jitter, () => Fraction>> = {
      none: () => cap,
      full: () => multiply(unit, cap),
      equal: () => multiply(multiply(cap, HALF), add(ONE, unit)),
      decorrelated: () => {
        const spread = multiply(unit, fraction(BigInt(3 * last - baseDelayMs)));
        const delay = add(fraction(BigInt(baseDelayMs)), spread);
        const most = fraction(BigInt(maxDelayMs));
        return isLess(delay, most) ? delay : most;
      },
    };
    return delays[this.#settings.jitter]();
  }
}

interface Backoff {
  readonly baseDelayMs: number;
  readonly maxDelayMs: number;
  readonly multiplier: Fraction;
}

/** min(maxDelayMs, baseDelayMs × multiplier^n) for n from 0 on; the multiplier is at least 1. */
export function delayCaps(
  { baseDelayMs, maxDelayMs, multiplier }: Backoff,
  count: number,
): Fraction[] {
  const most = fraction(BigInt(maxDelayMs));
  let next = fraction(BigInt(baseDelayMs));
  return Array.from({ length: count }, () => {
    const cap = isLess(next, most) ? next : most;
    // What has reached the cap stays there, and its digits need not grow.
    next = cap === most ? most : multiply(next, multiplier);
    return cap;
  });
}

function isLess(a: Fraction, b: Fraction): boolean {
  return a.numerator * b.denominator < b.numerator * a.denominator;
}

/** The whole milliseconds of a delay that is not negative. */
export function floorOf({ numerator, denominator }: Fraction): number {
  return Number(numerator / denominator);
}
