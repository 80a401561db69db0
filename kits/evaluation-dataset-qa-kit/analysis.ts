/** What the kit says of the dataset as a whole. */
import { counted } from "../../tools/_lib/text/plural.ts";
import type { Value, Work } from "../evaluation-dataset-qa-kit.ts";
import {
  atRank,
  checkIds,
  checkLeaks,
  checkLengths,
  checkNear,
  checkRepeats,
  checkTexts,
  type Leak,
  medianOf,
  type NearRows,
  type Repeats,
  type Row,
} from "./checks.ts";
import { balanceOf, type Label, labelsOf, variantsOf } from "./labels.ts";
import type { OverlapIndex } from "./leakage.ts";
import type { Ledger } from "./ledger.ts";
import { idOf, type SourceRow } from "./read.ts";
import { keyOfId } from "./stages.ts";
import type { Written } from "./write.ts";

export interface Checked extends Repeats {
  readonly near: NearRows;
  readonly leaks: readonly Leak[];
  /** Rows that the dataset was compared with. */
  readonly compared: number;
  readonly labels: readonly Label[] | null;
}

export const NOTHING_CHECKED: Checked = {
  exact: [],
  conflicts: [],
  near: { pairs: [], count: 0, clusters: new Map() },
  leaks: [],
  compared: 0,
  labels: null,
};

/** Stage checks: the rows by themselves and beside each other. */
export function check(
  rows: readonly Row[],
  against: OverlapIndex | undefined,
  { input, report }: Work,
  ledger: Ledger,
): Checked {
  checkIds(rows, ledger);
  checkTexts(rows, ledger);
  checkLengths(rows, ledger);
  const repeats = checkRepeats(rows, ledger);
  const near = checkNear(rows, ledger);
  const leaks = against === undefined ? [] : checkLeaks(rows, against, input, ledger);
  const labels = labelsOf(rows, input.labelField);
  reportLabels(labels ?? [], input, ledger);
  reportUnlabelled(rows, labels ?? [], input, ledger);
  report.done(
    "checks",
    `${counted(repeats.exact.length, "group")} of duplicates, ${counted(near.count, "near pair")}, ${counted(repeats.conflicts.length, "conflict")}, ${counted(leaks.length, "leak")}`,
  );
  return { ...repeats, near, leaks, compared: against?.size ?? 0, labels };
}

/** A misspelt name leaves all rows without a label. */
function reportUnlabelled(
  rows: readonly Row[],
  labels: readonly Label[],
  { labelField }: Work["input"],
  ledger: Ledger,
): void {
  const missing = rows.length - labels.reduce((sum, { count }) => sum + count, 0);
  if (labelField === undefined || missing === 0) return;
  const message = `${missing} of ${counted(rows.length, "row")} do not have the member that labelField names`;
  const details = { path: "/labelField", received: missing };
  ledger.warn("checks", "LABEL_MISSING", message, undefined, details);
}

function reportLabels(
  labels: readonly Label[],
  { minPerLabel, maxLabelPercent }: Work["input"],
  ledger: Ledger,
): void {
  for (const { label, count, percent } of labels) {
    if (count < minPerLabel) {
      const message = `A label has ${counted(count, "row")}, fewer than ${minPerLabel}`;
      const details = { subject: label, received: count, expected: minPerLabel };
      ledger.warn("checks", "LABEL_RARE", message, undefined, details);
    }
    if (percent > maxLabelPercent) {
      const message = `A label has ${percent} percent of the rows, more than ${maxLabelPercent}`;
      const details = { subject: label, received: percent, expected: maxLabelPercent };
      ledger.warn("checks", "LABEL_DOMINANT", message, undefined, details);
    }
  }
  for (const { label, of } of variantsOf(labels)) {
    const message = "A label is another writing of a commoner one";
    const details = { subject: label, received: label, expected: of };
    ledger.warn("checks", "LABEL_VARIANT", message, undefined, details);
  }
}

export interface Analysis {
  readonly value: Pick<
    Value,
    | "format"
    | "rows"
    | "kept"
    | "rejected"
    | "tokens"
    | "labels"
    | "balance"
    | "duplicates"
    | "conflicts"
    | "leaks"
    | "splits"
  >;
  readonly counts: Readonly<
    Record<"rows" | "kept" | "rejected" | "duplicates" | "near" | "conflicts" | "leaks", number>
  >;
  readonly withoutLine: number;
  /** Rows that the dataset was compared with. */
  readonly compared: number;
}

export function analyse(
  {
    sources,
    rows,
    format,
    checked,
    written,
  }: {
    readonly sources: readonly SourceRow[];
    readonly rows: readonly Row[];
    readonly format: string;
    readonly checked: Checked;
    readonly written: Written | undefined;
  },
  { input }: Work,
  ledger: Ledger,
): Analysis {
  const { exact, conflicts, near, leaks, labels } = checked;
  const refused = sources.filter(({ index }) => ledger.isRejected(index));
  const kept = sources.length - refused.length;
  const value = {
    format,
    rows: sources.length,
    kept,
    rejected: refused.map((source) => ({
      index: source.index,
      line: source.line,
      id: idOf(source, keyOfId(input)),
      codes: ledger.codesOf(source.index),
    })),
    tokens: tokensOf(rows),
    labels: labels && [...labels],
    balance: balanceOf(labels),
    duplicates: { exact, near: [...near.pairs] },
    conflicts,
    leaks: [...leaks],
    splits: written?.splits ? [...written.splits] : null,
  };
  const counts = {
    rows: sources.length,
    kept,
    rejected: refused.length,
    duplicates: exact.length,
    near: near.count,
    conflicts: conflicts.length,
    leaks: leaks.length,
  };
  return { value, counts, withoutLine: written?.withoutLine ?? 0, compared: checked.compared };
}

const P95 = 0.95;

function tokensOf(rows: readonly Row[]): Value["tokens"] {
  const sorted = rows.map(({ tokens }) => tokens).toSorted((a, b) => a - b);
  return {
    total: sorted.reduce((sum, tokens) => sum + tokens, 0),
    min: sorted[0] ?? 0,
    median: medianOf(sorted),
    p95: atRank(sorted, P95),
    max: sorted.at(-1) ?? 0,
  };
}
