/** How much the units of a text matter: to a query (BM25), or to one another (TextRank). */
import { ln } from "../numbers/logarithm.ts";
import type { TextUnit } from "../text/prose/units.ts";

/** A unit with its terms. */
export interface RankedUnit extends TextUnit {
  readonly terms: readonly string[];
  readonly distinct: ReadonlySet<string>;
}

/** What a query is asked of: a unit, or a whole text, which has no kind. */
export type Scorable = Pick<RankedUnit, "terms" | "distinct"> & Partial<Pick<RankedUnit, "kind">>;

const K1 = 1.2;
const B = 0.75;

/** Okapi BM25 of the distinct query terms; units that cannot be picked by it have 0. */
export function scoreByQuery(units: readonly Scorable[], query: ReadonlySet<string>): number[] {
  const scored = units.filter(canScore);
  const frequency = documentFrequency(scored);
  const mean = scored.reduce((sum, { terms }) => sum + terms.length, 0) / scored.length;
  const idf = (term: string): number => {
    const df = frequency.get(term) ?? 0;
    return ln(1 + (scored.length - df + 0.5) / (df + 0.5));
  };
  const weights = new Map(Array.from(query, (term) => [term, idf(term)]));
  return units.map((unit) => {
    if (!canScore(unit)) return 0;
    const counts = new Map<string, number>();
    for (const term of unit.terms) {
      if (weights.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
    }
    const norm = K1 * (1 - B + (B * unit.terms.length) / mean);
    let score = 0;
    for (const [term, weight] of weights) {
      const count = counts.get(term) ?? 0;
      score += (weight * count * (K1 + 1)) / (count + norm);
    }
    return score;
  });
}

const DAMPING = 0.85;
const ROUNDS = 30;
/** A term in more units than this links nothing. */
const MOST_LINKED = 50;

/** TextRank (Mihalcea and Tarau, 2004) over shared terms. */
export function scoreByRank(units: readonly RankedUnit[]): number[] {
  const edges = edgesBetween(units);
  let scores: number[] = units.map((unit) => (canScore(unit) ? 1 : 0));
  const sums = edges.map((links) => {
    let sum = 0;
    for (const weight of links.values()) sum += weight;
    return sum;
  });
  for (let round = 0; round < ROUNDS; round++) {
    const next = units.map((unit) => (canScore(unit) ? 1 - DAMPING : 0));
    for (const [from, links] of edges.entries()) {
      const share = (DAMPING * (scores[from] ?? 0)) / (sums[from] || 1);
      for (const [to, weight] of links) next[to] = (next[to] ?? 0) + share * weight;
    }
    scores = next;
  }
  return scores;
}

function edgesBetween(units: readonly RankedUnit[]): Map<number, number>[] {
  const postings = new Map<string, number[]>();
  for (const [index, unit] of units.entries()) {
    if (!canScore(unit)) continue;
    for (const term of unit.distinct) {
      const known = postings.get(term);
      if (known) known.push(index);
      else postings.set(term, [index]);
    }
  }
  const shared = units.map(() => new Map<number, number>());
  for (const places of postings.values()) {
    if (places.length > MOST_LINKED) continue;
    for (const a of places) {
      const links = shared[a];
      for (const b of places) if (b !== a) links?.set(b, (links.get(b) ?? 0) + 1);
    }
  }
  const length = (index: number): number => ln(1 + (units[index]?.distinct.size ?? 0));
  for (const [a, links] of shared.entries()) {
    for (const [b, count] of links) links.set(b, count / (length(a) + length(b)));
  }
  return shared;
}

/** Headings come with what is below them; a unit without terms says nothing. */
function canScore({ kind, terms }: Scorable): boolean {
  return kind !== "heading" && terms.length > 0;
}

function documentFrequency(units: readonly Scorable[]): ReadonlyMap<string, number> {
  const frequency = new Map<string, number>();
  for (const { distinct } of units) {
    for (const term of distinct) frequency.set(term, (frequency.get(term) ?? 0) + 1);
  }
  return frequency;
}

const BONUS = 1.1;

/** Digits and first sentences count a little more; then the highest score is 1. */
export function adjustScores(units: readonly RankedUnit[], scores: readonly number[]): number[] {
  const raised = scores.map((score, index) => {
    const unit = units[index];
    const isFirst =
      unit?.kind === "sentence" && (index === 0 || units[index - 1]?.kind === "heading");
    return score * (/\p{Nd}/u.test(unit?.text ?? "") ? BONUS : 1) * (isFirst ? BONUS : 1);
  });
  const highest = raised.reduce((most, score) => Math.max(most, score), 0);
  return highest === 0 ? raised : raised.map((score) => score / highest);
}
