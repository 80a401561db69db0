/** Properties that one side has itself and the other one in branches of allOf, anyOf or oneOf. */
import { isObject } from "../_lib/json/tree/members.ts";
import {
  branchesOf,
  COMBINERS,
  isAnnotation,
  keyword,
  propertiesOf,
  requiredOf,
  type Schema,
  type Schemas,
  typesOf,
} from "./schema.ts";
import type { Site } from "../_lib/web/openapi/site.ts";

/** The properties of the branches, by name, each with all its schemas. */
export function branchProperties(schema: Schema, schemas: Schemas): ReadonlyMap<string, Site[]> {
  const found = new Map<string, Site[]>();
  // What is not named beside the branches would be refused there, whatever they say.
  if (isClosed(schema)) return found;
  for (const combiner of COMBINERS) {
    for (const branch of branchesOf(schema, combiner)) {
      for (const [name, site] of propertiesOf(schemas.at(branch))) {
        found.set(name, [...(found.get(name) ?? []), site]);
      }
    }
  }
  return found;
}

function isClosed(schema: Schema): boolean {
  const site = keyword(schema, "additionalProperties");
  return site !== undefined && site.node !== true;
}

/** The names that a schema requires, itself or in allOf. */
export function allRequired(schema: Schema, schemas: Schemas): Set<string> {
  const parts = branchesOf(schema, "allOf").map((branch) => requiredOf(schemas.at(branch)));
  return new Set([requiredOf(schema), ...parts].flatMap((names) => [...names]));
}

/** The types that a schema takes, as it says itself or in allOf. */
export function allTypes(schema: Schema, schemas: Schemas): ReadonlySet<string> | undefined {
  const own = typesOf(schema);
  if (own !== undefined) return own;
  for (const branch of branchesOf(schema, "allOf")) {
    const types = typesOf(schemas.at(branch));
    if (types !== undefined) return types;
  }
  return undefined;
}

const PART: ReadonlySet<string> = new Set(["type", "properties", "required"]);

/** Whether all that a branch of allOf says is what the other side says itself, and its own side does not. */
export function isMovedPart(branch: Schema, own: Schema, other: Schema): boolean {
  if (isClosed(own) || isClosed(other)) return false;
  const isPart = branch.parts.every(
    ({ node }) =>
      isObject(node) && Object.keys(node).every((key) => PART.has(key) || isAnnotation(key)),
  );
  const [names, kept, said] = [propertiesOf(branch), propertiesOf(own), propertiesOf(other)];
  const [needs, needed] = [requiredOf(branch), requiredOf(other)];
  const [types, otherTypes] = [typesOf(branch), typesOf(other)];
  return (
    isPart &&
    names.size > 0 &&
    [...names.keys()].every((name) => said.has(name) && !kept.has(name)) &&
    [...needs].every((name) => needed.has(name)) &&
    (types === undefined ||
      (otherTypes !== undefined && [...otherTypes].every((type) => types.has(type))))
  );
}
