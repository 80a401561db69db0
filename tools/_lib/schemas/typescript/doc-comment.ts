import type { Comment } from "@babel/types";

export interface DocTag {
  /** Without the `@`. */
  readonly name: string;
  readonly text: string;
  /** Of the `@`, in the source. */
  readonly offset: number;
}

export interface DocComment {
  readonly description: string;
  readonly tags: readonly DocTag[];
}

/** The doc comment that belongs to a node: the last `/**` before it, or nothing. */
export function docBefore(
  source: string,
  node: { readonly start?: number | null; readonly leadingComments?: readonly Comment[] | null },
): DocComment | undefined {
  const comment = node.leadingComments?.findLast(
    ({ type, value }) => type === "CommentBlock" && value.startsWith("*") && value !== "*",
  );
  if (comment?.start === undefined || comment.start === null) return undefined;
  const end = comment.end ?? comment.start;
  if (endsLineOfCode(source, comment.start, end, node.start ?? end)) return undefined;
  return readDocComment(comment.value.slice(1), comment.start + 3);
}

/** Whether the comment stands behind code on its line, and the node on a later line: it is about the code. */
function endsLineOfCode(source: string, start: number, end: number, next: number): boolean {
  if (!/[\r\n]/.test(source.slice(end, next))) return false;
  let at = start - 1;
  while (at >= 0 && (source[at] === " " || source[at] === "\t")) at--;
  return at >= 0 && !/[\r\n{(<[]/.test(source[at] ?? "") && !source.startsWith("*/", at - 1);
}

/** Where a tag that says something about schemas follows other text on its line. */
const BEFORE_TAG =
  /(?<=[ \t])(?=@(?:title|description|format|pattern|minimum|maximum|exclusiveMinimum|exclusiveMaximum|multipleOf|minLength|maxLength|minItems|maxItems|uniqueItems|default|example|deprecated|asType|type|additionalProperties|ignore|hidden)(?![\w-]))/;

/** Reads the inside of a doc comment; `base` is its offset in the source. */
export function readDocComment(text: string, base: number): DocComment {
  const description: string[] = [];
  const tags: { name: string; lines: string[]; offset: number }[] = [];
  let offset = base;
  for (const raw of text.split(/(?<=\n|\r(?!\n))/)) {
    const line = raw.replace(/(?<![\r\n])[\r\n]+$/, "");
    const margin = /^[ \t]*\*(?!\*) ?|^[ \t]*/.exec(
      offset === base ? (/^\s*/.exec(line)?.[0] ?? "") : line,
    );
    const indent = margin?.[0].length ?? 0;
    let at = offset + indent;
    for (const part of line.slice(indent).trimEnd().split(BEFORE_TAG)) {
      const tag = /^[ \t]*@([A-Za-z][\w-]*)[ \t]*/.exec(part);
      if (tag !== null) {
        const lines = [part.slice(tag[0].length).trimEnd()];
        tags.push({ name: tag[1] ?? "", lines, offset: at + part.indexOf("@") });
      } else (tags.at(-1)?.lines ?? description).push(part.trimEnd());
      at += part.length;
    }
    offset += raw.length;
  }
  return {
    description: withoutLinks(joined(description)),
    tags: tags.map(({ name, lines, offset: at }) => ({ name, text: joined(lines), offset: at })),
  };
}

function joined(lines: readonly string[]): string {
  let first = 0;
  let last = lines.length;
  while (first < last && lines[first]?.trim() === "") first++;
  while (last > first && lines[last - 1]?.trim() === "") last--;
  return lines.slice(first, last).join("\n").trim();
}

/** `{@link X}` and `{@link X|text}` as the text that a reader sees. */
function withoutLinks(text: string): string {
  return text.replace(
    /\{@(?:link|linkcode|linkplain)[ \t\n]([^{}\n]{1,500})\}/g,
    (_, target: string) => (target.split("|")[1] ?? target).trim(),
  );
}
