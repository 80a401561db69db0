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
} from "../_lib/formats/html/tree.ts";

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
 * that stand loose beside it. Where parts stand beside something that it is in, that is taken whole; not so
 * (`isFarSeen`) where the page itself says which is its main element.
 */
export function joinSiblings(
  chosen: HtmlElement,
  measures: Map<HtmlElement, TextMeasure>,
  scores: Scores,
  isFarSeen: boolean,
): HtmlElement {
  const joiner = new Joiner(measures, scores);
  const root = isFarSeen ? withoutSiblings(chosen, measures) : chosen;
  const parts = joiner.around(root, isFarSeen);
  const [first] = parts;
  const parent = first && containerOf(first);
  if (!parent || parts.size === 1) return chosen;
  const box = enclose(parent, parts);
  for (const [element, measure] of measureElements(box)) measures.set(element, measure);
  return box;
}

class Joiner {
  readonly #measures: Measures;
  /** The best score of an element or one inside it. */
  readonly #inner = new Map<HtmlElement, number>();
  readonly #best: number;

  constructor(measures: Measures, scores: Scores) {
    this.#measures = measures;
    this.#best = [...scores.values()].reduce((most, score) => Math.max(most, score), 0);
    for (const element of [...scores.keys()].toReversed()) {
      let score = scores.get(element) ?? 0;
      for (
        let at: HtmlElement | undefined = element;
        at && (this.#inner.get(at) ?? -1) < score;
        at = containerOf(at)
      )
        this.#inner.set(at, score);
    }
  }

  /** The element with the siblings that go with it, or one that it stands in with those of its own. */
  around(root: HtmlElement, isFarSeen: boolean): ReadonlySet<HtmlNode> {
    let parts: ReadonlySet<HtmlNode> = this.#joined(root, true);
    if (!isFarSeen) return parts;
    for (let at = containerOf(root); at && at.tagName !== "body"; at = containerOf(at)) {
      const outer = this.#joined(at, false);
      if (outer.size > 1) parts = outer;
    }
    return parts;
  }

  #joined(root: HtmlElement, isNear: boolean): Set<HtmlNode> {
    const parent = containerOf(root);
    if (!parent || root.tagName === "body") return new Set([root]);
    const groups = groupsOf(parent).map((nodes) => ({ nodes, isText: this.#isPart(nodes, root) }));
    const hasParts = groups.some(({ nodes, isText }) => isText && nodes[0] !== root);
    const joined = new Set<HtmlNode>();
    let headings: HtmlNode[] = [];
    for (const { nodes, isText } of groups) {
      const isLoose = (isNear || hasParts) && this.#isLooseParagraph(nodes);
      if (isText || isLoose) {
        for (const node of [...headings, ...nodes]) joined.add(node);
        headings = [];
      } else if (joined.size > 0) headings.push(...nodes.filter(isHeading));
    }
    return joined;
  }

  #isPart([first]: readonly HtmlNode[], root: HtmlElement): boolean {
    if (first === undefined || !isElement(first)) return false;
    const inner = this.#inner.get(first);
    if (first === root) return true;
    if (inner === undefined || isAround(first, this.#measures)) return false;
    const classes = attributeOf(root, "class") ?? "";
    const isAlike = classes !== "" && attributeOf(first, "class") === classes;
    const { text, links } = this.#measures.get(first) ?? NO_TEXT;
    const base = (BASE_SCORES[first.tagName] ?? 0) * (text === 0 ? 0 : 1 - links / text);
    const score = inner + base + (isAlike ? SHARE_OF_BEST * this.#best : 0);
    return score >= Math.max(LEAST_SCORE, SHARE_OF_BEST * this.#best);
  }

  /** A paragraph of some length that is no list of links, or a short one that is a sentence. */
  #isLooseParagraph(group: readonly HtmlNode[]): boolean {
    let [text, links] = [0, 0];
    for (const node of group) {
      if (!isElement(node)) {
        text += "value" in node ? collapse(node.value).trim().length : 0;
        continue;
      }
      const measure = this.#measures.get(node) ?? NO_TEXT;
      const isParagraph = node.tagName === "p" || node.tagName === "div" || !isBlock(node);
      if (!isParagraph || measure.own < measure.text || isAround(node, this.#measures))
        return false;
      text += measure.text;
      links += measure.links;
    }
    if (text > LONG_PARAGRAPH) return links < MOST_LINKED * text;
    return text > 0 && links === 0 && SENTENCE_END.test(group.map(lineOfNode).join(" "));
  }
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

/** A heading between two parts that are joined is the later one's. */
function isHeading(node: HtmlNode): boolean {
  return isElement(node) && headingLevel(node) > 0;
}

function lineOfNode(node: HtmlNode): string {
  if ("value" in node) return lineOf(node.value);
  return isElement(node) ? lineOf(textContent(node)) : "";
}
