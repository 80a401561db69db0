/** Whether no value can fit two of several schemas, by their types or by values that are listed. */
import { groupBy } from "../_lib/algorithms/group-by.ts";
import { textsOf } from "../_lib/json/tree/members.ts";
import type { Shape } from "./shape.ts";
import { NO_TYPE, OBJECT, typeOfValue } from "./types.ts";
import { listedValues } from "./values.ts";

const BITS = 7;

export function areToldApart(shapes: readonly Shape[]): boolean {
  const types = shapes.map((shape) => possibleTypes(shape));
  for (let bit = 0; bit < BITS; bit++) {
    const type = 1 << bit;
    const sharing = shapes.filter((_, at) => ((types[at] ?? NO_TYPE) & type) !== 0);
    if (sharing.length < 2 || areDisjoint(sharing.map(valuesOf))) continue;
    if (type !== OBJECT || !haveDiscriminator(sharing)) return false;
  }
  return true;
}

function possibleTypes(shape: Shape): number {
  const listed = listedValues(shape);
  if (listed === undefined) return shape.types;
  return shape.types & listed.items.reduce((types, item) => types | typeOfValue(item), NO_TYPE);
}

type Values = ReadonlySet<number> | undefined;

function valuesOf(shape: Shape): Values {
  return listedValues(shape)?.ids;
}

function areDisjoint(sets: readonly Values[]): boolean {
  const seen = new Set<number>();
  for (const set of sets) {
    if (set === undefined) return false;
    for (const id of set) {
      if (seen.has(id)) return false;
      seen.add(id);
    }
  }
  return true;
}

/** Whether there is a member that all objects need and that has other values in each. */
function haveDiscriminator(shapes: readonly Shape[]): boolean {
  const needed = shapes.flatMap((shape) => [...new Set(textsOf(shape.keyword("required")))]);
  return [...groupBy(needed, (name) => name)].some(
    ([name, { length }]) =>
      length === shapes.length && areDisjoint(shapes.map((shape) => valuesOfMember(shape, name))),
  );
}

function valuesOfMember(shape: Shape, name: string): Values {
  const properties = shape.keyword("properties");
  const members = properties?.type === "object" ? properties.members : [];
  const member = members.find(({ key }) => key === name);
  return member && valuesOf(shape.version.shapeOf(member.value));
}
