/**
 * Input fields beyond TypeBox's own. What a field publishes is what it takes: an array, an object or a union is
 * declared whole with TypeBox, and where it has no place for text the runner reads its JSON text as well (COERCED).
 */
import {
  type ArrayOptions,
  Kind,
  type ObjectOptions,
  type SchemaOptions,
  type Static,
  type TNumber,
  type TSchema,
  type TUnsafe,
  Type,
  TypeRegistry,
} from "@sinclair/typebox";

/** The runner converts, matches case and parses by these marks. */
export const ENUMERATION = "Enumeration";
export const JSON_FIELD = "JsonField";
export const DATA_OR_JSON = "DataOrJson";

TypeRegistry.Set<{ enum: readonly string[] }>(ENUMERATION, (schema, value) =>
  schema.enum.includes(value as string),
);
TypeRegistry.Set(JSON_FIELD, (_, value) => value !== undefined);
// The runner checks the data, text or not, against the shape itself.
TypeRegistry.Set(DATA_OR_JSON, () => true);

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

/** A whole number, or 0 for none. */
export function zeroOr(
  options: { minimum: number; maximum: number } & SchemaOptions & { default?: number },
) {
  const { minimum, maximum, ...others } = options;
  return Type.Union([Type.Literal(0), whole({ minimum, maximum })], others);
}

const JSON_TYPES = ["string", "object", "array", "number", "boolean", "null"] as const;

/** An object whose members are all of one shape. TypeBox's own record says nothing of names with line breaks. */
export function mapOf<S extends TSchema>(member: S, options: ObjectOptions = {}) {
  return Type.Record(Type.String({ pattern: "^[\\s\\S]*$" }), member, options);
}

/** JSON text, which the tool reads itself and exactly, or any other JSON value taken as it is. */
export function jsonField(options: SchemaOptions): TUnsafe<unknown> {
  return Type.Unsafe<unknown>({ ...options, [Kind]: JSON_FIELD, type: JSON_TYPES });
}

/** As `jsonField`, for fields whose published type is fixed as text: other values are taken, and told of (COERCED). */
export function jsonTextField(options: SchemaOptions): TUnsafe<unknown> {
  return Type.Unsafe<unknown>({ ...options, [Kind]: JSON_FIELD, type: "string" });
}

/** Data of a shape, or the JSON text of it alike: published as both, and never told of. The tool gets the data. */
export function dataOrJson<S extends TSchema>(
  shape: S,
  options: SchemaOptions,
): TUnsafe<Static<S>> {
  return Type.Unsafe<Static<S>>({
    ...options,
    [Kind]: DATA_OR_JSON,
    anyOf: [shape, { type: "string" }],
  });
}

/** The shape of the data of a field of `dataOrJson`; of any other the field itself. */
export function shapeOf(field: TSchema): TSchema {
  return field[Kind] === DATA_OR_JSON ? (field["anyOf"] as [TSchema])[0] : field;
}

/** A list of words: a JSON array, or one string split at line ends and commas (see `_lib/fields/list-field.ts`). */
export function listField(
  options: SchemaOptions,
  bounds: ArrayOptions = {},
): TUnsafe<string | string[]> {
  return Type.Unsafe<string | string[]>(
    Type.Union([Type.String(), Type.Array(Type.String(), bounds)], options),
  );
}

/** The fields of the input into whose texts a pointer leads; `ANY_INPUT`: its first token names the field. */
export const INTO = "x-into";
export const ANY_INPUT = "*";

/** A pointer whose place the runner looks up: the members that it adds are `PLACE`, or `PLACES` for several texts. */
export function pointerInto(into: readonly string[], options: SchemaOptions = {}) {
  return Type.String({ ...options, [INTO]: into });
}

const FROM_ONE = Type.Integer({ minimum: 1 });

/** What the runner adds beside a pointer into a text: where its last token stands. */
export const PLACE = { line: Type.Optional(FROM_ONE), column: Type.Optional(FROM_ONE) };

/** What it adds beside a pointer into one of several texts: in which one, and all of them where it leads in several. */
export const PLACES = {
  ...PLACE,
  input: Type.Optional(Type.String({ description: "The field in whose text the line is" })),
  places: Type.Optional(
    Type.Array(Type.Object({ input: Type.String(), line: FROM_ONE, column: FROM_ONE }), {
      description: "All texts in which it is, where those are several",
    }),
  ),
};
