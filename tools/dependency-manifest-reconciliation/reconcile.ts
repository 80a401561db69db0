/** Holds a lock file against its manifest. */
import { fail } from "../_core/tool.ts";
import { counted } from "../_lib/text/plural.ts";
import { LONGEST_OUTPUT, outputTooLarge } from "../_lib/results/output-limit.ts";
import { reviewOf } from "../_lib/results/review/findings.ts";
import { countedFindings, gated } from "../_lib/results/review/gate.ts";
import { findingsTable } from "../_lib/results/review/table.ts";
import type { Input, Value } from "../dependency-manifest-reconciliation.ts";
import { readFiles } from "./files.ts";
import { judgeProject } from "./judge.ts";
import { type Status, STATUSES } from "./model.ts";

const TOOL = "dependency-manifest-reconciliation";

/** Reconciles the two files of the input. */
export function reconcileDependencies(input: Input) {
  const files = readFiles(input);
  if ("errors" in files) return fail(files.errors);
  const { ecosystem, project } = files;
  const { entries, duplicates, extraneous, findings } = judgeProject(project, input.includeDev);
  const review = reviewOf(findings);
  const ofStatus = (status: Status) => entries.filter((entry) => entry.status === status).length;
  const counts = {
    ...review.counts,
    direct: entries.length,
    locked: project.lock.packages.length,
    ok: ofStatus("ok"),
    missing: ofStatus("missing"),
    mismatch: ofStatus("mismatch"),
    stale: ofStatus("stale"),
    unverifiable: ofStatus("unverifiable"),
    duplicates: duplicates.length,
    extraneous: extraneous.length,
    integrityMissing: findings.filter(({ code }) => code === "INTEGRITY_MISSING").length,
  };
  const value: Value = {
    verdict: review.verdict,
    ecosystem,
    lockfileVersion: project.lock.version,
    entries,
    duplicates,
    extraneous,
    findings: review.findings,
    counts,
  };
  const heading = { tool: TOOL, verdict: review.verdict, figures: figuresOf(value) };
  const output = findingsTable(heading, review.findings);
  if (output.length > LONGEST_OUTPUT) return fail(outputTooLarge());
  const warnings = [...files.warnings, ...project.warnings, ...review.warnings];
  return gated(
    {
      output,
      value,
      valid: review.valid,
      stats: counts,
      errors: review.errors,
      warnings,
    },
    {
      failOn: input.failOn,
      code: "DEPENDENCY_MANIFEST_RECONCILIATION_FAILED",
      message: `Cannot accept the lock file: found ${countedFindings(review.counts)}, expected none`,
    },
    review.counts.warning,
  );
}

function figuresOf({ ecosystem, counts }: Value): string {
  const states = STATUSES.map((status) => `${counts[status]} ${status}`);
  const more = [
    counted(counts.duplicates, "duplicate"),
    `${counts.extraneous} extraneous`,
    `${counts.integrityMissing} without integrity`,
  ];
  return `${ecosystem}, ${counts.direct} direct, ${counts.locked} locked: ${[...states, ...more].join(", ")}`;
}
