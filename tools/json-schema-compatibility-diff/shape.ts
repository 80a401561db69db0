/** A schema without what does not matter: references followed, wrappers of one branch taken off. */
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { type Draft, isAsserted, isSince, keywordOf } from "../_lib/schemas/json-schema/drafts.ts";
import { CONTRACT_FORMATS } from "../_lib/schemas/json-schema/checked-formats.ts";
import { memberOf, textOf } from "../_lib/json/tree/members.ts";
import { branchesOf, type Branches, COMBINERS } from "./branches.ts";
import { ANY_TYPE, NO_TYPE, typesOf } from "./types.ts";
import type { Version } from "./version.ts";

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
    return value !== undefined && isSaying(name, value, this.draft) ? value : undefined;
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
  const draft = version.parts.draftOf(node);
  if (!isSince(draft, "2019-09") && textOf(memberOf(node, "$ref")) !== undefined) {
    const only = version.referredBy(node, "$ref");
    return { verdict: undefined, branches: NO_BRANCHES, hasOwn: false, only };
  }
  const saying = node.members.filter(({ key, value }) => isSaying(key, value, draft));
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
  const draft = version.parts.draftOf(node);
  return node.members.some(({ key, value }) => isSaying(key, value, draft)) ? undefined : true;
}

/** Whether a keyword can matter. */
function isSaying(key: string, value: JsonNode, draft: Draft): boolean {
  if (NAMES.has(key)) return false;
  if (key === "contentSchema") return keywordOf(key, draft) !== undefined;
  if (key === "format") return value.type === "string" && CONTRACT_FORMATS.has(value.value);
  return isAsserted(key, { draft });
}
