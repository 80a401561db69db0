/** Schemas within a schema that are neither properties nor branches. */
import { isObject } from "../_lib/json/tree/members.ts";
import { keyword, type Schema, typesOf } from "./schema.ts";
import { itemsOf, membersOf, type Site } from "../_lib/web/openapi/site.ts";
import { compareContained } from "./bounds.ts";
import type { ValueReport } from "./facts.ts";

export type TakeStep = (name: string | undefined, from: Site, to: Site) => void;

/** Keywords, with the word of the rules for their coming and going, if there are such. */
const SINGLE: readonly (readonly [key: string, word?: string])[] = [
  ["items", "items"],
  ["if", "if"],
  ["then", "then"],
  ["else", "else"],
  ["contains", "contains"],
  ["propertyNames", "property-names"],
  ["unevaluatedItems", "unevaluated-items"],
  ["unevaluatedProperties", "unevaluated-properties"],
  ["contentSchema", "content-schema"],
];

const MAPS = {
  patternProperties: "pattern-property",
  dependentSchemas: "dependent-schema",
} as const;

export function compareSubschemas(
  before: Schema,
  after: Schema,
  report: ValueReport,
  step: TakeStep,
): void {
  for (const [key, word] of SINGLE) {
    const [from, to] = [stated(before, key), stated(after, key)];
    // What an array holds is said by its type where only one side has arrays.
    if (key === "items" && !(takesArrays(before) && takesArrays(after))) continue;
    compareOne(word, from, to, report, (left, right) => step(key, left, right));
    if (key === "contains" && from && to) compareContained(before, after, report);
  }
  compareOpenness(before, after, report, step);
  for (const [key, word] of Object.entries(MAPS)) {
    const [was, is] = [membersOf(keyword(before, key)), membersOf(keyword(after, key))];
    for (const name of new Set([...was.keys(), ...is.keys()])) {
      const take = (left: Site, right: Site) => step(`${key}[${name}]`, left, right);
      compareOne(word, was.get(name), is.get(name), report, take, name);
    }
  }
  compareTuples(
    itemsOf(keyword(before, "prefixItems")),
    itemsOf(keyword(after, "prefixItems")),
    report,
    step,
  );
}

function takesArrays(schema: Schema): boolean {
  return typesOf(schema)?.has("array") ?? true;
}

/** The schema under a keyword; `true` says nothing, save that something has to be contained. */
function stated(schema: Schema, key: string): Site | undefined {
  const site = keyword(schema, key);
  return site?.node === true && key !== "contains" ? undefined : site;
}

function compareOne(
  word: string | undefined,
  from: Site | undefined,
  to: Site | undefined,
  report: ValueReport,
  take: (from: Site, to: Site) => void,
  name?: string,
): void {
  const detail = name === undefined ? {} : { name };
  if (from !== undefined && to !== undefined) {
    if (isObject(from.node) && isObject(to.node)) take(from, to);
    else if (word !== undefined && from.node !== to.node) {
      // One of them is `false`, which nothing fits.
      const isClosed = to.node === false;
      const place = { side: "after", pointer: to.pointer } as const;
      report(`${word}-${isClosed ? "added" : "removed"}`, place, {
        ...detail,
        before: from.node,
        after: to.node,
      });
    }
  } else if (word === undefined) return;
  else if (to !== undefined)
    report(`${word}-added`, { side: "after", pointer: to.pointer }, detail);
  else if (from !== undefined) {
    report(`${word}-removed`, { side: "before", pointer: from.pointer }, detail);
  }
}

/** Whether members that are not named may be there: none, those that fit a schema, or any. */
function compareOpenness(before: Schema, after: Schema, report: ValueReport, step: TakeStep): void {
  const key = "additionalProperties";
  const [from, to] = [keyword(before, key), keyword(after, key)];
  if (isObject(from?.node) && isObject(to?.node)) {
    step(key, from, to);
    return;
  }
  const order = opennessOf(to) - opennessOf(from);
  if (order === 0) return;
  const site = to ?? from;
  const side = to === undefined ? "before" : "after";
  const place = { side, pointer: site?.pointer ?? "" } as const;
  const detail = { before: from?.node ?? true, after: to?.node ?? true };
  report(`additional-properties-${order > 0 ? "opened" : "closed"}`, place, detail);
}

function opennessOf(site: Site | undefined): number {
  if (site?.node === false) return 0;
  const saysNothing = !isObject(site?.node) || Object.keys(site.node).length === 0;
  return saysNothing ? 2 : 1;
}

function compareTuples(
  was: readonly Site[],
  is: readonly Site[],
  report: ValueReport,
  step: TakeStep,
): void {
  for (const [index, to] of is.entries()) {
    const from = was[index];
    if (from !== undefined) step("items", from, to);
  }
  const sizes = { before: was.length, after: is.length };
  const [added, removed] = [is[was.length], was[is.length]];
  if (added) report("prefix-items-added", { side: "after", pointer: added.pointer }, sizes);
  if (removed) report("prefix-items-removed", { side: "before", pointer: removed.pointer }, sizes);
}
