/** Sources that say what another says, word for word or nearly so. */
import { NEAR_DUPLICATE, shinglesOf } from "../_lib/text/prose/similarity.ts";
import type { Source } from "./sources.ts";

export interface Duplicate {
  readonly reason: "duplicate" | "near-duplicate";
  /** The one that is kept instead. */
  readonly keeper: Source;
}

/**
 * The sources to be dropped. Kept is who is required, then who has the higher priority, then who comes first;
 * required sources are all kept. Costs the runs of words times the kept sources that share them, 500 at most.
 */
export function findDuplicates(sources: readonly Source[]): ReadonlyMap<Source, Duplicate> {
  const duplicates = new Map<Source, Duplicate>();
  const kept = new KeptSources();
  for (const source of sources.toSorted(byClaim)) {
    const shingles = shinglesOf(source.text);
    const duplicate = source.required ? undefined : kept.find(shingles);
    if (duplicate) duplicates.set(source, duplicate);
    else kept.add(source, shingles);
  }
  return duplicates;
}

function byClaim(a: Source, b: Source): number {
  const byRequired = Number(b.required) - Number(a.required);
  return byRequired || comparePriority(a, b) || a.index - b.index;
}

/** The higher one first; their difference may be beyond all numbers. */
export function comparePriority(a: Source, b: Source): number {
  return Number(a.priority < b.priority) - Number(a.priority > b.priority);
}

type Shingles = ReturnType<typeof shinglesOf>;

class KeptSources {
  readonly #sources: { readonly source: Source; readonly size: number }[] = [];
  readonly #byNormal = new Map<string, Source>();
  /** Which of them have a run of words. */
  readonly #postings = new Map<string, number[]>();

  add(source: Source, { normal, grams }: Shingles): void {
    const place = this.#sources.push({ source, size: grams.size }) - 1;
    if (!this.#byNormal.has(normal)) this.#byNormal.set(normal, source);
    for (const gram of grams) {
      const known = this.#postings.get(gram);
      if (known) known.push(place);
      else this.#postings.set(gram, [place]);
    }
  }

  find({ normal, grams }: Shingles): Duplicate | undefined {
    const same = this.#byNormal.get(normal);
    if (same) return { reason: "duplicate", keeper: same };
    const shared = new Uint32Array(this.#sources.length);
    for (const gram of grams) {
      for (const place of this.#postings.get(gram) ?? []) shared[place] = (shared[place] ?? 0) + 1;
    }
    const near = this.#sources.find(({ size }, place) => {
      const both = shared[place] ?? 0;
      return both > 0 && both / (size + grams.size - both) >= NEAR_DUPLICATE;
    });
    return near && { reason: "near-duplicate", keeper: near.source };
  }
}
