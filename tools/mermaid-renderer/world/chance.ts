import { steadyFunctions } from "./steady.ts";

/** Chance that is always the same: the generator of a run starts at one seed. */
const SEED = 1;

/** mulberry32 by Tommy Ettinger (public domain): 32 bits of state, numbers from 0 to 1. */
export function createRandom(): () => number {
  let state = SEED;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** `Math` with that generator, and the same in every engine. */
export function createMath(): object {
  const members = Object.getOwnPropertyDescriptors(Math);
  const math = Object.create(null, members) as object;
  for (const [name, value] of Object.entries({ ...steadyFunctions(), random: createRandom() })) {
    Object.defineProperty(math, name, { value });
  }
  return math;
}
