import type { Verdict } from "./shapes.ts";
import type { Finding } from "./findings.ts";

interface Heading {
  /** The tool's id. */
  readonly tool: string;
  readonly verdict: Verdict;
  /** One line. */
  readonly figures: string;
}

/** The findings as a Markdown document: verdict, key figures, and a table with a row for each. */
export function findingsTable(
  { tool, verdict, figures }: Heading,
  findings: readonly Finding[],
): string {
  const head = [`# ${tool}: ${verdict.toUpperCase()}`, "", figures, ""];
  if (findings.length === 0) return [...head, "No findings."].join("\n");
  const rows = findings.map(({ severity, code, path, subject, line, message }) =>
    tableRow([severity, code, path ?? subject ?? (line ? `line ${line}` : ""), message]),
  );
  const ruler = ["| Severity | Code | Where | Message |", "| --- | --- | --- | --- |"];
  return [...head, ...ruler, ...rows].join("\n");
}

/** A row of a Markdown table. */
export function tableRow(cells: readonly string[]): string {
  return `| ${cells.map(tableCell).join(" | ")} |`;
}

function tableCell(text: string): string {
  return text.replaceAll("|", "\\|").replace(/\r\n|[\r\n]/g, " ");
}
