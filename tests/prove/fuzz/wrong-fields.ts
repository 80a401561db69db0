/** Inputs that a unit's published schema does not allow, or only just: wrong types, bounds, names and shapes. */
import type { PublishedSchema } from "../../support/valid-inputs.ts";
import { type Pool, oddValue } from "./changed-values.ts";
import type { Chance } from "./chance.ts";

type Fields = Readonly<Record<string, unknown>>;

/** `base` with one field or two that are wrong. */
export function withWrongFields(
  base: Fields,
  { properties = {} }: PublishedSchema,
  chance: Chance,
  pool: Pool,
): unknown {
  if (chance.once(40)) return oddValue(chance, pool);
  const names = Object.keys(properties);
  let fields = base;
  for (let left = 1 + chance.below(2); left > 0; left--) {
    const name = names.length === 0 ? "input" : chance.of(names);
    fields = withWrongField(fields, { name, schema: properties[name] ?? {} }, chance, pool);
  }
  return fields;
}

interface Field {
  readonly name: string;
  readonly schema: PublishedSchema;
}

function withWrongField(fields: Fields, field: Field, chance: Chance, pool: Pool): Fields {
  const { name, schema } = field;
  const { [name]: value, ...others } = fields;
  switch (chance.below(10)) {
    case 0:
      return others;
    case 1:
      return { ...others, [chance.of(misspellings(name))]: value };
    case 2:
      return { ...fields, [chance.of(["unknown", "", "constructor", "toString"])]: value };
    case 3:
      return { ...fields, [name]: [value] };
    case 4:
      return { ...fields, [name]: JSON.stringify(value) ?? "" };
    case 5:
    case 6:
      return { ...fields, [name]: outside(schema, chance, pool) };
    default:
      return { ...fields, [name]: oddValue(chance, pool) };
  }
}

function misspellings(name: string): string[] {
  return [
    name.toUpperCase(),
    name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    name.slice(1),
    `${name}s`,
    `${name} `,
  ];
}

/** Just beyond what the schema allows, where it has a bound. */
function outside(schema: PublishedSchema, chance: Chance, pool: Pool): unknown {
  const { anyOf, type } = schema;
  if (anyOf && anyOf.length > 0) return outside(chance.of(anyOf), chance, pool);
  const words = (schema.enum ?? []).map(String);
  const found = [
    ...beyondNumbers(schema),
    ...beyondLengths(schema),
    ...words.flatMap((word) => [`${word}x`, word.toUpperCase()]),
    ...(type === "integer" ? [0.5, "1.5"] : []),
  ];
  return found.length === 0 ? oddValue(chance, pool) : chance.of(found);
}

function beyondNumbers({ minimum, maximum }: PublishedSchema): unknown[] {
  const low = minimum === undefined ? [] : [minimum - 1, minimum - 1e-9, String(minimum)];
  const high = maximum === undefined ? [] : [maximum + 1, maximum + 1e-9, String(maximum)];
  return [...low, ...high];
}

/** Longer texts and lists would only ask how much a body may hold. */
const LONGEST = 20_000;

function beyondLengths(schema: PublishedSchema): unknown[] {
  const { minLength = 0, maxLength = LONGEST, minItems = 0, maxItems = LONGEST } = schema;
  // Five inputs fit into the body of a batch.
  const items = () => Array.from({ length: maxItems + 1 }, (_, at) => at);
  return [
    ...(minLength > 0 ? ["a".repeat(minLength - 1)] : []),
    ...(maxLength < LONGEST ? ["a".repeat(maxLength + 1)] : []),
    ...(minItems > 0 ? [[]] : []),
    ...(maxItems < LONGEST ? [items()] : []),
  ];
}
