/** From what mermaid draws to a file that stands for itself. */
import type { DomElement } from "../dom/node.ts";
import { openLibraries } from "../libraries.ts";
import { flatten } from "./flatten.ts";
import { assignFonts } from "./glyphs.ts";
import { dropUnused, repair } from "./repair.ts";
import { type Removed, sanitise } from "./sanitise.ts";
import { renumberIds, roundNumbers } from "./tidy.ts";

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

export interface Look {
  /** A colour, or `transparent`. */
  readonly background: string;
}

/** Where the question mark stands in the picture that mermaid draws for an icon it does not have. */
const UNKNOWN_ICON = '[transform="translate(21.16 64.67)"]';

/** What is left of it in a label. */
const ICON_NAME = /\bfa[bklrs]?:fa-[a-z-]+/g;

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
  const rect = svg.ownerDocument.createElementNS("http://www.w3.org/2000/svg", "rect");
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
