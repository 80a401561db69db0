import { type Static, Type } from "@sinclair/typebox";
import { jsonTextField, oneOf, PLACE, pointerInto, whole } from "./_core/fields.ts";
import { defineTool, done, type Entry, fail, type Given, type Law } from "./_core/tool.ts";
import { joinEntries } from "./_lib/results/entry-list.ts";
import { JSON_FAILURES, JSON_WARNINGS, readJsonField } from "./_lib/json/tree/json-field.ts";
import { escapePointer } from "./_lib/results/pointer.ts";
import { treeStats } from "./_lib/json/tree/stats.ts";
import { DRAFTS } from "./_lib/schemas/json-schema/drafts.ts";
import { SCHEMA_FAILURES, SCHEMA_WARNINGS } from "./_lib/schemas/json-schema/trouble.ts";
import {
  compileSchema,
  type Validation,
  type Validator,
} from "./_lib/schemas/json-schema/validator.ts";
import { VIOLATIONS, type Violation } from "./_lib/schemas/json-schema/violations.ts";

const FAILURES = {
  ...JSON_FAILURES,
  ...SCHEMA_FAILURES,
  ...VIOLATIONS,
  REGEX_BUDGET_EXCEEDED: "A pattern takes more than 5,000,000 steps on a string",
} as const;

const WARNINGS = {
  ...JSON_WARNINGS,
  ...SCHEMA_WARNINGS,
  ERRORS_TRUNCATED: "More violations were found than `maxErrors`",
} as const;

const INPUT = Type.Object({
  schema: jsonTextField({
    description: "The JSON Schema, an object or a boolean: JSON text, or the value",
  }),
  data: jsonTextField({
    description:
      "What to check: JSON text, which keeps every number exactly, or any other JSON value as it is",
  }),
  draft: oneOf(["auto", ...DRAFTS], {
    description: "The schema's draft; auto is what $schema says, else 2020-12",
    default: "auto",
  }),
  assertFormat: Type.Boolean({
    description: "Check format; without it format only annotates",
    default: true,
  }),
  schemas: Type.Record(
    Type.String(),
    Type.Unknown({ description: "An object, a boolean, or the JSON text of either" }),
    {
      description: "Further schemas by URI, for references beyond the document; nothing is fetched",
      maxProperties: 100,
      default: {},
    },
  ),
  maxErrors: whole({
    description: "Violations listed at most",
    minimum: 1,
    maximum: 1000,
    default: 100,
  }),
});

const VIOLATION = Type.Recursive((This) =>
  Type.Object({
    path: pointerInto(["data"], { description: "Pointer into the data" }),
    ...PLACE,
    keyword: Type.String(),
    code: Type.String(),
    schemaPath: pointerInto(["schema"], {
      description: "Pointer of the keyword in its schema document",
    }),
    schemaLine: PLACE.line,
    schemaColumn: PLACE.column,
    schemaUri: Type.Optional(
      Type.String({ description: "That document, where it is not the main one" }),
    ),
    message: Type.String(),
    expected: Type.Any(),
    received: Type.Any(),
    hint: Type.Optional(Type.String()),
    branches: Type.Optional(
      Type.Array(Type.Array(This), { description: "What each branch of anyOf or oneOf found" }),
    ),
  }),
);

const VALUE = Type.Object({
  valid: Type.Boolean(),
  draft: Type.Union(DRAFTS.map((draft) => Type.Literal(draft))),
  errorCount: Type.Integer({ minimum: 0 }),
  errors: Type.Array(VIOLATION),
});

type Value = Static<typeof VALUE>;
type Warning = keyof typeof WARNINGS;

type Run = Parameters<Law<typeof INPUT, Value>["holds"]>[0];

export default defineTool({
  id: "json-schema-validator",
  name: "JSON Schema Validator",
  category: "Code",
  description:
    "Checks data against a JSON Schema of any draft and lists every violation with both locations.",
  keywords: [
    "2020-12",
    "ajv",
    "conform",
    "contract",
    "draft-07",
    "hyperjump",
    "json",
    "json schema",
    "jsonschema",
    "required",
    "schema",
    "schema validation",
    "valid",
    "validate",
    "validation",
    "violation",
  ],
  aliases: [],
  version: "2026-11-23",

  input: INPUT,
  primary: "data",
  pointsInto: "data",
  value: VALUE,
  verb: "validate",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "validate json against a json schema",
    "does this payload match the schema",
    "check an api response against its contract",
    "which fields break my schema",
    "json schema validation errors with paths",
    "validate with draft-07 or 2020-12",
    "ajv or jsonschema in one call",
    "check that required properties are there and have the right type",
    "is my json schema itself valid",
    "resolve $ref and $dynamicRef while validating",
    "check tool arguments against their input schema",
    "why does oneOf or anyOf fail",
    "validate a config file against its schema",
    "does this document follow the rules, which entries are wrong",
    "required fields missing or of the wrong type, list all of them",
    "customer data must satisfy a specification before import",
    "assert that an instance conforms, instance and keyword locations",
    "check a body against a declared structure",
    "test a draft schema with a sample object",
    "are all mandatory fields there, as the schema says, in this object",
    "validar json contra un esquema",
    "json gegen ein schema prüfen",
    "valider un json avec un schéma",
    "用 json schema 校验数据",
    "json スキーマで検証",
    "comprobar que los datos cumplen las reglas del esquema",
    "entsprechen die daten dem schema, pflichtfelder",
    "les données respectent elles le schéma",
    "检查 数据 是否 符合 规则 必填 字段",
    "データがスキーマに合っているか確認する",
    "partner file rejected by our import, tell each line that breaks the rules",
    "is this order valid, here are the order and the schema",
    "additionalProperties false, which of my fields is too many",
    "settings file passes in the editor and not in ci, where",
    "Ajv, python jsonschema, check-jsonschema, Hyperjump, networknt, SchemaStore, draft-04",
    "report all assertion failures of an instance with both pointers, changing nothing",
    "validar json com json schema, campos obrigatórios",
    "qué campos no cumplen el esquema json, obligatorios",
    "json schema prüfung: welche felder sind falsch oder fehlen",
    "quels champs ne respectent pas le schéma json, obligatoires",
    "json 数据 不符合 schema 哪些 字段 错误",
    "json スキーマ違反の項目 必須 型",
  ],
  effort: 3,
  isolated: true,

  laws: [
    {
      name: "errors are empty exactly when the data is valid",
      holds(run, input) {
        const outcome = verdictOf(run, input);
        return outcome === undefined || outcome.valid === (outcome.errors.length === 0);
      },
    },
    {
      name: "the order of members, in the data and in the schema, does not matter",
      holds(run, input) {
        const given = { ...input, schema: valueIn(input.schema), data: valueIn(input.data) };
        const turned = { ...given, schema: reversed(given.schema), data: reversed(given.data) };
        return verdictOf(run, given)?.valid === verdictOf(run, turned)?.valid;
      },
    },
    {
      name: "not inverts the verdict",
      holds(run, input) {
        const schema = valueIn(input.schema);
        if (!isSelfContained(schema)) return true;
        const plain = verdictOf(run, { ...input, schema });
        const inverted = verdictOf(run, { ...input, schema: around(schema, "not", schema) });
        return plain === undefined || inverted?.valid === !plain.valid;
      },
    },
    {
      name: "one more schema in allOf never makes invalid data valid",
      holds(run, input) {
        const schema = valueIn(input.schema);
        if (!isSelfContained(schema)) return true;
        const plain = verdictOf(run, { ...input, schema });
        if (plain === undefined || plain.valid) return true;
        const more = { ...input, schema: around(schema, "allOf", [schema, { minProperties: 0 }]) };
        return verdictOf(run, more)?.valid === false;
      },
    },
    {
      name: "without assertFormat no format is ever violated",
      holds(run, input) {
        const outcome = verdictOf(run, { ...input, assertFormat: false });
        return !JSON.stringify(outcome?.errors ?? []).includes('"SCHEMA_FORMAT"');
      },
    },
  ],
  examples: [
    {
      title: "Every violation, in the order of the data",
      input: {
        schema:
          '{"type": "object", "properties": {"name": {"type": "string", "minLength": 2}, "age": {"type": "integer", "minimum": 0}}, "required": ["name", "age", "email"]}',
        data: '{"name": "A", "age": -1.5}',
      },
      expect: {
        valid: false,
        output: 'invalid: 4 problems, first at the root: The member "email" is missing',
        errors: [
          { code: "SCHEMA_REQUIRED", path: "", expected: "email" },
          { code: "SCHEMA_MIN_LENGTH", path: "/name", expected: 2, received: 1 },
          { code: "SCHEMA_TYPE", path: "/age", expected: "integer", received: "number" },
          { code: "SCHEMA_MINIMUM", path: "/age", expected: 0, received: -1.5 },
        ],
      },
    },
    {
      title: "Numbers are compared by their exact decimal value",
      input: {
        schema: '{"items": {"multipleOf": 0.1}, "uniqueItems": true}',
        data: "[0.3, 12345678901234567890, 12345678901234567891, 1e308]",
      },
      expect: { valid: true, output: "valid: draft 2020-12", value: { errorCount: 0 } },
    },
    {
      title: "A violation behind a reference is placed where its keyword stands",
      input: {
        schema:
          '{"$schema": "http://json-schema.org/draft-07/schema#", "properties": {"a": {"$ref": "#/definitions/p"}}, "definitions": {"p": {"enum": [1, 2]}}}',
        data: '{"a": 3}',
      },
      expect: {
        valid: false,
        value: { draft: "draft-07", errors: [{ path: "/a", schemaPath: "/definitions/p/enum" }] },
      },
    },
    {
      title: "A misspelt keyword is ignored, but not silently",
      input: { schema: '{"requried": ["id"]}', data: "{}" },
      expect: {
        valid: true,
        warnings: [{ code: "KEYWORD_UNKNOWN", path: "/schema/requried", expected: "required" }],
      },
    },
    {
      title: "The schema itself is wrong",
      input: { schema: '{"type": "objekt"}', data: "{}" },
      expect: {
        ok: false,
        error: { code: "SCHEMA_INVALID", hint: 'Did you mean "object"?' },
        errors: [{ path: "/schema/type" }],
      },
    },
    {
      title: "Nothing is fetched",
      input: { schema: '{"$ref": "https://example.com/s.json"}', data: "1" },
      expect: { ok: false, error: { code: "REF_NOT_RESOLVED" } },
    },
  ],

  run(input, ctx) {
    const schema = readJsonField(input.schema, "/schema");
    const data = readJsonField(input.data, "/data");
    const documents = readSchemas(input.schemas);
    const warnings = [...schema.warnings.map(inSchema), ...data.warnings];
    const unread = { valid: false, warnings };
    if (!schema.ok) return fail(data.ok ? schema.error : [schema.error, data.error], unread);
    if (!data.ok) return fail(data.error, unread);
    if (!documents.ok) return fail(documents.error, unread);

    const compiled = compileSchema(schema.root, {
      draft: input.draft === "auto" ? undefined : input.draft,
      assertFormat: input.assertFormat,
      documents: documents.list,
      budget: ctx.budget,
    });
    if (!compiled.ok) return fail(compiled.errors, { warnings });
    const { validator } = compiled;
    const { maxErrors } = input;
    const validation = validator.validate(data.root, { budget: ctx.budget, maxErrors });
    const all = joinEntries<Warning>(warnings, compiled.warnings);
    if (!validation.ok) return fail(validation.error, { warnings: all });
    const stats = {
      ...treeStats(data.document.root),
      keywordsEvaluated: validation.keywordsEvaluated,
    };
    return report(validation, validator, { stats, warnings: all });
  },
});

/** Undefined where the schema or the data could not be used. */
function verdictOf(run: Run, input: Given<typeof INPUT>) {
  const { ok, valid, errors = [] } = run(input);
  return ok ? { valid: valid === true, errors } : undefined;
}

/** JSON text as its value; a law needs no exact numbers. */
function valueIn(field: unknown): unknown {
  if (typeof field !== "string") return field;
  try {
    return JSON.parse(field);
  } catch {
    return field;
  }
}

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => reversed(item));
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([key, member]) => [key, reversed(member)]);
  return Object.fromEntries(members.toReversed());
}

/** Whether the schema may stand inside another one: it has no references and no names. */
function isSelfContained(schema: unknown): boolean {
  return typeof schema !== "string" && !/"(?:\$[a-z]+|id)":/i.test(JSON.stringify(schema) ?? "");
}

function around(schema: unknown, keyword: string, value: unknown): unknown {
  return typeof schema === "object" || typeof schema === "boolean" ? { [keyword]: value } : schema;
}

function report(
  { valid, count, violations }: Extract<Validation, { ok: true }>,
  { draft }: Validator,
  found: { readonly stats: Readonly<Record<string, unknown>>; readonly warnings: Entry<Warning>[] },
) {
  const left = count - violations.length;
  if (left > 0) {
    const message = `Only ${violations.length} violations are listed; ${left} were left out`;
    found.warnings.push({ code: "ERRORS_TRUNCATED", message, received: left });
  }
  const errors = violations as Value["errors"];
  return done({
    ...found,
    output: line(draft, count, violations[0]),
    valid,
    value: { valid, draft, errorCount: count, errors },
    errors: violations.map(({ code, message, path, expected, received, hint }) => ({
      code,
      message,
      path,
      expected,
      received,
      ...(hint === undefined ? {} : { hint }),
    })),
  });
}

function line(draft: string, count: number, first: Violation | undefined): string {
  if (first === undefined) return `valid: ${draft.startsWith("draft") ? "" : "draft "}${draft}`;
  const place = first.path === "" ? "the root" : first.path;
  return `invalid: ${count === 1 ? "1 problem" : `${count} problems`}, first at ${place}: ${first.message}`;
}

/** The further schemas; text is read as JSON text, which keeps its numbers exactly. */
function readSchemas(schemas: Readonly<Record<string, unknown>>) {
  const list = [];
  for (const uri of Object.keys(schemas)) {
    const path = `/schemas/${escapePointer(uri)}`;
    const field = readJsonField(schemas[uri], path);
    if (!field.ok) return { ok: false, error: field.error } as const;
    list.push({ uri, root: field.root, path });
  }
  return { ok: true, list } as const;
}

/** Pointers into the data begin at its root, those into the schema with its field. */
function inSchema<C extends string>(warning: Entry<C>): Entry<C> {
  return warning.path === undefined ? warning : { ...warning, path: `/schema${warning.path}` };
}
