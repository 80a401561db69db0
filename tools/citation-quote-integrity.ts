import { type Static, Type } from "@sinclair/typebox";
import { dataOrJson, oneOf, whole } from "./_core/fields.ts";
import { defineTool } from "./_core/tool.ts";
import { givenTexts, NAMED_TEXTS, SOURCE_ID_FAILURES } from "./_lib/fields/named-texts.ts";
import { OPERATIONS } from "./_lib/text/quotation/alignment.ts";
import { QUOTE_FAILURES, STATUSES } from "./_lib/text/quotation/match.ts";
import { checkQuotations } from "./citation-quote-integrity/check.ts";

const FAILURES = {
  ...SOURCE_ID_FAILURES,
  ...QUOTE_FAILURES,
  QUOTE_DISTORTED:
    "Left out of a quoted sentence is a negation, number, quantity, modal verb or another word that may change it",
  SOURCES_MISSING: "There are no sources",
  QUOTES_MISSING: "There is neither a text nor a list of quotations",
  WRONG_SOURCE: "A quotation is in another source than the one that is cited",
  CITED_SOURCE_UNKNOWN: "There is no source with the id that is cited",
} as const;

export type Failure = keyof typeof FAILURES;

const WARNINGS = {
  QUOTE_AMBIGUOUS: "A quotation stands in its source more than once",
  NO_QUOTES: "The text holds no quotations",
} as const;

export type Warning = keyof typeof WARNINGS;

const QUOTES = Type.Array(
  Type.Object({
    id: Type.Optional(Type.String({ description: "q1, q2, … if left out" })),
    quote: Type.String({ description: "As it is quoted, without quotation marks" }),
    sourceId: Type.Optional(
      Type.Union([Type.String(), Type.Null()], { description: "The source that is cited" }),
    ),
  }),
  { maxItems: 2000 },
);

const INPUT = Type.Object({
  text: Type.Optional(
    Type.String({ description: "A document; what it quotes is looked up in the sources" }),
  ),
  quotes: Type.Optional(dataOrJson(QUOTES, { description: "Quotations, instead of a text" })),
  sources: Type.Optional(
    dataOrJson(NAMED_TEXTS, { description: "The texts in which quotations are looked up" }),
  ),
  threshold: Type.Number({
    description: "The least similarity, word by word, of a quotation that is altered, not missing",
    minimum: 0.5,
    maximum: 1,
    default: 0.8,
  }),
  minWords: whole({
    description: "Quotations of the text with fewer words are left out",
    minimum: 1,
    maximum: 50,
    default: 3,
  }),
});

export type Input = Static<typeof INPUT>;

const OFFSET = Type.Union([Type.Integer(), Type.Null()]);

const ID = Type.Union([Type.String(), Type.Null()]);

const VALUE = Type.Object({
  quotes: Type.Array(
    Type.Object({
      id: Type.String(),
      quote: Type.String(),
      start: Type.Union([Type.Integer(), Type.Null()], {
        description: "UTF-16 offset in the text; null for a list",
      }),
      status: oneOf(STATUSES),
      sourceId: ID,
      citedSourceId: ID,
      sourceStart: OFFSET,
      sourceEnd: OFFSET,
      line: Type.Union([Type.Integer(), Type.Null()], { description: "Of the source, from 1" }),
      similarity: Type.Number({ description: "Of the words, 0 to 1" }),
      occurrences: Type.Integer({ description: "In that source" }),
      differences: Type.Array(
        Type.Object({
          op: oneOf(OPERATIONS, {
            description: "insert: only the quotation has it; delete: only the source",
          }),
          quote: Type.String(),
          source: Type.String(),
          critical: Type.Boolean(),
        }),
      ),
      omitted: Type.Array(Type.String(), {
        description: "Of what is elided: words of a quoted sentence that may change what it says",
      }),
      critical: Type.Boolean({
        description: "A number, negation, bound or direction differs, or words are in `omitted`",
      }),
    }),
  ),
  counts: Type.Object({
    exact: Type.Integer(),
    normalised: Type.Integer(),
    elided: Type.Integer(),
    altered: Type.Integer(),
    missing: Type.Integer(),
  }),
  integrity: Type.Number({ description: "The share of what is neither altered nor missing" }),
});

export type Value = Static<typeof VALUE>;

export type Checked = Value["quotes"][number];

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
    "exact words",
    "fabricated quote",
    "fact check",
    "footnote",
    "grounding",
    "hallucination",
    "misattributed",
    "misquote",
    "quotation",
    "quote",
    "quotes",
    "rag",
    "references",
    "source",
    "verbatim",
    "verify",
  ],
  aliases: ["quote-checker"],
  version: "2026-11-27",

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
    "pupil's essay has six quotations from the novel, are they copied correctly",
    "lawyer's brief generated by ai cites sentences of a ruling, do they exist there",
    "editor changed a word inside the quotation marks, find out which",
    "was something left out of the quotation without dots",
    "difflib, fuzzy string match, Turnitin, copy editing: wording of quotations, sic, ellipsis, brackets",
    "confirm that each quoted span occurs verbatim in the supplied originals and report the edits",
    "citações textuais conferidas com a fonte original",
    "cita inventada o cambiada por la ia, comprobar con el texto original",
    "erfundenes zitat der ki entlarven, wortlaut vergleichen",
    "citation inventée ou déformée par l'ia",
  ],
  effort: 3,

  laws: [
    {
      name: "what is exact stands in its source where it says, letter for letter",
      holds(run, input) {
        const { value } = run(input);
        const given = givenTexts(input.sources);
        if (!value || !given) return true;
        const texts = new Map(given.map(({ id, text }) => [id, text]));
        return value.quotes.every(
          ({ status, quote, sourceId, sourceStart, sourceEnd }) =>
            status !== "exact" ||
            texts.get(sourceId ?? "")?.slice(sourceStart ?? 0, sourceEnd ?? 0) === quote,
        );
      },
    },
    {
      name: "wider spaces and curly quotes in the sources lower nothing that is exact below normalised",
      holds(run, input) {
        const { value } = run(input);
        const given = givenTexts(input.sources);
        if (!value || !given) return true;
        const sources = given.map(({ id, text }) => {
          return { id, text: text.replaceAll(" ", "  ").replaceAll('"', "”") };
        });
        const again = run({ ...input, sources }).value?.quotes ?? [];
        return value.quotes.every(
          ({ status }, at) =>
            status !== "exact" || /^(?:exact|normalised)$/.test(again[at]?.status ?? ""),
        );
      },
    },
    {
      name: "one source more worsens no status",
      holds(run, input) {
        const { value } = run(input);
        const given = givenTexts(input.sources);
        if (!value || !given) return true;
        const more = {
          id: `${given.map(({ id }) => id).join()}+`,
          text: "Nothing of the kind.",
        };
        const again = run({ ...input, sources: [...given, more] }).value?.quotes ?? [];
        const rank = (quote: Value["quotes"][number] | undefined) =>
          STATUSES.indexOf(quote?.status ?? "missing");
        return value.quotes.every((quote, at) => rank(again[at]) <= rank(quote));
      },
    },
    {
      name: "what is altered is less than wholly similar, and says where",
      holds(run, input) {
        const { value } = run(input);
        return (value?.quotes ?? []).every(
          ({ status, similarity, differences }) =>
            (status === "altered") === differences.length > 0 &&
            (status === "altered" ? similarity < 1 : similarity === (status === "missing" ? 0 : 1)),
        );
      },
    },
  ],
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
            { status: "elided", sourceStart: 33, sourceEnd: 122, omitted: ["not"], critical: true },
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
      title: "A source in Markdown, quoted as it is read",
      input: {
        quotes: [{ quote: "the pump had not failed" }],
        sources: {
          r1: "# Report\n\nIn [2024](https://x.test/2024) the pump had **not** failed. Costs rose in one year.",
        },
      },
      expect: {
        valid: true,
        value: {
          quotes: [{ status: "normalised", sourceStart: 41, sourceEnd: 68, line: 3 }],
        },
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
