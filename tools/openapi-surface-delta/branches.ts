/** allOf, anyOf and oneOf: which branches came, went, or belong together. */
import { groupBy } from "../_lib/algorithms/group-by.ts";
import { isObject } from "../_lib/json/tree/members.ts";
import { canonicalJson } from "../_lib/json/tree/canonical.ts";
import { byCodeUnit } from "../_lib/results/pointer.ts";
import {
  branchesOf,
  type Combiner,
  COMBINERS,
  isAnnotationOnly,
  isBareObject,
  isBareType,
  keyword,
  pointerOf,
  propertiesOf,
  saysOnly,
  type Schema,
  type Schemas,
  titleOf,
  typesOf,
} from "./schema.ts";
import { itemsOf, memberOf, type Site, textOf } from "../_lib/web/openapi/site.ts";
import type { Side, ValueReport } from "./facts.ts";
import { isMovedPart } from "./moved.ts";
import { isWithin } from "./types.ts";

const WORDS: Readonly<Record<Combiner, string>> = {
  allOf: "all-of",
  anyOf: "any-of",
  oneOf: "one-of",
};

/** The schemas of one side. */
interface Branch {
  readonly site: Site;
  readonly schema: Schema;
  readonly schemas: Schemas;
}

export interface Sides {
  readonly before: Schemas;
  readonly after: Schemas;
}

/** Reports branches without a partner and gives the pairs to compare. */
export function compareBranches(
  before: Schema,
  after: Schema,
  schemas: Sides,
  report: ValueReport,
): [Site, Site][] {
  return COMBINERS.flatMap((combiner) => {
    const removed = branches(before, combiner, schemas.before);
    const added = branches(after, combiner, schemas.after);
    const pairs = takePairs(removed, added);
    if (combiner === "allOf") {
      for (const branch of added)
        if (isMovedPart(branch.schema, after, before)) added.delete(branch);
      for (const branch of removed) {
        if (isMovedPart(branch.schema, before, after)) removed.delete(branch);
      }
    }
    reportSide(`${WORDS[combiner]}-added`, "after", [...added], report);
    reportSide(`${WORDS[combiner]}-removed`, "before", [...removed], report);
    return pairs;
  });
}

/**
 * The two schemas, with the branches of allOf into which properties of the other side moved, or out of which they
 * came, as part of the schema itself: what is said of an object in one place or in several is the same.
 */
export function withAbsorbed(before: Schema, after: Schema, schemas: Sides): [Schema, Schema] {
  const removed = branches(before, "allOf", schemas.before);
  const added = branches(after, "allOf", schemas.after);
  takePairs(removed, added);
  if (removed.size > 0 === added.size > 0) return [before, after];
  return [absorb(before, after, removed), absorb(after, before, added)];
}

function absorb(schema: Schema, other: Schema, alone: ReadonlySet<Branch>): Schema {
  const openness = keyword(schema, "additionalProperties")?.node ?? true;
  const types = typesOf(schema);
  // A closed object knows its own properties only, not those of its branches.
  if (openness !== true || (types !== undefined && !types.has("object"))) return schema;
  const theirs = propertiesOf(other);
  const own = new Set(propertiesOf(schema).keys());
  const parts = [...schema.parts] as [Site, ...Site[]];
  const absorbed = new Set<string>();
  for (const { site, schema: branch } of alone) {
    const names = [...propertiesOf(branch).keys()];
    const hasMoved = names.some((name) => theirs.has(name) && !own.has(name));
    if (!isBareObject(branch) || !hasMoved || names.some((name) => own.has(name))) continue;
    for (const name of names) own.add(name);
    parts.push(...branch.parts);
    absorbed.add(site.pointer);
  }
  return absorbed.size === 0 ? schema : { ...schema, parts, absorbed };
}

function branches(schema: Schema, combiner: Combiner, schemas: Schemas): Set<Branch> {
  return new Set(
    branchesOf(schema, combiner).map((site) => {
      const content = schemas.at(contentOf(site));
      return { site, schema: content, schemas };
    }),
  );
}

/** What two branches have in common that belong together, the surest first. */
const TRAITS: readonly ((branch: Branch) => string | undefined)[] = [
  ({ site }) => textOf(site, "$ref"),
  ({ site }) => textOf(contentOf(site), "$ref"),
  ({ schema }) => canonicalJson(schema.parts.map(({ node }) => node)),
  ({ schema }) => titleOf(schema) || undefined,
];

/** What a branch wraps that is no more than an allOf of one. */
function contentOf(site: Site): Site {
  const { node } = site;
  if (!isObject(node) || Object.keys(node).length !== 1) return site;
  const [only, ...others] = itemsOf(memberOf(site, "allOf"));
  return only === undefined || others.length > 0 ? site : only;
}

/** Takes the branches that belong together out of both sides. */
function takePairs(removed: Set<Branch>, added: Set<Branch>): [Site, Site][] {
  const pairs: [Site, Site][] = [];
  const take = (left: Branch, right: Branch) => {
    removed.delete(left);
    added.delete(right);
    pairs.push([left.site, right.site]);
  };
  for (const trait of TRAITS) {
    if (removed.size === 0 || added.size === 0) break;
    const waiting = groupBy(removed, trait);
    for (const branch of added) {
      const key = trait(branch);
      const partner = key === undefined ? undefined : waiting.get(key)?.shift();
      if (partner !== undefined) take(partner, branch);
    }
  }
  for (const [left, right] of sameShapes(removed, added)) take(left, right);
  const [left, right] = [onlyOf(removed), onlyOf(added)];
  if (left && right) take(left, right);
  return pairs;
}

type Writing = "reference" | "referring" | "plain";

/** How what is the same may be written otherwise; two references to different components are two branches. */
const PARTNERS: Readonly<Record<Writing, readonly Writing[]>> = {
  reference: ["plain", "referring"],
  referring: ["plain", "referring", "reference"],
  plain: ["referring", "reference"],
};

function sameShapes(removed: ReadonlySet<Branch>, added: ReadonlySet<Branch>): [Branch, Branch][] {
  if (removed.size === 0 || added.size === 0) return [];
  const waiting = groupBy(removed, (branch) => writingOf(branch) + shapeOf(branch));
  return [...added].flatMap((branch): [Branch, Branch][] => {
    const shape = shapeOf(branch);
    for (const writing of PARTNERS[writingOf(branch)]) {
      const partner = waiting.get(writing + shape)?.shift();
      if (partner !== undefined) return [[partner, branch]];
    }
    return [];
  });
}

function writingOf({ site }: Branch): Writing {
  if (textOf(contentOf(site), "$ref") !== undefined) return "reference";
  return canonicalJson(site.node).includes('"$ref":') ? "referring" : "plain";
}

/** What a schema and one that is written in its place have in common, whatever they refer to. */
function shapeOf({ schema, schemas }: Branch): string {
  const properties = [...propertiesOf(schema)].map(([name, site]) => {
    const property = schemas.at(contentOf(site));
    const values = ["enum", "const"].map((key) => keyword(property, key)?.node ?? null);
    return [name, [...(typesOf(property) ?? [])].toSorted(byCodeUnit), ...values];
  });
  const keys = schema.parts.flatMap(({ node }) => (isObject(node) ? Object.keys(node) : []));
  return canonicalJson([
    [...(typesOf(schema) ?? [])].toSorted(byCodeUnit),
    properties.toSorted(([a], [b]) => byCodeUnit(String(a), String(b))),
    keys.filter((key) => key !== "$ref").toSorted(byCodeUnit),
  ]);
}

/** The last branch, if nothing names it: it can only have changed. */
function onlyOf(branchesOfSide: ReadonlySet<Branch>): Branch | undefined {
  const [branch] = branchesOfSide;
  return branch && branchesOfSide.size === 1 && isAnonymous(branch) ? branch : undefined;
}

function isAnonymous({ site, schema }: Branch): boolean {
  return textOf(site, "$ref") === undefined && titleOf(schema) === "";
}

/** One change for what counts, and one for what only describes. */
function reportSide(
  suffix: string,
  side: Side,
  branchesOfSide: readonly Branch[],
  report: ValueReport,
): void {
  const isIdle = ({ schema }: Branch) => suffix.startsWith("all-of") && isAnnotationOnly(schema);
  const groups = [
    [suffix, branchesOfSide.filter((branch) => !isIdle(branch))],
    [`${suffix}-annotation-only`, branchesOfSide.filter(isIdle)],
  ] as const;
  for (const [word, group] of groups) {
    const [first] = group;
    if (first === undefined) continue;
    report(word, { side, pointer: first.site.pointer }, { [side]: group.map(nameOf) });
  }
}

/** The component's name, the title, or the place among the branches. */
function nameOf({ site, schema }: Branch): string {
  const reference = textOf(site, "$ref") ?? "";
  return lastToken(reference) || titleOf(schema) || lastToken(site.pointer);
}

function lastToken(pointer: string): string {
  return pointer.slice(pointer.lastIndexOf("/") + 1);
}

/** Whether a single type or a choice of bare types became another such choice; it is reported here. */
export function compareLists(before: Schema, after: Schema, report: ValueReport): boolean {
  const [was, is] = [choiceOf(before), choiceOf(after)];
  if (was === undefined || is === undefined || !(was.isList || is.isList)) return false;
  const added = without(is.types, was.types);
  const removed = without(was.types, is.types);
  const place = { side: "after", pointer: pointerOf(after) } as const;
  const detail = { before: [...was.types].toSorted(), after: [...is.types].toSorted() };
  if (added.length > 0) report("list-of-types-widened", place, detail);
  if (removed.length > 0) report("list-of-types-narrowed", place, detail);
  return true;
}

interface Choice {
  readonly types: ReadonlySet<string>;
  readonly isList: boolean;
}

function choiceOf(schema: Schema): Choice | undefined {
  const combiners = COMBINERS.filter((combiner) => branchesOf(schema, combiner).length > 0);
  const [combiner] = combiners;
  if (combiner === undefined) {
    const types = typesOf(schema);
    return types && { types, isList: false };
  }
  if (combiners.length > 1 || combiner === "allOf" || !saysOnly(schema, combiner)) return undefined;
  const sites = branchesOf(schema, combiner);
  if (!sites.every(isBareType)) return undefined;
  const types = sites.flatMap(({ node }) => (node as { type: string | string[] }).type);
  return { types: new Set(types.filter((type) => type !== "null")), isList: true };
}

function without(types: ReadonlySet<string>, others: ReadonlySet<string>): string[] {
  return [...types].filter((type) => !isWithin(new Set([type]), others));
}
