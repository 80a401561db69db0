/** The two style interfaces that a browser gives scripts: constructed sheets, and computed styles. */
import { type Declaration, readDeclarations } from "../css/declarations.ts";
import type { Styles } from "../css/computed.ts";
import type { DomElement } from "./node.ts";

class RuleStyle {
  readonly declarations: Declaration[];

  constructor(declarations: Declaration[]) {
    this.declarations = declarations;
  }

  get length(): number {
    return this.declarations.length;
  }

  setProperty(name: string, value: string, priority = ""): void {
    this.declarations.push({ name, value, important: priority === "important" });
  }

  getPropertyValue(name: string): string {
    return this.declarations.findLast((one) => one.name === name)?.value ?? "";
  }
}

class ConstructedRule {
  readonly type = 1;
  readonly selectorText: string;
  readonly style: RuleStyle;

  constructor(text: string) {
    const open = text.indexOf("{");
    this.selectorText = text.slice(0, open).trim();
    this.style = new RuleStyle(readDeclarations(text.slice(open + 1, text.lastIndexOf("}"))));
  }

  get cssText(): string {
    const body = this.style.declarations.map(
      ({ name, value, important }) => `${name}: ${value}${important ? " !important" : ""};`,
    );
    return `${this.selectorText} { ${body.join(" ")} }`;
  }
}

/** `CSSStyleSheet` as far as it is a list of rules to be written out again. */
export class ConstructedSheet {
  cssRules: { readonly cssText: string }[] = [];

  insertRule(text: string, index = 0): number {
    this.cssRules.splice(index, 0, new ConstructedRule(text));
    return index;
  }

  replaceSync(text: string): void {
    this.cssRules = [{ cssText: text }];
  }
}

/** What a property that nobody sets computes to. */
function initialValue(name: string): string {
  if (name === "font-size") return "16px";
  return /^(?:padding|border|margin)/.test(name) ? "0px" : "";
}

/** `getComputedStyle` for the properties that have a use where nothing is laid out. */
export function createComputedStyle(styles: Styles) {
  return (element: DomElement) => {
    const value = (name: string): string =>
      styles.reader(element).computed(element, name) ?? initialValue(name);
    return {
      getPropertyValue: value,
      get fontSize() {
        return value("font-size");
      },
      get textAnchor() {
        return styles.reader(element).computed(element, "text-anchor") ?? "start";
      },
    };
  };
}
