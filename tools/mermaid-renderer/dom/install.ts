/** Gives a light DOM the geometry that scripts expect of a browser. */
import { type Box, EMPTY_BOX } from "../geometry/box.ts";
import { pathLength, pointAtLength } from "../geometry/path.ts";
import type { Geometry } from "../geometry/shapes.ts";
import type { DomElement } from "./node.ts";

/** What an element of HTML would fill: there is no page, so it is one of a usual size. */
const PAGE_WIDTH = 1200;

/** `prototypes`: of all elements. `current` is asked at each call, since the DOM outlives a drawing. */
export function installGeometry(prototypes: readonly object[], current: () => Geometry): void {
  const methods = {
    getBBox(this: DomElement): Box {
      return current().boxOf(this) ?? EMPTY_BOX;
    },
    getComputedTextLength(this: DomElement): number {
      return current().text.layout(this).length;
    },
    getBoundingClientRect(this: DomElement) {
      return withSides(current().boxOnPage(this) ?? EMPTY_BOX);
    },
    getTotalLength(this: DomElement): number {
      return pathLength(this.getAttribute("d") ?? "");
    },
    getPointAtLength(this: DomElement, length: number) {
      return pointAtLength(this.getAttribute("d") ?? "", length);
    },
    getScreenCTM: () => ({ a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 }),
  };
  const sizes = { clientWidth: 0, clientHeight: 0, offsetHeight: 0, offsetWidth: PAGE_WIDTH };
  for (const prototype of prototypes) {
    for (const [name, value] of Object.entries(methods)) {
      Object.defineProperty(prototype, name, { value, configurable: true, writable: true });
    }
    for (const [name, size] of Object.entries(sizes)) {
      Object.defineProperty(prototype, name, { get: () => size, configurable: true });
    }
  }
}

function withSides(box: Box) {
  const { x, y, width, height } = box;
  return { ...box, left: x, top: y, right: x + width, bottom: y + height, toJSON: () => box };
}
