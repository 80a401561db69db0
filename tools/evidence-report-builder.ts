import { defineTool } from "./_core/tool.ts";
import { buildReport } from "./evidence-report-builder/build.ts";
import { FAILURES, INPUT, VALUE, WARNINGS } from "./evidence-report-builder/contract.ts";
import { REPORT_LAWS } from "./evidence-report-builder/laws.ts";

const LOG = {
  id: "log",
  title: "Server log",
  uri: "https://ex.test/log",
  text: "12:00 disk full on node-3\n12:05 writes rejected",
};

export default defineTool({
  id: "evidence-report-builder",
  name: "Evidence Report Builder",
  category: "AI",
  description:
    "Builds a report of findings with verified quotes, numbered references, open points and digests of every source, in Markdown and as data.",
  keywords: [
    "audit",
    "citations",
    "digest",
    "evidence",
    "findings",
    "investigation",
    "markdown",
    "quotes",
    "references",
    "report",
    "research",
    "review",
    "sha256",
    "sources",
  ],
  aliases: ["evidence-report"],
  version: "2026-11-22",

  input: INPUT,
  primary: "findings",
  value: VALUE,
  verb: "build",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "build a report with findings and numbered references",
    "evidence report with verified quotes",
    "write up an investigation with sources and open points",
    "research report in markdown with citations",
    "sign off findings with digests of the sources",
    "which findings are confirmed, refuted or open",
    "audit report from findings and evidence",
    "check that every finding has a verified quote",
    "list sources by first citation",
    "incident review with quotes from the logs",
    "deep research summary that a reviewer can check",
    "report with limitations and contradicting evidence",
    "write down what we found out, with proof for each point",
    "postmortem or audit document where every statement has its source",
    "lawyer wants findings with exact excerpts and footnotes",
    "compile a dossier with provenance hashes for reviewers",
    "due diligence write-up with confirmed and open questions",
    "bibliography and conclusions in one document",
    "prüfbericht mit belegten befunden und quellen erstellen",
    "crear un informe de evidencias con citas y fuentes",
    "rédiger un rapport de preuves avec citations vérifiées",
    "生成 带 引文 和 来源 的 证据 报告",
    "引用と出典を検証した調査報告書を作る",
    "redactar un informe con pruebas y notas al pie",
    "untersuchungsbericht mit belegen und fußnoten schreiben",
    "écrire un rapport d'enquête avec preuves et notes",
  ],
  effort: 3,
  fullOnly: true,

  laws: REPORT_LAWS,
  examples: [
    {
      title: "A confirmed finding and an open one",
      input: {
        title: "Outage review",
        question: "Why?",
        findings: [
          {
            id: "f1",
            statement: "The outage was caused by a full disk.",
            confidence: 0.9,
            evidence: [{ sourceId: "log", quote: "disk full on node-3", locator: "line 1" }],
          },
          { id: "f2", statement: "Backups were intact.", evidence: [] },
        ],
        sources: [LOG, { id: "doc", text: "Nothing relevant." }],
      },
      expect: {
        output:
          "# Outage review\n\n**Question:** Why?\n\n## Findings\n\n### 1. The outage was caused by a full disk.\n\nStatus: confirmed · Confidence: 0.9\n\n> disk full on node-3\n\n— [1], line 1 (exact)\n\n### 2. Backups were intact.\n\nStatus: open\n\n## Open points\n\n- f2: Backups were intact.\n\n## Sources\n\n[1] Server log. https://ex.test/log. sha256:b16dfb35ab69\n\n[2] doc. sha256:4fe815aa988b",
        valid: true,
        value: {
          open: ["f2"],
          totals: { findings: 2, confirmed: 1, refuted: 0, open: 1, quotes: 1, verified: 1 },
          reportSha256: "8ce31d4c9c6ce2c0862e3c8c746915e4d7f9715cb9a5ddf7852303d98cca20b3",
        },
        warnings: [
          { code: "FINDING_OPEN", path: "/findings/1" },
          { code: "SOURCE_UNCITED", path: "/sources/1" },
        ],
      },
    },
    {
      title: "A quote over two lines that refutes, and a book without its text",
      input: {
        findings: [
          {
            statement: "All writes\nwere accepted.",
            evidence: [
              {
                sourceId: "log",
                quote: "disk full on node-3\n12:05 writes rejected",
                stance: "contradicts",
              },
              { sourceId: "book", locator: "p. 12" },
            ],
          },
        ],
        sources: [LOG, { id: "book", title: "Operations", date: "2024" }],
        limitations: ["Only one node was looked at."],
        date: "2026-11-20",
      },
      expect: {
        output:
          "# Evidence report\n\nDate: 2026-11-20\n\n## Findings\n\n### 1. All writes were accepted.\n\nStatus: refuted\n\n> disk full on node-3\n> 12:05 writes rejected\n\n— [1] (contradicts, exact)\n\n- [2], p. 12 (not verified)\n\n## Limitations\n\n- Only one node was looked at.\n\n## Sources\n\n[1] Server log. https://ex.test/log. sha256:b16dfb35ab69\n\n[2] Operations. 2024",
        valid: true,
      },
    },
    {
      title: "Given as confirmed, and not to be found",
      input: {
        findings: [
          {
            statement: "The disk was empty.",
            status: "confirmed",
            evidence: [{ sourceId: "log", quote: "disk was empty on every node" }],
          },
        ],
        sources: [LOG],
      },
      expect: {
        valid: false,
        errors: [
          { code: "CONFIRMED_WITHOUT_EVIDENCE", path: "/findings/0" },
          { code: "QUOTE_MISSING", path: "/findings/0/evidence/0/quote" },
        ],
      },
    },
    {
      title: "A source that there is not",
      input: { findings: [{ statement: "X", evidence: [{ sourceId: "nope" }] }], sources: [LOG] },
      expect: {
        valid: false,
        errors: [{ code: "SOURCE_UNKNOWN", path: "/findings/0/evidence/0/sourceId" }],
      },
    },
    {
      title: "An id twice",
      input: {
        findings: [
          { id: "a", statement: "One." },
          { id: "a", statement: "Two." },
        ],
        sources: [LOG],
      },
      expect: { ok: false, error: { code: "DUPLICATE_FINDING_ID" } },
    },
    {
      title: "No findings",
      input: { findings: [], sources: [LOG] },
      expect: { ok: false, error: { code: "FINDINGS_MISSING" } },
    },
  ],

  run(input, ctx) {
    return buildReport(input, ctx.budget);
  },
});
