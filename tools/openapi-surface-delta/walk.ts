/** Carries what differs between two schemas to the place where they are used. */
import type { Budget } from "../_core/tool.ts";
import type { More } from "./comparison.ts";
import type { Fact, Place, PropertyFact } from "./facts.ts";
import type { Pair } from "./pairs.ts";
import { RULES } from "./rules.ts";
import { shownType, typeSuffix, type TypeUse } from "./types.ts";

export interface Use extends TypeUse {
  readonly pair: Pair;
  readonly report: (id: string, place: Place, more: More) => void;
}

/** Where in the data of a use a schema stands. */
interface Spot {
  readonly names: readonly string[];
  /** In a part that this direction does not carry: read-only in a request, write-only in a response. */
  readonly isHidden: boolean;
}

/** Ways to one schema that are told; there may be more of them than there are atoms. */
const MOST_WAYS = 100;

export function walkUse(use: Use, budget: Budget): void {
  const stack = new Set<Pair>();
  const ways = new Map<Pair, number>();
  const visit = (pair: Pair, spot: Spot): void => {
    const passed = ways.get(pair) ?? 0;
    if (!pair.isDirty || stack.has(pair) || passed === MOST_WAYS) return;
    ways.set(pair, passed + 1);
    budget.spend(1);
    stack.add(pair);
    for (const fact of pair.facts) reportFact(fact, use, spot);
    for (const { name, pair: below, isReadOnly, isWriteOnly } of pair.steps) {
      visit(below, {
        names: name === undefined ? spot.names : [...spot.names, name],
        isHidden: spot.isHidden || isHidden(use, isReadOnly, isWriteOnly),
      });
    }
    stack.delete(pair);
  };
  visit(use.pair, { names: [], isHidden: false });
}

function isHidden({ role }: Use, isReadOnly: boolean, isWriteOnly: boolean): boolean {
  return (role === "request" && isReadOnly) || (role === "response" && isWriteOnly);
}

function reportFact(fact: Fact, use: Use, spot: Spot): void {
  const prefix = prefixOf(use, spot);
  if (prefix === undefined) return;
  const property = spot.names.length === 0 ? {} : { property: spot.names.join("/") };
  if (fact.kind === "value") {
    const { otherwise, ...detail } = fact.detail;
    const ids = [fact.suffix, otherwise].map((suffix) => `${prefix}-${suffix ?? ""}`);
    const id = ids.find((candidate) => RULES.has(candidate));
    if (id !== undefined) use.report(id, fact.place, { ...detail, ...property });
  } else if (fact.kind === "type") {
    const id = `${prefix}-${typeSuffix(fact, use, spot.names.length > 0)}`;
    const types = { before: shownType(fact.before), after: shownType(fact.after) };
    if (RULES.has(id)) use.report(id, fact.place, { ...types, ...property });
  } else reportProperty(fact, use, spot);
}

function prefixOf({ role }: Use, { names, isHidden: hidden }: Spot): string | undefined {
  const isWhole = names.length === 0;
  switch (role) {
    case "parameter":
      return isWhole ? "request-parameter" : "request-parameter-property";
    case "header":
      return `response-header${isWhole ? "" : "-property"}`;
    case "request":
      return hidden ? "request-read-only-property" : `request-${isWhole ? "body" : "property"}`;
    case "response":
      return hidden ? "response-write-only-property" : `response-${isWhole ? "body" : "property"}`;
    default:
      return role satisfies never;
  }
}

function reportProperty(fact: PropertyFact, use: Use, spot: Spot): void {
  const hidden = spot.isHidden || isHidden(use, fact.isReadOnly, fact.isWriteOnly);
  const id =
    use.role === "request" && !hidden
      ? requestId(fact)
      : use.role === "response"
        ? responseId(fact, hidden ? "-write-only" : "")
        : use.role === "parameter"
          ? parameterId(fact)
          : use.role === "header"
            ? `response-header-property-${fact.kind}`
            : undefined;
  if (id === undefined) return;
  use.report(id, fact.place, { property: [...spot.names, fact.property].join("/") });
}

function requestId({ kind, isRequired, hasDefault }: PropertyFact): string {
  const withDefault = isRequired && hasDefault ? "-with-default" : "";
  if (kind === "removed") return "request-property-removed";
  if (kind === "added") {
    return `new-${isRequired ? "required" : "optional"}-request-property${withDefault}`;
  }
  return `request-property-became-${kind}${withDefault}`;
}

function parameterId({ kind, isRequired }: PropertyFact): string {
  if (kind === "added")
    return `new-${isRequired ? "required" : "optional"}-request-parameter-property`;
  return `request-parameter-property-${kind === "removed" ? kind : `became-${kind}`}`;
}

function responseId({ kind, isRequired }: PropertyFact, writeOnly: string): string {
  if (kind === "required" || kind === "optional") {
    return `response${writeOnly}-property-became-${kind}`;
  }
  return `response-${isRequired ? "required" : "optional"}${writeOnly}-property-${kind}`;
}
