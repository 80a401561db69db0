/** The findings, sources and limitations as they are given, with their defaults. */
import { fail } from "../_core/tool.ts";
import { dateInvalid } from "../_lib/fields/date-field.ts";
import { wrongIds } from "../_lib/fields/named-texts.ts";
import { readStructured } from "../_lib/fields/structured-field.ts";
import { readJsonField } from "../_lib/json/tree/json-field.ts";
import { readIso } from "../_lib/time/timestamp/iso.ts";
import { isReading } from "../_lib/time/timestamp/reading.ts";
import type { FindingStatus, Input, Limitations, Stance } from "../evidence-report-builder.ts";

export interface Evidence {
  readonly sourceId: string;
  readonly quote: string | null;
  readonly locator: string | null;
  readonly stance: Stance;
}

export interface Finding {
  readonly id: string;
  /** Its place in the input. */
  readonly path: string;
  readonly statement: string;
  /** Undefined where it is to be found from the evidence. */
  readonly status: FindingStatus | undefined;
  readonly confidence: number | null;
  readonly evidence: readonly Evidence[];
}

export interface Source {
  readonly id: string;
  readonly path: string;
  readonly title: string | null;
  readonly uri: string | null;
  readonly date: string | null;
  readonly text: string | undefined;
}

export function readMaterial(input: Input, limitationsShape: Limitations) {
  const { date } = input;
  if (date && !isIsoDate(date)) {
    return { failure: fail(dateInvalid(date, "/date", "a date in ISO 8601")) };
  }
  const findings = findingsOf(input.findings);
  if (findings.length === 0) {
    return { failure: missing("FINDINGS_MISSING", "/findings", "1 to 500 findings") };
  }
  const sameFinding = wrongIds(findings, "DUPLICATE_FINDING_ID", "findings");
  if (sameFinding) return { failure: sameFinding };
  const sources = sourcesOf(input.sources);
  if (sources.length === 0) {
    return { failure: missing("SOURCES_MISSING", "/sources", "at least one source") };
  }
  const sameSource = wrongIds(sources, "DUPLICATE_SOURCE_ID", "sources");
  if (sameSource) return { failure: sameSource };
  const limitations = readLimitations(input.limitations, limitationsShape);
  if (limitations.failure) return limitations;
  return { findings, sources, limitations: limitations.lines, warnings: limitations.warnings };
}

function findingsOf(given: Input["findings"] = []): Finding[] {
  return given.map(({ id, statement, status, confidence = null, evidence }, at) => ({
    id: id || `f${at + 1}`,
    path: `/findings/${at}`,
    statement,
    status,
    confidence,
    evidence: evidence.map(({ sourceId, quote = "", locator, stance }) => ({
      sourceId,
      quote: quote.trim() === "" ? null : quote,
      locator: locator || null,
      stance,
    })),
  }));
}

function sourcesOf(given: Input["sources"] = []): Source[] {
  return given.map(({ id, title, uri, date, text }, at) => ({
    id,
    path: `/sources/${at}`,
    title: title || null,
    uri: uri || null,
    date: date || null,
    text,
  }));
}

/** A JSON array of texts, or the lines of a text; what is blank counts for nothing. */
function readLimitations(field: Input["limitations"] = [], shape: Limitations) {
  if (typeof field === "string" && !isList(field)) {
    return { lines: clean(field.split(/\r\n|\n|\r/)), warnings: [] };
  }
  const read = readStructured(field, shape, "/limitations");
  if (read.failure) return { failure: read.failure };
  return { lines: clean(read.value), warnings: read.warnings };
}

function isList(text: string): boolean {
  if (!/^\ufeff?\s*\[/.test(text)) return false;
  return readJsonField(text, "/limitations").ok;
}

function clean(lines: readonly string[]): string[] {
  return lines.map((line) => line.trim()).filter((line) => line !== "");
}

function missing<C extends string>(code: C, path: string, expected: string) {
  const message = `Cannot build a report: found no ${path.slice(1)}, expected ${expected}`;
  return fail({ code, message, path, expected });
}

/** A date with or without a time of day, or a year alone. */
function isIsoDate(text: string): boolean {
  if (/^\d{4}$/.test(text)) return true;
  const read = readIso(text);
  return read !== undefined && isReading(read);
}
