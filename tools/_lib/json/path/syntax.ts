import type { JsonNode } from "../tree/tree.ts";

/** A query of RFC 9535; `start` and `end` are offsets in its text. */
export interface Query {
  readonly type: "query";
  /** Whether it begins at the root `$`, not at the current node `@`. */
  readonly absolute: boolean;
  readonly segments: readonly Segment[];
  readonly start: number;
}

export interface Segment {
  readonly descendant: boolean;
  readonly selectors: readonly Selector[];
  readonly end: number;
}

export type Selector =
  | { readonly type: "name"; readonly name: string }
  | { readonly type: "wildcard" }
  | { readonly type: "index"; readonly index: number }
  | Slice
  | { readonly type: "filter"; readonly test: Expression };

export interface Slice {
  readonly type: "slice";
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly step: number;
}

export type Expression =
  | { readonly type: "or" | "and"; readonly parts: readonly Expression[]; readonly start: number }
  | { readonly type: "not"; readonly part: Expression; readonly start: number }
  | Comparison
  | Query
  | Call
  | Literal;

export const OPERATORS = ["==", "!=", "<=", ">=", "<", ">"] as const;
export type Operator = (typeof OPERATORS)[number];

export interface Comparison {
  readonly type: "comparison";
  readonly operator: Operator;
  readonly left: Comparable;
  readonly right: Comparable;
  readonly start: number;
}

export type Comparable = Query | Call | Literal;

export interface Call {
  readonly type: "call";
  readonly name: string;
  readonly args: readonly Expression[];
  readonly start: number;
}

export interface Literal {
  readonly type: "literal";
  readonly node: JsonNode;
  readonly start: number;
}

/** Whether a query can select at most one node, by its form. */
export function isSingular({ segments }: Query): boolean {
  return segments.every(({ descendant, selectors: [first, ...others] }) => {
    return (
      !descendant && others.length === 0 && (first?.type === "name" || first?.type === "index")
    );
  });
}
