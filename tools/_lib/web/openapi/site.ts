import { isObject } from "../../json/tree/members.ts";
import { appendPointer, byCodeUnit } from "../../results/pointer.ts";

/** A place in a document: its data and its RFC 6901 pointer. */
export interface Site {
  readonly node: unknown;
  readonly pointer: string;
}

export type JsonObject = Readonly<Record<string, unknown>>;

/** The member of an object, or undefined. */
export function memberOf({ node, pointer }: Site, key: string): Site | undefined {
  if (!isObject(node) || !Object.hasOwn(node, key)) return undefined;
  return { node: node[key], pointer: appendPointer(pointer, key) };
}

/** The members of an object by key in plain order; none where the data is something else. */
export function membersOf(site: Site | undefined): Map<string, Site> {
  const members = new Map<string, Site>();
  if (!isObject(site?.node)) return members;
  for (const key of Object.keys(site.node).toSorted(byCodeUnit)) {
    members.set(key, { node: site.node[key], pointer: appendPointer(site.pointer, key) });
  }
  return members;
}

/** The items of an array; none where the data is something else. */
export function itemsOf(site: Site | undefined): Site[] {
  if (!Array.isArray(site?.node)) return [];
  return site.node.map((node: unknown, index) => ({ node, pointer: `${site.pointer}/${index}` }));
}

/** The text of a member, or undefined where it is no text. */
export function textOf(site: Site, key: string): string | undefined {
  const value = memberOf(site, key)?.node;
  return typeof value === "string" ? value : undefined;
}

/** Whether a member is `true`. */
export function isSet(site: Site, key: string): boolean {
  return memberOf(site, key)?.node === true;
}
