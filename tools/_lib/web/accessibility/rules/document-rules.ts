/** Rules about the whole document: title, language, refreshing, zoom, ways around. */
import {
  attributeOf,
  descendants,
  type HtmlElement,
  textContent,
} from "../../../formats/html/tree.ts";
import { isPrimarySubtag, primarySubtags } from "../page/primary-subtags.ts";
import { escapeHtml } from "../../../text/markup-escape.ts";
import { quoted } from "../../../text/shown.ts";
import { collapsed } from "../page/name.ts";
import { hasVisibleText, isHtml } from "../page/page.ts";
import { type Fix, type Rule, safe, type Scope, suggested, suggestedElement } from "./rule.ts";

const LONGEST_REFRESH = 72_000;

function documentTitle(scope: Scope): void {
  const { page, names } = scope;
  if (!page.isDocument || page.root === undefined) return;
  const first = page.elements.find((one) => one.tagName === "title" && isHtml(one));
  if (first !== undefined && collapsed(textContent(first)) !== "") return scope.pass(page.root);
  const heading = page.elements.find((one) => one.tagName === "h1");
  const text = heading && names.of(heading);
  const fix = text ? suggestedElement(`<title>${escapeHtml(text)}</title>`) : undefined;
  scope.fail(
    first ?? page.root,
    first
      ? "The title has no text: give it one that says what the page is about"
      : "The page has no title: add one that says what it is about",
    { fix },
  );
}

function htmlLang(scope: Scope): void {
  const { page, lang } = scope;
  if (!page.isDocument || page.root === undefined) return;
  if ((attributeOf(page.root, "lang") ?? "").trim() !== "") return scope.pass(page.root);
  const isWritten = page.rangeOf(page.root) !== undefined;
  const fix =
    lang === undefined
      ? undefined
      : isWritten
        ? safe({ set: { lang } })
        : suggestedElement(`<html lang="${escapeHtml(lang)}">`);
  scope.fail(page.root, "The page does not say its language: add lang to html", { fix });
}

function primaryOf(tag: string): string {
  return tag.trim().split("-")[0] ?? "";
}

/** Whether the primary subtag of a tag is one that is registered. */
export function isKnownLanguage(tag: string): boolean {
  return isPrimarySubtag(primaryOf(tag));
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** A subtag that is registered and one letter off: one too many, two swapped, another, one missing. */
function nearSubtag(subtag: string): string | undefined {
  if (subtag.length > 4) return undefined;
  const subtags = primarySubtags();
  const places = Array.from({ length: subtag.length + 1 }, (_, at) => at);
  const parts = places.map((at) => [subtag.slice(0, at), subtag.slice(at)] as const);
  const tries = [
    ...parts.map(([start, end]) => start + end.slice(1)),
    ...parts.map(([start, end]) => start + end.charAt(1) + end.charAt(0) + end.slice(2)),
    ...parts.flatMap(([start, end]) => Array.from(LETTERS, (one) => start + one + end.slice(1))),
    ...parts.flatMap(([start, end]) => Array.from(LETTERS, (one) => start + one + end)),
  ];
  return tries.find((one) => subtags.has(one));
}

function languageFix(tag: string): Fix | undefined {
  const written = tag.trim().replaceAll("_", "-");
  if (written !== tag && isKnownLanguage(written)) return safe({ set: { lang: written } });
  const primary = primaryOf(written);
  const near = nearSubtag(primary.toLowerCase());
  if (near === undefined) return undefined;
  return suggested({ set: { lang: near + written.slice(primary.length) } });
}

function judgeLanguage(scope: Scope, element: HtmlElement, tag: string): void {
  if (isKnownLanguage(tag)) return scope.pass(element);
  scope.fail(
    element,
    `${quoted(tag)} is no language that is registered: browsers and readers ignore it`,
    {
      fix: languageFix(tag),
    },
  );
}

function htmlLangValid(scope: Scope): void {
  const { page } = scope;
  const tag = page.root && attributeOf(page.root, "lang");
  if (!page.isDocument || page.root === undefined || (tag ?? "").trim() === "") return;
  judgeLanguage(scope, page.root, tag ?? "");
}

function langValid(scope: Scope): void {
  const { page } = scope;
  for (const element of page.elements) {
    const tag = attributeOf(element, "lang");
    if (tag === undefined || tag === "" || element === page.root || element.tagName === "head")
      continue;
    if (closestHead(element) || !hasTextOfLanguage(scope, element)) continue;
    judgeLanguage(scope, element, tag);
  }
}

function closestHead({ parentNode }: HtmlElement): boolean {
  return parentNode !== null && "tagName" in parentNode && parentNode.tagName === "head";
}

/** Text that is seen or heard and whose nearest language is the element's. */
function hasTextOfLanguage({ page }: Scope, element: HtmlElement): boolean {
  const left: HtmlElement[] = [element];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const isSeen = page.isVisible(next);
    const alternative = attributeOf(next, "alt") ?? attributeOf(next, "aria-label") ?? "";
    if (isSeen && !page.isAriaHidden(next) && alternative.trim() !== "") return true;
    for (const node of next.childNodes) {
      if ("tagName" in node) {
        const own = attributeOf(node, "lang");
        if (own === undefined || own === "") left.push(node);
      } else if (isSeen && "value" in node && node.value.trim() !== "") return true;
    }
  }
  return false;
}

function xmlLangMatch(scope: Scope): void {
  const { root, isDocument } = scope.page;
  if (!isDocument || root === undefined) return;
  const lang = attributeOf(root, "lang") ?? "";
  const xml = attributeOf(root, "xml:lang") ?? "";
  if (lang.trim() === "" || xml.trim() === "" || !isKnownLanguage(lang)) return;
  if (primaryOf(lang).toLowerCase() === primaryOf(xml).toLowerCase()) return scope.pass(root);
  scope.fail(root, `xml:lang says ${quoted(xml)} and lang ${quoted(lang)}: only one can be right`, {
    fix: safe({ set: { "xml:lang": lang } }),
  });
}

/** Seconds of a `content` that refreshes; undefined where it does not. */
function refreshTime(content: string): number | undefined {
  const match =
    /^[\t\n\f\r ]*(\d+)(?:\.[\d.]*)?(?:[\t\n\f\r ]*$|[\t\n\f\r ]*[;,]|[\t\n\f\r ])/.exec(content);
  return match === null ? undefined : Number(match[1]);
}

function refreshRule(fails: (seconds: number) => boolean) {
  return (scope: Scope): void => {
    for (const element of scope.page.elements) {
      if (element.tagName !== "meta") continue;
      if ((attributeOf(element, "http-equiv") ?? "").toLowerCase() !== "refresh") continue;
      const seconds = refreshTime(attributeOf(element, "content") ?? "");
      if (seconds === undefined) continue;
      if (!fails(seconds)) return scope.pass(element);
      return scope.fail(
        element,
        `The page changes by itself after ${seconds} s: let people start it, or redirect on the server`,
      );
    }
  };
}

function viewportProperties(content: string): Map<string, string> {
  const properties = new Map<string, string>();
  for (const part of content.split(/[,;]/)) {
    const at = part.indexOf("=");
    if (at < 0) continue;
    properties.set(
      part.slice(0, at).trim().toLowerCase(),
      part
        .slice(at + 1)
        .trim()
        .toLowerCase(),
    );
  }
  return properties;
}

const DEVICE = /^device-(?:width|height)$/;

function metaViewport(scope: Scope): void {
  for (const element of scope.page.elements) {
    const content = attributeOf(element, "content");
    if (element.tagName !== "meta" || content === undefined) continue;
    if ((attributeOf(element, "name") ?? "").trim().toLowerCase() !== "viewport") continue;
    const properties = viewportProperties(content);
    const scalable = properties.get("user-scalable");
    const scale = properties.get("maximum-scale");
    if (scalable === undefined && scale === undefined) continue;
    if (allowsZoom(scalable) && allowsScale(scale)) {
      scope.pass(element);
      continue;
    }
    scope.fail(
      element,
      "The page cannot be zoomed to 200 %: people who need large text are shut out",
      { fix: safe({ set: { content: withoutLimits(content) } }) },
    );
  }
}

/** The content without what limits zooming; all else stays as it is written. */
function withoutLimits(content: string): string {
  const kept = (content.match(/[^,;]*[,;]|[^,;]+$/g) ?? [])
    .filter((part) => !/^\s*(?:user-scalable|maximum-scale)\s*=/i.test(part))
    .join("");
  let end = kept.length;
  while (end > 0 && /[,;\s]/.test(kept.charAt(end - 1))) end--;
  return kept.slice(0, end).trimStart();
}

function allowsZoom(value: string | undefined): boolean {
  if (value === undefined || value === "yes" || DEVICE.test(value)) return true;
  const number = Number.parseFloat(value);
  return number >= 1 || number <= -1;
}

function allowsScale(value: string | undefined): boolean {
  if (value === undefined || DEVICE.test(value)) return true;
  if (value === "yes") return false;
  const number = Number.parseFloat(value);
  // What is no number is 0.1, which browsers raise to 1.
  return number < 0 || number >= 2;
}

function bypassBlocks(scope: Scope): void {
  const { page } = scope;
  if (!page.isDocument || page.root === undefined) return;
  const links = page.elements.filter((one) => scope.roleOf(one) === "link" && scope.isExposed(one));
  if (links.length === 0) return;
  const isWay = page.elements.some((one) => {
    const role = scope.roleOf(one);
    return (role === "main" || role === "heading") && scope.isExposed(one);
  });
  const target = /^#(.+)$/.exec(attributeOf(links[0] as HtmlElement, "href") ?? "")?.[1];
  if (isWay || (target !== undefined && page.byId.has(decoded(target))))
    return scope.pass(page.root);
  scope.unsure(
    page.root,
    "There is no main landmark, no heading and no link that skips to the content: look whether blocks repeat on other pages",
  );
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

function landmarkMain(scope: Scope): void {
  const { page } = scope;
  if (!page.isDocument || page.root === undefined || page.body === undefined) return;
  const mains = page.elements.filter((one) => scope.roleOf(one) === "main" && !page.isHidden(one));
  if (mains.length === 1) return scope.pass(page.root);
  if (mains.length === 0) {
    return scope.fail(page.root, "The page has no main landmark: put its content into main");
  }
  for (const more of mains.slice(1)) {
    scope.fail(more, `The page has ${mains.length} main landmarks, expected one`);
  }
}

function headingOrder(scope: Scope): void {
  const { page } = scope;
  let before = page.isDocument ? 0 : undefined;
  for (const element of page.elements) {
    if (scope.roleOf(element) !== "heading" || page.isHidden(element)) continue;
    const level = levelOf(element);
    if (before !== undefined && level > before + 1) {
      const message =
        before === 0
          ? `The first heading has level ${level}, expected 1`
          : `A heading of level ${level} follows one of level ${before}: a level is left out`;
      scope.fail(element, message);
    } else scope.pass(element);
    before = level;
  }
}

function levelOf(element: HtmlElement): number {
  const level = Number(attributeOf(element, "aria-level"));
  if (Number.isInteger(level) && level > 0) return level;
  return /^h[1-6]$/.test(element.tagName) ? Number(element.tagName[1]) : 2;
}

function movingText(scope: Scope): void {
  for (const element of scope.page.elements) {
    if (!/^(?:marquee|blink)$/.test(element.tagName) || !hasVisibleText(scope.page, element))
      continue;
    scope.fail(
      element,
      `The text of ${element.tagName} moves and cannot be stopped: write it still`,
    );
  }
}

function mediaCaptions(scope: Scope): void {
  for (const element of scope.page.elements) {
    if (element.tagName !== "video" || scope.page.isHidden(element) || !hasSource(element))
      continue;
    if (attributeOf(element, "muted") !== undefined) continue;
    const hasCaptions = [...descendants(element)].some(
      (one) => one.tagName === "track" && /^\s*captions\s*$/i.test(attributeOf(one, "kind") ?? ""),
    );
    if (hasCaptions) scope.pass(element);
    else scope.unsure(element, "The video has no track of captions: if it has sound, it needs one");
  }
}

function hasSource(element: HtmlElement): boolean {
  if ((attributeOf(element, "src") ?? "") !== "") return true;
  return [...descendants(element)].some((one) => one.tagName === "source");
}

function autoplayAudio(scope: Scope): void {
  for (const element of scope.page.elements) {
    if (!/^(?:audio|video)$/.test(element.tagName) || !hasSource(element)) continue;
    if (
      attributeOf(element, "autoplay") === undefined ||
      attributeOf(element, "muted") !== undefined
    ) {
      continue;
    }
    if (attributeOf(element, "controls") !== undefined) scope.pass(element);
    else {
      scope.unsure(element, "It plays by itself: sound of more than 3 s needs a way to stop it", {
        fix: suggested({ set: { controls: "" } }),
      });
    }
  }
}

export const DOCUMENT_RULES: readonly Rule[] = [
  {
    id: "document-title",
    act: ["2779a5"],
    wcag: ["2.4.2"],
    level: "A",
    title: "The page has a title",
    check: documentTitle,
  },
  {
    id: "html-lang",
    act: ["b5c3f8"],
    wcag: ["3.1.1"],
    level: "A",
    title: "The page says its language",
    check: htmlLang,
  },
  {
    id: "html-lang-valid",
    act: ["bf051a"],
    wcag: ["3.1.1"],
    level: "A",
    title: "The language of the page is one that is registered",
    check: htmlLangValid,
  },
  {
    id: "lang-valid",
    act: ["de46e4"],
    wcag: ["3.1.2"],
    level: "AA",
    title: "The language of a part is one that is registered",
    check: langValid,
  },
  {
    id: "xml-lang-match",
    act: ["5b7ae0"],
    wcag: ["3.1.1"],
    level: "A",
    title: "xml:lang and lang say the same language",
    check: xmlLangMatch,
  },
  {
    id: "meta-refresh",
    act: ["bc659a"],
    wcag: ["2.2.1"],
    level: "A",
    title: "The page does not change by itself after a time",
    check: refreshRule((seconds) => seconds > 0 && seconds <= LONGEST_REFRESH),
  },
  {
    id: "meta-refresh-strict",
    act: ["bisz58"],
    wcag: ["2.2.4"],
    level: "AAA",
    title: "The page does not change by itself at any time",
    check: refreshRule((seconds) => seconds > 0),
  },
  {
    id: "meta-viewport",
    act: ["b4f0c3"],
    wcag: ["1.4.4"],
    level: "AA",
    title: "The page can be zoomed",
    check: metaViewport,
  },
  {
    id: "moving-text",
    act: [],
    wcag: ["2.2.2"],
    level: "A",
    title: "Text does not move",
    check: movingText,
  },
  {
    id: "media-captions",
    act: ["f51b46"],
    wcag: ["1.2.2"],
    level: "A",
    title: "Videos with sound have captions",
    check: mediaCaptions,
  },
  {
    id: "autoplay-audio",
    act: ["80f0bf"],
    wcag: ["1.4.2"],
    level: "A",
    title: "Sound that plays by itself can be stopped",
    check: autoplayAudio,
  },
  {
    id: "bypass-blocks",
    act: ["cf77f2"],
    wcag: ["2.4.1"],
    level: "A",
    title: "Blocks that repeat can be skipped",
    check: bypassBlocks,
  },
  {
    id: "heading-order",
    act: [],
    wcag: [],
    level: null,
    title: "Headings leave no level out",
    check: headingOrder,
  },
  {
    id: "landmark-main",
    act: [],
    wcag: [],
    level: null,
    title: "The page has one main landmark",
    check: landmarkMain,
  },
];
