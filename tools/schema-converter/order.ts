import { memberOf, textOf } from "../_lib/json/tree/members.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import type { Declaration, SchemaNames } from "./type-names.ts";
import { schemasWithin } from "../_lib/schemas/drafts/schema.ts";

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

/** Whether a declaration refers to itself, or others lead back to it. */
export function isRecursive(names: SchemaNames): boolean {
  const above = new Set<Declaration>();
  return dependenciesFirst(names).some((declaration) => {
    const leadsBack = referencesOf(declaration, names).some((target) => !above.has(target));
    above.add(declaration);
    return leadsBack;
  });
}

/** What the schema of a declaration refers to, as often as it does, without looking into other declarations. */
export function referencesOf({ node }: Declaration, names: SchemaNames): Declaration[] {
  const isPart = (inner: JsonNode) => inner === node || names.nameOf(inner) === undefined;
  return [...schemasWithin(node, names.draft, isPart)].flatMap((schema) => {
    const reference = textOf(memberOf(schema, "$ref"));
    return (reference === undefined ? undefined : names.target(reference)) ?? [];
  });
}
