/** What changed from one schema to another, as whoever writes data for it, or reads such data, will notice. */
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { appendPointer } from "../_lib/results/pointer.ts";
import { ValueIds } from "../_lib/json/tree/value-ids.ts";
import { memberOf, textOf } from "../_lib/json/tree/members.ts";
import { normalText } from "../_lib/text/prose/normal-form.ts";
import { tightenedBounds } from "./bounds.ts";
import { type HearDrift, shown } from "./finding.ts";
import { resolved, SchemaEquality } from "./same-schema.ts";
import { isWithin, namesTypes, possibleTypes, typesOf } from "./types.ts";

/** Keywords whose changes are not compared further. */
const UNCOMPARED = [
  "allOf",
  "anyOf",
  "oneOf",
  "not",
  "if",
  "then",
  "else",
  "prefixItems",
  "contains",
  "patternProperties",
  "propertyNames",
  "dependentRequired",
  "dependentSchemas",
  "dependencies",
  "unevaluatedItems",
  "unevaluatedProperties",
];

const ANYTHING: JsonNode = { type: "boolean", value: true, start: -1, end: -1 };

abstract class Drift {
  protected readonly hear: HearDrift;
  readonly #roots: readonly [JsonNode, JsonNode];
  readonly #equality: SchemaEquality;
  readonly #seen = new Map<JsonNode, Set<JsonNode>>();

  constructor(before: JsonNode, after: JsonNode, hear: HearDrift) {
    this.hear = hear;
    this.#roots = [before, after];
    this.#equality = new SchemaEquality(before, after);
  }

  /** A pair that was compared already, of schemas that refer to themselves or are referred to often, is not again. */
  compare(before: JsonNode, after: JsonNode, pointer: string): void {
    const [old, now] = [resolved(before, this.#roots[0]), resolved(after, this.#roots[1])];
    const known = this.#seen.get(old) ?? new Set();
    if (known.has(now)) return;
    this.#seen.set(old, known.add(now));
    this.compareOwn(old, now, pointer);
    this.#compareUncompared(old, now, pointer);
    for (const keyword of ["items", "additionalProperties"]) {
      const [inner, other] = [memberOf(old, keyword), memberOf(now, keyword)];
      // Whether members without a name are accepted at all is told as such.
      if (keyword === "additionalProperties" && (isFalse(inner) || isFalse(other))) continue;
      if (inner ?? other)
        this.compare(inner ?? ANYTHING, other ?? ANYTHING, `${pointer}/${keyword}`);
    }
    const properties = memberOf(now, "properties");
    for (const { key, value } of membersOf(memberOf(old, "properties"))) {
      const other = properties && memberOf(properties, key);
      const place = appendPointer(`${pointer}/properties`, key);
      if (other) this.compare(value, other, place);
      else this.removed(now, value, place);
    }
  }

  protected abstract compareOwn(before: JsonNode, after: JsonNode, pointer: string): void;
  protected abstract removed(after: JsonNode, property: JsonNode, pointer: string): void;

  protected compareFormats(before: JsonNode, after: JsonNode, pointer: string): void {
    const [old, now] = [memberOf(before, "format"), memberOf(after, "format")];
    if (textOf(old) !== textOf(now))
      this.hear("FORMAT_CHANGED", `${pointer}/format`, { before: shown(old), after: shown(now) });
  }

  #compareUncompared(before: JsonNode, after: JsonNode, pointer: string): void {
    for (const keyword of UNCOMPARED) {
      const [old, now] = [memberOf(before, keyword), memberOf(after, keyword)];
      if (!old && !now) continue;
      if (old && now && this.#areSame(old, now)) continue;
      const values = { before: shown(old), after: shown(now) };
      this.hear("SCHEMA_UNCOMPARABLE", `${pointer}/${keyword}`, values);
    }
  }

  #areSame(before: JsonNode, after: JsonNode): boolean {
    if (before.type !== "array" || after.type !== "array")
      return this.#equality.areSame(before, after);
    const others = after.items;
    return (
      before.items.length === others.length &&
      before.items.every((item, at) => this.#equality.areSame(item, others[at] as JsonNode))
    );
  }
}

/** For whoever calls: what was accepted has to be accepted still. */
export class InputDrift extends Drift {
  readonly #ids = new ValueIds();

  protected compareOwn(before: JsonNode, after: JsonNode, pointer: string): void {
    this.#compareTypes(before, after, pointer);
    this.#compareValues(before, after, pointer);
    this.#compareBounds(before, after, pointer);
    this.#compareRequired(before, after, pointer);
    this.compareFormats(before, after, pointer);
    this.#compareAnnotations(before, after, pointer);
    const [open, closed] = [before, after].map((schema) =>
      memberOf(schema, "additionalProperties"),
    );
    if (isFalse(closed) && !isFalse(open)) {
      const values = { before: shown(open), after: false };
      this.hear("ADDITIONAL_PROPERTIES_CLOSED", `${pointer}/additionalProperties`, values);
    }
  }

  protected removed(after: JsonNode, property: JsonNode, pointer: string): void {
    const severity = isFalse(memberOf(after, "additionalProperties")) ? "error" : "warning";
    this.hear("PROPERTY_REMOVED", pointer, { before: shown(property), severity });
  }

  #compareTypes(before: JsonNode, after: JsonNode, pointer: string): void {
    // Lists of values are compared as such.
    if (!namesTypes(before) && !namesTypes(after)) return;
    const [old, now] = [possibleTypes(before), possibleTypes(after)];
    const values = { before: shownType(before), after: shownType(after) };
    const place = before.type === "object" || after.type === "object" ? `${pointer}/type` : pointer;
    if (!isWithin(old, typesOf(after))) this.hear("TYPE_NARROWED", place, values);
    else if (!isWithin(now, old)) this.hear("TYPE_WIDENED", place, values);
  }

  #compareValues(before: JsonNode, after: JsonNode, pointer: string): void {
    const [old, now] = [memberOf(before, "const"), memberOf(after, "const")];
    const [list, others] = [memberOf(before, "enum"), memberOf(after, "enum")];
    if (now && !list) {
      if (!old || this.#idOf(old) !== this.#idOf(now))
        this.hear("CONST_CHANGED", `${pointer}/const`, { before: shown(old), after: shown(now) });
      return;
    }
    const accepted = now ? [now] : others?.type === "array" ? others.items : undefined;
    if (!accepted) return;
    const place = now ? `${pointer}/const` : `${pointer}/enum`;
    const former = old ? [old] : list?.type === "array" ? list.items : undefined;
    if (!former) {
      this.hear("ENUM_VALUE_REMOVED", place, { after: accepted.map(shown) });
      return;
    }
    const ids = new Set(accepted.map((value) => this.#idOf(value)));
    for (const value of former) {
      if (!ids.has(this.#idOf(value)))
        this.hear("ENUM_VALUE_REMOVED", place, { before: shown(value) });
    }
  }

  #idOf(node: JsonNode): number {
    return this.#ids.idOf(node);
  }

  #compareBounds(before: JsonNode, after: JsonNode, pointer: string): void {
    for (const { keyword, before: old, after: now } of tightenedBounds(before, after)) {
      const values = { before: shown(old), after: shown(now) };
      this.hear("BOUND_TIGHTENED", `${pointer}/${keyword}`, values);
    }
  }

  #compareRequired(before: JsonNode, after: JsonNode, pointer: string): void {
    const known = requiredBy(before);
    for (const name of requiredBy(after)) {
      if (!known.has(name)) this.hear("REQUIRED_ADDED", `${pointer}/required`, { after: name });
    }
  }

  #compareAnnotations(before: JsonNode, after: JsonNode, pointer: string): void {
    const [old, now] = [memberOf(before, "default"), memberOf(after, "default")];
    if (old && now ? this.#idOf(old) !== this.#idOf(now) : old !== now) {
      const values = { before: shown(old), after: shown(now) };
      this.hear("DEFAULT_CHANGED", `${pointer}/default`, values);
    }
    const texts = [before, after].map((schema) => textOf(memberOf(schema, "description")));
    hearOtherDescription(texts, `${pointer}/description`, this.hear);
  }
}

/** For whoever reads results: what may come has to be what could come before. */
export class OutputDrift extends Drift {
  protected compareOwn(before: JsonNode, after: JsonNode, pointer: string): void {
    const values = { before: shownType(before), after: shownType(after) };
    const areNamed = namesTypes(before) || namesTypes(after);
    if (areNamed && !isWithin(possibleTypes(after), possibleTypes(before)))
      this.hear("OUTPUT_TYPE_WIDENED", `${pointer}/type`, values);
    this.compareFormats(before, after, pointer);
    const [properties, others] = [before, after].map((schema) => memberOf(schema, "properties"));
    const required = requiredBy(after);
    for (const name of requiredBy(before)) {
      const isRemoved =
        properties && memberOf(properties, name) && !(others && memberOf(others, name));
      if (required.has(name) || isRemoved) continue;
      this.hear("OUTPUT_NO_LONGER_REQUIRED", `${pointer}/required`, { before: name });
    }
  }

  protected removed(_after: JsonNode, property: JsonNode, pointer: string): void {
    this.hear("OUTPUT_PROPERTY_REMOVED", pointer, { before: shown(property) });
  }
}

/** Descriptions that differ in more than typography and case. */
export function hearOtherDescription(
  [before = "", after = ""]: readonly (string | undefined)[],
  pointer: string,
  hear: HearDrift,
): void {
  if (normalText(before).text !== normalText(after).text)
    hear("DESCRIPTION_CHANGED", pointer, { before, after });
}

function membersOf(node: JsonNode | undefined) {
  return node?.type === "object" ? node.members : [];
}

function requiredBy(schema: JsonNode): Set<string> {
  const list = memberOf(schema, "required");
  const names = list?.type === "array" ? list.items.map((item) => textOf(item)) : [];
  return new Set(names.filter((name) => name !== undefined));
}

function isFalse(node: JsonNode | undefined): boolean {
  return node?.type === "boolean" && !node.value;
}

function shownType(schema: JsonNode): unknown {
  return schema.type === "object" ? shown(memberOf(schema, "type")) : shown(schema);
}
