/** `bun run bench:search [FILE]`: recall, rank and empty answers of the search over judged queries. */
import { findEntry } from "../../app/registry.ts";
import { search } from "../../app/search/search.ts";

interface Judged {
  readonly query: string;
  /** id → 2 for the tool to use, 1 for an acceptable second choice. */
  readonly want: Readonly<Record<string, number>>;
  readonly kind: string;
}

class Tally {
  #queries = 0;
  #first = 0;
  #five = 0;
  #reciprocal = 0;
  #empty = 0;

  add(rank: number, empty: boolean): void {
    this.#queries++;
    if (rank === 1) this.#first++;
    if (rank >= 1 && rank <= 5) this.#five++;
    if (rank >= 1) this.#reciprocal += 1 / rank;
    if (empty) this.#empty++;
  }

  row(name: string): string {
    const share = (count: number) => (count / this.#queries).toFixed(3).padStart(8);
    return [
      name.padEnd(10),
      String(this.#queries).padStart(6),
      share(this.#first),
      share(this.#five),
      share(this.#reciprocal),
      share(this.#empty),
    ].join("");
  }
}

const file = Bun.argv[2] ?? "../shared/search/dev-queries.jsonl";
const text = await Bun.file(file).text();
const judged = text
  .split("\n")
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Judged);

const tallies = new Map<string, Tally>([["all", new Tally()]]);
let unanswerable = 0;
const misses: string[] = [];
for (const { query, want, kind } of judged) {
  const wanted = Object.keys(want).find((id) => want[id] === 2);
  if (wanted === undefined || !findEntry(wanted)) {
    unanswerable++;
    continue;
  }
  const { hits } = await search(query);
  const rank = hits.findIndex(({ id }) => id === wanted) + 1;
  const tally = tallies.get(kind) ?? new Tally();
  tallies.set(kind, tally);
  for (const each of [tally, tallies.get("all")]) each?.add(rank, hits.length === 0);
  if (rank !== 1)
    misses.push(`${String(rank).padStart(3)}  ${wanted}  <-  ${query}  (${hits[0]?.id})`);
}

console.log("kind      queries       @1      @5     MRR   empty");
for (const [kind, tally] of tallies) console.log(tally.row(kind));
console.log(`${unanswerable} queries ask for tools that are not there`);
if (Bun.argv.includes("--misses")) console.log(misses.join("\n"));
