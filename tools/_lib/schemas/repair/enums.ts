import type { JsonNode } from "../../json/tree/tree.ts";
import { scalarText, minifyJson } from "../../json/tree/write.ts";
import { memberOf } from "../../json/tree/members.ts";
import { editDistance } from "../../text/nearest.ts";
import { copied } from "./copy.ts";
import { type ChangeCode, type Draft, reaches } from "./change.ts";
import { plainText } from "./numbers.ts";
import type { Spot } from "./repairer.ts";
import { fitsType, typesOf } from "./types.ts";

/** Puts the allowed value that was meant in the place of one that enum or const refuses. */
export function repairChoice(draft: Draft, schema: JsonNode, spot: Spot): void {
  const choices = choicesOf(schema, spot);
  if (choices === undefined || choices.some((choice) => spot.areEqual(choice, draft.node))) return;
  const found =
    normalized(draft.node, choices, [inLowerCase, bareName]) ??
    coerced(draft.node, choices) ??
    (reaches(spot.policy, "aggressive") ? near(draft.node, choices, spot) : undefined);
  if (found !== undefined) draft.become(found.code, copied(found.choice));
}

export interface Choice {
  readonly code: ChangeCode;
  readonly choice: JsonNode;
}

/** The values that enum and const leave, those of another type than the schema's left out. */
export function choicesOf(schema: JsonNode, spot: Spot): readonly JsonNode[] | undefined {
  const constant = memberOf(schema, "const");
  const list = memberOf(schema, "enum");
  const hasConstant = constant !== undefined && spot.draft !== "draft-04";
  if (!hasConstant && list?.type !== "array") return undefined;
  const listed = list?.type === "array" ? list.items : undefined;
  const choices = hasConstant
    ? [constant].filter((only) => listed?.some((item) => spot.areEqual(item, only)) ?? true)
    : (listed ?? []);
  const types = typesOf(schema);
  return types === undefined ? choices : choices.filter((item) => fitsType(item, types, spot));
}

/** The only choice that is the same text, by the first way to see texts as the same that gives one. */
export function normalized(
  node: JsonNode,
  choices: readonly JsonNode[],
  ways: readonly ((text: string) => string)[],
): Choice | undefined {
  if (node.type !== "string") return undefined;
  for (const normalize of ways) {
    const wanted = normalize(node.value);
    const equal = choices.filter(
      (choice) => choice.type === "string" && normalize(choice.value) === wanted,
    );
    const [choice] = equal;
    if (choice !== undefined && equal.length === 1) return { code: "ENUM_NORMALIZED", choice };
  }
  return undefined;
}

/** A text without blanks around it and without case. */
export function inLowerCase(text: string): string {
  return text.trim().toLowerCase();
}

/** A name without what spellings of it differ in: case, hyphens, underscores and blanks. */
export function bareName(name: string): string {
  return name.toLowerCase().replace(/[-_\s]/g, "");
}

/** The choice of another type that is written in the same way. */
export function coerced(node: JsonNode, choices: readonly JsonNode[]): Choice | undefined {
  const wanted = plainOf(node);
  const choice = choices.find((item) => item.type !== node.type && plainOf(item) === wanted);
  return choice === undefined ? undefined : { code: "ENUM_COERCED", choice };
}

/** A string's characters, any other value's JSON text. */
function plainOf(node: JsonNode): string | undefined {
  if (node.type === "string") return node.value;
  if (node.type === "number") return plainText(node.text);
  return node.type === "array" || node.type === "object" ? minifyJson(node) : scalarText(node);
}

const FARTHEST = 2;

/** Compares with each choice of about the same length: thousands of choices for thousands of values spend the budget. */
function near(node: JsonNode, choices: readonly JsonNode[], spot: Spot): Choice | undefined {
  if (node.type !== "string") return undefined;
  const wanted = node.value.toLowerCase();
  let best: { readonly choice: JsonNode; readonly distance: number } | undefined;
  let unique = false;
  for (const choice of choices) {
    if (choice.type !== "string") continue;
    const candidate = choice.value.toLowerCase();
    if (Math.abs(candidate.length - wanted.length) > FARTHEST) continue;
    spot.spend(1 + Math.ceil((candidate.length * wanted.length) / 8));
    const distance = editDistance(wanted, candidate);
    if (distance > FARTHEST || 3 * distance > wanted.length) continue;
    if (best !== undefined && distance > best.distance) continue;
    unique = distance !== best?.distance;
    best = { choice, distance };
  }
  return best !== undefined && unique ? { code: "ENUM_NEAREST", choice: best.choice } : undefined;
}
