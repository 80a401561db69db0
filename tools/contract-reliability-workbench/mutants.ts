/** Contracts with one rule changed. */
import { groupBy } from "../_lib/algorithms/group-by.ts";
import { byCodeUnit, escapePointer } from "../_lib/results/pointer.ts";
import {
  arrayNode,
  type JsonMember,
  type JsonNode,
  type JsonObject,
  memberNode,
  objectNode,
  stringNode,
  withMember,
} from "../_lib/json/tree/tree.ts";
import { CONTRACT_FORMATS } from "../_lib/schemas/json-schema/checked-formats.ts";
import { isAsserted } from "../_lib/schemas/json-schema/drafts.ts";
import { memberOf, textOf, textsOf } from "../_lib/json/tree/members.ts";
import { ValueIds } from "../_lib/json/tree/value-ids.ts";
import type { Wording } from "../_lib/schemas/json-schema/variants.ts";
import { movedNumber } from "../_lib/schemas/samples/numbers.ts";
import type { Subschema } from "./subschemas.ts";

export const OPERATORS = [
  "DROP_ENUM_VALUE",
  "DROP_KEYWORD",
  "DROP_REQUIRED",
  "LOOSEN_BOUND",
  "OPEN_OBJECT",
  "REQUIRE_OPTIONAL",
  "TIGHTEN_BOUND",
] as const;

export type Operator = (typeof OPERATORS)[number];

export interface Mutant {
  readonly operator: Operator;
  /** The rule, as a pointer into the schema. */
  readonly path: string;
  readonly schema: JsonObject;
  readonly keyword: string;
  /** The name or the value that the rule is about. */
  readonly subject: JsonNode | undefined;
  /** The schema with the rule changed. */
  readonly wording: () => Wording;
}

/** Keywords that go as a whole. */
const DROPPED: ReadonlySet<string> = new Set([
  "type",
  "enum",
  "const",
  "pattern",
  "format",
  "multipleOf",
  "uniqueItems",
  "not",
  "contains",
  "propertyNames",
]);

/** Bounds, and the direction in which each becomes tighter. */
const BOUNDS: ReadonlyMap<string, 1n | -1n> = new Map([
  ["minimum", 1n],
  ["maximum", -1n],
  ["exclusiveMinimum", 1n],
  ["exclusiveMaximum", -1n],
  ["minLength", 1n],
  ["maxLength", -1n],
  ["minItems", 1n],
  ["maxItems", -1n],
  ["minProperties", 1n],
  ["maxProperties", -1n],
]);

/** All mutants of the schemas; undefined where there are too many. */
export function mutantsOf(subschemas: readonly Subschema[], most: number): Mutant[] | undefined {
  const mutants: Mutant[] = [];
  for (const subschema of subschemas) {
    for (const mutant of mutantsAt(subschema)) {
      if (mutants.length === most) return undefined;
      mutants.push(mutant);
    }
  }
  return mutants.toSorted(
    (left, right) => byCodeUnit(left.path, right.path) || byCodeUnit(left.operator, right.operator),
  );
}

function* mutantsAt(subschema: Subschema): Iterable<Mutant> {
  if (!subschema.counts) return;
  for (const member of subschema.node.members) {
    if (!isAsserted(member.key, subschema.dialect)) continue;
    yield* ofKeyword(subschema, member);
  }
}

function* ofKeyword({ node: schema, pointer }: Subschema, member: JsonMember): Iterable<Mutant> {
  const { key, value } = member;
  const at = `${pointer}/${escapePointer(key)}`;
  const base = { schema, keyword: key };
  const drop = () => more(without(schema, key));
  if (isRule(member)) {
    yield { ...base, operator: "DROP_KEYWORD", path: at, subject: value, wording: drop };
  }
  if (key === "additionalProperties" && value.type === "boolean" && !value.value) {
    yield { ...base, operator: "OPEN_OBJECT", path: at, subject: value, wording: drop };
  }
  yield* movedBounds(schema, member, at);
  if (key === "required") yield* missingNames(schema, value, at);
  if (key === "properties") yield* demandedNames(schema, value, at);
  if (key === "enum") yield* missingValues(schema, value, at);
}

/** Whether the keyword as it stands can refuse anything, as far as the keyword alone says. */
function isRule({ key, value }: JsonMember): boolean {
  if (key === "format") return CONTRACT_FORMATS.has(textOf(value) ?? "");
  if (value.type === "boolean" && (key === "uniqueItems" || BOUNDS.has(key))) return value.value;
  return DROPPED.has(key) || BOUNDS.has(key);
}

function* movedBounds(
  schema: JsonObject,
  { key, value }: JsonMember,
  path: string,
): Iterable<Mutant> {
  const inwards = BOUNDS.get(key);
  if (inwards === undefined || value.type !== "number") return;
  for (const operator of ["LOOSEN_BOUND", "TIGHTEN_BOUND"] as const) {
    const moved = movedNumber(value.text, operator === "TIGHTEN_BOUND" ? inwards : -inwards);
    const isCount = !key.toLowerCase().endsWith("imum");
    if (moved === undefined || (isCount && moved.text.startsWith("-"))) continue;
    const wording = () => {
      const whole = withMember(schema, key, moved);
      return operator === "TIGHTEN_BOUND" ? less(boundIn(whole, key)) : more(whole);
    };
    yield { operator, path, schema, keyword: key, subject: value, wording };
  }
}

function* missingNames(schema: JsonObject, value: JsonNode, at: string): Iterable<Mutant> {
  const names = textsOf(value);
  for (const name of names) {
    const wording = () => {
      const others = names.filter((other) => other !== name);
      return more(withNames(schema, others));
    };
    yield {
      operator: "DROP_REQUIRED",
      path: `${at}/${escapePointer(name)}`,
      schema,
      keyword: "required",
      subject: stringNode(name),
      wording,
    };
  }
}

function* demandedNames(schema: JsonObject, value: JsonNode, at: string): Iterable<Mutant> {
  if (value.type !== "object") return;
  const required = memberOf(schema, "required");
  const names = required === undefined ? [] : textsOf(required);
  const known = new Set(names);
  for (const { key } of value.members) {
    if (known.has(key)) continue;
    const wording = () => less(withNames(objectNode([]), [key]));
    yield {
      operator: "REQUIRE_OPTIONAL",
      path: `${at}/${escapePointer(key)}`,
      schema,
      keyword: "properties",
      subject: stringNode(key),
      wording,
    };
  }
}

function* missingValues(schema: JsonObject, value: JsonNode, at: string): Iterable<Mutant> {
  if (value.type !== "array" || value.items.length < 2) return;
  const ids = new ValueIds();
  const copies = groupBy(value.items, (item) => ids.idOf(item));
  for (const [index, subject] of value.items.entries()) {
    const isLast = copies.get(ids.idOf(subject))?.length === 1;
    const forbidden = objectNode([memberNode("enum", arrayNode(isLast ? [subject] : []))]);
    const wording = () => less(objectNode([memberNode("not", forbidden)]));
    yield {
      operator: "DROP_ENUM_VALUE",
      path: `${at}/${index}`,
      schema,
      keyword: "enum",
      subject,
      wording,
    };
  }
}

function withNames(schema: JsonObject, names: readonly string[]): JsonObject {
  return withMember(schema, "required", arrayNode(names.map((name) => stringNode(name))));
}

function without({ members }: JsonObject, key: string): JsonObject {
  return objectNode(members.filter((member) => member.key !== key));
}

function more(whole: JsonObject): Wording {
  return { accepts: "more", whole };
}

function less(besides: JsonObject): Wording {
  return { accepts: "less", besides };
}

/** Up to draft-04 marks beside a bound say whether it is exclusive. */
const MARKS: ReadonlySet<string> = new Set(["exclusiveMinimum", "exclusiveMaximum"]);

function boundIn({ members }: JsonObject, key: string): JsonObject {
  const isMark = ({ key: name, value }: JsonMember) => MARKS.has(name) && value.type === "boolean";
  return objectNode(members.filter((member) => member.key === key || isMark(member)));
}
