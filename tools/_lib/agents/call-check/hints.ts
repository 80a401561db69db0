/** What a call has to send instead, read from the schema that refused it. */
import { counted, withArticle } from "../../text/plural.ts";
import { nodeAt } from "../../json/tree/rows.ts";
import type { JsonNode } from "../../json/tree/tree.ts";
import { memberOf, textOf } from "../../json/tree/members.ts";
import { inWords } from "../../schemas/json-schema/shown.ts";
import type { HintOf } from "../../schemas/json-schema/entries.ts";
import type { Violation } from "../../schemas/json-schema/violations.ts";
import { beginning } from "../../text/shown.ts";

const MOST_NAMES = 20;
const UNIONS: ReadonlySet<string> = new Set(["anyOf", "oneOf", "not", "if"]);

/** Hints for the violations of one schema. */
export function hintsBy(root: JsonNode): HintOf {
  return (violation) => {
    const said = sayFor(violation, root);
    if (said === undefined) return violation.hint;
    return violation.hint === undefined ? said : `${said}. ${violation.hint}`;
  };
}

function sayFor(
  { keyword, schemaPath, schemaUri, expected }: Violation,
  root: JsonNode,
): string | undefined {
  if (schemaUri !== undefined || UNIONS.has(keyword)) return undefined;
  const schema = nodeAt(root, schemaPath.slice(0, schemaPath.lastIndexOf("/")));
  if (schema?.type !== "object") return undefined;
  const properties = memberOf(schema, "properties");
  if (keyword === "required") {
    const name = String(expected);
    const part = properties && memberOf(properties, name);
    const what = part === undefined ? "" : `: ${described(part)}`;
    return `Add ${JSON.stringify(beginning(name, 60))}${what}`;
  }
  if (keyword === "additionalProperties" || keyword === "unevaluatedProperties") {
    const names = properties?.type === "object" ? properties.members.map(({ key }) => key) : [];
    return names.length === 0
      ? "Send no members"
      : `Allowed are ${listed(names.map((name) => JSON.stringify(name)))}`;
  }
  return `Send ${described(schema)}`;
}

function listed(words: readonly string[]): string {
  const shown = words.slice(0, MOST_NAMES).join(", ");
  return words.length > MOST_NAMES ? `${shown} and ${words.length - MOST_NAMES} more` : shown;
}

/** What a schema wants, in words: `an integer, at least 1, at most 14`. */
function described(schema: JsonNode): string {
  const constant = memberOf(schema, "const");
  if (constant !== undefined) return inWords(constant);
  const choices = memberOf(schema, "enum");
  if (choices?.type === "array") return `one of ${listed(choices.items.map(inWords))}`;
  return [
    typeIn(schema),
    ...BOUNDS.flatMap(([keyword, say]) => {
      const bound = memberOf(schema, keyword);
      return bound === undefined ? [] : [say(bound)];
    }),
  ].join(", ");
}

type Say = (bound: JsonNode) => string;
const least =
  (unit: string): Say =>
  (bound) =>
    `at least ${amount(bound, unit)}`;
const most =
  (unit: string): Say =>
  (bound) =>
    `at most ${amount(bound, unit)}`;

const BOUNDS: readonly (readonly [string, Say])[] = [
  ["format", (bound) => `in the format ${textOf(bound)}`],
  ["pattern", (bound) => `that matches ${inWords(bound)}`],
  ["minimum", (bound) => `at least ${inWords(bound)}`],
  ["exclusiveMinimum", (bound) => `above ${inWords(bound)}`],
  ["maximum", (bound) => `at most ${inWords(bound)}`],
  ["exclusiveMaximum", (bound) => `below ${inWords(bound)}`],
  ["multipleOf", (bound) => `a multiple of ${inWords(bound)}`],
  ["minLength", least("character")],
  ["maxLength", most("character")],
  ["minItems", least("item")],
  ["maxItems", most("item")],
  ["minProperties", least("member")],
  ["maxProperties", most("member")],
];

function amount(bound: JsonNode, unit: string): string {
  return bound.type === "number" ? counted(Number(bound.text), unit) : unit;
}

function typeIn(schema: JsonNode): string {
  const type = memberOf(schema, "type");
  const names = type?.type === "array" ? type.items : type === undefined ? [] : [type];
  const words = names.map((name) => withArticle(textOf(name) ?? ""));
  const items = memberOf(schema, "items");
  const inside = items?.type === "object" && memberOf(items, "type") !== undefined;
  if (words.length === 0) return "another value";
  return inside && words.length === 1
    ? `${words[0]} of which each is ${described(items)}`
    : words.join(" or ");
}
