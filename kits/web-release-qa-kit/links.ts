/** Where links, resources and redirects lead. */
import { attributeOf } from "../../tools/_lib/formats/html/tree.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import { quoted } from "../../tools/_lib/text/shown.ts";
import type { UrlParts } from "../../tools/_lib/web/url/parse.ts";
import type { PageFind, Work } from "../web-release-qa-kit.ts";
import { anchorsOf, pathOf, type Reference, type Site, type SitePage, type Use } from "./site.ts";

/** A link that leads somewhere, with its address. */
export type Followed = Reference & { readonly url: UrlParts };

/** Links over http and https; an empty one leads nowhere. */
export function followedLinks({ references }: SitePage): readonly Followed[] {
  return references.filter(
    (one): one is Followed =>
      one.use === "link" &&
      !isEmptyLink(one) &&
      one.url !== undefined &&
      /^https?:$/.test(one.url.protocol),
  );
}

function isEmptyLink({ written }: Reference): boolean {
  return written === "" || written === "#";
}

export function checkLinks(site: Site, sitemapPaths: ReadonlySet<string>, work: Work): void {
  const anchors = new Map<SitePage, ReadonlySet<string>>();
  const anchorsIn = (one: SitePage) => {
    const known = anchors.get(one) ?? anchorsOf(one.page);
    anchors.set(one, known);
    return known;
  };
  for (const one of site.pages) {
    const find = work.findIn("links", one);
    for (const reference of one.references) {
      if (reference.use === "link") checkLink(reference, site, anchorsIn, find);
      else checkResource(reference, site, find);
    }
    checkImages(one, find);
  }
  checkOrphans(site, sitemapPaths, work);
  checkPrevious(site, work);
  checkRedirects(site, work);
}

type AnchorsIn = (page: SitePage) => ReadonlySet<string>;

function checkLink(link: Reference, site: Site, anchorsIn: AnchorsIn, find: PageFind): void {
  const { element, written, url } = link;
  const about = { element, received: written };
  if (isEmptyLink(link)) {
    find("warning", "LINK_EMPTY", `The link ${quoted(written)} leads nowhere`, about);
  } else if (url?.protocol === "javascript:") {
    const message = `The link ${quoted(written)} runs a script: use a button`;
    find("warning", "LINK_JAVASCRIPT", message, about);
  } else if (url === undefined) {
    find("error", "LINK_BROKEN", `The link ${quoted(written)} is no address`, about);
  } else if (site.isInternal(url)) checkInternal({ ...link, url }, site, anchorsIn, find);
  else if (url.protocol === "http:") {
    find("info", "INSECURE_LINK", `The link ${quoted(written)} leads to http`, about);
  }
}

function checkInternal(link: Followed, site: Site, anchorsIn: AnchorsIn, find: PageFind): void {
  const { element, written, url } = link;
  const about = { element, received: written };
  const path = pathOf(url);
  const target = site.pageAt(path);
  if (target) {
    if (target.status >= 400) {
      const message = `The link ${quoted(written)} leads to a page that answers ${target.status}`;
      find("error", "LINK_BROKEN", message, about);
    }
    const anchor = anchorOf(url);
    if (anchor !== "" && !hasAnchor(anchor, url, anchorsIn(target))) {
      const message = `The link ${quoted(written)} leads to ${quoted(anchor)}, which ${quoted(target.path)} does not have`;
      find("warning", "ANCHOR_MISSING", message, about);
    }
    return;
  }
  const place = site.find(path);
  if (place === "file" || site.isUnknown(path)) return;
  if (place === "redirect") {
    const message = `The link ${quoted(written)} is redirected: link to where that leads`;
    find("info", "LINK_REDIRECTS", message, about);
    return;
  }
  const other = site.otherSlash(path);
  if (other) {
    const message = `The link ${quoted(written)} leads to nothing, ${quoted(other.path)} is there`;
    find("warning", "TRAILING_SLASH", message, about);
    return;
  }
  const message = `The link ${quoted(written)} leads to no page${site.knowsFiles ? ", file" : ""} or redirect${site.hintFor(path)}`;
  find("error", "LINK_BROKEN", message, about);
}

/** The fragment, without directions to a text on the page. */
function anchorOf({ hash }: UrlParts): string {
  return hash.slice(1).replace(/:~:.*$/s, "");
}

function hasAnchor(anchor: string, { fragment }: UrlParts, anchors: ReadonlySet<string>): boolean {
  const decoded = fragment.replace(/:~:.*$/s, "");
  return anchors.has(anchor) || anchors.has(decoded) || decoded.toLowerCase() === "top";
}

const MIXED: ReadonlySet<Use> = new Set(["image", "script", "style", "media", "frame", "file"]);

function checkResource({ element, use, written, url }: Reference, site: Site, find: PageFind) {
  if (url === undefined || !MIXED.has(use)) return;
  const about = { element, received: written };
  if (url.protocol === "http:" && site.origin.protocol === "https:") {
    const message = `The ${use} ${quoted(written)} comes over http: browsers block or mark it`;
    find("error", "MIXED_CONTENT", message, about);
  } else if (site.isInternal(url) && site.knowsFiles && !site.find(pathOf(url))) {
    const message = `The ${use} ${quoted(written)} is neither a file nor a page`;
    find("error", "RESOURCE_MISSING", message, about);
  }
}

function checkImages({ page }: SitePage, find: PageFind): void {
  const images = page.elements.filter(
    (one) =>
      one.tagName === "img" && ["width", "height"].some((name) => !attributeOf(one, name)?.trim()),
  );
  const [element] = images;
  if (element === undefined) return;
  const message = `${counted(images.length, "image")} without width and height: the page jumps while it loads`;
  find("info", "IMG_DIMENSIONS_MISSING", message, { element, received: images.length });
}

function checkOrphans(site: Site, sitemapPaths: ReadonlySet<string>, work: Work): void {
  if (site.pages.length < 2) return;
  const linked = new Set<SitePage>();
  for (const one of site.pages) {
    for (const { url } of followedLinks(one)) {
      const target = site.isInternal(url) ? site.pageBehind(pathOf(url)) : undefined;
      if (target && target !== one) linked.add(target);
    }
  }
  for (const one of site.pages) {
    if (one.path === "/" || linked.has(one) || sitemapPaths.has(one.path)) continue;
    const message = "No other page links to it, and no sitemap lists it";
    work.findIn("links", one)("warning", "PAGE_ORPHAN", message, {});
  }
}

/** Paths of the live site that will lead to nothing. */
export function removedPaths(site: Site): readonly string[] {
  return [...new Set(site.previous)].filter(
    (path) => site.find(path) === undefined && !site.isUnknown(path),
  );
}

function checkPrevious(site: Site, { report }: Work): void {
  for (const path of removedPaths(site)) {
    const message = `${quoted(path)} of the live site is neither a page, a file nor redirected`;
    report.find("error", "links", { code: "PAGE_REMOVED", message, subject: path });
  }
}

function checkRedirects(site: Site, { report }: Work): void {
  const looping = loopsIn(site);
  for (const { from, to, written } of site.redirects.values()) {
    const about = { subject: from, received: written };
    if (looping.has(from)) {
      const message = `The redirect from ${quoted(from)} leads back to itself`;
      report.find("error", "links", { code: "REDIRECT_LOOP", message, ...about });
    } else if (to !== null && site.redirects.has(to)) {
      const message = `The redirect from ${quoted(from)} leads to another one: name where that ends`;
      report.find("warning", "links", { code: "REDIRECT_CHAIN", message, ...about });
    } else if (to !== null && site.find(to) === undefined && !site.isUnknown(to)) {
      const message = `The redirect from ${quoted(from)} leads to ${quoted(to)}, where nothing is`;
      report.find("error", "links", { code: "REDIRECT_TARGET_MISSING", message, ...about });
    }
  }
}

/** The redirects from which one comes back to where one was. */
function loopsIn({ redirects }: Site): ReadonlySet<string> {
  const looping = new Set<string>();
  const done = new Set<string>();
  for (const start of redirects.keys()) {
    const way: string[] = [];
    let at: string | null | undefined = start;
    while (at !== null && at !== undefined && redirects.has(at) && !done.has(at)) {
      done.add(at);
      way.push(at);
      at = redirects.get(at)?.to;
    }
    const from = typeof at === "string" ? way.indexOf(at) : -1;
    if (from >= 0) for (const member of way.slice(from)) looping.add(member);
  }
  return looping;
}
