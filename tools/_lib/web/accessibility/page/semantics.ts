/** The role of an element, as HTML-AAM and WAI-ARIA give it. */
import {
  attributeOf,
  childElements,
  containerOf,
  type HtmlElement,
} from "../../../formats/html/tree.ts";
import { inputType, isHtml, type Page } from "./page.ts";
import { concreteRole, isGlobalAttribute } from "./roles.ts";

/** Roles of elements that always have the same. */
const FIXED: Readonly<Record<string, string>> = Object.fromEntries(
  (
    "article:article aside:complementary blockquote:blockquote body:generic button:button caption:caption code:code " +
    "datalist:listbox dd:definition del:deletion details:group dfn:term dialog:dialog div:generic dt:term em:emphasis " +
    "fieldset:group figure:figure h1:heading h2:heading h3:heading h4:heading h5:heading h6:heading hr:separator " +
    "html:document ins:insertion main:main math:math menu:list meter:meter nav:navigation ol:list optgroup:group " +
    "option:option output:status p:paragraph pre:generic progress:progressbar q:generic s:deletion samp:generic " +
    "search:search small:generic span:generic strong:strong sub:subscript sup:superscript table:table tbody:rowgroup " +
    "textarea:textbox tfoot:rowgroup thead:rowgroup time:time tr:row u:generic ul:list address:group hgroup:group " +
    "b:generic bdi:generic bdo:generic data:generic i:generic"
  )
    .split(" ")
    .map((pair) => pair.split(":")),
);

const INPUTS: Readonly<Record<string, string>> = {
  button: "button",
  checkbox: "checkbox",
  image: "button",
  number: "spinbutton",
  radio: "radio",
  range: "slider",
  reset: "button",
  submit: "button",
  search: "searchbox",
};

/** Inputs without a role that WAI-ARIA has. */
const OTHER_INPUTS: ReadonlySet<string> = new Set(
  "color date datetime-local file hidden month time week password".split(" "),
);

const LISTED_INPUTS: ReadonlySet<string> = new Set("email search tel text url".split(" "));

const SECTIONING: ReadonlySet<string> = new Set("article aside main nav section".split(" "));

/** The first word of `role` that is a role, whatever becomes of it; null for none. */
export function explicitRole(element: HtmlElement): string | null {
  const words = (attributeOf(element, "role") ?? "").trim().toLowerCase().split(/\s+/);
  return words.find((word) => concreteRole(word) !== undefined) ?? null;
}

/** The role that an element has; null where WAI-ARIA has none for it. */
export function semanticRole(page: Page, element: HtmlElement): string | null {
  const explicit = explicitRole(element);
  if (explicit !== null && !isNone(explicit)) return explicit;
  if (explicit !== null && !mustBeExposed(page, element)) return "none";
  return implicitRole(page, element);
}

export function isNone(role: string | null): boolean {
  return role === "none" || role === "presentation";
}

/** Where `none` is ignored: focus, or a global attribute, makes somebody meet the element. */
function mustBeExposed(page: Page, element: HtmlElement): boolean {
  return (
    page.isFocusable(element) ||
    element.attrs.some(
      ({ name, value }) => isGlobalAttribute(name) && name !== "aria-hidden" && value.trim() !== "",
    )
  );
}

export function implicitRole(page: Page, element: HtmlElement): string | null {
  const { tagName } = element;
  if (!isHtml(element)) return foreignRole(element);
  if (Object.hasOwn(FIXED, tagName)) return FIXED[tagName] ?? null;
  const roleOf = Object.hasOwn(DEPENDING, tagName) ? DEPENDING[tagName] : undefined;
  return roleOf === undefined ? null : roleOf(page, element);
}

type RoleOf = (page: Page, element: HtmlElement) => string | null;

const linkRole: RoleOf = (_page, element) =>
  attributeOf(element, "href") === undefined ? "generic" : "link";

/** Roles of elements for which it depends. */
const DEPENDING: Readonly<Record<string, RoleOf>> = {
  a: linkRole,
  area: linkRole,
  footer: (_page, element) => (isInSectioning(element) ? "generic" : "contentinfo"),
  header: (_page, element) => (isInSectioning(element) ? "generic" : "banner"),
  form: namedRole,
  section: namedRole,
  img: (page, element) =>
    attributeOf(element, "alt") === "" && !mustBeExposed(page, element) ? "none" : "img",
  input: (_page, element) => inputRole(element),
  li: (_page, element) =>
    /^(?:ul|ol|menu)$/.test(containerOf(element)?.tagName ?? "") ? "listitem" : "generic",
  select: (_page, element) => selectRole(element),
  td: cellRole,
  th: (_page, element) => headerRole(element),
};

function foreignRole({ tagName }: HtmlElement): string | null {
  if (tagName === "svg") return "graphics-document";
  return tagName === "math" ? "math" : null;
}

function isInSectioning(element: HtmlElement): boolean {
  for (let at = containerOf(element); at !== undefined; at = containerOf(at)) {
    if (SECTIONING.has(at.tagName)) return true;
    const role = explicitRole(at);
    if (role !== null && /^(?:article|complementary|main|navigation|region)$/.test(role))
      return true;
  }
  return false;
}

/** Forms and sections are landmarks only where somebody named them. */
function namedRole(page: Page, element: HtmlElement): string | null {
  const isNamed =
    (attributeOf(element, "aria-label") ?? "").trim() !== "" ||
    (attributeOf(element, "title") ?? "").trim() !== "" ||
    idsIn(attributeOf(element, "aria-labelledby")).some((id) => page.byId.has(id));
  if (!isNamed) return "generic";
  return element.tagName === "form" ? "form" : "region";
}

function inputRole(element: HtmlElement): string | null {
  const type = inputType(element);
  if (LISTED_INPUTS.has(type) && attributeOf(element, "list") !== undefined) return "combobox";
  if (OTHER_INPUTS.has(type)) return null;
  return Object.hasOwn(INPUTS, type) ? (INPUTS[type] ?? null) : "textbox";
}

function selectRole(element: HtmlElement): string {
  const size = Number(attributeOf(element, "size") ?? "1");
  return attributeOf(element, "multiple") !== undefined || size > 1 ? "listbox" : "combobox";
}

export function tableOf(cell: HtmlElement): HtmlElement | undefined {
  let at = containerOf(cell);
  while (at !== undefined && at.tagName !== "table") at = containerOf(at);
  return at;
}

function cellRole(page: Page, element: HtmlElement): string | null {
  const table = tableOf(element);
  if (table === undefined) return null;
  const role = semanticRole(page, table);
  if (isNone(role)) return "none";
  return role === "grid" || role === "treegrid" ? "gridcell" : "cell";
}

function headerRole(element: HtmlElement): string | null {
  if (tableOf(element) === undefined) return null;
  const scope = (attributeOf(element, "scope") ?? "").trim().toLowerCase();
  if (scope === "row" || scope === "rowgroup") return "rowheader";
  if (scope === "col" || scope === "colgroup") return "columnheader";
  const row = containerOf(element);
  const hasData = row && childElements(row).some(({ tagName }) => tagName === "td");
  return hasData ? "rowheader" : "columnheader";
}

export function idsIn(value: string | undefined): string[] {
  return (value ?? "").split(/[\t\n\f\r ]+/).filter(Boolean);
}

/** Whether assistive technology meets the element. */
export function isExposed(page: Page, element: HtmlElement): boolean {
  return !page.isHidden(element) && !isNone(semanticRole(page, element));
}
