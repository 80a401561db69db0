/** The runs, from reports or from a matrix. */
import { Type } from "@sinclair/typebox";
import { type Entry, fail } from "../_core/tool.ts";
import { readStructured } from "../_lib/fields/structured-field.ts";
import { readTestReport } from "../_lib/formats/test-report/read.ts";
import type { Test } from "../_lib/formats/test-report/report.ts";
import { inputInvalid, missingField } from "../_lib/results/input-invalid.ts";
import { beginning } from "../_lib/text/shown.ts";
import type { Input, Result, Warning } from "../test-run-stability-matrix.ts";
import { MOST_RUNS, readMatrix } from "./matrix.ts";

export const NULLABLE_TEXT = Type.Union([Type.String(), Type.Null()]);

export const RUNS = Type.Array(
  Type.Object({
    id: Type.Optional(Type.Union([Type.String(), Type.Integer()])),
    commit: Type.Optional(NULLABLE_TEXT),
    report: Type.Any(),
  }),
  { minItems: 1, maxItems: MOST_RUNS },
);

/** Oldest first. */
export interface Run {
  readonly id: string;
  readonly commit: string | null;
  readonly tests: ReadonlyMap<string, Test>;
}

export type ReadRuns =
  | { readonly runs: readonly Run[]; readonly warnings: readonly Entry<Warning>[] }
  | { readonly failure: Result };

export function readRuns(input: Input): ReadRuns {
  const { runs, matrix } = input;
  if (runs !== undefined && matrix !== undefined) {
    const message = "Cannot use runs and matrix together: found both, expected one of them";
    return { failure: inputInvalid([{ code: "TYPE", message, path: "/matrix" }]) };
  }
  if (matrix !== undefined) return checked(readMatrix(matrix), "/matrix");
  if (runs === undefined)
    return { failure: inputInvalid([missingField("/runs", "runs or matrix")]) };
  return checked(readReports(runs, input.format), "/runs");
}

function readReports(given: unknown, format: Input["format"]): ReadRuns {
  const read = readStructured(given, RUNS, "/runs");
  if (read.failure) return read;
  const runs: Run[] = [];
  const warnings: Entry<Warning>[] = [];
  for (const [index, { id, commit = null, report }] of read.value.entries()) {
    const path = `/runs/${index}/report`;
    const found = readTestReport(report, format, path);
    if ("error" in found) return { failure: fail(found.error) };
    runs.push({ id: String(id ?? index + 1), commit, tests: found.tests });
    if (found.truncated === undefined) continue;
    const message = `The run seems not to be whole: ${found.truncated}`;
    warnings.push({ code: "RUN_TRUNCATED", message, path });
  }
  return { runs, warnings };
}

function checked(read: ReadRuns, path: string): ReadRuns {
  if ("failure" in read) return read;
  const known = new Set<string>();
  for (const [index, { id }] of read.runs.entries()) {
    if (known.has(id)) return { failure: fail(duplicate(id, index, path)) };
    known.add(id);
  }
  return read;
}

const LONGEST_SHOWN = 60;

function duplicate(id: string, index: number, path: string): Entry<"DUPLICATE_RUN_ID"> {
  const found = `${JSON.stringify(beginning(id, LONGEST_SHOWN))} again as run ${index + 1}`;
  const message = `Cannot tell the runs apart: found ${found}, expected an id of its own`;
  const place = path === "/runs" ? `${path}/${index}/id` : path;
  return { code: "DUPLICATE_RUN_ID", message, path: place, received: id };
}
