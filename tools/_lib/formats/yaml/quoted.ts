import { addEmpty, type Folding, flowScalar, line, nextLine, separator } from "./scalars.ts";
import { isBlank, isBreak, type Source, spacesFrom } from "./source.ts";
import type { ScalarLine, YamlFlowScalar } from "./tree.ts";

const BACKSLASH = 92;

/** Reads the quoted scalar that begins here. */
export function readQuoted(source: Source, { indent }: Pick<Folding, "indent">): YamlFlowScalar {
  const { at: start } = source;
  const reader = new Quoted(source, indent);
  source.opened.push(start);
  const value = reader.read();
  source.opened.pop();
  if (reader.lines) source.wide = { start, end: source.at };
  source.quoted?.push({ start, end: source.at });
  return flowScalar(reader.style, { start, end: source.at }, value, reader.lines);
}

class Quoted {
  readonly style: "single" | "double";
  lines: ScalarLine[] | undefined;
  readonly #source: Source;
  readonly #indent: number | undefined;
  readonly #quote: string;
  readonly #parts: string[] = [];
  #at: number;
  /** Where text begins that is taken as it is. */
  #run: number;
  /** Where the text of the line begins. */
  #line: number;

  constructor(source: Source, indent: number | undefined) {
    this.#source = source;
    this.#indent = indent;
    this.#quote = source.text.charAt(source.at);
    this.style = this.#quote === '"' ? "double" : "single";
    this.#at = source.at + 1;
    this.#run = this.#at;
    this.#line = this.#at;
  }

  read(): string {
    const { text } = this.#source;
    const quote = this.#quote.charCodeAt(0);
    const double = this.style === "double";
    for (;;) {
      const unit = text.charCodeAt(this.#at);
      if (unit === quote) {
        if (double || text.charAt(this.#at + 1) !== this.#quote) break;
        this.#take(this.#at + 1);
        this.#moveTo(this.#at + 2);
      } else if (unit === BACKSLASH && double) this.#readBackslash();
      else if (isBreak(unit)) this.#readBreak(false);
      else if (Number.isNaN(unit)) this.#source.reject(this.#at, `the closing ${this.#quote}`);
      else this.#at++;
    }
    this.#take(this.#at);
    this.lines?.push(line(text.slice(this.#line, this.#at)));
    this.#source.at = this.#at + 1;
    return this.#parts.join("");
  }

  #take(end: number): void {
    if (end > this.#run) this.#parts.push(this.#source.text.slice(this.#run, end));
  }

  #moveTo(at: number): void {
    this.#at = at;
    this.#run = at;
  }

  #readBackslash(): void {
    if (isBreak(this.#source.text.charCodeAt(this.#at + 1))) {
      this.#readBreak(true);
      return;
    }
    this.#take(this.#at);
    const { value, end } = readEscape(this.#source, this.#at);
    this.#parts.push(value);
    this.#moveTo(end);
  }

  /** Folds a line end; `joined` if a backslash before it leaves no space. */
  #readBreak(joined: boolean): void {
    const { text } = this.#source;
    const end = joined ? this.#at : this.#trimmedEnd();
    const next = this.#nextLine(joined ? this.#at + 1 : this.#at);
    this.#take(end);
    this.#parts.push(separator(next.empty, joined));
    this.lines ??= [];
    this.lines.push({ text: text.slice(this.#line, end), joined });
    addEmpty(this.lines, next.empty);
    this.#source.lineStart = next.lineStart;
    this.#moveTo(next.start);
    this.#line = next.start;
  }

  /** The offset behind the line's last unit that is no blank, or is part of an escape. */
  #trimmedEnd(): number {
    let end = this.#at;
    while (end > this.#run && isBlank(this.#source.text.charCodeAt(end - 1))) end--;
    return end;
  }

  #nextLine(at: number): { start: number; lineStart: number; empty: number } {
    const source = this.#source;
    const closing = `the closing ${this.#quote}`;
    if (this.#indent === undefined) return source.reject(at, closing, "a line end inside a key");
    const next = nextLine(source.text, at);
    if (next === undefined) return source.reject(source.text.length, closing);
    if (source.isMarkerAt(next.lineStart)) {
      source.reject(next.lineStart + 3, closing, "a document marker inside quotes");
    }
    const spaces = spacesFrom(source.text, next.lineStart);
    if (spaces < this.#indent) {
      source.reject(
        next.start,
        `at least ${this.#indent} spaces of indentation`,
        "a line of a quoted scalar that is indented too little",
      );
    }
    return next;
  }
}

const ESCAPED: ReadonlyMap<string, string> = new Map([
  ["0", "\0"],
  ["a", "\u0007"],
  ["b", "\b"],
  ["t", "\t"],
  ["\t", "\t"],
  ["n", "\n"],
  ["v", "\v"],
  ["f", "\f"],
  ["r", "\r"],
  ["e", "\u001b"],
  [" ", " "],
  ['"', '"'],
  ["/", "/"],
  ["\\", "\\"],
  ["N", "\u0085"],
  ["_", "\u00a0"],
  ["L", "\u2028"],
  ["P", "\u2029"],
]);

const HEX_DIGITS: ReadonlyMap<string, number> = new Map([
  ["x", 2],
  ["u", 4],
  ["U", 8],
]);

function readEscape(source: Source, at: number): { value: string; end: number } {
  const letter = source.text.charAt(at + 1);
  const value = ESCAPED.get(letter);
  if (value !== undefined) return { value, end: at + 2 };
  const digits = HEX_DIGITS.get(letter);
  if (digits === undefined) source.reject(at + 1, "an escape of YAML");
  let code = 0;
  for (let index = at + 2; index < at + 2 + digits; index++) {
    const digit = source.text.charAt(index);
    if (!/^[0-9A-Fa-f]$/.test(digit)) source.reject(index, `${digits} hexadecimal digits`);
    code = code * 16 + Number.parseInt(digit, 16);
    const missing = at + 1 + digits - index;
    if (code * 16 ** missing > 0x10ffff) {
      source.reject(index, "the code of a character", "a code that no character has");
    }
  }
  return { value: String.fromCodePoint(code), end: at + 2 + digits };
}
