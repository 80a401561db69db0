/** The libraries that keep nothing from one drawing to the next: opened once, by the first. */
import { TEXTS } from "./assets.gen.ts";
import { assetBytes } from "./asset-bytes.ts";
import type { DomDocument, DomElement } from "./dom/node.ts";
import { type Box, EMPTY_BOX } from "./geometry/box.ts";
import { pathLength, pointAtLength } from "./geometry/path.ts";
import { Geometry } from "./geometry/shapes.ts";
import { type Libraries, open } from "./libraries.gen.js";
import { createFont, FontSet } from "./text/fonts.ts";
import { TextMeasure } from "./text/layout.ts";
import { createWorld, type World } from "./world/world.ts";

export const TEXT_FAMILY = "Open Sans";
export const FALLBACK_FAMILY = "DejaVu Sans";

interface Opened {
  readonly libraries: Libraries;
  readonly world: World;
  readonly fonts: FontSet;
  /** A page with nothing on it, whose elements know their geometry. */
  newPage(): Page;
}

export interface Page {
  readonly document: DomDocument;
  readonly geometry: Geometry;
  /** The classes of the DOM, by their names. */
  readonly classes: Readonly<Record<string, unknown>>;
}

const CLASSES =
  "Element SVGElement HTMLElement Node NodeFilter DocumentFragment DOMParser Text Comment HTMLTemplateElement".split(
    " ",
  );

let opened: Opened | undefined;

export function openLibraries(): Opened {
  opened ??= openAll();
  return opened;
}

function openAll(): Opened {
  const world = createWorld({ WebAssembly: undefined }, () => {});
  Object.assign(world.globals, { WebAssembly: createWebAssembly(world) });
  const libraries = open(world.globals);
  const face = (text: string) => createFont(TEXT_FAMILY, assetBytes(text), libraries.readFont);
  const faces = [
    face(TEXTS.regular()),
    face(TEXTS.bold()),
    face(TEXTS.italic()),
    face(TEXTS.boldItalic()),
  ] as const;
  const fallback = createFont(FALLBACK_FAMILY, assetBytes(TEXTS.fallback()), libraries.readFont);
  const fonts = new FontSet(faces, fallback);
  const blank = (): Geometry => new Geometry(new TextMeasure(fonts));
  let current = blank();
  const view = libraries.parseHTML(EMPTY_PAGE);
  installGeometry(elementPrototypes(view.document), () => current);
  return {
    libraries,
    world,
    fonts,
    newPage() {
      current = blank();
      const { document, ...rest } = pick(libraries.parseHTML(EMPTY_PAGE));
      return { document, geometry: current, classes: rest };
    },
  };
}

const EMPTY_PAGE = "<!doctype html><html><head></head><body></body></html>";

function pick(view: Readonly<Record<string, unknown>> & { readonly document: DomDocument }) {
  const classes = CLASSES.map((name) => [name, view[name]] as const);
  return { document: view.document, ...Object.fromEntries(classes) };
}

/** `instantiate` answers with a promise of the world, and so at once. */
function createWebAssembly({ globals }: World): object {
  const promises = globals["Promise"] as { resolve(value: unknown): unknown };
  return {
    Module: WebAssembly.Module,
    Instance: WebAssembly.Instance,
    instantiate(bytes: Uint8Array<ArrayBuffer>, imports: object) {
      const module = new WebAssembly.Module(bytes);
      return promises.resolve({
        module,
        instance: new WebAssembly.Instance(module, imports as never),
      });
    },
  };
}

/** All that an SVG or HTML element inherits from. */
function elementPrototypes(document: DomDocument): object[] {
  const samples = [
    document.createElement("div"),
    document.createElement("span"),
    ...["svg", "g", "text", "rect", "path"].map((name) =>
      document.createElementNS("http://www.w3.org/2000/svg", name),
    ),
  ];
  const prototypes = new Set<object>();
  for (const sample of samples) {
    let prototype: object | null = Object.getPrototypeOf(sample) as object;
    while (prototype && "getAttribute" in prototype) {
      prototypes.add(prototype);
      prototype = Object.getPrototypeOf(prototype) as object | null;
    }
  }
  return [...prototypes];
}

/** What an element of HTML would fill: there is no page, so it is one of a usual size. */
const PAGE_WIDTH = 1200;

/** `prototypes`: of all elements. `current` is asked at each call, since the DOM outlives a drawing. */
function installGeometry(prototypes: readonly object[], current: () => Geometry): void {
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
