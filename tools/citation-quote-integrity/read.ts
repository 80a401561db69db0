import { Type } from "@sinclair/typebox";
import { type Entry, fail, type Outcome } from "../_core/tool.ts";
import { isNothingOrEmpty, readNamedTexts, readRecords } from "../_lib/fields/named-texts.ts";
import type { JsonWarning } from "../_lib/json/tree/json-field.ts";
import { SourceText } from "../_lib/text/quotation/source-text.ts";
import type { Failure, Input } from "../citation-quote-integrity.ts";
import { quotationsIn } from "./extract.ts";

export const MOST_QUOTES = 2000;

/** The quotations and sources as they are given. */
export class NamedSource extends SourceText {
  readonly id: string;

  constructor(id: string, text: string) {
    super(text);
    this.id = id;
  }
}

export interface Quoted {
  readonly id: string;
  readonly quote: string;
  /** In the text; null for one of a list. */
  readonly start: number | null;
  readonly citedId: string | undefined;
  /** Where it is given, and where its citation is. */
  readonly path: string;
  readonly citedPath: string;
}

export interface Job {
  readonly quotes: readonly Quoted[];
  readonly sources: readonly NamedSource[];
  readonly warnings: readonly Entry<JsonWarning>[];
  readonly failure?: undefined;
}

type Failed = { readonly failure: Outcome<never, Failure, never> };

const QUOTES = Type.Array(
  Type.Object({
    id: Type.Optional(Type.String()),
    quote: Type.String(),
    sourceId: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  }),
  { maxItems: MOST_QUOTES },
);

export function readJob(input: Input): Job | Failed {
  if (isNothingOrEmpty(input.sources)) return missing("SOURCES_MISSING", "/sources", "sources");
  const read = readNamedTexts(input.sources, "/sources");
  if (read.failure) return read;
  const sources = read.texts.map(({ id, text }) => new NamedSource(id, text));
  const quotes = readQuotes(input, sources);
  if ("failure" in quotes) return quotes;
  return { quotes: quotes.quotes, sources, warnings: [...quotes.warnings, ...read.warnings] };
}

type QuotesRead = Pick<Job, "quotes" | "warnings"> | Failed;

function readQuotes(input: Input, sources: readonly NamedSource[]): QuotesRead {
  if (!isNothingOrEmpty(input.quotes)) return readList(input.quotes);
  const { text = "", minWords } = input;
  if (text.trim() === "") return missing("QUOTES_MISSING", "/quotes", "a text or quotations");
  const found = quotationsIn(
    text,
    sources.map(({ id }) => id),
    minWords,
  );
  const quotes = found.map((extract, at) => ({
    ...extract,
    id: `q${at + 1}`,
    path: "/text",
    citedPath: "/text",
  }));
  return { quotes, warnings: [] };
}

function readList(field: unknown): QuotesRead {
  const read = readRecords(field, QUOTES, "/quotes");
  if (read.failure) return read;
  const quotes = read.value.map(({ id, quote, sourceId }, at) => ({
    id: id || `q${at + 1}`,
    quote,
    start: null,
    citedId: sourceId || undefined,
    path: `/quotes/${at}`,
    citedPath: `/quotes/${at}/sourceId`,
  }));
  return { quotes, warnings: read.warnings };
}

function missing(
  code: "SOURCES_MISSING" | "QUOTES_MISSING",
  path: string,
  expected: string,
): Failed {
  const message = `Cannot look up quotations: found none to work with, expected ${expected}`;
  return { failure: fail<never, Failure>({ code, message, path, expected }) };
}
