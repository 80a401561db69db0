/** What a page says about itself: in its head, in JSON-LD, and in marked elements. */
import { readJson } from "../_lib/json/tree/read.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import {
  attributeOf,
  descendants,
  type HtmlDocument,
  type HtmlElement,
  lineOf,
  textContent,
} from "../_lib/formats/html/tree.ts";

export interface PageMetadata {
  readonly title: string | null;
  readonly byline: string | null;
  readonly published: string | null;
  readonly site: string | null;
  readonly lang: string | null;
  readonly description: string | null;
  /** As written, relative perhaps. */
  readonly canonical: string | null;
  /** The `href` of the first base element, as written. */
  readonly baseHref: string | null;
  /** Script elements, wherever they stand. */
  readonly scripts: number;
}

const META_NAMES = {
  title: ["og:title", "twitter:title", "dc.title", "dc:title", "dcterm:title"],
  byline: ["dc:creator", "dc.creator", "dcterm:creator", "author", "article:author"],
  published: ["article:published_time", "datepublished", "date", "dc.date", "dcterms.created"],
  site: ["og:site_name", "application-name"],
  description: ["description", "og:description", "twitter:description", "dc.description"],
  canonical: ["og:url"],
} as const;

/** Reads the whole document; of several that say the same, the first counts. */
export function readMetadata(document: HtmlDocument): PageMetadata {
  const reader = new MetadataReader();
  for (const element of descendants(document)) reader.read(element);
  return reader.finish();
}

class MetadataReader {
  /** Lower-case name or property of a meta element → its content. */
  readonly #meta = new Map<string, string>();
  readonly #found = new Map<keyof PageMetadata, string>();
  readonly #linked = new Map<"byline" | "published" | "site", string>();
  #scripts = 0;

  read(element: HtmlElement): void {
    switch (element.tagName) {
      case "html":
        this.#set("lang", attributeOf(element, "lang"));
        break;
      case "title":
        if (element.namespaceURI.endsWith("xhtml")) this.#set("title", textContent(element));
        break;
      case "base":
        this.#set("baseHref", attributeOf(element, "href"));
        break;
      case "meta":
        this.#readMeta(element);
        break;
      case "link":
        if (hasWord(element, "rel", "canonical")) {
          this.#set("canonical", attributeOf(element, "href"));
        }
        break;
      case "script":
        this.#scripts++;
        if (/ld\+json/i.test(attributeOf(element, "type") ?? "")) this.#readLinked(element);
        break;
      default:
        this.#readMarked(element);
    }
  }

  finish(): PageMetadata {
    const meta = (key: keyof typeof META_NAMES): string | undefined => {
      const name = META_NAMES[key].find((each) => this.#meta.has(each));
      return name === undefined ? undefined : this.#meta.get(name);
    };
    /** Elements of their own come before meta elements, and those before what is marked in the text. */
    const headed = (key: "title" | "description" | "canonical") =>
      this.#found.get(key) ?? meta(key) ?? null;
    const marked = (key: "byline" | "published" | "site") =>
      meta(key) ?? this.#linked.get(key) ?? this.#found.get(key) ?? null;
    return {
      title: headed("title"),
      byline: marked("byline"),
      published: marked("published"),
      site: marked("site"),
      lang: this.#found.get("lang") ?? null,
      description: headed("description"),
      canonical: headed("canonical"),
      baseHref: this.#found.get("baseHref") ?? null,
      scripts: this.#scripts,
    };
  }

  #set(key: keyof PageMetadata, text: string | undefined): void {
    const line = lineOf(text ?? "");
    if (line !== "" && !this.#found.has(key)) this.#found.set(key, line);
  }

  /** A property may hold several names, separated by blanks. */
  #readMeta(element: HtmlElement): void {
    const content = lineOf(attributeOf(element, "content") ?? "");
    const written = attributeOf(element, "name") ?? attributeOf(element, "property") ?? "";
    if (content === "") return;
    for (const name of written.toLowerCase().split(/\s+/)) {
      const isAddress = name === "article:author" && /^https?:/i.test(content);
      if (!isAddress && !this.#meta.has(name)) this.#meta.set(name, content);
    }
  }

  #readMarked(element: HtmlElement): void {
    if (hasWord(element, "rel", "author") || hasWord(element, "itemprop", "author")) {
      this.#set("byline", textContent(element));
    }
    const isDate = element.tagName === "time" && attributeOf(element, "pubdate") !== undefined;
    if (isDate || hasWord(element, "itemprop", "datePublished")) {
      const date = attributeOf(element, "datetime") ?? attributeOf(element, "content");
      this.#set("published", date ?? textContent(element));
    }
  }

  /** JSON-LD: the first object with a headline; nothing is run or fetched. */
  #readLinked(script: HtmlElement): void {
    const document = readJson(textContent(script).trim());
    if (!("root" in document)) return;
    const article = linkedObjects(document.root).find((node) => memberOf(node, "headline"));
    if (!article) return;
    const set = (key: "byline" | "published" | "site", text: string): void => {
      if (text !== "" && !this.#linked.has(key)) this.#linked.set(key, text);
    };
    set("byline", namesOf(memberOf(article, "author")));
    set("published", namesOf(memberOf(article, "datePublished")));
    set("site", namesOf(memberOf(article, "publisher")));
    this.#set("title", this.#found.get("title") ?? namesOf(memberOf(article, "headline")));
  }
}

function hasWord(element: HtmlElement, attribute: string, word: string): boolean {
  const value = attributeOf(element, attribute);
  return (
    value !== undefined &&
    value.split(/\s+/).some((each) => each.toLowerCase() === word.toLowerCase())
  );
}

/** The objects of a JSON-LD document: itself, its items, those of its graph. */
function linkedObjects(root: JsonNode): JsonNode[] {
  const roots = root.type === "array" ? root.items : [root];
  return roots.flatMap((node) => {
    const graph = memberOf(node, "@graph");
    return graph?.type === "array" ? [node, ...graph.items] : [node];
  });
}

function memberOf(node: JsonNode | undefined, key: string): JsonNode | undefined {
  return node?.type === "object"
    ? node.members.find((member) => member.key === key)?.value
    : undefined;
}

/** A text, the `name` of an object, or those of an array. */
function namesOf(node: JsonNode | undefined): string {
  if (node?.type === "array") return node.items.map(nameOf).filter(Boolean).join(", ");
  return nameOf(node);
}

function nameOf(node: JsonNode | undefined): string {
  const named = node?.type === "object" ? memberOf(node, "name") : node;
  return named?.type === "string" ? lineOf(named.value) : "";
}
