/** Makes a matrix of fixtures from a schema, or from parameters. */
import { type Ctx, type Entry, fail } from "../_core/tool.ts";
import { readDocumentField } from "../_lib/fields/document-field.ts";
import { conflictsOf } from "../_lib/fields/exclusive-fields.ts";
import { readShaped } from "../_lib/fields/shaped-field.ts";
import { isNothing } from "../_lib/fields/structured-field.ts";
import { joinEntries } from "../_lib/results/entry-list.ts";
import { inputInvalid, missingField } from "../_lib/results/input-invalid.ts";
import { CONTRACT_FORMATS, contractTrouble } from "../_lib/schemas/json-schema/checked-formats.ts";
import type { SchemaParts } from "../_lib/schemas/json-schema/parts.ts";
import { compileSchema, type Validator } from "../_lib/schemas/json-schema/validator.ts";
import { Sampler } from "../_lib/schemas/samples/sampler.ts";
import type { Input, Shapes, Warning } from "../api-fixture-matrix.ts";
import { factorModel } from "./factors.ts";
import { readRows } from "./given-rows.ts";
import { invalidFixtures, NONE_INVALID } from "./invalid.ts";
import { type Judge, makeMatrix } from "./matrix.ts";
import { resultOf } from "./result.ts";
import { SchemaModel } from "./schema-model.ts";

type Warnings = readonly Entry<Warning>[];

/** Makes the fixtures of a schema, or of parameters, which `shapes` describe. */
export function makeFixtures(input: Input, shapes: Shapes, { budget }: Ctx) {
  const [hasSchema, hasParameters] = [!isNothing(input.schema), !isNothing(input.parameters)];
  const [conflict] = hasSchema ? conflictsOf(input, [["schema", "parameters"]]) : [];
  if (conflict && hasParameters) return fail(conflict);
  if (hasParameters) return fromParameters(input, shapes, budget);
  if (hasSchema) return fromSchema(input, shapes, budget);
  return inputInvalid([missingField("/schema", "a JSON Schema, or parameters")]);
}

function fromParameters(input: Input, shapes: Shapes, budget: Ctx["budget"]) {
  const read = readShaped(input.parameters, "/parameters", shapes.parameters, ["object"]);
  if (read.failure) return read.failure;
  const { model, warnings } = factorModel(read.root);
  const rows = readRows(input, shapes, model.parameters);
  if (rows.failure) return rows.failure;
  const made = makeMatrix(input.strength, model, rows, budget);
  if (made.failure) return made.failure;
  return resultOf(input, model, made, NONE_INVALID, joinEntries<Warning>(read.warnings, warnings));
}

function fromSchema(input: Input, shapes: Shapes, budget: Ctx["budget"]) {
  const read = readDocumentField(input.schema, "/schema", ["object", "boolean"]);
  if (!read.ok) return fail(read.error);
  const compiled = compileSchema(read.root, { formats: CONTRACT_FORMATS, budget });
  if (!compiled.ok) {
    const [first, ...others] = compiled.errors;
    return fail([contractTrouble(first), ...others.map(contractTrouble)]);
  }
  const { validator } = compiled;
  const warnings = joinEntries<Warning>(
    read.warnings.map((warning) => ({ ...warning, path: `/schema${warning.path ?? ""}` })),
    compiled.warnings,
  );
  const worked = validator.withParts(budget, (parts) =>
    fixturesOf(input, shapes, { parts, validator, budget, root: read.root, warnings }),
  );
  return worked.ok ? worked.result : fail(contractTrouble(worked.error));
}

interface SchemaWork {
  readonly parts: SchemaParts;
  readonly validator: Validator;
  readonly budget: Ctx["budget"];
  readonly root: Parameters<SchemaModel["of"]>[0];
  readonly warnings: Warnings;
}

function fixturesOf(input: Input, shapes: Shapes, work: SchemaWork) {
  const { parts, validator, budget, root } = work;
  const sampler = new Sampler(parts);
  const reader = new SchemaModel(sampler);
  const model = reader.of(root);
  if (model === undefined) return noObject();
  const warnings = joinEntries<Warning>(work.warnings, reader.warnings);
  const judge: Judge = (fixture) => parts.accepts(root, fixture);
  const rows = readRows(input, shapes, model.parameters);
  if (rows.failure) return { ...rows.failure, warnings };
  const made = makeMatrix(input.strength, model, rows, budget, judge);
  if (made.failure) return { ...made.failure, warnings };
  const invalid =
    input.include === "valid" ? NONE_INVALID : invalidFixtures(model, sampler, validator, budget);
  return resultOf(input, model, made, invalid, warnings);
}

function noObject() {
  const message = "Cannot make fixtures: the schema allows no object, expected one of type object";
  return fail({ code: "SCHEMA_INVALID", message, path: "/schema" });
}
