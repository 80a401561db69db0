/** The inline content of a block before it is printed. */
import type { Target } from "./links.ts";

export type Emphasis = "**" | "*" | "~~";

export type Token =
  | { readonly kind: "text"; readonly text: string }
  /** Markup, and what is read of it. */
  | { readonly kind: "raw"; readonly text: string; readonly plain: string }
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "break" }
  | { readonly kind: "open" | "close"; readonly mark: Emphasis | Target };

export type Mark = Emphasis | Target;

/** Tokens in the order of the source, with all its blanks. */
export type Source = Token | { readonly kind: "space" } | { readonly kind: "boundary" };

const SPACE: Token = { kind: "text", text: " " };
const BREAK: Token = { kind: "break" };

/**
 * Puts marks right around their text: blanks and breaks go outside, marks around nothing are dropped, two of
 * the same kind that touch become one. Blanks and breaks at either end are dropped.
 */
export function tidy(source: readonly Source[]): Token[] {
  const tidier = new Tidier();
  for (const token of source) tidier.add(token);
  return tidier.tokens;
}

class Tidier {
  readonly tokens: Token[] = [];
  #opens: Mark[] = [];
  #breaks = 0;
  #hasSpace = false;

  add(token: Source): void {
    switch (token.kind) {
      case "space":
        this.#hasSpace = true;
        break;
      case "break":
        this.#breaks++;
        break;
      case "boundary":
        this.#breaks = Math.max(this.#breaks, 1);
        break;
      case "open":
        this.#opens.push(token.mark);
        break;
      case "close":
        if (this.#opens.length > 0) this.#opens.pop();
        else this.tokens.push(token);
        break;
      default:
        this.#content(token);
    }
  }

  #content(token: Token): void {
    if (this.tokens.length > 0) {
      for (let left = this.#breaks; left > 0; left--) this.tokens.push(BREAK);
      if (this.#breaks === 0 && this.#hasSpace) this.#append(SPACE);
    }
    this.#breaks = 0;
    this.#hasSpace = false;
    for (const mark of this.#opens) {
      const last = this.tokens.at(-1);
      if (typeof mark === "string" && last?.kind === "close" && last.mark === mark) {
        this.tokens.pop();
      } else this.tokens.push({ kind: "open", mark });
    }
    this.#opens = [];
    this.#append(token);
  }

  /** Texts that touch are one, and so are codes. */
  #append(token: Token): void {
    const last = this.tokens.at(-1);
    const isOne =
      (token.kind === "text" && last?.kind === "text") ||
      (token.kind === "code" && last?.kind === "code");
    if (isOne)
      this.tokens[this.tokens.length - 1] = { kind: token.kind, text: last.text + token.text };
    else this.tokens.push(token);
  }
}
