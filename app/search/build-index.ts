/** Builds the search index from the registry: BM25 over weighted fields, worked out before any query comes. */
import { sum } from "../../tools/_lib/algorithms/sum.ts";
import type { RegistryEntry, UnitDetail } from "../registry-entry.ts";
import { IMPACT_SCALE, type SearchIndex } from "./search-index.ts";
import { stem, termsOf } from "./tokens.ts";
import { ABSENT } from "./absent.ts";
import { SYNONYMS } from "./synonyms.ts";

const SATURATION = 1.2;
const LENGTH_NORMALISATION = 0.4;

interface SearchField {
  readonly weight: number;
  readonly texts: readonly string[];
}

export interface Described {
  readonly entry: RegistryEntry;
  readonly detail: UnitDetail;
}

function fieldsOf({ entry, detail }: Described): SearchField[] {
  return [
    { weight: 5, texts: [entry.id] },
    { weight: 4, texts: entry.aliases },
    { weight: 2, texts: [entry.name] },
    { weight: 2.5, texts: detail.keywords },
    { weight: 0.7, texts: [detail.description] },
    { weight: 1.5, texts: detail.intents },
    { weight: 0.4, texts: Object.keys(detail.input_schema.properties) },
  ];
}

export function buildIndex(
  units: readonly Described[],
  frequentWords: readonly (readonly string[])[],
): SearchIndex {
  const telling = tellingBy(frequentWords);
  const absent = ABSENT.map((texts): SearchField[] => [{ weight: 1.5, texts }]);
  const documents = [...units.map(fieldsOf), ...absent].map(weigh);
  const lengths = documents.map((weights) => sum(weights.values()));
  const meanLength = sum(lengths) / Math.max(1, lengths.length);

  const found = new Map<string, number[]>();
  for (const [document, weights] of documents.entries()) {
    for (const term of weights.keys()) found.set(term, [...(found.get(term) ?? []), document]);
  }

  const postings: Record<string, number[]> = Object.create(null);
  for (const term of [...found.keys()].toSorted()) {
    const holders = found.get(term) ?? [];
    const share = (documents.length - holders.length + 0.5) / (holders.length + 0.5);
    const rarity = telling(term) * Math.log(1 + share);
    postings[term] = holders.flatMap((document) => {
      const weight = documents[document]?.get(term) ?? 0;
      const length = (lengths[document] ?? 0) / meanLength;
      const norm = SATURATION * (1 - LENGTH_NORMALISATION + LENGTH_NORMALISATION * length);
      const impact = (rarity * weight * (SATURATION + 1)) / (weight + norm);
      return [document, Math.round(impact * IMPACT_SCALE)];
    });
  }
  return {
    ids: units.map(({ entry }) => entry.id),
    documents: documents.length,
    postings,
    phrases: collectPhrases(units),
    synonyms: collectSynonyms(),
  };
}

const COMMON_UP_TO = 2000;
const LEAST_TELLING = 0.3;

/**
 * What a term is worth for itself: few tools speak of `throw` or `keep`, which still says little, as everybody does.
 * Takes lists of words, the most frequent one first.
 */
function tellingBy(lists: readonly (readonly string[])[]): (term: string) => number {
  const ranks = new Map<string, number>();
  for (const words of lists) {
    for (const [rank, word] of words.entries()) {
      const term = stem(word);
      ranks.set(term, Math.min(rank, ranks.get(term) ?? rank));
    }
  }
  return (term) => {
    const rank = ranks.get(term) ?? COMMON_UP_TO;
    const seldom = Math.min(1, Math.log(1 + rank) / Math.log(COMMON_UP_TO));
    return LEAST_TELLING + (1 - LEAST_TELLING) * seldom;
  };
}

function collectSynonyms(): Record<string, string[]> {
  const synonyms: Record<string, string[]> = Object.create(null);
  for (const group of SYNONYMS) {
    const terms = [...new Set(group.flatMap(termsOf))];
    for (const term of terms) {
      (synonyms[term] ??= []).push(...terms.filter((other) => other !== term));
    }
  }
  return synonyms;
}

/** Adds up how often and where each term stands. */
function weigh(fields: readonly SearchField[]): Map<string, number> {
  const weights = new Map<string, number>();
  for (const { weight, texts } of fields) {
    for (const term of texts.flatMap(termsOf)) weights.set(term, (weights.get(term) ?? 0) + weight);
  }
  return weights;
}

function collectPhrases(units: readonly Described[]): Record<string, number[]> {
  const phrases: Record<string, number[]> = Object.create(null);
  for (const [document, { entry }] of units.entries()) {
    const texts = [entry.id, entry.name, ...entry.aliases];
    for (const phrase of new Set(texts.map((text) => termsOf(text).join(" ")))) {
      (phrases[phrase] ??= []).push(document);
    }
  }
  return phrases;
}
