/** The report: its findings, sources and totals, and what is wrong with it. */
import { type Budget, done, type Entry } from "../_core/tool.ts";
import { sha256Hex } from "../_lib/bytes/sha256.ts";
import { orderFindings } from "../_lib/results/finding-order.ts";
import { isVerified } from "../_lib/text/quotation/match.ts";
import { quoted } from "../_lib/text/shown.ts";
import type {
  Failure,
  FindingStatus,
  Input,
  Limitations,
  Report,
  ReportedEvidence,
  ReportedFinding,
  Warning,
} from "../evidence-report-builder.ts";
import { writeReport } from "./markdown.ts";
import { type Finding, readMaterial } from "./read.ts";
import {
  FindingReporter,
  hasVerified,
  type NumberedSource,
  numberSources,
  reportSource,
} from "./resolve.ts";

/** Builds the report and says what is wrong with it. */
export function buildReport(input: Input, limitationsShape: Limitations, budget: Budget) {
  const material = readMaterial(input, limitationsShape);
  if (material.failure) return material.failure;
  const sources = numberSources(material.sources, material.findings);
  const reporter = new FindingReporter(sources, budget);
  const findings = material.findings.map((one, at) => reporter.report(one, at + 1));
  const totals = totalsOf(findings);
  const report: Report = {
    version: "1",
    title: input.title,
    question: input.question.trim() === "" ? "" : input.question,
    date: input.date || null,
    findings,
    sources: sources.map(reportSource),
    open: findings.filter(({ status }) => status === "open").map(({ id }) => id),
    limitations: [...material.limitations],
    totals,
  };
  const output = writeReport(report);
  const errors = findings.flatMap((finding, at) =>
    findingErrors(finding, material.findings[at] as Finding, input.requireQuotes),
  );
  return done({
    output,
    value: { ...report, reportSha256: sha256Hex(output) },
    valid: errors.length === 0,
    errors: orderFindings(errors),
    warnings: orderFindings([
      ...material.warnings,
      ...openFindings(findings),
      ...sourceWarnings(sources, findings),
    ]),
    stats: { findings: totals.findings, quotes: totals.quotes, verified: totals.verified },
  });
}

function totalsOf(findings: readonly ReportedFinding[]): Report["totals"] {
  const withQuotes = findings.flatMap(({ evidence }) =>
    evidence.filter(({ quote }) => quote !== null),
  );
  const count = (status: FindingStatus) =>
    findings.filter((finding) => finding.status === status).length;
  const verified = withQuotes.filter(({ verification }) => isVerified(verification)).length;
  return {
    findings: findings.length,
    confirmed: count("confirmed"),
    refuted: count("refuted"),
    open: count("open"),
    quotes: withQuotes.length,
    verified,
  };
}

function findingErrors(
  { id, status, evidence }: ReportedFinding,
  { path }: Finding,
  requireQuotes: boolean,
): Entry<Failure>[] {
  const errors = evidence.flatMap((one, at) => evidenceErrors(one, `${path}/evidence/${at}`));
  if (status !== "confirmed") return errors;
  const isBare = requireQuotes ? !hasVerified(evidence) : evidence.length === 0;
  if (isBare) {
    const expected = requireQuotes ? "a quote that its source has" : "at least one piece of it";
    const message = `Cannot confirm the finding ${quoted(id)}: found no such evidence, expected ${expected}`;
    errors.push({ code: "CONFIRMED_WITHOUT_EVIDENCE", message, path, expected });
  }
  if (hasVerified(evidence, "contradicts")) {
    const message = `Cannot confirm the finding ${quoted(id)}: found verified evidence against it, expected none`;
    errors.push({ code: "CONFIRMED_WITH_CONTRADICTION", message, path });
  }
  return errors;
}

function evidenceErrors(
  { sourceId, reference, quote, verification }: ReportedEvidence,
  path: string,
): Entry<Failure>[] {
  const source = quoted(sourceId);
  if (reference === null) {
    const message = `Cannot cite the evidence: found no source ${source}, expected one of the ids`;
    return [{ code: "SOURCE_UNKNOWN", message, path: `${path}/sourceId`, received: sourceId }];
  }
  const given = quoted(quote ?? "");
  if (verification === "missing") {
    const message = `Cannot verify the quote: found nothing like ${given} in ${source}, expected it there`;
    return [{ code: "QUOTE_MISSING", message, path: `${path}/quote` }];
  }
  if (verification !== "altered") return [];
  const message = `Cannot verify the quote: found other words than ${given} in ${source}, expected the same`;
  return [{ code: "QUOTE_ALTERED", message, path: `${path}/quote` }];
}

function openFindings(findings: readonly ReportedFinding[]): Entry<Warning>[] {
  return findings
    .filter(({ status }) => status === "open")
    .map(({ id, number }) => ({
      code: "FINDING_OPEN",
      message: `The finding ${quoted(id)} is open`,
      path: `/findings/${number - 1}`,
    }));
}

function sourceWarnings(
  sources: readonly NumberedSource[],
  findings: readonly ReportedFinding[],
): Entry<Warning>[] {
  const withQuotes = new Set(
    findings
      .flatMap(({ evidence }) => evidence)
      .filter(({ quote }) => quote !== null)
      .map(({ sourceId }) => sourceId),
  );
  return sources.flatMap(({ source, isCited }): Entry<Warning>[] => {
    const { id, path, text } = source;
    if (!isCited) {
      return [{ code: "SOURCE_UNCITED", message: `No finding cites ${quoted(id)}`, path }];
    }
    if (text !== undefined || !withQuotes.has(id)) return [];
    const message = `The quotes from ${quoted(id)} are not verified, as its text is not given`;
    return [{ code: "SOURCE_WITHOUT_TEXT", message, path }];
  });
}
