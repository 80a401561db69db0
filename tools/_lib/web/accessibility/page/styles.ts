/** Declarations of style attributes, and of rules for one type, class or id. */

export interface Declaration {
  readonly name: string;
  /** Without `!important`. */
  readonly value: string;
  readonly isImportant: boolean;
}

/** The declarations of a block, in their order; what is none is left out. */
export function declarationsIn(text: string): Declaration[] {
  return splitOutside(withoutComments(text)).flatMap((part) => {
    const colon = part.indexOf(":");
    if (colon < 0) return [];
    const name = part.slice(0, colon).trim().toLowerCase();
    const whole = part.slice(colon + 1).trim();
    const value = whole.replace(/!\s*important$/i, "").trim();
    return name === "" || value === ""
      ? []
      : [{ name, value: value.toLowerCase(), isImportant: value !== whole }];
  });
}

/** The declaration of a name that wins. */
export function winning(declarations: readonly Declaration[], name: string) {
  const all = declarations.filter((one) => one.name === name);
  return all.findLast(({ isImportant }) => isImportant) ?? all.at(-1);
}

/** Properties that decide what is seen, and how well it is read. */
const READ =
  /^(?:display|visibility|opacity|color|background(?:-color|-image)?|font-(?:size|weight)|(?:letter|word)-spacing|line-height)$/;

/** Of each property that is read the last declaration, and the last important one. */
function lastOfEach(declarations: readonly Declaration[]): Declaration[] {
  const last = new Map<string, Declaration>();
  for (const one of declarations) {
    if (!READ.test(one.name)) continue;
    const key = `${one.name} ${one.isImportant}`;
    last.delete(key);
    last.set(key, one);
  }
  return [...last.values()];
}

/** At semicolons that stand in no parentheses and no quotation marks. */
function splitOutside(text: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let depth = 0;
  let quote = "";
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === "\\") at++;
    else if (quote !== "") quote = character === quote ? "" : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === "(") depth++;
    else if (character === ")") depth = Math.max(0, depth - 1);
    else if (character === ";" && depth === 0) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)];
}

function withoutComments(text: string): string {
  let kept = "";
  let from = 0;
  for (let at = text.indexOf("/*"); at >= 0; at = text.indexOf("/*", from)) {
    kept += text.slice(from, at);
    const end = text.indexOf("*/", at + 2);
    from = end < 0 ? text.length : end + 2;
  }
  return kept + text.slice(from);
}

/** Rules for one type, class or id, by their selector. */
export class StyleRules {
  readonly #rules = new Map<string, Declaration[]>();

  /** Takes the rules of a style sheet; those in at-rules hold only at times, and are left out. */
  add(sheet: string): void {
    const text = withoutComments(sheet);
    let depth = 0;
    let start = 0;
    let open = 0;
    for (let at = 0; at < text.length; at++) {
      const character = text[at];
      if (character === ";" && depth === 0) start = at + 1;
      if (character === "{" && depth++ === 0) open = at;
      if (character === "}" && depth > 0 && --depth === 0) {
        this.#take(text.slice(start, open).trim(), text.slice(open + 1, at));
        start = at + 1;
      }
    }
  }

  #take(prelude: string, block: string): void {
    if (prelude.startsWith("@")) return;
    const declarations = declarationsIn(block);
    for (const selector of prelude.split(",").map((one) => one.trim())) {
      if (!/^[.#]?[\w-]+$/.test(selector)) continue;
      const key = /^[.#]/.test(selector) ? selector : selector.toLowerCase();
      this.#rules.set(key, lastOfEach([...(this.#rules.get(key) ?? []), ...declarations]));
    }
  }

  /** What holds for an element, the stronger last. */
  of(tagName: string, classes: readonly string[], id: string | undefined): Declaration[] {
    if (this.#rules.size === 0) return [];
    const keys = [tagName, ...classes.map((name) => `.${name}`), ...(id ? [`#${id}`] : [])];
    return keys.flatMap((key) => this.#rules.get(key) ?? []);
  }
}
