import {
  collapse,
  headingLevel,
  type HtmlElement,
  isBlock,
  isElement,
  textValue,
} from "../_lib/formats/html/tree.ts";

/** Lengths of text, in UTF-16 code units of the text with its white space collapsed. */
export interface TextMeasure {
  readonly text: number;
  /** The part of it that stands in links. */
  readonly links: number;
  /** The part of it that stands in no block below this element. */
  readonly own: number;
  /** Commas in the own text. */
  readonly commas: number;
  /** Headings below this element, and itself. */
  readonly headings: number;
}

export type Measures = ReadonlyMap<HtmlElement, TextMeasure>;

export const NO_TEXT: TextMeasure = { text: 0, links: 0, own: 0, commas: 0, headings: 0 };

export function lengthOf(element: HtmlElement, measures: Measures): number {
  return measures.get(element)?.text ?? 0;
}

/** Measures an element and all below it. */
export function measureElements(root: HtmlElement): Map<HtmlElement, TextMeasure> {
  const measures = new Map<HtmlElement, TextMeasure>();
  measure(root, measures);
  return measures;
}

const COMMA = /[,\u060c\u3001\uff0c]/g;

function measure(element: HtmlElement, measures: Map<HtmlElement, TextMeasure>): TextMeasure {
  let [text, links, own, commas] = [0, 0, 0, 0];
  let headings = headingLevel(element) > 0 ? 1 : 0;
  for (const node of element.childNodes) {
    const value = textValue(node);
    if (value !== undefined) {
      const line = collapse(value).trim();
      text += line.length;
      own += line.length;
      commas += line.match(COMMA)?.length ?? 0;
    } else if (isElement(node)) {
      const inner = measure(node, measures);
      text += inner.text;
      links += inner.links;
      headings += inner.headings;
      if (isBlock(node)) continue;
      own += inner.own;
      commas += inner.commas;
    }
  }
  if (element.tagName === "a") links = text;
  const found = { text, links, own, commas, headings };
  measures.set(element, found);
  return found;
}
