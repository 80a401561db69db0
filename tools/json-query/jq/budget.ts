/** Takes units of the budget; throws where there are none left. */
export type Spend = (units: number) => void;

/** Ends a query that takes too much work; nothing catches it but the caller. */
export class QueryTooCostly extends Error {}

/** Characters that no text of a query has more of. */
export const LONGEST_STRING = 16_777_216;
