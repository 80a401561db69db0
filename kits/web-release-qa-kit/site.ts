/** The site as its visitors will meet it: pages by their paths, what each links to and loads, and where that leads. */
import type { Entry } from "../../tools/_core/tool.ts";
import {
  attributeOf,
  containerOf,
  type HtmlElement,
  type HtmlNode,
  isElement,
  lineOf,
  textContent,
  textValue,
} from "../../tools/_lib/formats/html/tree.ts";
import { Fault, problemEntry } from "../../tools/_lib/results/syntax-problem.ts";
import { nearest } from "../../tools/_lib/text/nearest.ts";
import { quoted } from "../../tools/_lib/text/shown.ts";
import { isHtml, Page } from "../../tools/_lib/web/accessibility/page/page.ts";
import { HeaderBag, type HeaderField, readHeaders } from "../../tools/_lib/web/http/header-list.ts";
import { parseUrl, type UrlParts } from "../../tools/_lib/web/url/parse.ts";
import { decodePercent, percentEncode } from "../../tools/_lib/web/url/percent.ts";
import type { Input } from "../web-release-qa-kit.ts";
import { type Hide, hiderOf } from "./hide.ts";

export type Use = "link" | "image" | "script" | "style" | "media" | "frame" | "file" | "other";

/** An address in a page. */
export interface Reference {
  readonly element: HtmlElement;
  readonly use: Use;
  /** As it is written, without white space around it and without secrets. */
  readonly written: string;
  /** Undefined for what is no URL. */
  readonly url: UrlParts | undefined;
}

export interface SitePage {
  readonly path: string;
  readonly status: number;
  /** False where the page is meant to be hidden. */
  readonly isMeantForSearch: boolean;
  readonly page: Page;
  readonly fields: readonly HeaderField[] | undefined;
  readonly headers: HeaderBag;
  /** Where it will live. */
  readonly url: string;
  readonly title: string | null;
  readonly isNoindex: boolean;
  readonly references: readonly Reference[];
  /** Secrets of the pages are shown in nothing that is made of them. */
  readonly hide: Hide;
}

export interface Redirect {
  readonly from: string;
  /** A path of the site; null for another host. */
  readonly to: string | null;
  readonly written: string;
}

const MOST_HEADERS = 200;

export type Place = "page" | "file" | "redirect";

export class Site {
  readonly origin: UrlParts;
  readonly pages: readonly SitePage[];
  readonly redirects = new Map<string, Redirect>();
  readonly previous: readonly string[];
  readonly #byPath = new Map<string, SitePage>();
  readonly #files: ReadonlySet<string> | undefined;
  #hints = 0;

  constructor(input: Input, origin: UrlParts, pages: readonly SitePage[]) {
    this.origin = origin;
    this.pages = pages;
    for (const page of pages) this.#byPath.set(page.path, page);
    this.#files = input.files && new Set(input.files.map((file) => pathIn(file, origin) ?? file));
    this.previous = input.previousPaths.map((path) => pathIn(path, origin) ?? path);
    for (const { from, to } of input.redirects) {
      const path = pathIn(from, origin) ?? from;
      const target = parseUrl(to, origin.href);
      const isOwn = !("problem" in target) && target.origin === origin.origin;
      if (isOwn && leadsToFolder(from, target, origin)) continue;
      const redirect = { from: path, to: isOwn ? pathOf(target) : null, written: to };
      // Servers take the first rule that fits.
      if (!this.redirects.has(path)) this.redirects.set(path, redirect);
    }
  }

  pageAt(path: string): SitePage | undefined {
    return this.#byPath.get(path);
  }

  find(path: string): Place | undefined {
    if (this.#byPath.has(path)) return "page";
    if (this.#files?.has(path)) return "file";
    return this.redirects.has(path) ? "redirect" : undefined;
  }

  /** Whether nobody said if it is there: without a list of files assets are not judged. */
  isUnknown(path: string): boolean {
    return this.find(path) === undefined && this.#files === undefined && isAsset(path);
  }

  get knowsFiles(): boolean {
    return this.#files !== undefined;
  }

  isInternal(url: UrlParts): boolean {
    return url.origin === this.origin.origin;
  }

  /** The page with the same path but for the slash at its end. */
  otherSlash(path: string): SitePage | undefined {
    return this.#byPath.get(path.endsWith("/") ? path.slice(0, -1) : `${path}/`);
  }

  /** What a link may have meant: a slip of the pen, or the page of that name in another folder. */
  hintFor(path: string): string {
    if (this.#hints++ >= MOST_HINTS) return "";
    const paths = [...this.#byPath.keys()];
    const name = nameOf(path);
    const moved = name === "" ? undefined : paths.find((one) => nameOf(one) === name);
    const [near = moved] = nearest(path, paths, { limit: 1, within: MOST_SLIPS });
    return near === undefined ? "" : `; did you mean ${quoted(near)}?`;
  }

  /** The page to which an internal address leads in the end, through redirects and over a slash. */
  pageBehind(path: string): SitePage | undefined {
    const seen = new Set<string>();
    let at: string | null = path;
    while (at !== null && !seen.has(at)) {
      const page: SitePage | undefined = this.#byPath.get(at);
      if (page) return page;
      seen.add(at);
      const redirect: Redirect | undefined = this.redirects.get(at);
      if (!redirect) return this.otherSlash(at);
      at = redirect.to;
    }
    return undefined;
  }
}

/** Findings beyond the listed ones need no hint, each of which looks at all pages. */
const MOST_HINTS = 200;
const MOST_SLIPS = 2;

const PAGE_ENDINGS = /\.(?:x?html?|php|aspx?|jsp|cgi)$/i;

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).toLowerCase();
}

function isAsset(path: string): boolean {
  const name = nameOf(path);
  return /\.[a-z0-9]{1,10}$/i.test(name) && !PAGE_ENDINGS.test(name);
}

/** Decoded, without query and fragment, and with the folder for its index.html. */
export function pathOf(url: UrlParts): string {
  return decodePercent(url.pathname).replace(/\/index\.html$/, "/");
}

/** From a folder's index.html to the folder, or back: for the site both are one place. */
function leadsToFolder(from: string, target: UrlParts, origin: UrlParts): boolean {
  const source = parseUrl(from.trim(), origin.href);
  if ("problem" in source || pathOf(source) !== pathOf(target)) return false;
  return decodePercent(source.pathname) !== decodePercent(target.pathname);
}

/** The path of a text that is a path, or a URL of the site. */
function pathIn(text: string, origin: UrlParts): string | undefined {
  const url = parseUrl(text.trim(), origin.href);
  return "problem" in url ? undefined : pathOf(url);
}

export function urlOf(path: string, { origin }: UrlParts): string {
  return origin + percentEncode(path.toWellFormed(), "path").text;
}

/** The site; or all that is wrong with what was given. */
export function readSite(input: Input): Site | { readonly problems: readonly Entry[] } {
  const origin = readOrigin(input.origin);
  if ("problem" in origin) return { problems: [origin.problem] };
  const hide = hiderOf(input.pages.map(({ html }) => html));
  const problems: Entry[] = [];
  const pages: SitePage[] = [];
  const seen = new Map<string, number>();
  for (const [index, given] of input.pages.entries()) {
    const at = `/pages/${index}`;
    const path = pathIn(given.path, origin) ?? given.path;
    const earlier = seen.get(path);
    if (earlier !== undefined) {
      const message = `Cannot use two pages of one path: found ${quoted(path)} again, which /pages/${earlier} has`;
      problems.push({ code: "DUPLICATE_PATH", message, path: `${at}/path`, received: given.path });
    } else seen.set(path, index);
    const read = readSitePage(given, { path, at, origin, hide });
    if ("problem" in read) problems.push(read.problem);
    else pages.push(read);
  }
  return problems.length > 0 ? { problems } : new Site(input, origin, pages);
}

function readOrigin(text: string): UrlParts | { readonly problem: Entry } {
  const url = parseUrl(text.trim(), "");
  const isOrigin =
    !("problem" in url) &&
    /^https?:$/.test(url.protocol) &&
    url.pathname === "/" &&
    `${url.search}${url.hash}${url.username}` === "";
  if (isOrigin) return url;
  const message = `Cannot use the origin: found ${quoted(text)}, expected a scheme and a host such as https://example.com`;
  return { problem: { code: "ORIGIN_INVALID", message, path: "/origin", received: text } };
}

type Given = Input["pages"][number];

interface About {
  readonly path: string;
  /** Pointer of the page in the input. */
  readonly at: string;
  readonly origin: UrlParts;
  readonly hide: Hide;
}

function readSitePage(
  given: Given,
  { path, at, origin, hide }: About,
): SitePage | { readonly problem: Entry } {
  const { html, status = 200, headers: sent, index = true } = given;
  if (html.trim() === "") {
    const message = `Cannot check the page ${quoted(path)}: found no HTML, expected a document`;
    return { problem: { code: "HTML_EMPTY", message, path: `${at}/html` } };
  }
  const fields = sent === undefined ? undefined : readHeaders(sent, `${at}/headers`, MOST_HEADERS);
  if (fields !== undefined && "code" in fields) return { problem: fields };
  const page = readPage(html, `${at}/html`);
  if ("problem" in page) return page;
  const headers = new HeaderBag(fields ?? []);
  const url = urlOf(path, origin);
  const title = page.elements.find((one) => one.tagName === "title" && isHtml(one));
  return {
    path,
    status,
    isMeantForSearch: index,
    page,
    fields,
    headers,
    url,
    title: title === undefined ? null : hide(lineOf(textContent(title))) || null,
    isNoindex: hasNoindex(page, headers),
    references: referencesOf(page, url, hide),
    hide,
  };
}

function readPage(html: string, path: string): Page | { readonly problem: Entry } {
  try {
    return new Page(html, "document");
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { problem: problemEntry(error.problem, html, "the page", path) };
  }
}

/** What a meta element of the name says. */
export function metaContents(page: Page, name: string): readonly string[] {
  return page.elements.flatMap((one) => {
    const isMeta = one.tagName === "meta" && isHtml(one);
    const own = isMeta ? attributeOf(one, "name")?.trim().toLowerCase() : undefined;
    return own === name ? [attributeOf(one, "content") ?? ""] : [];
  });
}

const FORBIDS = /(?:^|[\s,])(?:noindex|none)(?:$|[\s,])/i;
/** Directives of the header that have a value of their own. */
const VALUED = /^(?:unavailable_after|max-snippet|max-image-preview|max-video-preview)$/i;
/** Crawlers that stand for searching as such. */
const EVERYBODY = /^(?:\*|robots|googlebot)$/i;

function hasNoindex(page: Page, headers: HeaderBag): boolean {
  const metas = [...metaContents(page, "robots"), ...metaContents(page, "googlebot")];
  if (metas.some((content) => FORBIDS.test(content))) return true;
  return headers.all("x-robots-tag").some((line) => {
    const [, agent, rest = ""] = /^\s*([\w*-]+)\s*:(.*)$/s.exec(line) ?? [];
    if (agent === undefined || VALUED.test(agent)) return FORBIDS.test(line);
    return EVERYBODY.test(agent) && FORBIDS.test(rest);
  });
}

/** Attributes that hold one address, by element. */
const ADDRESSES: Readonly<Record<string, readonly (readonly [attribute: string, use: Use])[]>> = {
  a: [["href", "link"]],
  area: [["href", "link"]],
  img: [["src", "image"]],
  script: [["src", "script"]],
  video: [
    ["src", "media"],
    ["poster", "image"],
  ],
  audio: [["src", "media"]],
  track: [["src", "media"]],
  iframe: [["src", "frame"]],
  frame: [["src", "frame"]],
  embed: [["src", "media"]],
  object: [["data", "media"]],
  form: [["action", "other"]],
};

/** What a preload says it is for. */
const PRELOADED: Readonly<Record<string, Use>> = {
  audio: "media",
  document: "frame",
  image: "image",
  script: "script",
  style: "style",
  track: "media",
  video: "media",
  worker: "script",
};

/** Relations of link elements that load something. */
const LOADED: Readonly<Record<string, Use>> = {
  stylesheet: "style",
  icon: "image",
  "apple-touch-icon": "image",
  "mask-icon": "image",
  manifest: "file",
  preload: "file",
  modulepreload: "script",
};

/** A base is read for each reference: no page has a longer one. */
const LONGEST_BASE = 2000;

function referencesOf(page: Page, pageUrl: string, hide: Hide): Reference[] {
  const base = page.elements.find(
    (one) => one.tagName === "base" && attributeOf(one, "href") !== undefined,
  );
  const start = base === undefined ? undefined : parseUrl(attributeOf(base, "href") ?? "", pageUrl);
  const isUsable =
    start !== undefined && !("problem" in start) && start.href.length <= LONGEST_BASE;
  const from = isUsable ? start.href : pageUrl;
  return page.elements.flatMap((element) =>
    writtenIn(element).map(([use, text]) => {
      const written = text.trim();
      const url = parseUrl(written, from);
      return { element, use, written: hide(written), url: "problem" in url ? undefined : url };
    }),
  );
}

function writtenIn(element: HtmlElement): readonly (readonly [use: Use, text: string])[] {
  const { tagName } = element;
  if (tagName === "link") return linkIn(element);
  if (tagName === "meta") return metaIn(element);
  const own = (ADDRESSES[tagName] ?? []).flatMap(([name, use]): (readonly [Use, string])[] => {
    const text = attributeOf(element, name);
    return text === undefined || (use !== "link" && text.trim() === "") ? [] : [[use, text]];
  });
  if (tagName === "source") own.push(...sourceIn(element));
  if (tagName !== "img" && tagName !== "source") return own;
  const set = candidatesIn(attributeOf(element, "srcset") ?? "");
  return [...own, ...set.map((text) => ["image", text] as const)];
}

function sourceIn(element: HtmlElement): (readonly [Use, string])[] {
  const text = attributeOf(element, "src");
  const isPicture = containerOf(element)?.tagName === "picture";
  return text === undefined ? [] : [[isPicture ? "image" : "media", text]];
}

function linkIn(element: HtmlElement): readonly (readonly [Use, string])[] {
  const text = attributeOf(element, "href");
  if (text === undefined || text.trim() === "") return [];
  const rels = (attributeOf(element, "rel") ?? "").toLowerCase().split(/\s+/);
  const loaded = rels.find((rel) => Object.hasOwn(LOADED, rel));
  if (loaded !== "preload")
    return [[loaded === undefined ? "other" : (LOADED[loaded] ?? "other"), text]];
  const kind = attributeOf(element, "as")?.trim().toLowerCase() ?? "";
  return [[Object.hasOwn(PRELOADED, kind) ? (PRELOADED[kind] ?? "file") : "file", text]];
}

const SHARED = /^(?:og:(?:url|image|video|audio)|twitter:(?:image|player))/i;

function metaIn(element: HtmlElement): readonly (readonly [Use, string])[] {
  const name = attributeOf(element, "property") ?? attributeOf(element, "name") ?? "";
  const text = attributeOf(element, "content") ?? "";
  return SHARED.test(name) && /^https?:/i.test(text.trim()) ? [["other", text]] : [];
}

/** The addresses of a srcset: each ends at white space or with a comma, and a comma ends what is said of it. */
function candidatesIn(set: string): readonly string[] {
  const found: string[] = [];
  let isAddress = true;
  for (const word of set.split(/\s+/)) {
    const comma = word.indexOf(",");
    const address = isAddress ? word : comma < 0 ? "" : word.slice(comma + 1);
    if (address === "") {
      isAddress ||= comma >= 0;
      continue;
    }
    const text = withoutCommas(address);
    if (text !== "") found.push(text);
    isAddress = address.endsWith(",");
  }
  return found;
}

function withoutCommas(text: string): string {
  let [start, end] = [0, text.length];
  while (text[start] === ",") start++;
  while (end > start && text[end - 1] === ",") end--;
  return text.slice(start, end);
}

/** Ids and names that a fragment can lead to. */
export function anchorsOf(page: Page): ReadonlySet<string> {
  return new Set(
    page.elements.flatMap((one) => {
      const name = one.tagName === "a" ? attributeOf(one, "name") : undefined;
      return [attributeOf(one, "id"), name].filter((text) => text !== undefined && text !== "");
    }) as string[],
  );
}

export interface VisibleText {
  readonly element: HtmlElement;
  readonly text: string;
  /** Code may show on purpose what would else be a mistake. */
  readonly isCode: boolean;
}

const CODE: ReadonlySet<string> = new Set(["code", "pre", "samp", "kbd", "textarea"]);

/** The texts that visitors read, each with its element, in the order of the document. */
export function visibleTexts(page: Page): readonly VisibleText[] {
  const texts: VisibleText[] = [];
  const open: (readonly [node: HtmlNode, parent: HtmlElement, isCode: boolean])[] = [];
  const enter = (element: HtmlElement, isIn: boolean) => {
    if (!page.isVisible(element)) return;
    const isCode = isIn || CODE.has(element.tagName);
    for (const node of element.childNodes.toReversed()) open.push([node, element, isCode]);
  };
  if (page.body) enter(page.body, false);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [node, element, isCode] = next;
    if (isElement(node)) enter(node, isCode);
    else {
      const text = lineOf(textValue(node) ?? "");
      if (text !== "") texts.push({ element, text, isCode });
    }
  }
  return texts;
}
