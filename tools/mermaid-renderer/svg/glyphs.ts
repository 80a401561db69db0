/** Text in the fonts that have its characters: readers of SVG stop looking at the first that none has. */
import {
  allElements,
  childNodes,
  type DomElement,
  type DomNode,
  isElement,
  isText,
  tagOf,
} from "../dom/node.ts";
import { FALLBACK_FAMILY, TEXT_FAMILY } from "../libraries.ts";
import type { FontRun, FontSet } from "../text/fonts.ts";

const SVG = "http://www.w3.org/2000/svg";
const TEXTS = new Set(["text", "textpath", "tspan"]);
const PLAIN = { bold: false, italic: false };

/** Gives each run of another font an element of its own; the characters that no font has. */
export function assignFonts(svg: DomElement, fonts: FontSet): string[] {
  const missing = new Set<string>();
  for (const element of allElements(svg)) {
    element.removeAttribute("font-family");
    if (!TEXTS.has(tagOf(element)) && !isLinkInText(element)) continue;
    for (const child of Array.from(childNodes(element))) {
      if (!isText(child)) continue;
      const runs = fonts.runs(child.textContent ?? "", PLAIN);
      split(element, child, runs);
      const blank = runs.filter(({ font }) => !font).flatMap(({ text }) => Array.from(text));
      for (const character of blank) missing.add(character);
    }
  }
  svg.setAttribute("font-family", `${TEXT_FAMILY}, ${FALLBACK_FAMILY}, sans-serif`);
  return [...missing].filter((character) => !/\p{Cf}|\p{Cc}/u.test(character));
}

function split(element: DomElement, child: DomNode, runs: readonly FontRun[]): void {
  if (runs.every(({ font }) => font?.family !== FALLBACK_FAMILY)) return;
  for (const { text, font } of runs) {
    const node = element.ownerDocument.createTextNode(text);
    const isFallback = font?.family === FALLBACK_FAMILY;
    element.insertBefore(isFallback ? inFallback(element, node) : node, child);
  }
  child.remove();
}

function isLinkInText(element: DomElement): boolean {
  const { parentNode } = element;
  return tagOf(element) === "a" && isElement(parentNode) && TEXTS.has(tagOf(parentNode));
}

function inFallback(element: DomElement, node: DomNode): DomElement {
  const run = element.ownerDocument.createElementNS(SVG, "tspan");
  run.setAttribute("font-family", FALLBACK_FAMILY);
  run.appendChild(node);
  return run;
}
