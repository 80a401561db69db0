/** The syntax tree of a JMESPath expression. */
import type { JsonNode } from "../../_lib/json/tree/tree.ts";

export type Comparator = "==" | "!=" | "<" | "<=" | ">" | ">=";

export type Expression =
  | { readonly type: "current" }
  | { readonly type: "field"; readonly name: string }
  | { readonly type: "literal"; readonly value: JsonNode }
  | { readonly type: "index"; readonly index: number }
  | ({ readonly type: "slice" } & Slice)
  | { readonly type: "flatten"; readonly body: Expression }
  /** `left`, then `right` on its value. */
  | { readonly type: "chain" | "pipe"; readonly left: Expression; readonly right: Expression }
  /** `right` on each item of an array, or on each value of an object. */
  | { readonly type: "items" | "values"; readonly left: Expression; readonly right: Expression }
  | {
      readonly type: "filter";
      readonly left: Expression;
      readonly condition: Expression;
      readonly right: Expression;
    }
  | { readonly type: "or" | "and"; readonly left: Expression; readonly right: Expression }
  | {
      readonly type: "compare";
      readonly operator: Comparator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly type: "not"; readonly body: Expression }
  | { readonly type: "list"; readonly items: readonly Expression[] }
  | {
      readonly type: "hash";
      readonly entries: readonly { readonly key: string; readonly value: Expression }[];
    }
  | { readonly type: "call"; readonly name: string; readonly args: readonly Expression[] }
  /** `&expression`, which only functions take. */
  | { readonly type: "reference"; readonly body: Expression };

export interface Slice {
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly step: number;
}

export const CURRENT: Expression = { type: "current" };
