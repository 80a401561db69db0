/** A page as assistive technology meets it: what is hidden, what can have the focus, and where everything stands. */
import { isHtmlDocument, parsePlacedHtml, type PlacedHtml } from "../../../formats/html/parse.ts";
import {
  attributeOf,
  childElements,
  containerOf,
  descendants,
  type HtmlDocument,
  type HtmlElement,
  isElement,
  textContent,
} from "../../../formats/html/tree.ts";
import { positionFinder, type TextPosition } from "../../../text/position.ts";
import { type Declaration, declarationsIn, StyleRules, winning } from "./styles.ts";

/** What an element has from itself and from those around it. */
interface Exposure {
  /** Not rendered: neither seen nor heard. */
  readonly isGone: boolean;
  readonly isInvisible: boolean;
  readonly isAriaHidden: boolean;
}

const EXPOSED: Exposure = { isGone: false, isInvisible: false, isAriaHidden: false };
const NEVER_RENDERED: ReadonlySet<string> = new Set(
  "head script style template noscript title meta link base datalist param source track".split(" "),
);
const MOST_STEPS = 50;
const HTML = "http://www.w3.org/1999/xhtml";

export class Page {
  readonly html: string;
  readonly isDocument: boolean;
  /** In the order of the document. */
  readonly elements: readonly HtmlElement[];
  readonly body: HtmlElement | undefined;
  readonly root: HtmlElement | undefined;
  /** The first element of each id, ids as they are written. */
  readonly byId = new Map<string, HtmlElement>();
  readonly styles = new StyleRules();
  readonly #lead: number;
  readonly #positionOf: (offset: number) => TextPosition;
  readonly #counts = new Map<string, number>();
  readonly #places = new Map<HtmlElement, number>();
  readonly #exposures = new Map<HtmlElement, Exposure>();
  readonly #declarations = new Map<HtmlElement, readonly Declaration[]>();

  /** Throws a `Fault` where the text passes a bound of HTML that is read. */
  constructor(html: string, kind: "auto" | "document" | "fragment") {
    // A byte order mark is no part of the document; its place is.
    const mark = html.startsWith("\ufeff") ? 1 : 0;
    this.html = html;
    const { document, lead } = read(html.slice(mark), kind);
    this.isDocument = lead === 0;
    this.#lead = lead - mark;
    this.#positionOf = positionFinder(html);
    const all = [...descendants(document)];
    this.root = all.find(({ tagName }) => tagName === "html");
    this.body = all.find(({ tagName }) => tagName === "body" || tagName === "frameset");
    this.elements = this.isDocument ? all : all.filter((element) => !isOuter(element));
    for (const element of this.elements) this.#index(element);
    for (const element of this.elements) this.#expose(element);
  }

  #index(element: HtmlElement): void {
    const id = attributeOf(element, "id");
    if (id !== undefined && id !== "") {
      if (!this.byId.has(id)) this.byId.set(id, element);
      this.#counts.set(id, (this.#counts.get(id) ?? 0) + 1);
    }
    if (element.tagName === "style" && isHtml(element)) this.styles.add(textContent(element));
    const seen = new Map<string, number>();
    for (const child of childElements(element)) {
      const place = (seen.get(child.tagName) ?? 0) + 1;
      seen.set(child.tagName, place);
      this.#places.set(child, place);
    }
  }

  #expose(element: HtmlElement): void {
    const parent = containerOf(element);
    const around = (parent && this.#exposures.get(parent)) ?? EXPOSED;
    const declarations = this.declarationsOf(element);
    const visibility = winning(declarations, "visibility")?.value;
    const display = winning(declarations, "display")?.value;
    const isHidden = attributeOf(element, "hidden") !== undefined && display === undefined;
    const isGone = around.isGone || isHidden || display === "none" || isNeverSeen(element);
    const isInvisible =
      visibility === undefined || visibility === "inherit"
        ? around.isInvisible
        : visibility === "hidden" || visibility === "collapse";
    const isAriaHidden =
      around.isAriaHidden || attributeOf(element, "aria-hidden")?.toLowerCase() === "true";
    this.#exposures.set(element, { isGone, isInvisible, isAriaHidden });
  }

  /** From style sheets in the page, then from its own attribute, which wins. */
  declarationsOf(element: HtmlElement): readonly Declaration[] {
    let found = this.#declarations.get(element);
    if (found === undefined) {
      const classes = (attributeOf(element, "class") ?? "").split(/\s+/).filter(Boolean);
      const own = declarationsIn(attributeOf(element, "style") ?? "");
      found = [...this.styles.of(element.tagName, classes, attributeOf(element, "id")), ...own];
      this.#declarations.set(element, found);
    }
    return found;
  }

  isVisible(element: HtmlElement): boolean {
    const { isGone, isInvisible } = this.#exposures.get(element) ?? EXPOSED;
    return !isGone && !isInvisible;
  }

  /** Hidden from everybody, or from assistive technology. */
  isHidden(element: HtmlElement): boolean {
    return !this.isVisible(element) || this.isAriaHidden(element);
  }

  isAriaHidden(element: HtmlElement): boolean {
    return (this.#exposures.get(element) ?? EXPOSED).isAriaHidden;
  }

  isFocusable(element: HtmlElement): boolean {
    if (!this.isVisible(element) || isDisabled(element)) return false;
    if (tabIndexOf(element) !== undefined) return true;
    const editable = attributeOf(element, "contenteditable")?.toLowerCase();
    return isFocusableByTag(element) || (editable !== undefined && editable !== "false");
  }

  /** Whether the Tab key reaches it. */
  isInTabOrder(element: HtmlElement): boolean {
    return this.isFocusable(element) && (tabIndexOf(element) ?? 0) >= 0;
  }

  /** The start tag as it is written; "" where the parser added the element. */
  startTagOf(element: HtmlElement): string {
    const range = this.rangeOf(element);
    return range === undefined ? "" : this.html.slice(...range);
  }

  /** Where its start tag stands in the text. */
  rangeOf({ sourceCodeLocation }: HtmlElement): readonly [number, number] | undefined {
    const tag = sourceCodeLocation?.startTag ?? sourceCodeLocation;
    if (!tag) return undefined;
    const start = tag.startOffset - this.#lead;
    return start < 0 || this.html[start] !== "<" ? undefined : [start, tag.endOffset - this.#lead];
  }

  positionOf(element: HtmlElement): TextPosition {
    let placed: HtmlElement | undefined = element;
    while (placed !== undefined && this.rangeOf(placed) === undefined) placed = containerOf(placed);
    return this.#positionOf((placed && this.rangeOf(placed)?.[0]) ?? 0);
  }

  hasUniqueId(element: HtmlElement): boolean {
    return this.#counts.get(attributeOf(element, "id") ?? "") === 1;
  }

  /** The shortest selector that leads to the element. */
  selectorOf(element: HtmlElement): string {
    const steps: string[] = [];
    for (
      let at: HtmlElement | undefined = element;
      at !== undefined && steps.length < MOST_STEPS && (this.isDocument || !isOuter(at));
      at = containerOf(at)
    ) {
      if (this.hasUniqueId(at)) {
        steps.unshift(`${at.tagName}#${escapedName(attributeOf(at, "id") ?? "")}`);
        break;
      }
      const place = this.#places.get(at) ?? this.#placeOfTop(at);
      steps.unshift(place === 0 ? at.tagName : `${at.tagName}:nth-of-type(${place})`);
    }
    return steps.join(" > ");
  }

  /** Children of a fragment have no parent that is one of its elements. */
  #placeOfTop(element: HtmlElement): number {
    const parent = containerOf(element);
    if (parent === undefined) return 0;
    const seen = new Map<string, number>();
    for (const child of childElements(parent)) {
      const place = (seen.get(child.tagName) ?? 0) + 1;
      seen.set(child.tagName, place);
      this.#places.set(child, place);
    }
    return this.#places.get(element) ?? 1;
  }
}

/** A text that only seems to have the tags of a document, in a comment say, is a fragment. */
function read(html: string, kind: "auto" | "document" | "fragment"): PlacedHtml {
  if (kind === "fragment" || (kind === "auto" && !isHtmlDocument(html))) {
    return parsePlacedHtml(html, false);
  }
  const placed = parsePlacedHtml(html, true);
  return kind === "document" || hasOuterTag(placed.document)
    ? placed
    : parsePlacedHtml(html, false);
}

function hasOuterTag({ childNodes }: HtmlDocument): boolean {
  return childNodes.some(
    (node) =>
      node.nodeName === "#documentType" ||
      (isElement(node) &&
        [node, ...childElements(node)].some(({ sourceCodeLocation }) => sourceCodeLocation)),
  );
}

export function isHtml({ namespaceURI }: HtmlElement): boolean {
  return (namespaceURI as string) === HTML;
}

/** Elements that a fragment only has because the parser made them. */
function isOuter({ tagName, sourceCodeLocation }: HtmlElement): boolean {
  return (
    (tagName === "html" || tagName === "head" || tagName === "body") &&
    (tagName !== "body" || (sourceCodeLocation?.startOffset ?? 0) === 0)
  );
}

export function isInput(element: HtmlElement, ...types: readonly string[]): boolean {
  return element.tagName === "input" && types.includes(inputType(element));
}

export function inputType(element: HtmlElement): string {
  return (attributeOf(element, "type") ?? "text").trim().toLowerCase();
}

function isNeverSeen(element: HtmlElement): boolean {
  if (NEVER_RENDERED.has(element.tagName) && isHtml(element)) return true;
  return isInput(element, "hidden");
}

export function firstSummary(details: HtmlElement): HtmlElement | undefined {
  return childElements(details).find(({ tagName }) => tagName === "summary");
}

export function tabIndexOf(element: HtmlElement): number | undefined {
  const match = /^[\t\n\f\r ]*([+-]?\d+)/.exec(attributeOf(element, "tabindex") ?? "");
  return match === null ? undefined : Number(match[1]);
}

const FOCUSABLE: ReadonlySet<string> = new Set("button select textarea iframe".split(" "));

function isFocusableByTag(element: HtmlElement): boolean {
  const { tagName } = element;
  if (FOCUSABLE.has(tagName)) return true;
  if (tagName === "a" || tagName === "area") return attributeOf(element, "href") !== undefined;
  if (tagName === "input") return inputType(element) !== "hidden";
  if (tagName === "audio" || tagName === "video") {
    return attributeOf(element, "controls") !== undefined;
  }
  if (tagName !== "summary") return false;
  const parent = containerOf(element);
  return parent?.tagName === "details" && firstSummary(parent) === element;
}

const DISABLED: ReadonlySet<string> = new Set("button input select textarea".split(" "));

export function isDisabled(element: HtmlElement): boolean {
  if (!DISABLED.has(element.tagName)) return false;
  if (attributeOf(element, "disabled") !== undefined) return true;
  let inside = element;
  for (let at = containerOf(element); at !== undefined; at = containerOf(at)) {
    if (at.tagName === "fieldset" && attributeOf(at, "disabled") !== undefined) {
      const legend = childElements(at).find(({ tagName }) => tagName === "legend");
      if (legend !== inside) return true;
    }
    inside = at;
  }
  return false;
}

function escapedName(name: string): string {
  return name
    .replaceAll(/[^\w\u0080-\uffff-]/g, (character) => `\\${character}`)
    .replace(/^-?\d/, (start) => `${start.slice(0, -1)}\\3${start.at(-1)} `);
}

/** Types of scripts that run; data such as JSON-LD does not. */
const PROGRAM = /^(?:|module|(?:text|application)\/(?:x-)?(?:java|ecma)script)$/;

/** Whether scripts may make more of the page. */
export function hasProgram({ elements }: Page): boolean {
  return elements.some(
    (one) =>
      one.tagName === "script" &&
      PROGRAM.test((attributeOf(one, "type") ?? "").trim().toLowerCase()),
  );
}

/** Whether there is text below that is seen. */
export function hasVisibleText(page: Page, element: HtmlElement): boolean {
  if (!page.isVisible(element)) return false;
  return element.childNodes.some((node) =>
    isElement(node) ? hasVisibleText(page, node) : "value" in node && /[^\s]/.test(node.value),
  );
}
