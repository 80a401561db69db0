import { repairItems } from "../../schemas/repair/arrays.ts";
import type { ChangeCode, Draft } from "../../schemas/repair/change.ts";
import { copied } from "../../schemas/repair/copy.ts";
import { choicesOf, coerced, inLowerCase, normalized } from "../../schemas/repair/enums.ts";
import { numberIn } from "../../schemas/repair/numbers.ts";
import { onlyItem } from "../../schemas/repair/own-keywords.ts";
import type { OwnKeywords, Spot } from "../../schemas/repair/repairer.ts";
import { containerIn, fitsType, typesOf } from "../../schemas/repair/types.ts";
import {
  arrayNode,
  booleanNode,
  type JsonNode,
  nullNode,
  numberNode,
  stringNode,
} from "../../json/tree/tree.ts";
import { isWhole } from "../../numbers/decimal-text.ts";
import { fitObject, type ObjectOptions } from "./fit-object.ts";

export interface KeywordOptions extends ObjectOptions {
  /** Types, JSON texts of arrays and objects, enum and const, single values and arrays of one. */
  readonly coerce: boolean;
  /** Whether blanks around a text go where it fits only without them; false if not given. */
  readonly trimStrings?: boolean;
}

/** Fits a value by type, enum and const, then its members and items; nothing becomes what does not fit, either. */
export function fitByKeywords(options: KeywordOptions): OwnKeywords {
  return (draft, schema, spot) => {
    if (options.coerce) {
      fitType(draft, schema, spot);
      fitChoice(draft, schema, spot);
    }
    if (options.trimStrings === true) fitTrimmed(draft, schema, spot);
    if (draft.node.type === "array") repairItems(draft, schema, spot);
    else if (draft.node.type === "object") fitObject(draft, schema, spot, options);
  };
}

/** Takes the first form of the value that the schema accepts, after what else is to be done to it. */
function fitType(draft: Draft, schema: JsonNode, spot: Spot): void {
  const types = typesOf(schema);
  if (types === undefined) return;
  if (fitsType(draft.node, types, spot) && integerOf(draft.node, types) === undefined) return;
  for (const [code, node] of formsOf(draft.node, types, spot)) {
    const repair = spot.again(node);
    if (!spot.parts.accepts(schema, repair.node)) continue;
    draft.become(code, node);
    draft.adopt(repair);
    return;
  }
}

function* formsOf(
  node: JsonNode,
  types: readonly string[],
  spot: Spot,
): Iterable<[ChangeCode, JsonNode]> {
  const integer = integerOf(node, types);
  if (integer !== undefined) yield ["NUMBER_ROUNDED", integer];
  const container = containerAsText(node, types, spot);
  if (container !== undefined) {
    // What is the JSON of a wanted value was meant as that value, not as an item of another one.
    yield ["JSON_STRING_PARSED", container];
    return;
  }
  for (const type of types) {
    if (node.type === "string") yield* formsOfText(node.value, type);
    else if (node.type === "number" && type === "string")
      yield ["NUMBER_TO_STRING", stringNode(node.text)];
    else if (node.type === "boolean" && type === "string")
      yield ["BOOLEAN_TO_STRING", stringNode(String(node.value))];
  }
  if (node.type !== "array" && types.includes("array"))
    yield ["WRAPPED_IN_ARRAY", arrayNode([node])];
  const item = onlyItem(node);
  if (item !== undefined) yield ["UNWRAPPED_SINGLE", item];
}

/** The array or object that is wanted, where the value is its JSON text. */
function containerAsText(
  node: JsonNode,
  types: readonly string[],
  spot: Spot,
): JsonNode | undefined {
  if (node.type !== "string") return undefined;
  for (const type of types) {
    const container = containerIn(node.value, type, spot);
    if (container !== undefined) return container;
  }
  return undefined;
}

/** The digits of a number such as 3.0, where a number is to be an integer. */
function integerOf(node: JsonNode, types: readonly string[]): JsonNode | undefined {
  if (node.type !== "number" || !types.includes("integer") || types.includes("number"))
    return undefined;
  const digits = /^(-?[0-9]+)\.0+$/.exec(node.text)?.[1];
  return digits === undefined ? undefined : numberNode(digits);
}

function* formsOfText(text: string, type: string): Iterable<[ChangeCode, JsonNode]> {
  const number = type === "number" || type === "integer" ? numberIn(text) : undefined;
  if (number !== undefined && type === "number") yield ["STRING_TO_NUMBER", numberNode(number)];
  else if (number !== undefined && isWhole(number)) {
    yield ["STRING_TO_INTEGER", numberNode(number.replace(/\.0+$/, ""))];
  }
  const word = text.trim().toLowerCase();
  if (type === "boolean" && (word === "true" || word === "false"))
    yield ["STRING_TO_BOOLEAN", booleanNode(word === "true")];
  if (type === "null" && (text === "" || text === "null")) yield ["STRING_TO_NULL", nullNode()];
}

function fitChoice(draft: Draft, schema: JsonNode, spot: Spot): void {
  const { node } = draft;
  const choices = choicesOf(schema, spot);
  if (choices === undefined || choices.some((choice) => spot.areEqual(choice, node))) return;
  if (node.type === "null" || node.type === "array" || node.type === "object") return;
  const scalars = choices.filter(({ type }) => type !== "array" && type !== "object");
  const found = normalized(node, scalars, [inLowerCase]) ?? coerced(node, scalars);
  if (found === undefined || !spot.parts.accepts(schema, found.choice)) return;
  draft.become(found.code, copied(found.choice));
}

function fitTrimmed(draft: Draft, schema: JsonNode, spot: Spot): void {
  if (draft.node.type !== "string" || spot.parts.accepts(schema, draft.node)) return;
  const trimmed = stringNode(draft.node.value.trim());
  if (spot.parts.accepts(schema, trimmed)) draft.become("STRING_TRIMMED", trimmed);
}
