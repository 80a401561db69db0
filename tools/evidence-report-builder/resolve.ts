/** Numbers the sources, verifies the quotes, and finds the status of every finding. */
import type { Budget } from "../_core/tool.ts";
import { isVerified, Quotation } from "../_lib/text/quotation/match.ts";
import { SourceText } from "../_lib/text/quotation/source-text.ts";
import { sha256Hex } from "../_lib/bytes/sha256.ts";
import type {
  FindingStatus,
  ReportedEvidence,
  ReportedFinding,
  ReportedSource,
  Stance,
} from "../evidence-report-builder.ts";
import type { Evidence, Finding, Source } from "./read.ts";

/** A source with its number in the report. */
export interface NumberedSource {
  readonly source: Source;
  readonly reference: number;
  readonly isCited: boolean;
}

/** Cited sources by their first citation, then the others. */
export function numberSources(
  sources: readonly Source[],
  findings: readonly Finding[],
): NumberedSource[] {
  const byId = new Map(sources.map((source) => [source.id, source]));
  const cited = new Set<Source>();
  for (const { sourceId } of findings.flatMap(({ evidence }) => evidence)) {
    const source = byId.get(sourceId);
    if (source) cited.add(source);
  }
  const ordered = [...cited, ...sources.filter((source) => !cited.has(source))];
  return ordered.map((source, at) => ({
    source,
    reference: at + 1,
    isCited: cited.has(source),
  }));
}

export function reportSource({ source, reference, isCited }: NumberedSource): ReportedSource {
  const { id, title, uri, date, text } = source;
  const sha256 = text === undefined ? null : sha256Hex(text);
  return { reference, id, title, uri, date, sha256, cited: isCited };
}

/** From this similarity on a quote is altered rather than missing. */
const LEAST_SIMILARITY = 0.8;

export class FindingReporter {
  readonly #sources: ReadonlyMap<string, NumberedSource>;
  readonly #texts = new Map<string, SourceText>();
  readonly #budget: Budget;

  constructor(sources: readonly NumberedSource[], budget: Budget) {
    this.#sources = new Map(sources.map((numbered) => [numbered.source.id, numbered]));
    this.#budget = budget;
    for (const { source } of sources) {
      if (source.text !== undefined) this.#texts.set(source.id, new SourceText(source.text));
    }
  }

  report(finding: Finding, number: number): ReportedFinding {
    const { id, statement, confidence } = finding;
    const evidence = finding.evidence.map((one) => this.#verify(one));
    const references = evidence.flatMap(({ reference }) => reference ?? []);
    return {
      number,
      id,
      statement,
      status: finding.status ?? statusFrom(evidence),
      confidence,
      references: [...new Set(references)],
      evidence,
    };
  }

  #verify({ sourceId, quote, locator, stance }: Evidence): ReportedEvidence {
    const reference = this.#sources.get(sourceId)?.reference ?? null;
    const given = { sourceId, reference, quote, locator, stance };
    const text = this.#texts.get(sourceId);
    if (quote === null || !text) {
      return { ...given, verification: "not-verified", start: null, end: null };
    }
    const match = new Quotation(quote, LEAST_SIMILARITY, this.#budget).findIn(text);
    if (!match) return { ...given, verification: "missing", start: null, end: null };
    return { ...given, verification: match.status, start: match.start, end: match.end };
  }
}

/** Whether any evidence is verified, or any of a stance. */
export function hasVerified(evidence: readonly ReportedEvidence[], stance?: Stance): boolean {
  return evidence.some(
    (one) => isVerified(one.verification) && (stance === undefined || one.stance === stance),
  );
}

/** Evidence against a finding keeps it open, even where it is not verified. */
function statusFrom(evidence: readonly ReportedEvidence[]): FindingStatus {
  if (hasVerified(evidence, "supports")) {
    return evidence.some(({ stance }) => stance === "contradicts") ? "open" : "confirmed";
  }
  return hasVerified(evidence, "contradicts") ? "refuted" : "open";
}
