import { appendPointer } from "../../results/pointer.ts";
import {
  type JsonMember,
  type JsonNode,
  memberNode,
  objectNode,
  stringNode,
} from "../../json/tree/tree.ts";
import { memberOf, textOf } from "../../json/tree/members.ts";
import { type ChangeCode, type Changes, type Draft, reaches, type Repair } from "./change.ts";
import { copied } from "./copy.ts";
import { bareName } from "./enums.ts";
import type { Spot } from "./repairer.ts";

/** Repairs an object: names, members that are not allowed, nulls, the members, then what is missing. */
export function repairObject(draft: Draft, schema: JsonNode, spot: Spot): void {
  if (draft.node.type !== "object") return;
  const before = draft.changes.count;
  let members = renamed(draft.node.members, schema, spot, draft.changes);
  members = withoutSurplus(members, schema, spot, draft.changes);
  members = withoutNulls(members, schema, spot, draft.changes);
  members = members.map((member) => repairMember(member, schema, spot, draft));
  members = withMissing(members, schema, spot, draft);
  if (draft.changes.count > before) draft.node = objectNode(members);
}

/** Gives missing members the name that the schema has, where another spelling of it is there. */
function renamed(
  members: readonly JsonMember[],
  schema: JsonNode,
  { parts }: Spot,
  changes: Changes,
): readonly JsonMember[] {
  const properties = memberOf(schema, "properties");
  if (properties?.type !== "object") return members;
  const present = new Set(members.map(({ key }) => key));
  const missing = byBareName(
    properties.members.map(({ key }) => key).filter((key) => !present.has(key)),
  );
  if (missing.size === 0) return members;
  const unknown = byBareName([...present].filter((key) => parts.ofName(schema, key).length === 0));
  return members.map((member) => {
    const bare = bareName(member.key);
    const [name, otherName] = missing.get(bare) ?? [];
    const [key, otherKey] = unknown.get(bare) ?? [];
    if (name === undefined || otherName !== undefined) return member;
    if (key !== member.key || otherKey !== undefined) return member;
    const path = appendPointer("", key);
    const names = { from: stringNode(key), to: stringNode(name) };
    changes.add({ path, code: "PROPERTY_RENAMED", ...names });
    return memberNode(name, member.value);
  });
}

/** The names of each bare name. */
export function byBareName(names: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const name of names) {
    const bare = bareName(name);
    const group = groups.get(bare);
    if (group === undefined) groups.set(bare, [name]);
    else group.push(name);
  }
  return groups;
}

function withoutSurplus(
  members: readonly JsonMember[],
  schema: JsonNode,
  { parts, policy }: Spot,
  changes: Changes,
): readonly JsonMember[] {
  const others = memberOf(schema, "additionalProperties");
  if (others?.type !== "boolean" || others.value || !reaches(policy, "standard")) return members;
  return members.filter(({ key, value }) => {
    if (parts.ofName(schema, key).length > 0) return true;
    changes.add({ path: appendPointer("", key), code: "ADDITIONAL_REMOVED", from: value });
    return false;
  });
}

/** Nulls that are not allowed become the default, or go where nothing asks for the member. */
function withoutNulls(
  members: readonly JsonMember[],
  schema: JsonNode,
  spot: Spot,
  changes: Changes,
): readonly JsonMember[] {
  const required = new Set(requiredNames(schema));
  return members.flatMap((member) => {
    const { key, value } = member;
    if (value.type !== "null") return [member];
    const refusing = schemasOf(schema, key, spot).filter(
      (part) => !spot.parts.accepts(part, value),
    );
    if (refusing.length === 0) return [member];
    const path = appendPointer("", key);
    for (const part of refusing) {
      const found = annotation(part, "default", spot);
      if (found === undefined || found.type === "null") continue;
      const to = copied(found);
      if (filled(to, part, spot) === undefined) continue;
      changes.add({ path, code: "NULL_TO_DEFAULT", from: value, to });
      return [{ ...member, value: to }];
    }
    if (required.has(key)) return [member];
    changes.add({ path, code: "NULL_REMOVED", from: value });
    return [];
  });
}

/** Repairs the value of a member by each of the schemas that there are for it. */
export function repairMember(
  member: JsonMember,
  schema: JsonNode,
  spot: Spot,
  draft: Draft,
): JsonMember {
  let { value } = member;
  for (const part of schemasOf(schema, member.key, spot)) {
    const { node, changes } = spot.inside(value, part);
    draft.changes.addInside(member.key, changes);
    value = node;
  }
  return value === member.value ? member : { ...member, value };
}

/** Adds required members that have a default or can have one value only. */
function withMissing(
  members: readonly JsonMember[],
  schema: JsonNode,
  spot: Spot,
  draft: Draft,
): readonly JsonMember[] {
  const names = requiredNames(schema);
  if (names.length === 0) return members;
  const present = new Set(members.map(({ key }) => key));
  const added: JsonMember[] = [];
  for (const name of names) {
    if (present.has(name)) continue;
    const addition = additionOf(name, schema, spot);
    if (addition === undefined) continue;
    present.add(name);
    const path = appendPointer("", name);
    draft.changes.add({ path, code: addition.code, to: addition.to });
    draft.changes.addInside(name, addition.repair.changes);
    added.push(memberNode(name, addition.repair.node));
  }
  return added.length === 0 ? members : [...members, ...added];
}

interface Addition {
  readonly code: ChangeCode;
  readonly to: JsonNode;
  readonly repair: Repair;
}

function additionOf(name: string, schema: JsonNode, spot: Spot): Addition | undefined {
  const keywords = [
    ["default", "DEFAULT_ADDED"],
    ["const", "CONST_ADDED"],
  ] as const;
  for (const [keyword, code] of keywords) {
    for (const part of schemasOf(schema, name, spot)) {
      const found = annotation(part, keyword, spot);
      if (found === undefined) continue;
      const to = copied(found);
      const repair = filled(to, part, spot);
      if (repair !== undefined) return { code, to, repair };
    }
  }
  return undefined;
}

/** A default made complete; undefined where that does not make it fit, so that it is no help. */
function filled(value: JsonNode, part: JsonNode, spot: Spot): Repair | undefined {
  const repair = spot.fill(value, part);
  return repair !== undefined && spot.parts.accepts(part, repair.node) ? repair : undefined;
}

/** The value of a keyword of the schema, or of the one that it refers to. */
export function annotation(
  schema: JsonNode,
  keyword: string,
  { parts }: Pick<Spot, "parts">,
): JsonNode | undefined {
  const seen = new Set<JsonNode>();
  for (let at: JsonNode | undefined = schema; at !== undefined && !seen.has(at);) {
    const value = memberOf(at, keyword);
    if (value !== undefined) return value;
    seen.add(at);
    const reference = textOf(memberOf(at, "$ref"));
    at = reference === undefined ? undefined : parts.referredBy(at, reference);
  }
  return undefined;
}

/** The names that `required` lists. */
export function requiredNames(schema: JsonNode): readonly string[] {
  const required = memberOf(schema, "required");
  if (required?.type !== "array") return [];
  return required.items.flatMap((item) => (item.type === "string" ? [item.value] : []));
}

/** The schemas of a member: its own, those of matching patterns, else the one for all others. */
export function schemasOf(
  schema: JsonNode,
  name: string,
  { parts }: Pick<Spot, "parts">,
): readonly JsonNode[] {
  const named = parts.ofName(schema, name);
  const others = memberOf(schema, "additionalProperties");
  return named.length > 0 || others?.type !== "object" ? named : [others];
}
