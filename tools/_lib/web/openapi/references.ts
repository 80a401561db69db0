/** `$ref` within a document: by pointer, by `$anchor`, by `$id`. */
import { isObject } from "../../json/tree/members.ts";
import { isIndexToken, parsePointer } from "../../results/pointer.ts";
import { decodePercent } from "../url/percent.ts";
import { memberOf, type Site, textOf } from "./site.ts";

/** Keys whose values are data of the API's author, in which `$ref` means nothing. */
const DATA_KEYS: ReadonlySet<string> = new Set(["const", "default", "enum", "example", "examples"]);

/** What stands in a document, for references to find. */
export interface References {
  /** Objects that refer to something, in document order. */
  readonly holders: readonly Site[];
  /** `#anchor` or `$id` → its place. */
  readonly named: ReadonlyMap<string, Site>;
}

export function findReferences(root: Site): References {
  const holders: Site[] = [];
  const named = new Map<string, Site>();
  const open: Site[] = [root];
  for (let site = open.pop(); site !== undefined; site = open.pop()) {
    if (textOf(site, "$ref") !== undefined) holders.push(site);
    const [anchor, id] = [textOf(site, "$anchor"), textOf(site, "$id")];
    if (anchor !== undefined) named.set(`#${anchor}`, site);
    if (id !== undefined) named.set(id, site);
    for (const child of childrenOf(site).toReversed()) open.push(child);
  }
  return { holders, named };
}

function childrenOf({ node, pointer }: Site): Site[] {
  if (Array.isArray(node)) {
    return node
      .map((item: unknown, index) => ({ node: item, pointer: `${pointer}/${index}` }))
      .filter((child) => typeof child.node === "object" && child.node !== null);
  }
  if (!isObject(node)) return [];
  const children: Site[] = [];
  for (const key of Object.keys(node)) {
    if (typeof node[key] !== "object" || DATA_KEYS.has(key) || key.startsWith("x-")) continue;
    const child = memberOf({ node, pointer }, key);
    if (child !== undefined) children.push(child);
  }
  return children;
}

/** What a reference leads to in one step. */
export function targetOf(
  reference: string,
  root: Site,
  named: ReadonlyMap<string, Site>,
): Site | undefined {
  const byName = named.get(reference);
  if (byName !== undefined) return byName;
  const tokens = reference.startsWith("#")
    ? parsePointer(decodePercent(reference.slice(1)))
    : undefined;
  let site: Site | undefined = tokens && root;
  for (const token of tokens ?? []) site = site && stepInto(site, token);
  return site;
}

function stepInto(site: Site, token: string): Site | undefined {
  if (!Array.isArray(site.node)) return memberOf(site, token);
  const index = isIndexToken(token) ? Number(token) : -1;
  if (index < 0 || index >= site.node.length) return undefined;
  return { node: site.node[index] as unknown, pointer: `${site.pointer}/${token}` };
}
