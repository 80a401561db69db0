/**
 * The cascade of a drawing's style sheet written into presentation attributes: a reader of the file needs no CSS.
 * Values that only CSS knows become what SVG 1.1 calls the same.
 */
import { readDeclarations } from "../css/declarations.ts";
import { INLINE_WEIGHT, readStyleSheet, rulesFor, type StyleSheet } from "../css/style-sheet.ts";
import { allElements, type DomElement, tagOf } from "../dom/node.ts";
import { plainColour } from "./colour.ts";

const PRESENTATION = new Set(
  `alignment-baseline baseline-shift clip-path clip-rule color display dominant-baseline fill fill-opacity fill-rule
  filter flood-color flood-opacity font-size font-style font-variant font-weight letter-spacing marker-end marker-mid
  marker-start mask mix-blend-mode opacity overflow paint-order shape-rendering stop-color stop-opacity stroke
  stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width
  text-anchor text-decoration text-rendering transform transform-origin visibility white-space word-spacing
  writing-mode`.split(/\s+/),
);

/** Attributes of geometry that CSS may set, and on what. */
const GEOMETRY: Readonly<Record<string, RegExp>> = {
  r: /^circle$/,
  rx: /^(?:rect|ellipse)$/,
  ry: /^(?:rect|ellipse)$/,
  cx: /^(?:circle|ellipse)$/,
  cy: /^(?:circle|ellipse)$/,
  x: /^(?:rect|image|svg)$/,
  y: /^(?:rect|image|svg)$/,
  width: /^(?:rect|image)$/,
  height: /^(?:rect|image)$/,
  d: /^path$/,
};

const COLOURS = new Set(["color", "fill", "filter", "flood-color", "stop-color", "stroke"]);

type Values = ReadonlyMap<string, string>;

/** Takes the `style` elements, and the `style` and `class` attributes, out of the drawing. */
export function flatten(svg: DomElement): void {
  let css = "";
  for (const style of svg.querySelectorAll("style")) {
    css += `${style.textContent ?? ""}\n`;
    style.remove();
  }
  const sheet = readStyleSheet(css);
  const elements = allElements(svg);
  // A selector may ask for what another element still has, so nothing is written before all is read.
  const found = elements.map((element) => [element, cascade(element, sheet)] as const);
  for (const [element, values] of found) {
    for (const name of ["style", "class"]) element.removeAttribute(name);
    write(element, values);
    for (const name of COLOURS) repairColour(element, name);
  }
}

function cascade(element: DomElement, sheet: StyleSheet): Values {
  const tag = tagOf(element);
  const winners = new Map<string, { readonly value: string; readonly rank: number }>();
  const put = (name: string, written: string, weight: number, important: boolean): void => {
    if (!PRESENTATION.has(name) && !GEOMETRY[name]?.test(tag)) return;
    const value = COLOURS.has(name)
      ? plainColour(substitute(written, sheet))
      : substitute(written, sheet);
    const isInvalid = value === undefined || (name === "stroke-width" && value.startsWith("-"));
    const rank = weight + (important ? 2 * INLINE_WEIGHT : 0);
    if (!isInvalid && rank >= (winners.get(name)?.rank ?? 0)) winners.set(name, { value, rank });
  };
  for (const { declarations, weight } of rulesFor(element, sheet)) {
    for (const { name, value, important } of declarations) put(name, value, weight, important);
  }
  for (const { name, value, important } of readDeclarations(element.getAttribute("style") ?? "")) {
    put(name, value, INLINE_WEIGHT, important);
  }
  return new Map(Array.from(winners, ([name, { value }]) => [name, value]));
}

/** `var(--name, fallback)`. */
function substitute(value: string, { variables }: StyleSheet): string {
  return value.replace(
    /var\(\s*(--[\w-]+)\s*(?:,((?:[^()]|\([^()]*\))*))?\)/g,
    (_, name: string, fallback = "") => variables.get(name) ?? (fallback as string).trim(),
  );
}

function write(element: DomElement, values: Values): void {
  for (const [name, value] of values) {
    if (value === "" || /NaN|undefined/.test(value) || name === "transform-origin") continue;
    if (name === "transform") writeTransform(element, value, values.get("transform-origin"));
    else if (GEOMETRY[name]) writeGeometry(element, name, value);
    // The one property that has no attribute.
    else if (name === "mix-blend-mode") element.setAttribute("style", `mix-blend-mode:${value}`);
    else element.setAttribute(name, attributeValue(name, value));
  }
  element.removeAttribute("transform-origin");
}

function attributeValue(name: string, value: string): string {
  if (name === "stroke-dasharray" && /^0(?:px)?$/.test(value)) return "none";
  const isPaint = name === "fill" || name === "stroke";
  return isPaint && value === "transparent" ? "none" : value;
}

function writeGeometry(element: DomElement, name: string, value: string): void {
  if (name === "d") element.setAttribute("d", value.replace(/^path\(["']?|["']?\)$/g, ""));
  else if (/^-?[\d.]+(?:px)?$/.test(value)) element.setAttribute(name, value.replace("px", ""));
}

function writeTransform(
  element: DomElement,
  value: string,
  styledOrigin: string | undefined,
): void {
  if (value === "none") {
    element.removeAttribute("transform");
    return;
  }
  const transform = value
    .replace(/(?<![-\d.])([-\d.]+)(?:deg|px)/g, "$1")
    .replace(/translateX\(([^()]*)\)/g, "translate($1,0)")
    .replace(/translateY\(([^()]*)\)/g, "translate(0,$1)");
  const origin = styledOrigin ?? element.getAttribute("transform-origin") ?? "";
  const [whole, x, y] = /^([-\d.]+)(?:px)?[\s,]+([-\d.]+)(?:px)?/.exec(origin) ?? [];
  const around = whole
    ? `translate(${x} ${y}) ${transform} translate(${-Number(x)} ${-Number(y)})`
    : transform;
  element.setAttribute("transform", around);
}

function repairColour(element: DomElement, name: string): void {
  const value = element.getAttribute(name);
  if (!value?.includes("(")) return;
  const plain = plainColour(value);
  if (plain === undefined) element.removeAttribute(name);
  else element.setAttribute(name, plain);
}
