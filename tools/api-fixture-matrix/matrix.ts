/** The rows of a model that cover every combination of so many parameters. */
import { type Budget, type Entry, fail } from "../_core/tool.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { minifyJson } from "../_lib/json/tree/write.ts";
import { WarningList } from "../_lib/results/entry-list.ts";
import { quoted, shortened } from "../_lib/text/shown.ts";
import type { Warning } from "../api-fixture-matrix.ts";
import { coveringArray } from "./covering-array/generate.ts";
import { countTuples, type CoveringProblem, type Row } from "./covering-array/problem.ts";
import type { GivenRows } from "./given-rows.ts";
import { fixtureOf, type Model } from "./parameter.ts";
import { type Matrix, validMatrix } from "./valid.ts";

const MOST_TUPLES = 200_000;

const MOST_ROWS = 5000;

const LONGEST_SHOWN = 200;

/** Whether a fixture is valid. */
export type Judge = (fixture: JsonNode) => boolean;

export interface Made extends Matrix {
  readonly failure?: undefined;
  readonly strength: number;
  /** The fixture of each row. */
  readonly fixtures: readonly JsonNode[];
  readonly warnings: readonly Entry<Warning>[];
}

/** Covers the model with rows, of which some may be given and some forbidden. */
export function makeMatrix(
  wanted: number,
  model: Model,
  given: GivenRows,
  budget: Budget,
  judge?: Judge,
) {
  const { values, forbidden, seeds } = given;
  const sizes = model.parameters.map((parameter) => parameter.values.length);
  const strength = Math.min(wanted, sizes.length);
  const tuples = countTuples(sizes, strength);
  if (tuples > MOST_TUPLES) return { failure: tooLarge(`${tuples} combinations`, MOST_TUPLES) };
  const allSizes = values.map(({ length }) => length);
  const problem: CoveringProblem = { sizes, allSizes, strength, forbidden, seeds };
  const covering = coveringArray(problem, budget, MOST_ROWS);
  if (!covering.ok) {
    const isLarge = covering.code === "TOO_MANY_ROWS";
    return { failure: isLarge ? tooLarge("more rows", MOST_ROWS) : impossible(model) };
  }
  const { array } = covering;
  const fixture = (row: Row) =>
    fixtureOf(model.plan, (parameter) => values[parameter]?.[row[parameter] ?? 0]);
  const accepts = (row: Row) => judge === undefined || judge(fixture(row));
  const refused = array.rows.filter((row) => !accepts(row));
  const required = array.feasible.reduce((sum, mark) => sum + mark, 0);
  const matrix: Matrix =
    refused.length === 0
      ? { rows: array.rows, required, covered: required, infeasible: array.tuples.count - required }
      : validMatrix(array, refused, { accepts, forbidden, parameterCount: sizes.length });
  if (matrix.rows.length === 0) return { failure: impossible(model) };
  const list = new WarningList<Warning>();
  list.addAll(given.warnings);
  if (strength < wanted) list.add("STRENGTH_REDUCED", () => reduced(strength));
  for (const index of array.refusedSeeds) list.add("ROW_DROPPED", () => refusedSeed(index));
  for (const row of refused) list.add("ROW_DROPPED", () => invalidRow(fixture(row)));
  const fixtures = matrix.rows.map(fixture);
  const made: Made = { ...matrix, strength, fixtures, warnings: list.list() };
  return made;
}

function reduced(strength: number) {
  const message = `There are only so many parameters: the strength is ${strength}`;
  return { message, path: "/strength" };
}

function refusedSeed(index: number) {
  const message = "The seed row is left out: the constraints forbid it";
  return { message, path: `/seedRows/${index}` };
}

function invalidRow(fixture: JsonNode) {
  const text = shortened(minifyJson(fixture) ?? "", LONGEST_SHOWN);
  return { message: `A row is left out, as the schema refuses it: ${text}`, path: "/schema" };
}

function tooLarge(found: string, most: number) {
  const message = `Cannot make the matrix: found ${found}, expected at most ${most}`;
  const hint = "Lower the strength, or give fewer values";
  return fail({ code: "MATRIX_TOO_LARGE", message, hint });
}

function impossible({ parameters }: Model) {
  const empty = parameters.find(({ values }) => values.length === 0);
  const found =
    empty === undefined ? "no row that everything allows" : `no value for ${quoted(empty.name)}`;
  const message = `Cannot make a row: found ${found}, expected at least one`;
  return fail({ code: "CONSTRAINTS_UNSATISFIABLE", message });
}
