/** How much each element looks like the container of a page's text, after Mozilla's Readability. */
import { type Measures, NO_TEXT } from "./measure.ts";
import {
  childElements,
  containerOf,
  descendants,
  type HtmlElement,
} from "../_lib/formats/html/tree.ts";

/** In the order of the document; those that hold no paragraph are missing. */
export type Scores = ReadonlyMap<HtmlElement, number>;

const PARAGRAPHS: ReadonlySet<string> = new Set([
  "p",
  "pre",
  "blockquote",
  "td",
  "li",
  "dd",
  "div",
]);
const LEAST_TEXT = 25;
const MOST_FOR_LENGTH = 3;

/**
 * The text of all paragraphs below that are no part of a nav, footer or aside. A paragraph that is nothing but a
 * link leads to a text and is none.
 */
export function paragraphText(root: HtmlElement, measures: Measures): number {
  let length = 0;
  const left = [root];
  for (let next = left.pop(); next; next = left.pop()) {
    const { own, links } = measures.get(next) ?? NO_TEXT;
    if (PARAGRAPHS.has(next.tagName) && links < own) length += own;
    for (const child of childElements(next)) if (!OUTSIDE.has(child.tagName)) left.push(child);
  }
  return length;
}

const OUTSIDE: ReadonlySet<string> = new Set(["nav", "footer", "aside"]);

/** A paragraph counts for its parent, and half for its grandparent; text in links lowers the score. */
export function scoreElements(body: HtmlElement, measures: Measures): Scores {
  const points = new Map<HtmlElement, number>();
  const add = (element: HtmlElement | undefined, score: number): void => {
    if (element && element.tagName !== "html")
      points.set(element, (points.get(element) ?? 0) + score);
  };
  const elements = [body, ...descendants(body)];
  for (const element of elements) {
    const measure = measures.get(element) ?? NO_TEXT;
    if (!PARAGRAPHS.has(element.tagName) || measure.own < LEAST_TEXT) continue;
    const score = 1 + measure.commas + Math.min(Math.floor(measure.own / 100), MOST_FOR_LENGTH);
    const parent = containerOf(element);
    add(parent, score);
    add(parent && containerOf(parent), score / 2);
  }
  const scores = new Map<HtmlElement, number>();
  for (const element of elements) {
    const found = points.get(element);
    if (found === undefined) continue;
    const { text, links } = measures.get(element) ?? NO_TEXT;
    scores.set(element, text === 0 ? 0 : found * (1 - links / text));
  }
  return scores;
}

const MOST_RIVALS = 5;
const RIVAL_SHARE = 0.75;
const LEAST_RIVALS = 3;

/** The innermost container of the best one and three others that are nearly as good; else the best one. */
export function sharedContainer(best: HtmlElement, scores: Scores): HtmlElement {
  const top = scores.get(best) ?? 0;
  const rivals = [...scores.keys()]
    .filter((element) => element !== best && (scores.get(element) ?? 0) >= RIVAL_SHARE * top)
    .toSorted((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0))
    .slice(0, MOST_RIVALS - 1);
  const holders = new Map<HtmlElement, number>();
  for (const rival of rivals) {
    for (let at = containerOf(rival); at; at = containerOf(at))
      holders.set(at, (holders.get(at) ?? 0) + 1);
  }
  for (let at = containerOf(best); at && at.tagName !== "body"; at = containerOf(at)) {
    if ((holders.get(at) ?? 0) >= LEAST_RIVALS) return at;
  }
  return best;
}

const LEAST_RISE = 1 / 3;

/** An outer container whose score rises again over that of the one inside it: the text is spread over its parts. */
export function climb(best: HtmlElement, scores: Scores): HtmlElement {
  let last = scores.get(best) ?? 0;
  const least = last * LEAST_RISE;
  for (let at = containerOf(best); at && at.tagName !== "body"; at = containerOf(at)) {
    const score = scores.get(at);
    if (score === undefined) continue;
    if (score < least) break;
    if (score > last) return at;
    last = score;
  }
  return best;
}

export function firstLargest(
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
