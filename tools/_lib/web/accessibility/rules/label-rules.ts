/** Rules about what names say: of links, of what is written on controls, of fields and their groups. */
import { attributeOf, childElements, type HtmlElement } from "../../../formats/html/tree.ts";
import { escapeHtml } from "../../../text/markup-escape.ts";
import { quoted } from "../../../text/shown.ts";
import { closest, collapsed, hasPlaceholder } from "../page/name.ts";
import { hasVisibleText, isHtml, isInput } from "../page/page.ts";
import { concreteRole, isKindOf } from "../page/roles.ts";
import { type Rule, type Scope, suggested, suggestedElement } from "./rule.ts";

/** Widgets whose name is what is written on them. */
function labelInName(scope: Scope): void {
  const { page, names } = scope;
  for (const element of page.elements) {
    const role = concreteRole(scope.roleOf(element) ?? "");
    if (!role?.isNamedFromContent || !isKindOf(role.name, "widget") || page.isHidden(element))
      continue;
    if (
      attributeOf(element, "aria-label") === undefined &&
      attributeOf(element, "aria-labelledby") === undefined
    ) {
      continue;
    }
    const text = visibleText(scope, element);
    if (text === "") continue;
    const [label, name] = [comparable(text), comparable(names.of(element))];
    if (label.length < 2) {
      scope.unsure(
        element,
        `It shows ${quoted(text)}: look whether that is text, and then put it into its name`,
      );
    } else if (` ${name} `.includes(` ${label} `)) scope.pass(element);
    else {
      scope.fail(
        element,
        `It shows ${quoted(text)} and is called ${quoted(names.of(element))}: who speaks to the page cannot name it`,
        {
          fix:
            attributeOf(element, "aria-label") === undefined
              ? undefined
              : suggested({ set: { "aria-label": `${text}: ${names.of(element)}` } }),
        },
      );
    }
  }
}

/** What is seen of its text: what only others hear is left out, what they do not hear is not. */
function visibleText({ page }: Scope, element: HtmlElement): string {
  const parts: string[] = [];
  const visit = (one: HtmlElement): void => {
    if (!page.isVisible(one)) return;
    for (const node of one.childNodes) {
      if ("tagName" in node) visit(node);
      else if ("value" in node) parts.push(node.value);
    }
    parts.push(" ");
  };
  visit(element);
  return collapsed(parts.join(""));
}

function comparable(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s]/gu, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}

function placeholderLabel(scope: Scope): void {
  for (const element of scope.page.elements) {
    const placeholder = collapsed(attributeOf(element, "placeholder") ?? "");
    if (!hasPlaceholder(element) || placeholder === "" || scope.page.isHidden(element)) continue;
    const isOnly =
      scope.names.labelsOf(element).length === 0 &&
      ["aria-label", "aria-labelledby", "title"].every(
        (name) => !(attributeOf(element, name) ?? "").trim(),
      );
    if (isOnly) {
      scope.unsure(
        element,
        `Only the placeholder ${quoted(placeholder)} says what to fill in, and it goes away: add a label`,
        {
          fix: suggested({ set: { "aria-label": placeholder } }),
        },
      );
    } else scope.pass(element);
  }
}

const GENERIC = new Set([
  "click here",
  "here",
  "more",
  "read more",
  "learn more",
  "link",
  "this",
  "details",
  "go",
]);

function linksOf(scope: Scope): HtmlElement[] {
  return scope.page.elements.filter(
    (element) => isLinkOf(scope, element) && !scope.page.isHidden(element),
  );
}

function isLinkOf(scope: Scope, element: HtmlElement): boolean {
  if (scope.roleOf(element) === "link") return true;
  return !isHtml(element) && element.tagName === "a" && attributeOf(element, "href") !== undefined;
}

function linkTextGeneric(scope: Scope): void {
  for (const element of linksOf(scope)) {
    const name = scope.names.of(element);
    if (name === "") continue;
    if (!GENERIC.has(comparable(name))) scope.pass(element);
    else scope.fail(element, `${quoted(name)} does not say where the link leads`);
  }
}

function linkSameName(scope: Scope): void {
  const targets = new Map<string, Set<string>>();
  const links = linksOf(scope).map((element) => {
    const name = scope.names.of(element).toLowerCase();
    const href = (attributeOf(element, "href") ?? "").trim();
    return { element, name, href };
  });
  for (const { name, href } of links) {
    const known = targets.get(name);
    if (known) known.add(href);
    else targets.set(name, new Set([href]));
  }
  const counts = new Map<string, number>();
  for (const { name } of links) counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const { element, name } of links) {
    if (name === "" || (counts.get(name) ?? 0) < 2) continue;
    const count = targets.get(name)?.size ?? 1;
    if (count === 1) scope.pass(element);
    else
      scope.unsure(
        element,
        `Links called ${quoted(name)} lead to ${count} places: look whether those serve the same purpose`,
      );
  }
}

function radioGroup(scope: Scope): void {
  const groups = new Map<string, HtmlElement[]>();
  for (const element of scope.page.elements) {
    const name = attributeOf(element, "name") ?? "";
    if (!isInput(element, "radio") || name === "" || scope.page.isHidden(element)) continue;
    const form = closest(element, (one) => one.tagName === "form");
    const key = `${form === undefined ? "" : scope.page.positionOf(form).offset} ${name}`;
    const group = groups.get(key);
    if (group) group.push(element);
    else groups.set(key, [element]);
  }
  for (const group of groups.values()) {
    const [first] = group;
    if (first === undefined || group.length < 2) continue;
    const holder = closest(first, (one) => isNamedGroup(scope, one));
    if (holder) scope.pass(first);
    else {
      const name = attributeOf(first, "name") ?? "";
      scope.unsure(
        first,
        `${group.length} radio buttons of ${quoted(name)} stand in no group with a name: put them into a fieldset with a legend`,
        {
          fix: suggestedElement(`<fieldset><legend>${escapeHtml(name)}</legend>…</fieldset>`),
        },
      );
    }
  }
}

function isNamedGroup(scope: Scope, element: HtmlElement): boolean {
  if (element.tagName === "fieldset") {
    const legend = childElements(element).find(({ tagName }) => tagName === "legend");
    if (legend !== undefined && hasVisibleText(scope.page, legend)) return true;
  }
  const role = scope.roleOf(element);
  return (role === "radiogroup" || role === "group") && scope.names.of(element) !== "";
}

export const LABEL_RULES: readonly Rule[] = [
  {
    id: "label-in-name",
    act: ["2ee8b8"],
    wcag: ["2.5.3"],
    level: "A",
    title: "Names contain what is written on the control",
    check: labelInName,
  },
  {
    id: "placeholder-label",
    act: [],
    wcag: ["3.3.2"],
    level: "A",
    title: "Fields have a label that stays",
    check: placeholderLabel,
  },
  {
    id: "radio-group",
    act: [],
    wcag: ["1.3.1"],
    level: "A",
    title: "Radio buttons stand in a named group",
    check: radioGroup,
  },
  {
    id: "link-text-generic",
    act: ["aizyf1"],
    wcag: ["2.4.9"],
    level: "AAA",
    title: "Link text says where it leads",
    check: linkTextGeneric,
  },
  {
    id: "link-same-name",
    act: ["b20e66"],
    wcag: ["2.4.9"],
    level: "AAA",
    title: "Links of one name lead to one place",
    check: linkSameName,
  },
];
