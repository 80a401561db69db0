/** Which part of a page is its content. */
import { type Measures, NO_TEXT } from "./measure.ts";
import {
  attributeOf,
  childElements,
  descendants,
  type HtmlElement,
  type HtmlNode,
} from "./tree.ts";

export const ROOTS = ["main", "role-main", "article", "scored", "body"] as const;

export interface Content {
  readonly root: HtmlElement;
  /** How it was chosen. */
  readonly chosenBy: (typeof ROOTS)[number];
}

export function chooseContent(body: HtmlElement, measures: Measures): Content {
  const elements = [...descendants(body)];
  const hasText = (element: HtmlElement) => textOf(element, measures) > 0;
  const [main, secondMain] = elements.filter(({ tagName }) => tagName === "main");
  if (main && !secondMain && hasText(main)) return { root: main, chosenBy: "main" };
  const [role, secondRole] = elements.filter((element) => roleOf(element) === "main");
  if (role && !secondRole && hasText(role)) return { root: role, chosenBy: "role-main" };
  const article = chooseArticle(elements, body, measures);
  if (article) return { root: article, chosenBy: "article" };
  const best = chooseByScore(elements, body, measures);
  return best && best !== body
    ? { root: best, chosenBy: "scored" }
    : { root: body, chosenBy: "body" };
}

function roleOf(element: HtmlElement): string {
  return (attributeOf(element, "role") ?? "").trim().toLowerCase();
}

function chooseArticle(
  elements: readonly HtmlElement[],
  body: HtmlElement,
  measures: Measures,
): HtmlElement | undefined {
  const articles = elements.filter(({ tagName }) => tagName === "article");
  const longest = firstLargest(articles, (article) => textOf(article, measures));
  if (!longest || textOf(longest, measures) === 0) return undefined;
  const isEnough = 2 * textOf(longest, measures) >= textOf(body, measures);
  return articles.length === 1 || isEnough ? longest : undefined;
}

const HOLDERS: ReadonlySet<string> = new Set(["p", "pre", "blockquote", "td", "li", "div"]);
const LEAST_TEXT = 25;
const MOST_FOR_LENGTH = 3;
const LEAST_SCORE = 10;
const LEAST_SHARE = 0.4;

/** The parent of the most text that is no list of links, if it holds enough of the page. */
function chooseByScore(
  elements: readonly HtmlElement[],
  body: HtmlElement,
  measures: Measures,
): HtmlElement | undefined {
  const scores = new Map<HtmlElement, number>();
  const add = (element: HtmlElement["parentNode"], score: number): void => {
    if (element === null || !("tagName" in element) || element.tagName === "html") return;
    scores.set(element, (scores.get(element) ?? 0) + score);
  };
  for (const element of elements) {
    const { own, commas } = measures.get(element) ?? NO_TEXT;
    if (!HOLDERS.has(element.tagName) || own < LEAST_TEXT) continue;
    const score = 1 + commas + Math.min(Math.floor(own / 100), MOST_FOR_LENGTH);
    const { parentNode } = element;
    add(parentNode, score);
    if (parentNode && "parentNode" in parentNode) add(parentNode.parentNode, score / 2);
  }
  const scored = (element: HtmlElement): number => {
    const { text, links } = measures.get(element) ?? NO_TEXT;
    return text === 0 ? 0 : (scores.get(element) ?? 0) * (1 - links / text);
  };
  const best = firstLargest(
    [body, ...elements].filter((element) => scores.has(element)),
    scored,
  );
  if (!best || scored(best) <= LEAST_SCORE) return undefined;
  return textOf(best, measures) >= LEAST_SHARE * textOf(body, measures) ? best : undefined;
}

function firstLargest(
  elements: readonly HtmlElement[],
  size: (element: HtmlElement) => number,
): HtmlElement | undefined {
  let [best, most]: [HtmlElement | undefined, number] = [undefined, -1];
  for (const element of elements) {
    const found = size(element);
    if (found > most) [best, most] = [element, found];
  }
  return best;
}

function textOf(element: HtmlElement, measures: Measures): number {
  return measures.get(element)?.text ?? 0;
}

/**
 * The h1 just before the content: the element before it or before one that it begins, or an h1 in that
 * element, a page's header say, where the content has none of its own.
 */
export function headingBefore(root: HtmlElement): HtmlElement | undefined {
  const before = elementBefore(root);
  if (!before || before.tagName === "h1") return before;
  const hasOwn = [...descendants(root)].some(({ tagName }) => tagName === "h1");
  const [first, second] = [...descendants(before)].filter(({ tagName }) => tagName === "h1");
  return hasOwn || second ? undefined : first;
}

function elementBefore(root: HtmlElement): HtmlElement | undefined {
  for (let element = root; element.tagName !== "body";) {
    const parent = element.parentNode;
    if (parent === null || !("tagName" in parent)) return undefined;
    const siblings = childElements(parent);
    const before = siblings[siblings.indexOf(element) - 1];
    if (before) return before;
    element = parent;
  }
  return undefined;
}

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

/** Removes what stands around the content inside it, if it is not most of it; gives how many elements went. */
export function removeBoilerplate(root: HtmlElement, measures: Measures): number {
  const all = textOf(root, measures);
  const around: HtmlElement[] = [];
  const find = (parent: HtmlElement): void => {
    for (const child of childElements(parent)) {
      if (textOf(child, measures) < LEAST_SHARE * all && isAround(child, measures))
        around.push(child);
      else find(child);
    }
  };
  find(root);
  const text = around.reduce((sum, element) => sum + textOf(element, measures), 0);
  // Where all of it stands around, that is the content.
  if (text === all) return 0;
  const removed: ReadonlySet<HtmlNode> = new Set(around);
  for (const parent of new Set(around.map(({ parentNode }) => parentNode))) {
    if (parent) parent.childNodes = parent.childNodes.filter((node) => !removed.has(node));
  }
  return around.length;
}

function isAround(element: HtmlElement, measures: Measures): boolean {
  if (AROUND.has(element.tagName) || ROLES_AROUND.has(roleOf(element))) return true;
  if (element.tagName === "header" && measures.get(element)?.headings === 0) return true;
  return element.attrs.some(
    ({ name, value }) => (name === "id" || name === "class") && wordsIn(value).some(isWordAround),
  );
}

function isWordAround(word: string): boolean {
  return WORDS_AROUND.has(word.toLowerCase());
}

/** The words of `siteFooter main-nav` and the like. */
function wordsIn(names: string): string[] {
  return names.replace(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, " ").split(/[\s_-]+/);
}
