/** Parameters with their values, and the object that a choice of values makes. */
import { type JsonNode, type JsonObject, memberNode, objectNode } from "../_lib/json/tree/tree.ts";
import { memberOf } from "../_lib/json/tree/members.ts";
import type { ValueIds } from "../_lib/json/tree/value-ids.ts";

/** Stands for a property that is left out. */
export const ABSENT = "absent";

export type ParameterValue = JsonNode | typeof ABSENT;

export interface Parameter {
  readonly name: string;
  /** Where its value stands in a fixture. */
  readonly tokens: readonly string[];
  readonly values: readonly ParameterValue[];
  /** What its value has to fit; none where values were given. */
  readonly schemas: readonly JsonNode[];
}

/** An object of the fixture whose members are parameters, or such objects. */
export interface ObjectPlan {
  readonly tokens: readonly string[];
  /** A number is the index of a parameter. */
  readonly members: readonly (readonly [name: string, what: number | ObjectPlan])[];
  readonly required: readonly string[];
  readonly isClosed: boolean;
}

export interface Model {
  readonly parameters: readonly Parameter[];
  readonly plan: ObjectPlan;
}

/** The fixture of these values, one for each parameter. */
export function fixtureOf(
  plan: ObjectPlan,
  valueOf: (parameter: number) => ParameterValue | undefined,
): JsonObject {
  return objectNode(
    plan.members.flatMap(([name, what]) => {
      if (typeof what !== "number") return [memberNode(name, fixtureOf(what, valueOf))];
      const value = valueOf(what);
      return value === undefined || value === ABSENT ? [] : [memberNode(name, value)];
    }),
  );
}

/** A value as it was written: `{ absent: true }` is none. */
export function writtenValue(node: JsonNode): ParameterValue {
  if (node.type !== "object" || node.members.length !== 1) return node;
  const mark = memberOf(node, "absent");
  return mark?.type === "boolean" && mark.value ? ABSENT : node;
}

/** Equal for equal values only. */
export function valueId(value: ParameterValue, ids: ValueIds): number {
  return value === ABSENT ? -1 : ids.idOf(value);
}
