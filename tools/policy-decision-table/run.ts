/** Reads a table, looks for what is wrong with it, and decides on facts by it. */
import { type Entry, fail } from "../_core/tool.ts";
import { counted } from "../_lib/text/plural.ts";
import { WarningList, joinEntries } from "../_lib/results/entry-list.ts";
import { LONGEST_OUTPUT, outputTooLarge } from "../_lib/results/output-limit.ts";
import { reviewOf } from "../_lib/results/review/findings.ts";
import { countedFindings, gated } from "../_lib/results/review/gate.ts";
import { findingsTable } from "../_lib/results/review/table.ts";
import { markdownRow, markdownTable } from "../_lib/text/markdown-table.ts";
import { type Analysed, analyse, type TooLarge } from "./analysis.ts";
import { Column } from "./column.ts";
import { compileTable, type Table } from "./compile.ts";
import type {
  Analysis,
  Decision,
  Finding,
  Input,
  Shapes,
  Value,
  Warning,
} from "../policy-decision-table.ts";
import { Evaluator } from "./evaluate.ts";
import { analysisFindings, decisionFindings, emptyRanges } from "./findings.ts";
import { type Fact, readFacts, readTable } from "./read.ts";

/** Decides on the facts of the input; `shapes` are those of documents. */
export function decideByTable(input: Input, shapes: Shapes) {
  const read = readTable(input, shapes.table);
  if ("failure" in read) return read.failure;
  const compiled = compileTable(read.table, input);
  if ("failure" in compiled) return compiled.failure;
  const { table } = compiled;
  const facts = readFacts(input.facts, shapes.facts);
  if ("failure" in facts) return facts.failure;
  const columns = table.inputs.map((column, at) => {
    return new Column(
      column,
      table.rules.map(({ tests }) => tests[at] ?? { kind: "any" }),
    );
  });
  const decisions = decide(table, columns, facts.facts);
  if (!decisions) return fail(outputTooLarge("Give fewer facts"));
  const analysed = analyse(table, columns);
  return report(input, table, decisions, analysed, [...read.warnings, ...facts.warnings]);
}

interface Decisions {
  readonly results: readonly Decision[];
  /** Cells of a Markdown table. */
  readonly rows: readonly (readonly string[])[];
  readonly findings: readonly Finding[];
  readonly warnings: readonly Entry<Warning>[];
}

/** Undefined where what is decided would be too long. */
function decide(
  table: Table,
  columns: readonly Column[],
  facts: readonly Fact[],
): Decisions | undefined {
  if (facts.length === 0) return { results: [], rows: [], findings: [], warnings: [] };
  const inexact = new WarningList<"NUMBER_KEPT_AS_TEXT">();
  const evaluator = new Evaluator(table, columns, inexact);
  const results: Decision[] = [];
  const rows: string[][] = [];
  const findings: Finding[] = [];
  let length = 0;
  for (const [at, { node, path }] of facts.entries()) {
    const decided = evaluator.decide(node);
    const { outputs, error } = decided;
    const matched = decided.matched.map(({ id }) => id);
    results.push({ matched, outputs, error });
    const row = [String(at), matched.join(", "), JSON.stringify(outputs), error ?? ""];
    rows.push(row);
    findings.push(...decisionFindings(decided, path));
    length += markdownRow(row).length;
    if (length > LONGEST_OUTPUT) return undefined;
  }
  return { results, rows, findings, warnings: inexact.list() };
}

const RESULTS_HEAD = ["Facts", "Matched", "Outputs", "Error"];

function report(
  input: Input,
  table: Table,
  decisions: Decisions,
  analysed: Analysed | TooLarge,
  readingWarnings: readonly Entry<Warning>[],
) {
  const found: Finding[] = [
    ...emptyRanges(table),
    ...analysisFindings(analysed, table, input.requireComplete),
    ...decisions.findings,
  ];
  const { findings, counts, verdict, valid, errors, warnings } = reviewOf(found);
  const analysis = "analysis" in analysed ? analysed.analysis : null;
  const { hitPolicy, aggregation } = table;
  const value: Value = {
    hitPolicy,
    aggregation,
    verdict,
    results: [...decisions.results],
    analysis,
    findings,
    counts,
  };
  const figures = figuresOf(table, decisions, analysis);
  const tool = "policy-decision-table";
  const document = findingsTable({ tool, verdict, figures }, findings);
  const decided = `${markdownTable(RESULTS_HEAD, decisions.rows)}\n\n`;
  const output = decisions.rows.length > 0 ? decided + document : document;
  if (output.length > LONGEST_OUTPUT) return fail(outputTooLarge());
  const outcome = {
    output,
    value,
    valid,
    errors,
    warnings: joinEntries<Warning>(
      readingWarnings,
      decisions.warnings,
      warnings,
      truncated(analysis),
      "hasMoreGaps" in analysed && analysed.hasMoreGaps ? [MORE_GAPS] : [],
    ),
    stats: { rules: table.rules.length, facts: decisions.results.length, ...counts },
  };
  const message = `Cannot accept the decision table: found ${countedFindings(counts)}, expected none`;
  const gate = { failOn: input.failOn, code: "POLICY_DECISION_TABLE_FAILED", message } as const;
  return gated(outcome, gate, counts.warning);
}

const MORE_GAPS: Entry<Warning> = {
  code: "GAPS_TRUNCATED",
  message: "There are more gaps than those that are listed",
  path: "/table",
};

function truncated(analysis: Analysis | null): Entry<Warning>[] {
  const listed = analysis?.overlaps.length ?? 0;
  if (!analysis || analysis.overlapCount === listed) return [];
  const message = `Only ${listed} of ${analysis.overlapCount} overlaps are listed`;
  return [{ code: "OVERLAPS_TRUNCATED", message, path: "/table" }];
}

function figuresOf(table: Table, { results }: Decisions, analysis: Analysis | null): string {
  const { hitPolicy, aggregation, rules, inputs } = table;
  const policy = aggregation === null ? hitPolicy : `${hitPolicy} ${aggregation}`;
  const size = `${counted(rules.length, "rule")}, ${counted(inputs.length, "input")}, ${policy}`;
  const decided = `${counted(results.length, "fact")} decided`;
  if (!analysis) return `${size}; not analysed; ${decided}`;
  const { coveredCells, totalCells, gaps, overlapCount, unreachable } = analysis;
  const parts = [
    totalCells === null
      ? "more than 2^53 cells"
      : `${coveredCells ?? "some"} of ${counted(totalCells, "cell")} covered`,
    counted(gaps.length, "gap"),
    counted(overlapCount, "overlap"),
    `${unreachable.length} unreachable`,
  ];
  return `${size}; ${parts.join(", ")}; ${decided}`;
}
