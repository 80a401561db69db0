/** What a schema says by way of other schemas about the same value. */
import { appendPointer } from "../_lib/results/pointer.ts";
import type { JsonMember, JsonNode } from "../_lib/json/tree/tree.ts";

export const COMBINERS = ["allOf", "anyOf", "oneOf"] as const;

/** Keywords by which a schema says what another one says. */
export const REFERENCES: ReadonlySet<string> = new Set(["$ref", "$recursiveRef", "$dynamicRef"]);

export type Combiner = (typeof COMBINERS)[number];

export interface Branch {
  readonly node: JsonNode;
  /** From the schema to the branch; nothing for one that is referred to. */
  readonly path: string;
  /** Where it stands, or is referred to. */
  readonly keyword: string;
}

/** Equal branches are one, a list of one is all of it, and what decides nothing is left out. */
export interface Branches extends Readonly<Record<Combiner, readonly Branch[]>> {
  /** Whether no value can fit. */
  readonly isImpossible: boolean;
  /** Equal branches of `oneOf` that were left out. */
  readonly twins: readonly JsonNode[];
}

interface Reader {
  /** The schema that a reference leads to. */
  readonly followed: (keyword: string) => JsonNode | undefined;
  readonly verdictOf: (schema: JsonNode) => boolean | undefined;
  /** Equal for schemas that are written the same. */
  readonly idOf: (schema: JsonNode) => number;
  /** Whether all that a schema means is in its own text. */
  readonly isClosed: (schema: JsonNode) => boolean;
}

/** The branches among a schema's keywords; `used` is how many of the keywords that took. */
export function branchesOf(
  keywords: readonly JsonMember[],
  reader: Reader,
): Branches & { readonly used: number } {
  const lists: Record<Combiner, readonly Branch[]> = { allOf: [], anyOf: [], oneOf: [] };
  let [used, isImpossible] = [0, false];
  let twins: readonly JsonNode[] = [];
  const add = (to: Combiner, branches: readonly Branch[]) => {
    lists[to] = lists[to].length === 0 ? branches : lists[to].concat(branches);
    used++;
  };
  for (const { key, value } of keywords) {
    const node = REFERENCES.has(key) ? reader.followed(key) : undefined;
    const combiner = COMBINERS.find((name) => name === key);
    if (node !== undefined) add("allOf", [{ node, path: "", keyword: key }]);
    else if (combiner !== undefined && value.type === "array") {
      const found = listed(combiner, value.items, reader);
      const list = distinct(found ?? [], ({ node: part }) => reader.idOf(part));
      isImpossible ||= found === undefined;
      add(list.length === 1 ? "allOf" : combiner, list);
      if (combiner === "oneOf") twins = left(found ?? [], list);
    }
  }
  // What is referred to may be written the same and stand elsewhere, where its references lead elsewhere.
  const identity = ({ node }: Branch) => (reader.isClosed(node) ? reader.idOf(node) : node);
  return { ...lists, allOf: distinct(lists.allOf, identity), isImpossible, twins, used };
}

/** The schemas of those branches that a list lacks. */
function left(branches: readonly Branch[], list: readonly Branch[]): JsonNode[] {
  const kept = new Set(list);
  return branches.filter((branch) => !kept.has(branch)).map(({ node }) => node);
}

/** The branches that decide something; undefined where no value can fit. */
function listed(
  combiner: Combiner,
  schemas: readonly JsonNode[],
  reader: Reader,
): readonly Branch[] | undefined {
  const verdicts = schemas.map((schema) => reader.verdictOf(schema));
  const decisive = combiner !== "allOf";
  if (combiner !== "oneOf" && verdicts.includes(decisive)) return decisive ? [] : undefined;
  // What fits two branches whatever it is does not fit exactly one.
  if (combiner === "oneOf" && verdicts.indexOf(true) !== verdicts.lastIndexOf(true))
    return undefined;
  const branches = schemas.flatMap((node, at) =>
    verdicts[at] === !decisive
      ? []
      : [{ node, path: appendPointer(`/${combiner}`, at), keyword: combiner }],
  );
  return branches.length === 0 && combiner !== "allOf" ? undefined : branches;
}

/** The first branch of each identity. */
function distinct(
  branches: readonly Branch[],
  identityOf: (branch: Branch) => unknown,
): readonly Branch[] {
  const seen = new Map<unknown, Branch>();
  for (const branch of branches) {
    const identity = identityOf(branch);
    if (!seen.has(identity)) seen.set(identity, branch);
  }
  return [...seen.values()];
}
