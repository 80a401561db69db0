/** The text of a pre as a browser shows it: white space as it is, and lines where its elements make them. */
import { attributeOf, type HtmlElement, isBlock, isElement } from "../_lib/formats/html/tree.ts";

export function fixedText(pre: HtmlElement): string {
  const lines = new FixedLines();
  lines.children(pre);
  return lines.text.replaceAll("\u00ad", "").replaceAll("\u00a0", " ");
}

const CELLS: ReadonlySet<string> = new Set(["td", "th"]);

/** Highlighters make lines of code by a style as often as by an element. */
const BLOCK_STYLE =
  /(?:^|;)\s*display\s*:\s*(?:block|flow-root|flex|grid|table|table-row|list-item)\b/i;

class FixedLines {
  readonly #parts: string[] = [];
  /** What is written so far ends in the middle of a line. */
  #isInLine = false;
  /** A line ends here, if anything follows. */
  #isEnding = false;

  get text(): string {
    return this.#parts.join("");
  }

  children(parent: HtmlElement): void {
    for (const node of parent.childNodes) {
      if ("value" in node) this.#write(node.value);
      else if (isElement(node)) this.#element(node);
    }
  }

  #element(element: HtmlElement): void {
    if (element.tagName === "br") {
      this.#end();
      this.#write("\n");
    } else if (CELLS.has(element.tagName)) {
      if (this.#isInLine && !this.#isEnding) this.#write("\t");
      this.children(element);
    } else if (isBlock(element) || BLOCK_STYLE.test(attributeOf(element, "style") ?? "")) {
      this.#isEnding = this.#isInLine;
      this.children(element);
      this.#isEnding = this.#isInLine;
    } else this.children(element);
  }

  #end(): void {
    if (this.#isEnding) this.#parts.push("\n");
    this.#isEnding = false;
  }

  /** The line end that a source has between two such elements is the same as theirs. */
  #write(text: string): void {
    if (text === "") return;
    if (/^\r?\n/.test(text)) this.#isEnding = false;
    this.#end();
    this.#parts.push(text);
    this.#isInLine = !text.endsWith("\n");
  }
}
