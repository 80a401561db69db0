/** Keywords about objects. */
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { appendPointer } from "../_lib/results/pointer.ts";
import {
  certain,
  certainMembers,
  contentModel,
  covering,
  fitting,
  type NamePattern,
  type ObjectModel,
  objectModel,
} from "./containers.ts";
import { compareCounts } from "./limits.ts";
import { compareOpaque, NARROWER, OTHER, type Outcome, WIDER } from "./outcome.ts";
import type { Shape } from "./shape.ts";
import { lookAlike } from "./version.ts";
import { textsOf } from "../_lib/json/tree/members.ts";

export function compareObjects(before: Shape, after: Shape, outcome: Outcome): void {
  const [was, is] = [objectModel(before), objectModel(after)];
  compareCounts("object", before, after, outcome);
  compareRequired(was, is, outcome);
  compareMembers(was, is, outcome);
  compareNamePatterns(was, is, outcome);
  compareRest(was, is, outcome);
  compareDependencies(before, after, outcome);
  compareOpaque("propertyNames", before, after, outcome);
}

function memberPath(name: string): string {
  return appendPointer("/properties", name);
}

/** A default fills in what is missing, so that what is needed is there in old data. */
function compareRequired(was: ObjectModel, is: ObjectModel, outcome: Outcome): void {
  const [old, now] = [was, is].map(({ shape }) => new Set(textsOf(shape.keyword("required"))));
  const { defaultsFill } = outcome.rules;
  for (const name of now ?? []) {
    if (old?.has(name)) continue;
    const fills = hasDefault(is, name);
    const code = fills ? "REQUIRED_ATTRIBUTE_WITH_DEFAULT_ADDED" : "REQUIRED_ATTRIBUTE_ADDED";
    const backward = fills && defaultsFill;
    outcome.change(code, memberPath(name), { backward, forward: true });
  }
  for (const name of old ?? []) {
    if (now?.has(name)) continue;
    const forward = hasDefault(was, name) && defaultsFill;
    outcome.change("REQUIRED_ATTRIBUTE_REMOVED", memberPath(name), { backward: true, forward });
  }
}

function hasDefault({ listed }: ObjectModel, name: string): boolean {
  return listed.get(name)?.annotation("default") !== undefined;
}

function compareMembers(was: ObjectModel, is: ObjectModel, outcome: Outcome): void {
  for (const [name, after] of is.listed) {
    const before = was.listed.get(name);
    if (before === undefined) addMember(name, after, was, outcome);
    else outcome.step(before, after, memberPath(name), name);
  }
  for (const [name, before] of was.listed) {
    if (!is.listed.has(name)) removeMember(name, before, is, outcome);
  }
}

function addMember(name: string, after: Shape, was: ObjectModel, outcome: Outcome): void {
  const covers = covering(was, name);
  const content = contentModel(covers);
  const isEmpty = content === "OPEN" && after.verdict === true;
  const code = isEmpty
    ? "PROPERTY_WITH_EMPTY_SCHEMA_ADDED_TO_OPEN_CONTENT_MODEL"
    : `PROPERTY_ADDED_TO_${content}_CONTENT_MODEL`;
  const backward = certain(was, name).map((source) => outcome.verdictOf(source, after));
  const forward = covers.map((cover) => outcome.verdictOf(cover, after));
  outcome.contentChange(
    code,
    memberPath(name),
    {
      backward: backward.some((verdict) => verdict.backward),
      forward: forward.every((verdict) => verdict.forward),
    },
    { after: after.chain[0] },
  );
}

function removeMember(name: string, before: Shape, is: ObjectModel, outcome: Outcome): void {
  const covers = covering(is, name);
  const backward = covers.map((cover) => outcome.verdictOf(before, cover));
  const forward = certain(is, name).map((source) => outcome.verdictOf(before, source));
  outcome.contentChange(
    `PROPERTY_REMOVED_FROM_${contentModel(covers)}_CONTENT_MODEL`,
    memberPath(name),
    {
      backward: backward.every((verdict) => verdict.backward),
      forward: forward.some((verdict) => verdict.forward),
    },
    { before: before.chain[0] },
  );
}

/** Pairs of patterns that are looked at; beyond it a new pattern is taken to refuse what was possible. */
const MOST_PAIRS = 10_000;

function compareNamePatterns(was: ObjectModel, is: ObjectModel, outcome: Outcome): void {
  for (const [text, after] of is.patterns) {
    const before = was.patterns.get(text);
    if (before !== undefined) {
      outcome.step(before.shape, after.shape, patternPath(text), null);
      continue;
    }
    const verdictOf = (source: Shape) => outcome.verdictOf(source, after.shape);
    const backward = holdsAlready(after, was, is, (source) => verdictOf(source).backward);
    tellPattern(
      "ADDED_TO",
      after,
      was,
      { backward, forward: verdictOf(was.rest).forward },
      outcome,
    );
  }
  for (const [text, before] of was.patterns) {
    if (is.patterns.has(text)) continue;
    const verdictOf = (source: Shape) => outcome.verdictOf(before.shape, source);
    const forward = holdsAlready(before, is, was, (source) => verdictOf(source).forward);
    tellPattern(
      "REMOVED_FROM",
      before,
      is,
      { backward: verdictOf(is.rest).backward, forward },
      outcome,
    );
  }
}

function patternPath(pattern: string): string {
  return appendPointer("/patternProperties", pattern);
}

/**
 * Whether the version without the pattern asks for as much of every name that fits it: of those that it
 * lists, those that fit a pattern of its own, and all others.
 */
function holdsAlready(
  pattern: NamePattern,
  without: ObjectModel,
  within: ObjectModel,
  suffices: (source: Shape) => boolean,
): boolean {
  if (without.patterns.size * within.patterns.size > MOST_PAIRS) return false;
  const others = [...without.patterns.values()].filter(
    ({ text }) => !surelyDiffer(text, pattern.text),
  );
  const sources = [certainMembers(without), ...others.map(({ shape }) => shape)].map(suffices);
  const names = [...new Set([...without.listed.keys(), ...within.listed.keys()])].filter((name) =>
    fitting(within, name).includes(pattern),
  );
  const listed = names.map((name) => certain(without, name).map(suffices).includes(true));
  return ![...sources, ...listed].includes(false);
}

function tellPattern(
  verb: "ADDED_TO" | "REMOVED_FROM",
  { text, shape }: NamePattern,
  other: ObjectModel,
  directions: { readonly backward: boolean; readonly forward: boolean },
  outcome: Outcome,
): void {
  const content = other.patterns.size > 0 ? "PARTIALLY_OPEN" : contentModel([other.rest]);
  const [node] = shape.chain;
  const values = verb === "ADDED_TO" ? { after: node } : { before: node };
  const isEmpty = verb === "ADDED_TO" && content === "OPEN" && shape.verdict === true;
  const code = isEmpty
    ? "PROPERTY_WITH_EMPTY_SCHEMA_ADDED_TO_OPEN_CONTENT_MODEL"
    : `PROPERTY_${verb}_${content}_CONTENT_MODEL`;
  outcome.contentChange(code, patternPath(text), directions, values);
}

/** A pattern that is anchored to the beginning, with the plain characters that follow. */
const ANCHORED = /^\^([A-Za-z0-9_\-:@ ]*)([*?{]?)/;

/** Whether no text can fit two patterns, as far as that shows in how they begin. */
export function surelyDiffer(left: string, right: string): boolean {
  const [a, b] = [literalPrefix(left), literalPrefix(right)];
  if (a === undefined || b === undefined) return false;
  return !a.startsWith(b) && !b.startsWith(a);
}

/** What every text that fits the pattern begins with; undefined where that cannot be told. */
export function literalPrefix(pattern: string): string | undefined {
  // An alternative could begin with something else.
  if (pattern.includes("|")) return undefined;
  const match = ANCHORED.exec(pattern);
  if (match === null) return undefined;
  const [, text = "", repeats = ""] = match;
  return repeats === "" ? text : text.slice(0, -1);
}

/** additionalProperties, or unevaluatedProperties in its place. */
function compareRest(was: ObjectModel, is: ObjectModel, outcome: Outcome): void {
  const keyword = is.restKeyword ?? was.restKeyword;
  if (keyword === undefined) return;
  const path = `/${keyword}`;
  const [before, after] = [was.rest, is.rest];
  const values = { before: before.chain[0], after: after.chain[0] };
  const isOpen = before.verdict === true && after.verdict === true;
  const isCertain = was.isCertain && is.isCertain;
  if (!isOpen && !isCertain && !lookAlike(was.shape, is.shape, outcome)) {
    outcome.notCompared(path, values);
    return;
  }
  const change = restChange(before.verdict, after.verdict);
  if (change === undefined) outcome.step(before, after, path, null);
  else if (change === "ADDED" || change === "EXTENDED")
    outcome.contentChange(`ADDITIONAL_PROPERTIES_${change}`, path, WIDER, values);
  else outcome.contentChange(`ADDITIONAL_PROPERTIES_${change}`, path, NARROWER, values);
}

/** Undefined where both are schemas, or the same. */
function restChange(
  before: boolean | undefined,
  after: boolean | undefined,
): "ADDED" | "EXTENDED" | "REMOVED" | "NARROWED" | undefined {
  if (before === after) return undefined;
  if (before === false) return "ADDED";
  if (after === false) return "REMOVED";
  return before === true ? "NARROWED" : "EXTENDED";
}

interface Dependency {
  readonly keyword: string;
  readonly node: JsonNode;
}

interface Dependencies {
  readonly names: ReadonlyMap<string, Dependency>;
  readonly schemas: ReadonlyMap<string, Dependency>;
}

const DEPENDENCY_KEYWORDS = ["dependencies", "dependentRequired", "dependentSchemas"] as const;

function compareDependencies(before: Shape, after: Shape, outcome: Outcome): void {
  const [was, is] = [dependenciesOf(before), dependenciesOf(after)];
  for (const [key, old, now] of bothSides(was.names, is.names))
    compareNeededNames(dependencyPath(key, old, now), old?.node, now?.node, outcome);
  for (const [key, old, now] of bothSides(was.schemas, is.schemas)) {
    const path = dependencyPath(key, old, now);
    const values = { before: old?.node, after: now?.node };
    if (old === undefined) outcome.change("DEPENDENCY_SCHEMA_ADDED", path, NARROWER, values);
    else if (now === undefined) outcome.change("DEPENDENCY_SCHEMA_REMOVED", path, WIDER, values);
    else outcome.step(before.version.shapeOf(old.node), after.version.shapeOf(now.node), path);
  }
}

/** In earlier drafts both kinds stand under one keyword. What asks for nothing is left out. */
function dependenciesOf(shape: Shape): Dependencies {
  const names = new Map<string, Dependency>();
  const schemas = new Map<string, Dependency>();
  for (const keyword of DEPENDENCY_KEYWORDS) {
    const map = shape.keyword(keyword);
    for (const { key, value } of map?.type === "object" ? map.members : []) {
      const isList = value.type === "array";
      if (isList && value.items.length > 0) names.set(key, { keyword, node: value });
      if (!isList && shape.version.shapeOf(value).verdict !== true)
        schemas.set(key, { keyword, node: value });
    }
  }
  return { names, schemas };
}

type DependencySides = readonly [
  key: string,
  old: Dependency | undefined,
  now: Dependency | undefined,
];

function bothSides(
  was: ReadonlyMap<string, Dependency>,
  is: ReadonlyMap<string, Dependency>,
): DependencySides[] {
  const keys = new Set([...was.keys(), ...is.keys()]);
  return [...keys].map((key) => [key, was.get(key), is.get(key)] as const);
}

function dependencyPath(
  key: string,
  old: Dependency | undefined,
  now: Dependency | undefined,
): string {
  return appendPointer(`/${(now ?? old)?.keyword}`, key);
}

function compareNeededNames(
  path: string,
  was: JsonNode | undefined,
  is: JsonNode | undefined,
  outcome: Outcome,
): void {
  const values = { before: was, after: is };
  if (was === undefined) outcome.change("DEPENDENCY_ARRAY_ADDED", path, NARROWER, values);
  else if (is === undefined) outcome.change("DEPENDENCY_ARRAY_REMOVED", path, WIDER, values);
  else {
    const [old, now] = [new Set(textsOf(was)), new Set(textsOf(is))];
    const kept = [...old].filter((name) => now.has(name)).length;
    if (kept === old.size && kept === now.size) return;
    if (kept === old.size) outcome.change("DEPENDENCY_ARRAY_EXTENDED", path, NARROWER, values);
    else if (kept === now.size) outcome.change("DEPENDENCY_ARRAY_NARROWED", path, WIDER, values);
    else outcome.change("DEPENDENCY_ARRAY_CHANGED", path, OTHER, values);
  }
}
