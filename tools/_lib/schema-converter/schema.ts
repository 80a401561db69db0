import type { Draft } from "../json-schema/drafts.ts";
import { memberOf, textOf } from "../json-schema/node.ts";
import { isSince } from "../json-schema/drafts.ts";
import { decodeFragment } from "../json-schema/uri.ts";
import { parsePointer } from "../json/pointer.ts";
import type { JsonMember, JsonNode, JsonObject } from "../json/tree.ts";

/** Something that the target cannot say. */
export interface Loss {
  readonly code: "KEYWORD_UNSUPPORTED" | "ONEOF_AS_UNION" | "REF_SIBLING_IGNORED";
  readonly path: string;
  readonly keyword: string;
  readonly detail: string;
}

/** A schema with a name of its own in the code. */
export interface Declaration {
  readonly name: string;
  readonly node: JsonNode;
  readonly path: string;
}

/** The root, its definitions, and what references lead to; each with a name that no other has. */
export class SchemaNames {
  readonly draft: Draft;
  readonly #root: JsonNode;
  readonly #byNode = new Map<JsonNode, Declaration>();
  /** Names that are taken, with the number that the next one alike gets. */
  readonly #used = new Map<string, number>();
  #places: ReadonlyMap<string, JsonNode> | undefined;

  constructor(root: JsonNode, name: string, draft: Draft) {
    this.#root = root;
    this.draft = draft;
    this.#declare(name, root, "");
    for (const keyword of ["$defs", "definitions"]) {
      const definitions = memberOf(root, keyword);
      if (definitions?.type !== "object") continue;
      for (const { key, value } of definitions.members) {
        this.#declare(pascalCase(key) || "Definition", value, `/${keyword}/${escape(key)}`);
      }
    }
    this.#declareTargets();
  }

  /** In the order in which they were named; the root first. */
  get declarations(): readonly Declaration[] {
    return [...this.#byNode.values()];
  }

  nameOf(node: JsonNode): string | undefined {
    return this.#byNode.get(node)?.name;
  }

  /** The declaration that a reference leads to. */
  target(reference: string): Declaration | undefined {
    const node = this.#resolve(reference);
    return node && this.#byNode.get(node);
  }

  #declare(name: string, node: JsonNode, path: string): void {
    if (this.#byNode.has(node)) return;
    let free = name;
    let number = this.#used.get(name) ?? 2;
    while (this.#used.has(free)) free = `${name}${number++}`;
    this.#used.set(name, number);
    this.#used.set(free, this.#used.get(free) ?? 2);
    this.#byNode.set(node, { name: free, node, path });
  }

  /** References may lead to places that are no definitions; they get a name, too. */
  #declareTargets(): void {
    const rest: JsonNode[] = [this.#root];
    for (let node = rest.pop(); node; node = rest.pop()) {
      if (node.type === "array") pushReversed(rest, node.items);
      if (node.type !== "object") continue;
      const reference = textOf(memberOf(node, "$ref"));
      const target = reference === undefined ? undefined : this.#resolve(reference);
      if (target && reference !== undefined) {
        const last = reference.slice(reference.lastIndexOf("/") + 1);
        this.#declare(pascalCase(last) || "Part", target, reference.replace(/^#/, ""));
      }
      pushReversed(rest, node.members.map(valueOf));
    }
  }

  #resolve(reference: string): JsonNode | undefined {
    if (!reference.startsWith("#")) return this.#named.get(reference);
    const fragment = decodeFragment(reference.slice(1));
    if (fragment === undefined) return undefined;
    if (fragment !== "" && !fragment.startsWith("/")) return this.#named.get(`#${fragment}`);
    let node: JsonNode | undefined = this.#root;
    for (const token of parsePointer(fragment) ?? []) {
      node = node.type === "array" ? node.items[Number(token)] : memberOf(node, token);
      if (!node) return undefined;
    }
    return node;
  }

  /** Schemas by `$id` and by `#anchor`; the first of a name counts. */
  get #named(): ReadonlyMap<string, JsonNode> {
    this.#places ??= namedPlaces(this.#root);
    return this.#places;
  }
}

function namedPlaces(root: JsonNode): ReadonlyMap<string, JsonNode> {
  const places = new Map<string, JsonNode>();
  const put = (name: string | undefined, node: JsonNode) => {
    if (name !== undefined && !places.has(name)) places.set(name, node);
  };
  const rest = [root];
  for (let node = rest.pop(); node; node = rest.pop()) {
    if (node.type === "array") pushReversed(rest, node.items);
    if (node.type !== "object") continue;
    for (const keyword of ["$id", "id"]) put(textOf(memberOf(node, keyword)), node);
    for (const keyword of ["$anchor", "$dynamicAnchor"]) {
      const anchor = textOf(memberOf(node, keyword));
      if (anchor !== undefined) put(`#${anchor}`, node);
    }
    pushReversed(rest, node.members.map(valueOf));
  }
  return places;
}

const valueOf = ({ value }: JsonMember): JsonNode => value;

/** So that the first is the next to be popped. */
function pushReversed(stack: JsonNode[], nodes: readonly JsonNode[]): void {
  for (let index = nodes.length - 1; index >= 0; index--) stack.push(nodes[index] as JsonNode);
}

/** Words joined, each with a capital: `order_line` becomes `OrderLine`; empty where there is no letter or digit. */
export function pascalCase(text: string): string {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  const name = words.map((word) => (word[0] ?? "").toUpperCase() + word.slice(1)).join("");
  return /^\p{N}/u.test(name) ? `_${name}` : name;
}

const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u;

/** A member's name in code: bare where it is an identifier, else as a JSON string. */
export function propertyName(key: string): string {
  return IDENTIFIER.test(key) ? key : JSON.stringify(key);
}

function escape(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** The parts of an object's schema that code is written from. */
export interface ObjectShape {
  /** Properties in order; required names that have no schema come last. */
  readonly properties: readonly {
    readonly key: string;
    readonly schema: JsonNode;
    readonly required: boolean;
  }[];
  /** Undefined where it is not given. */
  readonly additional: JsonNode | undefined;
}

const ANYTHING: JsonNode = { type: "boolean", start: -1, end: -1, value: true };

export function objectShape(node: JsonObject): ObjectShape {
  const properties = memberOf(node, "properties");
  const required = namesIn(memberOf(node, "required"));
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

function namesIn(node: JsonNode | undefined): Set<string> {
  const items = node?.type === "array" ? node.items : [];
  return new Set(items.flatMap((item) => (item.type === "string" ? [item.value] : [])));
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

export interface ArrayShape {
  readonly prefix: readonly JsonNode[];
  /** What stands behind the prefix; undefined where it is not given. */
  readonly rest: JsonNode | undefined;
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
    minItems: least?.type === "number" ? Number(least.text) : 0,
  };
}

/** Keywords that no code target can say. */
const UNSUPPORTED =
  /^(?:not|if|then|else|dependent.*|dependencies|patternProperties|propertyNames|contains|minContains|maxContains|unevaluated.*|uniqueItems|minProperties|maxProperties)$/;

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
      path: `${path}/${escape(key)}`,
      keyword: key,
      detail: `${key} has no form in the code`,
    }));
}

/** Whether a `$ref` makes the keywords beside it void. */
export function ignoresSiblings(draft: Draft): boolean {
  return !isSince(draft, "2019-09");
}
