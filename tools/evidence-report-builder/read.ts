/** The findings, sources and limitations as they are given, with their defaults. */
import { Type } from "@sinclair/typebox";
import { type Entry, fail, type Outcome } from "../_core/tool.ts";
import { isNothingOrEmpty, readRecords, repeatedIds } from "../_lib/fields/named-texts.ts";
import { readStructured } from "../_lib/fields/structured-field.ts";
import { type JsonWarning, readJsonField } from "../_lib/json/tree/json-field.ts";
import { inputInvalid, outOfBounds } from "../_lib/results/input-invalid.ts";
import { beginning } from "../_lib/text/shown.ts";
import { readIso } from "../_lib/time/timestamp/iso.ts";
import { isReading } from "../_lib/time/timestamp/reading.ts";
import type { Failure, FindingStatus, Input, Stance } from "../evidence-report-builder.ts";

export const MOST_FINDINGS = 500;

export const FINDING_STATUSES = ["confirmed", "refuted", "open"] as const;

export const STANCES = ["supports", "contradicts"] as const;

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

export interface Material {
  readonly findings: readonly Finding[];
  readonly sources: readonly Source[];
  readonly limitations: readonly string[];
  readonly warnings: readonly Entry<JsonWarning>[];
  readonly failure?: undefined;
}

type Failed = { readonly failure: Outcome<never, Failure, never> };

const OPTIONAL_TEXT = Type.Optional(Type.String());

const words = (values: readonly string[]) =>
  Type.Optional(Type.Union(values.map((value) => Type.Literal(value))));

const FINDINGS = Type.Array(
  Type.Object({
    id: OPTIONAL_TEXT,
    statement: Type.String(),
    status: words(FINDING_STATUSES),
    confidence: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
    evidence: Type.Optional(
      Type.Array(
        Type.Object({
          sourceId: Type.String(),
          quote: OPTIONAL_TEXT,
          locator: OPTIONAL_TEXT,
          stance: words(STANCES),
        }),
      ),
    ),
  }),
  { maxItems: MOST_FINDINGS },
);

const SOURCES = Type.Array(
  Type.Object({
    id: Type.String(),
    title: OPTIONAL_TEXT,
    uri: OPTIONAL_TEXT,
    date: OPTIONAL_TEXT,
    text: OPTIONAL_TEXT,
  }),
);

export function readMaterial(input: Input): Material | Failed {
  const { date } = input;
  if (date && !isIsoDate(date)) {
    return { failure: inputInvalid([outOfBounds("/date", shownDate(date), "a date in ISO 8601")]) };
  }
  const findings = readFindings(input.findings);
  if ("failure" in findings) return findings;
  const sources = readSources(input.sources);
  if ("failure" in sources) return sources;
  const limitations = readLimitations(input.limitations);
  if ("failure" in limitations) return limitations;
  return {
    findings: findings.items,
    sources: sources.items,
    limitations,
    warnings: [...findings.warnings, ...sources.warnings],
  };
}

interface Items<T> {
  readonly items: readonly T[];
  readonly warnings: readonly Entry<JsonWarning>[];
}

function readFindings(field: unknown): Items<Finding> | Failed {
  if (isNothingOrEmpty(field)) {
    const expected = `1 to ${MOST_FINDINGS} findings`;
    return missing("FINDINGS_MISSING", "/findings", expected);
  }
  const read = readRecords(field, FINDINGS, "/findings");
  if (read.failure) return read;
  const items = read.value.map((given, at) => ({
    id: given.id || `f${at + 1}`,
    path: `/findings/${at}`,
    statement: given.statement,
    status: given.status as FindingStatus | undefined,
    confidence: given.confidence ?? null,
    evidence: (given.evidence ?? []).map(({ sourceId, quote = "", locator, stance }) => ({
      sourceId,
      quote: quote.trim() === "" ? null : quote,
      locator: locator || null,
      stance: (stance as Stance | undefined) ?? "supports",
    })),
  }));
  const failure = repeatedIds(items, "DUPLICATE_FINDING_ID", "findings");
  return failure ? { failure } : { items, warnings: read.warnings };
}

function readSources(field: unknown): Items<Source> | Failed {
  if (isNothingOrEmpty(field)) return missing("SOURCES_MISSING", "/sources", "at least one source");
  const read = readRecords(field, SOURCES, "/sources");
  if (read.failure) return read;
  const items = read.value.map(({ id, title, uri, date, text }, at) => ({
    id,
    path: `/sources/${at}`,
    title: title || null,
    uri: uri || null,
    date: date || null,
    text,
  }));
  const failure = repeatedIds(items, "DUPLICATE_SOURCE_ID", "sources");
  return failure ? { failure } : { items, warnings: read.warnings };
}

/** A JSON array of texts, or the lines of a text; what is blank counts for nothing. */
function readLimitations(field: unknown): readonly string[] | Failed {
  if (isNothingOrEmpty(field)) return [];
  if (typeof field === "string" && !isList(field)) return clean(field.split(/\r\n|\n|\r/));
  const read = readStructured(field, Type.Array(Type.String()), "/limitations");
  return read.failure ? read : clean(read.value);
}

function isList(text: string): boolean {
  if (!/^\ufeff?\s*\[/.test(text)) return false;
  return readJsonField(text, "/limitations").ok;
}

function clean(lines: readonly string[]): string[] {
  return lines.map((line) => line.trim()).filter((line) => line !== "");
}

function missing(
  code: "FINDINGS_MISSING" | "SOURCES_MISSING",
  path: string,
  expected: string,
): Failed {
  const message = `Cannot build a report: found no ${path.slice(1)}, expected ${expected}`;
  return { failure: fail<never, Failure>({ code, message, path, expected }) };
}

const LONGEST_SHOWN = 40;

function shownDate(date: string): string {
  return JSON.stringify(beginning(date, LONGEST_SHOWN));
}

/** A date with or without a time of day, or a year alone. */
function isIsoDate(text: string): boolean {
  if (/^\d{4}$/.test(text)) return true;
  const read = readIso(text);
  return read !== undefined && isReading(read);
}
