import { plainCharacters } from "./characters.ts";
import { labelEnd, normaliseLabel } from "../_lib/formats/markdown/definition.ts";
import { type Edit, NEW_LINE } from "./edit.ts";
import { decodeEntity } from "../_lib/formats/markdown/entities.ts";
import { type HtmlPiece, HtmlScanner } from "../_lib/formats/markdown/html.ts";
import type { Inline, LinkInline } from "../_lib/formats/markdown/inline.ts";

export interface StripOptions {
  readonly stripLinks: boolean;
  readonly stripImages: boolean;
  readonly stripHtml: boolean;
  readonly preserveCodeBlocks: boolean;
  readonly unicode: boolean;
}

export interface StripCounts {
  links: number;
  images: number;
  htmlTags: number;
  comments: number;
  linkDefinitions: number;
  codeFences: number;
}

/** Edits that take links, images, tags, comments and references out of a text, as the options say. */
export class InlineStripper {
  readonly #options: StripOptions;
  readonly #counts: StripCounts;

  constructor(options: StripOptions, counts: StripCounts) {
    this.#options = options;
    this.#counts = counts;
  }

  /** Edits of a text in which the constructs were found; sorted. The definitions of `dropped` labels go. */
  edits(text: string, inlines: readonly Inline[], dropped: ReadonlySet<string>): Edit[] {
    const edits = dropped.size > 0 ? needlessEscapes(text, inlines, dropped) : [];
    const shortcuts: LinkInline[] = [];
    const unclosed = new Set<string>();
    /** Up to here the text is a label that has to stay as it is, or is out already. */
    let settled = 0;
    for (const [index, inline] of inlines.entries()) {
      if (inline.from < settled) continue;
      if (inline.kind === "link" || inline.kind === "image") {
        if (this.#unwrap(inline, edits) || !inline.isLabel) continue;
        settled = inline.to;
        if (inline.to === inline.textTo + 1) shortcuts.push(inline);
      } else if (inline.kind === "autolink" && this.#options.stripLinks) {
        this.#counts.links++;
        edits.push({ from: inline.from, to: inline.from + 1, put: "" });
        edits.push({ from: inline.to - 1, to: inline.to, put: "" });
      } else if (inline.kind === "html" && this.#options.stripHtml) {
        const edit = this.#tag(text, inlines, index, unclosed);
        edits.push(edit);
        settled = edit.to;
      } else if (inline.kind === "entity" && this.#options.stripHtml) {
        edits.push(...this.#entity(text.slice(inline.from, inline.to), inline.from));
      }
    }
    return sorted([...edits, ...guardedShortcuts(text, shortcuts, sorted(edits))]);
  }

  /** Edits of the text of an HTML block, which has tags and references but no Markdown. */
  htmlEdits(text: string): Edit[] {
    const edits: Edit[] = [];
    const html = new HtmlScanner(text);
    const special = /<|&(?:#[xX][0-9a-fA-F]{1,6}|#[0-9]{1,7}|[A-Za-z][A-Za-z0-9]{1,31});/g;
    for (let match = special.exec(text); match; match = special.exec(text)) {
      const from = match.index;
      if (match[0] !== "<") {
        edits.push(...this.#entity(match[0], from));
        continue;
      }
      const piece = html.at(from) ?? unclosedPiece(text, from);
      if (!piece) continue;
      const edit = this.#htmlEdit(text, from, piece.to, piece.kind);
      edits.push({ ...edit, to: contentEnd(text, from, piece.to, this.#counts) });
      special.lastIndex = edits.at(-1)?.to ?? piece.to;
    }
    return edits;
  }

  /** Takes the brackets and the destination away; false where the construct stays. */
  #unwrap(inline: LinkInline, edits: Edit[]): boolean {
    const isImage = inline.kind === "image";
    if (!(isImage ? this.#options.stripImages : this.#options.stripLinks)) return false;
    if (isImage) this.#counts.images++;
    else this.#counts.links++;
    edits.push({ from: inline.from, to: inline.textFrom, put: "" });
    edits.push({ from: inline.textTo, to: inline.to, put: "" });
    return true;
  }

  #tag(text: string, inlines: readonly Inline[], index: number, unclosed: Set<string>): Edit {
    const inline = inlines[index];
    if (inline?.kind !== "html") throw new TypeError("Not a tag");
    const edit = this.#htmlEdit(text, inline.from, inline.to, inline.piece);
    const name = hiddenName(text.slice(inline.from, inline.to));
    // Without a closing tag below there is none for later tags of the name either.
    if (name === undefined || unclosed.has(name)) return edit;
    for (let next = index + 1; next < inlines.length; next++) {
      const closing = inlines[next];
      if (closing?.kind !== "html") continue;
      if (!isClosing(text.slice(closing.from, closing.to), name)) continue;
      this.#counts.htmlTags++;
      return { ...edit, to: closing.to };
    }
    unclosed.add(name);
    return edit;
  }

  #htmlEdit(text: string, from: number, to: number, kind: string): Edit {
    if (kind === "comment") this.#counts.comments++;
    else this.#counts.htmlTags++;
    const isBreak = /^<br[\s/>]/i.test(text.slice(from, Math.min(to, from + 4)));
    if (!isBreak) return { from, to, put: "" };
    // A hard break right behind it is the same break.
    return { from, to: text.startsWith("\\\n", to) ? to + 1 : to, put: NEW_LINE };
  }

  #entity(entity: string, from: number): Edit[] {
    const decoded = decodeEntity(entity);
    if (decoded === undefined || /^[<>&]$/.test(decoded)) return [];
    const plain = this.#options.unicode ? plainCharacters(decoded) : decoded;
    const put = plain.replace(/[\t\n\f\r]/g, " ").replace(/[\\`*_[\]|~]/g, "\\$&");
    return [{ from, to: from + entity.length, put }];
  }
}

/** A comment, declaration or instruction of an HTML block that goes on to the block's end. */
function unclosedPiece(text: string, from: number): HtmlPiece | undefined {
  if (!/^<(?:!--|![A-Za-z]|!\[CDATA\[|\?)/.test(text.slice(from, from + 9))) return undefined;
  return { kind: text.startsWith("<!--", from) ? "comment" : "other", to: text.length };
}

function sorted(edits: readonly Edit[]): Edit[] {
  return edits.toSorted((one, other) => one.from - other.from || one.to - other.to);
}

/** Backslashes without which text would have been a reference to a definition that goes. */
function needlessEscapes(
  text: string,
  inlines: readonly Inline[],
  dropped: ReadonlySet<string>,
): Edit[] {
  const fixed = inlines.filter(({ kind }) => kind !== "link" && kind !== "image");
  const isDropped = (from: number) => {
    const end = text[from] === "[" ? labelEnd(text, from) : -1;
    return end !== -1 && dropped.has(normaliseLabel(text.slice(from + 1, end - 1)));
  };
  const edits: Edit[] = [];
  let next = 0;
  for (const { 0: escape, index: from } of text.matchAll(/\\[^]/g)) {
    while ((fixed[next]?.to ?? Infinity) <= from) next++;
    if (escape !== "\\[" || (fixed[next]?.from ?? Infinity) < from) continue;
    const end = labelEnd(text, from + 1);
    const behind = text[end] === "\\" ? end + 1 : end;
    if (end !== -1 && (isDropped(from + 1) || isDropped(behind)))
      edits.push({ from, to: from + 1, put: "" });
  }
  return edits;
}

/** `[label]` becomes `[label][]` where the text that comes to stand behind it would change what it is. */
function guardedShortcuts(
  text: string,
  shortcuts: readonly LinkInline[],
  edits: readonly Edit[],
): Edit[] {
  if (edits.length === 0) return [];
  const made: Edit[] = [];
  let next = 0;
  for (const { to } of shortcuts) {
    while ((edits[next]?.from ?? Infinity) < to) next++;
    let at = to;
    for (let index = next; edits[index]?.from === at && edits[index]?.put === ""; index++)
      at = edits[index]?.to ?? at;
    if (/[[(:]/.test(text.charAt(at))) made.push({ from: to, to, put: "[]" });
  }
  return made;
}

function hiddenName(tag: string): string | undefined {
  return /^<(script|style)[\s/>]/i.exec(tag)?.[1]?.toLowerCase();
}

function isClosing(tag: string, name: string): boolean {
  return tag.toLowerCase().startsWith(`</${name}`) && /^[\s>]/.test(tag.slice(name.length + 2));
}

/** Behind the content and closing tag of a script or style; behind the tag itself for any other. */
function contentEnd(text: string, from: number, to: number, counts: StripCounts): number {
  const name = hiddenName(text.slice(from, to));
  if (name === undefined) return to;
  const closing = name === "script" ? /<\/script\s*>/gi : /<\/style\s*>/gi;
  closing.lastIndex = to;
  if (!closing.test(text)) return text.length;
  counts.htmlTags++;
  return closing.lastIndex;
}
