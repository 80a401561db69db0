import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf } from "./_core/fields.ts";
import { defineTool } from "./_core/tool.ts";
import { DOCUMENT_FAILURES, DOCUMENT_WARNINGS } from "./_lib/fields/document-field.ts";
import { PATCH } from "./_lib/json/patch/operations.ts";
import { canonicalJson } from "./_lib/json/tree/canonical.ts";
import { documentOf, setMember, VALUE_WARNINGS, valueOf } from "./_lib/json/tree/value.ts";
import { OUTPUT_FAILURES } from "./_lib/results/output-limit.ts";
import { CONTRACT_FAILURES } from "./_lib/schemas/json-schema/checked-formats.ts";
import { SCHEMA_WARNINGS } from "./_lib/schemas/json-schema/trouble.ts";
import { VIOLATIONS } from "./_lib/schemas/json-schema/violations.ts";
import { type ChangeCode, CHANGES, POLICIES } from "./_lib/schemas/repair/change.ts";
import { repairConformance } from "./contract-conformance-repair/run.ts";

const FAILURES = {
  ...DOCUMENT_FAILURES,
  ...CONTRACT_FAILURES,
  ...OUTPUT_FAILURES,
  ...VIOLATIONS,
  ERRORS_TRUNCATED: "More than 100 violations of one keyword remain",
  CONTRACT_CONFORMANCE_REPAIR_FAILED: "The gate was set, and the repaired data does not conform",
} as const;

const WARNINGS = {
  ...DOCUMENT_WARNINGS,
  ...VALUE_WARNINGS,
  ...SCHEMA_WARNINGS,
} as const;

const INPUT = Type.Object({
  schema: jsonField({
    description: "The JSON Schema: JSON or YAML text, or the value",
  }),
  data: jsonField({
    description:
      "What to repair: a string that holds a JSON object or array, any other string as itself, or any other JSON value",
  }),
  policy: oneOf(POLICIES, {
    description:
      "safe: nothing is lost or guessed; standard: also drops what the contract forbids; aggressive: also clamps, cuts, rounds, guesses enums",
    default: "standard",
  }),
  failOn: oneOf(["none", "error", "warning"], {
    description: "Whether data that does not conform after repair makes the run fail",
    default: "none",
  }),
});

const CODES = Object.keys(CHANGES) as ChangeCode[];

const COUNT = Type.Integer({ minimum: 0 });

const VALUE = Type.Object({
  repaired: Type.Any(),
  conforms: Type.Boolean(),
  changes: Type.Array(
    Type.Object({
      path: Type.String({ description: "In the document at the moment of the change" }),
      code: oneOf(CODES),
      lossy: Type.Boolean(),
      from: Type.Optional(Type.Any()),
      to: Type.Optional(Type.Any()),
    }),
    { description: "In the order made" },
  ),
  remaining: Type.Array(
    Type.Object({ path: Type.String(), keyword: Type.String(), message: Type.String() }),
    { description: "What the schema still refuses, by path, then keyword" },
  ),
  patch: Type.Array(PATCH.items, {
    description: "RFC 6902, from the data to what was made of it",
  }),
  counts: Type.Object({ changes: COUNT, lossy: COUNT, remaining: COUNT }),
});

export type Input = Static<typeof INPUT>;

export type Value = Static<typeof VALUE>;

export type Warning = keyof typeof WARNINGS;

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

type Patch = Value["patch"];

export default defineTool({
  id: "contract-conformance-repair",
  name: "Contract Conformance Repair",
  category: "Data",
  description:
    "Makes the smallest honest repairs so that data fits a JSON Schema, lists each, and says what is left.",
  keywords: [
    "adapt",
    "autofix",
    "cast",
    "coerce",
    "contract",
    "defaults",
    "json",
    "json patch",
    "json schema",
    "llm output",
    "normalize",
    "repair",
    "sanitize",
    "unknown fields",
  ],
  aliases: ["schema-repair", "json-conform"],
  version: "2026-11-23",

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
    "form posts 12 in quotes and yes, backend wants integer and boolean, bring it in line",
    "old records lack three new mandatory fields that have defaults, fill them",
    "supplier feed names it PostCode, our schema says postcode",
    "i have data and a schema and want the corrected data back with a change list",
    "Ajv useDefaults, Pydantic coercion, zod coerce, RFC 6902, Cerberus normalize, marshmallow",
    "transform a syntactically sound instance into a schema-valid one by the fewest documented edits",
    "corrigir json para cumprir o esquema, tipos errados",
    "mit schema korrigieren: texte zu zahlen, felder umbenennen",
    "corriger les données pour qu'elles passent le schéma",
    "类型 不符 自动 转换 补 默认值 字段 改名",
    "型を直してスキーマに適合させる 既定値を補う",
  ],
  effort: 3,
  isolated: true,

  laws: [
    {
      name: "what was repaired is not changed again",
      holds(run, input) {
        const once = run({ ...input, failOn: "none" });
        if (!once.ok || once.output === undefined) return true;
        const repaired = once.value?.repaired;
        // A string that holds an array or object is not itself as input.
        if (typeof repaired === "string" && dataIn(repaired) !== repaired) return true;
        const data = typeof repaired === "object" && repaired !== null ? once.output : repaired;
        const again = run({ ...input, failOn: "none", data });
        return !again.ok || again.value?.counts.changes === 0;
      },
    },
    {
      name: "data that conforms is returned unchanged, with an empty patch",
      holds(run, input) {
        const { ok, value } = run({ ...input, failOn: "none" });
        if (!ok || !value || value.counts.changes > 0) return true;
        return value.patch.length === 0;
      },
    },
    {
      name: "what a more careful policy makes conform, a bolder one does, too",
      holds(run, input) {
        const verdicts = POLICIES.map((policy) => run({ ...input, policy, failOn: "none" }));
        if (verdicts.some(({ ok }) => !ok)) return true;
        const [safe, standard, aggressive] = verdicts.map(({ valid }) => valid === true);
        return (!safe || standard === true) && (!standard || aggressive === true);
      },
    },
    {
      name: "with safe no change is lossy",
      holds(run, input) {
        return (run({ ...input, policy: "safe", failOn: "none" }).value?.counts.lossy ?? 0) === 0;
      },
    },
    {
      name: "applying the patch to the data gives the repaired data",
      holds(run, input) {
        const { value, warnings = [] } = run({ ...input, failOn: "none" });
        const isInexact = warnings.some(({ code }) => code === "NUMBER_KEPT_AS_TEXT");
        if (!value || isInexact) return true;
        const data = typeof input.data === "string" ? dataIn(input.data) : input.data;
        const patched = patchedBy(data, value.patch);
        return canonicalJson(patched) === canonicalJson(value.repaired);
      },
    },
  ],
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

function dataIn(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ""));
    return typeof value === "object" && value !== null ? value : text;
  } catch {
    return text;
  }
}

/** Applies the three operations that a difference has. */
function patchedBy(source: unknown, patch: Patch): unknown {
  const holder: { root: unknown } = { root: copyOf(source) };
  for (const { op, path, value } of patch) {
    const tokens = path
      .split("/")
      .slice(1)
      .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
    let parent: object = holder;
    let name = "root";
    for (const token of tokens) {
      parent = (Object.getOwnPropertyDescriptor(parent, name)?.value ?? {}) as object;
      name = token;
    }
    applyTo(parent, name, op, value);
  }
  return holder.root;
}

function copyOf(value: unknown): unknown {
  const document = documentOf(value);
  return document === undefined ? value : valueOf(document.root).value;
}

function applyTo(parent: object, name: string, op: Patch[number]["op"], value: unknown): void {
  if (Array.isArray(parent) && op === "remove") parent.splice(Number(name), 1);
  else if (Array.isArray(parent) && op === "add") parent.splice(Number(name), 0, value);
  else if (op === "remove") delete (parent as Record<string, unknown>)[name];
  else setMember(parent, name, value);
}
