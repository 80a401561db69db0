import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf, PLACES, pointerInto } from "./_core/fields.ts";
import { defineTool } from "./_core/tool.ts";
import { SCHEMA_READING_WARNINGS } from "./_lib/schemas/json-schema/trouble.ts";
import { DOCUMENT_FAILURES, DOCUMENT_WARNINGS } from "./_lib/fields/document-field.ts";
import { failOnField } from "./_lib/results/review/shapes.ts";
import { CONTRACT_FAILURES } from "./_lib/schemas/json-schema/checked-formats.ts";
import { compareSchemas } from "./json-schema-compatibility-diff/verdict.ts";

const FAILURES = {
  ...DOCUMENT_FAILURES,
  ...CONTRACT_FAILURES,
  INCOMPATIBLE_CHANGE: "A change that breaks the mode; `rule` is its code",
  INCOMPATIBLE_VERSION: "An older version that does not fit the new one in the mode",
  JSON_SCHEMA_COMPATIBILITY_DIFF_FAILED: "The versions are not compatible, and failOn asks for it",
} as const;

const WARNINGS = {
  ...DOCUMENT_WARNINGS,
  ...SCHEMA_READING_WARNINGS,
  ONE_OF_OVERLAP:
    "A value may fit two branches of a changed oneOf: no type, const or enum tells them apart",
  KEYWORD_NOT_COMPARED: "A keyword changed that is not looked into: taken as incompatible",
} as const;

const MODES = ["backward", "forward", "full"] as const;

const MOST_VERSIONS = 20;

const INPUT = Type.Object({
  before: jsonField({
    description: "JSON Schema as it was, draft 4 to 2020-12: a value, or JSON or YAML text",
  }),
  after: jsonField({ description: "JSON Schema as it is to be" }),
  mode: oneOf(MODES, {
    description: "backward: new readers take old data; forward: old readers take new data",
    default: "backward",
  }),
  policy: oneOf(["strict", "lenient"], {
    description: "lenient lets members come and go though others are allowed or refused",
    default: "strict",
  }),
  defaultsFill: Type.Boolean({
    description: "A default makes a newly required property compatible backwards",
    default: true,
  }),
  history: Type.Array(jsonField({ description: "An older version" }), {
    description: "Older versions, oldest first, each compared with after, too",
    maxItems: MOST_VERSIONS,
    default: [],
  }),
  failOn: failOnField("none"),
});

const COUNT = Type.Integer({ minimum: 0 });

const DIRECTIONS = { backward: Type.Boolean(), forward: Type.Boolean() };

const VALUE = Type.Object({
  mode: oneOf(MODES),
  compatible: Type.Object({ ...DIRECTIONS, full: Type.Boolean() }),
  changes: Type.Array(
    Type.Object({
      code: Type.String({ description: "As the Confluent Schema Registry names it" }),
      path: pointerInto(["before", "after"], {
        description: "Of the keyword, references followed",
      }),
      ...PLACES,
      ...DIRECTIONS,
      before: Type.Optional(
        Type.Any({ description: "The keyword's old value, of what breaks the mode" }),
      ),
      after: Type.Optional(Type.Any()),
      witness: Type.Optional(
        Type.Any({ description: "A document that one version accepts and the other refuses" }),
      ),
    }),
  ),
  history: Type.Array(Type.Object({ index: COUNT, ...DIRECTIONS })),
  counts: Type.Object({
    changes: COUNT,
    backwardIncompatible: COUNT,
    forwardIncompatible: COUNT,
  }),
});

export type Input = Static<typeof INPUT>;

export type Value = Static<typeof VALUE>;

export type Change = Value["changes"][number];

export type Mode = Input["mode"];

export type Failure = keyof typeof FAILURES;

export type Warning = keyof typeof WARNINGS;

const order = (properties: object, more: object = {}) => ({
  type: "object",
  properties,
  ...more,
});

export default defineTool({
  id: "json-schema-compatibility-diff",
  name: "JSON Schema Compatibility Diff",
  category: "Data",
  description:
    "Tells whether readers and writers on the old and the new version of a JSON Schema still understand one another, change by change.",
  keywords: [
    "apicurio",
    "asyncapi",
    "avro",
    "backward",
    "backward compatible",
    "breaking change",
    "confluent",
    "consumers",
    "data contract",
    "event schema",
    "evolution",
    "forward",
    "forward compatible",
    "full transitive",
    "json schema",
    "kafka",
    "message format",
    "producers",
    "schema diff",
    "schema registry",
    "subscribers",
    "versioning",
  ],
  aliases: ["schema-compat", "schema-registry-check"],
  version: "2026-11-23",

  input: INPUT,
  primary: "after",
  value: VALUE,
  verb: "compare",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "is my new json schema backward compatible",
    "compare two versions of a json schema",
    "schema registry compatibility check",
    "will old messages still validate against the new schema",
    "can old consumers read data of the new schema",
    "forward compatibility of a json schema change",
    "breaking changes between two json schemas",
    "kafka json schema evolution rules",
    "adding an optional field to a closed schema, is that safe",
    "full transitive compatibility with all earlier versions",
    "json schema diff with codes and paths",
    "fail the build when a schema change breaks readers",
    "we made a field mandatory, will older programs still understand the messages",
    "events already stored in the topic must stay readable after the change",
    "may producers be upgraded before consumers",
    "evolution verdict between two revisions of a data contract",
    "is removing an enum value or a property harmful for subscribers",
    "old data against the newer schema and newer data against the old schema",
    "json schema versionen auf kompatibilität prüfen",
    "comprobar si un esquema json es compatible con la versión anterior",
    "vérifier la compatibilité ascendante d'un schéma json",
    "检查 json schema 新 版本 是否 向后 兼容",
    "json スキーマの後方互換性を調べる",
    "puedo cambiar el esquema sin romper a los consumidores",
    "darf ich das schema ändern ohne alte leser zu brechen",
    "puis je changer le schéma sans casser les anciens lecteurs",
    "team b reads our order events, may i make the phone number optional",
    "messages from last year are in the topic, does the new reader take them",
    "can we roll out the sender first and the receivers next week",
    "enum got one value more, who stumbles over it",
    "Confluent BACKWARD FORWARD FULL_TRANSITIVE, Apicurio, AWS Glue Schema Registry, AsyncAPI",
    "decide per schema edit whether accepted documents widened or narrowed for reader and writer",
    "compatibilidade entre versões de um json schema",
    "eventos antiguos con el esquema nuevo, compatibilidad hacia adelante",
    "vorwärtskompatibel oder rückwärtskompatibel, schema der nachrichten",
    "compatibilité descendante, schéma d'événements kafka",
    "消息 schema 升级 旧 消费者 能 否 读取",
    "イベントのスキーマ変更 前方互換 消費者",
  ],
  effort: 3,
  isolated: true,

  laws: [
    {
      name: "against itself a schema has no changes",
      holds(run, { after }) {
        const { value } = run({ before: after, after });
        return !value || (value.changes.length === 0 && value.compatible.full);
      },
    },
    {
      name: "the other way round backward is forward and forward is backward",
      holds(run, { before, after, policy, defaultsFill }) {
        const rules = {
          ...(policy && { policy }),
          ...(defaultsFill !== undefined && { defaultsFill }),
        };
        const [there, back] = [
          run({ before, after, ...rules }),
          run({ before: after, after: before, ...rules }),
        ];
        if (!there.value || !back.value) return there.ok === back.ok;
        const { backward, forward } = there.value.compatible;
        const { compatible } = back.value;
        return compatible.backward === forward && compatible.forward === backward;
      },
    },
    {
      name: "full is both directions, and every change agrees with the whole",
      holds(run, input) {
        const { value } = run(input);
        if (!value) return true;
        const { backward, forward, full } = value.compatible;
        const { changes, counts } = value;
        return (
          full === (backward && forward) &&
          backward === changes.every((change) => change.backward) &&
          forward === changes.every((change) => change.forward) &&
          counts.backwardIncompatible === changes.filter((change) => !change.backward).length
        );
      },
    },
    {
      name: "a schema that accepts everything takes all data of any other one",
      holds(run, { before }) {
        const { value } = run({ before, after: true });
        return !value || value.compatible.backward;
      },
    },
  ],
  examples: [
    {
      title: "A lower minimum, and a new member of a closed object",
      input: {
        before: order({ qty: { type: "integer", minimum: 2 } }, { additionalProperties: false }),
        after: order(
          { qty: { type: "integer", minimum: 1 }, note: { type: "string" } },
          { additionalProperties: false },
        ),
      },
      expect: {
        valid: true,
        output:
          "| Code | Path | Backward | Forward |\n| --- | --- | --- | --- |\n| PROPERTY_ADDED_TO_CLOSED_CONTENT_MODEL | /properties/note | yes | no |\n| MINIMUM_DECREASED | /properties/qty/minimum | yes | no |",
        value: { compatible: { backward: true, forward: false, full: false } },
      },
    },
    {
      title: "What breaks is shown with a document that was valid and is no more",
      input: {
        before: order({ qty: { type: "integer" } }),
        after: order({ qty: { type: "integer" }, sku: { type: "string" } }, { required: ["sku"] }),
      },
      expect: {
        valid: false,
        value: {
          counts: { changes: 2, backwardIncompatible: 2, forwardIncompatible: 0 },
          changes: [
            {
              code: "PROPERTY_ADDED_TO_OPEN_CONTENT_MODEL",
              path: "/properties/sku",
              backward: false,
              forward: true,
            },
            { code: "REQUIRED_ATTRIBUTE_ADDED", path: "/properties/sku", witness: {} },
          ],
        },
      },
    },
    {
      title: "Compatible with the last version, not with one before it",
      input: {
        history: [order({ id: { type: ["integer", "string"] } })],
        before: order({ id: { type: "integer" } }),
        after: order({ id: { type: "number" } }),
      },
      expect: {
        valid: false,
        value: {
          compatible: { backward: true },
          history: [{ index: 0, backward: false, forward: false }],
        },
      },
    },
    {
      title: "The same bounds and items in the words of two drafts, one of them as YAML",
      input: {
        before:
          "$schema: http://json-schema.org/draft-04/schema#\nproperties:\n  size: { minimum: 5, exclusiveMinimum: true }\n  pair: { items: [{ type: string }], additionalItems: false }\n",
        after: {
          properties: {
            pair: { prefixItems: [{ $ref: "#/$defs/text" }], items: false },
            size: { exclusiveMinimum: 5 },
          },
          $defs: { text: { type: "string" } },
        },
        mode: "full",
      },
      expect: { valid: true, output: "No changes.", value: { changes: [] } },
    },
    {
      title: "A branch more, and nothing that tells the branches apart",
      input: {
        before: { oneOf: [{ maxLength: 3 }, { minimum: 1 }] },
        after: { oneOf: [{ maxLength: 3 }, { minimum: 1 }, { required: ["a"] }] },
      },
      expect: {
        valid: true,
        value: { changes: [{ code: "SUM_TYPE_EXTENDED", path: "/oneOf" }] },
        warnings: [{ code: "ONE_OF_OVERLAP", path: "/oneOf" }],
      },
    },
    {
      title: "A gate for pipelines",
      input: {
        before: order({ state: { enum: ["new", "paid"] } }),
        after: order({ state: { enum: ["new"] } }),
        failOn: "error",
      },
      expect: {
        ok: false,
        error: { code: "JSON_SCHEMA_COMPATIBILITY_DIFF_FAILED" },
        value: {
          changes: [
            {
              code: "ENUM_ARRAY_NARROWED",
              path: "/properties/state/enum",
              before: ["new", "paid"],
            },
          ],
        },
      },
    },
    {
      title: "A reference that leads nowhere",
      input: { before: {}, after: { $ref: "#/$defs/none" } },
      expect: {
        ok: false,
        error: { code: "REF_UNRESOLVED" },
        errors: [{ path: "/after/$ref" }],
      },
    },
  ],

  // Reading two schemas of 100,000 characters and holding them to their metaschemas takes 60 ms, comparing them
  // 30 to 60 more; unions of many large branches, each of which may be the partner of each, up to 250 in all.
  run: compareSchemas,
});
