import { isFootnoteLabel, labelEnd, normaliseLabel, resourceEnd } from "./definition.ts";
import { type HtmlPiece, HtmlScanner } from "./html.ts";

/** A construct inside a paragraph, heading or cell: the text from `from` to `to`. */
export type Inline =
  | {
      readonly kind: "code" | "math" | "autolink" | "entity";
      readonly from: number;
      readonly to: number;
    }
  | {
      readonly kind: "html";
      readonly from: number;
      readonly to: number;
      readonly piece: HtmlPiece["kind"];
    }
  | LinkInline
  | MissingReference;

export interface LinkInline {
  readonly kind: "link" | "image";
  readonly from: number;
  readonly to: number;
  /** The text or description, without its brackets. */
  readonly textFrom: number;
  readonly textTo: number;
  /** The label of the definition; absent where the destination is given in place. */
  readonly label?: string;
  /** Whether the text is the label, `[text]` or `[text][]`. */
  readonly isLabel: boolean;
}

/** `[text][label]`, the label without a definition. */
export interface MissingReference {
  readonly kind: "missing";
  readonly from: number;
  readonly to: number;
  readonly label: string;
}

const SPECIAL = /[\\`<&![\]$]/g;
const ESCAPABLE = /[!-/:-@[-`{-~]/;
const AUTOLINK =
  /<(?:[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\0-\x20<>]*|[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*)>/y;
const ENTITY = /&(?:#[xX][0-9a-fA-F]{1,6}|#[0-9]{1,7}|[A-Za-z][A-Za-z0-9]{1,31});/y;

/** Finds code spans, math, autolinks, raw HTML, entities, links and images, by CommonMark 0.31.2; sorted by place. */
export function scanInline(text: string, labels: ReadonlySet<string>): Inline[] {
  if (!/[`<&[$]/.test(text)) return [];
  return new InlineScanner(text, labels).scan();
}

interface Opener {
  readonly at: number;
  readonly isImage: boolean;
  /** Whether another bracket opens behind it. */
  hasInner: boolean;
}

class InlineScanner {
  readonly #text: string;
  readonly #labels: ReadonlySet<string>;
  readonly #html: HtmlScanner;
  readonly #found: Inline[] = [];
  readonly #openers: Opener[] = [];
  /** Openers below this are inside a link already and can begin no other, unless they begin an image. */
  #inactive = 0;
  #runs: BacktickRuns | undefined;
  #dollars: Map<number, number> | undefined;

  constructor(text: string, labels: ReadonlySet<string>) {
    this.#text = text;
    this.#labels = labels;
    this.#html = new HtmlScanner(text);
  }

  scan(): Inline[] {
    const special = new RegExp(SPECIAL);
    for (;;) {
      const match = special.exec(this.#text);
      if (!match) break;
      special.lastIndex = this.#read(match[0], match.index);
    }
    const links = new Set(
      this.#found.filter(({ kind }) => kind === "link").map(({ from }) => from),
    );
    return this.#found
      .filter((found) => found.kind !== "missing" || !links.has(found.to - found.label.length - 2))
      .toSorted((one, other) => one.from - other.from || other.to - one.to);
  }

  /** Reads what begins at `at`; gives where to read on. */
  #read(char: string, at: number): number {
    switch (char) {
      case "\\":
        return at + (ESCAPABLE.test(this.#text.charAt(at + 1)) ? 2 : 1);
      case "`":
        return this.#code(at);
      case "$":
        return this.#math(at);
      case "<":
        return this.#angle(at);
      case "&":
        return this.#entity(at);
      case "!":
        return this.#text[at + 1] === "[" ? this.#open(at, true) : at + 1;
      case "[":
        return this.#open(at, false);
      default:
        return this.#close(at);
    }
  }

  #code(from: number): number {
    this.#runs ??= new BacktickRuns(this.#text);
    const behind = this.#runs.end(from);
    const to = this.#runs.closer(from, behind);
    if (to === -1) return behind;
    this.#found.push({ kind: "code", from, to });
    return to;
  }

  #math(from: number): number {
    this.#dollars ??= nextDollars(this.#text);
    const width = this.#text[from + 1] === "$" ? 2 : 1;
    const close = mathEnd(this.#text, from, width, this.#dollars);
    if (close === -1) return from + width;
    this.#found.push({ kind: "math", from, to: close + width });
    return close + width;
  }

  #angle(from: number): number {
    AUTOLINK.lastIndex = from;
    if (AUTOLINK.test(this.#text)) {
      this.#found.push({ kind: "autolink", from, to: AUTOLINK.lastIndex });
      return AUTOLINK.lastIndex;
    }
    const piece = this.#html.at(from);
    if (!piece) return from + 1;
    this.#found.push({ kind: "html", from, to: piece.to, piece: piece.kind });
    return piece.to;
  }

  #entity(from: number): number {
    ENTITY.lastIndex = from;
    if (!ENTITY.test(this.#text)) return from + 1;
    this.#found.push({ kind: "entity", from, to: ENTITY.lastIndex });
    return ENTITY.lastIndex;
  }

  #open(at: number, isImage: boolean): number {
    const last = this.#openers.at(-1);
    if (last) last.hasInner = true;
    this.#openers.push({ at, isImage, hasInner: false });
    return at + (isImage ? 2 : 1);
  }

  #close(at: number): number {
    const opener = this.#openers.pop();
    if (!opener) return at + 1;
    const isActive = opener.isImage || this.#openers.length >= this.#inactive;
    this.#inactive = Math.min(this.#inactive, this.#openers.length);
    if (!isActive) return at + 1;
    const found = this.#target(opener, at);
    if (!found) return at + 1;
    this.#found.push(found);
    if (found.kind === "missing") return at + 1;
    if (found.kind === "link") this.#inactive = this.#openers.length;
    return found.to;
  }

  /** The link or image that `]` at `close` ends. */
  #target(
    { at, isImage, hasInner }: Opener,
    close: number,
  ): LinkInline | MissingReference | undefined {
    const text = this.#text;
    const textFrom = at + (isImage ? 2 : 1);
    const link = { kind: isImage ? "image" : "link", from: at, textFrom, textTo: close } as const;
    if (text[close + 1] === "(") {
      const to = resourceEnd(text, close + 1);
      if (to !== -1) return { ...link, to, isLabel: false };
    }
    const end = text[close + 1] === "[" ? labelEnd(text, close + 1) : -1;
    const second = end === -1 ? "" : text.slice(close + 2, end - 1);
    if (end !== -1 && second !== "") {
      const label = normaliseLabel(second);
      if (this.#labels.has(label)) return { ...link, to: end, label, isLabel: false };
      if (label === "" || isFootnoteLabel(second)) return undefined;
      return { kind: "missing", from: at, to: end, label: second };
    }
    if (hasInner || close - textFrom > 999) return undefined;
    const label = normaliseLabel(text.slice(textFrom, close));
    const to = end === -1 ? close + 1 : end;
    return this.#labels.has(label) ? { ...link, to, label, isLabel: true } : undefined;
  }
}

/** Where runs of backticks are; each question for the next one of a length takes constant time, over all. */
class BacktickRuns {
  readonly #ends = new Map<number, number>();
  readonly #starts = new Map<number, { readonly at: number[]; next: number }>();

  constructor(text: string) {
    for (const { 0: run, index } of text.matchAll(/`+/g)) {
      this.#ends.set(index, index + run.length);
      const known = this.#starts.get(run.length);
      if (known) known.at.push(index);
      else this.#starts.set(run.length, { at: [index], next: 0 });
    }
  }

  /** The end of the run that `from` is in; behind a backslash that is not its beginning. */
  end(from: number): number {
    const end = this.#ends.get(from);
    if (end !== undefined) return end;
    return this.#ends.get(from - 1) ?? from + 1;
  }

  /** The end of the first run at or behind `behind` that is as long; -1 where there is none. */
  closer(from: number, behind: number): number {
    const length = behind - from;
    const runs = this.#starts.get(length);
    if (!runs) return -1;
    while ((runs.at[runs.next] ?? Infinity) < behind) runs.next++;
    const at = runs.at[runs.next];
    return at === undefined ? -1 : at + length;
  }
}

/**
 * Where the closing dollars of math stand, as Pandoc reads it: `$x$` has no blank inside and no digit behind;
 * `$$` may hold anything. -1 where there are none; a code span binds more tightly.
 */
function mathEnd(
  text: string,
  from: number,
  width: number,
  next: ReadonlyMap<number, number>,
): number {
  const inner = from + width;
  if (text[inner] === "$") return -1;
  const close = width === 1 ? next.get(from) : doubleDollar(text, from + 1, next);
  if (close === undefined || text.slice(inner, close).includes("`")) return -1;
  const isMath = width === 2 || /^\S(?:[^]*\S)?$/.test(text.slice(inner, close));
  return isMath && (width === 2 || !/\d/.test(text[close + 1] ?? "")) ? close : -1;
}

function doubleDollar(
  text: string,
  from: number,
  next: ReadonlyMap<number, number>,
): number | undefined {
  let close = next.get(from);
  while (close !== undefined && text[close + 1] !== "$") close = next.get(close);
  return close;
}

/** For each `$` without a backslash before it, where the next one is. */
function nextDollars(text: string): Map<number, number> {
  const next = new Map<number, number>();
  let last = -1;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit === 92) index++;
    else if (unit === 36) {
      next.set(last, index);
      last = index;
    }
  }
  return next;
}
