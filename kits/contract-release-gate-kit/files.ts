/** What the gate hands over: its decision, the change log, whom to tell, and waivers to be filled in. */
import { byCodeUnit } from "../../tools/_lib/results/pointer.ts";
import { oneLine } from "../../tools/_lib/text/shown.ts";
import type { Change, Input, Work } from "../contract-release-gate-kit.ts";
import { type Affected, type Hit, type Judged, next, told, type Versions } from "./decide.ts";

export interface Decision {
  readonly judged: readonly Judged[];
  readonly changes: readonly Change[];
  readonly versions: Versions;
  readonly consumers: readonly Affected[];
  readonly hits: readonly Hit[];
}

export function writeFiles(decision: Decision, { input, report }: Work): void {
  const { judged, changes, versions, consumers, hits } = decision;
  report.json("gate.json", {
    verdict: report.verdict,
    requiredBump: versions.required,
    actualBump: versions.actual,
    changes,
    consumers,
  });
  report.file("CHANGELOG.md", changeLog(judged, input));
  if (consumers.length > 0) {
    report.csv(
      "consumers.csv",
      ["name", "contract", "rule", "method", "path", "severity"],
      hits.map(({ name, change: { contract, rule, method, path, severity } }) => {
        return [name, contract, rule, method, path, severity];
      }),
    );
  }
  const waivers = waiversFor(judged);
  if (waivers.length > 0) report.json("waivers.json", waivers);
}

const SECTIONS = {
  Breaking: "error",
  Risky: "warning",
  "Added and changed": "info",
} as const;

function changeLog(changes: readonly Judged[], { versionAfter = "Unreleased" }: Input): string {
  const parts = Object.entries(SECTIONS).flatMap(([title, wanted]) => {
    const items = changes.filter(({ severity }) => severity === wanted).map(item);
    return items.length === 0 ? [] : [`### ${title}`, items.join("\n")];
  });
  const body = parts.length === 0 ? ["No changes."] : parts;
  return [`## ${versionAfter}`, ...body].join("\n\n");
}

function item({ contract, method, path, message, rule, waiver }: Judged): string {
  const words = [method, path, message].filter((word) => word !== "").map(oneLine);
  const accepted = waiver ? ` – accepted until ${waiver.until}: ${oneLine(waiver.reason)}` : "";
  return `- ${oneLine(contract)}: ${words.join(" ")} (\`${rule}\`)${accepted}`;
}

/** One for every breaking change that has none, to be filled in; one is enough for equal ones. */
function waiversFor(changes: readonly Judged[]) {
  const waivers = new Map<string, object>();
  for (const { contract, rule, path, severity, waiver } of changes) {
    if (severity !== "error" || waiver !== undefined) continue;
    const where = path === "" ? {} : { path };
    const key = JSON.stringify([contract, rule, path]);
    waivers.set(key, { contract, code: rule, ...where, until: "", reason: "" });
  }
  return [...waivers.values()];
}

/** What to do now, the most urgent first. */
export function nextSteps({ judged, versions, hits }: Decision, { input, report }: Work): string[] {
  const { byCode } = report.counts;
  const has = (code: string) => (byCode[code] ?? 0) > 0;
  const first = judged.find(({ severity, waiver }) => severity === "error" && !waiver);
  const names = [...new Set(hits.map(({ name }) => oneLine(name)))].toSorted(byCodeUnit);
  const versionIsWrong = has("VERSION_NOT_INCREASED") || has("VERSION_BUMP_TOO_SMALL");
  const stops = report.findings.some(
    ({ code, severity }) => code === "BREAKING_CHANGE" && severity === "error",
  );
  return [
    ...(versionIsWrong
      ? [`Set \`versionAfter\` to ${next(input.versionBefore, versions.required)} or higher.`]
      : []),
    ...(stops && first
      ? [
          `Take back what breaks clients (first: ${told(first)}), or fill in \`until\` and \`reason\` in \`waivers.json\` and give its entries as \`policy.waivers\`.`,
        ]
      : []),
    ...(has("WAIVER_EXPIRED") ? ["Renew the waivers of `policy.waivers` that have run out."] : []),
    ...(names.length > 0
      ? [`Tell ${listed(names)} before the release; \`consumers.csv\` says what hits them.`]
      : []),
    ...(report.findings.some(({ stage }) => stage === "reliability")
      ? ["Mend the contracts or their `fixtures` where stage reliability has findings."]
      : []),
    ...(has("VERSION_MISSING")
      ? ["Give `versionBefore` and `versionAfter`, so that the version is checked."]
      : []),
    ...(has("RISKY_CHANGE") ? ["Read the section Risky of `CHANGELOG.md`."] : []),
    ...(has("WAIVER_UNUSED") ? ["Delete the waivers of `policy.waivers` that fit nothing."] : []),
    ...(report.verdict === "fail" || judged.length === 0
      ? []
      : ["Put `CHANGELOG.md` into the notes of the release."]),
  ];
}

const MOST_NAMES = 5;

function listed(names: readonly string[]): string {
  const left = names.length - MOST_NAMES;
  const shown = names.slice(0, MOST_NAMES).join(", ");
  return left > 0 ? `${shown} and ${left} more` : shown;
}
