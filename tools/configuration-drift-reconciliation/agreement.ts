import {
  absolute,
  compare,
  type Fraction,
  readFraction,
  subtract,
} from "../_lib/numbers/fraction.ts";
import { compareNumbers, isNumberText } from "../_lib/json/tree/number.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { scalarText } from "../_lib/json/tree/write.ts";

export interface Leniency {
  /** By how much numbers may differ; undefined for not at all. */
  readonly tolerance: Fraction | undefined;
  /** Whether text agrees with the number, boolean or null that it spells. */
  readonly looseTypes: boolean;
}

/** Whether two values, at least one of them a scalar, are as good as the same. */
export function agree(
  desired: JsonNode,
  actual: JsonNode,
  { tolerance, looseTypes }: Leniency,
): boolean {
  if (desired.type === "number" && actual.type === "number") {
    if (compareNumbers(desired.text, actual.text) === 0) return true;
    return tolerance !== undefined && isWithin(desired.text, actual.text, tolerance);
  }
  if (desired.type === "string" && actual.type === "string") return desired.value === actual.value;
  if (desired.type === actual.type) return scalarText(desired) === scalarText(actual);
  return looseTypes && (spells(desired, actual) || spells(actual, desired));
}

function isWithin(left: string, right: string, tolerance: Fraction): boolean {
  const [a, b] = [readFraction(left), readFraction(right)];
  // Numbers too large or small to be written out are compared as they are.
  return a !== undefined && b !== undefined && compare(absolute(subtract(a, b)), tolerance) <= 0;
}

function spells(text: JsonNode, node: JsonNode): boolean {
  if (text.type !== "string") return false;
  if (node.type === "number") {
    return isNumberText(text.value) && compareNumbers(text.value, node.text) === 0;
  }
  return (node.type === "boolean" || node.type === "null") && text.value === scalarText(node);
}
