/** The bandwidth calculator: what it takes, what each action computes, what it gives. */
import { type Static, Type } from "@sinclair/typebox";
import { oneOf } from "../_core/fields.ts";
import type { Entry } from "../_core/tool.ts";
import { INSUFFICIENT_FAILURES, insufficientInput } from "../_lib/fields/exclusive-fields.ts";
import {
  divide,
  type Fraction,
  fraction,
  fractionOf,
  isZero,
  multiply,
  ONE,
  roundedNumber,
  subtract,
  ZERO,
} from "../_lib/numbers/fraction.ts";
import { overheadField, quantityField } from "../_lib/bytes/data-size/fields.ts";
import {
  fieldPlace,
  isProblem,
  READ_FAILURES,
  type Reading,
  readRate,
  readSize,
  readTime,
  SECONDS_PER_MONTH,
} from "../_lib/bytes/data-size/read.ts";
import { bytesOf, rateText, sizeText } from "../_lib/bytes/data-size/write.ts";

export const FAILURES = {
  ...READ_FAILURES,
  ...INSUFFICIENT_FAILURES,
  DIVISION_BY_ZERO: "A size is to be carried in no time",
} as const;

export const MOST = 1e15;

export const INPUT = Type.Object({
  action: oneOf(["convert", "website", "required", "volume", "streams"], {
    description:
      "convert a rate; size a web site's line; the rate required for a size and a time; the volume of a rate; the rate for streams",
    default: "convert",
  }),
  rate: quantityField("convert, volume, streams (of one user): 100 Mbps, 12.5 MB/s, 1 TB/month"),
  size: quantityField("required: 4 GB, 700 MiB"),
  time: quantityField("required, volume (one month if not given): 10 min, 1h30m, PT1H30M"),
  pageViews: Type.Optional(
    Type.Number({ description: "website: views in the period", minimum: 0, maximum: MOST }),
  ),
  period: oneOf(["hour", "day", "month"], {
    description: "website: of the page views; a month is 365/12 days",
    default: "day",
  }),
  pageSize: quantityField("website: 2.5 MB"),
  redundancy: Type.Number({
    description: "website: factor on the volume",
    minimum: 0.01,
    maximum: 1000,
    default: 1,
  }),
  peakFactor: Type.Number({
    description: "website: peak by average",
    minimum: 1,
    maximum: 1000,
    default: 1,
  }),
  users: Type.Optional(
    Type.Number({ description: "streams: at the same time", minimum: 0, maximum: MOST }),
  ),
  overheadPercent: overheadField,
  utilizationPercent: Type.Number({
    description: "volume: share of the time in which the line is used",
    minimum: 0,
    maximum: 100,
    default: 100,
  }),
});

/** Bits per second. */
const LINE_UNITS = {
  kbps: 1000n,
  Mbps: 1000n ** 2n,
  Gbps: 1000n ** 3n,
  kBps: 8n * 1000n,
  MBps: 8n * 1000n ** 2n,
  GBps: 8n * 1000n ** 3n,
  KiBps: 8n * 1024n,
  MiBps: 8n * 1024n ** 2n,
} as const;

export const VALUE = Type.Object({
  action: Type.String(),
  bitsPerSecond: Type.Number({ description: "website: average; volume: payload; else the result" }),
  bytesPerSecond: Type.Number(),
  text: Type.String({ description: "The rate" }),
  units: Type.Object({
    kbps: Type.Number(),
    Mbps: Type.Number(),
    Gbps: Type.Number(),
    kBps: Type.Number(),
    MBps: Type.Number(),
    GBps: Type.Number(),
    KiBps: Type.Number(),
    MiBps: Type.Number(),
  }),
  bytesPerHour: Type.Number(),
  bytesPerDay: Type.Number(),
  bytesPerMonth: Type.Number({ description: "A month is 365/12 days" }),
  peakBitsPerSecond: Type.Union([Type.Number(), Type.Null()], { description: "website" }),
  volumeBytes: Type.Union([Type.Number(), Type.Null()], {
    description: "website: in a month; volume: in the time",
  }),
});

type Input = Static<typeof INPUT>;
export type Value = Static<typeof VALUE>;
type Problem = Entry<keyof typeof FAILURES>;

type Action = Input["action"];

/** What each action needs. */
const NEEDED = {
  convert: ["rate"],
  website: ["pageViews", "pageSize"],
  required: ["size", "time"],
  volume: ["rate"],
  streams: ["rate", "users"],
} as const satisfies Record<Action, readonly (keyof Input)[]>;

const READERS = {
  rate: readRate,
  size: readSize,
  time: readTime,
  pageSize: readSize,
} as const;

type Quantity = keyof typeof READERS;
type Amounts = Readonly<Record<Quantity, Fraction>>;

const QUANTITIES: Readonly<Record<Action, readonly Quantity[]>> = {
  convert: ["rate"],
  website: ["pageSize"],
  required: ["size", "time"],
  volume: ["rate", "time"],
  streams: ["rate"],
};

interface Quantities {
  readonly amounts: Amounts;
  readonly readings: readonly Reading[];
}

/** The quantities that the action uses, or all that is wrong with them; the other fields are left unread. */
export function readQuantities(input: Input): Quantities | readonly [Problem, ...Problem[]] {
  const { action } = input;
  const needed: readonly (keyof Input)[] = NEEDED[action];
  const given = needed.filter((name) => input[name] !== undefined);
  const missing = needed.find((name) => input[name] === undefined);
  if (missing) {
    const act = `run the action ${action}`;
    return [insufficientInput(act, given, needed.join(" and "), `/${missing}`)];
  }
  const amounts = { rate: ZERO, size: ZERO, time: SECONDS_PER_MONTH, pageSize: ZERO };
  const readings: Reading[] = [];
  const problems: Problem[] = [];
  for (const name of QUANTITIES[action]) {
    const field = input[name];
    if (field === undefined) continue;
    const read = READERS[name](fieldPlace(`/${name}`, field));
    if (isProblem(read)) problems.push(read);
    else {
      readings.push(read);
      amounts[name] = read.amount;
    }
  }
  const [problem, ...others] = problems;
  return problem ? [problem, ...others] : { amounts, readings };
}

/** Bits per second, bits. */
interface Figures {
  readonly rate: Fraction;
  readonly peak?: Fraction;
  readonly volume?: Fraction;
}

export function compute(input: Input, amounts: Amounts): (Figures & { output: string }) | Problem {
  const { rate, size, time } = amounts;
  const payloadShare = subtract(ONE, percent(input.overheadPercent));
  switch (input.action) {
    case "convert":
      return { rate, output: rateText(rate) };
    case "required":
      return isZero(time) ? noTime() : publish(divide(divide(size, time), payloadShare));
    case "streams":
      return publish(divide(multiply(fractionOf(input.users ?? 0), rate), payloadShare));
    case "volume": {
      const share = multiply(percent(input.utilizationPercent), payloadShare);
      const payload = multiply(rate, share);
      const volume = multiply(payload, time);
      return { rate: payload, volume, output: sizeText(volume) };
    }
    default:
      return website(input, amounts.pageSize);
  }
}

function publish(rate: Fraction) {
  return { rate, output: rateText(rate) };
}

function percent(number: number): Fraction {
  return divide(fractionOf(number), fraction(100n));
}

function noTime(): Entry<"DIVISION_BY_ZERO"> {
  const message = "Cannot compute the rate: found the time 0, expected a time above 0";
  return { code: "DIVISION_BY_ZERO", message, path: "/time" };
}

const HOUR = fraction(3600n);
const DAY = fraction(86_400n);
const PERIODS = { hour: HOUR, day: DAY, month: SECONDS_PER_MONTH } as const;

function website({ pageViews = 0, period, redundancy, peakFactor }: Input, pageSize: Fraction) {
  const views = multiply(fractionOf(pageViews), fractionOf(redundancy));
  const rate = divide(multiply(views, pageSize), PERIODS[period]);
  const peak = multiply(rate, fractionOf(peakFactor));
  const volume = multiply(rate, SECONDS_PER_MONTH);
  const lines = [
    `Average: ${rateText(rate)}`,
    `Peak: ${rateText(peak)}`,
    `Per month: ${sizeText(volume)}`,
  ];
  return { rate, peak, volume, output: lines.join("\n") };
}

const DECIMALS = 6;

export function valueOf(action: Action, { rate, peak, volume }: Figures): Value {
  const bytes = bytesOf(rate);
  const rounded = (amount: Fraction): number => roundedNumber(amount, DECIMALS);
  const units = Object.entries(LINE_UNITS).map(([unit, bits]) => [
    unit,
    rounded(divide(rate, fraction(bits))),
  ]);
  return {
    action,
    bitsPerSecond: rounded(rate),
    bytesPerSecond: rounded(bytes),
    text: rateText(rate),
    units: Object.fromEntries(units) as Value["units"],
    bytesPerHour: rounded(multiply(bytes, HOUR)),
    bytesPerDay: rounded(multiply(bytes, DAY)),
    bytesPerMonth: rounded(multiply(bytes, SECONDS_PER_MONTH)),
    peakBitsPerSecond: peak ? rounded(peak) : null,
    volumeBytes: volume ? rounded(bytesOf(volume)) : null,
  };
}
