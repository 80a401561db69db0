/** What comments say about a variable. */

export const TAGS = [
  "type",
  "enum",
  "min",
  "max",
  "pattern",
  "default",
  "example",
  "required",
  "optional",
  "secret",
  "deprecated",
] as const;

export type Tag = (typeof TAGS)[number];

export interface Annotation {
  /** The text behind each tag; of a tag that stands twice the last one. */
  readonly tags: ReadonlyMap<Tag, string>;
  /** All other text, in one line. */
  readonly description: string;
}

/** A tag's text runs to the next `@` behind a blank, or to the end of the line. */
export function readAnnotation(comments: readonly string[]): Annotation {
  const tags = new Map<Tag, string>();
  const words: string[] = [];
  for (const comment of comments) {
    const parts = withoutRule(comment.trim())
      .replace(/^#+/, "")
      .trim()
      .split(/(?<!\s)\s+(?=@)/);
    for (const part of parts) {
      const [, name = "", text = ""] = /^@(\w+)(?:\s+(.*))?$/s.exec(part) ?? [];
      const tag = TAGS.find((known) => known === name);
      if (tag !== undefined) tags.set(tag, text);
      else if (part !== "") words.push(part);
    }
  }
  return { tags, description: words.join(" ") };
}

/** `---- Database ----` without what only draws a line: it is an ornament of the file, and no description. */
function withoutRule(text: string): string {
  const [rule, mark] = /^([=*~_#-])\1{2,}(?=\s|$)/.exec(text) ?? [];
  if (rule === undefined) return text;
  let end = text.length;
  while (end > rule.length && text.charAt(end - 1) === mark) end--;
  return text.slice(rule.length, end);
}
