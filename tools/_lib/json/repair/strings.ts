import { isHexDigit, scanString } from "../tree/scan.ts";
import type { JsonString } from "../tree/tree.ts";
import { isQuote } from "./quotes.ts";
import type { Source } from "./source.ts";
import { skipSpace } from "./space.ts";
import { findStringEnd, type Role } from "./string-end.ts";

const WINDOWS_PATH = /[A-Za-z]:\\[^\\]/y;

/** Reads the string that opens at the position, and those that + joins to it. */
export function readString(source: Source, role: Role): JsonString {
  const start = source.at;
  const contents = [readContent(source, role)];
  let end = source.at;
  while (takePlus(source, role)) {
    end = source.at;
    skipSpace(source);
    if (!isQuote(source.character)) break;
    contents.push(readContent(source, role));
    end = source.at;
  }
  source.at = end;
  return stringToken(source, contents.join(""), start, end);
}

/** Goes behind the + that joins a string to the one before; stays where there is none. */
function takePlus(source: Source, role: Role): boolean {
  if (role === "key") return false;
  const { at: start, mark } = source;
  skipSpace(source);
  if (source.character === "+") {
    source.note("STRINGS_JOINED", source.at, source.at + 1, "");
    source.at++;
    return true;
  }
  source.forget(mark);
  source.at = start;
  return false;
}

/** The node of a string whose content is that of a JSON string token. */
export function stringToken(
  source: Source,
  content: string,
  start: number,
  end: number,
): JsonString {
  const text = `"${content}"`;
  const token = scanString(text, 0);
  if (token.type === "problem") throw source.fault(token.found, token.expected);
  if (!token.value.isWellFormed()) source.loneSurrogates++;
  return { ...token, start: source.origin(start), end: source.origin(end) };
}

function readContent(source: Source, role: Role): string {
  const { text, at: start } = source;
  const open = text.charAt(start);
  const { end, next, closed } = findStringEnd(source, role);
  const close = closed ? text.charAt(end) : '"';
  if (open !== '"' || close !== '"') source.note("QUOTES_NORMALIZED", start, start + 1, '"');
  const mark = source.mark;
  const content = new Content(source, open, start + 1, end);
  const written = content.write() ?? (source.forget(mark), content.writePath());
  if (!closed) source.note("QUOTE_CLOSED", content.end, content.end, '"');
  source.at = next;
  return written;
}

/** Writes the content of a string so that a JSON string token can hold it. */
class Content {
  /** Where the content ends; an escape that was cut off is not a part of it. */
  end: number;
  readonly #source: Source;
  readonly #text: string;
  readonly #start: number;
  readonly #open: string;
  readonly #parts: string[] = [];
  #from: number;
  #at: number;

  constructor(source: Source, open: string, start: number, end: number) {
    this.#source = source;
    this.#text = source.text;
    this.#open = open;
    this.#start = start;
    this.#from = start;
    this.#at = start;
    this.end = end;
  }

  /** The content; undefined where its backslashes are those of a Windows path. */
  write(): string | undefined {
    while (this.#at < this.end) {
      const unit = this.#text.charCodeAt(this.#at);
      if (unit === 92) {
        if (!this.#writeEscape()) return undefined;
      } else if (unit < 32) this.#replace("ESCAPE_FIXED", 1, controlEscape(unit));
      else if (unit === 34) this.#writeQuote();
      else this.#at++;
    }
    return this.#finish();
  }

  /** The content with every backslash as one. */
  writePath(): string {
    this.#parts.length = 0;
    this.#at = this.#start;
    this.#from = this.#start;
    while (this.#at < this.end) {
      const unit = this.#text.charCodeAt(this.#at);
      if (unit === 92) this.#replace("ESCAPE_FIXED", 1, "\\\\");
      else if (unit < 32) this.#replace("ESCAPE_FIXED", 1, controlEscape(unit));
      else if (unit === 34) this.#writeQuote();
      else this.#at++;
    }
    return this.#finish();
  }

  #finish(): string {
    this.#parts.push(this.#text.slice(this.#from, this.end));
    return this.#parts.join("");
  }

  #replace(code: "ESCAPE_FIXED" | "QUOTE_ESCAPED" | undefined, size: number, after: string): void {
    this.#parts.push(this.#text.slice(this.#from, this.#at), after);
    if (code !== undefined) this.#source.note(code, this.#at, this.#at + size, after);
    this.#at += size;
    this.#from = this.#at;
  }

  #writeQuote(): void {
    this.#replace(this.#open === '"' ? "QUOTE_ESCAPED" : undefined, 1, '\\"');
  }

  /** Writes the escape at the position; false where it shows that the string is a Windows path. */
  #writeEscape(): boolean {
    const at = this.#at;
    const letter = at + 1 < this.end ? this.#text.charAt(at + 1) : "";
    if (letter === "" && this.#isCut()) this.#cut();
    else if (letter !== "" && '"\\/bfnrt'.includes(letter)) this.#at += 2;
    else if (letter === "u") return this.#writeUnicode();
    else if (letter === "\n" || letter === "\r") this.#writeLineEnd();
    else if (letter !== "'" && this.#isPath()) return false;
    else this.#writeOtherEscape(letter);
    return true;
  }

  #writeOtherEscape(letter: string): void {
    const at = this.#at;
    const hex = this.#text.slice(at + 2, at + 4);
    if (letter === "x" && at + 4 <= this.end && /^[0-9a-fA-F]{2}$/.test(hex)) {
      this.#replace(
        "ESCAPE_FIXED",
        4,
        JSON.stringify(String.fromCharCode(Number.parseInt(hex, 16))).slice(1, -1),
      );
    } else if (letter === "v") this.#replace("ESCAPE_FIXED", 2, "\\u000b");
    else if (letter === "0" && !/[0-9]/.test(hex.charAt(0))) {
      this.#replace("ESCAPE_FIXED", 2, "\\u0000");
    } else this.#replace("ESCAPE_FIXED", 1, letter === "" ? "\\\\" : "");
  }

  /** In quotes that are JavaScript's the line goes on; in double quotes the line end is meant. */
  #writeLineEnd(): void {
    const pair = this.#text.startsWith("\r\n", this.#at + 1);
    const kept = pair ? "\\r\\n" : controlEscape(this.#text.charCodeAt(this.#at + 1));
    this.#replace("ESCAPE_FIXED", pair ? 3 : 2, this.#open === '"' ? kept : "");
  }

  #writeUnicode(): boolean {
    let digits = this.#at + 2;
    while (digits < this.#at + 6 && digits < this.end && isHexDigit(this.#text.charCodeAt(digits)))
      digits++;
    if (digits === this.#at + 6) this.#at = digits;
    else if (digits >= this.end && this.#isCut()) this.#cut();
    else if (this.#isPath()) return false;
    else {
      this.#source.at = digits;
      throw this.#source.fault("an escape \\u that is not complete", "4 hexadecimal digits");
    }
    return true;
  }

  /** Whether the content ends where the text does. */
  #isCut(): boolean {
    return this.end >= this.#source.end;
  }

  #cut(): void {
    this.#source.note("ESCAPE_FIXED", this.#at, this.end, "");
    let end = this.#at;
    while (end > this.#start && this.#text.charCodeAt(end - 1) === 32) end--;
    this.end = end;
    this.#at = end;
  }

  #isPath(): boolean {
    WINDOWS_PATH.lastIndex = this.#start;
    return WINDOWS_PATH.test(this.#text);
  }
}

function controlEscape(unit: number): string {
  return JSON.stringify(String.fromCharCode(unit)).slice(1, -1);
}
