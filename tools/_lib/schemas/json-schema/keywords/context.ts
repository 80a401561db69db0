import type { JsonNode } from "../../../json/tree/tree.ts";
import type { Draft } from "../drafts.ts";
import type { Check, Description, Keyword, Run, Schema, Scope, Situation } from "../evaluation.ts";

/** What a keyword gets to know when it is made ready. */
export interface KeywordContext {
  readonly draft: Draft;
  readonly value: JsonNode;
  readonly keyword: Keyword;
  /** Whether the format of this name is to be checked. */
  assertsFormat(name: string): boolean;
  /** The value of another keyword of the same schema that the dialect knows. */
  sibling(name: string): JsonNode | undefined;
  /** Another keyword of the same schema, to be named in a finding. */
  keywordOf(name: string): Keyword;
  /** A schema in the keyword's value that speaks of parts of the data. */
  inside(node: JsonNode): Schema;
  /** A schema in the keyword's value that speaks of the same data. */
  here(node: JsonNode): Schema;
  /** The schema that a reference leads to. */
  refer(reference: string): Schema;
  /** The outermost schema of a dynamic anchor. */
  dynamicTarget(name: string, scope: Scope): Schema | undefined;
  /** The outermost root with `$recursiveAnchor`. */
  recursiveTarget(scope: Scope): Schema | undefined;
  isRecursive(target: Schema): boolean;
  isDynamic(target: Schema, name: string): boolean;
  /** Says that the keyword depends on where the schema was referred to from. */
  useScope(dynamicName?: string): void;
  /** Refuses the schema. */
  invalid(message: string, received: unknown, hint?: string): never;
}

/** Makes a keyword ready; undefined where it cannot refuse anything. */
export type KeywordMaker = (context: KeywordContext) => Check | undefined;

/** A check of a value by itself, and the words for a value that fails it. */
export function assertion(
  { keyword }: KeywordContext,
  accepts: (node: JsonNode, run: Run) => boolean,
  describe: (node: JsonNode) => Description,
): Check {
  return (run, node, at) => {
    if (accepts(node, run)) return true;
    at.findings?.add({ keyword, at: node, describe: () => describe(node) });
    return false;
  };
}

/** Adds a finding where findings are collected. */
export function report(
  { findings }: Situation,
  keyword: Keyword,
  at: JsonNode,
  describe: () => Description,
): void {
  findings?.add({ keyword, at, describe });
}
