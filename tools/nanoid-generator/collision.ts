/** How soon random ids of equal chance collide: the birthday problem. */
import { Decimal, toNumber } from "../_lib/numbers/decimal.ts";
import { counted } from "../_lib/text/plural.ts";

const HOURS_PER_YEAR = 8766;
/** Below this a chance is called 0. */
const LEAST_CHANCE = 1e-15;

export interface CollisionOdds {
  readonly entropyBits: number;
  readonly log10IdsForOnePercent: number;
  readonly log10YearsForOnePercent: number;
  /** That two of the ids made in this batch are equal. */
  readonly batchCollisionProbability: number;
  /** One sentence without a full stop. */
  readonly text: string;
}

export interface IdSpace {
  readonly alphabetSize: number;
  readonly length: number;
  /** Ids that are made per hour. */
  readonly perHour: number;
  /** Ids in this batch. */
  readonly count: number;
}

/** The odds for ids of `length` symbols; worked out in logarithms, because their number overflows a double. */
export function collisionOdds({ alphabetSize, length, perHour, count }: IdSpace): CollisionOdds {
  const log10Space = Decimal.log10(alphabetSize).times(length);
  const log10Ids = Decimal.log10(Decimal.ln(new Decimal(1).div("0.99")).times(2))
    .plus(log10Space)
    .div(2);
  const log10Years = log10Ids.minus(Decimal.log10(new Decimal(perHour).times(HOURS_PER_YEAR)));
  const rate = `${new Decimal(perHour).toString()} ${perHour === 1 ? "id" : "ids"} per hour`;
  return {
    entropyBits: toNumber(Decimal.log2(alphabetSize).times(length), 2),
    log10IdsForOnePercent: toNumber(log10Ids, 4),
    log10YearsForOnePercent: toNumber(log10Years, 4),
    batchCollisionProbability: batchChance(new Decimal(alphabetSize).pow(length), count),
    text: `1 % chance of a collision after about ${writeSpan(new Decimal(10).pow(log10Years))} at ${rate}`,
  };
}

function batchChance(space: Decimal, count: number): number {
  let apart = new Decimal(1);
  for (let made = 1; made < count && apart.gt(0); made++) {
    apart = apart.times(new Decimal(1).minus(new Decimal(made).div(space)));
  }
  const chance = new Decimal(1).minus(Decimal.max(apart, 0)).toSignificantDigits(6).toNumber();
  return chance < LEAST_CHANCE ? 0 : chance;
}

const WORDS = [
  ["trillion", 12],
  ["billion", 9],
  ["million", 6],
  ["thousand", 3],
] as const;

/** `149 billion years`, `12.5 days`: three significant digits. */
function writeSpan(years: Decimal): string {
  const rounded = years.toSignificantDigits(3);
  if (rounded.lt(1)) {
    const days = years.times(HOURS_PER_YEAR / 24).toSignificantDigits(3);
    if (days.gte(1)) return counted(days.toString(), "day");
    return counted(years.times(HOURS_PER_YEAR).toSignificantDigits(3).toString(), "hour");
  }
  const exponent = rounded.e;
  if (exponent >= 15) {
    const digits = rounded.div(new Decimal(10).pow(exponent)).toString();
    return `${digits} × 10^${exponent} years`;
  }
  const [word = "", power = 0] = WORDS.find(([, least]) => exponent >= least) ?? [];
  if (word === "") return counted(rounded.toString(), "year");
  return `${rounded.div(new Decimal(10).pow(power)).toString()} ${word} years`;
}
