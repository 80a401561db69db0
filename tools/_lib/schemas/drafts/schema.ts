import { type Draft, isSince, keywordOf } from "../json-schema/drafts.ts";
import { memberOf, textOf, textsOf } from "../../json/tree/members.ts";
import { appendPointer } from "../../results/pointer.ts";
import type { JsonMember, JsonNode, JsonObject } from "../../json/tree/tree.ts";

/** Something that the target cannot say. */
export interface Loss {
  readonly code: "KEYWORD_UNSUPPORTED" | "ONEOF_AS_UNION" | "REF_SIBLING_IGNORED";
  readonly path: string;
  readonly keyword: string;
  readonly detail: string;
}

/** Every schema in a schema that is an object, itself first, in the order of the text; data is not looked into. */
export function* schemasWithin(
  root: JsonNode,
  draft: Draft,
  enters: (node: JsonObject) => boolean = () => true,
): Generator<JsonObject> {
  const pending = [root];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.type !== "object" || !enters(node)) continue;
    yield node;
    const inside = node.members.flatMap((member) => schemasOf(member, draft));
    // So that the first is the next to be popped.
    for (let index = inside.length - 1; index >= 0; index--)
      pending.push(inside[index] as JsonNode);
  }
}

function schemasOf({ key, value }: JsonMember, draft: Draft): readonly JsonNode[] {
  const holds = keywordOf(key, draft)?.holds ?? (key === "$defs" ? "map" : undefined);
  if (holds === undefined) return [];
  if (value.type === "array") return value.items;
  const isMap = holds === "map" || holds === "dependencies";
  return isMap && value.type === "object" ? value.members.map((member) => member.value) : [value];
}

export interface Property {
  readonly key: string;
  readonly schema: JsonNode;
  readonly required: boolean;
}

/** The parts of an object's schema that code is written from. */
export interface ObjectShape {
  /** In order; required names that have no schema come last. */
  readonly properties: readonly Property[];
  /** Undefined where it is not given. */
  readonly additional: JsonNode | undefined;
}

const ANYTHING: JsonNode = { type: "boolean", start: -1, end: -1, value: true };

export function objectShape(node: JsonObject): ObjectShape {
  const properties = memberOf(node, "properties");
  const required = new Set(textsOf(memberOf(node, "required")));
  const members: readonly JsonMember[] = properties?.type === "object" ? properties.members : [];
  const known = new Set(members.map(({ key }) => key));
  return {
    properties: [
      ...members.map(({ key, value }) => ({ key, schema: value, required: required.has(key) })),
      ...[...required]
        .filter((key) => !known.has(key))
        .map((key) => ({ key, schema: ANYTHING, required: true })),
    ],
    additional: memberOf(node, "additionalProperties"),
  };
}

/** The types that a schema names, in its order; those that its other keywords imply where it names none. */
export function typesOf(node: JsonObject): readonly string[] {
  const type = memberOf(node, "type");
  if (type?.type === "string") return [type.value];
  if (type?.type === "array") return type.items.flatMap((item) => textOf(item) ?? []);
  if (node.members.some(({ key }) => /^(?:properties|additionalProperties|required)$/.test(key)))
    return ["object"];
  if (node.members.some(({ key }) => /^(?:items|prefixItems|additionalItems)$/.test(key)))
    return ["array"];
  return [];
}

/** The values that `const` or `enum` leaves, but for those that `type` refuses; undefined without either. */
export function choicesOf(node: JsonObject): readonly JsonNode[] | undefined {
  const constant = memberOf(node, "const");
  const values = memberOf(node, "enum");
  const choices = constant ? [constant] : values?.type === "array" ? values.items : undefined;
  if (choices === undefined || memberOf(node, "type") === undefined) return choices;
  const types = typesOf(node);
  return choices.filter((choice) => types.some((type) => isOfType(choice, type)));
}

function isOfType(node: JsonNode, type: string): boolean {
  if (type === "integer") return node.type === "number" && Number.isInteger(Number(node.text));
  return node.type === type;
}

export interface ArrayShape {
  readonly prefix: readonly JsonNode[];
  /** What stands behind the prefix; undefined where it is not given. */
  readonly rest: JsonNode | undefined;
  /** Nothing may stand behind the prefix. */
  readonly closed: boolean;
  readonly minItems: number;
}

export function arrayShape(node: JsonObject, draft: Draft): ArrayShape {
  const items = memberOf(node, "items");
  const modern = isSince(draft, "2020-12");
  const prefixNode = modern ? memberOf(node, "prefixItems") : items;
  const prefix = prefixNode?.type === "array" ? prefixNode.items : [];
  const rest = modern || items?.type !== "array" ? items : memberOf(node, "additionalItems");
  const least = memberOf(node, "minItems");
  return {
    prefix,
    rest: rest?.type === "array" ? undefined : rest,
    closed: rest?.type === "boolean" && !rest.value,
    minItems: least?.type === "number" ? Number(least.text) : 0,
  };
}

/** Keywords that no code target can say. */
const UNSUPPORTED =
  /^(?:\$dynamicRef|\$recursiveRef|not|if|then|else|dependent.*|dependencies|patternProperties|propertyNames|contains|minContains|maxContains|unevaluated.*|uniqueItems|minProperties|maxProperties)$/;

/** What of a schema node the code leaves out. */
export function unsupportedKeywords(node: JsonObject, path: string): Loss[] {
  return node.members
    .filter(
      ({ key, value }) =>
        UNSUPPORTED.test(key) &&
        !(value.type === "boolean" && !value.value && key === "uniqueItems"),
    )
    .map(({ key }) => ({
      code: "KEYWORD_UNSUPPORTED" as const,
      path: appendPointer(path, key),
      keyword: key,
      detail: `${key} has no form in the code`,
    }));
}

/** Whether a `$ref` makes the keywords beside it void. */
export function ignoresSiblings(draft: Draft): boolean {
  return !isSince(draft, "2019-09");
}

/** What stands beside a `$ref` and would say something about values, in drafts where it has no effect. */
export function ignoredSiblings(node: JsonObject, path: string, draft: Draft): Loss[] {
  if (!ignoresSiblings(draft)) return [];
  const asserts = ({ key }: JsonMember) =>
    /^(?:applicator|validation)$/.test(keywordOf(key, draft)?.vocabulary ?? "");
  return node.members.filter(asserts).map(({ key }) => ({
    code: "REF_SIBLING_IGNORED",
    path: appendPointer(path, key),
    keyword: key,
    detail: `${key} beside $ref has no effect in ${draft}`,
  }));
}

/** That a union takes what fits two of its parts, too. */
export function oneOfAsUnion(path: string): Loss {
  const detail = "A union does not refuse what fits two of its parts";
  return { code: "ONEOF_AS_UNION", path: `${path}/oneOf`, keyword: "oneOf", detail };
}
