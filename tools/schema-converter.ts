import { defineTool } from "./_core/tool.ts";
import { FAILURES, INPUT, VALUE, WARNINGS } from "./schema-converter/contract.ts";
import { convertSchema } from "./schema-converter/convert.ts";

export default defineTool({
  id: "schema-converter",
  name: "Schema Converter",
  category: "Code",
  description:
    "Infers a JSON Schema from data, or turns one into TypeScript, Zod, TypeBox, YAML or another draft.",
  keywords: [
    "draft",
    "generate types",
    "infer",
    "json schema",
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
  ],
  effort: 3,

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
