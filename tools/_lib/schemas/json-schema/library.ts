import { memberOf, textOf } from "../../json/tree/members.ts";
import type { JsonNode, JsonObject } from "../../json/tree/tree.ts";
import { documentOf } from "../../json/tree/value.ts";
import { escapePointer, isIndexToken, parsePointer } from "../../results/pointer.ts";
import {
  type Dialect,
  type Draft,
  draftOfMetaschema,
  isSince,
  keywordIn,
  metaschemaUri,
  metaschemaUris,
  type Vocabulary,
  vocabularyOf,
} from "./drafts.ts";
import { DRAFT_2019_09 } from "./metaschemas/2019-09.ts";
import { DRAFT_2020_12 } from "./metaschemas/2020-12.ts";
import { DRAFT_04 } from "./metaschemas/draft-04.ts";
import { DRAFT_06 } from "./metaschemas/draft-06.ts";
import { DRAFT_07 } from "./metaschemas/draft-07.ts";
import { SchemaTrouble } from "./trouble.ts";
import { decodeFragment, resolveUri, splitFragment } from "./uri.ts";
import { beginning } from "../../text/shown.ts";

/** A text or value that schemas stand in. */
export interface SchemaDocument {
  readonly root: JsonNode;
  /** What pointers into it begin with in entries: `/schema`, or `/schemas/…`. */
  readonly path: string;
  /** The URI under which it was given; empty for the main one. */
  readonly uri: string;
}

/** A schema with a URI of its own, and what can be referred to in it by name. */
export interface Resource {
  readonly uri: string;
  readonly root: JsonNode;
  readonly document: SchemaDocument;
  readonly dialect: Dialect;
  readonly anchors: Map<string, JsonNode>;
  readonly dynamicAnchors: Map<string, JsonNode>;
  readonly recursive: boolean;
}

/** Where a schema stands. */
export interface Place {
  readonly node: JsonNode;
  readonly resource: Resource;
  /** In its document. */
  readonly pointer: string;
}

/** Each draft's metaschema, then those of its vocabularies. */
const METASCHEMAS: Readonly<Record<Draft, readonly object[]>> = {
  "draft-04": DRAFT_04,
  "draft-06": DRAFT_06,
  "draft-07": DRAFT_07,
  "2019-09": DRAFT_2019_09,
  "2020-12": DRAFT_2020_12,
};

/** All schemas that a validation can come across, and how references find them. */
export class Library {
  readonly #documents = new Map<string, SchemaDocument>();
  readonly #resources = new Map<string, Resource>();
  readonly #places = new Map<JsonNode, Place>();
  readonly #indexed = new Set<SchemaDocument>();
  /** What documents without `$schema` are written in. */
  dialect: Dialect;

  constructor(dialect: Dialect) {
    this.dialect = dialect;
  }

  get resources(): Iterable<Resource> {
    return new Set(this.#resources.values());
  }

  /** Makes a document known under its URI; it is read when something refers to it. */
  add(document: SchemaDocument): void {
    this.#documents.set(normalUri(document.uri), document);
  }

  /** Reads a document, and gives the place of its root. */
  open(document: SchemaDocument, dialect?: Dialect): Place {
    const known = this.#places.get(document.root);
    if (known !== undefined) return known;
    this.#indexed.add(document);
    const base = normalUri(document.uri);
    const given = dialect ?? this.#dialectAt(document.root, document, "", this.dialect);
    const place = this.#enter(document.root, "", document, base, given);
    if (!this.#resources.has(base)) this.#resources.set(base, place.resource);
    this.#walk(place);
    return place;
  }

  /** The documents that were read, apart from metaschemas. */
  get openDocuments(): Iterable<SchemaDocument> {
    return this.#indexed;
  }

  /** The schemas of a document, in its order. */
  *placesIn({ root }: SchemaDocument): Iterable<Place> {
    for (const node of nodesOf(root)) {
      const place = this.placeOf(node);
      if (place !== undefined) yield place;
    }
  }

  placeOf(node: JsonNode): Place | undefined {
    return this.#places.get(node);
  }

  /** The schema that a reference in a resource leads to. */
  resolve(from: Resource, reference: string): Place | undefined {
    const [relative, fragment = ""] = splitFragment(reference);
    const resource = this.resource(resolveUri(from.uri, relative));
    if (resource === undefined) return undefined;
    const name = decodeFragment(fragment);
    if (name === undefined) return undefined;
    if (name === "") return this.#places.get(resource.root);
    if (name.startsWith("/")) return this.#follow(resource, name);
    const node = resource.anchors.get(name) ?? resource.dynamicAnchors.get(name);
    return node === undefined ? undefined : this.#places.get(node);
  }

  /** The resource of a URI without fragment: one that is open, one that was given, or a metaschema. */
  resource(uri: string): Resource | undefined {
    const open = this.#resources.get(uri);
    if (open !== undefined) return open;
    const document = this.#documents.get(uri) ?? this.#givenWithId(uri);
    if (document !== undefined && !this.#indexed.has(document)) {
      this.open(document);
      return this.#resources.get(uri);
    }
    const draft = draftOfMetaschema(uri);
    if (draft === undefined && !uri.startsWith("https://json-schema.org/draft/")) return undefined;
    this.#openMetaschemas(draft ?? (uri.includes("2019-09") ? "2019-09" : "2020-12"));
    return this.#resources.get(uri) ?? (draft && this.#resources.get(metaschemaUri(draft)));
  }

  /** A document that was given under another URI than its own. */
  #givenWithId(uri: string): SchemaDocument | undefined {
    for (const document of this.#documents.values()) {
      const { root } = document;
      if (this.#indexed.has(document) || root.type !== "object") continue;
      const id = textOf(memberOf(root, "$id") ?? memberOf(root, "id"));
      if (id === undefined) continue;
      if (resolveUri(normalUri(document.uri), splitFragment(id)[0]) === uri) return document;
    }
    return undefined;
  }

  #openMetaschemas(draft: Draft): void {
    for (const metaschema of METASCHEMAS[draft]) {
      const root = documentOf(metaschema)?.root;
      const id = textOf(root && (memberOf(root, "$id") ?? memberOf(root, "id")));
      if (root === undefined || id === undefined || this.#resources.has(normalUri(id))) continue;
      const document = { root, path: "", uri: normalUri(id) };
      const place = this.#enter(root, "", document, document.uri, { draft });
      this.#walk(place);
    }
  }

  /** Follows a pointer from a resource's root; what it ends at becomes a schema. */
  #follow(resource: Resource, pointer: string): Place | undefined {
    const tokens = parsePointer(pointer);
    let place = this.#places.get(resource.root);
    if (tokens === undefined || place === undefined) return undefined;
    let node: JsonNode | undefined = resource.root;
    let { pointer: at } = place;
    for (const token of tokens) {
      node = childOf(node, token);
      if (node === undefined) return undefined;
      at += `/${escapePointer(token)}`;
      place = this.#places.get(node) ?? place;
    }
    if (place.node === node) return place;
    if (node.type !== "object" && node.type !== "boolean") return undefined;
    const { document, uri, dialect } = place.resource;
    const found = this.#enter(node, at, document, uri, dialect, place.resource);
    this.#walk(found);
    return found;
  }

  /** Notes a schema; one with a URI of its own begins a resource. */
  #enter(
    node: JsonNode,
    pointer: string,
    document: SchemaDocument,
    base: string,
    dialect: Dialect,
    around?: Resource,
  ): Place {
    const names = node.type === "object" ? namesOf(node, dialect.draft) : {};
    const isRoot = around === undefined || names.uri !== undefined;
    const resource = isRoot
      ? this.#resourceAt(node, pointer, document, base, dialect, around, names)
      : around;
    for (const anchor of names.anchors ?? []) {
      if (!resource.anchors.has(anchor)) resource.anchors.set(anchor, node);
    }
    const { dynamic } = names;
    if (dynamic !== undefined) resource.dynamicAnchors.set(dynamic, node);
    const place = { node, resource, pointer };
    this.#places.set(node, place);
    return place;
  }

  #resourceAt(
    node: JsonNode,
    pointer: string,
    document: SchemaDocument,
    base: string,
    outer: Dialect,
    around: Resource | undefined,
    names: Names,
  ): Resource {
    const dialect = around === undefined ? outer : this.#dialectAt(node, document, pointer, outer);
    const uri = names.uri === undefined ? base : resolveUri(base, names.uri);
    const resource: Resource = {
      uri,
      root: node,
      document,
      dialect,
      anchors: new Map(),
      dynamicAnchors: new Map(),
      recursive: names.recursive === true,
    };
    if (!this.#resources.has(uri)) this.#resources.set(uri, resource);
    return resource;
  }

  /** Notes all schemas inside one, without recursion. */
  #walk(start: Place): void {
    const stack = [start];
    for (let place = stack.pop(); place !== undefined; place = stack.pop()) {
      const { node, resource, pointer } = place;
      if (node.type !== "object") continue;
      for (const { key, value } of node.members) {
        const holds = keywordIn(key, resource.dialect)?.holds;
        if (holds === undefined) continue;
        for (const [token, child] of schemasIn(value, holds)) {
          const at = `${pointer}/${escapePointer(key)}${token}`;
          if (this.#places.has(child)) continue;
          const { document, uri, dialect } = resource;
          stack.push(this.#enter(child, at, document, uri, dialect, resource));
        }
      }
    }
  }

  /** The dialect that `$schema` names, else the one around it. */
  #dialectAt(node: JsonNode, document: SchemaDocument, pointer: string, outer: Dialect): Dialect {
    const uri = node.type === "object" ? textOf(memberOf(node, "$schema")) : undefined;
    if (uri === undefined) return outer;
    const dialect = this.dialectOf(uri);
    if (dialect !== undefined) return dialect;
    throw new SchemaTrouble([
      {
        code: "DRAFT_UNKNOWN",
        message: `Cannot tell the draft: found ${JSON.stringify(beginning(uri, 80))}, expected the URI of a metaschema`,
        path: `${document.path}${pointer}/$schema`,
        expected: metaschemaUris(),
        received: uri,
        hint: "Set draft, or give the metaschema under schemas",
      },
    ]);
  }

  /** The dialect of a metaschema: a draft's own, or one that was given and says what it is written in. */
  dialectOf(uri: string, seen: ReadonlySet<string> = new Set()): Dialect | undefined {
    const draft = draftOfMetaschema(uri);
    if (draft !== undefined) return { draft };
    const name = normalUri(uri);
    const document = this.#documents.get(name) ?? this.#givenWithId(name);
    if (document === undefined || document.root.type !== "object" || seen.has(name)) {
      return undefined;
    }
    const own = textOf(memberOf(document.root, "$schema"));
    const dialect = own === undefined ? undefined : this.dialectOf(own, new Set([...seen, name]));
    if (dialect === undefined) return undefined;
    const vocabularies = vocabulariesOf(document.root, dialect);
    if (vocabularies === "unknown") return undefined;
    return { ...dialect, ...vocabularies, metaschema: name };
  }
}

/** The vocabularies that a metaschema asks for; `unknown` where it requires one that is not known. */
function vocabulariesOf(
  metaschema: JsonObject,
  { draft }: Dialect,
): Pick<Dialect, "vocabularies"> | "unknown" {
  const member = memberOf(metaschema, "$vocabulary");
  if (!isSince(draft, "2019-09") || member?.type !== "object") return {};
  const vocabularies = new Set<Vocabulary>();
  for (const { key, value } of member.members) {
    const known = vocabularyOf(key);
    const isRequired = value.type === "boolean" && value.value;
    if (known === undefined && isRequired) return "unknown";
    for (const vocabulary of known ?? []) vocabularies.add(vocabulary);
  }
  return { vocabularies };
}

/** What a schema calls itself. */
interface Names {
  readonly uri?: string | undefined;
  readonly anchors?: readonly string[];
  readonly dynamic?: string | undefined;
  readonly recursive?: boolean;
}

function namesOf(node: JsonObject, draft: Draft): Names {
  const id = textOf(memberOf(node, draft === "draft-04" ? "id" : "$id"));
  if (!isSince(draft, "2019-09")) {
    // Beside `$ref` all other keywords are ignored, those that name the schema, too.
    if (id === undefined || textOf(memberOf(node, "$ref")) !== undefined) return {};
    const [uri, fragment = ""] = splitFragment(id);
    return {
      ...(uri === "" ? {} : { uri }),
      ...(fragment === "" ? {} : { anchors: [fragment] }),
    };
  }
  const anchor = textOf(memberOf(node, "$anchor"));
  const dynamic = draft === "2020-12" ? textOf(memberOf(node, "$dynamicAnchor")) : undefined;
  const recursive = draft === "2019-09" ? memberOf(node, "$recursiveAnchor") : undefined;
  return {
    ...(id === undefined ? {} : { uri: splitFragment(id)[0] }),
    ...(anchor === undefined ? {} : { anchors: [anchor] }),
    dynamic,
    recursive: recursive?.type === "boolean" && recursive.value,
  };
}

/** The schemas in a keyword's value, with what follows the keyword in their pointers. */
export function* schemasIn(
  value: JsonNode,
  holds: NonNullable<ReturnType<typeof keywordIn>>["holds"],
): Iterable<readonly [token: string, schema: JsonNode]> {
  if (holds === "schema" || (holds === "schema or list" && value.type !== "array")) {
    yield ["", value];
  } else if ((holds === "list" || holds === "schema or list") && value.type === "array") {
    for (const [index, item] of value.items.entries()) yield [`/${index}`, item];
  } else if ((holds === "map" || holds === "dependencies") && value.type === "object") {
    for (const member of value.members) {
      if (holds === "dependencies" && member.value.type === "array") continue;
      yield [`/${escapePointer(member.key)}`, member.value];
    }
  }
}

function childOf(node: JsonNode, token: string): JsonNode | undefined {
  if (node.type === "object") return memberOf(node, token);
  if (node.type === "array" && isIndexToken(token)) return node.items[Number(token)];
  return undefined;
}

/** A URI as a key: resolved by itself, without fragment. */
function normalUri(uri: string): string {
  return resolveUri("", splitFragment(uri)[0]);
}

/** All values of a tree in document order. */
function* nodesOf(root: JsonNode): Iterable<JsonNode> {
  const stack = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    yield node;
    if (node.type === "array") for (const item of node.items.toReversed()) stack.push(item);
    else if (node.type === "object") {
      for (const { value } of node.members.toReversed()) stack.push(value);
    }
  }
}
