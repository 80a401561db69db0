/** The values of properties where text is measured: the cascade, and what is inherited. */
import { type DomElement, type DomNode, childElements, isElement, tagOf } from "../dom/node.ts";
import { type Declaration, readDeclarations } from "./declarations.ts";
import { INLINE_WEIGHT, readStyleSheet, rulesFor, type StyleSheet } from "./style-sheet.ts";

/** What measuring asks for: rules about nothing else need not be matched. */
const MEASURED = new Set([
  "alignment-baseline",
  "display",
  "dominant-baseline",
  "font-family",
  "font-size",
  "font-style",
  "font-weight",
  "letter-spacing",
  "text-anchor",
  "white-space",
]);

const INHERITED = new Set([
  "font-family",
  "font-size",
  "font-style",
  "font-weight",
  "letter-spacing",
  "text-anchor",
  "white-space",
]);

const DEFAULT_FONT_SIZE = 16;
const NO_SHEET = readStyleSheet("");

/** The style sheets of one document, each read once. */
export class Styles {
  #css = "";
  #sheet = NO_SHEET;

  /** For as long as the document stays as it is. */
  reader(element: DomElement): StyleReader {
    return new StyleReader(this.#sheetFor(element));
  }

  /** The sheet that an element's outermost SVG holds. */
  #sheetFor(element: DomElement): StyleSheet {
    let outermost: DomElement | undefined;
    for (let node: DomNode | null = element; isElement(node); node = node.parentNode) {
      if (tagOf(node) === "svg") outermost = node;
    }
    let css = "";
    for (const child of outermost ? childElements(outermost) : []) {
      if (tagOf(child) === "style") css += child.textContent ?? "";
    }
    if (css !== this.#css) {
      this.#css = css;
      this.#sheet = measuredOnly(readStyleSheet(css));
    }
    return this.#sheet;
  }
}

type Winners = ReadonlyMap<string, { readonly value: string; readonly rank: number }>;

export class StyleReader {
  readonly #sheet: StyleSheet;
  readonly #winners = new Map<DomElement, Winners>();

  constructor(sheet: StyleSheet) {
    this.#sheet = sheet;
  }

  /** The value that the cascade gives the element itself. */
  own(element: DomElement, property: string): string | undefined {
    let winners = this.#winners.get(element);
    if (!winners) {
      winners = cascade(element, this.#sheet);
      this.#winners.set(element, winners);
    }
    return winners.get(property)?.value ?? (element.getAttribute(property) || undefined);
  }

  /** With what the element inherits. */
  computed(element: DomElement, property: string): string | undefined {
    for (let node: DomNode | null = element; isElement(node); node = node.parentNode) {
      const value = this.own(node, property);
      if (value !== undefined && value !== "inherit") return value;
      if (!INHERITED.has(property)) return undefined;
    }
    return undefined;
  }

  /** In pixels. `xHeight` is that of the font, in em. */
  fontSize(element: DomNode | null, xHeight: number): number {
    if (!isElement(element)) return DEFAULT_FONT_SIZE;
    const value = this.own(element, "font-size");
    const inherited = (): number => this.fontSize(element.parentNode, xHeight);
    if (value === undefined || value === "inherit") return inherited();
    const number = Number.parseFloat(value);
    if (Number.isNaN(number)) return NAMED_SIZES[value] ?? inherited();
    const unit = /(?<![a-z%])[a-z%]*$/i.exec(value.trim())?.[0] ?? "";
    if (unit === "rem") return number * DEFAULT_FONT_SIZE;
    if (unit === "em") return number * inherited();
    if (unit === "ex") return number * inherited() * xHeight;
    if (unit === "%") return (number / 100) * inherited();
    return unit === "pt" ? (number * 4) / 3 : number;
  }
}

function cascade(element: DomElement, sheet: StyleSheet): Winners {
  const winners = new Map<string, { readonly value: string; readonly rank: number }>();
  const take = ({ name, value, important }: Declaration, weight: number): void => {
    const rank = weight + (important ? 2 * INLINE_WEIGHT : 0);
    if (rank >= (winners.get(name)?.rank ?? 0)) winners.set(name, { value, rank });
  };
  for (const { declarations, weight } of rulesFor(element, sheet)) {
    for (const declaration of declarations) take(declaration, weight);
  }
  const inline = element.getAttribute("style");
  for (const declaration of inline ? readDeclarations(inline) : [])
    take(declaration, INLINE_WEIGHT);
  return winners;
}

const NAMED_SIZES: Readonly<Record<string, number>> = { small: 13, medium: 16, large: 18 };

function measuredOnly({ rules, variables }: StyleSheet): StyleSheet {
  const kept = Array.from(rules, ([key, list]) => {
    const about = list.filter(({ declarations }) =>
      declarations.some(({ name }) => MEASURED.has(name)),
    );
    return [key, about] as const;
  });
  return { rules: new Map(kept.filter(([, list]) => list.length > 0)), variables };
}
