/** Schemas in the subset of OpenAPI that Gemini's `parameters` take: no references, types in upper case. */
import { appendPointer } from "../../results/pointer.ts";
import {
  arrayNode,
  booleanNode,
  type JsonMember,
  type JsonNode,
  type JsonObject,
  memberNode,
  objectNode,
} from "../../json/tree/tree.ts";
import { memberOf, textOf } from "../../json/tree/members.ts";
import { beginning } from "../../text/shown.ts";
import { mergedObjects } from "./merged-objects.ts";
import { withMoved } from "./moved.ts";
import { choiceMembers, constantMembers, stringChoices, typeMembers } from "./openapi-values.ts";
import { nodeReferredBy } from "./reference.ts";
import { withoutSingleAllOf } from "./single-all-of.ts";

/** Why a schema has no form without references. */
export interface NotInlined {
  readonly code: "REF_CYCLE" | "OUTPUT_TOO_LARGE";
  readonly path: string;
  readonly found: string;
}

export interface OpenApiOptions {
  /** What becomes of keywords that the subset does not have: they are said in the description, or go. */
  readonly unsupported: "describe" | "drop";
}

/** One thing that is different in the written schema. */
export interface OpenApiChange {
  readonly kind:
    | "moved" // A keyword is said in the description.
    | "dropped" // A keyword is gone.
    | "converted" // A keyword is written otherwise, and means the same.
    | "union" // A oneOf is written as an anyOf.
    | "merged"; // Object schemas of an allOf became one.
  /** Pointer of the keyword. */
  readonly path: string;
  readonly before?: JsonNode | undefined;
  readonly after?: JsonNode | undefined;
}

export type HearOpenApi = (change: OpenApiChange) => void;

export type OpenApiResult =
  | { readonly ok: true; readonly schema: JsonObject }
  | { readonly ok: false; readonly reason: NotInlined };

/** The most schemas that inlined references may make. */
const MOST_SCHEMAS = 50_000;

/** Writes a schema whose references are pointers. */
export function writeOpenApi(
  root: JsonObject,
  options: OpenApiOptions,
  hear: HearOpenApi,
): OpenApiResult {
  const writer = new OpenApiWriter(root, options, hear);
  try {
    return { ok: true, schema: writer.schema(root, "") as JsonObject };
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

/** The keywords of the subset. */
export const OPENAPI_KEYWORDS: ReadonlySet<string> = new Set([
  "type",
  "format",
  "title",
  "description",
  "nullable",
  "default",
  "example",
  "enum",
  "items",
  "minItems",
  "maxItems",
  "properties",
  "required",
  "propertyOrdering",
  "minProperties",
  "maxProperties",
  "minimum",
  "maximum",
  "minLength",
  "maxLength",
  "pattern",
  "anyOf",
]);

/** They name places in the document and say nothing about data. */
const NAMING: ReadonlySet<string> = new Set([
  "$schema",
  "$id",
  "$defs",
  "$anchor",
  "$dynamicAnchor",
]);

class OpenApiWriter {
  readonly #root: JsonObject;
  readonly #describes: boolean;
  readonly #hear: HearOpenApi;
  /** References that are being followed. */
  readonly #open = new Set<string>();
  #schemas = 0;

  constructor(root: JsonObject, { unsupported }: OpenApiOptions, hear: HearOpenApi) {
    this.#root = root;
    this.#describes = unsupported === "describe";
    this.#hear = hear;
  }

  schema(node: JsonNode, path: string): JsonNode {
    if (++this.#schemas > MOST_SCHEMAS) {
      const found = `references that stand for more than ${MOST_SCHEMAS} schemas`;
      throw new Stop({ code: "OUTPUT_TOO_LARGE", path, found });
    }
    if (node.type !== "object") {
      if (node.type === "boolean" && !node.value)
        this.#hear({ kind: "dropped", path, before: node });
      return objectNode([]);
    }
    const reference = textOf(memberOf(node, "$ref"));
    if (reference === undefined) return this.#written(node, path);
    return this.#inlined(node, reference, path);
  }

  /** The target with what stands beside the reference. */
  #inlined(node: JsonObject, reference: string, path: string): JsonNode {
    const place = appendPointer(path, "$ref");
    if (this.#open.has(reference) || reference === "#") {
      const found = `the reference ${beginning(reference, 80)}, which leads to itself`;
      throw new Stop({ code: "REF_CYCLE", path: place, found });
    }
    const target = nodeReferredBy(this.#root, reference) ?? objectNode([]);
    this.#hear({ kind: "converted", path: place, before: memberOf(node, "$ref"), after: target });
    const beside = node.members.filter(({ key }) => key !== "$ref");
    const own = new Set(beside.map(({ key }) => key));
    const others =
      target.type === "object" ? target.members.filter(({ key }) => !own.has(key)) : [];
    this.#open.add(reference);
    const schema = this.schema(objectNode([...others, ...beside]), path);
    this.#open.delete(reference);
    return schema;
  }

  #written(node: JsonObject, path: string): JsonNode {
    const source = this.#combined(node, path);
    const kept: JsonMember[] = [];
    const moved: JsonMember[] = [];
    for (const member of source.members) {
      const place = appendPointer(path, member.key);
      const written = NAMING.has(member.key) ? undefined : this.#member(member, source, place);
      if (written !== undefined) kept.push(...written);
      else if (!this.#describes) this.#hear({ kind: "dropped", path: place, before: member.value });
      else if (!NAMING.has(member.key)) {
        moved.push(member);
        this.#hear({ kind: "moved", path: place, before: member.value });
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
    if (merged !== undefined)
      this.#hear({ kind: "merged", path: `${path}/allOf`, before: memberOf(node, "allOf") });
    const { members: all } = merged ?? single;
    if (all.some(({ key }) => key === "anyOf")) return objectNode(all);
    return objectNode(
      all.map((member) => {
        if (member.key !== "oneOf") return member;
        this.#hear({ kind: "union", path: `${path}/oneOf`, before: member.value });
        return memberNode("anyOf", member.value);
      }),
    );
  }

  /** What a keyword becomes; undefined where the subset cannot say it. */
  #member(
    { key, value }: JsonMember,
    node: JsonObject,
    path: string,
  ): readonly JsonMember[] | undefined {
    const hasUnion = memberOf(node, "anyOf") !== undefined;
    switch (key) {
      case "type":
        return this.#converted(value, path, typeMembers(value, hasUnion));
      case "const":
        return this.#constant(value, path);
      case "enum":
        return this.#choices(value, path);
      case "properties":
        return value.type === "object"
          ? [memberNode(key, this.#properties(value, path))]
          : undefined;
      case "items":
        if (value.type === "array" && !this.#describes) return undefined;
        return [memberNode(key, this.schema(value, path))];
      case "anyOf":
        return value.type === "array" ? this.#branches(value.items, path) : undefined;
      case "default":
        return hasUnion && !this.#describes ? undefined : [memberNode(key, value)];
      default:
        return OPENAPI_KEYWORDS.has(key) ? [memberNode(key, value)] : undefined;
    }
  }

  /** Members that say the same in another way; a single keyword of the same name is none. */
  #converted(
    before: JsonNode,
    path: string,
    members: readonly JsonMember[] | undefined,
  ): readonly JsonMember[] | undefined {
    if (members !== undefined && (members.length > 1 || before.type === "array"))
      this.#hear({ kind: "converted", path, before, after: objectNode(members) });
    return members;
  }

  #constant(value: JsonNode, path: string): readonly JsonMember[] | undefined {
    if (value.type === "string") return this.#converted(value, path, constantMembers(value));
    if (this.#describes) return undefined;
    this.#hear({ kind: "dropped", path, before: value });
    return constantMembers(value);
  }

  #choices(value: JsonNode, path: string): readonly JsonMember[] | undefined {
    const strings = stringChoices(value);
    if (this.#describes) return strings;
    if (value.type !== "array") return undefined;
    if (strings === undefined) this.#hear({ kind: "dropped", path, before: value });
    else if (strings.length > 1)
      this.#hear({ kind: "converted", path, before: value, after: objectNode(strings) });
    return [...(strings ?? []), ...choiceMembers(value.items)];
  }

  /** A branch that is only null is said by `nullable`. */
  #branches(items: readonly JsonNode[], path: string): readonly JsonMember[] {
    const nulls = this.#describes ? 0 : items.filter(isNullType).length;
    const isNullable = nulls > 0 && nulls < items.length;
    const branches = items.flatMap((item, index) =>
      isNullable && isNullType(item) ? [] : [this.schema(item, `${path}/${index}`)],
    );
    const members = [memberNode("anyOf", arrayNode(branches))];
    if (!isNullable) return members;
    const both = [...members, memberNode("nullable", booleanNode(true))];
    this.#hear({ kind: "converted", path, before: arrayNode(items), after: objectNode(both) });
    return both;
  }

  #properties(map: JsonObject, path: string): JsonObject {
    return objectNode(
      map.members.map((member) => ({
        ...member,
        value: this.schema(member.value, appendPointer(path, member.key)),
      })),
    );
  }
}

function isNullType(node: JsonNode): boolean {
  return (
    node.type === "object" && node.members.length === 1 && textOf(memberOf(node, "type")) === "null"
  );
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
