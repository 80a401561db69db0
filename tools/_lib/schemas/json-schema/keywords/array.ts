import { numberOf } from "../../../json/tree/members.ts";
import type { JsonArray, JsonNode } from "../../../json/tree/tree.ts";
import { counted } from "../../../text/plural.ts";
import {
  type Check,
  type Description,
  type Keyword,
  partOf,
  quiet,
  type Schema,
  type Situation,
} from "../evaluation.ts";
import { shownNumber } from "../shown.ts";
import { assertion, type KeywordContext, type KeywordMaker, report } from "./context.ts";
import { reasonOf, withReason } from "./reason.ts";

export const ARRAY_KEYWORDS: readonly (readonly [string, KeywordMaker])[] = [
  ["prefixItems", makePrefix],
  ["items", makeItems],
  ["additionalItems", makeAdditionalItems],
  ["contains", makeContains],
  ["maxItems", (context) => makeCount(context, -1)],
  ["minItems", (context) => makeCount(context, 1)],
  ["uniqueItems", makeUnique],
  ["unevaluatedItems", makeUnevaluatedItems],
];

function makePrefix(context: KeywordContext): Check | undefined {
  const { value, inside } = context;
  if (value.type !== "array") return undefined;
  const schemas = value.items.map((item) => inside(item));
  return (run, node, at) => {
    if (node.type !== "array") return true;
    const count = Math.min(schemas.length, node.items.length);
    if (at.evaluated !== undefined) at.evaluated.items = Math.max(at.evaluated.items, count);
    const part = partOf(at);
    let accepted = true;
    for (let index = 0; index < count; index++) {
      if (run.check(schemas[index] as Schema, node.items[index] as JsonNode, part)) continue;
      accepted = false;
      if (at.findings === undefined) return false;
    }
    return accepted;
  };
}

/** Up to 2019-09, and where 2020-12 is only assumed, a list is what prefixItems is; one schema is for all items. */
function makeItems(context: KeywordContext): Check | undefined {
  const { value, inside, draft } = context;
  if (value.type === "array") return makePrefix(context);
  const prefix = draft === "2020-12" ? context.sibling("prefixItems") : undefined;
  const start = prefix?.type === "array" ? prefix.items.length : 0;
  return restCheck(inside(value), start);
}

function makeAdditionalItems(context: KeywordContext): Check | undefined {
  const { inside, value } = context;
  const items = context.sibling("items");
  if (items?.type !== "array") return undefined;
  return restCheck(inside(value), items.items.length, context.keyword);
}

/** Checks the items from `start` on; with a keyword, what the schema `false` refuses is told under its name. */
function restCheck(schema: Schema, start: number, keyword?: Keyword): Check {
  return (run, node, at) => {
    if (node.type !== "array") return true;
    if (at.evaluated !== undefined && node.items.length > start) at.evaluated.all = true;
    const part = partOf(at);
    let accepted = true;
    for (let index = start; index < node.items.length; index++) {
      const item = node.items[index] as JsonNode;
      if (keyword !== undefined && schema.verdict === false)
        report(at, keyword, item, () => describeSurplus(item));
      else if (run.check(schema, item, part)) continue;
      accepted = false;
      if (at.findings === undefined) return false;
    }
    return accepted;
  };
}

function describeSurplus(item: JsonNode): Description {
  return {
    message: "The item is not allowed, as no other keyword describes it",
    expected: "no further item",
    received: item.type,
  };
}

function makeContains(context: KeywordContext): Check {
  const schema = context.inside(context.value);
  const min = numberOf(context.sibling("minContains")) ?? 1;
  const max = numberOf(context.sibling("maxContains")) ?? Infinity;
  const isLooking = context.draft === "2020-12";
  return (run, node, at) => {
    if (node.type !== "array") return true;
    let count = 0;
    const all = at.evaluated !== undefined && isLooking;
    for (const [index, item] of node.items.entries()) {
      if (!run.check(schema, item, quiet(at))) continue;
      count++;
      if (all) at.evaluated?.indices.add(index);
      else if (count >= min && max === Infinity) break;
      else if (count > max && at.findings === undefined) break;
    }
    if (count >= min && count <= max) return true;
    reportContains(context, node, at, count, count < min ? min : max);
    return false;
  };
}

function reportContains(
  context: KeywordContext,
  node: JsonArray,
  at: Situation,
  count: number,
  limit: number,
): void {
  const few = count < limit;
  const name = few ? "minContains" : "maxContains";
  const isPlain = few && (count === 0 || context.sibling(name) === undefined);
  report(at, isPlain ? context.keyword : context.keywordOf(name), node, () => ({
    message: `${counted(count, "item")} ${count === 1 ? "matches" : "match"} the schema of contains, expected ${few ? "at least" : "at most"} ${limit}`,
    expected: limit,
    received: count,
  }));
}

function makeCount(context: KeywordContext, direction: 1 | -1): Check | undefined {
  const { value } = context;
  const limit = numberOf(value);
  if (limit === undefined || value.type !== "number") return undefined;
  const side = direction === 1 ? "at least" : "at most";
  return assertion(
    context,
    (node) => node.type !== "array" || (node.items.length - limit) * direction >= 0,
    (node) => {
      const count = node.type === "array" ? node.items.length : 0;
      return {
        message: `The array has ${counted(count, "item")}, expected ${side} ${value.text}`,
        expected: shownNumber(value.text),
        received: count,
      };
    },
  );
}

function makeUnique(context: KeywordContext): Check | undefined {
  const { value, keyword } = context;
  if (value.type !== "boolean" || !value.value) return undefined;
  return (run, node, at) => {
    if (node.type !== "array") return true;
    const seen = new Map<number, number>();
    for (const [index, item] of node.items.entries()) {
      const id = run.ids.idOf(item);
      const first = seen.get(id);
      if (first !== undefined) {
        report(at, keyword, node, () => ({
          message: `The items at ${first} and ${index} are equal, expected all to differ`,
          expected: "different items",
          received: [first, index],
        }));
        return false;
      }
      seen.set(id, index);
    }
    return true;
  };
}

function makeUnevaluatedItems(context: KeywordContext): Check {
  const { keyword } = context;
  const schema = context.inside(context.value);
  return (run, node, at) => {
    const { evaluated } = at;
    if (node.type !== "array" || evaluated === undefined) return true;
    let accepted = true;
    for (const [index, item] of node.items.entries()) {
      if (evaluated.hasItem(index) || run.check(schema, item, quiet(at))) continue;
      accepted = false;
      if (at.findings === undefined) return false;
      const reason = reasonOf(run, schema, item, at);
      report(at, keyword, item, () => withReason(describeSurplus(item), reason));
    }
    evaluated.all = true;
    return accepted;
  };
}
