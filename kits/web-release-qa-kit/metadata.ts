/** What search engines and browsers read in the head of a page. */
import { attributeOf, type HtmlElement, lineOf } from "../../tools/_lib/formats/html/tree.ts";
import { utf8Length } from "../../tools/_lib/text/code-points.ts";
import { quoted } from "../../tools/_lib/text/shown.ts";
import { isHtml } from "../../tools/_lib/web/accessibility/page/page.ts";
import { parseUrl } from "../../tools/_lib/web/url/parse.ts";
import type { PageFind, Work } from "../web-release-qa-kit.ts";
import { metaContents, pathOf, type Reference, type Site, type SitePage } from "./site.ts";

export function checkMetadata(site: Site, work: Work): void {
  const titles = new Map<string, string>();
  const descriptions = new Map<string, string>();
  for (const one of site.pages) {
    const find = work.findIn("metadata", one);
    checkAccess(one, find);
    checkTitle(one, titles, find);
    checkDescription(one, descriptions, find);
    checkHead(one, find);
    checkCanonical(one, site, find);
  }
}

function checkAccess({ status, isNoindex, isMeantForSearch, page }: SitePage, find: PageFind) {
  if (status >= 400)
    find("error", "PAGE_STATUS", `The page answers ${status}`, { received: status });
  if (isNoindex && isMeantForSearch) {
    const meta = page.elements.find(
      (one) =>
        one.tagName === "meta" &&
        /noindex|none/i.test(attributeOf(one, "content") ?? "") &&
        /^(?:robots|googlebot)$/i.test(attributeOf(one, "name")?.trim() ?? ""),
    );
    const where = meta ? "A meta element" : "The header X-Robots-Tag";
    find("error", "NOINDEX", `${where} keeps the page out of search engines`, { element: meta });
  }
}

const length = (text: string) => [...text].length;
const TITLE_LENGTH = { least: 10, most: 60 };
const DESCRIPTION_LENGTH = { least: 50, most: 160 };

function checkTitle({ title, page, path }: SitePage, seen: Map<string, string>, find: PageFind) {
  const element = page.elements.find((one) => one.tagName === "title" && isHtml(one));
  if (title === null) {
    find("error", "TITLE_MISSING", "The page has no title", { element });
    return;
  }
  checkTwin("TITLE_DUPLICATE", "title", title, path, seen, find, element);
  checkLength("TITLE_LENGTH", "title", title, TITLE_LENGTH, find, element);
}

function checkDescription(
  { page, path, hide }: SitePage,
  seen: Map<string, string>,
  find: PageFind,
) {
  const [text = ""] = metaContents(page, "description").map((content) => hide(lineOf(content)));
  const element = page.elements.find(
    (one) =>
      one.tagName === "meta" && attributeOf(one, "name")?.trim().toLowerCase() === "description",
  );
  if (text === "") {
    const message = "The page has no description for search results";
    find("warning", "DESCRIPTION_MISSING", message, { element });
    return;
  }
  checkTwin("DESCRIPTION_DUPLICATE", "description", text, path, seen, find, element);
  checkLength("DESCRIPTION_LENGTH", "description", text, DESCRIPTION_LENGTH, find, element);
}

function checkTwin(
  code: string,
  what: string,
  text: string,
  path: string,
  seen: Map<string, string>,
  find: PageFind,
  element: HtmlElement | undefined,
): void {
  const key = text.toLowerCase();
  const earlier = seen.get(key);
  if (earlier === undefined) seen.set(key, path);
  else {
    const message = `The ${what} ${quoted(text)} is that of ${quoted(earlier)}, too`;
    find("warning", code, message, { element, received: text });
  }
}

function checkLength(
  code: string,
  what: string,
  text: string,
  { least, most }: typeof TITLE_LENGTH,
  find: PageFind,
  element: HtmlElement | undefined,
): void {
  const count = length(text);
  if (count >= least && count <= most) return;
  const message = `The ${what} has ${count} characters, where ${least} to ${most} are shown well`;
  find("info", code, message, { element, received: count });
}

const LATEST_BYTE = 1024;

function checkHead(one: SitePage, find: PageFind): void {
  const { page } = one;
  const { root } = page;
  if (root === undefined || !attributeOf(root, "lang")?.trim()) {
    const message = "The html element has no lang: nobody knows the language";
    find("error", "LANG_MISSING", message, { element: root });
  }
  checkCharset(one, find);
  if (metaContents(page, "viewport").every((content) => content.trim() === "")) {
    const message = "There is no viewport: phones show the page as on a desk";
    find("warning", "VIEWPORT_MISSING", message, {});
  }
  const headings = page.elements.filter((element) => element.tagName === "h1" && isHtml(element));
  if (headings.length === 0) find("warning", "H1_MISSING", "The page has no h1", {});
  if (headings.length > 1) {
    const message = `The page has ${headings.length} h1`;
    find("info", "H1_MULTIPLE", message, { element: headings[1], received: headings.length });
  }
}

function checkCharset({ page, headers }: SitePage, find: PageFind): void {
  const element = page.elements.find(isCharset);
  if (!element) {
    const isInHeader = /charset\s*=/i.test(headers.all("content-type")[0] ?? "");
    if (isInHeader || page.html.startsWith("\ufeff")) return;
    const message = "Neither a meta element nor Content-Type names the charset";
    find("warning", "CHARSET_MISSING", message, {});
    return;
  }
  const start = page.rangeOf(element)?.[0] ?? 0;
  if (utf8Length(page.html.slice(0, start)) < LATEST_BYTE) return;
  const message = `The charset is named behind byte ${LATEST_BYTE}, where browsers look no more`;
  find("warning", "CHARSET_LATE", message, { element });
}

function isCharset(element: HtmlElement): boolean {
  if (element.tagName !== "meta" || !isHtml(element)) return false;
  if (attributeOf(element, "charset") !== undefined) return true;
  const isType = attributeOf(element, "http-equiv")?.trim().toLowerCase() === "content-type";
  return isType && /charset\s*=/i.test(attributeOf(element, "content") ?? "");
}

function isCanonical({ element }: Reference): boolean {
  const rels = (attributeOf(element, "rel") ?? "").toLowerCase().split(/\s+/);
  return element.tagName === "link" && rels.includes("canonical");
}

function checkCanonical({ references }: SitePage, site: Site, find: PageFind): void {
  const all = references.filter(isCanonical);
  const [first] = all;
  if (first === undefined) {
    const message = "No canonical address says which of several is meant";
    find("info", "CANONICAL_MISSING", message, {});
    return;
  }
  const { element, written, url } = first;
  if (all.length > 1) {
    const message = `The page has ${all.length} canonical addresses: search engines take none`;
    find("error", "CANONICAL_MULTIPLE", message, {
      element: all[1]?.element,
      received: all.length,
    });
  }
  if (url === undefined) {
    const message = `The canonical address ${quoted(written)} is no address: search engines take none`;
    find("info", "CANONICAL_MISSING", message, { element, received: written });
    return;
  }
  if ("problem" in parseUrl(written, "")) {
    const message = `The canonical address ${quoted(written)} is relative: name it whole`;
    find("warning", "CANONICAL_RELATIVE", message, { element, received: written });
  }
  if (!site.isInternal(url)) {
    const message = `The canonical address ${quoted(written)} is not of ${site.origin.origin}`;
    find("error", "CANONICAL_OTHER_HOST", message, { element, received: written });
  } else if (!site.pageAt(pathOf(url))) {
    const message = `The canonical address ${quoted(written)} is that of no page`;
    find("error", "CANONICAL_TARGET_MISSING", message, { element, received: written });
  }
}
