/** Rules about style attributes: spacing that readers cannot change, and contrast. */
import { attributeOf, containerOf, type HtmlElement } from "../../../formats/html/tree.ts";
import { type Colour, contrastOf, hexOf, parseColour, passingColour } from "../page/colour.ts";
import { isHtml } from "../page/page.ts";
import { type Rule, safe, type Scope, suggested } from "./rule.ts";
import { type Declaration, declarationsIn, winning } from "../page/styles.ts";

const DEFAULT_SIZE = 16;

const SPACINGS: Readonly<Record<string, { readonly act: string; readonly least: number }>> = {
  "letter-spacing": { act: "24afc2", least: 0.12 },
  "word-spacing": { act: "9e45ec", least: 0.16 },
  "line-height": { act: "78fd32", least: 1.5 },
};

const INHERITED = /^(?:inherit|unset|revert|revert-layer)$/;

function ownStyle(element: HtmlElement): Declaration[] {
  return declarationsIn(attributeOf(element, "style") ?? "");
}

function textSpacing(scope: Scope): void {
  for (const element of scope.page.elements) {
    if (attributeOf(element, "style") === undefined || !isHtml(element)) continue;
    const style = ownStyle(element);
    for (const [name, { act, least }] of Object.entries(SPACINGS)) {
      const found = winning(style, name);
      if (!found?.isImportant || INHERITED.test(found.value)) continue;
      const ratios = ratiosOf(scope, element, found);
      if (ratios.length === 0) continue;
      if (ratios.every((ratio) => ratio === undefined || ratio >= least)) {
        scope.pass(element, [act]);
        continue;
      }
      const message = `${name} is ${found.value} and cannot be changed by those who need ${least} of the font size`;
      const fix = safe({
        set: { style: withoutImportant(attributeOf(element, "style") ?? "", name) },
      });
      // It matters only where lines wrap, which the layout decides.
      if (name === "line-height") scope.unsure(element, message, { fix, act: [act] });
      else scope.fail(element, message, { fix, act: [act] });
    }
  }
}

/** The spacing of each text that it holds for, in font sizes; undefined where that is not known. */
function ratiosOf(
  scope: Scope,
  element: HtmlElement,
  declared: Declaration,
): (number | undefined)[] {
  const ratios: (number | undefined)[] = [];
  const left = [element];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (!scope.page.isVisible(next)) continue;
    if (next.childNodes.some((node) => "value" in node && node.value.trim() !== "")) {
      ratios.push(ratioOf(scope, declared.value, element, next));
    }
    for (const node of next.childNodes) {
      if (
        "tagName" in node &&
        winning(scope.page.declarationsOf(node), declared.name) === undefined
      )
        left.push(node);
    }
  }
  return ratios;
}

const LENGTH = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+))(px|pt|em|rem|ex|ch|%)?$/;

function ratioOf(
  scope: Scope,
  value: string,
  holder: HtmlElement,
  text: HtmlElement,
): number | undefined {
  if (value === "normal" || value === "initial") return 0;
  const [, digits, unit] = LENGTH.exec(value) ?? [];
  if (digits === undefined) return undefined;
  const number = Number(digits);
  if (unit === undefined) return number;
  const [size, own] = [sizeOf(scope, holder), sizeOf(scope, text)];
  if (unit === "em" || unit === "%") {
    const factor = unit === "%" ? number / 100 : number;
    return size === undefined || own === undefined ? factor : (factor * size) / own;
  }
  const pixels = PIXELS[unit];
  return own === undefined || pixels === undefined ? undefined : (number * pixels) / own;
}

const PIXELS: Readonly<Record<string, number>> = { px: 1, pt: 4 / 3, rem: DEFAULT_SIZE };

const HEADING_SIZES: Readonly<Record<string, number>> = {
  h1: 32,
  h2: 24,
  h3: 18.72,
  h4: 16,
  h5: 13.28,
  h6: 10.72,
};

/** The font size in px, as far as style attributes and simple rules say it; undefined where it cannot be known. */
function sizeOf(scope: Scope, element: HtmlElement): number | undefined {
  let factor = 1;
  for (let at: HtmlElement | undefined = element; at !== undefined; at = containerOf(at)) {
    const value = winning(scope.page.declarationsOf(at), "font-size")?.value;
    if (value === undefined) {
      const size = HEADING_SIZES[at.tagName];
      if (size !== undefined) return size * factor;
      continue;
    }
    const [, digits, unit] = LENGTH.exec(value) ?? [];
    if (digits === undefined) return undefined;
    if (unit === "px") return Number(digits) * factor;
    if (unit === "pt") return ((Number(digits) * 4) / 3) * factor;
    if (unit === "rem") return Number(digits) * DEFAULT_SIZE * factor;
    if (unit !== "em" && unit !== "%") return undefined;
    factor *= unit === "%" ? Number(digits) / 100 : Number(digits);
  }
  return DEFAULT_SIZE * factor;
}

function withoutImportant(style: string, name: string): string {
  const parts = style.split(";").map((part) => {
    const mark = part.lastIndexOf("!");
    const isOf = part.split(":", 1)[0]?.trim().toLowerCase() === name;
    const isImportant = mark >= 0 && /^\s*important\s*$/i.test(part.slice(mark + 1));
    return isOf && isImportant ? part.slice(0, mark).trimEnd() : part;
  });
  return parts.join(";");
}

const BOLD = /^(?:b|strong|th|h[1-6])$/;

function contrastInline(scope: Scope): void {
  const styles = new Styles(scope);
  for (const element of scope.page.elements) {
    if (!isHtml(element) || !scope.page.isVisible(element)) continue;
    if (!element.childNodes.some((node) => "value" in node && node.value.trim() !== "")) continue;
    const colours = styles.coloursOf(element);
    if (colours === undefined) continue;
    const ratio = Math.floor(contrastOf(colours.text, colours.ground) * 100) / 100;
    const size = sizeOf(scope, element);
    const isLarge = size === undefined || size >= 24 || (size >= 18.66 && isBold(scope, element));
    const least = isLarge ? 3 : 4.5;
    if (ratio >= least && (size !== undefined || ratio >= 4.5)) scope.pass(element);
    else if (ratio >= least)
      scope.unsure(element, `The contrast is ${ratio}: enough for large text only`);
    else {
      scope.fail(element, `The contrast is ${ratio}, expected ${least} at least`, {
        fix: contrastFix(element, colours, least),
      });
    }
  }
}

interface Colours {
  readonly text: Colour;
  readonly ground: Colour;
}

/** A colour, or that it cannot be known, or that nothing says it. */
type Known = Colour | "unknown" | undefined;

/** What style attributes alone say of colours, from the outermost element to the innermost. */
class Styles {
  readonly #texts = new Map<HtmlElement, Known>();
  readonly #grounds = new Map<HtmlElement, Known>();

  constructor(scope: Scope) {
    for (const element of scope.page.elements) {
      const parent = containerOf(element);
      const own = ownStyle(element);
      const all = scope.page.declarationsOf(element);
      const foreign = all.slice(0, all.length - own.length);
      this.#texts.set(
        element,
        textOf(element, own, foreign) ?? (parent && this.#texts.get(parent)),
      );
      const ground = backgroundOf(own, foreign);
      this.#grounds.set(element, ground ?? (parent && this.#grounds.get(parent)));
    }
  }

  coloursOf(element: HtmlElement): Colours | undefined {
    const [text, ground] = [this.#texts.get(element), this.#grounds.get(element)];
    if (text === undefined || ground === undefined) return undefined;
    return text === "unknown" || ground === "unknown" ? undefined : { text, ground };
  }
}

function textOf(
  element: HtmlElement,
  own: readonly Declaration[],
  foreign: readonly Declaration[],
): Known {
  const declared = winning(own, "color");
  if (declared !== undefined && !INHERITED.test(declared.value)) {
    return parseColour(declared.value) ?? "unknown";
  }
  // Browsers have colours of their own for these.
  const isColoured = /^(?:a|button|input|mark|select|textarea)$/.test(element.tagName);
  return isColoured || winning(foreign, "color") !== undefined ? "unknown" : undefined;
}

function backgroundOf(own: readonly Declaration[], foreign: readonly Declaration[]): Known {
  const veils = [...own, ...foreign].some(
    ({ name, value }) =>
      (name === "opacity" && value !== "1") || (name === "background-image" && value !== "none"),
  );
  if (veils) return "unknown";
  const ground = groundOf(own);
  if (ground !== undefined) return ground;
  return foreign.some(({ name }) => name.startsWith("background")) ? "unknown" : undefined;
}

function groundOf(style: readonly Declaration[]): Colour | "unknown" | undefined {
  const found = style.findLast(({ name }) => name === "background" || name === "background-color");
  if (found === undefined || found.value === "transparent" || found.value === "none")
    return undefined;
  return parseColour(found.value) ?? "unknown";
}

function isBold(scope: Scope, element: HtmlElement): boolean {
  for (let at: HtmlElement | undefined = element; at !== undefined; at = containerOf(at)) {
    const weight = winning(scope.page.declarationsOf(at), "font-weight")?.value;
    if (weight !== undefined)
      return weight === "bold" || weight === "bolder" || Number(weight) >= 700;
    if (BOLD.test(at.tagName)) return true;
  }
  return false;
}

function contrastFix(element: HtmlElement, { text, ground }: Colours, least: number) {
  const colour = passingColour(text, ground, least);
  if (colour === undefined) return undefined;
  const style = (attributeOf(element, "style") ?? "").trim().replace(/;$/, "");
  const kept = style.split(";").filter((part) => !/^\s*color\s*:/i.test(part));
  const parts = [...kept.map((part) => part.trim()).filter(Boolean), `color: ${hexOf(colour)}`];
  return suggested({ set: { style: parts.join("; ") } });
}

export const STYLE_RULES: readonly Rule[] = [
  {
    id: "text-spacing",
    act: ["24afc2", "9e45ec", "78fd32"],
    wcag: ["1.4.12"],
    level: "AA",
    title: "Readers can change the spacing of text",
    check: textSpacing,
  },
  {
    id: "contrast-inline",
    act: ["afw4f7"],
    wcag: ["1.4.3"],
    level: "AA",
    title: "Text has enough contrast",
    check: contrastInline,
  },
];
