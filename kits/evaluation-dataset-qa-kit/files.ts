/** The files beside the clean rows: those that were refused and why, what was found, and the dataset's card. */
import { valueOf } from "../../tools/_lib/json/tree/value.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import { tableOr } from "../_core/page.ts";
import type { Work } from "../evaluation-dataset-qa-kit.ts";
import type { Analysis } from "./analysis.ts";
import type { SourceRow } from "./read.ts";

export function writeFiles(sources: readonly SourceRow[], found: Analysis, work: Work): void {
  const { report } = work;
  const { rejected } = found.value;
  if (rejected.length > 0) {
    report.jsonLines(
      "rejected.jsonl",
      rejected.map(({ index, line, codes }) => {
        const source = sources[index];
        const row = source?.node === undefined ? source?.text : valueOf(source.node).value;
        return { index, line, codes, row };
      }),
    );
  }
  const { findings } = report;
  report.csv(
    "findings.csv",
    ["severity", "code", "index", "id", "message"],
    findings.map(({ severity, code, path, subject, message }) => [
      severity,
      code,
      /^\/dataset\/(\d+)/.exec(path ?? "")?.[1],
      subject,
      message,
    ]),
  );
  report.file("dataset-card.md", card(found, work));
  const { verdict, counts } = report;
  report.json("stats.json", {
    verdict,
    counts: { ...counts, ...found.counts },
    ...found.value,
  });
}

function card({ value, counts, withoutLine, compared }: Analysis, { input, report }: Work): string {
  const { byCode } = report.counts;
  const { total, min, median, p95, max } = value.tokens;
  return [
    "# Dataset card",
    [
      `- Format: ${value.format}; the clean file is written as ${input.to}`,
      `- Rows: ${counts.rows}, of which ${counts.kept} are kept and ${counts.rejected} rejected`,
      ...(withoutLine === 0
        ? []
        : [
            `- Kept rows that ${input.to} has no line for, such as those without a target: ${withoutLine}`,
          ]),
    ].join("\n"),
    "## Tokens",
    `Counted for ${nameOf(input.model)}, input and target together.`,
    tableOr(
      "None.",
      ["Total", "Least", "Median", "95th percentile", "Most"],
      [[total, min, median, p95, max].map(String)],
    ),
    "## Labels",
    value.labels === null
      ? "The rows have no labels."
      : tableOr(
          "None.",
          ["Label", "Rows", "Percent"],
          value.labels.map(({ label, count, percent }) => [label, String(count), String(percent)]),
        ),
    ...(value.balance === null ? [] : [`Balance (1 is even): ${value.balance}`]),
    "## Splits",
    value.splits === null
      ? "The rows are not divided."
      : tableOr(
          "None.",
          ["Split", "Rows"],
          value.splits.map(({ name, rows }) => [name, String(rows)]),
        ),
    "## Duplicates",
    `${counted(counts.duplicates, "group")} of rows that say the same, ${counted(counts.near, "pair")} that ask nearly the same, ${counted(counts.conflicts, "group")} with conflicting targets.`,
    "## Leakage",
    leakage(counts.leaks, compared, input),
    "## Known problems",
    tableOr("None.", ["Code", "Findings"], Object.entries(byCode).toSorted(byName).map(texts)),
    "## How it was checked",
    [
      "- Every row was read by itself; rejected rows are in `rejected.jsonl` with their codes, all findings in `findings.csv`.",
      `- Credentials were ${input.redact ? "replaced by tokens" : "not looked for"}; personal data ${input.redact && input.redactPii ? "were replaced, too" : "were not looked for"}.`,
      `- A row may have ${input.maxRowTokens} tokens; ${input.schema === undefined ? "no schema was given" : "every row was checked against the schema"}.`,
      "- Inputs are compared in a normal form without differences of case, width and white space; near-duplicates share 85 percent of their runs of three words.",
    ].join("\n"),
  ].join("\n\n");
}

function leakage(
  leaks: number,
  compared: number,
  { against, leakageGram, leakagePercent }: Work["input"],
): string {
  if (against === undefined) return "Not checked: no other data were given.";
  if (compared === 0) return "Not checked: no row of the other data could be read.";
  return `${counted(leaks, "row")} with at least ${leakagePercent} percent of their runs of ${leakageGram} words in the ${counted(compared, "row")} of the data that must not overlap.`;
}

/** A name in a Markdown text, which can hold no mark of it. */
function nameOf(name: string): string {
  return `\`${name.replace(/[`\s]+/g, " ")}\``;
}

const byName = ([a]: readonly [string, number], [b]: readonly [string, number]) =>
  Number(a > b) - Number(a < b);

const texts = ([name, count]: readonly [string, number]) => [name, String(count)];
