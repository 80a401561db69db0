const ATTRIBUTE = `(?:\\s+[a-zA-Z_:][a-zA-Z0-9:._-]*(?:\\s*=\\s*(?:[^"'=<>\`\\s]+|'[^']*'|"[^"]*"))?)`;

/** Patterns of CommonMark 0.31.2, section 6.6; linear, as no two of their parts can match the same text. */
export const OPENING_TAG = `<[A-Za-z][A-Za-z0-9-]*${ATTRIBUTE}*\\s*/?>`;
export const CLOSING_TAG = "</[A-Za-z][A-Za-z0-9-]*\\s*>";

const TAG = new RegExp(`${OPENING_TAG}|${CLOSING_TAG}`, "y");

export interface HtmlPiece {
  readonly kind: "tag" | "comment" | "other";
  readonly to: number;
}

/** Finds raw HTML in one text; what does not close is looked for once only. */
export class HtmlScanner {
  readonly #text: string;
  readonly #closers = new Map<string, number>();

  constructor(text: string) {
    this.#text = text;
  }

  /** The tag, comment, declaration, instruction or CDATA section at `from`, where a `<` stands. */
  at(from: number): HtmlPiece | undefined {
    const next = this.#text.charCodeAt(from + 1);
    if (next === 33) return this.#declaration(from);
    if (next === 63) return this.#until("?>", from + 2, "other");
    TAG.lastIndex = from;
    return TAG.test(this.#text) ? { kind: "tag", to: TAG.lastIndex } : undefined;
  }

  /** Where the text next has `closer` at or after `from`; -1 where it does not. */
  find(closer: string, from: number): number {
    const known = this.#closers.get(closer);
    if (known !== undefined && (known === -1 || known >= from)) return known;
    const found = this.#text.indexOf(closer, from);
    this.#closers.set(closer, found);
    return found;
  }

  #declaration(from: number): HtmlPiece | undefined {
    const text = this.#text;
    if (text.startsWith("<!--", from)) {
      if (text.startsWith("<!-->", from)) return { kind: "comment", to: from + 5 };
      if (text.startsWith("<!--->", from)) return { kind: "comment", to: from + 6 };
      return this.#until("-->", from + 4, "comment");
    }
    if (text.startsWith("<![CDATA[", from)) return this.#until("]]>", from + 9, "other");
    return /[A-Za-z]/.test(text.charAt(from + 2)) ? this.#until(">", from + 3, "other") : undefined;
  }

  #until(closer: string, from: number, kind: HtmlPiece["kind"]): HtmlPiece | undefined {
    const found = this.find(closer, from);
    return found === -1 ? undefined : { kind, to: found + closer.length };
  }
}
