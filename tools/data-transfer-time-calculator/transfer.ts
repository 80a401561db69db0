/** How long a transfer takes, how much it carries, or which rate it needs. */
import type { Entry } from "../_core/tool.ts";
import {
  add,
  compare,
  divide,
  type Fraction,
  fraction,
  isZero,
  multiply,
  ONE,
  subtract,
  ZERO,
} from "../_lib/numbers/fraction.ts";
import { durationText, rateText } from "../_lib/bytes/data-size/write.ts";

type TransferProblem = Entry<"RATE_NOT_POSITIVE" | "TIME_TOO_SHORT">;

/** Two of them: bits, bits per second of the line, seconds. */
export interface Known {
  readonly size: Fraction | undefined;
  readonly rate: Fraction | undefined;
  readonly time: Fraction | undefined;
}

export interface Conditions {
  /** Of the line, above 0. */
  readonly payloadShare: Fraction;
  /** Seconds of a round trip. */
  readonly latency: Fraction;
  /** Bits in flight on a connection, above 0. */
  readonly window: Fraction | undefined;
  readonly connections: Fraction;
  /** Of all files. */
  readonly roundTrips: Fraction;
}

export interface Transfer {
  readonly solvedFor: "time" | "size" | "rate";
  readonly size: Fraction;
  readonly rate: Fraction;
  /** Payload bits per second while data flows. */
  readonly effective: Fraction;
  readonly limitedBy: "line" | "window";
  /** Seconds before data flows. */
  readonly setup: Fraction;
  readonly time: Fraction;
}

/** The third of size, rate and time. */
export function solveTransfer(known: Known, conditions: Conditions): Transfer | TransferProblem {
  const { size, rate, time } = known;
  const { payloadShare, latency, connections, roundTrips } = conditions;
  const setup = divide(multiply(roundTrips, latency), connections);
  const limit = windowLimit(conditions);
  if (rate === undefined)
    return solveRate(size ?? ZERO, time ?? ZERO, { setup, limit, payloadShare });
  if (isZero(rate)) return rateNotPositive();
  const payload = multiply(rate, payloadShare);
  const isWindow = limit !== undefined && compare(limit, payload) < 0;
  const effective = isWindow ? limit : payload;
  const flow = { rate, effective, limitedBy: isWindow ? "window" : "line", setup } as const;
  if (time === undefined) {
    const bits = size ?? ZERO;
    return { solvedFor: "time", size: bits, ...flow, time: add(setup, divide(bits, effective)) };
  }
  if (compare(time, setup) < 0)
    return tooShort(time, `${durationText(setup)} of round trips or more`);
  return { solvedFor: "size", size: multiply(effective, subtract(time, setup)), ...flow, time };
}

/** What the connections carry together, in bits per second: each a window in a round trip. */
function windowLimit({ window, connections, latency }: Conditions): Fraction | undefined {
  if (window === undefined || isZero(latency)) return undefined;
  return divide(multiply(window, connections), latency);
}

interface Flow {
  readonly setup: Fraction;
  readonly limit: Fraction | undefined;
  readonly payloadShare: Fraction;
}

function solveRate(
  size: Fraction,
  time: Fraction,
  { setup, limit, payloadShare }: Flow,
): Transfer | TransferProblem {
  if (compare(time, setup) <= 0) {
    return tooShort(
      time,
      isZero(setup) ? "a time above 0" : `more than ${durationText(setup)} of round trips`,
    );
  }
  const effective = divide(size, subtract(time, setup));
  if (limit && compare(effective, limit) > 0) {
    const found = `${durationText(time)}, which needs ${rateText(effective)}`;
    return tooShort(time, `at most the ${rateText(limit)} that the window carries`, found);
  }
  const rate = divide(effective, payloadShare);
  return { solvedFor: "rate", size, rate, effective, limitedBy: "line", setup, time };
}

function rateNotPositive(): TransferProblem {
  const message = "Cannot compute the transfer: found the rate 0, expected a rate above 0";
  return { code: "RATE_NOT_POSITIVE", message, path: "/rate" };
}

function tooShort(time: Fraction, expected: string, found = durationText(time)): TransferProblem {
  const message = `Cannot transfer in the time: found ${found}, expected ${expected}`;
  return { code: "TIME_TOO_SHORT", message, path: "/time", expected };
}

const COMMON_LINES = [
  ["10 Mbit/s", 10n ** 7n],
  ["100 Mbit/s", 10n ** 8n],
  ["1 Gbit/s", 10n ** 9n],
  ["10 Gbit/s", 10n ** 10n],
] as const;

export interface Comparison {
  readonly name: string;
  readonly rate: Fraction;
  readonly time: Fraction;
}

/** The size on common lines, without latency. */
export function compareLines(size: Fraction, payloadShare: Fraction): Comparison[] {
  return COMMON_LINES.map(([name, bits]) => {
    const rate = fraction(bits);
    return { name, rate, time: divide(size, multiply(rate, payloadShare)) };
  });
}

/** What is left of the line by so many percent of overhead. */
export function payloadShareOf(overheadPercent: Fraction): Fraction {
  return subtract(ONE, divide(overheadPercent, fraction(100n)));
}
