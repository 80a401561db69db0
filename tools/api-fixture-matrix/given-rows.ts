/** What the input says of the rows that are wanted. */
import { type Entry, fail } from "../_core/tool.ts";
import type { DocumentWarning } from "../_lib/fields/document-field.ts";
import { readShaped } from "../_lib/fields/shaped-field.ts";
import { isNothing } from "../_lib/fields/structured-field.ts";
import { itemsOf } from "../_lib/json/tree/members.ts";
import type { Input, Shapes } from "../api-fixture-matrix.ts";
import { ConstraintReader } from "./constraints.ts";
import type { Forbidden, Row } from "./covering-array/problem.ts";
import type { Parameter, ParameterValue } from "./parameter.ts";

export interface GivenRows {
  readonly failure?: undefined;
  readonly forbidden: readonly Forbidden[];
  readonly seeds: readonly Row[];
  /** Of each parameter its values, and behind them those that only seeds have. */
  readonly values: readonly (readonly ParameterValue[])[];
  readonly warnings: readonly Entry<DocumentWarning | "VALUE_UNKNOWN">[];
}

/** The constraints and seed rows of the parameters. */
export function readRows(input: Input, shapes: Shapes, parameters: readonly Parameter[]) {
  const fieldOf = (field: unknown) => (isNothing(field) ? [] : field);
  const seedRows = readShaped(fieldOf(input.seedRows), "/seedRows", shapes.seedRows);
  if (seedRows.failure) return seedRows;
  const constraints = readShaped(fieldOf(input.constraints), "/constraints", shapes.constraints);
  if (constraints.failure) return constraints;
  const reader = new ConstraintReader(parameters);
  const seeds = itemsOf(seedRows.root).map((item, index) =>
    reader.seedRow(item, `/seedRows/${index}`),
  );
  const forbidden = itemsOf(constraints.root).flatMap((item, index) =>
    reader.constraint(item, `/constraints/${index}`),
  );
  const [first, ...others] = reader.problems;
  if (first) return { failure: fail([first, ...others]) };
  const warnings = [...seedRows.warnings, ...constraints.warnings, ...reader.warnings];
  const rows: GivenRows = { forbidden, seeds, values: reader.values, warnings };
  return rows;
}
