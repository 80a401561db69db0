import { memberOf } from "../../json/tree/members.ts";
import { appendPointer } from "../../results/pointer.ts";
import {
  arrayNode,
  booleanNode,
  type JsonMember,
  type JsonNode,
  type JsonObject,
  memberNode,
  objectNode,
  stringNode,
} from "../../json/tree/tree.ts";
import type { Change, DraftConverter } from "./draft.ts";
import { BOUNDS } from "./bounds.ts";

/** What changes on the way to an older draft, keyword by keyword; a later step wins. */
export function downgradeChanges(converter: DraftConverter): [string, Change][] {
  return [
    ...(converter.passes("2020-12") ? from202012(converter) : []),
    ...(converter.passes("2019-09") ? from201909(converter) : []),
    ...(converter.passes("draft-07") ? from07(converter) : []),
    ...(converter.passes("draft-06") ? from06(converter) : []),
  ];
}

function dropped(converter: DraftConverter, ...keywords: string[]): [string, Change][] {
  return keywords.map((keyword) => [keyword, (member, _, path) => converter.drop(member, path)]);
}

function from202012(converter: DraftConverter): [string, Change][] {
  const changes: [string, Change][] = [
    ["prefixItems", (member, _, path) => [converter.renamed(member, "items", path)]],
    [
      "items",
      (member, node, path) => {
        const key = memberOf(node, "prefixItems") ? "additionalItems" : "items";
        return [converter.renamed(member, key, path)];
      },
    ],
  ];
  if (converter.to !== "2019-09") return changes;
  return [
    ...changes,
    ["$dynamicRef", ({ value }) => [memberNode("$recursiveRef", recursive(value))]],
    ["$dynamicAnchor", () => [memberNode("$recursiveAnchor", booleanNode(true))]],
  ];
}

/** 2019-09 refers to the outermost schema only. */
function recursive(reference: JsonNode): JsonNode {
  const isLocal = reference.type === "string" && reference.value.startsWith("#");
  return isLocal ? stringNode("#") : reference;
}

function from201909(converter: DraftConverter): [string, Change][] {
  return [
    ["$defs", (member, _, path) => [converter.renamed(member, "definitions", path)]],
    ["dependentRequired", (member, node, path) => joinDependencies(converter, member, node, path)],
    [
      "dependentSchemas",
      (member, node, path) =>
        memberOf(node, "dependentRequired") ? [] : joinDependencies(converter, member, node, path),
    ],
    ...dropped(
      converter,
      "minContains",
      "maxContains",
      "unevaluatedItems",
      "unevaluatedProperties",
      "$dynamicRef",
      "$dynamicAnchor",
      "$recursiveRef",
      "$recursiveAnchor",
      "$anchor",
      "$vocabulary",
    ),
  ];
}

function from07(converter: DraftConverter): [string, Change][] {
  return [
    ["if", (member, node, path) => placedIf(unfoldedIf(converter, member, node, path), node)],
    ["allOf", (member, node, path) => [allOfWithIf(converter, member, node, path)]],
    ["then", () => []],
    ["else", () => []],
  ];
}

function from06(converter: DraftConverter): [string, Change][] {
  return [
    ["$id", (member) => [memberNode("id", member.value)]],
    ["const", (member) => [memberNode("enum", arrayNode([member.value]))]],
    ...BOUNDS.flatMap(([bound, exclusive]): [string, Change][] => [
      [exclusive, (member, node) => tighter(member, node, bound)],
      [bound, (member, node) => (memberOf(node, exclusive) ? [] : [member])],
    ]),
    ...dropped(converter, "examples", "propertyNames", "contains"),
  ];
}

/** With both bounds the one that counts stays; equal bounds leave the exclusive one. */
function tighter(member: JsonMember, node: JsonObject, bound: string): JsonMember[] {
  const other = memberOf(node, bound);
  if (member.value.type !== "number") return [member];
  const exclusively = [memberNode(bound, member.value), memberNode(member.key, booleanNode(true))];
  if (other?.type !== "number") return exclusively;
  const [exclusive, inclusive] = [Number(member.value.text), Number(other.text)];
  const excludes = bound === "minimum" ? exclusive >= inclusive : exclusive <= inclusive;
  return excludes ? exclusively : [memberNode(bound, other)];
}

function joinDependencies(
  converter: DraftConverter,
  _: JsonMember,
  node: JsonObject,
  path: string,
): JsonMember[] {
  const names = memberOf(node, "dependentRequired");
  const schemas = memberOf(node, "dependentSchemas");
  const members = names?.type === "object" ? [...names.members] : [];
  for (const member of schemas?.type === "object" ? schemas.members : []) {
    const schema = converter.schema(
      member.value,
      appendPointer(`${path}/dependentSchemas`, member.key),
    );
    const known = members.findIndex(({ key }) => key === member.key);
    const required = members[known]?.value;
    if (known < 0 || !required) members.push({ ...member, value: schema });
    else
      members[known] = {
        ...member,
        value: objectNode([
          memberNode("allOf", arrayNode([objectNode([memberNode("required", required)]), schema])),
        ]),
      };
  }
  return [memberNode("dependencies", objectNode(members))];
}

/** `if` without the keyword: either it holds and `then`, too, or it does not and `else`. */
function unfoldedIf(
  converter: DraftConverter,
  { value }: JsonMember,
  node: JsonObject,
  path: string,
): JsonMember {
  const branch = (name: "then" | "else") => {
    const schema = memberOf(node, name);
    return schema ? [converter.schema(schema, `${path}/${name}`)] : [];
  };
  const condition = converter.schema(value, `${path}/if`);
  const negated = objectNode([memberNode("not", condition)]);
  const choices = [
    [condition, ...branch("then")],
    [negated, ...branch("else")],
  ].map((parts) => objectNode([memberNode("allOf", arrayNode(parts))]));
  return memberNode("anyOf", arrayNode(choices));
}

/** The choices in the place of `if`, in a list of their own where the schema has an `anyOf`. */
function placedIf(choices: JsonMember, node: JsonObject): JsonMember[] {
  if (!memberOf(node, "anyOf")) return [choices];
  if (memberOf(node, "allOf")) return [];
  return [memberNode("allOf", arrayNode([objectNode([choices])]))];
}

/** `allOf` with the choices of an `if` that found no other place. */
function allOfWithIf(
  converter: DraftConverter,
  member: JsonMember,
  node: JsonObject,
  path: string,
): JsonMember {
  const list = converter.inside(member, `${path}/allOf`);
  const condition = node.members.find(({ key }) => key === "if");
  if (!condition || !memberOf(node, "anyOf") || list.value.type !== "array") return list;
  const choices = objectNode([unfoldedIf(converter, condition, node, path)]);
  return memberNode("allOf", arrayNode([...list.value.items, choices]));
}
