/** Mermaid itself, in a world of its own that ends with the drawing. */
import { createComputedStyle, ConstructedSheet } from "./dom/styles.ts";
import type { DomElement } from "./dom/node.ts";
import type { DiagramData } from "./guards.ts";
import { openLibraries, type Page, TEXT_FAMILY } from "./libraries.ts";
import { type Mermaid, open } from "./mermaid.gen.js";
import { createWorld, type World } from "./world/world.ts";

/** What is never asked of the source: these keys are fixed. */
export const FIXED_KEYS = [
  "secure",
  "securityLevel",
  "startOnLoad",
  "maxTextSize",
  "suppressErrorRendering",
  "maxEdges",
  "htmlLabels",
  "fontFamily",
  "altFontFamily",
  "deterministicIds",
  "deterministicIDSeed",
  "handDrawnSeed",
  "dompurifyConfig",
  "themeCSS",
  "arrowMarkerAbsolute",
  "legacyMathML",
  "forceLegacyMathML",
  "logLevel",
] as const;

const FONT_FAMILY = `"${TEXT_FAMILY}"`;

/** Larger than the guards allow, so that they are the ones to say no. */
const NO_LIMIT = 1_000_000;

const FIXED = {
  startOnLoad: false,
  htmlLabels: false,
  flowchart: { htmlLabels: false },
  class: { htmlLabels: false },
  // Their labels are centred only in boxes that are as wide as they.
  state: { minNodeWidth: 0 },
  fontFamily: FONT_FAMILY,
  deterministicIds: true,
  deterministicIDSeed: "id",
  handDrawnSeed: 1,
  securityLevel: "strict",
  suppressErrorRendering: true,
  maxTextSize: NO_LIMIT,
  maxEdges: NO_LIMIT,
  logLevel: 5,
  secure: FIXED_KEYS,
} as const;

export class Session {
  readonly #mermaid: Mermaid;
  readonly #world: World;

  /** `config`: what is so where the source does not say otherwise; of `given` it may not. */
  constructor(
    config: Readonly<Record<string, unknown>>,
    given: readonly string[],
    spend: () => void,
  ) {
    const page = openLibraries().newPage();
    this.#world = createWorld(browserGlobals(page), spend);
    Object.assign(this.#world.globals, { window: this.#world.globals });
    Object.defineProperty(page.document, "defaultView", { value: this.#world.globals });
    this.#mermaid = open(this.#world.globals).mermaid;
    this.#mermaid.initialize({
      ...FIXED,
      ...config,
      themeVariables: { fontFamily: FONT_FAMILY },
      secure: [...FIXED_KEYS, ...given],
    });
  }

  /** The diagram's kind, and what it holds. Throws what mermaid throws. */
  read(source: string): { readonly type: string; readonly db: DiagramData } {
    // Only this applies what the source says of the configuration.
    this.#world.settle(this.#mermaid.parse(source));
    return this.#world.settle(this.#mermaid.mermaidAPI.getDiagramFromText(source));
  }

  /** Throws what mermaid throws. */
  draw(source: string): string {
    return this.#world.settle(this.#mermaid.render("diagram", source)).svg;
  }

  config(): Readonly<Record<string, unknown>> {
    return this.#mermaid.mermaidAPI.getConfig();
  }
}

function browserGlobals({ document, geometry, classes }: Page): object {
  const plain = document.createElement.bind(document);
  Object.defineProperty(document, "createElement", {
    value: (name: string, ...rest: unknown[]) => withCanvas(plain(name, ...rest), name),
  });
  const nothing = (): void => {};
  for (const name of ["addEventListener", "removeEventListener"]) {
    Object.defineProperty(document, name, { value: nothing });
  }
  return {
    document,
    ...classes,
    CSSStyleSheet: ConstructedSheet,
    CSS: { supports: () => true, escape: escapeIdentifier },
    screen: { availWidth: 1200, availHeight: 900, width: 1200, height: 900 },
    navigator: { userAgent: "", platform: "", language: "en" },
    location: { href: "", pathname: "", search: "", host: "", origin: "" },
    getComputedStyle: createComputedStyle(geometry.text.styles),
    Image: PlaceholderImage,
  };
}

function escapeIdentifier(name: string): string {
  return name.replace(/[^\w-]/g, (symbol) => `\\${symbol}`);
}

/** Layouts measure on a canvas what is then drawn elsewhere; a rough width is all they need. */
const CANVAS_CHARACTER_WIDTH = 8;

function withCanvas(element: DomElement, name: string): DomElement {
  if (name.toLowerCase() === "canvas") {
    const context = new Proxy(
      { measureText: (text: string) => ({ width: text.length * CANVAS_CHARACTER_WIDTH }) },
      {
        get: (target, property) =>
          property in target ? target[property as keyof typeof target] : () => {},
        set: () => true,
      },
    );
    Object.assign(element, { getContext: () => context });
  }
  return element;
}

/** Nothing is fetched: every image has loaded at once, and has one size. */
class PlaceholderImage {
  readonly naturalWidth = 60;
  readonly naturalHeight = 60;
  readonly width = 60;
  readonly height = 60;
  readonly complete = true;
  onload: (() => void) | null = null;

  set src(_: string) {
    this.onload?.();
  }

  addEventListener(type: string, listener: () => void): void {
    if (type === "load") listener();
  }

  removeEventListener(): void {}

  decode(): undefined {
    return undefined;
  }
}
