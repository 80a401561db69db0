import type { Comment, Node, Statement } from "@babel/types";

/** A function as it is declared, before its body is looked at. */
export interface FunctionFound {
  readonly name: string | undefined;
  readonly parameters: readonly Node[];
  /** What its doc comment stands before, the innermost first. */
  readonly places: readonly Place[];
}

interface Place {
  readonly start?: number | null;
  readonly leadingComments?: readonly Comment[] | null;
}

/** The first function of a text: a declaration, an arrow or a method. */
export function firstFunction(statements: readonly Statement[]): FunctionFound | undefined {
  for (const statement of statements) {
    const found = functionIn(statement, undefined, []);
    if (found !== undefined) return found;
  }
  return undefined;
}

function functionIn(
  node: Node | null | undefined,
  name: string | undefined,
  above: readonly Place[],
): FunctionFound | undefined {
  if (!node) return undefined;
  const places = [node, ...above];
  switch (node.type) {
    case "FunctionDeclaration":
    case "TSDeclareFunction":
      return { name: node.id?.name ?? name, parameters: node.params, places };
    case "FunctionExpression":
      return { name: name ?? node.id?.name, parameters: node.params, places };
    case "ArrowFunctionExpression":
      return { name, parameters: node.params, places };
    case "ClassMethod":
    case "ObjectMethod":
      if (node.kind !== "method") return undefined;
      return { name: keyName(node.key), parameters: node.params, places };
    case "TSDeclareMethod":
      return { name: keyName(node.key), parameters: node.params, places };
    default:
      return functionWithin(node, name, places);
  }
}

/** The first function in the parts of a node that can declare one. */
function functionWithin(
  node: Node,
  name: string | undefined,
  places: readonly Place[],
): FunctionFound | undefined {
  switch (node.type) {
    case "ExportNamedDeclaration":
    case "ExportDefaultDeclaration":
      return functionIn(node.declaration, name, places);
    case "ExpressionStatement":
      return functionIn(node.expression, name, places);
    case "VariableDeclaration":
      return firstOf(node.declarations, (part) =>
        functionIn(part.init, part.id.type === "Identifier" ? part.id.name : name, places),
      );
    case "ClassDeclaration":
    case "ClassExpression":
      return firstOf(node.body.body, (part) => functionIn(part, name, []));
    case "ClassProperty":
      return functionIn(node.value, keyName(node.key), places);
    case "ObjectExpression":
      return firstOf(node.properties, (part) => functionIn(part, name, []));
    case "ObjectProperty":
      return functionIn(node.value, keyName(node.key), places);
    case "TSAsExpression":
    case "TSSatisfiesExpression":
      return functionIn(node.expression, name, places);
    default:
      return undefined;
  }
}

function firstOf<T>(
  list: readonly T[],
  find: (element: T) => FunctionFound | undefined,
): FunctionFound | undefined {
  for (const element of list) {
    const found = find(element);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The name that a key which is not computed gives. */
export function keyName(key: Node): string | undefined {
  if (key.type === "Identifier") return key.name;
  return key.type === "StringLiteral" ? key.value : undefined;
}
