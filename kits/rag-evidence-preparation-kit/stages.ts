/** Chunks of all documents: cut, counted, compared with each other, and looked up where they should stand. */
import { findModel } from "../../tools/_lib/agents/models/models.ts";
import { sha256Hex } from "../../tools/_lib/bytes/sha256.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import { positionFinder } from "../../tools/_lib/text/position.ts";
import { normalText } from "../../tools/_lib/text/prose/normal-form.ts";
import { NearIndex } from "../../tools/_lib/text/prose/near-index.ts";
import { shinglesOf } from "../../tools/_lib/text/prose/similarity.ts";
import { oneLine, quoted } from "../../tools/_lib/text/shown.ts";
import { wordsOf } from "../../tools/_lib/text/words.ts";
import checkQuotes from "../../tools/citation-quote-integrity.ts";
import countTokens from "../../tools/token-counter.ts";
import type { Chunk, Counts, Input, Value, Work } from "../rag-evidence-preparation-kit.ts";
import { fitting, pack, type Packing, type Run, type Unit, unitsIn } from "./chunks.ts";
import type { Document } from "./documents.ts";
import { TokenMeter } from "./token-spans.ts";

/** Fewer words say hardly anything. */
const FEWEST_WORDS = 5;

export function packingOf({ maxTokens, minTokens, overlapTokens }: Input): Packing {
  const usual = Math.min(100, Math.floor(maxTokens / 4));
  return { maxTokens, minTokens: minTokens ?? usual, overlapTokens };
}

interface Chunked {
  readonly chunks: readonly Chunk[];
  readonly listed: Value["documents"];
}

export function chunkAll(documents: readonly Document[], work: Work): Chunked {
  const { input, ctx, report } = work;
  const packing = packingOf(input);
  const meter = new TokenMeter(findModel(input.model).family);
  const known = new Map([["", 0]]);
  const count = (text: string) => {
    let tokens = known.get(text);
    if (tokens === undefined) {
      tokens = ctx.step(countTokens, { text, model: input.model }).value?.high ?? 0;
      known.set(text, tokens);
    }
    return tokens;
  };
  const chunks: Chunk[] = [];
  const listed = documents.map((document) => {
    const { id, title, uri, format, text, tokens, sha256, admitted } = document;
    const isLeftOut = admitted === "reject";
    const units = unitsIn(text, format === "text");
    const parts = fitting(text, units, packing.maxTokens, meter);
    const runs = isLeftOut ? [] : pack(text, parts, packing, meter);
    const source = { document, units: parts, lineOf: positionFinder(text), count };
    const made = runs.map((run, at) => chunkOf(run, at + 1, source, input.context));
    chunks.push(...made);
    if (!isLeftOut) reportDocument(document, parts, work);
    return {
      id,
      title,
      uri,
      format,
      chars: text.length,
      units: units.length,
      tokens,
      chunks: made.length,
      sha256,
      admitted,
    };
  });
  report.done(
    "chunk",
    `${counted(chunks.length, "chunk")} of ${counted(documents.length, "document")}`,
  );
  const total = chunks.reduce((sum, { tokens }) => sum + tokens, 0);
  const { method } = ctx.step(countTokens, { text: "", model: input.model }).value ?? {};
  const how = method === "estimate" ? ", an estimate at its upper end" : "";
  report.done(
    "tokens",
    `${counted(total, "token")} of ${oneLine(input.model)} in all chunks${how}`,
  );
  return { chunks, listed };
}

interface Source {
  readonly document: Document;
  readonly units: readonly Unit[];
  readonly lineOf: ReturnType<typeof positionFinder>;
  readonly count: (text: string) => number;
}

function chunkOf(
  { first, last, newFirst }: Run,
  index: number,
  { document: { id: docId, title, text }, units, lineOf, count }: Source,
  wanted: Input["context"],
): Chunk {
  const own = units.slice(first, last + 1);
  const start = units[first]?.start ?? 0;
  const end = units[last]?.end ?? 0;
  const content = text.slice(start, end);
  const { headings = [] } = own.find(({ kind }) => kind !== "heading") ?? own.at(-1) ?? {};
  const context = contextOf(wanted, title, headings);
  return {
    id: `${docId}#${index}`,
    docId,
    index,
    start,
    end,
    newStart: units[newFirst]?.start ?? start,
    lineStart: lineOf(start).line,
    lineEnd: lineOf(Math.max(start, end - 1)).line,
    kinds: [...new Set(own.map(({ kind }) => kind))],
    headingPath: [...headings],
    tokens: count(content),
    contextTokens: count(context),
    split: own.some(({ isPiece }) => isPiece),
    sha256: sha256Hex(content),
    anchor: `${docId}:${start}-${end}`,
    status: "kept",
    duplicateOf: null,
    text: content,
    context,
    firstUnit: text.slice(start, own[0]?.end),
  };
}

/** What is indexed before a chunk; a title that is the first heading as well is said once. */
function contextOf(
  wanted: Input["context"],
  title: string | null,
  headings: readonly string[],
): string {
  if (wanted === "none") return "";
  const [first, ...others] = [title ?? "", ...(wanted === "headings" ? headings : [])]
    .map((part) => part.replace(/\s+/g, " ").trim())
    .filter((part) => part !== "");
  const isTitleAgain =
    title !== null && normalText(first ?? "").text === normalText(others[0] ?? "").text;
  const said = [first ?? "", ...(isTitleAgain ? others.slice(1) : others)].join(" > ");
  return said === "" ? "" : `${said}\n\n`;
}

function reportDocument({ id, index, text }: Document, parts: readonly Unit[], { report }: Work) {
  const place = { path: `/documents/${index}`, subject: id };
  if (text.trim() === "") {
    const message = `The document ${quoted(id)} has no text`;
    report.find("warning", "chunk", { code: "EMPTY_DOCUMENT", message, ...place });
  }
  const split = new Set(parts.filter(({ isPiece }) => isPiece).map(({ at }) => at)).size;
  if (split > 0) {
    const message = `${counted(split, "unit")} of the document ${quoted(id)} ${split === 1 ? "is" : "are"} longer than a chunk, and ${split === 1 ? "was" : "were"} cut`;
    report.find("warning", "chunk", {
      code: "SPLIT_UNIT",
      message,
      received: split,
      ...place,
    });
  }
}

/** The chunks, each with whether an earlier one says the same. */
export function dropRepeats(
  documents: readonly Document[],
  chunks: readonly Chunk[],
  work: Work,
): readonly Chunk[] {
  const { input, report } = work;
  const marked = input.dedup ? marksOf(chunks) : chunks;
  const dropped = marked.filter(({ status }) => status !== "kept").length;
  if (input.dedup) {
    report.done(
      "dedup",
      `${counted(dropped, "chunk")} dropped as ${dropped === 1 ? "a repeat" : "repeats"}`,
    );
  } else report.skipped("dedup", "All chunks are kept; the field `dedup` would drop repeats");
  if (dropped > 0) {
    const message = `${counted(dropped, "chunk")} ${dropped === 1 ? "says" : "say"} what an earlier one says, and ${dropped === 1 ? "was" : "were"} dropped`;
    report.find("info", "dedup", { code: "DUPLICATES_DROPPED", message, received: dropped });
  }
  reportTiny(documents, marked, work);
  return marked;
}

function marksOf(chunks: readonly Chunk[]): Chunk[] {
  const shingles = chunks.map(({ text }) => shinglesOf(text));
  const near = new NearIndex(shingles);
  const kept = new Map<string, number>();
  return chunks.map((chunk, at) => {
    const normal = shingles[at]?.normal ?? "";
    const same = kept.get(normal);
    if (same !== undefined) {
      return { ...chunk, status: "duplicate", duplicateOf: chunks[same]?.id ?? null };
    }
    const others = near.near(at).map((found) => found.at);
    if (others.length > 0) {
      const first = others.reduce((left, right) => Math.min(left, right));
      return { ...chunk, status: "near-duplicate", duplicateOf: chunks[first]?.id ?? null };
    }
    kept.set(normal, at);
    near.add(at);
    return chunk;
  });
}

function reportTiny(
  documents: readonly Document[],
  chunks: readonly Chunk[],
  { report }: Work,
): void {
  const places = new Map(documents.map(({ id, index }) => [id, `/documents/${index}`]));
  const tiny = new Map<string, number>();
  for (const { status, text, docId } of chunks) {
    if (status !== "kept" || wordsOf(text).length >= FEWEST_WORDS) continue;
    tiny.set(docId, (tiny.get(docId) ?? 0) + 1);
  }
  for (const [subject, received] of tiny) {
    const message = `${counted(received, "chunk")} of the document ${quoted(subject)} ${received === 1 ? "has" : "have"} fewer than ${FEWEST_WORDS} words`;
    report.find("warning", "chunk", {
      code: "CHUNK_TINY",
      message,
      path: places.get(subject),
      subject,
      received,
    });
  }
}

const MOST_ANCHORS = 500;

/** The first unit of every kept chunk has to stand in its document, word for word. */
export function checkAnchors(
  documents: readonly Document[],
  chunks: readonly Chunk[],
  work: Work,
): void {
  const { ctx, report } = work;
  const kept = chunks.filter(({ status }) => status === "kept").slice(0, MOST_ANCHORS);
  if (kept.length === 0) {
    report.skipped("anchors", "No chunk was kept; `documents` with text give some");
    return;
  }
  const wanted = new Set(kept.map(({ docId }) => docId));
  const outcome = ctx.step(checkQuotes, {
    quotes: kept.map(({ id, docId, firstUnit }) => ({ id, quote: firstUnit, sourceId: docId })),
    sources: documents.filter(({ id }) => wanted.has(id)).map(({ id, text }) => ({ id, text })),
  });
  if (!outcome.ok || !outcome.value) {
    const error = outcome.errors?.[0] ?? { code: "STAGE_FAILED", message: "No answer" };
    report.stageFailed("anchors", error);
    return;
  }
  let wrong = 0;
  for (const [at, { status, sourceId }] of outcome.value.quotes.entries()) {
    const chunk = kept[at];
    if (chunk === undefined || (status === "exact" && sourceId === chunk.docId)) continue;
    wrong++;
    const message = `Cannot find the chunk ${quoted(chunk.id)} where it should be: found its first unit ${status} in ${quoted(sourceId ?? "no document")}, expected it exactly at ${chunk.anchor}`;
    report.find("error", "anchors", { code: "ANCHOR_MISMATCH", message, subject: chunk.id });
  }
  const summary = `${kept.length - wrong} of ${counted(kept.length, "anchor")} exact`;
  report.done("anchors", summary, wrong === 0 ? "pass" : "fail");
}

export function countsOf(documents: readonly Document[], chunks: readonly Chunk[]): Counts {
  const tokens = chunks
    .flatMap(({ status, tokens: own }) => (status === "kept" ? [own] : []))
    .toSorted((left, right) => left - right);
  const middle = tokens.length >> 1;
  const upper = tokens[middle] ?? 0;
  return {
    documents: documents.length,
    chunks: chunks.length,
    kept: tokens.length,
    duplicates: chunks.length - tokens.length,
    tokens: tokens.reduce((sum, own) => sum + own, 0),
    minTokens: tokens[0] ?? 0,
    medianTokens: tokens.length % 2 === 1 ? upper : ((tokens[middle - 1] ?? 0) + upper) / 2,
    maxTokens: tokens.at(-1) ?? 0,
  };
}
