import { isFlowIndicator, type Source } from "./source.ts";
import type { CommentLine, Gap, YamlComment, YamlNode } from "./tree.ts";

/** Gathers the elements and hands out the comments between them. */
export class Elements<T extends { after: YamlComment | undefined }> {
  readonly list: T[] = [];
  opening: YamlComment | undefined;
  waiting: readonly CommentLine[] = [];
  blank = false;

  add(element: T): void {
    this.list.push(element);
    this.waiting = [];
  }

  /** A comma goes to the end of its element's line, and so does the comment behind it. */
  addGap({ inline, lines, blank }: Gap): void {
    this.blank = blank;
    const last = this.list.at(-1);
    if (inline !== undefined) {
      if (last === undefined) this.opening = inline;
      else if (last.after === undefined && this.waiting.length === 0) last.after = inline;
      else this.waiting = [...this.waiting, { comment: inline, blank: false }];
    }
    if (lines.length > 0)
      this.waiting = this.waiting.length > 0 ? [...this.waiting, ...lines] : lines;
  }
}

/** Takes a gap inside brackets and checks the line that it leads to. */
export function takeGap(source: Source, indent: number | undefined): Gap {
  const { at } = source;
  const gap = source.gap();
  if (indent === undefined && gap.breaks > 0) {
    source.reject(source.endOfLine(at), "the closing bracket", "a line end inside a key");
  }
  if (source.atEnd) source.reject(source.at, "the closing bracket");
  if (!source.fresh || indent === undefined) return gap;
  if (source.atMarker) {
    source.reject(source.at + 3, "the closing bracket", "a document marker inside brackets");
  }
  // A closing bracket in the column of the block around it is not of YAML 1.2, but all readers take it.
  const closing = "]}".includes(source.text.charAt(source.at));
  if (source.indent < (closing ? indent - 1 : indent)) {
    source.reject(
      source.at,
      `at least ${indent} spaces of indentation`,
      "a line inside brackets that is indented too little",
    );
  }
  return gap;
}

/** Whether a colon that begins a value stands here. */
export function isValueIndicator(source: Source): boolean {
  if (source.text.charAt(source.at) !== ":") return false;
  return source.isSpaceAt(source.at + 1) || isFlowIndicator(source.unit(1));
}

/** Whether the colon of the key stands here; behind quotes and brackets the value may follow at once. */
export function isColonOf(source: Source, key: YamlNode): boolean {
  if (isValueIndicator(source)) return true;
  return isJsonLike(key) && source.text.charAt(source.at) === ":";
}

export function isJsonLike(node: YamlNode): boolean {
  if (node.type === "scalar") return node.style === "single" || node.style === "double";
  return node.type !== "alias";
}

/** Whether the node that is wanted here has no content. */
export function isEndOfNode(source: Source): boolean {
  const character = source.text.charAt(source.at);
  return character === "," || character === "]" || character === "}" || isValueIndicator(source);
}
