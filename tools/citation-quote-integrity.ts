import { defineTool } from "./_core/tool.ts";
import { checkQuotations } from "./citation-quote-integrity/check.ts";
import { FAILURES, INPUT, VALUE, WARNINGS } from "./citation-quote-integrity/contract.ts";
import { QUOTATION_LAWS } from "./citation-quote-integrity/laws.ts";

const MINUTES =
  "The committee met on 3 May 2024. It found that the pump had not failed because of corrosion, but because of a missing seal. Costs rose by 12 % in one year.";

export default defineTool({
  id: "citation-quote-integrity",
  name: "Citation Quote Integrity",
  category: "AI",
  description:
    "Looks every quotation up in its source and says whether it is word for word, the same but for typography, shortened, altered or not there.",
  keywords: [
    "citation",
    "fabricated quote",
    "fact check",
    "grounding",
    "hallucination",
    "misquote",
    "quotation",
    "quote",
    "rag",
    "references",
    "source",
    "verbatim",
    "verify",
  ],
  aliases: ["quote-checker"],
  version: "2026-11-22",

  input: INPUT,
  primary: "text",
  value: VALUE,
  verb: "check",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "check that quotes in an answer are verbatim in the sources",
    "find fabricated quotations in llm output",
    "verify citations against source text",
    "is this quote really in the document",
    "compare a quotation word by word with its source",
    "detect a misquoted number or a dropped not",
    "which source does this quote come from",
    "quote attributed to the wrong source",
    "offsets of a quote in the original text",
    "check block quotes in a markdown report",
    "quotes with ellipsis checked against the source",
    "share of quotations that are exact",
    "did the author really say this, word for word",
    "made-up or invented quote in an article or thesis",
    "journalist wants to know whether the minister was quoted correctly",
    "verbatim match of quoted passages with the cited originals",
    "the chatbot puts words in quotation marks that I cannot find in the pdf",
    "exact wording check of excerpts against a transcript",
    "student paper cites a sentence of a book, exactly so or changed",
    "prüfen ob zitate wörtlich in der quelle stehen",
    "comprobar si las citas son literales en la fuente",
    "vérifier que les citations sont exactes dans la source",
    "检查 引文 是否 与 来源 原文 一致",
    "引用文が出典の原文と一致するか確認する",
    "dijo realmente esta frase, cita textual",
    "hat er das wirklich gesagt, wörtliches zitat prüfen",
    "a-t-il vraiment dit cela, citation mot pour mot",
    "引用 的 话 原文 里 有 没有",
    "本当にそう言ったか 引用の確認",
  ],
  effort: 3,

  laws: QUOTATION_LAWS,
  examples: [
    {
      title: "A dropped not",
      input: {
        text: "The report says “the pump had failed because of corrosion” [r1].",
        sources: { r1: MINUTES },
      },
      expect: {
        valid: false,
        errors: [{ code: "QUOTE_ALTERED", path: "/text", offset: 17, critical: true }],
        value: {
          quotes: [
            {
              status: "altered",
              citedSourceId: "r1",
              similarity: 0.875,
              differences: [{ op: "delete", quote: "", source: "not", critical: true }],
            },
          ],
          integrity: 0,
        },
      },
    },
    {
      title: "Word for word, shortened, and not there",
      input: {
        quotes: [
          { quote: "the pump had not failed because of corrosion" },
          { quote: "It found that … because of a missing seal", sourceId: "r1" },
          { quote: "Costs fell sharply in Asia and Africa" },
        ],
        sources: [{ id: "r1", text: MINUTES }],
      },
      expect: {
        output:
          "id  status   source  line  similarity  quotation\nq1  exact    r1      1     1           the pump had not failed because of corrosion\nq2  elided   r1      1     1           It found that … because of a missing seal\nq3  missing  –       –     0           Costs fell sharply in Asia and Africa\n\n3 quotations, 1 exact, 1 elided, 1 missing; integrity 0.6667",
        value: {
          quotes: [
            { status: "exact", sourceStart: 47, sourceEnd: 91, occurrences: 1 },
            { status: "elided", sourceStart: 33, sourceEnd: 122 },
            { status: "missing", sourceId: null },
          ],
        },
      },
    },
    {
      title: "Only the typography differs, and the source is another one",
      input: {
        quotes: [{ quote: "the board\u2019s \u2018final\u2019 offer.", sourceId: "a" }],
        sources: { a: "Nothing to see.", b: "It was the board's\n'final' of\u00adfer, they said." },
      },
      expect: {
        valid: false,
        errors: [{ code: "WRONG_SOURCE", path: "/quotes/0/sourceId", received: "b" }],
        value: { quotes: [{ status: "normalised", sourceId: "b", sourceStart: 7, line: 1 }] },
      },
    },
    {
      title: "A block quote in Markdown",
      input: {
        text: 'As they wrote:\n\n> Costs rose by 12 %\n> in one year [r1]\n\nAnd `"no quotation in code"`.',
        sources: { r1: MINUTES },
      },
      expect: {
        valid: true,
        value: { counts: { exact: 1 }, quotes: [{ start: 18, citedSourceId: "r1" }] },
      },
    },
    {
      title: "A document without quotations",
      input: { text: "Nobody is quoted.", sources: { r1: MINUTES } },
      expect: {
        valid: true,
        warnings: [{ code: "NO_QUOTES" }],
        value: { integrity: 1 },
      },
    },
    {
      title: "Nothing to look up",
      input: { sources: { r1: MINUTES } },
      expect: { ok: false, error: { code: "QUOTES_MISSING" } },
    },
    {
      title: "An id twice",
      input: {
        quotes: [{ quote: "One text" }],
        sources: [
          { id: "a", text: "One text." },
          { id: "a", text: "Another." },
        ],
      },
      expect: { ok: false, error: { code: "DUPLICATE_SOURCE_ID" } },
    },
  ],

  // A source of 100,000 characters with 200 altered quotations takes 30 to 50 ms; a single quotation of as many
  // characters, words of it replaced all over, up to 1 s, as it is compared word by word.
  run(input, ctx) {
    return checkQuotations(input, ctx.budget);
  },
});
