/** What each action of the bandwidth calculator needs and computes. */
import { type Entry, fail } from "../_core/tool.ts";
import { insufficientInput } from "../_lib/fields/exclusive-fields.ts";
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
import {
  fieldPlace,
  isProblem,
  type Reading,
  type ReadProblem,
  readRate,
  readSize,
  readTime,
  SECONDS_PER_MONTH,
} from "../_lib/bytes/data-size/read.ts";
import { bytesOf, rateText, sizeText } from "../_lib/bytes/data-size/write.ts";
import type { Input, Value } from "../bandwidth-calculator.ts";

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

/** The quantities that the action uses, or all that is wrong with them; the other fields are left unread. */
export function readQuantities(input: Input) {
  const { action } = input;
  const needed: readonly (keyof Input)[] = NEEDED[action];
  const given = needed.filter((name) => input[name] !== undefined);
  const missing = needed.find((name) => input[name] === undefined);
  if (missing) {
    const act = `run the action ${action}`;
    return { failure: fail(insufficientInput(act, given, needed.join(" and "), `/${missing}`)) };
  }
  const amounts = { rate: ZERO, size: ZERO, time: SECONDS_PER_MONTH, pageSize: ZERO };
  const readings: Reading[] = [];
  const problems: ReadProblem[] = [];
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
  return problem ? { failure: fail([problem, ...others]) } : { amounts, readings };
}

/** Bits per second, bits. */
interface Figures {
  readonly rate: Fraction;
  readonly peak?: Fraction;
  readonly volume?: Fraction;
}

export function compute(
  input: Input,
  amounts: Amounts,
): (Figures & { output: string }) | Entry<"DIVISION_BY_ZERO"> {
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
