import { defineTool } from "./_core/tool.ts";
import { FAILURES, INPUT, VALUE, WARNINGS } from "./claim-evidence-coverage/contract.ts";
import { checkCoverage } from "./claim-evidence-coverage/coverage.ts";
import { COVERAGE_LAWS } from "./claim-evidence-coverage/laws.ts";

const BRIDGE = "The bridge was opened in 1932. It is 503 metres long. Tolls were removed in 2009.";

export default defineTool({
  id: "claim-evidence-coverage",
  name: "Claim Evidence Coverage",
  category: "AI",
  description:
    "Says which statements of an answer the given evidence backs word for word, which only in part, and where numbers or negations disagree.",
  keywords: [
    "attribution",
    "citation",
    "claim",
    "coverage",
    "evidence",
    "fact check",
    "faithfulness",
    "grounding",
    "hallucination",
    "numbers",
    "rag",
    "support",
  ],
  aliases: ["claim-coverage"],
  version: "2026-11-22",

  input: INPUT,
  primary: "claims",
  value: VALUE,
  verb: "check",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "which claims of an answer are supported by the sources",
    "check a rag answer for unsupported statements",
    "find sentences without evidence",
    "compare numbers in an answer with the source",
    "does the evidence contradict the claim",
    "groundedness score without a language model",
    "share of statements that are backed by sources",
    "map each claim to the passage that supports it",
    "detect a wrong year or percentage in a summary",
    "which sources were not used in the answer",
    "faithfulness check of a summary against documents",
    "hallucinated facts in generated text",
    "is what the ai wrote true according to my documents",
    "which sentences of the summary are backed up and which are made up",
    "report says sales rose twelve percent but the source says nine",
    "verify statements against reference material, entailment and attribution",
    "did the chatbot invent facts, numbers or dates",
    "unsupported assertions in generated prose",
    "figure mentioned in a generated summary, is it anywhere in the report",
    "aussagen einer antwort mit belegen abgleichen",
    "comprobar qué afirmaciones están respaldadas por la evidencia",
    "vérifier quelles affirmations sont étayées par les sources",
    "检查 回答 中 哪些 陈述 有 证据 支持",
    "回答の主張が根拠資料で裏付けられているか調べる",
    "es verdad lo que dice el resumen según los documentos",
    "stimmt die zusammenfassung mit den quellen überein",
    "le résumé est il fidèle aux documents",
    "摘要 里 的 说法 是否 有 依据 编造",
    "要約の内容が資料に基づくか確認する",
  ],
  effort: 3,

  laws: COVERAGE_LAWS,
  examples: [
    {
      title: "Another percentage, and a question",
      input: {
        claims: "Prices rose 12% in Berlin. Is that so?",
        evidence: { x: "Prices in Berlin rose 15% last year." },
      },
      expect: {
        output:
          "id  status         score  evidence  missing  claim\nc1  conflict       1      x         12%      Prices rose 12% in Berlin.\nc2  not-checkable  0      –         –        Is that so?\n\n2 claims, 1 conflict, 1 not-checkable; coverage 0",
        valid: false,
        errors: [{ code: "CLAIM_CONFLICT", path: "/claims/0" }],
        warnings: [{ code: "NOT_CHECKABLE", path: "/claims/1" }],
      },
    },
    {
      title: "Supported over two sentences, another year, and nothing of the kind",
      input: {
        claims: [
          { id: "length", text: "The bridge is 503 metres long." },
          { id: "opening", text: "The bridge was opened in 1923." },
          { id: "view", text: "Cyclists love the harbour view." },
        ],
        evidence: [
          { id: "guide", text: BRIDGE },
          { id: "weather", text: "Weather was fine." },
        ],
      },
      expect: {
        valid: false,
        value: {
          claims: [
            { status: "supported", score: 1, evidence: [{ sourceId: "guide", start: 0, end: 53 }] },
            { status: "conflict", missingNumbers: ["1923"] },
            {
              status: "unsupported",
              score: 0,
              missingTerms: ["cyclist", "love", "harbour", "view"],
            },
          ],
          coverage: 0.3333,
          unusedEvidence: ["weather"],
        },
      },
    },
    {
      title: "A not too many",
      input: {
        claims: "The pump had failed because of corrosion.",
        evidence: { report: "The pump had not failed because of corrosion." },
      },
      expect: { errors: [{ code: "CLAIM_CONFLICT" }], value: { claims: [{ score: 1 }] } },
    },
    {
      title: "Each claim against the evidence that it lists",
      input: {
        claims: [
          { text: "Tolls were removed in 2009.", evidence: ["guide"] },
          { text: "Tolls were removed in 2009.", evidence: ["weather", "atlas"] },
        ],
        evidence: { guide: BRIDGE, weather: "Weather was fine." },
      },
      expect: {
        valid: false,
        errors: [
          { code: "CLAIM_UNSUPPORTED", path: "/claims/1" },
          { code: "EVIDENCE_UNKNOWN", path: "/claims/1/evidence/1" },
        ],
        value: { coverage: 0.5, unknownReferences: ["atlas"] },
      },
    },
    {
      title: "Two terms of three",
      input: { claims: "The old bridge has tolls.", evidence: { guide: "The bridge had tolls." } },
      expect: {
        valid: false,
        errors: [],
        warnings: [{ code: "CLAIM_PARTIAL", path: "/claims/0" }],
        value: { claims: [{ status: "partial", score: 0.6667, missingTerms: ["old"] }] },
      },
    },
    {
      title: "Without evidence",
      input: { claims: "Prices rose 12% in Berlin.", evidence: [] },
      expect: { ok: false, error: { code: "EVIDENCE_MISSING" } },
    },
  ],

  // 100,000 characters of claims take 50 to 80 ms, as each of thousands of sentences is read, compared and reported on
  // its own; as much evidence beside them costs the sentences that share a term, pair by pair.
  run(input, ctx) {
    return checkCoverage(input, ctx.budget);
  },
});
