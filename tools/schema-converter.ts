import { peekJson } from "./_lib/json/peek.ts";
import { type Static, Type } from "@sinclair/typebox";
import { jsonTextField, oneOf, whole } from "./_core/fields.ts";
import { defineTool } from "./_core/tool.ts";
import { JSON_FAILURES, JSON_WARNINGS } from "./_lib/json/tree/json-field.ts";
import { RELAXED_WARNINGS } from "./_lib/json/tree/relaxed.ts";
import { VALUE_WARNINGS } from "./_lib/json/tree/value.ts";
import { OUTPUT_FAILURES } from "./_lib/results/output-limit.ts";
import { DRAFTS } from "./_lib/schemas/json-schema/drafts.ts";
import { SCHEMA_FAILURES } from "./_lib/schemas/json-schema/trouble.ts";
import { convertSchema } from "./schema-converter/convert.ts";

const FAILURES = {
  ...JSON_FAILURES,
  ...SCHEMA_FAILURES,
  ...OUTPUT_FAILURES,
  YAML_SYNTAX: "The text is not well-formed YAML 1.2",
  YAML_UNDEFINED_ALIAS: "An alias stands before the anchor of its name, or there is none",
  YAML_ALIAS_LIMIT: "Aliases stand for more than 100,000 nodes or for themselves",
  YAML_COMPLEX_KEY: "A collection is a key, which JSON has no form for",
  DUPLICATE_KEY: "A mapping has the same key again",
  ERRORS_TRUNCATED: "More than 100 errors of one code were found",
  NAME_INVALID: "The name has no letter to make a type name of",
  TOOL_INPUT_INVALID: "Neither input nor schema was given",
  REQUIRED: "Neither input nor schema was given",
} as const;

const WARNINGS = {
  ...JSON_WARNINGS,
  ...RELAXED_WARNINGS,
  ...VALUE_WARNINGS,
  AMBIGUOUS_SCALAR: "YAML 1.1 and 1.2 read a plain scalar as different values or types",
  TAG_IGNORED: "A tag that JSON has no form for, or that its node does not fit",
  YAML_ALIAS_LIMIT: "A document has no data: its aliases stand for too much or for themselves",
  YAML_COMPLEX_KEY: "A document has no data: a collection is a key",
  SAMPLE_INFERRED:
    "The input is data without a keyword of JSON Schema, and its schema was inferred",
  KEYWORD_UNSUPPORTED: "The target has no form for a keyword",
  ONEOF_AS_UNION: "A union does not refuse what fits two of its parts",
  REF_SIBLING_IGNORED: "Keywords beside a reference had no effect",
} as const;

export type Failure = keyof typeof FAILURES;

export type Warning = keyof typeof WARNINGS;

const MODES = ["infer", "typescript", "zod", "typebox", "yaml", "draft"] as const;

export type Mode = (typeof MODES)[number];

const INPUT = Type.Object({
  input: Type.Optional(
    jsonTextField({
      description:
        "Sample data (a document or JSON lines) to infer from; else the schema, or a sample",
    }),
  ),
  schema: Type.Optional(jsonTextField({ description: "The schema; wins over input but in infer" })),
  mode: Type.Optional(
    oneOf(MODES, {
      description: "What to make; default infer, typescript where only schema is given",
    }),
  ),
  direction: Type.Optional(
    oneOf(["json-to-yaml", "yaml-to-json", "upgrade", "downgrade"], {
      description:
        "Mode yaml: which way. Mode draft: to 2020-12 or to draft-07, unless draft is given",
    }),
  ),
  name: Type.String({
    description: "Name of the root",
    minLength: 1,
    maxLength: 64,
    default: "Root",
  }),
  draft: Type.Optional(
    oneOf(DRAFTS, { description: "Target of infer and draft; default 2020-12" }),
  ),
  samples: oneOf(["one", "each"], {
    description: "Infer: a JSON array is one sample, or each element is one",
    default: "one",
  }),
  required: oneOf(["present-in-all", "none"], {
    description: "Infer: which properties are required",
    default: "present-in-all",
  }),
  closed: Type.Boolean({ description: "Infer: no object takes other properties", default: false }),
  detectFormats: Type.Boolean({
    description: "Infer: recognise dates, ids and the like",
    default: true,
  }),
  enumLimit: whole({
    description:
      "Infer: a text with at most so many values, each seen twice or more on average, becomes enum; 0 for off",
    minimum: 0,
    maximum: 50,
    default: 0,
  }),
});

export type Input = Static<typeof INPUT>;

const VALUE = Type.Object({
  mode: oneOf(MODES),
  name: Type.String(),
  draft: Type.Union([oneOf(DRAFTS), Type.Null()]),
  schema: Type.Any({ description: "For infer, draft and yaml; null for code" }),
  losses: Type.Array(
    Type.Object({
      code: Type.String(),
      path: Type.String(),
      keyword: Type.String(),
      detail: Type.String(),
    }),
  ),
  lossless: Type.Boolean(),
  types: Type.Array(Type.String(), { description: "Names that the code declares" }),
});

export type Value = Static<typeof VALUE>;

export default defineTool({
  id: "schema-converter",
  name: "Schema Converter",
  category: "Code",
  description:
    "Infers a JSON Schema from data, or turns one into TypeScript, Zod, TypeBox, YAML or another draft.",
  keywords: [
    "data model",
    "draft",
    "generate types",
    "infer",
    "interfaces",
    "json schema",
    "json2ts",
    "pydantic",
    "sample data",
    "typebox",
    "types",
    "typescript",
    "yaml",
    "zod",
  ],
  aliases: ["json-schema-inference", "json-to-yaml-schema"],
  aliasInput: {
    "json-schema-inference": { mode: "infer" },
    "json-to-yaml-schema": { mode: "yaml" },
  },
  version: "2026-11-20",

  input: INPUT,
  primary: "input",
  value: VALUE,
  verb: "infer",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "generate json schema from sample data",
    "infer a schema from json",
    "json schema to typescript types",
    "json schema to zod",
    "make typescript interfaces from a schema",
    "json to typescript",
    "json schema to typebox",
    "upgrade json schema draft-04 to 2020-12",
    "downgrade json schema to draft-07",
    "convert a schema to yaml",
    "quicktype for json",
    "what is the schema of this api response",
    "json lines to json schema",
    "describe the shape of this sample automatically",
    "example objects to type declarations for my program",
    "derive a structural description from instances",
    "which fields are optional and of which type in these records",
    "typed classes or validators from a contract",
    "newer or older dialect of the same schema",
    "generar json schema desde datos",
    "json schema aus beispieldaten erzeugen",
    "générer un schéma json",
    "从 json 生成 schema",
    "json から スキーマ を作る",
    "deducir la estructura de unos datos de ejemplo",
    "typen aus beispieldaten ableiten",
    "déduire la structure à partir d'exemples",
    "根据 样例 数据 推断 类型 结构",
    "サンプルデータから型を推定する",
    "i have one example record and want the types for my editor",
    "api sends this, write down which fields exist and of what kind",
    "my old schema is draft 4 and the validator wants the 2020 one",
    "need zod objects although i only have a .schema.json",
    "quicktype, json2ts, genson, json-schema-to-zod, json-schema-to-typescript, transform.tools",
    "deduce a contract out of instances, or emit code types out of an existing contract",
    "gerar json schema ou tipos typescript a partir de um exemplo",
    "json から typescript の型を生成する",
  ],
  effort: 3,
  detect(sample) {
    const names = peekJson(sample)?.names;
    if (names === undefined || names.has("openapi")) return 0;
    if (names.has("$schema") && sample.includes("json-schema.org")) return 0.97;
    return names.has("type") && (names.has("properties") || names.has("items")) ? 0.97 : 0;
  },
  detected: { field: "schema" },

  laws: [
    {
      name: "the order of samples changes only the order of keys",
      holds(run, { input, ...rest }) {
        if (!Array.isArray(input)) return true;
        const options = { ...rest, mode: "infer", samples: "each" } as const;
        const [one, other] = [
          run({ ...options, input }),
          run({ ...options, input: input.toReversed() }),
        ];
        return sorted(one.value?.schema) === sorted(other.value?.schema);
      },
    },
    {
      name: "an upgraded schema upgraded again stays the same",
      holds(run, input) {
        const once = run({ ...input, mode: "draft", draft: "2020-12" });
        if (!once.ok || once.output === undefined) return true;
        return run({ schema: once.output, mode: "draft", draft: "2020-12" }).output === once.output;
      },
    },
  ],
  examples: [
    {
      title: "A schema from two rows",
      input: { input: '[{"id":1,"at":"2026-01-02"},{"id":2,"at":null}]', name: "Row" },
      expect: {
        value: {
          schema: {
            title: "Row",
            type: "array",
            items: {
              type: "object",
              properties: {
                id: { type: "integer" },
                at: { type: ["string", "null"], format: "date" },
              },
              required: ["id", "at"],
            },
          },
        },
      },
    },
    {
      title: "TypeScript from a schema",
      input: {
        schema:
          '{"type":"object","properties":{"id":{"type":"integer"},"role":{"enum":["a","b"]}},"required":["id"]}',
        name: "order",
      },
      expect: {
        output: 'export interface Order {\n  id: number;\n  role?: "a" | "b";\n}\n',
        value: { types: ["Order"] },
      },
    },
    {
      title: "Zod from a schema",
      input: {
        schema: '{"type":"object","properties":{"mail":{"type":"string","format":"email"}}}',
        mode: "zod",
      },
      expect: {
        output:
          'import { z } from "zod";\n\nexport const Root = z.looseObject({\n  mail: z.email().optional(),\n});\nexport type Root = z.infer<typeof Root>;\n',
      },
    },
    {
      title: "No schema",
      input: { schema: '{"type":"objekt"}', mode: "typescript" },
      expect: { ok: false, error: { code: "SCHEMA_INVALID" } },
    },
  ],

  run: convertSchema,
});

/** A value's text with all keys and lists in one order, to compare without the order of anything. */
function sorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sorted).toSorted().join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "";
  const members = Object.entries(value).map(
    ([key, member]) => `${JSON.stringify(key)}:${sorted(member)}`,
  );
  return `{${members.toSorted().join(",")}}`;
}
