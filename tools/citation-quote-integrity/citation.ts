/** The citation behind a quotation: the id of a source in brackets. */

const BRACKETS: Readonly<Record<string, string>> = { "[": "]", "(": ")" };
/** Spaces and punctuation between a quotation and its citation. */
const MOST_BETWEEN = 40;
const BETWEEN = /[^\S\r\n]|(?:\r\n|\n|\r)(?![ \t]*[\r\n])|[^\P{P}[(]/uy;
const BETWEEN_BLOCKS = /\s|[^\P{P}[(]/uy;

export class Citations {
  readonly #ids: ReadonlySet<string>;
  readonly #longest: number;

  constructor(ids: Iterable<string>) {
    this.#ids = new Set(ids);
    this.#longest = Math.max(0, ...Array.from(this.#ids, (id) => id.length));
  }

  /** The source that the text cites at an offset; behind a block also over blank lines. */
  behind(text: string, at: number, isBlock: boolean): string | undefined {
    const between = isBlock ? BETWEEN_BLOCKS : BETWEEN;
    let place = at;
    while (place - at <= MOST_BETWEEN) {
      const close = BRACKETS[text.charAt(place)];
      if (close !== undefined) return this.#bracketed(text, place, close);
      between.lastIndex = place;
      const [skipped] = between.exec(text) ?? [];
      if (skipped === undefined) return undefined;
      place += skipped.length;
    }
    return undefined;
  }

  /** The citation with which a text ends, and where its bracket begins. */
  atEnd(text: string): { readonly id: string; readonly start: number } | undefined {
    const end = /[\])](?=[\s.,;:]*$)/.exec(text.slice(-MOST_BETWEEN));
    if (!end) return undefined;
    const close = Math.max(0, text.length - MOST_BETWEEN) + end.index;
    const open = end[0] === "]" ? "[" : "(";
    const start = text.lastIndexOf(open, close);
    const id = start < 0 ? undefined : this.#idOf(open, text.slice(start + 1, close));
    return id === undefined ? undefined : { id, start };
  }

  #bracketed(text: string, open: number, close: string): string | undefined {
    // A mark before the id, the id, and the bracket.
    const stretch = text.slice(open + 1, open + this.#longest + 3);
    const end = stretch.indexOf(close);
    return end < 0 ? undefined : this.#idOf(text.charAt(open), stretch.slice(0, end));
  }

  /** Of `[id]`, `[^id]`, `[@id]` and `(id)`; undefined where there is no such source. */
  #idOf(open: string, inner: string): string | undefined {
    const plain = open === "[" ? inner.replace(/^[\^@]/, "") : inner;
    return [inner, plain].find((id) => this.#ids.has(id));
  }
}
