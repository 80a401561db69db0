/** As much of the DOM as the engine itself asks for. */

export interface DomNode {
  readonly nodeType: number;
  readonly firstChild: DomNode | null;
  readonly nextSibling: DomNode | null;
  readonly parentNode: DomNode | null;
  textContent: string | null;
  remove(): void;
}

export interface DomElement extends DomNode {
  readonly tagName: string;
  readonly attributes: Iterable<{ readonly name: string; readonly value: string }>;
  readonly firstElementChild: DomElement | null;
  readonly ownerDocument: DomDocument;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  matches(selector: string): boolean;
  querySelectorAll(selector: string): Iterable<DomElement>;
  insertBefore(node: DomNode, before: DomNode | null): void;
  appendChild(node: DomNode): void;
  replaceWith(...nodes: DomNode[]): void;
  toString(): string;
}

export interface DomDocument {
  readonly documentElement: DomElement;
  readonly body: DomElement & { innerHTML: string };
  getElementById(id: string): DomElement | null;
  createElement(name: string, ...rest: unknown[]): DomElement;
  createElementNS(namespace: string, name: string): DomElement;
  createTextNode(text: string): DomNode;
}

const ELEMENT = 1;
const TEXT = 3;

export function isElement(node: DomNode | null): node is DomElement {
  return node?.nodeType === ELEMENT;
}

export function isText(node: DomNode): boolean {
  return node.nodeType === TEXT;
}

/** In lower case: a document read as HTML and one read as XML disagree on it. */
export function tagOf(element: DomElement): string {
  return element.tagName.toLowerCase();
}

export function* childNodes(parent: DomNode): Generator<DomNode> {
  for (let node = parent.firstChild; node; node = node.nextSibling) yield node;
}

export function* childElements(parent: DomNode): Generator<DomElement> {
  for (const node of childNodes(parent)) if (isElement(node)) yield node;
}

/** The element and all below it, in document order. */
export function allElements(root: DomElement): DomElement[] {
  return [root, ...root.querySelectorAll("*")];
}
