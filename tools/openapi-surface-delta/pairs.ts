/**  * The schemas of both documents in pairs. Each pair is compared once, wherever it is used; what lies
 * below it is found along its steps, and pairs without a difference below them need no visit.
 */
import type { Budget } from "../_core/tool.ts";
import { compareBounds } from "./bounds.ts";
import { compareBranches, compareLists, type Sides, withAbsorbed } from "./branches.ts";
import { isObject } from "../_lib/json/tree/members.ts";
import type { Fact, PropertyFact, ValueReport } from "./facts.ts";
import type { OpenApi } from "../_lib/web/openapi/document.ts";
import {
  branchesOf,
  COMBINERS,
  isNullable,
  isSamePlain,
  keyword,
  pointerOf,
  propertiesOf,
  requiredOf,
  saysOnly,
  type Schema,
  Schemas,
  typesOf,
} from "./schema.ts";
import type { Site } from "../_lib/web/openapi/site.ts";
import { compareSubschemas, type TakeStep } from "./subschemas.ts";
import { allRequired, allTypes, branchProperties } from "./moved.ts";
import { typesDiffer } from "./types.ts";
import { compareDiscriminators, compareValues } from "./values.ts";

interface Step {
  /** The property's name, or `items`; undefined for a branch, which is no step down in the data. */
  readonly name: string | undefined;
  readonly pair: Pair;
  readonly isReadOnly: boolean;
  readonly isWriteOnly: boolean;
}

export interface Pair {
  readonly before: Schema;
  readonly after: Schema;
  readonly facts: Fact[];
  readonly steps: Step[];
  readonly parents: Pair[];
  /** Pairs that have it under `not`: what differs here is one change of theirs. */
  readonly refusers: Pair[];
  /** Something differs here or below. */
  isDirty: boolean;
}

export class Pairs {
  readonly #schemas: Sides;
  readonly #budget: Budget;
  readonly #known = new Map<Schema, Map<Schema, Pair>>();
  readonly #open: Pair[] = [];

  constructor(before: OpenApi, after: OpenApi, budget: Budget) {
    this.#schemas = { before: new Schemas(before), after: new Schemas(after) };
    this.#budget = budget;
  }

  of(before: Site, after: Site): Pair {
    const [left, right] = this.#unwrapped(before, after);
    const known = this.#known.get(left) ?? new Map<Schema, Pair>();
    this.#known.set(left, known);
    const existing = known.get(right);
    if (existing !== undefined) return existing;
    const pair = {
      before: left,
      after: right,
      facts: [],
      steps: [],
      parents: [],
      refusers: [],
      isDirty: false,
    };
    known.set(right, pair);
    this.#open.push(pair);
    return pair;
  }

  /** Compares all pairs that were asked for, and those below them. */
  settle(): void {
    const dirty: Pair[] = [];
    for (let pair = this.#open.pop(); pair !== undefined; pair = this.#open.pop()) {
      this.#budget.spend(1);
      this.#compare(pair);
      if (pair.facts.length > 0) dirty.push(pair);
    }
    for (let pair = dirty.pop(); pair !== undefined; pair = dirty.pop()) {
      if (pair.isDirty) continue;
      pair.isDirty = true;
      for (const parent of pair.parents) dirty.push(parent);
      for (const refuser of pair.refusers) {
        refuser.facts.push(changedNegation(refuser));
        dirty.push(refuser);
      }
    }
  }

  /** A schema that only wraps one other is that one, where the other side has no such wrapper. */
  #unwrapped(before: Site, after: Site): [Schema, Schema] {
    let [left, right] = [this.#schemas.before.at(before), this.#schemas.after.at(after)];
    const passed = new Set<Schema>();
    for (;;) {
      const inner = contentOf(left, right, this.#schemas.before);
      const outer = contentOf(right, left, this.#schemas.after);
      if ((inner === undefined && outer === undefined) || (passed.has(left) && passed.has(right))) {
        return [left, right];
      }
      passed.add(left).add(right);
      if (inner !== undefined) left = this.#schemas.before.within(left, inner);
      else if (outer !== undefined) right = this.#schemas.after.within(right, outer);
    }
  }

  #compare(pair: Pair): void {
    const { facts } = pair;
    if (isSamePlain(pair.before, pair.after)) return;
    const [before, after] = withAbsorbed(pair.before, pair.after, this.#schemas);
    const report: ValueReport = (suffix, place, detail = {}) => {
      facts.push({ kind: "value", suffix, place, detail });
    };
    const step = (name: string | undefined, from: Site, to: Site) =>
      this.#step(pair, name, from, to);
    compareNull(before, after, report);
    if (!compareLists(before, after, report)) {
      this.#compareTypes({ ...pair, before, after });
      for (const [from, to] of compareBranches(before, after, this.#schemas, report)) {
        step(undefined, from, to);
      }
    }
    compareBounds(before, after, report);
    compareValues(before, after, report);
    compareDiscriminators(before, after, report);
    compareSubschemas(before, after, report, step);
    this.#negate(pair);
    compareProperties(before, after, this.#schemas, (fact) => facts.push(fact), step);
  }

  #compareTypes({ before, after, facts }: Pair): void {
    if (!typesDiffer(before, after)) return;
    const [was, is] = [
      allTypes(before, this.#schemas.before),
      allTypes(after, this.#schemas.after),
    ];
    // A type that went into allOf, or came from there.
    const isSaid = typesOf(before) === undefined || typesOf(after) === undefined;
    if (isSaid && was && is && was.size === is.size && [...was].every((type) => is.has(type)))
      return;
    const items = keyword(after, "items");
    facts.push({
      kind: "type",
      before,
      after,
      items: items && this.#schemas.after.at(items),
      place: { side: "after", pointer: pointerOf(after) },
    });
  }

  #negate(pair: Pair): void {
    const [from, to] = [keyword(pair.before, "not"), keyword(pair.after, "not")];
    if (isObject(from?.node) && isObject(to?.node)) this.of(from, to).refusers.push(pair);
  }

  #step(parent: Pair, name: string | undefined, from: Site, to: Site): void {
    const pair = this.of(from, to);
    const schema = this.#schemas.after.at(to);
    pair.parents.push(parent);
    parent.steps.push({
      name,
      pair,
      isReadOnly: keyword(schema, "readOnly")?.node === true,
      isWriteOnly: keyword(schema, "writeOnly")?.node === true,
    });
  }
}

function changedNegation({ before, after }: Pair): Fact {
  const [from, to] = [keyword(before, "not"), keyword(after, "not")];
  const place = { side: "after", pointer: to?.pointer ?? pointerOf(after) } as const;
  const detail = { before: from?.node, after: to?.node };
  return { kind: "value", suffix: "not-changed", place, detail };
}

function contentOf(schema: Schema, other: Schema, schemas: Schemas): Site | undefined {
  for (const combiner of COMBINERS) {
    const [only, ...others] = branchesOf(schema, combiner);
    if (only === undefined || others.length > 0 || !saysOnly(schema, combiner)) continue;
    const { length } = branchesOf(other, combiner);
    // What is wrapped may have branches itself, which are those to compare.
    const isNested = combiner === "allOf" && branchesOf(schemas.at(only), combiner).length > 1;
    if (length === 0 || (length > 1 && isNested)) return only;
  }
  return undefined;
}

function compareNull(before: Schema, after: Schema, report: ValueReport): void {
  const [was, is] = [isNullable(before), isNullable(after)];
  // What takes any value takes null, too.
  if (was === is || saysOnly(before, "nullable") || saysOnly(after, "nullable")) return;
  const place = { side: "after", pointer: pointerOf(after) } as const;
  report(is ? "became-nullable" : "became-not-nullable", place, { before: was, after: is });
}

/** Properties that came, went, or are required or optional now, and those on both sides. */
function compareProperties(
  before: Schema,
  after: Schema,
  schemas: Sides,
  report: (fact: PropertyFact) => void,
  step: TakeStep,
): void {
  const [was, is] = [propertiesOf(before), propertiesOf(after)];
  const [needed, needs] = [requiredOf(before), requiredOf(after)];
  const say = (
    kind: PropertyFact["kind"],
    property: string,
    side: "before" | "after",
    isRequired: boolean,
  ) => {
    const [schema, sites] = side === "after" ? [after, is] : [before, was];
    const site = sites.get(property);
    const place = { side, pointer: site?.pointer ?? pointerOf(schema) };
    report({ kind, property, isRequired, place, ...propertyTraits(site, schemas[side]) });
  };
  const [inWas, inIs] = [
    branchProperties(before, schemas.before),
    branchProperties(after, schemas.after),
  ];
  const [allNeeded, allNeeds] = [
    allRequired(before, schemas.before),
    allRequired(after, schemas.after),
  ];
  const compareMoved = (name: string) => {
    if (allNeeds.has(name) && !allNeeded.has(name)) say("required", name, "after", true);
    if (allNeeded.has(name) && !allNeeds.has(name)) say("optional", name, "after", false);
  };
  for (const [name, site] of is) {
    const earlier = was.get(name);
    const moved = inWas.get(name);
    if (earlier !== undefined) step(name, earlier, site);
    else if (moved === undefined) say("added", name, "after", needs.has(name));
    else {
      for (const source of moved) step(name, source, site);
      compareMoved(name);
    }
  }
  for (const [name, site] of was) {
    if (is.has(name)) continue;
    const moved = inIs.get(name);
    if (moved === undefined) say("removed", name, "before", needed.has(name));
    else {
      for (const target of moved) step(name, site, target);
      compareMoved(name);
    }
  }
  // A name may be required that is no property; where it is one on one side only, that was said above.
  const isOnBoth = (name: string) => was.has(name) === is.has(name);
  for (const name of needs) {
    if (!needed.has(name) && isOnBoth(name)) say("required", name, "after", true);
  }
  for (const name of needed) {
    if (!needs.has(name) && isOnBoth(name)) say("optional", name, "after", false);
  }
}

function propertyTraits(site: Site | undefined, schemas: Schemas) {
  const schema = site && schemas.at(site);
  const isTrue = (key: string) => schema !== undefined && keyword(schema, key)?.node === true;
  return {
    hasDefault: schema !== undefined && keyword(schema, "default") !== undefined,
    isReadOnly: isTrue("readOnly"),
    isWriteOnly: isTrue("writeOnly"),
  };
}
