/** The quotations and sources as they are given. */
import { fail } from "../_core/tool.ts";
import { namedTexts, wrongIds } from "../_lib/fields/named-texts.ts";
import type { PlacedText } from "../_lib/text/quotation/passage.ts";
import { SourceText } from "../_lib/text/quotation/source-text.ts";
import type { Input } from "../citation-quote-integrity.ts";
import { visibleText } from "./visible-text.ts";
import { quotationsIn } from "./extract.ts";

/** A source as written, or as it is seen. */
export class NamedSource extends SourceText {
  readonly id: string;

  constructor(id: string, text: string, seen?: PlacedText) {
    super(text, seen);
    this.id = id;
  }
}

/** As it is seen and, where its marks may have been quoted with it, as written. */
function viewsOf({ id, text }: { readonly id: string; readonly text: string }): NamedSource[] {
  const found = visibleText(text);
  if (found === undefined) return [new NamedSource(id, text)];
  const seen = new NamedSource(id, text, found.visible);
  return found.isHtml ? [seen] : [new NamedSource(id, text), seen];
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

export function readJob(input: Input) {
  const texts = namedTexts(input.sources ?? [], "/sources");
  if (texts.length === 0) return { failure: missing("SOURCES_MISSING", "/sources", "sources") };
  const repeated = wrongIds(texts, "DUPLICATE_SOURCE_ID", "sources");
  if (repeated) return { failure: repeated };
  const quotes = readQuotes(
    input,
    texts.map(({ id }) => id),
  );
  if (!quotes) {
    return { failure: missing("QUOTES_MISSING", "/quotes", "a text or quotations") };
  }
  return { quotes, sources: texts.map(viewsOf) };
}

/** Those of the list, or else of the text; undefined where there is neither. */
function readQuotes(
  { quotes = [], text = "", minWords }: Input,
  ids: readonly string[],
): readonly Quoted[] | undefined {
  if (quotes.length > 0) {
    return quotes.map(({ id, quote, sourceId }, at) => ({
      id: id || `q${at + 1}`,
      quote,
      start: null,
      citedId: sourceId || undefined,
      path: `/quotes/${at}`,
      citedPath: `/quotes/${at}/sourceId`,
    }));
  }
  if (text.trim() === "") return undefined;
  return quotationsIn(text, ids, minWords).map((extract, at) => ({
    ...extract,
    id: `q${at + 1}`,
    path: "/text",
    citedPath: "/text",
  }));
}

function missing<C extends string>(code: C, path: string, expected: string) {
  const message = `Cannot look up quotations: found none to work with, expected ${expected}`;
  return fail({ code, message, path, expected });
}
