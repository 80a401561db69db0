import { markdownTable } from "../../text/markdown-table.ts";
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
  const rows = findings.map(({ severity, code, path, subject, line, message }) => {
    const where = path ?? subject ?? (line ? `line ${line}` : "");
    return [severity, code, where, message];
  });
  const table = markdownTable(["Severity", "Code", "Where", "Message"], rows);
  return [...head, table].join("\n");
}
