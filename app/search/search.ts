/** The search over the catalogue, with the index that is built in. */
import type { SearchIndex } from "./search-index.ts";
import { type Found, rank } from "./rank.ts";

let index: SearchIndex | undefined;

/** Reads the index at the first search, so that the start does not pay for it. */
export async function search(query: string): Promise<Found> {
  if (!index) {
    const { TEXTS } = await import("./index.gen.ts");
    index = JSON.parse(TEXTS.index()) as SearchIndex;
  }
  return rank(index, query);
}
