/** Ranks the catalogue for a query: typo and prefix tolerant, deterministic, ties by id. */
import { editDistance } from "../../tools/_lib/text/nearest.ts";
import { IMPACT_SCALE, type SearchIndex } from "./search-index.ts";
import { inWords, termsOf } from "./tokens.ts";

export interface Hit {
  readonly id: string;
  readonly score: number;
}

/** What a query finds: the units that share a term with it, best first. */
export interface Found {
  readonly hits: readonly Hit[];
  /** The best of them is no better than chance, or the query asks for something that there is no tool for. */
  readonly nothingFits: boolean;
}

export const MAX_QUERY_CHARACTERS = 256;

const PREFIX_DISCOUNT = 0.7;
const SYNONYM_DISCOUNT = 0.3;
const TYPO_DISCOUNTS = [1, 0.75, 0.5] as const;
const PHRASE_BONUS = 12;
const SHORTEST_PREFIX = 3;
/** How much of a score depends on the share of the query that was found. */
const COVERAGE = 0.3;
/** Below both are most queries that no tool answers, and few others: the whole score, and that of one term. */
const FITTING_SCORE = 7.5;
const FITTING_TERM = 2.2;
/** What there is no tool for has few words, tools have many: it need not be as near. */
const ABSENT_SHARE = 0.75;

/** No unit for a query without terms. */
export function rank(index: SearchIndex, query: string): Found {
  const { ids } = index;
  const terms = [...new Set(termsOf(inWords(query.slice(0, MAX_QUERY_CHARACTERS))))];
  const scores = scoresOf(index, terms);
  const hits = ids
    .map((id, document) => ({ id, score: scores[document] ?? 0 }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
  const best = hits[0]?.score ?? 0;
  const isAbsent = scores.slice(ids.length).some((score) => score > ABSENT_SHARE * best);
  const isWeak = best === 0 || (best < FITTING_SCORE && best < FITTING_TERM * terms.length);
  return { hits, nothingFits: isWeak || isAbsent };
}

/** What the terms are worth to each document. */
function scoresOf(index: SearchIndex, terms: readonly string[]): number[] {
  const scores = new Float64Array(index.documents);
  const matched = new Float64Array(index.documents);
  for (const term of terms) {
    for (const [document, impact] of bestImpacts(index, term)) {
      scores[document] = (scores[document] ?? 0) + impact;
      matched[document] = (matched[document] ?? 0) + 1;
    }
  }
  const phrase = terms.join(" ");
  const named = Object.hasOwn(index.phrases, phrase) ? index.phrases[phrase] : undefined;
  for (const document of named ?? []) {
    scores[document] = (scores[document] ?? 0) + PHRASE_BONUS;
  }
  return [...scores].map((score, document) =>
    round(score * (1 - COVERAGE + (COVERAGE * (matched[document] ?? 0)) / terms.length)),
  );
}

/** The most that a term, or what it stands for, is worth to each document that has it. */
function bestImpacts(index: SearchIndex, term: string): ReadonlyMap<number, number> {
  const best = new Map<number, number>();
  for (const [candidate, factor] of expand(term, index)) {
    const list = index.postings[candidate] ?? [];
    for (let at = 0; at < list.length; at += 2) {
      const document = list[at] ?? 0;
      const impact = ((list[at + 1] ?? 0) / IMPACT_SCALE) * factor;
      if (impact > (best.get(document) ?? 0)) best.set(document, impact);
    }
  }
  return best;
}

/** The index terms that a query term stands for, each with what its match is worth. */
function expand(term: string, index: SearchIndex): [string, number][] {
  const { postings, synonyms } = index;
  const expansions = (Object.hasOwn(synonyms, term) ? (synonyms[term] ?? []) : []).map(
    (other): [string, number] => [other, SYNONYM_DISCOUNT],
  );
  const known = Object.hasOwn(postings, term);
  if (known) expansions.push([term, 1]);
  if (term.length < SHORTEST_PREFIX) return expansions;
  const reach = known ? 0 : typosAllowed(term);
  const letters = lettersOf(term);
  const meant: [string, number][] = [];
  for (const [candidate, itsLetters] of vocabularyOf(index)) {
    if (candidate === term) continue;
    if (candidate.startsWith(term)) {
      const common = known ? commonness(postings, term, candidate) : 1;
      expansions.push([candidate, prefixWorth(term, candidate) * common]);
    } else if (
      reach > 0 &&
      Math.abs(candidate.length - term.length) <= reach &&
      differing(letters, itsLetters) <= 2 * reach
    ) {
      const distance = editDistance(term, candidate);
      if (distance <= reach) meant.push([candidate, TYPO_DISCOUNTS[distance] ?? 0]);
    }
  }
  return [...expansions, ...likely(meant, postings)];
}

type Vocabulary = readonly (readonly [term: string, letters: number])[];

const vocabularies = new WeakMap<SearchIndex, Vocabulary>();

function vocabularyOf(index: SearchIndex): Vocabulary {
  const known = vocabularies.get(index);
  if (known) return known;
  const terms = Object.keys(index.postings).map((term) => [term, lettersOf(term)] as const);
  vocabularies.set(index, terms);
  return terms;
}

/** Which letters a word has, as bits. One edit changes two of them at most, so that most words need no closer look. */
function lettersOf(word: string): number {
  let bits = 0;
  for (let at = 0; at < word.length; at++) bits |= 1 << (word.charCodeAt(at) & 31);
  return bits;
}

function differing(some: number, others: number): number {
  let bits = some ^ others;
  let count = 0;
  for (; bits !== 0; bits &= bits - 1) count++;
  return count;
}

/** Who mistypes a word more likely meant a common one: `jsn` is json, and not js. */
function likely(
  meant: readonly [string, number][],
  postings: SearchIndex["postings"],
): [string, number][] {
  const holders = meant.map(([word]) => postings[word]?.length ?? 0);
  const most = Math.max(1, ...holders);
  return meant.map(([word, worth], at) => [word, worth * Math.sqrt((holders[at] ?? 0) / most)]);
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
  return Math.round(score * 1000) / 1000;
}
