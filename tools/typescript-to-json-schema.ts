import { type Static, Type } from "@sinclair/typebox";
import { oneOf } from "./_core/fields.ts";
import { defineTool, done, type Entry, fail } from "./_core/tool.ts";
import { joinEntries } from "./_lib/results/entry-list.ts";
import { INPUT_FAILURES, inputInvalid, missingField } from "./_lib/results/input-invalid.ts";
import { bomRemoved } from "./_lib/json/tree/json-field.ts";
import { VALUE_WARNINGS, valueOf } from "./_lib/json/tree/value.ts";
import { prettyJson } from "./_lib/json/tree/write.ts";
import { OUTPUT_FAILURES, outputTooLarge } from "./_lib/results/output-limit.ts";
import { positionFinder } from "./_lib/text/position.ts";
import { type Conversion, convertTypeScript } from "./_lib/schemas/typescript/convert.ts";
import { asWarnings, unsupportedEntries } from "./typescript-to-json-schema/unsupported.ts";

const FAILURES = {
  TOOL_INPUT_INVALID: INPUT_FAILURES.TOOL_INPUT_INVALID,
  REQUIRED: "Neither `input` nor `source` is given",
  RANGE: INPUT_FAILURES.RANGE,
  TYPE: INPUT_FAILURES.TYPE,
  ...OUTPUT_FAILURES,
  TS_SYNTAX: "The text is not TypeScript",
  TYPE_NOT_FOUND: "No type of that name is declared, or none at all",
  TS_UNSUPPORTED: "A type that is reached has no JSON Schema",
  TYPE_CYCLE: "A type only names itself",
  INPUT_TOO_DEEP: "Types are nested deeper than 1,000 levels",
  ERRORS_TRUNCATED: "More than 100 errors of one code were found",
} as const;

const WARNINGS = {
  ...VALUE_WARNINGS,
  BOM_REMOVED: "A byte order mark stood before the text",
  ROOT_AMBIGUOUS: "No single type is the root: all are definitions",
  MEMBER_DROPPED: "A member is a function or symbol, which is no data",
  TYPE_UNRESOLVED: "A name is not declared in the text: its schema allows anything",
  TAG_INVALID: "A tag of a doc comment does not hold what it should",
  TS_UNSUPPORTED:
    "With onUnsupported any: a type has no JSON Schema, so that its schema allows anything",
  LONE_SURROGATE: "A string holds half of a surrogate pair",
  WARNINGS_TRUNCATED: "More than 100 warnings of one code were found",
} as const;

const SOURCE = "TypeScript with type declarations; imports are not followed";

const INPUT = Type.Object({
  input: Type.Optional(Type.String({ description: SOURCE })),
  source: Type.Optional(Type.String({ description: `${SOURCE}; used where input is not given` })),
  name: Type.Optional(
    Type.String({
      description:
        "The type to convert, such as User, NS.User or Page<User>; default: the default export, else the only exported type, else the only one that no other refers to",
      maxLength: 1000,
    }),
  ),
  draft: oneOf(["draft-07", "2020-12"], {
    description: "The draft of JSON Schema to write",
    default: "2020-12",
  }),
  additionalProperties: Type.Boolean({
    description: "Allow members that a type does not name; otherwise every object is closed",
    default: false,
  }),
  nullOptional: Type.Boolean({
    description: "Optional members also accept null",
    default: false,
  }),
  onUnsupported: oneOf(["error", "any"], {
    description: "A type without a schema: fail, or allow anything there with a warning",
    default: "error",
  }),
});

const VALUE = Type.Object({
  name: Type.Union([Type.String(), Type.Null()], { description: "Null without a single root" }),
  schema: Type.Record(Type.String(), Type.Any(), { description: "The JSON Schema" }),
  types: Type.Array(Type.String(), { description: "All declared types in the order of the text" }),
  unsupported: Type.Array(
    Type.Object({
      code: Type.Literal("TS_UNSUPPORTED"),
      line: Type.Integer(),
      column: Type.Integer(),
      text: Type.String(),
    }),
  ),
});

type Value = Static<typeof VALUE>;
type Warning = keyof typeof WARNINGS;

export default defineTool({
  id: "typescript-to-json-schema",
  name: "TypeScript to JSON Schema",
  category: "Code",
  description:
    "Turns TypeScript interfaces, types, enums and classes into the JSON Schema they mean, without a compiler.",
  keywords: [
    "convert",
    "draft-07",
    "generator",
    "interface",
    "interfaces",
    "jsdoc",
    "json schema",
    "ts",
    "tsc",
    "type",
    "type alias",
    "typescript",
    "utility types",
    "validation",
  ],
  aliases: ["ts-to-json-schema"],
  version: "2026-11-20",

  input: INPUT,
  primary: "input",
  value: VALUE,
  verb: "convert",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "convert a typescript interface to json schema",
    "generate json schema from ts types",
    "turn this type alias into a schema",
    "json schema for an enum or class in typescript",
    "typescript type to openapi component schema",
    "validate json against a typescript interface",
    "ts-json-schema-generator without a project",
    "typescript-json-schema online",
    "schema for Partial, Pick and Omit types",
    "make a tool parameter schema out of my types",
    "jsdoc annotations to json schema keywords",
    "interface with optional fields as draft-07",
    "schema of a discriminated union in typescript",
    "tsconfig-free type to schema conversion",
    "my types live in code, I want to check data with them at runtime",
    "ts file with interfaces into a specification other languages understand",
    "translate type declarations to a validation contract",
    "export const enums, generics and unions to draft-07 or 2020-12",
    "keep types and schema in step without writing both",
    "convertir interfaz typescript a json schema",
    "typescript interface in json schema umwandeln",
    "convertir un type typescript en json schema",
    "typescript 类型 转 json schema",
    "typescript の型を json schema に変換",
    "tipos de código ts a esquema de validación",
    "typen aus ts code in ein schema übersetzen",
    "types ts vers un schéma de validation",
    "my frontend has a User interface and the backend needs to check incoming bodies with it",
    "export type with string | null and an optional list, what is that as schema",
    "i hate keeping two descriptions of the same object, one in .ts and one in .json",
    "record, tuple, readonly and union of literals, how do they look for ajv",
    "typescript-json-schema, ts-json-schema-generator, typia, @sinclair/typebox, tsoa, ts-to-zod",
    "read type declarations of a .ts file and emit the equivalent constraint document with $defs",
    "converter interface typescript em json schema",
    "TypeScript の interface から検証用スキーマを生成",
  ],
  effort: 3,
  detect: (sample) => {
    const declares =
      /^[ \t]*(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:interface\s+\w+[^;\n]{0,200}\{|type\s+\w+[^=\n]{0,200}=|enum\s+\w+\s*\{)/m;
    return declares.test(sample) ? 0.85 : 0;
  },

  laws: [
    {
      name: "a comment at the end changes nothing",
      holds(run, input) {
        const text = input.input ?? input.source;
        if (text === undefined) return true;
        const before = run({ ...input, input: text });
        return !before.ok || run({ ...input, input: `${text}\n// end` }).output === before.output;
      },
    },
    {
      name: "the output is the schema",
      holds(run, input) {
        const { output, value, warnings } = run(input);
        if (!output || warnings?.some(({ code }) => code === "NUMBER_KEPT_AS_TEXT")) return true;
        return output === JSON.stringify(value?.schema, null, 2) || hasIndexKeys(output);
      },
    },
    {
      name: "Partial<Required<T>> needs no member",
      holds(run, input) {
        const text = input.input ?? input.source;
        const first = run(input);
        if (!first.ok || typeof first.value?.name !== "string" || text === undefined) return true;
        const name = "PartialOfRequired";
        const type = `Partial<Required<${first.value.name}>>`;
        const result = run({ ...input, input: `${text}\ntype ${name} = ${type};`, name });
        return !result.ok || result.value?.schema["required"] === undefined;
      },
    },
  ],
  examples: [
    {
      title: "An interface with doc comments",
      input: {
        input:
          "/** A user */\nexport interface User {\n  /** Unique id\n   * @minimum 1\n   */\n  id: number;\n  name?: string | null;\n  role: 'admin' | 'user';\n}\n",
      },
      expect: {
        value: {
          name: "User",
          schema: {
            $schema: "https://json-schema.org/draft/2020-12/schema",
            title: "User",
            description: "A user",
            type: "object",
            properties: {
              id: { description: "Unique id", type: "number", minimum: 1 },
              name: { type: ["string", "null"] },
              role: { type: "string", enum: ["admin", "user"] },
            },
            required: ["id", "role"],
            additionalProperties: false,
          },
        },
      },
    },
    {
      title: "Generics, in draft-07",
      input: {
        input:
          "interface Page<T> { items: T[]; next?: Page<T> }\ninterface User { name: string }\nexport type Users = Page<User>;\n",
        draft: "draft-07",
      },
      expect: {
        value: {
          schema: {
            title: "Users",
            allOf: [{ $ref: "#/definitions/Page_User" }],
            definitions: {
              Page_User: {
                properties: {
                  items: { type: "array", items: { $ref: "#/definitions/User" } },
                  next: { $ref: "#/definitions/Page_User" },
                },
              },
            },
          },
        },
      },
    },
    {
      title: "Utility types are worked out",
      input: {
        input:
          "interface A { a: string; b(x: number): void }\ntype B = Pick<A, 'a'> & { c?: 1 | 2 };\n",
        name: "B",
      },
      expect: {
        value: {
          schema: { properties: { a: { type: "string" }, c: { type: "number", enum: [1, 2] } } },
        },
      },
    },
    {
      title: "A conditional type of a free parameter has no schema",
      input: { input: "type X<T> = T extends string ? 'a' : 'b';\n", name: "X" },
      expect: { ok: false, error: { code: "TS_UNSUPPORTED" }, errors: [{ line: 1, column: 13 }] },
    },
  ],

  run(input, ctx) {
    const text = input.input ?? input.source;
    if (text === undefined)
      return inputInvalid([missingField("/input", "TypeScript in input or in source")]);
    const field = input.input === undefined ? "/source" : "/input";
    const bom = text.startsWith("\ufeff") ? [bomRemoved()] : [];
    const { draft, additionalProperties, nullOptional } = input;
    const conversion = convertTypeScript(text, {
      name: input.name?.trim() || undefined,
      draft,
      additionalProperties,
      nullOptional,
      field,
      spend: (units) => ctx.budget.spend(units),
    });
    if (!conversion.ok) return fail(conversion.error, { valid: false, warnings: bom });
    const warnings = joinEntries<Warning>(bom, conversion.warnings);
    const entries = unsupportedEntries(conversion.unsupported, text, field);
    const [first, ...others] = entries;
    if (first !== undefined && input.onUnsupported === "error")
      return fail([first, ...others], { warnings });
    return converted(conversion, text, joinEntries<Warning>(warnings, asWarnings(entries)));
  },
});

function converted(
  { name, schema, types, unsupported, properties, definitions }: Conversion,
  text: string,
  warnings: readonly Entry<Warning>[],
) {
  const output = prettyJson(schema);
  if (output === undefined) return fail(outputTooLarge(), { warnings });
  const data = valueOf(schema, "/schema");
  const position = positionFinder(text);
  const parts = unsupported.map((part) => {
    const { line, column } = position(part.offset);
    return { code: "TS_UNSUPPORTED" as const, line, column, text: part.text };
  });
  return done({
    output,
    value: {
      name,
      schema: data.value as Value["schema"],
      types: [...types],
      unsupported: parts,
    },
    stats: { types: types.length, properties, definitions },
    warnings: joinEntries<Warning>(warnings, data.warnings),
  });
}

/** Whether a key looks like an index: a JavaScript object moves such keys to its beginning. */
function hasIndexKeys(output: string): boolean {
  return /"\d+":/.test(output);
}
