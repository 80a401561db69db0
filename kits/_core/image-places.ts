/** Where pictures are used: as the caller says, and as a page of HTML shows them. */
import { parsePlacedHtml, isHtmlDocument } from "../../tools/_lib/formats/html/parse.ts";
import {
  attributeOf,
  childElements,
  containerOf,
  descendantsInTemplates,
  type HtmlElement,
} from "../../tools/_lib/formats/html/tree.ts";
import { decodePercent } from "../../tools/_lib/web/url/percent.ts";

/** Where a page shows a picture, as a caller says it. */
export interface Usage {
  /** Id of the file. */
  readonly file: string;
  /** CSS pixels. */
  readonly displayWidth?: number;
  readonly displayHeight?: number;
  /** null: no attribute; left out: unknown. */
  readonly alt?: string | null;
  readonly hasDimensions?: boolean;
  readonly loading?: (typeof LOADING)[number];
  readonly fetchpriority?: (typeof PRIORITIES)[number];
  readonly srcset?: string;
  readonly sizes?: string;
  readonly url?: string;
  readonly lcp?: boolean;
  readonly aboveFold?: boolean;
}

/** What of a job says where its pictures are shown. */
export interface ShownJob {
  readonly files: readonly { readonly id: string; readonly name: string }[];
  readonly options: { readonly usage: readonly Usage[]; readonly html: string | null };
}

/** A place in which a picture is shown. */
export interface Place extends Omit<Usage, "file"> {
  /** Id of the file; undefined where the page names one that was not given. */
  readonly file: string | undefined;
  /** In the input. */
  readonly path: string;
  /** How messages call it. */
  readonly words: string;
  readonly tag?: Tag;
}

/** An `img` as it stands in the page. */
export interface Tag {
  readonly text: string;
  readonly line: number;
  /** Of the last segment of its address; empty where it has none. */
  readonly name: string;
  /** Attributes with their places in the text of the tag. */
  readonly attributes: ReadonlyMap<string, { readonly start: number; readonly end: number }>;
}

export function givenPlaces({ options }: ShownJob): Place[] {
  return options.usage.map((usage, index) => ({
    ...usage,
    path: `/job/options/usage/${index}`,
    words: `use ${index + 1}`,
  }));
}

const HTML = "/job/options/html";

/** Every `img` of the page; throws a `Fault` where it cannot be read. */
export function shownPlaces({ files, options }: ShownJob): Place[] {
  const { html } = options;
  if (html === null) return [];
  const byName = new Map(files.toReversed().map(({ id, name }) => [name, id]));
  // Pages have pictures that only a script, or only the lack of one, shows.
  const reading = { scriptingEnabled: false };
  const { document, lead } = parsePlacedHtml(html, isHtmlDocument(html), reading);
  const places: Place[] = [];
  const lines = new LineCounter(html);
  for (const element of descendantsInTemplates(document)) {
    if (element.tagName !== "img") continue;
    const url = attributeOf(element, "src") ?? "";
    const name = /^\s*data:/i.test(url) ? "" : lastSegment(url);
    const tag = tagOf(element, { html, lead, name, lines });
    const where = tag === undefined ? "" : `, line ${tag.line}`;
    places.push({
      file: byName.get(name),
      path: HTML,
      words: `image ${places.length + 1} of the page${where}`,
      url,
      ...usageOf(element),
      ...(tag === undefined ? {} : { tag }),
    });
  }
  return places;
}

/** What the attributes say, and what browsers take for those that are not there. */
function usageOf(element: HtmlElement): Omit<Usage, "file"> {
  const width = wholeNumber(attributeOf(element, "width"));
  const height = wholeNumber(attributeOf(element, "height"));
  const srcset = attributeOf(element, "srcset") ?? sourceSetAround(element);
  const sizes = attributeOf(element, "sizes");
  return {
    alt: attributeOf(element, "alt") ?? null,
    hasDimensions: width !== undefined && height !== undefined,
    loading: oneOfWords(attributeOf(element, "loading"), LOADING) ?? "eager",
    fetchpriority: oneOfWords(attributeOf(element, "fetchpriority"), PRIORITIES) ?? "auto",
    ...(width === undefined ? {} : { displayWidth: width }),
    ...(height === undefined ? {} : { displayHeight: height }),
    ...(srcset === undefined ? {} : { srcset }),
    ...(sizes === undefined ? {} : { sizes }),
  };
}

export const LOADING = ["lazy", "eager"] as const;
export const PRIORITIES = ["high", "low", "auto"] as const;

function oneOfWords<W extends string>(given: string | undefined, words: readonly W[]) {
  const word = given?.trim().toLowerCase();
  return words.find((one) => one === word);
}

/** The name of a file as its owner has it: the last segment, without query and fragment, decoded. */
function lastSegment(url: string): string {
  const path = url.trim().replace(/[?#][^]*$/, "");
  return decodePercent(path.slice(path.lastIndexOf("/") + 1));
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\s*\d{1,6}\s*$/.test(text) ? Number(text) : undefined;
}

/** Within a `picture` its sources have the widths. */
function sourceSetAround(element: HtmlElement): string | undefined {
  const parent = containerOf(element);
  if (parent?.tagName !== "picture") return undefined;
  const sources = childElements(parent).filter(({ tagName }) => tagName === "source");
  // Its own `sizes` are those of the source, not of the image.
  const set = sources.map((source) => attributeOf(source, "srcset")).find(Boolean);
  return set?.replace(/\s\d+w\b/g, "");
}

interface Page {
  readonly html: string;
  readonly lead: number;
  readonly name: string;
  readonly lines: LineCounter;
}

function tagOf(element: HtmlElement, { html, lead, name, lines }: Page): Tag | undefined {
  const location = element.sourceCodeLocation;
  if (!location) return undefined;
  const start = location.startOffset - lead;
  const places = Object.entries(location.attrs ?? {}).map(([attribute, place]) => {
    const [from, to] = [place.startOffset - lead - start, place.endOffset - lead - start];
    return [attribute, { start: from, end: to }] as const;
  });
  const text = html.slice(start, location.endOffset - lead);
  return { text, line: lines.lineAt(start), name, attributes: new Map(places) };
}

/** Lines of places that are asked for in their order. */
class LineCounter {
  readonly #text: string;
  #at = 0;
  #line = 1;

  constructor(text: string) {
    this.#text = text;
  }

  lineAt(offset: number): number {
    for (
      let next = this.#text.indexOf("\n", this.#at);
      next >= 0 && next < offset;
      next = this.#text.indexOf("\n", this.#at)
    ) {
      this.#at = next + 1;
      this.#line++;
    }
    return this.#line;
  }
}
