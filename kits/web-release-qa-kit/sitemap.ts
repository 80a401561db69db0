/** What search engines are told of the site: the sitemap, and robots.txt. */
import { decodeXml } from "../../tools/_lib/formats/xml/data-text.ts";
import { readXml } from "../../tools/_lib/formats/xml/read.ts";
import type { XmlElement, XmlNode } from "../../tools/_lib/formats/xml/tree.ts";
import { byCodeUnit } from "../../tools/_lib/results/pointer.ts";
import { escapeXmlContent } from "../../tools/_lib/text/markup-escape.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import { positionFinder } from "../../tools/_lib/text/position.ts";
import { quoted } from "../../tools/_lib/text/shown.ts";
import { parseUrl, type UrlParts } from "../../tools/_lib/web/url/parse.ts";
import formatXml from "../../tools/xml-formatter.ts";
import type { Work } from "../web-release-qa-kit.ts";
import { blockingRule, readRobots, type Robots, wholeSiteRule } from "./robots.ts";
import { pathOf, type Site, type SitePage, urlOf } from "./site.ts";

interface Location {
  readonly text: string;
  readonly line: number;
}

export interface Sitemap {
  readonly isIndex: boolean;
  readonly locations: readonly Location[];
}

/** Undefined where there is none, or where it is no sitemap. */
export function readSitemap(text: string | undefined): Sitemap | undefined {
  if (text === undefined) return undefined;
  const document = readXml(text.replace(/^\ufeff/, ""));
  if (!("root" in document)) return undefined;
  const { root } = document;
  const kind = localName(root.name);
  if (kind !== "urlset" && kind !== "sitemapindex") return undefined;
  const find = positionFinder(text);
  const lead = text.startsWith("\ufeff") ? 1 : 0;
  const entries = elementsIn(root, kind === "urlset" ? "url" : "sitemap");
  const locations = entries
    .flatMap((entry) => elementsIn(entry, "loc"))
    .map((loc) => ({ text: textIn(loc, text, lead), line: find(loc.start + lead).line }));
  return { isIndex: kind === "sitemapindex", locations };
}

const localName = (name: string) => name.slice(name.indexOf(":") + 1);

function elementsIn({ children }: XmlElement, name: string): XmlElement[] {
  return children.filter(
    (child: XmlNode): child is XmlElement =>
      child.type === "element" && localName(child.name) === name,
  );
}

function textIn({ children }: XmlElement, text: string, lead: number): string {
  const parts = children.map(({ type, start, end }) => {
    const written = text.slice(start + lead, end + lead);
    if (type === "cdata") return written.slice("<![CDATA[".length, -"]]>".length);
    return type === "text" ? String(decodeXml(written)) : "";
  });
  return parts.join("").trim();
}

/** Paths of the site that a sitemap lists. */
export function pathsIn(sitemap: Sitemap | undefined, { origin }: Site): ReadonlySet<string> {
  if (sitemap === undefined || sitemap.isIndex) return new Set();
  return new Set(
    sitemap.locations.flatMap(({ text }) => {
      const url = parseUrl(text, "");
      return "problem" in url || url.origin !== origin.origin ? [] : [pathOf(url)];
    }),
  );
}

/** Whether search engines are to list it. */
export function isIndexable({ isNoindex, status }: SitePage): boolean {
  return !isNoindex && status < 400;
}

export function checkSitemap(site: Site, sitemap: Sitemap | undefined, work: Work): void {
  const { input, report } = work;
  if (input.robots === undefined && input.sitemap === undefined) {
    report.skipped(
      "sitemap",
      "The fields `sitemap` and `robots` have what search engines are told",
    );
    return;
  }
  if (input.robots !== undefined) checkRobots(site, readRobots(input.robots), work);
  if (input.sitemap !== undefined) checkFile(input.sitemap, site, sitemap, work);
  report.finish("sitemap", summaryOf(sitemap, input.robots !== undefined));
}

function summaryOf(sitemap: Sitemap | undefined, hasRobots: boolean): string {
  const parts = hasRobots ? ["robots.txt read"] : [];
  const { locations = [], isIndex = false } = sitemap ?? {};
  if (isIndex)
    parts.push(`an index of ${counted(locations.length, "sitemap")}, which were not read`);
  else if (sitemap) parts.push(`a sitemap of ${counted(locations.length, "URL")}`);
  return parts.join(", ") || "The sitemap cannot be read";
}

function checkRobots(site: Site, robots: Robots, work: Work): void {
  const { report } = work;
  const whole = wholeSiteRule(robots);
  if (whole) {
    const message = `robots.txt keeps crawlers away from the whole site (line ${whole.line})`;
    report.find("error", "sitemap", {
      code: "ROBOTS_BLOCKS_SITE",
      message,
      subject: "/robots.txt",
    });
  }
  for (const one of site.pages) {
    const rule = blockingRule(robots, one.path);
    if (!rule) continue;
    const message = `robots.txt keeps crawlers away from it: ${quoted(rule.pattern)} in line ${rule.line}`;
    work.findIn("sitemap", one)("warning", "ROBOTS_BLOCKED", message, { received: rule.pattern });
  }
  if (robots.sitemaps.length > 0) return;
  const message = "robots.txt does not name the sitemap";
  report.find("info", "sitemap", {
    code: "ROBOTS_SITEMAP_MISSING",
    message,
    subject: "/robots.txt",
  });
}

const SITEMAP = "/sitemap.xml";

function checkFile(text: string, site: Site, sitemap: Sitemap | undefined, work: Work): void {
  const { ctx, report } = work;
  const { ok, valid, errors } = ctx.step(formatXml, { input: text, action: "validate" });
  const invalid = (message: string, place: object) =>
    report.find("error", "sitemap", {
      code: "SITEMAP_INVALID",
      message,
      subject: SITEMAP,
      ...place,
    });
  if (!ok || valid === false) {
    const [{ message, line, column } = { message: "The sitemap cannot be read" }] = errors ?? [];
    invalid(message, { line, column });
    return;
  }
  if (sitemap === undefined) {
    invalid("The sitemap has neither urlset nor sitemapindex as its root", { line: 1 });
    return;
  }
  for (const location of sitemap.locations) {
    const url = parseUrl(location.text, "");
    if ("problem" in url) {
      const message = `The address ${quoted(location.text)} of the sitemap is not a whole one`;
      invalid(message, { line: location.line, received: location.text });
    } else checkLocation(url, location, site, { isIndex: sitemap.isIndex, work });
  }
  if (sitemap.isIndex) return;
  const listed = pathsIn(sitemap, site);
  for (const one of site.pages) {
    if (!isIndexable(one) || listed.has(one.path)) continue;
    work.findIn("sitemap", one)("warning", "PAGE_NOT_IN_SITEMAP", "No sitemap lists the page", {});
  }
}

function checkLocation(
  url: UrlParts,
  { text, line }: Location,
  site: Site,
  { isIndex, work }: { readonly isIndex: boolean; readonly work: Work },
): void {
  const path = pathOf(url);
  const find = (severity: "error" | "warning", code: string, message: string) =>
    work.report.find(severity, "sitemap", { code, message, subject: path, received: text, line });
  if (!site.isInternal(url)) {
    const message = `The sitemap lists ${quoted(text)}, which is not of ${site.origin.origin}`;
    find("error", "SITEMAP_URL_OTHER_HOST", message);
    return;
  }
  if (isIndex) return;
  const page = site.pageAt(path);
  if (page) {
    if (!page.isNoindex && page.status < 400) return;
    const why = page.isNoindex ? "keeps itself out of search engines" : `answers ${page.status}`;
    const code = page.isNoindex ? "SITEMAP_URL_NOINDEX" : "SITEMAP_URL_MISSING";
    find("error", code, `The sitemap lists ${quoted(text)}, which ${why}`);
    return;
  }
  const place = site.find(path);
  if (place === "redirect") {
    const message = `The sitemap lists ${quoted(text)}, which is redirected`;
    find("warning", "SITEMAP_URL_REDIRECTS", message);
  } else if (place === undefined && !site.isUnknown(path)) {
    find("error", "SITEMAP_URL_MISSING", `The sitemap lists ${quoted(text)}, where nothing is`);
  }
}

/** A sitemap of the pages that search engines are to list. */
export function sitemapText({ pages, origin }: Site): string {
  const urls = pages
    .filter(isIndexable)
    .map(({ path }) => path)
    .toSorted(byCodeUnit)
    .map((path) => `  <url><loc>${escapeXmlContent(urlOf(path, origin))}</loc></url>\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join("")}</urlset>`;
}
