/** Numeric limits of a schema. */
import { Decimal } from "../_lib/numbers/decimal.ts";
import { keyword, pointerOf, type Schema } from "./schema.ts";
import type { Site } from "../_lib/web/openapi/site.ts";
import type { ValueReport } from "./facts.ts";

interface Bound {
  /** Of the rule ids. */
  readonly word: string;
  readonly read: (schema: Schema) => Site | undefined;
  /** What holds where the keyword is absent. */
  readonly absent?: number;
  /** What dropping it is where that has no rule of its own. */
  readonly dropped?: string;
}

const BOUNDS: readonly Bound[] = [
  { word: "max", read: inclusive("maximum", "exclusiveMaximum") },
  { word: "exclusive-max", read: exclusive("maximum", "exclusiveMaximum") },
  { word: "min", read: inclusive("minimum", "exclusiveMinimum") },
  { word: "exclusive-min", read: exclusive("minimum", "exclusiveMinimum") },
  { word: "max-length", read: plain("maxLength") },
  { word: "min-length", read: plain("minLength"), absent: 0 },
  { word: "max-items", read: plain("maxItems") },
  {
    word: "min-items",
    read: (schema) => withoutZero(keyword(schema, "minItems")),
    dropped: "min-items-decreased",
  },
  { word: "max-properties", read: plain("maxProperties") },
  { word: "min-properties", read: plain("minProperties"), absent: 0 },
];

const CONTAINS_BOUNDS: readonly Bound[] = [
  { word: "min-contains", read: plain("minContains"), absent: 1 },
  { word: "max-contains", read: plain("maxContains") },
];

export function compareBounds(before: Schema, after: Schema, report: ValueReport): void {
  for (const bound of BOUNDS) compareBound(bound, before, after, report);
}

/** How many elements are to match `contains`, where both sides have it. */
export function compareContained(before: Schema, after: Schema, report: ValueReport): void {
  for (const bound of CONTAINS_BOUNDS) compareBound(bound, before, after, report);
}

function compareBound(bound: Bound, before: Schema, after: Schema, report: ValueReport): void {
  const [from, to] = [bound.read(before), bound.read(after)];
  const [was, is] = [limitOf(from, bound.absent), limitOf(to, bound.absent)];
  const place =
    to === undefined
      ? { side: "before" as const, pointer: from?.pointer ?? pointerOf(before) }
      : { side: "after" as const, pointer: to.pointer };
  const say = (change: string, otherwise?: string) => {
    const detail = { before: from?.node, after: to?.node, ...(otherwise && { otherwise }) };
    report(`${bound.word}-${change}`, place, detail);
  };
  if (was !== undefined && is !== undefined) {
    const order = is.cmp(was);
    if (order !== 0) say(order > 0 ? "increased" : "decreased");
  } else if (is !== undefined) say("set");
  else if (was !== undefined) say("unset", bound.dropped);
}

function limitOf(site: Site | undefined, absent: number | undefined): Decimal | undefined {
  const limit = site?.node ?? absent;
  if (typeof limit === "number") return new Decimal(limit);
  // A number that no double holds is the text of its digits.
  const isDigits = typeof limit === "string" && /^-?[0-9]{1,40}(?:\.[0-9]{1,40})?$/.test(limit);
  return isDigits ? new Decimal(limit) : undefined;
}

function plain(key: string) {
  return (schema: Schema) => keyword(schema, key);
}

/** In 3.0 a flag makes the limit exclusive. */
function inclusive(key: string, flag: string) {
  return (schema: Schema) =>
    keyword(schema, flag)?.node === true ? undefined : keyword(schema, key);
}

function exclusive(key: string, flag: string) {
  return (schema: Schema) => {
    const site = keyword(schema, flag);
    if (typeof site?.node !== "boolean") return site;
    return site.node ? keyword(schema, key) : undefined;
  };
}

function withoutZero(site: Site | undefined): Site | undefined {
  return site?.node === 0 ? undefined : site;
}
