import { isTrue, memberOf } from "../../json/tree/members.ts";
import { appendPointer } from "../../results/pointer.ts";
import {
  type JsonMember,
  type JsonObject,
  memberNode,
  objectNode,
  stringNode,
} from "../../json/tree/tree.ts";
import type { Change, DraftConverter } from "./draft.ts";
import { BOUNDS } from "./bounds.ts";

/** What changes on the way to a newer draft, keyword by keyword. */
export function upgradeChanges(converter: DraftConverter): [string, Change][] {
  const changes: [string, Change][] = [];
  if (converter.passes("draft-06")) {
    changes.push([
      "id",
      (member) => (member.value.type === "string" ? [memberNode("$id", member.value)] : [member]),
    ]);
    for (const [bound, exclusive] of BOUNDS) {
      changes.push([
        bound,
        (member, node) =>
          isTrue(memberOf(node, exclusive)) ? [memberNode(exclusive, member.value)] : [member],
      ]);
      changes.push([exclusive, (member) => (member.value.type === "boolean" ? [] : [member])]);
    }
  }
  if (converter.passes("2019-09")) {
    changes.push(["definitions", (member, _, path) => [converter.renamed(member, "$defs", path)]]);
    changes.push(["dependencies", (member, _, path) => splitDependencies(converter, member, path)]);
  }
  if (converter.passes("2020-12")) {
    changes.push(["items", (member, node, path) => upgradeItems(converter, member, node, path)]);
    changes.push(["additionalItems", () => []]);
    changes.push(["$recursiveRef", (member) => [memberNode("$dynamicRef", member.value)]]);
    changes.push([
      "$recursiveAnchor",
      () => [memberNode("$dynamicAnchor", stringNode("recursive"))],
    ]);
  }
  return changes;
}

function upgradeItems(
  converter: DraftConverter,
  member: JsonMember,
  node: JsonObject,
  path: string,
): JsonMember[] {
  if (member.value.type !== "array") return [converter.inside(member, `${path}/items`)];
  const rest = memberOf(node, "additionalItems");
  const prefix = converter.renamed(member, "prefixItems", path);
  return rest
    ? [prefix, memberNode("items", converter.schema(rest, `${path}/additionalItems`))]
    : [prefix];
}

function splitDependencies(
  converter: DraftConverter,
  { value }: JsonMember,
  path: string,
): JsonMember[] {
  if (value.type !== "object") return [];
  const names = value.members.filter((member) => member.value.type === "array");
  const schemas = value.members
    .filter((member) => member.value.type !== "array")
    .map((member) => ({
      ...member,
      value: converter.schema(member.value, appendPointer(`${path}/dependencies`, member.key)),
    }));
  return [
    ...(names.length > 0 || schemas.length === 0
      ? [memberNode("dependentRequired", objectNode(names))]
      : []),
    ...(schemas.length > 0 ? [memberNode("dependentSchemas", objectNode(schemas))] : []),
  ];
}
