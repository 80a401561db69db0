import { Unsupported } from "./errors.ts";

const WORD = String.raw`\p{L}\p{M}\p{N}\p{Pc}`;
const END_OF_TEXT = String.raw`(?![\s\S])`;
const BEFORE_END = String.raw`(?=\n?(?![\s\S]))`;
const CLASSES: Readonly<Record<string, string>> = {
  d: String.raw`\p{Nd}`,
  D: String.raw`\P{Nd}`,
  s: String.raw`\s`,
  S: String.raw`\S`,
  w: WORD,
  h: "0-9A-Fa-f",
};
/** Escapes that mean something else inside a class, or nothing. */
const OUTSIDE_CLASSES: Readonly<Record<string, string>> = {
  A: String.raw`(?<![\s\S])`,
  B: `(?:(?<=[${WORD}])(?=[${WORD}])|(?<![${WORD}])(?![${WORD}]))`,
  b: `(?:(?<=[${WORD}])(?![${WORD}])|(?<![${WORD}])(?=[${WORD}]))`,
  H: "[^0-9A-Fa-f]",
  h: "[0-9A-Fa-f]",
  R: String.raw`(?:\r\n|[\n\v\f\r\u0085\u2028\u2029])`,
  W: `[^${WORD}]`,
  w: `[${WORD}]`,
  Z: BEFORE_END,
  z: END_OF_TEXT,
};
const CONTROLS: Readonly<Record<string, number>> = {
  a: 7,
  e: 27,
  f: 12,
  n: 10,
  r: 13,
  t: 9,
  v: 11,
};
const POSIX: Readonly<Record<string, string>> = {
  alnum: String.raw`\p{L}\p{M}\p{N}`,
  alpha: String.raw`\p{L}\p{M}`,
  ascii: String.raw`\x00-\x7f`,
  blank: String.raw`\t\p{Zs}`,
  cntrl: String.raw`\p{Cc}`,
  digit: String.raw`\p{Nd}`,
  lower: String.raw`\p{Ll}`,
  punct: String.raw`\p{P}\p{S}`,
  space: String.raw`\s`,
  upper: String.raw`\p{Lu}`,
  word: WORD,
  xdigit: "0-9A-Fa-f",
};

export interface OnigurumaFlags {
  /** White space and comments in the pattern mean nothing. */
  readonly extended: boolean;
}

/** A pattern of Oniguruma in its Perl flavour, as ECMAScript writes it; throws `Unsupported` for what ECMAScript cannot say. */
export function translate(source: string, flags: OnigurumaFlags): string {
  return new Translator(source, flags.extended).translate();
}

interface Modes {
  readonly extended: boolean;
  readonly multiline: boolean;
}

interface OpenGroup extends Modes {
  /** The parentheses to close: its own, and those of modifiers that end with it. */
  closer: string;
  /** The index of the part that opens it. */
  readonly first: number;
}

class Translator {
  readonly #source: string;
  #extended: boolean;
  #multiline = false;
  #at = 0;
  readonly #parts: string[] = [];
  readonly #open: OpenGroup[] = [];

  constructor(source: string, extended: boolean) {
    this.#source = source;
    this.#extended = extended;
  }

  translate(): string {
    this.#enter("");
    while (this.#at < this.#source.length) this.#parts.push(this.#quantified(this.#readAtom()));
    while (this.#open.length > 0) this.#parts.push(this.#open.pop()?.closer ?? "");
    return this.#parts.join("");
  }

  #peek(length = 1): string {
    return this.#source.slice(this.#at, this.#at + length);
  }

  #take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#source);
    if (match === null) return undefined;
    this.#at += match[0].length;
    return match;
  }

  #readAtom(): string {
    if (this.#extended && this.#take(/\s+|#[^\n]*/y)) return "";
    const character = this.#take(/[^]/uy)?.[0] ?? "";
    switch (character) {
      case "\\":
        return this.#readEscape();
      case "[":
        return this.#readClass();
      case "(":
        return this.#readGroup();
      case ")":
        return this.#closeGroup();
      case "^":
        return this.#multiline ? "(?m:^)" : "^";
      case "$":
        return this.#multiline ? "(?m:$)" : BEFORE_END;
      case "]":
      case "}":
        return `\\${character}`;
      case "{":
        return "\\{";
      default:
        return character;
    }
  }

  /** The atom with the interval behind it, which may have no lower bound. */
  #quantified(atom: string): string {
    if (/^[*+?]$/.test(atom)) return this.#quantifier(atom);
    const interval = this.#take(/\{(\d*)(?:(,)(\d*))?\}/y);
    if (interval === undefined) return atom;
    const [text, least = "", comma = "", most = ""] = interval;
    if (least === "" && most === "") return `${atom}\\{${comma}\\}`;
    return least === "" ? `${atom}{0,${most}}` : atom + text;
  }

  #quantifier(quantifier: string): string {
    if (this.#peek() === "+")
      throw new Unsupported(
        `the possessive quantifier ${quantifier}+`,
        "a quantifier of ECMAScript",
      );
    return quantifier;
  }

  #readGroup(): string {
    if (this.#take(/\?#[^)]*\)/y)) return "";
    const flags = this.#take(/\?([imsx]*)(?:-([imsx]*))?([:)])/y);
    if (flags !== undefined)
      return this.#readFlags(flags[1] ?? "", flags[2] ?? "", flags[3] === ")");
    const opening = this.#take(/\?(?:[=!]|<[=!]|<[A-Za-z_]\w*>|>)/y)?.[0];
    if (opening === "?>") throw new Unsupported("the atomic group (?>", "a group of ECMAScript");
    if (opening === undefined && this.#peek() === "?")
      throw new Unsupported(`the group (${this.#peek(3)}`, "a group of ECMAScript");
    this.#enter(")");
    return `(${opening ?? ""}`;
  }

  /** Begins a group; `outside` is what holds again behind it. */
  #enter(
    closer: string,
    outside: Modes = { extended: this.#extended, multiline: this.#multiline },
  ): void {
    this.#open.push({ closer, first: this.#parts.length, ...outside });
  }

  #closeGroup(): string {
    const group = this.#open.length === 1 ? undefined : this.#open.pop();
    if (group === undefined) return ")";
    this.#extended = group.extended;
    this.#multiline = group.multiline;
    const opening = this.#parts[group.first] ?? "";
    // ECMAScript takes an optional group that matches nothing for one that took no part.
    if (!/^\((?:\?<[A-Za-z_]|$)/.test(opening)) return group.closer;
    const optional = this.#take(/\?(?!\+)(\??)/y);
    if (optional === undefined) return group.closer;
    this.#parts[group.first] = `(?:${optional[1] === "" ? "" : "|"}${opening}`;
    return `${group.closer}${optional[1] === "" ? "|" : ""})`;
  }

  /** `(?i:…)` as a group, `(?i)` as a group that ends with the one around it. */
  #readFlags(on: string, off: string, isOpen: boolean): string {
    const outer = this.#open.at(-1);
    const before = { extended: this.#extended, multiline: this.#multiline };
    const own = (text: string) => text.replace(/[mx]/g, "");
    if (on.includes("x") || off.includes("x")) this.#extended = on.includes("x");
    if (on.includes("m") || off.includes("m")) this.#multiline = on.includes("m");
    const minus = own(off) === "" ? "" : `-${own(off)}`;
    const text = `(?${own(on)}${minus}:`;
    if (isOpen && outer !== undefined) outer.closer = `)${outer.closer}`;
    if (!isOpen) this.#enter(")", before);
    return text;
  }

  #readEscape(): string {
    const letter = this.#take(/[^]/uy)?.[0];
    if (letter === undefined) return "\\";
    const assertion = OUTSIDE_CLASSES[letter];
    if (assertion !== undefined) return assertion;
    if ("XGKg".includes(letter))
      throw new Unsupported(`the escape \\${letter}`, "an escape of ECMAScript");
    if (letter === "Q") return this.#readQuoted();
    if (letter === "k") return `\\k${this.#take(/<[A-Za-z_]\w*>/y)?.[0] ?? ""}`;
    return this.#readCharacterEscape(letter);
  }

  #readQuoted(): string {
    const end = this.#source.indexOf("\\E", this.#at);
    const text = this.#source.slice(this.#at, end < 0 ? undefined : end);
    this.#at = end < 0 ? this.#source.length : end + 2;
    return text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  }

  /** An escape that means the same inside a class and outside of one. */
  #readCharacterEscape(letter: string): string {
    if (/[1-9]/.test(letter)) return `\\${letter}${this.#take(/\d*/y)?.[0] ?? ""}`;
    const set = CLASSES[letter];
    if (set !== undefined) return set;
    const control = CONTROLS[letter];
    if (control !== undefined) return characterEscape(control);
    if (letter === "p" || letter === "P") return this.#readProperty(letter);
    return characterEscape(this.#readCode(letter));
  }

  /** The code point of an escape by number, by control letter or by the character itself. */
  #readCode(letter: string): number {
    if (letter === "x") {
      const [, long, short = ""] = this.#take(/\{([0-9A-Fa-f]{1,8})\}|([0-9A-Fa-f]{0,2})/y) ?? [];
      return Number.parseInt(`0${long ?? short}`, 16);
    }
    if (letter === "0") return Number.parseInt(`0${this.#take(/[0-7]{0,2}/y)?.[0] ?? ""}`, 8);
    if (letter === "c") return (this.#take(/[^]/y)?.[0].charCodeAt(0) ?? 0) & 31;
    return letter.codePointAt(0) ?? 0;
  }

  #readProperty(letter: string): string {
    const match = this.#take(/\{(\^?)([\w= ]+)\}/y);
    if (match === undefined) return letter;
    const [, not, name = ""] = match;
    const isNegative = (letter === "P") !== (not === "^");
    const posix = POSIX[name.toLowerCase()];
    if (posix === undefined) return `\\${isNegative ? "P" : "p"}{${name}}`;
    if (isNegative)
      throw new Unsupported(`the class \\${letter}{${not}${name}}`, "a class of ECMAScript");
    return `[${posix}]`;
  }

  #readClass(): string {
    const parts = [this.#take(/\^/y) ? "[^" : "["];
    if (this.#take(/\]/y)) parts.push("\\]");
    for (;;) {
      const character = this.#take(/[^]/uy)?.[0];
      if (character === undefined) throw new Unsupported("a class that is not closed", "]");
      if (character === "]") return `${parts.join("")}]`;
      if (character === "\\") parts.push(this.#readClassEscape());
      else if (character === "[") parts.push(this.#readPosix());
      else if (character === "&" && this.#peek() === "&")
        throw new Unsupported("the intersection &&", "a class of ECMAScript");
      else parts.push(character === "-" ? this.#hyphen(parts) : character);
    }
  }

  /** A hyphen beside a class of characters, or at an end, is itself. */
  #hyphen(parts: readonly string[]): string {
    const isFirst = parts.length === 1;
    const isLast = this.#peek() === "]";
    const besideClass =
      /^(?:\\[pPsS]|0-9)/.test(parts.at(-1) ?? "") || /^\\[dwsDSWpPh]/.test(this.#peek(2));
    return isFirst || isLast || besideClass ? "\\-" : "-";
  }

  #readPosix(): string {
    const match = this.#take(/:(\^?)([a-z]+):\]/y);
    const set = POSIX[match?.[2] ?? ""];
    if (set === undefined || match?.[1] === "^")
      throw new Unsupported("a class within a class", "a class of ECMAScript");
    return set;
  }

  #readClassEscape(): string {
    const letter = this.#take(/[^]/uy)?.[0] ?? "\\";
    if (letter === "W" || letter === "H")
      throw new Unsupported(`the escape \\${letter} in a class`, "a class of ECMAScript");
    if (letter === "b") return characterEscape(8);
    const read = this.#readCharacterEscape(letter);
    return read.startsWith("[") ? read.slice(1, -1) : read;
  }
}

function characterEscape(code: number): string {
  return `\\u{${code.toString(16)}}`;
}
