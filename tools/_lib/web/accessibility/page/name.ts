/** The accessible name (accname 1.2). */
import {
  attributeOf,
  childElements,
  childNamed,
  containerOf,
  descendants,
  type HtmlElement,
  isBlock,
  isElement,
  textContent,
} from "../../../formats/html/tree.ts";
import { inputType, isHtml, type Page } from "./page.ts";
import { idsIn, isNone, semanticRole } from "./semantics.ts";
import { beginning } from "../../../text/shown.ts";
import { concreteRole } from "./roles.ts";

/** Many elements may refer to one long text; nobody hears a name as long as that. */
const LONGEST_REFERENCE = 10_000;

/** Of so many labels, one around the other, the first are read. */
const MOST_LABELS = 20;

const LABELABLE: ReadonlySet<string> = new Set(
  "button input meter output progress select textarea".split(" "),
);

/** The labels of a page, and names that were asked for before. */
export class Names {
  readonly #page: Page;
  readonly #labels = new Map<HtmlElement, HtmlElement[]>();
  readonly #names = new Map<HtmlElement, string>();
  readonly #contents = new Map<HtmlElement, string>();
  readonly #references = new Map<HtmlElement, string>();

  constructor(page: Page) {
    this.#page = page;
    for (const element of page.elements) {
      if (element.tagName !== "label") continue;
      const control = this.#controlOf(element);
      if (control === undefined) continue;
      const known = this.#labels.get(control);
      if (known) known.push(element);
      else this.#labels.set(control, [element]);
    }
  }

  #controlOf(label: HtmlElement): HtmlElement | undefined {
    const id = attributeOf(label, "for");
    if (id !== undefined) {
      const named = this.#page.byId.get(id);
      return named && isLabelable(named) ? named : undefined;
    }
    for (const inside of descendants(label)) if (isLabelable(inside)) return inside;
    return undefined;
  }

  labelsOf(element: HtmlElement): readonly HtmlElement[] {
    return this.#labels.get(element) ?? [];
  }

  /** With white space collapsed; "" for none. */
  of(element: HtmlElement): string {
    let name = this.#names.get(element);
    if (name === undefined) {
      // What names itself in a circle has nothing more to say the second time.
      this.#names.set(element, "");
      name = collapsed(this.#compute(element));
      this.#names.set(element, name);
    }
    return name;
  }

  #compute(element: HtmlElement): string {
    const referenced = idsIn(attributeOf(element, "aria-labelledby")).flatMap(
      (id) => this.#page.byId.get(id) ?? [],
    );
    const labelled = collapsed(referenced.map((one) => this.#referenced(one)).join(" "));
    if (labelled !== "") return labelled;
    const label = collapsed(attributeOf(element, "aria-label") ?? "");
    if (label !== "") return label;
    return this.withoutAria(element);
  }

  /** The name from the content, `alt`, labels and so on. */
  withoutAria(element: HtmlElement): string {
    const role = semanticRole(this.#page, element);
    const native = isNone(role) ? "" : collapsed(this.#native(element));
    if (native !== "") return native;
    if (this.#isNamedFromContent(element, role)) {
      const content = collapsed(this.contentOf(element));
      if (content !== "") return content;
    }
    const title = collapsed(attributeOf(element, "title") ?? "");
    if (title !== "") return title;
    return hasPlaceholder(element) ? collapsed(attributeOf(element, "placeholder") ?? "") : "";
  }

  #isNamedFromContent(element: HtmlElement, role: string | null): boolean {
    if (element.tagName === "summary" && isHtml(element)) return true;
    return role !== null && (concreteRole(role)?.isNamedFromContent ?? false);
  }

  /** What an element that is referred to says; hidden ones speak, too. */
  #referenced(element: HtmlElement): string {
    let said = this.#references.get(element);
    if (said === undefined) {
      said = beginning(this.#saidOf(element), LONGEST_REFERENCE);
      this.#references.set(element, said);
    }
    return said;
  }

  #saidOf(element: HtmlElement): string {
    const label = collapsed(attributeOf(element, "aria-label") ?? "");
    if (label !== "") return label;
    const native = collapsed(this.#native(element));
    if (native !== "") return native;
    const content = collapsed(
      this.#page.isHidden(element) ? textContent(element) : this.contentOf(element),
    );
    return content === "" ? (attributeOf(element, "title") ?? "") : content;
  }

  #native(element: HtmlElement): string {
    if (!isHtml(element)) return this.#foreign(element);
    const { tagName } = element;
    if (tagName === "img" || tagName === "area") return attributeOf(element, "alt") ?? "";
    if (tagName === "input") return this.#nativeInput(element);
    if (LABELABLE.has(tagName)) return this.#labelled(element);
    if (tagName === "fieldset") return this.#part(element, "legend");
    if (tagName === "table") return this.#part(element, "caption");
    if (tagName === "figure") return this.#part(element, "figcaption");
    if (tagName === "optgroup") return attributeOf(element, "label") ?? "";
    return "";
  }

  #nativeInput(element: HtmlElement): string {
    const type = inputType(element);
    if (type === "image") return attributeOf(element, "alt") || this.#labelled(element);
    const labelled = this.#labelled(element);
    if (labelled !== "" || !/^(?:button|submit|reset)$/.test(type)) return labelled;
    const value = attributeOf(element, "value");
    if (value !== undefined || type === "button") return value ?? "";
    return type === "submit" ? "Submit" : "Reset";
  }

  #foreign(element: HtmlElement): string {
    const title = childElements(element).find(({ tagName }) => tagName === "title");
    const text = title ? textContent(title) : "";
    if (text.trim() !== "" || element.tagName !== "a") return text;
    return this.contentOf(element) || (attributeOf(element, "xlink:title") ?? "");
  }

  #labelled(element: HtmlElement): string {
    const texts = this.labelsOf(element)
      .slice(0, MOST_LABELS)
      .map((label) => {
        const own = collapsed(attributeOf(label, "aria-label") ?? "");
        if (own !== "") return own;
        if (this.#page.isHidden(label)) return "";
        return this.contentOf(label, element);
      });
    return collapsed(texts.join(" "));
  }

  #part(element: HtmlElement, tagName: string): string {
    const part = childNamed(element, tagName);
    return part === undefined || this.#page.isHidden(part) ? "" : this.contentOf(part);
  }

  /** The text of what is inside, images and controls spoken; without one control that asks for it. */
  contentOf(element: HtmlElement, without?: HtmlElement): string {
    if (without === undefined) {
      const known = this.#contents.get(element);
      if (known !== undefined) return known;
    }
    const parts: string[] = [];
    for (const node of element.childNodes) {
      if (isElement(node)) {
        if (node === without) continue;
        const text = this.#spoken(node, without);
        parts.push(isBlock(node) || node.tagName === "br" ? ` ${text} ` : text);
      } else if ("value" in node) parts.push(node.value);
    }
    const content = parts.join("");
    if (without === undefined) this.#contents.set(element, content);
    return content;
  }

  #spoken(element: HtmlElement, without: HtmlElement | undefined): string {
    if (this.#page.isHidden(element)) return "";
    const label = collapsed(attributeOf(element, "aria-label") ?? "");
    const control = this.#controlValue(element);
    if (control !== undefined) return control;
    if (label !== "") return label;
    if (attributeOf(element, "aria-labelledby") !== undefined) {
      const name = this.of(element);
      if (name !== "") return name;
    }
    if (element.tagName === "slot") return textContent(element);
    const isPlain = isNone(semanticRole(this.#page, element));
    const native = isPlain || element.tagName === "table" ? "" : this.#native(element);
    if (native.trim() !== "") return native;
    const content = this.contentOf(element, without);
    return content.trim() === "" && !isPlain ? (attributeOf(element, "title") ?? "") : content;
  }

  /** What a control in the middle of a name says: its value. */
  #controlValue(element: HtmlElement): string | undefined {
    const role = semanticRole(this.#page, element);
    if (role === "textbox" || role === "searchbox") {
      if (element.tagName === "input") return attributeOf(element, "value") ?? "";
      return textContent(element);
    }
    if (role === "combobox" || role === "listbox") return chosenText(element, role);
    if (role !== "slider" && role !== "spinbutton" && role !== "scrollbar") return undefined;
    const said = ["aria-valuetext", "aria-valuenow", "value"].map((name) =>
      attributeOf(element, name),
    );
    return said.find((value) => value !== undefined) ?? "";
  }
}

/** What is chosen of a list. */
function chosenText(element: HtmlElement, role: string): string {
  if (element.tagName === "input") return attributeOf(element, "value") ?? "";
  const options = [...descendants(element)].filter(
    (one) => one.tagName === "option" || attributeOf(one, "role") === "option",
  );
  const chosen = options.filter(
    (one) =>
      attributeOf(one, "selected") !== undefined || attributeOf(one, "aria-selected") === "true",
  );
  const isOpen = element.tagName === "select" && role === "combobox";
  return (chosen.length > 0 ? chosen : options.slice(0, isOpen ? 1 : 0)).map(textContent).join(" ");
}

function isLabelable(element: HtmlElement): boolean {
  if (element.tagName === "input") return inputType(element) !== "hidden";
  return LABELABLE.has(element.tagName);
}

const WITH_PLACEHOLDER = /^(?:text|search|url|tel|email|password|number)$/;

export function hasPlaceholder(element: HtmlElement): boolean {
  if (element.tagName === "textarea") return true;
  return element.tagName === "input" && WITH_PLACEHOLDER.test(inputType(element));
}

/** With white space collapsed, and none at the ends. */
export function collapsed(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** The element and all around it that hold for a question. */
export function closest(
  element: HtmlElement,
  fits: (one: HtmlElement) => boolean,
): HtmlElement | undefined {
  let at: HtmlElement | undefined = element;
  while (at !== undefined && !fits(at)) at = containerOf(at);
  return at;
}
