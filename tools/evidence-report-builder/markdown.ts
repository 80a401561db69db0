/** The report as Markdown: blocks with one blank line between them. */
import { oneLine } from "../_lib/text/shown.ts";
import type {
  Report,
  ReportedEvidence,
  ReportedFinding,
  ReportedSource,
} from "../evidence-report-builder.ts";

const DIGEST_DIGITS = 12;

export function writeReport(report: Report): string {
  const { title, date, question, findings, limitations, sources } = report;
  const open = findings.filter(({ status }) => status === "open");
  const blocks = [
    `# ${oneLine(title)}`,
    ...(date === null ? [] : [`Date: ${oneLine(date)}`]),
    ...(question === "" ? [] : [`**Question:** ${oneLine(question)}`]),
    ...section("Findings", findings.flatMap(findingBlocks)),
    ...section(
      "Open points",
      open.map(({ id, statement }) => `- ${oneLine(id)}: ${oneLine(statement)}`),
    ),
    ...section(
      "Limitations",
      limitations.map((limitation) => `- ${oneLine(limitation)}`),
    ),
    ...section("Sources", sources.map(sourceBlock)),
  ];
  return blocks.join("\n\n");
}

/** Nothing at all where there are no blocks. */
function section(heading: string, blocks: readonly string[]): string[] {
  return blocks.length === 0 ? [] : [`## ${heading}`, ...blocks];
}

function findingBlocks(finding: ReportedFinding): string[] {
  const { number, statement, status, confidence, evidence } = finding;
  const sureness = confidence === null ? "" : ` · Confidence: ${confidence}`;
  return [
    `### ${number}. ${oneLine(statement)}`,
    `Status: ${status}${sureness}`,
    ...evidence.flatMap(evidenceBlocks),
  ];
}

function evidenceBlocks(evidence: ReportedEvidence): string[] {
  const { quote, reference, locator, stance, verification } = evidence;
  const place = locator === null ? "" : `, ${oneLine(locator)}`;
  const against = stance === "contradicts" ? "contradicts, " : "";
  const citation = `[${reference ?? "?"}]${place} (${against}${verification.replace("-", " ")})`;
  if (quote === null) return [`- ${citation}`];
  const lines = quote.split(/\r\n|[\n\r\u2028\u2029]/);
  return [lines.map((line) => `> ${line}`).join("\n"), `— ${citation}`];
}

function sourceBlock({ reference, id, title, uri, date, sha256 }: ReportedSource): string {
  const digest = sha256 && `sha256:${sha256.slice(0, DIGEST_DIGITS)}`;
  const parts = [title ?? id, date, uri, digest].filter((part) => part !== null);
  return `[${reference}] ${parts.map(oneLine).join(". ")}`;
}
