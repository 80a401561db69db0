/** A schema without what does not matter: references followed, wrappers of one branch taken off. */
import { memberOf, textOf } from "../_lib/json/tree/members.ts";
import type { JsonMember, JsonNode } from "../_lib/json/tree/tree.ts";
import { appendPointer } from "../_lib/results/pointer.ts";
import { CONTRACT_FORMATS } from "../_lib/schemas/json-schema/checked-formats.ts";
import {
  type Dialect,
  type Draft,
  isAsserted,
  isSince,
  keywordOf,
} from "../_lib/schemas/json-schema/drafts.ts";
import type { Version } from "./version.ts";
import { isWhole } from "../_lib/numbers/decimal-text.ts";

/** Keywords of the core vocabulary that refuse nothing. */
const NAMES: ReadonlySet<string> = new Set([
  "$schema",
  "$id",
  "id",
  "$anchor",
  "$dynamicAnchor",
  "$recursiveAnchor",
  "$vocabulary",
  "$comment",
  "$defs",
  "definitions",
]);

export class Shape {
  readonly version: Version;
  /** The schemas that stand for one another, from the place itself to the one that is compared. */
  readonly chain: readonly JsonNode[];
  /** The last of them. */
  readonly node: JsonNode;
  /** What it says about every value, where it needs no look at it. */
  readonly verdict: boolean | undefined;
  readonly branches: Branches;
  /** Whether it says anything itself, besides what its branches say. */
  readonly hasOwn: boolean;
  readonly types: number;
  /** Equal branches of `oneOf`, here and in the wrappers, that were taken for one. */
  readonly twins: readonly JsonNode[];

  constructor(version: Version, start: JsonNode) {
    const chain = [start];
    let found = readSchema(version, start);
    const twins = [...found.branches.twins];
    for (let { only } = found; only !== undefined; { only } = found) {
      chain.push(only);
      found = readSchema(version, only);
      twins.push(...found.branches.twins);
    }
    this.twins = twins;
    this.version = version;
    this.chain = chain;
    this.node = chain.at(-1) ?? start;
    this.verdict = found.verdict;
    this.branches = found.branches;
    this.hasOwn = found.hasOwn;
    this.types = this.#typesAllowed();
  }

  /** The schema that all wrappers of it have in common. */
  get core(): Shape {
    return this.chain.length === 1 ? this : this.version.shapeOf(this.node);
  }

  /** Only a schema with keywords has one. */
  get draft(): Draft {
    return this.version.parts.draftOf(this.node);
  }

  /** The value of a keyword that the draft knows. */
  keyword(name: string): JsonNode | undefined {
    const value = memberOf(this.node, name);
    return value !== undefined && isSaying(name, value, this.version.parts.dialectOf(this.node))
      ? value
      : undefined;
  }

  /** The schema in a keyword's value. */
  part(name: string): Shape | undefined {
    const value = this.keyword(name);
    return value === undefined ? undefined : this.version.shapeOf(value);
  }

  /** The first value of an annotation on the way to the schema. */
  annotation(name: string): JsonNode | undefined {
    for (const node of this.chain) {
      const value = memberOf(node, name);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  get hasBranches(): boolean {
    return COMBINERS.some((combiner) => this.branches[combiner].length > 0);
  }

  #typesAllowed(): number {
    if (this.verdict !== undefined) return this.verdict ? ANY_TYPE : NO_TYPE;
    return typesOf(this.keyword("type"));
  }
}

interface Reading {
  readonly verdict: boolean | undefined;
  readonly branches: Branches;
  readonly hasOwn: boolean;
  /** The schema that this one is nothing but a wrapper of. */
  readonly only?: JsonNode | undefined;
}

const NO_BRANCHES: Branches = { allOf: [], anyOf: [], oneOf: [], isImpossible: false, twins: [] };

function readSchema(version: Version, node: JsonNode): Reading {
  if (node.type !== "object") {
    const verdict = node.type !== "boolean" || node.value;
    return { verdict, branches: NO_BRANCHES, hasOwn: false };
  }
  const dialect = version.parts.dialectOf(node);
  if (!isSince(dialect.draft, "2019-09") && textOf(memberOf(node, "$ref")) !== undefined) {
    const only = version.referredBy(node, "$ref");
    return { verdict: undefined, branches: NO_BRANCHES, hasOwn: false, only };
  }
  const saying = node.members.filter(({ key, value }) => isSaying(key, value, dialect));
  if (saying.length === 0) return { verdict: true, branches: NO_BRANCHES, hasOwn: false };
  const branches = branchesOf(saying, {
    followed: (keyword) => version.referredBy(node, keyword),
    verdictOf: (schema) => literalVerdict(version, schema),
    idOf: (schema) => version.ids.idOf(schema),
    isClosed: (schema) => version.isClosed(schema),
  });
  return { branches, ...conclusion(branches, branches.used < saying.length) };
}

function conclusion(branches: Branches, hasOwn: boolean): Omit<Reading, "branches"> {
  if (branches.isImpossible) return { verdict: false, hasOwn };
  if (hasOwn) return { verdict: undefined, hasOwn };
  const { allOf, anyOf, oneOf } = branches;
  const isOne = allOf.length === 1 && anyOf.length === 0 && oneOf.length === 0;
  if (isOne) return { verdict: undefined, hasOwn, only: allOf[0]?.node };
  const isNone = allOf.length + anyOf.length + oneOf.length === 0;
  return { verdict: isNone ? true : undefined, hasOwn };
}

/** What a schema says that is a boolean, or has annotations only. */
function literalVerdict(version: Version, node: JsonNode): boolean | undefined {
  if (node.type !== "object") return node.type !== "boolean" || node.value;
  const dialect = version.parts.dialectOf(node);
  return node.members.some(({ key, value }) => isSaying(key, value, dialect)) ? undefined : true;
}

/** Whether a keyword can matter. */
function isSaying(key: string, value: JsonNode, dialect: Dialect): boolean {
  if (NAMES.has(key)) return false;
  if (key === "contentSchema") return keywordOf(key, dialect.draft) !== undefined;
  if (key === "format") return value.type === "string" && CONTRACT_FORMATS.has(value.value);
  return isAsserted(key, dialect);
}

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
interface Branches extends Readonly<Record<Combiner, readonly Branch[]>> {
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
function branchesOf(
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
      const found = deciding(combiner, value.items, reader);
      const list = distinct(found ?? [], ({ node: part }) => reader.idOf(part));
      isImpossible ||= found === undefined;
      add(list.length === 1 ? "allOf" : combiner, list);
      if (combiner === "oneOf") twins = leftOut(found ?? [], list);
    }
  }
  // What is referred to may be written the same and stand elsewhere, where its references lead elsewhere.
  const identity = ({ node }: Branch) => (reader.isClosed(node) ? reader.idOf(node) : node);
  return { ...lists, allOf: distinct(lists.allOf, identity), isImpossible, twins, used };
}

/** The schemas of those branches that a list lacks. */
function leftOut(branches: readonly Branch[], list: readonly Branch[]): JsonNode[] {
  const kept = new Set(list);
  return branches.filter((branch) => !kept.has(branch)).map(({ node }) => node);
}

/** The branches that decide something; undefined where no value can fit. */
function deciding(
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

// The JSON types as sets of bits. Numbers are taken by value: 1.0 is an integer, as draft-04 does not have it.
const NULL = 1;
const BOOLEAN = 2;
export const OBJECT = 4;
export const ARRAY = 8;
export const STRING = 16;
const INTEGER = 32;
const FRACTION = 64;

export const NUMBER = INTEGER | FRACTION;
export const NO_TYPE = 0;
const ANY_TYPE = NULL | BOOLEAN | OBJECT | ARRAY | STRING | NUMBER;

const TYPES: ReadonlyMap<string, number> = new Map([
  ["null", NULL],
  ["boolean", BOOLEAN],
  ["object", OBJECT],
  ["array", ARRAY],
  ["string", STRING],
  ["number", NUMBER],
  ["integer", INTEGER],
]);

/** What the keyword `type` allows. */
function typesOf(keyword: JsonNode | undefined): number {
  if (keyword === undefined) return ANY_TYPE;
  const names = keyword.type === "array" ? keyword.items : [keyword];
  const typeOf = (name: JsonNode) =>
    name.type === "string" ? (TYPES.get(name.value) ?? NO_TYPE) : NO_TYPE;
  return names.reduce((types, name) => types | typeOf(name), NO_TYPE);
}

/** The type of one value. */
export function typeOfValue(node: JsonNode): number {
  if (node.type !== "number") return TYPES.get(node.type) ?? NO_TYPE;
  return isWhole(node.text) ? INTEGER : FRACTION;
}

/** Whether numbers of these types are all whole. */
export function areWhole(types: number): boolean {
  return (types & FRACTION) === 0;
}

interface ListedValues {
  readonly keyword: "enum" | "const";
  readonly node: JsonNode;
  readonly items: readonly JsonNode[];
  /** Of the values that `enum` and `const` both allow. */
  readonly ids: ReadonlySet<number>;
}

export function listedValues(shape: Shape): ListedValues | undefined {
  const [list, only] = [shape.keyword("enum"), shape.keyword("const")];
  const { ids } = shape.version;
  const idsOf = (nodes: readonly JsonNode[]) => new Set(nodes.map((node) => ids.idOf(node)));
  if (list?.type !== "array") {
    return only && { keyword: "const", node: only, items: [only], ids: idsOf([only]) };
  }
  const items =
    only === undefined
      ? list.items
      : list.items.filter((item) => ids.idOf(item) === ids.idOf(only));
  return { keyword: "enum", node: list, items, ids: idsOf(items) };
}
