/** What is built before any query comes, and ranked by. */
export interface SearchIndex {
  readonly ids: readonly string[];
  /** term → document, impact, document, impact, … */
  readonly postings: Readonly<Record<string, readonly number[]>>;
  /** Authored phrases as joined terms → documents: a query that is one of them is answered at once. */
  readonly phrases: Readonly<Record<string, readonly number[]>>;
}

/** Impacts are whole numbers, a thousandth each. */
export const IMPACT_SCALE = 1000;
