/** What a page says of its own security: policies in meta elements, scripts, styles, and what it loads from where. */
import { parseHtml } from "../../formats/html/parse.ts";
import { attributeOf, descendants, type HtmlElement } from "../../formats/html/tree.ts";
import { parseUrl, urlResolver } from "../url/parse.ts";

export interface Script {
  /** As it is written; undefined for an inline one. */
  readonly src: string | undefined;
  readonly integrity: string | undefined;
}

export interface PageFacts {
  readonly policies: readonly string[];
  readonly referrers: readonly string[];
  readonly scripts: readonly Script[];
  /** Texts of inline scripts that run, and of style elements, with line ends as LF. */
  readonly inlineScripts: readonly string[];
  readonly inlineStyles: readonly string[];
  readonly hasBase: boolean;
  readonly styleAttributes: number;
  readonly eventHandlers: number;
  readonly hasManifest: boolean;
  readonly usesDataImages: boolean;
  /** Origins that are not the page's own, by what they are for. */
  readonly origins: Readonly<Record<Use, readonly string[]>>;
  /** Whether something is loaded at all, from whatever origin. */
  readonly uses: ReadonlySet<Use>;
  readonly insecureScripts: readonly string[];
}

export const USES = ["script", "style", "img", "font", "media", "frame", "form"] as const;

export type Use = (typeof USES)[number];

export const NO_PAGE: PageFacts = {
  policies: [],
  referrers: [],
  scripts: [],
  inlineScripts: [],
  inlineStyles: [],
  hasBase: false,
  styleAttributes: 0,
  eventHandlers: 0,
  hasManifest: false,
  usesDataImages: false,
  origins: { script: [], style: [], img: [], font: [], media: [], frame: [], form: [] },
  uses: new Set(),
  insecureScripts: [],
};

const RUNS =
  /^(?:|(?:text|application)\/(?:x-)?(?:java|ecma)script|module|importmap|speculationrules)$/i;

/** What the elements load, by their attributes. */
const LOADS: readonly (readonly [Use, readonly string[], string])[] = [
  ["img", ["img"], "src"],
  ["media", ["video", "audio", "source", "track"], "src"],
  ["img", ["video"], "poster"],
  ["frame", ["iframe", "frame"], "src"],
  ["form", ["form"], "action"],
  ["form", ["button", "input"], "formaction"],
];

/** Reads the page; throws what the reader of HTML throws. */
export function readPage(html: string, url: string): PageFacts {
  const elements = [...descendants(parseHtml(html))];
  const base = elements.find((one) => one.tagName === "base" && attributeOf(one, "href"));
  const loaded = new Loaded(url, base && attributeOf(base, "href"));
  const scripts = elements.filter(({ tagName }) => tagName === "script");
  for (const element of elements) lookAt(element, loaded);
  const metas = elements.filter(({ tagName }) => tagName === "meta");
  const attributes = elements.flatMap(({ attrs }) => attrs.map(({ name }) => name));
  return {
    policies: contentsOf(metas, "http-equiv", "content-security-policy"),
    referrers: contentsOf(metas, "name", "referrer"),
    scripts: scripts.map((script) => ({
      src: attributeOf(script, "src"),
      integrity: attributeOf(script, "integrity"),
    })),
    inlineScripts: scripts
      .filter((script) => attributeOf(script, "src") === undefined)
      .filter((script) => RUNS.test((attributeOf(script, "type") ?? "").trim()))
      .map(textOf),
    inlineStyles: elements.filter(({ tagName }) => tagName === "style").map(textOf),
    hasBase: base !== undefined,
    styleAttributes: attributes.filter((name) => name === "style").length,
    eventHandlers: attributes.filter((name) => /^on[a-z]+$/.test(name)).length,
    hasManifest: elements.some((one) => relsOf(one).includes("manifest")),
    usesDataImages: loaded.usesDataImages,
    origins: loaded.origins,
    uses: loaded.uses,
    insecureScripts: loaded.insecureScripts,
  };
}

function contentsOf(metas: readonly HtmlElement[], name: string, value: string): string[] {
  return metas
    .filter((meta) => attributeOf(meta, name)?.trim().toLowerCase() === value)
    .map((meta) => attributeOf(meta, "content") ?? "")
    .filter((content) => content !== "");
}

function textOf(element: HtmlElement): string {
  const parts = element.childNodes.map((node) => ("value" in node ? node.value : ""));
  return parts.join("").replaceAll(/\r\n?/g, "\n");
}

function relsOf(element: HtmlElement): readonly string[] {
  if (element.tagName !== "link") return [];
  return (attributeOf(element, "rel") ?? "").toLowerCase().split(/\s+/);
}

function lookAt(element: HtmlElement, loaded: Loaded): void {
  const { tagName } = element;
  if (tagName === "script") loaded.add("script", attributeOf(element, "src"));
  if (tagName === "img" || tagName === "source") {
    for (const part of (attributeOf(element, "srcset") ?? "").split(",")) {
      loaded.add("img", part.trim().split(/\s+/)[0]);
    }
  }
  for (const [use, names, attribute] of LOADS) {
    if (names.includes(tagName)) loaded.add(use, attributeOf(element, attribute));
  }
  const rels = relsOf(element);
  if (rels.includes("stylesheet")) loaded.add("style", attributeOf(element, "href"));
  if (rels.some((rel) => rel.endsWith("icon"))) loaded.add("img", attributeOf(element, "href"));
}

/** Collects what is loaded from where. */
class Loaded {
  readonly #own: string;
  readonly #resolve: (reference: string) => string | undefined;
  readonly #origins: Record<Use, Set<string>> = {
    script: new Set(),
    style: new Set(),
    img: new Set(),
    font: new Set(),
    media: new Set(),
    frame: new Set(),
    form: new Set(),
  };
  readonly uses = new Set<Use>();
  readonly insecureScripts: string[] = [];
  usesDataImages = false;

  constructor(url: string, base: string | undefined) {
    this.#own = originOf(url) ?? "";
    const resolve = urlResolver(url) ?? (() => undefined);
    const start = base === undefined ? url : (resolve(base) ?? url);
    this.#resolve = urlResolver(start) ?? resolve;
  }

  add(use: Use, reference: string | undefined): void {
    if (reference === undefined || reference.trim() === "") return;
    this.uses.add(use);
    if (/^\s*data:/i.test(reference.slice(0, 100))) {
      if (use === "img") this.usesDataImages = true;
      return;
    }
    const resolved = this.#resolve(reference);
    const origin = resolved === undefined ? undefined : originOf(resolved);
    if (origin === undefined || origin === this.#own) return;
    if (use === "script" && resolved?.startsWith("http:")) this.insecureScripts.push(reference);
    this.#origins[use].add(origin.replace(/^http:/, "https:"));
    if (use === "style" && origin.endsWith("//fonts.googleapis.com")) {
      this.#origins.font.add("https://fonts.gstatic.com");
    }
  }

  get origins(): Readonly<Record<Use, readonly string[]>> {
    const sorted = (use: Use) => [...this.#origins[use]].toSorted();
    return {
      script: sorted("script"),
      style: sorted("style"),
      img: sorted("img"),
      font: sorted("font"),
      media: sorted("media"),
      frame: sorted("frame"),
      form: sorted("form"),
    };
  }
}

function originOf(url: string): string | undefined {
  const parts = parseUrl(url, "");
  return "problem" in parts || !/^https?:$/.test(parts.protocol) ? undefined : parts.origin;
}
