/** Rules about attributes of HTML: ids and what refers to them, order of focus, autocomplete. */
import { attributeOf, type HtmlElement } from "../../../formats/html/tree.ts";
import { nearest } from "../../../text/nearest.ts";
import { quoted } from "../../../text/shown.ts";
import { inputType, isDisabled, isHtml, tabIndexOf } from "../page/page.ts";
import { isKindOf } from "../page/roles.ts";
import { type Rule, safe, type Scope, suggested } from "./rule.ts";
import { explicitRole, idsIn } from "../page/semantics.ts";
import { writtenAttributes } from "../page/start-tag.ts";

/** Where there are more ids, none is guessed. */
const MOST_COMPARED = 200;

const REFERENCES = ["for", "aria-labelledby", "aria-describedby", "list", "form"];

function referenceExists(scope: Scope): void {
  const { byId } = scope.page;
  for (const element of scope.page.elements) {
    for (const name of REFERENCES) {
      const value = attributeOf(element, name);
      if (value === undefined || (name === "for" && !/^(?:label|output)$/.test(element.tagName)))
        continue;
      if ((name === "list" || name === "form") && !isHtml(element)) continue;
      const isList = name.startsWith("aria-") || element.tagName === "output";
      const ids = isList ? idsIn(value) : value === "" ? [] : [value];
      if (ids.length === 0) continue;
      const first = ids.find((id) => !byId.has(id));
      if (first === undefined) {
        scope.pass(element);
        continue;
      }
      const [near] = byId.size > MOST_COMPARED ? [] : nearest(first, byId.keys(), { limit: 1 });
      scope.fail(element, `${name} names ${quoted(first)}, and no element has that id`, {
        fix:
          near === undefined
            ? undefined
            : suggested({ set: { [name]: ids.map((id) => (id === first ? near : id)).join(" ") } }),
      });
    }
  }
}

function tabindexPositive(scope: Scope): void {
  for (const element of scope.page.elements) {
    const index = tabIndexOf(element);
    if (index === undefined) continue;
    if (index <= 0) scope.pass(element);
    else {
      scope.fail(element, `tabindex ${index} takes it out of the order of the page`, {
        fix: safe({ set: { tabindex: "0" } }),
      });
    }
  }
}

function idUnique(scope: Scope): void {
  const { page } = scope;
  const referred = new Set<string>();
  for (const { attrs } of page.elements) {
    for (const { name, value } of attrs) {
      if (
        REFERENCES.includes(name) ||
        /^aria-(?:controls|owns|details|errormessage|flowto|activedescendant)$/.test(name) ||
        name === "headers"
      ) {
        for (const id of idsIn(value)) referred.add(id);
      }
      if (name === "href" && value.startsWith("#")) referred.add(value.slice(1));
    }
  }
  const numbers = new Map<string, number>();
  for (const element of page.elements) {
    const id = attributeOf(element, "id") ?? "";
    if (id.trim() === "") continue;
    if (page.byId.get(id) === element) {
      scope.pass(element);
      continue;
    }
    let number = numbers.get(id) ?? 2;
    while (page.byId.has(`${id}-${number}`)) number++;
    numbers.set(id, number + 1);
    scope.fail(element, `The id ${quoted(id)} stands on an earlier element, too`, {
      fix: suggested({ set: { id: `${id}-${number}` } }),
      isGrave: referred.has(id),
    });
  }
}

function attributeDuplicate(scope: Scope): void {
  for (const element of scope.page.elements) {
    const tag = scope.page.startTagOf(element);
    if (tag === "") continue;
    const names = writtenAttributes(tag).map(({ name }) => name);
    const twice = firstTwice(names);
    if (twice === undefined) scope.pass(element);
    else {
      scope.fail(element, `${quoted(twice)} stands twice in one tag: browsers take the first`, {
        fix: safe({ dropDuplicates: true }),
      });
    }
  }
}

function firstTwice(names: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return names.find((name) => seen.size === seen.add(name).size);
}

const AUTOFILL = new Set(
  (
    "name honorific-prefix given-name additional-name family-name honorific-suffix nickname organization-title username " +
    "new-password current-password one-time-code organization street-address address-line1 address-line2 address-line3 " +
    "address-level4 address-level3 address-level2 address-level1 country country-name postal-code cc-name cc-given-name " +
    "cc-additional-name cc-family-name cc-number cc-exp cc-exp-month cc-exp-year cc-csc cc-type transaction-currency " +
    "transaction-amount language bday bday-day bday-month bday-year sex url photo"
  ).split(" "),
);
const CONTACT = new Set(
  "tel tel-country-code tel-national tel-area-code tel-local tel-local-prefix tel-local-suffix tel-extension email impp".split(
    " ",
  ),
);
const CONTACT_KIND = /^(?:home|work|mobile|fax|pager)$/;

const MEANT: Readonly<Record<string, string>> = Object.fromEntries(
  (
    "e-mail:email mail:email phone:tel telephone:tel mobile:tel cell:tel zip:postal-code zipcode:postal-code postcode:postal-code " +
    "firstname:given-name first-name:given-name fname:given-name lastname:family-name last-name:family-name surname:family-name " +
    "lname:family-name fullname:name full-name:name company:organization address:street-address city:address-level2 " +
    "town:address-level2 state:address-level1 province:address-level1 birthday:bday dob:bday user:username login:username " +
    "cardnumber:cc-number card-number:cc-number"
  )
    .split(" ")
    .map((pair) => pair.split(":")),
);

/** Whether the words are what section 4.10.18.7 of the HTML standard has for `autocomplete`. */
export function isAutocomplete(value: string): boolean {
  const words = value
    .toLowerCase()
    .split(/[\t\n\f\r ]+/)
    .filter(Boolean);
  if (words.at(-1) === "webauthn" && words.length > 1) words.pop();
  if (words[0]?.startsWith("section-")) words.shift();
  if (words[0] === "shipping" || words[0] === "billing") words.shift();
  const [first = "", second] = words;
  if (words.length === 1) return AUTOFILL.has(first) || CONTACT.has(first);
  return words.length === 2 && CONTACT_KIND.test(first) && CONTACT.has(second ?? "");
}

const NO_TEXT_FIELD = /^(?:button|checkbox|file|hidden|image|radio|reset|submit)$/;

function autocompleteValid(scope: Scope): void {
  for (const element of scope.page.elements) {
    const value = attributeOf(element, "autocomplete") ?? "";
    const plain = value.trim().toLowerCase();
    if (/^(?:|on|off)$/.test(plain) || !isFilledIn(scope, element)) continue;
    if (isAutocomplete(value)) {
      scope.pass(element);
      continue;
    }
    const meant = Object.hasOwn(MEANT, plain) ? MEANT[plain] : undefined;
    const hint = meant === undefined ? "" : `; ${meant} is`;
    scope.fail(
      element,
      `autocomplete ${quoted(value)} is none of the words that browsers know${hint}`,
      { fix: meant === undefined ? undefined : safe({ set: { autocomplete: meant } }) },
    );
  }
}

/** Whether it is a field that somebody types into or chooses from. */
function isFilledIn({ page }: Scope, element: HtmlElement): boolean {
  if (!/^(?:input|select|textarea)$/.test(element.tagName)) return false;
  if (element.tagName === "input" && NO_TEXT_FIELD.test(inputType(element))) return false;
  if (isDisabled(element) || !page.isVisible(element)) return false;
  if (attributeOf(element, "aria-disabled")?.toLowerCase() === "true") return false;
  const explicit = explicitRole(element);
  return tabIndexOf(element) !== -1 || explicit === null || isKindOf(explicit, "widget");
}

export const ATTRIBUTE_RULES: readonly Rule[] = [
  {
    id: "aria-reference-exists",
    act: [],
    wcag: ["1.3.1"],
    level: "A",
    title: "Ids that are referred to exist",
    check: referenceExists,
  },
  {
    id: "tabindex-positive",
    act: [],
    wcag: [],
    level: null,
    title: "The focus follows the page",
    check: tabindexPositive,
  },
  {
    id: "id-unique",
    act: ["3ea0c8"],
    wcag: [],
    level: null,
    title: "Ids are unique",
    check: idUnique,
  },
  {
    id: "attribute-duplicate",
    act: ["e6952f"],
    wcag: [],
    level: null,
    title: "Attributes stand once in a tag",
    check: attributeDuplicate,
  },
  {
    id: "autocomplete-valid",
    act: ["73f2c2"],
    wcag: ["1.3.5"],
    level: "AA",
    title: "autocomplete has words that browsers know",
    check: autocompleteValid,
  },
];
