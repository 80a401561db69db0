/** The pictures of a page: which file each img element shows, how, and the element as it ought to be. */
import { parsePlacedHtml, isHtmlDocument } from "../../tools/_lib/formats/html/parse.ts";
import { attributeOf, descendants, type HtmlElement } from "../../tools/_lib/formats/html/tree.ts";
import { escapeXmlAttribute } from "../../tools/_lib/text/markup-escape.ts";
import type { AuditFile, Usage } from "./job.ts";

/** A use of a picture, with where it stands. */
export interface Use extends Usage {
  readonly path: string;
  readonly line?: number;
  readonly column?: number;
  /** Its element, where it was read from a page. */
  readonly image?: Image;
}

/** An img element. */
export interface Image {
  readonly source: string;
  readonly attributes: readonly (readonly [name: string, value: string])[];
  readonly src: string;
  /** The last segment of its address; empty for one that has none. */
  readonly name: string;
  readonly file: AuditFile | undefined;
  readonly line: number;
  readonly column: number;
}

/** All img elements, in the order of the page; throws a `Fault` where it is too deep. */
export function imagesOf(html: string, files: readonly AuditFile[]): readonly Image[] {
  const byName = new Map(files.toReversed().map((file) => [file.name, file]));
  const { document, lead } = parsePlacedHtml(html, isHtmlDocument(html));
  const images: Image[] = [];
  for (const element of descendants(document)) {
    if (element.tagName === "img") images.push(imageOf(element, html, lead, byName));
  }
  return images;
}

function imageOf(
  element: HtmlElement,
  html: string,
  lead: number,
  files: ReadonlyMap<string, AuditFile>,
): Image {
  const {
    startOffset = 0,
    endOffset = 0,
    startLine = 1,
    startCol = 1,
  } = element.sourceCodeLocation ?? {};
  const src = (attributeOf(element, "src") ?? "").trim();
  const name = nameIn(src);
  return {
    source: html.slice(startOffset - lead, endOffset - lead),
    attributes: element.attrs.map((attribute) => [attribute.name, attribute.value] as const),
    src,
    name,
    file: files.get(name),
    line: startLine,
    column: startLine === 1 ? startCol - lead : startCol,
  };
}

const DATA = /^data:/i;

function nameIn(src: string): string {
  if (DATA.test(src)) return "";
  const [path = ""] = src.split(/[?#]/);
  const segment = path.slice(path.lastIndexOf("/") + 1);
  try {
    return decodeURIComponent(segment);
  } catch {
    // A percent sign that encodes nothing is one of the name.
    return segment;
  }
}

export function isData({ src }: Image): boolean {
  return DATA.test(src);
}

/** How an element shows the file that it names. */
export function useOf(image: Image, file: AuditFile): Use {
  const { attributes, src, line, column } = image;
  const given = new Map(attributes);
  const [width, height] = [wholeIn(given.get("width")), wholeIn(given.get("height"))];
  const srcset = given.get("srcset");
  const sizes = given.get("sizes");
  return {
    file: file.id,
    ...(width === undefined ? {} : { displayWidth: width }),
    ...(height === undefined ? {} : { displayHeight: height }),
    alt: given.get("alt") ?? null,
    hasDimensions: width !== undefined && height !== undefined,
    loading: lower(given.get("loading")) === "lazy" ? "lazy" : "eager",
    fetchpriority: priorityIn(lower(given.get("fetchpriority"))),
    ...(srcset === undefined ? {} : { srcset }),
    ...(sizes === undefined ? {} : { sizes }),
    url: src,
    path: "/job/options/html",
    line,
    column,
    image,
  };
}

const lower = (text: string | undefined): string => (text ?? "").trim().toLowerCase();

function priorityIn(word: string): "high" | "low" | "auto" {
  return word === "high" || word === "low" ? word : "auto";
}

function wholeIn(text: string | undefined): number | undefined {
  const trimmed = (text ?? "").trim();
  return /^\d{1,6}$/.test(trimmed) ? Number(trimmed) : undefined;
}

/** What mends an element: attributes that are set, in the place where they stand or at the end. */
export function mendedTag(
  { attributes, source }: Image,
  changes: Readonly<Record<string, string>>,
): string {
  const left = new Map(Object.entries(changes));
  const kept = attributes.map(([name, value]) => {
    const changed = left.get(name) ?? value;
    left.delete(name);
    return [name, changed] as const;
  });
  const all = [...kept, ...left].map(([name, value]) => `${name}="${escapeXmlAttribute(value)}"`);
  return `<img ${all.join(" ")}${source.endsWith("/>") ? " />" : ">"}`;
}
