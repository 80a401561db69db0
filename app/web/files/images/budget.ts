/** The highest quality at which a picture is no larger than it may be. */

export interface Encoded {
  readonly quality: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** With so many tries all whole qualities from 1 to 100 can be told apart. */
const MOST_TRIES = 7;

/**
 * The highest whole quality within bounds whose encoding fits; where none does, the lowest one.
 * `encode` is called at most seven times.
 */
export async function withinBudget(
  encode: (quality: number) => Promise<Uint8Array<ArrayBuffer>>,
  { lowest, highest, most }: { lowest: number; highest: number; most: number },
): Promise<Encoded> {
  let low = Math.min(lowest, highest);
  let high = highest;
  let best: Encoded | undefined;
  let least: Encoded | undefined;
  // The wanted quality is mostly the right one, where a try is left for it.
  const isSpare = 2 ** (MOST_TRIES - 1) > high - low;
  for (let quality = isSpare ? high : middle(low, high); low <= high; quality = middle(low, high)) {
    const made = { quality, bytes: await encode(quality) };
    if (made.bytes.length <= most) {
      best = made;
      low = quality + 1;
    } else {
      least = made;
      high = quality - 1;
    }
  }
  const found = best ?? least;
  if (found === undefined) throw new Error("Nothing was encoded");
  return found;
}

function middle(low: number, high: number): number {
  return Math.floor((low + high) / 2);
}
