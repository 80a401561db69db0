/** Words searched as the service does it, in this browser. */
import { rank } from "../search/rank.ts";
import { type Entry, loadEntries, loadIndex } from "./catalogue.ts";

export async function searchUnits(words: string, limit: number): Promise<readonly Entry[]> {
  const [index, entries] = await Promise.all([loadIndex(), loadEntries()]);
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  return rank(index, words)
    .hits.slice(0, limit)
    .flatMap(({ id }) => byId.get(id) ?? []);
}
