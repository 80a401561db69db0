import { memberOf, textOf } from "../json-schema/node.ts";
import type { JsonNode } from "../json/tree.ts";
import type { Declaration, SchemaNames } from "./schema.ts";

/** Declarations with those they refer to before them; inside a circle in the order of the schema. */
export function dependenciesFirst(names: SchemaNames): Declaration[] {
  const ordered: Declaration[] = [];
  const seen = new Set<Declaration>();
  const visit = (declaration: Declaration): void => {
    if (seen.has(declaration)) return;
    seen.add(declaration);
    for (const target of referencesOf(declaration, names)) visit(target);
    ordered.push(declaration);
  };
  for (const declaration of names.declarations) visit(declaration);
  return ordered;
}

/** What the schema of a declaration refers to, without looking into other declarations. */
function referencesOf(declaration: Declaration, names: SchemaNames): Declaration[] {
  const targets: Declaration[] = [];
  const rest: JsonNode[] = [declaration.node];
  for (let node = rest.pop(); node; node = rest.pop()) {
    if (node !== declaration.node && names.nameOf(node) !== undefined) continue;
    if (node.type === "array") rest.push(...node.items.toReversed());
    if (node.type !== "object") continue;
    const reference = textOf(memberOf(node, "$ref"));
    const target = reference === undefined ? undefined : names.target(reference);
    if (target) targets.push(target);
    rest.push(...node.members.map(({ value }) => value).toReversed());
  }
  return targets;
}
