import { isKeyword, literal, NEVER, type Type, union } from "./types.ts";

const MOST_TEXTS = 2000;
const NUMBER = String.raw`-?[0-9]+(\.[0-9]+)?`;
const INTEGER = "-?[0-9]+";

/** A regular expression, without anchors, for exactly this text. */
export function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}

/**
 * The type of a template: the texts themselves where all holes are literals, else a pattern.
 * Undefined where a hole has no text.
 */
export function templateType(
  quasis: readonly string[],
  holes: readonly (readonly Type[])[],
): Type | undefined {
  if (holes.some((hole) => hole.length === 0)) return NEVER;
  const texts = holes.map((hole) => hole.map(textOf));
  const count = texts.reduce((product, hole) => Math.min(product * hole.length, MOST_TEXTS + 1), 1);
  if (count <= MOST_TEXTS && texts.every((hole) => !hole.includes(undefined))) {
    return union(combine(quasis, texts as string[][]).map(literal));
  }
  let pattern = escapePattern(quasis[0] ?? "");
  for (const [index, hole] of holes.entries()) {
    const parts = hole.map(patternOf);
    if (parts.includes(undefined)) return undefined;
    pattern += parts.length === 1 ? parts[0] : `(${parts.join("|")})`;
    pattern += escapePattern(quasis[index + 1] ?? "");
  }
  return { kind: "template", pattern };
}

function combine(quasis: readonly string[], holes: readonly (readonly string[])[]): string[] {
  let texts = [quasis[0] ?? ""];
  for (const [index, hole] of holes.entries()) {
    const tail = quasis[index + 1] ?? "";
    texts = texts.flatMap((text) => hole.map((part) => text + part + tail));
  }
  return texts;
}

function textOf(type: Type): string | undefined {
  if (type.kind === "literal") return String(type.value);
  return isKeyword(type, "null", "undefined") && type.kind === "keyword" ? type.name : undefined;
}

function patternOf(type: Type): string | undefined {
  const text = textOf(type);
  if (text !== undefined) return escapePattern(text);
  if (type.kind === "template") return type.pattern;
  if (type.kind !== "keyword") return undefined;
  switch (type.name) {
    case "string":
    case "any":
      return ".*";
    case "number":
      return NUMBER;
    case "bigint":
      return INTEGER;
    case "boolean":
      return "(true|false)";
    default:
      return undefined;
  }
}

const LONGEST_PATTERN = 200;
const LONGEST_TEXT = 1000;

/** Whether the text is one that the template describes; undefined where to find out may take too long. */
export function matchesTemplate(text: string, pattern: string): boolean | undefined {
  const holes = pattern.split(/[*+]/).length - 1;
  if (pattern.length > LONGEST_PATTERN || text.length > LONGEST_TEXT || holes > 3) return undefined;
  return new RegExp(`^(?:${pattern})$`, "su").test(text);
}

/** A text as one of the string utility types changes it. */
export function changeCase(name: string, text: string): string {
  switch (name) {
    case "Uppercase":
      return text.toUpperCase();
    case "Lowercase":
      return text.toLowerCase();
    case "Capitalize":
      return text.charAt(0).toUpperCase() + text.slice(1);
    default:
      return text.charAt(0).toLowerCase() + text.slice(1);
  }
}
