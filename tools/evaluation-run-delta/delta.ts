/** Compares two runs of an evaluation. */
import { done, type Entry, fail } from "../_core/tool.ts";
import { counted } from "../_lib/text/plural.ts";
import { orderFindings } from "../_lib/results/finding-order.ts";
import { beginning } from "../_lib/text/shown.ts";
import { type Row, casesOf } from "./cases.ts";
import { pairCases, type Pairing } from "./compare.ts";
import type { Failure, Input, Value, Warning } from "../evaluation-run-delta.ts";
import { figuresOf } from "./figures.ts";
import { fieldsOf } from "./formats.ts";
import { readRun, type Run } from "./read.ts";
import { writeReport } from "./report.ts";

export function compareRuns(input: Input) {
  const [missing, ...others] = missingRuns(input);
  if (missing) return fail([missing, ...others]);
  const fields = fieldsOf(input.idField, input.scoreField, input.groupField);
  const baseline = readRun(input.baseline, "/baseline", fields);
  if (baseline.failure) return baseline.failure;
  const candidate = readRun(input.candidate, "/candidate", fields);
  if (candidate.failure) return candidate.failure;
  return compare(baseline.run, candidate.run, input);
}

function compare(baseline: Run, candidate: Run, input: Input) {
  const before = casesOf(baseline.rows, input);
  const after = casesOf(candidate.rows, input);
  const pairing = pairCases(before.cases, after.cases);
  const reading = [...baseline.warnings, ...candidate.warnings];
  if (pairing.pairs.length === 0) {
    return fail(noPairs(pairing), { warnings: orderFindings(reading) });
  }
  const value = figuresOf(pairing, input);
  const errors = errorsOf(value, input);
  const warnings: Entry<Warning>[] = [
    ...reading,
    ...repeatWarnings(before.repeated, "/baseline"),
    ...repeatWarnings(after.repeated, "/candidate"),
    ...mixWarnings([...baseline.rows, ...candidate.rows]),
    ...sampleWarnings(value, input),
  ];
  const { paired, pass } = value;
  return done({
    output: writeReport(value, input.maxRegressions),
    value,
    valid: errors.length === 0,
    errors: orderFindings(errors),
    warnings: orderFindings(warnings),
    stats: { paired, regressed: pass.regressed, improved: pass.improved },
  });
}

type MissingCode = "BASELINE_MISSING" | "CANDIDATE_MISSING";

function missingRuns({ baseline, candidate }: Input): Entry<MissingCode>[] {
  const missing: Entry<MissingCode>[] = [];
  if (hasNoRows(baseline)) missing.push(runMissing("BASELINE_MISSING", "/baseline"));
  if (hasNoRows(candidate)) missing.push(runMissing("CANDIDATE_MISSING", "/candidate"));
  return missing;
}

/** Not there, or a list without rows. */
function hasNoRows(field: unknown): boolean {
  if (typeof field === "string") return /^\ufeff?\s*(?:\[\s*\]\s*)?$/.test(field);
  return field === undefined || field === null || (Array.isArray(field) && field.length === 0);
}

function runMissing(code: MissingCode, path: string): Entry<MissingCode> {
  const expected = "at least one row";
  const message = `Cannot compare two runs: found no results in ${path.slice(1)}, expected ${expected}`;
  return { code, message, path, expected };
}

const SHOWN_IDS = 3;

function noPairs({ onlyBaseline, onlyCandidate }: Pairing): Entry<"NO_PAIRS"> {
  const sample = (ids: readonly string[]) => (ids.length === 0 ? "no case" : listIds(ids));
  const found = `${sample(onlyBaseline)} in the baseline and ${sample(onlyCandidate)} in the candidate`;
  const expected = "the same ids in both runs";
  const message = `Cannot pair the cases: found ${found}, expected ${expected}`;
  const hint = "idField and scoreField name the members to read";
  return { code: "NO_PAIRS", message, path: "/candidate", expected, hint };
}

function listIds(ids: readonly string[]): string {
  const shown = ids.slice(0, SHOWN_IDS).map((id) => JSON.stringify(beginning(id, 40)));
  return shown.join(", ") + (ids.length > SHOWN_IDS ? ", …" : "");
}

function errorsOf(value: Value, { maxRegressions }: Input): Entry<Failure>[] {
  const errors: Entry<Failure>[] = [];
  const { regressed } = value.pass;
  if (regressed > maxRegressions) {
    const found = counted(regressed, "regression");
    const ids = listIds(value.regressions.map(({ id }) => id));
    errors.push({
      code: "REGRESSIONS",
      message: `Cannot accept the candidate: found ${found} (${ids}), expected at most ${maxRegressions}`,
      path: "/candidate",
      expected: maxRegressions,
      received: regressed,
    });
  }
  if (value.verdict === "regressed") {
    const { pValue } = value.mcnemar;
    errors.push({
      code: "REGRESSED",
      message: `Cannot accept the candidate: found it significantly worse (p = ${pValue}), expected no significant loss`,
      path: "/candidate",
      received: pValue,
    });
  }
  return errors;
}

function repeatWarnings(repeated: readonly string[], path: string): Entry<"DUPLICATE_ID">[] {
  if (repeated.length === 0) return [];
  const what = repeated.length === 1 ? "1 case has" : `${repeated.length} cases have`;
  const message = `${what} several rows, whose scores were averaged: ${listIds(repeated)}`;
  return [{ code: "DUPLICATE_ID", message, path, received: repeated.length }];
}

function mixWarnings(rows: readonly Row[]): Entry<"SCORE_OUT_OF_RANGE">[] {
  const isMixed = rows.some(({ isBoolean }) => isBoolean) && rows.some(({ score }) => score.gt(1));
  if (!isMixed) return [];
  const message = "Some rows have booleans, which count as 0 and 1, and others scores above 1";
  return [{ code: "SCORE_OUT_OF_RANGE", message, hint: "scoreField names the member to read" }];
}

const SMALL_SAMPLE = 30;

function sampleWarnings(value: Value, { bootstrap: asked }: Input): Entry<Warning>[] {
  const { paired, onlyBaseline, onlyCandidate, bootstrap } = value;
  const warnings: Entry<Warning>[] = [];
  const unpaired = onlyBaseline.length + onlyCandidate.length;
  if (unpaired > 0) {
    const message = `${counted(unpaired, "case")} not paired: ${onlyBaseline.length} in the baseline only, ${onlyCandidate.length} in the candidate only`;
    warnings.push({ code: "UNPAIRED_CASES", message, received: unpaired });
  }
  if (paired < SMALL_SAMPLE) {
    const message = `Only ${counted(paired, "pair")}: a difference has to be large to be more than chance`;
    warnings.push({ code: "SMALL_SAMPLE", message, received: paired });
  }
  if (bootstrap && bootstrap.resamples < asked) {
    const message = `${bootstrap.resamples} resamples of ${paired} pairs were drawn, not ${asked}`;
    warnings.push({
      code: "BOOTSTRAP_REDUCED",
      message,
      path: "/bootstrap",
      expected: asked,
      received: bootstrap.resamples,
    });
  }
  return warnings;
}
