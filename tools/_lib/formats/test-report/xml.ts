/** Elements of a report in XML: names without prefix, text as it reads. */
import { decodeXml } from "../xml/data-text.ts";
import type { XmlElement } from "../xml/tree.ts";

export class Markup {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  attribute(element: XmlElement, name: string): string | undefined {
    const literal = element.attributes.find((attribute) => attribute.name === name)?.literal;
    if (literal === undefined) return undefined;
    return decode(literal.slice(1, -1).replace(/\r\n|[\t\r\n]/g, " "));
  }

  /** The attribute, where it is there and not empty. */
  filled(element: XmlElement, name: string): string | undefined {
    return this.attribute(element, name) || undefined;
  }

  /** A whole number in an attribute. */
  count(element: XmlElement, name: string): number | undefined {
    const written = this.attribute(element, name)?.trim() ?? "";
    return /^\d{1,15}$/.test(written) ? Number(written) : undefined;
  }

  /** All character data below the element. */
  content(element: XmlElement): string {
    let text = "";
    const rest = element.children.toReversed();
    for (let node = rest.pop(); node; node = rest.pop()) {
      if (node.type === "element") for (const below of node.children.toReversed()) rest.push(below);
      else if (node.type === "text") text += decode(this.#text.slice(node.start, node.end));
      else if (node.type === "cdata")
        text += lineFeeds(this.#text.slice(node.start + "<![CDATA[".length, node.end - 3));
    }
    return text.trim();
  }

  /** The text of the first element that the path of names leads to, where it is not empty. */
  contentAt(element: XmlElement, ...path: readonly string[]): string | undefined {
    let at: XmlElement | undefined = element;
    for (const name of path) at = at && childrenOf(at, name)[0];
    return at && (this.content(at) || undefined);
  }
}

/** A reference in a text without declarations is to a character or one of the five names. */
function decode(written: string): string {
  return String(decodeXml(written));
}

function lineFeeds(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n");
}

export function localName({ name }: XmlElement): string {
  return name.slice(name.indexOf(":") + 1);
}

/** Child elements, those of one name or all. */
export function childrenOf(element: XmlElement, name?: string): XmlElement[] {
  return element.children.filter(
    (node): node is XmlElement =>
      node.type === "element" && (name === undefined || localName(node) === name),
  );
}

/** The elements of one name below another, in document order. */
export function elementsBelow(element: XmlElement, name: string): XmlElement[] {
  const found: XmlElement[] = [];
  const rest = childrenOf(element).toReversed();
  for (let next = rest.pop(); next; next = rest.pop()) {
    if (localName(next) === name) found.push(next);
    for (const below of childrenOf(next).toReversed()) rest.push(below);
  }
  return found;
}
