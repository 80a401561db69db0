/** What a month's use costs: at one rate, in blocks, or by the time of day. */
import type { Entry } from "../_core/tool.ts";
import {
  add,
  compare,
  divide,
  type Fraction,
  fraction,
  fractionOf,
  multiply,
  subtract,
  ZERO,
} from "../_lib/numbers/fraction.ts";
import type { Tier, TimeOfUse } from "../utility-cost-estimator.ts";
import { sumOf } from "./usage.ts";

/** A part of the use that has a rate of its own. */
export interface Part {
  readonly use: Fraction;
  readonly rate: number;
  readonly cost: Fraction;
}

export interface Block extends Part {
  readonly from: number;
  /** Null is open. */
  readonly to: number | null;
}

const part = (use: Fraction, rate: number): Part => {
  return { use, rate, cost: multiply(use, fractionOf(rate)) };
};

/** The blocks that a month's use fills, from the first on. */
export function fillTiers(use: Fraction, tiers: readonly Tier[]): Block[] | Entry<"TIERS_INVALID"> {
  const blocks: Block[] = [];
  let from = 0;
  for (const [index, { upTo = null, rate }] of tiers.entries()) {
    const isLast = index === tiers.length - 1;
    const path = `/tiers/${index}/upTo`;
    if (upTo === null && !isLast) return tiersInvalid("an open block", "it only as the last", path);
    if (upTo !== null && upTo <= from) {
      return tiersInvalid(String(upTo), `more than ${from}`, path);
    }
    const above = subtract(use, fractionOf(from));
    const room = upTo === null ? above : subtract(fractionOf(upTo), fractionOf(from));
    const taken = compare(above, ZERO) <= 0 ? ZERO : compare(above, room) < 0 ? above : room;
    blocks.push({ from, to: upTo, ...part(taken, rate) });
    from = upTo ?? from;
  }
  const isBeyond = compare(sumOf(blocks.map((block) => block.use)), use) < 0;
  if (!isBeyond) return blocks;
  return tiersInvalid(`a use beyond ${from}`, "a last block without an end", "/tiers");
}

function tiersInvalid(found: string, expected: string, path: string): Entry<"TIERS_INVALID"> {
  const message = `Cannot use the blocks: found ${found}, expected ${expected}`;
  return { code: "TIERS_INVALID", message, path, expected };
}

const HUNDRED = fraction(100n);
/** Thirds are written with two decimals. */
const NEAR = { numerator: 1n, denominator: 100n };

/** The use of each time; shares that are almost 100 percent are taken as all of it. */
export function shareTimes(
  use: Fraction,
  times: readonly TimeOfUse[],
): Part[] | Entry<"SHARES_NOT_100"> {
  const shares = times.map(({ sharePercent }) => fractionOf(sharePercent));
  const total = sumOf(shares);
  const isNear = (limit: Fraction) => compare(subtract(total, HUNDRED), limit);
  if (isNear(NEAR) > 0 || isNear({ ...NEAR, numerator: -1n }) < 0) {
    const sum = times.reduce((all, { sharePercent }) => all + sharePercent, 0);
    const expected = "100";
    const message = `Cannot share the use: found shares of ${Number(sum.toFixed(6))} %, expected ${expected} %`;
    return { code: "SHARES_NOT_100", message, path: "/timeOfUse", expected: 100 };
  }
  return times.map(({ rate }, index) =>
    part(divide(multiply(use, shares[index] ?? ZERO), total), rate),
  );
}

export function flatRate(use: Fraction, rate: number): Part {
  return part(use, rate);
}

export function costOf(parts: readonly Part[]): Fraction {
  return parts.reduce((sum, { cost }) => add(sum, cost), ZERO);
}
