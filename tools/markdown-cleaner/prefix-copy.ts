import { isBlankText, trimIndent } from "../_lib/formats/markdown/blanks.ts";
import { withoutColumns } from "../_lib/formats/markdown/cursor.ts";
import { type Container, type Leaf, type Line, lineAt } from "../_lib/formats/markdown/document.ts";
import type { EditedLine } from "./edit.ts";

/** Past this a line that begins anew goes without what continues its containers; it belongs to them even so. */
const LONGEST_CONTINUATION = 200;

/** Puts edited text back behind the markers and indentation that it stood behind. */
export class PrefixCopier {
  readonly #lines: readonly Line[];

  constructor(lines: readonly Line[]) {
    this.#lines = lines;
  }

  copy(text: string, origin: number): EditedLine {
    const line = lineAt(this.#lines, origin);
    return { text: line.text.slice(0, line.offset) + text, origin };
  }

  /** Lines with text in them; the first one gets the markers, and new ones what continues the containers. */
  copyAll(leaf: Leaf, lines: readonly EditedLine[], keepsBlanks = false): EditedLine[] {
    const first = lines.findIndex(({ text }) => !isBlankText(text));
    if (first === -1) return [];
    const last = lines.findLastIndex(({ text }) => !isBlankText(text));
    const printed: EditedLine[] = [];
    let origin = -1;
    for (const line of lines.slice(first, last + 1)) {
      if (isBlankText(line.text) && !keepsBlanks) continue;
      const at = leaf.from + line.origin;
      if (printed.length === 0) {
        const { text } = this.copy(trimIndent(line.text), leaf.from);
        printed.push({ text, origin: at });
      } else if (at === origin) {
        printed.push({ text: continuation(leaf.container) + line.text, origin: at });
      } else printed.push(this.copy(line.text, at));
      origin = at;
    }
    return printed;
  }

  /** An indented code block as a fenced one. */
  fence({ from, to }: Leaf): EditedLine[] {
    const lines = this.#lines.slice(from, to).map((line) => withoutColumns(line, 4).text);
    const runs = lines.join("\n").match(/`+/g) ?? [];
    const marks = "`".repeat(runs.reduce((most, run) => Math.max(most, run.length + 1), 3));
    const fenced = lines.map((line, index) => this.copy(line, from + index));
    return [this.copy(marks, from), ...fenced, this.copy(marks, to - 1)];
  }
}

/** What continues the containers on a line of their own. */
export function continuation(container: Container): string {
  const parts: string[] = [];
  let length = 0;
  for (let at: Container | undefined = container; at?.parent; at = at.parent) {
    const part = at.kind === "quote" ? "> " : " ".repeat(at.width);
    parts.push(part);
    length += part.length;
    if (length > LONGEST_CONTINUATION) return "";
  }
  return parts.toReversed().join("");
}
