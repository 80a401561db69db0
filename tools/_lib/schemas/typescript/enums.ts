import type { Expression, Node } from "@babel/types";
import type { Context } from "./context.ts";
import { type Declaration, find, pathOf, type Scope, typeIn, valueIn } from "./scope.ts";

export type Constant = string | number | boolean | null;

/** The members of an enum declaration with their values; what is not constant is noted as unsupported. */
export function enumValues(
  context: Context,
  declaration: Declaration,
): ReadonlyMap<string, Constant> {
  const known = context.enums.get(declaration);
  if (known !== undefined) return known;
  const values = new Map<string, Constant>();
  context.enums.set(declaration, values);
  for (const node of declaration.nodes) {
    if (node.type !== "TSEnumDeclaration") continue;
    let next: number | undefined = 0;
    for (const { id, initializer } of node.body.members) {
      const name = id.type === "Identifier" ? id.name : id.value;
      let value: Constant | undefined = next;
      if (initializer) {
        value = new Folder(context, declaration.scope, values).fold(initializer);
        if (value === undefined) context.unsupported(initializer, "an enum value that is computed");
      } else if (value === undefined) context.unsupported(id, "an enum member without a value");
      next = typeof value === "number" ? value + 1 : undefined;
      if (value !== undefined) values.set(name, value);
    }
  }
  return values;
}

/** The value of an expression of constants, undefined where it has none. */
export function constantOf(context: Context, scope: Scope, node: Expression): Constant | undefined {
  return new Folder(context, scope, new Map()).fold(node);
}

const MOST_HOPS = 100;

class Folder {
  readonly #context: Context;
  readonly #siblings: ReadonlyMap<string, Constant>;
  #scope: Scope;
  #hops = 0;

  constructor(context: Context, scope: Scope, siblings: ReadonlyMap<string, Constant>) {
    this.#context = context;
    this.#scope = scope;
    this.#siblings = siblings;
  }

  fold(node: Node): Constant | undefined {
    this.#context.spend(1);
    switch (node.type) {
      case "NumericLiteral":
        return Number.isFinite(node.value) ? node.value : undefined;
      case "StringLiteral":
      case "BooleanLiteral":
        return node.value;
      case "NullLiteral":
        return null;
      case "ParenthesizedExpression":
      case "TSAsExpression":
      case "TSSatisfiesExpression":
      case "TSNonNullExpression":
        return this.fold(node.expression);
      case "UnaryExpression":
        return unary(node.operator, this.fold(node.argument));
      case "BinaryExpression":
        return binary(node.operator, this.fold(node.left), this.fold(node.right));
      case "TemplateLiteral":
        return this.#template(node.quasis, node.expressions);
      case "Identifier":
      case "MemberExpression":
        return this.#named(node);
      default:
        return undefined;
    }
  }

  #template(
    quasis: readonly { readonly value: { cooked?: string | null } }[],
    holes: readonly Node[],
  ): string | undefined {
    let text = quasis[0]?.value.cooked ?? "";
    for (const [index, hole] of holes.entries()) {
      const value = this.fold(hole);
      if (value === undefined) return undefined;
      text += String(value) + (quasis[index + 1]?.value.cooked ?? "");
    }
    return text;
  }

  #named(node: Expression): Constant | undefined {
    const path = pathOf(node) ?? indexPath(node);
    if (path === undefined || ++this.#hops > MOST_HOPS) return undefined;
    const [first = ""] = path;
    if (path.length === 1) {
      const sibling = this.#siblings.get(first);
      if (sibling !== undefined) return sibling;
      if (first === "NaN" || first === "Infinity") return undefined;
    }
    const declared = find(this.#scope, path, typeIn);
    return declared?.rest.length === 1
      ? enumValues(this.#context, declared.found).get(declared.rest[0] ?? "")
      : this.#variable(path);
  }

  #variable(path: readonly string[]): Constant | undefined {
    const variable = find(this.#scope, path, valueIn);
    if (variable === undefined || variable.rest.length > 0 || !variable.found.constant)
      return undefined;
    const { node, scope } = variable.found;
    if (node.type !== "VariableDeclarator" || !node.init) return undefined;
    const before = this.#scope;
    this.#scope = scope;
    const value = this.fold(node.init);
    this.#scope = before;
    return value;
  }
}

/** The names of `Kind["a"]`. */
function indexPath(node: Expression): readonly string[] | undefined {
  if (node.type !== "MemberExpression" || node.property.type !== "StringLiteral") return undefined;
  const path = pathOf(node.object as Expression);
  return path && [...path, node.property.value];
}

function unary(operator: string, value: Constant | undefined): Constant | undefined {
  if (typeof value !== "number") return undefined;
  switch (operator) {
    case "-":
      return -value;
    case "+":
      return value;
    case "~":
      return ~value;
    default:
      return undefined;
  }
}

function binary(
  operator: string,
  left: Constant | undefined,
  right: Constant | undefined,
): Constant | undefined {
  if (typeof left === "string" || typeof right === "string") {
    if (operator !== "+" || left === undefined || right === undefined) return undefined;
    return String(left) + String(right);
  }
  if (typeof left !== "number" || typeof right !== "number") return undefined;
  const result = ARITHMETIC.get(operator)?.(left, right);
  return result === undefined || !Number.isFinite(result) ? undefined : result;
}

const ARITHMETIC: ReadonlyMap<string, (left: number, right: number) => number | undefined> =
  new Map<string, (left: number, right: number) => number | undefined>([
    ["+", (left, right) => left + right],
    ["-", (left, right) => left - right],
    ["*", (left, right) => left * right],
    ["/", (left, right) => left / right],
    ["%", (left, right) => left % right],
    ["|", (left, right) => left | right],
    ["&", (left, right) => left & right],
    ["^", (left, right) => left ^ right],
    ["<<", (left, right) => left << right],
    [">>", (left, right) => left >> right],
    [">>>", (left, right) => left >>> right],
    ["**", power],
  ]);

const LARGEST_POWER = 1023;

/** Whole powers by multiplication: `**` itself may differ between engines. */
function power(base: number, exponent: number): number | undefined {
  if (!Number.isInteger(exponent) || exponent < 0 || exponent > LARGEST_POWER) return undefined;
  let result = 1;
  for (let count = 0; count < exponent; count++) result *= base;
  return result;
}
