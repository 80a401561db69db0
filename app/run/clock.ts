/** When a run takes place, and by which seed. */
export interface RunClock {
  /** Epoch milliseconds. */
  readonly now: number;
  /** The caller's or the drawn seed; without one the entropy is drawn when first asked for. */
  readonly seed: string | undefined;
  /** Whether the caller gave the seed. */
  readonly seeded: boolean;
}

const SEED_BYTES = 32;

/** 256 bits of the system's generator as text that can be given as `options.seed`. */
export function drawSeed(): string {
  return crypto.getRandomValues(new Uint8Array(SEED_BYTES)).toHex();
}
