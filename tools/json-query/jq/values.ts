/** Values of a jq run: nodes of the house's tree, of which computed numbers and strings write their text late. */
import type { Spend } from "./budget.ts";
import { countCodePoints } from "../../_lib/text/code-points.ts";
import { isNumberText, jsonNumber } from "../../_lib/json/tree/number.ts";
import {
  arrayNode,
  booleanNode,
  type JsonArray,
  type JsonNode,
  type JsonNumber,
  type JsonString,
  nullNode,
  numberNode,
} from "../../_lib/json/tree/tree.ts";

export const NULL = nullNode();
export const TRUE = booleanNode(true);
export const FALSE = booleanNode(false);

/** A computed double. `NaN` and the infinities have texts of JSON5, which `settle` replaces at the end. */
class ComputedNumber implements JsonNumber {
  readonly type = "number";
  readonly start = -1;
  readonly end = -1;
  readonly double: number;

  constructor(value: number) {
    this.double = value;
  }

  get text(): string {
    return jsonNumber(this.double);
  }
}

class ComputedString implements JsonString {
  readonly type = "string";
  readonly start = -1;
  readonly end = -1;
  readonly value: string;
  /** Whether the engine still holds it as a sum, whose characters are put together when it is first read. */
  isLoose: boolean;
  #text: string | undefined;

  constructor(value: string, loose: boolean) {
    this.value = value;
    this.isLoose = loose;
  }

  get text(): string {
    return (this.#text ??= JSON.stringify(this.value));
  }
}

export function double(value: number): JsonNumber {
  return new ComputedNumber(value);
}

export function string(value: string): JsonString {
  return new ComputedString(value, false);
}

/** The sum of two texts. */
export function sumOfTexts(left: string, right: string): JsonString {
  return new ComputedString(left + right, true);
}

/** Whether a text is a sum that nothing has read yet; from now on it is not. */
export function isLoose(node: JsonNode): node is JsonString {
  if (!(node instanceof ComputedString) || !node.isLoose) return false;
  node.isLoose = false;
  return true;
}

export function boolean(value: boolean): JsonNode {
  return value ? TRUE : FALSE;
}

export function list(items: readonly JsonNode[]): JsonArray {
  return arrayNode(items);
}

const LONG_NUMBER = 64;
const doubles = new WeakMap<JsonNumber, number>();

export function doubleOf(node: JsonNumber): number {
  if (node instanceof ComputedNumber) return node.double;
  if (node.text.length <= LONG_NUMBER) return Number(node.text);
  let value = doubles.get(node);
  if (value === undefined) {
    value = Number(node.text);
    doubles.set(node, value);
  }
  return value;
}

/** Takes units for the digits of a long number, which are looked at one by one. */
export function spendDigits(node: JsonNumber, spend: Spend): void {
  if (!(node instanceof ComputedNumber) && node.text.length > LONG_NUMBER)
    spend(node.text.length >> 2);
}

/** Whether the number was computed, and so is no more than its double. */
export function isComputed(node: JsonNumber): boolean {
  return node instanceof ComputedNumber;
}

export function isTruthy(node: JsonNode): boolean {
  return node.type !== "null" && (node.type !== "boolean" || node.value);
}

export function isNaNNode(node: JsonNode): boolean {
  return node.type === "number" && node instanceof ComputedNumber && Number.isNaN(node.double);
}

const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?((?:[eE][+-]?\d+)?)$/;

/** The number that a text of looser grammar says: `.5`, `1.`, `007`, `+3`; undefined for other text. */
export function readNumber(text: string): JsonNumber | undefined {
  if (isNumberText(text)) return numberNode(text);
  const match = DECIMAL.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = "", fraction = "", exponent = ""] = match;
  if (whole === "" && fraction === "") return undefined;
  const digits = whole.replace(/^0+(?=\d)/, "") || "0";
  const point = fraction === "" ? "" : `.${fraction}`;
  return numberNode(`${sign === "-" ? "-" : ""}${digits}${point}${exponent}`);
}

/** A number as a program writes it. */
export function literalNumber(text: string): JsonNumber {
  return readNumber(text) ?? double(Number(text));
}

/** The number with its sign turned, digit by digit. */
export function negated(node: JsonNumber): JsonNumber {
  if (node instanceof ComputedNumber) return double(-node.double);
  return numberNode(node.text.startsWith("-") ? node.text.slice(1) : `-${node.text}`);
}

/** The number without its sign. */
export function absolute(node: JsonNumber): JsonNumber {
  if (node instanceof ComputedNumber) return double(Math.abs(node.double));
  return node.text.startsWith("-") ? numberNode(node.text.slice(1)) : node;
}

export function lengthOfText(text: string): number {
  return countCodePoints(text);
}
