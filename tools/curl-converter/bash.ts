import { readAnsiC } from "./ansi-c.ts";
import type { ShellCommand, ShellInput, ShellProblem, ShellScript, ShellWord } from "./command.ts";

/** Splits a bash script into commands and words; nothing is run and no variable is looked up. */
export function readBash(source: string): ShellScript | ShellProblem {
  return new BashReader(source.replaceAll("\r\n", "\n")).read();
}

interface HereDocument {
  readonly delimiter: string;
  readonly quoted: boolean;
  readonly stripTabs: boolean;
  readonly start: number;
}

const EXPANSION = /\$(?:[A-Za-z_][A-Za-z0-9_]*|[0-9@*#?$!-]|\{)/y;
const REDIRECTION = /(?:[0-9]*|&)(?:>>|>&|>\||>|<&|<(?!<))/y;

class BashReader {
  readonly #source: string;
  readonly #commands: ShellCommand[] = [];
  readonly #expansions: ShellWord[] = [];
  readonly #ignored: number[] = [];
  #at = 0;
  #words: ShellWord[] = [];
  #input: ShellInput | undefined;
  #hereDocuments: HereDocument[] = [];
  /** Behind a pipe nothing belongs to the command any more. */
  #piped = false;
  #problem: ShellProblem | undefined;

  constructor(source: string) {
    this.#source = source;
  }

  read(): ShellScript | ShellProblem {
    while (this.#at < this.#source.length && !this.#problem) this.#step();
    if (!this.#problem && this.#hereDocuments.length > 0) this.#readHereDocuments();
    this.#endCommand();
    if (this.#problem) return this.#problem;
    return { commands: this.#commands, expansions: this.#expansions, ignored: this.#ignored };
  }

  #step(): void {
    const source = this.#source;
    const character = source[this.#at] ?? "";
    if (character === " " || character === "\t") this.#at++;
    else if (source.startsWith("\\\n", this.#at)) this.#at += 2;
    else if (character === "\n") this.#endLine();
    else if (character === "#") this.#at = indexOr(source, "\n", this.#at);
    else if (character === "$" && this.#isPrompt()) this.#at += 2;
    else if (/[;&|()]/.test(character) && !this.#isRedirection()) this.#separate(character);
    else if (source.startsWith("<<", this.#at)) this.#readHere();
    else if (this.#isRedirection()) this.#redirect();
    else this.#addWord();
  }

  /** `$ ` at the beginning of a line, as documentation shows commands. */
  #isPrompt(): boolean {
    return this.#words.length === 0 && this.#source[this.#at + 1] === " ";
  }

  #isRedirection(): boolean {
    REDIRECTION.lastIndex = this.#at;
    return REDIRECTION.test(this.#source);
  }

  #separate(character: string): void {
    const twice = this.#source[this.#at + 1] === character;
    if (character === "|" && !twice) {
      if (this.#words.length > 0) this.#ignored.push(this.#at);
      this.#piped = true;
      this.#at += this.#source[this.#at + 1] === "&" ? 2 : 1;
      return;
    }
    this.#at += twice ? 2 : 1;
    this.#endCommand();
  }

  #endLine(): void {
    this.#at++;
    this.#readHereDocuments();
    this.#endCommand();
  }

  #endCommand(): void {
    if (this.#words.length > 0) this.#commands.push({ words: this.#words, input: this.#input });
    this.#words = [];
    this.#input = undefined;
    this.#piped = false;
  }

  #addWord(): void {
    const word = this.#readWord();
    if (word && !this.#piped) this.#words.push(word);
  }

  #redirect(): void {
    const start = this.#at;
    REDIRECTION.lastIndex = start;
    const operator = REDIRECTION.exec(this.#source)?.[0] ?? "";
    this.#at += operator.length;
    this.#skipBlanks();
    const target = this.#readWord();
    if (!target || this.#piped) return;
    if (operator === "<") this.#input = { kind: "file", file: target.text };
    else this.#ignored.push(start);
  }

  /** `<<<word`, or the beginning of a here-document whose lines come after this one. */
  #readHere(): void {
    const start = this.#at;
    if (this.#source.startsWith("<<<", this.#at)) {
      this.#at += 3;
      this.#skipBlanks();
      const word = this.#readWord();
      if (word && !this.#piped) this.#input = { kind: "text", text: `${word.text}\n` };
      return;
    }
    this.#at += 2;
    const stripTabs = this.#source[this.#at] === "-";
    if (stripTabs) this.#at++;
    this.#skipBlanks();
    const from = this.#at;
    const word = this.#readWord();
    if (!word) return;
    const quoted = /['"\\]/.test(this.#source.slice(from, this.#at));
    this.#hereDocuments.push({ delimiter: word.text, quoted, stripTabs, start });
  }

  #readHereDocuments(): void {
    for (const { delimiter, quoted, stripTabs, start } of this.#hereDocuments.splice(0)) {
      const lines: string[] = [];
      for (;;) {
        if (this.#at >= this.#source.length) {
          this.#fail(start, "a here-document without its end", delimiter);
          return;
        }
        const end = indexOr(this.#source, "\n", this.#at);
        const line = this.#source.slice(this.#at, end).replace(stripTabs ? /^\t+/ : /^(?:)/, "");
        this.#at = Math.min(end + 1, this.#source.length);
        if (line === delimiter) break;
        lines.push(`${line}\n`);
        if (end >= this.#source.length) this.#at = this.#source.length;
      }
      const text = lines.join("");
      if (!this.#piped)
        this.#input = { kind: "text", text: quoted ? text : this.#unescape(text, start) };
    }
  }

  /** In a here-document without quotes only `\$`, `` \` ``, `\\` and a line's end are escaped. */
  #unescape(text: string, start: number): string {
    if (/(?<!\\)[$`]/.test(text)) this.#expansions.push({ text: "here-document", start });
    return text.replaceAll(/\\(?:([$`\\])|\n)/g, "$1");
  }

  #skipBlanks(): void {
    while (/[ \t]/.test(this.#source[this.#at] ?? "")) this.#at++;
  }

  /** Adjacent pieces make one word; undefined where there is none, or a quote never ends. */
  #readWord(): ShellWord | undefined {
    const start = this.#at;
    let text = "";
    while (this.#at < this.#source.length) {
      const character = this.#source[this.#at] ?? "";
      if (/[ \t\n;&|<>()]/.test(character)) break;
      const piece = this.#readPiece(character);
      if (piece === undefined) return undefined;
      text += piece;
    }
    return this.#at === start ? undefined : { text, start };
  }

  #readPiece(character: string): string | undefined {
    if (character === "'") return this.#readSingle();
    if (character === '"') return this.#readDouble();
    if (character === "\\") return this.#readEscape();
    if (character === "$") return this.#readDollar();
    if (character === "`") return this.#readBackQuotes();
    return this.#readPlain();
  }

  #readPlain(): string {
    const plain = /[^ \t\n;&|<>()'"\\$`]+/y;
    plain.lastIndex = this.#at;
    const text = plain.exec(this.#source)?.[0] ?? "";
    this.#at += text.length;
    return text;
  }

  #readSingle(): string | undefined {
    const end = this.#source.indexOf("'", this.#at + 1);
    if (end < 0) return this.#fail(this.#at, "a single quote that never closes", "'");
    const text = this.#source.slice(this.#at + 1, end);
    this.#at = end + 1;
    return text;
  }

  #readDouble(): string | undefined {
    const start = this.#at++;
    let text = "";
    for (;;) {
      const plain = /[^"\\$`]*/y;
      plain.lastIndex = this.#at;
      const part = plain.exec(this.#source)?.[0] ?? "";
      text += part;
      this.#at += part.length;
      const character = this.#source[this.#at];
      if (character === undefined)
        return this.#fail(start, "a double quote that never closes", '"');
      if (character === '"') break;
      const piece = character === "\\" ? this.#readDoubleEscape() : this.#readExpansion(character);
      if (piece === undefined) return undefined;
      text += piece;
    }
    this.#at++;
    return text;
  }

  /** Inside double quotes a backslash escapes `$`, `` ` ``, `"`, `\` and a line's end, and is itself elsewhere. */
  #readDoubleEscape(): string {
    const next = this.#source[this.#at + 1] ?? "";
    this.#at += next === "" ? 1 : 2;
    if (next === "\n") return "";
    return next !== "" && '$`"\\'.includes(next) ? next : `\\${next}`;
  }

  #readEscape(): string {
    const next = this.#source[this.#at + 1] ?? "";
    this.#at += next === "" ? 1 : 2;
    return next === "\n" ? "" : next || "\\";
  }

  #readDollar(): string | undefined {
    const next = this.#source[this.#at + 1];
    if (next === "'") {
      const read = readAnsiC(this.#source, this.#at + 2);
      if (!read) return this.#fail(this.#at, "a quote that never closes", "'");
      this.#at = read.end;
      return read.text;
    }
    if (next === '"') {
      this.#at++;
      return this.#readDouble();
    }
    return this.#readExpansion("$");
  }

  #readExpansion(character: string): string | undefined {
    return character === "`" ? this.#readBackQuotes() : this.#readVariable();
  }

  /** A variable or a command in its place stays as it is written. */
  #readVariable(): string | undefined {
    const start = this.#at;
    if (this.#source.startsWith("$(", start))
      return this.#keepUpTo(start, this.#closing(start + 1, "(", ")"));
    EXPANSION.lastIndex = start;
    const match = EXPANSION.exec(this.#source)?.[0];
    if (match === undefined) {
      this.#at++;
      return "$";
    }
    if (match === "${") return this.#keepUpTo(start, this.#closing(start + 1, "{", "}"));
    return this.#keepUpTo(start, start + match.length);
  }

  #readBackQuotes(): string | undefined {
    const start = this.#at;
    const end = this.#source.indexOf("`", start + 1);
    return this.#keepUpTo(start, end < 0 ? -1 : end + 1);
  }

  #keepUpTo(start: number, end: number): string | undefined {
    if (end < 0) return this.#fail(start, "an expansion that never ends", "its end");
    const text = this.#source.slice(start, end);
    this.#at = end;
    this.#expansions.push({ text, start });
    return text;
  }

  /** Behind the bracket that closes the one at `start`; -1 for none. */
  #closing(start: number, open: string, close: string): number {
    let depth = 0;
    for (let at = start; at < this.#source.length; at++) {
      const character = this.#source[at];
      if (character === open) depth++;
      else if (character === close && --depth === 0) return at + 1;
    }
    return -1;
  }

  #fail(offset: number, found: string, expected: string): undefined {
    this.#problem ??= { code: "SHELL_SYNTAX", offset, found, expected };
    this.#at = this.#source.length;
  }
}

function indexOr(text: string, part: string, from: number): number {
  const index = text.indexOf(part, from);
  return index < 0 ? text.length : index;
}
