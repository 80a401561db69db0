/** The geometry that a browser gives scripts: `getBBox` and what is like it, without a browser. */
import { childElements, type DomElement, isElement, tagOf } from "../dom/node.ts";
import type { TextMeasure } from "../text/layout.ts";
import { Bounds, type Box, EMPTY_BOX } from "./box.ts";
import { readLength } from "./length.ts";
import { IDENTITY, type Matrix, multiply, readTransform, translation } from "./matrix.ts";
import { pathBox } from "./path.ts";

const FONT_SIZE = 16;

/** They are drawn only where others refer to them. */
const NOT_DRAWN = new Set(
  "clippath defs desc filter lineargradient marker mask metadata pattern radialgradient script style symbol title".split(
    " ",
  ),
);

export class Geometry {
  readonly text: TextMeasure;

  constructor(text: TextMeasure) {
    this.text = text;
  }

  /** In the element's own coordinates; undefined where there is nothing to see. */
  boxOf(element: DomElement): Box | undefined {
    const shape = SHAPES[tagOf(element)];
    return shape?.(
      (name, missing) => readLength(element.getAttribute(name), FONT_SIZE, missing),
      element,
      this,
    );
  }

  boxOfChildren(parent: DomElement): Box | undefined {
    const styles = this.text.styles.reader(parent);
    const bounds = new Bounds();
    for (const child of childElements(parent)) {
      if (NOT_DRAWN.has(tagOf(child))) continue;
      if (styles.own(child, "display") === "none") continue;
      const own = readTransform(child.getAttribute("transform"));
      const matrix = tagOf(child) === "svg" ? multiply(own, viewportOf(child)) : own;
      const box = this.boxOf(child);
      if (box && isPoint(box) && isGroup(child) && isUnmoved(own)) continue;
      bounds.addBox(box, matrix);
    }
    return bounds.box;
  }

  /** In the coordinates of the outermost SVG. */
  boxOnPage(element: DomElement): Box | undefined {
    let box = this.boxOf(element);
    for (
      let node: DomElement | undefined = element;
      box && node && tagOf(node) !== "svg";
      node = isElement(node.parentNode) ? node.parentNode : undefined
    ) {
      const bounds = new Bounds();
      bounds.addBox(box, readTransform(node.getAttribute("transform")));
      ({ box } = bounds);
    }
    return box;
  }

  textBox(element: DomElement): Box | undefined {
    const bounds = new Bounds();
    for (const { x, y, width, ascent, descent } of this.text.layout(element).fragments) {
      bounds.addBox({ x, y: y - ascent, width, height: ascent + descent });
    }
    // Blink: a text with no more than empty parts is a point, one without parts is nothing.
    return bounds.box ?? (element.firstElementChild ? EMPTY_BOX : undefined);
  }

  boxOfUse(element: DomElement, x: number, y: number): Box | undefined {
    const href = element.getAttribute("href") ?? element.getAttribute("xlink:href") ?? "";
    const target = element.ownerDocument.getElementById(href.slice(1));
    if (!href.startsWith("#") || !target || target === element) return undefined;
    const bounds = new Bounds();
    const box = tagOf(target) === "symbol" ? this.boxOfChildren(target) : this.boxOf(target);
    const own = readTransform(target.getAttribute("transform"));
    bounds.addBox(box, multiply(translation(x, y), own));
    return bounds.box;
  }
}

/** Blink: of an empty group at the beginning of its parent, the parent never hears. */
function isPoint({ x, y, width, height }: Box): boolean {
  return x === 0 && y === 0 && width === 0 && height === 0;
}

function isGroup(element: DomElement): boolean {
  return SHAPES[tagOf(element)] === group;
}

function isUnmoved(matrix: Matrix): boolean {
  return matrix.every((number, index) => number === IDENTITY[index]);
}

type Shape = (
  length: (name: string, missing?: number) => number,
  element: DomElement,
  geometry: Geometry,
) => Box | undefined;

/** A size of nothing disables it (SVG 2, 10.2): it takes no part in the box around it. */
const rectangle: Shape = (length) => {
  const [width, height] = [length("width"), length("height")];
  return width > 0 && height > 0 ? { x: length("x"), y: length("y"), width, height } : undefined;
};

const points: Shape = (_, element) => {
  const bounds = new Bounds();
  const numbers = (element.getAttribute("points") ?? "")
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(Number.parseFloat);
  for (let index = 0; index + 1 < numbers.length; index += 2) {
    bounds.add(numbers[index] ?? 0, numbers[index + 1] ?? 0);
  }
  return bounds.box;
};

const text: Shape = (_, element, geometry) => geometry.textBox(element);
const group: Shape = (_, element, geometry) => geometry.boxOfChildren(element);

function ellipse(cx: number, cy: number, rx: number, ry: number): Box | undefined {
  if (rx <= 0 || ry <= 0) return undefined;
  return { x: cx - rx, y: cy - ry, width: 2 * rx, height: 2 * ry };
}

const SHAPES: Readonly<Record<string, Shape>> = {
  rect: rectangle,
  foreignobject: rectangle,
  image: rectangle,
  circle: (length) => ellipse(length("cx"), length("cy"), length("r"), length("r")),
  ellipse: (length) => ellipse(length("cx"), length("cy"), length("rx"), length("ry")),
  line(length) {
    const bounds = new Bounds();
    bounds.add(length("x1"), length("y1"));
    bounds.add(length("x2"), length("y2"));
    return bounds.box;
  },
  polygon: points,
  polyline: points,
  path: (_, element) => pathBox(element.getAttribute("d") ?? ""),
  text,
  tspan: text,
  use: (length, element, geometry) => geometry.boxOfUse(element, length("x"), length("y")),
  g: group,
  svg: group,
  a: group,
  switch: group,
};

/** Where a nested SVG puts its contents: `viewBox` fitted and centred. */
function viewportOf(svg: DomElement): Matrix {
  const length = (name: string, missing = 0): number =>
    readLength(svg.getAttribute(name), FONT_SIZE, missing);
  const at = translation(length("x"), length("y"));
  const view = (svg.getAttribute("viewBox") ?? "").split(/[\s,]+/).map(Number.parseFloat);
  const [left = 0, top = 0, width = 0, height = 0] = view;
  if (view.length !== 4 || view.some(Number.isNaN)) return at;
  const [outerWidth, outerHeight] = [length("width", width), length("height", height)];
  const scale = Math.min(outerWidth / width, outerHeight / height) || 1;
  const centred = translation((outerWidth - width * scale) / 2, (outerHeight - height * scale) / 2);
  return multiply(at, multiply(centred, [scale, 0, 0, scale, -left * scale, -top * scale]));
}
