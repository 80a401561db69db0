/** What was found, without what it was: counts, places and lengths. */
import { countCodePoints } from "../../text/code-points.ts";
import { markdownTable } from "../../text/markdown-table.ts";
import type { Category, Severity } from "./detector.ts";
import { placesOf } from "./places.ts";
import type { FoundValue } from "./values.ts";

export interface Evidence {
  readonly token: string;
  readonly detector: string;
  readonly category: Category;
  readonly severity: Severity;
  /** Occurrences. */
  readonly count: number;
  /** Of the first occurrence, from 1; columns in code points. */
  readonly line: number;
  readonly column: number;
  /** The first lines with an occurrence, at most 20. */
  readonly lines: number[];
  /** Of the value at its first occurrence, in code points. */
  readonly length: number;
  readonly checks: string[];
}

export interface Summary {
  /** Occurrences. */
  readonly total: number;
  /** Tokens. */
  readonly distinct: number;
  /** Occurrences of each that was found. */
  readonly byCategory: Readonly<Record<string, number>>;
  readonly byDetector: Readonly<Record<string, number>>;
  readonly bySeverity: Readonly<Record<string, number>>;
}

const MOST_LINES = 20;

/** One entry for each value, in their order. */
export function evidenceOf(text: string, values: readonly FoundValue[]): Evidence[] {
  const starts = values.flatMap(({ occurrences }) => occurrences.map(({ start }) => start));
  const ascending = starts.toSorted((a, b) => a - b);
  const places = placesOf(text, ascending);
  const placeAt = new Map(ascending.map((start, index) => [start, places[index]]));
  return values.map(({ token, first, occurrences }) => {
    const { start = 0, end = 0 } = occurrences[0] ?? {};
    const lines = new Set(occurrences.map((span) => placeAt.get(span.start)?.line ?? 0));
    return {
      token,
      detector: first.detector,
      category: first.category,
      severity: first.severity,
      count: occurrences.length,
      line: placeAt.get(start)?.line ?? 0,
      column: placeAt.get(start)?.column ?? 0,
      lines: [...lines].slice(0, MOST_LINES),
      length: countCodePoints(text.slice(start, end)),
      checks: [...first.checks],
    };
  });
}

export function summaryOf(evidence: readonly Evidence[]): Summary {
  return {
    total: evidence.reduce((total, { count }) => total + count, 0),
    distinct: evidence.length,
    byCategory: countBy(evidence, ({ category }) => category),
    byDetector: countBy(evidence, ({ detector }) => detector),
    bySeverity: countBy(evidence, ({ severity }) => severity),
  };
}

function countBy(
  evidence: readonly Evidence[],
  keyOf: (entry: Evidence) => string,
): Record<string, number> {
  const counts = new Map<string, number>();
  for (const entry of evidence) {
    counts.set(keyOf(entry), (counts.get(keyOf(entry)) ?? 0) + entry.count);
  }
  return Object.fromEntries(counts);
}

const COLUMNS = [
  "Token",
  "Detector",
  "Category",
  "Severity",
  "Count",
  "First at",
  "Length",
  "Checks",
];

/** A Markdown table; no part of the text is in it. */
export function evidenceTable(evidence: readonly Evidence[]): string {
  const rows = evidence.map((entry) => [
    entry.token,
    entry.detector,
    entry.category,
    entry.severity,
    String(entry.count),
    `${entry.line}:${entry.column}`,
    String(entry.length),
    entry.checks.join(", "),
  ]);
  return markdownTable(COLUMNS, rows);
}
