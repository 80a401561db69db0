import { type Static, Type } from "@sinclair/typebox";
import { dataOrJson, oneOf } from "./_core/fields.ts";
import { defineTool } from "./_core/tool.ts";
import { sha256Hex } from "./_lib/bytes/sha256.ts";
import { DATE_FAILURE } from "./_lib/fields/date-field.ts";
import { SOURCE_ID_FAILURES } from "./_lib/fields/named-texts.ts";
import { STRUCTURED_FAILURES } from "./_lib/fields/structured-field.ts";
import { JSON_WARNINGS } from "./_lib/json/tree/json-field.ts";
import { QUOTE_FAILURES, STATUSES as QUOTE_STATUSES } from "./_lib/text/quotation/match.ts";
import { buildReport } from "./evidence-report-builder/build.ts";

const FAILURES = {
  ...STRUCTURED_FAILURES,
  ...DATE_FAILURE,
  ...SOURCE_ID_FAILURES,
  ...QUOTE_FAILURES,
  FINDINGS_MISSING: "There are no findings",
  SOURCES_MISSING: "There are no sources",
  DUPLICATE_FINDING_ID: "Two findings have the same id",
  SOURCE_UNKNOWN: "Evidence names a source that there is not",
  CONFIRMED_WITHOUT_EVIDENCE: "A finding is given as confirmed and nothing verified supports it",
  CONFIRMED_WITH_CONTRADICTION:
    "A finding is given as confirmed and verified evidence contradicts it",
} as const;

export type Failure = keyof typeof FAILURES;

const WARNINGS = {
  FINDING_OPEN: "A finding is neither confirmed nor refuted",
  SOURCE_UNCITED: "No finding cites a source",
  SOURCE_WITHOUT_TEXT: "A source is quoted and its text is not given, so that nothing is verified",
  ...JSON_WARNINGS,
} as const;

export type Warning = keyof typeof WARNINGS;

const FINDING_STATUSES = ["confirmed", "refuted", "open"] as const;

export type FindingStatus = (typeof FINDING_STATUSES)[number];

const STANCES = ["supports", "contradicts"] as const;

export type Stance = (typeof STANCES)[number];

const DEFAULT_TITLE = "Evidence report";

const text = (description: string) => Type.Optional(Type.String({ description }));

const EVIDENCE = Type.Object({
  sourceId: Type.String({ description: "The id of its source" }),
  quote: text("Words of the source, which are looked up in its text"),
  locator: text("Where in the source, such as p. 12"),
  stance: oneOf(STANCES, { description: "What it does to the finding", default: "supports" }),
});

const FINDING = Type.Object({
  id: text("f1, f2, … if left out"),
  statement: Type.String({ description: "What was found" }),
  status: Type.Optional(
    oneOf(FINDING_STATUSES, { description: "Taken from the evidence if left out" }),
  ),
  confidence: Type.Optional(
    Type.Number({ description: "How sure it is, printed as it is given", minimum: 0, maximum: 1 }),
  ),
  evidence: Type.Array(EVIDENCE, { description: "On what it rests", default: [] }),
});

const SOURCE = Type.Object({
  id: Type.String({ description: "By which evidence names it" }),
  title: text("The id if left out"),
  uri: text("Where it is found"),
  date: text("Printed as it is given"),
  text: text("The whole of it, in which quotes are looked up"),
});

const LIMITATIONS = Type.Array(Type.String());

export type Limitations = typeof LIMITATIONS;

const INPUT = Type.Object({
  title: Type.String({ description: "The heading of the report", default: DEFAULT_TITLE }),
  question: Type.String({ description: "What was asked", default: "" }),
  findings: Type.Optional(
    dataOrJson(Type.Array(FINDING, { maxItems: 500 }), {
      description: "What was found, each with its evidence",
    }),
  ),
  sources: Type.Optional(
    dataOrJson(Type.Array(SOURCE), { description: "The sources that evidence names" }),
  ),
  limitations: Type.Optional(
    Type.Union([LIMITATIONS, Type.String({ description: "Their JSON, or one in a line" })], {
      description: "What the report cannot say",
    }),
  ),
  requireQuotes: Type.Boolean({
    description: "A confirmed finding needs a quote that its source has",
    default: true,
  }),
  date: Type.Optional(
    Type.String({ description: "Of the report, in ISO 8601; printed as it is given" }),
  ),
});

export type Input = Static<typeof INPUT>;

const TEXT_OR_NULL = Type.Union([Type.String(), Type.Null()]);

const INTEGER_OR_NULL = Type.Union([Type.Integer(), Type.Null()]);

const VALUE = Type.Object({
  version: Type.Literal("1"),
  title: Type.String(),
  question: Type.String(),
  date: TEXT_OR_NULL,
  findings: Type.Array(
    Type.Object({
      number: Type.Integer({ description: "From 1" }),
      id: Type.String(),
      statement: Type.String(),
      status: oneOf(FINDING_STATUSES),
      confidence: Type.Union([Type.Number(), Type.Null()]),
      references: Type.Array(Type.Integer(), { description: "Each once, as cited" }),
      evidence: Type.Array(
        Type.Object({
          sourceId: Type.String(),
          reference: Type.Union([Type.Integer(), Type.Null()], {
            description: "The number of the source; null where there is none of the id",
          }),
          quote: TEXT_OR_NULL,
          locator: TEXT_OR_NULL,
          stance: oneOf(STANCES),
          verification: oneOf([...QUOTE_STATUSES, "not-verified"]),
          start: INTEGER_OR_NULL,
          end: INTEGER_OR_NULL,
        }),
      ),
    }),
  ),
  sources: Type.Array(
    Type.Object({
      reference: Type.Integer(),
      id: Type.String(),
      title: TEXT_OR_NULL,
      uri: TEXT_OR_NULL,
      date: TEXT_OR_NULL,
      sha256: Type.Union([Type.String(), Type.Null()], { description: "Of the text, in UTF-8" }),
      cited: Type.Boolean(),
    }),
  ),
  open: Type.Array(Type.String(), { description: "Ids of the open findings" }),
  limitations: Type.Array(Type.String()),
  totals: Type.Object({
    findings: Type.Integer(),
    confirmed: Type.Integer(),
    refuted: Type.Integer(),
    open: Type.Integer(),
    quotes: Type.Integer(),
    verified: Type.Integer(),
  }),
  reportSha256: Type.String(),
});

export type Value = Static<typeof VALUE>;

export type ReportedFinding = Value["findings"][number];

export type ReportedEvidence = ReportedFinding["evidence"][number];

export type ReportedSource = Value["sources"][number];

/** The report before it is written. */
export type Report = Omit<Value, "reportSha256">;

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
    "bibliography",
    "citations",
    "digest",
    "dossier",
    "due diligence",
    "evidence",
    "findings",
    "footnotes",
    "investigation",
    "markdown",
    "post-mortem",
    "quotes",
    "references",
    "report",
    "research",
    "review",
    "sha256",
    "sources",
  ],
  aliases: ["evidence-report"],
  version: "2026-11-23",

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
    "i collected facts and excerpts about a supplier, make the paper for the board",
    "complaint case closed, write it with the proof from the mails behind every sentence",
    "thesis notes with sources in a list, as a document with numbered footnotes",
    "what we know, what speaks against it and what we could not find out",
    "due diligence, OSINT, RCA, Vancouver numbered citations, deep research, chain of evidence",
    "turn findings plus excerpts into a cited document, each excerpt matched against its source",
    "relatório de evidências com citações e fontes",
    "informe de auditoría con hallazgos y fuentes numeradas",
    "gutachten mit quellenangaben und offenen punkten",
    "调查 报告 结论 出处 脚注",
    "所見 根拠 脚注 報告書 未解決事項",
  ],
  effort: 3,
  fullOnly: true,

  laws: [
    {
      name: "every reference is that of a source, and sources are numbered from 1",
      holds(run, input) {
        const { value } = run(input);
        if (!value) return true;
        const numbers = value.sources.map(({ reference }) => reference);
        return (
          numbers.every((number, at) => number === at + 1) &&
          value.findings.every(({ references }) => references.every((one) => numbers.includes(one)))
        );
      },
    },
    {
      name: "the order of the sources changes only that of those not cited",
      holds(run, input) {
        const { value } = run(input);
        if (!value || !Array.isArray(input.sources)) return true;
        const again = run({ ...input, sources: input.sources.toReversed() }).value;
        return !!again && cited(again) === cited(value);
      },
    },
    {
      name: "findings are confirmed, refuted or open, and nothing else",
      holds(run, input) {
        const { value } = run(input);
        if (!value) return true;
        const { findings, confirmed, refuted, open } = value.totals;
        return confirmed + refuted + open === findings && open === value.open.length;
      },
    },
    {
      name: "the digest is that of the output",
      holds(run, input) {
        const { output = "", value } = run(input);
        return !value || value.reportSha256 === sha256Hex(output);
      },
    },
    {
      name: "one source more, which nothing cites, changes no number",
      holds(run, input) {
        const { value } = run(input);
        if (!value || !Array.isArray(input.sources)) return true;
        const ids = [
          ...input.sources.map(({ id }) => id),
          ...value.findings.flatMap(({ evidence }) => evidence.map(({ sourceId }) => sourceId)),
        ];
        const more = run({ ...input, sources: [{ id: `${ids.join()}+` }, ...input.sources] }).value;
        return !!more && cited(more) === cited(value);
      },
    },
  ],
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
    const title = input.title.trim() === "" ? DEFAULT_TITLE : input.title;
    return buildReport({ ...input, title }, LIMITATIONS, ctx.budget);
  },
});

function cited({ findings, sources }: Value): string {
  return JSON.stringify([findings, sources.filter((source) => source.cited)]);
}
