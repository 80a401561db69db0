/** Reads the fields of the input beside the schema. */
import { type Static, type TSchema, Type } from "@sinclair/typebox";
import type { Entry } from "../_core/tool.ts";
import { isNothing, readStructured } from "../_lib/fields/structured-field.ts";
import { type JsonWarning, readJsonField } from "../_lib/json/tree/json-field.ts";
import { itemsOf } from "../_lib/json/tree/members.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import type { Input, Result } from "../api-fixture-matrix.ts";
import { ConstraintReader } from "./constraints.ts";
import type { Forbidden, Row } from "./covering-array/problem.ts";
import type { Parameter, ParameterValue } from "./parameter.ts";

export const CONDITION = Type.Record(Type.String(), Type.Any());

/** A combination that is forbidden, or one that another one demands. */
export const CONSTRAINTS = Type.Array(
  Type.Union([
    Type.Object({ not: CONDITION }, { additionalProperties: false }),
    // oxlint-disable-next-line unicorn/no-thenable -- the name of a field
    Type.Object({ if: CONDITION, then: CONDITION }, { additionalProperties: false }),
  ]),
  { maxItems: 100 },
);

export const SEED_ROWS = Type.Array(Type.Record(Type.String(), Type.Any()), { maxItems: 100 });

export type GivenField =
  | {
      readonly failure?: undefined;
      readonly root: JsonNode;
      readonly warnings: readonly Entry<JsonWarning>[];
    }
  | { readonly failure: Result };

/** The field's tree, in which numbers are exact, once its structure is right. */
export function readGiven<S extends TSchema>(given: unknown, schema: S, path: string): GivenField {
  const checked = readStructured<S>(given as Static<S>, schema, path);
  if (checked.failure !== undefined) return { failure: checked.failure };
  const read = readJsonField(given, path);
  return read.ok
    ? { root: read.root, warnings: read.warnings }
    : { failure: { ok: false, errors: [read.error] } };
}

export type GivenRows =
  | {
      readonly failure?: undefined;
      readonly forbidden: readonly Forbidden[];
      readonly seeds: readonly Row[];
      /** Of each parameter its values, and behind them those that only seeds have. */
      readonly values: readonly (readonly ParameterValue[])[];
      readonly warnings: readonly Entry<JsonWarning | "VALUE_UNKNOWN">[];
    }
  | { readonly failure: Result };

/** The constraints and seed rows of the parameters. */
export function readRows(input: Input, parameters: readonly Parameter[]): GivenRows {
  const fieldOf = (field: unknown) => (isNothing(field) ? [] : field);
  const seedRows = readGiven(fieldOf(input.seedRows), SEED_ROWS, "/seedRows");
  if (seedRows.failure !== undefined) return seedRows;
  const constraints = readGiven(fieldOf(input.constraints), CONSTRAINTS, "/constraints");
  if (constraints.failure !== undefined) return constraints;
  const reader = new ConstraintReader(parameters);
  const seeds = itemsOf(seedRows.root).map((item, index) =>
    reader.seedRow(item, `/seedRows/${index}`),
  );
  const forbidden = itemsOf(constraints.root).flatMap((item, index) =>
    reader.constraint(item, `/constraints/${index}`),
  );
  if (reader.problems.length > 0) return { failure: { ok: false, errors: reader.problems } };
  const warnings = [...seedRows.warnings, ...constraints.warnings, ...reader.warnings];
  return { forbidden, seeds, values: reader.values, warnings };
}
