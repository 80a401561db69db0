import { type JsonProblem, syntaxProblem } from "./problem.ts";
import type { Comments, JsonComment } from "./tree.ts";

/** A member, an item or the root, to which comments can be tied. */
type Anchor = { comments?: Comments };

/** Decides, while a text is read, with which member or item each comment moves. */
export class CommentAnchors {
  count = 0;
  /** Comments alone on their lines, which wait for what comes next. */
  #waiting: JsonComment[] = [];
  /** Comments between a key and its value, which end the line on which the value begins. */
  #early: JsonComment[] = [];
  /** The end of the line on which the last token will stand; none before the first token. */
  #line: (() => JsonComment[]) | undefined;

  /** A comment was read; `onLine` says that a token stands before it on its line. */
  add(comment: JsonComment, onLine: boolean): void {
    this.count++;
    const line = onLine ? this.#line?.() : undefined;
    if (line === undefined || line.some(endsLine)) this.#waiting.push(comment);
    else line.push(comment);
  }

  /** The root, an item or a member begins. */
  begin(anchor: Anchor): void {
    if (this.#waiting.length === 0) return;
    commentsOf(anchor).before.push(...this.#waiting);
    this.#waiting = [];
  }

  /** A key was read. */
  key(): void {
    this.#line = () => this.#early;
  }

  /** A container opened. */
  open(container: Anchor): void {
    if (this.#early.length > 0) commentsOf(container).opening.push(...this.#takeEarly());
    this.#line = () => commentsOf(container).opening;
  }

  /** A container closes. */
  close(container: Anchor): void {
    if (this.#waiting.length === 0) return;
    commentsOf(container).closing.push(...this.#waiting);
    this.#waiting = [];
  }

  /** The root, an item or a member is complete. */
  complete(anchor: Anchor): void {
    if (this.#early.length > 0) commentsOf(anchor).after.push(...this.#takeEarly());
    this.#line = () => commentsOf(anchor).after;
  }

  /** The text ended: gives the comments that stand after everything. */
  end(): JsonComment[] {
    return this.#waiting;
  }

  #takeEarly(): JsonComment[] {
    const early = this.#early;
    this.#early = [];
    return early;
  }
}

/** Whether nothing that follows the comment would stand on the line on which it begins. */
function endsLine({ text }: JsonComment): boolean {
  return text.startsWith("//") || text.includes("\n");
}

function commentsOf(anchor: Anchor): Comments {
  anchor.comments ??= { before: [], opening: [], closing: [], after: [] };
  return anchor.comments;
}

/** Reads the comment that begins at `start`, a slash; `separators`: U+2028 and U+2029 end a line, too. */
export function scanComment(
  text: string,
  start: number,
  separators: boolean,
): ScannedComment | JsonProblem {
  const mark = text.charAt(start + 1);
  if (mark === "/") {
    const end = endOfLine(text, start, separators);
    return { type: "comment", text: text.slice(start, end), start, end };
  }
  if (mark !== "*") return syntaxProblem(text, start + 1, '"/" or "*" of a comment', "inside");
  const close = text.indexOf("*/", start + 2);
  if (close < 0) return syntaxProblem(text, text.length, "*/", "inside");
  const body = text.slice(start, close + 2).replace(/\r\n?/g, "\n");
  return { type: "comment", text: body, start, end: close + 2 };
}

interface ScannedComment extends JsonComment {
  readonly type: "comment";
  readonly end: number;
}

function endOfLine(text: string, start: number, separators: boolean): number {
  for (let at = start; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 10 || unit === 13) return at;
    if (separators && (unit === 0x2028 || unit === 0x2029)) return at;
  }
  return text.length;
}
