/** What was left in a page from its making: placeholders, addresses of test systems, and the same text twice. */
import type { HtmlElement } from "../../tools/_lib/formats/html/tree.ts";
import { quoted } from "../../tools/_lib/text/shown.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import { readAddress } from "../../tools/_lib/web/ip/address.ts";
import { scopeOf } from "../../tools/_lib/web/ip/scope.ts";
import { isLoopback, parseUrl, type UrlParts } from "../../tools/_lib/web/url/parse.ts";
import { percentDecodeLossy } from "../../tools/_lib/web/url/percent.ts";
import toMarkdown from "../../tools/html-to-agent-markdown.ts";
import type { PageFind, Work } from "../web-release-qa-kit.ts";
import { type Site, type SitePage, visibleTexts, type VisibleText } from "./site.ts";

/** What nobody writes for visitors. */
const PLACEHOLDERS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["lorem ipsum", /\blorem\s{1,9}ipsum\b/i],
  ["TODO", /\bTODO\b/],
  ["FIXME", /\bFIXME\b/],
  ["TBD", /\bTBD\b/],
  ["{{…}}", /\{\{[^{}]{0,200}\}\}/],
  ["{%…%}", /\{%[^{}%]{0,200}%\}/],
  ["${…}", /\$\{[^{}]{0,200}\}/],
  ["%%NAME%%", /%%\w{1,100}%%/],
  ["[object Object]", /\[object Object\]/],
  ["your text here", /\byour\s{1,9}(?:text|title|name)\s{1,9}here\b/i],
  ["insert … here", /\binsert\s{1,9}(?:[^\s]{1,40}\s{1,9}){0,5}here\b/i],
];

/** A text that is exactly one of these was to be a value. */
const VALUES: ReadonlySet<string> = new Set(["undefined", "null", "NaN"]);

export function checkContent(site: Site, work: Work): void {
  const hosts = work.input.stagingHosts.map(hostIn);
  for (const one of site.pages) {
    const find = work.findIn("content", one);
    checkTexts(one, find);
    checkAddresses(one, site, hosts, find);
  }
}

/** A host as URLs have it. */
function hostIn(given: string): string {
  const text = given.trim().toLowerCase();
  const url = parseUrl(`http://${text}`, "");
  return "problem" in url ? text : url.hostname;
}

function checkTexts({ page, title, hide }: SitePage, find: PageFind): void {
  const texts = visibleTexts(page);
  const prose = runOf(texts.filter(({ isCode }) => !isCode));
  const code = runOf(texts.filter(({ isCode }) => isCode));
  const tell = (found: Found, message: string, received: string) => {
    const { element, isCode } = found;
    const asked = isCode ? `${message}. It stands in code: is it a sample, or left over?` : message;
    find("error", "PLACEHOLDER_TEXT", asked, { element, received });
  };
  for (const [name, pattern] of PLACEHOLDERS) {
    const found =
      placeOf(pattern, prose) ?? inTitle(pattern, title ?? "") ?? placeOf(pattern, code);
    if (found === undefined) continue;
    tell(found, `The page shows a placeholder (${name}): ${quoted(hide(found.text))}`, name);
  }
  for (const value of VALUES) {
    const isValue = ({ text }: Found) => text === value;
    const found =
      prose.texts.find(isValue) ??
      (title === value ? { text: value, isCode: false } : undefined) ??
      code.texts.find(isValue);
    if (found) tell(found, `The page shows ${value} where a value was to be`, value);
  }
}

interface Found {
  readonly text: string;
  readonly element?: HtmlElement;
  readonly isCode: boolean;
}

/** Texts, and what they say together: a phrase may be cut by an element in it. */
interface TextRun {
  readonly texts: readonly VisibleText[];
  readonly whole: string;
}

function runOf(texts: readonly VisibleText[]): TextRun {
  return { texts, whole: texts.map(({ text }) => text).join(" ") };
}

function placeOf(pattern: RegExp, { texts, whole }: TextRun): Found | undefined {
  const match = pattern.exec(whole);
  if (match === null) return undefined;
  let end = 0;
  const node = texts.find(({ text }) => {
    end += text.length + 1;
    return end > match.index;
  });
  return node && { ...node, text: match[0] };
}

function inTitle(pattern: RegExp, title: string): Found | undefined {
  const [text] = pattern.exec(title) ?? [];
  return text === undefined ? undefined : { text, isCode: false };
}

function checkAddresses(
  { references, hide }: SitePage,
  { origin }: Site,
  hosts: readonly string[],
  find: PageFind,
): void {
  const seen = new Set<string>();
  for (const { element, written, url } of references) {
    if (url === undefined || !/^https?:$/.test(url.protocol) || seen.has(url.href)) continue;
    seen.add(url.href);
    const segment = placeholderIn(url);
    if (segment !== undefined) {
      const message = `The address ${quoted(written)} has the placeholder ${quoted(hide(segment))}`;
      find("error", "PLACEHOLDER_TEXT", message, { element, received: written });
    }
    const isOwn = url.hostname === origin.hostname;
    const why = isOwn ? undefined : stagingReason(url.hostname, hosts);
    if (why !== undefined) {
      const message = `The address ${quoted(written)} leads to ${why}`;
      find("error", "STAGING_URL", message, { element, received: written });
    }
  }
}

function placeholderIn({ pathname }: UrlParts): string | undefined {
  return pathname
    .split("/")
    .map(percentDecodeLossy)
    .find(
      (segment) =>
        VALUES.has(segment) ||
        PLACEHOLDERS.some(([name, pattern]) => IN_ADDRESSES.has(name) && pattern.test(segment)),
    );
}

/** Words like TODO are names of pages, too. */
const IN_ADDRESSES: ReadonlySet<string> = new Set([
  "{{…}}",
  "{%…%}",
  "${…}",
  "%%NAME%%",
  "[object Object]",
]);

const PRIVATE: ReadonlySet<string> = new Set([
  "private-use",
  "loopback",
  "unique-local",
  "link-local",
  "this-network",
]);
const STAGING_LABEL = /^(?:staging|stage|preview|preprod)$/;
const STAGING_FIRST = /^(?:dev|test|uat|qa)$/;
const STAGING_DOMAIN = /\.(?:local|test|internal|localhost|invalid)$/;

/** Why a host is none of the live site. */
function stagingReason(hostname: string, hosts: readonly string[]): string | undefined {
  if (hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`))) {
    return "a host of stagingHosts";
  }
  if (isLoopback(hostname)) return "the visitor's own machine";
  const address = readAddress(hostname.replace(/^\[|\]$/g, ""));
  if (typeof address === "object") {
    const scope = scopeOf(address.version, address.value);
    return PRIVATE.has(scope) ? "a private network" : undefined;
  }
  const labels = hostname.split(".");
  const isStaging =
    labels.some((label) => STAGING_LABEL.test(label)) ||
    (labels.length > 1 && STAGING_FIRST.test(labels[0] ?? "")) ||
    STAGING_DOMAIN.test(hostname);
  return isStaging ? "a test system" : undefined;
}

const LEAST_WORDS = 50;

/** The stage `text`: pages whose main text is the same. */
export function compareTexts(site: Site, work: Work): void {
  const { ctx, report } = work;
  const seen = new Map<string, string>();
  let read = 0;
  for (const one of site.pages) {
    const { ok, value, output, errors } = ctx.step(toMarkdown, {
      input: one.page.html,
      links: "text",
      images: "none",
    });
    if (!ok || !value) {
      const [error] = errors ?? [];
      if (error === undefined || error.code === "HTML_EMPTY") continue;
      report.stageFailed("text", error);
      return;
    }
    read++;
    const text = (output ?? "").trim();
    if (text.split(/\s+/).length < LEAST_WORDS) continue;
    const earlier = seen.get(text);
    if (earlier === undefined) seen.set(text, one.path);
    else {
      const message = `The main text is that of ${quoted(earlier)}, word for word`;
      work.findIn("text", one)("warning", "DUPLICATE_CONTENT", message, { received: earlier });
    }
  }
  report.finish("text", `The main text of ${counted(read, "page")} read`);
}
