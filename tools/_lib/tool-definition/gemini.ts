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
import { appendPointer, parsePointer } from "../json/pointer.ts";
import { minifyJson } from "../json/write.ts";
import { memberOf, textOf } from "../json-schema/node.ts";
import { withMoved } from "../provider-schema/moved.ts";
import { withoutSingleAllOf } from "../provider-schema/single-all-of.ts";
import type { Change, ChangeCode } from "./changes.ts";
import { unescapeToken } from "./common.ts";
import { mergedObjects } from "./merge.ts";

/** Why a schema has no form without references. */
export interface NotInlined {
  readonly code: "REF_CYCLE" | "OUTPUT_TOO_LARGE";
  readonly path: string;
  readonly found: string;
}

export type GeminiResult =
  | { readonly ok: true; readonly schema: JsonObject; readonly changes: readonly Change[] }
  | { readonly ok: false; readonly reason: NotInlined };

/** The most schemas that inlined references may make. */
const MOST_SCHEMAS = 50_000;

/** The schema in the subset of OpenAPI that Gemini's `parameters` take: no references, types in upper case. */
export function geminiSchema(root: JsonObject): GeminiResult {
  const writer = new GeminiWriter(root);
  try {
    const schema = writer.schema(root, "") as JsonObject;
    return { ok: true, schema, changes: writer.changes };
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    return { ok: false, reason: error.reason };
  }
}

class Stop extends Error {
  readonly reason: NotInlined;
  constructor(reason: NotInlined) {
    super(reason.found);
    this.reason = reason;
  }
}

const KEPT: ReadonlySet<string> = new Set([
  "type",
  "format",
  "title",
  "description",
  "nullable",
  "enum",
  "maxItems",
  "minItems",
  "properties",
  "required",
  "minProperties",
  "maxProperties",
  "minLength",
  "maxLength",
  "pattern",
  "anyOf",
  "propertyOrdering",
  "default",
  "items",
  "minimum",
  "maximum",
]);

/** They name places in the document and say nothing about data. */
const DROPPED: ReadonlySet<string> = new Set([
  "$schema",
  "$id",
  "$defs",
  "$anchor",
  "$dynamicAnchor",
]);

class GeminiWriter {
  readonly changes: Change[] = [];
  readonly #root: JsonObject;
  /** References that are being followed. */
  readonly #open = new Set<string>();
  #schemas = 0;

  constructor(root: JsonObject) {
    this.#root = root;
  }

  schema(node: JsonNode, path: string): JsonNode {
    if (++this.#schemas > MOST_SCHEMAS) {
      const found = `references that stand for more than ${MOST_SCHEMAS} schemas`;
      throw new Stop({ code: "OUTPUT_TOO_LARGE", path, found });
    }
    if (node.type !== "object") return objectNode([]);
    const reference = textOf(memberOf(node, "$ref"));
    if (reference === undefined) return this.#written(node, path);
    return this.#inlined(node, reference, path);
  }

  /** The target with what stands beside the reference. */
  #inlined(node: JsonObject, reference: string, path: string): JsonNode {
    if (this.#open.has(reference) || reference === "#") {
      const found = `the reference ${reference.slice(0, 80)}, which leads to itself`;
      throw new Stop({ code: "REF_CYCLE", path: appendPointer(path, "$ref"), found });
    }
    const target = this.#target(reference);
    const beside = node.members.filter(({ key }) => key !== "$ref");
    const own = new Set(beside.map(({ key }) => key));
    const others =
      target.type === "object" ? target.members.filter(({ key }) => !own.has(key)) : [];
    this.#open.add(reference);
    const schema = this.schema(objectNode([...others, ...beside]), path);
    this.#open.delete(reference);
    return schema;
  }

  #target(reference: string): JsonNode {
    let node: JsonNode | undefined = this.#root;
    for (const token of parsePointer(reference.slice(1)) ?? []) {
      const name = unescapeToken(token);
      node = node?.type === "array" ? node.items[Number(name)] : node && memberOf(node, name);
    }
    return node ?? objectNode([]);
  }

  #written(node: JsonObject, path: string): JsonNode {
    const source = this.#combined(node, path);
    const kept: JsonMember[] = [];
    const moved: JsonMember[] = [];
    for (const member of source.members) {
      if (DROPPED.has(member.key)) continue;
      const written = this.#member(member, source, path);
      if (written !== undefined) kept.push(...written);
      else {
        moved.push(member);
        const detail = `${member.key}: ${minifyJson(member.value)?.slice(0, 80) ?? ""}`;
        this.#note("CONSTRAINT_TO_DESCRIPTION", appendPointer(path, member.key), detail);
      }
    }
    return objectNode(withMoved(withoutCopies(kept), moved));
  }

  /** A oneOf as an anyOf, and an allOf merged where that can be. */
  #combined(node: JsonObject, path: string): JsonObject {
    let { members } = node;
    for (let merged = withoutSingleAllOf(members); merged; merged = withoutSingleAllOf(members)) {
      members = merged;
    }
    const single = objectNode(members);
    const merged = mergedObjects(single);
    if (merged !== undefined) this.#note("ALLOF_MERGED", `${path}/allOf`, "merged into one schema");
    const { members: all } = merged ?? single;
    if (all.some(({ key }) => key === "anyOf")) return objectNode(all);
    return objectNode(
      all.map((member) => {
        if (member.key !== "oneOf") return member;
        this.#note("ONEOF_TO_ANYOF", `${path}/oneOf`, "written as anyOf");
        return memberNode("anyOf", member.value);
      }),
    );
  }

  /** What a keyword becomes; undefined where the description has to say it. */
  #member(member: JsonMember, node: JsonObject, path: string): JsonMember[] | undefined {
    const { key, value } = member;
    switch (key) {
      case "type":
        return typeMembers(value, memberOf(node, "anyOf") !== undefined);
      case "const":
        if (value.type !== "string") return undefined;
        return [memberNode("type", stringNode("STRING")), memberNode("enum", arrayNode([value]))];
      case "enum":
        return enumMembers(value);
      case "properties":
        if (value.type !== "object") return undefined;
        return [memberNode(key, this.#properties(value, `${path}/properties`))];
      case "items":
        return [memberNode(key, this.schema(value, `${path}/items`))];
      case "anyOf": {
        if (value.type !== "array") return undefined;
        const branches = value.items.map((item, index) =>
          this.schema(item, `${path}/anyOf/${index}`),
        );
        return [memberNode(key, arrayNode(branches))];
      }
      default:
        return KEPT.has(key) ? [member] : undefined;
    }
  }

  #properties(map: JsonObject, path: string): JsonObject {
    return objectNode(
      map.members.map((member) => ({
        ...member,
        value: this.schema(member.value, appendPointer(path, member.key)),
      })),
    );
  }

  #note(code: ChangeCode, path: string, detail: string): void {
    this.changes.push({ code, path, detail });
  }
}

/** One type in upper case, null as `nullable`, several others as an anyOf; undefined beside one. */
function typeMembers(type: JsonNode, hasUnion: boolean): JsonMember[] | undefined {
  const names = (type.type === "array" ? type.items : [type]).map((name) => textOf(name) ?? "");
  const others = names.filter((name) => name !== "null");
  const nullable = others.length < names.length ? [memberNode("nullable", booleanNode(true))] : [];
  const [only] = others;
  if (only === undefined) return [memberNode("type", stringNode("NULL"))];
  if (others.length === 1) return [typeMember(only), ...nullable];
  if (hasUnion) return undefined;
  const branches = others.map((name) => objectNode([typeMember(name)]));
  return [memberNode("anyOf", arrayNode(branches)), ...nullable];
}

function typeMember(name: string): JsonMember {
  return memberNode("type", stringNode(name.toUpperCase()));
}

/** Strings stay, and null among them is `nullable`; other values are said in the description. */
function enumMembers(value: JsonNode): JsonMember[] | undefined {
  if (value.type !== "array") return undefined;
  const strings = value.items.filter(({ type }) => type === "string");
  const nulls = value.items.filter(({ type }) => type === "null");
  if (strings.length === 0 || strings.length + nulls.length < value.items.length) return undefined;
  const nullable = nulls.length > 0 ? [memberNode("nullable", booleanNode(true))] : [];
  return [memberNode("enum", arrayNode(strings)), ...nullable];
}

/** The first of each key: `const` gives a type that may be there already. */
function withoutCopies(members: readonly JsonMember[]): JsonMember[] {
  const seen = new Set<string>();
  return members.filter(({ key }) => {
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}
