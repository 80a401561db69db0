/** What goes with the chosen container of a page's text: its siblings that hold text as well. */
import { isAround } from "./boilerplate.ts";
import { lengthOf, measureElements, type Measures, NO_TEXT, type TextMeasure } from "./measure.ts";
import type { Scores } from "./score.ts";
import {
  attributeOf,
  childElements,
  collapse,
  containerOf,
  enclose,
  headingLevel,
  type HtmlElement,
  type HtmlNode,
  isBlock,
  isElement,
  lineOf,
  textContent,
} from "./tree.ts";

/** Readability's bounds. */
const LEAST_SCORE = 10;
const SHARE_OF_BEST = 0.2;
/** What an element counts before its paragraphs do. */
const BASE_SCORES: Readonly<Record<string, number>> = {
  div: 5,
  section: 5,
  article: 5,
  pre: 3,
  td: 3,
  blockquote: 3,
};
const LONG_PARAGRAPH = 80;
const MOST_LINKED = 0.25;
/** Marks of other scripts end a sentence without a blank behind them. */
const SENTENCE_END = /[.!?\u2026](?:[\s"'\u2019\u201d\u00bb)]|$)|[\u3002\uff01\uff1f\u0964\u061f]/;

/**
 * The container, or one made of it and of what goes with it: parts of the same text, a lead before it, paragraphs
 * that stand loose beside it.
 */
export function joinSiblings(
  chosen: HtmlElement,
  measures: Map<HtmlElement, TextMeasure>,
  scores: Scores,
): HtmlElement {
  const root = withoutSiblings(chosen, measures);
  const parent = containerOf(root);
  if (!parent || root.tagName === "body") return chosen;
  const best = [...scores.values()].reduce((most, score) => Math.max(most, score), 0);
  const least = Math.max(LEAST_SCORE, SHARE_OF_BEST * best);
  const classes = attributeOf(root, "class") ?? "";
  const holdsText = (sibling: HtmlElement): boolean => {
    const score = scores.get(sibling);
    if (score === undefined) return false;
    const isAlike = classes !== "" && attributeOf(sibling, "class") === classes;
    const { text, links } = measures.get(sibling) ?? NO_TEXT;
    const base = (BASE_SCORES[sibling.tagName] ?? 0) * (text === 0 ? 0 : 1 - links / text);
    return score + base + (isAlike ? SHARE_OF_BEST * best : 0) >= least;
  };
  const isJoined = (group: readonly HtmlNode[]): boolean => {
    const [first] = group;
    if (first === root) return true;
    if (group.some((node) => isElement(node) && isAround(node, measures))) return false;
    const isBlockOfText = first !== undefined && isElement(first) && holdsText(first);
    return isBlockOfText || isLooseParagraph(group, measures);
  };
  const joined = new Set<HtmlNode>();
  let headings: HtmlNode[] = [];
  for (const group of groupsOf(parent)) {
    if (isJoined(group)) {
      for (const node of [...headings, ...group]) joined.add(node);
      headings = [];
    } else if (joined.size > 0) headings.push(...group.filter(isHeading));
  }
  if (joined.size === 1) return chosen;
  const box = enclose(parent, joined);
  for (const [element, measure] of measureElements(box)) measures.set(element, measure);
  return box;
}

/** The outermost element that holds the same text, so that there are siblings to look at. */
function withoutSiblings(chosen: HtmlElement, measures: Measures): HtmlElement {
  let root = chosen;
  for (
    let parent = containerOf(root);
    parent && parent.tagName !== "body" && lengthOf(parent, measures) === lengthOf(root, measures);
    parent = containerOf(root)
  )
    root = parent;
  return root;
}

/** The children: each block alone, and what stands between two of them as one paragraph. */
function groupsOf(parent: HtmlElement): HtmlNode[][] {
  const groups: HtmlNode[][] = [];
  let run: HtmlNode[] | undefined;
  for (const node of parent.childNodes) {
    const isAlone = isElement(node) && (isBlock(node) || childElements(node).some(isBlock));
    if (isAlone) {
      groups.push([node]);
      run = undefined;
    } else if (run) run.push(node);
    else groups.push((run = [node]));
  }
  return groups;
}

/** A paragraph of some length that is no list of links, or a short one that is a sentence. */
function isLooseParagraph(group: readonly HtmlNode[], measures: Measures): boolean {
  let [text, links] = [0, 0];
  for (const node of group) {
    if (!isElement(node)) {
      text += "value" in node ? collapse(node.value).trim().length : 0;
      continue;
    }
    const measure = measures.get(node) ?? NO_TEXT;
    const isParagraph = node.tagName === "p" || node.tagName === "div" || !isBlock(node);
    if (!isParagraph || measure.own < measure.text) return false;
    text += measure.text;
    links += measure.links;
  }
  if (text > LONG_PARAGRAPH) return links < MOST_LINKED * text;
  return text > 0 && links === 0 && SENTENCE_END.test(group.map(lineOfNode).join(" "));
}

/** A heading between two parts that are joined is the later one's. */
function isHeading(node: HtmlNode): boolean {
  return isElement(node) && headingLevel(node) > 0;
}

function lineOfNode(node: HtmlNode): string {
  if ("value" in node) return lineOf(node.value);
  return isElement(node) ? lineOf(textContent(node)) : "";
}
