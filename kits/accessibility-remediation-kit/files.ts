/** The stages, and the files that they make. */
import { counted } from "../../tools/_lib/text/plural.ts";
import convertHtml from "../../tools/html-to-agent-markdown.ts";
import toCsv from "../../tools/json-to-csv.ts";
import reconcile from "../../tools/sarif-findings-reconciliation.ts";
import { filedFindings, type FindingsFile } from "../_core/findings-file.ts";
import type { KitCtx } from "../_core/kit.ts";
import type { KitReport } from "../_core/report.ts";
import type { Page } from "../../tools/_lib/web/accessibility/page/page.ts";
import type { Repaired } from "./repair.ts";
import { codeOf, RULES } from "../../tools/_lib/web/accessibility/rules/check.ts";
import { unifiedDiff } from "./unified.ts";

export const STAGES = {
  parse: null,
  rules: null,
  reading: convertHtml,
  repair: null,
  recheck: null,
  table: toCsv,
  baseline: reconcile,
} as const;

export const USES = [convertHtml, toCsv, reconcile] as const;

export type Report = KitReport<typeof STAGES>;
export type Ctx = KitCtx<(typeof USES)[number]>;
/** What each rule asks for, by the code of its findings. */
export const OF_RULES: Readonly<Record<string, string>> = Object.fromEntries(
  RULES.map((rule) => [codeOf(rule), rule.title]),
);

/** The page as it is read aloud; undefined where nothing is. */
export function readingOrder(
  { html }: { readonly html: string },
  ctx: Ctx,
  report: Report,
): string | undefined {
  const { ok, output, errors = [] } = ctx.step(convertHtml, { input: html, content: "full" });
  const [error] = errors;
  if (ok) report.done("reading", "The page is written in the order in which it is read");
  else if (error === undefined || error.code === "HTML_EMPTY") {
    report.skipped("reading", "`html` has no text that is read");
  } else report.stageFailed("reading", error);
  return ok ? output : undefined;
}

export function writeDiff(name: string, page: Page, { edits }: Repaired, report: Report): void {
  if (edits.length === 0) return;
  const shown = name.replaceAll(/\s+/g, " ").trim() || "page.html";
  const names = { before: `a/${shown}`, after: `b/${shown}` };
  report.ownText("fixes.diff", unifiedDiff(page.html, edits, names));
}

const COLUMNS = [
  "rule",
  "severity",
  "wcag",
  "line",
  "column",
  "selector",
  "fix",
  "before",
  "after",
  "message",
];

export function writeTable(ctx: Ctx, report: Report): void {
  const findings = filedFindings(report);
  const rows = findings.map((finding) => ({
    ...Object.fromEntries(COLUMNS.map((name) => [name, finding[name] ?? ""])),
    wcag: ((finding["wcag"] ?? []) as string[]).join(" "),
  }));
  if (rows.length === 0) {
    report.csv("findings.csv", COLUMNS, []);
    report.skipped("table", "There is no finding to list");
    return;
  }
  const {
    ok,
    output,
    errors = [],
  } = ctx.step(toCsv, {
    input: rows,
    columns: COLUMNS,
    guardFormulas: true,
  });
  const [error] = errors;
  if (ok && output !== undefined) {
    report.file("findings.csv", output);
    const left = report.findings.length - rows.length;
    const more = left > 0 ? `; ${left} more, beyond 200 of one rule, are in no file` : "";
    report.done("table", `${counted(rows.length, "finding")} listed${more}`);
  } else if (error !== undefined) report.stageFailed("table", error);
}

export function fileOf(kit: FindingsFile["kit"], page: string): FindingsFile {
  const rules = new Map(RULES.map((rule) => [codeOf(rule), rule]));
  return {
    kit,
    page,
    rules: { ...OF_RULES, STAGE_FAILED: "A tool could not do its part" },
    helpUri: (code: string) => {
      const [act] = rules.get(code)?.act ?? [];
      return act && `https://www.w3.org/WAI/standards-guidelines/act/rules/${act}/`;
    },
    snippetOf: ({ before }) => (typeof before === "string" ? before : undefined),
  };
}
