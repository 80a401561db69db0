import { Fault } from "../_lib/results/syntax-problem.ts";
import { characterAt, describe } from "../_lib/text/character.ts";

const BLANK = /(?:[ \t\r\n\f]|\\\r?\n|#[^\r\n]*)*/y;
const NAME = /[\p{L}_][\p{L}\p{M}\p{N}_]*/uy;
const NUMBER =
  /0[xX][0-9a-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+|(?:[0-9][0-9_]*\.?[0-9_]*|\.[0-9][0-9_]*)(?:[eE][+-]?[0-9_]+)?/y;
const STRING_START = /([rRbBuUfF]{0,2})("""|'''|"|')/y;
const DEEPEST = 200;

const ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  r: "\r",
  t: "\t",
  b: "\b",
  f: "\f",
  v: "\v",
  a: "\u0007",
  "0": "\0",
};

/** Reads the tokens of Python inside brackets, where line ends are blanks. */
export class PythonCursor {
  readonly text: string;
  at: number;
  #depth = 0;

  constructor(text: string, at: number) {
    this.text = text;
    this.at = at;
  }

  /** A cursor of a text that stands in quotes here, as deep as this one is. */
  within(text: string): PythonCursor {
    const inner = new PythonCursor(text, 0);
    inner.#depth = this.#depth;
    return inner;
  }

  blank(): void {
    this.match(BLANK);
  }

  /** Takes a token and the blanks behind it. */
  take(token: string): boolean {
    if (!this.text.startsWith(token, this.at)) return false;
    this.at += token.length;
    this.blank();
    return true;
  }

  expect(token: string): void {
    if (!this.take(token)) this.fail(JSON.stringify(token));
  }

  is(token: string): boolean {
    return this.text.startsWith(token, this.at);
  }

  name(): string | undefined {
    const name = this.match(NAME)?.[0];
    if (name !== undefined) this.blank();
    return name;
  }

  /** The text of a number as JSON writes it; a base other than ten becomes ten. */
  number(): string | undefined {
    const written = this.match(NUMBER)?.[0];
    if (written === undefined) return undefined;
    this.blank();
    const text = written.replaceAll("_", "");
    if (/^0[xXoObB]/.test(text)) return String(BigInt(text));
    const [, whole = "", fraction, exponent = ""] =
      /^([0-9]*)(\.[0-9]*)?([eE].*)?$/.exec(text) ?? [];
    const digits = whole.replace(/^0+(?=.)/, "") || "0";
    const part = fraction === undefined ? "" : fraction === "." ? ".0" : fraction;
    return digits + part + exponent;
  }

  /** The value of a string; adjacent ones are one. */
  string(): string | undefined {
    let value: string | undefined;
    for (let part = this.#string(); part !== undefined; part = this.#string()) {
      value = (value ?? "") + part;
      this.blank();
    }
    return value;
  }

  #string(): string | undefined {
    const start = this.at;
    const opening = this.match(STRING_START);
    if (opening === undefined) return undefined;
    const [, prefix = "", quote = ""] = opening;
    for (let end = this.at; end < this.text.length; end++) {
      if (this.text.startsWith(quote, end)) {
        const body = this.text.slice(this.at, end);
        this.at = end + quote.length;
        return /r/i.test(prefix) ? body : unescapePython(body);
      }
      const character = this.text.charAt(end);
      if (character === "\\") end++;
      else if (quote.length === 1 && (character === "\n" || character === "\r")) break;
    }
    this.at = start;
    return this.fail(`a string closed by ${quote}`);
  }

  /** Reads inside one more bracket. */
  nested<T>(read: () => T): T {
    if (++this.#depth > DEEPEST) this.fail(`at most ${DEEPEST} levels of brackets`);
    const value = read();
    this.#depth--;
    return value;
  }

  match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found === null) return undefined;
    this.at = pattern.lastIndex;
    return found;
  }

  fail(expected: string): never {
    const found = describe(characterAt(this.text, this.at));
    throw new Fault({ code: "SIGNATURE_SYNTAX", offset: this.at, found, expected });
  }
}

function unescapePython(body: string): string {
  return body.replaceAll(
    /\\(?:\r?\n|x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|([^]))/g,
    (whole, byte?: string, unit?: string, character?: string) => {
      const code = byte ?? unit;
      if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
      if (character === undefined) return "";
      return ESCAPES[character] ?? (/["'\\]/.test(character) ? character : whole);
    },
  );
}
