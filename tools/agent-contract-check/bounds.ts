/** Bounds of two schemas, and where the second is stricter. */
import { Decimal } from "../_lib/numbers/decimal.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { memberOf } from "../_lib/json/tree/members.ts";
import { isWhole } from "./types.ts";

/** A keyword that is stricter than it was. */
export interface Tightened {
  readonly keyword: string;
  readonly before: JsonNode | undefined;
  readonly after: JsonNode | undefined;
}

const LOWER = ["minLength", "minItems", "minProperties", "minContains"];
const UPPER = ["maxLength", "maxItems", "maxProperties", "maxContains"];

/** The bounds that refuse something which was accepted. */
export function tightenedBounds(before: JsonNode, after: JsonNode): Tightened[] {
  const keywords = [
    ...rangeKeywords(before, after),
    ...LOWER.filter((keyword) => isRaised(numberOf(before, keyword), numberOf(after, keyword))),
    ...UPPER.filter((keyword) => isLowered(numberOf(before, keyword), numberOf(after, keyword))),
    ...(isCoarser(stepOf(before), numberOf(after, "multipleOf")) ? ["multipleOf"] : []),
    ...(isSet(after, "uniqueItems") && !isSet(before, "uniqueItems") ? ["uniqueItems"] : []),
    ...(isOther(before, after, "pattern") ? ["pattern"] : []),
  ];
  return keywords.map((keyword) => ({
    keyword,
    before: memberOf(before, keyword),
    after: memberOf(after, keyword),
  }));
}

function numberOf(schema: JsonNode, keyword: string): Decimal | undefined {
  const node = memberOf(schema, keyword);
  return node?.type === "number" ? new Decimal(node.text) : undefined;
}

/** Integers are multiples of 1. */
function stepOf(schema: JsonNode): Decimal | undefined {
  return numberOf(schema, "multipleOf") ?? (isWhole(schema) ? new Decimal(1) : undefined);
}

function isRaised(before: Decimal | undefined, after: Decimal | undefined): boolean {
  return after !== undefined && after.greaterThan(before ?? 0);
}

function isLowered(before: Decimal | undefined, after: Decimal | undefined): boolean {
  return after !== undefined && (before === undefined || after.lessThan(before));
}

function isCoarser(before: Decimal | undefined, after: Decimal | undefined): boolean {
  if (after === undefined || after.isZero()) return false;
  return before === undefined || !before.modulo(after).isZero();
}

function isSet(schema: JsonNode, keyword: string): boolean {
  const node = memberOf(schema, keyword);
  return node?.type === "boolean" && node.value;
}

function isOther(before: JsonNode, after: JsonNode, keyword: string): boolean {
  const [old, now] = [memberOf(before, keyword), memberOf(after, keyword)];
  return now?.type === "string" && !(old?.type === "string" && old.value === now.value);
}

interface End {
  readonly keyword: string;
  readonly at: Decimal;
  readonly excludes: boolean;
}

function rangeKeywords(before: JsonNode, after: JsonNode): string[] {
  const areWhole = isWhole(after);
  return ([1, -1] as const).flatMap((sign) => {
    const [old, now] = [endOf(before, sign, areWhole), endOf(after, sign, areWhole)];
    if (!now) return [];
    if (!old) return [now.keyword];
    const further = now.at.minus(old.at).times(sign);
    const isStricter = further.isZero() ? now.excludes && !old.excludes : further.isPositive();
    return isStricter ? [now.keyword] : [];
  });
}

/** The stricter of the inclusive and the exclusive bound; `sign` 1 for the lower end, −1 for the upper one. */
function endOf(schema: JsonNode, sign: 1 | -1, areWhole: boolean): End | undefined {
  const [plain, exclusive] =
    sign === 1 ? ["minimum", "exclusiveMinimum"] : ["maximum", "exclusiveMaximum"];
  const ends = [
    endAt(plain as string, numberOf(schema, plain as string), isSet(schema, exclusive as string)),
    endAt(exclusive as string, numberOf(schema, exclusive as string), true),
  ].filter((end) => end !== undefined);
  const inside = areWhole ? ends.map((end) => wholeEnd(end, sign)) : ends;
  return inside.toSorted(
    (a, b) => b.at.minus(a.at).times(sign).comparedTo(0) || Number(b.excludes) - Number(a.excludes),
  )[0];
}

function endAt(keyword: string, at: Decimal | undefined, excludes: boolean): End | undefined {
  return at && { keyword, at, excludes };
}

/** The last integer within. */
function wholeEnd({ keyword, at, excludes }: End, sign: 1 | -1): End {
  const inner = sign === 1 ? at.ceil() : at.floor();
  return { keyword, at: excludes && inner.equals(at) ? inner.plus(sign) : inner, excludes: false };
}
