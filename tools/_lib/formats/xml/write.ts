import { TextBuilder } from "../../results/output-builder.ts";
import { spaceOf, type XmlDocument, type XmlElement, type XmlNode } from "./tree.ts";

export interface XmlLayout {
  /** What a level is indented by; undefined for the layout without white space. */
  readonly indent: string | undefined;
  readonly emptyElements: "keep" | "collapse" | "expand";
  readonly removeComments: boolean;
  /** A start tag longer than this gets one attribute per line; 0 for never. */
  readonly wrapAttributes: number;
  /** The most characters there may be; 2,000,000 if not given. */
  readonly longest?: number | undefined;
}

/**
 * The document laid out: elements that hold only elements get a line for each child, everything else is copied
 * as it is written, line ends as LF. Undefined where it would be too long.
 */
export function writeXml(
  text: string,
  document: XmlDocument,
  layout: XmlLayout,
): string | undefined {
  return new Writer(text, layout).write(document);
}

/** White space between the children of an element that holds only elements, which no reader needs. */
export function holdsOnlyElements(children: readonly XmlNode[]): boolean {
  return children.every(isBetweenElements) && children.some(({ type }) => type !== "text");
}

function isBetweenElements(node: XmlNode): boolean {
  return node.type === "text" ? node.blank : node.type !== "cdata";
}

class Writer {
  readonly #text: string;
  readonly #layout: XmlLayout;
  readonly #out: TextBuilder;

  constructor(text: string, layout: XmlLayout) {
    this.#text = text;
    this.#layout = layout;
    this.#out = new TextBuilder(layout.longest);
  }

  write({ declaration, nodes }: XmlDocument): string | undefined {
    if (declaration) this.#copy(declaration.start, declaration.end);
    for (const node of nodes) {
      if (node.type === "comment" && this.#layout.removeComments) continue;
      if (!this.#out.isEmpty) this.#newLine(0);
      if (node.type === "element") this.#element(node, 0, false);
      else this.#copy(node.start, node.end);
    }
    return this.#out.finish();
  }

  /** `kept` says that white space around this element is copied: `xml:space="preserve"` holds. */
  #element(node: XmlElement, level: number, kept: boolean): void {
    if (this.#out.isFull) return;
    const keeps = keepsSpace(node, kept);
    if (kept && keeps) this.#copy(node.start, node.contentStart);
    else this.#startTag(node, level);
    if (node.contentStart === node.contentEnd) this.#emptyContent(node, kept && keeps);
    else if (keeps) this.#keptContent(node, level);
    else if (holdsOnlyElements(node.children)) this.#elementContent(node, level);
    else this.#copyContent(node);
  }

  /** `<a/>` or `<a></a>`, as the layout says; the start tag without its end is written already. */
  #emptyContent(node: XmlElement, copied: boolean): void {
    if (copied) {
      if (!node.selfClosing) this.#endTag(node);
      return;
    }
    if (!isCollapsed(node, this.#layout)) this.#endTag(node);
  }

  #elementContent(node: XmlElement, level: number): void {
    for (const child of node.children) {
      if (child.type === "text" || this.#drops(child)) continue;
      this.#newLine(level + 1);
      if (child.type === "element") this.#element(child, level + 1, false);
      else this.#copy(child.start, child.end);
    }
    if (node.children.some((child) => child.type !== "text" && !this.#drops(child))) {
      this.#newLine(level);
    }
    this.#endTag(node);
  }

  /** Under `xml:space="preserve"` all is copied, until an element inside says `default`. */
  #keptContent(node: XmlElement, level: number): void {
    for (const child of node.children) {
      if (child.type === "element") this.#element(child, level + 1, true);
      else if (!this.#drops(child)) this.#copy(child.start, child.end);
    }
    this.#endTag(node);
  }

  #copyContent(node: XmlElement): void {
    let from = node.contentStart;
    if (this.#layout.removeComments) {
      for (const comment of commentsIn(node)) {
        this.#copy(from, comment.start);
        from = comment.end;
      }
    }
    this.#copy(from, node.contentEnd);
    this.#endTag(node);
  }

  #drops({ type }: XmlNode): boolean {
    return type === "comment" && this.#layout.removeComments;
  }

  #startTag(node: XmlElement, level: number): void {
    const attributes = node.attributes.map(({ name, literal }) => `${name}=${lineFeeds(literal)}`);
    const end = isCollapsed(node, this.#layout) ? "/>" : ">";
    const line = `<${[node.name, ...attributes].join(" ")}${end}`;
    const { indent, wrapAttributes } = this.#layout;
    if (indent === undefined || wrapAttributes === 0 || line.length <= wrapAttributes) {
      this.#out.put(line);
      return;
    }
    const lineStart = `\n${indent.repeat(level + 1)}`;
    this.#out.put(`<${[node.name, ...attributes].join(lineStart)}${end}`);
  }

  #endTag({ name }: XmlElement): void {
    this.#out.put(`</${name}>`);
  }

  #newLine(level: number): void {
    const { indent } = this.#layout;
    if (indent !== undefined) this.#out.put(`\n${indent.repeat(level)}`);
  }

  #copy(start: number, end: number): void {
    this.#out.put(lineFeeds(this.#text.slice(start, end)));
  }
}

function keepsSpace(node: XmlElement, kept: boolean): boolean {
  const own = spaceOf(node);
  return own === "preserve" || (kept && own !== "default");
}

/** Whether the tag is written as `<a/>`. */
function isCollapsed(node: XmlElement, { emptyElements }: XmlLayout): boolean {
  if (node.contentStart < node.contentEnd) return false;
  return emptyElements === "keep" ? node.selfClosing : emptyElements === "collapse";
}

/** The comments below a node in order. */
function commentsIn(node: XmlElement): XmlNode[] {
  const comments: XmlNode[] = [];
  const rest: XmlNode[] = node.children.toReversed();
  for (let child = rest.pop(); child; child = rest.pop()) {
    if (child.type === "comment") comments.push(child);
    else if (child.type === "element")
      for (const below of child.children.toReversed()) rest.push(below);
  }
  return comments;
}

function lineFeeds(text: string): string {
  return text.includes("\r") ? text.replaceAll(/\r\n?/g, "\n") : text;
}
