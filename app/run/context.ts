/** The one place where a real clock and real chance enter a run. */
import { sha256 } from "@noble/hashes/sha2.js"; // synchronous SHA-256 that is the same in every engine
import { BudgetExceeded, type Budget, type Ctx } from "../../tools/_core/tool.ts";
import { LONGEST_OUTPUT, OUTPUT_OF_A_CHARACTER } from "../../tools/_lib/results/output-limit.ts";
import type { RunClock } from "./clock.ts";

const BLOCK_BYTES = 32;
/** Steps that one run may take; enough for every honest input of 100,000 characters, */
export const STEP_LIMIT = 20_000_000;
/** and for each character of a larger one. */
const STEPS_OF_A_CHARACTER = 200;

/** `shared`: of what else the steps are taken, too. */
export function createContext(
  { now, seed, seeded }: RunClock,
  characters: number,
  shared?: Budget,
): Ctx {
  const steps = Math.max(STEP_LIMIT, STEPS_OF_A_CHARACTER * characters);
  const longestOutput = Math.max(LONGEST_OUTPUT, OUTPUT_OF_A_CHARACTER * characters);
  const budget = createBudget(steps, shared);
  return { now: () => now, bytes: byteStream(seed), seeded, budget, longestOutput };
}

/**
 * Block i is SHA-256(key ‖ uint64_be(i)), blocks joined; the key is SHA-256(UTF-8(seed)),
 * or 32 bytes of the system's generator where there is no seed.
 */
function byteStream(seed: string | undefined): (length: number) => Uint8Array {
  let key: Uint8Array | undefined;
  let block = new Uint8Array(0);
  let used = 0;
  let counter = 0n;

  const nextBlock = (): void => {
    key ??=
      seed === undefined
        ? crypto.getRandomValues(new Uint8Array(BLOCK_BYTES))
        : sha256(new TextEncoder().encode(seed));
    const message = new Uint8Array(key.length + 8);
    message.set(key);
    new DataView(message.buffer).setBigUint64(key.length, counter++);
    block = sha256(message);
    used = 0;
  };

  return (length) => {
    const bytes = new Uint8Array(length);
    for (let filled = 0; filled < length;) {
      if (used === block.length) nextBlock();
      const part = block.subarray(used, used + length - filled);
      bytes.set(part, filled);
      filled += part.length;
      used += part.length;
    }
    return bytes;
  };
}

export function createBudget(limit: number, shared?: Budget): Budget {
  let left = limit;
  return {
    spend(units) {
      shared?.spend(units);
      left -= units;
      if (left < 0) throw new BudgetExceeded(limit);
    },
  };
}
