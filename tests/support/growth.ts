/** How the time of a run grows with its input, where no steps can be counted. */

const TIMES = 8;
const RUNS = 3;
/** Below it a run is over before a square could be told from a line. */
const FLAT_MS = 20;

/**
 * How many times as long a run takes for an input eight times as large: about 8 where it is linear, 64 where it is
 * quadratic, and 0 where it is too short to tell.
 */
export function growth(run: (size: number) => unknown, size: number): number {
  const small = leastOf(() => run(size));
  const large = leastOf(() => run(size * TIMES));
  return large < FLAT_MS ? 0 : large / small;
}

/** Between linear and quadratic, with room for a machine that is busy. */
export const LINEAR = 30;

function leastOf(run: () => unknown): number {
  let least = Number.POSITIVE_INFINITY;
  for (let count = 0; count < RUNS; count++) {
    const started = performance.now();
    run();
    least = Math.min(least, performance.now() - started);
  }
  return least;
}
