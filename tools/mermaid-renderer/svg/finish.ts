/** From what mermaid draws to a file that stands for itself. */
import {
  allElements,
  childNodes,
  type DomElement,
  type DomNode,
  isElement,
  isText,
  tagOf,
} from "../dom/node.ts";
import { FALLBACK_FAMILY, openLibraries, TEXT_FAMILY } from "../libraries.ts";
import type { FontRun, FontSet } from "../text/fonts.ts";
import { flatten } from "./flatten.ts";
import { dropUnused, repair } from "./repair.ts";
import { type Removed, sanitise } from "./sanitise.ts";

export interface Picture extends Removed {
  readonly svg: string;
  /** Whole units. */
  readonly width: number;
  readonly height: number;
  /** Characters that no font has. */
  readonly missing: readonly string[];
  /** How many icons were drawn as a question mark, or as their name. */
  readonly unknownIcons: number;
}

interface Look {
  /** A colour, or `transparent`. */
  readonly background: string;
}

/** Where the question mark stands in the picture that mermaid draws for an icon it does not have. */
const UNKNOWN_ICON = '[transform="translate(21.16 64.67)"]';

/** What is left of it in a label. */
const ICON_NAME = /\bfa[bklrs]?:fa-[a-z-]+/g;

const SVG_NAMESPACE = "http://www.w3.org/2000/svg";

export function finish(drawn: string, { background }: Look): Picture {
  const { libraries, fonts } = openLibraries();
  const svg = new libraries.DOMParser().parseFromString(drawn, "image/svg+xml").documentElement;
  flatten(svg);
  repair(svg);
  const removed = sanitise(svg);
  dropUnused(svg);
  const named = svg.textContent?.match(ICON_NAME)?.length ?? 0;
  const unknownIcons = [...svg.querySelectorAll(UNKNOWN_ICON)].length + named;
  const missing = assignFonts(svg, fonts);
  const { left, top, width, height } = viewOf(svg);
  svg.setAttribute("viewBox", `${left} ${top} ${width} ${height}`);
  svg.setAttribute("width", String(width));
  svg.setAttribute("height", String(height));
  if (background !== "transparent") paint(svg, { left, top, width, height }, background);
  if (/\sxlink:/.test(svg.toString()))
    svg.setAttribute("xmlns:xlink", "http://www.w3.org/1999/xlink");
  renumberIds(svg);
  roundNumbers(svg);
  return { svg: svg.toString(), width, height, missing, unknownIcons, ...removed };
}

interface View {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const NO_VIEW: View = { left: 0, top: 0, width: 100, height: 100 };

function viewOf(svg: DomElement): View {
  const numbers = (svg.getAttribute("viewBox") ?? "").split(/[\s,]+/).map(Number);
  const [left = 0, top = 0, width = 0, height = 0] = numbers;
  if (numbers.length !== 4 || numbers.some((number) => !Number.isFinite(number))) return NO_VIEW;
  return {
    left,
    top,
    width: Math.max(1, Math.ceil(width)),
    height: Math.max(1, Math.ceil(height)),
  };
}

function paint(svg: DomElement, view: View, colour: string): void {
  const rect = svg.ownerDocument.createElementNS(SVG_NAMESPACE, "rect");
  const attributes = {
    x: view.left,
    y: view.top,
    width: view.width,
    height: view.height,
    fill: colour,
  };
  for (const [name, value] of Object.entries(attributes)) rect.setAttribute(name, String(value));
  svg.insertBefore(rect, svg.firstChild);
}

const TEXT_TAGS = new Set(["text", "textpath", "tspan"]);
const PLAIN = { bold: false, italic: false };

/** Gives each run of another font an element of its own; the characters that no font has. */
function assignFonts(svg: DomElement, fonts: FontSet): string[] {
  const missing = new Set<string>();
  for (const element of allElements(svg)) {
    element.removeAttribute("font-family");
    if (!TEXT_TAGS.has(tagOf(element)) && !isLinkInText(element)) continue;
    for (const child of Array.from(childNodes(element))) {
      if (!isText(child)) continue;
      const runs = fonts.runs(child.textContent ?? "", PLAIN);
      splitRuns(element, child, runs);
      const blank = runs.filter(({ font }) => !font).flatMap(({ text }) => Array.from(text));
      for (const character of blank) missing.add(character);
    }
  }
  svg.setAttribute("font-family", `${TEXT_FAMILY}, ${FALLBACK_FAMILY}, sans-serif`);
  return [...missing].filter((character) => !/\p{Cf}|\p{Cc}/u.test(character));
}

function splitRuns(element: DomElement, child: DomNode, runs: readonly FontRun[]): void {
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
  return tagOf(element) === "a" && isElement(parentNode) && TEXT_TAGS.has(tagOf(parentNode));
}

function inFallback(element: DomElement, node: DomNode): DomElement {
  const run = element.ownerDocument.createElementNS(SVG_NAMESPACE, "tspan");
  run.setAttribute("font-family", FALLBACK_FAMILY);
  run.appendChild(node);
  return run;
}

const WORD_ATTRIBUTES = /^(?:id|class|style|xmlns(?::.*)?|(?:xlink:)?href|aria-.*|font-family)$/;
const LONG_NUMBER = /-?(?<!\d)(?:(?:\d*\.)?\d+e[-+]?\d+|\d*\.\d{4,})/gi;

/** Engines differ in the last digit of a sine, and nobody sees the fourth decimal. */
function roundNumbers(svg: DomElement): void {
  for (const element of allElements(svg)) {
    for (const { name, value } of Array.from(element.attributes)) {
      if (WORD_ATTRIBUTES.test(name)) continue;
      const rounded = value.replace(LONG_NUMBER, (number) =>
        String(Math.round(Number(number) * 1000) / 1000),
      );
      if (rounded !== value) element.setAttribute(name, rounded);
    }
  }
}

/** `stem`, `stem1`, `stem2` … for the ids that have the same letters; an id that is there twice stays once. */
function renumberIds(svg: DomElement): void {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  const elements = allElements(svg);
  for (const element of elements) {
    const id = element.getAttribute("id");
    if (id === null) continue;
    if (id === "" || names.has(id)) {
      element.removeAttribute("id");
      continue;
    }
    const stem = id.replace(/[^\w-]+/g, "_").replace(/(?<!\d)\d+$/, "") || "id";
    const count = counts.get(stem) ?? 0;
    counts.set(stem, count + 1);
    const name = count === 0 ? stem : `${stem}${count}`;
    names.set(id, name);
    element.setAttribute("id", name);
  }
  const renamed = (id: string): string => names.get(id) ?? id;
  for (const element of elements) {
    for (const { name, value } of Array.from(element.attributes)) {
      const now = renameIn(name, value, renamed);
      if (now !== value) element.setAttribute(name, now);
    }
  }
}

function renameIn(name: string, value: string, renamed: (id: string) => string): string {
  if (/^(?:xlink:)?href$/.test(name))
    return value.startsWith("#") ? `#${renamed(value.slice(1))}` : value;
  if (/^aria-(?:labelledby|describedby)$/.test(name))
    return value.split(" ").map(renamed).join(" ");
  return value.replace(/url\(["']?#([^"'()]+)["']?\)/g, (_, id: string) => `url(#${renamed(id)})`);
}
