/** Enumerations, constants, defaults and patterns of a schema. */
import { canonicalJson } from "../_lib/json/tree/canonical.ts";
import { isObject } from "../_lib/json/tree/members.ts";
import { keyword, pointerOf, type Schema } from "./schema.ts";
import { itemsOf, membersOf, type Site } from "../_lib/web/openapi/site.ts";
import type { ValueReport } from "./facts.ts";

export function compareValues(before: Schema, after: Schema, report: ValueReport): void {
  compareEnum(before, after, report);
  comparePattern(before, after, report);
  compareKeyword("default-value", keyword(before, "default"), keyword(after, "default"), report);
  compareKeyword("const", keyword(before, "const"), keyword(after, "const"), report);
  const lists = [
    keyword(before, "dependentRequired"),
    keyword(after, "dependentRequired"),
  ] as const;
  compareMembers("dependent-required", ...lists, report, sortedNames);
  compareKeyword(
    "multiple-of",
    keyword(before, "multipleOf"),
    keyword(after, "multipleOf"),
    report,
  );
  compareKeyword(
    "unique-items",
    trueIn(before, "uniqueItems"),
    trueIn(after, "uniqueItems"),
    report,
  );
  compareNegation(before, after, report);
  compareContent(before, after, report);
  compareDeprecation(before, after, report);
}

/** What both refuse is a pair of its own; here is said what came, went or is no schema that could be looked into. */
function compareNegation(before: Schema, after: Schema, report: ValueReport): void {
  const [from, to] = [keyword(before, "not"), keyword(after, "not")];
  if (!(isObject(from?.node) && isObject(to?.node))) compareKeyword("not", from, to, report);
}

function compareDeprecation(before: Schema, after: Schema, report: ValueReport): void {
  const [from, to] = [keyword(before, "deprecated"), keyword(after, "deprecated")];
  const [was, is] = [from?.node === true, to?.node === true];
  if (was === is) return;
  const place = { side: "after", pointer: to?.pointer ?? pointerOf(after) } as const;
  const sunset = keyword(after, "x-sunset")?.node;
  if (!is) report("reactivated", place);
  else if (sunset === undefined) report("deprecated", place);
  else report("deprecated-with-sunset", place, { after: sunset });
}

/** `false` says nothing. */
function trueIn(schema: Schema, key: string): Site | undefined {
  const site = keyword(schema, key);
  return site?.node === true ? site : undefined;
}

function compareEnum(before: Schema, after: Schema, report: ValueReport): void {
  const [from, to] = [keyword(before, "enum"), keyword(after, "enum")];
  if (!Array.isArray(to?.node)) {
    if (!Array.isArray(from?.node)) return;
    const detail = { before: from.node as unknown };
    report("became-not-enum", { side: "before", pointer: from.pointer }, detail);
    return;
  }
  if (!Array.isArray(from?.node)) {
    report("became-enum", { side: "after", pointer: to.pointer }, { after: to.node as unknown });
    return;
  }
  const [was, is] = [byContent(from), byContent(to)];
  for (const [key, { node, pointer }] of is) {
    if (!was.has(key)) report("enum-value-added", { side: "after", pointer }, { after: node });
  }
  for (const [key, { node, pointer }] of was) {
    if (!is.has(key)) report("enum-value-removed", { side: "before", pointer }, { before: node });
  }
}

function byContent(list: Site): Map<string, Site> {
  return new Map(itemsOf(list).map((item) => [canonicalJson(item.node), item]));
}

/** Matches every text. */
const ANY_TEXT = ".*";

function comparePattern(before: Schema, after: Schema, report: ValueReport): void {
  const [from, to] = [keyword(before, "pattern"), keyword(after, "pattern")];
  const isGeneral = from !== undefined && to?.node === ANY_TEXT;
  if (isGeneral && from.node !== ANY_TEXT) {
    const detail = { before: from.node, after: to.node, otherwise: "pattern-changed" };
    report("pattern-generalized", { side: "after", pointer: to.pointer }, detail);
  } else compareKeyword("pattern", from, to, report);
}

/** Added, removed or changed, by content. */
function compareKeyword(
  word: string,
  from: Site | undefined,
  to: Site | undefined,
  report: ValueReport,
  name?: string,
): void {
  const detail = { ...(name !== undefined && { name }), before: from?.node, after: to?.node };
  if (to === undefined) {
    if (from) report(`${word}-removed`, { side: "before", pointer: from.pointer }, detail);
    return;
  }
  const place = { side: "after", pointer: to.pointer } as const;
  if (from === undefined) report(`${word}-added`, place, detail);
  else if (canonicalJson(from.node) !== canonicalJson(to.node)) {
    report(`${word}-changed`, place, detail);
  }
}

/** As `compareKeyword`, for each member of two objects. */
function compareMembers(
  word: string,
  from: Site | undefined,
  to: Site | undefined,
  report: ValueReport,
  normal: (site: Site) => Site,
): void {
  const [was, is] = [membersOf(from), membersOf(to)];
  for (const name of new Set([...was.keys(), ...is.keys()])) {
    const [left, right] = [was.get(name), is.get(name)];
    compareKeyword(word, left && normal(left), right && normal(right), report, name);
  }
}

function sortedNames(site: Site): Site {
  return Array.isArray(site.node) ? { ...site, node: site.node.toSorted() } : site;
}

const CONTENT = {
  contentMediaType: "content-media-type-changed",
  contentEncoding: "content-encoding-changed",
} as const;

function compareContent(before: Schema, after: Schema, report: ValueReport): void {
  for (const [key, suffix] of Object.entries(CONTENT)) {
    const [from, to] = [keyword(before, key), keyword(after, key)];
    if (from?.node === to?.node) continue;
    const side = to === undefined ? "before" : "after";
    const pointer = (to ?? from)?.pointer ?? pointerOf(after);
    report(suffix, { side, pointer }, { before: from?.node, after: to?.node });
  }
}

export function compareDiscriminators(before: Schema, after: Schema, report: ValueReport): void {
  const [from, to] = [keyword(before, "discriminator"), keyword(after, "discriminator")];
  if (!isObject(from?.node) || !isObject(to?.node)) {
    compareKeyword("discriminator", from, to, report);
    return;
  }
  const [was, is] = [membersOf(from), membersOf(to)];
  const [name, newName] = [was.get("propertyName"), is.get("propertyName")];
  if (name !== undefined && newName !== undefined) {
    compareKeyword("discriminator-property-name", name, newName, report);
  }
  const asDeleted: ValueReport = (suffix, place, detail) =>
    report(suffix.replace(/removed$/, "deleted"), place, detail);
  const mappings = [was.get("mapping"), is.get("mapping")] as const;
  compareMembers("discriminator-mapping", ...mappings, asDeleted, (site) => site);
}
