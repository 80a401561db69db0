/** Reads the fields of the input beside the schema. */
import type { Static, TSchema } from "@sinclair/typebox";
import type { Entry } from "../_core/tool.ts";
import { type JsonWarning, readJsonField } from "../_lib/json/tree/json-field.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import type { Forbidden, Row } from "./covering-array/problem.ts";
import { isNothing, readStructured } from "../_lib/fields/structured-field.ts";
import { ConstraintReader } from "./constraints.ts";
import { CONSTRAINTS, type Input, type Result, SEED_ROWS } from "./contract.ts";
import type { Parameter, ParameterValue } from "./parameter.ts";

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

function itemsOf(node: JsonNode): readonly JsonNode[] {
  return node.type === "array" ? node.items : [];
}
