/** What a text is, asked of all tools at once: which would take it, the surest first. */
import { type Entry, loadEntries } from "./catalogue.ts";
import { SETUP } from "./setup.ts";
import { pinned } from "./storage.ts";

/** Tools look at the beginning. */
const SAMPLE = 2000;
const LEAST_SURE = 0.3;

export interface Offer {
  readonly entry: Entry;
  readonly sureness: number;
}

interface Detects {
  readonly DETECTS: readonly (readonly [id: string, detect: (sample: string) => number])[];
}

async function loadDetects(): Promise<Detects> {
  return (await import(SETUP.detects)) as Detects;
}

/** One of the texts is for a tool that handles secrets. */
export async function holdSecret(texts: readonly string[]): Promise<boolean> {
  const offers = await Promise.all(texts.map((text) => offersFor(text, Number.POSITIVE_INFINITY)));
  return offers.flat().some(({ entry }) => entry.secret === true);
}

/** At most `limit`; pinned ones first among those that are equally sure. */
export async function offersFor(text: string, limit: number): Promise<readonly Offer[]> {
  const [{ DETECTS }, entries] = await Promise.all([loadDetects(), loadEntries()]);
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const sample = text.slice(0, SAMPLE);
  const isPinned = (id: string) => Number(pinned.value.includes(id));
  return DETECTS.flatMap(([id, detect]): Offer[] => {
    const entry = byId.get(id);
    const sureness = detect(sample);
    return entry && sureness >= LEAST_SURE ? [{ entry, sureness }] : [];
  })
    .toSorted(
      (left, right) =>
        right.sureness - left.sureness ||
        isPinned(right.entry.id) - isPinned(left.entry.id) ||
        (left.entry.id < right.entry.id ? -1 : 1),
    )
    .slice(0, limit);
}
