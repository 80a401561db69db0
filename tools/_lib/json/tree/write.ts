import { LONGEST_OUTPUT } from "../../results/output-limit.ts";
import { isContainer } from "./members.ts";
import type { Comments, JsonArray, JsonComment, JsonMember, JsonNode, JsonObject } from "./tree.ts";

export type Escapes = "keep" | "minimal" | "ascii";

export interface WriteOptions {
  /** What a level is indented by; empty for the minified layout, two spaces if not given. */
  readonly indent?: string;
  readonly sortKeys?: boolean;
  /** An array of scalars whose one-line form is at most this long stays on one line; 0 for none. */
  readonly inlineWidth?: number;
  /** How strings are written: as they are, with the fewest escapes, or in ASCII. */
  readonly escapes?: Escapes;
  /** Comments are written, too: those of the tree, then these after it. */
  readonly lastComments?: readonly JsonComment[] | undefined;
  /** The most characters there may be; 2,000,000 if not given. */
  readonly longest?: number | undefined;
}

/** The text of a tree, laid out as `JSON.stringify` does; undefined where it would be too long. */
export function writeJson(node: JsonNode, options: WriteOptions = {}): string | undefined {
  return new Writer(options).write(node);
}

/** The text with two spaces per level; undefined where it would be too long. */
export function prettyJson(node: JsonNode, longest?: number): string | undefined {
  return writeJson(node, { longest });
}

/** The text without white space; undefined where it would be too long. */
export function minifyJson(node: JsonNode, longest?: number): string | undefined {
  return writeJson(node, { indent: "", longest });
}

/** The token of a scalar as it was written. */
export function scalarText(node: JsonNode): string {
  if (node.type === "string" || node.type === "number") return node.text;
  return node.type === "boolean" ? String(node.value) : "null";
}

class Writer {
  readonly #indent: string;
  readonly #sortKeys: boolean;
  readonly #inlineWidth: number;
  readonly #escapes: Escapes;
  readonly #keepComments: boolean;
  readonly #lastComments: readonly JsonComment[];
  readonly #longest: number;
  readonly #parts: string[] = [];
  readonly #lineStarts: string[] = [];
  #length = 0;
  /** Whether a comment was written last, behind which a line has to end. */
  #breakDue = false;

  constructor({
    indent = "  ",
    sortKeys = false,
    inlineWidth = 0,
    escapes = "keep",
    lastComments,
    longest = LONGEST_OUTPUT,
  }: WriteOptions) {
    this.#indent = indent;
    this.#sortKeys = sortKeys;
    this.#inlineWidth = inlineWidth;
    this.#escapes = escapes;
    this.#keepComments = lastComments !== undefined;
    this.#lastComments = lastComments ?? [];
    this.#longest = longest;
  }

  write(root: JsonNode): string | undefined {
    this.#writeBefore(root, 0);
    this.#writeValue(root, 0);
    this.#writeOnLine(this.#commentsOf(root)?.after);
    for (const comment of this.#lastComments) this.#put(`\n${comment.text}`);
    return this.#isFull() ? undefined : this.#parts.join("");
  }

  #put(text: string): void {
    this.#length += text.length;
    if (!this.#isFull()) this.#parts.push(text);
  }

  #isFull(): boolean {
    return this.#length > this.#longest;
  }

  #writeValue(node: JsonNode, level: number): void {
    if (node.type === "object") this.#writeObject(node, level);
    else if (node.type === "array") this.#writeArray(node, level);
    else this.#put(this.#scalar(node));
  }

  #writeObject(node: JsonObject, level: number): void {
    const members = this.#sortKeys ? sortedMembers(node.members) : node.members;
    this.#put("{");
    this.#writeOnLine(this.#commentsOf(node)?.opening);
    for (const [index, member] of members.entries()) {
      if (this.#isFull()) return;
      this.#writeBefore(member, level + 1);
      this.#newLine(level + 1);
      this.#put(this.#string(member.keyText, member.key));
      this.#put(this.#indent === "" ? ":" : ": ");
      this.#writeValue(member.value, level + 1);
      if (index < members.length - 1) this.#put(",");
      this.#writeOnLine(this.#commentsOf(member)?.after);
    }
    this.#writeEnd(node, members.length, level);
    this.#put("}");
  }

  #writeArray(node: JsonArray, level: number): void {
    const line = this.#oneLine(node);
    if (line !== undefined) {
      this.#put(line);
      return;
    }
    this.#put("[");
    this.#writeOnLine(this.#commentsOf(node)?.opening);
    for (const [index, item] of node.items.entries()) {
      if (this.#isFull()) return;
      this.#writeBefore(item, level + 1);
      this.#newLine(level + 1);
      this.#writeValue(item, level + 1);
      if (index < node.items.length - 1) this.#put(",");
      this.#writeOnLine(this.#commentsOf(item)?.after);
    }
    this.#writeEnd(node, node.items.length, level);
    this.#put("]");
  }

  /** The array on one line, where it is to be written so. */
  #oneLine(node: JsonArray): string | undefined {
    if (this.#inlineWidth === 0 || this.#indent === "" || node.items.length === 0) return undefined;
    const comments = this.#commentsOf(node);
    if (comments !== undefined && comments.opening.length + comments.closing.length > 0)
      return undefined;
    const tokens: string[] = [];
    let width = 0;
    for (const item of node.items) {
      if (isContainer(item) || this.#commentsOf(item) !== undefined) return undefined;
      const token = this.#scalar(item);
      width += token.length + 2;
      if (width > this.#inlineWidth) return undefined;
      tokens.push(token);
    }
    return `[${tokens.join(", ")}]`;
  }

  #writeEnd(node: JsonObject | JsonArray, count: number, level: number): void {
    const closing = this.#commentsOf(node)?.closing ?? [];
    for (const comment of closing) this.#writeComment(comment, level + 1);
    if (count > 0 || closing.length > 0 || this.#breakDue) this.#newLine(level);
  }

  #newLine(level: number): void {
    if (this.#indent !== "") this.#put(this.#lineStart(level));
    else if (this.#breakDue) this.#put("\n");
    this.#breakDue = false;
  }

  #lineStart(level: number): string {
    return (this.#lineStarts[level] ??= `\n${this.#indent.repeat(level)}`);
  }

  /** Comments on lines of their own, above an item, a member or the root. */
  #writeBefore(anchor: JsonNode | JsonMember, level: number): void {
    for (const comment of this.#commentsOf(anchor)?.before ?? [])
      this.#writeComment(comment, level);
    if (level === 0 && this.#breakDue) this.#newLine(0);
  }

  #writeComment(comment: JsonComment, level: number): void {
    if (this.#parts.length > 0) this.#put("\n");
    this.#put(this.#indent.repeat(level) + comment.text);
    this.#breakDue = true;
  }

  /** Comments at the end of a line. */
  #writeOnLine(comments: readonly JsonComment[] | undefined): void {
    for (const comment of comments ?? []) {
      this.#put(` ${comment.text}`);
      this.#breakDue = true;
    }
  }

  #commentsOf(anchor: JsonNode | JsonMember): Comments | undefined {
    return this.#keepComments ? anchor.comments : undefined;
  }

  #scalar(node: JsonNode): string {
    return node.type === "string" ? this.#string(node.text, node.value) : scalarText(node);
  }

  #string(text: string, value: string): string {
    if (this.#escapes === "keep") return text;
    const minimal = JSON.stringify(value);
    return this.#escapes === "ascii" ? escapeBeyondAscii(minimal) : minimal;
  }
}

function sortedMembers(members: readonly JsonMember[]): readonly JsonMember[] {
  return members.toSorted((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)));
}

function escapeBeyondAscii(text: string): string {
  return text.replace(
    /[^\0-~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
