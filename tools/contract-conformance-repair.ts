import { defineTool } from "./_core/tool.ts";
import { FAILURES, INPUT, VALUE, WARNINGS } from "./contract-conformance-repair/contract.ts";
import { REPAIR_LAWS } from "./contract-conformance-repair/laws.ts";
import { repairConformance } from "./contract-conformance-repair/run.ts";

const USER = {
  type: "object",
  properties: {
    id: { type: "integer" },
    isActive: { type: "boolean", default: true },
    status: { enum: ["open", "closed"] },
  },
  required: ["id", "isActive"],
  additionalProperties: false,
};

export default defineTool({
  id: "contract-conformance-repair",
  name: "Contract Conformance Repair",
  category: "Data",
  description:
    "Makes the smallest honest repairs so that data fits a JSON Schema, lists each, and says what is left.",
  keywords: [
    "coerce",
    "contract",
    "defaults",
    "json",
    "json patch",
    "json schema",
    "llm output",
    "normalize",
    "repair",
  ],
  aliases: ["schema-repair", "json-conform"],
  version: "2026-11-20",

  input: INPUT,
  primary: "data",
  value: VALUE,
  verb: "repair",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "make this json fit my json schema",
    "repair model output so that it validates",
    "coerce types to match a schema",
    "fix structured output from a language model",
    "fill in missing defaults from the schema",
    "the api rejects my payload because of wrong types",
    "turn strings into numbers and booleans where the contract wants them",
    "drop unknown fields that additionalProperties forbids",
    "rename snake_case keys to the names of the contract",
    "ajv coerceTypes useDefaults removeAdditional",
    "json patch that makes data valid against its schema",
    "clean form data before it is validated",
    "what would have to change for this object to conform",
    "fix enum values with the wrong case",
    "numbers arrive as text and dates in the wrong shape, correct the record",
    "payload is refused by the schema, change as little as possible so that it passes",
    "minimal edit set that makes an instance conform",
    "normalize a body to its declared types, defaults and enums",
    "fix field names and types of an object automatically",
    "form submission has yes instead of true and a number in quotes",
    "partner sends strings where integers are demanded, adjust automatically",
    "reparar json según un esquema",
    "json an ein schema anpassen",
    "réparer un json selon son schéma",
    "按照 json schema 修复数据",
    "json をスキーマに合わせて修正する",
    "corregir tipos y campos de un objeto para que cumpla el esquema",
    "datentypen korrigieren, damit die daten zum schema passen",
    "corriger les types d'un objet pour respecter le schéma",
  ],
  effort: 3,
  isolated: true,

  laws: REPAIR_LAWS,
  examples: [
    {
      title: "Text where the contract has other types, and names in another spelling",
      input: {
        schema: USER,
        data: { id: " 42 ", is_active: "TRUE", status: "Open", debug: 1 },
      },
      expect: {
        valid: true,
        value: {
          repaired: { id: 42, isActive: true, status: "open" },
          counts: { changes: 5, lossy: 1, remaining: 0 },
        },
      },
    },
    {
      title: "Nothing is dropped by the safe policy",
      input: { schema: USER, data: { id: 1, x: 2 }, policy: "safe" },
      expect: {
        valid: false,
        value: {
          repaired: { id: 1, x: 2, isActive: true },
          remaining: [{ path: "", keyword: "additionalProperties" }],
        },
      },
    },
    {
      title: "A guess, for those who ask for it",
      input: { schema: USER, data: '{"id": 1.5, "status": "opne"}', policy: "aggressive" },
      expect: { valid: true, value: { repaired: { id: 2, status: "open", isActive: true } } },
    },
    {
      title: "A gate for pipelines",
      input: { schema: USER, data: { id: "one" }, failOn: "error" },
      expect: { ok: false, error: { code: "CONTRACT_CONFORMANCE_REPAIR_FAILED" } },
    },
    {
      title: "No schema",
      input: { schema: { type: "objekt" }, data: {} },
      expect: { ok: false, error: { code: "SCHEMA_INVALID" } },
    },
  ],

  run: repairConformance,
});
