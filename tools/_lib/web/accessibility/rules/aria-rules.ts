/** Rules about roles, states and properties of WAI-ARIA 1.2, and about ids. */
import {
  attributeOf,
  childElements,
  containerOf,
  type HtmlElement,
} from "../../../formats/html/tree.ts";
import { nearest } from "../../../text/nearest.ts";
import { quoted } from "../../../text/shown.ts";
import {
  ARIA_ATTRIBUTES,
  concreteRole,
  expectedOf,
  isAriaAttribute,
  isGlobalAttribute,
  ROLES,
  supports,
} from "../page/roles.ts";
import { type Rule, safe, type Scope, suggested, suggestedElement } from "./rule.ts";
import { explicitRole, idsIn, implicitRole, isNone } from "../page/semantics.ts";
import { changeTag, MOST_ATTRIBUTES } from "../page/start-tag.ts";

const MOST_LETTERS_OFF = 2;

/** Attributes that a draft of the next version has. */
const OF_A_DRAFT = new Set([
  "aria-actions",
  "aria-braillelabel",
  "aria-brailleroledescription",
  "aria-description",
]);

function attributeDefined(scope: Scope): void {
  for (const element of scope.page.elements) {
    for (const { name } of element.attrs) {
      if (!name.startsWith("aria-")) continue;
      if (isAriaAttribute(name)) scope.pass(element);
      else if (OF_A_DRAFT.has(name)) {
        scope.unsure(
          element,
          `${name} is only in a draft of WAI-ARIA 1.3: test whether your readers know it`,
        );
      } else {
        const near = nearest(name, ARIA_ATTRIBUTES, { limit: 2, within: MOST_LETTERS_OFF });
        const [one] = near;
        const isSure =
          one !== undefined && near.length === 1 && attributeOf(element, one) === undefined;
        scope.fail(
          element,
          `${quoted(name)} is no attribute of WAI-ARIA: it does nothing${isSure ? `; ${one} is` : ""}`,
          {
            fix: isSure ? safe({ rename: [name, one] }) : undefined,
          },
        );
      }
    }
  }
}

function attributePermitted(scope: Scope): void {
  for (const element of scope.page.elements) {
    const names = element.attrs.map(({ name }) => name).filter(isAriaAttribute);
    if (names.length === 0 || scope.page.isHidden(element)) continue;
    const role = scope.roleOf(element);
    for (const name of names) {
      if (isPermitted(element, role, name)) scope.pass(element);
      else {
        const message =
          role === null
            ? `${name} says nothing on an element without a role`
            : `${name} is not for the role ${role}: it does nothing`;
        scope.fail(element, message, { fix: suggested({ set: { [name]: null } }) });
      }
    }
  }
}

const NAMING = /^aria-(?:label|labelledby)$/;
/** Elements without a role of WAI-ARIA that HTML allows these attributes on. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  input: [
    "aria-required",
    "aria-readonly",
    "aria-placeholder",
    "aria-valuetext",
    "aria-expanded",
    "aria-pressed",
  ],
  summary: ["aria-expanded", "aria-pressed"],
};

function isPermitted(element: HtmlElement, role: string | null, name: string): boolean {
  const known = role === null ? undefined : concreteRole(role);
  if (known?.isNameProhibited && NAMING.test(name)) return isNone(role);
  if (isGlobalAttribute(name)) return true;
  if (role === null) return ALSO[element.tagName]?.includes(name) ?? false;
  // Focusable separators are widgets.
  return supports(role, name);
}

function attributeValue(scope: Scope): void {
  for (const element of scope.page.elements) {
    for (const { name, value } of element.attrs) {
      if (value.trim() === "" || !isAriaAttribute(name)) continue;
      const expected = expectedOf(name, value);
      if (expected === undefined) scope.pass(element);
      else scope.fail(element, `${name} is ${quoted(value)}, expected ${expected}`);
    }
  }
}

function idReference(scope: Scope): void {
  for (const element of scope.page.elements) {
    const ids = idsIn(attributeOf(element, "aria-controls"));
    const role = scope.roleOf(element);
    const isExpanded = attributeOf(element, "aria-expanded")?.toLowerCase() === "true";
    const applies = role === "scrollbar" || (role === "combobox" && isExpanded);
    if (!applies || ids.length === 0 || scope.page.isHidden(element)) continue;
    if (ids.some((id) => scope.page.byId.has(id))) scope.pass(element);
    else
      scope.fail(
        element,
        `aria-controls names ${quoted(ids.join(" "))}, and no element has that id`,
      );
  }
}

const CONCRETE = [...ROLES.values()]
  .filter(({ isAbstract }) => !isAbstract)
  .map(({ name }) => name);

function roleValid(scope: Scope): void {
  for (const element of scope.page.elements) {
    const words = idsIn(attributeOf(element, "role")?.toLowerCase());
    const [first] = words;
    if (first === undefined || scope.page.isHidden(element)) continue;
    if (explicitRole(element) !== null) {
      scope.pass(element);
      continue;
    }
    const [near] = nearest(first, CONCRETE, { limit: 1, within: MOST_LETTERS_OFF });
    const hint = near === undefined ? "" : `; ${near} is`;
    scope.fail(element, `${quoted(words.join(" "))} is no role${hint}`, {
      fix: near === undefined ? undefined : suggested({ set: { role: near } }),
    });
  }
}

function requiredAttributes(scope: Scope): void {
  for (const element of scope.page.elements) {
    const explicit = explicitRole(element);
    if (explicit === null || scope.page.isHidden(element)) continue;
    const role = concreteRole(scope.roleOf(element) ?? "");
    if (role?.name !== explicit || implicitRole(scope.page, element) === explicit) continue;
    const required = requiredOf(scope, element, explicit);
    if (required.length === 0) continue;
    const missing = required.filter((name) => !hasState(element, name));
    if (missing.length === 0) scope.pass(element);
    else
      scope.fail(
        element,
        `The role ${explicit} needs ${missing.join(" and ")}: without it nobody hears its state`,
      );
  }
}

function requiredOf(scope: Scope, element: HtmlElement, role: string): string[] {
  if (role === "separator") return scope.page.isFocusable(element) ? ["aria-valuenow"] : [];
  const inherited = [role, ...(ROLES.get(role)?.superclasses ?? [])];
  const required = new Set(inherited.flatMap((name) => ROLES.get(name)?.required ?? []));
  if (role === "combobox" && attributeOf(element, "aria-expanded")?.toLowerCase() === "true") {
    required.add("aria-controls");
  }
  return [...required];
}

/** Whether it is said, by WAI-ARIA or by HTML itself. */
function hasState(element: HtmlElement, name: string): boolean {
  if ((attributeOf(element, name) ?? "").trim() !== "") return true;
  if (element.tagName !== "input") return false;
  const type = (attributeOf(element, "type") ?? "").toLowerCase();
  if (name === "aria-checked") return type === "checkbox" || type === "radio";
  return name === "aria-valuenow" && (type === "range" || type === "number");
}

/** Elements that an element owns: the nearest with a role below, and what aria-owns names. */
function* ownedBy(scope: Scope, element: HtmlElement): Generator<HtmlElement> {
  const { byId } = scope.page;
  const named = idsIn(attributeOf(element, "aria-owns")).flatMap((id) => byId.get(id) ?? []);
  const left = [...named, ...childElements(element)].toReversed();
  const seen = new Set<HtmlElement>();
  // Many may name one large part: of that only the beginning is looked at by each.
  const most = named.length === 0 ? Infinity : MOST_OWNED;
  for (let next = left.pop(); next !== undefined && seen.size < most; next = left.pop()) {
    if (seen.has(next) || scope.page.isHidden(next)) continue;
    seen.add(next);
    if (isTransparent(scope, next)) left.push(...childElements(next).toReversed());
    else yield next;
  }
}

const MOST_OWNED = 200;

/** Without a role of its own, so that its children count as those of its parent. */
function isTransparent(scope: Scope, element: HtmlElement): boolean {
  const role = scope.roleOf(element);
  return (
    (role === null || role === "generic" || isNone(role)) &&
    !element.attrs.some(({ name }) => name === "aria-live") &&
    !scope.page.isFocusable(element)
  );
}

function requiredChildren(scope: Scope): void {
  for (const element of scope.page.elements) {
    const explicit = explicitRole(element);
    const role = concreteRole(explicit ?? "");
    if (role === undefined || role.owned.length === 0 || scope.page.isHidden(element)) continue;
    if (attributeOf(element, "aria-busy")?.toLowerCase() === "true") continue;
    if (scope.roleOf(element) !== explicit) continue;
    const other = firstOther(scope, element, role.owned);
    if (other === undefined) scope.pass(element);
    else {
      const found = scope.roleOf(other) ?? other.tagName;
      scope.fail(element, `The role ${role.name} owns ${found}, expected ${role.owned.join(", ")}`);
    }
  }
}

function firstOther(
  scope: Scope,
  element: HtmlElement,
  roles: readonly string[],
): HtmlElement | undefined {
  for (const one of ownedBy(scope, element)) {
    if (!roles.includes(scope.roleOf(one) ?? "")) return one;
  }
  return undefined;
}

function requiredParent(scope: Scope): void {
  const owners = new Map<HtmlElement, HtmlElement>();
  for (const element of scope.page.elements) {
    for (const id of idsIn(attributeOf(element, "aria-owns"))) {
      const owned = scope.page.byId.get(id);
      if (owned !== undefined) owners.set(owned, element);
    }
  }
  for (const element of scope.page.elements) {
    const explicit = explicitRole(element);
    const role = concreteRole(explicit ?? "");
    if (role === undefined || role.context.length === 0 || scope.page.isHidden(element)) continue;
    if (scope.roleOf(element) !== explicit) continue;
    const parent = parentInTree(scope, element, owners);
    const found = parent && scope.roleOf(parent);
    if (found && role.context.includes(found)) scope.pass(element);
    else {
      scope.fail(
        element,
        `The role ${role.name} stands in ${found ?? "no role"}, expected ${role.context.join(", ")}`,
      );
    }
  }
}

function parentInTree(
  scope: Scope,
  element: HtmlElement,
  owners: ReadonlyMap<HtmlElement, HtmlElement>,
) {
  let at = owners.get(element) ?? containerOf(element);
  while (at !== undefined && isTransparent(scope, at)) at = owners.get(at) ?? containerOf(at);
  return at;
}

/** The first element inside each other that the Tab key reaches. */
function focusInside({ page }: Scope): Map<HtmlElement, HtmlElement> {
  const inside = new Map<HtmlElement, HtmlElement>();
  for (const element of page.elements) {
    if (!page.isInTabOrder(element)) continue;
    for (let at = containerOf(element); at && !inside.has(at); at = containerOf(at)) {
      inside.set(at, element);
    }
  }
  return inside;
}

function ariaHiddenFocus(scope: Scope): void {
  const { page } = scope;
  const inside = focusInside(scope);
  for (const element of page.elements) {
    const isHidden = attributeOf(element, "aria-hidden")?.toLowerCase() === "true";
    if (!isHidden || element === page.body || element === page.root) continue;
    const focusable = page.isInTabOrder(element) ? element : inside.get(element);
    if (focusable === undefined) {
      scope.pass(element);
      continue;
    }
    const tag = page.startTagOf(focusable);
    const isLong = focusable.attrs.length > MOST_ATTRIBUTES;
    scope.fail(
      element,
      `${page.selectorOf(focusable)} can have the focus, and nobody hears what it is: take aria-hidden away, or the focus`,
      {
        fix:
          tag === "" || isLong
            ? undefined
            : suggestedElement(changeTag(tag, [{ set: { tabindex: "-1" } }])),
      },
    );
  }
}

function ariaHiddenBody(scope: Scope): void {
  for (const element of [scope.page.root, scope.page.body]) {
    if (
      element === undefined ||
      !scope.page.isDocument ||
      attributeOf(element, "aria-hidden") === undefined
    )
      continue;
    if (attributeOf(element, "aria-hidden")?.trim().toLowerCase() === "true") {
      scope.fail(element, "aria-hidden hides the whole page from screen readers", {
        fix: safe({ set: { "aria-hidden": null } }),
      });
    } else scope.pass(element);
  }
}

function presentationalChildrenFocus(scope: Scope): void {
  const { page } = scope;
  const holders = focusInside(scope);
  for (const element of page.elements) {
    const role = concreteRole(scope.roleOf(element) ?? "");
    if (
      !role?.hasPresentationalChildren ||
      page.isHidden(element) ||
      childElements(element).length + element.childNodes.length === 0
    )
      continue;
    if (!holders.has(element)) scope.pass(element);
    else
      scope.fail(
        element,
        `Something inside the ${role.name} can have the focus, and nobody hears what it is: move it out`,
      );
  }
}

function decorativeExposed(scope: Scope): void {
  for (const element of scope.page.elements) {
    const explicit = explicitRole(element);
    const isDecorative =
      (element.tagName === "img" && attributeOf(element, "alt") === "") || isNone(explicit);
    if (!isDecorative || scope.page.isHidden(element)) continue;
    if (explicit !== null && !isNone(explicit)) continue;
    if (isNone(scope.roleOf(element))) scope.pass(element);
    else
      scope.fail(
        element,
        "It is marked as decoration and is exposed all the same: take its focus and its aria attributes away",
      );
  }
}

export const ARIA_RULES: readonly Rule[] = [
  {
    id: "aria-attribute-defined",
    act: ["5f99a7"],
    wcag: ["4.1.2"],
    level: "A",
    title: "ARIA attributes exist",
    check: attributeDefined,
  },
  {
    id: "aria-attribute-permitted",
    act: ["5c01ea"],
    wcag: ["4.1.2"],
    level: "A",
    title: "ARIA attributes fit the role",
    check: attributePermitted,
  },
  {
    id: "aria-attribute-value",
    act: ["6a7281"],
    wcag: ["4.1.2"],
    level: "A",
    title: "ARIA attributes have a value of their type",
    check: attributeValue,
  },
  {
    id: "aria-id-reference",
    act: ["in6db8"],
    wcag: ["4.1.2"],
    level: "A",
    title: "What a widget controls exists",
    check: idReference,
  },
  {
    id: "role-valid",
    act: ["674b10"],
    wcag: ["4.1.2"],
    level: "A",
    title: "Roles exist",
    check: roleValid,
  },
  {
    id: "role-required-attributes",
    act: ["4e8ab6"],
    wcag: ["4.1.2"],
    level: "A",
    title: "Roles have the states they need",
    check: requiredAttributes,
  },
  {
    id: "aria-required-children",
    act: ["bc4a75"],
    wcag: ["1.3.1"],
    level: "A",
    title: "Roles own what they may own",
    check: requiredChildren,
  },
  {
    id: "aria-required-parent",
    act: ["ff89c9"],
    wcag: ["1.3.1"],
    level: "A",
    title: "Roles stand in what they must stand in",
    check: requiredParent,
  },
  {
    id: "aria-hidden-focus",
    act: ["6cfa84"],
    wcag: ["4.1.2"],
    level: "A",
    title: "What is hidden cannot have the focus",
    check: ariaHiddenFocus,
  },
  {
    id: "aria-hidden-body",
    act: [],
    wcag: ["4.1.2"],
    level: "A",
    title: "The page is not hidden",
    check: ariaHiddenBody,
  },
  {
    id: "presentational-children-focus",
    act: ["307n5z"],
    wcag: ["4.1.2"],
    level: "A",
    title: "What is inside a control cannot have the focus",
    check: presentationalChildrenFocus,
  },
  {
    id: "decorative-exposed",
    act: ["46ca7f"],
    wcag: [],
    level: null,
    title: "Decoration is not exposed",
    check: decorativeExposed,
  },
];
