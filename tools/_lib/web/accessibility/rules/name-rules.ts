/** Rules about names: of images, links, buttons, fields, frames, headings. */
import {
  attributeOf,
  childElements,
  containerOf,
  descendants,
  type HtmlElement,
  textContent,
} from "../../../formats/html/tree.ts";
import { escapeHtml } from "../../../text/markup-escape.ts";
import { quoted } from "../../../text/shown.ts";
import { closest, collapsed } from "../page/name.ts";
import { firstSummary, isHtml, isInput, tabIndexOf } from "../page/page.ts";
import { isKindOf } from "../page/roles.ts";
import { type Fix, type Rule, type Scope, suggested, suggestedElement } from "./rule.ts";
import { explicitRole, isNone } from "../page/semantics.ts";
import { changeTag, MOST_ATTRIBUTES } from "../page/start-tag.ts";

type Applies = (scope: Scope, element: HtmlElement) => boolean;

/** A rule by which each element of a kind has a name. */
function named(
  applies: Applies,
  message: string,
  fixOf: (scope: Scope, element: HtmlElement) => Fix | undefined = () => undefined,
) {
  return (scope: Scope): void => {
    for (const element of scope.page.elements) {
      if (!applies(scope, element)) continue;
      if (scope.names.of(element) !== "") scope.pass(element);
      else scope.fail(element, message, { fix: fixOf(scope, element) });
    }
  };
}

function imageName(scope: Scope): void {
  for (const element of scope.page.elements) {
    const isImage = element.tagName === "img" && isHtml(element);
    const role = scope.roleOf(element);
    const explicit = explicitRole(element);
    if (!isImage && !(role === "img" && explicit === "img" && isHtml(element))) continue;
    if (isImage && explicit !== null && !isNone(explicit) && explicit !== "img") continue;
    if (scope.page.isHidden(element)) continue;
    if (isNone(role) || scope.names.of(element) !== "") scope.pass(element);
    else {
      scope.fail(
        element,
        'The image has no text alternative: say in alt what it shows, or alt="" if it only decorates',
        {
          fix: isImage ? imageFix(scope, element) : undefined,
        },
      );
    }
  }
}

/** Where text beside it already says all. */
function imageFix(scope: Scope, element: HtmlElement): Fix | undefined {
  const host = closest(element, (one) => one.tagName === "a" || one.tagName === "button");
  const isBesideText = host !== undefined && collapsed(scope.names.contentOf(host)) !== "";
  return isBesideText ? suggested({ set: { alt: "" } }) : undefined;
}

function imageFilename(scope: Scope): void {
  for (const element of scope.page.elements) {
    const isImage = element.tagName === "img" || isInput(element, "image");
    if (!isImage || !scope.isExposed(element)) continue;
    const name = scope.names.of(element).toLowerCase();
    if (name === "" || !fileNamesOf(element).has(name)) continue;
    scope.unsure(
      element,
      `The name of the image is its file name: look whether ${quoted(name)} says what it shows`,
    );
  }
}

function fileNamesOf(element: HtmlElement): Set<string> {
  const sources = [attributeOf(element, "src") ?? ""];
  const parent = containerOf(element);
  const holders = parent?.tagName === "picture" ? [element, ...childElements(parent)] : [element];
  for (const holder of holders) {
    for (const part of (attributeOf(holder, "srcset") ?? "").split(",")) {
      sources.push(part.trim().split(/\s/)[0] ?? "");
    }
  }
  return new Set(
    sources.flatMap((source) => {
      const file = (source.trim().split(/[?#]/)[0] ?? "").split("/").at(-1) ?? "";
      return file === "" ? [] : [file.toLowerCase()];
    }),
  );
}

const svgName = named(
  (scope, element) =>
    !isHtml(element) &&
    /^(?:img|graphics-document|graphics-symbol)$/.test(explicitRole(element) ?? "") &&
    isInSvg(element) &&
    scope.isExposed(element),
  "The drawing has no name: give it a title or aria-label",
);

function isInSvg(element: HtmlElement): boolean {
  return (element.namespaceURI as string) === "http://www.w3.org/2000/svg";
}

const MEDIA_FILE =
  /\.(?:apng|avif|bmp|gif|ico|jpe?g|png|svg|tiff?|webp|aac|flac|m4a|mp3|oga|ogg|opus|wav|avi|m4v|mov|mp4|mpe?g|ogv|webm)$/i;

const objectName = named((scope, element) => {
  if (element.tagName !== "object" || attributeOf(element, "role") !== undefined) return false;
  const data = (attributeOf(element, "data") ?? "").split(/[?#]/)[0] ?? "";
  const isMedia = /^\s*(?:image|audio|video)\//i.test(attributeOf(element, "type") ?? "");
  return (isMedia || MEDIA_FILE.test(data)) && scope.isExposed(element);
}, "The object has no name: say in aria-label or title what it shows");

const imageButtonName = named(
  (scope, element) => isInput(element, "image") && scope.isExposed(element),
  "The image button has no name: say in alt what it does",
);

const areaName = named(
  (scope, element) =>
    element.tagName === "area" &&
    attributeOf(element, "href") !== undefined &&
    scope.isExposed(element),
  "The area has no name: say in alt where it leads",
);

const buttonName = named(
  (scope, element) =>
    isHtml(element) &&
    scope.roleOf(element) === "button" &&
    !isInput(element, "image") &&
    scope.isExposed(element),
  "The button has no name: give it text or aria-label",
  iconName,
);

const linkName = named(
  (scope, element) =>
    isHtml(element) && isKindOf(scope.roleOf(element) ?? "", "link") && scope.isExposed(element),
  "The link has no name: give it text or aria-label",
  iconName,
);

const ICON_WORD = /^(?:fa|icon|bi|glyphicon|mdi|material-icons|icofont|ti|ri|feather)-(.+)$/;

/** What the icon inside says of itself. */
function iconName(_scope: Scope, element: HtmlElement): Fix | undefined {
  let word: string | undefined;
  for (const inner of descendants(element)) {
    if (inner.tagName === "title") word ??= collapsed(textContent(inner)) || undefined;
    for (const name of (attributeOf(inner, "class") ?? "").split(/\s+/)) {
      word ??= ICON_WORD.exec(name)?.[1]?.replaceAll(/[-_]+/g, " ");
    }
  }
  return word === undefined ? undefined : suggested({ set: { "aria-label": word } });
}

const FIELDS: ReadonlySet<string> = new Set(
  "checkbox combobox listbox menuitemcheckbox menuitemradio radio searchbox slider spinbutton switch textbox".split(
    " ",
  ),
);

const formFieldName = named(
  (scope, element) => FIELDS.has(scope.roleOf(element) ?? "") && !scope.page.isHidden(element),
  "The field has no name: give it a label",
  labelFix,
);

/** Words before it that look like its label. */
function labelFix(scope: Scope, element: HtmlElement): Fix | undefined {
  const before = textBefore(element);
  if (before === "" || before.length > 80 || attributeOf(element, "aria-label") !== undefined) {
    return undefined;
  }
  const tag = scope.page.startTagOf(element);
  if (tag === "" || element.attrs.length > MOST_ATTRIBUTES) return undefined;
  const own = attributeOf(element, "id");
  const id = own || freeId(scope, attributeOf(element, "name") || "field");
  const withId = own ? tag : changeTag(tag, [{ set: { id } }]);
  return suggestedElement(`<label for="${escapeHtml(id)}">${escapeHtml(before)}</label> ${withId}`);
}

function freeId({ page }: Scope, wanted: string): string {
  const name = wanted.replaceAll(/\s+/g, "-");
  let number = 1;
  while (page.byId.has(number === 1 ? name : `${name}-${number}`)) number++;
  return number === 1 ? name : `${name}-${number}`;
}

function textBefore(element: HtmlElement): string {
  const siblings = element.parentNode?.childNodes ?? [];
  const place = siblings.indexOf(element);
  for (let at = place - 1; at >= 0 && at >= place - 3; at--) {
    const node = siblings[at];
    if (node === undefined) break;
    const text = "tagName" in node ? textContent(node) : "value" in node ? node.value : "";
    if ("tagName" in node && !/^(?:label|span|b|strong|em|i|small|font)$/.test(node.tagName)) break;
    const label = collapsed(text);
    const words = label.endsWith(":") ? label.slice(0, -1).trimEnd() : label;
    if (words !== "") return words;
  }
  return "";
}

const iframeName = named(
  (scope, element) =>
    element.tagName === "iframe" && scope.isExposed(element) && (tabIndexOf(element) ?? 0) >= 0,
  "The frame has no name: say in title what it holds",
);

const summaryName = named((scope, element) => {
  const parent = containerOf(element);
  if (element.tagName !== "summary" || parent?.tagName !== "details") return false;
  if (firstSummary(parent) !== element || scope.page.isHidden(element)) return false;
  const role = explicitRole(element);
  return role === null || isNone(role);
}, "The summary has no text: say what opens");

const menuitemName = named(
  (scope, element) => scope.roleOf(element) === "menuitem" && scope.isExposed(element),
  "The menu item has no name: give it text or aria-label",
);

const headingName = named(
  (scope, element) =>
    isHtml(element) && scope.roleOf(element) === "heading" && scope.isExposed(element),
  "The heading is empty: give it text, or take it away",
  () => suggestedElement(""),
);

export const NAME_RULES: readonly Rule[] = [
  {
    id: "image-name",
    act: ["23a2a8"],
    wcag: ["1.1.1"],
    level: "A",
    title: "Images have a text alternative",
    check: imageName,
  },
  {
    id: "image-filename",
    act: ["9eb3f6"],
    wcag: ["1.1.1"],
    level: "A",
    title: "Images are not called like their file",
    check: imageFilename,
  },
  {
    id: "svg-name",
    act: ["7d6734"],
    wcag: ["1.1.1"],
    level: "A",
    title: "Drawings have a name",
    check: svgName,
  },
  {
    id: "object-name",
    act: ["8fc3b6"],
    wcag: ["1.1.1"],
    level: "A",
    title: "Objects have a name",
    check: objectName,
  },
  {
    id: "image-button-name",
    act: ["59796f"],
    wcag: ["1.1.1"],
    level: "A",
    title: "Image buttons have a name",
    check: imageButtonName,
  },
  {
    id: "area-name",
    act: [],
    wcag: ["2.4.4"],
    level: "A",
    title: "Areas of image maps have a name",
    check: areaName,
  },
  {
    id: "button-name",
    act: ["97a4e1"],
    wcag: ["4.1.2"],
    level: "A",
    title: "Buttons have a name",
    check: buttonName,
  },
  {
    id: "link-name",
    act: ["c487ae"],
    wcag: ["2.4.4"],
    level: "A",
    title: "Links have a name",
    check: linkName,
  },
  {
    id: "form-field-name",
    act: ["e086e5"],
    wcag: ["4.1.2"],
    level: "A",
    title: "Form fields have a name",
    check: formFieldName,
  },
  {
    id: "iframe-name",
    act: ["cae760"],
    wcag: ["4.1.2"],
    level: "A",
    title: "Frames have a name",
    check: iframeName,
  },
  {
    id: "summary-name",
    act: ["2t702h"],
    wcag: ["4.1.2"],
    level: "A",
    title: "Summaries have a name",
    check: summaryName,
  },
  {
    id: "menuitem-name",
    act: ["m6b1q3"],
    wcag: ["4.1.2"],
    level: "A",
    title: "Menu items have a name",
    check: menuitemName,
  },
  {
    id: "heading-name",
    act: ["ffd0e9"],
    wcag: [],
    level: null,
    title: "Headings have text",
    check: headingName,
  },
];
