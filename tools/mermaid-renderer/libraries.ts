/** The libraries that keep nothing from one drawing to the next: opened once, by the first. */
import * as assets from "./assets.gen.ts";
import type { DomDocument } from "./dom/node.ts";
import { installGeometry } from "./dom/install.ts";
import { Geometry } from "./geometry/shapes.ts";
import { type Libraries, open } from "./libraries.gen.js";
import { createFont, FontSet } from "./text/fonts.ts";
import { TextMeasure } from "./text/layout.ts";
import { createWorld, type World } from "./world/world.ts";

export const TEXT_FAMILY = "Open Sans";
export const FALLBACK_FAMILY = "DejaVu Sans";

export interface Opened {
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
  const { REGULAR, BOLD, ITALIC, BOLD_ITALIC, FALLBACK } = assets;
  const face = (base64: string) => createFont(TEXT_FAMILY, base64, libraries.readFont);
  const faces = [face(REGULAR), face(BOLD), face(ITALIC), face(BOLD_ITALIC)] as const;
  const fonts = new FontSet([...faces], createFont(FALLBACK_FAMILY, FALLBACK, libraries.readFont));
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
