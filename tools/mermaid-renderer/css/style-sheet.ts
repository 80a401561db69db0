/** Style sheets: rules with one selector each, found by what the selector's last part names. */
import type { DomElement } from "../dom/node.ts";
import { tagOf } from "../dom/node.ts";
import { type Declaration, readDeclarations, splitOutside } from "./declarations.ts";

export interface StyleRule {
  readonly selector: string;
  /** Specificity first, then the place in the sheet: the larger one wins. */
  readonly weight: number;
  readonly declarations: readonly Declaration[];
}

export interface StyleSheet {
  /** By `.class`, `#id`, `tag` or `*`, as the last part of the selector names it first. */
  readonly rules: ReadonlyMap<string, readonly StyleRule[]>;
  /** Custom properties of `:root`. */
  readonly variables: ReadonlyMap<string, string>;
}

const RULES_PER_SPECIFICITY = 100_000;
/** What a `style` attribute weighs. */
export const INLINE_WEIGHT = 1e15;

export function readStyleSheet(css: string): StyleSheet {
  const rules = new Map<string, StyleRule[]>();
  const variables = new Map<string, string>();
  let order = 0;
  for (const { prelude, body } of blocksOf(css.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, ""))) {
    if (prelude.startsWith("@")) continue;
    const declarations = readDeclarations(body);
    if (prelude.includes(":root")) {
      for (const { name, value } of declarations) {
        if (name.startsWith("--")) variables.set(name, value);
      }
    }
    for (const part of splitOutside(prelude, ",")) {
      const selector = part.trim();
      const weight = specificityOf(selector) * RULES_PER_SPECIFICITY + ++order;
      const key = keyOf(selector);
      const same = rules.get(key);
      if (same) same.push({ selector, weight, declarations });
      else rules.set(key, [{ selector, weight, declarations }]);
    }
  }
  return { rules, variables };
}

function* blocksOf(css: string): Generator<{ readonly prelude: string; readonly body: string }> {
  for (let from = 0; from < css.length;) {
    const open = css.indexOf("{", from);
    if (open < 0) return;
    const close = closingBrace(css, open);
    yield { prelude: css.slice(from, open).trim(), body: css.slice(open + 1, close) };
    from = close + 1;
  }
}

function closingBrace(css: string, open: number): number {
  let depth = 0;
  for (let index = open; index < css.length; index++) {
    const symbol = css.charAt(index);
    if (symbol === "{") depth++;
    else if (symbol === "}" && --depth === 0) return index;
  }
  return css.length;
}

/** Selectors Level 4, section 17: ids, then classes, attributes and pseudo-classes, then types. */
function specificityOf(selector: string): number {
  const flat = selector.replace(/:not\(([^()]*)\)/g, " $1 ");
  const count = (pattern: RegExp, text = flat): number => text.match(pattern)?.length ?? 0;
  const rest = flat.replace(/[#.][\w-]+|\[[^[\]]*\]|:[\w-]+(?:\([^()]*\))?/g, " ");
  const classes = count(/\.[\w-]+|\[[^[\]]*\]|:(?!:)[\w-]+/g);
  return count(/#[\w-]+/g) * 10_000 + classes * 100 + count(/[a-zA-Z][\w-]*/g, rest);
}

function keyOf(selector: string): string {
  const bare = selector.replace(/\[[^[\]]*\]/g, "");
  const last = bare.split(/[\s>+~]+/).at(-1) ?? "";
  const plain = last.replace(/:[\w-]+(?:\([^()]*\))?/g, "");
  const [name] = /\.[\w-]+/.exec(plain) ??
    /#[\w-]+/.exec(plain) ??
    /^[a-zA-Z][\w-]*/.exec(plain) ?? ["*"];
  return /^[.#]/.test(name) ? name : name.toLowerCase();
}

/** The rules whose selector the element fits. */
export function* rulesFor(element: DomElement, { rules }: StyleSheet): Generator<StyleRule> {
  const id = element.getAttribute("id");
  const classes = (element.getAttribute("class") ?? "").split(/\s+/).filter(Boolean);
  const keys = [
    "*",
    tagOf(element),
    ...(id ? [`#${id}`] : []),
    ...classes.map((name) => `.${name}`),
  ];
  for (const key of new Set(keys)) {
    for (const rule of rules.get(key) ?? []) if (fits(element, rule.selector)) yield rule;
  }
}

/** A selector that the DOM does not know fits nothing. */
function fits(element: DomElement, selector: string): boolean {
  try {
    return element.matches(selector);
  } catch {
    return false;
  }
}
