import { endOfLine } from "../../text/position.ts";

/** One record of CSV text, and where it begins. */
export interface CsvRecord {
  readonly cells: readonly string[];
  readonly start: number;
}

export interface CsvReadOptions {
  /** One character. */
  readonly delimiter: string;
  /** A line that begins with this character is skipped; empty for none. */
  readonly comment?: string;
  /** Whether white space around unquoted cells is removed. */
  readonly trim?: boolean;
  /** Where in the text to begin. */
  readonly from?: number;
}

const QUOTE = 34;
const LF = 10;
const CR = 13;

/**
 * Reads RFC 4180 text record by record in one pass. A field is quoted only when a quote is its very
 * first character; records end at CRLF, LF or CR outside quotes; lines without a character are skipped, if not said otherwise.
 */
export class CsvReader {
  /** Lines of zero characters that were skipped. */
  blankLines = 0;
  /** Whether a blank line is a record, whose only field is empty: it is where a table has one column. */
  blankIsRecord = false;
  /** Comment lines that were skipped. */
  comments = 0;
  /** The kinds of line ends met outside quotes. */
  readonly lineEnds = new Set<"lf" | "crlf" | "cr">();
  /** Where the cells of the record read last begin. */
  starts: number[] = [];
  /** Where a quote or a text stood in that record that has no business there, at most one per field. */
  strays: number[] = [];
  /** Where a quoted field begins that never closes; reading stops there. */
  unterminated: number | undefined;
  readonly #text: string;
  readonly #delimiter: string;
  readonly #first: number;
  readonly #comment: number;
  readonly #trim: boolean;
  #at: number;
  #stray = -1;

  constructor(text: string, { delimiter, comment = "", trim = false, from = 0 }: CsvReadOptions) {
    this.#text = text;
    this.#delimiter = delimiter;
    this.#first = delimiter.charCodeAt(0);
    // A record that begins with a quote begins with a quoted field.
    this.#comment = comment === '"' ? Number.NaN : comment.charCodeAt(0);
    this.#trim = trim;
    this.#at = from;
  }

  /** The next record; undefined at the end of the text and at a quote that never closes. */
  next(): CsvRecord | undefined {
    this.#skipLines();
    if (this.#at >= this.#text.length) return undefined;
    const cells: string[] = [];
    const start = this.#at;
    this.starts = [];
    this.strays = [];
    for (;;) {
      this.starts.push(this.#at);
      this.#stray = -1;
      const cell = this.#text.charCodeAt(this.#at) === QUOTE ? this.#quoted() : this.#unquoted();
      if (cell === undefined) return undefined;
      cells.push(cell);
      if (this.#stray >= 0) this.strays.push(this.#stray);
      if (!this.#isDelimiter()) break;
      this.#at += this.#delimiter.length;
    }
    this.#endLine();
    return { cells, start };
  }

  #skipLines(): void {
    while (this.#at < this.#text.length) {
      const unit = this.#text.charCodeAt(this.#at);
      if (unit === this.#comment) {
        this.comments++;
        this.#at = endOfLine(this.#text, this.#at);
      } else if (!this.blankIsRecord && (unit === LF || unit === CR)) this.blankLines++;
      else return;
      this.#endLine();
    }
  }

  #unquoted(): string {
    const start = this.#at;
    this.#toEndOfField();
    const cell = this.#text.slice(start, this.#at);
    return this.#trim ? cell.trim() : cell;
  }

  #quoted(): string | undefined {
    const text = this.#text;
    const start = this.#at;
    let cell = "";
    for (;;) {
      const close = text.indexOf('"', this.#at + 1);
      if (close < 0) {
        this.unterminated = start;
        this.#at = text.length;
        return undefined;
      }
      cell += text.slice(this.#at + 1, close);
      this.#at = close + 1;
      if (text.charCodeAt(this.#at) !== QUOTE) break;
      cell += '"';
    }
    const rest = this.#at;
    this.#toEndOfField();
    if (this.#at === rest) return cell;
    this.#stray = rest;
    return cell + text.slice(rest, this.#at);
  }

  /** Goes to the delimiter or line end behind what is not quoted. */
  #toEndOfField(): void {
    const text = this.#text;
    for (; this.#at < text.length; this.#at++) {
      const unit = text.charCodeAt(this.#at);
      if (unit === LF || unit === CR || (unit === this.#first && this.#isDelimiter())) return;
      if (unit === QUOTE && this.#stray < 0) this.#stray = this.#at;
    }
  }

  #isDelimiter(): boolean {
    return this.#text.startsWith(this.#delimiter, this.#at);
  }

  #endLine(): void {
    const unit = this.#text.charCodeAt(this.#at);
    if (unit === LF) this.lineEnds.add("lf");
    else if (unit === CR) {
      const both = this.#text.charCodeAt(this.#at + 1) === LF;
      this.lineEnds.add(both ? "crlf" : "cr");
      if (both) this.#at++;
    } else return;
    this.#at++;
  }
}
