/** What stands around a page's content: navigation, advertisements, invitations to share. */
import { lengthOf, type Measures } from "./measure.ts";
import {
  attributeOf,
  childElements,
  descendants,
  headingLevel,
  type HtmlElement,
  type HtmlNode,
  roleOf,
  textContent,
} from "../_lib/formats/html/tree.ts";

const AROUND: ReadonlySet<string> = new Set(["nav", "aside", "footer", "dialog"]);
const ROLES_AROUND: ReadonlySet<string> = new Set(
  "navigation banner contentinfo complementary search dialog alert".split(" "),
);
const WORDS_AROUND: ReadonlySet<string> = new Set(
  (
    "nav navbar menu breadcrumb breadcrumbs sidebar footer cookie consent banner ad ads advert promo share " +
    "social related comments newsletter subscribe popup modal skip"
  ).split(" "),
);

/** What holds more of the content than this is no boilerplate, whatever it is called. */
const SMALL_PART = 0.4;

/** Removes what stands around the content inside it, if it is not most of it; gives how many elements went. */
export function removeBoilerplate(root: HtmlElement, measures: Measures): number {
  const all = lengthOf(root, measures);
  const around: HtmlElement[] = [];
  const find = (parent: HtmlElement): void => {
    for (const child of childElements(parent)) {
      if (lengthOf(child, measures) < SMALL_PART * all && isAround(child, measures))
        around.push(child);
      else find(child);
    }
  };
  find(root);
  const text = around.reduce((sum, element) => sum + lengthOf(element, measures), 0);
  // Where all of it stands around, that is the content.
  if (text === all) return 0;
  const removed: ReadonlySet<HtmlNode> = new Set(around);
  for (const parent of new Set(around.map(({ parentNode }) => parentNode))) {
    if (parent) parent.childNodes = parent.childNodes.filter((node) => !removed.has(node));
  }
  return around.length;
}

/** Whether its name, role, id or class says that it stands around the content. */
export function isAround(element: HtmlElement, measures: Measures): boolean {
  if (AROUND.has(element.tagName) || ROLES_AROUND.has(roleOf(element))) return true;
  if (element.tagName === "header" && measures.get(element)?.headings === 0) return true;
  const id = attributeOf(element, "id") ?? "";
  return (
    wordsIn(attributeOf(element, "class") ?? "").some(isWordAround) ||
    (wordsIn(id).some(isWordAround) && !isAnchor(id, element))
  );
}

/** Elements whose id names a part of the page; that of a heading or term names what it is about. */
const PARTS: ReadonlySet<string> = new Set(
  "div section ul ol table tbody tr td form fieldset header center".split(" "),
);
/** Elements that are looked through for a part's heading. */
const MOST_SEEN = 10;

/**
 * Whether the id is made from what the text is about, so that readers can be sent there: the element is no part of
 * the page, or its heading says the same words or links to itself.
 */
function isAnchor(id: string, element: HtmlElement): boolean {
  if (!PARTS.has(element.tagName)) return true;
  const heading = firstHeading(element);
  if (!heading) return false;
  for (const link of descendants(heading)) if (attributeOf(link, "href") === `#${id}`) return true;
  const words = id.toLowerCase().match(WORD) ?? [];
  const said = textContent(heading).toLowerCase().match(WORD) ?? [];
  return words.length > 1 && said.slice(-words.length).join(" ") === words.join(" ");
}

const WORD = /[\p{L}\p{N}]+/gu;

function firstHeading(element: HtmlElement): HtmlElement | undefined {
  let seen = 0;
  for (const one of descendants(element)) {
    if (headingLevel(one) > 0) return one;
    if (++seen > MOST_SEEN) break;
  }
  return undefined;
}

function isWordAround(word: string): boolean {
  return WORDS_AROUND.has(word.toLowerCase());
}

/** The words of `siteFooter main-nav` and the like. */
function wordsIn(names: string): string[] {
  return names.replace(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, " ").split(/[\s_-]+/);
}
