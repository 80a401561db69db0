import type { Draft } from "../../schemas/repair/change.ts";
import { bareName } from "../../schemas/repair/enums.ts";
import {
  byBareName,
  repairMember,
  requiredNames,
  schemasOf,
} from "../../schemas/repair/objects.ts";
import type { Spot } from "../../schemas/repair/repairer.ts";
import { appendPointer } from "../../results/pointer.ts";
import {
  type JsonMember,
  type JsonNode,
  memberNode,
  objectNode,
  stringNode,
} from "../../json/tree/tree.ts";
import { memberOf } from "../../json/tree/members.ts";

export interface ObjectOptions {
  readonly renameKeys: boolean;
  readonly dropUnknown: boolean;
  /** Whether a key that may not be there can also get the name of a member that is not required; false if not given. */
  readonly renamesToOptional?: boolean;
}

/** Fits an object member by member: its name, whether it may be there, its value. */
export function fitObject(
  draft: Draft,
  schema: JsonNode,
  spot: Spot,
  { renameKeys, dropUnknown, renamesToOptional = false }: ObjectOptions,
): void {
  if (draft.node.type !== "object") return;
  const { members } = draft.node;
  const before = draft.changes.count;
  const isClosed = forbidsOthers(schema);
  const wanted = renamesToOptional && isClosed ? declaredNames(schema) : requiredNames(schema);
  const names = renameKeys ? newNames(members, wanted, schema, spot) : new Map<string, string>();
  const drops = dropUnknown && isClosed;
  const fitted = members.flatMap((member) => {
    const { key, value } = member;
    const name = names.get(key);
    if (name !== undefined) {
      const change = { from: stringNode(key), to: stringNode(name) };
      draft.changes.add({ path: appendPointer("", name), code: "PROPERTY_RENAMED", ...change });
      return [repairMember(memberNode(name, value), schema, spot, draft)];
    }
    if (drops && isUnknown(key, schema, spot)) {
      draft.changes.add({ path: appendPointer("", key), code: "ADDITIONAL_REMOVED", from: value });
      return [];
    }
    return [repairMember(member, schema, spot, draft)];
  });
  if (draft.changes.count > before) draft.node = objectNode(fitted);
}

function isUnknown(key: string, schema: JsonNode, { parts }: Spot): boolean {
  return parts.ofName(schema, key).length === 0;
}

function forbidsOthers(schema: JsonNode): boolean {
  const others = memberOf(schema, "additionalProperties");
  return others?.type === "boolean" && !others.value;
}

function declaredNames(schema: JsonNode): readonly string[] {
  const properties = memberOf(schema, "properties");
  const declared = properties?.type === "object" ? properties.members : [];
  return [...requiredNames(schema), ...declared.map(({ key }) => key)];
}

/** For surplus keys the wanted name that is missing, where only one is spelt like the other and its value fits. */
function newNames(
  members: readonly JsonMember[],
  wanted: readonly string[],
  schema: JsonNode,
  spot: Spot,
): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const present = new Map(members.map(({ key, value }) => [key, value]));
  const missing = byBareName([...new Set(wanted)].filter((name) => !present.has(name)));
  if (missing.size === 0) return names;
  const surplus = byBareName([...present.keys()].filter((key) => isUnknown(key, schema, spot)));
  for (const [key, value] of present) {
    const [name, otherName] = missing.get(bareName(key)) ?? [];
    const [own, otherKey] = surplus.get(bareName(key)) ?? [];
    if (name === undefined || otherName !== undefined) continue;
    if (own !== key || otherKey !== undefined) continue;
    if (fits(value, name, schema, spot)) names.set(key, name);
  }
  return names;
}

function fits(value: JsonNode, name: string, schema: JsonNode, spot: Spot): boolean {
  return schemasOf(schema, name, spot).every((part) =>
    spot.parts.accepts(part, spot.inside(value, part).node),
  );
}
