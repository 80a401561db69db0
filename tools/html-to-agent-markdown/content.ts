/** Which part of a page is its content. */
import { lengthOf, type Measures, type TextMeasure } from "./measure.ts";
import { climb, firstLargest, type Scores, scoreElements, sharedContainer } from "./score.ts";
import { joinSiblings } from "./siblings.ts";
import { childElements, descendants, type HtmlElement, roleOf } from "../_lib/formats/html/tree.ts";

export const ROOTS = ["main", "role-main", "article", "scored", "body"] as const;

export interface Content {
  /** The chosen element, or one made of it and those of its siblings that go with it. */
  readonly root: HtmlElement;
  /** How it was chosen. */
  readonly chosenBy: (typeof ROOTS)[number];
}

export function chooseContent(body: HtmlElement, measures: Map<HtmlElement, TextMeasure>): Content {
  const scores = scoreElements(body, measures);
  const { root, chosenBy } = chooseContainer(body, measures, scores);
  return { root: joinSiblings(root, measures, scores, !chosenBy.endsWith("main")), chosenBy };
}

function chooseContainer(body: HtmlElement, measures: Measures, scores: Scores): Content {
  const elements = [...descendants(body)];
  const hasText = (element: HtmlElement) => lengthOf(element, measures) > 0;
  const [main, secondMain] = elements.filter(({ tagName }) => tagName === "main");
  if (main && !secondMain && hasText(main)) return { root: main, chosenBy: "main" };
  const [role, secondRole] = elements.filter((element) => roleOf(element) === "main");
  if (role && !secondRole && hasText(role)) return { root: role, chosenBy: "role-main" };
  const article = chooseArticle(elements, body, measures);
  if (article) return { root: article, chosenBy: "article" };
  const best = chooseByScore(body, measures, scores);
  return best && best !== body
    ? { root: best, chosenBy: "scored" }
    : { root: body, chosenBy: "body" };
}

function chooseArticle(
  elements: readonly HtmlElement[],
  body: HtmlElement,
  measures: Measures,
): HtmlElement | undefined {
  const articles = elements.filter(({ tagName }) => tagName === "article");
  const longest = firstLargest(articles, (article) => lengthOf(article, measures));
  if (!longest || lengthOf(longest, measures) === 0) return undefined;
  const isEnough = 2 * lengthOf(longest, measures) >= lengthOf(body, measures);
  return articles.length === 1 || isEnough ? longest : undefined;
}

const LEAST_SCORE = 10;
/** Less of the page is no content of its own. */
const LEAST_SHARE = 0.4;

/** The parent of the most text that is no list of links, if it holds enough of the page. */
function chooseByScore(
  body: HtmlElement,
  measures: Measures,
  scores: Scores,
): HtmlElement | undefined {
  const best = firstLargest([...scores.keys()], (element) => scores.get(element) ?? 0);
  if (!best || (scores.get(best) ?? 0) <= LEAST_SCORE) return undefined;
  const container = climb(sharedContainer(best, scores), scores);
  return lengthOf(container, measures) >= LEAST_SHARE * lengthOf(body, measures)
    ? container
    : undefined;
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
