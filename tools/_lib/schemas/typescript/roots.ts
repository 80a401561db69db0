import type { Node } from "@babel/types";
import { nearest } from "../../text/nearest.ts";
import {
  type Declaration,
  type Declarations,
  find,
  parametersOf,
  pathOf,
  typeIn,
} from "./scope.ts";
import { isUtility } from "./utilities.ts";

/** The declaration that a name says, with or without its namespaces. */
export function declarationNamed({ root }: Declarations, name: string): Declaration | undefined {
  const named = find(root, name.split("."), typeIn);
  return named?.rest.length === 0 ? named.found : undefined;
}

/** The declared names nearest to one that is not; the first ones where none is near. */
export function nearestNames({ all }: Declarations, name: string): string[] {
  const names = all.map((declaration) => declaration.name);
  const near = nearest(name, names);
  return near.length > 0 ? near : names.slice(0, 3);
}

/**
 * The type to convert where none is named: the default export, else the only one exported, else
 * the only one that no other refers to; undefined where there is no such type.
 */
export function rootOf(declarations: Declarations): Declaration | undefined {
  const { all, main } = declarations;
  if (main !== undefined) return main;
  const exported = all.filter((declaration) => declaration.exported);
  if (exported.length === 1) return exported[0];
  if (all.length === 1) return all[0];
  const referred = new Set<Declaration>();
  for (const declaration of all) {
    for (const other of referencesOf(declaration)) if (other !== declaration) referred.add(other);
  }
  const free = all.filter((declaration) => !referred.has(declaration));
  return free.length === 1 ? free[0] : undefined;
}

/** The first name in a type that neither the source nor the language declares. */
export function undeclaredName({ root }: Declarations, type: Node): string | undefined {
  const pending = [type];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const path = node.type === "TSTypeReference" ? (pathOf(node.typeName) ?? []) : [];
    const [first = ""] = path;
    const isKnown = path.length === 0 || isUtility(first) || find(root, path, typeIn) !== undefined;
    if (!isKnown) return path.join(".");
    pushChildren(node, pending);
  }
  return undefined;
}

/** The declarations whose names stand in a declaration. */
function referencesOf(declaration: Declaration): Set<Declaration> {
  const found = new Set<Declaration>();
  const parameters = new Set(parametersOf(declaration).map(({ name }) => name.name));
  const pending: Node[] = [...declaration.nodes];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const named = nameIn(node);
    const path = named ? pathOf(named as never) : undefined;
    if (path !== undefined && !(path.length === 1 && parameters.has(path[0] ?? ""))) {
      const target = find(declaration.scope, path, typeIn)?.found;
      if (target !== undefined) found.add(target);
    }
    // What code does is no part of the types.
    if (node.type !== "BlockStatement") pushChildren(node, pending);
  }
  return found;
}

function nameIn(node: Node): Node | null | undefined {
  switch (node.type) {
    case "TSTypeReference":
      return node.typeName;
    case "TSTypeQuery":
      return node.exprName;
    case "TSInterfaceHeritage":
      return node.expression;
    case "ClassDeclaration":
      return node.superClass;
    case "MemberExpression":
      return node;
    default:
      return undefined;
  }
}

const OUTSIDE: ReadonlySet<string> = new Set([
  "loc",
  "leadingComments",
  "trailingComments",
  "innerComments",
  "extra",
]);

function pushChildren(node: Node, pending: Node[]): void {
  const fields = node as unknown as Readonly<Record<string, unknown>>;
  for (const field in fields) {
    const value = fields[field];
    if (typeof value !== "object" || value === null || OUTSIDE.has(field)) continue;
    if (!Array.isArray(value)) pushNode(value, pending);
    else for (const child of value as unknown[]) pushNode(child, pending);
  }
}

function pushNode(value: unknown, pending: Node[]): void {
  if (typeof value === "object" && value !== null && "type" in value) pending.push(value as Node);
}
