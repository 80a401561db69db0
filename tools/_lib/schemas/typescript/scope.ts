import type {
  ClassDeclaration,
  Declaration as DeclarationNode,
  ExportNamedDeclaration,
  Expression,
  FunctionDeclaration,
  Identifier,
  Node,
  Statement,
  StringLiteral,
  TSDeclareFunction,
  TSEntityName,
  TSEnumDeclaration,
  TSInterfaceDeclaration,
  TSModuleDeclaration,
  TSTypeAliasDeclaration,
  TSTypeParameter,
  VariableDeclaration,
  VariableDeclarator,
} from "@babel/types";
import { type DocComment, docBefore } from "./doc-comment.ts";
import type { Source } from "./parse.ts";

export type TypeNode =
  TSTypeAliasDeclaration | TSInterfaceDeclaration | TSEnumDeclaration | ClassDeclaration;

/** One declared type; interfaces, enums and classes of one name in one place are one declaration. */
export interface Declaration {
  /** With the namespaces around it: `NS.T`; `globalThis.T` for a global one whose name the file has, too. */
  name: string;
  readonly scope: Scope;
  readonly nodes: TypeNode[];
  doc: DocComment | undefined;
  /** By the file itself, not by a namespace. */
  exported: boolean;
}

export type ValueNode = VariableDeclarator | FunctionDeclaration | TSDeclareFunction;

/** A variable or function, which `typeof` may name. */
export interface Value {
  readonly node: ValueNode;
  readonly constant: boolean;
  readonly scope: Scope;
}

export interface Scope {
  /** What names in it begin with: empty, or `NS.`. */
  readonly prefix: string;
  readonly parent: Scope | undefined;
  readonly types: Map<string, Declaration>;
  readonly values: Map<string, Value>;
  readonly namespaces: Map<string, Scope>;
  /** Names that stand for what other files declare. */
  readonly imports: Set<string>;
  /** `import A = B.C` and `export { C as A }`: names for what is declared here. */
  readonly renames: Map<string, readonly string[]>;
}

/** All that a source declares. */
export interface Declarations {
  readonly root: Scope;
  /** In the order of the text. */
  readonly all: readonly Declaration[];
  /** What `export default` gives. */
  readonly main: Declaration | undefined;
}

export function readDeclarations(source: Source): Declarations {
  return new Collector(source.text).collect(source.statements);
}

/** The names of `A.B.C`, undefined for what is no such path. */
export function pathOf(node: TSEntityName | Expression): readonly string[] | undefined {
  const names: string[] = [];
  let at: Node = node;
  for (;;) {
    if (at.type === "Identifier") return [at.name, ...names.toReversed()];
    if (at.type === "TSQualifiedName") {
      names.push(at.right.name);
      at = at.left;
    } else if (
      at.type === "MemberExpression" &&
      !at.computed &&
      at.property.type === "Identifier"
    ) {
      names.push(at.property.name);
      at = at.object;
    } else return undefined;
  }
}

/** Renames may go round in a circle. */
const MOST_HOPS = 50;

/** What a path names from within a scope, and which names of the path are left over. */
export function find<T>(
  scope: Scope,
  path: readonly string[],
  pick: (scope: Scope, name: string) => T | undefined,
  hops = 0,
): { readonly found: T; readonly rest: readonly string[] } | undefined {
  const [first = "", ...rest] = path;
  if (hops > MOST_HOPS) return undefined;
  for (let at: Scope | undefined = scope; at !== undefined; at = at.parent) {
    const found = within(at, path, pick);
    if (found !== undefined) return found;
    const renamed = at.renames.get(first);
    const target = renamed?.[0] === first ? undefined : renamed;
    if (target !== undefined) return find(at, [...target, ...rest], pick, hops + 1);
    // What another file declares hides what is around this one.
    if (at.imports.has(first)) return undefined;
  }
  return undefined;
}

/** The innermost that the path leads to: a class or enum may have a namespace of the same name. */
function within<T>(
  scope: Scope,
  path: readonly string[],
  pick: (scope: Scope, name: string) => T | undefined,
): { readonly found: T; readonly rest: readonly string[] } | undefined {
  let innermost: { readonly found: T; readonly length: number } | undefined;
  let at: Scope | undefined = scope;
  for (const [index, name] of path.entries()) {
    const found = pick(at, name);
    if (found !== undefined) innermost = { found, length: index + 1 };
    at = at.namespaces.get(name);
    if (at === undefined) break;
  }
  return innermost && { found: innermost.found, rest: path.slice(innermost.length) };
}

/** Whether the name stands for something of another file. */
export function isImported(scope: Scope, name: string): boolean {
  for (let at: Scope | undefined = scope; at !== undefined; at = at.parent) {
    if (at.imports.has(name)) return true;
  }
  return false;
}

/** The type parameters of a declaration. */
export function parametersOf({ nodes }: Declaration): readonly TSTypeParameter[] {
  for (const node of nodes) {
    if (node.type === "TSEnumDeclaration") continue;
    const parameters = node.typeParameters;
    if (parameters?.type === "TSTypeParameterDeclaration") return parameters.params;
  }
  return [];
}

function newScope(prefix: string, parent: Scope | undefined): Scope {
  return {
    prefix,
    parent,
    types: new Map(),
    values: new Map(),
    namespaces: new Map(),
    imports: new Set(),
    renames: new Map(),
  };
}

class Collector {
  readonly #text: string;
  readonly #all: Declaration[] = [];
  /** What `declare global` declares: around the file, where the file has no such name. */
  readonly #global = newScope("", undefined);
  readonly #root = newScope("", this.#global);
  /** The same from within `declare global`, where its names come before those of the file. */
  readonly #inGlobal: Scope = { ...this.#global, parent: this.#root };
  readonly #exports: (readonly [Scope, string])[] = [];
  #main: Declaration | readonly string[] | undefined;

  constructor(text: string) {
    this.#text = text;
    this.#global.namespaces.set(GLOBAL_THIS, this.#global);
  }

  collect(statements: readonly Statement[]): Declarations {
    this.#statements(statements, this.#root);
    this.#tellGlobalsApart();
    for (const [scope, name] of this.#exports) {
      const declaration = find(scope, [name], typeIn)?.found;
      if (declaration !== undefined && scope === this.#root) declaration.exported = true;
    }
    const main = this.#main;
    return {
      root: this.#root,
      all: this.#all,
      main: isPath(main) ? find(this.#root, main, typeIn)?.found : main,
    };
  }

  /** A name of the file and one outside of it are two types. */
  #tellGlobalsApart(): void {
    const own = new Set(
      this.#all.flatMap(({ name, scope }) => (this.#isGlobal(scope) ? [] : name)),
    );
    for (const declaration of this.#all) {
      const { name, scope } = declaration;
      if (own.has(name) && this.#isGlobal(scope)) declaration.name = `${GLOBAL_THIS}.${name}`;
    }
  }

  #isGlobal(scope: Scope): boolean {
    for (let at: Scope | undefined = scope; at !== undefined; at = at.parent) {
      if (at === this.#inGlobal) return true;
    }
    return false;
  }

  #statements(statements: readonly Statement[], scope: Scope): void {
    for (const statement of statements) this.#statement(statement, scope);
  }

  #statement(statement: Statement, scope: Scope): void {
    switch (statement.type) {
      case "ExportNamedDeclaration":
        this.#exportNamed(statement, scope);
        break;
      case "ExportDefaultDeclaration":
        this.#exportDefault(statement.declaration, statement, scope);
        break;
      case "TSExportAssignment":
        if (scope === this.#root) this.#main = pathOf(statement.expression);
        break;
      case "ImportDeclaration":
        for (const { local } of statement.specifiers) scope.imports.add(local.name);
        break;
      case "TSImportEqualsDeclaration": {
        const { moduleReference: target, id } = statement;
        const path = target.type === "TSExternalModuleReference" ? undefined : pathOf(target);
        if (path === undefined) scope.imports.add(id.name);
        else scope.renames.set(id.name, path);
        break;
      }
      default:
        this.#declaration(statement, statement, scope, false);
    }
  }

  #exportNamed(statement: ExportNamedDeclaration, scope: Scope): void {
    if (statement.declaration) this.#declaration(statement.declaration, statement, scope, true);
    for (const specifier of statement.specifiers) {
      if (specifier.type !== "ExportSpecifier" || statement.source) continue;
      const local = nameOf(specifier.local);
      const name = nameOf(specifier.exported);
      if (name === "default") this.#main = [local];
      this.#exports.push([scope, local]);
      if (name !== local && !scope.renames.has(name)) scope.renames.set(name, [local]);
    }
  }

  #exportDefault(node: Node, statement: Node, scope: Scope): void {
    if (node.type === "ClassDeclaration" || node.type === "TSInterfaceDeclaration") {
      const name = node.id?.name ?? "default";
      this.#type(name, node, statement, scope, true);
      if (scope === this.#root) this.#main = scope.types.get(name);
    } else if (scope === this.#root) this.#main = pathOf(node as Expression);
  }

  #declaration(
    node: Statement | DeclarationNode,
    statement: Node,
    scope: Scope,
    exported: boolean,
  ): void {
    switch (node.type) {
      case "TSTypeAliasDeclaration":
      case "TSInterfaceDeclaration":
      case "TSEnumDeclaration":
        this.#type(node.id.name, node, statement, scope, exported);
        break;
      case "ClassDeclaration":
        this.#type(node.id?.name ?? "default", node, statement, scope, exported);
        break;
      case "TSModuleDeclaration":
        this.#module(node, scope);
        break;
      case "VariableDeclaration":
        this.#variables(node, scope);
        break;
      case "FunctionDeclaration":
      case "TSDeclareFunction":
        if (node.id) scope.values.set(node.id.name, { node, constant: true, scope });
        break;
      default:
    }
  }

  #type(name: string, node: TypeNode, statement: Node, scope: Scope, exported: boolean): void {
    const doc = docBefore(this.#text, statement) ?? docBefore(this.#text, node);
    const isExported = exported && scope === this.#root;
    const earlier = scope.types.get(name);
    if (earlier === undefined) {
      const declaration = {
        name: scope.prefix + name,
        scope,
        nodes: [node],
        doc,
        exported: isExported,
      };
      scope.types.set(name, declaration);
      this.#all.push(declaration);
      return;
    }
    earlier.exported ||= isExported;
    earlier.doc ??= doc;
    if (merges(earlier.nodes[0], node)) earlier.nodes.push(node);
  }

  #module({ id, body }: TSModuleDeclaration, scope: Scope): void {
    const isInGlobal = id.type !== "StringLiteral" && isGlobal(id);
    const path = id.type === "StringLiteral" || isInGlobal ? [] : (pathOf(id) ?? []);
    let inner = isInGlobal ? this.#inGlobal : scope;
    for (const name of path) {
      let next = inner.namespaces.get(name);
      if (next === undefined) {
        next = newScope(`${inner.prefix}${name}.`, inner);
        inner.namespaces.set(name, next);
      }
      inner = next;
    }
    this.#statements(body.body, inner);
  }

  #variables({ kind, declarations }: VariableDeclaration, scope: Scope): void {
    for (const node of declarations) {
      if (node.id.type !== "Identifier") continue;
      scope.values.set(node.id.name, { node, constant: kind === "const", scope });
    }
  }
}

function nameOf(node: Identifier | StringLiteral): string {
  return node.type === "Identifier" ? node.name : node.value;
}

function isPath(main: Declaration | readonly string[] | undefined): main is readonly string[] {
  return Array.isArray(main);
}

/** What the global scope is called in itself. */
const GLOBAL_THIS = "globalThis";

function isGlobal(id: TSEntityName | Identifier): boolean {
  return id.type === "Identifier" && id.name === "global";
}

const OBJECTS: ReadonlySet<string> = new Set(["TSInterfaceDeclaration", "ClassDeclaration"]);

function merges(first: TypeNode | undefined, node: TypeNode): boolean {
  if (first?.type === "TSEnumDeclaration") return node.type === "TSEnumDeclaration";
  return OBJECTS.has(first?.type ?? "") && OBJECTS.has(node.type);
}

/** The type of a name in one scope, for `find`. */
export function typeIn(scope: Scope, name: string): Declaration | undefined {
  return scope.types.get(name);
}

/** The value of a name in one scope, for `find`. */
export function valueIn(scope: Scope, name: string): Value | undefined {
  return scope.values.get(name);
}
