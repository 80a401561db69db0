import { type Static, Type } from "@sinclair/typebox";
import { dataOrJson, oneOf, whole } from "../tools/_core/fields.ts";
import { type Entry, fail, type Outcome } from "../tools/_core/tool.ts";
import { STRUCTURED_FAILURES } from "../tools/_lib/fields/structured-field.ts";
import { inputInvalid, outOfBounds, wrongForm } from "../tools/_lib/results/input-invalid.ts";
import { OUTPUT_FAILURES } from "../tools/_lib/results/output-limit.ts";
import { failOnField } from "../tools/_lib/results/review/shapes.ts";
import { counted } from "../tools/_lib/text/plural.ts";
import { UNIT_KINDS } from "../tools/_lib/text/prose/units.ts";
import checkQuotes from "../tools/citation-quote-integrity.ts";
import convertHtml from "../tools/html-to-agent-markdown.ts";
import redactLog from "../tools/sensitive-log-redaction-evidence.ts";
import countTokens from "../tools/token-counter.ts";
import admit from "../tools/untrusted-input-admission.ts";
import { filesLaw } from "./_core/files-law.ts";
import { defineKit, type KitCtx } from "./_core/kit.ts";
import { kitValue } from "./_core/kit-value.ts";
import { mapTexts, redactStage, textsIn } from "./_core/redaction.ts";
import { KitReport } from "./_core/report.ts";
import {
  documentProblems,
  readDocuments,
  readGiven,
} from "./rag-evidence-preparation-kit/documents.ts";
import { selfTest } from "./rag-evidence-preparation-kit/self-test.ts";
import {
  checkAnchors,
  chunkAll,
  countsOf,
  dropRepeats,
} from "./rag-evidence-preparation-kit/stages.ts";
import { nextSteps, writeFiles } from "./rag-evidence-preparation-kit/write.ts";

const FAILURES = {
  ...STRUCTURED_FAILURES,
  ...OUTPUT_FAILURES,
  DOCUMENTS_EMPTY: "There is no document",
  DUPLICATE_DOCUMENT_ID: "Two documents have one id",
  DOCUMENT_REJECTED: "A document holds instructions for the model, and is left out",
  ANCHOR_MISMATCH: "A chunk is not where its anchor says",
  QUOTE_NOT_FOUND: "A question's quotation is in no document",
  HITS_BELOW_MINIMUM: "Fewer queries than minHitPercent found what they should",
  STAGE_FAILED: "A tool could not do its part",
  RAG_EVIDENCE_PREPARATION_KIT_FAILED: "The gate is set, and a finding closes it",
} as const;

const WARNINGS = {
  SECRET_REDACTED: "Credentials or personal data were replaced by tokens",
  DOCUMENT_QUARANTINED: "A document should be looked at before it is used; it is kept",
  QUOTE_SPLIT: "A quotation is in a document, and no chunk holds it whole",
  QUESTION_MISSED: "A question did not find what it should",
  EMPTY_DOCUMENT: "A document has no text",
  SPLIT_UNIT: "A sentence, table or piece of code is longer than a chunk and was cut",
  CHUNK_TINY: "Chunks of a document have fewer than five words",
  DOCUMENT_ID_UNKNOWN: "A question names a document that there is not",
} as const;

const FORMATS = ["auto", "text", "markdown", "html"] as const;

export type Format = (typeof FORMATS)[number];

const FORMAT = {
  description:
    "auto: html where the text begins as a page or has </p>, </div>, </li> or </td>, else markdown",
};

const DOCUMENT = Type.Object(
  {
    id: Type.Optional(
      Type.String({ description: "d1, d2, … if left out", pattern: "^[A-Za-z0-9._-]{1,64}$" }),
    ),
    title: Type.Optional(Type.String()),
    uri: Type.Optional(Type.String({ description: "Where it comes from; goes with its chunks" })),
    text: Type.String(),
    format: Type.Optional(oneOf(FORMATS, FORMAT)),
  },
  { additionalProperties: false },
);

export const DOCUMENTS = Type.Array(DOCUMENT, { maxItems: 200 });

const QUESTION = Type.Object(
  {
    query: Type.String({ minLength: 1, maxLength: 5000 }),
    documents: Type.Optional(
      Type.Array(Type.String(), { description: "Ids of those that answer it", maxItems: 200 }),
    ),
    quotes: Type.Optional(
      Type.Array(Type.String(), {
        description: "What answers it, word for word: one of these is enough",
        maxItems: 50,
      }),
    ),
  },
  { additionalProperties: false },
);

const INPUT = Type.Object({
  documents: Type.Union(
    [DOCUMENTS, Type.String({ description: "Their JSON, or the text of one document" })],
    { description: "1 to 200 documents, or the text of one" },
  ),
  format: oneOf(FORMATS, { ...FORMAT, default: "auto" }),
  maxTokens: whole({
    description: "Of a chunk's text",
    minimum: 20,
    maximum: 8000,
    default: 400,
  }),
  minTokens: Type.Optional(
    whole({
      description:
        "A heading closes a chunk only when it has this many; by default a quarter of maxTokens, at most 100",
      minimum: 0,
      maximum: 8000,
    }),
  ),
  overlapTokens: whole({
    description: "Whole units repeated from the chunk before; at most half of maxTokens",
    minimum: 0,
    maximum: 4000,
    default: 0,
  }),
  context: oneOf(["none", "title", "headings"], {
    description: "What is indexed and embedded before a chunk: its title, and its headings",
    default: "headings",
  }),
  dedup: Type.Boolean({
    description: "Keep one of chunks that say nearly the same",
    default: true,
  }),
  admission: Type.Boolean({
    description: "Check documents for instructions that were planted in them",
    default: true,
  }),
  redact: Type.Boolean({
    description: "Replace credentials by tokens before anything else",
    default: true,
  }),
  redactPii: Type.Boolean({ description: "Replace personal data, too", default: false }),
  questions: dataOrJson(Type.Array(QUESTION, { maxItems: 200 }), {
    description: "What the search has to answer; without it each chunk is looked for by its words",
    default: [],
  }),
  topK: whole({
    description: "Places in which an answer counts",
    minimum: 1,
    maximum: 50,
    default: 5,
  }),
  minHitPercent: Type.Number({
    description: "Share of the queries that have to be answered",
    minimum: 0,
    maximum: 100,
    default: 0,
  }),
  model: Type.String({
    description: "Whose tokens are counted; an embedding model is fine",
    default: "gpt-5",
  }),
  failOn: failOnField("none"),
});

const COUNT = Type.Integer({ minimum: 0 });
const LINE = Type.Integer({ minimum: 1 });
const TEXT_OR_NULL = Type.Union([Type.String(), Type.Null()]);
const HASH = Type.String({ description: "SHA-256 of the text in UTF-8, lower-case hex" });

const LISTED = Type.Object({
  id: Type.String(),
  title: TEXT_OR_NULL,
  uri: TEXT_OR_NULL,
  format: oneOf(["text", "markdown", "html"]),
  chars: Type.Integer({ minimum: 0, description: "UTF-16 code units of the delivered text" }),
  units: COUNT,
  tokens: COUNT,
  chunks: COUNT,
  sha256: HASH,
  admitted: Type.Union([oneOf(["admit", "quarantine", "reject"]), Type.Null()]),
});

const CHUNK = Type.Object({
  id: Type.String(),
  docId: Type.String(),
  index: LINE,
  start: Type.Integer({ minimum: 0, description: "UTF-16 offset in the delivered document" }),
  end: COUNT,
  newStart: Type.Integer({ minimum: 0, description: "Where what no chunk before has begins" }),
  lineStart: LINE,
  lineEnd: LINE,
  kinds: Type.Array(oneOf(UNIT_KINDS)),
  headingPath: Type.Array(Type.String(), { description: "Headings in force, outermost first" }),
  tokens: COUNT,
  contextTokens: COUNT,
  split: Type.Boolean({ description: "Whether it has a part of a unit that was too long" }),
  sha256: HASH,
  anchor: Type.String(),
  status: oneOf(["kept", "duplicate", "near-duplicate"]),
  duplicateOf: TEXT_OR_NULL,
});

const SELF_TEST = Type.Object({
  mode: oneOf(["questions", "known-item"]),
  topK: COUNT,
  tested: COUNT,
  hits: COUNT,
  hitPercent: Type.Number({ minimum: 0, maximum: 100 }),
  mrr: Type.Number({ minimum: 0, maximum: 1, description: "Mean of 1/rank, 0 for none" }),
  results: Type.Array(
    Type.Object({
      query: Type.String({
        description: "As it was asked; of a known item the stems of five words",
      }),
      words: Type.Optional(
        Type.String({ description: "Of a known item: the five words as its text has them" }),
      ),
      rank: Type.Union([LINE, Type.Null()]),
      relevant: Type.Integer({ minimum: 0, description: "Chunks that answer it" }),
      chunkId: Type.Optional(Type.String({ description: "Of a known item: the chunk looked for" })),
      top: Type.Array(Type.Object({ chunkId: Type.String(), score: Type.Number() })),
    }),
  ),
});

const COUNTS = {
  documents: COUNT,
  chunks: COUNT,
  kept: COUNT,
  duplicates: COUNT,
  tokens: COUNT,
  minTokens: COUNT,
  medianTokens: Type.Number({ minimum: 0 }),
  maxTokens: COUNT,
} as const;

const VALUE = kitValue(
  { documents: Type.Array(LISTED), chunks: Type.Array(CHUNK), selfTest: SELF_TEST },
  COUNTS,
);

export type Input = Static<typeof INPUT>;
export type GivenDocument = Static<typeof DOCUMENT>;
export type Question = Static<typeof QUESTION>;
export type Value = Static<typeof VALUE>;
export type SelfTest = Static<typeof SELF_TEST>;
export type Counts = Pick<Value["counts"], keyof typeof COUNTS>;

/** A chunk with what is written to files only. */
export interface Chunk extends Static<typeof CHUNK> {
  readonly text: string;
  readonly context: string;
  /** The text of its first unit. */
  readonly firstUnit: string;
}

type Result = Outcome<Value, keyof typeof FAILURES, keyof typeof WARNINGS>;

const ID = "rag-evidence-preparation-kit";
const NAME = "RAG Evidence Preparation Kit";

const STAGES = {
  redact: redactLog,
  convert: convertHtml,
  admission: admit,
  chunk: null,
  tokens: countTokens,
  dedup: null,
  anchors: checkQuotes,
  selftest: null,
} as const;

const USES = [redactLog, convertHtml, admit, countTokens, checkQuotes] as const;

/** What all stages have at hand. */
export interface Work {
  readonly input: Input;
  readonly ctx: KitCtx<(typeof USES)[number]>;
  readonly report: KitReport<typeof STAGES>;
}

const POLICY =
  "# Refund policy\n\nCustomers may return a product within 30 days of delivery. The product must be unused and in its box.\n\n## Exceptions\n\nGift cards cannot be returned. Software that was activated cannot be returned either.\n\n## How to send it back\n\nWrite to support and ask for a return label. The label is valid for 14 days. We refund the price after the parcel has arrived.\n";

const SMALL = { maxTokens: 40, minTokens: 5 } as const;

export default defineKit({
  id: ID,
  name: NAME,
  category: "AI",
  description:
    "Cuts documents into chunks with exact anchors and hashes, without duplicates, and tests whether they are found.",
  keywords: [
    "bm25",
    "chroma",
    "chunking",
    "chunks",
    "citations",
    "deduplicate",
    "document ingestion",
    "embedding",
    "evidence",
    "knowledge base",
    "langchain",
    "llamaindex",
    "pgvector",
    "provenance",
    "rag",
    "retrieval",
    "semantic search",
    "splitter",
    "text splitter",
    "vector database",
  ],
  aliases: ["rag-chunking-kit", "chunk-and-cite-kit"],
  version: "2026-11-27",
  uses: [...USES],

  input: INPUT,
  primary: "documents",
  value: VALUE,
  verb: "prepare",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "split documents into chunks for rag",
    "prepare a knowledge base for embedding",
    "chunk markdown by headings within a token budget",
    "chunks with exact offsets, line numbers and hashes for citations",
    "prove where an answer of my chatbot came from",
    "text splitter that never cuts a sentence, table or code block",
    "remove duplicate chunks before indexing",
    "test retrieval before i embed anything",
    "do my questions find the right passage with bm25",
    "overlap between chunks of whole sentences",
    "prompt injection in documents before they go into a vector database",
    "html pages to chunks for semantic search",
    "jsonl of chunks with title, url and heading path",
    "my rag cites the wrong page",
    "hit rate and mrr of a retrieval set",
    "which chunk holds this quotation",
    "ingest help center articles for a support bot",
    "passages for a search index with provenance",
    "how long should my chunks be, and what is split",
    "strip credentials from documents before indexing them",
    "contextual chunk headers from headings",
    "answers without sources, make the corpus citable",
    "dokumente für rag in abschnitte zerlegen",
    "textabschnitte mit quellenangabe für eine wissensdatenbank",
    "dividir documentos en fragmentos para rag",
    "découper des documents en passages pour la recherche sémantique",
    "把 文档 切分 成 片段 用于 检索 增强 生成",
    "rag 用 に 文書 を チャンク に 分割",
    "our manual has 300 pages, the bot should answer from it and name the page",
    "cut texts into bites for the vector store, but not in the middle of a table",
    "same paragraph stands in five documents, index it once",
    "do the pieces come up for the questions people ask",
    "RecursiveCharacterTextSplitter, llamaindex node parser, chroma, pinecone, pgvector, bm25",
    "segment sources into addressable passages and measure recall before indexing",
    "dividir documentos em trechos para rag com citações",
    "検索用に文書を分割し引用元を残す",
  ],
  effort: 3,

  laws: [
    filesLaw,
    {
      name: "a chunk is where its anchor says, within its budget and after the one before",
      holds(run, input) {
        const { value } = run({ ...input, failOn: "none" });
        if (!value || value.deliverables.length === 0) return true;
        const texts = new Map(
          rowsOf(value, "documents.jsonl").map((row) => [row["id"], row["text"]]),
        );
        const most = input.maxTokens ?? 400;
        const ends = new Map<string, number>();
        const inOrder = value.chunks.every(({ docId, newStart, end, start, tokens }) => {
          const before = ends.get(docId) ?? 0;
          ends.set(docId, end);
          return newStart >= before && start <= newStart && newStart < end && tokens <= most;
        });
        return (
          inOrder &&
          rowsOf(value, "chunks.jsonl").every(
            ({ docId, start, end, text }) =>
              String(texts.get(docId)).slice(Number(start), Number(end)) === text,
          )
        );
      },
    },
    {
      name: "without overlap only white space and headings are outside chunks",
      holds(run, input) {
        const { value } = run({ ...input, overlapTokens: 0, failOn: "none" });
        if (!value || value.deliverables.length === 0) return true;
        return rowsOf(value, "documents.jsonl").every(({ id, text }) => {
          let at = 0;
          const chunks = value.chunks.filter(({ docId }) => docId === id);
          const gaps = chunks.map(({ start, end }) => {
            const gap = String(text).slice(at, start);
            at = end;
            return gap;
          });
          const rest = String(text).slice(at);
          return gaps.every((gap) => gap.trim() === "" || isHeadings(gap)) && rest.trim() === "";
        });
      },
    },
    {
      name: "the order of documents changes no chunk",
      holds(run, input) {
        const { documents } = input;
        if (!Array.isArray(documents) || documents.length < 2) return true;
        const named = documents.map((document, at) => ({
          ...document,
          id: document.id ?? `d${at + 1}`,
        }));
        const options = { ...input, dedup: false, redact: false, failOn: "none" } as const;
        const chunksOf = (list: typeof named) =>
          (run({ ...options, documents: list }).value?.chunks ?? [])
            .map(({ anchor, sha256, tokens }) => `${anchor} ${sha256} ${tokens}`)
            .toSorted();
        return chunksOf(named).join() === chunksOf(named.toReversed()).join();
      },
    },
    {
      name: "ranks do not depend on the order of questions",
      holds(run, input) {
        const { questions = [] } = input;
        if (typeof questions === "string" || questions.length < 2) return true;
        const ranksOf = (asked: typeof questions) =>
          run({
            ...input,
            redact: false,
            questions: asked,
            failOn: "none",
          }).value?.selfTest.results.map(({ rank, query }) => `${query} ${rank}`);
        return ranksOf(questions)?.join() === ranksOf(questions.toReversed())?.toReversed().join();
      },
    },
  ],
  examples: [
    {
      title: "A policy in chunks that follow its headings, and two questions",
      input: {
        documents: [{ id: "refund", title: "Refunds", text: POLICY }],
        ...SMALL,
        questions: [
          { query: "Can I return a gift card?", quotes: ["Gift cards cannot be returned"] },
          { query: "how long is the return label valid", quotes: ["valid for 14 days"] },
        ],
        topK: 3,
      },
      expect: {
        ok: true,
        valid: true,
        value: {
          verdict: "pass",
          documents: [{ id: "refund", tokens: 80, chunks: 3, admitted: "admit" }],
          chunks: [
            { id: "refund#1", anchor: "refund:0-118", tokens: 26 },
            {
              id: "refund#2",
              anchor: "refund:120-220",
              lineStart: 5,
              lineEnd: 7,
              kinds: ["heading", "sentence"],
              headingPath: ["Refund policy", "Exceptions"],
              status: "kept",
            },
            { id: "refund#3", anchor: "refund:222-372" },
          ],
          selfTest: { mode: "questions", tested: 2, hits: 2, hitPercent: 100, mrr: 1 },
          deliverables: [
            { name: "chunks.jsonl" },
            { name: "documents.jsonl" },
            { name: "selftest.json" },
            { name: "manifest.json" },
            { name: "CITATIONS.md" },
          ],
        },
      },
    },
    {
      title: "The same text twice",
      input: {
        documents: [
          { id: "a", text: "Alpha beta gamma delta epsilon zeta eta theta." },
          { id: "b", text: "alpha  beta gamma delta epsilon zeta eta theta.\n" },
        ],
      },
      expect: {
        value: {
          chunks: [{ status: "kept" }, { status: "duplicate", duplicateOf: "a#1" }],
          counts: { kept: 1, duplicates: 1, byCode: { DUPLICATES_DROPPED: 1 } },
        },
      },
    },
    {
      title: "The text of one document",
      input: { documents: "One short note." },
      expect: {
        warnings: [{ code: "CHUNK_TINY", subject: "d1" }],
        value: { documents: [{ id: "d1", format: "markdown" }], counts: { chunks: 1 } },
      },
    },
    {
      title: "Two documents with one id",
      input: {
        documents: [
          { id: "x", text: "ok text here" },
          { id: "x", text: "more" },
        ],
      },
      expect: { ok: false, error: { code: "DUPLICATE_DOCUMENT_ID" } },
    },
  ],

  // 100,000 characters of Markdown take 300 to 600 ms: they are searched for secrets and planted instructions, converted, counted in
  // tokens, and every chunk is looked up in its document.
  run(input, ctx) {
    const read = readGiven(input.documents, DOCUMENTS);
    if (read.failure) return read.failure as Result;
    const problems = [...documentProblems(read.given), ...boundProblems(input)];
    const [first, ...others] = problems;
    if (first !== undefined) {
      const entries = [first, ...others] as [Entry<keyof typeof FAILURES>];
      return first.code in STRUCTURED_FAILURES ? inputInvalid(entries) : fail(entries);
    }
    const report = new KitReport(ID, NAME, STAGES, ctx.longestOutput);
    const work: Work = { input, ctx, report };
    const { questions } = input;
    const replace = redactStage(
      report,
      "redact",
      textsIn([namesAside(read.given), questions]),
      input,
    );
    const given = read.given.map((document) => withTexts(document, replace));
    const asked = mapTexts(questions, replace) as typeof questions;
    const documents = readDocuments(given, work);
    const { chunks: all, listed } = chunkAll(documents, work);
    const chunks = dropRepeats(documents, all, work);
    checkAnchors(documents, chunks, work);
    const test = selfTest(documents, chunks, asked, work);
    const counts = countsOf(documents, chunks);
    writeFiles({ documents, listed, chunks, test, counts }, work);
    return report.conclude({
      value: {
        documents: listed,
        chunks: chunks.map(
          ({ text: _text, context: _context, firstUnit: _unit, ...chunk }) => chunk,
        ),
        selfTest: test,
      },
      counts: { ...counts },
      output: {
        figures: `${counted(counts.documents, "document")}, ${counted(counts.kept, "chunk")} kept of ${counts.chunks}, ${counted(counts.tokens, "token")}; ${test.hits} of ${test.tested} found within ${test.topK}`,
        next: nextSteps(counts, test, report),
      },
      failOn: input.failOn,
      ...(input.redact
        ? {
            redactedInput: {
              ...input,
              documents: asGiven(input.documents, given),
              questions: asked,
            },
          }
        : {}),
    });
  },
});

/** What was the text of one document is that again. */
function asGiven(field: Input["documents"], given: readonly GivenDocument[]) {
  const [first] = given;
  const isText = typeof field === "string" && given.length === 1 && first?.id === undefined;
  return isText && !field.trimStart().startsWith("[") ? first?.text : given;
}

/** Ids are names of files and anchors: they stay. */
function namesAside(documents: readonly GivenDocument[]) {
  return documents.map(({ id: _id, format: _format, ...texts }) => texts);
}

function withTexts(document: GivenDocument, replace: (text: string) => string): GivenDocument {
  const { id, format, ...texts } = document;
  return {
    ...(id === undefined ? {} : { id }),
    ...(mapTexts(texts, replace) as typeof texts),
    ...(format === undefined ? {} : { format }),
  };
}

/** What relates two fields. */
function boundProblems({ maxTokens, minTokens = 0, overlapTokens, questions }: Input): Entry[] {
  const most = Math.floor(maxTokens / 2);
  return [
    ...(minTokens > maxTokens
      ? [outOfBounds("/minTokens", String(minTokens), `at most maxTokens, ${maxTokens}`)]
      : []),
    ...(overlapTokens > maxTokens / 2
      ? [outOfBounds("/overlapTokens", String(overlapTokens), `at most half of maxTokens, ${most}`)]
      : []),
    ...questions.flatMap(({ documents = [], quotes = [] }, at) =>
      documents.length + quotes.length > 0
        ? []
        : [wrongForm(`/questions/${at}`, "neither documents nor quotes", "what answers it")],
    ),
  ];
}

/** The rows of a file of JSON lines. */
function rowsOf({ deliverables }: Pick<Value, "deliverables">, wanted: string) {
  const content = deliverables.find(({ name }) => name === wanted)?.content ?? "";
  return content
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
}

/** Whether a text has lines of headings only. */
function isHeadings(text: string): boolean {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.every(
    (line, at) =>
      /^ {0,3}#{1,6}(?:\s|$)/.test(line) ||
      /^ {0,3}(?:=+|-+)\s*$/.test(line) ||
      /^ {0,3}(?:=+|-+)\s*$/.test(lines[at + 1] ?? ""),
  );
}
