import { type Draft, isSince, keywordOf, metaschemaUri } from "../json-schema/drafts.ts";
import { memberOf } from "../json-schema/node.ts";
import { appendPointer } from "../json/pointer.ts";
import {
  arrayNode,
  booleanNode,
  type JsonMember,
  type JsonNode,
  type JsonObject,
  memberNode,
  objectNode,
  stringNode,
} from "../json/tree.ts";
import type { Loss } from "./schema.ts";

/** The same schema in another draft, and what that draft cannot say. Only schemas are looked into, never data. */
export function convertDraft(
  root: JsonNode,
  from: Draft,
  to: Draft,
): { root: JsonNode; losses: Loss[] } {
  const converter = new DraftConverter(from, to);
  const converted = converter.schema(root, "");
  return { root: withMetaschema(converted, to), losses: converter.losses };
}

/** The URI that `$schema` has in a draft. */
export function schemaUri(draft: Draft): string {
  return metaschemaUri(draft) + (isSince(draft, "2019-09") ? "" : "#");
}

function withMetaschema(root: JsonNode, draft: Draft): JsonNode {
  if (root.type !== "object") return root;
  const uri = memberNode("$schema", stringNode(schemaUri(draft)));
  const others = root.members.filter(({ key }) => key !== "$schema");
  return objectNode([uri, ...others]);
}

type Change = (member: JsonMember, node: JsonObject, path: string) => readonly JsonMember[];

class DraftConverter {
  readonly losses: Loss[] = [];
  readonly #from: Draft;
  readonly #to: Draft;
  readonly #changes: ReadonlyMap<string, Change>;

  constructor(from: Draft, to: Draft) {
    this.#from = from;
    this.#to = to;
    this.#changes = new Map(this.#pairs());
  }

  schema(node: JsonNode, path: string): JsonNode {
    if (node.type === "boolean" && !isSince(this.#to, "draft-06")) {
      return node.value ? objectNode([]) : objectNode([memberNode("not", objectNode([]))]);
    }
    if (node.type !== "object") return node;
    const own = this.#withoutVoidSiblings(node, path);
    const members = own.members.flatMap((member) => this.#member(member, own, path));
    return this.#withWrappedReference(objectNode(members), path);
  }

  #member(member: JsonMember, node: JsonObject, path: string): readonly JsonMember[] {
    const change = this.#changes.get(member.key);
    if (change) return change(member, node, path);
    return [this.#inside(member, appendPointer(path, member.key))];
  }

  /** The member with the schemas in it converted. */
  #inside(member: JsonMember, path: string): JsonMember {
    const holds = keywordOf(member.key, this.#from)?.holds;
    const { value } = member;
    if (holds === undefined) return this.#reference(member);
    if ((holds === "map" || holds === "dependencies") && value.type === "object") {
      const members = value.members.map((inner) => {
        if (inner.value.type === "array") return inner;
        return { ...inner, value: this.schema(inner.value, appendPointer(path, inner.key)) };
      });
      return { ...member, value: objectNode(members) };
    }
    if (value.type === "array") {
      const items = value.items.map((item, index) => this.schema(item, `${path}/${index}`));
      return { ...member, value: arrayNode(items) };
    }
    return { ...member, value: this.schema(value, path) };
  }

  /** Local references follow the definitions to their new name. */
  #reference(member: JsonMember): JsonMember {
    if (member.key !== "$ref" || member.value.type !== "string") return member;
    const [old, now] = isSince(this.#to, "2019-09")
      ? ["definitions", "$defs"]
      : ["$defs", "definitions"];
    const moved = member.value.value.replace(
      new RegExp(`^#/${old === "$defs" ? String.raw`\$defs` : old}(?=/|$)`),
      () => `#/${now}`,
    );
    return { ...member, value: stringNode(moved) };
  }

  #renamed(member: JsonMember, key: string, path: string): JsonMember {
    return memberNode(key, this.#inside(member, appendPointer(path, member.key)).value);
  }

  #pairs(): [string, Change][] {
    const upgrades = isSince(this.#to, this.#from);
    return upgrades ? this.#upgrades() : this.#downgrades();
  }

  /** Whether the conversion passes the step into this draft. */
  #passes(draft: Draft): boolean {
    const older = isSince(this.#to, this.#from) ? this.#from : this.#to;
    const newer = older === this.#from ? this.#to : this.#from;
    return isSince(newer, draft) && !isSince(older, draft);
  }

  #upgrades(): [string, Change][] {
    const changes: [string, Change][] = [];
    if (this.#passes("draft-06")) {
      changes.push([
        "id",
        (member) => (member.value.type === "string" ? [memberNode("$id", member.value)] : [member]),
      ]);
      for (const [bound, exclusive] of BOUNDS) {
        changes.push([
          bound,
          (member, node) =>
            isTrue(node, exclusive) ? [memberNode(exclusive, member.value)] : [member],
        ]);
        changes.push([exclusive, (member) => (member.value.type === "boolean" ? [] : [member])]);
      }
    }
    if (this.#passes("2019-09")) {
      changes.push(["definitions", (member, _, path) => [this.#renamed(member, "$defs", path)]]);
      changes.push(["dependencies", (member, _, path) => this.#splitDependencies(member, path)]);
    }
    if (this.#passes("2020-12")) {
      changes.push(["items", (member, node, path) => this.#upgradeItems(member, node, path)]);
      changes.push(["additionalItems", () => []]);
      changes.push(["$recursiveRef", (member) => [memberNode("$dynamicRef", member.value)]]);
      changes.push([
        "$recursiveAnchor",
        () => [memberNode("$dynamicAnchor", stringNode("recursive"))],
      ]);
    }
    return changes;
  }

  #upgradeItems(member: JsonMember, node: JsonObject, path: string): JsonMember[] {
    if (member.value.type !== "array") return [this.#inside(member, `${path}/items`)];
    const rest = memberOf(node, "additionalItems");
    const prefix = this.#renamed(member, "prefixItems", path);
    return rest
      ? [prefix, memberNode("items", this.schema(rest, `${path}/additionalItems`))]
      : [prefix];
  }

  #splitDependencies({ value }: JsonMember, path: string): JsonMember[] {
    if (value.type !== "object") return [];
    const names = value.members.filter((member) => member.value.type === "array");
    const schemas = value.members
      .filter((member) => member.value.type !== "array")
      .map((member) => ({
        ...member,
        value: this.schema(member.value, appendPointer(`${path}/dependencies`, member.key)),
      }));
    return [
      ...(names.length > 0 || schemas.length === 0
        ? [memberNode("dependentRequired", objectNode(names))]
        : []),
      ...(schemas.length > 0 ? [memberNode("dependentSchemas", objectNode(schemas))] : []),
    ];
  }

  #downgrades(): [string, Change][] {
    const changes: [string, Change][] = [];
    const drop = (...keywords: string[]) => {
      for (const keyword of keywords)
        changes.push([keyword, (member, _, path) => this.#drop(member, path)]);
    };
    if (this.#passes("2020-12")) {
      changes.push(["prefixItems", (member, _, path) => [this.#renamed(member, "items", path)]]);
      changes.push([
        "items",
        (member, node, path) => [
          this.#renamed(member, memberOf(node, "prefixItems") ? "additionalItems" : "items", path),
        ],
      ]);
      if (this.#to === "2019-09") {
        changes.push([
          "$dynamicRef",
          (member) => [
            memberNode(
              "$recursiveRef",
              member.value.type === "string" && member.value.value.startsWith("#")
                ? stringNode("#")
                : member.value,
            ),
          ],
        ]);
        changes.push(["$dynamicAnchor", () => [memberNode("$recursiveAnchor", booleanNode(true))]]);
      }
    }
    if (this.#passes("2019-09")) {
      changes.push(["$defs", (member, _, path) => [this.#renamed(member, "definitions", path)]]);
      changes.push([
        "dependentRequired",
        (member, node, path) => this.#joinDependencies(member, node, path),
      ]);
      changes.push([
        "dependentSchemas",
        (member, node, path) =>
          memberOf(node, "dependentRequired") ? [] : this.#joinDependencies(member, node, path),
      ]);
      drop(
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
      );
    }
    if (this.#passes("draft-07")) {
      changes.push(
        ["if", (member, node, path) => this.#unfoldIf(member, node, path)],
        ["then", () => []],
        ["else", () => []],
      );
    }
    if (this.#passes("draft-06")) {
      changes.push(["$id", (member) => [memberNode("id", member.value)]]);
      changes.push(["const", (member) => [memberNode("enum", arrayNode([member.value]))]]);
      for (const [bound, exclusive] of BOUNDS) {
        changes.push([
          exclusive,
          (member, node) =>
            member.value.type === "number" && !memberOf(node, bound)
              ? [memberNode(bound, member.value), memberNode(exclusive, booleanNode(true))]
              : this.#tighter(member, node, bound),
        ]);
        changes.push([bound, (member, node) => (memberOf(node, exclusive) ? [] : [member])]);
      }
      drop("examples", "propertyNames", "contains");
    }
    return changes;
  }

  /** With both bounds the one that counts stays; equal bounds leave the exclusive one. */
  #tighter(member: JsonMember, node: JsonObject, bound: string): JsonMember[] {
    const other = memberOf(node, bound);
    if (member.value.type !== "number" || other?.type !== "number") return [member];
    const [exclusive, inclusive] = [Number(member.value.text), Number(other.text)];
    const excludes = bound === "minimum" ? exclusive >= inclusive : exclusive <= inclusive;
    if (!excludes) return [memberNode(bound, other)];
    return [memberNode(bound, member.value), memberNode(member.key, booleanNode(true))];
  }

  #joinDependencies(_: JsonMember, node: JsonObject, path: string): JsonMember[] {
    const names = memberOf(node, "dependentRequired");
    const schemas = memberOf(node, "dependentSchemas");
    const members = names?.type === "object" ? [...names.members] : [];
    for (const member of schemas?.type === "object" ? schemas.members : []) {
      const schema = this.schema(
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
            memberNode(
              "allOf",
              arrayNode([objectNode([memberNode("required", required)]), schema]),
            ),
          ]),
        };
    }
    return [memberNode("dependencies", objectNode(members))];
  }

  /** `if` without the keyword: either it holds and `then`, too, or it does not and `else`. */
  #unfoldIf(member: JsonMember, node: JsonObject, path: string): JsonMember[] {
    const branch = (name: "then" | "else") => {
      const schema = memberOf(node, name);
      return schema ? [this.schema(schema, `${path}/${name}`)] : [];
    };
    const condition = this.schema(member.value, `${path}/if`);
    const negated = objectNode([memberNode("not", condition)]);
    const choices = [
      [condition, ...branch("then")],
      [negated, ...branch("else")],
    ].map((parts) => objectNode([memberNode("allOf", arrayNode(parts))]));
    const anyOf = memberNode("anyOf", arrayNode(choices));
    const taken = memberOf(node, "anyOf") !== undefined;
    return taken
      ? [memberNode("allOf", arrayNode([...existingAllOf(node), objectNode([anyOf])]))]
      : [anyOf];
  }

  #drop(member: JsonMember, path: string): JsonMember[] {
    this.losses.push({
      code: "KEYWORD_UNSUPPORTED",
      path: appendPointer(path, member.key),
      keyword: member.key,
      detail: `${this.#to} does not have ${member.key}`,
    });
    return [];
  }

  /** Up to draft-07 the keywords beside `$ref` have no effect; from 2019-09 on they would get one. */
  #withoutVoidSiblings(node: JsonObject, path: string): JsonObject {
    const upgrade = !isSince(this.#from, "2019-09") && isSince(this.#to, "2019-09");
    if (!upgrade || memberOf(node, "$ref")?.type !== "string") return node;
    for (const { key } of node.members) {
      if (key === "$ref" || isDefinitions(key)) continue;
      this.losses.push({
        code: "REF_SIBLING_IGNORED",
        path: appendPointer(path, key),
        keyword: key,
        detail: `${key} beside $ref had no effect in ${this.#from}`,
      });
    }
    return objectNode(node.members.filter(({ key }) => key === "$ref" || isDefinitions(key)));
  }

  /** Before 2019-09 a reference has to stand alone for the keywords beside it to count. */
  #withWrappedReference(node: JsonObject, path: string): JsonObject {
    const downgrade = isSince(this.#from, "2019-09") && !isSince(this.#to, "2019-09");
    const reference = node.members.find(({ key }) => key === "$ref");
    if (!downgrade || !reference || node.members.length === 1) return node;
    const others = node.members.filter((member) => member !== reference);
    if (others.every(({ key }) => isDefinitions(key)) && path !== "") return node;
    const alone = objectNode([reference]);
    const list = others.find(({ key }) => key === "allOf")?.value;
    const items = list?.type === "array" ? [alone, ...list.items] : [alone];
    return objectNode([
      memberNode("allOf", arrayNode(items)),
      ...others.filter(({ key }) => key !== "allOf"),
    ]);
  }
}

const BOUNDS = [
  ["minimum", "exclusiveMinimum"],
  ["maximum", "exclusiveMaximum"],
] as const;

function isDefinitions(key: string): boolean {
  return (
    key === "$defs" || key === "definitions" || key === "$schema" || key === "$id" || key === "id"
  );
}

function isTrue(node: JsonObject, keyword: string): boolean {
  const value = memberOf(node, keyword);
  return value?.type === "boolean" && value.value;
}

function existingAllOf(node: JsonObject): readonly JsonNode[] {
  const list = memberOf(node, "allOf");
  return list?.type === "array" ? list.items : [];
}
