import type { Draft } from "../_lib/schemas/json-schema/drafts.ts";
import { memberOf, textOf } from "../_lib/json/tree/members.ts";
import { decodeFragment, resolveUri, splitFragment } from "../_lib/schemas/json-schema/uri.ts";
import { appendPointer, parsePointer } from "../_lib/results/pointer.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { minifyJson } from "../_lib/json/tree/write.ts";
import { schemasWithin } from "../_lib/schemas/drafts/schema.ts";

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
        this.#declare(pascalCase(key) || "Definition", value, appendPointer(`/${keyword}`, key));
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
    for (const node of schemasWithin(this.#root, this.draft)) {
      const reference = textOf(memberOf(node, "$ref"));
      const target = reference === undefined ? undefined : this.#resolve(reference);
      if (target && reference !== undefined) {
        const pointer = decodeFragment(reference.replace(/^[^#]*#?/, "")) ?? "";
        const last = parsePointer(pointer)?.at(-1) ?? pointer;
        this.#declare(pascalCase(last) || "Part", target, pointer);
      }
    }
  }

  #resolve(reference: string): JsonNode | undefined {
    const [uri, written = ""] = splitFragment(reference);
    const fragment = decodeFragment(written);
    if (fragment === undefined) return undefined;
    if (fragment !== "" && !fragment.startsWith("/")) return this.#named.get(`#${fragment}`);
    let node = uri === "" ? this.#root : this.#named.get(resolveUri(baseOf(this.#root), uri));
    if (!node) return undefined;
    for (const token of parsePointer(fragment) ?? []) {
      node = node.type === "array" ? node.items[Number(token)] : memberOf(node, token);
      if (!node) return undefined;
    }
    return node;
  }

  /** Schemas by absolute `$id` and by `#anchor`; the first of a name counts. */
  get #named(): ReadonlyMap<string, JsonNode> {
    this.#places ??= namedPlaces(this.#root, this.draft);
    return this.#places;
  }
}

function namedPlaces(root: JsonNode, draft: Draft): ReadonlyMap<string, JsonNode> {
  const places = new Map<string, JsonNode>();
  const put = (name: string | undefined, node: JsonNode) => {
    if (name !== undefined && !places.has(name)) places.set(name, node);
  };
  for (const node of schemasWithin(root, draft)) {
    const id = idOf(node);
    if (id?.startsWith("#")) put(id, node);
    else if (id !== undefined) put(resolveUri(baseOf(root), splitFragment(id)[0]), node);
    for (const keyword of ["$anchor", "$dynamicAnchor"]) {
      const anchor = textOf(memberOf(node, keyword));
      if (anchor !== undefined) put(`#${anchor}`, node);
    }
  }
  return places;
}

function idOf(node: JsonNode): string | undefined {
  return textOf(memberOf(node, "$id")) ?? textOf(memberOf(node, "id"));
}

/** What references are relative to: that a part may have a base of its own is left aside. */
function baseOf(root: JsonNode): string {
  return splitFragment(idOf(root) ?? "")[0];
}

/** Words joined, each with a capital: `order_line` becomes `OrderLine`; empty where there is no letter or digit. */
export function pascalCase(text: string): string {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  const name = words.map((word) => (word[0] ?? "").toUpperCase() + word.slice(1)).join("");
  return /^\p{N}/u.test(name) ? `_${name}` : name;
}

const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u;

/** A member's name in an object of code: `__proto__` as a name of its own would set the prototype. */
export function memberName(key: string): string {
  return key === "__proto__" ? `["__proto__"]` : propertyName(key);
}

/** JSON as an expression of code. */
export function expression(node: JsonNode): string {
  const text = minifyJson(node) ?? "null";
  // Within a string a quote never follows a brace or comma without a backslash.
  return text.replaceAll(/(?<=[{,])"__proto__":/g, `["__proto__"]:`);
}

/** A member's name in a type: bare where it is an identifier, else as a JSON string. */
export function propertyName(key: string): string {
  return IDENTIFIER.test(key) ? key : JSON.stringify(key);
}
