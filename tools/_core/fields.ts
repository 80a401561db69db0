/** Input fields beyond TypeBox's own: each keeps the JSON type that the interface publishes. */
import {
  Kind,
  type SchemaOptions,
  type TNumber,
  type TUnsafe,
  Type,
  TypeRegistry,
} from "@sinclair/typebox";

/** The runner converts, matches case and parses by these marks. */
export const ENUMERATION = "Enumeration";
export const JSON_FIELD = "JsonField";

TypeRegistry.Set<{ enum: readonly string[] }>(ENUMERATION, (schema, value) =>
  schema.enum.includes(value as string),
);
TypeRegistry.Set(JSON_FIELD, () => true);

/** One of a few words, in any letter case. */
export function oneOf<const T extends string>(
  values: readonly T[],
  options: SchemaOptions & { default?: T } = {},
): TUnsafe<T> {
  return Type.Unsafe<T>({ ...options, [Kind]: ENUMERATION, type: "string", enum: values });
}

/** A whole number, published as `number`. */
export function whole(
  options: { minimum: number; maximum: number } & SchemaOptions & { default?: number },
): TNumber {
  return Type.Number({ multipleOf: 1, ...options });
}

/** JSON text, which the tool reads itself and exactly, or any other JSON value taken as it is. */
export function jsonField(options: SchemaOptions): TUnsafe<unknown> {
  return Type.Unsafe<unknown>({ ...options, [Kind]: JSON_FIELD, type: "string" });
}

/** A list of words: a JSON array, or one string split at line ends and commas (see `_lib/fields/list-field.ts`). */
export function listField(options: SchemaOptions): TUnsafe<string | string[]> {
  return Type.Unsafe<string | string[]>(
    Type.Union([Type.String(), Type.Array(Type.String())], options),
  );
}
