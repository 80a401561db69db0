/** A page as Markdown for a reader that pays by the token. */
import { documentOf } from "../_lib/json/tree/value.ts";
import { urlResolver } from "../_lib/web/url/parse.ts";
import { wordsOf } from "../_lib/text/words.ts";
import { writeYamlData } from "../_lib/formats/yaml/write-data.ts";
import { removeBoilerplate } from "./boilerplate.ts";
import { chooseContent, type Content, headingBefore } from "./content.ts";
import { MarkdownDocument } from "./document.ts";
import { type Invisible, removeInvisible } from "./invisible.ts";
import { Addresses, type LinkOptions, type WrittenImage, type WrittenLink } from "./links.ts";
import { measureElements } from "./measure.ts";
import { type PageMetadata, readMetadata } from "./metadata.ts";
import { parseHtml } from "../_lib/formats/html/parse.ts";
import { paragraphText } from "./score.ts";
import {
  childNamed,
  descendants,
  type HtmlDocument,
  type HtmlElement,
  lineOf,
  textContent,
} from "../_lib/formats/html/tree.ts";
import type { BlockWalker, WrittenHeading } from "./walk.ts";

export interface ConvertOptions extends LinkOptions {
  /** Absolute, or empty. */
  readonly baseUrl: string;
  readonly content: "main" | "full";
  /** Whether front matter is written. */
  readonly metadata: boolean;
  /** 0 for no limit. */
  readonly maxTokens: number;
}

export interface Converted {
  readonly output: string;
  readonly page: PageMetadata;
  readonly canonicalUrl: string | null;
  readonly root: Content["chosenBy"];
  readonly headings: readonly WrittenHeading[];
  readonly links: readonly WrittenLink[];
  readonly images: readonly WrittenImage[];
  readonly tables: number;
  readonly flattenedTables: number;
  readonly codeBlocks: number;
  readonly invisible: Invisible;
  /** Elements around the content that were left out. */
  readonly boilerplate: number;
  /** Addresses that only a base could complete. */
  readonly relative: number;
  readonly words: number;
  /** Blocks left out for `maxTokens`. */
  readonly leftOut: number;
  /** Length of all visible text, that around the content included. */
  readonly bodyText: number;
  /** The share of the page's paragraphs, by their text, that stand in the chosen content. */
  readonly keptShare: number;
  /** Nothing of the page can be written. */
  readonly isEmpty: boolean;
}

/** Converts a document or fragment; throws a `Fault` where it passes a bound of parsing or writing. */
export function convertHtml(html: string, options: ConvertOptions): Converted {
  const document = parseHtml(html);
  const page = readMetadata(document);
  const base = baseOf(page.baseHref, options.baseUrl);
  const addresses = new Addresses(base, options);
  const markdown = new MarkdownDocument(addresses);
  const canonicalUrl = page.canonical === null ? null : completed(page.canonical, base);
  const body = bodyOf(document);
  const found = body ? writeBody(body, page, markdown, options) : NO_BODY;
  const url = canonicalUrl ?? (options.baseUrl || null);
  const { output, counts, leftOut } = markdown.write(
    options.metadata ? frontMatter({ ...page, url }) : "",
    options.maxTokens,
  );
  const { headings, plain, flattenedTables } = markdown.walker;
  const { tables, codeBlocks } = counts;
  return {
    ...found,
    output,
    page,
    canonicalUrl,
    headings: headings.slice(0, counts.headings),
    links: addresses.written.slice(0, counts.links),
    images: addresses.images.slice(0, counts.images),
    tables,
    flattenedTables,
    codeBlocks,
    relative: addresses.relative,
    words: wordsOf(plain.slice(0, counts.texts).join(" ")).length,
    leftOut,
  };
}

type Found = Pick<
  Converted,
  "root" | "invisible" | "boilerplate" | "bodyText" | "keptShare" | "isEmpty"
>;

/** A frameset stands in the place of the body, and shows nothing itself. */
const NO_BODY: Found = {
  root: "body",
  invisible: { hidden: 0, hiddenWords: 0, forms: 0 },
  boilerplate: 0,
  bodyText: 0,
  keptShare: 1,
  isEmpty: true,
};

function bodyOf(document: HtmlDocument): HtmlElement | undefined {
  const outer = childNamed(document, "html");
  return outer && childNamed(outer, "body");
}

function writeBody(
  body: HtmlElement,
  { title }: PageMetadata,
  markdown: MarkdownDocument,
  { content }: ConvertOptions,
): Found {
  const { hidden, hiddenWords, forms } = removeInvisible(body);
  const invisible = { hidden, hiddenWords, forms };
  const measures = measureElements(body);
  const bodyText = measures.get(body)?.text ?? 0;
  const { walker } = markdown;
  if (content === "full") {
    walker.walk(body);
    const isEmpty = markdown.blockCount === 0;
    return { root: "body", invisible, boilerplate: 0, bodyText, keptShare: 1, isEmpty };
  }
  const paragraphs = paragraphText(body, measures);
  const { root, chosenBy } = chooseContent(body, measures);
  const boilerplate = removeBoilerplate(root, measures);
  const keptShare = paragraphs === 0 ? 1 : paragraphText(root, measures) / paragraphs;
  putTitle(root, title, walker);
  const blocks = markdown.blockCount;
  walker.walk(root);
  const isEmpty = markdown.blockCount === blocks;
  return { root: chosenBy, invisible, boilerplate, bodyText, keptShare, isEmpty };
}

/** Puts the h1 before the content in front, or else the page's title where the content has no h1. */
function putTitle(root: HtmlElement, title: string | null, walker: BlockWalker): void {
  const before = headingBefore(root);
  const hasHeading = () =>
    [...descendants(root)].some(
      (element) => element.tagName === "h1" && lineOf(textContent(element)) !== "",
    );
  if (before) walker.heading(1, before.childNodes);
  else if (title !== null && !hasHeading()) walker.heading(1, title);
}

/** The base of the page's references: its base element's address, completed by where the page was. */
function baseOf(baseHref: string | null, baseUrl: string): string {
  return baseHref === null ? baseUrl : (resolved(baseHref, baseUrl) ?? baseUrl);
}

function completed(reference: string, base: string): string {
  return resolved(reference, base) ?? reference;
}

function resolved(reference: string, base: string): string | undefined {
  if (/^[a-z][a-z\d+.-]*:/i.test(reference)) return reference;
  return base === "" ? undefined : urlResolver(base)?.(reference);
}

const FRONT_MATTER = [
  "title",
  "byline",
  "published",
  "site",
  "url",
  "lang",
  "description",
] as const;

function frontMatter(page: Readonly<Record<(typeof FRONT_MATTER)[number], string | null>>): string {
  const entries = FRONT_MATTER.filter((key) => page[key] !== null).map((key) => [key, page[key]]);
  const root = documentOf(Object.fromEntries(entries))?.root;
  const yaml = root && entries.length > 0 ? writeYamlData(root) : undefined;
  return yaml === undefined ? "" : `---\n${yaml.trimEnd()}\n---`;
}
