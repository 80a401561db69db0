/** The Markdown page that a kit answers with: verdict, figures, stages, findings, files, and what to do next. */
import type { Severity, Verdict } from "../../tools/_lib/results/review/shapes.ts";
import { markdownTable } from "../../tools/_lib/text/markdown-table.ts";
import { oneLine } from "../../tools/_lib/text/shown.ts";
import type { Deliverable } from "./deliverable.ts";

/** What a kit itself says on its page. */
export interface PageText {
  /** Key figures, in one line. */
  readonly figures: string;
  /** Steps that name files or fields; the first five are shown. */
  readonly next: readonly string[];
}

interface PageData extends PageText {
  /** The kit's name. */
  readonly title: string;
  readonly verdict: Verdict;
  readonly stages: readonly {
    readonly id: string;
    readonly tool_id: string;
    readonly status: string;
    readonly summary: string;
  }[];
  readonly findings: readonly {
    readonly severity: Severity;
    readonly code: string;
    readonly message: string;
    readonly path?: string | undefined;
    readonly subject?: string | undefined;
    readonly line?: number | undefined;
  }[];
  readonly deliverables: readonly Deliverable[];
}

const MOST_ROWS = 200;
const MOST_STEPS = 5;

export function writePage(data: PageData): string {
  const { title, verdict, figures, stages, deliverables } = data;
  return [
    `# ${title}: ${verdict.toUpperCase()}`,
    figures,
    "## Stages",
    markdownTable(
      ["Stage", "Tool", "Result"],
      stages.map(({ id, tool_id, status, summary }) => [
        id,
        tool_id,
        status === "done" ? summary : `${status}: ${summary}`,
      ]),
    ),
    "## Findings",
    ...findingsPart(data.findings),
    "## Files",
    tableOr(
      "None.",
      ["File", "Bytes", "SHA-256"],
      deliverables.map(({ name, bytes, sha256 }) => [name, String(bytes), sha256]),
    ),
    "## Next",
    data.next
      .slice(0, MOST_STEPS)
      .map((step, index) => `${index + 1}. ${step}`)
      .join("\n") || "Nothing.",
  ].join("\n\n");
}

function findingsPart(findings: PageData["findings"]): string[] {
  const rows = findings.slice(0, MOST_ROWS).map(({ severity, code, message, ...place }) => {
    const { path, subject, line } = place;
    return [severity, code, path ?? subject ?? (line ? `line ${line}` : ""), message];
  });
  const left = findings.length - rows.length;
  return [
    tableOr("No findings.", ["Severity", "Code", "Where", "Message"], rows),
    ...(left > 0 ? [`${left} more`] : []),
  ];
}

/** A table of Markdown; a sentence where it has no rows. */
export function tableOr(
  nothing: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  return rows.length === 0 ? nothing : markdownTable(head, rows);
}

/** A block of code, fenced by more backticks than any line of the text has. */
export function codeBlock(text: string, language: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}${text.endsWith("\n") ? "" : "\n"}${fence}`;
}

/** A text of one line as code, whatever backticks it has. */
export function codeSpan(text: string): string {
  const runs = text.match(/`+/g) ?? [];
  const fence = "`".repeat(Math.max(0, ...runs.map(({ length }) => length)) + 1);
  const pad = text.startsWith("`") || text.endsWith("`") ? " " : "";
  return text === "" ? "" : `${fence}${pad}${text}${pad}${fence}`;
}

const MARKS = /^#|[\\*`<>[\]~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|&(?=#?[\p{L}\p{N}]{1,32};)/gu;

/** A text of the caller's on one line, whose own marks show as they are. */
export function plainText(text: string): string {
  return oneLine(text).replace(MARKS, String.raw`\$&`);
}
