/** The dossier as files. */
import { oneLine } from "../../tools/_lib/text/shown.ts";
import { tableOr } from "../_core/page.ts";
import type { Value, Work } from "../release-evidence-kit.ts";
import { billOfMaterials, type Component } from "./components.ts";
import type { Delivery } from "./sections.ts";

export interface Dossier {
  readonly evidence: object | null;
  readonly components: readonly Component[];
  readonly delivery: Delivery | undefined;
  readonly claims: string | undefined;
  readonly sections: Value["sections"];
  readonly missing: Value["missing"];
}

export function writeFiles(dossier: Dossier, { input, report }: Work): void {
  const { evidence, components, delivery, claims, sections, missing } = dossier;
  const { release } = input;
  const { verdict, counts } = report;
  report.json("evidence.json", {
    release,
    verdict,
    sections,
    missing,
    counts,
    evidence,
    components,
  });
  if (delivery) {
    report.file("SHA256SUMS", delivery.sums);
    if (input.slsa !== undefined) report.json("provenance.intoto.json", delivery.provenance);
  }
  if (delivery || components.length > 0) {
    const shipped = delivery && { files: delivery.listed, treeSha256: delivery.treeSha256 };
    report.json("sbom.cdx.json", billOfMaterials(release, components, shipped));
  }
  if (claims !== undefined) report.file("claims.md", claims);
  report.csv(
    "findings.csv",
    ["section", "severity", "code", "subject", "path", "message"],
    report.findings.map(({ stage, severity, code, subject, path, message }) => {
      return [stage, severity, code, subject, path, message];
    }),
  );
  report.file("RELEASE.md", releaseText(dossier, { input, report }));
}

function releaseText(
  { sections, missing }: Dossier,
  { input, report }: Pick<Work, "input" | "report">,
): string {
  const { name, version, commit, date } = input.release;
  const facts = [
    ["Name", name],
    ["Version", version],
    ...(commit === undefined ? [] : [["Commit", commit]]),
    ...(date === undefined ? [] : [["Date", date]]),
    ["Verdict", report.verdict],
  ];
  const stages = new Map(report.stages.map(({ id, summary }) => [id, summary]));
  return [
    `# ${oneLine(name)} ${oneLine(version)}: ${report.verdict.toUpperCase()}`,
    tableOr("", ["Release", ""], facts),
    "## Sections",
    tableOr(
      "None.",
      ["Section", "Verdict", "Result"],
      Object.entries(sections).map(([id, verdict]) => [id, verdict, stages.get(id) ?? ""]),
    ),
    "## Missing",
    missing.length === 0
      ? "Nothing."
      : missing.map((id) => `- ${id}: ${stages.get(id)}`).join("\n"),
    "## To be settled",
    tableOr(
      "Nothing.",
      ["Severity", "Code", "Where", "Message"],
      report.findings
        .filter(({ severity }) => severity !== "info")
        .slice(0, MOST_FINDINGS)
        .map(({ severity, code, subject, path, message }) => {
          return [severity, code, subject ?? path ?? "", message];
        }),
    ),
    "## Files",
    tableOr(
      "None.",
      ["File", "Bytes", "SHA-256"],
      report.deliverables.map((file) => [file.name, String(file.bytes), file.sha256]),
    ),
  ].join("\n\n");
}

const MOST_FINDINGS = 50;
