/** What the presence of one member asks for: names, or a schema for the whole object. */
import { textsOf } from "../_lib/json/tree/members.ts";
import { appendPointer } from "../_lib/results/pointer.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { NARROWER, OTHER, type Outcome, WIDER } from "./outcome.ts";
import type { Shape } from "./shape.ts";

interface Dependency {
  readonly keyword: string;
  readonly node: JsonNode;
}

interface Dependencies {
  readonly names: ReadonlyMap<string, Dependency>;
  readonly schemas: ReadonlyMap<string, Dependency>;
}

const KEYWORDS = ["dependencies", "dependentRequired", "dependentSchemas"] as const;

export function compareDependencies(before: Shape, after: Shape, outcome: Outcome): void {
  const [was, is] = [dependenciesOf(before), dependenciesOf(after)];
  for (const [key, old, now] of bothSides(was.names, is.names))
    compareNames(pathOf(key, old, now), old?.node, now?.node, outcome);
  for (const [key, old, now] of bothSides(was.schemas, is.schemas)) {
    const path = pathOf(key, old, now);
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
  for (const keyword of KEYWORDS) {
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

type Sides = readonly [key: string, old: Dependency | undefined, now: Dependency | undefined];

function bothSides(
  was: ReadonlyMap<string, Dependency>,
  is: ReadonlyMap<string, Dependency>,
): Sides[] {
  const keys = new Set([...was.keys(), ...is.keys()]);
  return [...keys].map((key) => [key, was.get(key), is.get(key)] as const);
}

function pathOf(key: string, old: Dependency | undefined, now: Dependency | undefined): string {
  return appendPointer(`/${(now ?? old)?.keyword}`, key);
}

function compareNames(
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
