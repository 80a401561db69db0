/** Ranks the catalogue for a query: typo and prefix tolerant, deterministic, ties by id. */
import { editDistance } from "../../tools/_lib/text/nearest.ts";
import { IMPACT_SCALE, type SearchIndex } from "./search-index.ts";
import { termsOf } from "./tokens.ts";

export interface Hit {
  readonly id: string;
  readonly score: number;
}

export const MAX_QUERY_CHARACTERS = 256;

const PREFIX_DISCOUNT = 0.7;
const TYPO_DISCOUNTS = [1, 0.75, 0.5] as const;
const PHRASE_BONUS = 12;
const SHORTEST_PREFIX = 3;

/** Every unit that shares a term with the query, best first; no unit for a query without terms. */
export function rank({ ids, postings, phrases }: SearchIndex, query: string): Hit[] {
  const terms = [...new Set(termsOf(query.slice(0, MAX_QUERY_CHARACTERS)))];
  const scores = new Float64Array(ids.length);
  const matched = new Float64Array(ids.length);

  for (const term of terms) {
    const best = new Map<number, number>();
    for (const [candidate, factor] of expand(term, postings)) {
      const list = postings[candidate] ?? [];
      for (let at = 0; at < list.length; at += 2) {
        const document = list[at] ?? 0;
        const impact = ((list[at + 1] ?? 0) / IMPACT_SCALE) * factor;
        if (impact > (best.get(document) ?? 0)) best.set(document, impact);
      }
    }
    for (const [document, impact] of best) {
      scores[document] = (scores[document] ?? 0) + impact;
      matched[document] = (matched[document] ?? 0) + 1;
    }
  }
  for (const document of phrases[terms.join(" ")] ?? []) {
    scores[document] = (scores[document] ?? 0) + PHRASE_BONUS;
  }
  return ids
    .map((id, document) => ({
      id,
      score: round(
        (scores[document] ?? 0) * (0.5 + (0.5 * (matched[document] ?? 0)) / terms.length),
      ),
    }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}

/** The index terms that a query term stands for, each with what its match is worth. */
function expand(term: string, postings: SearchIndex["postings"]): [string, number][] {
  const expansions: [string, number][] = [];
  const known = Object.hasOwn(postings, term);
  if (known) expansions.push([term, 1]);
  if (term.length < SHORTEST_PREFIX) return expansions;
  const reach = known ? 0 : typosAllowed(term);
  for (const candidate of Object.keys(postings)) {
    if (candidate === term) continue;
    if (candidate.startsWith(term))
      expansions.push([
        candidate,
        prefixWorth(term, candidate) * (known ? commonness(postings, term, candidate) : 1),
      ]);
    else if (reach > 0 && Math.abs(candidate.length - term.length) <= reach) {
      const distance = editDistance(term, candidate);
      if (distance <= reach) expansions.push([candidate, TYPO_DISCOUNTS[distance] ?? 0]);
    }
  }
  return expansions;
}

function typosAllowed(term: string): 0 | 1 | 2 {
  if (term.length < 3) return 0;
  return term.length < 8 ? 1 : 2;
}

/** A longer word is rarer than the one that was asked for, which is no reason to rank it higher. */
function commonness(postings: SearchIndex["postings"], term: string, candidate: string): number {
  const [asked, found] = [term, candidate].map((word) => postings[word]?.length ?? 0);
  return Math.min(1, Math.sqrt((found ?? 0) / (asked || 1)));
}

function prefixWorth(term: string, candidate: string): number {
  return (PREFIX_DISCOUNT * term.length) / candidate.length;
}

function round(score: number): number {
  return Math.round(score * IMPACT_SCALE) / IMPACT_SCALE;
}
