/** Declaration lists of CSS: `name: value !important; …`. */

export interface Declaration {
  /** In lower case, but for custom properties. */
  readonly name: string;
  readonly value: string;
  readonly important: boolean;
}

const IMPORTANT = /(?<!\s)\s*!\s*important$/i;

/** The declarations of a block's body; what is none is left out. */
export function readDeclarations(body: string): Declaration[] {
  return splitOutside(body, ";").flatMap((text) => {
    const colon = text.indexOf(":");
    if (colon <= 0) return [];
    const name = text.slice(0, colon).trim();
    const written = text.slice(colon + 1).trim();
    const value = written.replace(IMPORTANT, "");
    if (value === "") return [];
    const isCustom = name.startsWith("--");
    return [{ name: isCustom ? name : name.toLowerCase(), value, important: value !== written }];
  });
}

/** Splits where `separator` stands outside quotes and brackets. */
export function splitOutside(text: string, separator: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let depth = 0;
  let quote = "";
  for (let index = 0; index < text.length; index++) {
    const symbol = text.charAt(index);
    if (quote !== "") {
      if (symbol === quote) quote = "";
    } else if (symbol === '"' || symbol === "'") quote = symbol;
    else if (symbol === "(" || symbol === "[") depth++;
    else if (symbol === ")" || symbol === "]") depth--;
    else if (symbol === separator && depth === 0) {
      parts.push(text.slice(start, index));
      start = index + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}
