/** The nodes of an HTML document, and the few questions that are asked of them. */
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html } from "parse5";

export type HtmlDocument = DefaultTreeAdapterTypes.Document;
export type HtmlElement = DefaultTreeAdapterTypes.Element;
export type HtmlNode = DefaultTreeAdapterTypes.ChildNode;
type HtmlParent = DefaultTreeAdapterTypes.ParentNode;

export function isElement(node: HtmlNode): node is HtmlElement {
  return "tagName" in node;
}

/** The text of a text node; undefined for any other. */
export function textValue(node: HtmlNode): string | undefined {
  return "value" in node ? node.value : undefined;
}

export function attributeOf(element: HtmlElement, name: string): string | undefined {
  return element.attrs.find((attribute) => attribute.name === name)?.value;
}

export function childElements(parent: HtmlParent): HtmlElement[] {
  return parent.childNodes.filter(isElement);
}

export function roleOf(element: HtmlElement): string {
  return (attributeOf(element, "role") ?? "").trim().toLowerCase();
}

/** The element that it stands in; undefined for the outermost. */
export function containerOf({ parentNode }: HtmlNode): HtmlElement | undefined {
  return parentNode !== null && "tagName" in parentNode ? parentNode : undefined;
}

/** Puts children of an element, in their order, into a div in the place of the first. */
export function enclose(parent: HtmlElement, children: ReadonlySet<HtmlNode>): HtmlElement {
  const box = defaultTreeAdapter.createElement("div", html.NS.HTML, []);
  box.parentNode = parent;
  box.childNodes = parent.childNodes.filter((node) => children.has(node));
  const [first] = box.childNodes;
  parent.childNodes = parent.childNodes.flatMap((node) => {
    if (node === first) return [box];
    return children.has(node) ? [] : [node];
  });
  for (const node of box.childNodes) node.parentNode = box;
  return box;
}

/** The first child element of that name. */
export function childNamed(parent: HtmlParent, tagName: string): HtmlElement | undefined {
  return childElements(parent).find((child) => child.tagName === tagName);
}

/** All elements below, in the order of the document. */
export function* descendants(parent: HtmlParent): Generator<HtmlElement> {
  const left = childElements(parent).toReversed();
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    yield next;
    pushReversed(left, childElements(next));
  }
}

/** All elements below, and in the templates among them, in the order of the document. */
export function* descendantsInTemplates(parent: HtmlParent): Generator<HtmlElement> {
  const left = childElements(parent).toReversed();
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    yield next;
    pushReversed(left, childElements(isTemplate(next) ? next.content : next));
  }
}

function isTemplate(element: HtmlElement): element is DefaultTreeAdapterTypes.Template {
  return "content" in element;
}

/** Puts nodes on a stack so that they come off in their order. */
export function pushReversed<N>(stack: N[], nodes: readonly N[]): void {
  for (let index = nodes.length - 1; index >= 0; index--) stack.push(nodes[index] as N);
}

/** All text below, as it stands. */
export function textContent(parent: HtmlParent): string {
  const parts: string[] = [];
  const left: HtmlNode[] = parent.childNodes.toReversed();
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const value = textValue(next);
    if (value !== undefined) parts.push(value);
    else if (isElement(next)) pushReversed(left, next.childNodes);
  }
  return parts.join("");
}

const BLANKS = /[ \t\n\f\r\u00a0]+/g;

/** White space as HTML collapses it, no-break spaces as plain ones, soft hyphens removed. */
export function collapse(text: string): string {
  return text.replaceAll("\u00ad", "").replace(BLANKS, " ");
}

/** The text of an element or attribute on one line. */
export function lineOf(text: string): string {
  return collapse(text).trim();
}

const BLOCKS: ReadonlySet<string> = new Set(
  (
    "address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption " +
    "figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol optgroup p pre " +
    "search section summary table tbody td tfoot th thead tr ul listing plaintext xmp"
  ).split(" "),
);

/** Whether the element stands on lines of its own. */
export function isBlock({ tagName }: HtmlElement): boolean {
  return BLOCKS.has(tagName);
}

/** The inline elements below that hold blocks. */
export function blockHolders(root: HtmlElement): Set<HtmlElement> {
  const holders = new Set<HtmlElement>();
  const holdsBlock = (element: HtmlElement): boolean => {
    let found = false;
    for (const child of childElements(element)) {
      const holds = holdsBlock(child);
      if (holds && !isBlock(child)) holders.add(child);
      found ||= holds || isBlock(child);
    }
    return found;
  };
  holdsBlock(root);
  return holders;
}

/** Whether the element keeps its white space and line ends. */
export function isFixed({ tagName }: HtmlElement): boolean {
  return FIXED.has(tagName);
}

const FIXED: ReadonlySet<string> = new Set(["pre", "listing", "xmp", "plaintext"]);

/** 1 to 6 for a heading, else 0. */
export function headingLevel({ tagName }: HtmlElement): number {
  return /^h[1-6]$/.test(tagName) ? Number(tagName[1]) : 0;
}
