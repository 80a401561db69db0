/** The comments of a JSON text that does not parse. */
import { readJsonField } from "../../tools/_lib/json/tree/json-field.ts";
import { readJson } from "../../tools/_lib/json/tree/read.ts";
import type { JsonNode } from "../../tools/_lib/json/tree/tree.ts";
import { minifyJson } from "../../tools/_lib/json/tree/write.ts";
import { repairJson } from "../../tools/_lib/json/repair/repair.ts";

/** How many comments there are in a text, whether it parses or not. */
export function countComments(text: string): number {
  const read = readJsonField(text, "", "jsonc");
  if (read.ok) return read.document.commentCount;
  const made = repairJson(text);
  return made.ok ? made.repairs.filter(({ code }) => code === "COMMENT_REMOVED").length : 0;
}

/**
 * The repaired text with the comments of the broken one beside the values beside which they stood; undefined where it
 * has none, or what is read then would be something else.
 */
export function withItsComments(broken: string, repaired: string): string | undefined {
  const made = repairJson(broken);
  if (!made.ok) return undefined;
  const comments = made.repairs
    .filter(({ code }) => code === "COMMENT_REMOVED")
    .map(({ offset, before }) => ({ offset, given: before }));
  if (comments.length === 0) return undefined;
  const text = new CommentedText(broken, comments).write(made.document.root);
  const [kept, wanted] = [readJson(text, "jsonc"), readJson(repaired)];
  if ("type" in kept || "type" in wanted) return undefined;
  return minifyJson(kept.root) === minifyJson(wanted.root) ? text : undefined;
}

interface Comment {
  readonly offset: number;
  readonly given: string;
}

/** Writes tokens at their places in a text, and between them the comments that stand there. */
class CommentedText {
  readonly #source: string;
  readonly #comments: readonly Comment[];
  readonly #pieces: string[] = [];
  #next = 0;
  /** Where the last token or comment ends in the source. */
  #end = 0;

  constructor(source: string, comments: readonly Comment[]) {
    this.#source = source;
    this.#comments = comments;
  }

  write(root: JsonNode): string {
    this.#node(root, "");
    this.#commentsBefore(this.#source.length);
    return this.#pieces.join("");
  }

  /** A comma stands right behind its value, before the comments on the line. */
  #node(node: JsonNode, comma: string): void {
    if (node.type === "object") {
      this.#token(node.start, "{", node.start + 1);
      for (const [index, { keyStart, keyText, value }] of node.members.entries()) {
        this.#token(keyStart, `${keyText}:`, keyStart);
        this.#node(value, index < node.members.length - 1 ? "," : "");
      }
      this.#token(node.end - 1, `}${comma}`, node.end);
    } else if (node.type === "array") {
      this.#token(node.start, "[", node.start + 1);
      for (const [index, item] of node.items.entries())
        this.#node(item, index < node.items.length - 1 ? "," : "");
      this.#token(node.end - 1, `]${comma}`, node.end);
    } else this.#token(node.start, (minifyJson(node) ?? "null") + comma, node.end);
  }

  #token(start: number, text: string, end: number): void {
    this.#commentsBefore(start);
    this.#pieces.push(text);
    this.#end = Math.max(this.#end, end);
  }

  #commentsBefore(place: number): void {
    for (; this.#next < this.#comments.length; this.#next++) {
      const { offset, given } = this.#comments[this.#next] as Comment;
      if (offset >= place) return;
      const between = this.#source.slice(this.#end, offset);
      const text = jsoncComment(given);
      this.#end = offset + given.length;
      const next = Math.min(this.#comments[this.#next + 1]?.offset ?? place, place);
      const isLast = text.startsWith("//") || this.#source.slice(this.#end, next).includes("\n");
      this.#pieces.push(between.includes("\n") ? "\n" : " ", text, isLast ? "\n" : " ");
    }
  }
}

/** As JSON with comments has it: with slashes, and closed. */
function jsoncComment(comment: string): string {
  if (comment.startsWith("#")) return `//${comment.slice(1)}`;
  const isOpen = comment.startsWith("/*") && (comment.length < 4 || !comment.endsWith("*/"));
  return isOpen ? `${comment} */` : comment;
}
