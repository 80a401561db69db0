/** Questions with what should be found, or each chunk by its own words. */
import type { Entry } from "../../tools/_core/tool.ts";
import { percentOf } from "../../tools/_lib/numbers/percent.ts";
import { normalText } from "../../tools/_lib/text/prose/normal-form.ts";
import { oneLine, quoted } from "../../tools/_lib/text/shown.ts";
import type { Chunk, Question, SelfTest, Work } from "../rag-evidence-preparation-kit.ts";
import type { Document } from "./documents.ts";
import { SearchIndex, writtenIn } from "./search.ts";

type Tested = SelfTest["results"][number];

/** Terms by which a chunk should be found again. */
const TELLING = 5;

export function selfTest(
  documents: readonly Document[],
  chunks: readonly Chunk[],
  questions: readonly Question[],
  work: Work,
): SelfTest {
  const { input, report } = work;
  const kept = chunks.filter(({ status }) => status === "kept");
  const index = new SearchIndex(kept.map(({ context, text }) => context + text));
  const mode = questions.length > 0 ? "questions" : "known-item";
  const results =
    mode === "questions"
      ? askAll(documents, chunks, kept, index, questions, work)
      : knownItems(kept, index, input.topK);
  const ranks = results.flatMap(({ rank }) => rank ?? []);
  const tested = results.length;
  const hits = ranks.length;
  const hitPercent = percentOf(hits, tested, 2);
  const sum = ranks.reduce((total, rank) => total + 1 / rank, 0);
  const mrr = tested === 0 ? 0 : Math.round((sum / tested) * 1e6) / 1e6;
  if (hitPercent < input.minHitPercent) {
    const { minHitPercent: expected } = input;
    const message = `Cannot rely on the search: found ${hitPercent} % of ${tested === 1 ? "1 query" : `${tested} queries`} answered within ${input.topK}, expected ${expected} %`;
    const figures = { received: hitPercent, expected };
    report.find("error", "selftest", {
      code: "HITS_BELOW_MINIMUM",
      message,
      path: "/minHitPercent",
      ...figures,
    });
  }
  const what = mode === "questions" ? "questions" : "chunks by their own words";
  report.done(
    "selftest",
    `${hits} of ${tested} ${what} found within ${input.topK}, ${hitPercent} %`,
    hitPercent < input.minHitPercent ? "fail" : hits < tested ? "review" : "pass",
  );
  return { mode, topK: input.topK, tested, hits, hitPercent, mrr, results };
}

function topOf(hits: ReturnType<SearchIndex["search"]>, kept: readonly Chunk[]): Tested["top"] {
  return hits.map(({ at, score }) => ({ chunkId: kept[at]?.id ?? "", score }));
}

function knownItems(kept: readonly Chunk[], index: SearchIndex, topK: number): Tested[] {
  return kept.flatMap(({ id, context, text }, at) => {
    const terms = index.telling(at, TELLING);
    if (terms === undefined) return [];
    const hits = index.searchTerms(terms, topK);
    const place = hits.findIndex((hit) => hit.at === at);
    const rank = place < 0 ? null : place + 1;
    const words = writtenIn(context + text, terms).join(" ");
    const top = topOf(hits, kept);
    return [{ query: terms.join(" "), words, rank, relevant: 1, chunkId: id, top }];
  });
}

function askAll(
  documents: readonly Document[],
  chunks: readonly Chunk[],
  kept: readonly Chunk[],
  index: SearchIndex,
  questions: readonly Question[],
  work: Work,
): Tested[] {
  const { input, report } = work;
  const ids = new Set(documents.map(({ id }) => id));
  const usable = documents.filter(({ admitted }) => admitted !== "reject");
  const quotes = new Quotes(usable, chunks);
  return questions.map(({ query, documents: wanted = [], quotes: texts = [] }, at) => {
    const path = `/questions/${at}`;
    for (const [place, id] of wanted.entries()) {
      if (ids.has(id)) continue;
      const message = `The question ${quoted(query)} names the document ${quoted(id)}, which there is not`;
      const finding = { message, path: `${path}/documents/${place}`, subject: id };
      report.find("warning", "selftest", { code: "DOCUMENT_ID_UNKNOWN", ...finding });
    }
    for (const [place, text] of texts.entries()) {
      const problem = quotes.problemOf(text, `${path}/quotes/${place}`);
      if (problem !== undefined) {
        const { code } = problem;
        report.find(code === "QUOTE_SPLIT" ? "warning" : "error", "selftest", problem);
      }
    }
    const holders = quotes.holdersOf(texts);
    const isRelevant = (chunk: Chunk) =>
      (wanted.length === 0 || wanted.includes(chunk.docId)) &&
      (texts.length === 0 || holders.has(chunk));
    const hits = index.search(query, input.topK);
    const place = hits.findIndex((hit) => isRelevant(kept[hit.at] as Chunk));
    const rank = place < 0 ? null : place + 1;
    if (rank === null) {
      const message = `The question ${quoted(query)} is not answered within the first ${input.topK}`;
      report.find("warning", "selftest", { code: "QUESTION_MISSED", message, path });
    }
    const relevant = kept.filter(isRelevant).length;
    return { query: oneLine(query), rank, relevant, top: topOf(hits, kept) };
  });
}

/** Where quotations stand, whatever their typography. */
class Quotes {
  readonly #documents: readonly string[];
  readonly #chunks: readonly (readonly [chunk: Chunk, normal: string])[];
  readonly #found = new Map<string, ReadonlySet<Chunk>>();

  constructor(documents: readonly Document[], chunks: readonly Chunk[]) {
    this.#documents = documents.map(({ text }) => normalText(text).text);
    this.#chunks = chunks.map((chunk) => [chunk, normalText(chunk.text).text]);
  }

  #holders(quote: string): ReadonlySet<Chunk> {
    const normal = normalText(quote).text;
    let found = this.#found.get(normal);
    if (found === undefined) {
      const holding = this.#chunks.filter(([, text]) => normal !== "" && text.includes(normal));
      this.#found.set(normal, (found = new Set(holding.map(([chunk]) => chunk))));
    }
    return found;
  }

  /** The chunks that hold one of the quotations. */
  holdersOf(quotes: readonly string[]): ReadonlySet<Chunk> {
    return new Set(quotes.flatMap((quote) => [...this.#holders(quote)]));
  }

  problemOf(quote: string, path: string): Entry | undefined {
    if (this.#holders(quote).size > 0) return undefined;
    const normal = normalText(quote).text;
    if (normal !== "" && this.#documents.some((text) => text.includes(normal))) {
      const message = `No chunk holds the quotation ${quoted(quote)} whole: raise maxTokens or overlapTokens`;
      return { code: "QUOTE_SPLIT", message, path };
    }
    const message = `Cannot find the quotation: found ${quoted(quote)} in no document, expected it in one`;
    return { code: "QUOTE_NOT_FOUND", message, path };
  }
}
