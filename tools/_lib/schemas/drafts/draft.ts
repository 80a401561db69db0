import { type Draft, isSince, keywordOf, metaschemaUri } from "../json-schema/drafts.ts";
import { memberOf } from "../../json/tree/members.ts";
import { appendPointer } from "../../results/pointer.ts";
import {
  arrayNode,
  type JsonMember,
  type JsonNode,
  type JsonObject,
  memberNode,
  objectNode,
  stringNode,
} from "../../json/tree/tree.ts";
import { downgradeChanges } from "./draft-downgrade.ts";
import { movedPointer } from "./draft-pointer.ts";
import { upgradeChanges } from "./draft-upgrade.ts";
import type { Loss } from "./schema.ts";

/** The same schema in another draft, and what that draft cannot say. Only schemas are looked into, never data. */
export function convertDraft(
  root: JsonNode,
  from: Draft,
  to: Draft,
): { root: JsonNode; losses: Loss[] } {
  const converter = new DraftConverter(root, from, to);
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

export type Change = (member: JsonMember, node: JsonObject, path: string) => readonly JsonMember[];

/** Converts one schema after another; the tables of changes use it for the schemas inside. */
export class DraftConverter {
  readonly losses: Loss[] = [];
  readonly #root: JsonNode;
  readonly from: Draft;
  readonly to: Draft;
  readonly #changes: ReadonlyMap<string, Change>;

  constructor(root: JsonNode, from: Draft, to: Draft) {
    this.#root = root;
    this.from = from;
    this.to = to;
    this.#changes = new Map(this.#pairs());
  }

  schema(node: JsonNode, path: string): JsonNode {
    if (node.type === "boolean" && !isSince(this.to, "draft-06")) {
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
    return [this.inside(member, appendPointer(path, member.key))];
  }

  /** The member with the schemas in it converted. */
  inside(member: JsonMember, path: string): JsonMember {
    const holds = keywordOf(member.key, this.from)?.holds;
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

  /** Local references follow what they point at to its new place. */
  #reference(member: JsonMember): JsonMember {
    if (member.key !== "$ref" || member.value.type !== "string") return member;
    if (!member.value.value.startsWith("#/")) return member;
    const moved = movedPointer(member.value.value.slice(1), this.#root, this);
    return { ...member, value: stringNode(`#${moved}`) };
  }

  renamed(member: JsonMember, key: string, path: string): JsonMember {
    return memberNode(key, this.inside(member, appendPointer(path, member.key)).value);
  }

  #pairs(): [string, Change][] {
    return this.upgrades ? upgradeChanges(this) : downgradeChanges(this);
  }

  /** Whether the target is the newer draft, or the same. */
  get upgrades(): boolean {
    return isSince(this.to, this.from);
  }

  /** Whether the conversion passes the step into this draft. */
  passes(draft: Draft): boolean {
    const older = isSince(this.to, this.from) ? this.from : this.to;
    const newer = older === this.from ? this.to : this.from;
    return isSince(newer, draft) && !isSince(older, draft);
  }

  drop(member: JsonMember, path: string): JsonMember[] {
    this.losses.push({
      code: "KEYWORD_UNSUPPORTED",
      path: appendPointer(path, member.key),
      keyword: member.key,
      detail: `${this.to} does not have ${member.key}`,
    });
    return [];
  }

  /** Up to draft-07 the keywords beside `$ref` have no effect; from 2019-09 on they would get one. */
  #withoutVoidSiblings(node: JsonObject, path: string): JsonObject {
    const upgrade = !isSince(this.from, "2019-09") && isSince(this.to, "2019-09");
    if (!upgrade || memberOf(node, "$ref")?.type !== "string") return node;
    for (const { key } of node.members) {
      if (key === "$ref" || isDefinitions(key)) continue;
      this.losses.push({
        code: "REF_SIBLING_IGNORED",
        path: appendPointer(path, key),
        keyword: key,
        detail: `${key} beside $ref had no effect in ${this.from}`,
      });
    }
    return objectNode(node.members.filter(({ key }) => key === "$ref" || isDefinitions(key)));
  }

  /** Before 2019-09 a reference has to stand alone for the keywords beside it to count. */
  #withWrappedReference(node: JsonObject, path: string): JsonObject {
    const downgrade = isSince(this.from, "2019-09") && !isSince(this.to, "2019-09");
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

function isDefinitions(key: string): boolean {
  return (
    key === "$defs" || key === "definitions" || key === "$schema" || key === "$id" || key === "id"
  );
}
