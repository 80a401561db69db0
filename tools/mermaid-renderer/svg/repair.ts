/** Takes what browsers overlook and other readers of SVG do not. */
import {
  allElements,
  childNodes,
  type DomElement,
  type DomNode,
  isText,
  tagOf,
} from "../dom/node.ts";
import { decodeReferences } from "../text/references.ts";

const REFERRING = ["clip-path", "filter", "marker-end", "marker-mid", "marker-start", "mask"];

export function repair(svg: DomElement): void {
  for (const choice of svg.querySelectorAll("switch")) keepText(choice);
  const elements = allElements(svg);
  for (const element of elements) decodeText(element);
  const ids = new Set(elements.map((element) => element.getAttribute("id")));
  for (const element of elements) {
    // A browser ignores a filter that is not there, others leave the element out.
    for (const name of REFERRING) {
      const [, id] = /^url\(["']?#([^"')]+)["']?\)/.exec(element.getAttribute(name) ?? "") ?? [];
      if (id !== undefined && !ids.has(id)) element.removeAttribute(name);
    }
    if (element.getAttribute("orient") === "auto-start-reverse")
      element.setAttribute("orient", "auto");
  }
}

/** A reader of XML may give one text as several nodes, split at its references. */
function decodeText(element: DomElement): void {
  let first: DomNode | undefined;
  let text = "";
  const finish = (): void => {
    if (first) first.textContent = decodeReferences(text);
    first = undefined;
    text = "";
  };
  for (const node of Array.from(childNodes(element))) {
    if (!isText(node)) {
      finish();
      continue;
    }
    text += node.textContent ?? "";
    if (first) node.remove();
    else first = node;
  }
  finish();
}

/** What is drawn only by reference, and is not referred to: mermaid defines every arrow head it knows. */
export function dropUnused(svg: DomElement): void {
  const used = new Set<string>();
  for (const element of allElements(svg)) {
    for (const { name, value } of element.attributes) {
      for (const [, id = ""] of value.matchAll(/url\(["']?#([^"')]+)/g)) used.add(id);
      if (/^(?:xlink:)?href$/.test(name) && value.startsWith("#")) used.add(value.slice(1));
    }
  }
  for (const element of svg.querySelectorAll(DEFINITIONS)) {
    if (!used.has(element.getAttribute("id") ?? "")) element.remove();
  }
  for (const element of allElements(svg).toReversed()) if (isNothing(element)) element.remove();
}

function isNothing(element: DomElement): boolean {
  const tag = tagOf(element);
  if (tag === "rect") return !element.getAttribute("width") || !element.getAttribute("height");
  return (tag === "g" || tag === "defs") && !element.firstChild;
}

const DEFINITIONS =
  "marker, filter, symbol, clipPath, mask, pattern, linearGradient, radialGradient";

/** A choice between HTML and plain text becomes the text, in the HTML's colour. */
function keepText(choice: DomElement): void {
  const html = choice.firstElementChild;
  if (!html || tagOf(html) !== "foreignobject") return;
  const colours = [...html.querySelectorAll("*")].map((element) => element.getAttribute("color"));
  const colour = colours.findLast(Boolean);
  html.remove();
  for (const text of colour ? choice.querySelectorAll("text") : [])
    text.setAttribute("fill", colour ?? "");
  const children = [];
  for (let child = choice.firstChild; child; child = child.nextSibling) children.push(child);
  choice.replaceWith(...children);
}
