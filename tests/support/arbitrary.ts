/** Inputs for property tests: drawn from a unit's own schema, and made by damaging its examples. */
import { Kind, type TObject, type TRecord, type TSchema, Type, TypeGuard } from "@sinclair/typebox";
import fc from "fast-check";
import type { Unit } from "../../app/registry-entry.ts";
import { DATA_OR_JSON, ENUMERATION, JSON_FIELD, shapeOf } from "../../tools/_core/fields.ts";

type Fields = Record<string, unknown>;

export function inputsOf(unit: Unit): fc.Arbitrary<Fields> {
  const examples = unit.examples.map(({ input }) =>
    typeof input === "string" ? { [unit.primary]: input } : (input as Fields),
  );
  return fc.oneof(
    { weight: 2, arbitrary: fromSchema(unit.input) },
    {
      weight: 3,
      arbitrary: fc.constantFrom(...examples).chain((example) => damaged(example, unit)),
    },
  );
}

/** Objects of the schema's members, each of them there or not. */
function fromSchema(schema: TObject): fc.Arbitrary<Fields> {
  const fields = Object.entries(schema.properties).map(([name, field]) => [name, valueOf(field)]);
  return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, {
    requiredKeys: [],
    noNullPrototype: true,
  });
}

const TEXT = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.string({ maxLength: 60 }),
  fc.lorem(),
  fc.json({ maxDepth: 3 }),
  fc.constantFrom(
    "",
    " ",
    "\n",
    "\r\n",
    "\ufeff",
    "\ud800",
    "__proto__",
    "constructor",
    "NaN",
    "-0",
    "1e400",
  ),
);

function valueOf(schema: TSchema): fc.Arbitrary<unknown> {
  if (schema[Kind] === ENUMERATION) return fc.constantFrom(...(schema["enum"] as string[]));
  if (schema[Kind] === JSON_FIELD) {
    return fc.oneof(fc.json({ maxDepth: 4 }), TEXT, fc.jsonValue({ maxDepth: 3 }));
  }
  if (schema[Kind] === DATA_OR_JSON) return dataOrText(valueOf(shapeOf(schema)));
  if (TypeGuard.IsUnion(schema)) return fc.oneof(...schema.anyOf.map(valueOf));
  if (TypeGuard.IsLiteral(schema)) return fc.constant(schema.const);
  if (TypeGuard.IsObject(schema)) return fromSchema(schema);
  if (TypeGuard.IsArray(schema)) return fc.array(valueOf(schema.items), { maxLength: 5 });
  if (TypeGuard.IsRecord(schema)) return recordOf(schema);
  if (TypeGuard.IsString(schema)) return TEXT;
  if (TypeGuard.IsBoolean(schema)) return fc.boolean();
  if (TypeGuard.IsNumber(schema) || TypeGuard.IsInteger(schema)) return numberOf(schema);
  return fc.jsonValue({ maxDepth: 3 });
}

/** Some of the data as its JSON text. */
function dataOrText(data: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const text = fc.oneof(
    data.map((value) => JSON.stringify(value)),
    TEXT,
  );
  return fc.oneof({ weight: 3, arbitrary: data }, { weight: 1, arbitrary: text });
}

function recordOf(schema: TRecord): fc.Arbitrary<unknown> {
  const [member = Type.Unknown()] = Object.values(schema.patternProperties);
  const names = fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom("a", "__proto__", "USD"));
  return fc.dictionary(names, valueOf(member), { maxKeys: 4, noNullPrototype: true });
}

function numberOf(schema: TSchema): fc.Arbitrary<number> {
  const min = (schema["minimum"] as number | undefined) ?? -1000;
  const max = (schema["maximum"] as number | undefined) ?? 1000;
  const near = fc.integer({
    min: Math.ceil(min),
    max: Math.max(Math.ceil(min), Math.floor(Math.min(max, min + 50))),
  });
  if (schema["multipleOf"] === 1) return near;
  return fc.oneof(near, fc.double({ min, max, noNaN: true }), fc.constantFrom(min, max));
}

/** An example with one field replaced, dropped, or cut and filled with other text. */
function damaged(example: Fields, unit: Unit): fc.Arbitrary<Fields> {
  const names = Object.keys(unit.input.properties);
  return fc.constantFrom(...names).chain((name) => {
    const schema = unit.input.properties[name] as TSchema;
    const replaced = dataOrText(valueOf(schema)).map((value) => ({ ...example, [name]: value }));
    const value = example[name];
    return fc.oneof(
      fc.constant(example),
      replaced,
      changed(value).map((other) => ({ ...example, [name]: other })),
    );
  });
}

/** A text cut and filled, or a list or object with one of its parts changed, dropped or said twice. */
function changed(value: unknown): fc.Arbitrary<unknown> {
  if (typeof value === "string") return cutText(value);
  if (Array.isArray(value) && value.length > 0) {
    return fc.nat(value.length - 1).chain((at) => {
      const others = (...parts: unknown[]) => value.toSpliced(at, 1, ...parts);
      const altered = changed(value[at]).map((part) => others(part));
      return fc.oneof(altered, fc.constantFrom(others(), others(value[at], value[at])));
    });
  }
  if (typeof value === "object" && value !== null && Object.keys(value).length > 0) {
    return fc.constantFrom(...Object.entries(value)).chain(([key, part]) => {
      const { [key]: _, ...others } = value as Fields;
      const altered = changed(part).map((other) => ({ ...value, [key]: other }));
      const renamed = cutText(key).map((name) => ({ ...others, [name]: part }));
      return fc.oneof({ weight: 3, arbitrary: altered }, renamed, fc.constant(others));
    });
  }
  return fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.constantFrom(value, -0, 0.5, 1e9, 2 ** 53));
}

const SPLICES = fc.oneof(
  fc.string({ maxLength: 4 }),
  fc.constantFrom(
    "\n",
    "\r",
    "\t",
    '"',
    "'",
    "\\",
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    "#",
    "&",
    "<",
    ">",
    "%",
    "*",
    "|",
    "=",
    "-",
    "--",
    "/",
    "..",
    ",",
    ":",
    "0",
    "\ufeff",
    "\ud800",
    "\u0000",
    "é",
    "😀",
  ),
);

function cutText(text: string): fc.Arbitrary<string> {
  return fc
    .record({ at: fc.nat(text.length), cut: fc.nat(5), splice: SPLICES })
    .map(({ at, cut, splice }) => text.slice(0, at) + splice + text.slice(at + cut));
}
