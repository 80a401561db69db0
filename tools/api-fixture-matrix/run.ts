/** Makes a matrix of fixtures from a schema, or from parameters. */
import { Type } from "@sinclair/typebox";
import { type Ctx, type Entry, fail } from "../_core/tool.ts";
import { readDocumentField } from "../_lib/fields/document-field.ts";
import { isNothing } from "../_lib/fields/structured-field.ts";
import { joinEntries } from "../_lib/results/entry-list.ts";
import { inputInvalid, missingField, outOfBounds } from "../_lib/results/input-invalid.ts";
import { CONTRACT_FORMATS, contractTrouble } from "../_lib/schemas/json-schema/checked-formats.ts";
import type { SchemaParts } from "../_lib/schemas/json-schema/parts.ts";
import { compileSchema, type Validator } from "../_lib/schemas/json-schema/validator.ts";
import { Sampler } from "../_lib/schemas/samples/sampler.ts";
import type { Input, Result, Warning } from "../api-fixture-matrix.ts";
import { factorModel } from "./factors.ts";
import { readGiven } from "./given.ts";
import { invalidFixtures, NONE_INVALID } from "./invalid.ts";
import { type Judge, makeMatrix } from "./matrix.ts";
import { resultOf } from "./result.ts";
import { SchemaModel } from "./schema-model.ts";

export const PARAMETERS = Type.Record(
  Type.String(),
  Type.Array(Type.Any(), { minItems: 1, maxItems: 32 }),
  { minProperties: 1, maxProperties: 64 },
);

type Warnings = readonly Entry<Warning>[];

export function makeFixtures(input: Input, { budget }: Ctx): Result {
  const [hasSchema, hasParameters] = [!isNothing(input.schema), !isNothing(input.parameters)];
  if (hasSchema && hasParameters) {
    const expected = "either a schema or parameters";
    return inputInvalid([outOfBounds("/parameters", "a schema beside them", expected)]);
  }
  if (hasParameters) return fromParameters(input, budget);
  if (hasSchema) return fromSchema(input, budget);
  return inputInvalid([missingField("/schema", "a JSON Schema, or parameters")]);
}

function fromParameters(input: Input, budget: Ctx["budget"]): Result {
  const read = readGiven(input.parameters, PARAMETERS, "/parameters");
  if (read.failure !== undefined) return read.failure;
  const { model, warnings } = factorModel(read.root);
  const made = makeMatrix(input, model, budget);
  if (made.failure !== undefined) return made.failure;
  return resultOf(input, model, made, NONE_INVALID, joinEntries<Warning>(read.warnings, warnings));
}

function fromSchema(input: Input, budget: Ctx["budget"]): Result {
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
    fixturesOf(input, { parts, validator, budget, root: read.root, warnings }),
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

function fixturesOf(input: Input, work: SchemaWork): Result {
  const { parts, validator, budget, root } = work;
  const sampler = new Sampler(parts);
  const reader = new SchemaModel(sampler);
  const model = reader.of(root);
  if (model === undefined) return noObject();
  const warnings = joinEntries<Warning>(work.warnings, reader.warnings);
  const judge: Judge = (fixture) => parts.accepts(root, fixture);
  const made = makeMatrix(input, model, budget, judge);
  if (made.failure !== undefined) return { ...made.failure, warnings };
  const invalid =
    input.include === "valid" ? NONE_INVALID : invalidFixtures(model, sampler, validator, budget);
  return resultOf(input, model, made, invalid, warnings);
}

function noObject(): Result {
  const message = "Cannot make fixtures: the schema allows no object, expected one of type object";
  return fail({ code: "SCHEMA_INVALID", message, path: "/schema" });
}
