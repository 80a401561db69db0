/** The findings as a table, a fresh sitemap, redirects for what was removed, and what only a person can check. */
import { filedFindings } from "../_core/findings-file.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import writeCsv from "../../tools/json-to-csv.ts";
import { plainText } from "../_core/page.ts";
import type { Work } from "../web-release-qa-kit.ts";
import { removedPaths } from "./links.ts";
import type { Site } from "./site.ts";

export const GROUPS = [
  "metadata",
  "content",
  "links",
  "sitemap",
  "structured",
  "secrets",
  "accessibility",
  "headers",
] as const;

export type Group = (typeof GROUPS)[number];

const COLUMNS = ["page", "severity", "code", "line", "where", "message"];

/** The stage `table`. */
export function writeTable({ ctx, report }: Work): void {
  const findings = filedFindings(report);
  if (findings.length === 0) {
    report.csv("findings.csv", COLUMNS, []);
    report.skipped("table", "There is no finding to list");
    return;
  }
  const rows = findings.map(({ subject = "", severity, code, line, message, received }) => ({
    page: subject,
    severity,
    code,
    line: line ?? "",
    where: typeof received === "string" ? received : "",
    message,
  }));
  const given = { input: rows, columns: COLUMNS, guardFormulas: true };
  const { ok, output, errors } = ctx.step(writeCsv, given);
  if (!ok) {
    report.stageFailed("table", errors?.[0] ?? { code: "", message: "No table was written" });
    return;
  }
  report.file("findings.csv", output ?? "");
  const left = report.findings.length - rows.length;
  const more = left > 0 ? `; ${left} more, beyond 200 of one code, are in no file` : "";
  report.done("table", `${counted(rows.length, "finding")} listed${more}`);
}

const LEAST_LIKE = 0.3;

/** Where the visitors of removed paths may find what they look for. */
export function writeRedirects(site: Site, { report }: Work): void {
  const removed = removedPaths(site);
  if (removed.length === 0) return;
  const pages = site.pages
    .filter(({ status }) => status < 400)
    .map(({ path }) => ({ path, words: wordsOf(path) }));
  const rows = removed.map((from) => {
    const words = wordsOf(from);
    let best = { path: "", likeness: 0 };
    for (const page of pages) {
      const likeness = jaccard(words, page.words);
      const isBetter =
        likeness > best.likeness || (likeness === best.likeness && page.path < best.path);
      if (likeness > LEAST_LIKE && isBetter) best = { path: page.path, likeness };
    }
    return [from, best.path, best.path === "" ? "" : best.likeness.toFixed(2)];
  });
  report.csv("redirects.csv", ["from", "to", "confidence"], rows);
}

function wordsOf(path: string): ReadonlySet<string> {
  return new Set(path.toLowerCase().match(/[\p{L}\p{N}]+/gu));
}

function jaccard(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((word) => other.has(word)).length;
  const all = one.size + other.size - shared;
  return all === 0 ? 0 : shared / all;
}

const GROUP_NAMES: Readonly<Record<Group, string>> = {
  metadata: "Titles, descriptions, languages and canonical addresses",
  content: "No placeholders, no addresses of test systems, no text twice",
  links: "Links, resources and redirects lead somewhere",
  sitemap: "Sitemap and robots.txt fit the pages",
  structured: "Structured data can be read",
  secrets: "No secrets in the pages",
  accessibility: "WCAG 2.2 A and AA, as far as HTML shows it",
  headers: "Security headers",
};

const BY_HAND = [
  "Consent: nothing is loaded or stored before visitors agree, and they can change their mind",
  "Legal pages: imprint, privacy and terms are there, linked from every page, and up to date",
  "Forms: each is sent once for real, with its mail, its errors and its thanks",
  "Analytics: one visit is counted once, and none of a test system",
  "404 page: an address that does not exist answers 404 with a page that helps",
  "Print: an article and an order can be printed",
  "Real devices: one phone of each system, one slow network, keyboard alone, a screen reader",
  "Redirects: old addresses that others link to are tried on the live server",
];

/** The stage of each group, and of what belongs to it. */
const STAGES_OF: Readonly<Record<Group, readonly string[]>> = {
  metadata: ["metadata"],
  content: ["content", "text"],
  links: ["links"],
  sitemap: ["sitemap"],
  structured: ["structured"],
  secrets: ["secrets"],
  accessibility: ["accessibility"],
  headers: ["headers"],
};

/** A box for each group, ticked where nothing is to be done. */
export function checklist(site: Site, { report, input }: Work, groups: ReadonlySet<Group>): string {
  const lines = GROUPS.map((group) => {
    const name = GROUP_NAMES[group];
    if (!groups.has(group)) return `- [ ] ${name}: not checked`;
    const found = report.findings.filter(({ stage }) => STAGES_OF[group].includes(stage));
    const stage = report.stages.find(({ id }) => id === group);
    if (stage?.status === "skipped") return `- [ ] ${name}: not checked. ${stage.summary}`;
    const count = (wanted: string) => found.filter(({ severity }) => severity === wanted).length;
    const [errors, warnings, notes] = [count("error"), count("warning"), count("info")];
    const isDone = errors + warnings === 0 && stage?.status === "done";
    const counts = `${counted(errors, "error")}, ${counted(warnings, "warning")}, ${counted(notes, "note")}`;
    return `- [${isDone ? "x" : " "}] ${name}: ${counts}`;
  });
  return [
    `# Release of ${plainText(input.origin)}`,
    `${counted(site.pages.length, "page")} checked. \`findings.csv\` has what was found, with its line.`,
    "## Checked",
    lines.join("\n"),
    "## For a person to check",
    BY_HAND.map((line) => `- [ ] ${line}`).join("\n"),
  ].join("\n\n");
}
