/** The figures of a comparison as plain lines. */
import { counted } from "../_lib/text/plural.ts";
import { oneLine } from "../_lib/text/shown.ts";
import type { Value } from "../evaluation-run-delta.ts";

const VERDICT_TEXTS: Readonly<Record<Value["verdict"], string>> = {
  improved: "Improved",
  regressed: "Regressed",
  "no-significant-change": "No significant change",
};

export function writeReport(value: Value, maxRegressions: number): string {
  const { paired, pass, passRate, mean, mcnemar, bootstrap, wilson, effect } = value;
  const counts = `${pass.baseline} of ${paired} → ${pass.candidate} of ${paired}`;
  const test = mcnemar.method === "exact" ? "exact" : `chi-square ${mcnemar.statistic}`;
  const interval = bootstrap
    ? `, ${percent(bootstrap.level)} interval ${bootstrap.low} to ${bootstrap.high} (${counted(bootstrap.resamples, "resample")})`
    : "";
  const lines = [
    `${VERDICT_TEXTS[value.verdict]}: McNemar ${test}, p = ${mcnemar.pValue}`,
    `Pass rate: ${passRate.baseline} → ${passRate.candidate} (${signed(passRate.delta)}), ${counts}`,
    `Wilson intervals: ${wilson.baseline.join(" to ")} → ${wilson.candidate.join(" to ")}`,
    `Mean score: ${mean.baseline} → ${mean.candidate} (${signed(mean.delta)})${interval}`,
    ...(effect === null ? [] : [`Effect: ${signed(effect)} standard deviations`]),
    ...unpairedLines(value),
    ...value.groups.map(
      ({ group, baseline, candidate, delta, regressed, improved }) =>
        `Group ${oneLine(group)}: ${baseline} → ${candidate} (${signed(delta)}), ${regressed} regressed, ${improved} improved`,
    ),
    `Regressed: ${pass.regressed} (at most ${maxRegressions} allowed)`,
    ...value.regressions.map(changeLine),
    `Improved: ${pass.improved}`,
    ...value.improvements.map(changeLine),
  ];
  return lines.join("\n");
}

function unpairedLines({ onlyBaseline, onlyCandidate }: Value): string[] {
  if (onlyBaseline.length + onlyCandidate.length === 0) return [];
  return [
    `Not paired: ${onlyBaseline.length} in the baseline only, ${onlyCandidate.length} in the candidate only`,
  ];
}

function changeLine({ id, group, baseline, candidate }: Value["regressions"][number]): string {
  const where = group === null ? "" : ` [${oneLine(group)}]`;
  return `- ${oneLine(id)}${where}: ${baseline} → ${candidate}`;
}

function signed(number: number): string {
  return number > 0 ? `+${number}` : String(number);
}

function percent(share: number): string {
  return `${Math.round(share * 10_000) / 100}%`;
}
