/** From the inline elements of a page to tokens. */
import { InlineRun, type Printed, type Breaks } from "./inline.ts";
import { escapeText } from "./escape.ts";
import { fixedText } from "./fixed-text.ts";
import { type Addresses, destinationOf } from "./links.ts";
import type { Emphasis } from "./tokens.ts";
import {
  attributeOf,
  childElements,
  type HtmlElement,
  type HtmlNode,
  isBlock,
  isElement,
  isFixed,
  lineOf,
  pushReversed,
  textValue,
} from "../_lib/formats/html/tree.ts";

const EMPHASES: ReadonlyMap<string, Emphasis> = new Map([
  ["b", "**"],
  ["strong", "**"],
  ["em", "*"],
  ["i", "*"],
  ["del", "~~"],
  ["s", "~~"],
  ["strike", "~~"],
]);

const CODES: ReadonlySet<string> = new Set(["code", "kbd", "samp", "tt"]);

/** An address that stands for itself between `<` and `>` (CommonMark 6.5). */
// oxlint-disable-next-line no-control-regex -- controls cannot stand there
const AUTOLINK = /^[a-z][a-z\d+.-]{1,31}:[^\s<>\u0000-\u001f\u007f]*$/i;

/** Nodes that are looked through for the text of a sup or sub, so that nested ones are not read again and again. */
const MOST_SEEN = 100;

export class InlineWalker {
  readonly #addresses: Addresses;
  #run = new InlineRun();
  #codes = 0;
  /** Blocks are lines of the run, as there can be none in it. */
  #isFlat = false;

  constructor(addresses: Addresses) {
    this.#addresses = addresses;
  }

  /** Prints what was gathered since the last block. */
  take(breaks: Breaks): Printed {
    return this.#run.take(breaks, this.#addresses);
  }

  /** Prints nodes on one line, blocks in them too; apart from what is being gathered. */
  print(content: readonly HtmlNode[] | string, breaks: "blank" | "tag"): Printed {
    const [outer, outerFlat] = [this.#run, this.#isFlat];
    this.#run = new InlineRun();
    this.#isFlat = true;
    if (typeof content === "string") this.#run.text(content);
    else for (const node of content) this.node(node);
    const printed = this.take(breaks);
    [this.#run, this.#isFlat] = [outer, outerFlat];
    return printed;
  }

  node(node: HtmlNode): void {
    const value = textValue(node);
    if (value !== undefined) this.#text(value);
    else if (isElement(node)) this.#element(node);
  }

  /** The address of a link whose text has blocks and stands before it. */
  linkAlone(text: string, url: string): void {
    const target = { url, title: "" };
    const destination = this.#addresses.addLink(text, target);
    const isPlain = AUTOLINK.test(url) && destination.startsWith("(");
    this.#run.raw(isPlain ? `<${url}>` : `[${escapeText(url)}]${destination}`, "");
  }

  emphasized(mark: Emphasis, walk: () => void): void {
    if (this.#codes > 0 || this.#run.isOpen(mark)) {
      walk();
      return;
    }
    this.#run.open(mark);
    walk();
    this.#run.close();
  }

  /** Walks the content of an element with what the element means to it. */
  around(element: HtmlElement, walk: () => void): void {
    const mark = EMPHASES.get(element.tagName);
    if (mark !== undefined) this.emphasized(mark, walk);
    else if (CODES.has(element.tagName)) {
      this.#codes++;
      walk();
      this.#codes--;
    } else walk();
  }

  #text(text: string): void {
    if (this.#codes > 0) this.#run.code(text);
    else this.#run.text(text);
  }

  #children(element: HtmlElement): void {
    for (const node of element.childNodes) this.node(node);
  }

  #element(element: HtmlElement): void {
    if (this.#isFlat && isBlock(element)) {
      this.#run.boundary();
      if (isFixed(element)) this.#fixed(element);
      else this.#children(element);
      this.#run.boundary();
      return;
    }
    switch (element.tagName) {
      case "br":
        this.#run.lineBreak();
        break;
      case "img":
        this.#image(element);
        break;
      case "a":
        this.#link(element);
        break;
      case "audio":
      case "video":
        this.#media(element);
        break;
      case "sup":
      case "sub":
        this.#raised(element);
        break;
      case "q":
        this.#text('"');
        this.#children(element);
        this.#text('"');
        break;
      default:
        this.around(element, () => this.#children(element));
    }
  }

  #fixed(element: HtmlElement): void {
    for (const [index, line] of fixedText(element).trim().split("\n").entries()) {
      if (index > 0) this.#run.lineBreak();
      this.#run.code(line);
    }
  }

  #link(element: HtmlElement): void {
    const url = this.#addresses.linkTarget(attributeOf(element, "href"));
    if (url === undefined) this.#children(element);
    else
      this.#linked(url, lineOf(attributeOf(element, "title") ?? ""), () => this.#children(element));
  }

  #linked(url: string, title: string, walk: () => void): void {
    this.#run.open({ url, title });
    walk();
    this.#run.close();
  }

  #image(image: HtmlElement): void {
    const source = (attributeOf(image, "src") ?? "").trim();
    const { images } = this.#addresses.options;
    if (source === "" || images === "none") return;
    const alt = lineOf(attributeOf(image, "alt") ?? "");
    if (images === "alt" || /^data:/i.test(source)) {
      this.#text(alt);
      return;
    }
    const url = this.#addresses.imageSource(source);
    const title = lineOf(attributeOf(image, "title") ?? "");
    this.#addresses.images.push({ alt, url });
    this.#run.raw(`![${escapeText(alt)}](${destinationOf({ url, title })})`, alt);
  }

  /** A recording is a link to its file. */
  #media(element: HtmlElement): void {
    const sources = childElements(element).map((child) => attributeOf(child, "src"));
    const source = [attributeOf(element, "src"), ...sources].find(Boolean);
    const url = this.#addresses.linkTarget(source);
    const name = attributeOf(element, "title") ?? attributeOf(element, "aria-label");
    const text = lineOf(name ?? "") || element.tagName;
    if (url !== undefined) this.#linked(url, "", () => this.#run.text(text));
  }

  /** No mark stands before a bracket: some readers take `^[` for a note. */
  #raised(element: HtmlElement): void {
    if (this.#codes === 0 && this.#beginsWith(element) === "text") {
      this.#run.text(element.tagName === "sup" ? "^" : "_");
    }
    this.#children(element);
  }

  #beginsWith(element: HtmlElement): "bracket" | "text" | "nothing" {
    const left: HtmlNode[] = [element];
    let seen = 0;
    for (let node = left.pop(); node !== undefined; node = left.pop()) {
      if (seen++ > MOST_SEEN) return "text";
      const text = textValue(node)?.trim() ?? "";
      if (text !== "") return text.startsWith("[") ? "bracket" : "text";
      if (!isElement(node)) continue;
      if (this.#addresses.leads(attributeOf(node, "href"))) return "bracket";
      pushReversed(left, node.childNodes);
    }
    return "nothing";
  }
}
