/** What is built before any query comes, and ranked by. */
export interface SearchIndex {
  /** The units; documents after them are what there is no tool for. */
  readonly ids: readonly string[];
  readonly documents: number;
  /** term → document, impact, document, impact, … */
  readonly postings: Readonly<Record<string, readonly number[]>>;
  /** Names as joined terms → documents: a query that is one of them is answered at once. */
  readonly phrases: Readonly<Record<string, readonly number[]>>;
  /** term → terms that others say instead */
  readonly synonyms: Readonly<Record<string, readonly string[]>>;
}

/** Impacts are whole numbers, a fiftieth each: more digits would rank no better, and take half as much again. */
export const IMPACT_SCALE = 50;
