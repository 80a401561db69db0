/** Compares the evidence of two releases under a policy. */
import { type Entry, fail } from "../_core/tool.ts";
import { dateFromDays, writeDate } from "../_lib/time/calendar.ts";
import { counted } from "../_lib/text/plural.ts";
import { reviewOf } from "../_lib/results/review/findings.ts";
import type { DocumentWarning } from "../_lib/fields/document-field.ts";
import { countedFindings, gated } from "../_lib/results/review/gate.ts";
import { findingsTable } from "../_lib/results/review/table.ts";
import type { Input, Value } from "../release-evidence-delta.ts";
import { Findings } from "./findings.ts";
import { compareChecks, compareCoverage, compareMetrics, compareTests } from "./quality.ts";
import { type Material, readWaivers } from "./material.ts";
import {
  checkApprovals,
  checkLicenses,
  checkSections,
  checkVersion,
  compareArtifacts,
  compareVulnerabilities,
} from "./supply.ts";

const MS_PER_DAY = 86_400_000;
const TOOL = "release-evidence-delta";

/** Compares what was read, with the warnings of reading it. */
export function compareEvidence(
  material: Material,
  read: readonly Entry<DocumentWarning | "UNKNOWN_FIELD">[],
  failOn: Input["failOn"],
  nowMs: number,
) {
  const { waivers, problems } = readWaivers(material.policy.waivers);
  const [wrong, ...others] = problems;
  if (wrong) return fail([wrong, ...others]);
  const today = writeDate(dateFromDays(Math.floor(nowMs / MS_PER_DAY)));
  const found = new Findings(waivers, today);
  const delta: Value["delta"] = {
    checks: compareChecks(material, found),
    tests: compareTests(material, found),
    coverage: compareCoverage(material, found),
    vulnerabilities: compareVulnerabilities(material, found),
    artifacts: compareArtifacts(material, found),
    metrics: compareMetrics(material, found),
  };
  checkApprovals(material, found);
  checkLicenses(material, found);
  checkVersion(material, found);
  checkSections(material, found);
  const { findings, counts, verdict, valid, errors, warnings } = reviewOf(found.list);
  const versions = `${material.before.version ?? "–"} → ${material.after.version ?? "–"}`;
  const figures = `Version ${versions}: ${countedAll(counts)}`;
  const outcome = {
    output: findingsTable({ tool: TOOL, verdict, figures }, findings),
    value: { verdict, findings, counts, delta },
    valid,
    errors,
    warnings: [...read, ...warnings],
    stats: counts,
  };
  const message = `Cannot release: found ${countedFindings(counts)}, expected none`;
  const gate = { failOn, code: "RELEASE_EVIDENCE_DELTA_FAILED", message } as const;
  return gated(outcome, gate, counts.warning);
}

/** Infos too, so that a table with rows never stands below "no findings". */
function countedAll(counts: Value["counts"]): string {
  const infos = counts.info > 0 ? [counted(counts.info, "info")] : [];
  const isQuiet = counts.error + counts.warning === 0 && infos.length > 0;
  return [...(isQuiet ? [] : [countedFindings(counts)]), ...infos].join(", ");
}
