/** HTML as browsers read it (WHATWG HTML, section 13.2), with bounds that the standard leaves to them. */
// parse5 is the standard's algorithm, pure and linear; parsers without its tree rules differ on unclosed tags.
import { type DefaultTreeAdapterMap, defaultTreeAdapter, parse, type TreeAdapter } from "parse5";
import { Fault } from "../../results/syntax-problem.ts";
import type { HtmlDocument, HtmlElement } from "./tree.ts";

export type HtmlFailure = "INPUT_TOO_DEEP" | "HTML_MISNESTED";

export const DEEPEST_ELEMENT = 1000;

/** `html` and `body` are no levels. */
const OUTER_LEVELS = 2;

/** Elements beyond one for each character that a document may have. */
const SPARE_ELEMENTS = 1000;

/** A fragment is read as the content of a body, so that nothing it begins with is taken for a head. */
const BODY = "<body>";
const DOCUMENT = /<(?:!doctype|html|head|body|frameset)[\s>]/i;

/** Reads a document or fragment; throws a `Fault` where it passes a bound. */
export function parseHtml(html: string): HtmlDocument {
  try {
    return read(html, false);
  } catch (error) {
    // Where each element stands is written down only when it is needed, for it takes as long as reading.
    if (error instanceof Fault) return read(html, true);
    throw error;
  }
}

export interface PlacedHtml {
  readonly document: HtmlDocument;
  /** What the offsets of its nodes are greater by than those in the text. */
  readonly lead: number;
}

/** Reads it with the places of all tags, as a document, or as what a body holds; with scripting what is for those without it is text. */
export function parsePlacedHtml(
  html: string,
  isDocument: boolean,
  { scriptingEnabled = true }: { readonly scriptingEnabled?: boolean } = {},
): PlacedHtml {
  const lead = isDocument ? "" : BODY;
  const treeAdapter = boundedAdapter(html.length + SPARE_ELEMENTS, lead.length);
  const options = { treeAdapter, scriptingEnabled, sourceCodeLocationInfo: true };
  const document = parse(lead + html, options);
  return { document, lead: lead.length };
}

/** Whether the text has a tag that only documents have. */
export function isHtmlDocument(html: string): boolean {
  return DOCUMENT.test(html);
}

function read(html: string, sourceCodeLocationInfo: boolean): HtmlDocument {
  const lead = DOCUMENT.test(html) ? "" : BODY;
  const treeAdapter = boundedAdapter(html.length + SPARE_ELEMENTS, lead.length);
  return parse(lead + html, { treeAdapter, sourceCodeLocationInfo });
}

/** parse5's tree, given up where it becomes too deep or, by formatting that is opened again, too large. */
function boundedAdapter(mostElements: number, lead: number): TreeAdapter<DefaultTreeAdapterMap> {
  let depth = 0;
  let elements = 0;
  return {
    ...defaultTreeAdapter,
    onItemPush(element) {
      depth++;
      elements++;
      if (depth > DEEPEST_ELEMENT + OUTER_LEVELS) throw tooDeep(element, lead);
      if (elements > mostElements) throw misnested(element, lead);
    },
    onItemPop() {
      depth--;
    },
  };
}

function tooDeep(element: HtmlElement, lead: number): Fault<HtmlFailure> {
  return new Fault({
    code: "INPUT_TOO_DEEP",
    offset: startOf(element) - lead,
    found: `<${element.tagName}> at level ${DEEPEST_ELEMENT + 1}`,
    expected: `at most ${DEEPEST_ELEMENT} levels`,
  });
}

function misnested(element: HtmlElement, lead: number): Fault<HtmlFailure> {
  return new Fault({
    code: "HTML_MISNESTED",
    offset: startOf(element) - lead,
    found: `<${element.tagName}> opened again and again, as it is never closed`,
    expected: "no more elements than characters",
  });
}

function startOf({ sourceCodeLocation }: HtmlElement): number {
  return sourceCodeLocation?.startOffset ?? BODY.length;
}
