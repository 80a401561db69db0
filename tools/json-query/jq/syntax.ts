/** The syntax tree of a jq program; `at` is an offset in the program's text. */
import type { JsonNode } from "../../_lib/json/tree/tree.ts";

export type Arithmetic = "+" | "-" | "*" | "/" | "%";
export type Comparison = "==" | "!=" | "<" | "<=" | ">" | ">=";
export type Assignment = "=" | "|=" | "//=" | `${Arithmetic}=`;

export type Query =
  | { readonly type: "identity" }
  | { readonly type: "literal"; readonly value: JsonNode }
  /** A string with its parts; those that are queries are formatted, by `@text` if not said otherwise. */
  | {
      readonly type: "string";
      readonly parts: readonly (string | Query)[];
      readonly format: string;
      readonly at: number;
    }
  | { readonly type: "format"; readonly name: string; readonly at: number }
  | {
      readonly type: "index";
      readonly target: Query;
      readonly key: Query;
      readonly optional?: boolean;
    }
  | {
      readonly type: "slice";
      readonly target: Query;
      readonly from: Query | undefined;
      readonly to: Query | undefined;
      readonly optional?: boolean;
    }
  | { readonly type: "each"; readonly target: Query; readonly optional?: boolean }
  | { readonly type: "array"; readonly body: Query | undefined }
  | { readonly type: "object"; readonly entries: readonly ObjectEntry[] }
  | { readonly type: "negate"; readonly body: Query }
  | {
      readonly type: "pipe" | "comma" | "alternative" | "and" | "or";
      readonly left: Query;
      readonly right: Query;
    }
  | {
      readonly type: "binary";
      readonly operator: Arithmetic | Comparison;
      readonly left: Query;
      readonly right: Query;
    }
  | {
      readonly type: "assign";
      readonly operator: Assignment;
      readonly left: Query;
      readonly right: Query;
    }
  | {
      readonly type: "if";
      readonly condition: Query;
      readonly consequence: Query;
      readonly otherwise: Query;
    }
  | { readonly type: "try"; readonly body: Query; readonly handler: Query | undefined }
  | {
      readonly type: "reduce";
      readonly source: Query;
      readonly patterns: readonly Pattern[];
      readonly init: Query;
      readonly update: Query;
    }
  | {
      readonly type: "foreach";
      readonly source: Query;
      readonly patterns: readonly Pattern[];
      readonly init: Query;
      readonly update: Query;
      readonly extract: Query;
    }
  | {
      readonly type: "bind";
      readonly source: Query;
      readonly patterns: readonly Pattern[];
      readonly body: Query;
    }
  | { readonly type: "label"; readonly name: string; readonly body: Query }
  | { readonly type: "break"; readonly name: string; readonly at: number }
  | { readonly type: "define"; readonly definition: Definition; readonly rest: Query }
  | {
      readonly type: "call";
      readonly name: string;
      readonly args: readonly Query[];
      readonly at: number;
    }
  | { readonly type: "variable"; readonly name: string; readonly at: number };

export interface ObjectEntry {
  readonly key: Query;
  readonly value: Query;
}

export interface Definition {
  readonly name: string;
  readonly params: readonly Param[];
  readonly body: Query;
}

export interface Param {
  readonly name: string;
  /** Written with `$`: a variable of that name holds each value of the argument in turn. */
  readonly isValue: boolean;
}

export type Pattern =
  | { readonly type: "variable"; readonly name: string }
  | { readonly type: "array"; readonly items: readonly Pattern[] }
  | { readonly type: "object"; readonly entries: readonly PatternEntry[] };

export interface PatternEntry {
  readonly key: Query;
  /** The variable of `$name` as a key. */
  readonly variable: string | undefined;
  readonly value: Pattern | undefined;
}

export const IDENTITY: Query = { type: "identity" };

/** Names that are no functions and no bare variables. */
export const KEYWORDS: ReadonlySet<string> = new Set([
  "__loc__",
  "and",
  "as",
  "break",
  "catch",
  "def",
  "elif",
  "else",
  "end",
  "foreach",
  "if",
  "import",
  "include",
  "label",
  "module",
  "or",
  "reduce",
  "then",
  "try",
]);
