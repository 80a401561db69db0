/**
 * Parts of code that the work needs beside the page: each is loaded once, in the worker, under a name that the user
 * reads with its size, or where it cannot be loaded.
 */

export interface Part {
  /** After "The": "AVIF encoder". */
  readonly name: string;
  /** As they were sent; unknown as long as it is loaded. */
  readonly bytes?: number;
}

/** A part that could not be fetched. */
export class NotLoaded extends Error {
  override readonly name = "NotLoaded";
}

let last: Promise<unknown> = Promise.resolve();
let counted = 0;

/**
 * A part is fetched after those that were asked for before: its size is what arrived meanwhile. So none loads another.
 */
export function part<T>(name: string, load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => {
    if (loading) return loading;
    const own = last.then(() => told(name, load));
    loading = own;
    last = own.catch(() => {
      // Asked for again it is tried again.
      loading = undefined;
    });
    return own;
  };
}

async function told<T>(name: string, load: () => Promise<T>): Promise<T> {
  tell({ name });
  try {
    const loaded = await load();
    tell({ name, bytes: arrived() });
    return loaded;
  } catch (error) {
    // There was no memory for it.
    if (error instanceof RangeError) throw error;
    throw new NotLoaded(name);
  }
}

function tell(one: Part): void {
  self.postMessage({ part: one });
}

/** Since it was asked the last time, compressed as it came. */
function arrived(): number {
  const all = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
  const bytes = all.slice(counted).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
  counted = all.length;
  return bytes;
}
