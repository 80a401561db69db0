import { type Static, Type } from "@sinclair/typebox";
import { dataOrJson, oneOf, whole } from "./_core/fields.ts";
import { defineTool } from "./_core/tool.ts";
import { givenTexts, NAMED_TEXTS, SOURCE_ID_FAILURES } from "./_lib/fields/named-texts.ts";
import { STRUCTURED_FAILURES } from "./_lib/fields/structured-field.ts";
import { JSON_WARNINGS } from "./_lib/json/tree/json-field.ts";
import { unitsOf } from "./_lib/text/prose/units.ts";
import { checkCoverage } from "./claim-evidence-coverage/coverage.ts";
import { STATUSES } from "./claim-evidence-coverage/verdict.ts";

const FAILURES = {
  ...STRUCTURED_FAILURES,
  ...SOURCE_ID_FAILURES,
  RANGE:
    "An id has more than 500 characters, or there are more than 10,000 claims or ids of evidence in them",
  CLAIMS_MISSING: "There are no claims",
  EVIDENCE_MISSING: "There is no evidence",
  CLAIM_UNSUPPORTED: "Too few terms of a claim stand together in the evidence",
  CLAIM_CONFLICT: "The evidence has the terms of a claim with another number, or negated",
  EVIDENCE_UNKNOWN: "A claim lists evidence that there is not",
} as const;

export type Failure = keyof typeof FAILURES;

const WARNINGS = {
  CLAIM_PARTIAL: "The evidence has a part of a claim",
  EVIDENCE_UNUSED: "No claim rests on a source",
  NOT_CHECKABLE: "A claim is a question, or has neither two terms nor a number",
  ...JSON_WARNINGS,
} as const;

export type Warning = keyof typeof WARNINGS;

const CLAIMS = Type.Array(
  Type.Object({
    id: Type.Optional(Type.String({ description: "c1, c2, … if left out" })),
    text: Type.String({ description: "What is claimed" }),
    evidence: Type.Optional(
      Type.Array(Type.String(), {
        description: "Ids of the sources against which alone it is checked",
      }),
    ),
  }),
);

export type Claims = typeof CLAIMS;

const INPUT = Type.Object({
  claims: Type.Optional(
    Type.Union([CLAIMS, Type.String({ description: "Their JSON, or a text of sentences" })], {
      description: "The claims, or a text of which each sentence is one",
    }),
  ),
  evidence: Type.Optional(
    dataOrJson(NAMED_TEXTS, { description: "The texts on which the claims rest" }),
  ),
  supported: Type.Number({
    description: "The least share of a claim's terms that supports it",
    minimum: 0,
    maximum: 1,
    default: 0.7,
  }),
  partial: Type.Number({
    description: "The least share of a claim's terms that counts",
    minimum: 0,
    maximum: 1,
    default: 0.4,
  }),
  window: whole({
    description: "Neighbouring sentences that are taken together",
    minimum: 1,
    maximum: 5,
    default: 2,
  }),
});

export type Input = Static<typeof INPUT>;

const VALUE = Type.Object({
  claims: Type.Array(
    Type.Object({
      id: Type.String(),
      text: Type.String(),
      status: oneOf(STATUSES),
      score: Type.Number({ description: "The share of its terms in the best window, 0 to 1" }),
      evidence: Type.Array(
        Type.Object({
          sourceId: Type.String(),
          start: Type.Integer(),
          end: Type.Integer(),
          score: Type.Number(),
        }),
        { description: "The best windows, one for each source, at most three" },
      ),
      missingTerms: Type.Array(Type.String(), { description: "Stems that the best window lacks" }),
      missingNumbers: Type.Array(Type.String()),
    }),
  ),
  counts: Type.Object({
    supported: Type.Integer(),
    partial: Type.Integer(),
    unsupported: Type.Integer(),
    conflict: Type.Integer(),
    "not-checkable": Type.Integer(),
  }),
  coverage: Type.Number({ description: "The share of the checkable claims that is supported" }),
  unusedEvidence: Type.Array(Type.String()),
  unknownReferences: Type.Array(Type.String()),
});

export type Value = Static<typeof VALUE>;

export type CheckedClaim = Value["claims"][number];

const BRIDGE = "The bridge was opened in 1932. It is 503 metres long. Tolls were removed in 2009.";

export default defineTool({
  id: "claim-evidence-coverage",
  name: "Claim Evidence Coverage",
  category: "AI",
  description:
    "Says which statements of an answer the given evidence backs word for word, which only in part, and where numbers or negations disagree.",
  keywords: [
    "attributable",
    "attribution",
    "citation",
    "claim",
    "coverage",
    "entailment",
    "evidence",
    "fact check",
    "faithfulness",
    "grounding",
    "hallucination",
    "made up",
    "numbers",
    "rag",
    "ragas",
    "support",
    "trulens",
    "unsupported",
  ],
  aliases: ["claim-coverage"],
  version: "2026-11-27",

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
    "support bot told a customer 30 days return, does our policy text say so",
    "read the summary against the minutes and mark each sentence that has no basis",
    "press release claims 4,500 jobs, the annual report has other figures",
    "does every point of the essay have something in the readings behind it",
    "Ragas faithfulness, TruLens groundedness, DeepEval hallucination metric, FActScore, SummaC, AIS",
    "score each sentence of a generated answer by its support in given passages, flag conflicts",
    "afirmações sem base nas fontes, verificar resumo da ia",
    "ki antwort mit den unterlagen abgleichen, erfundene aussagen",
    "réponse de l'ia inventée, phrases sans preuve dans les sources",
  ],
  effort: 3,

  laws: [
    {
      name: "the counts sum to the number of claims",
      holds(run, input) {
        const { value } = run(input);
        const counts = Object.values(value?.counts ?? {});
        return counts.reduce((sum, count) => sum + count, 0) === (value?.claims.length ?? 0);
      },
    },
    {
      name: "more evidence lowers no score and leaves nothing unsupported that was supported",
      holds(run, input) {
        const { value } = run(input);
        const given = givenTexts(input.evidence);
        if (!value || !given) return true;
        const more = {
          id: `${given.map(({ id }) => id).join()}+`,
          text: value.claims
            .map(({ text }) => text)
            .toReversed()
            .join("\n\n"),
        };
        const again = run({ ...input, evidence: [...given, more] }).value?.claims ?? [];
        return value.claims.every(({ score, status }, at) => {
          const { score: later = 0, status: laterStatus } = again[at] ?? {};
          return later >= score && !(status === "supported" && laterStatus === "unsupported");
        });
      },
    },
    {
      name: "a claim copied from the evidence is supported with score 1, where it can be checked",
      holds(run, input) {
        const given = givenTexts(input.evidence) ?? [];
        const claims = given.flatMap(({ text }) => unitsOf(text).map((unit) => unit));
        if (claims.length === 0) return true;
        const { value } = run({ ...input, claims: claims.map(({ text }) => ({ text })) });
        return (value?.claims ?? []).every(
          ({ status, score }) =>
            status === "not-checkable" || (status === "supported" && score === 1),
        );
      },
    },
    {
      name: "the order of the claims does not matter",
      holds(run, { claims, ...input }) {
        if (!Array.isArray(claims)) return true;
        const { value } = run({ ...input, claims });
        if (!value) return true;
        const named = claims.map((claim, at) => ({ ...claim, id: claim.id || `c${at + 1}` }));
        const again = run({ ...input, claims: named.toReversed() }).value?.claims ?? [];
        return JSON.stringify(again.toReversed()) === JSON.stringify(value.claims);
      },
    },
  ],
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
    return checkCoverage(input, CLAIMS, ctx.budget);
  },
});
