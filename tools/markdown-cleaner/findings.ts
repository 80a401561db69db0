import type { Entry } from "../_core/tool.ts";
import { type EntryDetail, WarningList } from "../_lib/results/entry-list.ts";
import type { MarkdownDocument } from "../_lib/formats/markdown/document.ts";
import { HtmlScanner } from "../_lib/formats/markdown/html.ts";
import type { Inline, MissingReference } from "../_lib/formats/markdown/inline.ts";
import { shortened } from "../_lib/text/shown.ts";
import type { Warning } from "../markdown-cleaner.ts";
import type { LayoutListener } from "./print.ts";

type OwnWarning = Exclude<Warning, "WARNINGS_TRUNCATED">;

/** What there is to say about a document while it is printed; lines are those of the input. */
export class Findings implements LayoutListener {
  readonly headings: { readonly level: number; readonly text: string }[] = [];
  readonly #warnings = new WarningList<OwnWarning>();
  readonly #origins: readonly number[];
  #html = 0;

  constructor(origins: readonly number[]) {
    this.#origins = origins;
  }

  warn(code: OwnWarning, detail: () => EntryDetail): void {
    this.#warnings.add(code, detail);
  }

  list(): Entry<Warning>[] {
    return this.#warnings.list();
  }

  /** `removed` is the input line of a fence that was taken out and had no end. */
  fences({ leaves }: MarkdownDocument, removed: number | undefined): void {
    if (removed !== undefined) this.warn("FENCE_UNCLOSED", () => unclosed(removed + 1));
    for (const { kind, isClosed, from } of leaves) {
      if (kind === "fence" && !isClosed)
        this.warn("FENCE_UNCLOSED", () => unclosed(this.#lineNumber(from)));
    }
  }

  remainingHtml(): void {
    if (this.#html > 0) this.warn("HTML_REMAINS", () => htmlRemains(this.#html));
  }

  onHeading(level: number, text: string): void {
    this.headings.push({ level, text });
  }

  onInlines(inlines: readonly Inline[], line: number, text: string): void {
    for (const inline of inlines) {
      if (inline.kind === "html") this.#html++;
      if (inline.kind !== "missing") continue;
      this.warn("LINK_REFERENCE_MISSING", () => {
        const above = text.slice(0, inline.from).split("\n").length - 1;
        return missingReference(inline, this.#lineNumber(line + above));
      });
    }
  }

  onHtml(text: string): void {
    const html = new HtmlScanner(text);
    for (let at = text.indexOf("<"); at !== -1;) {
      const piece = html.at(at);
      if (piece) this.#html++;
      at = text.indexOf("<", piece?.to ?? at + 1);
    }
  }

  #lineNumber(index: number): number {
    return (this.#origins[index] ?? index) + 1;
  }
}

export const BOM_REMOVED: EntryDetail = {
  message: "A byte order mark (U+FEFF) before the text was removed",
  line: 1,
  column: 1,
  offset: 0,
};

function unclosed(line: number): EntryDetail {
  return { message: "A code fence is never closed, so that all below it is code", line };
}

function missingReference({ label }: MissingReference, line: number): EntryDetail {
  const shown = shortened(label, 61);
  const message = `No definition has the label "${shown}"; the text is kept`;
  return { message, line, received: shown };
}

function htmlRemains(count: number): EntryDetail {
  const what =
    count === 1 ? "1 HTML tag or comment remains" : `${count} HTML tags and comments remain`;
  return { message: what, received: count, hint: "Set stripHtml to remove them" };
}
