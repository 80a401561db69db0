import { LONGEST_STRING } from "../jq/budget.ts";
import { findMember } from "../../_lib/json/path/compare.ts";
import {
  type JsonMember,
  type JsonNode,
  memberNode,
  objectNode,
} from "../../_lib/json/tree/tree.ts";
import { areEqual, compareValues } from "../jq/order.ts";
import { boolean, FALSE, list, NULL, TRUE } from "../jq/values.ts";
import { Settler } from "../settle.ts";
import { ExpressionTooCostly, JmespathError } from "./errors.ts";
import type { Argument, Wanted } from "./function-spec.ts";
import { FUNCTIONS } from "./function-table.ts";
import type { Comparator, Expression, Slice } from "./syntax.ts";

/** For a usual document; more in proportion for a large one. */
const MOST_UNITS = 5_000_000;

type Note = (received: string, expected: string) => void;

/** An expression as an argument: what it gives for a value. */
export type Reference = (value: JsonNode) => JsonNode;

/**
 * The value of an expression as plain JSON, undefined where that has too many levels; throws `JmespathError`
 * and `ExpressionTooCostly`. `note` hears of rounded numbers.
 */
export function evaluateExpression(
  expression: Expression,
  root: JsonNode,
  { note, growth }: { readonly note: Note; readonly growth: number },
): JsonNode | undefined {
  const evaluator = new Evaluator(note, growth);
  return new Settler(evaluator.spend).settle(evaluator.evaluate(expression, root));
}

export class Evaluator {
  readonly note: Note;
  readonly #mostUnits: number;
  #units = 0;

  constructor(note: Note, growth: number) {
    this.note = note;
    this.#mostUnits = MOST_UNITS * growth;
  }

  /** Takes units for work that is about to be done. */
  readonly spend = (units: number): void => {
    this.#units += units;
    if (this.#units > this.#mostUnits) throw new ExpressionTooCostly();
  };

  /** Takes units for a text of this length that is written or read through. */
  spendText(length: number): void {
    if (length > LONGEST_STRING) throw new ExpressionTooCostly();
    this.spend(length >> 4);
  }

  evaluate(expression: Expression, value: JsonNode): JsonNode {
    this.spend(1);
    switch (expression.type) {
      case "current":
        return value;
      case "literal":
        return expression.value;
      case "field":
        return value.type === "object" ? (findMember(value, expression.name) ?? NULL) : NULL;
      case "index":
        return value.type === "array" ? (value.items.at(expression.index) ?? NULL) : NULL;
      case "flatten":
        return this.#flatten(this.evaluate(expression.body, value));
      case "chain":
      case "pipe":
        return this.#chain(expression.left, expression.right, value);
      case "items":
      case "values":
      case "filter":
        return this.#project(expression, this.evaluate(expression.left, value));
      default:
        return this.#evaluateOther(expression, value);
    }
  }

  #evaluateOther(expression: Expression, value: JsonNode): JsonNode {
    switch (expression.type) {
      case "slice":
        if (value.type !== "array") return NULL;
        this.spend(value.items.length >> 2);
        return list(sliceOf(value.items, expression));
      case "or": {
        const left = this.evaluate(expression.left, value);
        return isTrue(left) ? left : this.evaluate(expression.right, value);
      }
      case "and": {
        const left = this.evaluate(expression.left, value);
        return isTrue(left) ? this.evaluate(expression.right, value) : left;
      }
      case "not":
        return boolean(!isTrue(this.evaluate(expression.body, value)));
      case "compare":
        return this.#compare(
          expression.operator,
          this.evaluate(expression.left, value),
          this.evaluate(expression.right, value),
        );
      case "list":
        if (value.type === "null") return NULL;
        return list(expression.items.map((item) => this.evaluate(item, value)));
      case "hash":
        return value.type === "null" ? NULL : this.#hash(expression, value);
      case "call":
        return this.#call(expression, value);
      default:
        throw new JmespathError("invalid-type", "an expression reference is no value");
    }
  }

  #chain(left: Expression, right: Expression, value: JsonNode): JsonNode {
    return this.evaluate(right, this.evaluate(left, value));
  }

  #call(expression: Extract<Expression, { type: "call" }>, value: JsonNode): JsonNode {
    const args = expression.args.map((arg): JsonNode | Reference => {
      if (arg.type !== "reference") return this.evaluate(arg, value);
      return (item) => this.evaluate(arg.body, item);
    });
    return callFunction(expression.name, args, this);
  }

  #hash({ entries }: Extract<Expression, { type: "hash" }>, value: JsonNode): JsonNode {
    const members = new Map<string, JsonMember>();
    for (const { key, value: body } of entries)
      members.set(key, memberNode(key, this.evaluate(body, value)));
    return objectNode([...members.values()]);
  }

  #flatten(value: JsonNode): JsonNode {
    if (value.type !== "array") return NULL;
    const flat: JsonNode[] = [];
    this.spend(value.items.length);
    for (const item of value.items) {
      if (item.type !== "array") {
        flat.push(item);
        continue;
      }
      this.spend(item.items.length >> 2);
      for (const inner of item.items) flat.push(inner);
    }
    return list(flat);
  }

  #project(
    expression: Extract<Expression, { type: "items" | "values" | "filter" }>,
    container: JsonNode,
  ): JsonNode {
    const wanted = expression.type === "values" ? "object" : "array";
    if (container.type !== wanted) return NULL;
    const results: JsonNode[] = [];
    for (const item of itemsOf(container)) {
      if (expression.type === "filter" && !isTrue(this.evaluate(expression.condition, item)))
        continue;
      const result = this.evaluate(expression.right, item);
      if (result.type !== "null") results.push(result);
    }
    return list(results);
  }

  #compare(operator: Comparator, left: JsonNode, right: JsonNode): JsonNode {
    const { spend } = this;
    if (operator === "==") return boolean(areEqual(left, right, spend));
    if (operator === "!=") return boolean(!areEqual(left, right, spend));
    if (left.type !== "number" || right.type !== "number") return NULL;
    const order = compareValues(left, right, spend);
    if (operator === "<") return order < 0 ? TRUE : FALSE;
    if (operator === "<=") return order <= 0 ? TRUE : FALSE;
    return boolean(operator === ">" ? order > 0 : order >= 0);
  }
}

function itemsOf(container: JsonNode): readonly JsonNode[] {
  if (container.type === "array") return container.items;
  return container.type === "object" ? container.members.map(({ value }) => value) : [];
}

/** All but null, false and what is empty. */
function isTrue(value: JsonNode): boolean {
  switch (value.type) {
    case "null":
      return false;
    case "boolean":
      return value.value;
    case "string":
      return value.value !== "";
    case "array":
      return value.items.length > 0;
    case "object":
      return value.members.length > 0;
    case "number":
      return true;
  }
}

/** As Python slices. */
function sliceOf(items: readonly JsonNode[], { from, to, step }: Slice): JsonNode[] {
  if (step === 0) throw new JmespathError("invalid-value", "the step of a slice cannot be 0");
  const size = items.length;
  const [least, most] = step > 0 ? [0, size] : [-1, size - 1];
  const clamp = (bound: number) =>
    Math.min(Math.max(bound < 0 ? bound + size : bound, least), most);
  const start = from === undefined ? (step > 0 ? least : most) : clamp(from);
  const end = to === undefined ? (step > 0 ? most : least) : clamp(to);
  const taken: JsonNode[] = [];
  for (let index = start; step > 0 ? index < end : index > end; index += step)
    taken.push(items[index] as JsonNode);
  return taken;
}

/** Calls a function of the specification. */
function callFunction(name: string, args: readonly Argument[], evaluator: Evaluator): JsonNode {
  const spec = FUNCTIONS.get(name);
  if (spec === undefined)
    throw new JmespathError("unknown-function", `there is no function ${name}()`);
  const { wants, variadic = false } = spec;
  if (variadic ? args.length < wants.length : args.length !== wants.length) {
    const count = `${variadic ? "at least " : ""}${wants.length}`;
    const detail = `${name}() takes ${count} arguments, ${args.length} were given`;
    throw new JmespathError("invalid-arity", detail);
  }
  for (const [index, arg] of args.entries()) {
    const wanted = wants[Math.min(index, wants.length - 1)] ?? "any";
    if (!fits(arg, wanted)) throw wrongType(name, index, wanted, arg);
  }
  return spec.run(args, evaluator);
}

function fits(arg: Argument, wanted: Wanted): boolean {
  if (typeof arg === "function") return wanted === "reference";
  return wanted === "any" || (wanted !== "reference" && wanted.includes(arg.type));
}

function typeOf(arg: Argument): string {
  return typeof arg === "function" ? "expression" : arg.type;
}

function wrongType(name: string, index: number, wanted: Wanted, arg: Argument): JmespathError {
  const expected =
    wanted === "reference"
      ? "an expression (&…)"
      : wanted === "any"
        ? "a value"
        : wanted.join(" or ");
  const detail = `argument ${index + 1} of ${name}() is ${typeOf(arg)}, expected ${expected}`;
  return new JmespathError("invalid-type", detail);
}
