const TAB_WIDTH = 4;

/** Reads one line by columns, in which a tab reaches to the next multiple of four. */
export class LineCursor {
  text = "";
  /** Where the rest of the line begins; a tab that is used up in part still stands there. */
  offset = 0;
  column = 0;
  /** Behind the last character that is no blank. */
  end = 0;
  /** Columns left of the tab at `offset`; 0 where that tab is whole, or is none. */
  spare = 0;
  /** The first character of the rest that is no blank, and what `find` learnt about it. */
  next = 0;
  indent = 0;
  #nextColumn = 0;

  start(text: string): void {
    this.text = text;
    let end = text.length;
    while (end > 0 && isBlankUnit(text.charCodeAt(end - 1))) end--;
    this.end = end;
    this.offset = this.column = this.spare = 0;
    this.find();
  }

  get isBlank(): boolean {
    return this.next >= this.end;
  }

  /** The character after the indentation; empty at the end of the line. */
  get head(): string {
    return this.text.charAt(this.next);
  }

  find(): void {
    let column = this.column;
    let index = this.offset;
    for (; index < this.text.length; index++) {
      const unit = this.text.charCodeAt(index);
      if (unit === 32) column++;
      else if (unit === 9) column += TAB_WIDTH - (column % TAB_WIDTH);
      else break;
    }
    this.next = index;
    this.#nextColumn = column;
    this.indent = column - this.column;
  }

  /** Goes over the indentation and `length` characters after it, none of them a tab. */
  skip(length: number): void {
    this.offset = this.next + length;
    this.column = this.#nextColumn + length;
    this.spare = 0;
    this.find();
  }

  /** Goes over `count` columns of blanks, or as many as there are. */
  skipColumns(count: number): void {
    let left = Math.min(count, this.indent);
    while (left > 0) {
      const isTab = this.text.charCodeAt(this.offset) === 9;
      const width = isTab ? TAB_WIDTH - (this.column % TAB_WIDTH) : 1;
      const taken = Math.min(width, left);
      this.column += taken;
      this.spare = width - taken;
      if (this.spare === 0) this.offset++;
      left -= taken;
    }
    this.indent = this.#nextColumn - this.column;
  }

  /** Takes the indentation out of the line. */
  dedent(): void {
    const spaces = this.spare > 0 ? TAB_WIDTH - this.spare : 0;
    this.text = this.text.slice(0, this.offset) + " ".repeat(spaces) + this.text.slice(this.next);
    this.end += this.offset + spaces - this.next;
    this.offset += spaces;
    this.spare = 0;
    this.find();
  }
}

function isBlankUnit(unit: number): boolean {
  return unit === 32 || unit === 9;
}

/** What is left of a line behind its containers. */
export interface Rest {
  readonly text: string;
  readonly offset: number;
  readonly column: number;
  readonly spare: number;
}

/** The rest without its first `count` columns of blanks, and how many of them there were. */
export function withoutColumns(rest: Rest, count: number): { taken: number; text: string } {
  const cursor = new LineCursor();
  cursor.start(rest.text);
  cursor.offset = rest.offset;
  cursor.column = rest.column;
  cursor.spare = rest.spare;
  cursor.find();
  const taken = Math.min(count, cursor.indent);
  cursor.skipColumns(taken);
  const split = cursor.spare > 0;
  const text = " ".repeat(cursor.spare) + cursor.text.slice(cursor.offset + (split ? 1 : 0));
  return { taken, text };
}
